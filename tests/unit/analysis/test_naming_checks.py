"""Names of pieces, and what they tell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine.analysis.validation import Report

Check = Callable[..., Report]

KINGS = ("kinds: {", "kinds: {king: {letters: {north: K, south: L}}, ")
NAMED = ("at: [a1, b1, c1]}", "at: [a1, b1, c1], called: [ann, bob, cat]}")


def found_in(report: Report) -> list[str]:
    return [each.message for each in report.diagnostics if each.code == "check/hidden-name"]


@pytest.mark.parametrize(
    ("hides", "is_found"),
    [
        ("{hide: kind}", True),
        ("{hide: kind, of: {owner: south, where: it.cell.row < 3}}", True),
        ("{hide: kind, of: {owner: viewer.opponent}}", True),
        ("{hide: kind, of: {owner: north}}", False),
        ("{hide: kind, of: {kind: king}}", False),
        ("{hide: piece}", False),
    ],
)
def test_a_name_tells_what_is_hidden(check: Check, hides: str, *, is_found: bool) -> None:
    messages = found_in(check(KINGS, NAMED, more=f"views: [{hides}]\n"))
    said = "everybody sees the name 'ann', and so knows that it is of the kind 'man', which `views`"
    assert messages == [f"{said} hides"] * is_found


def test_without_names_nothing_is_told(check: Check) -> None:
    assert found_in(check(KINGS, more="views: [{hide: kind}]\n")) == []


def test_of_one_kind_nothing_is_told(check: Check) -> None:
    assert found_in(check(NAMED, more="views: [{hide: kind}]\n")) == []
