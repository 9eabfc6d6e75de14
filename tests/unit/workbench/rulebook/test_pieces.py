"""Which pieces and cells a rulebook speaks of: in stacks, in chains, beside the board, by leaps."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: stacks
title: Stacks
sides: {ann: {title: Ann, forward: up}, bob: {title: Bob, forward: down}}
board: {rows: 4, columns: 4}
zones:
  top: {title: the top edge, shape: {rows: [0]}}
  foot: {title: the bottom edge, shape: {rows: [3]}}
  hand: {title: the hand, off_board: true, parts: {ann: {owner: ann}, bob: {owner: bob}}}
kinds: {flat: {letters: {ann: a, bob: b}}, cap: {letters: {ann: A, bob: B}}}
counters: {height: {per: piece, shown: order}}
setup: [{fill: {zone: hand, kind: flat, count: 3}}]
phases: {play: {turns: [ann, bob], turn: [{act: [lay, hop], else: [end_turn]}]}}
actions:
  lay:
    operands: {to: {cell: {empty: true}}}
    effects:
      - remove: "first_piece(kind=flat, in=part(hand, mover))"
      - place: {kind: flat, owner: mover, at: to}
      - for_each: {as: low, among: {at: to, on_top: false}}
        do: [remove: low]
  hop:
    operands:
      unit: {piece: {owner: mover, on_top: true}}
      to: {leap: {from: unit, by: [[2, 2]], through: {empty: true}}}
      on: {leap: {from: unit, by: [[3, 0], [1, 1]]}}
      near: {leap: {from: unit, ahead: [[2, 0]], through: {empty: true}}}
      far: {leap: {from: unit, by: [[2, 2], [1, 2]], through: {empty: true}}}
    effects: [move: {piece: unit, to: to}]
endings:
  - id: road
    each: us
    when: "exists(owner=us, kind=[flat, cap], in=top, on_top=true, linked=foot)"
    winner: us
    says: a road
  - {id: chain, when: "exists(owner=ann, linked=foot)", draw: true, says: a chain}
  - {id: many, when: "count(on_top=true) > 3", draw: true, says: many}
"""


@pytest.fixture(name="page", scope="module")
def _page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("stacks") / "stacks.yaml"
    path.write_text(RULES, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


@pytest.mark.parametrize(
    "words",
    [
        # What lies in a hand is not on the board that it would leave.
        "A flat in your hand leaves the game.",
        ": the *low* leaves the board.",
        "For each covered piece on the destination, called *low*:",
        "*Unit*: an uppermost piece of yours.",
        "there are more than 3 uppermost pieces on the board",
        # The whole chain lies on top, and only its end on the edge.
        (
            "an uppermost flat or cap of that side on the top edge linked by a chain of uppermost "
            "flats or caps of that side to the bottom edge"
        ),
        "there is a piece of Ann linked by a chain of such pieces to the bottom edge",
        "a leap from the *unit*, two cells on the slant, through empty cells.",
        "three cells straight or one cell on the slant, which skips the cells between.",
        "a leap from the *unit*, two cells ahead, through empty cells.",
        "one cell one way and two to the side, straight first and then slanting, through empty",
    ],
)
def test_it_is_plain_which_are_meant(page: str, words: str) -> None:
    assert words in page
