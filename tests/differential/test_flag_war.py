"""Commander's Flag War once more, in plain Python, and rounds in which ruleset and twin agree.

The twin uses nothing of the engine, and of the ruleset only the names of its flags. Its cells
are (row, column) with row 0 at the top; a piece in jail has no cell.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

import pytest

from ruleengine import Game, load
from ruleengine.game.position import Position

Cell: TypeAlias = tuple[int, int]
Flags: TypeAlias = Mapping[str, object]

SIDES = ("blue", "red")
NAMES = tuple(f"{side}{number}" for side in SIDES for number in (1, 2, 3))
HOME: dict[str, Cell] = {
    f"{side}{number}": (row, 3 + number)
    for side, row in (("blue", 9), ("red", 1))
    for number in (1, 2, 3)
}
FLAG: dict[str, Cell] = {"blue": (10, 5), "red": (0, 5)}
LAST, MIDDLE = 10, 5


def side_of(name: str) -> str:
    return name.rstrip("123")


def enemy_of(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def land_of(cell: Cell) -> str | None:
    if cell[0] == MIDDLE:
        return None
    return "blue" if cell[0] > MIDDLE else "red"


@dataclass
class Round:
    """One round: where everybody stands, and what becomes of it."""

    flags: Flags
    cell: dict[str, Cell | None]
    key: Cell | None
    draw: Callable[[list[Cell]], Cell]
    aim: dict[str, Cell] = field(default_factory=dict)
    caught: set[str] = field(default_factory=set)
    arrived: set[str] = field(default_factory=set)
    took_flag: set[str] = field(default_factory=set)
    winner: str | None = None  # a side, or "draw"

    def free(self) -> list[str]:
        return [name for name in NAMES if self.cell[name] is not None]

    def on(self, cell: Cell) -> list[str]:
        return [name for name in NAMES if self.cell[name] == cell]

    def play(self, orders: Mapping[str, Cell]) -> None:
        self.aim = dict(orders)
        if self.flags["key_timing"] == "start_of_next_round":
            self.lay_key()
        self.set_targets()
        rushed = [n for n in self.free() if self.aim[n] == self.key and self.moves(n)]
        if self.flags["flag_capture"] and self.flags["flag_vs_collision"] == "capture_first":
            self.took_flag = {side_of(n) for n in self.free() if self.moves(n) and self.raids(n)}
        self.settle()
        for name in self.free():
            if self.moves(name):
                self.cell[name] = self.aim[name]
                self.arrived.add(name)
        takers = [n for n in self.free() if n in self.arrived and self.cell[n] == self.key]
        if len(takers) == 1:
            self.rescue(takers[0])
        elif rushed and self.flags["key_contested"] == "key_moves":
            self.key = None
        self.judge()
        if self.winner is None and self.flags["key_timing"] == "end_of_round":
            self.lay_key()

    def moves(self, name: str) -> bool:
        return self.aim[name] != self.cell[name]

    def raids(self, name: str) -> bool:
        return self.aim[name] == FLAG[enemy_of(side_of(name))]

    def set_targets(self) -> None:
        for name in self.free():
            cell = self.cell[name]
            assert cell is not None
            self.aim.setdefault(name, cell)
        self.aim = {name: self.aim[name] for name in self.free()}
        if self.flags["pass_through"] == "moving_only":  # noqa: S105 - a flag, not a password
            walls = {self.cell[n] for n in self.free() if not self.moves(n)}
            self.aim = {name: self.stopped(name, walls) for name in self.free()}
        if self.flags["own_flag_cell"] != "allowed":
            for name in self.free():
                if self.aim[name] == FLAG[side_of(name)]:
                    self.stay(name)

    def stopped(self, name: str, walls: set[Cell | None]) -> Cell:
        here, goal = self.cell[name], self.aim[name]
        assert here is not None
        while here != goal:
            ahead = (here[0] + _sign(goal[0] - here[0]), here[1] + _sign(goal[1] - here[1]))
            if ahead in walls and ahead != goal:
                return here
            here = ahead
        return goal

    def stay(self, name: str) -> None:
        cell = self.cell[name]
        assert cell is not None
        self.aim[name] = cell

    def clash(self, one: str, other: str) -> bool:
        if one == other or self.aim[one] != self.aim[other]:
            return False
        moving = self.moves(one) + self.moves(other)
        return moving == 2 or (moving == 1 and bool(self.flags["stationary_collides"]))

    def is_jailed_by(self, one: str, other: str) -> bool:
        if side_of(one) == side_of(other):
            return False
        land = land_of(self.aim[one])
        if land is not None:
            return land != side_of(one)
        if self.moves(one) and self.moves(other):
            return True
        losers = {"arriver_jailed": self.moves(one), "stander_jailed": not self.moves(one)}
        return losers.get(str(self.flags["neutral_stationary"]), True)

    def settle(self) -> None:
        while True:
            here = self.free()
            back = {
                one
                for one in here
                for other in here
                if self.clash(one, other) and side_of(one) == side_of(other) and self.moves(one)
            }
            left = here
            if self.flags["multi_collision"] == "bounce_first":
                left = [name for name in here if name not in back]
            jailed = {
                one
                for one in left
                for other in left
                if self.clash(one, other) and self.is_jailed_by(one, other)
            }
            for name in jailed:
                self.jail(name)
            for name in back - jailed:
                self.stay(name)
            if not (back or jailed) or self.flags["bounce_chain"] == "no_recheck":
                return

    def jail(self, name: str) -> None:
        self.cell[name] = None
        self.aim.pop(name, None)
        self.caught.add(name)

    def rescue(self, taker: str) -> None:
        side = side_of(taker)
        freed = [n for n in NAMES if side_of(n) == side and self.cell[n] is None]
        if self.flags["rescue_scope"] == "before_this_round":
            freed = [name for name in freed if name not in self.caught]
        if not freed and self.flags["key_no_prisoners"] == "ignored":
            return
        self.key = None
        if not freed and self.flags["key_no_prisoners"] == "consume_only":
            return
        match self.flags["rescue_occupied_home"]:
            case "resolve_as_collision":
                self.crowd_home(sorted([taker, *freed]))
            case "stay_jailed":
                for name in (taker, *freed):
                    if not self.on(HOME[name]):
                        self.send_home(name, HOME[name])
            case _:
                self.push_home([taker, *freed])

    def send_home(self, name: str, cell: Cell) -> None:
        self.cell[name] = cell
        self.aim.pop(name, None)

    def crowd_home(self, coming: list[str]) -> None:
        side = side_of(coming[0])
        stays = [n for n in self.free() if side_of(n) == side and n not in coming]
        taken = {self.cell[name] for name in stays}
        place = {name: HOME[name] for name in coming if HOME[name] not in taken}
        for name in coming:
            if name not in place:
                cells = sorted(HOME[n] for n in NAMES if side_of(n) == side)
                place[name] = next(c for c in cells if c not in taken and c not in place.values())
        for name, cell in place.items():
            for foe in self.on(cell):
                if side_of(foe) != side:
                    self.jail(foe)
            self.send_home(name, cell)

    def push_home(self, coming: list[str]) -> None:
        while coming:
            name = coming.pop()
            guests = [n for n in self.on(HOME[name]) if n != name and HOME[n] != HOME[name]]
            self.send_home(name, HOME[name])
            coming += [guest for guest in guests if guest not in coming]

    def judge(self) -> None:
        if self.flags["flag_capture"] and self.flags["flag_vs_collision"] == "collision_first":
            self.took_flag = {
                side_of(n) for n in self.arrived if self.cell[n] == FLAG[enemy_of(side_of(n))]
            }
        swept = set()
        if self.flags["elimination_win"]:
            out = [s for s in SIDES if not any(side_of(name) == s for name in self.free())]
            swept = {enemy_of(side) for side in out}
        winners = self.took_flag | swept
        if self.flags["simultaneous_win"] == "flag_over_elimination" and self.took_flag:
            winners = self.took_flag
        if winners:
            self.winner = next(iter(winners)) if len(winners) == 1 else "draw"

    def lay_key(self) -> None:
        while self.key is None and len(self.free()) < len(NAMES):
            row = [(MIDDLE, column) for column in range(LAST + 1)]
            if self.flags["key_spawn_cells"] == "unoccupied_neutral":
                row = [cell for cell in row if not self.on(cell)]
            self.key = self.draw(row)
            if self.flags["key_under_piece"] == "collect" and len(self.on(self.key)) == 1:
                self.rescue(self.on(self.key)[0])


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


ROUNDS = 40
VALUES: dict[str, tuple[object, ...]] = {
    "pass_through": ("all", "moving_only"),
    "own_flag_cell": ("allowed", "bounce", "reject"),
    "stationary_collides": (True, False),
    "neutral_stationary": ("both_jailed", "arriver_jailed", "stander_jailed"),
    "multi_collision": ("jail_over_bounce", "bounce_first"),
    "bounce_chain": ("cascade", "no_recheck"),
    "key_spawn_cells": ("unoccupied_neutral", "any_neutral"),
    "key_under_piece": ("no_effect", "collect"),
    "key_timing": ("end_of_round", "start_of_next_round"),
    "key_no_prisoners": ("consume_and_reset", "consume_only", "ignored"),
    "key_contested": ("key_stays", "key_moves"),
    "rescue_scope": ("includes_this_round", "before_this_round"),
    "rescue_occupied_home": ("resolve_as_collision", "stay_jailed", "displace"),
    "flag_capture": (True, False),
    "flag_vs_collision": ("collision_first", "capture_first"),
    "elimination_win": (True, False),
    "simultaneous_win": ("draw", "flag_over_elimination"),
}
"""The flags that decide what becomes of orders; the first value is the default."""


def setting(number: int) -> Flags:
    """Return the defaults first, then one flag changed at a time, then any mixture."""
    flags = {name: values[0] for name, values in VALUES.items()}
    changes = [(name, value) for name, values in VALUES.items() for value in values[1:]]
    if 0 < number <= len(changes):
        name, value = changes[number - 1]
        flags[name] = value
    elif number > 0:
        rng = random.Random(number)  # noqa: S311 - nothing to keep secret
        flags = {name: rng.choice(values) for name, values in VALUES.items()}
    if flags["key_under_piece"] == "collect":
        flags["key_spawn_cells"] = "any_neutral"
    return flags


@cache
def game_of(number: int) -> Game:
    changed = {name: v for name, v in setting(number).items() if v != VALUES[name][0]}
    return load("flag_war", changed)


def cell_name(cell: Cell) -> str:
    row, column = cell
    return f"{'abcdefghijk'[column]}{LAST + 1 - row}"


def crowd(rng: random.Random) -> tuple[dict[str, Cell | None], Cell | None]:
    """Return a position in which many can meet: few columns, some prisoners, perhaps a key."""
    columns = rng.sample(range(LAST + 1), 4)
    cells = [(row, column) for row in range(LAST + 1) for column in columns]
    likely = [*HOME.values(), *FLAG.values(), *((MIDDLE, column) for column in columns)]
    placed: dict[str, Cell | None] = dict.fromkeys(NAMES)
    for name in NAMES:
        if rng.random() < 0.75:
            spots = likely if rng.random() < 0.4 else cells
            placed[name] = rng.choice([c for c in spots if c not in placed.values()])
    for side in SIDES:  # nobody has lost yet
        if all(placed[name] is None for name in NAMES if side_of(name) == side):
            placed[f"{side}2"] = next(cell for cell in cells if cell not in placed.values())
    key = (MIDDLE, rng.choice(columns)) if None in placed.values() and rng.random() < 0.8 else None
    return placed, key


def orders_in(round_: Round, rng: random.Random) -> dict[str, Cell]:
    """Return targets for some pieces, mostly where others are or go."""
    goals: list[Cell] = [c for c in round_.cell.values() if c is not None]
    goals += [*FLAG.values(), *([round_.key] * 3 if round_.key is not None else [])]
    orders: dict[str, Cell] = {}
    for name in round_.free():
        here = round_.cell[name]
        assert here is not None
        line = [(here[0], c) for c in range(LAST + 1)] + [(r, here[1]) for r in range(LAST + 1)]
        wanted = [cell for cell in line if cell in goals] or line
        if rng.random() < 0.8:
            goal = rng.choice(wanted if rng.random() < 0.7 else line)
            if goal == FLAG[side_of(name)] and round_.flags["own_flag_cell"] == "reject":
                continue
            orders[name] = goal
            goals.append(goal)
    return orders


def played(
    position: Position, orders: dict[str, Cell], rng: random.Random
) -> tuple[Position, list[tuple[list[str], str]]]:
    """Return the position after a round, and what chance was offered and did."""
    drawn: list[tuple[list[str], str]] = []

    def let_fall() -> None:
        nonlocal position
        while position.chance is not None:
            options = [outcome.text.removeprefix("spot ") for outcome in position.chance]
            drawn.append((options, rng.choice(options)))
            position = position.play(f"spot {drawn[-1][1]}")

    for seat, side in (("A", "blue"), ("B", "red")):
        for name, goal in orders.items():
            if side_of(name) == side:
                position = position.play(f"order {name}-{cell_name(goal)}", seat)
        position = position.play("commit", seat)
    let_fall()
    return position, drawn


def shown(position: Position) -> dict[str, str]:
    view = position.view("A")
    places = {str(piece.name): piece.place for piece in view.pieces}
    return {**places, "key": str(view.marks["key"])}


def expected(round_: Round) -> dict[str, str]:
    places = {
        name: f"jail.{side_of(name)}" if cell is None else cell_name(cell)
        for name, cell in round_.cell.items()
    }
    return {**places, "key": "None" if round_.key is None else cell_name(round_.key)}


@pytest.mark.parametrize("number", range(60))
def test_ruleset_and_twin_agree(number: int) -> None:
    game, flags = game_of(number), setting(number)
    rng = random.Random(1000 + number)  # noqa: S311 - nothing to keep secret
    for trial in range(ROUNDS):
        placed, key = crowd(rng)
        pieces = {
            name: f"jail.{side_of(name)}" if cell is None else cell_name(cell)
            for name, cell in placed.items()
        }
        marks = {} if key is None else {"key": cell_name(key)}
        position = game.position(pieces=pieces, marks=marks)
        twin = Round(flags, dict(placed), key, lambda cells: cells[0])
        orders = orders_in(twin, rng)
        told = f"trial {trial}: {pieces}, {marks}, orders {orders}, flags {flags}"
        after, drawn = played(position, orders, rng)
        results = iter(drawn)

        def draw(cells: list[Cell]) -> Cell:
            options, result = next(results)  # noqa: B023 - called within this round only
            assert options == [cell_name(cell) for cell in cells], told  # noqa: B023
            return next(cell for cell in cells if cell_name(cell) == result)

        twin.draw = draw
        twin.play(orders)
        assert shown(after) == expected(twin), told
        assert next(results, None) is None, told
        outcome = after.outcome
        winner = None if outcome is None else outcome.winner or "draw"
        assert winner == twin.winner, told
