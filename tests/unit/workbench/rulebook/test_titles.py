"""How rulebooks call what has a name or a title of its own, and how they put values into titles."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: posts
title: Posts
sides: {ann: {title: Ann, forward: up}, bob: {title: Bob, forward: down}}
board: {rows: 4, columns: 4}
zones:
  base:
    title: the base
    parts:
      ann: {owner: ann, shape: {rows: [3]}}
      bob: {owner: bob, shape: {rows: [0]}}
  post: {title: a post, shape: {cells: [a2, c2]}}
kinds:
  man: {letters: {ann: a, bob: b}, attributes: {tall: true}}
  giant: {letters: {ann: A, bob: B}, attributes: {tall: false}}
counters: {steps: {title: steps, keep: 3}}
setup: [{fill: {zone: base, kind: man}}]
tables:
  alike:
    given: {one: piece, other: piece}
    gives: truth
    title: "{one} and {other} are alike"
    rows: [value: one.kind.tall == other.kind.tall]
  unlike:
    given: {one: piece, other: piece}
    gives: truth
    title: "{one} differs from {other}"
    rows: [value: one.kind.tall != other.kind.tall]
  blocked:
    given: {spot: cell}
    gives: truth
    title: "{spot} is a post or off the board"
    rows: [value: spot == nothing or spot in post]
  ahead:
    given: {us: side}
    gives: number
    title: "the rows ahead of {us}"
    rows: [value: "count(owner=us) + 1 + turn + ply + steps"]
  grown:
    given: {unit: piece}
    gives: kind
    title: "what {unit} grows into"
    rows: [{when: unit.kind == man, value: giant}, {value: nothing}]
procedures:
  nudge:
    given: {unit: piece, way: number}
    title: "{unit} goes one cell in direction {way}"
    steps:
      - let: {to: "next_cell(unit, way)"}
      - if: not blocked(to)
        then: [move: {piece: unit, to: to}]
phases: {play: {turns: [ann, bob], turn: [{act: [go], else: [end_turn]}]}}
actions:
  go:
    operands:
      unit: {piece: {owner: mover}}
      ago: {number: {at_least: 0, at_most: 2}}
      how: {word: [grow, stay], title: whether it grows}
    validators:
      - {require: "after(nudge(unit, mover.forward), steps == 0)", says: back}
      - {require: "alike(unit, unit) and not unlike(unit, unit)", says: alike}
      - {require: "ahead(mover) > 1", says: late}
      - {require: "past(steps, ago) == 0", says: before}
      - {require: (unit.kind == man) == true, says: man}
    effects:
      - let: {way: mover.forward}
      - run: {nudge: {unit: unit, way: way}}
      - if: how == grow
        then: [become: {piece: unit, kind: grown(unit)}]
      - add: {steps: 1}
      - tell: "{mover} has moved"
endings: [{id: late, when: turn > 20, draw: true, says: late}]
"""


SCORES = """\
schema: 1
name: scores
title: Scores
clauses: {S-1: Every man that can be reached counts.}
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {ann: a, bob: b}, attributes: {code: 3, worth: 1}}}
counters:
  points: {per: side, title: points}
  reached: {per: cell, resets: turn, title: reached in thought}
marks: {last: {holds: cell, title: the last cell looked at}}
tables:
  open: {given: {spot: cell}, gives: truth, title: "{spot} is open", rows: [value: spot != nothing]}
  odd:
    given: {spot: cell}
    gives: truth
    title: "{spot} is odd"
    explained: false
    rows: [value: spot.reached % 2 == 1]
procedures:
  count:
    given: {here: cell}
    title: "what can be reached from {here} is counted"
    explained: false
    clauses: [S-1]
    steps:
      - set: {reached: 1}
        for: here
      - mark: {last: here}
      - if: open(here) and last != nothing
        then: [add: {points: man.code - 2}]
phases: {play: {turns: [ann, bob], turn: [{act: [lay], else: [end_turn]}]}}
actions:
  lay:
    operands: {to: {cell: {empty: true}}}
    validators: [{require: not odd(to), says: odd}]
    effects:
      - place: {kind: man, owner: mover, at: to}
      - run: {count: {here: to}}
      - add: {points: man.worth}
endings: [{each: us, when: us.points > 3, winner: us, says: enough}]
"""


