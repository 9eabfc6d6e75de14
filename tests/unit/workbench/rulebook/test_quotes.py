"""Where rulebooks quote a clause that several rules come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: archers
title: Archers
clauses:
  C-1: Whoever has gone shoots.
  C-2: Steps are counted.
  C-3: Only counters know this.
  C-4: A prize goes to the purse.
  C-5: The meadow is green.
  C-6: Whoever stands on both banks wins.
  C-7: After a long rest the game is drawn.
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 3, columns: 3}
zones:
  purse: {title: the purse, off_board: true, clauses: [C-4]}
  meadow: {title: the meadow, shape: {rows: [1]}, clauses: [C-5]}
  near: {title: the near bank, shape: {rows: [0]}, clauses: [C-6]}
  far: {title: the far bank, shape: {rows: [2]}, clauses: [C-6]}
kinds: {man: {letters: {ann: a, bob: b}}}
counters:
  steps: {title: steps, clauses: [C-2, C-3]}
  again: {title: more steps, clauses: [C-2]}
  rests: {per: piece, title: rests, clauses: [C-7]}
marks: {gone: {holds: piece, title: who has gone, clauses: [C-1]}}
setup: [drawn: "a.b\\n...\\na.b"]
phases:
  play:
    turns: [ann, bob]
    turn:
      - {act: [go, shoot], else: [end_turn]}
      - if: steps > 3
        then: [{for_each: {as: unit, among: {owner: mover}}, do: [send: {piece: unit, to: purse}]}]
        clauses: [C-4]
actions:
  go:
    operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true, in: meadow}}}
    effects:
      - move: {piece: man, to: to}
      - {mark: {gone: man}, clauses: [C-1]}
      - {add: {steps: 1, again: 1}, clauses: [C-2, C-7]}
      - {add: {rests: 1}, for: man, clauses: [C-7]}
      - for_each: {as: one, among: {where: it.rests > 0}}
        do: [{set: {rests: 0}, for: one}]
        explained: false
        clauses: [C-7]
  shoot:
    operands: {at: {piece: {owner: opponent}}}
    validators: [{require: gone != nothing, says: nobody has gone}]
    effects: [remove: at]
    clauses: [C-1]
endings:
  - {when: turn > 20 or exists(where=it.rests > 9), draw: true, says: late, clauses: [C-7]}
  - each: us
    when: count(owner=us, in=near) > 2 and count(owner=us, in=far) > 2
    winner: us
    says: both banks
    clauses: [C-6]
"""


def chapters(tmp_path: Path, rules: str = RULES) -> dict[str, str]:
    """Return the parts of the book by their headings."""
    path = tmp_path / "archers.yaml"
    path.write_text(rules, encoding="utf-8")
    parts = render_markdown(write_book(read_tree(str(path)))).split("\n#")
    return {part.partition("\n")[0].strip("# "): part for part in parts}


def test_an_action_that_only_keeps_something_is_not_the_place_of_a_clause(tmp_path: Path) -> None:
    found = chapters(tmp_path)
    assert "> Whoever has gone shoots." in found["Shoot"]
    assert "> Whoever has gone shoots." not in found["Go"]


def test_a_step_that_keeps_a_tally_comes_before_the_list_of_tallies(tmp_path: Path) -> None:
    found = chapters(tmp_path)
    assert "> Steps are counted." in found["Go"]
    assert "> Only counters know this." in found["Tallies and notes"]
    assert "> Steps are counted." not in found["Tallies and notes"]


def test_a_step_that_uses_a_zone_comes_before_the_list_of_zones(tmp_path: Path) -> None:
    found = chapters(tmp_path)
    assert "> A prize goes to the purse." in found["How the game goes"]
    assert "> The meadow is green." in found["The board"]


def test_an_ending_comes_before_any_number_of_zones(tmp_path: Path) -> None:
    found = chapters(tmp_path)
    assert "> Whoever stands on both banks wins." in found["How the game ends"]
    assert "> Whoever stands on both banks wins." not in found["The board"]


def test_what_a_card_does_to_tallies_is_told_where_it_is_done(tmp_path: Path) -> None:
    # Other games keep points and stores, and nothing else.
    card = "letters: {ann: a, bob: b}, clauses: [C-2]"
    found = chapters(tmp_path, RULES.replace("letters: {ann: a, bob: b}", card))
    assert "> Steps are counted." in found["Go"]
    assert "> Steps are counted." not in found["The pieces"]


@pytest.mark.parametrize(
    ("home", "other", "hidden"),
    [("Go", "The pieces", ""), ("The pieces", "Go", ", explained: false")],
)
def test_a_step_that_is_not_told_takes_no_clause_from_a_piece(
    tmp_path: Path, home: str, other: str, hidden: str
) -> None:
    card = "letters: {ann: a, bob: b}, clauses: [C-8]"
    rules = RULES.replace("letters: {ann: a, bob: b}", card)
    rules = rules.replace("\nsides:", "\n  C-8: A man counts.\nsides:")
    step = f"      - {{set: {{steps: 2}}{hidden}, clauses: [C-8]}}\n"
    rules = rules.replace("      - {mark:", f"{step}      - {{mark:")
    found = chapters(tmp_path, rules)
    assert "> A man counts." in found[home]
    assert "> A man counts." not in found[other]


@pytest.mark.parametrize("untold", ["        explained: false\n", ""])
def test_a_loop_that_only_keeps_tallies_decides_nothing(tmp_path: Path, untold: str) -> None:
    rules = RULES.replace("        explained: false\n", untold)
    found = chapters(tmp_path, rules)
    assert "> After a long rest the game is drawn." in found["How the game ends"]
    assert "> After a long rest the game is drawn." not in found["Go"]


def test_a_clause_is_quoted_elsewhere_if_the_best_rule_is_never_told(tmp_path: Path) -> None:
    path = tmp_path / "archers.yaml"
    unreached = (
        "  rain:\n    operands: {man: {piece: {owner: mover}}}\n"
        "    effects: [remove: man]\n    clauses: [C-5]\n"
    )
    rules = RULES.replace("  shoot:\n", f"{unreached}  shoot:\n", 1)
    path.write_text(rules, encoding="utf-8")
    book = render_markdown(write_book(read_tree(str(path))))
    assert "> The meadow is green." in book.partition("## Who plays")[0]
