"""Between moves and their text: `march a3-a4`, `guard d7`, `die 4`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ruleengine.errors import IllegalMoveError, InvalidMoveError, Reason
from ruleengine.expressions.problems import did_you_mean
from ruleengine.game.moves import ChanceOutcome, Move
from ruleengine.pipeline.flow import Decision
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import State, Value

PASS = "pass"  # noqa: S105 - the move, not a word to keep secret
"""The text of the move of a side that need not act and does not."""
COMMIT = "commit"
"""The text of the move with which a side ends its part of a submission."""
DECLINE = "none"
"""The text of an option that declines."""

_LAST = 1 << 30  # declining is listed after every option, whatever options are numbered by
_SEPARATORS = re.compile(r"[\s,]+|(?<=[a-z0-9])-(?=[a-z0-9])|(?<=[0-9])x(?=[a-z])")


class Notation:
    """Writes and reads the moves of one ruleset."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._places = rules.grid.places
        self._cell_of = {name: cell for cell, name in enumerate(self._places)}
        self._action_number = {name: number for number, name in enumerate(rules.actions)}

    def action_move(self, state: State, name: str, values: Sequence[int]) -> Move:
        """Return the move of an action; a piece is written as the cell it stands on."""
        action = self._rules.actions[name]
        cells = [
            state.cell[value] if operand.is_piece else value
            for operand, value in zip(action.operands, values, strict=True)
        ]
        text = "-".join([self._places[cell] for cell in cells])
        order = (self._action_number[name], *cells)
        return Move(order, f"{name} {text}" if text else name, name, tuple(values))

    def pass_move(self) -> Move:
        """Return the move of a side that does not act."""
        return Move((len(self._action_number),), PASS, PASS, ())

    def commit_move(self) -> Move:
        """Return the move of a side that has done all it wants to."""
        return Move((len(self._action_number),), COMMIT, COMMIT, ())

    def choice_move(self, state: State, decision: Decision, value: Value) -> Move:
        """Return the move that answers a choice."""
        option = value if isinstance(value, int | str) else None
        sort = self._sort_key(state, decision, option)
        text = f"{decision.name} {self.option_text(state, decision, option)}"
        return Move((sort,), text, decision.name, (option,))

    def outcome(self, state: State, decision: Decision, value: int | str) -> ChanceOutcome:
        """Return one outcome of a chance point."""
        text = f"{decision.name} {self.option_text(state, decision, value)}"
        return ChanceOutcome(text, decision.name, value, Fraction(1, len(decision.options)))

    def option_text(self, state: State, decision: Decision, value: int | str | None) -> str:
        """Return the text of an option: a cell, a name or a number."""
        names = self._rules.names
        if value is None:
            return DECLINE
        if isinstance(value, str):
            return value
        match decision.what:
            case "piece":
                return self._places[state.cell[value]]
            case "cell":
                return self._places[value]
            case "seat":
                return names.seats[value]
            case "side":
                return names.sides[value]
            case "color":
                return names.colors[value]
            case _:
                return str(value)

    def _sort_key(self, state: State, decision: Decision, value: int | str | None) -> int:
        if value is None:
            return _LAST
        if isinstance(value, str):
            return decision.options.index(value)
        return state.cell[value] if decision.what == "piece" else value

    def parse_action(self, state: State, decision: Decision, text: str) -> list[Move]:
        """Return the moves that a text can mean: one, or several when the action is left out.

        Pieces and cells need not be legal, only there.
        """
        words = [word for word in _SEPARATORS.split(text.strip()) if word]
        if words == [PASS] and decision.optional:
            return [self.pass_move()]
        if words == [COMMIT] and decision.commits:
            return [self.commit_move()]
        if words and words[0] in self._rules.actions:
            return [self._action_from(state, words[0], words[1:], text)]
        moves = list(self._unnamed(state, decision, words, text))
        if moves:
            return moves
        known = [*decision.actions, *([COMMIT] if decision.commits else [])]
        hint = did_you_mean(words[0] if words else "", known)
        raise self.malformed(
            text,
            f"'{text}' names no action" + (f"; {hint}" if hint else f" of: {', '.join(known)}"),
        )

    def _unnamed(
        self, state: State, decision: Decision, words: list[str], text: str
    ) -> Iterator[Move]:
        if not words or any(word not in self._cell_of for word in words):
            return
        for name in decision.actions:
            if len(self._rules.actions[name].operands) == len(words):
                yield self._action_from(state, name, words, text)

    def _action_from(self, state: State, name: str, words: list[str], text: str) -> Move:
        operands = self._rules.actions[name].operands
        if len(words) != len(operands):
            wanted = ", ".join(operand.name for operand in operands) or "nothing"
            raise self.malformed(text, f"'{name}' needs {wanted}; found {len(words)} value(s)")
        values: list[int] = []
        for operand, word in zip(operands, words, strict=True):
            cell = self._cell_of.get(word)
            if cell is None:
                raise self.malformed(text, f"'{word}' is not a cell of this board")
            if not operand.is_piece:
                values.append(cell)
                continue
            if not state.at[cell]:
                raise self._no_piece(name, word, text)
            values.append(state.at[cell][0])
        return self.action_move(state, name, values)

    def _no_piece(self, action: str, place: str, text: str) -> IllegalMoveError:
        """Return the error for a move that begins where nobody stands."""
        bound = self._rules.actions[action]
        message = f"nothing stands on {place}"
        reason = Reason("move/no-piece", message, bound.clauses[:1], bound.span)
        return IllegalMoveError(reason.code, message, move=text, position="", reasons=(reason,))

    def malformed(self, text: str, message: str) -> InvalidMoveError:
        """Return the error for a text that is no move."""
        return InvalidMoveError("move/malformed", message, move=text, position="")
