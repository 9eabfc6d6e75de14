"""Scenarios can say who plays, and hand in sheets."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from ruleengine.workbench.cases.expectation_model import ViewExpectation
from ruleengine.workbench.cases.scenarios import run_files
from ruleengine.workbench.cases.view_expectations import CHECKS

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


VEIL = """
    schema: 1
    name: veil
    title: Veil
    sides: {red: {cover: x}, blue: {}}
    board: {rows: 2, columns: 3}
    kinds: {man: {letters: {red: R, blue: B}}}
    counters: {steps: {per: piece}, plans: {per: side}}
    marks: {last: {holds: cell}}
    zones: {shelf: {off_board: true}}
    views:
      - hide: [kind, steps]
      - hide: plans
    phases: {play: {turns: [red, blue], turn: [act: [step, leave]]}}
    actions:
      leave:
        operands: {man: {piece: {owner: mover}}}
        validators: [{require: plans > 1, says: too early}]
        effects: [{send: {piece: man, to: shelf}}]
      step:
        operands:
          man: {piece: {owner: mover}}
          to: {line: {from: man, directions: orthogonal, distance: 1}}
        validators: [{holds: {cell: to, any_of: [nothing]}}]
        effects:
          - {add: {steps: 1}, for: man}
          - add: {plans: 1}
          - mark: {last: to}
          - {move: {piece: man, to: to}}
    endings:
      - {when: plans > 8, winner: red, says: there}
      - {when: not exists(owner=red), winner: blue, says: there}
"""
LOOKS = """
    ruleset: ./veil.yaml
    defaults:
      board: |
        . . B
        R . .
      mover: red
    cases:
      - id: veil/what-each-sees
        steps:
          - play: step a1-b1
          - expect:
              cells: {b1: R}
              view:
                - of: blue
                  board: |
                    . . B
                    . x .
                  cells: {b1: x, c2: B, a1: empty}
                  pieces: {red: 1, blue: 1}
                  kinds: {b1: hidden, c2: man, a1: empty}
                  off_board: {shelf: []}
                  counters: {plans: {blue: 0}, steps: {c2: 0}}
                  marks: {last: b1}
                  legal: {includes: step c2-b2, excludes: step b1-a1, count: 2}
                  events: {includes: moved piece=red piece from=a1 to=b1}
                - {of: red, counters: {plans: {red: 1}, steps: {b1: 1}}, legal: []}
                - {cells: {b1: x, c2: "?"}, hidden: steps}
          - play: [step c2-c1, step b1-b2, step c1-c2, leave b2]
          - expect: {view: [{of: blue, off_board: {shelf: [red man]}}]}
      - id: veil/what-is-not-so-is-told
        steps:
          - play: step a1-b1
          - expect:
              view:
                of: blue
                board: . . .
                cells: {b1: R}
                pieces: {red: 2}
                kinds: {b1: man}
                off_board: {shelf: [red man]}
                counters: {steps: {b1: 1}}
                marks: {last: a1}
                hidden: [plans]
                legal: {count: 3}
                events: [moved]
      - id: veil/an-unknown-seat-is-told
        steps: [{expect: {view: {of: green, cells: {a1: x}}}}]
"""


def test_scenarios_look_through_the_eyes_of_seats(tmp_path: Path) -> None:
    (tmp_path / "veil.yaml").write_text(dedent(VEIL).lstrip("\n"), encoding="utf-8")
    cases = tmp_path / "cases.yaml"
    cases.write_text(dedent(LOOKS).lstrip("\n"), encoding="utf-8")
    good, bad, unknown = run_files([cases]).results
    assert good.ok, str(good)
    assert [message.removeprefix("view of blue: ") for message in bad.messages] == [
        (
            "board: the drawing has 1 row, but the board has 2; draw one mark for each cell, or "
            "the board as a failing case prints it, or compare single cells with `cells:`"
        ),
        "b1: expected R, found x",
        "pieces of 'red': expected 2, found 1",
        "kind on b1: expected man, found hidden",
        "pieces in 'shelf': expected red man, found nothing",
        "'steps' of 'b1': expected 1, found hidden",
        "seen of 'last': expected a1, found b1",
        "'plans' is expected to be hidden, found {'red': 'hidden', 'blue': 0}",
        "number of legal moves: expected 3, found 2",
        (
            "events: expected moved, found moved piece=red piece from=a1 to=b1; "
            "turn side=blue number=2"
        ),
    ]
    assert unknown.messages == ("there is no seat 'green'; there are: red, blue",)


NAMED = """
    ruleset: ./ghosts.yaml
    defaults: {start: true}
    cases:
      - id: ghosts/places-and-marks-by-name
        steps:
          - play: go ann-b1
          - expect:
              view:
                - {of: red, at: {ann: b1, bob: pit}, marks: {was: {ann: a1, bob: hidden}}}
                - {of: blue, at: {ann: b1, bob: pit}, marks: {was: {b1: hidden, bob: nothing}}}
      - id: ghosts/what-is-not-so-is-told
        steps: [{expect: {view: {of: red, at: {ann: b1, eve: a1}}}}]
"""
GHOSTS = """
    schema: 1
    name: ghosts
    title: Ghosts
    sides: {red: {}, blue: {}}
    board: {rows: 1, columns: 3}
    zones: {pit: {off_board: true}}
    kinds: {man: {letters: {red: R, blue: B}}}
    marks: {was: {holds: cell, per: piece}}
    setup:
      - put: {kind: man, owner: red, at: a1, called: ann}
      - put: {kind: man, owner: blue, at: c1, called: bob}
    views: [{hide: was, of: {in: [pit]}}, {hide: was}]
    phases: {play: {turns: [red], turn: [act: [go]]}}
    actions:
      go:
        operands:
          man: {piece: {owner: mover}}
          to: {line: {from: man, directions: right, distance: 1}}
        effects:
          - {mark: {was: man.cell}, for: man}
          - {move: {piece: man, to: to}}
          - send: {piece: the(owner=blue), to: pit}
    endings: [{when: turn > 8, draw: true, says: late}]
"""


def test_scenarios_look_at_named_pieces_through_the_eyes_of_seats(tmp_path: Path) -> None:
    (tmp_path / "ghosts.yaml").write_text(dedent(GHOSTS).lstrip("\n"), encoding="utf-8")
    cases = tmp_path / "cases.yaml"
    cases.write_text(dedent(NAMED).lstrip("\n"), encoding="utf-8")
    good, bad = run_files([cases]).results
    assert good.ok, str(good)
    assert bad.messages == (
        "view of red: place of 'ann': expected b1, found a1",
        "view of red: place: there is no piece 'eve'; there are: ann, bob",
    )


def test_every_key_of_a_view_is_compared() -> None:
    assert [*CHECKS] == [key for key in ViewExpectation.model_fields if key != "of"]
