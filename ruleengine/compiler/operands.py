"""What an action's operands become: registers, and tables of where they may lead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ruleengine.compiler.filters import Filters
from ruleengine.compiler.lines import Rays, leaps_of
from ruleengine.compiler.values import Env, Values
from ruleengine.errors import UncompiledError
from ruleengine.expressions import resolved as tree
from ruleengine.program.layout import ABSENT_NUMBER
from ruleengine.program.program import OperandInfo
from ruleengine.resolve.likeness import has_twins, homes_matter, pieces_before
from ruleengine.schema import reach, validators
from ruleengine.schema.expression import Expression
from ruleengine.schema.ruleset import Action

if TYPE_CHECKING:
    from ruleengine.compiler.context import Context

MAX_ROUTE = 30
"""The longest route that has room in a number; a game with a longer one stops with FULL."""


@dataclass
class BoundOperand:
    """An operand and how its values are found."""

    name: str
    model: Any
    register: int
    is_piece: bool
    place: str
    size: int = 1
    line: int = -1
    """The table that describes a line or route."""
    open_at: int = -1
    lengths_at: int = -1
    corners_at: int = -1
    """Of a route with diagonal steps: whether corners matter, then the solid cells."""
    costs_at: int = -1
    """Of a route: whether cells cost something, how much is allowed, and the cost of each."""
    values: list[int] = field(default_factory=list)
    """Of a kind or word: what may be named."""
    low: int = 0
    """Of a number: the smallest there can be."""
    ways: list[BoundOperand] = field(default_factory=list)
    seen_at: int = -1
    seen_name: str = ""
    """Where is noted which cells, or pieces beside the board, have been named already."""
    low_bound: int = 0
    """Of a line: the shortest distance there can be."""
    drawable: bool = True

    @property
    def absent(self) -> int:
        """What stands for nothing being named."""
        return ABSENT_NUMBER if isinstance(self.model, reach.NumberOperand) else -1

    @property
    def is_optional(self) -> bool:
        """Whether it may be that nothing is named."""
        return bool(self.model.when is not None)

    @property
    def is_found(self) -> bool:
        """Whether the rules find it, and nobody names it."""
        return bool(self.model.named == "never")


class ActionOperands:
    """Lays out the operands of one action."""

    def __init__(
        self, values: Values, filters: Filters, name: str, action: Action, *, place: str = ""
    ) -> None:
        """Lay out the operands of an action; `place` tells several layouts of one action apart."""
        self.v, self.f = values, filters
        self.c: Context = values.c
        self.asm = values.asm
        self.name, self.action = name, action
        self.place = place or name
        self.folded: set[int] = set()
        self.operands = [self._operand(n, o) for n, o in action.operands.items()]
        self.env: Env = {operand.name: operand.register for operand in self.operands}

    @property
    def finds(self) -> bool:
        """Whether some operands are found by the rules."""
        return any(operand.named == "never" for operand in self.action.operands.values())

    @property
    def weight(self) -> int:
        """How many draws there are, legal or not."""
        weight = 1
        for operand in self.operands:
            weight *= operand.size
        return weight

    def infos(self) -> tuple[OperandInfo, ...]:
        """Return how the operands are kept."""
        return tuple(OperandInfo(o.name, o.register, o.is_piece) for o in self.operands)

    def operand(self, name: str) -> BoundOperand:
        """Return an operand by its name."""
        return next(operand for operand in self.operands if operand.name == name)

    def _register(self, name: str) -> int:
        return self.c.layout.register(f"actions.{self.place}.{name}")

    def _operand(self, name: str, model: reach.Operand) -> BoundOperand:
        operand = self._bound(name, name, model)
        # What is found is listed: every other value has to be tried as well.
        operand.drawable &= model.when is None and not self.finds
        return operand

    def _bound(self, name: str, place: str, model: Any) -> BoundOperand:  # noqa: ANN401
        """Return an operand, or one way of an operand, with what its registers are called by."""
        operand = BoundOperand(
            name, model, self._register(name), isinstance(model, reach.PieceOperand), place
        )
        match model:
            case reach.PieceOperand():
                operand.size = self.c.layout.max_pieces
                self._piece(operand, model)
            case reach.LineOperand():
                self._line(operand, model)
            case reach.RouteOperand():
                self._route(operand, model)
                operand.drawable = False  # cheaper to list
            case reach.LeapOperand():
                operand.size = max(map(len, leaps_of(self.c, model.leap)))
            case reach.CellOperand():
                cells, _ = self.f.fixed_cells(self.f.cells_of_model(model.cell))
                operand.size = max(1, len(cells))
                operand.drawable = model.cell.linked is None
            case reach.KindOperand():
                operand.values = self._kinds(model)
                operand.size = len(operand.values)
            case reach.WordOperand():
                operand.values = [self.c.word(word) for word in model.word]
                operand.size = len(operand.values)
            case reach.NumberOperand():
                checked = self.c.resolved.checked
                operand.low = checked[model.number.at_least].low or 0
                operand.size = max(1, (checked[model.number.at_most].high or 0) - operand.low + 1)
            case reach.AnyOfOperand():
                operand.ways = [
                    self._bound(name, f"{place} {number}", way)
                    for number, way in enumerate(model.any_of)
                ]
                operand.drawable = False  # two ways may lead to one cell
                operand.seen_at = self.c.layout.section(
                    f"actions.{self.place}.{name} seen", self.c.layout.num_cells
                )
            case _:
                raise UncompiledError(f"the operand '{name}'", model.span)
        return operand

    def _piece(self, operand: BoundOperand, model: reach.PieceOperand) -> None:
        """Lay out a piece: of those alike that lie in one place off the board, one counts."""
        layout = self.c.layout
        beside = layout.num_places - layout.num_cells
        if beside and self._may_be_beside(model):
            owners = layout.num_sides + 1  # nobody as well
            operand.seen_name = f"actions.{self.place}.{operand.place} seen"
            length = beside * layout.num_kinds * owners
            operand.seen_at = layout.section(operand.seen_name, length)
            operand.drawable = False
        # Chains and rows are marked once for a list, and would be for every draw.
        operand.drawable &= not self.f.of_model(model.piece).has_groups

    def twins(self, operand: BoundOperand) -> int:
        """Return the table by which the kernel knows pieces that nothing tells apart; or -1.

        The first of them on a cell stands for all. In the table are the number of pieces that have
        names, what is kept of each piece, where marks hold pieces, and the pieces named before.
        """
        resolved, layout = self.c.resolved, self.c.layout
        if not has_twins(resolved):
            return -1
        kept = [layout.at("owner"), layout.at("kind"), layout.at("seat_no")]
        kept += [layout.at("home")] if homes_matter(resolved) else []
        for place in self.c.kept:
            if place.per == "piece":
                kept += [place.offset + back * place.count for back in range(place.keep)]
        held: list[int] = []
        for name, mark in resolved.ruleset.marks.items():
            if mark.holds == "piece":
                place = self.c.marks[name]
                held += [place.offset, place.count * place.keep]
        before = [self.env[name] for name in pieces_before(operand.name, self.action)]
        return self.asm.table(
            [self.c.num_named, len(kept), *kept, len(held) // 2, *held, len(before), *before]
        )

    def _may_be_beside(self, model: reach.PieceOperand) -> bool:
        """Return whether such a piece can lie off the board."""
        for expression in model.piece.in_ or ():
            named = [
                self.c.symbol_id(node.symbol)
                for node in tree.walk_resolved(self.c.resolved.checked[expression].root)
                if isinstance(node, tree.Reference) and node.symbol.role == "zone"
            ]
            if not named or any(self.c.grid.zones[zone].off_board for zone in named):
                return True
        return False

    def _kinds(self, model: reach.KindOperand) -> list[int]:
        return [*reach.kinds_meant(model.kind, self.c.names.kinds)]

    def _line(self, operand: BoundOperand, model: reach.LineOperand) -> None:
        line = model.line
        rays = Rays(self.c, list(line.directions))
        fits = self._folding(operand.name) if self._only_lines(operand.name) else None
        plain = self.asm.table(rays.table())
        targets = self.asm.table(rays.table(fits)) if fits is not None else plain
        low, high = self._bounds(line.distance, rays.length - 1)
        exact = not isinstance(line.distance, reach.Distance)
        spread = 1 if exact else max(1, high - low + 1)
        operand.size = rays.num_directions * spread
        operand.low_bound = low
        stride = self.c.grid.num_cells if len(rays.sides) > 1 else 0
        operand.line = self.asm.linked_table(
            [
                operand.register,
                self._register(f"{operand.place} ray"),
                self._register(f"{operand.place} distance"),
                self._register(f"{operand.place} direction"),
                self._register(f"{operand.place} from"),
                self._register(f"{operand.place} low"),
                self._register(f"{operand.place} high"),
                plain,
                targets,
                rays.num_directions,
                rays.length,
                stride,
                low,
                spread,
                self._register(f"{operand.place} base"),
            ]
        )

    def _route(self, operand: BoundOperand, model: reach.RouteOperand) -> None:
        layout, grid = self.c.layout, self.c.grid
        rays = Rays(self.c, list(model.route.directions))
        steps = [cell for number, cell in enumerate(rays.table()) if number % rays.length == 1]
        if rays.length == 1:  # a board of one cell
            steps = [-1] * (grid.num_cells * rays.num_directions * len(rays.sides))
        longest = min(MAX_ROUTE, grid.num_cells)
        here = f"actions.{self.place}.{operand.place}"
        operand.size = 0
        if any(down and right for side in rays.sides for down, right in side):
            operand.corners_at = layout.section(f"{here} corners", 1 + layout.num_places)
        costs = sum(
            isinstance(rule, validators.PathCost) and rule.path_cost.to == operand.name
            for rule in self.action.validators
        )
        operand.costs_at = layout.section(f"{here} costs", max(1, costs) * (2 + grid.num_cells))
        operand.open_at = layout.section(f"{here} open", grid.num_cells)
        operand.lengths_at = layout.section(f"{here} lengths", grid.num_cells)
        operand.line = self.asm.linked_table(
            [
                operand.register,
                self._register(f"{operand.place} from"),
                operand.open_at,
                operand.lengths_at,
                self.asm.table(steps),
                rays.num_directions,
                layout.section(f"{here} way", (2 + costs) * (longest + 2)),
                self._register(f"{operand.place} low"),
                self._register(f"{operand.place} high"),
                longest,
                grid.num_cells * rays.num_directions if len(rays.sides) > 1 else 0,
                int(not self._measured(operand.name)),
                operand.corners_at,
                operand.costs_at,
                costs,
            ]
        )

    def _measured(self, name: str) -> bool:
        """Return whether rules are about the steps of a route, and not only about its cells."""
        return any(
            (isinstance(rule, validators.PathLength) and rule.path_length.to == name)
            or (isinstance(rule, validators.PathCost) and rule.path_cost.to == name)
            or (isinstance(rule, validators.CornersClear) and rule.corners_clear.to == name)
            for rule in self.action.validators
        )

    def _bounds(self, distance: Expression | reach.Distance, farthest: int) -> tuple[int, int]:
        checked = self.c.resolved.checked
        if isinstance(distance, reach.Distance):
            low = checked[distance.at_least].low
            high = checked[distance.at_most].high if distance.at_most is not None else None
        else:
            low, high = checked[distance].low, checked[distance].high
        return max(0, low or 0), farthest if high is None else min(high, farthest)

    def _only_lines(self, name: str) -> bool:
        """Return whether every way to an operand is a straight line."""
        ways = reach.ways_of(self.action.operands[name])
        return all(isinstance(way, reach.LineOperand) for way in ways)

    def _folding(self, operand: str) -> Callable[[int, list[int]], bool] | None:
        """Return the test of targets and ways that does not depend on the position."""
        if self.c.unfolded:
            return None
        inside: list[frozenset[int]] = []
        outside: list[frozenset[int]] = []
        avoided: list[frozenset[int]] = []
        for rule in self.action.validators:
            if rule.when is not None or (self.finds and not rule.infers):
                continue
            match rule:
                case validators.Inside() if self.is_operand(rule.inside.cell, operand):
                    cells = self.fixed_zones(rule.inside.zone)
                    target = inside
                case validators.Outside() if self.is_operand(rule.outside.cell, operand):
                    cells = self.fixed_zones(rule.outside.zone)
                    target = outside
                case validators.PathAvoids() if rule.path_avoids.to == operand:
                    cells = self.fixed_zones(rule.path_avoids.zone)
                    target = avoided
                case _:
                    continue
            if cells is not None:
                target.append(cells)
                self.folded.add(id(rule))
        if not (inside or outside or avoided):
            return None
        return lambda cell, way: (
            all(cell in cells for cells in inside)
            and not any(cell in cells for cells in outside)
            and not any(cells.intersection(way) for cells in avoided)
        )

    def is_operand(self, expression: Expression, operand: str) -> bool:
        """Return whether an expression is simply the name of an operand."""
        node = self.c.resolved.checked[expression].root
        return (
            isinstance(node, tree.Reference)
            and node.symbol.role == "local"
            and node.symbol.name == operand
        )

    def fixed_zones(self, zones: list[Expression]) -> frozenset[int] | None:
        """Return the cells of some zones, if it is known now which these are."""
        known = [self.v.constant(self.c.resolved.checked[zone].root) for zone in zones]
        if any(zone is None for zone in known):
            return None
        grid = self.c.grid
        return frozenset().union(*(grid.zones[zone].cells for zone in known if zone is not None))
