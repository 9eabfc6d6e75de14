"""A game that is killed at any moment goes on as if nothing had happened.

`RULEENGINE_KILLS=50 python -m pytest tests/properties/test_resumption.py` kills more often.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from ruleengine import Match, load
from ruleengine.game.kept.record_files import read_record

ROOT = Path(__file__).resolve().parents[2]
CLI = "import sys; from ruleengine.cli.main import main; sys.exit(main())"
KILLS = int(os.environ.get("RULEENGINE_KILLS", "2"))
SEED = 11
NUM_PLIES = 120


def expected(name: str) -> Match:
    """Return the game in which everybody always plays the first move."""
    match = Match(load(name), SEED, players={})
    while not match.is_over and match.num_plies < NUM_PLIES:
        match.submit(match.actors[0], match.position.legal_moves(match.actors[0])[0])
    return match


def play_and_kill(arguments: list[str], num_lines: int) -> None:
    """Let the first move be played again and again, and kill the program in the middle."""
    process = subprocess.Popen(
        [sys.executable, "-c", CLI, "play", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        # More than it will take; the pipe holds it all, so that nobody waits for anybody.
        process.stdin.write("1\n" * 5000)
        process.stdin.flush()
        for _ in range(num_lines):
            process.stdout.readline()
        process.kill()
        process.stdin.close()


@pytest.mark.parametrize("name", ["generals_10x10", "tactics_5x5"])
def test_nothing_is_lost_when_it_is_killed(name: str, tmp_path: Path) -> None:
    whole = expected(name).record()
    path = tmp_path / "game.json"
    lines = random.Random(SEED)  # noqa: S311 - moments, not secrets
    played = 0
    for number in range(KILLS):
        new = [name, "--as", "all", "--seed", str(SEED), "--save", str(path)]
        play_and_kill(new if number == 0 else ["--resume", str(path)], lines.randint(40, 400))
        record = read_record(path).record
        # Whole games to the letter: no ply is lost, none is there twice, none is half a ply.
        assert record.plies[:NUM_PLIES] == whole.plies[: len(record.plies)][:NUM_PLIES]
        assert len(record.plies) > played
        played = len(record.plies)
        if record.closing == "finished":
            break
    assert [entry.name for entry in tmp_path.iterdir() if entry.suffix == ".json"] == ["game.json"]
