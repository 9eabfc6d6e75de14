"""The program of a small game, as text: what the compiler makes of it is there to be read.

`ruleengine show tests/golden/programs/crossing.yaml --program > tests/golden/programs/crossing.txt`
writes it anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.compiler.flow import compile_ruleset
from ruleengine.program.disassemble import disassemble

FOLDER = Path(__file__).with_name("programs")
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_program_is_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    program = compile_ruleset(load(str(path.relative_to(ROOT))).rules.resolved)
    assert disassemble(program) == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_there_is_one() -> None:
    assert list(FOLDER.glob("*.yaml"))
