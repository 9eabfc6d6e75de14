"""Zones in scenarios: whose they are, also when they are nobody's."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.workbench.scenario_files import read_scenarios
from ruleengine.workbench.scenarios import run_case

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
