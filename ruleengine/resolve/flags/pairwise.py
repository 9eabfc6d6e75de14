"""Settings of the flags in which every two values that can go together do so at least once.

Faults that need two flags to meet are common and faults that need three are rare, so games under
these few settings see most of what games under all combinations would.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import TypeAlias

from ruleengine.resolve.flags.choosing import FlagValues
from ruleengine.resolve.flags.rules import is_among
from ruleengine.resolve.flags.solver import Allowed, Solver
from ruleengine.resolve.flags.values import FlagValue
from ruleengine.schema.flags import Flag, MapFlag
from ruleengine.source.document import Map

Option: TypeAlias = tuple[str, int]
"""A flag, and the number of one of its values; number 0 is the base value."""


def pairwise(flags: Mapping[str, Flag], base: FlagValues) -> tuple[FlagValues, ...]:
    """Return assignments, `base` first, that have every pair of values that can be had.

    Flags of open type have their base value and their samples. Each assignment respects what
    flags require and conflict with, given that those explicit in `base` stay explicit.
    """
    return _Search(flags, base).run()


class _Search:
    """Greedy: each row starts from a pair that is missing, and takes in as many as it can."""

    def __init__(self, flags: Mapping[str, Flag], base: FlagValues) -> None:
        self._solver = Solver(flags, base)
        self._base = base
        self._wanted = {name: self._options(name, flag) for name, flag in flags.items()}
        options = [
            (name, number) for name, each in self._wanted.items() for number in range(len(each))
        ]
        self._missing = {
            frozenset(pair) for pair in combinations(options, 2) if pair[0][0] != pair[1][0]
        }
        # Sets have no order of their own, and rows must not depend on chance.
        self._queue = [pair for pair in combinations(options, 2) if pair[0][0] != pair[1][0]]

    def run(self) -> tuple[FlagValues, ...]:
        rows = [self._base]
        self._take_off(dict.fromkeys(self._wanted, 0))
        for pair in self._queue:
            if frozenset(pair) not in self._missing:
                continue
            allowed = self._solver.narrow({}, self._both(pair))
            if allowed is not None:
                rows.append(self._row(dict(pair), allowed))
        return tuple(rows)

    def _row(self, row: dict[str, int], allowed: Allowed) -> FlagValues:
        """Settle all other flags, each on the value that brings in most missing pairs."""
        for name, each in self._wanted.items():
            if name in row:
                continue
            gains = [-self._gain((name, number), row) for number in range(len(each))]
            for number in sorted(range(len(each)), key=gains.__getitem__):
                narrowed = self._solver.narrow(allowed, each[number])
                if narrowed is not None:
                    row[name], allowed = number, narrowed
                    break
        self._take_off(row)
        return self._solver.assignment(allowed)

    def _gain(self, option: Option, row: Mapping[str, int]) -> int:
        return sum(frozenset((option, each)) in self._missing for each in row.items())

    def _take_off(self, row: Mapping[str, int]) -> None:
        self._missing.difference_update(map(frozenset, combinations(row.items(), 2)))

    def _both(self, pair: tuple[Option, Option]) -> dict[str, tuple[FlagValue, ...]]:
        (one, number), (other, other_number) = pair
        return {**self._wanted[one][number], **self._wanted[other][other_number]}

    def _options(self, name: str, flag: Flag) -> list[dict[str, tuple[FlagValue, ...]]]:
        """Return the values of a flag as what has to be asked of the solver for each."""
        base = self._base.values[name]
        values = [base, *(each for each in self._solver.domain(name) if not is_among(each, [base]))]
        if not isinstance(flag, MapFlag):
            return [{name: (value,)} for value in values]
        return [
            {f"{name}.{field}": (item,) for field, item in value.items()}  # type: ignore[misc]  # fields hold plain values
            for value in values
            if isinstance(value, Map)
        ]
