"""The rules of an action that depend on nothing but geometry, zones and what is ever possible."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from ruleengine.analysis.facts import Facts
from ruleengine.analysis.judging import Judging, World
from ruleengine.errors import Span
from ruleengine.expressions.bounds import Bounds, exactly, verdict
from ruleengine.pipeline.geometry import num_steps
from ruleengine.pipeline.operands.operand import zone_title
from ruleengine.pipeline.quotas import Quota
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import CellId
from ruleengine.schema import validators as schema
from ruleengine.schema.expression import Expression

Way: TypeAlias = tuple[CellId, ...]
Ways: TypeAlias = dict[str, Way | None]
"""The cells on the way to each operand; None when there may be several ways."""


class StaticRule(NamedTuple):
    """A rule that refuses some moves whatever stands on the board."""

    needs: frozenset[str]
    """The operands it speaks of."""
    refuses: Callable[[World, Ways], bool]
    words: str
    """What the rule asks for, to stand in a sentence."""
    span: Span | None
    model: schema.Rule | None = None


class StaticRules:
    """Picks out of the rules of an action those that can be asked without a position."""

    def __init__(self, rules: Rules, facts: Facts, judging: Judging) -> None:
        self._rules = rules
        self._facts = facts
        self._judging = judging

    def of_quota(self, quota: Quota) -> StaticRule:
        """Return the rule that enough of a counter is left."""
        info, facts = quota.counter, self._facts

        def refuses(_world: World, _ways: Ways) -> bool:
            low = facts.counter(info.name).low
            return info.limit is not None and low is not None and low + quota.by > info.limit

        room = f", with room for {quota.by}" if quota.by > 1 else ""
        words = f"'{info.name}' is below its limit of {info.limit}{room}"
        return StaticRule(frozenset(), refuses, words, quota.span)

    def of(self, rule: schema.Validator) -> StaticRule | None:
        """Return a rule as far as it can be asked, or None when it depends on the position."""
        found = self._always(rule)
        if found is None or rule.when is None:
            return found
        when, refuses = self._judging.judge(rule.when), found.refuses
        return found._replace(
            needs=found.needs | self._operands(rule.when),
            refuses=lambda world, ways: when(world) is True and refuses(world, ways),
        )

    def _always(self, rule: schema.Validator) -> StaticRule | None:
        match rule:
            case schema.PathAvoids():
                return self._path_avoids(rule)
            case schema.PathLength():
                return self._path_length(rule)
            case schema.CornersClear():
                return self._corners_clear(rule)
            case schema.Inside():
                return self._place(rule, rule.inside, inside=True)
            case schema.Outside():
                return self._place(rule, rule.outside, inside=False)
            case schema.Holds():
                return self._holds(rule)
            case schema.Require():
                return self._require(rule)
            case _:
                return None

    def _path_avoids(self, rule: schema.PathAvoids) -> StaticRule | None:
        spec = rule.path_avoids
        cells, to = self._judging.fixed_zones(spec.zone), spec.to
        if cells is None:
            return None
        closed = cells

        def refuses(_world: World, ways: Ways) -> bool:
            way = ways.get(to)
            return way is not None and not closed.isdisjoint(way)

        words = f"the way to '{to}' stays out of {self.titles(spec.zone)}"
        return StaticRule(frozenset({to}), refuses, words, rule.span, rule)

    def _path_length(self, rule: schema.PathLength) -> StaticRule:
        spec = rule.path_length
        steps, to = self._judging.judge(spec.steps), spec.to

        def refuses(world: World, ways: Ways) -> bool:
            way, wanted = ways.get(to), steps(world)
            if way is None or not isinstance(wanted, Bounds):
                return False
            return verdict("==", exactly(num_steps(way)), wanted) is False

        words = f"the way to '{to}' has {spec.steps.text} steps"
        needs = self._operands(spec.steps) | {to}
        return StaticRule(needs, refuses, words, rule.span, rule)

    def _corners_clear(self, rule: schema.CornersClear) -> StaticRule | None:
        spec = rule.corners_clear
        solid, to = self._judging.fixed_zones(spec.solid), spec.to
        start = self._judging.judge(spec.from_)
        if not solid:
            return None
        closed, columns = solid, self._rules.grid.columns

        def refuses(world: World, ways: Ways) -> bool:
            way, first = ways.get(to), start(world)
            if way is None or first is None:
                return False
            cells = (first, *way, world[to])
            return any(
                one // columns * columns + two % columns in closed
                and two // columns * columns + one % columns in closed
                for one, two in pairwise(cells)
                if one // columns != two // columns and one % columns != two % columns
            )

        words = f"no step slips between cells of {self.titles(spec.solid)}"
        needs = self._operands(spec.from_) | {to}
        return StaticRule(needs, refuses, words, rule.span, rule)

    def _place(
        self, rule: schema.Validator, spec: schema.PlaceSpec, *, inside: bool
    ) -> StaticRule | None:
        cells, cell = self._judging.fixed_zones(spec.zone), self._judging.judge(spec.cell)
        if cells is None:
            return None
        zone = cells

        def refuses(world: World, _ways: Ways) -> bool:
            where = cell(world)
            return where is not None and (where in zone) is not inside

        word = "lies in" if inside else "lies outside"
        words = f"'{spec.cell.text}' {word} {self.titles(spec.zone)}"
        return StaticRule(self._operands(spec.cell), refuses, words, rule.span, rule)

    def _holds(self, rule: schema.Holds) -> StaticRule | None:
        spec, facts = rule.holds, self._facts
        if "nothing" in spec.any_of:
            return None
        cell = self._judging.judge(spec.cell)

        def refuses(world: World, _ways: Ways) -> bool:
            where = cell(world)
            return isinstance(where, int) and not facts.can_stand(where)

        words = f"a piece stands on '{spec.cell.text}'"
        return StaticRule(self._operands(spec.cell), refuses, words, rule.span, rule)

    def _require(self, rule: schema.Require) -> StaticRule | None:
        holds = self._judging.judge(rule.require)
        words = f"'{rule.require.text}' holds"
        return StaticRule(
            self._operands(rule.require),
            lambda world, _ways: holds(world) is False,
            words,
            rule.span,
            rule,
        )

    def titles(self, zones: list[Expression]) -> str:
        """Return what players call some zones."""
        return " or ".join(zone_title(zone.text, self._rules) for zone in zones)

    def _operands(self, expression: Expression) -> frozenset[str]:
        return self._rules.resolved.checked[expression].reads("local")
