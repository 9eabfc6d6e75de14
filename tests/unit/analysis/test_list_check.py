"""Lists of rules that a variant writes anew."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from ruleengine.analysis.list_check import NAMED_LISTS, RULE_LISTS
from ruleengine.analysis.validation import Report, validate
from ruleengine.schema.ruleset import Ruleset

Variant = Callable[[str], Report]

ENDINGS = """
  - {when: count(owner=north) == 0, winner: south, says: north has lost every man}
  - {when: count(owner=south) == 0, winner: north, says: south has lost every man}
"""
SETUP = "setup: [{drawn: 'N N .\n\n  . . .\n\n  . S S'}]"
NAMED = ("- holds: {cell: to,", "- id: no_friend\n        holds: {cell: to,")


@pytest.fixture
def variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, duel_text: str) -> Variant:
    """Validate a variant of the duel, in which one validator has an id."""
    monkeypatch.chdir(tmp_path)
    assert NAMED[0] in duel_text
    Path("duel.yaml").write_text(duel_text.replace(*NAMED), encoding="utf-8")

    def run(text: str) -> Report:
        head = "schema: 1\nname: club\ntitle: Club\nextends: duel\n"
        Path("club.yaml").write_text(head + text, encoding="utf-8")
        return validate("club.yaml")

    return run


def lost(report: Report) -> list[tuple[str, str]]:
    assert report.ok, report.diagnostics
    return [
        (str(each.span), each.message.partition(", and ")[2])
        for each in report.warnings
        if each.code == "check/list-replaced"
    ]


def test_a_rule_with_an_id_that_is_missing_is_told(variant: Variant) -> None:
    report = variant(
        "actions: {step: {validators: [{id: b, require: turn < 99, says: it is late}]}}\n"
    )
    assert lost(report) == [("club.yaml:5:18", "its only rule is gone: 'no_friend'")]


def test_rules_without_ids_are_told_when_all_are_missing(variant: Variant) -> None:
    more = "  - {when: turn > 30, draw: true, says: it is late}\n"
    assert lost(variant(f"endings:\n{more}")) == [("club.yaml:5:1", "all 2 of its rules are gone")]
    assert lost(variant(f"endings:{ENDINGS}{more}")) == []
    first = ENDINGS.strip().splitlines()[0]
    assert lost(variant(f"endings:\n  {first}\n{more}")) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(SETUP, id="what stands at the start"),
        pytest.param("actions: {step: {validators: []}}", id="empty"),
        pytest.param(
            "actions: {step: {validators: {whole: [{require: turn < 99, says: late}]}}}", id="whole"
        ),
        pytest.param(
            "actions: {step: {validators: [{id: no_friend, require: empty(to), says: full}]}}",
            id="another rule of the id",
        ),
    ],
)
def test_what_is_meant_is_not_told(variant: Variant, text: str) -> None:
    assert lost(variant(f"{text}\n")) == []


def test_what_a_parent_has_lost_is_told_of_the_parent_only(variant: Variant) -> None:
    assert lost(variant("endings: [{when: turn > 30, draw: true, says: it is late}]\n"))
    Path("third.yaml").write_text(
        "schema: 1\nname: third\ntitle: Third\nextends: club\n", encoding="utf-8"
    )
    assert lost(validate("third.yaml")) == []


def test_beside_whole_nothing_is_edited(variant: Variant) -> None:
    report = variant(f"endings:\n  append: []\n  whole:{ENDINGS.replace('  -', '    -')}")
    assert [(each.code, str(each.span)) for each in report.errors] == [
        ("resolve/bad-list-edit", "club.yaml:6:3")
    ]


def _models(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in typing.get_args(annotation):
        yield from _models(part)


def _lists(annotation: object) -> Iterator[object]:
    if typing.get_origin(annotation) is list:
        yield typing.get_args(annotation)[0]
    for part in typing.get_args(annotation):
        yield from _lists(part)


def test_the_lists_are_those_whose_items_may_have_an_id() -> None:
    """Lists inside of an item are never merged, so models of items are not entered."""
    found: set[str] = set()
    seen: set[type[BaseModel]] = set()
    waiting: list[type[BaseModel]] = [Ruleset]
    while waiting:
        model = waiting.pop()
        if model in seen or "id" in model.model_fields:
            continue
        seen.add(model)
        for name, field in model.model_fields.items():
            waiting += _models(field.annotation)
            items = [each for part in _lists(field.annotation) for each in _models(part)]
            if any("id" in each.model_fields for each in items):
                found.add(field.alias or name)
    assert found == RULE_LISTS | NAMED_LISTS
