"""Stable numbers for moves: every move that the board's geometry allows has one.

Actions come first, in the order of the file, each with its operands in the order of cells;
then the answers to choices. Numbers depend on the rules alone, never on a position.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ruleengine.errors import InternalError
from ruleengine.game.moves.moves import Move
from ruleengine.game.moves.notation import COMMIT, DECLINE, PASS
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.operands.operand import Candidate, Operand
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.steps.decisions import Choose
from ruleengine.pipeline.steps.submission import Submit
from ruleengine.resolve.telling import NUMBERED, Telling

_WHICH: Final = re.compile(rf"{NUMBERED}([0-9]+)")


class MoveIds:
    """The numbering of one ruleset."""

    def __init__(self, rules: Rules) -> None:
        self._places = rules.grid.places
        self._actions = rules.actions
        self._most_alike = rules.most_alike
        texts = [
            _text(name, values) for name in rules.actions for values in self.combinations(name)
        ]
        texts.append(PASS)
        if any(isinstance(step, Submit) for block in rules.blocks for step in block.steps):
            texts.append(COMMIT)
        for block in rules.blocks:
            for step in block.steps:
                if isinstance(step, Choose) and not step.by_chance:
                    texts += [f"{step.name} {option}" for option in self._options(step, rules)]
        self._texts = tuple(dict.fromkeys(texts))
        self._numbers = {text: number for number, text in enumerate(self._texts)}

    def _options(self, step: Choose, rules: Rules) -> tuple[str, ...]:
        names = rules.names
        words = {"seat": names.seats, "side": names.sides, "color": names.colors}
        if step.what == "number":
            options = tuple(map(str, step.numbers))
        else:
            is_piece = step.what == "piece"
            places = piece_places(rules, step.telling) if is_piece else self._places
            options = step.words or words.get(step.what, places)
        return (*options, DECLINE) if step.optional else options

    def __len__(self) -> int:
        return len(self._texts)

    def combinations(self, action: str) -> list[tuple[str | None, ...]]:
        """Return everything that the operands of an action could be, as it is written."""
        found = _combinations(self._actions[action])
        return [tuple(text for text, _ in values) for values in found]

    def find(self, text: str) -> int | None:
        """Return the number of the move with a text, if it is one."""
        return self._numbers.get(text)

    def numbered(self, action: str, values: Sequence[str | None]) -> int:
        """Return the number of an action with operands as they are written."""
        return self._numbers[_text(action, values)]

    def number(self, move: Move) -> int:
        """Return the number of a move."""
        number = self._numbers.get(move.text)
        if number is None and NUMBERED in move.text:
            # Of very many pieces alike on one cell the last of those with numbers stands for more.
            number = self._numbers.get(_WHICH.sub(self._last_alike, move.text))
        if number is None:
            raise InternalError(f"the move '{move.text}' has no number")
        return number

    def _last_alike(self, which: re.Match[str]) -> str:
        return f"{NUMBERED}{min(int(which[1]), self._most_alike)}"

    def text(self, number: int) -> str:
        """Return the text of the move with a number."""
        return self._texts[number]


def piece_places(rules: Rules, telling: Telling) -> tuple[str, ...]:
    """Return every text by which a choice may name a piece."""
    places = rules.grid.places
    beside = [
        text for place in places[rules.num_cells :] for text in rules.beside_texts(place, telling)
    ]
    on_board = [
        text for place in places[: rules.num_cells] for text in rules.shared_texts(place, telling)
    ]
    return tuple(dict.fromkeys([*on_board, *rules.piece_names, *beside]))


def _text(action: str, values: Sequence[str | None]) -> str:
    where = "-".join(text for text in values if text is not None)
    return f"{action} {where}" if where else action


def _combinations(action: BoundAction) -> list[tuple[Candidate, ...]]:
    """Return everything that the operands of an action could be, whatever the position."""
    names = [operand.name for operand in action.operands]
    found: list[tuple[Candidate, ...]] = [()]
    for operand in action.operands:
        found = [
            (*before, value)
            for before in found
            for value in _candidates(operand, dict(zip(names, before, strict=False)))
        ]
    return found


def _candidates(operand: Operand, before: Mapping[str, Candidate]) -> Sequence[Candidate]:
    if operand.named == "never":
        return [(None, None)]
    return operand.candidates({name: cell for name, (_, cell) in before.items()})
