"""What readers of a rulebook ask, and what was once said to them in odd words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.document import Book, Item, Items, Legend, plain, texts
from ruleengine.workbench.rulebook.english import quoted
from ruleengine.workbench.rulebook.markdown_page import render_markdown

TOWERS = """\
schema: 1
name: towers
title: Towers
clauses:
  W-1: Whoever steps onto a third floor wins.
  W-2: Whoever cannot step loses.
  W-3: Nobody crowds.
flags:
  goes_on:
    question: Does a side go on?
    choices: {never: "no", once: "yes"}
    default: never
    provenance: house_rule
sides: {white: {title: White}, black: {title: Black}}
board: {rows: 4, columns: 4}
zones:
  strokes: {symbol: "-", shape: {cells: [b2, c2]}}
  way: {symbol: "+", shape: {cells: [a1, a2, a3]}}
kinds:
  mason: {letters: {white: W, black: B}}
  floor: {letters: {nobody: "n"}}
counters: {steps: {title: steps}}
setup:
  - {put: {kind: mason, owner: white, at: a1}}
  - {put: {kind: mason, owner: black, at: d4}}
tables:
  height:
    given: {here: cell}
    gives: number
    title: the number of floors on {here}
    rows: [{value: "count(kind=floor, at=here)"}]
  crowded:
    given: {here: cell, us: side}
    gives: truth
    title: "a mason of {us} touches {here}"
    rows: [{value: "exists(owner=us, kind=mason, where=adjacent(it, here))"}]
phases:
  play:
    turns: [white, black]
    turn:
      - label: step
        act: [go]
        else:
          - {id: stuck, end: {winner: opponent, says: the side on turn cannot move}, clauses: [W-2]}
      - if: steps > 3
        only: {goes_on: once}
        then: [again: step]
actions:
  go:
    operands:
      mason: {piece: {owner: mover}}
      to: {cell: {empty: true, where: "place_in(way, it) != 7"}}
      kind: {kind: [mason, floor]}
    validators:
      - require: height(to) <= height(mason) + 1
        says: "{to} has {height(to)} floors, too high from {height(mason)} for your {kind}"
      - {require: "not crowded(to, mover)", says: too near, clauses: [W-3]}
    effects:
      - let: {before: height(mason)}
      - {move: {piece: mason, to: to}}
      - add: {steps: 1}
      - if: height(to) == 3 and before < 3
        then: [{id: risen, end: {winner: mover, says: a mason is high enough}}]
        clauses: [W-1]
      - run: tire
procedures:
  tire:
    - if: turn > 40
      then: [{id: tired, end: {draw: true, says: all are tired}}]
