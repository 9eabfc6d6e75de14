from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""


def test_counts_up_to_the_depth(run: Run, duel: Path) -> None:
    del duel
    result = run("perft", "duel.yaml", "2")
    assert result.code == 0
    assert [line.split() for line in result.out.splitlines()] == [["1", "2"], ["2", "4"]]


def test_the_counts_below_the_first_moves_add_up(run: Run, duel: Path) -> None:
    del duel
    data = json.loads(run("perft", "duel.yaml", "3", "--divide", "--format", "json").out)
    assert sum(data["divide"].values()) == data["counts"][-1]
    assert list(data["divide"]) == ["step a1-a2", "step b1-b2"]
    text = run("perft", "duel.yaml", "3", "--divide").out
    assert f"step a1-a2: {data['divide']['step a1-a2']}\n" in text


def test_depth_nothing_counts_nothing(run: Run, duel: Path) -> None:
    del duel
    assert run("perft", "duel.yaml", "0", "--divide").out == ""


def test_an_opening_is_settled_at_once(run: Run) -> None:
    played, settled = (
        run("perft", "generals_10x10", "1", *opening).out.split()
        for opening in ((), ("--opening", "attacker=A"))
    )
    assert (played[1], settled[1]) == ("2", "6")


def test_the_compiled_tier_counts_the_same(run: Run, duel: Path) -> None:
    del duel
    command = ("perft", "duel.yaml", "3", "--divide", "--format", "json")
    assert run(*command, "--tier", "compiled").out == run(*command).out


def test_counting_goes_on_from_moves_and_falls_of_chance(run: Run) -> None:
    for after in (["--after", "one 1; 2; three 2", "--after", "four 2"], ["--after", "1;2;2;2"]):
        command = ("perft", "ur", "2", *after, "--divide")
        counted = run(*command)
        assert counted.code == 0
        assert run(*command, "--tier", "compiled").out == counted.out
    refused = run("perft", "ur", "2", "--after", "one 7")
    assert (refused.code, refused.out) == (1, "")
    assert "move 1 of 1 in `--after`, 'one 7', is refused: " in refused.err
    assert refused.err.endswith("[move/needs-chance]\n")
    assert run("perft", "ur", "2", "--after", "one 7", "--tier", "compiled").err == refused.err


def test_somebody_who_waits_can_stop_it() -> None:
    command = [
        sys.executable,
        "-c",
        "import sys; from ruleengine.cli.main import main; sys.exit(main())",
    ]
    with subprocess.Popen(
        [*command, "perft", "gardner", "9"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().split() == ["1", "7"]
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert said.startswith("interrupted while counting depth ")
    assert "Traceback" not in said
    assert process.returncode == 130
