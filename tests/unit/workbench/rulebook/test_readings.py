"""Sentences that could once be read in two ways, or said something else than the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.game.events import GameEvent
from ruleengine.game.kept.record import Ply
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.table.story import entry_of
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.english import opposite
from ruleengine.workbench.rulebook.markdown_page import render_markdown

SHOVES = """\
schema: 1
name: shoves
title: Shoves
clauses:
  V-1: Nobody brings the own chief into danger.
  V-2: A push takes two steps.
  V-3: A crowded piece rests.
sides: {red: {title: Red, forward: up}, blue: {title: Blue, forward: down}}
board: {rows: 5, columns: 5}
kinds:
  man: {letters: {red: r, blue: b}}
  chief: {letters: {red: R, blue: B}}
counters:
  steps: {resets: turn, limit: 4, title: steps of the turn}
  bumps: {shown: false, title: bumps}
  left: {}
  right: {}
marks:
  opener: {holds: side, shown: false, title: who begins}
setup:
  - {put: {kind: chief, owner: red, at: a1}}
  - {put: {kind: chief, owner: blue, at: e5}}
  - {put: {kind: man, owner: red, at: b1}}
conditions:
  in_danger:
    title: the chief of the side on turn is in danger
    parts:
      - {holds: "attacks(step, side=opponent, to=the(kind=chief, owner=mover).cell)"}
    clauses: [V-1]
  crowded:
    - holds: bumps > 3 or exists(owner=mover, where=it.kind == man)
      clauses: [V-3]
    - {holds: turn > 2}
tables:
  home:
    given: {us: side}
    gives: truth
    title: all men of {us} are home
    rows:
      - {when: turn > 20, value: true}
      - {value: "count(owner=us, kind=man) == 0"}
  met:
    given: {us: side}
    gives: truth
    title: "{us} meets the enemy"
    denied: "{us} keeps away"
    rows:
      - {when: turn > 20, value: true}
      - {value: "count(owner=us) == 0"}
phases:
  lots:
    title: the drawing of lots
    steps:
      - {mark: {opener: red}}
      - if: turn < 1
        then:
          - if: bumps > 1
            then: [{add: {bumps: 1}}]
  play:
    turns: [red, blue]
    first: opener
    turn:
      - {act: [step, push]}
      - if: not met(mover)
        then: [{add: {bumps: 1}}]
      - if: not home(mover)
        then: [{add: {bumps: 1}}]
actions:
  step:
    uses: steps
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: orthogonal, distance: 1}}
    validators:
      - {afterwards: not in_danger, says: the chief would be in danger, clauses: [V-1]}
      - {require: "not crowded or can(leap)", says: it is crowded}
    effects:
      - {run: {bump: {unit: unit, to: to}}}
      - {move: {piece: unit, to: to}}
  push:
    uses: {counter: steps, by: 2}
    clauses: [V-2]
    operands:
      unit: {piece: {owner: mover}}
      there: {cell: {}}
    effects:
      - {run: {crown: {unit: unit}}}
      - {set: {left: right, right: left}}
  leap:
    operands:
      unit: {piece: {owner: mover}}
      to: {cell: {empty: true}}
    effects: [{move: {piece: unit, to: to}}]
procedures:
  bump:
    given: {unit: piece, to: cell}
    steps:
      - if: not empty(beyond(unit, to))
        then: [{add: {bumps: 1}}]
  crown:
    given: {unit: piece}
    title: "{unit} turns into a chief"
    steps: [{become: {piece: unit, kind: chief}}]
endings:
  - {each: us, when: us == mover and home(us) and left == right, winner: us, says: home}
  - {when: turn > 30, draw: true, says: late}
