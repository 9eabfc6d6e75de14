"""What is learned of pieces, and what is remembered of where they have been."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from ruleengine import load
from ruleengine.agents import worth
from ruleengine.agents.fitting import MAX_EXACT, fit
from ruleengine.agents.memory import Memory
from ruleengine.agents.thinking import Thinker
from ruleengine.game.game import Game
from ruleengine.game.rows.row_match import RowMatch
from ruleengine.game.rows.scenes import Scene
from ruleengine.kernel.valuing import MAX_VALUE, WEAR
from ruleengine.program.layout import Layout

SIDE, FALLEN = 12, 144
LAYOUT = Layout(
    num_sides=2,
    num_seats=2,
    num_colors=2,
    num_kinds=2,
    num_cells=SIDE * SIDE,
    num_places=SIDE * SIDE + 1,
    max_pieces=2,
)


def weights_of(places: NDArray[np.int32], winners: NDArray[np.int32]) -> NDArray[np.float64]:
    """Learn from positions of two pieces of side 0, of kinds 0 and 1; by owner, kind and place."""
    codes = ((1 * 2 + np.arange(2)) * LAYOUT.num_places + places).astype(np.int32)
    shares, fading = np.zeros((len(places), 0), dtype=np.float32), np.ones(len(places))
    found = fit(LAYOUT, SIDE, codes, shares, winners, fading)
    assert 3 * 2 * LAYOUT.num_places > MAX_EXACT  # so that single places of a kind have no weight
    return found[: len(found) // 2][1:].reshape(3, 2, LAYOUT.num_places)


def test_a_kind_that_decides_is_worth_more_on_the_board_than_beside_it() -> None:
    rng = np.random.default_rng(1)
    places = rng.integers(0, LAYOUT.num_cells, (900, 2)).astype(np.int32)
    falls = rng.random((900, 2)) < 0.5
    places[falls] = FALLEN
    weights = weights_of(places, np.where(falls[:, 0], 1, 0).astype(np.int32))
    lost = weights[1, :, : LAYOUT.num_cells].mean(axis=1) - weights[1, :, FALLEN]
    assert lost[0] > 5 * abs(lost[1])
    assert lost[0] > 0.5


@pytest.mark.parametrize("by_kind", [False, True])
def test_what_holds_for_a_row_is_believed_of_a_cell_that_nobody_saw(by_kind: bool) -> None:  # noqa: FBT001 - a parameter of the test
    rng = np.random.default_rng(2)
    places = rng.integers(0, LAYOUT.num_cells, (900, 2)).astype(np.int32)
    unseen = 3 * SIDE + 5
    places[places == unseen] += 1
    far = places // SIDE < 6
    counts = far[:, 0].astype(int) - (far[:, 1] if by_kind else 0) + rng.random(900) - 0.5
    weights = weights_of(places, np.where(counts > 0.5, 0, 1).astype(np.int32))
    first, second = weights[1, :, unseen] - weights[1, :, 9 * SIDE + 5]
    assert first > 0.3
    assert second < -0.3 if by_kind else abs(second) < 0.15


def scene_of(game: Game) -> tuple[Scene, Layout]:
    match = RowMatch(game.compiled, 1)
    return match.scene(match.seat)[0], game.compiled.tables.program.layout


def stepped(scene: Scene, layout: Layout, slot: int, cell: int) -> Scene:
    rows = scene.rows.copy()
    rows[layout.at("cell") + slot] = cell
    return replace(scene, rows=rows)


def own(scene: Scene, layout: Layout) -> tuple[int, int, int]:
    """Return a piece of the side, its kind and its cell."""
    owners = scene.rows[layout.at("owner") : layout.at("owner") + layout.max_pieces]
    slot = int(np.nonzero(owners == scene.side)[0][0])
    kind, cell = (int(scene.rows[layout.at(name) + slot]) for name in ("kind", "cell"))
    return slot, kind, cell


def test_places_wear_out_until_a_piece_falls() -> None:
    scene, layout = scene_of(load("draughts"))
    memory = Memory(layout)
    slot, kind, home = own(scene, layout)
    free = next(
        cell
        for cell in range(layout.num_cells)
        if cell not in scene.rows[layout.at("cell") : layout.at("cell") + layout.max_pieces]
    )
    base = kind * layout.num_places
    assert not memory.look(scene).any()
    for times, cell in enumerate((free, home, free), start=1):
        worn = memory.look(stepped(scene, layout, slot, cell))
        assert worn[base + free] == worn[base + home] == times
        assert worn.sum() == 2 * times
    assert not memory.look(stepped(scene, layout, slot, -1)).any()


def test_a_position_is_worth_less_where_a_piece_has_been() -> None:
    game = load("breakthrough_6x6")
    thinker, (scene, layout) = Thinker(game.compiled), scene_of(game)
    fresh = thinker.rate(scene, 1, samples=1)
    assert len({each.value for each in fresh}) > 1
    kind, target = own(scene, layout)[1], fresh[0].move.values[-1]
    worn = np.zeros(layout.num_kinds * layout.num_places, dtype=np.int32)
    worn[kind * layout.num_places + target] = 3
    for before, after in zip(fresh, thinker.rate(scene, 1, samples=1, worn=worn), strict=True):
        less = 3 * WEAR if after.move.values[-1] == target else 0.0
        assert after.value == pytest.approx(before.value - less)
    worn[:] = 0
    worn[kind * layout.num_places + target] = 10_000
    worst = min(each.value for each in thinker.rate(scene, 1, samples=1, worn=worn))
    assert worst == pytest.approx(-MAX_VALUE)


def test_the_search_goes_elsewhere_when_a_place_is_worn() -> None:
    game = load("breakthrough_6x6")
    thinker, (scene, layout) = Thinker(game.compiled), scene_of(game)
    found = thinker.search(scene, 3, iterations=200)
    best = max(found, key=lambda each: each.visits).move
    worn = np.zeros(layout.num_kinds * layout.num_places, dtype=np.int32)
    worn[own(scene, layout)[1] * layout.num_places + best.values[-1]] = 50
    again = thinker.search(scene, 3, iterations=200, worn=worn)
    assert max(again, key=lambda each: each.visits).move.values[-1] != best.values[-1]


def test_learning_that_takes_long_is_announced_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(worth, "PATIENCE", 0.0)
    compiled = load("breakthrough_6x6").compiled
    worth.learn(compiled, worth.numbers_of(compiled))
    said = capsys.readouterr().err
    assert said.count("learning from random games what positions of breakthrough_6x6") == 1
