"""Sentences that could be read two ways, or only with trouble: brackets, numbers, rows, leaps."""

from __future__ import annotations

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: paths
title: Paths
sides: {red: {title: Red}, blue: {title: Blue}}
board: {rows: 5, columns: 5}
zones:
  nooks: {title: the nooks, shape: {cells: [a1, e5]}}
  marsh: {title: the marsh, shape: {cells: [c3]}}
kinds:
  man: {letters: {red: r, blue: b}}
  king: {letters: {red: R, blue: B}}
  frog: {letters: {red: f, blue: F}}
counters: {tired: {per: side, title: weariness}}
setup: [drawn: "r R f . .\\n. . . . .\\n. . . . .\\n. . . . .\\n. . . b B"]
procedures:
  stand:
    given: {who: piece, spot: cell}
    steps: [move: {piece: who, to: spot}]
phases:
  play:
    turns: [red, blue]
    turn:
      - act: [go, wave]
        else:
          - if: turn % 3 == 1
            then: [end: {winner: opponent, says: stuck}]
          - end: {draw: true, says: stuck as well}
actions:
  go:
    operands:
      unit: {piece: {owner: mover}}
      to:
        any_of:
          - {line: {from: unit, directions: all, distance: {at_least: 1}}}
          - {when: unit.kind == frog, leap: {from: unit, by: [[1, 2]]}}
    validators:
      - path_clear: to
      - path_avoids: {to: to, zone: marsh}
      - {require: "unit.kind in [king, frog] or to in nooks", says: "no"}
      - {require: "unit.kind in [king, frog] and empty(to)", says: "no"}
      - {require: "count(where=(it.cell.row + it.cell.column) % 2 == 0) in [0, count() - 2]"}
      - {require: "count_sides(where=it.tired == 1) == 2 or turn < 9", says: "no"}
    effects:
      - remove: piece_at(cell_at(unit.cell.row, to.column))
      - remove: piece_at(cell_at(unit.cell.row, 4))
      - remove: piece_at(cell_at(turn % 4 + 1, to.column))
      - run: {stand: {who: unit, spot: to}}
  wave:
    validators: [{require: turn < 9, says: "no"}]
    effects:
      - if: tired == 1
        then: [stop]
      - add: {tired: 1}
      - if: tired == 3
        then: [end_turn]
      - add: {tired: 2}
      - add: {tired: 3}
endings: [{id: late, when: turn > 20, draw: true, says: late}]
"""


def _page(tmp_path_factory: pytest.TempPathFactory, rules: str) -> str:
    path = tmp_path_factory.mktemp("rules") / "paths.yaml"
    path.write_text(rules, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    return _page(tmp_path_factory, RULES)


@pytest.mark.parametrize(
    "words",
    [
        "No piece may stand on the way to the destination (a leap passes over whatever is between)",
        "must not cross the marsh (a leap passes over whatever is between).",
        "if either (the *unit* is a king or a frog) or the destination is in the nooks.",
        "if (the *unit* is a king or a frog) and the destination is empty.",
        "row number plus its cell's column number) is even) is 0 or (the number of pieces on the",
        "if either (there are exactly 2 sides each such that its tally of “weariness” is 1) or",
        "The piece on the cell in the *unit*'s row and the destination's column leaves",
        "The piece on the cell in the *unit*'s row and column e leaves",
        "column whose row number is (the rest of dividing the number of turns begun so far by 4)",
        "If the number of turns begun so far divided by 3 leaves a rest of 1, the game is over",
        "### Stand\n\nFor *who* (piece) and *spot* (cell):\n\n- *Who* goes to *spot*.",
    ],
)
def test_a_sentence_can_be_read_one_way(page: str, words: str) -> None:
    assert words in page


def test_what_is_left_after_a_step_that_ends_everything_is_told_as_the_other_case(
    page: str,
) -> None:
    assert "   2. Otherwise, the game is over: it is a draw (“stuck as well”)." in page
    assert page.count("\n4. Your tally of “weariness” goes up by 2.") == 1  # another step follows


def test_no_leap_is_spoken_of_where_there_is_none(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    leap = "          - {when: unit.kind == frog, leap: {from: unit, by: [[1, 2]]}}\n"
    rules = RULES.replace(leap, "")
    assert "a leap" not in _page(tmp_path_factory, rules)