def test_what_is_not_explained_is_told_by_its_title(tmp_path: Path) -> None:
    path = tmp_path / "scores.yaml"
    path.write_text(SCORES, encoding="utf-8")
    page = render_markdown(write_book(read_tree(str(path))))
    assert "What can be reached from the destination is counted." in page
    assert "### What can be reached from *here* is counted" in page
    assert "> Every man that can be reached counts. (S-1)" in page
    assert "the destination is not odd" in page
    assert "“Points”, for each side" in page
    assert "| Worth |" in page
    for untold in (
        "Is odd",
        "is open",
        "reached in thought",
        "the last cell looked at",
        " the rest of ",
        "code",
    ):
        assert untold.lower() not in page.lower().replace("the destination is not odd", "")


def test_a_title_whose_sentences_are_printed_elsewhere_has_no_heading(tmp_path: Path) -> None:
    path = tmp_path / "scores.yaml"
    text = SCORES.replace("effects:\n      - place", "clauses: [S-1]\n    effects:\n      - place")
    path.write_text(text, encoding="utf-8")
    page = render_markdown(write_book(read_tree(str(path))))
    assert page.count("> Every man that can be reached counts. (S-1)") == 1
    assert "### What can be reached from *here* is counted" not in page


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("titles") / "posts.yaml"
    path.write_text(RULES, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


@pytest.mark.parametrize(
    "words",
    [
        "Call *destination*: the next cell from *unit*",
        "Unless the *destination* is a post or off the board, *unit* goes to the *destination*.",
        "*spot* is a post;",
        "after carrying out “the *unit* goes one cell in direction your forward direction”",
        "both or neither of (*one*'s kind is marked “tall”) and (*other*'s kind is marked “tall”)",
        "exactly one of (*one*'s kind is marked “tall”) and (*other*'s kind is marked “tall”)",
        "Allowed only if the *unit* is a man. *“man”*",
        "the rows ahead of you are more than 1",
        "All players are told: “the side on turn has moved”",
        "The *unit* goes one cell in direction *way*.",
        "the tally of “steps” as it was *ago* changes ago is 0",
        "If *whether it grows* is “grow”, the *unit* turns into what the *unit* grows into, if",
    ],
)
def test_it_is_put_in_words(page: str, words: str) -> None:
    assert words in page, page


LIMITED = """\
schema: 1
name: posts
title: Posts
flags: {limit: {question: How many?, type: number, default: 5, samples: [5, 6]}}
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 2, columns: 2}
kinds: {man: {letters: {ann: a, bob: b}}}
counters: {men: {title: men}}
procedures:
  discard:
    given: {most: number}
    title: whoever has more than {most} men loses one
    steps: [{if: men > most, then: [add: {men: -1}]}]
phases: {play: {turns: [ann, bob], turn: [{act: [rest]}]}}
actions: {rest: {effects: [run: {discard: {most: limit}}]}}
endings: [{when: turn > 20, draw: true, says: late}]
"""


def test_a_number_that_a_flag_decides_is_given_to_a_procedure_for_its_title(
    tmp_path: Path,
) -> None:
    path = tmp_path / "posts.yaml"
    path.write_text(LIMITED, encoding="utf-8")
    page = render_markdown(write_book(read_tree(str(path)), {"limit": 6}))
    assert "- Whoever has more than 6 men loses one." in page


def test_a_kind_in_a_title_has_no_article(tmp_path: Path) -> None:
    path = tmp_path / "scores.yaml"
    path.write_text(
        SCORES.replace(
            "procedures:\n",
            """procedures:
  lose:
    given: {sort: kind, many: number}
    title: "{many} {sort} cards of the kind {sort} go"
    steps: [stop]
  lose_all:
    given: {sort: kind}
    title: all go
    steps: [run: {lose: {sort: sort, many: 2}}]
""",
        )
        .replace(
            "      - add: {points: man.worth}\n",
            """      - add: {points: man.worth}
      - run: {lose: {sort: man, many: 3}}
      - run: {lose_all: {sort: man}}
      - if: few(man)
        then: [stop]
""",
        )
        .replace(
            "tables:\n",
            """tables:
  few:
    given: {sort: kind}
    gives: truth
    title: "few {sort} cards are left, and there is a {sort}"
    rows: [value: count(kind=sort) < 3]
""",
        ),
        encoding="utf-8",
    )
    page = render_markdown(write_book(read_tree(str(path))))
    assert "3 man cards of the kind man go." in page
    assert "2 *sort* cards of the kind *sort* go." in page
    assert "few man cards are left, and there is a man" in page
