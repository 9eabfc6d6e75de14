"""Cells that are reached by a leap, along a route, by a filter, or by any of several ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ruleengine.codes import Code
from ruleengine.errors import Reason
from ruleengine.pipeline.expressions import Evaluate, bind
from ruleengine.pipeline.filters.selectors import bind_cell_test, bind_cells
from ruleengine.pipeline.geometry import NO_STEPS, Geometry, leaps, offsets, passed_over
from ruleengine.pipeline.operands.line import LineChoice, bind_distance, bind_distance_answers
from ruleengine.pipeline.operands.operand import (
    NO_PATH,
    Candidate,
    Choice,
    Miss,
    OperandValue,
    Option,
    Path,
)
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import eyes_in
from ruleengine.pipeline.state import CellId, Env, State
from ruleengine.pipeline.wording.answers import is_known, with_limits
from ruleengine.pipeline.wording.filter_words import bind_obstacles
from ruleengine.resolve.board.way_words import leap_words
from ruleengine.schema import reach
from ruleengine.schema.wording import counted


class LeapChoice(Choice):
    """A cell at a fixed offset."""

    def __init__(self, name: str, operand: reach.LeapOperand, rules: Rules) -> None:
        super().__init__(name, operand, rules, operand.leap.span)
        self._origin = bind(operand.leap.from_, rules)
        self._words = leap_words(operand.leap)
        sides = rules.resolved.ruleset.sides.values()
        self._steps = [leaps(operand.leap, side.forward) for side in sides]
        through = operand.leap.through
        self._fits = bind_cell_test(through, rules) if through is not None else None
        self._obstacles = bind_obstacles(through, rules) if through is not None else None

    def options(self, state: State, env: Env) -> Iterator[Option]:
        for target, passed in self._leaps(state, env):
            if all(self._is_open(state, env, cell) for cell in passed):
                yield target, NO_PATH

    def _leaps(self, state: State, env: Env) -> Iterator[tuple[CellId, tuple[CellId | None, ...]]]:
        """Yield where leaps lead, each with the cells it passes if these matter; a hole is none."""
        grid = self._rules.grid
        start = self._origin(state, env)
        if start is None or not 0 <= start < grid.num_cells:
            return
        row, column = divmod(start, grid.columns)
        for down, right in self._steps[state.mover]:
            target = grid.cell_in(row + down, column + right)
            if target is not None:
                passed = passed_over((down, right)) if self._fits is not None else ()
                yield target, tuple(grid.cell_in(row + d, column + r) for d, r in passed)

    def _is_open(self, state: State, env: Env, cell: CellId | None) -> bool:
        return cell is not None and (self._fits is None or self._fits(state, env, cell))

    def refuse(self, state: State, env: Env, value: OperandValue) -> Sequence[Reason]:
        if not isinstance(value, int):
            return self._reason("reach/off-board", f"the board has no cell '{value}'")
        miss = self.miss(state, env, value)
        return () if miss is None else self._reason(miss.code, miss.message)

    def miss(self, state: State, env: Env, value: OperandValue) -> Miss | None:
        if not isinstance(value, int) or any(value == cell for cell, _ in self.options(state, env)):
            return None
        start = self._origin(state, env)
        here, there = self._rules.place(start), self._rules.place(value)
        for target, passed in self._leaps(state, env):
            if target == value:
                return Miss("reach/no-leap", self._shut(state, env, there, passed))
        told = f"{there} cannot be reached from {here}"
        if start is None or not 0 <= start < self._rules.num_cells:
            return Miss("reach/no-leap", told)
        return Miss("reach/no-leap", f"{told}; a leap leads ", self._words)

    def _shut(self, state: State, env: Env, there: str, passed: Sequence[CellId | None]) -> str:
        """Say which cell closes a leap, unless that would tell a secret."""
        for cell in passed:
            if cell is None or self._obstacles is None or self._is_open(state, env, cell):
                continue
            why = self._obstacles(state, env, cell)
            if why is not None:
                return f"the leap to {there} passes {self._rules.place(cell)} ({why})"
        return f"the way of the leap to {there} is closed"


class RouteChoice(Choice):
    """A cell at the end of a bent route."""

    def __init__(self, name: str, operand: reach.RouteOperand, rules: Rules) -> None:
        super().__init__(name, operand, rules, operand.route.span)
        self._origin = bind(operand.route.from_, rules)
        self._range = bind_distance(operand.route.steps, rules, rules.num_cells)
        self._behind = bind_distance_answers(operand.route.steps, rules)
        self._through = bind_cell_test(operand.route.through, rules)
        self._geometry = Geometry(rules.grid)
        self._steps = [
            offsets(operand.route.directions, side.forward)
            for side in rules.resolved.ruleset.sides.values()
        ]
        self._ways_matter = True

    def forget_ways(self) -> None:
        """Look only for cells, and not for every route to them: no rule is about the way."""
        self._ways_matter = False

    def options(self, state: State, env: Env) -> Iterator[Option]:
        start = self._origin(state, env)
        fewest, most = self._range(state, env)
        if start is None or not 0 <= start < self._rules.num_cells:
            return
        if not self._ways_matter and fewest <= 1:
            found = self._within(state, env, start, most)
            if fewest == 0 <= most:
                found.add(start)
            for target in sorted(found):
                yield target, NO_PATH
        else:
            yield from self._routes(state, env, start, fewest, most)

    def _within(self, state: State, env: Env, start: CellId, most: int) -> set[CellId]:
        """Return the cells that so many steps lead to, or fewer."""
        steps, lines = self._steps[state.mover], self._geometry.lines
        seen, front = {start}, [start]
        for number in range(most):
            near = {target for cell in front for target, _ in lines(cell, steps, 1)} - seen
            seen |= near
            last = number == most - 1
            front = [] if last else [cell for cell in near if self._through(state, env, cell)]
        return seen - {start}

    def _routes(
        self, state: State, env: Env, start: CellId, fewest: int, most: int
    ) -> Iterator[Option]:
        """Yield the ends of all routes, each with the routes to it."""
        found: dict[CellId, list[Path]] = {}
        steps = self._steps[state.mover]

        def extend(cell: CellId, path: Path) -> None:
            for target, _ in self._geometry.lines(cell, steps, 1):
                if target == start or target in path:
                    continue
                if len(path) + 1 >= fewest:
                    found.setdefault(target, []).append(path)
                if len(path) + 1 < most and self._through(state, env, target):
                    extend(target, (*path, target))

        if fewest <= 0 <= most:
            found[start] = [NO_STEPS]
        if most > 0:
            extend(start, ())
        for target in sorted(found):
            yield target, tuple(found[target])

    def refuse(self, state: State, env: Env, value: OperandValue) -> Sequence[Reason]:
        if not isinstance(value, int):
            return self._reason("reach/off-board", f"the board has no cell '{value}'")
        if any(value == cell for cell, _ in self.options(state, env)):
            return ()
        fewest, most = self._range(state, env)
        total = counted(most, "step") if fewest == most else f"{fewest} to {most} steps"
        there = self._rules.place(value)
        told = f"no open route of {total} leads to {there}"
        (reason,) = self._reason("reach/no-route", told)
        answers = [answer for limit in self._behind for answer in limit(state, env)]
        return (with_limits(reason, tuple(dict.fromkeys(answers))),)


class CellChoice(Choice):
    """Any cell that fits a filter."""

    def __init__(self, name: str, operand: reach.CellOperand, rules: Rules) -> None:
        super().__init__(name, operand, rules, operand.cell.span)
        self._cells = bind_cells(operand.cell, rules)
        self._fits = bind_cell_test(operand.cell, rules)
        self._obstacles = bind_obstacles(operand.cell, rules)

    def options(self, state: State, env: Env) -> Iterator[Option]:
        for cell in self._cells(state, env):
            yield cell, NO_PATH

    def ways(self, state: State, env: Env, value: OperandValue) -> tuple[Path, ...]:
        if not isinstance(value, int) or not 0 <= value < self._rules.num_cells:
            return ()
        return NO_PATH if self._fits(state, env, value) else ()

    def refuse(self, state: State, env: Env, value: OperandValue) -> Sequence[Reason]:
        if not isinstance(value, int):
            return self._reason("reach/off-board", f"the board has no cell '{value}'")
        if self.ways(state, env, value):
            return ()
        there = self._rules.place(value)
        why = self._obstacles(state, env, value)
        hint = f" ({why})" if why else ""
        return self._reason("reach/wrong-cell", f"{there} is not a cell that may be named{hint}")


_SPECIFIC: Final[tuple[Code, ...]] = (
    "reach/too-far",
    "reach/too-near",
    "reach/off-board",
    "reach/same-cell",
    "reach/wrong-direction",
    "reach/hole-between",
    "reach/no-route",
    "reach/wrong-cell",
    "reach/no-leap",
    "reach/not-straight",
)
"""What the reasons of several ways are sorted by: who was nearly right hears that first."""


class AnyOfChoice(Choice):
    """A cell that at least one of several ways leads to."""

    def __init__(self, name: str, operand: reach.AnyOfOperand, rules: Rules) -> None:
        super().__init__(name, operand, rules)
        self._ways: list[tuple[Evaluate | None, Choice]] = [
            (bind(way.when, rules) if way.when is not None else None, bind_way(name, way, rules))
            for way in operand.any_of
        ]
        checked = rules.resolved.checked
        self._open_to_all = [
            way
            for (_, way), model in zip(self._ways, operand.any_of, strict=True)
            if model.when is None or is_known(checked[model.when].root, rules)
        ]
        self.slides = any(way.slides for _, way in self._ways)
        lengths = {way.only_length for _, way in self._ways if way.slides}
        self.only_length = lengths.pop() if len(lengths) == 1 else None
        self.as_direction = next(filter(None, map(self._example, self._ways)), None)

    def _example(self, option: tuple[Evaluate | None, Choice]) -> str | None:
        """Return a cell of one of the ways as a direction, with a length if several have others."""
        _, way = option
        if way.as_direction is None or way.only_length is None or self.only_length is not None:
            return way.as_direction
        return f"{way.as_direction} {way.only_length}"

    def options(self, state: State, env: Env) -> Iterator[Option]:
        found: dict[OperandValue, tuple[Path, ...]] = {}
        for way in self._open(state, env):
            for value, paths in way.options(state, env):
                found[value] = _merged(found[value], paths) if value in found else paths
        yield from found.items()

    def ways(self, state: State, env: Env, value: OperandValue) -> tuple[Path, ...]:
        found: tuple[Path, ...] = ()
        for way in self._open(state, env):
            found = _merged(found, way.ways(state, env, value))
        return found

    def refuse(self, state: State, env: Env, value: OperandValue) -> Sequence[Reason]:
        if not isinstance(value, int):
            return self._reason("reach/off-board", f"the board has no cell '{value}'")
        told: list[tuple[Miss | None, Reason]] = []
        for way in self._open(state, env):
            against = way.refuse(state, env, value)
            if not against:
                return ()
            cited = [self._in_own_words(reason) for reason in against]
            # Which ways are open may be a secret: those that are not merged are told apart.
            may_be_joined = eyes_in(env) is None or way in self._open_to_all
            if not (may_be_joined and self._joined(told, way.miss(state, env, value), cited)):
                told += [(None, reason) for reason in cited]
        reasons = sorted((each for _, each in told), key=lambda each: _SPECIFIC.index(each.code))
        if reasons and self._says is not None and self.named == "always":
            (own,) = self._reason(reasons[0].code, self._says)
            clauses = (clause for reason in reasons for clause in reason.clauses)
            return (replace(own, clauses=tuple(dict.fromkeys((*own.clauses, *clauses)))),)
        if reasons:
            return reasons
        return self._reason("reach/no-way", f"no way leads to {self._rules.place(value)} now")

    def _in_own_words(self, reason: Reason) -> Reason:
        """Return what is against a way as the operand has it, where it has words of its own."""
        own = self._refusals.get(reason.code)
        if own is None:
            return reason if reason.clauses else replace(reason, clauses=self._clauses)
        clauses = tuple(own.clauses) or reason.clauses or self._clauses
        return replace(reason, message=own.says or reason.message, clauses=clauses)

    @staticmethod
    def _joined(
        told: list[tuple[Miss | None, Reason]], miss: Miss | None, cited: Sequence[Reason]
    ) -> bool:
        """Put what a way lacks into the sentence of one that lacks the same, if there is one."""
        if len(cited) != 1 or cited[0].answers:
            return False  # rows of tables have a say
        if miss is None or cited[0].message != miss.message:
            miss = Miss(cited[0].code, cited[0].message)  # it has a sentence of its own
        for number, (other, reason) in enumerate(told):
            if other is None or other.lead != miss.lead:
                continue
            if other.code == miss.code or not (other.wanted or miss.wanted):
                both = Miss(miss.code, miss.lead, _united(other.wanted, miss.wanted))
                clauses = _united(reason.clauses, cited[0].clauses)
                told[number] = both, replace(reason, message=both.message, clauses=clauses)
                return True
        told.append((miss, cited[0]))
        return True

    def slide(self, state: State, env: Env, direction: str, length: int) -> CellId | None:
        found = [way.slide(state, env, direction, length) for way in self._open(state, env)]
        cells = [cell for cell in found if cell is not None]
        return next(
            (cell for cell in cells if not self.refuse(state, env, cell)),
            cells[0] if cells else None,
        )

    def forget_ways(self) -> None:
        for _, way in self._ways:
            way.forget_ways()

    def candidates(self, cells: Mapping[str, CellId | None]) -> Sequence[Candidate]:
        found = {cell for _, way in self._ways for _, cell in way.candidates(cells)}
        return self._written(sorted(cell for cell in found if cell is not None))

    def _open(self, state: State, env: Env) -> Iterator[Choice]:
        for when, way in self._ways:
            if when is None or when(state, env):
                yield way


def bind_way(name: str, way: reach.Way, rules: Rules) -> Choice:
    """Bind one of the ways of an operand; whether it is open is asked elsewhere."""
    match way:
        case reach.LineOperand():
            return LineChoice(name, way, rules)
        case reach.RouteOperand():
            return RouteChoice(name, way, rules)
        case reach.LeapOperand():
            return LeapChoice(name, way, rules)
        case reach.CellOperand():
            return CellChoice(name, way, rules)


def _united(one: tuple[str, ...], two: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one, *two)))


def _merged(one: tuple[Path, ...], two: tuple[Path, ...]) -> tuple[Path, ...]:
    return (*one, *(path for path in two if path not in one))
