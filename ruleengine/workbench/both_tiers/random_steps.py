"""Steps drawn at random: effects, loops, choices, whatever a list of steps may hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruleengine.workbench.both_tiers.random_expressions import KINDS, PLACES, Drawer, Scope

MOST_PIECES = 14
"""Where new pieces stop to appear, so that a game does not grow for ever."""
_RANGES = (
    {"from": "0", "to": "2"},
    {"from": "1", "to": "die"},
    {"from": "max(low, 0)", "to": "min(high, 4)"},
)
"""Numbers to choose from; of some there are none, depending on the position."""
Step = dict[str, Any] | str


class StepDrawer:
    """Draws lists of steps; `waits` says whether somebody, or chance, may decide inside."""

    def __init__(self, drawer: Drawer) -> None:
        self.d = drawer

    def steps(self, scope: Scope, depth: int, *, waits: bool) -> list[Step]:
        """Return a list of steps, the names of some of which those after them use."""
        found: list[Step] = []
        for _ in range(self.d.one([1, 1, 2, 3])):
            step, scope = self._step(scope, depth, waits=waits)
            found.append(step)
        return found

    def _step(self, scope: Scope, depth: int, *, waits: bool) -> tuple[Step, Scope]:
        d = self.d
        if d.chance(0.15):
            return self._let(scope)
        if waits and d.chance(0.12):
            return self._choose(scope, depth)
        draws: list[Callable[[Scope], Step]] = [
            *[self._piece_step] * 4,
            *[self._kept] * 4,
            self._run,
            self._tell,
        ]
        if depth > 0:
            draws += [lambda s: self._nested(s, depth - 1, waits=waits)] * 4
        if waits:
            plain: list[Step] = ["stop", "end_turn", "check_endings", {"roll": "die"}]
            draws.append(lambda _: d.one(plain))
        return d.one(draws)(scope), scope

    def _piece_step(self, scope: Scope) -> Step:
        d, s = self.d, scope
        draws: list[Callable[[], Step]] = [
            lambda: {"move": {"piece": d.piece(s, 2), "to": d.cell(s, 2)}},
            lambda: {"capture": d.cell(s, 2)},
            lambda: {"remove": d.piece(s, 1)},
            lambda: {"send": {"piece": d.piece(s, 2), "to": d.one(PLACES)}},
            lambda: {"give": {"piece": d.piece(s, 1), "to": d.one([d.side(s, 1), "nobody"])}},
            lambda: {"claim": {"zone": d.one(["mid", "home.top"]), "to": d.side(s, 1)}},
            lambda: {"become": {"piece": d.piece(s, 1), "kind": d.kind(s, 1)}},
            lambda: self._place(s),
        ]
        return d.one(draws)()

    def _place(self, scope: Scope) -> Step:
        d = self.d
        what = {"kind": d.kind(scope, 1), "owner": d.side(scope, 1), "at": d.cell(scope, 2)}
        return {"if": f"count() < {MOST_PIECES}", "then": [{"place": what}]}

    def _kept(self, scope: Scope) -> Step:
        """Return a change of counters or marks that are kept for the same, several at once."""
        d, s = self.d, scope
        whose, counters, marks = d.one(
            [
                (
                    None,
                    ["low", "high", "passing"],
                    {"spot": "cell", "last": "piece", "type": "kind", "mood": "word"},
                ),
                ("side", ["score"], {"champion": "piece"}),
                ("piece", ["wounds"], {"came": "cell", "temper": "short_word"}),
                ("cell", ["snow"], {"trail": "side"}),
            ]
        )
        by_name = whose in {None, "side"}
        step: dict[str, Any]
        if d.chance(0.5):
            # Often one of those that change as well: what is read when matters only then.
            named = d.some(counters)
            read = {n: [d.number(s, 2), *([d.one(counters)] if by_name else [])] for n in named}
            step = {d.one(["add", "set"]): {name: d.one(read[name]) for name in named}}
        else:
            named = d.some(list(marks))
            read = {
                n: [d.value(marks[n], s, 2), *(_alike(marks, n) if by_name else []), "nothing"]
                for n in named
            }
            step = {"mark": {name: d.one(read[name]) for name in named}}
        if whose in {"piece", "cell"} or (whose == "side" and d.chance(0.5)):
            step["for"] = d.value(whose, s, 1)
        return step

    def _run(self, scope: Scope) -> Step:
        d = self.d
        if not d.procedures:
            return self._kept(scope)
        given = {"one": d.piece(scope, 1), "there": d.cell(scope, 1), "many": d.number(scope, 1)}
        return {"run": {d.one(d.procedures): given}}

    def _tell(self, scope: Scope) -> Step:
        d = self.d
        step = {"tell": f"now {{{d.number(scope, 1)}}} at {{{d.cell(scope, 1)}}}"}
        return {**step, "who": d.side(scope, 1)} if d.chance(0.5) else step

    def _let(self, scope: Scope) -> tuple[Step, Scope]:
        d = self.d
        type_ = d.one(["number", "cell", "piece", "side", "kind"])
        name = d.name(type_)
        return {"let": {name: d.value(type_, scope, 2)}}, scope.having(**{type_: name})

    def _nested(self, scope: Scope, depth: int, *, waits: bool) -> Step:
        d, s = self.d, scope

        def inner(scope: Scope) -> list[Step]:
            return self.steps(scope, depth, waits=waits)

        what = d.one(["if", "if", "pieces", "cells", "sides", "kinds", "numbers", "repeat"])
        if what == "if":
            step: dict[str, Any] = {"if": d.truth(s, 2), "then": inner(s)}
            if d.chance(0.4):
                step["else"] = inner(s)
            return step
        if what == "repeat":
            return {"repeat": inner(s), "while": d.truth(s, 2), "at_most": d.one([2, 3])}
        type_ = what.removesuffix("s")
        name = d.name(type_)
        filters: dict[str, dict[str, Any]] = {
            "pieces": {"among": d.piece_filter(s, 2)},
            "cells": {"among_cells": d.cell_filter(s, 2)},
            "sides": {"among_sides": True},
            "kinds": {"among_kinds": d.one(["any", d.some(KINDS)])},
            "numbers": {"numbers": {"from": "1", "to": d.one(["2", "die", "min(low, 3)"])}},
        }
        return {"for_each": {"as": name, **filters[what]}, "do": inner(s.having(**{type_: name}))}

    def _choose(self, scope: Scope, depth: int) -> tuple[Step, Scope]:
        d, s = self.d, scope
        type_ = d.one(["piece", "cell", "side", "number"])
        name = d.name(type_)
        filters: dict[str, dict[str, Any]] = {
            "piece": {"among": d.piece_filter(s, 2)},
            "cell": {"among_cells": d.cell_filter(s, 2)},
            "side": {"among_words": "sides"},
            "number": {"numbers": d.one(_RANGES)},
        }
        who = d.one(["mover", "opponent", "chance"])
        spec = {"as": name, "who": who, **filters[type_]}
        if who != "chance" and d.chance(0.3):
            spec["optional"] = True
        step: dict[str, Any] = {"choose": spec}
        if depth > 0 and d.chance(0.4):
            step["else"] = self.steps(s, depth - 1, waits=False)
        return step, s.having(**{type_: name})


def _alike(marks: dict[str, str], name: str) -> list[str]:
    """Return the marks that hold the same as one of them."""
    return [other for other, held in marks.items() if held == marks[name]]
