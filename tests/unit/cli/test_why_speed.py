"""An argument is settled at once: the whole process, for every shipped game."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import pytest

from ruleengine import Game, load
from ruleengine.resolve.files.library import shipped_names

ROOT = Path(__file__).resolve().parents[3]
CLI = "import sys; from ruleengine.cli.main import main; sys.exit(main())"
GOAL = 1.0
ROUNDS = 3


def refused(game: Game) -> tuple[list[str], Iterator[str]]:
    """Return what is played first, and moves that are refused then."""
    position, before = game.start(), []
    while position.chance is not None or not any(
        move.name in game.rules.actions for move in position.legal_moves()
    ):
        options = position.chance or position.legal_moves()
        before.append(options[0].text)
        position = position.play(options[0].text)
    ids = game.move_ids
    lots = random.Random(1)  # noqa: S311 - no secret depends on it
    drawn = (ids.text(lots.randrange(len(ids))) for _ in range(500))
    return before, (text for text in drawn if position.why(text))


def seconds(command: list[str]) -> float:
    """Return what a command takes of the processor, whatever else the machine is doing."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.slow
@pytest.mark.parametrize("name", [*shipped_names()])
def test_why_takes_less_than_a_second(name: str) -> None:
    before, moves = refused(load(name))
    played = [part for text in before for part in ("--after", text)]
    for _ in range(ROUNDS):
        command = [sys.executable, "-c", CLI, "why", name, *played, "--move", next(moves)]
        # The better of two: other programs on the machine only ever add time.
        assert min(seconds(command), seconds(command)) < GOAL, command
