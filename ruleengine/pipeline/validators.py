"""Validators, bound for play. Each class is one sentence of a rulebook.

`passes` is asked while listing and stops at the first no; `refuse` words the refusal. Rules
about the way to a cell keep those ways that are in order, so that several rules about one
way are about the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Protocol, cast

from ruleengine.errors import Code, Reason
from ruleengine.pipeline.expressions import Evaluate, bind, symbols_read
from ruleengine.pipeline.geometry import num_steps
from ruleengine.pipeline.operands import Path, start_operand, zone_title
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.selectors import bind_zones
from ruleengine.pipeline.sight import sees
from ruleengine.pipeline.state import NOBODY, CellId, Env, State
from ruleengine.schema import validators as schema
from ruleengine.schema.expression import Expression


class Validator(Protocol):
    """A rule that may refuse a move."""

    needs: frozenset[str]
    """The operands it speaks of; it is asked as soon as these are named."""
    about_way: bool
    """Whether it needs a way to the operand's cell, or the move made."""
    infers: bool
    """Whether it helps to find operands that nobody names."""

    def passes(self, state: State, env: Env) -> bool:
        """Return whether the rule has nothing against the move."""

    def refuse(self, state: State, env: Env) -> Reason:
        """Word the refusal of a move that did not pass."""


def ways_key(operand: str) -> str:
    """Return the local name under which the ways to an operand's cell are kept."""
    return f"{operand}#ways"


def _operands(expressions: list[Expression], rules: Rules) -> frozenset[str]:
    return frozenset(
        symbol.name
        for expression in expressions
        for symbol in symbols_read(expression, rules)
        if symbol.role == "local"
    )


class _Worded:
    """What all validators share: clauses, place, and the author's own sentence."""

    about_way = False

    def __init__(self, spec: schema.Rule) -> None:
        self._clauses = tuple(spec.clauses)
        self._span = spec.span
        self._says = spec.says
        self._rule = spec.id
        self.infers = spec.infers

    def _reason(self, code: Code, message: str, rule: str | None = None) -> Reason:
        return Reason(
            code, self._says or message, self._clauses, self._span, None, rule or self._rule
        )


class PathClear(_Worded):
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
        return self._reason("move/path-blocked", message)


class PathAvoids(_Worded):
    """The way crosses none of the zones."""

    about_way = True

    def __init__(self, spec: schema.PathAvoids, rules: Rules) -> None:
        super().__init__(spec)
        self._rules = rules
        self._titles = _titles(spec.path_avoids.zone, rules)
        self._zones = _cells(spec.path_avoids.zone, rules)
        self._ways = ways_key(spec.path_avoids.to)
        self.needs = _operands(spec.path_avoids.zone, rules) | {spec.path_avoids.to}

    def passes(self, state: State, env: Env) -> bool:
        cells = self._zones(state, env)
        ways = cast("tuple[Path, ...]", env[self._ways])
        if len(ways) == 1:
            return cells.isdisjoint(ways[0])
        open_ways = tuple(way for way in ways if cells.isdisjoint(way))
        env[self._ways] = open_ways  # type: ignore[assignment]
        return bool(open_ways)

    def refuse(self, state: State, env: Env) -> Reason:
        del state, env
        return self._reason("move/path-crosses-zone", f"the way leads across {self._titles}")


class PathLength(_Worded):
    """A way has exactly so many steps."""

    about_way = True

    def __init__(self, spec: schema.PathLength, rules: Rules) -> None:
        super().__init__(spec)
        self._rules = rules
        self._to = spec.path_length.to
        self._ways = ways_key(self._to)
        self._steps = bind(spec.path_length.steps, rules)
        self.needs = _operands([spec.path_length.steps], rules) | {self._to}

    def passes(self, state: State, env: Env) -> bool:
        steps = self._steps(state, env)
        ways = cast("tuple[Path, ...]", env[self._ways])
        right = tuple(way for way in ways if num_steps(way) == steps)
        env[self._ways] = right  # type: ignore[assignment]
        return bool(right)

    def refuse(self, state: State, env: Env) -> Reason:
        place = self._rules.place(cast("int", env[self._to]))
        steps = self._steps(state, env)
        return self._reason("move/path-length", f"no way of exactly {steps} steps leads to {place}")


