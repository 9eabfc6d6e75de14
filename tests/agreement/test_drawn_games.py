"""What the kernel draws in playouts is legal, each move as likely, and does what it should."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Match, load
from ruleengine.agents.random_agent import RandomAgent
from ruleengine.agents.table import play_out
from ruleengine.resolve.files.library import shipped_names
from ruleengine.workbench.both_tiers.drawn_games import DraftDraws, DrawnGame

MAX_PLIES = 40
COUNTED_EVERY = 20
RULES = Path(__file__).with_name("rules")


@pytest.mark.parametrize("name", sorted(shipped_names()))
def test_the_pipeline_can_follow_what_the_kernel_draws(name: str) -> None:
    game = load(name)
    assert DrawnGame(game, 1, game.compiled.tables).play(MAX_PLIES, COUNTED_EVERY)


@pytest.mark.parametrize(("name", "games"), [("setups", 20), ("flag_war", 12)])
def test_in_submissions_the_kernel_draws_as_random_does(name: str, games: int) -> None:
    """Each kind of move, and `commit`, comes up as often as the pipeline would draw it."""
    path = RULES / f"{name}.yaml"
    game, drafts = load(str(path) if path.exists() else name), DraftDraws()
    for seed in range(games):
        DrawnGame(game, seed, game.compiled.tables, drafts).play(4)
    assert "commit" in drafts.counted
    assert drafts.unlikely == {}


def test_no_set_up_is_committed_before_it_is_complete() -> None:
    """However random play comes about, and in as many games as were wrong once."""
    game = load(str(RULES / "setups.yaml"))
    found = game.simulate(300, seed=0)
    assert (dict(found.endings), found.cramped) == ({"complete": 300}, 0)
    for seed in range(3):
        agents = {seat: RandomAgent(seed=seed, seat=n) for n, seat in enumerate(game.seats)}
        match = Match(game, seed=seed)
        play_out(match, agents)
        assert match.position.outcome is not None
        assert match.position.outcome.ending == "complete"
