"""Zones in scenarios: whose they are, and how their cells are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.workbench.cases.files import read_scenarios
from ruleengine.workbench.cases.scenarios import run_case

RULESET = """\
schema: 1
name: hill
title: Hill
sides: {walker: {}, watcher: {}}
board: {rows: 1, columns: 3}
zones: {top: {shape: {cells: [c1]}, owner: watcher}}
kinds: {man: {letters: {walker: W, watcher: O}}}
setup: [drawn: "W . O"]
phases: {play: {turns: [walker, watcher], turn: [act: [wait]]}}
actions: {wait: {}}
endings: [{when: turn > 20, draw: true, says: it is late}]
"""
CASE = """\
ruleset: ./hill.yaml
cases:
  - id: x
    board: "W . O"
    zone_owners: {top: GIVEN}
    steps: [expect: {zone_owners: {top: EXPECTED}}]
"""


@pytest.mark.parametrize(
    ("given", "expected", "messages"),
    [
        ("nobody", "nobody", ()),
        ("nobody", "walker", ("zone_owners of 'top': expected walker, found nobody",)),
        ("walker", "nobody", ("zone_owners of 'top': expected nobody, found walker",)),
        (
            "nothing",
            "nobody",
            ("position/bad-value: there is no side 'nothing'; there are: walker, watcher, nobody",),
        ),
    ],
)
def test_a_zone_of_nobody_is_given_and_expected_in_the_same_word(
    tmp_path: Path, given: str, expected: str, messages: tuple[str, ...]
) -> None:
    (tmp_path / "hill.yaml").write_text(RULESET, encoding="utf-8")
    path = tmp_path / "cases.yaml"
    text = CASE.replace("GIVEN", given).replace("EXPECTED", expected)
    path.write_text(text, encoding="utf-8")
    (case,) = read_scenarios(path)
    assert run_case(case).messages == messages


DRAWN = """\
schema: 1
name: ford
title: Ford
sides: {walker: {}, watcher: {}}
board: {rows: 1, columns: 4}
zones:
  river: {symbol: "~", shape: {cells: [b1]}}
  bank: {parts: {far: {symbol: "^", shape: {cells: [c1]}}}}
kinds: {man: {letters: {walker: W, watcher: O}}}
marks: {stone: {holds: cell, symbol: "*"}}
setup: [drawn: "W . . ."]
phases: {play: {turns: [walker, watcher], turn: [act: [wait]]}}
actions: {wait: {}}
endings: [{when: turn > 20, draw: true, says: it is late}]
"""


@pytest.mark.parametrize(
    ("board", "differing"),
    [
        ("W . . *", []),
        ("W ~ ^ *", []),
        ("W ^ ~ *", []),
        ("W O . *", ["b1: expected O, found empty"]),
        (". ~ . *", ["a1: expected empty, found W"]),
        ("W ~ . .", ["d1: expected empty, found *"]),
        ("W x . *", ["b1: expected x, found empty"]),
    ],
)
@pytest.mark.parametrize("whose", ["BOARD", "view: {of: watcher, BOARD}"])
def test_an_expected_dot_is_an_empty_cell_whatever_its_zone_is_drawn_with(
    tmp_path: Path, board: str, differing: list[str], whose: str
) -> None:
    (tmp_path / "ford.yaml").write_text(DRAWN, encoding="utf-8")
    path = tmp_path / "cases.yaml"
    expected = whose.replace("BOARD", f'board: "{board}"')
    case = f'{{id: x, board: "W . . *", steps: [expect: {{{expected}}}]}}'
    path.write_text(f"ruleset: ./ford.yaml\ncases: [{case}]\n", encoding="utf-8")
    (case_read,) = read_scenarios(path)
    messages = run_case(case_read).messages
    lines = [line for text in messages for line in text.splitlines()]
    assert [line for line in lines if line[2:3] == ":"] == differing
    assert bool(messages) is bool(differing)
