from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from ruleengine.errors import RulesetError
from ruleengine.resolve.files.library import shipped_names
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.resolve.flags.choosing import read_flags
from ruleengine.resolve.flags.values import same_setting, settings
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.document import (
    CODE,
    END_CODE,
    Book,
    Figure,
    Point,
    Sayings,
    Section,
    plain,
    texts,
)
from ruleengine.workbench.rulebook.html_page import render_html
from ruleengine.workbench.rulebook.markdown_page import render_markdown

SLIPS = re.compile(
    r"\b(in in|the the|a a|a an|the a|None|the nothing|you is|you has|of of|is is|the you)\b|  "
    r"|\b[a-z]+_[a-z]+\b"
)
"""What no sentence of ours has in it, raw names of the ruleset among them."""
TYPED = re.compile(f"{CODE}.*?{END_CODE}")
"""What is typed is no word of a sentence: the direction `up_left`."""


def _book(name: str, **flags: object) -> Book:
    return write_book(read_tree(name), flags)


def _said(book: Book) -> str:
    return "\n".join(plain(TYPED.sub("", text)) for text in texts(book))


def _generated(book: Book) -> str:
    """Return the sentences that are not the author's."""
    sections = tuple(
        Section(
            section.key,
            section.title,
            tuple(block for block in section.blocks if not isinstance(block, Sayings)),
        )
        for section in book.sections
        if section.key not in ("points", "clauses")
    )
    return _said(replace(book, sections=sections))


def _sayings(book: Book) -> set[str]:
    return {
        clause
        for section in book.sections
        for block in section.blocks
        if isinstance(block, Sayings)
        for clause, *_ in block.sayings
    }


def _points(book: Book) -> dict[str, Point]:
    blocks = (block for section in book.sections for block in section.blocks)
    return {block.flag: block for block in blocks if isinstance(block, Point)}


def _names() -> list[ParameterSet]:
    """Return every shipped game; those that only vary another one are left to long runs."""
    return [
        pytest.param(name, marks=[pytest.mark.slow] * (path.parent.name == "variants"))
        for name, path in shipped_names().items()
    ]


@pytest.mark.parametrize("name", _names())
def test_every_shipped_game_has_a_rulebook(name: str) -> None:
    book = _book(name)
    assert not SLIPS.findall(_generated(book))
    unmarked = {
        clause
        for section in book.sections
        for block in section.blocks
        if isinstance(block, Sayings)
        for clause, _, remark in block.sayings
        if not remark
    }
    assert not unmarked & book.doubtful
    assert render_markdown(book).startswith("# ")
    page = render_html(book)
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in page
    for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ET.fromstring(svg)  # noqa: S314 - our own text


def test_the_picture_shows_every_piece() -> None:
    figure = next(
        block
        for section in _book("gardner").sections
        for block in section.blocks
        if isinstance(block, Figure)
    )
    letters = re.findall(r'font-weight="700"[^>]*>(.)</text>', figure.svg)
    assert sorted(letters) == sorted("rnbqkpppppPPPPPRNBQK")


def test_the_picture_counts_pieces_on_one_cell() -> None:
    twins = Path(__file__).parents[3] / "agreement" / "rules" / "twins.yaml"
    blocks = (block for section in _book(str(twins)).sections for block in section.blocks)
    figure = next(block for block in blocks if isinstance(block, Figure))
    letters = re.findall(r'font-weight="700"[^>]*>([^<]+)</text>', figure.svg)
    assert sorted(letters) == ["2B", "2W", "3b", "3b", "3w", "3w", "w"]
    assert "4 3b 3b .\n3 .  2B .\n" in figure.text


def test_rules_are_told_under_the_flags_chosen() -> None:
    open_way, closed = _book("brandubh"), _book("brandubh", passage="closed")
    rule = "The way to the destination must not cross the throne."
    assert rule in _said(closed)
    assert rule not in _said(open_way)


def test_a_clause_that_does_not_hold_is_not_printed_as_a_rule() -> None:
    compulsory, free = _book("draughts"), _book("draughts", capture="free")
    assert "D-3.5" in _sayings(compulsory)
    assert "D-3.5" not in _sayings(free)
    assert "D-3.5" in free.doubtful


def test_what_the_players_choose_changes_no_sentence_that_leaves_it_open() -> None:
    # How large the board is is an option; that pawns fill two rows is so on either.
    small = _book("breakthrough_6x6")
    assert small.doubtful == {"B-1.1"}
    assert {"B-1.2", "B-2.4", "B-3.1"} <= _sayings(small)


