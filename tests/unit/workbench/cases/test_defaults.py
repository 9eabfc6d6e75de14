"""What cases take from the defaults of their file, and what they say instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.errors import SchemaError
from ruleengine.workbench.cases.files import read_scenarios
from ruleengine.workbench.cases.scenarios import run_case

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


TAKEN_OUT = """
  - id: taken-out
    off_board: {bench: null}
    cells: {b1: null}
    counters: {steps: null, rests: {watcher: null}}
    steps:
      - expect:
          off_board: {bench: []}
          cells: {a1: W, b1: empty}
          counters: {steps: 0, rests: {watcher: 0}}
"""


@pytest.mark.parametrize(
    "text",
    [DRAWN, EMPTIED, START, TAKEN_OUT, TAKEN_OUT.replace("{watcher: null}", "{watcher: []}")],
    ids=["drawn", "emptied", "start", "taken out", "of no piece"],
)
def test_what_a_case_does_not_say_it_takes_from_defaults(tmp_path: Path, text: str) -> None:
    (tmp_path / "meadow.yaml").write_text(RULESET, encoding="utf-8")
    path = tmp_path / "cases.yaml"
    path.write_text(SHARED.lstrip("\n") + text.lstrip("\n"), encoding="utf-8")
    (case,) = read_scenarios(path)
    result = run_case(case)
    assert result.ok, str(result)


@pytest.mark.parametrize("given", ["{steps: null}", "{rests: {walker: null}}"])
def test_what_defaults_do_not_say_cannot_be_taken_out(tmp_path: Path, given: str) -> None:
    path = tmp_path / "cases.yaml"
    shared = SHARED.lstrip("\n").replace("steps: 3, ", "")
    path.write_text(f"{shared}  - {{id: x, counters: {given}, steps: [expect: {{turn: 1}}]}}\n")
    with pytest.raises(SchemaError, match="is written as nothing, and `defaults` say nothing"):
        read_scenarios(path)


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


BEGUN = """
ruleset: ./meadow.yaml
defaults: {start: true, after: [play: rest]}
cases:
  - {id: shared, steps: [expect: {mover: watcher}]}
  - {id: own, after: [play: [rest, rest]], steps: [expect: {mover: walker, turn: 3}]}
  - {id: nothing, after: [], steps: [expect: {mover: walker, turn: 1}]}
  - {id: drawn, board: ". . .\\n. . .\\nW . O", steps: [expect: {mover: walker, turn: 1}]}
"""


def test_what_was_played_before_is_for_cases_that_begin_like_the_defaults(tmp_path: Path) -> None:
    (tmp_path / "meadow.yaml").write_text(RULESET, encoding="utf-8")
    path = tmp_path / "cases.yaml"
    path.write_text(BEGUN.lstrip("\n"), encoding="utf-8")
    assert [str(run_case(case)) for case in read_scenarios(path)] == [
        "shared: ok",
        "own: ok",
        "nothing: ok",
        "drawn: ok",
    ]


def test_a_case_need_not_begin_with_the_start_that_is_the_default(tmp_path: Path) -> None:
    (tmp_path / "meadow.yaml").write_text(RULESET, encoding="utf-8")
    path = tmp_path / "cases.yaml"
    drawn = BEGUN.replace("{id: drawn,", "{id: drawn, start: false,").lstrip("\n")
    path.write_text(drawn, encoding="utf-8")
    assert [str(run_case(case)) for case in read_scenarios(path)][-1] == "drawn: ok"
    path.write_text(drawn.replace("{id: own,", "{id: own, start: false,"), encoding="utf-8")
    with pytest.raises(SchemaError, match="'own' has no position to begin with"):
        read_scenarios(path)


UNREACHED = """
ruleset: ./meadow.yaml
cases:
  - id: unreached
    start: true
    after:
      - play: rest
      - play: jump
    steps: [expect: {turn: 1}]
"""


def test_what_cannot_have_been_played_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "meadow.yaml").write_text(RULESET, encoding="utf-8")
    path = tmp_path / "cases.yaml"
    path.write_text(UNREACHED.lstrip("\n"), encoding="utf-8")
    (case,) = read_scenarios(path)
    failure = run_case(case).failure
    assert failure is not None
    assert failure.span is not None
    assert failure.span.line == 7
    assert "the position is not reached: 'jump' is expected to be legal" in failure.messages[0]
    assert failure.messages[1].startswith("hint: correct what stands under `after`")


def test_only_what_changes_a_position_leads_to_one(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    text = UNREACHED.replace("play: jump", "expect: {turn: 2}").lstrip("\n")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SchemaError) as caught:
        read_scenarios(path)
    (found,) = caught.value.diagnostics
    assert found.span is not None
    assert found.span.line == 7
    assert "expect" in found.message
