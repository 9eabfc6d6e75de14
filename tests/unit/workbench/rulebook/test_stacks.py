"""How rulebooks tell of pieces that share a cell: where they stand, and which lies on top."""

from __future__ import annotations

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: rules
title: Columns
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 3, columns: 3, shared: true}
kinds: {man: {letters: {ann: a, bob: b}}}
counters: {height: {per: piece, shown: order, title: height}}
setup: [drawn: "bbb\\n...\\naaa"]
procedures:
  reach:
    given: {spot: cell}
    title: the column on {spot} is looked at
    steps: [{if: count(at=spot) > 9, then: [stop]}]
phases: {play: {turns: [ann, bob], turn: [{act: [go], else: [end_turn]}]}}
actions:
  go:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: all, distance: 1}}
    validators:
      - {require: count(at=unit) < 3, says: many}
      - {require: "not exists(owner=opponent, at=unit)", says: led}
      - {require: "not exists(owner=mover, at=unit, where=exists_above(it))", says: covered}
      - {require: "empty(to) or holds(unit, kind=man)", says: held}
      - {require: "piece_at(unit) == unit", says: alone}
      - {holds: {cell: unit, any_of: [friend]}}
    effects:
      - for_each: {as: one, among: {at: unit}}
        do: [move: {piece: one, to: to}]
      - run: {reach: {spot: unit}}
      - place: {kind: man, owner: mover, at: unit}
endings: [{when: turn > 20, draw: true, says: late}]
tables:
  exists_above:
    given: {unit: piece}
    gives: truth
    title: something lies on {unit}
    rows: [{when: turn > 9, value: false}, {value: unit.height == 0}]
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("stacks") / "rules.yaml"
    path.write_text(RULES, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


@pytest.mark.parametrize(
    "words",
    [
        "there are fewer than 3 pieces on the *unit*'s cell",
        "there is no enemy piece on the *unit*'s cell",
        "there is no piece of yours on the *unit*'s cell such that something lies on it",
        "a man stands on the *unit*'s cell",
        "the piece on the *unit*'s cell is the *unit*",
        "The *unit*'s cell must hold a piece of your own",
        "For each piece on the *unit*'s cell, called *one*: *one* goes to the destination",
        "The column on the *unit*'s cell is looked at",
        "A new man of yours appears on the *unit*'s cell",
    ],
)
def test_a_piece_that_stands_for_its_cell_is_told_as_that_cell(page: str, words: str) -> None:
    assert words in page


def test_letters_on_one_cell_are_told_to_be_a_stack(page: str) -> None:
    before, _, after = page.partition(
        "Pieces may lie on each other: of several letters on one cell, the last one is on top."
    )
    assert "## The board" in before
    assert "## Who plays" in after
    assert (
        "- “Height”, for each piece: pieces on one cell lie in this order, the one with the "
        "most on top; it starts at 0."
    ) in page


def test_where_nothing_says_how_high_pieces_stand_no_stack_is_spoken_of(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("heaps") / "rules.yaml"
    path.write_text(RULES.replace("shown: order", "shown: true"), encoding="utf-8")
    page = render_markdown(write_book(read_tree(str(path))))
    assert "lie on each other" not in page
    assert "- “Height”, for each piece; it starts at 0." in page
