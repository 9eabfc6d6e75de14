"""Tables answer by the first row that fits; `let` names what they answered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game, IllegalMoveError, Position

Make = Callable[..., Game]

BOARD = """
n . S . .
. . s . .
. . N . .
. . . . .
. . . . s
"""
CLASH = """
clash:
  given: {one: piece, other: piece}
  gives: [wins, loses, both_fall]
  rows:
    - {when: other == nothing, value: wins, clauses: [M-1]}
    - {when: one.strength > other.strength, value: wins}
    - {when: one.strength < other.strength, value: loses, id: weaker}
    - {value: both_fall}
"""
STEP = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: {at_least: 1}}}
validators:
  - holds: {cell: to, any_of: [nothing, enemy]}
  - {require: "clash(man, piece_at(to)) != loses", says: it would lose}
effects:
  - let: {foe: piece_at(to), result: "clash(man, foe)"}
  - if: foe != nothing
    then:
      - let: {score: foe.strength * 2}
      - add: {points: score}
  - remove: foe
  - if: result == both_fall
    then: [remove: man]
    else: [move: {piece: man, to: to}]
"""


def cells(position: Position) -> dict[str, str]:
    """Return what is drawn on each cell."""
    lines = [line.split() for line in position.to_dict()["board"]]  # type: ignore[attr-defined]
    rows = [line[1:] for line in lines if line[0].isdigit()]
    return {
        f"{column}{5 - row}": mark
        for row, marks in enumerate(rows)
        for column, mark in zip("abcde", marks, strict=False)
    }


@pytest.fixture
def game(mini: Make) -> Game:
    return mini(STEP, tables=CLASH, counters="points: {per: side}")


def test_the_first_row_that_fits_answers(game: Game) -> None:
    start = game.position(board=BOARD, mover="north")
    after = start.play("step c3-c4")
    assert cells(after)["c4"] == "N"
    assert cells(after)["c3"] == "."
    assert after.to_dict()["counters"] == [4, 0]
    assert game.position(after.to_dict()) == after


def test_a_table_can_refuse_a_move(game: Game) -> None:
    start = game.position(board=BOARD, mover="north")
    texts = {str(move) for move in start.legal_moves()}
    assert "step a5-c5" not in texts
    assert "step a5-b5" in texts
    with pytest.raises(IllegalMoveError, match="it would lose"):
        start.play("step a5-c5")


def test_the_last_row_answers_otherwise_and_let_keeps_what_it_saw(game: Game) -> None:
    start = game.position(board=BOARD.replace("S", "s"), mover="north")
    after = start.play("step a5-c5")
    assert cells(after)["a5"] == cells(after)["c5"] == "."


def test_tables_give_numbers_cells_and_call_each_other(mini: Make) -> None:
    game = mini(
        """
        operands:
          man: {piece: {owner: mover}}
          to: {cell: {empty: true}}
        validators:
          - require: "manhattan(man, to) == reach(man)"
        effects:
          - move: {piece: man, to: "beside(man, to)"}
        """,
        tables="""
        reach:
          given: {unit: piece}
          gives: number
          rows:
            - {when: royal(unit), value: 1}
            - {value: "1 + bonus(unit.cell.row, 2)"}
        bonus:
          given: {row: number, most: number}
          gives: number
          rows: [{value: "min(row, most)"}]
        royal:
          given: {unit: piece}
          gives: truth
          rows: [{value: unit.kind == king}]
        beside:
          given: {unit: piece, to: cell}
          gives: cell
          rows:
            - {when: royal(unit), value: unit}
            - {value: to}
        """,
    )
    start = game.position(board=BOARD, mover="north")
    texts = {str(move) for move in start.legal_moves()}
    assert "step a5-b5" in texts
    assert "step a5-a3" not in texts
    assert "step c3-d3" in texts
    assert "step c3-e3" not in texts
    assert cells(start.play("step c3-d3")) == cells(start)


def test_a_table_that_gives_nothing_stops_the_effect(mini: Make) -> None:
    game = mini(
        """
        operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true}}}
        effects:
          - remove: neighbour(to)
          - let: {other: neighbour(to), row: neighbour(to).cell.row}
          - if: row > 0 or other != nothing
            then: [remove: man]
          - move: {piece: man, to: to}
        """,
        tables="""
        neighbour:
          given: {at: cell}
          gives: piece
          rows:
            - {when: at.column == 9, value: nothing}
            - {value: piece_at(at)}
        """,
    )
    after = game.position(board=BOARD, mover="north").play("step a5-b5")
    assert sorted(cells(after).values()) == sorted(BOARD.split())


def test_let_survives_a_choice(mini: Make) -> None:
    game = mini(
        """
        operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true}}}
        effects:
          - let: {from: man.cell, mood: "temper(man)"}
          - choose: {as: side_step, who: opponent, among_cells: {empty: true}}
          - move: {piece: man, to: side_step}
          - if: mood == calm
            then: [place: {kind: king, owner: mover, at: from}]
        """,
        tables="""
        temper:
          given: {unit: piece}
          gives: [calm, wild]
          rows:
            - {when: unit.kind == man, value: calm}
            - {value: wild}
        """,
    )
    asked = game.position(board=BOARD, mover="north").play("step a5-b5")
    again = game.position(asked.to_dict())
    assert again == asked
    after = again.play(again.legal_moves()[-1])
    assert cells(after)["a5"] == "N"
