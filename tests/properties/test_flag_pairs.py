"""Games under flag settings that have every two values together; `tests/long` plays many more."""

from __future__ import annotations

from functools import cache

import pytest

from ruleengine.game.game import Game
from ruleengine.pipeline.binding import bind_rules
from ruleengine.resolve.files.library import shipped_names
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.resolve.flags.choosing import choose_flags, read_flags
from ruleengine.resolve.flags.pairwise import pairwise
from ruleengine.resolve.ruleset import resolve_tree
from ruleengine.workbench.both_tiers.soundness import check_playthrough

RULESETS = [name for name, path in shipped_names().items() if path.parent.name != "variants"]
PARTS = 4


@cache
def games_of(name: str) -> list[Game]:
    """Return the game of a ruleset under each setting."""
    root = read_tree(name).root
    flags = read_flags(root)
    settings = pairwise(flags, choose_flags(flags, root, {}))
    return [Game(bind_rules(resolve_tree(root, flags, values))) for values in settings]


def test_there_are_rulesets() -> None:
    assert RULESETS


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", RULESETS)
def test_games_hold_together_under_every_two_values(name: str, part: int) -> None:
    for number, game in list(enumerate(games_of(name)))[part::PARTS]:
        played = check_playthrough(game, number, max_plies=25)
        assert played.ok, f"seed {number}: {played.problems} under {game.flag_values}"
