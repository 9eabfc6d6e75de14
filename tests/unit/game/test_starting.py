"""What starts when: the kernel only where games are simulated, and one line when it is compiled."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.game import simulation

ROOT = Path(__file__).parents[3]
COMMANDS = [
    ["flags", "generals_10x10"],
    ["show", "breakthrough"],
    ["schema"],
    ["test", "tests/conformance/classics/breakthrough.yaml"],
]
RUN = """
import sys
from ruleengine.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
heavy = {"numba", "numpy", "llvmlite"} & set(sys.modules)
sys.exit(f"{heavy} imported" if heavy else 0)
"""


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_commands_that_simulate_nothing_import_nothing_heavy(words: list[str]) -> None:
    command = [sys.executable, "-c", RUN, *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_one_line_says_that_the_kernel_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    simulation.announce.cache_clear()
    monkeypatch.setattr(simulation, "is_compiled", lambda: False)
    for name in ("breakthrough", "breakthrough_6x6"):
        _ = load(name).compiled
    simulation.announce.cache_clear()
    assert capsys.readouterr().err.splitlines() == [
        "compiling the kernel, once on this computer ..."
    ]
