"""Counters that only grow, where the rules ask how often a position has stood."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine.analysis.validation import Report

Check = Callable[..., Report]
LAST = "      - move: {piece: unit, to: to}\n"
ASKS = ("endings:\n", "endings:\n  - {when: repetitions == 3, draw: true, says: again}\n")


def warned(report: Report) -> list[str]:
    return [each.message for each in report.diagnostics if each.code == "check/never-repeats"]


def raised(step: str) -> tuple[str, str]:
    return LAST, f"{LAST}      - {step}\n"


@pytest.mark.parametrize(
    ("kept", "step"),
    [
        ("{moved: {}}", "add: {moved: 1}"),
        ("{moved: {per: piece}}", "{add: {moved: 2}, for: unit}"),
    ],
)
def test_a_counter_that_every_move_raises_is_warned_of(check: Check, kept: str, step: str) -> None:
    report = check(raised(step), ASKS, more=f"counters: {kept}\n")
    (message,) = warned(report)
    assert message == (
        "every 'step' raises counter 'moved', which tells positions apart, so no position from "
        "before ever comes again"
    )


@pytest.mark.parametrize(
    ("kept", "step"),
    [
        ("{moved: {tells_apart: false}}", "add: {moved: 1}"),
        ("{moved: {resets: turn}}", "add: {moved: 1}"),
        ("{moved: {}}", "set: {moved: 1}"),
        ("{moved: {}}", "{if: turn == 2, then: [add: {moved: 1}], else: [set: {moved: 0}]}"),
        ("{moved: {}}", "{if: turn == 2, then: [add: {moved: 1}]}"),
        ("{moved: {}}", "add: {moved: -1}"),
    ],
)
def test_a_counter_that_may_stay_or_come_back_is_none(check: Check, kept: str, step: str) -> None:
    assert warned(check(raised(step), ASKS, more=f"counters: {kept}\n")) == []


def test_nobody_is_warned_where_positions_are_not_counted(check: Check) -> None:
    assert warned(check(raised("add: {moved: 1}"), more="counters: {moved: {}}\n")) == []
