"""What cases take from the defaults of their file, and what they say instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.workbench.scenario_files import read_scenarios
from ruleengine.workbench.scenarios import run_case

RULESET = """\
schema: 1
name: meadow
title: Meadow
sides: {walker: {}, watcher: {}}
board: {rows: 3, columns: 3}
zones: {bench: {off_board: true}}
kinds: {man: {letters: {walker: W, watcher: O}}}
counters: {steps: {}, rests: {per: side}}
phases: {play: {turns: [walker, watcher], turn: [act: [rest]]}}
actions: {rest: {}}
endings: [{when: turn > 9, draw: true, says: late}]
"""
SHARED = """
ruleset: ./meadow.yaml
defaults:
  mover: walker
  board: |
    . . O
    . . .
    W . .
  off_board: {bench: [walker man]}
  cells: {b1: O}
  counters: {steps: 3, rests: {watcher: 2}}
cases:
"""
DRAWN = """
  - id: drawn
    board: |
      . . .
      . W .
      . . .
    counters: {rests: {walker: 1}}
    steps:
      - expect:
          cells: {a1: empty, b1: O, b2: W, c3: empty}
          off_board: {bench: [walker man]}
          counters: {steps: 3, rests: {walker: 1, watcher: 2}}
"""
EMPTIED = """
  - id: emptied
    off_board: {bench: []}
    steps: [{expect: {off_board: {bench: []}, cells: {a1: W, b1: O}}}]
"""
START = """
  - id: start
    start: true
    steps: [{expect: {off_board: {bench: []}, pieces: {walker: 0}, counters: {steps: 0}}}]
"""


@pytest.mark.parametrize("text", [DRAWN, EMPTIED, START], ids=["drawn", "emptied", "start"])
def test_what_a_case_does_not_say_it_takes_from_defaults(tmp_path: Path, text: str) -> None:
    (tmp_path / "meadow.yaml").write_text(RULESET, encoding="utf-8")
    path = tmp_path / "cases.yaml"
    path.write_text(SHARED.lstrip("\n") + text.lstrip("\n"), encoding="utf-8")
    (case,) = read_scenarios(path)
    result = run_case(case)
    assert result.ok, str(result)


def test_an_empty_opening_is_none_also_over_one_of_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(
        "ruleset: generals_10x10\ndefaults: {opening: {attacker: B}, start: true}\ncases:\n"
        "  - {id: given, steps: [expect: {sides: {B: attacker}}]}\n"
        "  - {id: none, opening: {}, steps: [chance: A]}\n",
        encoding="utf-8",
    )
    given, none = read_scenarios(path)
    assert given.opening == {"attacker": "B"}
    assert none.opening is None
    assert run_case(given).ok
    assert run_case(none).ok
