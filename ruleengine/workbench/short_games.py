"""Every short game, the shortest first."""

from __future__ import annotations

import time
from math import inf

from ruleengine.errors import EndlessError
from ruleengine.workbench.pairs import Line, Pair, next_plies


def search_short_games(pair: Pair, limit: int, deadline: float = inf) -> Line | None:
    """Return the shortest line after which the games differ, among so many positions.

    It ends at the `deadline` too, in seconds of the processor.
    """
    start = pair.start()
    if start.found is not None:
        return Line()
    level = [(Line(), start)]
    seen = {start.one}
    looked_at = 1
    while level:
        following = []
        for line, both in level:
            for ply in next_plies(both.one):
                try:
                    after = both.play(ply)
                except EndlessError:  # that is for `validate` to find
                    continue
                longer = Line((*line.plies, ply))
                looked_at += 1
                if after.found is not None:
                    return longer
                if looked_at >= limit or time.process_time() > deadline:
                    return None
                if after.one.outcome is None and after.one not in seen:
                    seen.add(after.one)
                    following.append((longer, after))
        level = following
    return None
