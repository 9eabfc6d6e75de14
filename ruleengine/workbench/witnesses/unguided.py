"""Random games on the pipeline, for where the compiled tier is not at hand."""

from __future__ import annotations

import random
import time
from itertools import count

from ruleengine.errors import EndlessError
from ruleengine.workbench.witnesses.pairs import MAX_PLIES, Line, Looked, Pair, next_plies


def search_on_pipeline(
    pair: Pair, seed: int, seconds: float, looked: Looked
) -> tuple[Line, int] | None:
    """Play the same random moves in both games until they differ, or time is over."""
    deadline = time.monotonic() + seconds
    for number in count():
        lots = random.Random(f"{seed}/{number}")  # noqa: S311 - no secret depends on it
        both, line = pair.start(), Line()
        while both.one.outcome is None and len(line.plies) < MAX_PLIES:
            if time.monotonic() > deadline:
                looked.open += bool(line.plies)
                looked.out_of_time = True
                return None
            plies = next_plies(both.one)
            names = sorted({ply.text.split(" ", 1)[0] for ply in plies})
            if number % 2 and names:  # every other game gives rare actions a fair chance
                name = lots.choice(names)
                plies = [ply for ply in plies if ply.text.split(" ", 1)[0] == name]
            ply = lots.choice(plies)
            try:
                both, line = both.play(ply), Line((*line.plies, ply))
            except EndlessError:  # that is for `validate` to find
                break
            if both.found is not None:
                return line, number
        looked.games += 1
        looked.heard += 1
    return None
