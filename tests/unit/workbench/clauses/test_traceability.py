"""What a trace says of clauses and flags, for a small game and its cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.workbench.cases.files import read_scenarios
from ruleengine.workbench.clauses.traceability import Trace

RULESET = """\
schema: 1
name: meadow
title: Meadow
clauses:
  M-1: Step one cell.
  M-2: Step one or two cells.
  M-3: Whoever stands on top has won.
  M-4: Nobody cites this.
  M-5: {note: A walk is good for you.}
  M-6: {no_rule: Nobody runs.}
flags:
  stride:
    question: How far?
    choices: {short: one cell, long: one or two}
    default: short
    clauses: [M-1, M-2]
  pace: {question: How fast?, type: boolean, default: true, affects: display}
  goal: {question: How many?, type: number, at_least: 1, at_most: 9, default: 1, samples: [1, 2]}
sides: {walker: {}, watcher: {}}
board: {rows: 3, columns: 3}
zones: {top: {shape: {rows: [0]}}}
kinds: {man: {letters: {walker: W, watcher: O}}}
setup:
  - drawn: |
      . . O
      . . .
      W W .
phases:
  play: {turns: [walker], turn: [act: [step]]}
actions:
  step:
    operands:
      who: {piece: {owner: mover}}
      to:
        line:
          from: who
          directions: up
          distance: {pick: stride, short: 1, long: {at_least: 1, at_most: 2}}
    validators:
      - id: free
        only: {stride: long}
        holds: {cell: to, any_of: [nothing]}
        clauses: [M-2]
    effects: [move: {piece: who, to: to}]
endings:
  - id: arrived
    when: count(owner=walker, in=top) >= goal
    winner: walker
    says: on top
    clauses: [M-3]
"""
CASES = """\
ruleset: ./meadow.yaml
defaults: {start: true}
cases:
  - id: short
    clauses: [M-1]
    steps: [refused: {move: step a1-a3, code: reach/too-far}]
  - id: long
    clauses: [M-5]
    flags: {stride: long}
    steps:
      - play: step a1-a3
      - expect: {outcome: {winner: walker}}
"""


@pytest.fixture
def trace(tmp_path: Path) -> Trace:
    (tmp_path / "meadow.yaml").write_text(RULESET, encoding="utf-8")
    path = tmp_path / "cases.yaml"
    path.write_text(CASES, encoding="utf-8")
    return Trace(read_scenarios(path))


def test_clauses_know_what_cites_them_under_any_flags(trace: Trace) -> None:
    cited = trace.clauses["M-2"].citations
    assert [each.by for each in cited] == ["flags.stride", "actions.step.validators.free"]
    assert str(cited[1].span).endswith("meadow.yaml:43:19")
    assert trace.uncited == ("M-4",)


def test_clauses_that_a_flag_picks_are_cited_under_any_flags(tmp_path: Path) -> None:
    picked = "clauses: {pick: stride, short: [M-1], long: [M-2, M-4]}"
    assert "        clauses: [M-2]" in RULESET
    (tmp_path / "meadow.yaml").write_text(RULESET.replace("clauses: [M-2]", picked), "utf-8")
    (tmp_path / "walk.yaml").write_text(CASES, "utf-8")
    trace = Trace(read_scenarios(tmp_path / "walk.yaml"))
    rule = "actions.step.validators.free"
    assert [each.by for each in trace.clauses["M-4"].citations] == [rule]
    assert rule in [each.by for each in trace.clauses["M-1"].citations]


def test_clauses_know_the_cases_that_show_them(trace: Trace) -> None:
    assert trace.clauses["M-1"].cases == ("short",)
    assert trace.unexercised == ("M-2", "M-3", "M-4", "M-6")


def test_a_note_binds_nobody(trace: Trace) -> None:
    note = trace.clauses["M-5"]
    assert (note.text, note.is_binding) == ("A walk is good for you.", False)


def test_what_does_not_happen_needs_a_case_but_no_rule(trace: Trace) -> None:
    clause = trace.clauses["M-6"]
    assert (clause.text, clause.is_binding) == ("Nobody runs.", True)
    assert "M-6" not in trace.uncited
    assert "M-6" in trace.unexercised
    assert next(gap.message for gap in trace.gaps() if gap.about == "M-4") == (
        "no rule and no flag cites clause M-4; one that says what does not happen stands under "
        "`no_rule`"
    )


def test_values_of_open_flags_are_default_and_samples(trace: Trace) -> None:
    assert trace.values_of("stride") == ("short", "long")
    assert trace.values_of("pace") == (True, False)
    assert trace.values_of("goal") == (1, 2)


def test_a_witness_passes_under_one_value_and_fails_under_the_other(trace: Trace) -> None:
    witness = trace.witness("stride", "short", "long")
    assert witness is not None
    assert witness.id == "short"
    assert trace.witness("stride", "long", "short") is not None
    assert trace.witness("goal", 1, 2) is not None
    assert trace.witness("goal", 2, 1) is None


def test_gaps_name_what_is_open_and_leave_display_alone(trace: Trace) -> None:
    assert [gap.about for gap in trace.gaps()] == ["M-4", "M-2", "M-3", "M-4", "M-6", "goal"]
    assert all(gap.span is not None for gap in trace.gaps())


def test_a_case_that_cannot_begin_under_a_value_is_no_witness(tmp_path: Path) -> None:
    ruleset = RULESET.replace("default: short\n", "default: short\n    requires: {goal: 1}\n")
    (tmp_path / "meadow.yaml").write_text(ruleset, encoding="utf-8")
    path = tmp_path / "cases.yaml"
    path.write_text(CASES.replace("{stride: long}", "{stride: long, goal: 1}"), encoding="utf-8")
    trace = Trace(read_scenarios(path))
    assert trace.witness("stride", "long", "short") is not None
    case = trace.witness("goal", 1, 2)
    assert case is None  # with `goal: 2` the game of that case cannot be made
    (said,) = [gap.message for gap in trace.gaps() if "'goal' being 1 " in gap.message]
    told = "no case passes with 'goal' being 1 and fails with 2; "
    assert said.startswith(told)
    assert "does not count, since it cannot begin with 2: " in said


VARIANT = """\
schema: 1
name: hill
title: Hill
extends: meadow
clauses:
  M-3: Whoever stands on top of the hill has won.
  H-1: Nobody cites this either.
readings: {stride: long}
flags:
  goal: {default: 2}
  slope: {question: Steep?, type: boolean, default: true}
"""


def test_of_a_variant_only_its_own_clauses_and_flags_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "meadow.yaml").write_text(RULESET, encoding="utf-8")
    (tmp_path / "hill.yaml").write_text(VARIANT, encoding="utf-8")
    path = tmp_path / "cases.yaml"
    path.write_text(CASES.replace("./meadow", "./hill"), encoding="utf-8")
    trace = Trace(read_scenarios(path))
    assert (trace.uncited, trace.unexercised) == (("H-1",), ("M-3", "H-1"))
    assert {gap.about for gap in trace.gaps()} == {"H-1", "M-3", "goal", "slope"}
    both = CASES + "  - {id: base, ruleset: ./meadow.yaml, steps: [expect: {turn: 1}]}\n"
    path.write_text(both.replace("./meadow", "./hill", 1), encoding="utf-8")
    assert "M-2" in {gap.about for gap in Trace(read_scenarios(path)).gaps()}
