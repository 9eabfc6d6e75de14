"""Games of the kernel, found again on the pipeline."""

from __future__ import annotations

import pytest

from ruleengine import load
from ruleengine.kernel import playouts
from ruleengine.resolve.files.library import shipped_names
from ruleengine.workbench.witnesses.pairs import Looked, Pair
from ruleengine.workbench.witnesses.same_lots import MAX_PLIES, SameLots, search_same_lots

_PLIES = 40


@pytest.mark.parametrize("name", sorted(shipped_names()))
def test_what_is_decided_is_read_from_rows(name: str) -> None:
    game = load(name)
    search = SameLots(Pair(game, game), 7)
    if search.has_submissions:
        return
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
