"""Every short game, the shortest first."""

from __future__ import annotations

import time
from math import inf

from ruleengine.errors import EndlessError
from ruleengine.workbench.witnesses.pairs import Line, Looked, Pair, next_plies


def search_short_games(
    pair: Pair, limit: int, deadline: float = inf, looked: Looked | None = None
) -> Line | None:
    """Return the shortest line after which the games differ, among so many positions.

    It ends at the `deadline` too.
    """
    start = pair.start()
    if start.found is not None:
        return Line()
    level = [(Line(), start)]
    seen = {start.one}
    looked = looked or Looked()
    looked.positions = 1
    while level:
        following = []
        for line, both in level:
            for ply in next_plies(both.one):
                try:
                    after = both.play(ply)
                except EndlessError:  # that is for `validate` to find
                    continue
                longer = Line((*line.plies, ply))
                looked.positions += 1
                if after.found is not None:
                    return longer
                if looked.positions >= limit or time.monotonic() > deadline:
                    return None
                if after.one.outcome is None and after.one not in seen:
                    seen.add(after.one)
                    following.append((longer, after))
        level = following
    return None
