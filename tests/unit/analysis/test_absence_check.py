"""Conditions that also hold when there is nothing that they could be about."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine.analysis.validation import Report

Check = Callable[..., Report]

HOLDS = "      - holds: {cell: to, any_of: [nothing, enemy]}\n"
CAPTURE = "      - capture: to\n"
KEPT = "counters: {armor: {per: piece}}\nmarks: {last: {holds: piece, title: the last one}}\n"


def found(check: Check, *steps: str, rules: str = "") -> list[str]:
    """Return what the warning is about, with steps in the place of a capture."""
    lines = "".join(f"      - {step}\n" for step in steps)
    report = check(
        (HOLDS, rules),
        ("    validators:\n", rules and "    validators:\n"),
        (CAPTURE, f"{lines}      - mark: {{last: unit}}\n{CAPTURE}"),
        more=KEPT,
    )
    assert not report.errors, report.errors
    return [each.message for each in report.warnings if each.code == "check/nothing-differs"]


@pytest.mark.parametrize(
    ("let", "condition", "thing"),
    [
        ("let: {prey: piece_at(to)}", "prey.armor != 1", "prey"),
        ("let: {prey: piece_at(to)}", "1 != prey.armor", "prey"),
        ("let: {prey: piece_at(to)}", "prey.armor not in [1, 2]", "prey"),
        ("let: {prey: piece_at(to)}", "turn > 3 and prey.armor != 1", "prey"),
        ("let: {prey: piece_at(to)}", "last.cell.row != 1", "last.cell"),
    ],
)
def test_a_number_of_nothing_differs(check: Check, let: str, condition: str, thing: str) -> None:
    step = f'{{if: "{condition}", then: [remove: unit]}}'
    (message,) = found(check, let, step)
    assert message.endswith(
        f"also holds when there is no '{thing}': nothing differs from every number"
    )


@pytest.mark.parametrize(
    ("condition", "rules"),
    [
        ("prey != nothing and prey.armor != 1", ""),
        ("prey == nothing or prey.armor != 1", ""),
        ("not empty(to) and prey.armor != 1", ""),
        ("prey.owner == opponent and prey.armor != 1", ""),
        ("prey.armor < 1", ""),
        ("prey.armor == 1", ""),
        ("prey.owner != mover", ""),
        ("unit.armor != 1", ""),
        ("prey.armor != 1", "      - holds: {cell: to, any_of: [enemy]}\n"),
        ("prey.armor != 1", "      - {require: not empty(to), says: somebody stands there}\n"),
    ],
)
def test_whoever_looks_first_hears_nothing(check: Check, condition: str, rules: str) -> None:
    step = f'{{if: "{condition}", then: [remove: unit]}}'
    assert found(check, "let: {prey: piece_at(to)}", step, rules=rules) == []


def test_what_a_table_is_given_is_taken_to_be_there(check: Check) -> None:
    table = "tables: {hard: {given: {one: piece}, gives: truth, rows: [{value: one.armor != 1}]}}\n"
    report = check((CAPTURE, "      - {if: hard(unit), then: [capture: to]}\n"), more=KEPT + table)
    assert not [each for each in report.warnings if each.code == "check/nothing-differs"]
