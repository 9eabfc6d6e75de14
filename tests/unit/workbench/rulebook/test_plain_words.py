"""Small words that rulebooks got wrong: what is written, how many are meant, who is alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.html_page import render_html
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: seeds
title: Seeds
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 3, columns: 3}
zones: {all_cells: {title: the field, shape: {rows: [0, 1, 2]}}}
kinds: {seed: {letters: {ann: a, bob: b}}}
counters: {points: {per: side, title: points}}
tables:
  lines_around:
    given: {spot: cell}
    gives: number
    title: the lines around {spot}
    rows: [{when: spot == a1, value: 2}, {value: "count(where=manhattan(it, spot) == 1)"}]
  all_of:
    given: {us: side}
    gives: number
    title: the seeds in the rows of {us}
    rows: [{when: turn > 9, value: 1}, {value: "count(owner=us)"}]
  card_of:
    given: {us: side, number: number}
    gives: piece
    title: the seed {number} of {us}
    rows: [{when: turn > 9, value: nothing}, {value: "first_piece(owner=us, in=all_cells)"}]
phases: {play: {turns: [ann, bob], turn: [{act: [sow], else: [end_turn]}]}}
actions:
  sow:
    operands: {at: {cell: {empty: true}, title: the gap}}
    validators:
      - {require: lines_around(at) == 2 or all_of(mover) < 3, says: full}
      - {require: "turn < 3 or card_of(mover, 2) != nothing", says: gone}
    effects: [place: {kind: seed, owner: mover, at: at}]
endings:
  - each: us
    when: turn > 5 and us.points + all_of(us) > us.opponent.points + all_of(us.opponent)
    winner: us
    says: "{us} has {all_of(us)} seeds and {us.points} points"
  - {each: us, when: us.points > 9, winner: us, says: ten points}
  - {each: us, when: "us.points > count(owner=us.opponent)", winner: us, says: few are left}
  - {when: turn > 20, draw: true, says: late}
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "seeds.yaml"
    file.write_text(RULES, encoding="utf-8")
    return str(file)


def test_the_form_of_a_move_says_what_its_parts_are_called(path: str) -> None:
    written = write_book(read_tree(path))
    assert "Written `sow AT`, as in `sow a3`; `AT` is the gap." in render_markdown(written)
    assert "<code>sow a3</code>; <code>AT</code> is the gap." in render_html(written)


def test_several_things_take_the_plural(path: str) -> None:
    book = render_markdown(write_book(read_tree(path)))
    assert "the lines around the *gap* are 2" in book
    assert "the seeds in your rows are less than 3" in book


def test_what_there_is_of_the_reader_is_theirs(path: str) -> None:
    assert "there is a seed 2 of yours" in render_markdown(write_book(read_tree(path)))


def test_an_ending_that_compares_a_side_with_its_opponent_holds_for_one(path: str) -> None:
    book = render_markdown(write_book(read_tree(path)))
    first, second, third = (book.split(f"\n{number}. ")[-1] for number in (1, 2, 3))
    assert all("several sides" not in each.partition("\n")[0] for each in (first, second, third))
    drawn = "Where one of these holds for several sides at once, the game is drawn."
    assert book.count(drawn) == 1
    alone = [line for line in RULES.splitlines(keepends=True) if "- {each: us" not in line]
    Path(path).write_text("".join(alone), encoding="utf-8")
    assert "several sides" not in render_markdown(write_book(read_tree(path)))


def test_what_becomes_of_several_winners_is_told_where_the_author_says_it(path: str) -> None:
    said = RULES.replace("winner: us, says: ten points", "winner: us, several: first, says: ten")
    Path(path).write_text(said, encoding="utf-8")
    book = render_markdown(write_book(read_tree(path)))
    assert "is more than 9. When it holds for several sides, the first of them counts." in book
    rest = "Where one of these holds for several sides at once and nothing else is said, the game"
    assert rest in book


def test_what_an_ending_says_has_words_for_its_values(path: str) -> None:
    book = render_markdown(write_book(read_tree(path)))
    assert "1. A side has … seeds and … points: the side for which this is so wins." in book
