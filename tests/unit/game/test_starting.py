"""What starts when: the kernel only where games are simulated, and one line when it is compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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


ANNOUNCED = """
import numpy
from ruleengine import load
from ruleengine.kernel.changes import part_with, take_last  # small, and so compiled quickly
_ = load("breakthrough").compiled
row = numpy.zeros(99, dtype=numpy.int32)
take_last(row, 0, 2, 2)
part_with(row, 0, row, 0, 0)
"""
FURTHER = """
import numpy
from ruleengine import load
from ruleengine.kernel.flow import begin_turn
_ = load("breakthrough").compiled
begin_turn(numpy.zeros(99, dtype=numpy.int32), 0)
"""
LINE = "compiling the kernel, once on this computer; it takes up to a minute ..."


def announced(tmp_path: Path, jit: str, program: str = ANNOUNCED) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": jit, "RULEENGINE_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr.splitlines()


def test_one_line_says_that_the_kernel_is_compiled_and_only_then(tmp_path: Path) -> None:
    assert announced(tmp_path, "1") == []
    assert announced(tmp_path, "0") == [LINE]
    assert announced(tmp_path, "0") == []


def test_what_is_left_to_compile_later_is_not_called_the_kernel(tmp_path: Path) -> None:
    assert announced(tmp_path, "0") == [LINE]
    assert announced(tmp_path, "0", FURTHER) == [
        LINE.replace("the kernel", "another part of the kernel")
    ]
    assert announced(tmp_path, "0", FURTHER) == []
