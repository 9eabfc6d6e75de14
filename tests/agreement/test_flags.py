"""Both tiers under other readings of the flags; `tests/long/agreement.py` plays under all."""

from __future__ import annotations

from itertools import islice

import pytest

from ruleengine.resolve.files.library import shipped_names
from ruleengine.workbench.both_tiers.lockstep import Lockstep, Programs
from ruleengine.workbench.both_tiers.settings import flag_settings

SETTINGS = 3
MAX_PLIES = 25
NAMES = sorted(n for n, path in shipped_names().items() if path.parent.name != "variants")


@pytest.mark.parametrize("name", NAMES)
def test_both_tiers_play_the_same_game_under_other_flags(name: str) -> None:
    for number, (game, changed) in enumerate(islice(flag_settings(name), 1, SETTINGS + 1)):
        programs = Programs(game)
        try:
            Lockstep(game, number, programs).play(MAX_PLIES)
        except AssertionError as error:
            raise AssertionError(f"{changed}: {error}") from error
