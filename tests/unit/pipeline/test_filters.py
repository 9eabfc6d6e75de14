"""Filters and the functions that count, add and find by them; kinds and their attributes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game, IllegalMoveError, load
from ruleengine.errors import RulesetError

Make = Callable[..., Game]

BOARD = """
n . S . .
. . . . .
N . s . n
. . . . .
. . . . s
"""
ASK = """
operands: {{man: {{piece: {{owner: mover}}}}, to: {{cell: {{empty: true}}}}}}
effects:
  - if: "{condition}"
    then: [end: {{winner: opponent, says: "yes"}}]
    else: [end: {{winner: mover, says: "no"}}]
"""
ASK_LINE = 15
ZONES = """
west: {shape: {columns: [0, 1]}}
camp:
  parts:
    top: {shape: {rows: [0]}, owner: north}
    bottom: {shape: {rows: [4]}, owner: south}
jail:
  off_board: true
  parts: {one: {owner: south}, two: {owner: north}}
"""


def answer(game: Game, text: str = "step a5-b5") -> str:
    after = game.position(board=BOARD, mover="north").play(text)
    assert after.outcome is not None
    return after.outcome.reason


@pytest.mark.parametrize(
    "condition",
    [
        "count(between=[man, to]) == 0",
        "count(between=[piece_at(nowhere(to)), to]) == 0",
        "count(where=it.strength > 5) == 2",
        "count(owner=north, kind=man, where=it.cell.row == man.cell.row) == 1",
        "count(at=man) == 1 and count(at=man, in=west) == 1 and count(at=man, in=camp.bottom) == 0",
        "exists(owner=opponent, where=it.kind == king)",
        "not exists(owner=opponent, where=it.kind == king, in=west)",
        "the(kind=king, owner=mover).cell.row == 2",
        "the(owner=mover) == nothing",
        "the(kind=king, in=camp.bottom) == nothing",
        "the(at=to) == nothing and the(at=man) == man",
        "sum(it.strength, owner=north) == 13",
        "sum(it.strength * it.cell.row) == 9*2 + 2*2 + 2*2 + 2*4",
        "sum(piece_at(it.cell).strength, in=west) == 11",
        "sum(it.strength, owner=piece_at(to).owner) == 0",
        "count_cells() == 25 and count_cells(empty=true) == 19 and count_cells(empty=false) == 6",
        "count_cells(in=west, not_in=camp) == 6",
        "count_cells(in=[camp.top, camp.bottom], where=it.row == 0) == 5",
        "count_cells(in=jail) == 0",
        "first_cell(empty=true) == to",
        "first_cell(where=it.row > 0).row == 1 and first_cell(where=it.row > 0).column == 0",
        "first_cell(in=west, empty=true, where=it.row > 7) == nothing",
        "beyond(man, to).column == 2 and beyond(man, to).row == 0",
        "beyond(to, man) == nothing",
        "beyond(man, man) == nothing and beyond(man, beyond(to, man)) == nothing",
        "beyond(first_cell(where=it.row == 4), to) == nothing",
        "to in part(camp, mover) and to not in part(camp, opponent)",
        "part(west, mover) == nothing and part(camp, mover) == camp.top",
        "part(jail, mover) == jail.two",
        "count(in=part(camp, opponent)) == 1",
        "man.strength == man.kind.strength and king.strength == 9",
        "piece_at(to).kind.strength != 2",
    ],
)
def test_what_a_filter_finds(mini: Make, condition: str) -> None:
    tables = "nowhere: {given: {at: cell}, gives: cell, rows: [value: nothing]}"
    game = mini(ASK.format(condition=condition), zones=ZONES, tables=tables)
    assert answer(game) == "yes"


def test_pieces_between_two_cells(mini: Make) -> None:
    leap = """
    operands:
      man: {piece: {owner: mover}}
      to: {cell: {}}
      over: {piece: {owner: opponent, between: [man, to]}}
      beside: {piece: {at: man}}
    effects:
      - remove: over
      - move: {piece: man, to: to}
    """
    game = mini(leap)
    start = game.position(board=BOARD, mover="north")
    assert {str(move) for move in start.legal_moves() if str(move).startswith("step a3")} == {
        "step a3-d3-c3-a3",
        "step a3-e3-c3-a3",
    }
    with pytest.raises(IllegalMoveError, match="does not qualify"):
        start.play("step a3-b3-c3-a3")
    with pytest.raises(IllegalMoveError, match="does not qualify"):
        start.play("step a3-d3-c3-a5")
    after = start.play("step a3-d3-c3-a3")
    assert game.position(after.to_dict()) == after


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("count(where=count(where=it.strength > 1) > 1) > 1", "expression/nested-where"),
        ("sum(sum(it.strength)) > 1", "expression/nested-where"),
        ("count(between=man) > 1", "expression/wrong-arguments"),
        ("count(between=[man, to, man]) > 1", "expression/wrong-arguments"),
        ("count(where=it) > 1", "expression/wrong-type"),
        ("it.strength > 1", "expression/unknown-name"),
        ("count_cells(owner=mover) > 1", "expression/wrong-arguments"),
        ("sum(owner=mover) > 1", "expression/wrong-arguments"),
        ("king.owner == mover", "expression/unknown-attribute"),
        ("count(where=it.strength > 1) < 0", "expression/never-true"),
    ],
)
def test_mistakes_are_located(mini: Make, condition: str, code: str) -> None:
    with pytest.raises(RulesetError) as caught:
        mini(ASK.format(condition=condition))
    assert [problem.code for problem in caught.value.diagnostics] == [code]
    span = caught.value.diagnostics[0].span
    assert span is not None
    assert span.line == ASK_LINE


def test_a_filter_with_where_around_a_where(mini: Make) -> None:
    with pytest.raises(RulesetError) as caught:
        mini("operands: {man: {piece: {where: count(where=it.strength > 1) > 1}}}")
    assert [problem.code for problem in caught.value.diagnostics] == ["expression/nested-where"]


FLAGS = """
flags:
  soldier:
    question: How strong is a soldier?
    type: map
    fields: {hp: {at_least: 1}, walks: {values: [far, near]}}
    default: {hp: 3, walks: near}
  ranks:
    question: Which ranks?
    type: table
    default: {chief: 9}
  swims:
    question: Does the chief swim?
    type: boolean
    default: false
