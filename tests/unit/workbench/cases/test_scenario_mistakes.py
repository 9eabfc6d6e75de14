"""Mistakes in files of cases: each has a code, a place and a next step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine.errors import RulesetError, SchemaError
from ruleengine.workbench.cases.files import read_scenarios

CASE_IDS = "write small letters, digits, hyphens and underscores, with slashes between topics"


Write = Callable[[str], Path]


def steps(*lines: str) -> str:
    return "\n".join(["- id: x", "  steps:", *(f"  - {x}" for x in lines)])


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("move/wrong-cell", "did you mean `reach/wrong-cell`?"),
        ("reach/wrong-piece", "did you mean `move/wrong-piece`?"),
        ("reach/to-far", "did you mean `reach/too-far`?"),
        ("move/to-far", "did you mean `reach/too-far`?"),
    ],
)
def test_a_code_of_another_family_is_known_by_its_last_word(
    write: Write, code: str, hint: str
) -> None:
    with pytest.raises(SchemaError) as caught:
        read_scenarios(write(steps(f"refused: {{move: a, code: {code}}}")))
    assert caught.value.diagnostics[0].hint == hint


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("- {id: x, steps: []}", "schema/bad-value", "'steps' may not be empty"),
        ("- {id: X y, steps: [{roll: 1}]}", "schema/bad-value", "'X y'"),
        ("- {id: x, step: [{roll: 1}]}", "schema/unknown-key", "'step'"),
        (steps("rol: 1"), "schema/unknown-component", "there is no step 'rol'"),
        (steps("expect: {}"), "schema/bad-value", "the expectation is empty"),
        (steps("expect: {legal: }"), "schema/wrong-type", "'legal' has no value"),
        (steps("expect: {leagl: []}"), "schema/unknown-key", "'leagl'"),
        (steps("expect: {outcome: {}}"), "schema/bad-value", "an outcome says nothing here"),
        (
            steps("expect: {outcome: {winner: a, draw: true}}"),
            "schema/bad-value",
            "a winner or several, is a draw, or is void, not two of these",
        ),
        (
            steps("refused: {move: a, code: reach/to-far}"),
            "schema/not-one-of",
            "there is no code 'reach/to-far'",
        ),
        (
            steps("roll: 1") + "\n" + steps("roll: 1"),
            "schema/bad-value",
            "there are two cases 'x'",
        ),
        (
            steps("roll: 1") + "\n  start: true\n  board: '.'",
            "schema/bad-value",
            "both a position and `start`",
        ),
        (
            steps("roll: 1") + "\n  start: true\n  mover: walker",
            "schema/bad-value",
            "'mover' cannot be set in the first position",
        ),
    ],
)
def test_a_mistake_in_the_file_has_a_code_and_a_place(
    write: Write, text: str, code: str, message: str
) -> None:
    with pytest.raises(SchemaError) as caught:
        read_scenarios(write(text))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == code
    assert message in diagnostic.message
    assert diagnostic.span is not None
    assert diagnostic.span.line > 9


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (
            "- {id: March/One Cell!, steps: [{roll: 1}]}",
            f"{CASE_IDS}, such as `march/one-cell`",
        ),
        (
            steps("submit: {by: a, moves: []}"),
            "who does nothing and is done writes `moves: [commit]`",
        ),
        (steps("expect: {outcome: draw}"), "write `outcome: {draw: true}`"),
        (steps("expect: {outcome: over}"), "write `none`, or `key: value` for each of its parts"),
        (
            steps("refused: {move: a, code: too_late}"),
            "a word of your own goes under `rule`: `code: move/requirement, rule: too_late`",
        ),
        (steps("refused: {move: a, code: reach/to-far}"), "did you mean `reach/too-far`?"),
    ],
)
def test_a_mistake_in_the_file_comes_with_what_to_write(write: Write, text: str, hint: str) -> None:
    with pytest.raises(SchemaError) as caught:
        read_scenarios(write(text))
    assert [each.hint for each in caught.value.diagnostics] == [hint]


def test_cells_without_a_board_are_one_mistake(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    case = "{id: x, cells: {a1: W}, mover: walker, steps: [{roll: 1}]}"
    path.write_text(f"ruleset: meadow\ncases: [{case}]\n", encoding="utf-8")
    with pytest.raises(SchemaError) as caught:
        read_scenarios(path)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == "the case 'x' has no position to begin with"
    assert diagnostic.hint is not None
    assert "`board: empty`" in diagnostic.hint


def test_a_case_needs_a_ruleset_and_a_position(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text("cases:\n  - {id: x, steps: [{roll: 1}]}\n", encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        read_scenarios(path)
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == [
        "schema/missing-key"
    ] * 2


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("move/limit-reach", "did you mean `move/limit-reached`?"),
        ("move/all-gone", "there are: move/aftermath, move/ambiguous, "),
        ("mov/limit-reached", "did you mean `move/limit-reached`?"),
    ],
)
def test_a_wrong_code_is_told_with_near_ones(write: Write, code: str, hint: str) -> None:
    with pytest.raises(SchemaError) as caught:
        read_scenarios(write(steps(f"refused: {{move: a, code: {code}}}")))
    assert (caught.value.diagnostics[0].hint or "").startswith(hint)