"""


@pytest.fixture
def towers(tmp_path: Path) -> Callable[..., Book]:
    """Return what writes the rulebook of a small game under flag values."""
    path = tmp_path / "towers.yaml"
    path.write_text(TOWERS, encoding="utf-8")
    return lambda **flags: write_book(read_tree(str(path)), flags)


def _said(book: Book) -> str:
    return "\n".join(plain(text) for text in texts(book))


def _endings(book: Book) -> dict[str, Item]:
    chapter = next(section for section in book.sections if section.key == "endings")
    lists = [block for block in chapter.blocks if isinstance(block, Items)]
    return {plain(item.text): item for each in lists for item in each.items}


def test_endings_by_steps_are_told_with_the_others(towers: Callable[..., Book]) -> None:
    found = _endings(towers())
    won = found["A mason is high enough: you win."]
    assert won.clauses == ("W-1",)  # of the condition around it
    condition = "the number of floors on the destination is 3 and the number before is less than 3"
    assert [plain(fact.text) for fact in won.items] == [
        f"This happens in {quoted('go')} when {condition}.",
        "Before was settled earlier in these steps: the number of floors on the mason's cell.",
    ]
    lost = found["The side on turn cannot move: your opponent wins."]
    assert lost.clauses == ("W-2",)
    assert plain(lost.items[0].text) == "This happens in your turn when you cannot \u201cgo\u201d."


def test_an_ending_in_a_procedure_is_told_with_how_it_is_come_to(
    towers: Callable[..., Book],
) -> None:
    tired = _endings(towers())["All are tired: it is a draw."]
    words = plain(tired.items[0].text)
    assert words == (
        "This happens in \u201cgo\u201d when the number of turns begun so far is more than 40, and "
        "none of the endings above has come first."
    )


def test_values_in_sentences_of_the_author_are_told_in_words_that_fit(
    towers: Callable[..., Book],
) -> None:
    page = render_markdown(towers())
    assert "the destination has \u2026 floors, too high from \u2026" in page


def test_titles_of_tables_are_used_for_the_reader_and_for_cells(
    towers: Callable[..., Book],
) -> None:
    said = _said(towers())
    assert "no mason of yours touches the destination" in said
    assert "at most the number of floors on the mason's cell plus 1" in said
    assert "crowded" not in said


def test_a_label_is_told_only_where_something_goes_back_to_it(
    towers: Callable[..., Book],
) -> None:
    assert "From here on" not in _said(towers())
    again = _said(towers(goes_on="once"))
    assert "(From here on: \u201cstep\u201d.)" in again
    assert "go back to \u201cstep\u201d" in again


def test_a_zone_that_only_draws_is_in_the_legend_and_not_among_the_zones(
    towers: Callable[..., Book],
) -> None:
    board = next(section for section in towers().sections if section.key == "board")
    zones = next(block for block in board.blocks if isinstance(block, Items))
    assert [item.text for item in zones.items] == ["The way: in this order a1, a2 and a3."]
    legend = next(block for block in board.blocks if isinstance(block, Legend))
    assert ("-", "The strokes") in [(entry.mark, entry.text) for entry in legend.entries]


def test_what_does_not_end_the_game_is_told_where_it_is_short(tmp_path: Path) -> None:
    text = TOWERS.replace("height(to) == 3 and before < 3", "ply > 7")
    path = tmp_path / "towers.yaml"
    path.write_text(text, encoding="utf-8")
    tired = _endings(write_book(read_tree(str(path))))["All are tired: it is a draw."]
    assert plain(tired.items[0].text) == (
        "This happens in \u201cgo\u201d when the number of turns begun so far is more than 40, and "
        "none of the endings above has come first."
    )
    path.write_text(text.replace("ply > 7", "to == a1"), encoding="utf-8")
    tired = _endings(write_book(read_tree(str(path))))["All are tired: it is a draw."]
    assert plain(tired.items[0].text) == (
        "This happens in \u201cgo\u201d when the number of turns begun so far is more than 40, and "
        "the destination is not a1."
    )


def test_what_is_called_alike_is_told_apart(tmp_path: Path) -> None:
    text = TOWERS.replace("kind: {kind:", "kind: {title: the load, kind:")
    text = text.replace("let: {before: height(mason)}", "let: {load: height(mason), before: load}")
    path = tmp_path / "towers.yaml"
    path.write_text(text, encoding="utf-8")
    page = render_markdown(write_book(read_tree(str(path))))
    assert "*Load*: a kind of piece" in page
    assert "1. Call *load 2*: the number of floors on" in page
    assert "2. Call *before*: the *load 2*." in page


def test_a_title_with_a_word_in_place_of_its_article_gets_no_other(tmp_path: Path) -> None:
    text = TOWERS.replace("kind: {kind:", "kind: {title: its load, kind:")
    text = text.replace("turn > 40", "turn > 40 and nothing != nothing")
    path = tmp_path / "towers.yaml"
    path.write_text(text.replace("steps > 3", "steps > 4"), encoding="utf-8")
    page = render_markdown(write_book(read_tree(str(path))))
    assert "*Its load*: a kind of piece" in page
    assert "the *its" not in page
