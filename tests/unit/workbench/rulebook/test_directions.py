"""What a rulebook says of directions, leaps that can be blocked, announcements and stakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: scouts
title: Scouts
sides: {west: {title: West, forward: right}, east: {title: East, forward: left}}
board: {rows: 4, columns: 4}
kinds: {scout: {letters: {west: w, east: e}}}
setup: [drawn: "w..e\\nw..e\\nw..e\\nw..e"]
counters: {facing: {per: piece, title: where it looks}}
rules:
  arrival: [holds: {cell: to, any_of: [nothing, enemy]}]
actions:
  ride:
    operands:
      unit: {piece: {owner: mover}}
      to: {leap: {from: unit, by: [[1, 2]], through: {empty: true}}}
    validators:
      - {require: "empty(next_cell(to, 2)) or direction(unit, to) == mover.forward", says: no room}
      - {require: "first_in_line(unit, unit.facing, owner=opponent) != nothing", says: nobody}
      - {require: "(direction(unit, to) - mover.forward) % 8 not in [3, 5]", says: back}
      - {require: "(direction(unit, to) - mover.forward + 4) % 8 != 4", says: ahead}
      - {require: "(direction(unit, to) - opponent.forward) % 4 == 0", says: line}
      - rules: arrival
    effects:
      - capture: to
      - move: {piece: unit, to: to}
      - tell: a rider has come
      - {tell: "it is on {to}", who: opponent}
phases: {play: {turns: [west, east], turn: [{act: [ride], else: [end_turn]}]}}
endings:
  - {each: us, when: "not exists(owner=us)", winner: us.opponent, worth: 2, says: gone}
  - {when: turn > 20, draw: true, says: late}
"""


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "scouts.yaml"
    path.write_text(RULES, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


@pytest.mark.parametrize(
    "words",
    [
        "0 is up, and each number more is an eighth of a turn clockwise",
        "the next cell to the right of the destination is empty",
        "is your forward direction",
        "the destination does not lie slanting back from the *unit* as you see it",
        "the destination does not lie straight ahead from the *unit* as you see it",
        "lies straight ahead or straight back from the *unit* as your opponent sees it",
        "Allowed only if there is an enemy piece in line from the *unit* in the direction",
        "straight first and then slanting, through empty cells",
        "All players are told: “a rider has come”",
        "Your opponent is told: “it is on the destination”",
        "wins, which counts two points",
        "The destination must be empty or hold an enemy",
    ],
)
def test_it_is_put_in_words(page: str, words: str) -> None:
    assert words in page
