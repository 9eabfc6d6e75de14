"""What lies beside the board, what is noted of somebody, and how much there is, in a rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: guild
title: Guild
flags:
  long:
    question: How long is a game?
    choices: {short: short, longer: longer}
    default: short
    provenance: option
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 2, columns: 13}
zones:
  deck: {title: the deck, off_board: true}
  roles: {title: the roles, off_board: true}
  closed:
    title: a closed cell
    parts:
      ann: {title: a cell of roses, owner: ann, shape: {cells: [a1, a2, e1]}}
      bob: {title: a cell of thorns, owner: bob, shape: {cells: [f2, m1, m2]}}
  yard:
    title: a yard
    parts:
      ann: {owner: ann, shape: {cells: [h1, h2]}}
      bob: {owner: bob, shape: {cells: [j1, j2]}}
kinds:
  pilot: {letters: {nobody: p}}
  tile1: {title: tile 1, letters: {nobody: A}}
  tile2: {title: tile 2, letters: {nobody: B}}
  tile3: {title: tile 3, letters: {nobody: C}}
  tile4: {title: tile 4, letters: {nobody: D}}
  man: {letters: {ann: a, bob: b}}
setup:
  - put: {kind: pilot, owner: nobody, at: roles}
  - put: {kind: pilot, owner: nobody, at: c1}
  - pieces:
      - {kind: tile1, owner: nobody, at: deck}
      - {kind: tile2, owner: nobody, at: deck}
      - {kind: tile3, owner: nobody, at: deck}
      - {kind: tile4, owner: nobody, at: deck}
      - {kind: tile4, owner: nobody, at: m1}
      - {kind: man, owner: ann, at: a1}
marks:
  role: {holds: kind, per: side, title: role}
  goal: {holds: cell, per: piece, title: the cell that it has to reach}
phases:
  deal:
    steps:
      - for_each: {as: card, among: {in: roles}}
        do:
          - mark: {role: card.kind}
            for: ann
          - remove: card
  play:
    turns: [ann, bob]
    turn:
      - {submit: [go, rest], secret: true, who: [mover]}
actions:
  go:
    operands:
      unit: {piece: {owner: mover}}
      to: {cell: {empty: true}}
    validators:
      - {require: "mover.role == pilot or to == unit.goal", says: no}
      - {require: "to not in part(closed, opponent)", says: closed}
      - {require: "to not in part(yard, opponent)", says: kept}
      - {require: "to not in closed.bob", says: thorns}
      - {require: "not can(walk, unit=unit, to=to)", says: walks}
    effects: [move: {piece: unit, to: to}]
  walk:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: all, distance: 1}}
    effects: [move: {piece: unit, to: to}]
  rest:
    effects:
      - {mark: {goal: m2}, for: piece_at(a1)}
tables:
  lost:
    given: {what: kind}
    gives: truth
    title: "a {what} is lost"
    rows: [value: not exists(kind=what)]
endings:
  - {id: gone, when: lost(tile1) or lost(tile2) or lost(man), draw: true, says: gone}
  - {id: held, at: turn_end, when: "exists(owner=mover, at=m2)", winner: mover, says: held}
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("guild") / "guild.yaml"
    path.write_text(RULES, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path)), {"long": "longer"}))


@pytest.mark.parametrize(
    "words",
    [
        "The board has 2 rows and 13 columns.",
        "- A pilot begins in the roles.\n",
        "- A pilot stands on c1; it belongs to nobody.\n",
        "- One each of tile 1 to tile 4 in the deck, a neutral tile 4 on m1 and a man of Ann on",
        "The *card* leaves the game.",
        (
            "if either your “role” is a pilot or the destination is the cell noted for the *unit* "
            "as “the cell that it has to reach”"
        ),
        "if the destination is not a closed cell of your opponent.",
        "if the destination is not in your opponent's yard.",
        "if the destination is not a cell of thorns.",
        "you cannot “walk” (with the *unit* and the destination)",
        "You play “go” or “rest”, as often as you want, and then commit.",
        "when either a tile 1, a tile 2 or a man is lost.",
        "there is a piece of the side whose turn ends on m2",
    ],
)
def test_a_sentence_reads_well(page: str, words: str) -> None:
    assert words in page, page
