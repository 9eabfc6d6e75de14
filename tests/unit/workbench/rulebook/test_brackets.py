"""Titles and numbers inside longer sentences of a rulebook: they can be read only one way."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: porters
title: Porters
flags:
  bonus:
    question: How many points does Ann get?
    type: number
    default: 0
    samples: [0, 2]
    provenance: option
sides: {ann: {title: Ann, forward: up}, bob: {title: Bob, forward: down}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {ann: a, bob: b}}}
counters:
  stones: {per: side, limit: 3, title: stones put}
  arrows: {per: side, limit: 6, title: arrows}
setup: [{put: {kind: man, owner: ann, at: a1}}, {put: {kind: man, owner: bob, at: c3}}]
conditions:
  late: {title: "the board is full, or a side rests", parts: [{holds: turn > 9 or ply > 20}]}
tables:
  named:
    given: {number: number}
    gives: number
    title: "{number}, or 0 if it was not named"
    rows: [{when: number == nothing, value: 0}, {value: number}]
  men:
    given: {us: side}
    gives: number
    title: "the men and friends of {us}"
    rows: [value: count(owner=us) + 1]
  seen:
    given: {one: piece, us: side}
    gives: truth
    title: "{us} sees {one}"
    rows: [value: "distance(one, a1) < 2 or us == one.owner"]
  blocks:
    given: {one: piece, us: side}
    gives: truth
    title: "{one} keeps a man of {us} at home"
    rows: [value: "distance(one, c1) < 2 or us == one.owner"]
  spread: {given: {us: side}, gives: number, rows: [value: us.stones + us.arrows]}
  whose:
    gives: side
    title: the side whose stone is put
    rows: [{when: turn <= 2, value: opponent}, {value: mover}]
  fresh:
    given: {us: side}
    gives: number
    title: "the number of fresh young men of {us}"
    rows: [value: count(owner=us) + 2]
procedures:
  pay:
    given: {them: side, many: number}
    title: "{them} pays {many} coins"
    steps: [{add: {stones: many}, for: them}]
  owe:
    given: {many: number}
    title: "the debt grows by {many}"
    steps: [{add: {stones: many}}]
phases: {play: {turns: [ann, bob], turn: [{act: [put, gift, shoot, aim], else: [end_turn]}]}}
actions:
  put:
    operands:
      first: {number: {at_least: 1, at_most: 3}}
      second: {when: first > 1, number: {at_least: 1, at_most: 3}}
    uses: {counter: stones, for: opponent}
    validators:
      - {require: first + named(second) + first < 6, says: sum}
      - {require: named(second) < 3, says: alone}
      - {require: "abs(named(second) - men(mover)) < 9", says: apart}
      - {require: "men(mover) * 2 < 9 + bonus", says: twice}
      - {require: spread(mover) * 2 < 30, says: through}
      - {require: "-(mover.stones + mover.arrows) > -20", says: minus}
      - {require: abs(mover.stones + mover.arrows) < 30, says: size}
      - {require: abs(mover.stones) < 30, says: one}
      - {require: (turn + first) % 4 + first < 5, says: rest}
      - {require: late or first < 3, says: early}
      - {require: first < 3 or late, says: last}
      - {require: not late, says: never}
      - {require: not late and first < 3, says: both}
    effects:
      - {tell: "{named(first) + bonus} more"}
      - let: {them: opponent}
      - run: {pay: {them: them, many: "min(first, 2)"}}
      - run: {pay: {them: them, many: first + 1}}
      - run: {pay: {them: them, many: first}}
      - run: {owe: {many: first + 1}}
      - set: {arrows: fresh(mover)}
  gift: {operands: {to: {cell: {empty: true}}}, uses: {counter: arrows, for: whose()}}
  shoot: {operands: {to: {cell: {empty: true}}}, uses: {counter: arrows, for: mover, by: 2}}
  aim: {operands: {to: {cell: {empty: true}}}}
views:
  - hide: piece
    of: {where: "not seen(it, viewer) and not blocks(it, viewer)"}
    from: others
endings:
  - {id: rich, when: count(owner=ann) + bonus > 4, winner: ann, says: rich}
  - {id: even, when: bonus + ann.stones * (bonus + 1) > bob.stones - bonus, draw: true, says: even}
  - {each: us, id: over, when: late and us.stones > 1, winner: us, says: over}
"""


