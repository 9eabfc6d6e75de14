"""Items inside of items are edited by their ids from the list around them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleengine import Game, load
from ruleengine.errors import RulesetError
from ruleengine.resolve.flags.values import as_plain

BASE = """\
schema: 1
name: base
title: Base
sides: {north: {}, south: {}}
board: {rows: 2, columns: 2}
kinds: {man: {letters: {north: n, south: s}}}
setup:
  - put: {kind: man, owner: north, at: a1}
  - put: {kind: man, owner: south, at: b2}
counters: {count: {}}
actions: {rest: {}, wait: {}}
phases:
  play:
    turns: [north, south]
    turn:
      - {id: rests, act: [rest]}
      - if: count > 1
        then:
          - add: {count: 1}
          - if: count > 2
            then: [{id: deep, act: [wait]}]
          - {id: twin, add: {count: 1}}
        else:
          - {id: other, act: [wait]}
          - {id: twin, add: {count: 2}}
endings:
  - {id: over, when: count > 5, draw: true, says: it is over}
"""

Vary = Callable[[str], Game]


@pytest.fixture
def vary(tmp_path: Path) -> Vary:
    """Return a function that loads a variant with an edit of the turn."""
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")

    def load_variant(edit: str) -> Game:
        text = "schema: 1\nname: house\ntitle: House\nextends: ./base.yaml\n"
        path = tmp_path / "house.yaml"
        path.write_text(f"{text}phases: {{play: {{turn: {edit}}}}}\n", encoding="utf-8")
        return load(str(path))

    return load_variant


def turn(game: Game) -> str:
    """Return the steps of a turn as they are after the edit."""
    tree: Any = as_plain(game.rules.resolved.tree)
    return str(tree["phases"]["play"]["turn"])


INHERITED = (
    "[{'id': 'rests', 'act': ['rest']}, {'if': 'count > 1', 'then': [{'add': {'count': 1}}, "
    "{'if': 'count > 2', 'then': [{'id': 'deep', 'act': ['wait']}]}, "
    "{'id': 'twin', 'add': {'count': 1}}], 'else': [{'id': 'other', 'act': ['wait']}, "
    "{'id': 'twin', 'add': {'count': 2}}]}]"
)


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (
            "{change: {deep: {optional: true}}}",
            "'deep', 'act': ['wait']",
            "'deep', 'act': ['wait'], 'optional': True",
        ),
        ("{replace: {deep: {act: [rest]}}}", "'deep', 'act': ['wait']", "'deep', 'act': ['rest']"),
        ("{remove: [other]}", "{'id': 'other', 'act': ['wait']}, ", ""),
        (
            "{insert: {after: deep, items: [{add: {count: 3}}]}}",
            "'deep', 'act': ['wait']}",
            "'deep', 'act': ['wait']}, {'add': {'count': 3}}",
        ),
    ],
)
def test_an_item_is_edited_where_it_stands(vary: Vary, edit: str, old: str, new: str) -> None:
    assert old in INHERITED
    assert turn(vary(edit)) == INHERITED.replace(old, new)


def test_edits_of_several_lists_stand_together(vary: Vary) -> None:
    edit = (
        "{append: [{add: {count: 7}}], remove: [rests, other], "
        "insert: [{before: deep, items: [{add: {count: 3}}]}], change: {deep: {act: [rest]}}}"
    )
    expected = (
        INHERITED.replace("{'id': 'rests', 'act': ['rest']}, ", "")
        .replace("{'id': 'other', 'act': ['wait']}, ", "")
        .replace(
            "{'id': 'deep', 'act': ['wait']}",
            "{'add': {'count': 3}}, {'id': 'deep', 'act': ['rest']}",
        )
    )
    assert turn(vary(edit)) == f"{expected[:-1]}, {{'add': {{'count': 7}}}}]"


@pytest.mark.parametrize(
    ("edit", "message", "hint"),
    [
        ("{remove: [twin]}", "2 items inside of the inherited list have the id 'twin'", "change"),
        ("{remove: [depe]}", "has no item with the id 'depe'", "did you mean `deep`?"),
        ("{remove: [deep], replace: [other]}", "expected a mapping from ids", "write the id"),
        ("{change: {deep: [rest]}}", "what changes in the item 'deep' is a mapping", "replace"),
    ],
)
def test_what_cannot_be_done_is_said(vary: Vary, edit: str, message: str, hint: str) -> None:
    with pytest.raises(RulesetError) as caught:
        vary(edit)
    (found,) = caught.value.diagnostics
    assert message in found.message
    assert hint in (found.hint or "")
    assert found.span is not None
    assert found.span.line == 5


def test_house_rules_of_what_ships(tmp_path: Path) -> None:
    path = tmp_path / "kind.yaml"
    path.write_text(
        "schema: 1\nname: kind\ntitle: Kind\nextends: morris\n"
        "procedures: {closes: {steps: {change: {takes: {optional: true}}}}}\n",
        encoding="utf-8",
    )
    position = load(str(path)).start()
    for move in ("a1", "a7", "d1", "d7", "g1"):
        position = position.play(f"place {move}")
    assert "pass" in [move.text for move in position.legal_moves()]
