"""Validators about the way to a cell, bound for play; each class is one sentence of a rulebook."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

from ruleengine.errors import Reason
from ruleengine.expressions.numbers import held
from ruleengine.pipeline.expressions import bind
from ruleengine.pipeline.geometry import NO_STEPS, num_steps
from ruleengine.pipeline.operands.operand import Path
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import sees
from ruleengine.pipeline.state import CellId, Env, State
from ruleengine.pipeline.validators.validator import (
    Worded,
    operands_read,
    ways_key,
    zone_cells_of,
)
from ruleengine.pipeline.wording.answers import bind_limits, with_answers
from ruleengine.pipeline.wording.zone_words import zone_words
from ruleengine.schema import validators as schema
from ruleengine.schema.wording import counted


class PathClear(Worded):
    """No piece stands on the way."""

    about_way = True

    def __init__(self, spec: schema.PathClear, rules: Rules) -> None:
        super().__init__(spec)
        self._rules = rules
        self._ways = ways_key(spec.path_clear)
        self.needs = frozenset({spec.path_clear})

    def passes(self, state: State, env: Env) -> bool:
        at = state.at
        ways = cast("tuple[Path, ...]", env[self._ways])
        if len(ways) == 1:
            return not any(map(at.__getitem__, ways[0]))
        clear = tuple(way for way in ways if not any(at[cell] for cell in way))
        env[self._ways] = clear  # type: ignore[assignment]
        return bool(clear)

    def refuse(self, state: State, env: Env) -> Reason:
        ways = cast("tuple[Path, ...]", env[self._ways])
        cells = {cell for way in ways for cell in way}
        blocked = sorted(c for c in cells if any(sees(env, slot) for slot in state.at[c]))
        places = ", ".join(self._rules.place(cell) for cell in blocked)
        message = f"a piece stands in the way on {places}" if blocked else "the way is not clear"
        return self.reason("move/path-blocked", message)


class PathAvoids(Worded):
    """The way crosses none of the zones."""

    about_way = True

    def __init__(self, spec: schema.PathAvoids, rules: Rules) -> None:
        super().__init__(spec)
        self._rules = rules
        self._titles = zone_words(spec.path_avoids.zone, rules)
        self._zones = zone_cells_of(spec.path_avoids.zone, rules)
        self._ways = ways_key(spec.path_avoids.to)
        self.needs = operands_read(spec.path_avoids.zone, rules) | {spec.path_avoids.to}

    def passes(self, state: State, env: Env) -> bool:
        cells = self._zones(state, env)
        ways = cast("tuple[Path, ...]", env[self._ways])
        if len(ways) == 1:
            return cells.isdisjoint(ways[0])
        open_ways = tuple(way for way in ways if cells.isdisjoint(way))
        env[self._ways] = open_ways  # type: ignore[assignment]
        return bool(open_ways)

    def refuse(self, state: State, env: Env) -> Reason:
        return self.reason(
            "move/path-crosses-zone", f"the way leads across {self._titles(state, env)}"
        )


class PathLength(Worded):
    """A way has exactly so many steps."""

    about_way = True

    def __init__(self, spec: schema.PathLength, rules: Rules) -> None:
        super().__init__(spec)
        self._rules = rules
        self._to = spec.path_length.to
        self._ways = ways_key(self._to)
        self._steps = bind(spec.path_length.steps, rules)
        self._behind = bind_limits([spec.path_length.steps], rules)
        self.needs = operands_read([spec.path_length.steps], rules) | {self._to}

    def passes(self, state: State, env: Env) -> bool:
        steps = self._steps(state, env)
        ways = cast("tuple[Path, ...]", env[self._ways])
        right = tuple(way for way in ways if num_steps(way) == steps)
        env[self._ways] = right  # type: ignore[assignment]
        return bool(right)

    def refuse(self, state: State, env: Env) -> Reason:
        place = self._rules.place(cast("int", env[self._to]))
        steps = self._steps(state, env)
        message = f"how many steps a way to {place} has is not known"
        if steps is not None:
            message = f"no way of exactly {counted(steps, 'step')} leads to {place}"
        reason = self.reason("move/path-length", message)
        return with_answers(reason, self._behind(state, env), has_words=True)


class PathCost(Worded):
    """The cells of a way cost at most so much together."""

    about_way = True

    def __init__(self, spec: schema.PathCost, rules: Rules) -> None:
        super().__init__(spec)
        self._rules = rules
        self._to = spec.path_cost.to
        self._ways = ways_key(self._to)
        self._cost = bind(spec.path_cost.cost, rules)
        self._most = bind(spec.path_cost.at_most, rules)
        self._behind = bind_limits([spec.path_cost.at_most], rules)
        self._closing = bind_limits([spec.path_cost.cost], rules)
        read = operands_read([spec.path_cost.cost, spec.path_cost.at_most], rules)
        self.needs = (read - {"it"}) | {self._to}

    def passes(self, state: State, env: Env) -> bool:
        most = self._most(state, env)
        ways = cast("tuple[Path, ...]", env[self._ways])
        costs = self._costs(state, env, ways)
        cheap = tuple(
            way
            for way, cost in zip(ways, costs, strict=True)
            if cost is not None and most is not None and cost <= most
        )
        env[self._ways] = cheap  # type: ignore[assignment]
        return bool(cheap)

    def refuse(self, state: State, env: Env) -> Reason:
        place = self._rules.place(cast("int", env[self._to]))
        ways = cast("tuple[Path, ...]", env[self._ways])
        costs = [cost for cost in self._costs(state, env, ways) if cost is not None]
        if not costs:
            return self._closed(state, env, place)
        most = self._most(state, env)
        message = (
            f"the way to {place} costs {min(costs)}; it may cost {0 if most is None else most}"
        )
        reason = self.reason("move/path-cost", message)
        return with_answers(reason, self._behind(state, env), has_words=True)

    def _closed(self, state: State, env: Env, place: str) -> Reason:
        """Return the reason where no way is open: the cell that closes it, if there is one way."""
        ways, target = cast("tuple[Path, ...]", env[self._ways]), cast("int", env[self._to])
        cells = [target] if len(ways) > 1 or ways[0] is NO_STEPS else [*ways[0], target]
        closed = [cell for cell in cells if self._cost(state, {**env, "it": cell}) is None]
        if not closed:
            return self.reason("move/path-cost", f"every way to {place} is closed")
        at = f" at {self._rules.place(closed[0])}" if closed[0] != target else ""
        message = f"the way to {place} is closed{at}" if at else f"{place} cannot be entered"
        reason = self.reason("move/path-cost", message)
        answers = self._closing(state, {**env, "it": closed[0]})
        return with_answers(reason, answers, has_words=True)

    def _costs(self, state: State, env: Env, ways: tuple[Path, ...]) -> list[int | None]:
        """Return what each way costs; nothing for one that a cell without a cost closes."""
        price: dict[CellId, int | None] = {}
        target = cast("int", env[self._to])
        costs: list[int | None] = []
        for way in ways:
            total: int | None = 0
            for cell in way if way is NO_STEPS else (*way, target):
                if cell not in price:
                    price[cell] = self._cost(state, {**env, "it": cell})
                cost = price[cell]
                total = None if total is None or cost is None else held(total + cost)
            costs.append(total)
        return costs


class CornersClear(Worded):
    """No diagonal step slips between two cells that are both taken."""

    about_way = True

    def __init__(self, spec: schema.CornersClear, rules: Rules) -> None:
        super().__init__(spec)
        self._rules = rules
        self._to = spec.corners_clear.to
        self._ways = ways_key(self._to)
        self._from = bind(spec.corners_clear.from_, rules)
        self._solid = zone_cells_of(spec.corners_clear.solid, rules)
        self.needs = operands_read([spec.corners_clear.from_], rules) | {self._to}

    def passes(self, state: State, env: Env) -> bool:
        start = self._from(state, env)
        if start is None:
            return True
        ways = cast("tuple[Path, ...]", env[self._ways])
        free = tuple(way for way in ways if not self._squeezes(state, env, start, way))
        env[self._ways] = free  # type: ignore[assignment]
        return bool(free)

    def refuse(self, state: State, env: Env) -> Reason:
        ways, start = cast("tuple[Path, ...]", env[self._ways]), self._from(state, env)
        found = [pair for way in ways for pair in self._squeezes(state, env, start, way)]
        one, two = (self._rules.place(cell) for cell in found[0])
        return self.reason("move/corner-blocked", f"the way slips between {one} and {two}")

    def _squeezes(
        self, state: State, env: Env, start: CellId, way: Path
    ) -> list[tuple[CellId, CellId]]:
        """Return the corners that one way slips between."""
        solid = self._solid(state, env)
        columns = self._rules.grid.columns
        target = cast("int", env[self._to])
        found: list[tuple[CellId, CellId]] = []
        for one, two in pairwise([start, *way, target]):
            corners = (
                one // columns * columns + two % columns,
                two // columns * columns + one % columns,
            )
            if one in corners:
                continue
            if all(state.at[corner] or corner in solid for corner in corners):
                found.append(corners)
        return found