def _page(directory: Path, **flags: int) -> str:
    path = directory / "porters.yaml"
    path.write_text(RULES, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path)), flags))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    return _page(tmp_path_factory.mktemp("brackets"))


@pytest.mark.parametrize(
    "words",
    [
        "the *first* plus (*second*, or 0 if it was not named) plus the *first* is less than 6",
        "Allowed only if (*second*, or 0 if it was not named) is less than 3.",
        "between (*second*, or 0 if it was not named) and (your men and friends",
    ],
)
def test_a_number_whose_title_is_a_list_is_set_apart(page: str, words: str) -> None:
    assert words in page, page


@pytest.mark.parametrize(
    "words",
    [
        "(your tally of “stones put” plus your tally of “arrows”) times 2 is less than 30",
        "minus (your tally of “stones put” plus your tally of “arrows”) is more than",
    ],
)
def test_a_sum_is_set_apart_wherever_it_is_written(page: str, words: str) -> None:
    assert words in page, page


@pytest.mark.parametrize(
    "words",
    [
        "when (the board is full, or a side rests) and that side's tally",
        "either (the board is full, or a side rests) or the *first* is less than 3",
        "either the *first* is less than 3 or (the board is full, or a side rests)",
        "Not allowed if the board is full, or a side rests. *“never”*",
        "(it is not so that (the board is full, or a side rests)) and the *first* is less than 3",
    ],
)
def test_a_condition_whose_title_is_a_list_is_set_apart(page: str, words: str) -> None:
    assert words in page, page


@pytest.mark.parametrize(
    "words",
    [
        "(your tally of “stones put” plus your tally of “arrows”) without its sign is less",
        "if your tally of “stones put” without its sign is less than 30.",
        "(the rest of dividing (the number of turns begun so far plus the *first*) by 4) plus",
    ],
)
def test_what_is_said_of_a_whole_sum_is_not_read_of_its_last_part(page: str, words: str) -> None:
    assert words in page, page


@pytest.mark.parametrize(
    "words",
    [
        "The side *them* pays (the smaller of the *first* and 2) coins.",
        "The side *them* pays (the *first* plus 1) coins.",
        "The side *them* pays *first* coins.",
        "The debt grows by the *first* plus 1.",
        "Your tally of “arrows” is set to the number of your fresh young men.",
    ],
)
def test_titles_take_numbers_and_names_in(page: str, words: str) -> None:
    assert words in page, page


def test_two_conditions_that_are_denied_share_no_subject(page: str) -> None:
    words = (
        "it is neither so that the side that looks sees it nor so that it keeps a man of the side "
        "that looks at home"
    )
    assert words in page, page


@pytest.mark.parametrize(
    "words",
    [
        "It can be played three times in a game for each side; it counts for your opponent.",
        "It takes 1 of the 6 “arrows” in a game for each side; it counts for the side whose stone",
        "It takes 2 of the 6 “arrows” in a game by each side.",
    ],
)
def test_a_limit_says_whose_it_is(page: str, words: str) -> None:
    assert words in page, page


def test_what_leaves_a_number_as_it_is_is_left_out(tmp_path: Path, page: str) -> None:
    assert "there are more than 4 pieces of Ann" in page, page
    assert "Ann's tally of “stones put” is more than Bob's tally of “stones put”" in page, page
    assert "“(*first*, or 0 if it was not named) more”" in page, page
    assert " plus 0" not in page
    with_bonus = _page(tmp_path, bonus=2)
    assert "2 plus Ann's tally of “stones put” times 3 is more than" in with_bonus, with_bonus
