"""How a rulebook says that moves are written, so that whoever reads it can type them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.html_page import render_html
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: crates
title: Crates
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 2, columns: 2}
zones:
  yard: {title: the yard, off_board: true, parts: {ann: {owner: ann}, bob: {owner: bob}}}
kinds:
  big_crate: {title: big crate, letters: {ann: A, bob: B}}
  crate: {letters: {ann: a, bob: b}}
setup: [{fill: {zone: yard, kind: crate, count: 2}}]
phases: {play: {turns: [ann, bob], turn: [{act: [lay, put], else: [end_turn]}]}}
actions:
  lay:
    title: unload
    operands:
      what: {kind: [big_crate, crate], title: the crate}
      to: {cell: {empty: true}}
      how: {word: [upside_down, upright], when: what == crate}
    effects: [place: {kind: what, owner: mover, at: to}]
  put:
    operands:
      unit: {piece: {owner: mover, in: "part(yard, mover)"}, named: if_several}
      to: {cell: {empty: true}}
      spare: {cell: {where: it == to}, named: never}
    effects: [move: {piece: unit, to: to}]
endings: [{when: turn > 9, draw: true, says: late}]
"""


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    path = tmp_path / "crates.yaml"
    path.write_text(RULES, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "words",
    [
        "A piece is written as its cell. What is in brackets is not a part of every move. The",
        "Written `unload WHAT-TO[-HOW]`, as in `unload big_crate-a2`; `WHAT` is",
        "`WHAT` is `big_crate` or `crate`; `HOW` is `upside_down` or",
        "Written `put [UNIT-]TO`, as in `put yard.ann:crate-a2`; beside the board `UNIT` is",
        "; beside the board `UNIT` is `yard.ann:KIND`, `yard.bob:KIND` or `KIND`.",
        "**You name, in this order**",
    ],
)
def test_it_says_what_to_write(path: Path, words: str) -> None:
    assert words in render_markdown(write_book(read_tree(str(path))))


def test_pages_say_it_as_well(path: Path) -> None:
    page = render_html(write_book(read_tree(str(path))))
    example = ", as in <code>unload big_crate-a2</code>"
    assert f"Written <code>unload WHAT-TO[-HOW]</code>{example}; <code>WHAT</code> is" in page


def test_words_and_kinds_with_a_title_come_with_an_example(path: Path) -> None:
    spin = "  spin:\n    operands: {way: {word: [left, right], title: the other way}}\n"
    text = RULES.replace("act: [lay, put]", "act: [lay, put, spin]")
    path.write_text(text.replace("actions:\n", f"actions:\n{spin}"), encoding="utf-8")
    page = render_markdown(write_book(read_tree(str(path))))
    example = ", as in `spin left`; `WAY` is the other way, such as left."
    assert f"Written `spin WAY`{example}" in page


def test_what_is_said_can_be_played(path: Path) -> None:
    position = load(path).start()
    assert position.play("lay big_crate-a1").play("put yard.bob:crate-b1").ply == 2
    assert position.play("lay crate-a1-upside_down").ply == 1
    assert position.play("unload crate-a1-upside down").ply == 1


def test_an_action_that_nobody_plays_is_not_written(path: Path) -> None:
    text = RULES.replace("act: [lay, put]", "act: [lay]").replace(
        "what: {kind", "what: {when: can(put), kind"
    )
    path.write_text(text, encoding="utf-8")
    assert "Written `put" not in render_markdown(write_book(read_tree(str(path))))


def test_what_no_move_names_is_not_explained() -> None:
    page = render_markdown(write_book(read_tree("hex")))
    assert "At each action stands how its moves are written. The first word may be" in page


def test_a_direction_is_typed_as_it_stands() -> None:
    book = write_book(read_tree("draughts"))
    assert "written as a direction, such as `up_left`." in render_markdown(book)
    assert "written as a direction, such as <code>up_left</code>." in render_html(book)
