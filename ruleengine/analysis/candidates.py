"""The moves that geometry and fixed zones leave to an action, whatever stands on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Final, TypeAlias

from ruleengine.analysis.facts import Facts
from ruleengine.analysis.judging import Judge, Judging, World, owner_key
from ruleengine.analysis.static_rules import StaticRule, StaticRules, Way, Ways
from ruleengine.expressions.bounds import Bounds
from ruleengine.expressions.resolved import Lookup, MemberOf, Reference, walk_resolved
from ruleengine.pipeline.geometry import RELATIVE, Geometry, leaps, offsets
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import CellId
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.schema import reach
from ruleengine.schema.expression import Expression
from ruleengine.schema.model import Model
from ruleengine.schema.ruleset import Action
from ruleengine.schema.selectors import CellFilter

Options: TypeAlias = Callable[[World], Iterable[tuple["CellId | None", "Way | None"]]]
"""Cells and the ways to them; no cell for an operand that is none, or that is left out."""

MAX_THROWS: Final = 216
"""More combinations of dice than this are not tried one by one."""

_NO_WAY: Final[Way] = ()


class StaticAction:
    """An action, asked for its moves without a position.

    A piece is the cell it stands on. A rule that cannot be asked refuses nothing, so there are
    at least as many moves as any position has.
    """

    def __init__(self, name: str, rules: Rules, facts: Facts, geometry: Geometry) -> None:
        self.name = name
        self.action: Action = rules.resolved.ruleset.actions[name]
        self._rules = rules
        self._facts = facts
        self._geometry = geometry
        self._judging = Judging(rules, facts)
        static = StaticRules(rules, facts, self._judging)
        found = [static.of(rule) for rule in self.action.validators]
        self.rules: tuple[StaticRule, ...] = (
            *(static.of_quota(quota) for quota in rules.actions[name].quotas),
            *(rule for rule in found if rule is not None),
        )
        self._names = list(self.action.operands)
        self._turns = self._depends_on_side()
        self._options = [self._bind(each) for each in self.action.operands.values()]
        self._worlds = list(self._all_worlds())

    def moves(self, without: StaticRule | None = None) -> Iterator[World]:
        """Yield the operands of every move; the same mapping each time, so read it at once.

        `without` leaves one rule out, to find out what it is to blame for.
        """
        asked = [rule for rule in self.rules if rule is not without]
        at_depth = [
            [rule for rule in asked if self._depth(rule) == depth]
            for depth in range(len(self._names) + 1)
        ]
        for start in self._worlds:
            world, ways = dict(start), Ways()
            if not any(rule.refuses(world, ways) for rule in at_depth[0]):
                yield from self._extend(world, ways, 0, at_depth)

    def is_possible(self) -> bool:
        """Return whether there is a move at all."""
        return next(self.moves(), None) is not None

    def places(self, operand: str) -> list[CellId]:
        """Return the cells that an operand allows on its own, when it is a piece or any cell."""
        options = self._options[self._names.index(operand)]
        return [cell for cell, _ in options({}) if cell is not None]

    def _extend(
        self, world: World, ways: Ways, depth: int, at_depth: Sequence[Sequence[StaticRule]]
    ) -> Iterator[World]:
        if depth == len(self._names):
            yield world
            return
        name, rules = self._names[depth], at_depth[depth + 1]
        for cell, way in self._options[depth](world):
            if cell is None:
                world.pop(name, None)
            else:
                world[name] = cell
            ways[name] = way
            for rule in rules:
                if rule.refuses(world, ways):
                    break
            else:
                yield from self._extend(world, ways, depth + 1, at_depth)

    def _depth(self, rule: StaticRule) -> int:
        return max((self._names.index(n) + 1 for n in rule.needs if n in self._names), default=0)

    def _all_worlds(self) -> Iterator[World]:
        """Yield every side and throw that makes a difference."""
        sides: list[World] = [{}]
        if self._turns:
            sides = [{"mover": side} for side in range(len(self._rules.names.sides))]
        dice = sorted({s.name for s in self._symbols() if s.role == "die"})
        faces = [self._rules.faces[self._rules.names.dice.index(die)] for die in dice]
        throws: Iterable[tuple[int, ...]] = [()]
        names: list[str] = []
        total = 1
        for number in faces:
            total *= number
        if total <= MAX_THROWS:
            throws, names = product(*(range(1, number + 1) for number in faces)), dice
        for throw in throws:
            for side in sides:
                yield {**side, **dict(zip(names, throw, strict=True))}

    def _symbols(self) -> Iterator[Any]:
        checked = self._rules.resolved.checked
        for expression in _expressions([*self.action.operands.values(), *self.action.validators]):
            yield from checked[expression].symbols

    def _depends_on_side(self) -> bool:
        checked = self._rules.resolved.checked
        for model in models_in(list(self.action.operands.values())):
            if isinstance(
                model, reach.LineReach | reach.RouteReach
            ) and not RELATIVE.keys().isdisjoint(model.directions):
                return True
        parts: list[object] = [*self.action.validators]
        for operand in self.action.operands.values():
            piece = getattr(operand, "piece", None)
            # Whose piece it is matters only to rules that speak of owners.
            parts += [piece.in_, piece.where, operand.when] if piece is not None else [operand]
        return any(
            (isinstance(node, Reference) and node.symbol.name in {"mover", "opponent"})
            or (isinstance(node, MemberOf) and node.name == "owner")
            or (isinstance(node, Reference) and node.symbol.role == "condition")
            or isinstance(node, Lookup)
            for expression in _expressions(parts)
            for node in walk_resolved(checked[expression].root)
        )

    def _bind(self, operand: reach.Operand) -> Options:
        """Return the options of an operand; nothing is one of them if it may be left out."""
        options = self._always(operand)
        if operand.when is None:
            return options
        when = self._judging.judge(operand.when)

        def sometimes(world: World) -> Iterator[tuple[CellId | None, Way | None]]:
            named = when(world)
            if named is not False:
                yield from options(world)
            if named is not True:
                yield None, None

        return sometimes

    def _always(self, operand: reach.Operand) -> Options:
        match operand:
            case reach.PieceOperand():
                return self._piece(operand)
            case reach.LineOperand():
                return self._line(operand.line)
            case reach.LeapOperand():
                return self._leap(operand.leap)
            case reach.RouteOperand():
                return self._route(operand.route)
            case reach.CellOperand():
                fits = self._cell_test(operand.cell)
                cells = self._rules.grid.cells
                return lambda world: ((cell, _NO_WAY) for cell in cells if fits(world, cell))
            case reach.AnyOfOperand():
                ways = [self._bind(way) for way in operand.any_of]
                return lambda world: (
                    option for way in ways for option in way(world) if option[0] is not None
                )
            case _:
                return lambda _world: [(None, None)]  # what is no cell is not looked into

    def _piece(self, operand: reach.PieceOperand) -> Options:
        spec, facts, judging = operand.piece, self._facts, self._judging
        name = next(key for key, each in self.action.operands.items() if each is operand)
        zone = judging.fixed_zones(spec.in_) if spec.in_ is not None else None
        places = sorted(zone) if zone is not None else list(self._rules.grid.cells)
        if spec.in_ is not None and zone is None:
            places = list(range(len(self._rules.grid.places)))
        where = judging.judge(spec.where) if spec.where is not None else None
        owner = judging.judge(spec.owner) if spec.owner is not None else None
        kinds = [judging.judge(kind) for kind in spec.kind] if spec.kind is not None else None
        key = owner_key(name)

        def options(world: World) -> Iterator[tuple[CellId, Way | None]]:
            if kinds is not None:
                wanted = [kind(world) for kind in kinds]
                if not any(kind is None or facts.has_kind(kind) for kind in wanted):
                    return
            side = owner(world) if owner is not None else None
            if isinstance(side, int):
                world[key] = side
            for cell in facts.standing_in(places):
                if where is None or where({**world, "it": cell}) is not False:
                    yield cell, _NO_WAY
            world.pop(key, None)

        return options

    def _line(self, line: reach.LineReach) -> Options:
        start, geometry = self._judging.judge(line.from_), self._geometry
        by_side = [
            offsets(line.directions, side.forward)
            for side in self._rules.resolved.ruleset.sides.values()
        ]
        everybody = tuple(sorted({step for steps in by_side for step in steps}))
        length = self._length(line.distance, geometry.longest)

        def options(world: World) -> Iterator[tuple[CellId, Way | None]]:
            first = start(world)
            if first is None:
                yield from ((cell, None) for cell in self._rules.grid.cells)
                return
            steps = by_side[world["mover"]] if "mover" in world else everybody
            shortest, longest = length(world)
            for distance in range(shortest, longest + 1):
                yield from geometry.lines(first, steps, distance)

        return options

    def _leap(self, leap: reach.LeapReach) -> Options:
        start, grid = self._judging.judge(leap.from_), self._rules.grid
        by_side = [
            leaps(leap, side.forward) for side in self._rules.resolved.ruleset.sides.values()
        ]
        everybody = tuple(sorted({step for steps in by_side for step in steps}))

        def options(world: World) -> Iterator[tuple[CellId, Way | None]]:
            first = start(world)
            for down, right in by_side[world["mover"]] if "mover" in world else everybody:
                if first is None:
                    yield from ((cell, None) for cell in grid.cells)
                    return
                row, column = divmod(first, grid.columns)
                target = grid.cell_in(row + down, column + right)
                if target is not None:
                    yield target, _NO_WAY

        return options

    def _route(self, route: reach.RouteReach) -> Options:
        """Routes may visit a cell twice here: that is more than the rules allow, never less."""
        start, geometry = self._judging.judge(route.from_), self._geometry
        length = self._length(route.steps, self._rules.num_cells)
        through = self._cell_test(route.through)
        by_side = [
            offsets(route.directions, side.forward)
            for side in self._rules.resolved.ruleset.sides.values()
        ]
        everybody = tuple(sorted({step for steps in by_side for step in steps}))

        def options(world: World) -> Iterator[tuple[CellId, Way | None]]:
            first = start(world)
            if first is None:
                yield from ((cell, None) for cell in self._rules.grid.cells)
                return
            fewest, most = length(world)
            steps = by_side[world["mover"]] if "mover" in world else everybody
            found: set[CellId] = set()
            front = {first}
            for step in range(1, min(most, self._rules.num_cells) + 1):
                front = {line.target for cell in front for line in geometry.lines(cell, steps, 1)}
                if step >= fewest:
                    found |= front
                front = {cell for cell in front if through(world, cell)}
            found.discard(first)
            if fewest <= 0:
                found.add(first)
            yield from ((cell, None) for cell in sorted(found))

        return options

    def _length(self, distance: Any, farthest: int) -> Callable[[World], tuple[int, int]]:  # noqa: ANN401 - an expression or a range
        judge = self._judging.judge
        if not isinstance(distance, reach.Distance):
            exactly = judge(distance)
            return lambda world: _clipped(exactly(world), exactly(world), farthest)
        least = judge(distance.at_least)
        most: Judge | None = judge(distance.at_most) if distance.at_most is not None else None
        return lambda world: _clipped(
            least(world), Bounds() if most is None else most(world), farthest
        )

    def _cell_test(self, spec: CellFilter) -> Callable[[World, CellId], bool]:
        judging = self._judging
        inside = judging.fixed_zones(spec.in_) if spec.in_ is not None else None
        outside = judging.fixed_zones(spec.not_in) if spec.not_in is not None else None
        where = judging.judge(spec.where) if spec.where is not None else None
        facts, taken = self._facts, spec.empty is False

        def fits(world: World, cell: CellId) -> bool:
            return (
                (inside is None or cell in inside)
                and (outside is None or cell not in outside)
                and not (taken and not facts.can_stand(cell))
                and (where is None or where({**world, "it": cell}) is not False)
            )

        return fits


def _clipped(low: Any, high: Any, farthest: int) -> tuple[int, int]:  # noqa: ANN401 - what a judge gives
    shortest = low.low if isinstance(low, Bounds) and low.low is not None else 0
    longest = high.high if isinstance(high, Bounds) and high.high is not None else farthest
    return max(0, shortest), min(farthest, longest)


def _expressions(value: object) -> Iterator[Expression]:
    """Yield every expression in a value."""
    if isinstance(value, Expression):
        yield value
    elif isinstance(value, Model):
        yield from _expressions(list(value.__dict__.values()))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _expressions(item)
    elif isinstance(value, dict):
        yield from _expressions(list(value.values()))