class CornersClear(_Worded):
    """No diagonal step slips between two cells that are both taken."""

    about_way = True

    def __init__(self, spec: schema.CornersClear, rules: Rules) -> None:
        super().__init__(spec)
        self._rules = rules
        self._to = spec.corners_clear.to
        self._ways = ways_key(self._to)
        self._from = bind(spec.corners_clear.from_, rules)
        self._solid = _cells(spec.corners_clear.solid, rules)
        self.needs = _operands([spec.corners_clear.from_], rules) | {self._to}

    def passes(self, state: State, env: Env) -> bool:
        return not self._squeezes(state, env)

    def refuse(self, state: State, env: Env) -> Reason:
        one, two = (self._rules.place(cell) for cell in self._squeezes(state, env)[0])
        return self._reason("move/corner-blocked", f"the way slips between {one} and {two}")

    def _squeezes(self, state: State, env: Env) -> list[tuple[CellId, CellId]]:
        solid = self._solid(state, env)
        columns = self._rules.grid.columns
        target = cast("int", env[self._to])
        found: list[tuple[CellId, CellId]] = []
        start = self._from(state, env)
        ways = cast("tuple[Path, ...]", env[self._ways]) if start is not None else ()
        for way in ways:
            cells = [start, *way, target]
            for one, two in pairwise(cells):
                corners = (
                    one // columns * columns + two % columns,
                    two // columns * columns + one % columns,
                )
                if one in corners:
                    continue
                if all(state.at[corner] or corner in solid for corner in corners):
                    found.append(corners)
        return found


class Inside(_Worded):
    """The cell lies in one of the zones."""

    def __init__(self, spec: schema.Inside, rules: Rules) -> None:
        super().__init__(spec)
        place = spec.inside
        self._rules = rules
        self._cell = bind(place.cell, rules)
        self._zones = _cells(place.zone, rules)
        self._titles = _titles(place.zone, rules)
        self.needs = _operands([place.cell, *place.zone], rules)

    def passes(self, state: State, env: Env) -> bool:
        return self._cell(state, env) in self._zones(state, env)

    def refuse(self, state: State, env: Env) -> Reason:
        place = self._rules.place(self._cell(state, env))
        return self._reason("move/not-in-zone", f"{place} is not in {self._titles}")


class Outside(_Worded):
    """The cell lies in none of the zones."""

    def __init__(self, spec: schema.Outside, rules: Rules) -> None:
        super().__init__(spec)
        place = spec.outside
        self._rules = rules
        self._cell = bind(place.cell, rules)
        self._zones = _cells(place.zone, rules)
        self._titles = _titles(place.zone, rules)
        self.needs = _operands([place.cell, *place.zone], rules)

    def passes(self, state: State, env: Env) -> bool:
        return self._cell(state, env) not in self._zones(state, env)

    def refuse(self, state: State, env: Env) -> Reason:
        place = self._rules.place(self._cell(state, env))
        return self._reason("move/in-zone", f"{place} is in {self._titles}")


class Holds(_Worded):
    """What stands on the cell is one of the things allowed."""

    def __init__(self, spec: schema.Holds, rules: Rules) -> None:
        super().__init__(spec)
        self._rules = rules
        self._cell = bind(spec.holds.cell, rules)
        self._allowed = spec.holds.any_of
        self._nothing = "nothing" in self._allowed
        self._friend = "friend" in self._allowed
        self._enemy = "enemy" in self._allowed
        self._neutral = "neutral" in self._allowed
        self.needs = _operands([spec.holds.cell], rules)

    def passes(self, state: State, env: Env) -> bool:
        cell = self._cell(state, env)
        here = state.at[cell] if cell is not None else ()
        if not here:
            return self._nothing
        owner = state.owner[here[0]]
        if owner == state.mover:
            return self._friend
        return self._enemy if owner != NOBODY else self._neutral

    def refuse(self, state: State, env: Env) -> Reason:
        cell = self._cell(state, env)
        here = state.at[cell] if cell is not None else ()
        place = self._rules.place(cell)
        if not here:
            return self._reason("move/target-empty", f"nothing stands on {place}")
        if state.owner[here[0]] == state.mover:
            return self._reason("move/target-friend", f"a piece of your own stands on {place}")
        if state.owner[here[0]] == NOBODY:
            what = "a piece of nobody" if sees(env, here[0]) else "something"
            return self._reason("move/target-neutral", f"{what} stands on {place}")
        what = "an enemy piece" if sees(env, here[0]) else "something"
        return self._reason("move/target-enemy", f"{what} stands on {place}")


