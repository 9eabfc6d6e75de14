"""A position: an immutable state of a game, what may be played in it, and what follows."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

from ruleengine.errors import (
    GameOverError,
    IllegalMoveError,
    InternalError,
    InvalidMoveError,
    Reason,
)
from ruleengine.game import storage
from ruleengine.game.events import GameEvent, describe_events
from ruleengine.game.moves import ChanceOutcome, Move
from ruleengine.game.notation import PASS
from ruleengine.game.outcome import Outcome
from ruleengine.game.views import View, view_of
from ruleengine.pipeline.decisions import Waiting, take_action
from ruleengine.pipeline.flow import Decision, Run, advance
from ruleengine.pipeline.state import NOBODY, Event, Frame, State

if TYPE_CHECKING:
    from ruleengine.game.game import Game


class Position:
    """One moment of a game. Playing gives another position and leaves this one as it is."""

    __slots__ = ("__dict__", "_game", "_happened", "_state")

    def __init__(self, game: Game, state: State, happened: tuple[Event, ...] = ()) -> None:
        self._game = game
        self._state = state
        self._happened = happened

    @property
    def game(self) -> Game:
        """The game this is a position of."""
        return self._game

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return self._state.turn

    @property
    def ply(self) -> int:
        """How many decisions, chance included, have been made."""
        return self._state.ply

    @property
    def mover(self) -> str:
        """The side on turn."""
        return self._game.sides[self._state.mover]

    @cached_property
    def _decision(self) -> Decision | None:
        state = self._state
        if state.result is not None or not state.frames:
            return None
        return self._step.decision(state, state.envs[state.frames[-1].env])

    @property
    def _step(self) -> Waiting:
        frame = self._state.frames[-1]
        # Play only ever stops at a step that waits.
        return cast("Waiting", self._game.rules.blocks[frame.block].steps[frame.step])

    @property
    def actors(self) -> tuple[str, ...]:
        """The seats that have to decide now; none at a chance point or after the end."""
        if self._decision is None:
            return ()
        names = self._game.rules.names.seats
        return tuple(names[seat] for seat in self._decision.seats if seat != NOBODY)

    @property
    def question(self) -> str | None:
        """What there is to decide, in words."""
        return self._decision.title if self._decision is not None else None

    @property
    def chance(self) -> tuple[ChanceOutcome, ...] | None:
        """The ways in which chance may fall, or None when this is no chance point."""
        decision = self._decision
        if decision is None or decision.kind != "chance":
            return None
        notation = self._game.notation
        return tuple(
            notation.outcome(self._state, decision, value)
            for value in decision.options
            if isinstance(value, int | str)
        )

    def legal_moves(self, seat: str | None = None) -> tuple[Move, ...]:
        """Return the moves of the seat that decides, sorted; none for any other seat."""
        if seat is not None:
            self._game.check_seat(seat)
            if seat not in self.actors:
                return ()
        return self._legal

    @cached_property
    def _legal(self) -> tuple[Move, ...]:
        decision, state, notation = self._decision, self._state, self._game.notation
        if decision is None or decision.kind == "chance":
            return ()
        if decision.kind == "choice":
            return tuple(
                notation.choice_move(state, decision, option) for option in decision.options
            )
        actions = self._game.rules.actions
        moves = [
            notation.action_move(state, name, values)
            for name in decision.actions
            for values in actions[name].legal(state)
        ]
        moves.sort(key=_order)
        if decision.optional:
            moves.append(notation.pass_move())
        return tuple(moves)

    def parse_move(self, text: str) -> Move:
        """Return the move a text means here, legal or not; InvalidMoveError if it is none."""
        decision = self._require_decision(text)
        if decision.kind == "chance":
            raise self._chance_first(text)
        if decision.kind == "act":
            candidates = self._game.notation.parse_action(self._state, decision, text)
            legal = [move for move in candidates if not self.why(move)]
            if len(legal) > 1:
                meant = ", ".join(f"'{move}'" for move in legal)
                raise self._game.notation.malformed(text, f"'{text}' could be {meant}")
            return legal[0] if legal else candidates[0]
        words = text.split()
        if words and words[0] == decision.name:
            words = words[1:]
        for option in self._legal:
            if words == [option.text.split()[-1]]:
                return option
        listed = ", ".join(move.text for move in self._legal)
        raise InvalidMoveError(
            "move/no-such-option",
            f"'{text}' is no option here; the options are: {listed}",
            move=text,
            position=self.drawing,
        )

    def why(self, move: Move | str) -> tuple[Reason, ...]:
        """Return every reason against a move; none at all means that it is legal."""
        decision = self._require_decision(str(move))
        if isinstance(move, str):
            try:
                move = self.parse_move(move)
            except IllegalMoveError as error:
                return error.reasons
        if decision.kind == "chance":
            return self._chance_first(str(move)).reasons
        if decision.kind == "choice":
            if move in self._legal:
                return ()
            return (self._not_now(move, decision),)
        if move.name == PASS and decision.optional:
            return ()
        if move.name not in decision.actions:
            return (self._not_now(move, decision),)
        values = [value for value in move.values if isinstance(value, int)]
        action = self._game.rules.actions[move.name]
        cited = action.clauses[:1]
        return tuple(
            reason
            if reason.clauses
            else Reason(reason.code, reason.message, cited, reason.span, reason.hint, reason.rule)
            for reason in action.refusals(self._state, values)
        )

    def _not_now(self, move: Move, decision: Decision) -> Reason:
        options = decision.actions or (decision.name,)
        return Reason(
            "move/not-now",
            f"'{move.name}' cannot be played now; what is to be decided is {', '.join(options)}",
            decision.clauses,
            decision.span,
        )

    def play(self, choice: Move | ChanceOutcome | str) -> Position:
        """Return the position after a move or a chance outcome.

        Raises:
            InvalidMoveError: it is no move of this ruleset.
            IllegalMoveError: the rules forbid it; the error says why.
            GameOverError: the game has ended.
        """
        text = str(choice)
        decision = self._require_decision(text)
        if decision.kind == "chance":
            return self._fall(text)
        if isinstance(choice, ChanceOutcome):
            raise IllegalMoveError(
                "move/not-now", "no chance point is open", move=text, position=self.drawing
            )
        move = self.parse_move(choice) if isinstance(choice, str) else self._own(choice)
        reasons = self.why(move)
        if reasons:
            first = reasons[0]
            raise IllegalMoveError(
                first.code, first.message, move=text, position=self.drawing, reasons=reasons
            )
        return self._after(move)

    def _own(self, move: Move) -> Move:
        """Return the same move as this position writes it: numbers of pieces may differ."""
        return move if move in self._legal else self.parse_move(move.text)

    def _fall(self, text: str) -> Position:
        for outcome in self.chance or ():
            if text in (outcome.text, outcome.text.split()[-1]):
                return self._decided(outcome.value)
        raise self._chance_first(text)

    def _chance_first(self, text: str) -> IllegalMoveError:
        options = ", ".join(outcome.text for outcome in self.chance or ())
        message = f"chance has to fall first, as one of: {options}"
        return IllegalMoveError("move/needs-chance", message, move=text, position=self.drawing)

    def _after(self, move: Move) -> Position:
        decision = self._decision
        if decision is None:
            raise InternalError("a move without a decision")
        if decision.kind == "choice":
            return self._decided(move.values[0])
        if move.name == PASS:
            return self._decided(None)
        run = Run(self._game.rules, self._state.copy())
        self._pass_step(run.state)
        run.state.ply += 1
        values = tuple(value for value in move.values if isinstance(value, int))
        take_action(run, move.name, values)
        return self._settled(run)

    def _decided(self, value: int | str | None) -> Position:
        run = Run(self._game.rules, self._state.copy())
        step = self._step
        self._pass_step(run.state)
        run.state.ply += 1
        step.decide(run, run.state.envs[run.env_number], value)
        return self._settled(run)

    @staticmethod
    def _pass_step(state: State) -> None:
        frame = state.frames[-1]
        state.frames[-1] = Frame(frame.block, frame.step + 1, frame.env)

    def _settled(self, run: Run) -> Position:
        advance(run)
        return Position(self._game, run.state, tuple(run.events))

    def _require_decision(self, text: str) -> Decision:
        decision = self._decision
        if decision is None:
            raise GameOverError(
                "move/game-over", "the game is over", move=text, position=self.drawing
            )
        return decision

    def view(self, seat: str) -> View:
        """Return what a seat may know; the only thing an agent is ever given."""
        self._game.check_seat(seat)
        return view_of(self, seat)

    @property
    def events(self) -> tuple[GameEvent, ...]:
        """What the last step did, in order."""
        return describe_events(self._game.rules, self._state, self._happened)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        result = self._state.result
        if result is None:
            return None
        names = self._game.rules.names
        score = {
            side: 0 if result.winner is None else 1 if number == result.winner else -1
            for number, side in enumerate(names.sides)
        }
        seated = {
            seat: names.sides[side]
            for seat, side in zip(names.seats, self._state.seat_side, strict=True)
            if side != NOBODY
        }
        winner = None if result.winner is None else names.sides[result.winner]
        return Outcome(
            winner=winner,
            winning_seats=tuple(seat for seat, side in seated.items() if side == winner),
            reason=result.reason,
            ending=result.ending,
            clauses=result.clauses,
            by_side=score,
            by_seat={seat: score[side] for seat, side in seated.items()},
        )

    @property
    def drawing(self) -> str:
        """The board as text, with coordinates."""
        return storage.draw_board(self._game.rules, self._state)

    def to_dict(self) -> dict[str, object]:
        """Return everything about the position as plain data; `Game.position` reads it back."""
        return storage.to_dict(self._game, self._state)

    @property
    def state(self) -> State:
        """A copy of the numbers behind the position."""
        return self._state.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._state == other._state and self._game.hash == other._game.hash

    def __hash__(self) -> int:
        state = self._state
        return hash((tuple(state.cell), tuple(state.owner), state.mover, tuple(state.frames)))

    def __repr__(self) -> str:
        return f"<Position of {self._game.name}, ply {self._state.ply}>\n{self.drawing}"


def _order(move: Move) -> tuple[int, ...]:
    return move.order
