"""Scenarios can say who plays, and hand in sheets."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from ruleengine.workbench.scenarios import run_files

RULESET = """
    schema: 1
    name: plan
    title: Plan
    clauses: {P-1: One man each.}
    sides: {red: {}, blue: {}}
    board: {rows: 2, columns: 3}
    kinds: {man: {letters: {red: R, blue: B}}}
    phases:
      setting:
        steps:
          - submit: [put]
            commit: count(owner=mover) > 0
            clauses: [P-1]
      play: {turns: [red, blue], turn: [{act: [put]}]}
    actions:
      put:
        operands: {to: {cell: {empty: true}}}
        effects: [{place: {kind: man, owner: mover, at: to}}]
    endings:
      - {when: count(owner=red) > 2, winner: red, says: there}
      - {when: count(owner=blue) > 2, winner: blue, says: there}
"""
CASES = """
    ruleset: ./plan.yaml
    defaults: {start: true}
    cases:
      - id: plan/everybody-plays
        steps:
          - expect: {actors: [red, blue]}
          - refused: {by: blue, move: commit, code: move/not-ready, clause: P-1}
          - play: {by: blue, move: put a2}
          - play: {by: red, moves: [put a1, commit]}
          - refused: {by: red, move: put b1, code: move/wrong-seat}
          - expect: {actors: [blue], cells: {a2: empty}}
          - play: commit
          - expect: {cells: {a1: R, a2: B}, events: {includes: committed side=blue}}
      - id: plan/sheets-are-handed-in
        steps:
          - refused: {submit: {by: red, moves: [put a1, put a1]}, code: reach/wrong-cell, index: 1}
          - refused:
              submit: {by: red, moves: [commit]}
              code: move/not-ready
              says: it is too early to commit
          - submit: {by: red, moves: [put a1, commit]}
          - submit: {by: blue, moves: [put a2, commit]}
          - expect: {mover: red, turn: 1}
      - id: plan/a-phase-begins-with-a-drawn-board
        board: "R B .\\n. . ."
        phase: setting
        steps:
          - expect: {actors: [red, blue]}
      - id: plan/a-sheet-that-is-refused-fails
        steps:
          - submit: {by: red, moves: [put a1, put a1]}
      - id: plan/a-sheet-that-is-legal-cannot-be-refused
        steps:
          - refused: {submit: {by: red, moves: [put a1]}, code: move/not-now}
      - id: plan/another-move-is-refused
        steps:
          - refused: {submit: {by: red, moves: [put a1, put a1]}, code: reach/wrong-cell, index: 0}
      - id: plan/an-unknown-seat-is-told
        steps:
          - play: {by: green, move: put a1}
"""


def test_seats_and_sheets_in_scenarios(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(dedent(RULESET).lstrip("\n"), encoding="utf-8")
    cases = tmp_path / "cases.yaml"
    cases.write_text(dedent(CASES).lstrip("\n"), encoding="utf-8")
    results = run_files([cases]).results
    assert [str(result) for result in results[:3]] == [
        f"{result.case.id}: ok" for result in results[:3]
    ]
    refused, legal, other, unknown = results[3:]
    assert refused.messages[0] == "the sheet is refused at 'put a1'"
    assert "reach/wrong-cell" in refused.messages[1]
    assert legal.messages == ("the sheet is expected to be refused, but is legal",)
    assert other.messages == ("the sheet is refused at move 1, expected was 0",)
    assert unknown.messages == ("there is no seat 'green'; there are: red, blue",)
