"""Who wins, as bars: under one setting, or under several side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ruleengine.lab import pictures
from ruleengine.lab.pictures import PALETTE, Bar, Head
from ruleengine.lab.summary import Summary
from ruleengine.lab.words import outcome_name

NOTHING_WON: Final = 3
"""Outcomes beside wins: draws, void games and those cut short."""


def outcome_bars(summaries: Sequence[Summary]) -> str:
    """Return who wins: under one setting a bar for each, under several a group of bars."""
    names = list(summaries[0].outcomes)
    shown = [
        name
        for number, name in enumerate(names)
        if number < len(names) - NOTHING_WON
        or any(name in each.outcomes and each.outcomes[name].count for each in summaries)
    ]
    called = {name: outcome_name(names, name) for name in names}
    rows: list[pictures.Row] = []
    for number, name in enumerate(shown):
        if len(summaries) > 1:
            rows.append(Head(called[name]))
        for setting, summary in enumerate(summaries):
            if name in summary.outcomes:
                color = PALETTE[(setting if len(summaries) > 1 else number) % len(PALETTE)]
                label = summary.label if len(summaries) > 1 else called[name]
                rows.append(Bar(label, summary.outcomes[name].share, color))
    return pictures.bars(rows)
