"""From texts to moves: what a player writes, legal or not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ruleengine.errors import IllegalMoveError, InvalidMoveError, Reason
from ruleengine.expressions.problems import did_you_mean
from ruleengine.game.moves import Move
from ruleengine.game.notation import COMMIT, DECLINE, PASS, Notation
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.flow import Decision
from ruleengine.pipeline.operands import Operand, OperandValue
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Env, State
from ruleengine.schema.fields import parse_cell

_BETWEEN_WORDS: Final = re.compile(r"[\s,]+|(?<=\w)-(?=[\w-])")
_TAKES: Final = re.compile(r"(?<=[0-9])x(?=[a-z])")
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")


class Reader:
    """Reads the moves of one ruleset."""

    def __init__(self, rules: Rules, notation: Notation) -> None:
        self._rules = rules
        self._notation = notation
        self._cell_of = {name: cell for cell, name in enumerate(rules.grid.places)}
        self._kind_of = {name: kind for kind, name in enumerate(rules.names.kinds)}
        self._slot_of = {name: slot for slot, name in enumerate(rules.piece_names)}
        self._words = {
            *self._slot_of,
            *self._cell_of,
            *self._kind_of,
            *rules.actions,
            *(w for a in rules.actions.values() for o in a.operands for w in o.words),
        }

    def read_action(self, state: State, decision: Decision, text: str) -> list[Move]:
        """Return the moves that a text can mean: one, or several when the action is left out.

        Values need not be legal, and some may be missing; `why` says what is against the move.
        """
        words = self._split(text)
        if words == [PASS] and decision.optional:
            return [self._notation.pass_move()]
        if words == [COMMIT] and decision.commits:
            return [self._notation.commit_move()]
        if words and words[0] in self._rules.actions:
            return [self._named(state, decision, words, text)]
        moves = list(self._unnamed(state, decision, words, text))
        if moves:
            return moves
        known = [*decision.actions, *([COMMIT] if decision.commits else [])]
        hint = did_you_mean(words[0] if words else "", known)
        raise malformed(
            text,
            f"'{text}' names no action" + (f"; {hint}" if hint else f" of: {', '.join(known)}"),
        )

    def read_choice(
        self, state: State, decision: Decision, options: Sequence[Move], text: str
    ) -> Move | None:
        """Return the option that a text means; a piece with a name may be named by its cell."""
        words = text.split()
        if words and words[0] == decision.name:
            words = words[1:]
        for option in options:
            if words == [option.text.split()[-1]]:
                return option
        if decision.what == "piece" and len(words) == 1 and words[0] in self._cell_of:
            here = state.at[self._cell_of[words[0]]]
            meant = [option for option in options if option.values[0] in here]
            return meant[0] if len(meant) == 1 else None
        return None

    def _split(self, text: str) -> list[str]:
        """Return the words of a text; `a3xb4` is two, unless something is called so."""
        return [
            word
            for part in _BETWEEN_WORDS.split(text.strip())
            for word in ([part] if part in self._words else _TAKES.split(part))
            if word
        ]

    def _named(self, state: State, decision: Decision, words: list[str], text: str) -> Move:
        action = self._rules.actions[words[0]]
        values, rest = self._values(state, action, words[1:], text)
        if rest and action.name in decision.actions:
            raise self._extra(action, rest, text)
        return self._move(state, action, values, text)

    def _unnamed(
        self, state: State, decision: Decision, words: list[str], text: str
    ) -> Iterator[Move]:
        if not words:
            return
        for name in decision.actions:
            action = self._rules.actions[name]
            try:
                values, rest = self._values(state, action, words, text)
            except InvalidMoveError:
                continue
            if not rest and sum(value is not None for value in values) == len(words):
                yield self._move(state, action, values, text)

    def _values(
        self, state: State, action: BoundAction, words: Sequence[str], text: str
    ) -> tuple[list[OperandValue], list[str]]:
        """Return a value for each operand, and the words that are left over."""
        rest = list(words)
        env: Env = {}
        values: list[OperandValue] = []
        for operand in action.operands:
            value: OperandValue = None
            known = operand.reads <= env.keys()
            if rest and not (known and not operand.applies(state, env)):
                word = rest.pop(0)
                value = None if word == DECLINE else self._value(state, operand, word, text)
            values.append(value)
            if isinstance(value, int) or operand.what == "word" or value is None:
                env[operand.name] = value
        return values, rest

    def _value(self, state: State, operand: Operand, word: str, text: str) -> OperandValue:
        """Return what a word means as the value of an operand.

        What could be meant but is not there stays a text, which the operand refuses.
        """
        match operand.what:
            case "piece" | "cell":
                return self._place(state, operand, word, text)
            case "kind" if word in self._kind_of:
                return self._kind_of[word]
            case "number" if _NUMBER.fullmatch(word):
                return int(word)
            case "word" if word in operand.words:
                return word
            case what:
                known = self._kind_of if what == "kind" else operand.words
                hint = did_you_mean(word, known)
                message = f"'{word}' is no {what} that {operand.name} could be"
                raise malformed(text, message + (f"; {hint}" if hint else ""))

    def _place(self, state: State, operand: Operand, word: str, text: str) -> OperandValue:
        if operand.what == "piece" and word in self._slot_of:
            return self._slot_of[word]
        cell = self._cell_of.get(word)
        if cell is None:
            # Where pieces have names, a word may be the name of a piece that there is not.
            named = self._slot_of and operand.what == "piece"
            if not named and parse_cell(word, self._rules.grid.rows) is None:
                raise malformed(text, f"'{word}' is not a cell of this board")
            return word
        if operand.what == "cell":
            return cell
        here = state.at[cell]
        return here[0] if here else word

    def _move(
        self, state: State, action: BoundAction, values: Sequence[OperandValue], text: str
    ) -> Move:
        if any(
            (isinstance(value, str) and operand.what != "word")
            or (value is None and not operand.is_optional)
            for operand, value in zip(action.operands, values, strict=True)
        ):
            return Move((), text, action.name, tuple(values))
        return self._notation.action_move(state, action.name, values)

    def _extra(self, action: BoundAction, rest: Sequence[str], text: str) -> IllegalMoveError:
        """Return the error for a move that names more than its operands."""
        wanted = ", ".join(operand.name for operand in action.operands) or "nothing"
        beyond = ", ".join(f"'{word}'" for word in rest)
        message = f"'{action.name}' takes {wanted}; {beyond} is too much"
        reason = Reason("move/extra-value", message, action.clauses[:1], action.span)
        return IllegalMoveError(reason.code, message, move=text, position="", reasons=(reason,))


def malformed(text: str, message: str) -> InvalidMoveError:
    """Return the error for a text that is no move."""
    return InvalidMoveError("move/malformed", message, move=text, position="")
