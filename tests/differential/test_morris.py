"""Nine Men's Morris against plain Python, which knows the mills by heart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from ruleengine import load

MILLS = [
    line.split()
    for line in """\
a7 d7 g7
b6 d6 f6
c5 d5 e5
a4 b4 c4
e4 f4 g4
c3 d3 e3
b2 d2 f2
a1 d1 g1
a7 a4 a1
b6 b4 b2
c5 c4 c3
d7 d6 d5
d3 d2 d1
e5 e4 e3
f6 f4 f2
g7 g4 g1""".splitlines()
]
POINTS = sorted({point for mill in MILLS for point in mill})


def joined(one: str, two: str) -> bool:
    lines = [mill for mill in MILLS if one in mill and two in mill]
    return any(abs(mill.index(one) - mill.index(two)) == 1 for mill in lines)


@dataclass(frozen=True)
class Mills:
    flying: str = "with_three"
    in_mills: str = "as_last"
    stuck: str = "loses"
    quiet_moves: int = 100
    men: dict[str, str] = field(default_factory=dict)
    placed: int = 0
    mover: str = "white"
    takes: bool = False
    quiet: int = 0
    seen: tuple[object, ...] = ()
    winner: str | None = None

    @property
    def other(self) -> str:
        return "black" if self.mover == "white" else "white"

    def count(self, side: str) -> int:
        return sum(owner == side for owner in self.men.values())

    def is_in_mill(self, point: str) -> bool:
        side = self.men[point]
        return any(all(self.men.get(p) == side for p in mill) for mill in MILLS if point in mill)

    def pieces(self) -> dict[str, tuple[str, str]]:
        in_hand = {"white": 9 - (self.placed + 1) // 2, "black": 9 - self.placed // 2}
        hands = {f"hand.{side}": (side, "man") for side, left in in_hand.items() if left}
        return {point: (side, "man") for point, side in self.men.items()} | hands

    def result(self) -> str | None:
        return self.winner

    def victims(self) -> list[str]:
        own = [point for point, side in self.men.items() if side == self.other]
        free = [point for point in own if not self.is_in_mill(point)]
        return (
            own if self.in_mills == "always" or (not free and self.in_mills == "as_last") else free
        )

    def ways(self) -> list[tuple[str, str]]:
        flies = self.flying == "with_three" and self.count(self.mover) == 3
        return [
            (point, to)
            for point, side in self.men.items()
            for to in POINTS
            if side == self.mover and to not in self.men and (flies or joined(point, to))
        ]

    def steps(self) -> dict[str, Mills]:
        found: dict[str, Mills] = {}
        for point, to in self.ways():
            men = {p: side for p, side in self.men.items() if p != point}
            after = replace(self, men={**men, to: self.mover}, quiet=self.quiet + 1)
            found[f"move {point}-{to}"] = after.closed(to)
        return found

    def closed(self, point: str) -> Mills:
        """Return what comes after a man has come to a point."""
        if not self.is_in_mill(point):
            return self.handed_on()
        closed = replace(self, quiet=0)
        return replace(closed, takes=True) if closed.victims() else closed.handed_on()

    def handed_on(self) -> Mills:
        """Return what the other side finds, and how the game ends if it does."""
        after = replace(self, mover=self.other, takes=False)
        if after.placed < 18:
            return after
        for side in ("white", "black"):
            if after.count(side) < 3:
                return replace(after, winner="black" if side == "white" else "white")
        key = (after.mover, tuple(sorted(after.men.items())))
        after = replace(after, seen=(*after.seen, key))
        if after.seen.count(key) >= 3 or after.quiet >= after.quiet_moves:
            return replace(after, winner="draw")
        if not after.ways():
            lost = replace(after, winner=after.other)
            return lost if after.stuck == "loses" else after.handed_on()
        return after

    def moves(self) -> dict[str, Mills]:
        if self.winner:
            return {}
        if self.takes:
            left = {v: {p: s for p, s in self.men.items() if p != v} for v in self.victims()}
            return {f"take {v}": replace(self, men=men).handed_on() for v, men in left.items()}
        if self.placed == 18:
            return self.steps()
        found: dict[str, Mills] = {}
        for point in (each for each in POINTS if each not in self.men):
            men = {**self.men, point: self.mover}
            found[f"place {point}"] = replace(self, men=men, placed=self.placed + 1).closed(point)
        return found


@pytest.mark.parametrize(
    ("flying", "in_mills", "stuck"),
    [
        ("with_three", "as_last", "loses"),
        ("never", "always", "loses"),
        ("with_three", "never", "passes"),
        ("never", "as_last", "passes"),
    ],
)
def test_morris(flying: str, in_mills: str, stuck: str, compare: Callable[..., int]) -> None:
    flags = {"flying": flying, "men_in_mills": in_mills, "no_move": stuck, "quiet_moves": 50}
    plain = Mills(flying, in_mills, stuck, 50)
    played = [compare(load("morris", flags), plain, seed, plies=400) for seed in range(3)]
    assert min(played) < 400, "no game was played to its end"
