"""Directions that are turned, compared or kept are told in words, and with numbers only if kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: tanks
title: Tanks
sides: {west: {title: West, forward: right}, east: {title: East, forward: left}}
board: {rows: 4, columns: 4}
kinds: {tank: {letters: {west: w, east: e}}}
setup: [drawn: "w..e\\nw..e\\nw..e\\nw..e"]
counters: {facing: {per: piece, title: where it looks}}
tables:
  near:
    given: {unit: piece, way: number}
    gives: cell
    title: the cell beside {unit} in the direction {way}
    rows: [{when: turn > 99, value: a1}, {value: "next_cell(unit, way)"}]
procedures:
  push:
    given: {unit: piece, way: number}
    title: "{unit} is pushed in the direction {way}"
    steps: [move: {piece: unit, to: "next_cell(unit, way)"}]
phases: {play: {turns: [west, east], turn: [{act: [drive, look], else: [end_turn]}]}}
actions:
  drive:
    operands: {tank: {piece: {owner: mover}}, to: {cell: {empty: true}}}
    validators:
      - {require: "direction(tank, to) % 4 != direction(to, a1) % 4", says: along}
      - {require: "direction(tank, to) >= 0", says: line}
      - {require: "not direction(to, a1) >= 0", says: corner}
      - {require: "direction(tank, to) != 6", says: left}
      - {require: "direction(tank, to) in [1, 3]", says: slant}
    effects:
      - let: {way: "direction(tank, to)"}
      - run: {push: {unit: tank, way: way}}
      - run: {push: {unit: tank, way: way + 4}}
  look:
    operands: {tank: {piece: {owner: mover}}}
    validators:
      - {require: "tank.facing == 2 or empty(next_cell(tank, tank.facing + 7))", says: edge}
      - {require: "empty(near(tank, (tank.facing + 2) % 8))", says: near}
    effects:
      - {set: {facing: (tank.facing + 6) % 8}, for: tank}
      - {set: {facing: (tank.facing + 4) % 8}, for: tank}
      - {add: {facing: 3}, for: tank}
      - {set: {facing: 4}, for: tank}
      - {set: {facing: mover.forward}, for: tank}
      - run: {push: {unit: tank, way: tank.facing}}
endings: [{when: turn > 20, draw: true, says: late}]
"""
REMARK = "Where a number stands for a direction, 0 is up"


def _page(tmp_path: Path, text: str) -> str:
    path = tmp_path / "tanks.yaml"
    path.write_text(text, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


@pytest.mark.parametrize(
    "words",
    [
        (
            "the line from the *tank* to the destination and the line from the destination to a1 "
            "are not parallel"
        ),
        "Allowed only if the *tank* and the destination lie in line.",
        "Not allowed if the destination and a1 lie in line.",
        "the direction from the *tank* to the destination is not 6 (to the left)",
        "is 1 (up and to the right) or 3 (down and to the right)",
        "The *tank* is pushed in the direction *way*.",
        "The *tank* is pushed in the direction opposite to the *way*.",
        "the *tank*'s tally of “where it looks” is 2 (to the right)",
        "in the direction an eighth of a turn to the left from the *tank*'s tally",
        "in the direction a quarter turn to the right from the *tank*'s tally",
        "The *tank*'s tally of “where it looks” is turned by a quarter turn to the left.",
        "The *tank*'s tally of “where it looks” is turned round.",
        "is turned by three eighths of a turn to the right.",
        "is set to 4 (down).",
        "is set to your forward direction.",
        "is pushed in the direction given by the *tank*'s tally of “where it looks”.",
        REMARK,
    ],
)
def test_directions_are_put_in_words(tmp_path: Path, words: str) -> None:
    assert words in _page(tmp_path, RULES)


def test_directions_that_nobody_keeps_need_no_remark(tmp_path: Path) -> None:
    text = RULES.replace("[drive, look]", "[drive]")
    text = text.replace("counters: {facing: {per: piece, title: where it looks}}\n", "")
    page = _page(tmp_path, text[: text.index("  look:")] + text[text.index("endings:") :])
    assert "is pushed in the direction *way*" in page
    assert REMARK not in page


def test_what_is_not_explained_needs_no_remark(tmp_path: Path) -> None:
    text = RULES.replace("[drive, look]", "[drive]")
    text = text.replace("counters: {facing: {per: piece, title: where it looks}}\n", "")
    text = text[: text.index("  look:")] + text[text.index("endings:") :]
    let = 'explained: false\n    steps: [let: {odd: "direction(unit, a1) * 3"}, move'
    page = _page(tmp_path, text.replace("steps: [move", let))
    assert REMARK not in page


COMPARED = """\
schema: 1
name: tanks
title: Mirrors
sides: {west: {title: West}, east: {title: East}}
board: {rows: 4, columns: 4}
kinds: {tank: {letters: {west: w, east: e}}}
setup: [drawn: "w..e\\n....\\n....\\nw..e"]
counters: {facing: {per: piece, title: facing}}
phases: {play: {turns: [west, east], turn: [{act: [look], else: [end_turn]}]}}
actions:
  look:
    operands: {tank: {piece: {owner: mover}}, other: {piece: {}}}
    validators:
      - {require: "(other.facing + 4 - tank.facing) % 8 in [1, 7]", says: bent}
      - {require: "(tank.facing + 2) % 8 != 6", says: not left}
      - {require: "tank.facing + 4 == other.facing", says: opposite}
      - {require: "(3 * tank.facing - other.facing) % 8 == 2", says: rest}
      - {require: "first_in_line(tank, tank.facing) != nothing", says: met}
      - {require: "first_in_line(tank, (2 - tank.facing) % 8) != nothing", says: seen}
    effects:
      - {set: {facing: "(2 * tank.facing - other.facing - 4) % 8"}, for: tank}
      - {set: {facing: "(tank.facing + 2 * other.cell.row) % 8"}, for: tank}
endings: [{when: turn > 20, draw: true, says: late}]
"""


@pytest.mark.parametrize(
    "words",
    [
        (
            "the number of eighths of a turn clockwise from the *tank*'s tally of “facing” to the "
            "direction opposite to *other*'s tally of “facing” is 1 or 7"
        ),
        "the *tank*'s tally of “facing” is not 6 (to the left)",
        "the *tank*'s tally of “facing” plus 4 is *other*'s tally of “facing”",
        "*other*'s tally of “facing”) divided by 8 leaves a rest of 2",
        "in the direction given by (2 minus the *tank*'s tally of “facing”)",
        "*other*'s tally of “facing” minus 4) by 8.",
        (
            "is set to the direction (2 times *other*'s cell's row number) eighths of a turn "
            "clockwise from the *tank*'s tally of “facing”"
        ),
        "-1 divided by 8 leaves a rest of 7.",
    ],
)
def test_what_is_compared_or_kept_is_told_as_it_is_reckoned(tmp_path: Path, words: str) -> None:
    """A direction that goes round is the same one to follow, but another number to compare."""
    assert words in _page(tmp_path, COMPARED)