def test_clauses_that_contradict_each_other_are_never_printed_as_rules() -> None:
    for terrain in ("passable", "impassable"):
        book = _book("generals_10x10", moat_terrain=terrain)
        assert not _sayings(book) & {"G-1.7", "G-5.5", "G-7.4.3"}


def test_a_variant_that_changes_a_rule_does_not_print_its_old_sentence() -> None:
    barrage = _book("stratego_barrage")
    assert "S-3.8" in _sayings(_book("stratego"))  # five Miners
    assert "S-3.8" in barrage.doubtful  # now one
    assert "S-3.3" in barrage.doubtful  # no Colonels
    assert not {"S-3.3", "S-3.8", "S-3.13"} & _sayings(barrage)


def test_what_never_happens_is_not_told() -> None:
    said = _generated(_book("generals_10x10"))
    assert "throw again" not in said  # an action that nothing leads to under the defaults
    assert "the agreed number of turns" not in said  # an ending that never comes
    assert "tally of “turns played”" not in said  # a counter that nobody asks about
    limited = _generated(_book("generals_10x10", max_turns=50))
    assert "the agreed number of turns has been played" in limited.lower()
    assert "\u201cturns played\u201d is at least 50" in limited


def test_a_reading_that_is_not_the_proposed_one_is_marked() -> None:
    points = _points(_book("draughts", capture="free"))
    assert points["capture"].is_departure
    assert not points["patience"].is_departure
    assert [r.name for r in points["capture"].readings if r.is_chosen] == ["free"]
    assert [r.name for r in points["capture"].readings if r.is_default] == ["compulsory"]
    page = render_html(_book("draughts", capture="free"))
    assert page.count("\u2605 not as proposed") == 1
    assert "\u2605 not as proposed" not in render_html(_book("draughts"))


def test_a_question_that_does_not_come_up_says_so() -> None:
    points = _points(_book("generals_10x10", stalemate_reroll="none"))
    assert points["reroll_choice"].remark.startswith("This question does not come up")


def test_every_disputed_point_has_its_clauses() -> None:
    book = _book("generals_10x10")
    points = _points(book)
    assert dict(points["moat_terrain"].clauses)["G-1.7"].startswith("The Moat is closed")


def test_limits_endings_and_secrets_are_told() -> None:
    said = _said(_book("generals_10x10"))
    assert (
        "It can be played once in a game by each side (counted as \u201cgarrisonings\u201d)."
        in said
    )
    assert "This is so when the tally of \u201chits on the General\u201d is at least 3." in said
    hidden = _said(_book("stratego"))
    assert "is hidden from every side but its owner" in hidden


def test_names_of_authors_do_not_become_markup(tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(
        """\
schema: 1
name: odd
title: "<b>Odd</b> & [even]"
sides: {north: {title: "<i>N"}, south: {}}
board: {rows: 2, columns: 2}
kinds:
  man: {title: "a|b", letters: {north: "<", south: "&"}}
  bar: {letters: {north: "|", south: "`"}}
setup: [{put: {kind: man, owner: north, at: a1}}]
phases: {play: {turns: [south, north], turn: [{act: [wait]}]}}
actions: {wait: {}}
endings: [{when: turn > 9, draw: true, says: late}]
""",
        encoding="utf-8",
    )
    book = write_book(read_tree(str(path)))
    page = render_html(book)
    assert "<b>Odd" not in page
    assert "&lt;b&gt;Odd&lt;/b&gt; &amp; [even]" in page
    assert "<i>N" not in page
    assert ">&lt;</text>" in page
    markdown = render_markdown(book)
    assert "\\<b\\>Odd" in markdown
    assert "A\\|b" in markdown
    assert "| Bar | `\\|` | `` ` `` |" in markdown


def test_conditions_are_told_in_order_and_with_their_joints(tmp_path: Path) -> None:
    path = tmp_path / "joints.yaml"
    path.write_text(
        """\
schema: 1
name: joints
title: Joints
sides: {north: {}, south: {}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {north: n, south: s}}}
counters: {held: {title: rounds held}}
setup: [{put: {kind: man, owner: north, at: a1}}, {put: {kind: man, owner: south, at: c3}}]
phases: {play: {turns: [south, north], turn: [{act: [step], else: [end_turn]}]}}
actions:
  step:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: all, distance: {at_least: 1, at_most: 2}}}
    validators:
      - require: "empty(to) and (held > 2 or not same_row(unit, to))"
    effects: [{move: {piece: unit, to: to}}, {add: {held: 1}}]
endings: [{when: "not (held < 9 and exists(owner=north))", draw: true, says: late}]
""",
        encoding="utf-8",
    )
    said = _said(write_book(read_tree(str(path))))
    assert (
        "Allowed only if the destination is empty and (either the tally of \u201crounds held\u201d "
        "is more than 2 or the unit and the destination are not in the same row)."
    ) in said
    assert (
        "This is so when either the tally of \u201crounds held\u201d is at least 9 or there is no "
        "piece of the north side on the board."
    ) in said
    assert "a cell at most 2 cells away from the unit" in said.lower()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name, path in shipped_names().items() if path.parent.name != "variants"]
)
def test_no_doubtful_clause_is_printed_under_any_single_reading(name: str) -> None:
    tree = read_tree(name)
    for flag, declared in read_flags(tree.root).items():
        for value in settings(declared):
            try:
                book = write_book(tree, {flag: value})
            except RulesetError:
                continue  # it asks something of other flags
            assert not _sayings(book) & book.doubtful, (flag, value)
            assert not SLIPS.findall(_generated(book)), (flag, value)
            if not same_setting(value, declared.default):
                assert not _sayings(book) & set(declared.clauses), (flag, value)


