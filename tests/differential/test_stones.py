"""Games in which stones are put: Connect Four, Hex and Go, each against plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import pytest

from ruleengine import load

Square = tuple[int, int]  # column and row, from the bottom left
Stones = dict[Square, str]


def name(square: Square) -> str:
    return f"{'abcdefghijk'[square[0]]}{square[1] + 1}"


@dataclass(frozen=True)
class Drops:
    needed: int
    stones: Stones = field(default_factory=dict)

    @property
    def mover(self) -> str:
        return ("yellow", "red")[len(self.stones) % 2]

    def pieces(self) -> dict[str, tuple[str, str]]:
        return {name(at): (side, "stone") for at, side in self.stones.items()}

    def result(self) -> str | None:
        for (column, row), side in self.stones.items():
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(column + right * n, row + up * n) for n in range(self.needed)]
                if all(self.stones.get(at) == side for at in line):
                    return side
        return "draw" if len(self.stones) == 42 else None

    def moves(self) -> dict[str, Drops]:
        if self.result():
            return {}
        found: dict[str, Drops] = {}
        for column in range(7):
            height = sum(1 for at in self.stones if at[0] == column)
            if height < 6:
                stones = {**self.stones, (column, height): self.mover}
                found[f"drop {name((column, 5))}"] = replace(self, stones=stones)
        return found


@dataclass(frozen=True)
class Chains:
    size: int
    pie_rule: bool
    stones: Stones = field(default_factory=dict)
    turn: int = 1

    def pieces(self) -> dict[str, tuple[str, str]]:
        return {name(at): (side, "stone") for at, side in self.stones.items()}

    def result(self) -> str | None:
        last = self.size - 1
        for side, axis in (("red", 1), ("blue", 0)):
            own = {at for at, owner in self.stones.items() if owner == side}
            seen = {at for at in own if at[axis] == 0}
            ends = list(seen)
            while ends:
                column, row = ends.pop()
                for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)):
                    at = (column + right, row + up)
                    if at in own - seen:
                        seen.add(at)
                        ends.append(at)
            if any(at[axis] == last for at in seen):
                return side
        return None

    def moves(self) -> dict[str, Chains]:
        if self.result():
            return {}
        mover = ("blue", "red")[self.turn % 2]
        found: dict[str, Chains] = {}
        for at in ((column, row) for column in range(self.size) for row in range(self.size)):
            if at not in self.stones:
                stones = {**self.stones, at: mover}
                found[f"put {name(at)}"] = replace(self, stones=stones, turn=self.turn + 1)
        if self.pie_rule and self.turn == 2:
            ((column, row),) = self.stones
            # Mirrored across the diagonal from the top left to the bottom right.
            mirrored = (self.size - 1 - row, self.size - 1 - column)
            found["swap"] = replace(self, stones={mirrored: "blue"}, turn=3)
        return found


@dataclass(frozen=True)
class Ground:
    size: int
    handicap: int
    stones: Stones = field(default_factory=dict)
    mover: str = "black"
    passes: int = 0
    ko: Square | None = None

    def pieces(self) -> dict[str, tuple[str, str]]:
        found = {name(at): (side, "stone") for at, side in self.stones.items()}
        return found | {f"bowl.{side}": (side, "stone") for side in ("black", "white")}

    def near(self, at: Square) -> Iterator[Square]:
        for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if 0 <= at[0] + right < self.size and 0 <= at[1] + up < self.size:
                yield at[0] + right, at[1] + up

    def region(self, stones: Stones, start: Square) -> set[Square]:
        """Return the cells that hang together with one and hold the same."""
        found, ends = {start}, [start]
        while ends:
            for at in self.near(ends.pop()):
                if at not in found and stones.get(at) == stones.get(start):
                    found.add(at)
                    ends.append(at)
        return found

    def lives(self, stones: Stones, start: Square) -> bool:
        return any(
            near not in stones for at in self.region(stones, start) for near in self.near(at)
        )

    def area(self, side: str) -> int:
        total = sum(1 for owner in self.stones.values() if owner == side)
        for at in ((column, row) for column in range(self.size) for row in range(self.size)):
            if at not in self.stones:
                region = self.region(self.stones, at)
                beside = {self.stones.get(near) for cell in region for near in self.near(cell)}
                total += beside - {None} == {side}
        return total

    def result(self) -> str | None:
        if self.passes < 2:
            return None
        ahead = self.area("black") - self.area("white") - self.handicap
        return "draw" if ahead == 0 else "black" if ahead > 0 else "white"

    def moves(self) -> dict[str, Ground]:
        return {text: after.settled() for text, after in self.choices().items()}

    def settled(self) -> Ground:
        """Return where somebody has something to decide: who can only pass is not asked."""
        choices = self.choices()
        return choices["pass"].settled() if list(choices) == ["pass"] else self

    def choices(self) -> dict[str, Ground]:
        if self.result():
            return {}
        other = "white" if self.mover == "black" else "black"
        found = {"pass": replace(self, mover=other, passes=self.passes + 1, ko=None)}
        for at in ((column, row) for column in range(self.size) for row in range(self.size)):
            if at in self.stones:
                continue
            put = {**self.stones, at: self.mover}
            taken = [n for n in put if put[n] == other and not self.lives(put, n)]
            after = {cell: side for cell, side in put.items() if cell not in taken}
            if not self.lives(after, at) or (at == self.ko and len(taken) == 1):
                continue
            ko = taken[0] if len(taken) == 1 else None
            found[f"put {name(at)}"] = replace(self, stones=after, mover=other, passes=0, ko=ko)
        return found


@pytest.mark.parametrize("needed", [3, 4, 5])
def test_connect_four(needed: int, compare: Callable[..., int]) -> None:
    game = load("connect_four", {"needed": needed})
    assert all(compare(game, Drops(needed), seed, plies=60) < 60 for seed in range(12))


@pytest.mark.parametrize(("size", "pie_rule"), [(3, True), (5, True), (6, False)])
def test_hex(size: int, *, pie_rule: bool, compare: Callable[..., int]) -> None:
    game = load("hex", {"size": size, "pie_rule": pie_rule})
    assert all(compare(game, Chains(size, pie_rule), seed, plies=60) < 60 for seed in range(8))


@pytest.mark.parametrize(("size", "handicap"), [(3, 0), (5, 3)])
def test_go(size: int, handicap: int, compare: Callable[..., int]) -> None:
    game = load("go", {"size": size, "handicap": handicap})
    played = [compare(game, Ground(size, handicap), seed, plies=60) for seed in range(5)]
    assert min(played) < 60, "no game was played to its end"
