"""Batches and searches in plain Python, which refuses to reach outside of its arrays."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ruleengine import load
from ruleengine.agents.keeping import worth_of

# With copies for questions, with drafts, with stacks of events, and with chance that is told.
GAMES = {"breakthrough_6x6": 8, "gardner": 2, "stratego_skirmish": 2, "flag_war_skirmish": 2}
STEP = """
import sys
import numpy as np
from ruleengine import load
from ruleengine.game.rows import batch as batches
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

SEARCH = """
import sys
from ruleengine import load
from ruleengine.agents.thinking import Thinker
from ruleengine.game.rows.row_match import RowMatch
game = load(sys.argv[1])
match, thinker = RowMatch(game.compiled, 1), Thinker(game.compiled)
for number in range(int(sys.argv[2])):
    scene, slots = match.scene(match.seat)
    moves = thinker.moves(scene)
    assert len(thinker.search(scene, number, iterations=2)) == len(moves)
    assert thinker.rate(scene, number, samples=1, most=4)
    match.play(match.real(moves[7 * number % len(moves)], slots))
"""


def check(script: str, name: str, steps: int) -> None:
    # Random bits overflow on purpose, which numpy would warn of.
    command = [sys.executable, "-W", "ignore", "-c", script, name, str(steps)]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr, "nothing is compiled, and so nothing is said"


@pytest.mark.parametrize("name", GAMES)
def test_no_batch_reaches_outside_of_its_arrays(name: str) -> None:
    check(STEP, name, GAMES[name])


@pytest.mark.parametrize(
    ("name", "steps"), [("flag_war_skirmish", 4), ("stratego_skirmish", 1), ("gardner", 1)]
)
def test_no_search_reaches_outside_of_its_arrays(name: str, steps: int) -> None:
    worth_of(load(name).compiled)  # learned with the JIT, and kept
    check(SEARCH, name, steps)
