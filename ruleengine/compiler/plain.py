"""Plain actions: a piece and a cell in line with it, which the kernel lists and draws itself.

The kernel tests the piece, that the way is clear, and what stands at its end. Every rule that only
the board decides is worked out here for all cells; what is left is code that runs afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ruleengine.compiler.assembler import Label
from ruleengine.compiler.filter_parts import PieceTest
from ruleengine.compiler.folding import Placed, fold, is_fixed
from ruleengine.compiler.lines import Rays
from ruleengine.compiler.values import may_lack
from ruleengine.expressions import resolved as tree
from ruleengine.schema import reach, validators
from ruleengine.schema.expression import Expression

if TYPE_CHECKING:
    from ruleengine.compiler.actions import ActionCode
    from ruleengine.compiler.operands import BoundOperand

CONTENT = {"nothing": 1, "friend": 2, "enemy": 4, "neutral": 8}
ANYTHING = 15


@dataclass
class PlainWay:
    """One way of a plain action, as the kernel sees it."""

    way: BoundOperand
    test: PieceTest
    low: int
    high: int
    owner: int
    clear: bool = False
    mask: int = ANYTHING
    folded: list[Any] = field(default_factory=list)
    rest: list[Any] = field(default_factory=list)
    tail: Label = field(default_factory=Label)
    table: int = -1

    @property
    def weight(self) -> int:
        """How many draws there are for each piece, or at all when any piece may be drawn."""
        return self.way.size


def plain_ways(code: ActionCode) -> list[PlainWay]:
    """Return the ways of a plain action; none when it is not plain."""
    if len(code.operands) != 2:  # noqa: PLR2004 - a piece and a cell
        return []
    unit, to = code.operands
    if not isinstance(unit.model, reach.PieceOperand):
        return []
    if unit.model.when is not None or to.model.when is not None:
        return []
    ways = to.ways or [to]
    found = [_plain_way(code, unit, way) for way in ways]
    if any(way is None for way in found):
        return []
    plain = [way for way in found if way is not None]
    if any(
        not _apart(code, one, two)
        for number, one in enumerate(plain)
        for two in plain[number + 1 :]
    ):
        return []
    return plain


def _plain_way(code: ActionCode, unit: BoundOperand, way: BoundOperand) -> PlainWay | None:
    if not isinstance(way.model, reach.LineOperand):
        return None
    line, checked = way.model.line, code.c.resolved.checked
    start = checked[line.from_].root
    if not (
        isinstance(start, tree.CellOf)
        and isinstance(start.piece, tree.Reference)
        and start.piece.symbol.name == unit.name
    ):
        return None
    test = code.f.of_model(unit.model.piece)
    if way.model.when is not None and way is not code.operands[1]:
        kinds = _kinds_of(checked[way.model.when].root, unit.name)
        if kinds is None or test.kinds is not None:
            return None
        test = replace(test, kinds=kinds)
    low, high = _range(code, line.distance)
    owner = code.v.direct_node(test.owner, {}) if test.owner is not None else -1
    if not code.f.is_native(test) or low is None or high is None or owner is None:
        return None
    plain = PlainWay(way, test, low, high, owner)
    _sort_rules(code, plain, unit.name)
    return plain


def _range(code: ActionCode, distance: Any) -> tuple[int | None, int | None]:  # noqa: ANN401
    if isinstance(distance, reach.Distance):
        if may_lack(code.c.resolved.checked[distance.at_least].root):
            return None, None  # the kernel would take it for a number below all others
        low = code.v.direct(distance.at_least, {})
        if distance.at_most is None:
            return low, code.v.load(1 << 20)
        return low, code.v.direct(distance.at_most, {})
    exactly = code.v.direct(distance, {})
    return exactly, exactly


def _kinds_of(node: tree.Resolved, unit: str) -> tuple[tree.Resolved, ...] | None:
    """Return the kinds that a condition demands of the piece, if that is all it does."""
    match node:
        case tree.Comparison(op="==", left=tree.MemberOf() as left):
            return (node.right,) if _is_kind_of(left, unit) else None
        case tree.OneOf(negated=False, value=tree.MemberOf() as value):
            return node.items if _is_kind_of(value, unit) else None
        case _:
            return None


def _is_kind_of(node: tree.MemberOf, unit: str) -> bool:
    of = node.of
    return node.name == "kind" and isinstance(of, tree.Reference) and of.symbol.name == unit


def _apart(code: ActionCode, one: PlainWay, two: PlainWay) -> bool:
    """Return whether no piece can reach a cell by both ways."""
    kinds = [code.f.known(way.test.kinds) for way in (one, two)]
    if all(isinstance(known, frozenset) for known in kinds) and kinds[0].isdisjoint(kinds[1]):  # type: ignore[union-attr, arg-type]
        return True
    rays = [Rays(code.c, list(way.way.model.line.directions)) for way in (one, two)]
    sides = range(code.c.layout.num_sides)
    apart = all(
        set(rays[0].sides[side % len(rays[0].sides)]).isdisjoint(
            rays[1].sides[side % len(rays[1].sides)]
        )
        for side in sides
    )
    return apart and all(way.way.low_bound > 0 for way in (one, two))


def _sort_rules(code: ActionCode, plain: PlainWay, unit: str) -> None:
    """Say of every rule who tests it: the kernel, this compilation, or code."""
    plain.rest += code.at_depth[1]
    to = plain.way.name
    for rule in code.at_depth[2]:
        if isinstance(rule, validators.PathClear) and rule.when is None:
            plain.clear = True
        elif isinstance(rule, validators.Holds) and code.is_operand(rule.holds.cell, to):
            if rule.when is None:
                plain.mask &= _mask(rule)
            elif _folds(code, rule.when, unit, to):
                plain.folded.append(rule)
            else:
                plain.rest.append(rule)
        elif isinstance(rule, validators.Require) and all(
            part is None or _folds(code, part, unit, to) for part in (rule.when, rule.require)
        ):
            plain.folded.append(rule)
        else:
            plain.rest.append(rule)


def _mask(rule: validators.Holds) -> int:
    return sum(CONTENT[content] for content in set(rule.holds.any_of))


def _folds(code: ActionCode, condition: Expression, unit: str, to: str) -> bool:
    """Return whether only the board decides a condition."""
    return is_fixed(code.c.resolved.checked[condition].root, unit, to, code.v)


def masks(code: ActionCode, plain: PlainWay) -> int:
    """Return the table of what may stand at the end of each line, or -1 when it is all one."""
    if not plain.folded:
        return -1
    unit, to = code.operands[0].name, plain.way.name
    rays = Rays(code.c, list(plain.way.model.line.directions))
    checked, values = code.c.resolved.checked, []
    for place, target in enumerate(rays.table()):
        mask = 0
        if target >= 0:
            origin = place // (rays.num_directions * rays.length) % code.c.layout.num_cells
            placed = Placed(unit, origin, to, target)
            mask = ANYTHING
            for rule in plain.folded:
                if rule.when is not None and not fold(checked[rule.when].root, placed, code.v):
                    continue
                if isinstance(rule, validators.Holds):
                    mask &= _mask(rule)
                elif not fold(checked[rule.require].root, placed, code.v):
                    mask = 0
        values.append(mask)
    return code.asm.table(values)


def candidates(code: ActionCode, plain: PlainWay, mask_table: int) -> int:
    """Return the table of targets by side, cell and distance, or -1 where rays are walked instead.

    For each there is a list, as long as its first number says: a target, what may stand there, and
    the ray that leads to it. Nothing is in it that no position allows, so that listing the moves of
    a piece is one pass over a few numbers in a row.
    """
    line = plain.way.model.line
    if plain.clear and isinstance(line.distance, reach.Distance):
        return -1  # a piece in the way shuts off all that lies beyond it
    rays = Rays(code.c, list(line.directions))
    data, described = code.asm.data, plain.way.line
    ray_table, targets = data[described + 7], data[described + 8]
    lists: list[list[int]] = []
    for place in range(len(rays.sides) * code.c.layout.num_cells):
        first = place * rays.num_directions * rays.length
        for distance in range(rays.length):
            found: list[int] = []
            for direction in range(rays.num_directions):
                ray = first + direction * rays.length
                mask = plain.mask
                if mask_table >= 0:
                    mask &= data[mask_table + ray + distance]
                if data[targets + ray + distance] >= 0 and mask:
                    found += [data[targets + ray + distance], mask, ray_table + ray]
            lists.append([len(found) // 3, *found])
    return code.asm.table([code.asm.table(each) for each in lists])


def describe(code: ActionCode, plain: PlainWay, yielded: int) -> int:
    """Return the table from which the kernel lists and draws."""
    mask_table = masks(code, plain)
    is_limited = plain.test.kinds is not None or plain.test.zones is not None
    is_army = plain.test.owner is not None
    line = plain.way.line
    return code.asm.linked_table(
        [
            code.operands[0].register,
            code.f.native_table(plain.test, plain.owner),
            plain.low,
            plain.high,
            plain.mask,
            int(plain.clear),
            plain.tail if plain.rest and code.is_drawn else -1,
            yielded,
            *code.asm.data[line : line + 15],
            # Pieces of one side are drawn from its army; other tests are left to the filter.
            plain.owner if is_army else -1,
            int(not is_army or is_limited),
            mask_table,
            candidates(code, plain, mask_table),
            # A draw is then a piece of the army and a direction, and nothing else.
            int(is_army and not is_limited and code.asm.data[line + 13] == 1),
            code.twins(code.operands[0]),
        ]
    )
