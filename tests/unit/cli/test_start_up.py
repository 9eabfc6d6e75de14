"""What it takes to start: `validate` against importing the libraries it stands on."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
CLI = "import sys; from ruleengine.cli.main import main; sys.exit(main())"
BASE = [sys.executable, "-c", "import pydantic, yaml, networkx"]
VALIDATE = [sys.executable, "-c", CLI, "validate", "rulesets/generals_10x10.yaml"]
GOAL = 2.0
ROUNDS = 9


def seconds(command: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return time.perf_counter() - start


@pytest.mark.slow
def test_validate_starts_in_the_time_of_its_libraries(tmp_path: Path) -> None:
    # Compiled modules in a place of their own, as an installed package has them.
    environment = os.environ | {"PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for command in (BASE, VALIDATE):
        seconds(command, environment)
    # In turns, and the best of each: other programs on the machine only ever add time.
    pairs = [(seconds(BASE, environment), seconds(VALIDATE, environment)) for _ in range(ROUNDS)]
    base, validate = (min(times) for times in zip(*pairs, strict=True))
    assert validate / base <= GOAL, f"{validate:.3f} s against {base:.3f} s"


def test_only_what_a_command_needs_is_imported() -> None:
    script = (
        "import sys; from ruleengine.cli.main import main; code = main(sys.argv[1:]);"
        "print(*sorted({'rich', 'typer'} & set(sys.modules)), file=sys.stderr);"
        "sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "validate", "rulesets/generals_10x10.yaml"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr.split() == []
