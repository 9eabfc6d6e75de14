"""The page on events: up to date, and about every event that the rules tell."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import ruleengine
from ruleengine.game.event_reference import (
    DETAILS,
    WHEN,
    details_of,
    event_names,
    render_reference,
)
from ruleengine.game.events import HIDDEN
from ruleengine.resolve.checks.checker import PAYLOADS
from ruleengine.schema.ruleset import EventName

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "reference" / "events.md"
PIPELINE = Path(ruleengine.__file__).parent / "pipeline"


def told_in(tree: ast.AST) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the events that a module tells, with the keys that are written down there."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = ast.unparse(node.func).rpartition(".")[2]
        if called not in {"emit", "Event"} or not isinstance(node.args[0], ast.Constant):
            continue
        keys = {word.arg for word in node.keywords if word.arg is not None}
        dicts = [*node.args[1:], *(word.value for word in node.keywords if word.arg is None)]
        for each in dicts:
            if isinstance(each, ast.Dict):
                keys |= {str(key.value) for key in each.keys if isinstance(key, ast.Constant)}
        yield str(node.args[0].value), frozenset(keys)


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == render_reference(), (
        "run `python -m ruleengine.game.event_reference > docs/reference/events.md`"
    )


def test_every_event_that_the_rules_tell_is_on_the_page_with_its_details() -> None:
    told: dict[str, set[frozenset[str]]] = {}
    for path in PIPELINE.rglob("*.py"):
        for name, keys in told_in(ast.parse(path.read_text(encoding="utf-8"))):
            told.setdefault(name, set()).add(keys)
    # No step hides a piece; a seat finds it hidden.
    assert set(told) == set(event_names()) - {HIDDEN}
    # What is chosen is told under a key that is known only while the rules run.
    del told["chosen"]
    assert {name: set(map(frozenset, details_of(name))) for name in told} == told


def test_every_event_and_every_detail_has_a_sentence() -> None:
    assert tuple(WHEN) == event_names()
    assert set(DETAILS) == {
        key for name in event_names() for keys in details_of(name) for key in keys
    }


def test_reactions_hear_what_the_page_says() -> None:
    assert tuple(PAYLOADS) == get_args(EventName)
    for name, types in PAYLOADS.items():
        for keys in details_of(name):
            assert set(types) <= set(keys)
