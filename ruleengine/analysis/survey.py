"""What the checks look at: a ruleset under one choice of flags, and what can happen in it."""

from __future__ import annotations

from typing import NamedTuple

from ruleengine.analysis.judging import Judging
from ruleengine.analysis.liveness import Liveness, find_live
from ruleengine.analysis.travel import Travel
from ruleengine.errors import Span
from ruleengine.pipeline.rules import Rules
from ruleengine.source.document import Map
from ruleengine.source.locate import locate_key


class Survey(NamedTuple):
    """One ruleset, looked at as a whole."""

    root: Map
    """The merged tree, with everything that other flag values would choose."""
    rules: Rules
    live: Liveness
    travel: Travel
    judging: Judging

    @classmethod
    def of(cls, root: Map, rules: Rules) -> Survey:
        """Find out what can happen under the rules."""
        live, travel = find_live(rules)
        return cls(root, rules, live, travel, Judging(rules, live.facts))

    def place(self, section: str, name: str) -> Span:
        """Return where a name is declared."""
        return locate_key(self.rules.resolved.tree, (section, name))

    def titles(self, cells: frozenset[int] | set[int]) -> str:
        """Return cells by name, in order, cut short when there are many."""
        names = [self.rules.place(cell) for cell in sorted(cells)]
        if len(names) > _MAX_NAMED:
            rest = len(names) - _MAX_NAMED
            return f"{', '.join(names[:_MAX_NAMED])} and {rest} more"
        return ", ".join(names)


_MAX_NAMED = 8
