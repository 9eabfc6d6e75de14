"""Which rules a choice brings or takes away, and in how many games they did something."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ruleengine.lab.chunks import Games
from ruleengine.lab.summary import Share, share
from ruleengine.program.meters import Meter

_DOING = frozenset({"action", "effect", "reaction", "ending", "skip"})


@dataclass(frozen=True)
class Reach:
    """In how many games the rules that a choice is about did something."""

    rules: tuple[str, ...]
    """The rules that stand in one setting and not, or otherwise, in the other."""
    share: Share | None
    """None when not all of it can be counted: it is about the board, about how far pieces go, or
    about rules that were worked out beforehand."""
    games: int

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return {"rules": list(self.rules), "share": self.share.to_dict() if self.share else None}


def reach_of(reference: Games, chosen: Games) -> Reach:
    """Return how often the rules that differ between two settings did something.

    A rule did something when its effect happened, when it refused a move, when its branch was
    taken. Of the two settings the one counts in which it did so more often.
    """
    count = min(len(reference), len(chosen))
    here, there = _meters(reference), _meters(chosen)
    found: list[NDArray[np.bool_]] = []
    rules: dict[str, None] = {}
    for games, own, other in ((reference, here, there), (chosen, there, here)):
        differing = [key for key in own if key not in other]
        rules |= dict.fromkeys(key[1] for key in differing)
        columns = [index for key in differing for index in own[key]]
        if columns:
            found.append(np.any(games.fired[:count, columns], axis=1))
    if not found or _folded(reference) != _folded(chosen):
        return Reach(tuple(rules), None, count)
    return Reach(tuple(rules), share(max(int(hits.sum()) for hits in found), count), count)


def _meters(games: Games) -> dict[tuple[str, str], list[int]]:
    """Return, by rule, which counts say that it did something; rules are told by what they say."""
    found: dict[tuple[str, str], list[int]] = {}
    meters = games.job.metered.all
    branching = {(str(m.span), m.name) for m in meters if m.what == "branch" and m.part == "then"}
    folded = _folded(games)
    for index, meter in enumerate(meters):
        key = str(meter.span), meter.name
        if key not in folded and _did_something(meter, key in branching):
            found.setdefault(key, []).append(index)
    return found


def _folded(games: Games) -> set[tuple[str, str]]:
    return {(str(meter.span), meter.name) for meter in games.job.metered.folded}


def _did_something(meter: Meter, branches: bool) -> bool:  # noqa: FBT001 - a fact of the rule
    if meter.what in _DOING:
        return not meter.part
    if meter.what == "step":
        return not meter.part and not branches
    if meter.what == "branch":
        return meter.part == "then"
    if meter.what == "row":
        return meter.part == "asked"
    return meter.part == "refused"
