"""Small grammar of rulebooks: articles, plurals, prepositions, and who something belongs to."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.schema.wording import a, plural
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.english import put_behind
from ruleengine.workbench.rulebook.markdown_page import render_markdown
from ruleengine.workbench.rulebook.table_words import filled

RULES = """\
schema: 1
name: wares
title: Wares
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 3, columns: 3}
zones:
  deck: {title: the deck, off_board: true}
  store:
    title: the store
    parts:
      ann: {owner: ann, shape: {cells: [a1]}}
      bob: {owner: bob, shape: {cells: [c3]}}
      spare: {title: the spare store, shape: {cells: [b2]}}
  trap:
    parts:
      ann: {title: Ann's traps, owner: ann, shape: {cells: [a2, a3]}}
      free: {title: the traps of nobody, shape: {cells: [b3]}}
  ponds: {title: the ponds, owner: bob, shape: {cells: [c1, c2]}}
kinds:
  ell: {title: L, letters: {ann: a, bob: b}}
  left: {title: Turn left, letters: {nobody: t}}
counters: {seeds: {per: cell, start: 1, title: seeds}}
setup: [{fill: {zone: deck, kind: left, owner: nobody, count: 9}}]
tables:
  centres:
    given: {us: side}
    gives: number
    title: the number of centres of {us}
    rows: [{when: turn > 9, value: 1}, {value: 2}]
  stored:
    given: {us: side}
    gives: number
    title: the wealth of {us}
    rows: [{when: turn > 9, value: 1}, {value: "sum_cells(it.seeds, in=part(store, us))"}]
phases: {play: {turns: [ann, bob], turn: [{act: [lay, slide], else: [end_turn]}]}}
actions:
  lay:
    operands: {pit: {cell: {empty: true}, title: the pit}}
    validators:
      - {require: pit.seeds > 0, says: "there is nothing in the pit on {pit}"}
      - {require: centres(mover) > 1, says: centres}
      - {require: stored(mover) > 0, says: stored}
      - {require: "count_cells(in=part(store, mover), where=neighbors(it, pit)) == 1", says: near}
      - {require: "count_cells(in=part(store, mover), where=it.seeds > 3) == 0", says: full}
      - {require: "not exists(owner=mover, where=neighbors(it, pit))", says: beside}
      - {require: "count(where=not neighbors(it, pit)) > 2", says: apart}
      - {require: "not pit in part(store, mover)", says: stored}
    effects: [{place: {kind: ell, owner: mover, at: pit}}, {claim: {zone: ponds, to: mover}}]
  slide:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: all, distance: {at_least: 1, at_most: 2}}}
    validators:
      - {require: "distance(unit, to) > 1", says: far}
      - {require: "distance(unit, to) == 1 + turn", says: far}
      - {require: "distance(to, b2) < 3", says: far}
      - {require: "distance(unit, to) + 1 > turn", says: far}
    effects: [move: {piece: unit, to: to}]
