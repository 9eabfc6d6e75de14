"""Figures in plain words: what changed, what did not, and what is still unknown."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from ruleengine.lab.contrasts import LENGTH, Contrast, Measure, still_needed
from ruleengine.lab.statistics import Estimate
from ruleengine.lab.summary import DRAWN, UNFINISHED, VOID, outcome_title
from ruleengine.schema.wording import counted

_LIMITS = {
    "pieces": "more pieces were placed than the compiled tier has room for. Pieces that come and "
    "go again and again are best kept beside the board, in a zone that is `off_board`.",
    "positions": "there were more turns than the compiled tier can remember, for `repetitions`. An "
    "ending that comes with the turns, such as `turn > 1000`, or a lower limit of plies keeps "
    "them shorter.",
    "moves": "one decision had more moves than the compiled tier can list, or one submission more "
    "than it can keep. A narrower operand, or an action in two parts, has fewer; a `commit` that "
    "almost every draft comes to is played sooner.",
    "steps": "more steps began inside one another, or more events waited for reactions, than the "
    "compiled tier has room for. A procedure or reaction that begins itself again needs an "
    "earlier end; events of a submission wait until all of its moves are made, unless `by` of the "
    "reaction leaves their actions out, and wait twice for each piece at most.",
}
SPLIT = "*"
"""What stands behind an interval that the test does not agree with."""
SPLIT_WORDS = (
    "* the test and the interval differ on whether there is a change at all; headings go by the "
    "test"
)
UNSAID = "-"
"""What stands for a figure that no game has told."""
CHANGES = (
    "wins and draws are told by how many percentage points they change, plies by how many plies"
)
"""What the figures of a choice are, below a table of them."""


def together_words(side: str) -> str:
    """Say what a column of pairs is about."""
    return (
        f"together: by how many points more the wins of {side} change than by the two choices "
        "added up, with 95 % for each alone"
    )


_NAMES = {DRAWN: "draws", VOID: "void games", UNFINISHED: "unfinished games"}


def percent(number: float) -> str:
    """Return a share in words.

    >>> percent(0.4233)
    '42.3 %'
    """
    return UNSAID if math.isnan(number) else f"{100 * number:.1f} %"


def cut_short(limits: Mapping[str, int]) -> list[str]:
    """Return a sentence for each limit that games were cut short by.

    >>> cut_short({"pieces": 1})[0][:60]
    '1 game was cut short for want of room: more pieces were plac'
    """
    return [
        f"{counted(games, 'game')} {'was' if games == 1 else 'were'} cut short for want of room: "
        f"{_LIMITS[name]}"
        for name, games in limits.items()
    ]


def interval(estimate: Estimate, *, is_share: bool = True, signed: bool = False) -> str:
    """Return a number with its interval; of one game there is none.

    >>> interval(Estimate(0.5, 0.4, 0.6))
    '50.0 % (40.0 to 60.0)'
    """
    scale = 100 if is_share else 1
    value, low, high = (scale * number for number in estimate)
    sign = "+" if signed else ""
    unit = " %" if is_share and not signed else ""
    if math.isnan(value):
        return UNSAID
    # Of games that all moved alike nothing tells how far others would.
    unsaid = math.isnan(low) or (signed and low == high)
    # What is rounded to nothing has no sign: `z` takes the minus of -0.0.
    around = "" if unsaid else f" ({low:{sign}z.1f} to {high:{sign}z.1f})"
    return f"{value:{sign}z.1f}{unit}{around}"


def moved(measure: Measure) -> str:
    """Return by how much a figure moved, with its interval, and a mark where the test differs."""
    is_share = measure.name != LENGTH
    shown = interval(measure.difference.estimate, is_share=is_share, signed=True)
    return f"{shown}{SPLIT}" if measure.is_split else shown


def measure_name(name: str) -> str:
    """Return what a figure is called."""
    if name == LENGTH:
        return "plies in a game"
    return _NAMES.get(name, f"wins of {name}")


def outcome_name(outcomes: Iterable[str], name: str) -> str:
    """Return what an outcome is called among others."""
    title = outcome_title(outcomes, name)
    return measure_name(name) if title == name else title


def contrast_words(found: Contrast) -> list[str]:
    """Return what can be said of two settings, a sentence for each sort of answer."""
    if not found.games:
        return [f"{found.after} against {found.before}: not played."]
    games = counted(found.games, "game")
    over = f"{found.after} against {found.before}, over {games} with the same throws"
    lines = [f"{over}: {found.differ:,} of them went differently."]
    changed = [m for m in found.measures if m.verdict == "changed"]
    lines += [f"Changed: {_changed(measure)}." for measure in changed]
    if not changed:
        lines.append("Changed: nothing that these games can show.")
    lines += [
        f"Did not change by as much as counts: {_same(measure)}."
        for measure in found.measures
        if measure.verdict == "same" and not _never(measure)
    ]
    lines += [
        f"Still unknown: {_unknown(measure, found.games)}."
        for measure in found.measures
        if measure.verdict == "unknown" and not _never(measure)
    ]
    return lines


def _never(measure: Measure) -> bool:
    return measure.before == measure.after == 0


def _changed(measure: Measure) -> str:
    estimate = measure.difference.estimate
    name = measure_name(measure.name)
    if measure.name == LENGTH:
        says = f"{name} went from {measure.before:.1f} to {measure.after:.1f}"
        by = f"{interval(estimate, is_share=False, signed=True)} plies"
    else:
        says = f"{name} went from {percent(measure.before)} to {percent(measure.after)}"
        by = f"{interval(estimate, signed=True)} points"
    small = ", though by less than what counts as a difference" if measure.is_within else ""
    split = ", as the test finds; its interval does not leave out 0" if measure.is_split else ""
    return f"{says}, that is {by}{small}{split}"


def _same(measure: Measure) -> str:
    """Return between what a figure moved, and how far outside of that a difference begins."""
    is_share = measure.name != LENGTH
    span = interval(measure.difference.estimate, is_share=is_share, signed=True)
    unit, margin = ("points", 100 * measure.margin) if is_share else ("plies", measure.margin)
    name = measure_name(measure.name)
    return f"{name}, which moved by {span} {unit}, where {margin:.1f} or more would count"


def _unknown(measure: Measure, games: int) -> str:
    name, estimate = measure_name(measure.name), measure.difference.estimate
    is_share = measure.name != LENGTH
    unit = "points" if is_share else "plies"
    span = interval(estimate, is_share=is_share, signed=True)
    split = ", where the test is not sure of it though the interval leaves out 0"
    moved = f"{name}, which moved by {span} {unit}{split if measure.is_split else ''}"
    needed = still_needed(measure, games)
    if needed is None:
        return f"{moved}; more games would tell"
    if needed <= games:  # narrow enough, but too near to the margin to be on either side of it
        return f"{moved}, about what counts as a difference; only many more games would tell"
    return f"{moved}; about {round_up(needed):,} games in all would tell"


def round_up(number: int) -> int:
    """Return a number of games that can be said.

    >>> round_up(12345)
    13000
    """
    step = int(10 ** max(0, len(str(number)) - 2))
    return -(-number // step) * step
