"""Games between agents: legal, repeatable, the same on both tiers and in every chunking."""

from __future__ import annotations

import sys

import pytest

from ruleengine import load
from ruleengine.agents.arena import play_game, play_games
from ruleengine.agents.registry import AGENTS
from ruleengine.resolve.files.library import shipped_names

RULESETS = [name for name, path in shipped_names().items() if path.parent.name != "variants"]
SMALL = ["breakthrough_6x6", "tactics_cadets", "flag_war_skirmish", "stratego_barrage"]


@pytest.mark.parametrize(
    ("name", "agents"),
    [(name, ("random_kind", "random")) for name in SMALL]
    + [(name, ("mcts:12", "greedy")) for name in (*RULESETS, *SMALL)],
)
def test_views_and_rows_lead_to_the_same_game(name: str, agents: tuple[str, str]) -> None:
    game = load(name)
    specs = list(agents)
    by_rows = play_game(game, specs, seed=5, number=2, max_plies=8)
    by_views = play_game(game, specs, seed=5, number=2, max_plies=8, keep_record=True)
    assert by_rows == by_views
    assert by_views.record is not None
    *_, last = by_views.record.replay(game)
    assert last.ply == by_rows.plies


def test_games_do_not_depend_on_chunks_or_threads() -> None:
    game = load("breakthrough_6x6")
    for specs in (["random", "random"], ["mcts:20", "random_kind"]):
        whole = play_games(game, specs, seed=7, first=0, count=6)
        parts = [
            played
            for first in (0, 2, 4)
            for played in play_games(game, specs, seed=7, first=first, count=2, threads=2)
        ]
        assert whole == parts
        assert len({played.plies for played in whole}) > 1


def test_games_with_secrets_do_not_depend_on_threads() -> None:
    """What is hidden in one game must not get into the scenes of another beside it."""
    game = load("stratego_barrage")
    specs = ["greedy", "random"]
    alone = play_games(game, specs, seed=3, count=8, max_plies=120)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # threads take turns as often as they can
    try:
        beside = play_games(game, specs, seed=3, count=8, max_plies=120, threads=4)
    finally:
        sys.setswitchinterval(before)
    assert beside == alone


@pytest.mark.parametrize("agent", sorted(AGENTS))
def test_seeds_decide_everything(agent: str) -> None:
    game = load("breakthrough_6x6")
    spec = "mcts:30" if agent == "mcts" else agent
    records = [play_game(game, spec, seed=seed, keep_record=True).record for seed in (1, 1, 2)]
    texts = [record.to_json() for record in records if record is not None]
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


def test_the_result_of_each_seat_fits_the_winner() -> None:
    for played in play_games(load("generals_apprentice"), "random", seed=2, count=20):
        won = {played.sides[seat] for seat, result in played.by_seat.items() if result == 1}
        assert won == ({played.winner} if played.winner else set())
        assert played.unfinished == (played.ending is None)


@pytest.mark.parametrize(
    ("name", "strong", "weak"),
    [
        ("breakthrough_6x6", "greedy", "random"),
        ("breakthrough_6x6", "mcts:400", "greedy"),
        ("tactics_5x5", "mcts:60", "random"),
        ("generals_apprentice", "mcts:60", "random"),
        ("flag_war", "greedy", "random"),
        ("flag_war", "mcts:200", "random"),
    ],
)
def test_the_stronger_wins(name: str, strong: str, weak: str) -> None:
    game = load(name)
    won = lost = 0
    for number, side in enumerate(game.sides):
        specs = {other: strong if other == side else weak for other in game.sides}
        for played in play_games(game, specs, seed=9, first=10 * number, count=4, max_plies=500):
            won += played.winner == side
            lost += played.winner not in (side, None)
    assert won >= 6, (won, lost)


def test_a_time_budget_is_kept() -> None:
    played = play_game(load("breakthrough_6x6"), ["mcts:0.01s", "random"], seed=1)
    assert played.winner is not None
