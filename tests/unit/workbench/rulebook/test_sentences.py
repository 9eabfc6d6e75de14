"""Sentences of rulebooks that said a thing twice, ran into each other, or left a reader alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: salvos
title: Salvos
flags:
  opens:
    question: Who begins?
    choices: {north: North, south: the other side}
    default: north
  range:
    question: How far do they reach?
    type: map
    fields: {near: {at_least: 1, at_most: 3}, wide: {at_least: 1, at_most: 3}}
    default: {near: 1, wide: 2}
  pace:
    question: Which of them turn?
    choices: {all: everybody, none: nobody}
    default: all
    requires: {opens: [south]}
sides: {north: {title: North}, south: {title: South}}
board: {rows: 4, columns: 4}
zones:
  bay:
    title: the bay
    parts:
      north: {owner: north, shape: {rows: [0]}}
      south: {owner: south, shape: {rows: [3]}}
  locker:
    title: the locker
    off_board: true
    parts: {north: {owner: north}, south: {owner: south}}
kinds:
  ship: {letters: {north: n, south: s}}
  wreck: {letters: {nobody: w}}
  splash: {letters: {nobody: o}}
dice: {red: {faces: 6}, blue: {faces: 6}}
counters: {calm: {title: shots without a hit}, hits: {per: side}}
marks: {aimed: {holds: cell, title: where the last shot fell}}
tables:
  hollow:
    given: {us: side}
    gives: cell
    title: the hollow ahead of {us}
    rows: [{when: hits > 3, value: a1}, {value: nothing}]
  shot_at:
    given: {at: cell}
    gives: truth
    title: a shot at {at} has fallen before
    rows: [{when: "holds(at, kind=wreck)", value: true}, {value: "at == aimed"}]
setup:
  - {fill: {zone: bay.north, kind: ship, owner: north}}
  - {fill: {zone: bay.south, kind: ship, owner: north}}
actions:
  fire:
    operands: {at: {cell: {}}}
    validators:
      - {require: not shot_at(at), says: a shot has fallen here}
      - {require: hollow(mover) != nothing or the(kind=wreck) == nothing, says: no hollow}
      - {require: "at not in bay or at != aimed", says: too near}
    effects:
      - {if: "holds(at, kind=ship)", then: [set: {calm: 0}], else: [add: {calm: 1}]}
      - {mark: {aimed: at}}
      - {place: {kind: splash, owner: nobody, at: at}}
  wait: {validators: [{require: calm < 90, says: too calm}]}
phases:
  play:
    turns: [north, south]
    turn:
      - if: not can(fire) and not can(fire, side=opponent)
        then: [end: {draw: true, says: spent}]
      - {roll: red}
      - {roll: blue}
      - {if: can(fire), then: [{act: [fire]}], else: [{act: [wait]}]}
reactions:
  surge:
    on: placed
    when: piece.kind == splash and to in bay and calm > 2
    effects: [remove: piece]
endings: [{when: calm > 9, draw: true, says: nobody hits}]
views: [{hide: piece, from: others, of: {where: "it.kind not in [wreck, splash]"}}]
"""


DESERT = """\
schema: 1
name: desert
title: Desert
clauses: {D-1: Nobody trots forward.}
sides: {east: {title: East, forward: right}, west: {title: West, forward: left}}
board: {rows: 5, columns: 5, neighbors: [orthogonal, up_right, down_left]}
zones:
  flower: {title: a flower, shape: {cells: [c3, b1, d5]}}
  vault: {title: the vault, shape: {cells: [e1]}}
kinds: {camel: {letters: {east: e, west: w}}}
dice: {sun: {faces: 6}, sand: {faces: 6}}
counters: {gold: {per: side, title: gold}, worn: {per: piece, title: wear}}
setup: [{put: {kind: camel, owner: east, at: a1}}, {put: {kind: camel, owner: west, at: e5}}]
procedures:
  tire:
    given: {who: piece}
    steps: [{add: {worn: 1}, for: who}]
actions:
  trek:
    operands:
      camel: {piece: {owner: mover}}
      to:
        route:
          from: camel
          directions: [orthogonal, up_right, down_left]
          steps: {at_least: 1, at_most: "min(sun, sand, 3)"}
          through: {empty: true}
    effects:
      - move: {piece: camel, to: to}
      - {add: {gold: "abs(sun - sand) + 1"}}
      - for_each: {as: rival, among: {owner: opponent, in: flower}}
        do: [{run: {tire: {who: rival}}}]
phases:
  play:
    turns: [east, west]
    turn:
      - roll: sun
      - roll: sand
      - {if: sun == sand, then: [{set: {gold: "sun + sand"}}]}
      - {if: sun > sand, then: [{add: {gold: "min(gold, 9 - gold)"}}]}
      - act: [trek]
endings: [{when: "exists(in=vault)", draw: true, says: "a camel is in the vault"}]
"""


