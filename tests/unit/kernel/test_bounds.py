"""Batches in plain Python, which refuses to read or write outside of its arrays."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

# With copies for questions, with drafts, with stacks of events, and with chance that is told.
GAMES = {"breakthrough_6x6": 12, "gardner": 3, "stratego_skirmish": 4, "flag_war_skirmish": 4}
STEP = """
import sys
import numpy as np
from ruleengine import load
from ruleengine.game import batch as batches
batches.FIRST_CAPACITY = 2
game, steps = load(sys.argv[1]), int(sys.argv[2])
for most in (batches.MOST_KEPT, 1):
    batches.MOST_KEPT = most
    for chance in ("sampled", "enumerated"):
        batch = game.batch(2, 1, chance=chance)
        for step in range(steps):
            batch.mask(), batch.observe()
            assert batch.step(batch.pick((step * 7) % np.maximum(1, batch.counts))).taken.all()
game.simulate(1, 1, max_plies=5)
"""


@pytest.mark.parametrize("name", GAMES)
def test_no_batch_reaches_outside_of_its_arrays(name: str) -> None:
    # Random bits overflow on purpose, which numpy would warn of.
    command = [sys.executable, "-W", "ignore", "-c", STEP, name, str(GAMES[name])]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr, "nothing is compiled, and so nothing is said"
