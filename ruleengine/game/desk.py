"""What one seat has before it: the moves it may play, and what stands against the others."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from ruleengine.errors import IllegalMoveError, InvalidMoveError, Reason
from ruleengine.game import storage
from ruleengine.game.moves import Move, Written, text_of
from ruleengine.game.notation import COMMIT, PASS
from ruleengine.game.reading import Outlook
from ruleengine.game.words import malformed
from ruleengine.pipeline.flow import Decision
from ruleengine.pipeline.sight import Eyes
from ruleengine.pipeline.state import NOBODY, State

if TYPE_CHECKING:
    from ruleengine.game.game import Game


class Desk:
    """The decision of a seat, on the state it works on.

    Mostly that is the state of the position; in a submission each side has a draft of its own.
    """

    def __init__(self, game: Game, state: State, decision: Decision) -> None:
        self._game = game
        self.state = state
        self.decision = decision

    @cached_property
    def eyes(self) -> Eyes:
        """What the seat may know of the state."""
        seat = self.decision.seats[0] if self.decision.seats else NOBODY
        side = self.state.seat_side[seat] if seat != NOBODY else NOBODY
        return self._game.rules.sight.eyes(self.state, side)

    @property
    def drawing(self) -> str:
        """The board as the seat sees it."""
        return storage.draw_board(self._game.rules, self.state, self.eyes)

    @cached_property
    def _named_from(self) -> State:
        """The state from which the seat names pieces: those it does not see are not there."""
        if not self._game.rules.sight.hides_pieces:
            return self.state
        seen = self.state.copy()
        seen.at = [tuple(slot for slot in here if self.eyes.sees(slot)) for here in seen.at]
        return seen

    @cached_property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves, sorted."""
        decision, state, notation = self.decision, self.state, self._game.notation
        if decision.kind == "chance":
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
        if decision.commits and decision.unready is None:
            moves.append(notation.commit_move())
        return tuple(moves)

    def parse(self, written: Written) -> Move:
        """Return the move that is meant here, legal or not; InvalidMoveError if it is none."""
        decision, text = self.decision, text_of(written)
        outlook = Outlook(self._named_from, self.state, decision, self.eyes)
        if decision.kind == "act":
            if self._game.rules.sight.hides_pieces:
                # The rules may offer what is not seen; else it could not even be named.
                for move in self.legal:
                    if move.text == text:
                        return move
            candidates = self._game.reader.read_action(outlook, written)
            if len(candidates) == 1:
                return candidates[0]
            legal = [move for move in candidates if not self.why(move)]
            if len(legal) > 1:
                meant = ", ".join(f"'{move}'" for move in legal)
                raise malformed(text, f"'{text}' could be {meant}")
            return legal[0] if legal else candidates[0]
        option = self._game.reader.read_choice(outlook, self.legal, written)
        if option is not None:
            return option
        listed = ", ".join(move.text for move in self.legal)
        raise InvalidMoveError(
            "move/no-such-option",
            f"'{text}' is no option here; the options are: {listed}",
            move=text,
            position=self.drawing,
        )

    def own(self, move: Move) -> Move:
        """Return the same move as it is written here: numbers of pieces may differ."""
        if self._is_written_so(move):
            return move
        # What could not be read as a whole is not written in a way that could be read again.
        return self.parse(move.text) if move.order else move

    def _is_written_so(self, move: Move) -> bool:
        """Return whether a move reads the same here, so that it means the same pieces.

        That is by far quicker to say than which of all legal moves it is.
        """
        if not move.order or move.name not in self.decision.actions:
            return False
        operands = self._game.rules.actions[move.name].operands
        num_pieces = len(self.state.cell)
        if any(
            operand.named == "never"
            or (operand.what == "piece" and isinstance(value, int) and value >= num_pieces)
            for operand, value in zip(operands, move.values, strict=True)
        ):
            return False
        return self._game.notation.action_move(self.state, move.name, move.values) == move

    def why(self, move: Move, *, full: bool = False) -> tuple[Reason, ...]:
        """Return every reason against a move, in words for the seat or in full for the referee."""
        decision = self.decision
        if decision.kind == "choice":
            return () if move in self.legal else (self._not_now(move),)
        if move.name == PASS and decision.optional:
            return ()
        if move.name == COMMIT and decision.commits:
            return () if decision.unready is None else (decision.unready,)
        if move.name not in decision.actions:
            return (self._not_now(move),)
        action = self._game.rules.actions[move.name]
        cited = action.clauses[:1]
        return tuple(
            reason if reason.clauses else replace(reason, clauses=cited)
            for reason in action.refusals(self.state, move.values, None if full else self.eyes)
        )

    def _not_now(self, move: Move) -> Reason:
        options = self.decision.actions or (self.decision.name,)
        return Reason(
            "move/not-now",
            f"'{move.name}' cannot be played now; what is to be decided is {', '.join(options)}",
            self.decision.clauses,
            self.decision.span,
        )

    def refused(self, text: str, reasons: tuple[Reason, ...]) -> IllegalMoveError:
        """Return the error for a move that there are reasons against."""
        first = reasons[0]
        return IllegalMoveError(
            first.code, first.message, move=text, position=self.drawing, reasons=reasons
        )


def _order(move: Move) -> tuple[int, ...]:
    return move.order
