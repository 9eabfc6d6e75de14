"""What rulebooks said that was not so, or less than the rules say."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: fields
title: Fields
sides: {red: {}, blue: {}}
board: {rows: 1, columns: 5}
kinds: {man: {letters: {red: r, blue: b}}}
counters: {armies: {per: piece, start: 2}}
setup: [drawn: "r r . b b"]
phases: {play: {turns: [red, blue], turn: [{act: [shift], else: [end_turn]}]}}
actions:
  shift:
    operands: {from: {piece: {owner: mover}}, target: {piece: {owner: mover}}}
    validators:
      - {require: from.armies / 2 > 1 or target.armies < count() / 3 - 1, says: "{from} is weak"}
    effects:
      - {add: {armies: -1}, for: from}
      - {add: {armies: count() / 3}, for: target}
      - {set: {armies: "max(count() / 3, target.armies)"}, for: target}
endings: [{id: late, when: turn > 9, draw: true, says: it is late}]
"""


@pytest.fixture
def page(tmp_path: Path) -> str:
    return written(tmp_path, RULES)


def written(tmp_path: Path, rules: str) -> str:
    path = tmp_path / "fields.yaml"
    path.write_text(rules, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


def test_an_operand_called_from_is_no_cell_that_something_came_from(page: str) -> None:
    assert "1. The tally of “armies” of the piece *from* goes down by 1." in page
    assert "came from" not in page


def test_a_division_is_said_to_be_rounded_down(page: str) -> None:
    armies = "the number of pieces on the board divided by 3, rounded down"
    assert f"2. The *target*'s tally of “armies” goes up by {armies}." in page
    assert f"tally of “armies” is less than ({armies}) minus 1" in page
    assert f"is set to the larger of ({armies}) and the *target*'s tally of “armies”." in page


DRAWN = "Where none of these has ended the game and nobody can do anything any more, "
DRAWN += "the game is a draw."


@pytest.mark.parametrize(
    ("turn", "is_told"),
    [
        ("[act: [shift]]", True),
        ("[{act: [shift], else: [end_turn]}]", True),
        ("[{if: can(shift), then: [act: [shift]]}]", True),
        ("[{set: {last: 0}}, {act: [shift]}]", True),
        ("[{act: [shift], else: [{end: {draw: true, says: stuck}}]}]", False),
        ("[{if: not can(shift), then: [{end: {draw: true, says: stuck}}]}, {act: [shift]}]", False),
        ("[{act: [shift], else: [{add: {last: 1}}]}]", False),
        ("[{act: [shift, wait]}]", False),
        ("[{act: [shift, yield]}]", False),
        ("[{act: [paint]}]", False),
        ("[{roll: die}, {act: [shift]}]", False),
    ],
)
def test_that_nobody_can_act_is_told_as_an_ending_where_it_can_be(
    tmp_path: Path, turn: str, *, is_told: bool
) -> None:
    more = (
        "  wait: {}\n"
        "  yield: {validators: [{require: not can(shift), says: there is a move}]}\n"
        "  paint: {operands: {hue: {word: [pale, dark]}}}\n"
        "dice: {die: {faces: 6}}\n"
    )
    rules = RULES.replace("[{act: [shift], else: [end_turn]}]", turn)
    rules = rules.replace("endings:", f"{more}endings:").replace("2}}", "2}, last: {}}")
    page = written(tmp_path, rules)
    assert (f"\n{DRAWN}\n" in page) is is_told
    stuck = "endings:\n  - {id: stuck, when: not can(), draw: true, says: stuck}\n"
    rules = rules.replace("endings: [", f"{stuck}  - ").replace("late}]", "late}")
    assert DRAWN not in written(tmp_path, rules)


CROWNS = """\
schema: 1
name: fields
title: Crowns
sides: {red: {}, blue: {}}
board: {rows: 1, columns: 5}
kinds:
  man: {letters: {red: r, blue: b}}
  king: {letters: {red: K, blue: k}, counters: {lives: 3}}
counters: {lives: {per: piece, title: lives, limit: 9}}
setup: [drawn: "r K . k b"]
phases: {play: {turns: [red, blue], turn: [{act: [hop], else: [end_turn]}]}}
actions:
  hop:
    operands:
      unit: {piece: {owner: mover}}
      to: {cell: {empty: true}}
      into: {when: unit.lives == 0 and to == c1, kind: [man, king]}
    effects:
      - move: {piece: unit, to: to}
      - if: into != nothing
        then: [become: {piece: unit, kind: into}]
        else: [{add: {lives: 1}, for: unit}]
endings: [{id: late, when: turn > 9, draw: true, says: it is late}]
"""


def test_a_tally_that_starts_with_the_kind_is_told_in_one_place(tmp_path: Path) -> None:
    page = written(tmp_path, CROWNS)
    where = "the table of pieces says where it starts, and it goes up to 9."
    assert f"- “Lives”, for each piece; {where}\n" in page
    alike = CROWNS.replace("man: {letters: {red: r, blue: b}}", "man: {letters: {red: r}}")
    alike = alike.replace("man: {", "man: {counters: {lives: 3}, ").replace("k b", "k .")
    assert "for each piece; it starts at 3 and goes up to 9.\n" in written(tmp_path, alike)


def test_what_need_not_be_named_is_told_so_once(tmp_path: Path) -> None:
    page = written(tmp_path, CROWNS)
    turns = "the *unit* turns into a piece of the kind *into*."
    assert f"If the kind *into* was named, {turns}" in page
    plainly = CROWNS.replace("if: into != nothing", "if: turn > 3")
    assert "a piece of the kind *into*, if one was named." in written(tmp_path, plainly)


def test_a_kind_that_is_noted_or_looked_up_is_told_to_be_one(tmp_path: Path) -> None:
    rules = RULES.replace(
        "counters:",
        "marks: {next: {holds: kind, title: the man to go}}\n"
        "tables:\n"
        "  heir:\n"
        "    given: {spot: cell}\n"
        "    gives: kind\n"
        "    title: the heir of {spot}\n"
        "    rows: [{when: spot == a1, value: man}, {value: nothing}]\n"
        "counters:",
    )
    require = "from.armies / 2 > 1 or target.armies < count() / 3 - 1"
    rules = rules.replace(require, "exists(kind=next) or exists(kind=heir(from))")
    rules = rules.replace("effects:", "effects:\n      - become: {piece: target, kind: next}")
    page = written(tmp_path, rules)
    noted = "a piece of the kind noted as “the man to go”"
    assert f"there is {noted} on the board" in page
    assert "there is a piece of this kind (the heir of the cell of the piece *from*) on" in page
    assert f"The *target* turns into {noted}, if there is such a kind." in page


def test_what_is_kept_leaves_a_gap_in_what_is_said(tmp_path: Path) -> None:
    rules = RULES.replace(
        "counters:", "marks: {last: {holds: side, title: the side that went last}}\ncounters:"
    )
    rules = rules.replace('"{from} is weak"', '"{last} went last, {from} has {from.armies}"')
    rules = rules.replace(
        "effects:",
        "effects:\n"
        "      - let: {strong: target.armies + 1}\n"
        '      - tell: "{strong} strong, {count(owner=mover)} left"\n'
        "      - mark: {last: mover}",
    ).replace("says: it is late", 'says: "{last} went last, {turn} is late"')
    page = written(tmp_path, rules)
    armies = "(the tally of \u2018armies\u2019 of the piece from)"
    assert f"*“… went last, the piece from has {armies}”*" in page
    told = "“… strong, … left”"
    assert f"All players are told: {told}." in page
    assert "1. … went last, (the number of turns begun so far) is late: it is a draw." in page


CODES = """\
schema: 1
name: fields
title: Codes
clauses: {C-1: A code is two words.}
sides: {left: {title: Left}, right: {title: Right}}
board: {rows: 1, columns: 4}
kinds: {peg: {letters: {nobody: p}}, pin: {letters: {nobody: i}}}
marks:
  first: {holds: kind, per: side, title: the first word}
  second: {holds: kind, per: side, title: the second word}
counters: {pegs: {per: side, title: pegs}}
views: [{hide: [first, pegs, second], from: others}]
phases:
  codes: {steps: [{submit: [encode], moves: 1}]}
  play: {turns: [left, right], turn: [act: [guess]]}
actions:
  encode:
    operands: {a: {kind: [peg, pin]}, b: {kind: [peg, pin]}}
    effects: [{mark: {first: a, second: b}, clauses: [C-1]}]
  guess:
    operands: {a: {kind: [peg, pin]}}
    effects:
      - let: {black: mover.pegs + 1}
      - {for_each: {as: n, numbers: {from: 1, to: black}}, do: [{add: {pegs: 1}}]}
      - {for_each: {as: n, numbers: {from: 1, to: 3}}, do: [{add: {pegs: 1}}]}
      - {for_each: {as: n, numbers: {from: 1, to: black}}, do: [{add: {pegs: n}}]}
endings: [{id: late, when: mover.pegs > 9, draw: true, says: it is late}]
"""


@pytest.mark.parametrize(
    "words",
    [
        "play “encode” at the same time, each once; with that each has committed.",
        "1. The *a* is noted for you as “the first word”. \\[C-1\\]",
        "2. The *b* is noted for you as “the second word”. \\[C-1\\]",
        "- The tally of “pegs” and the notes “the first word” and “the second word” of sides are",
        "2. As many times as *black*: your tally of “pegs” goes up by 1.",
        "3. Three times: your tally of “pegs” goes up by 1.",
        "4. For each number from 1 to the *black*, called *n*: your tally of “pegs” goes up by",
        "1. You play “guess”.\n",
    ],
)
def test_it_is_told_as_often_as_it_has_to_be(tmp_path: Path, words: str) -> None:
    assert words in written(tmp_path, CODES)