@pytest.mark.parametrize(
    "words",
    [
        "East goes forward to the right.",
        (
            "If the dice “sun” and “sand” show the same number, your tally of “gold” is set to the "
            "total of the dice “sun” and “sand”."
        ),
        (
            "If the die “sun” shows more than the die “sand”, your tally of “gold” goes up by the "
            "smaller of your tally of “gold” and (9 minus your tally of “gold”)."
        ),
        (
            "goes up by (the difference between the number on the die “sun” and the number on the "
            "die “sand”) plus 1."
        ),
        (
            "a cell at the end of a way from the *camel* of at least 1 and at most as many steps "
            "as the smallest of the number on the die “sun”, the number on the die “sand” and 3, "
            "each step to a neighbor, through empty cells"
        ),
        (
            "For each enemy piece in a flower, called *rival*: do what is said under “tire” for "
            "the *rival*."
        ),
        "This is so when there is a piece in the vault.",
    ],
    ids=lambda words: words.split(",")[0][:30],
)
def test_dice_ways_and_places_are_told_as_people_say_it(tmp_path: Path, words: str) -> None:
    path = tmp_path / "desert.yaml"
    path.write_text(DESERT, encoding="utf-8")
    assert words in render_markdown(write_book(read_tree(str(path))))


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (
            "max(3, gold / 2) + sun",
            "(the larger of 3 and (GOLD divided by 2, rounded down)) plus SUN",
        ),
        ("sun + max(3, gold) + 1", "(SUN plus the larger of 3 and GOLD) plus 1"),
        ("sun + max(3, gold)", "SUN plus the larger of 3 and GOLD"),
        (
            "(gold / 2 - sun / 2) * 2",
            "((GOLD divided by 2, rounded down) minus (SUN divided by 2, rounded down)) times 2",
        ),
    ],
)
def test_what_is_added_to_a_list_of_numbers_does_not_join_it(
    tmp_path: Path, number: str, words: str
) -> None:
    path = tmp_path / "desert.yaml"
    path.write_text(DESERT.replace("abs(sun - sand) + 1", number), encoding="utf-8")
    words = words.replace("GOLD", "your tally of “gold”").replace(
        "SUN", "the number on the die “sun”"
    )
    assert f"goes up by {words}." in render_markdown(write_book(read_tree(str(path))))


def test_who_throws_is_said_if_it_is_not_the_side_on_turn(tmp_path: Path) -> None:
    path = tmp_path / "desert.yaml"
    rolls = "\n".join(f"      - {{roll: {die}, who: opponent}}" for die in ("sun", "sand"))
    more = "      - roll: sun\n      - roll: sand\n"
    path.write_text(DESERT.replace(more, f"{rolls}\n      - roll: sun\n"), encoding="utf-8")
    page = render_markdown(write_book(read_tree(str(path))))
    assert "Your opponent throws the dice “sun” and “sand”." in page
    assert "You throw the die “sun”." in page


def test_a_game_without_kinds_has_no_table_of_pieces(tmp_path: Path) -> None:
    path = tmp_path / "pits.yaml"
    path.write_text(
        """\
schema: 1
name: pits
title: Pits
sides: {north: {}, south: {}}
board: {rows: 2, columns: 3}
kinds: {}
counters: {seeds: {per: cell, start: 2, title: seeds}}
actions:
  sow:
    operands: {pit: {cell: {where: it.seeds > 0}}}
    effects: [{add: {seeds: -1}, for: pit}]
phases: {play: {turns: [north, south], turn: [{act: [sow]}]}}
endings: [{when: "sum_cells(it.seeds) == 0", winner: opponent, says: the board is empty}]
""",
        encoding="utf-8",
    )
    page = render_markdown(write_book(read_tree(str(path))))
    pieces = page[page.index("## The pieces") : page.index("## How the game goes")]
    assert "|" not in pieces
    assert "There are no pieces: what is on the board is kept as tallies and notes." in pieces


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "salvos.yaml"
    path.write_text(RULES, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


@pytest.mark.parametrize(
    "words",
    [
        # Names that are no nouns stand behind what they are.
        "- *At*: any cell.",
        "Allowed only if no shot at the cell *at* has fallen before.",
        "### A shot at the cell *at* has fallen before",
        # That there is nothing is said of the thing itself.
        "there is a hollow ahead of you or there is not exactly one wreck on the board",
        # A subject, a tally and a pair of sides are said once.
        "the cell *at* is either not in the bay or not the cell noted as “where the last shot",
        "the tally of “shots without a hit” is set to 0. Otherwise, it goes up by 1.",
        "If neither you nor your opponent can “fire”, the game is over",
        "You throw the dice “red” and “blue”.",
        # What a condition has made sure of needs no remark; what it has not does.
        "If you can “fire”, you play “fire”.\n",
        "1. You play “wait”. If that is impossible, this is left out.",
        "The locker: a place beside the board, one for each side.\n",
        "Every cell of North's bay and South's bay holds a ship of North.",
        "**When a new piece has appeared, this follows if all of these hold**\n\n- The piece is",
        "Pieces on the board each of which is neither a wreck nor a splash are hidden, as if they",
        "- **✓ North** (proposed)",
        "Each of near and wide could be any number from 1 to 3",
        "This question does not come up, because of the answer to point 1.",
    ],
)
def test_it_is_said_once_and_plainly(page: str, words: str) -> None:
    assert words in page
