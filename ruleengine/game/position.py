"""A position: an immutable state of a game, what may be played in it, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, cast

from ruleengine.codes import Code
from ruleengine.errors import (
    IllegalMoveError,
    InternalError,
    InvalidMoveError,
    Reason,
    Span,
)
from ruleengine.game.asking import AskedValue, ask
from ruleengine.game.committing import commit_and_go_on
from ruleengine.game.desk import Desk
from ruleengine.game.doubts import WhatFollows
from ruleengine.game.events import GameEvent, describe_events, seen_events, unchanged, with_losses
from ruleengine.game.kept import storage
from ruleengine.game.kept.board_text import shown_board
from ruleengine.game.moves.moves import (
    ChanceOutcome,
    Move,
    Written,
    leading_on,
    outcome_meant,
    text_of,
)
from ruleengine.game.moves.notation import COMMIT
from ruleengine.game.moves.turn_words import asking_for, chance_due, clauses_of_turn, not_asked
from ruleengine.game.outcome import Outcome, is_over, outcome_of
from ruleengine.game.turn_so_far import Taken, TurnSoFar, turn_so_far
from ruleengine.game.views import View, view_of
from ruleengine.pipeline.flow import Decision, Missed, Run, advance
from ruleengine.pipeline.state import NOBODY, Event, Frame, State
from ruleengine.pipeline.steps.decisions import Waiting, take_action
from ruleengine.pipeline.steps.submission import (
    Submit,
    has_no_moves_left,
    table_of,
    take_openly,
    take_secretly,
    with_a_new_draft,
)

if TYPE_CHECKING:
    from ruleengine.game.game import Game


class Position:
    """One moment of a game. Playing gives another position and leaves this one as it is."""

    __slots__ = ("__dict__", "_before", "_game", "_happened", "_missed", "_same", "_state", "_told")

    def __init__(  # noqa: PLR0913 - whoever makes one names the last
        self,
        game: Game,
        state: State,
        happened: tuple[Event, ...] = (),
        told: Mapping[int, tuple[Event, ...]] | None = None,
        before: State | None = None,
        *,
        missed: tuple[Missed, ...] = (),
        so_far: TurnSoFar | None = None,
    ) -> None:
        """Make a position; `told` says what each side may know of what has just happened.

        Nothing there means that everybody may know everything; under NOBODY stands what those
        are told who are not named. `before` is what the last step began with: a piece may come
        into sight by it, and where it came from stays unknown; another may have changed by it.
        `missed` says who could not act, `so_far` how it came about in its turn, if that is known.
        """
        self._game = game
        self._state = state
        self._happened = happened
        self._told = told
        self._missed = missed
        self._so_far = so_far
        self._same = unchanged(state, before, happened)
        # Kept only where it is needed: a position would keep the whole game before it.
        changed = any(event.name in ("given", "became") for event in happened)
        self._before = before if changed or game.rules.sight.hides_pieces else None

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
    def decides_on(self) -> str | None:
        """What is chosen at a choice or chance point, such as `piece` or `number`; else None."""
        return self._decision.what if self._decision is not None else None

    @property
    def secret_choice(self) -> int | None:
        """The number of the choice that is waited for, if not everybody may hear of it."""
        return self._decision.secret if self._decision is not None else None

    @property
    def place(self) -> Span | None:
        """Where the step stands in the ruleset that is to be decided."""
        return self._decision.span if self._decision is not None else None

    @property
    def chance(self) -> tuple[ChanceOutcome, ...] | None:
        """The ways in which chance may fall, or None when this is no chance point."""
        decision = self._decision
        if decision is None or decision.kind != "chance":
            return None
        return self._game.notation.outcomes(self._state, decision)

    @property
    def thrower(self) -> str | None:
        """The side in whose turn chance has to fall now, unless an action has brought it about."""
        state, rules = self._state, self._game.rules
        if self._decision is None or self._decision.kind != "chance":
            return None
        of_turn = rules.blocks[state.frames[-1].block].of_turn
        return self.mover if of_turn and rules.phases[state.phase].turns else None

    @property
    def missed(self) -> tuple[Missed, ...]:
        """Who had to act since the last decision and could not; the referee's."""
        return self._missed

    @property
    def drafting(self) -> bool:
        """Whether the seats that decide play moves until they have committed."""
        return self._decision is not None and self._decision.kind == "submit"

    @property
    def in_secret(self) -> bool:
        """Whether what is played now is seen by nobody else before all have committed."""
        return self.drafting and cast("Submit", self._step).secret

    @property
    def has_committed(self) -> bool:
        """Whether a side has just committed, by `commit` or with its last move."""
        return any(event.name == "committed" for event in self._happened)

    def question_for(self, seat: str | None) -> str | None:
        """Return what a seat has to decide, in words; what there is to decide if it is not asked.

        In a submission every seat knows how many moves it has left.
        """
        if seat is None or not self.drafting or seat not in self.actors:
            return self.question
        return self._desk(seat).decision.title

    def legal_moves(self, seat: str | None = None) -> tuple[Move, ...]:
        """Return the moves of a seat, sorted; none for a seat that has nothing to decide.

        Without a seat the first of those that decide is meant. A seat is given moves that are
        written alike once, where something is hidden: their number could tell a secret.
        """
        if seat is not None:
            self._game.check_seat(seat)
            if seat not in self.actors:
                return ()
        moves = () if self._decision is None else self._desk(seat).legal
        return moves if seat is None or not self._game.rules.hides else (*dict.fromkeys(moves),)

    def sample_moves(self) -> tuple[Move, ...]:
        """Return the legal moves to play at random from, each as often as it should be drawn.

        In a submission that is such that every draft comes to an end.
        """
        moves = self.legal_moves()
        return leading_on(moves, self._opening) if self.drafting else moves

    @property
    def _opening(self) -> frozenset[str]:
        """The actions that could be played when the submission began, if that is known."""
        decision = self._decision
        if decision is None or not self.in_secret:
            return frozenset()
        state = with_a_new_draft(self._state, self._state.seat_side[decision.seats[0]])
        return frozenset(move.name for move in Position(self._game, state).legal_moves())

    def _desk(self, seat: str | None) -> Desk:
        """Return what a seat has before it, or the first of those that decide."""
        decision = self._decision
        if decision is None:
            raise InternalError("a desk after the end")
        if decision.kind != "submit":
            return self._one_desk
        number = decision.seats[0] if seat is None else self._game.seats.index(seat)
        side = self._state.seat_side[number]
        if side not in self._desks:
            table = table_of(self._state, side)
            decision = self._step.decision(table, table.envs[table.frames[-1].env])
            self._desks[side] = Desk(self._game, table, decision)
        return self._desks[side]

    @cached_property
    def _one_desk(self) -> Desk:
        assert self._decision is not None  # noqa: S101 - asked by `_desk` only
        return Desk(self._game, self._state, self._decision)

    @cached_property
    def _desks(self) -> dict[int, Desk]:
        return {}

    def parse_move(self, written: Written, seat: str | None = None) -> Move:
        """Return the move that is meant here, legal or not; InvalidMoveError if it is none.

        It is written as a text, or as a mapping with the action and its values by name:
        `{"action": "march", "unit": "a3", "to": "a4"}`.
        """
        text = text_of(written)
        decision = self._require_decision(text)
        if decision.kind == "chance":
            raise self._chance_first(text)
        self._require_actor(text, seat)
        return self._desk(seat).parse(written)

    def why(
        self, move: Move | Written, seat: str | None = None, *, full: bool = False
    ) -> tuple[Reason, ...]:
        """Return every reason against a move; none at all means that it is legal.

        What is no move at all has a reason too, `move/malformed` or `move/no-such-option`.
        GameOverError when the game has ended.

        The words tell the seat nothing that it may not know; in `full` they are the referee's.
        """
        try:
            text = text_of(move)
            if self._require_decision(text).kind == "chance":
                return self._chance_first(text).reasons
            self._require_actor(text, seat)
            desk = self._desk(seat)
            return desk.against(move, full=full)
        except (IllegalMoveError, InvalidMoveError) as error:
            return error.reasons

    def play(self, choice: Move | ChanceOutcome | Written, seat: str | None = None) -> Position:
        """Return the position after a move or a chance outcome.

        Without a seat it is the first of those that decide who plays.

        Raises:
            InvalidMoveError: it is no move of this ruleset.
            IllegalMoveError: the rules forbid it; the error says why.
            GameOverError: the game has ended.
        """
        text = text_of(choice)
        decision = self._require_decision(text)
        if decision.kind == "chance":
            return self._fall(choice)
        if isinstance(choice, ChanceOutcome):
            raise IllegalMoveError(
                "move/not-now", "no chance point is open", move=text, position=self._seen_by_all
            )
        self._require_actor(text, seat)
        desk = self._desk(seat)
        with asking_for(seat, lambda: self.actors):
            move = desk.meant(choice)
            if reasons := desk.why(move):
                raise desk.refused(text, reasons)
        if decision.kind == "submit":
            return self._submitted(desk.state.mover, move)
        return self._after(move)

    def _fall(self, choice: Move | ChanceOutcome | Written) -> Position:
        meant = outcome_meant(self.chance or (), choice)
        if meant is None:
            raise self._chance_first(text_of(choice))
        return self._decided(meant.value, Taken(meant.name, (meant.value,)))

    def _chance_first(self, text: str) -> IllegalMoveError:
        # What is left to be drawn tells what has been drawn: nobody hears more than everybody may.
        options = [outcome.text for outcome in self.view(None).chance or ()]
        missed = self._missed if self.thrower is not None else ()
        message = chance_due(self._game.rules, self._state, options, missed, (text, self.chance))
        return IllegalMoveError("move/needs-chance", message, move=text, position=self._seen_by_all)

    def _after(self, move: Move) -> Position:
        decision = self._decision
        if decision is None:
            raise InternalError("a move without a decision")
        if decision.kind == "choice":
            return self._decided(move.values[0], Taken(move.name, move.values))
        if move.name not in decision.actions:  # a pass; an action may be called so as well
            return self._decided(None, Taken(move.name, move.values))
        run = Run(self._game.rules, self._state.copy())
        self._pass_step(run.state)
        run.state.ply += 1
        take_action(run, move.name, move.values)
        return self._settled(run, Taken(move.name, move.values))

    def _submitted(self, side: int, move: Move) -> Position:
        """Return the position after a move of a side that submits."""
        run = Run(self._game.rules, self._state.copy())
        if move.name == COMMIT:
            return self._committed(run, side)
        if not self.in_secret:
            take_openly(run, side, move.name, move.values)
            return self._settled(run)
        take_secretly(run, side, move.name, move.values)
        if has_no_moves_left(run.state, side):
            return self._committed(run, side)
        happened = tuple(run.events)
        told = {NOBODY: self._happened} if self._told is None else dict(self._told)
        told[side] = happened
        return Position(self._game, run.state, happened, told, self._before)

    def _committed(self, run: Run, side: int) -> Position:
        """Return the position after a side has committed, maybe with a last move in secret."""
        told_to = (*commit_and_go_on(run, side, secret=self.in_secret), self._state)
        missed, so_far = tuple(run.missed), turn_so_far(run)
        return Position(self._game, run.state, *told_to, missed=missed, so_far=so_far)

    def _decided(self, value: int | str | None, *taken: Taken) -> Position:
        run = Run(self._game.rules, self._state.copy())
        step = self._step
        self._pass_step(run.state)
        run.state.ply += 1
        step.decide(run, run.state.envs[run.env_number], value)
        return self._settled(run, *taken)

    @staticmethod
    def _pass_step(state: State) -> None:
        frame = state.frames[-1]
        state.frames[-1] = Frame(frame.block, frame.step + 1, frame.env)

    def _settled(self, run: Run, *taken: Taken) -> Position:
        advance(run)
        told_to = (tuple(run.events), None, self._state)
        missed, so_far = tuple(run.missed), turn_so_far(run, self._so_far, *taken)
        return Position(self._game, run.state, *told_to, missed=missed, so_far=so_far)

    def _require_decision(self, text: str) -> Decision:
        decision = self._decision
        if decision is None:
            raise is_over("the game is over", self.outcome, text, self._seen_by_all)
        return decision

    def _require_actor(self, text: str, seat: str | None) -> None:
        if seat is None:
            return
        self._game.check_seat(seat)
        if seat not in self.actors:
            message = not_asked(self._game.rules, self._state, seat, self)
            clauses = clauses_of_turn(self._game.rules, self._state, self._decision)
            code: Code = "move/wrong-seat"
            reasons, drawing = (Reason(code, message, clauses),), self.view(seat).drawing
            raise IllegalMoveError(code, message, move=text, position=drawing, reasons=reasons)

    def view(self, seat: str | None) -> View:
        """Return what a seat may know; the only thing an agent is ever given.

        Without a seat it is what everybody may know, such as a spectator.
        """
        return view_of(self, seat, events=self.events_for(seat))

    def full_view(self) -> View:
        """Return everything in the form of a view; for the referee, never for a seat."""
        return view_of(self, None, events=self.events, full=True)

    def ask(self, expression: str, seat: str | None = None, *, referee: bool = False) -> AskedValue:
        """Return what an expression comes to, as far as a seat, or else everybody, can know it.

        Raises:
            ResolveError: it cannot be read, or speaks of what the ruleset does not have.
        """
        rules, side = self._game.rules, self._game.side_in(self._state, seat)
        known = None if referee else WhatFollows(rules, table_of(self._state, side), side)
        return ask(rules, self._state if known is None else known, expression)

    def events_for(self, seat: str | None) -> tuple[GameEvent, ...]:
        """Return what a seat may know of what the last step did, without the rest of its view."""
        rules, side = self._game.rules, self._game.side_in(self._state, seat)
        eyes = rules.sight.eyes(table_of(self._state, side), side)
        told = self._happened if self._told is None else self._told.get(side, self._told[NOBODY])
        seen = seen_events(eyes, self._before, rules, told, self._same)
        return seen if self._is_drafted_by(side) else with_losses(eyes, self._before, rules, seen)

    def _is_drafted_by(self, side: int) -> bool:
        """Return whether a side has done the last step by itself, in a draft of its own.

        What it saw before is what all saw before the whole submission: nothing was lost since.
        """
        own = None if self._told is None or side == NOBODY else self._told.get(side)
        return own is not None and own is self._happened and self.in_secret

    @property
    def happened(self) -> tuple[Event, ...]:
        """What the last step did, as the rules see it."""
        return self._happened

    @property
    def so_far(self) -> TurnSoFar | None:
        """How the position came about in its turn, if that is known; the referee's."""
        return self._so_far

    @property
    def happened_on(self) -> State:
        """The state that the last events speak of: in secret, the draft of the side that moved.

        It is not to be changed.
        """
        for side in filter(self._is_drafted_by, self._told or ()):
            return table_of(self._state, side)
        return self._state

    @property
    def _seen_by_all(self) -> str:
        """The board as everybody may see it, for errors that are nobody's in particular."""
        rules = self._game.rules
        return storage.draw_board(rules, self._state, rules.sight.eyes(self._state, NOBODY))

    @property
    def events(self) -> tuple[GameEvent, ...]:
        """What the last step did, in order; the referee's list, with everything."""
        return describe_events(self._game.rules, self.happened_on, self._happened, self._same)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return outcome_of(self._game.rules.names, self._state)

    @property
    def drawing(self) -> str:
        """The board as text with coordinates; `Game.position` reads what is drawn, no more.

        Of several pieces on one cell that is the uppermost, or the last in the game. `str` of the
        position also draws the others and counters; `to_dict` loses nothing.
        """
        return storage.draw_board(self._game.rules, self._state)

    def to_dict(self) -> dict[str, object]:
        """Return everything about the position as plain data; `Game.position` reads it back."""
        return storage.to_dict(self._game, self._state, self._so_far)

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
        board = shown_board(self._game, self.full_view())
        return f"<Position of {self._game.name}, ply {self._state.ply}>\n{board}"
