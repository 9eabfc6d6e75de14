"""How rulebooks put values into an author's sentences and titles: words, kinds, tallies, truths."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: fares
title: Fares
sides: {red: {title: Red}, blue: {title: Blue}}
board: {rows: 1, columns: 5}
kinds: {man: {title: the runner, letters: {red: r, blue: b}}}
counters:
  cabs: {per: piece, start: 3, title: cabs left}
  points: {per: side, title: points}
tables:
  fares:
    given: {who: piece, fare: [cab, tram]}
    gives: number
    title: "how many {fare} fares {who} has"
    rows: [{when: fare == cab, value: who.cabs}, {value: 9}]
  carries:
    given: {fare: [cab, tram], kind: kind}
    gives: truth
    title: "a {fare} carries a {kind}"
    rows: [{when: fare == cab, value: kind == man}, {value: true}]
setup: [drawn: "r . . . b"]
phases: {play: {turns: [red, blue], turn: [{act: [ride], else: [end_turn]}]}}
actions:
  ride:
    operands: {unit: {piece: {owner: mover}}, fare: {word: [cab, tram]}, to: {cell: {empty: true}}}
    validators:
      - {require: "fares(unit, fare) > 0", says: "there is no {fare} fare left, no {fare} comes"}
      - {require: "carries(fare, unit.kind)", says: "{unit} is too heavy"}
      - {require: "turn < 9", says: "{piece_at(to)} is on {to}, {unit} on the man"}
    effects:
      - let: {him: unit, crowned: to == a1}
      - if: crowned
        then: [{add: {cabs: 1}, for: him}]
      - if: not crowned
        then: [place: {kind: man, owner: mover, at: to}]
endings:
  - {id: most, each: us, when: "us.points > 9", winner: us, says: "{us} wins, {us.points}"}
  - {id: late, each: us, when: "turn > us.points", winner: us, says: "{us} has {us.points} points"}
  - each: us
    when: count(owner=us) > count(owner=us.opponent)
    winner: us
    says: "{us} has {count(owner=us)} pieces, the other side {count(owner=us.opponent)}"
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("rules") / "fares.yaml"
    path.write_text(RULES, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


@pytest.mark.parametrize(
    "words",
    [
        "*“there is no … fare left, no fare comes”*",  # the noun behind it is its name again
        "*“the piece on the destination is on the destination, the unit on the man”*",
        "Allowed only if the number of *fare* fares the *unit* has is more than 0.",
        "Allowed only if a *fare* carries a piece of the *unit*'s kind.",
        "If *crowned* holds, the tally of “cabs left” of the piece *him* goes up by 1.",
        "If *crowned* does not hold, a new runner of yours appears on the destination.",
        "| Runner |",
        "1. A side wins, (that side's tally of \u2018points\u2019): the side for which",
        "2. A side has … points: the side for which this is so wins.",
        "3. A side has … pieces, the other side …: the side for which this is so wins.",
    ],
)
def test_values_read_as_parts_of_a_sentence(page: str, words: str) -> None:
    assert words in page


def test_a_number_is_told_whose_title_asks_how_many_do_something(tmp_path: Path) -> None:
    path = tmp_path / "fares.yaml"
    stand = RULES.replace("how many {fare} fares {who} has", "how many {fare} seats wait for {who}")
    path.write_text(stand, encoding="utf-8")
    book = render_markdown(write_book(read_tree(str(path))))
    said = "Allowed only if the number of *fare* seats that wait for the *unit* is more than 0."
    assert said in book
    assert "### How many *fare* seats wait for *who*" in book