def test_tables_are_called_by_their_titles(tmp_path: Path) -> None:
    text = """\
schema: 1
name: titled
title: Titled
extends: breakthrough
tables:
  row_of: {given: {us: side}, gives: number, title: "the row of {us}", rows: [value: 3 + turn]}
endings:
  append:
    - {id: a, when: row_of(white) == turn, draw: true, says: x}
    - {id: b, when: row_of(mover) == 9, draw: true, says: y}
"""
    path = tmp_path / "titled.yaml"
    path.write_text(text, encoding="utf-8")
    words = _said(write_book(read_tree(str(path))))
    assert "when the row of White is the number of turns" in words
    assert "the row of the side that moved is 9" in words


BAG = """\
schema: 1
name: bag
title: Bag
sides: {red: {title: Red}, blue: {title: Blue}}
board: {rows: 3, columns: 3}
zones:
  sack:
    title: the pieces face down
    off_board: true
    parts: {red_top: {owner: red}, red_low: {owner: red}, blue_all: {owner: blue}}
  spare: {title: the spare card, off_board: true}
kinds: {man: {letters: {red: r, blue: b}}, king: {letters: {red: R, blue: B}}}
setup:
  - fill: {zone: sack.red_top, kind: man}
  - put: {kind: man, owner: red, at: a1}
phases:
  play: {turns: [red, blue], turn: [{act: [rise, stay]}]}
actions:
  rise:
    operands:
      unit: {piece: {owner: mover}}
      into: {kind: [man, king]}
    validators:
      - {when: turn > 3, require: false, says: too late}
    effects:
      - choose: {as: found, who: chance, among: {in: sack}}
      - send: {piece: found, to: spare}
      - choose: {as: toll, who: mover, numbers: {from: 0, to: "min(turn, 3)"}}
      - choose: {as: luck, who: chance, numbers: {from: 1, to: 4}}
      - if: toll < luck
        then: [stop]
      - for_each: {as: sort, among_kinds: [man, king]}
        do: [{if: not exists(kind=sort), then: [stop]}]
      - for_each: {as: type, among_kinds: any}
        do: [{if: count(kind=type) > 1, then: [stop]}]
      - become: {piece: unit, kind: into}
  stay:
    validators: [{afterwards: repetitions == 1}, {afterwards: repetitions < 3}]
endings: [{when: turn > 9, draw: true, says: late}]
"""


@pytest.mark.parametrize(
    "words",
    [
        "the move is not allowed",
        "afterwards the position with the same side on turn has come up for the first time",
        "afterwards the position with the same side on turn has come up less than three times",
        "Chance picks a piece from the pieces face down, all equally likely",
        "choose a number from 0 to the number of turns begun so far, but not more than 3",
        "Chance picks a number from 1 to 4, all equally likely",
        "For each of the kinds man and king, called *sort*:",
        "For each kind of piece, called *type*:",
        "turns into a piece of the kind *into*",
        "goes to the spare card, off the board",
        "The part \u201cred top\u201d of the pieces face down holds a man of Red.",
    ],
)
def test_odd_things_are_said_plainly(tmp_path: Path, words: str) -> None:
    path = tmp_path / "bag.yaml"
    path.write_text(BAG, encoding="utf-8")
    assert words in render_markdown(write_book(read_tree(str(path))))


