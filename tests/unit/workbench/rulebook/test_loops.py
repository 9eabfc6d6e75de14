"""In which order a rulebook says that steps are taken for cells: only where that counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: fields
title: Fields
sides: {red: {title: Red}, blue: {title: Blue}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {red: r, blue: b}}, king: {letters: {red: K, blue: k}}}
counters: {seeds: {per: cell}, total: {}, crops: {per: cell}}
conditions: {crowded: {title: the board is crowded, parts: [holds: count() > 5]}}
REACTION
phases: {play: {turns: [red, blue], turn: [{act: [fill], else: [end_turn]}]}}
actions:
  fill:
    effects:
      - for_each: {as: spot, among_cells: {empty: CHOSEN}}
        do: [STEPS]
      - {set: {total: total + 1}}
endings: [{when: total > 20 or crowded, draw: true, says: late}]
"""
ORDER = "row by row from the top left"


def _says_order(tmp_path: Path, steps: str, *, chosen: str = "true", reaction: str = "") -> bool:
    rules = RULES.replace("STEPS", steps).replace("CHOSEN", chosen).replace("REACTION", reaction)
    path = tmp_path / "fields.yaml"
    path.write_text(rules, encoding="utf-8")
    page = render_markdown(write_book(read_tree(str(path))))
    assert "or each empty cell" in page or "or each occupied cell" in page
    return ORDER in page


@pytest.mark.parametrize(
    "steps",
    [
        "place: {kind: man, owner: mover, at: spot}",
        "{set: {seeds: 3}, for: spot}",
        "{set: {seeds: spot.seeds + spot.row}, for: spot}",
        "add: {total: 2}",
        "{if: spot.seeds > 1, then: [place: {kind: man, owner: mover, at: spot}]}",
        "{if: 'adjacent(spot, a1)', then: [{add: {seeds: 1}, for: spot}]}",
    ],
)
def test_no_order_is_said_where_none_counts(tmp_path: Path, steps: str) -> None:
    assert not _says_order(tmp_path, steps)


def test_no_order_is_said_of_what_happens_to_the_piece_on_each_cell(tmp_path: Path) -> None:
    steps = "{let: {one: piece_at(spot)}}, {if: one.kind == man, then: [remove: one]}"
    assert not _says_order(tmp_path, steps, chosen="false")


@pytest.mark.parametrize(
    "steps",
    [
        "{if: not crowded, then: [place: {kind: man, owner: mover, at: spot}]}",
        "{if: count() < 4, then: [place: {kind: man, owner: mover, at: spot}]}",
        "{set: {seeds: a1.seeds + 1}, for: spot}",
        "{add: {total: 1}}, {set: {seeds: total}, for: spot}",
        "{if: total > 3, then: [{add: {total: 1}}]}",
        "{add: {total: 1}}, {if: spot.row == 1, then: [add: {total: -1}]}",
        "tell: '{spot} is free'",
        "place: {kind: man, owner: mover, at: a1}",
    ],
)
def test_the_order_is_said_where_it_may_count(tmp_path: Path, steps: str) -> None:
    assert _says_order(tmp_path, steps)


def test_the_order_is_said_where_something_follows_each_time(tmp_path: Path) -> None:
    reaction = "reactions: {grows: {on: placed, effects: [add: {total: 1}]}}"
    assert _says_order(tmp_path, "place: {kind: man, owner: mover, at: spot}", reaction=reaction)
