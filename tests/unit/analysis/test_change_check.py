"""Counters and marks that are asked for and never changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine.analysis.validation import Report

Check = Callable[..., Report]

EFFECTS = "      - move: {piece: unit, to: to}\n"
RULE = "      - holds: {cell: to, any_of: [nothing, enemy]}\n"
FLAG = "flags: {long: {question: Long?, type: boolean, default: false}}\n"


def found(check: Check, rule: str, kept: str, *, effect: str = "", more: str = "") -> list[str]:
    """Return what is said where a rule asks for something that is kept."""
    changes = [(RULE, f"{RULE}      - require: {rule}\n")]
    if effect:
        changes.append((EFFECTS, f"{EFFECTS}      - {effect}\n"))
    report = check(*changes, more=f"{kept}\n{more}")
    assert not report.errors, report.errors
    return [each.message for each in report.warnings if each.code == "check/never-changes"]


@pytest.mark.parametrize(
    ("rule", "kept", "stays"),
    [
        ("mover.moved == 0", "counters: {moved: {per: side}}", "always 0"),
        ("unit.moved == 0", "counters: {moved: {per: piece}}", "always 0"),
        ("moved > 2", "counters: {moved: {start: 3, resets: turn}}", "always 3"),
        ("last != unit", "marks: {last: {holds: piece}}", "always nothing"),
    ],
)
def test_it_is_what_it_was_at_the_start(check: Check, rule: str, kept: str, stays: str) -> None:
    (message,) = found(check, rule, kept)
    assert "is asked for, but nothing ever changes it" in message
    assert message.endswith(stays)


@pytest.mark.parametrize(
    "effect",
    [
        "add: {moved: 1}",
        "{set: {moved: 1}, for: opponent}",
        "{add: {moved: 1}, only: {long: true}}",
        "add: {moved: {pick: long, true: 1, false: 0}}",
        "{if: moved > 3, then: [{set: {moved: 0}}]}",
    ],
)
def test_a_step_that_changes_it_under_any_flags_is_enough(check: Check, effect: str) -> None:
    kept = "counters: {moved: {per: side}}"
    assert found(check, "moved < 5", kept, effect=effect, more=FLAG) == []


def test_a_use_changes_it(check: Check) -> None:
    kept = "counters: {moves: {per: side, limit: 5}}"
    operands = "    operands:\n      unit: {piece: {owner: mover}}\n"
    report = check(
        (operands, f"    uses: moves\n{operands}"),
        (RULE, f"{RULE}      - require: moves < 5\n"),
        more=kept,
    )
    assert not report.errors, report.errors
    assert "check/never-changes" not in {each.code for each in report.warnings}


@pytest.mark.parametrize(
    "change",
    [
        ("{north: N, south: S}}", "{north: N, south: S}, counters: {speed: 2}}"),
        ("at: [a1, b1, c1]}", "at: [a1, b1, c1], counters: {speed: 2}}"),
    ],
)
def test_a_kind_or_the_setup_may_say_it(check: Check, change: tuple[str, str]) -> None:
    asked = (RULE, f"{RULE}      - require: unit.speed < 5\n")
    report = check(change, asked, more="counters: {speed: {per: piece}}\n")
    assert not report.errors, report.errors
    assert "check/never-changes" not in {each.code for each in report.warnings}


def test_a_drawn_setup_may_say_it(check: Check) -> None:
    setup = (
        "  - put: {kind: man, owner: north, at: [a3, b3, c3]}\n"
        "  - put: {kind: man, owner: south, at: [a1, b1, c1]}\n"
    )
    kept = "counters: {speed: {per: piece}}\n"
    asked = (RULE, f"{RULE}      - require: unit.speed < 5\n")
    for letter, expected in (("N", True), ("N2", False)):
        drawn = f"  - drawn: |\n      {letter} N N\n      . . .\n      S S S\n"
        report = check((setup, drawn), asked, more=kept)
        assert not report.errors, report.errors
        said = {each.code for each in report.warnings}
        assert ("check/never-changes" in said) is expected
