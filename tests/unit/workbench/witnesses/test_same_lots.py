"""Games of the kernel, found again on the pipeline."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from ruleengine import load
from ruleengine.kernel import playouts
from ruleengine.resolve.files.library import shipped_names
from ruleengine.workbench.witnesses.guided import search_compiled
from ruleengine.workbench.witnesses.pairs import MAX_PLIES, Line, Looked, Pair
from ruleengine.workbench.witnesses.same_lots import SameLots, has_submissions, search_same_lots
from ruleengine.workbench.witnesses.unguided import search_on_pipeline

Search: TypeAlias = Callable[[Pair, int, float, Looked], tuple[Line, int] | None]

_PLIES = 40


@pytest.mark.parametrize("name", sorted(shipped_names()))
def test_what_is_decided_is_read_from_rows(name: str) -> None:
    game = load(name)
    pair = Pair(game, game)
    if has_submissions(pair):
        return
    search = SameLots(pair, 7)
    noted = game.compiled.played(7, 0, 1, MAX_PLIES)[0]
    plies = min(_PLIES, int(noted[playouts.PLIES]))
    made = search.made(0, plies)
    assert made is not None
    assert len(made) == plies
    position = game.start()
    for ply in made:
        position = position.play(ply.text, ply.seat)
    *_, after = game.compiled.rows(7, 0, plies + 1)
    at, _ = game.compiled.tables.program.layout.sections["cell"]
    pieces = len(position.state.cell)
    assert after[at : at + pieces].tolist() == position.state.cell


def test_games_that_end_alike_are_counted() -> None:
    game, looked = load("breakthrough"), Looked()
    assert search_same_lots(Pair(game, game), 0, 0.05, looked) is None
    assert looked.games >= 16


@pytest.mark.parametrize("search", [search_compiled, search_on_pipeline])
def test_only_games_that_were_compared_to_their_end_are_counted(search: Search) -> None:
    """What comes late in long games is not among what was looked at."""
    game, looked = load("stratego_barrage"), Looked()
    assert search(Pair(game, game), 0, 0.0, looked) is None
    assert looked.games == 0
    assert looked.out_of_time
