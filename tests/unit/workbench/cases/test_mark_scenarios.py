"""Scenarios can set marks and look at them."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from ruleengine.workbench.cases.scenarios import run_files

RULESET = """
    schema: 1
    name: trail
    title: Trail
    sides: {red: {}, blue: {}}
    board: {rows: 2, columns: 3}
    kinds: {man: {letters: {red: R, blue: B}}}
    counters: {steps: {per: piece}}
    marks:
      was: {holds: cell, per: piece}
      goal: {holds: cell}
      by: {holds: side, per: side}
    phases: {play: {turns: [red, blue], turn: [{act: [step]}]}}
    actions:
      step:
        operands:
          man: {piece: {owner: mover}}
          to: {line: {from: man, directions: orthogonal, distance: 1}}
        validators: [{require: to != man.was, says: not back}]
        effects:
          - {mark: {was: man.cell}, for: man}
          - {add: {steps: 1}, for: man}
          - mark: {by: opponent}
          - {move: {piece: man, to: to}}
    endings:
      - {when: "exists(owner=red, at=goal)", winner: red, says: there}
"""
CASES = """
    ruleset: ./trail.yaml
    defaults:
      board: |
        . . B
        R . .
      mover: red
    cases:
      - id: marks/are-set-and-read
        marks: {was: {a1: b1}, goal: a2}
        steps:
          - expect: {marks: {goal: a2, was: {a1: b1, c2: nothing}, by: {red: nothing}}}
          - refused: {move: step a1-b1, code: move/requirement}
          - play: step a1-a2
          - expect:
              marks: {was: {a2: a1}, by: {red: blue}}
              counters: {steps: {a2: 1, c2: 0}}
              outcome: {winner: red}
      - id: marks/that-differ-are-told
        marks: {goal: a2}
        steps: [{expect: {marks: {goal: a1, was: {a1: b1}}}}]
      - id: marks/that-are-unknown-are-told
        steps: [{expect: {marks: {gaol: a1}}}]
"""


def test_marks_in_scenarios(tmp_path: Path) -> None:
    (tmp_path / "trail.yaml").write_text(dedent(RULESET).lstrip("\n"), encoding="utf-8")
    cases = tmp_path / "cases.yaml"
    cases.write_text(dedent(CASES).lstrip("\n"), encoding="utf-8")
    good, other, unknown = run_files([cases]).results
    assert good.ok, str(good)
    assert other.messages == (
        "marks of 'goal': expected a1, found a2",
        "mark 'was' of 'a1': expected b1, found nothing",
    )
    assert unknown.messages == ("marks: there is no mark 'gaol'; did you mean `goal`?",)


def test_a_void_outcome_in_scenarios(tmp_path: Path) -> None:
    void = dedent(RULESET).replace("winner: red, says: there", "void: true, says: there")
    (tmp_path / "trail.yaml").write_text(void.lstrip("\n"), encoding="utf-8")
    cases = tmp_path / "cases.yaml"
    cases.write_text(
        dedent(
            """
            ruleset: ./trail.yaml
            defaults: {board: "..B/R..", mover: red, marks: {goal: a2}}
            cases:
              - id: void
                steps: [{play: step a1-a2}, {expect: {outcome: {void: true, reason: there}}}]
              - id: goes-on
                steps: [{expect: {outcome: {void: true}}}]
              - id: draw
                steps: [{play: step a1-a2}, {expect: {outcome: {draw: true}}}]
            """
        ).replace('"..B/R.."', '"..B\\nR.."'),
        encoding="utf-8",
    )
    good, goes_on, draw = run_files([cases]).results
    assert good.ok, str(good)
    assert goes_on.messages == ("outcome: expected that the game is void, but the game goes on",)
    assert draw.messages == ("void: expected False, found True",)


def test_cases_set_words_and_look_at_them(tmp_path: Path) -> None:
    words = dedent(RULESET).replace("holds: side, per: side", "holds: [left, right], per: side")
    words = words.replace("{by: opponent}", "{by: left}")
    (tmp_path / "trail.yaml").write_text(words.lstrip("\n"), encoding="utf-8")
    cases = tmp_path / "cases.yaml"
    cases.write_text(
        dedent(
            """
            ruleset: ./trail.yaml
            defaults: {board: "..B/R..", mover: red, marks: {by: {blue: right}}}
            cases:
              - id: good
                steps:
                  - expect: {marks: {by: {red: nothing, blue: right}}}
                  - play: step a1-a2
                  - expect: {marks: {by: {red: left}}}
              - id: bad
                steps: [{expect: {marks: {by: {blue: left}}}}]
              - id: none
                marks: {by: {red: up}}
                steps: [{play: step a1-a2}]
            """
        ).replace('"..B/R.."', '"..B\\nR.."'),
        encoding="utf-8",
    )
    good, bad, none = run_files([cases]).results
    assert good.ok, str(good)
    assert bad.messages == ("mark 'by' of 'blue': expected left, found right",)
    assert "there is no word 'up'; there are: left, right" in none.messages[0]
