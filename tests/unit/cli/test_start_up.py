"""What it takes to start: `validate` against importing the libraries it stands on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import pytest

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = sorted(
    str(path.relative_to(ROOT))
    for folder in ("rulesets", "variants")
    for path in (ROOT / folder).rglob("*.yaml")
)
CLI = "import sys; from ruleengine.cli.main import main; sys.exit(main())"
BASE = [sys.executable, "-c", "import pydantic, yaml, networkx"]
GOAL = 2.0
ROUNDS = 5


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """Return what a command takes of the processor, whatever else the machine is doing."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED)
def test_validate_takes_twice_the_time_of_its_libraries_at_most(path: str, tmp_path: Path) -> None:
    validate = [sys.executable, "-c", CLI, "validate", path]
    # Compiled modules in a place of their own, as an installed package has them.
    environment = os.environ | {"PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for command in (BASE, validate):
        seconds(command, environment)
    # In turns, and the best of each: other programs on the machine only ever add time.
    pairs = [(seconds(BASE, environment), seconds(validate, environment)) for _ in range(ROUNDS)]
    libraries, whole = (min(times) for times in zip(*pairs, strict=True))
    assert whole / libraries <= GOAL, f"{whole:.3f} s against {libraries:.3f} s"


def test_only_what_a_command_needs_is_imported() -> None:
    script = (
        "import sys; from ruleengine.cli.main import main; code = main(sys.argv[1:]);"
        "print(*sorted({'rich', 'typer', 'numba', 'numpy'} & set(sys.modules)), file=sys.stderr);"
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
