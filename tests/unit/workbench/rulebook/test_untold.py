"""Steps that are not explained: what only a program has to keep is no part of a rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import RulesetError, load
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: strides
title: Strides
sides: {white: {title: White}, black: {title: Black}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {white: w, black: b}}}
setup: [{put: {kind: man, owner: white, at: a1}}, {put: {kind: man, owner: black, at: c3}}]
counters: {strides: {title: strides so far}, parity: {title: odd or even}, rests: {title: rests}}
marks: {walker: {holds: piece, title: who walked last}}
procedures:
  bookkeeping:
    - if: strides > 1
      then: [{set: {parity: strides % 2}, explained: false}]
    - {mark: {walker: the(owner=mover)}, explained: false}
actions:
  stride:
    operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true}}}
    effects:
      - move: {piece: man, to: to}
      - {add: {strides: 1}, explained: false}
      - run: bookkeeping
  rest:
    effects: [{add: {rests: 1}}]
phases:
  play:
    turns: [white, black]
    turn:
      - {label: start, set: {parity: 0}, explained: false}
      - act: [stride, rest]
      - {if: rests == 1, then: [again: start]}
endings: [{when: strides > 20, draw: true, says: enough}]
"""


def _page(tmp_path: Path, rules: str) -> str:
    path = tmp_path / "strides.yaml"
    path.write_text(rules, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


def test_what_is_not_explained_is_left_out(tmp_path: Path) -> None:
    page = _page(tmp_path, RULES)
    assert "odd or even" not in page.lower()
    assert "who walked last" not in page.lower()
    assert "bookkeeping" not in page.lower()
    assert "- The *man* goes to the destination.\n\n### Rest" in page  # nothing after it is told
    assert "goes up by 1" in page  # of what is explained


def test_what_told_rules_ask_for_is_still_listed(tmp_path: Path) -> None:
    page = _page(tmp_path, RULES)
    assert "This is so when the tally of “strides so far” is more than 20." in page
    assert "- “Strides so far”, for the whole game; it starts at 0." in page


def test_the_same_steps_are_told_where_nothing_is_said_against_it(tmp_path: Path) -> None:
    page = _page(tmp_path, RULES.replace(", explained: false", ""))
    assert "The tally of “odd or even” is set to" in page
    assert "is noted as “who walked last”" in page
    assert "### Bookkeeping" in page


def test_a_place_to_go_back_to_stays(tmp_path: Path) -> None:
    page = _page(tmp_path, RULES)
    assert "1. From here on: “start”.\n2. You play “stride” or “rest”." in page
    assert "go back to “start”" in page


def test_the_game_is_the_same(tmp_path: Path) -> None:
    kept = []
    for rules in (RULES, RULES.replace(", explained: false", "")):
        path = tmp_path / "strides.yaml"
        path.write_text(rules, encoding="utf-8")
        kept.append(load(str(path)).start().play("stride a1-a2").to_dict()["counters"])
    assert kept[0] == kept[1]
    assert kept[0]


def test_only_what_keeps_tallies_and_notes_can_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "strides.yaml"
    told = "- move: {piece: man, to: to}"
    path.write_text(RULES.replace(told, f"{told}\n        explained: false"), encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        load(str(path))
    (problem,) = caught.value.diagnostics
    assert problem.span is not None
    assert (problem.code, problem.span.line) == ("schema/unknown-key", 20)


HOLDERS = RULES.replace(
    "procedures:\n",
    """\
conditions:
  weary:
    title: the side on turn is weary
    explained: false
    parts: [holds: sweat > 3]
procedures:
  sweating:
    title: "{who} sweats"
    given: {who: piece}
    explained: false
    steps: [{let: {more: 1}}, {add: {sweat: more}}]
""",
)
HOLDERS = HOLDERS.replace("counters: {", "counters: {sweat: {title: sweat}, luck: {title: luck}, ")
HOLDERS = HOLDERS.replace(
    "      - run: bookkeeping\n",
    """\
      - run: bookkeeping
      - {run: {sweating: {who: man}}NO}
      - {if: turn > 2, then: [{let: {more: 2}}, {add: {luck: more}}]NO}
      - {for_each: {as: one, among: {owner: mover}}, do: [{let: {a: 1}}, {add: {luck: a}}]NO}
      - {repeat: [{let: {more: 2}}, {add: {luck: more}}], at_most: 2NO}
      - {if: weary, then: [remove: man]}
""",
)


def test_steps_that_hold_or_run_others_are_left_out_as_a_whole(tmp_path: Path) -> None:
    page = _page(tmp_path, HOLDERS.replace("NO", ", explained: false"))
    assert "sweat" not in page.lower()
    assert "luck" not in page.lower()
    # What is asked is called by its title, and that is all.
    assert "2. If you are weary, the *man* leaves the board.\n" in page
    assert "### The side on turn is weary" not in page


def test_steps_that_hold_or_run_others_are_told_otherwise(tmp_path: Path) -> None:
    page = _page(tmp_path, HOLDERS.replace("NO", ""))
    assert "2. The *man* sweats.\n" in page
    assert "The tally of “luck” goes up by the *more*." in page
    assert "- “Luck”, for the whole game; it starts at 0.\n" in page
    assert "“Sweat”" not in page  # only what is not explained speaks of it


def test_a_condition_that_is_not_explained_has_the_sentences_of_its_clauses(tmp_path: Path) -> None:
    rules = HOLDERS.replace("NO", ", explained: false")
    rules = rules.replace(
        "title: Strides\n", "title: Strides\nclauses: {S-1: Who runs is weary.}\n"
    )
    page = _page(tmp_path, rules.replace("weary\n", "weary\n    clauses: [S-1]\n", 1))
    heading = "### The side on turn is weary\n\nClauses S-1\n\n> Who runs is weary. (S-1)"
    assert heading in page
    assert "This is so when" not in page.partition(heading)[2].partition("##")[0]


BENEATH = """\
schema: 1
name: strides
title: Strides
clauses:
  S-1: Strides are reckoned.
  S-2: Long strides count double.
  S-3: A long stride begins at the edge.
  S-4: Sweat is kept in the head.
  S-5: Weariness comes after three strides.
  S-6: Men walk.
  S-7: Far men are slow.
sides: {white: {title: White}, black: {title: Black}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {white: w, black: b}}}
setup: [{put: {kind: man, owner: white, at: a1}}, {put: {kind: man, owner: black, at: c3}}]
counters: {strides: {title: strides so far}, sweat: {title: sweat, clauses: [S-4]}}
conditions:
  far: {parts: [{holds: turn > 2, clauses: [S-7]}]}
  at_edge: {title: a man is at the edge, parts: [{holds: long(1) > 0 and far, clauses: [S-3]}]}
tables:
  long:
    given: {many: number}
    gives: number
    title: the worth of a stride
    rows: [{when: many > 2, value: 2, clauses: [S-2]}, {value: 1}]
procedures:
  reckoning:
    title: strides are reckoned
    explained: false
    steps:
      - {if: at_edge, then: [{run: worth}]}
      - {add: {sweat: 1}}
  worth: [{add: {strides: long(strides)}}, {set: {strides: strides + sweat}, clauses: [S-5]}]
  settling:
    title: all is settled
    explained: false
    clauses: [S-5]
    steps: [run: worth]
actions:
  stride:
    clauses: [S-6]
    operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true}}}
    effects: [{move: {piece: man, to: to}}, {run: reckoning}, {run: settling}]
phases: {play: {turns: [white, black], turn: [{act: [stride], else: [end_turn]}]}}
endings: [{when: strides > 20, draw: true, says: enough, clauses: [S-1]}]
"""


def test_sentences_of_what_is_left_out_are_quoted_at_what_is_not_explained(tmp_path: Path) -> None:
    page = _page(tmp_path, BENEATH)
    meanings = page.partition("## What is meant by")[2].partition("## How the game ends")[0]
    assert meanings.splitlines() == [
        "",
        "",
        "### Strides are reckoned",
        "",
        "> Long strides count double. (S-2)  ",
        "> A long stride begins at the edge. (S-3)  ",
        "> Sweat is kept in the head. (S-4)  ",
        "> Far men are slow. (S-7)  ",
        "",
        "### All is settled",
        "",
        "Clauses S-5",
        "",
        # It stands also in what the one above runs, but is this one's own.
        "> Weariness comes after three strides. (S-5)  ",
        "",
    ]
    for clause in range(1, 8):
        assert page.count(f"(S-{clause})") == 1


def test_sentences_of_what_is_told_are_quoted_there(tmp_path: Path) -> None:
    told = BENEATH.replace("when: strides > 20", "when: strides > 20 and long(turn) == 2")
    meanings = _page(tmp_path, told).partition("### Strides are reckoned")[2]
    reckoning, _, rest = meanings.partition("### The worth of a stride")
    assert "(S-2)" not in reckoning
    assert "> Long strides count double. (S-2)" in rest


BEGUN = """\
schema: 1
name: strides
title: Strides
clauses: {S-1: All look up the board.}
sides: {white: {title: White}, black: {title: Black}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {white: w, black: b}}}
setup: [{put: {kind: man, owner: white, at: a1}}, {put: {kind: man, owner: black, at: c3}}]
counters:
  facing: {per: piece, shown: true, title: where it looks}
  luck: {limit: 9, title: luck}
  strides: {title: strides so far}
  sweat: {per: side, shown: false, title: sweat}
views: [{hide: sweat, from: everybody}, {hide: luck, from: everybody}]
reactions:
  tired: {on: moved, effects: [{add: {sweat: 1}, for: mover, explained: false}]}
phases:
  setting_up:
    steps:
      - for_each: {as: unit, among: {}}
        do: [{set: {facing: 2}, for: unit}]
        explained: false
      - {set: {luck: 3}, explained: false}
  play:
    turns: [white, black]
    turn:
      - act: [stride]
actions:
  stride:
    operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true}}}
    validators: [{require: man.facing + luck > 1, says: lost}]
    effects: [{move: {piece: man, to: to}}, {add: {strides: 1}}]
endings: [{when: strides > 20, draw: true, says: enough}]
"""


def test_a_phase_of_which_nothing_is_told_is_left_out(tmp_path: Path) -> None:
    page = _page(tmp_path, BEGUN)
    assert "These steps are taken once" not in page
    assert "Setting up" not in page


def test_a_phase_of_which_nothing_is_told_keeps_its_sentences(tmp_path: Path) -> None:
    page = _page(tmp_path, BEGUN.replace("  play:\n", "    clauses: [S-1]\n  play:\n"))
    assert "### Setting up\n\nClauses S-1\n\n> All look up the board. (S-1)" in page
    assert "These steps are taken once" not in page


def test_a_reaction_of_which_nothing_is_told_is_left_out(tmp_path: Path) -> None:
    page = _page(tmp_path, BEGUN)
    assert "tired" not in page.lower()


def test_where_a_tally_starts_is_not_said_of_one_that_untold_steps_set_at_once(
    tmp_path: Path,
) -> None:
    page = _page(tmp_path, BEGUN)
    assert "- “Where it looks”, for each piece; the picture shows where it starts.\n" in page
    assert "- “Luck”, for the whole game; it goes up to 9.\n" in page
    assert "- “Strides so far”, for the whole game; it starts at 0.\n" in page


def test_that_a_tally_is_hidden_is_no_reason_to_list_it(tmp_path: Path) -> None:
    page = _page(tmp_path, BEGUN)
    assert "sweat" not in page.lower()
    assert "- The tally of “luck” is hidden from everybody.\n" in page
