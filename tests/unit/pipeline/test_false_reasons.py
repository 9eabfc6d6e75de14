"""A reason against a move is true in the position, or it is not told beside others."""

from __future__ import annotations

from collections.abc import Callable

from ruleengine import Game, Position

Make = Callable[..., Game]

BOARD = """
. . n . .
. . . . .
. . . . .
. . . . .
. . s . .
"""


def begun(mini: Make, step: str, **sections: str) -> Position:
    """Return a position in which south may also wait, so that the game goes on."""
    phases = "play: {turns: [north, south], turn: [act: [step, wait]]}"
    game = mini(step, actions="wait: {}", phases=phases, **sections)
    return game.position(board=BOARD, mover="south")


def told(position: Position, move: str) -> list[str]:
    return [reason.message for reason in position.why(move)]


SHOOT = """
operands:
  target: {cell: {where: it.row < 2}}
validators:
  - {require: "piece_at(target).owner == opponent", says: "{target} was shot at before"}
  - {require: "count(at=target, owner=mover) == 0"}
effects: [{capture: target}]
"""


def test_words_about_a_cell_are_for_cells_that_may_be_named(mini: Make) -> None:
    position = begun(mini, SHOOT)
    assert told(position, "step a5") == ["a5 was shot at before"]
    assert told(position, "step a1") == [
        "a1 is not a cell that may be named (this does not hold: it.row < 2)"
    ]
    # What the engine says itself is so wherever the cell is.
    assert told(position, "step c1")[1:] == [
        "this does not hold: count(at=target, owner=mover) == 0"
    ]


LATER = """
operands:
  target: {cell: {where: it.row < 2}}
  way: {word: [up, down]}
validators:
  - {require: "way == up", says: only up}
  - {require: "count(at=target) == 1", says: "{target} was shot at before"}
effects: [{capture: target}]
"""


def test_that_is_so_for_words_that_come_behind_those_about_another_operand(mini: Make) -> None:
    position = begun(mini, LATER)
    assert told(position, "step a1-down")[1:] == ["only up"]
    assert told(position, "step a5-down") == ["only up", "a5 was shot at before"]


ATTACK = """
operands:
  man: {piece: {owner: mover}}
  to: {cell: {}}
validators:
  - {require: "distance(man, to) == 1", says: too far}
  - {require: "piece_at(to).cell.row > 3 and turn < 9", says: the enemy there is too strong}
effects: [{capture: to}, {move: {piece: man, to: to}}]
"""


def test_what_had_nothing_to_ask_about_is_told_only_alone(mini: Make) -> None:
    position = begun(mini, ATTACK)
    assert told(position, "step c1-c3") == ["too far"]
    assert told(position, "step c1-c2") == ["the enemy there is too strong"]
    assert told(position, "step c1-c5") == ["too far", "the enemy there is too strong"]
    assert "step c1-c2" not in [move.text for move in position.legal_moves()]


INFERRED = """
operands:
  man: {piece: {owner: mover}, named: never}
  to: {cell: {}}
validators:
  - {require: "same_column(man, to)", infers: true, says: not in line}
  - {require: "distance(man, to) == 1", says: too far}
  - {require: "piece_at(to).owner == opponent", says: the enemy there is too strong}
effects: [{capture: to}, {move: {piece: man, to: to}}]
"""


def test_that_is_so_where_a_piece_is_found(mini: Make) -> None:
    position = begun(mini, INFERRED)
    assert told(position, "step c3") == ["too far"]
    assert told(position, "step c2") == ["the enemy there is too strong"]


GIVEN = """
operands:
  man: {piece: {owner: mover}}
  to: {cell: {}}
validators:
  - {require: "distance(man, to) == 1", says: too far}
  - {require: "goal == to", says: "{to} is not the goal"}
  - {require: "piece_at(to) != nothing", says: "nobody stands on {to}"}
  - {require: "not piece_at(to).cell.row < 3", says: "it is not far enough"}
effects: [{move: {piece: man, to: to}}]
"""


def test_a_value_that_is_nothing_is_an_answer(mini: Make) -> None:
    position = begun(mini, GIVEN, marks="goal: {holds: cell}")
    assert told(position, "step c1-c3") == ["too far", "c3 is not the goal", "nobody stands on c3"]
