"""The board that a rulebook shows: as it stands when somebody first decides something."""

from __future__ import annotations

import re
from pathlib import Path

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.document import Figure
from ruleengine.workbench.rulebook.html_page import render_html
from ruleengine.workbench.rulebook.markdown_page import render_markdown

SEEDS = """\
schema: 1
name: seeds
title: Seeds
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 1, columns: 3}
kinds: {stone: {letters: {ann: a, bob: b}}}
counters: {seeds: {per: cell, title: seeds}}
phases:
  fill:
    steps: [{set: {seeds: 4}, for: b1}]
  play: {turns: [ann, bob], turn: [{act: [take], else: [end_turn]}]}
actions:
  take:
    operands: {pit: {cell: {where: it.seeds > 0}}}
    effects: [{set: {seeds: 0}, for: pit}]
endings: [{when: turn > 9, draw: true, says: late}]
"""


def _figure(tmp_path: Path, text: str) -> Figure:
    path = tmp_path / "seeds.yaml"
    path.write_text(text, encoding="utf-8")
    book = write_book(read_tree(str(path)))
    assert "“Seeds”, for each cell" in render_markdown(book)
    blocks = (block for section in book.sections for block in section.blocks)
    return next(block for block in blocks if isinstance(block, Figure))


def test_what_steps_count_before_the_first_move_is_shown(tmp_path: Path) -> None:
    figure = _figure(tmp_path, SEEDS)
    assert figure.text == "1 .  .4 .\n  a  b  c"
    assert re.findall(r'font-size="15"[^>]*>([^<]+)</text>', figure.svg) == ["4"]
    assert "at the first move, after the steps that come before it" in figure.caption
    assert "A number behind a letter, or alone on a cell: “seeds”." in figure.caption


def test_what_is_counted_from_the_start_is_shown(tmp_path: Path) -> None:
    started = SEEDS.replace("{per: cell,", "{per: cell, start: 4,")
    figure = _figure(tmp_path, started.replace("set: {seeds: 4}", "set: {seeds: 0}"))
    assert figure.text == "1 .4 .0 .4\n  a  b  c"
    figure = _figure(tmp_path, started)
    assert figure.text == "1 .4 .4 .4\n  a  b  c"
    assert "first move" not in figure.caption


def test_pieces_that_steps_place_are_shown(tmp_path: Path) -> None:
    placed = SEEDS.replace("{set: {seeds: 4}, for: b1}", "place: {kind: stone, owner: ann, at: c1}")
    figure = _figure(tmp_path, placed)
    assert figure.text == "1 . . a\n  a b c"
    assert figure.caption.startswith("This is the board at the first move")


def test_a_number_of_pieces_stands_behind_their_letters_alone(tmp_path: Path) -> None:
    wear = "counters: {wear: {per: piece, start: 1, shown: true, title: wear}, "
    worn = SEEDS.replace("counters: {", wear).replace("{per: cell,", "{per: cell, shown: false,")
    placed = worn.replace("{set: {seeds: 4}, for: b1}", "place: {kind: stone, owner: ann, at: c1}")
    assert "A number behind a letter: “wear”." in _figure(tmp_path, placed).caption


def test_the_symbol_of_a_note_is_in_the_legend(tmp_path: Path) -> None:
    noted = SEEDS.replace(
        "phases:", "marks: {cup: {holds: cell, symbol: $, title: the cup}}\nphases:"
    )
    figure = _figure(tmp_path, noted.replace("{set: {seeds: 4}, for: b1}", "mark: {cup: b1}"))
    assert figure.text == "1 . $ .\n  a b c"
    book = write_book(read_tree(str(tmp_path / "seeds.yaml")))
    assert "\n- `$` The cup\n" in render_markdown(book)
    assert re.search(r">\$</text></svg> The cup</li>", render_html(book))


def test_a_board_without_anything_is_said_to_be_empty(tmp_path: Path) -> None:
    figure = _figure(tmp_path, SEEDS.replace("set: {seeds: 4}", "set: {seeds: 0}"))
    assert figure.caption == "The board is empty at the start."