"""


def ruleset(tmp_path: Path, attributes: str) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(
        f"""\
schema: 1
name: small
title: Small
{FLAGS}
sides: {{north: {{}}, south: {{}}}}
board: {{rows: 2, columns: 2}}
kinds:
  man: {{letters: {{north: n, south: s}}, attributes: {{rank: 1, hp: 2 * soldier.hp, wet: true}}}}
  chief: {{letters: {{north: N, south: S}}, attributes: {attributes}}}
setup: [{{drawn: "n N\\n. S"}}]
phases: {{play: {{turns: [north, south], turn: [act: [step]]}}}}
actions:
  step:
    operands:
      unit: {{piece: {{owner: mover}}}}
      to: {{line: {{from: unit, directions: all, distance: 1}}}}
    validators:
      - require: unit.hp == 6 or unit.rank == 9 and not unit.wet
      - require: soldier.walks == near
    effects: [{{capture: to}}, {{move: {{piece: unit, to: to}}}}]
endings: [{{when: count(owner=north) == 0, winner: south, says: gone}}]
""",
        encoding="utf-8",
    )
    return path


def test_attributes_are_made_of_flags(tmp_path: Path) -> None:
    path = ruleset(tmp_path, "{rank: ranks.chief, hp: soldier.hp + 1, wet: swims}")
    start = load(str(path)).start()
    assert {str(move)[:7] for move in start.legal_moves()} == {"step a2", "step b2"}
    strong = load(str(path), flags={"soldier": {"hp": 4, "walks": "near"}, "swims": True})
    assert not strong.start().legal_moves()


@pytest.mark.parametrize(
    ("attributes", "code"),
    [
        ("{rank: ranks.man, hp: 1, wet: true}", "expression/unknown-attribute"),
        ("{rank: turn, hp: 1, wet: true}", "expression/unknown-name"),
        ("{rank: swims, hp: 1, wet: true}", "resolve/attribute-missing"),
        ("{rank: 1, hp: [1], wet: true}", "schema/wrong-type"),
    ],
)
def test_attributes_that_are_not_fixed(tmp_path: Path, attributes: str, code: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load(str(ruleset(tmp_path, attributes)))
    assert [problem.code for problem in caught.value.diagnostics] == [code]
    assert caught.value.diagnostics[0].span is not None


def test_a_refusal_names_the_part_of_the_condition_that_fails(mini: Make) -> None:
    step = """
    operands:
      man: {piece: {owner: mover}}
      over:
        piece: {owner: opponent, where: "it.kind == man and neighbors(it, man) and turn < 9"}
      to: {cell: {empty: true, where: "distance(it, man) == 2 and it.row < 4"}}
    """
    phases = "play: {turns: [north, south], turn: [act: [step, wait]]}"
    start = mini(step, actions="wait: {}", phases=phases).position(board=BOARD, mover="north")
    (reason,) = start.why("step a3-c3-c4")
    assert reason.message == (
        "the man on c3 does not qualify (this does not hold: neighbors(it, man))"
    )
    reasons = start.why("step a3-c3-a4")
    assert reasons[1].message == (
        "a4 is not a cell that may be named (this does not hold: distance(it, man) == 2)"
    )


def test_rules_are_not_asked_about_a_piece_that_the_filter_refuses(mini: Make) -> None:
    step = """
    operands:
      man: {piece: {owner: mover, kind: king}}
      to: {line: {from: man, directions: orthogonal, distance: 1}}
    validators:
      - require: "exists(owner=opponent, where=neighbors(it, man))"
        says: "{man} is alone"
    """
    start = mini(step).position(board=BOARD.replace("S . .", "S n ."), mover="south")
    (reason,) = start.why("step e1-a5")
    assert reason.message == "the man on e1 is not of the right kind; it has to be a king"
