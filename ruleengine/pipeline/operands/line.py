"""A cell in a straight line as an operand, and distances."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from ruleengine.codes import Code
from ruleengine.errors import Reason
from ruleengine.pipeline.expressions import Evaluate, bind
from ruleengine.pipeline.geometry import Geometry, Offset, directions_of, offsets, wrong_way
from ruleengine.pipeline.operands.operand import (
    Candidate,
    Choice,
    Miss,
    OperandValue,
    Option,
    Path,
    start_operand,
)
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import CellId, Env, State
from ruleengine.pipeline.wording.answers import Answers, bind_limits, with_limits
from ruleengine.schema.expression import Expression
from ruleengine.schema.reach import Distance, LineOperand


class LineChoice(Choice):
    """A cell in a straight line."""

    slides = True

    def __init__(self, name: str, operand: LineOperand, rules: Rules) -> None:
        line = operand.line
        super().__init__(name, operand, rules, line.span)
        self._origin = bind(line.from_, rules)
        self._geometry = Geometry(rules.grid)
        self._directions = line.directions
        self._forward = [side.forward for side in rules.resolved.ruleset.sides.values()]
        self._steps = [offsets(line.directions, forward) for forward in self._forward]
        self._range = bind_distance(line.distance, rules, self._geometry.longest)
        self._bounds = distance_bounds(line.distance, rules, self._geometry.longest)
        self.only_length = self._bounds[0] if self._bounds[0] == self._bounds[1] else None
        self._behind = bind_distance_answers(line.distance, rules)
        self._start = start_operand(line.from_, rules)
        self._too_long = line.too_long
        self._ways = [directions_of(forward) for forward in self._forward]
        self.as_direction = self._example()

    def _example(self) -> str | None:
        """Return a direction that every side may go in, with a length if it needs one."""
        both = [*zip(self._ways, self._steps, strict=True)]
        for name in self._ways[0] if both else ():
            if all(ways.get(name) in steps for ways, steps in both):
                return name if self.only_length is not None else f"{name} {max(1, self._bounds[0])}"
        return None

    def options(self, state: State, env: Env) -> Iterator[Option]:
        start = self._origin(state, env)
        if start is None:
            return
        steps = self._steps[state.mover]
        shortest, longest = self._range(state, env)
        lines = self._geometry.lines
        for distance in range(shortest, longest + 1):
            for target, path in lines(start, steps, distance):
                yield target, (path,)

    def ways(self, state: State, env: Env, value: OperandValue) -> tuple[Path, ...]:
        start = self._origin(state, env)
        shortest, longest = self._range(state, env)
        if start is None or not isinstance(value, int):
            return ()
        _, distance = self._geometry.straight(start, value) or (None, 0)
        if not shortest <= distance <= longest:
            return ()
        lines = self._geometry.lines(start, self._steps[state.mover], distance)
        return tuple(path for target, path in lines if target == value)

    def refuse(self, state: State, env: Env, value: OperandValue) -> Sequence[Reason]:
        if not isinstance(value, int):
            return self._reason("reach/off-board", off_board(value))
        miss = self.miss(state, env, value)
        if miss is None:
            return ()
        (reason,) = self._reason(miss.code, miss.message)
        if miss.code == "reach/too-far":
            reason = with_limits(reason, self._behind[1](state, env))
            reason = replace(reason, hint=reason.hint or self._farthest(state, env, value))
        elif miss.code == "reach/too-near":
            reason = with_limits(reason, self._behind[0](state, env))
        return (reason,)

    def _farthest(self, state: State, env: Env, cell: CellId) -> str | None:
        """Return how to go towards a cell as far as may be, where a way that is too long stops."""
        start = self._origin(state, env)
        straight = None if start is None else self._geometry.straight(start, cell)
        if self._too_long == "refuse" or straight is None:
            return None
        step, distance = straight
        named = [name for name, each in self._ways[state.mover].items() if each == step]
        return f"`{named[0]} {distance}` leads as far as it can go" if named else None

    def miss(self, state: State, env: Env, value: OperandValue) -> Miss | None:
        if not isinstance(value, int):
            return None
        start = self._origin(state, env)
        shortest, longest = self._range(state, env)
        here, there = self._rules.place(start), self._rules.place(value)
        if start is None or not 0 <= start < self._rules.num_cells:
            return Miss("reach/not-straight", f"{there} is in no line from {here}")
        if value == start and not shortest <= 0 <= longest:
            return Miss("reach/same-cell", f"{there} is where it stands already")
        if value == start:
            return None
        straight = self._geometry.straight(start, value)
        if straight is None and (across := self._geometry.across_holes(start, value)) is not None:
            return self._wrong_way(state, across, here, there) or Miss(
                "reach/hole-between", f"the board has a hole between {here} and {there}"
            )
        if straight is None:
            joined = self._rules.grid.joined is not None
            told = f"no line leads from {here} to {there}"
            told = told if joined else f"{there} is in no straight line from {here}"
            return Miss("reach/not-straight", told)
        step, distance = straight
        if longest < max(shortest, 1):
            return Miss("reach/too-far", f"nothing is within reach of {here}")
        if (miss := self._wrong_way(state, step, here, there)) is not None:
            return miss
        if not shortest <= distance <= longest:
            wanted = str(shortest) if shortest == longest else f"from {shortest} to {longest}"
            code: Code = "reach/too-far" if distance > longest else "reach/too-near"
            told = f"{there} is {distance} away from {here}; the distance has to be "
            return Miss(code, told, (wanted,))
        return None

    def _wrong_way(self, state: State, step: Offset, here: str, there: str) -> Miss | None:
        """Return what is wrong with a direction, if it is not allowed."""
        if step in self._steps[state.mover]:
            return None
        leads, may = wrong_way(self._rules.grid, step, self._directions, self._forward[state.mover])
        return Miss("reach/wrong-direction", f"the way from {here} to {there} {leads}", may)

    def slide(self, state: State, env: Env, direction: str, length: int) -> CellId | None:
        """Return the cell so far away in a direction, or the last one when it is to stop there."""
        start = self._origin(state, env)
        step = self._ways[state.mover].get(direction)
        if start is None or step is None:
            return None
        shortest, farthest = length, self._geometry.longest
        if self._too_long != "refuse" and step in self._steps[state.mover]:
            limit = self._range(state, env)[1]
            if self._too_long == "stop":
                shortest, farthest = 0, limit
            elif limit < farthest:  # what is as long as the board limits nothing
                shortest = length = min(length, limit)
        for distance in range(min(length, farthest), shortest - 1, -1):
            for line in self._geometry.lines(start, (step,), distance):
                return line.target
        return None

    def candidates(self, cells: Mapping[str, CellId | None]) -> Sequence[Candidate]:
        start = cells.get(self._start or "")
        if start is None:
            return self._written(self._rules.grid.cells)
        shortest, longest = self._bounds
        targets = {
            target
            for steps in set(self._steps)
            for distance in range(shortest, longest + 1)
            for target, _ in self._geometry.lines(start, steps, distance)
        }
        return self._written(sorted(targets))


def off_board(value: OperandValue) -> str:
    """Say that a text means no cell: a cell that is not there, or a direction and a length."""
    text = str(value)
    return f"{text} leads off the board" if " " in text else f"the board has no cell '{text}'"


_NOWHERE = (1, 0)  # no number is at least 1 and at most 0


def bind_distance(
    distance: Expression | Distance,
    rules: Rules,
    farthest: int,
) -> Callable[[State, Env], tuple[int, int]]:
    """Return the function that gives the shortest and the longest distance."""
    if isinstance(distance, Distance):
        least = bind(distance.at_least, rules)
        most: Evaluate | None = (
            bind(distance.at_most, rules) if distance.at_most is not None else None
        )

        def between(state: State, env: Env) -> tuple[int, int]:
            low = least(state, env)
            high = farthest if most is None else most(state, env)
            return _NOWHERE if low is None or high is None else (max(0, low), min(farthest, high))

        return between
    exactly = bind(distance, rules)

    def both(state: State, env: Env) -> tuple[int, int]:
        value = exactly(state, env)
        return _NOWHERE if value is None or value < 0 else (value, value)

    return both


def bind_distance_answers(distance: Expression | Distance, rules: Rules) -> tuple[Answers, Answers]:
    """Return the functions that name the rows behind the shortest and the longest distance."""
    if isinstance(distance, Distance):
        return bind_limits([distance.at_least], rules), bind_limits([distance.at_most], rules)
    exactly = bind_limits([distance], rules)
    return exactly, exactly


def distance_bounds(
    distance: Expression | Distance, rules: Rules, farthest: int
) -> tuple[int, int]:
    """Return the shortest and longest distance there can be, whatever the position."""
    checked = rules.resolved.checked
    if isinstance(distance, Distance):
        low = checked[distance.at_least].low
        high = checked[distance.at_most].high if distance.at_most is not None else None
    else:
        low, high = checked[distance].low, checked[distance].high
    return max(0, low or 0), farthest if high is None else min(high, farthest)
