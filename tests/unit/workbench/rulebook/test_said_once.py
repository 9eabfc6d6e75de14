"""What a rulebook says where it used to be silent, and leaves out where it said too much."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.cli.main import main
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: masons
title: Masons
clauses: {M-1: A wall is built higher.}
sides: {ann: {title: Ann, forward: up}, bob: {title: Bob, forward: down}}
board: {rows: 5, columns: 3}
kinds: {mason: {letters: {ann: a, bob: b}}}
counters:
  level: {per: cell, limit: 4, title: level, clauses: [M-1]}
  wear: {per: piece, limit: 9, title: wear}
  breaks: {per: side, limit: 2, title: breaks}
  songs: {per: side, limit: 3, title: songs}
  quota: {per: side, limit: 5}
setup: [drawn: "b b b\\n. . .\\n. . .\\n. . .\\na a a"]
tables:
  near:
    given: {spot: cell}
    gives: truth
    title: "{spot} touches a mason of the side on turn"
    rows: [value: "exists(owner=mover, where=distance(it, spot) == 1)"]
  many:
    gives: truth
    title: the side on turn has many masons
    rows: [value: count(owner=mover) > 2]
  other:
    given: {lane: number}
    gives: number
    title: the lane beside {lane}
    rows: [value: 9 - lane]
  crowd:
    given: {us: side}
    gives: number
    title: the crowd of {us}
    rows: [value: count(owner=us)]
  joined:
    given: {one: piece}
    gives: truth
    title: "{one} is joined"
    rows:
      - value: >-
          exists(owner=one.owner, where=same_row(it, one))
          and exists(owner=nobody, where=same_column(it, one))
procedures:
  cheer: {title: the side on turn cheers, steps: [{add: {songs: 1}}]}
phases:
  play:
    turns: [ann, bob]
    turn:
      - {act: [build, step], else: [end_turn]}
      - {act: [stop, go_on], else: [end: {draw: true, says: stuck}]}
      - if: mover.breaks > 1
        then:
          - for_each: {as: tired, among: {owner: mover}}
            do: [remove: tired]
      - run: cheer
actions:
  build:
    operands: {at: {cell: {empty: true}}, by: {piece: {owner: mover}}}
    uses: [{counter: level, for: at}, {counter: wear, for: by, by: 2}]
    validators: [{require: near(at) or not many(), says: "lane {other(at.column)} is free"}]
  step:
    operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true}}}
    uses: quota
    validators: [{require: joined(man), says: apart}]
    effects: [move: {piece: man, to: to}]
  stop: {uses: breaks}
  sing: {uses: songs}
  go_on: {}
endings:
  - when: "count(owner=mover) == 0"
    winner: opponent
    says: there is no piece of {mover} on the board
  - each: us
    when: turn > 30 and crowd(us) > 5
    winner: us
    says: "{us} has {crowd(us)} to {crowd(us.opponent)}"
"""


@pytest.fixture
def page(tmp_path: Path) -> str:
    return book(tmp_path, RULES)


def book(tmp_path: Path, rules: str) -> str:
    path = tmp_path / "masons.yaml"
    path.write_text(rules, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


@pytest.mark.parametrize(
    "words",
    [
        "1. The tally of “level” of the cell *at* goes up by 1. \\[M-1\\]",
        "2. The tally of “wear” of the piece *by* goes up by 2.",
        "- Your tally of “breaks” goes up by 1.",
    ],
)
def test_what_an_action_uses_up_is_told_where_somebody_looks_at_it(page: str, words: str) -> None:
    assert words in page


def test_a_limit_that_nobody_else_asks_about_is_only_a_limit(tmp_path: Path, page: str) -> None:
    assert "- It can be played five times in a game by each side.\n" in page
    assert "tally of “quota”" not in page
    sung = book(tmp_path, RULES.replace("[stop, go_on]", "[stop, sing, go_on]"))
    assert "It can be played three times in a game by each side (counted as “songs”).\n" in sung


def test_titles_of_tables_and_procedures_speak_to_the_side_on_turn(page: str) -> None:
    assert "either the cell *at* touches a mason of yours or it is not so that you have" in page
    assert "4. You cheer." in page
    # Where it is explained nobody is addressed.
    assert "### *Spot* touches a mason of the side on turn" in page


def test_a_condition_with_a_title_and_nothing_given_is_explained_as_one(page: str) -> None:
    many = "This is so when there are more than 2 pieces of the side on turn."
    assert f"### The side on turn has many masons\n\n{many}" in page


def test_conditions_that_run_on_are_all_in_parentheses(page: str) -> None:
    assert "are in the same row) and (there is a neutral piece" in page
    assert "are in the same column); otherwise no." in page


def test_what_can_always_be_played_is_never_left_out(tmp_path: Path, page: str) -> None:
    assert "2. You play “stop” or “go on”.\n" in page
    assert "stuck" not in page.lower()  # the game cannot end so
    limited = book(tmp_path, RULES.replace("go_on: {}", "go_on: {uses: songs}"))
    assert "If none of these is possible, the game is over: it is a draw" in limited
    assert "- Stuck: it is a draw." in limited


def test_a_loop_goes_on_in_the_sentence_of_its_condition(page: str) -> None:
    assert "is more than 1, for each piece of yours, called *tired*: the" in page


def test_values_in_what_is_said_have_words(page: str) -> None:
    assert "2. A side has (the crowd of that side) to (the crowd of that side's opponent):" in page
    assert "*“lane (the lane beside the column number of the cell at) is free”*" in page


def test_show_has_the_same_words_for_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book(tmp_path, RULES)
    main(["show", str(tmp_path / "masons.yaml")])
    out = " ".join(capsys.readouterr().out.split())
    assert "a side has (the crowd of that side) to (the crowd of that side's opponent)" in out
    assert "there is no piece of the mover on the board (the opponent wins)" in out


def test_what_an_ending_says_is_not_said_again(tmp_path: Path, page: str) -> None:
    first = "1. There is no piece of the side that moved on the board: the opponent of the side"
    assert f"{first} that moved wins.\n" in page
    other = book(tmp_path, RULES.replace("says: there is no piece of {mover} on", "says: none on"))
    assert "wins. This is so when there is no piece of the side that moved on the board." in other


@pytest.mark.parametrize(
    "change",
    [
        ("to: {cell: {empty: true}}", "to: {leap: {from: man, ahead: [[2, 1]]}}"),
        ("to: {cell: {empty: true}}", "to: {line: {from: man, directions: sideways, distance: 1}}"),
        ("turn > 30", "turn > 30 + mover.forward"),
        ("A wall is built higher.", "Go forward."),
    ],
)
def test_which_way_is_forward_is_told_where_it_matters(
    tmp_path: Path, page: str, change: tuple[str, str]
) -> None:
    assert "forward" not in page
    assert "- Ann goes forward up the board." in book(tmp_path, RULES.replace(*change))
