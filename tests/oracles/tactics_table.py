"""5x5 Tactics written down once more, straight from its rulebook.

The game here tries an order on every unit and looks what is left, where the ruleset has operands
and validators; the two share no code.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TypeVar

Cell = tuple[int, int]
Flags = dict[str, object]
Found = TypeVar("Found")
CELLS = [(row, column) for row in range(5) for column in range(5)]
OUTSIDE = (0, 5)
ROUGH = {(2, 2)}
KINDS = {"s": "soldier", "a": "archer", "k": "knight"}
NAMING = ("inferred_unique", "explicit_unit_id", "inferred_or_explicit")
NAMES = [f"{side}{kind}" for side in ("p1", "p2") for kind in KINDS]
FIGURES = {
    "soldier": {"hp": 3, "damage": 1, "move": 1, "attack": 1},
    "archer": {"hp": 2, "damage": 1, "move": 1, "attack": 2},
    "knight": {"hp": 3, "damage": 1, "move": 2, "attack": 1},
}


@dataclass(eq=False)
class Unit:
    name: str
    cell: Cell
    wounds: int = 0
    lives: bool = True
    done: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.side, self.kind = self.name[:2], KINDS[self.name[2]]


@dataclass(frozen=True)
class Order:
    """What is written on an order; a field that is left blank is None."""

    action: str
    cell: Cell | None = None
    target: str | None = None
    unit: str | None = None


class RefusedError(Exception):
    """Why an order is not carried out."""


def refuse(holds: object, why: str) -> None:
    if holds:
        raise RefusedError(why)


@dataclass
class Table:
    flags: Flags
    units: dict[str, Unit]
    mover: str = "p1"
    turn: int = 1
    orders: int = 0
    done: set[str] = field(default_factory=set)
    result: str | None = None
    figures: dict[str, dict[str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.figures = copy.deepcopy(FIGURES)
        for name, figure in dict(self.flags["unit_types"]).items():  # type: ignore[call-overload]
            kind, what = name.split("_")
            self.figures[kind][what] = figure

    def has(self, flag: str, *values: object) -> bool:
        return self.flags[flag] in values

    def number(self, flag: str, name: str) -> int:
        return int(dict(self.flags[flag]).get(name, 1))  # type: ignore[call-overload]

    def own(self) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.side == self.mover and unit.lives]

    def on(self, cell: Cell) -> Unit | None:
        lying = self.has("corpses", "block_tile")
        here = (u for u in self.units.values() if u.cell == cell and (u.lives or lying))
        return next(here, None)

    def can_move(self, unit: Unit, to: Cell) -> bool:
        if not aligned(unit.cell, to) or unit.cell == to or self.on(to) is not None:
            return False
        way = between(unit.cell, to)
        if self.has("move_path", "clear_path") and any(self.on(cell) for cell in way):
            return False
        price = sum(
            self.number("move_costs", "rough" if cell in ROUGH else "open") for cell in [*way, to]
        )
        return price <= self.figures[unit.kind]["move"]

    def in_reach(self, unit: Unit, target: Unit) -> bool:
        """Return whether only the line may be wrong."""
        away = distance(unit.cell, target.cell)
        next_to_it = self.has("attack_adjacency", "adjacent")
        if next_to_it and away > 1:
            return False
        nearest = self.number("min_attack_range", unit.kind)
        if not nearest <= away <= self.figures[unit.kind]["attack"]:
            return False
        way = between(unit.cell, target.cell) if aligned(unit.cell, target.cell) else []
        living = {each.cell for each in self.units.values() if each.lives and each is not unit}
        return self.has("line_of_sight", "unblocked") or not living & set(way)

    def in_line(self, unit: Unit, target: Unit) -> bool:
        return self.has("attack_geometry", "manhattan_diamond") or aligned(unit.cell, target.cell)

    def carry_out(self, order: Order) -> None:
        """Do what an order says; RefusedError when it cannot be done, and nothing has changed."""
        getattr(self, order.action)(order)

    def end_turn(self, order: Order) -> None:
        refuse(
            self.flags["strict_fields"] and (order.cell, order.target, order.unit) != (None,) * 3,
            "extra",
        )
        refuse(not self.flags["end_turn_idle"] and not self.orders and self.can_act(), "idle")
        self.pass_on()

    def move(self, order: Order) -> None:
        to, unit = self.read(order, "mover_resolution")
        self.refuse_tile(to)
        self.refuse_budget("moves", unit)
        ready = [one for one in self.asked(unit) if not self.spent(one, "moves")]
        mover = self.only([one for one in ready if self.can_move(one, to)], unit)
        mover.cell = to
        mover.done.add("moves")
        self.done.add("moves")
        self.go_on()

    def attack(self, order: Order) -> None:
        place, unit = self.read(order, "attacker_resolution")
        target = self.target_of(order)
        refuse(place != target.cell, "elsewhere")
        self.refuse_budget("attacks", unit)
        ready = [one for one in self.asked(unit) if not self.spent(one, "attacks")]
        able = [one for one in ready if self.is_striker(one, target, unit)]
        striker = self.only(able, unit)
        refuse(not self.in_line(striker, target), "diagonal")
        self.strike(striker, target)
        striker.done.add("attacks")
        self.done.add("attacks")
        self.go_on()

    def move_and_attack(self, order: Order) -> None:
        place, unit = self.read(order, "mover_resolution")
        target = self.target_of(order)
        goals = [place]
        if self.has("maa_position", "target_tile"):
            refuse(place != target.cell, "elsewhere")
            goals = CELLS
        else:
            self.refuse_tile(place)
        if self.has("maa_budget", "needs_full_budget"):
            self.refuse_budget("both", unit)
        named = unit if len(goals) == 1 else None
        mover, to = self.only(list(self.ways(unit, goals, target)), named)
        with self.standing(mover, to):
            striker = mover
            if self.has("maa_attacker", "any_unique_after_move"):
                able = [one for one in self.fresh() if self.is_striker(one, target, None)]
                striker = self.only(able, None)
            refuse(not self.in_line(striker, target), "diagonal")
        mover.cell = to
        self.strike(striker, target)
        self.judge()
        self.pass_on()

    def ways(
        self, unit: Unit | None, goals: list[Cell], target: Unit
    ) -> Iterator[tuple[Unit, Cell]]:
        """Give every unit with the tile it could go to, as far as they count at all."""
        lone = self.has("maa_attacker", "mover")
        for one, to in product(self.asked(unit), goals):
            full = self.has("maa_budget", "always_allowed") or not self.spent(one, "both")
            if not full or not self.can_move(one, to):
                continue
            with self.standing(one, to):
                if lone:  # with a named unit, the line is looked at later; not to find its tile
                    counts = self.is_striker(one, target, unit if len(goals) == 1 else None)
                elif len(goals) > 1:
                    able = [one for one in self.fresh() if self.is_striker(one, target, None)]
                    counts = len(able) == 1 and self.in_line(able[0], target)
                else:
                    counts = True
            if counts:
                yield one, to

    def fresh(self) -> list[Unit]:
        """Return the units that may strike after a move of another one."""
        free = self.has("maa_budget", "always_allowed")
        return [one for one in self.own() if free or not self.spent(one, "attacks")]

    @contextmanager
    def standing(self, unit: Unit, cell: Cell) -> Iterator[None]:
        """Look at the position in which a unit stands elsewhere."""
        before, unit.cell = unit.cell, cell
        yield
        unit.cell = before

    def read(self, order: Order, naming: str) -> tuple[Cell, Unit | None]:
        """Return the tile and the unit, if the order names one."""
        needed: list[object] = [order.cell]
        needed += [order.target] if order.action != "move" else []
        needed += [order.unit] if self.has(naming, "explicit_unit_id") else []
        too_much = [order.target] if order.action == "move" else []
        too_much += [order.unit] if self.has(naming, "inferred_unique") else []
        refuse(self.flags["strict_fields"] and any(too_much), "extra")
        refuse(None in needed, "missing")
        assert order.cell is not None
        if order.unit is None or self.has(naming, "inferred_unique"):
            return order.cell, None
        unit = self.units[order.unit]
        refuse(unit.side != self.mover, "not_owned")
        refuse(not unit.lives, "dead")
        return order.cell, unit

    def target_of(self, order: Order) -> Unit:
        refuse(order.target not in self.units, "nobody")
        assert order.target is not None
        target = self.units[order.target]
        refuse(not target.lives, "target_dead")
        refuse(target.side == self.mover, "target_friendly")
        refuse(order.cell not in CELLS, "outside")
        return target

    def refuse_tile(self, to: Cell) -> None:
        refuse(to not in CELLS, "outside")
        refuse(self.on(to) is not None, "occupied")

    def refuse_budget(self, what: str, unit: Unit | None) -> None:
        wanted = {"moves", "attacks"} if what == "both" else {what}
        refuse(self.has("turn_budget", "one_move_one_attack") and wanted & self.done, "budget")
        refuse(unit is not None and self.spent(unit, what), "budget")

    def spent(self, unit: Unit, what: str) -> bool:
        wanted = {"moves", "attacks"} if what == "both" else {what}
        return self.has("turn_budget", "per_unit") and bool(wanted & unit.done)

    def asked(self, unit: Unit | None) -> list[Unit]:
        return self.own() if unit is None else [unit]

    def is_striker(self, one: Unit, target: Unit, named: Unit | None) -> bool:
        """Return whether a unit counts; of one that is named, the line is looked at later."""
        loose = named is not None or self.has("inference_alignment", "manhattan_only")
        return self.in_reach(one, target) and (loose or self.in_line(one, target))

    def only(self, found: list[Found], named: Unit | None) -> Found:
        refuse(not found, "none" if named is None else "named")
        refuse(len(found) > 1, "several")
        return found[0]

    def strike(self, striker: Unit, target: Unit) -> None:
        target.wounds += self.figures[striker.kind]["damage"]
        target.lives = target.wounds < self.figures[target.kind]["hp"]

    def judge(self) -> None:
        for side, enemy in (("p1", "p2"), ("p2", "p1")):
            army = [unit for unit in self.units.values() if unit.side == side]
            fallen = self.has("win_condition", "eliminate_leader") and any(
                unit.kind == "archer" and not unit.lives for unit in army
            )
            if fallen or not any(unit.lives for unit in army):
                self.result = enemy

    def go_on(self) -> None:
        self.orders += 1
        self.judge()
        if self.has("turn_budget", "one_action"):
            self.pass_on()
        elif self.flags["auto_end_turn"] and not self.has("turn_budget", "unlimited"):
            over = self.done == {"moves", "attacks"}
            if over if self.has("turn_budget", "one_move_one_attack") else not self.can_act():
                self.pass_on()

    def pass_on(self) -> None:
        if self.result is not None:
            return
        if self.flags["max_turns"] == self.turn:
            self.result = "draw"
            return
        self.turn += 1
        self.orders = 0
        self.done = set()
        self.mover = "p1" if self.mover == "p2" else "p2"
        for unit in self.units.values():
            unit.done = set()

    def can_act(self) -> bool:
        return next(self.legal(), None) is not None

    def legal(self) -> Iterator[Order]:
        """Give every order that would be carried out; one that may name its unit names it."""
        names: list[str | None] = [*self.units]
        movers = [None] if self.has("mover_resolution", NAMING[0]) else names
        strikers = [None] if self.has("attacker_resolution", NAMING[0]) else names
        tried = [Order("move", to, None, name) for to, name in product(CELLS, movers)]
        foes = product(self.units.values(), strikers)
        tried += [Order("attack", foe.cell, foe.name, name) for foe, name in foes]
        ways = product(CELLS, self.units, movers)
        tried += [Order("move_and_attack", *each) for each in ways]
        for order in tried:
            try:
                self.twin().carry_out(order)
            except RefusedError:
                continue
            yield order

    def twin(self) -> Table:
        """Return a table to try something on, at which nobody asks what else could be done."""
        flags = {**self.flags, "auto_end_turn": False}
        units = {name: replace(unit, done=set(unit.done)) for name, unit in self.units.items()}
        return replace(self, flags=flags, units=units, done=set(self.done))


def aligned(one: Cell, other: Cell) -> bool:
    return one[0] == other[0] or one[1] == other[1]


def distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def between(one: Cell, other: Cell) -> list[Cell]:
    """Return the cells strictly between two cells of a row or column."""
    inner = [cell for cell in CELLS if cell not in {one, other}]
    return [c for c in inner if distance(one, c) + distance(c, other) == distance(one, other)]