ROLES = """\
schema: 1
name: roles
title: Roles
clauses: {R-1: A man may look backward.}
sides:
  attackers: {title: Attackers, forward: up}
  owls: {title: Owls, forward: down}
  winter: {title: Winter}
board:
  rows: 3
  columns: 3
  lines: |
    o-o-o
    |\\|/|
    o-o-o
    |/|\\|
    o-o-o
zones:
  hand:
    title: the hand
    off_board: true
    parts: {attackers: {owner: attackers}, owls: {owner: owls}}
  middle: {title: the middle, shape: {cells: [b2]}}
  stone: {title: the stone, shape: {cells: [a3]}}
  top: {title: the top edge, shape: {rows: [0]}}
  box: {title: the box, off_board: true}
kinds: {elder: {letters: {attackers: e, owls: o, winter: w}}}
marks: {last: {holds: cell, title: where it was}}
dice: {coin: {faces: 2}}
setup:
  - fill: {zone: hand, kind: elder, count: 2}
  - put: {kind: elder, owner: attackers, at: a1}
phases:
  play: {turns: [attackers, owls, winter], turn: [{roll: coin}, {act: [drop, step, free]}]}
tables:
  safe:
    title: "{one} is safe"
    given: {one: piece}
    gives: truth
    rows: [{when: false, value: true}, {value: "one.cell in [middle, top, box]"}]
  slow:
    given: {one: piece}
    gives: number
    rows: [{when: one.cell == b2, value: 1}, {value: 2}]
  pace:
    title: "the pace of a {us} piece"
    given: {us: side, one: piece}
    gives: number
    rows: [{when: coin > 0 or true, value: "count(owner=us)"}, {value: slow(one)}]
  stays:
    title: "a piece of {us} stays behind"
    given: {us: side}
    gives: truth
    rows: [{when: coin == 2, value: true}, {value: "exists(owner=us, in_row=3)"}]
actions:
  drop:
    operands:
      unit: {piece: {owner: mover, in: "part(hand, mover)"}, named: never}
      to: {cell: {where: it == b2}, named: never}
    effects: [{mark: {last: unit}}, {move: {piece: unit, to: to}}]
  step:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: all, distance: 1}}
    validators:
      - {require: not safe(unit), says: "{mover} may not move a {attackers} unit"}
      - {require: to in stone or turn > 9, says: early}
      - {require: "not stays(mover.opponent) and pace(attackers, unit) > 0", says: slow}
      - {inside: {cell: to, zone: [middle, box]}}
    effects: [{move: {piece: unit, to: to}}]
  free:
    operands: {unit: {piece: {owner: mover, in: [hand, top]}, named: if_several}}
    effects: [{send: {piece: unit, to: box}}]
reactions:
  after: {on: moved, effects: [{add: {done: 1}}, {mark: {last: piece}}]}
counters: {done: {}}
views: [{hide: kind, of: {in: top}}]
endings: [{when: done > 9 or last == b2, draw: true, says: late}]
"""


@pytest.mark.parametrize(
    "words",
    [
        "*Unit*: a piece of yours in your hand; you do not name it, for all of them are alike.",
        "The destination: b2; you do not name it.",
        "a piece of yours in the hand or on the top edge; it may be left out",
        "when only one is possible, where those alike beside the board count as one.",
        "the next cell from the *unit*, along a line.",
        "Its cells are nine points, which lines join",
        "in an unbroken row of at least 3 on one line",
        "The destination must be in the middle or the box.",
        "either the destination is on the stone",
        "Allowed only if the *unit* is not safe.",
        "no piece of your opponent stays behind",
        "the pace of an Attackers piece",
        "the side on turn may not move an Attackers unit",
        "The Attackers go forward up the board.",
        "The Attackers, Owls and Winter take turns",
        "The *unit*'s cell is noted as \u201cwhere it was\u201d",
        "1. The tally of \u201cdone\u201d goes up by 1.",
        "The kind of a piece on the top edge is hidden from every side but its owner.",
        "The die has the faces 1 and 2, all equally likely.",
        "yes if *one*'s cell is in the middle, on the top edge or in the box; otherwise no",
    ],
)
def test_what_is_said_is_meant(tmp_path: Path, words: str) -> None:
    path = tmp_path / "roles.yaml"
    path.write_text(ROLES, encoding="utf-8")
    assert words in render_markdown(write_book(read_tree(str(path))))


def test_rows_that_never_answer_need_no_table(tmp_path: Path) -> None:
    path = tmp_path / "roles.yaml"
    path.write_text(ROLES, encoding="utf-8")
    page = render_markdown(write_book(read_tree(str(path))))
    assert "### Slow" not in page
    assert "For *us* (side) and *one* (piece): the number of pieces of *us* on the board." in page


def test_no_line_ends_within_the_number_of_a_clause() -> None:
    page = render_html(_book("morris"))
    assert '<span class="ref"><span>M-1.1</span></span>' in page
    assert ".ref span { white-space: nowrap; }" in page
