"""How the compiled tier finds the stable number of a move: one table for a whole ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ruleengine.errors import InternalError
from ruleengine.game.notation import COMMIT, DECLINE, PASS
from ruleengine.kernel import stepping
from ruleengine.pipeline.operands import Operand
from ruleengine.program.layout import ABSENT_NUMBER
from ruleengine.program.program import Program, Site

if TYPE_CHECKING:
    from ruleengine.game.game import Game

_MASK: Final = (1 << 64) - 1
_FACTOR: Final = int(stepping.FACTOR)


class NumberTable:
    """The numbers of all moves by a hash of what the machine lists."""

    def __init__(self, game: Game, program: Program) -> None:
        self._game = game
        self._program = program
        self._places = {name: number for number, name in enumerate(game.rules.grid.places)}
        self._named = {name: number for number, name in enumerate(game.rules.piece_names)}
        found: dict[int, int] = {}
        for parts, number in self._all():
            hashed = _hash(parts)
            if found.setdefault(hashed, number) != number:
                raise InternalError("two moves have the same hash")
        size = 1 << max(4, (2 * len(found)).bit_length())
        self.keys = np.zeros(size, dtype=np.uint64)
        self.numbers = np.full(size, -1, dtype=np.int32)
        for hashed, number in found.items():
            place = hashed & (size - 1)
            while self.numbers[place] >= 0:
                place = (place + 1) & (size - 1)
            self.keys[place], self.numbers[place] = hashed, number
        self.pass_id = self._number(PASS)
        commit = game.move_ids.find(COMMIT)
        self.commit_id = -1 if commit is None else commit
        self.num_operands = max((len(each) for each in program.operands), default=0)
        self.kinds = np.array(self._kinds() or [0], dtype=np.int32)

    def _kinds(self) -> list[int]:
        """Return how each operand of each action counts."""
        found: list[int] = []
        for action in self._game.rules.actions.values():
            shapes = [_shape(operand) for operand in action.operands]
            found += shapes + [stepping.SKIPPED] * (self.num_operands - len(shapes))
        return found

    def _all(self) -> Iterator[tuple[list[int], int]]:
        """Yield every move as the machine lists it, with its number."""
        actions = self._game.rules.actions
        for number, (name, action) in enumerate(actions.items()):
            for texts in self._game.move_ids.combinations(name):
                parts = [
                    self._value(operand, text)
                    for operand, text in zip(action.operands, texts, strict=True)
                    if operand.named != "never"
                ]
                yield [number, *parts], self._game.move_ids.numbered(name, texts)
        for number, site in enumerate(self._program.sites):
            if site.kind == "choice":
                for value, text in self._options(site):
                    yield [len(actions) + number, value], self._number(f"{site.name} {text}")

    def _value(self, operand: Operand, text: str | None) -> int:
        if text is None:
            return ABSENT_NUMBER if operand.what == "number" else -1
        match operand.what:
            case "piece" | "cell":
                return self._place(text)
            case "kind":
                return self._game.rules.names.kinds.index(text)
            case "number":
                return int(text)
            case _:
                return self._program.words[text]

    def _place(self, text: str) -> int:
        if text in self._named:
            return len(self._places) + self._named[text]
        return self._places[text]

    def _options(self, site: Site) -> Iterator[tuple[int, str]]:
        names = self._game.rules.names
        if site.optional:
            yield -1, DECLINE
        if site.what in ("piece", "cell"):
            texts = [*self._places, *(self._named if site.what == "piece" else ())]
            yield from ((self._place(text), text) for text in texts)
        elif site.words:
            yield from ((self._program.words[text], text) for text in site.words)
        else:
            lists = {"seat": names.seats, "side": names.sides, "color": names.colors}
            yield from enumerate(lists[site.what])

    def _number(self, text: str) -> int:
        number = self._game.move_ids.find(text)
        if number is None:
            raise InternalError(f"the move '{text}' has no number")
        return number


def _shape(operand: Operand) -> int:
    if operand.named == "never":
        return stepping.SKIPPED
    return stepping.PIECE if operand.what == "piece" else stepping.VALUE


def _hash(parts: Sequence[int]) -> int:
    """Return the same hash as `stepping.with_part` makes of the parts."""
    hashed = 0
    for part in parts:
        mixed = ((hashed + ((part + 2) & 0xFFFFFFFF)) * _FACTOR) & _MASK
        hashed = mixed ^ (mixed >> 32)
    return hashed


def site_table(program: Program) -> Any:  # noqa: ANN401 - an array
    """Return what the stepping code has to know of the sites."""
    kinds = {"act": stepping.ACT, "choice": stepping.CHOICE, "submit": stepping.SUBMIT}
    rows = [
        (
            kinds.get(site.kind, stepping.ACT),
            site.register,
            site.resume,
            lister,
            int(site.optional),
            int(site.secret),
            site.sides,
            site.who,
            int(site.by_seat),
            int(site.what == "piece"),
        )
        for site, lister in zip(program.sites, program.listers, strict=True)
    ]
    return np.array(rows, dtype=np.int32).reshape(-1)
