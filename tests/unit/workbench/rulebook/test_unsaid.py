"""What the title of a table leaves out is told where it makes a difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: duel
title: Duel
sides: {white: {title: White}, black: {title: Black}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {white: w, black: b}}}
setup: [{put: {kind: man, owner: white, at: a1}}, {put: {kind: man, owner: black, at: c3}}]
tables:
  strong:
    given: {unit: piece, backed: truth, by: number}
    gives: truth
    title: "{unit} is strong"
    denied: "{unit} is weak"
    rows: [{when: backed, value: turn > by}, {value: turn > 3}]
  fate:
    given: {unit: piece, backed: truth}
    gives: number
    title: the fate of {unit}
    rows:
      - {when: "FIRST", value: 1}
      - {when: "not strong(unit, true, 2)", value: 2}
      - {when: "strong(unit, backed, 2)", value: 3}
      - {value: 0}
phases: {play: {turns: [white, black], turn: [{act: [step], else: [end_turn]}]}}
actions:
  step:
    operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true}}}
    validators: [{require: "fate(man, true) > 0", says: weak}]
    effects: [move: {piece: man, to: to}]
endings: [{when: turn > 20, draw: true, says: late}]
"""


@pytest.mark.parametrize(
    ("first", "words"),
    [
        (
            "strong(unit, false, 2)",
            [
                "| *Unit* is strong (with *backed*: no and *by*: 2) | 1 |",
                "| *Unit* is weak (with *backed*: yes and *by*: 2) | 2 |",
                "| *Unit* is strong (with *backed* and *by*: 2) | 3 |",
            ],
        ),
        (
            "strong(unit, false, 4)",
            [
                "| *Unit* is strong (with *backed*: no and *by*: 4) | 1 |",
                "| *Unit* is weak (with *backed*: yes and *by*: 2) | 2 |",
            ],
        ),
    ],
)
def test_a_value_that_makes_a_difference_is_told_beside_the_title(
    tmp_path: Path, first: str, words: list[str]
) -> None:
    page = _page(tmp_path, RULES.replace("FIRST", first))
    for row in words:
        assert row in page
    # The rows look at it, so that nobody could tell what the fate is without it.
    assert "Allowed only if the fate of the *man* (with *backed*: yes) is more than 0." in page


def test_what_is_passed_on_is_called_by_its_title(tmp_path: Path) -> None:
    rules = RULES.replace("man: {piece: {owner: mover}}", "unit: {ONE, piece: {owner: mover}}")
    rules = rules.replace("ONE", "title: the piece that moves").replace("piece: man", "piece: unit")
    rules = rules.replace("{unit} is", "somebody is").replace("fate(man, true)", "fate(unit, true)")
    rules = rules.replace("FIRST", "strong(unit, false, 2)").replace(
        "says: weak}",
        "says: weak}, {require: 'strong(unit, true, 2) or strong(piece_at(to), true, 2)'}",
    )
    page = _page(tmp_path, rules)
    assert "somebody is strong (with *piece that moves*" in page
    assert "*unit*: the *piece that moves*" not in page
    assert "(with *unit*: the piece on the destination" in page  # another piece has to be told


def test_a_value_is_told_that_the_rows_look_at_however_often_it_is_asked(tmp_path: Path) -> None:
    rules = RULES.replace("FIRST", "turn > 9").replace('"not strong(unit, true, 2)"', "turn > 8")
    page = _page(
        tmp_path, rules.replace("strong(unit, backed, 2)", "strong(unit, backed, turn + 2)")
    )
    assert "| *Unit* is strong (with *by*: the number of turns begun so far plus 2) | 3 |" in page
    assert "with *backed*" not in page.partition("## What is meant by")[2]  # passed on by its name


def test_procedures_that_questions_carry_out_have_no_titles_to_leave_out(tmp_path: Path) -> None:
    asked = "after(stand(man, a1), turn > 3) or after(stand(man, b1), turn > 4)"
    rules = RULES.replace("FIRST", "turn > 9").replace('"fate(man, true) > 0"', f'"{asked}"')
    rules += "procedures:\n  stand:\n    given: {who: piece, spot: cell}\n"
    rules += "    steps: [move: {piece: who, to: spot}]\n"
    assert "A1" in _page(tmp_path, rules).upper()


def test_a_title_that_speaks_of_it_says_enough(tmp_path: Path) -> None:
    told = RULES.replace("is strong", "is strong ({backed})").replace(
        "is weak", "is weak ({backed})"
    )
    page = _page(tmp_path, told.replace("FIRST", "strong(unit, false, 2)"))
    assert "with *backed*" not in page.partition("## What is meant by")[2]


def _page(tmp_path: Path, rules: str) -> str:
    path = tmp_path / "duel.yaml"
    path.write_text(rules, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))
