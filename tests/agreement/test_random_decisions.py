"""Decisions and flags that Hypothesis chooses, so that what differs is made as small as can be."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruleengine import Game
from ruleengine.resolve.files.library import shipped_names
from ruleengine.workbench.both_tiers.lockstep import Lockstep, Programs
from ruleengine.workbench.both_tiers.settings import flag_settings

NAMES = sorted(n for n, path in shipped_names().items() if path.parent.name != "variants")
SETTINGS = 4
MAX_PLIES = 12


@cache
def under_flags(name: str) -> list[tuple[Game, Programs]]:
    """Return a game under a few settings of its flags."""
    games = [setting.game for setting in islice(flag_settings(name), SETTINGS)]
    return [(game, Programs(game)) for game in games]


@given(
    name=st.sampled_from(NAMES),
    setting=st.integers(0, SETTINGS - 1),
    chooser=st.randoms(use_true_random=False),
)
@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
def test_both_tiers_follow_any_decisions(name: str, setting: int, chooser: random.Random) -> None:
    games = under_flags(name)
    game, programs = games[setting % len(games)]
    played = Lockstep(game, 0, programs)
    played.random = chooser
    assert played.play(MAX_PLIES)
