"""Who wins, as bars: under one setting, or under several side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ruleengine.lab import pictures
from ruleengine.lab.pictures import FAINT, PALETTE, Bar, Head
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
    colors = _colors(shown)
    for name in shown:
        if len(summaries) > 1:
            rows.append(Head(called[name]))
        for setting, summary in enumerate(summaries):
            if name in summary.outcomes:
                color = PALETTE[setting % len(PALETTE)] if len(summaries) > 1 else colors[name]
                label = summary.label if len(summaries) > 1 else called[name]
                rows.append(Bar(label, summary.outcomes[name].share, color))
    seats = {name: share for each in summaries[:1] for name, share in each.seats.items()}
    if seats and len(summaries) == 1:
        rows.append(Head("by player"))
        rows += [Bar(f"wins of {name}", share.share, FAINT) for name, share in seats.items()]
    return pictures.bars(rows)


_HUES: Final = {
    "red": PALETTE[1],
    "orange": PALETTE[1],
    "blue": PALETTE[0],
    "green": PALETTE[2],
    "yellow": PALETTE[4],
    "gold": PALETTE[4],
    "purple": PALETTE[3],
    "pink": PALETTE[3],
    "gray": PALETTE[6],
    "grey": PALETTE[6],
    "black": PALETTE[6],
}


def _colors(names: Sequence[str]) -> dict[str, str]:
    """Return a color for each outcome; a side that is called by a color has that one.

    >>> _colors(["red", "blue", "drawn"])
    {'red': '#d55e00', 'blue': '#0072b2', 'drawn': '#009e73'}
    """
    found = {name: _HUES[name] for name in names if name in _HUES}
    left = [color for color in PALETTE if color not in found.values()]
    rest = [name for name in names if name not in found]
    found |= {name: left[number % len(left)] for number, name in enumerate(rest)}
    return {name: found[name] for name in names}