"""


@pytest.fixture(name="book")
def _book(tmp_path: Path) -> str:
    path = tmp_path / "shoves.yaml"
    path.write_text(SHOVES, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


@pytest.mark.parametrize(
    "line",
    [
        # Off the board a cell is neither empty nor occupied.
        "in line from *unit* is no empty cell of the board (it is occupied, or there is no such",
        "Allowed only if afterwards your chief is not in danger.",
        "This is so when the opponent of the side on turn could",
        "   - The tally of \u201cbumps\u201d is at most 3 and there is no piece of yours",
        "   - The number of turns begun so far is at most 2.\n   - You can \u201cleap\u201d.",
        "Unless all your men are home",
        "If you keep away, the tally",
        "It takes 1 of the 4 \u201csteps of the turn\u201d in a turn.",
        "It takes 2 of the 4 \u201csteps of the turn\u201d in a turn.",
        "\u201cBumps\u201d, for the whole game; it starts at 0.",
        "\u201cWho begins\u201d, which is a side or nothing",
        "Do what is said under \u201cbump\u201d for the *unit* and the destination.",
        "The *unit* turns into a chief.",
        "### *Unit* turns into a chief",
        "### The drawing of lots",
        "If none of these is possible, this is left out.",
        "2. At the same time:\n   1. The tally of \u201cleft\u201d is set to the tally",
        "the side noted as \u201cwho begins\u201d begins",
    ],
)
def test_it_is_said_so_that_it_can_mean_one_thing_only(book: str, line: str) -> None:
    assert line in book


@pytest.mark.parametrize(
    "slip", ["If the number of turns begun so far is less than 1, If", "several sides", "occupied."]
)
def test_it_is_not_said(book: str, slip: str) -> None:
    assert slip not in book


def test_actions_that_nobody_plays_are_told_apart(book: str) -> None:
    offered, _, rest = book.partition("## What is meant by")
    assert "### Leap" not in offered
    assert "### Leap\n\nNobody plays this" in rest


def test_a_title_is_told_when_a_phase_begins(tmp_path: Path) -> None:
    path = tmp_path / "shoves.yaml"
    path.write_text(SHOVES, encoding="utf-8")
    begun = GameEvent("phase", {"phase": "lots"})
    assert "now: the drawing of lots" in str(entry_of(load(path), Ply("red", "step"), (begun,)))


LEAGUE = """\
schema: 1
name: league
extends: shoves.yaml
title: Shoves of the league
clauses: {W-1: After ten turns nobody is home.}
against: [V-2]
tables:
  home:
    rows:
      prepend: [{when: turn > 10, value: false, says: it is too late, clauses: [W-1]}]
"""


def test_a_variant_says_which_clauses_no_longer_hold(tmp_path: Path) -> None:
    text = SHOVES.replace("    title: all men", "    clauses: [V-3]\n    title: all men")
    (tmp_path / "shoves.yaml").write_text(text, encoding="utf-8")
    path = tmp_path / "league.yaml"
    path.write_text(LEAGUE, encoding="utf-8")
    book = render_markdown(write_book(read_tree(str(path))))
    assert "| V-1 | Nobody brings the own chief into danger. | holds |" in book
    assert "| V-2 | A push takes two steps. | does not hold: this game" in book
    # The row cites a clause of its own, and yet the table answers otherwise than before.
    assert "| V-3 | A crowded piece rests. | holds as far as" in book
    assert "| It is too late. \\[W-1\\] |" in book


@pytest.mark.parametrize(
    ("clauses", "other", "standing"),
    [
        ("[V-2]", "", "holds"),
        ("[V-2, V-3]", "", "disputed"),
        ("[V-2, V-3]", ", against: [V-2]", "holds"),
    ],
)
def test_a_reading_that_goes_with_a_clause_lets_it_hold(
    tmp_path: Path, clauses: str, other: str, standing: str
) -> None:
    flag = (
        "flags:\n  steps_of_a_push:\n    question: How many?\n    default: two\n"
        f"    choices: {{two: two, one: {{says: one{other}}}}}\n"
        f"    provenance: contradiction\n    clauses: {clauses}\n"
    )
    path = tmp_path / "shoves.yaml"
    by = "{pick: steps_of_a_push, two: 2, one: 1}"
    text = SHOVES.replace("sides:", f"{flag}sides:", 1).replace("by: 2", f"by: {by}")
    path.write_text(text, encoding="utf-8")
    book = render_markdown(write_book(read_tree(str(path))))
    assert f"| V-2 | A push takes two steps. | {standing}" in book


@pytest.mark.parametrize(
    ("claim", "denied"),
    [
        ("all men of {us} are home", "it is not so that all men of {us} are home"),
        ("another man has to come in before {man}", "no other man has to come in before {man}"),
        ("{us} is not out", "{us} is out"),
        ("the generals face each other", "it is not so that the generals face each other"),
        ("the men are in check", "it is not so that the men are in check"),
        ("{one} and {other} are joined", "{one} and {other} are not joined"),
        ("{us} has two men", "it is not so that {us} has two men"),
        ("{us} must go", "it is not so that {us} must go"),
        ("{us} can go", "{us} cannot go"),
    ],
)
def test_what_is_denied_means_nothing_else(claim: str, denied: str) -> None:
    assert opposite(claim) == denied
