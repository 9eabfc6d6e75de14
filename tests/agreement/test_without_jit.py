"""The kernel as plain Python, which refuses to read or write outside of its arrays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

RULES = Path(__file__).with_name("rules")
GAMES = {
    "breakthrough_6x6": 30,
    "brandubh": 12,
    "gardner": 6,
    "stratego_skirmish": 12,
    str(RULES / "extremes.yaml"): 40,
    str(RULES / "deep.yaml"): 3,
    str(RULES / "foresight.yaml"): 12,
}
PLAY = """
import sys
from ruleengine import load
from ruleengine.workbench.both_tiers.lockstep import Lockstep
print(Lockstep(load(sys.argv[1]), 1).play(int(sys.argv[2])))
"""


@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).stem)
def test_no_program_reaches_outside_of_its_arrays(name: str) -> None:
    # Random bits overflow on purpose, which numpy would warn of.
    command = [sys.executable, "-W", "ignore", "-c", PLAY, name, str(GAMES[name])]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