class Require(_Worded):
    """A condition holds."""

    def __init__(self, spec: schema.Require, rules: Rules) -> None:
        super().__init__(spec)
        self._condition: Evaluate = bind(spec.require, rules)
        self._text = spec.require.text
        self._code = spec.code
        self.needs = _operands([spec.require], rules)

    def passes(self, state: State, env: Env) -> bool:
        return bool(self._condition(state, env))

    def refuse(self, state: State, env: Env) -> Reason:
        del state, env
        return self._reason("move/requirement", f"this does not hold: {self._text}", self._code)


class Afterwards(_Worded):
    """A condition holds in the position that the move leads to."""

    about_way = True

    def __init__(
        self, spec: schema.Afterwards, rules: Rules, effects: int, operands: frozenset[str]
    ) -> None:
        super().__init__(spec)
        self._rules = rules
        self._effects = effects
        self._condition = bind(spec.afterwards, rules)
        self._text = spec.afterwards.text
        self.needs = operands

    def passes(self, state: State, env: Env) -> bool:
        plain = {name: value for name, value in env.items() if "#" not in name}
        after = self._rules.run_aside(state, self._effects, plain)
        return bool(self._condition(after, plain))

    def refuse(self, state: State, env: Env) -> Reason:
        del state, env
        return self._reason("move/aftermath", f"afterwards this would not hold: {self._text}")


class IfNamed:
    """A rule about the cell or the way of an operand, for an operand that may be left out."""

    def __init__(self, rule: Validator, operand: str) -> None:
        self._rule = rule
        self._operand = operand
        self.needs = rule.needs
        self.about_way = rule.about_way
        self.infers = rule.infers

    def passes(self, state: State, env: Env) -> bool:
        return env[self._operand] is None or self._rule.passes(state, env)

    def refuse(self, state: State, env: Env) -> Reason:
        return self._rule.refuse(state, env)


class Conditional:
    """A rule that only speaks when a condition holds."""

    def __init__(self, rule: Validator, when: Expression, rules: Rules) -> None:
        self._rule = rule
        self._when = bind(when, rules)
        self.needs = rule.needs | _operands([when], rules)
        self.about_way = rule.about_way
        self.infers = rule.infers

    def passes(self, state: State, env: Env) -> bool:
        return not self._when(state, env) or self._rule.passes(state, env)

    def refuse(self, state: State, env: Env) -> Reason:
        return self._rule.refuse(state, env)


def target_of(rule: schema.Validator, rules: Rules) -> str | None:
    """Return the operand whose cell or way a rule is about, when it is simply named."""
    match rule:
        case schema.PathClear():
            return rule.path_clear
        case schema.PathAvoids():
            return rule.path_avoids.to
        case schema.PathLength():
            return rule.path_length.to
        case schema.CornersClear():
            return rule.corners_clear.to
        case schema.Inside():
            return start_operand(rule.inside.cell, rules)
        case schema.Outside():
            return start_operand(rule.outside.cell, rules)
        case schema.Holds():
            return start_operand(rule.holds.cell, rules)
        case _:
            return None


def _cells(zones: list[Expression], rules: Rules) -> Callable[[State, Env], frozenset[CellId]]:
    cells = bind_zones(zones, rules)
    assert cells is not None  # noqa: S101 - a list was given
    return cells


def _titles(zones: list[Expression], rules: Rules) -> str:
    return " or ".join(zone_title(zone.text, rules) for zone in zones)


VALIDATORS: dict[type[Any], Callable[..., Validator]] = {
    schema.PathClear: PathClear,
    schema.PathAvoids: PathAvoids,
    schema.PathLength: PathLength,
    schema.CornersClear: CornersClear,
    schema.Inside: Inside,
    schema.Outside: Outside,
    schema.Holds: Holds,
    schema.Require: Require,
}
"""All validators but `afterwards`, which also needs to know the effects of its action."""