endings: [{when: "count_sides(where=centres(it) > 3) > 0", draw: true, says: late}]
"""


@pytest.fixture(name="page", scope="module")
def _page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("wares") / "wares.yaml"
    path.write_text(RULES, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


@pytest.mark.parametrize(
    "words",
    [
        "The deck holds nine pieces “Turn left”.",
        "A new L of yours appears on the *pit*.",
        "Ann's store: a1; belongs to Ann.",
        "The spare store: b2; belongs to nobody at the start.",
        "Ann's traps: a2 and a3; belong to Ann.",
        "The traps of nobody: b3; belong to nobody at the start.",
        "The ponds: c1 and c2; they belong to Bob at the start.",
        "The ponds belong to you from now on.",
        "*“there is nothing in the pit on …”*",
        "the number of your centres is more than 1",
        "the number of its centres is more than 3",
        "The tally of “seeds” in *us*'s store",
        "Allowed only if your store and the *pit* are neighbors.",
        "Allowed only if your store's tally of “seeds” is at most 3.",
        "there is no piece of yours on the board that is a neighbor of the *pit*",
        "there are more than 2 pieces on the board that are not neighbors of the *pit*",
        "Allowed only if the *pit* is not in your store.",
        "the *unit* and the destination are more than 1 step apart.",
        "the *unit* and the destination are exactly as many steps apart as 1 plus the number of",
        "the destination and b2 are fewer than 3 steps apart (where a diagonal step counts as one)",
        "the number of steps between the *unit* and the destination plus 1",
    ],
)
def test_it_is_good_english(page: str, words: str) -> None:
    assert words in page


@pytest.mark.parametrize(
    ("noun", "words"),
    [
        ("L", "an L"),
        ("U-turn", "a U-turn"),
        ("F pentomino", "an F pentomino"),
        ("X-ray", "an X-ray"),
        ("T-piece", "a T-piece"),
        ("Elephant", "an Elephant"),
        ("Unit", "a Unit"),
        ("unit", "a unit"),
        ("uninvited guest", "an uninvited guest"),
        ("uppermost piece", "an uppermost piece"),
        ("user", "a user"),
        ("usher", "an usher"),
        ("one-way cell", "a one-way cell"),
        ("onerous move", "an onerous move"),
        ("hour", "an hour"),
        ("horse", "a horse"),
        ("Heir", "an Heir"),
        ("European", "a European"),
        ("Hound", "a Hound"),
        ("Lion", "a Lion"),
    ],
)
def test_articles_go_by_sound(noun: str, words: str) -> None:
    assert a(noun) == words


@pytest.mark.parametrize(
    ("noun", "words"),
    [
        ("Move 1", "pieces “Move 1”"),
        ("Turn left", "pieces “Turn left”"),
        ("U-turn", "U-turns"),
        ("Royal Guard", "Royal Guards"),
        ("flat stone", "flat stones"),
        ("Man", "Men"),
    ],
)
def test_labels_have_no_plural(noun: str, words: str) -> None:
    assert plural(noun) == words


def test_things_of_the_reader_are_the_readers() -> None:
    title = "the difference of armies and centres of {us}"
    assert filled(title, [("us", "you")]) == "the difference of your armies and centres"
    assert filled(title, [("us", "it")]) == "the difference of its armies and centres"


@pytest.mark.parametrize(
    ("before", "noun", "words"),
    [
        (
            "uses the ",
            "(the number of points on the die)",
            "uses the (number of points on the die)",
        ),
        ("in the direction ", "the direction of the wind", "in the direction of the wind"),
        ("this is a ", "the Attacker", "this is an Attacker"),
        ("none of ", "(the men of Red)", "none of (the men of Red)"),
    ],
)
def test_what_is_put_into_a_title_has_one_article(before: str, noun: str, words: str) -> None:
    assert put_behind(before, noun) == words


CARDS = """\
schema: 1
name: cards
title: Cards
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 3, columns: 3}
zones:
  deck: {title: the deck, off_board: true}
  hand: {title: the hand, off_board: true, parts: {ann: {owner: ann}, bob: {owner: bob}}}
  fence: {title: a cell with a fence below, shape: {cells: [a1, a2]}}
kinds:
  cart: {letters: {ann: a, bob: b}}
  ox: {plural: oxen, letters: {ann: x, bob: y}}
  left: {title: turn left, plural: turns to the left, letters: {nobody: t, ann: l, bob: r}}
counters: {number: {per: piece}, facing: {per: piece, title: where it looks}}
setup:
  - {fill: {zone: deck, kind: left, owner: nobody, count: 9}}
  - {fill: {zone: hand, kind: left, count: 6, number_as: number}}
  - {put: {kind: cart, owner: ann, at: a1}}
  - {put: {kind: ox, owner: bob, at: [c3, b3]}}
phases: {play: {turns: [ann, bob], turn: [{act: [lay], else: [end_turn]}]}}
procedures:
  drive:
    given: {cart: piece, way: number}
    title: "{cart} goes in direction {way}"
    steps:
      - if: next_cell(cart, way) != nothing
        then: [move: {piece: cart, to: "next_cell(cart, way)"}]
actions:
  lay:
    operands:
      unit: {piece: {owner: mover}}
      which: {number: {at_least: 1, at_most: 6}}
      card:
        piece: {owner: mover, kind: left, in: "part(hand, mover)", where: it.number == which}
        named: never
    validators:
      - {require: not unit.cell in fence, says: fenced}
      - {require: "count(kind=ox) < 9", says: crowded}
    effects:
      - send: {piece: card, to: deck}
      - run: {drive: {cart: unit, way: (unit.facing + which) % 8}}
endings: [{when: turn > 9, draw: true, says: late}]
"""


@pytest.fixture(name="cards", scope="module")
def _cards(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("cards") / "cards.yaml"
    path.write_text(CARDS, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


@pytest.mark.parametrize(
    "words",
    [
        "The deck holds nine turns to the left.",
        "holds six turns to the left of its owner, numbered",
        "Oxen of Bob stand on c3 and b3.",
        "there are fewer than 9 oxen on the board",
        "; you do not name it: it follows from what you have named.",
        "is not a cell with a fence below",
        (
            "goes in the direction *which* eighths of a turn clockwise from the *unit*'s tally of "
            "“where it looks”"
        ),
    ],
)
def test_what_is_said_of_cards_and_carts(cards: str, words: str) -> None:
    assert words in cards
