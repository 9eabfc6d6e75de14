"""Texts that leave the action out, and cells in capitals."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game, Position

Make = Callable[..., Game]

BOARD = """
. . . . n
n . . . .
. . . . .
. s . . .
. . . s .
"""
STEP = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
  into: {when: to.row == 0, kind: [king]}
effects: [move: {piece: man, to: to}, become: {piece: man, kind: into}]
"""
SHOVE = """
shove:
  operands: {man: {piece: {owner: mover}}, to: {cell: {}}, who: {piece: {owner: opponent}}}
wait: {}
"""


@pytest.fixture
def position(mini: Make) -> Position:
    phases = "play: {turns: [north, south], turn: [act: [step, wait]]}"
    return mini(STEP, actions="wait: {}", phases=phases).position(board=BOARD, mover="north")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("a4-a5", "move/missing-value", id="something is missing"),
        pytest.param("c3-c4", "move/no-piece", id="nothing stands there"),
        pytest.param("a4", "move/missing-value", id="only the first value"),
        pytest.param("a4-a3-king", "move/extra-value", id="a value that is not due"),
        pytest.param("a4 a3 a2", "move/extra-value", id="too much"),
    ],
)
def test_a_short_text_is_refused_as_the_full_one(position: Position, text: str, code: str) -> None:
    (reason,) = position.why(text)
    assert reason.code == code
    assert (reason,) == position.why(f"step {text}")


def test_what_is_against_each_action_is_told_if_several_could_be_meant(mini: Make) -> None:
    phases = "play: {turns: [north, south], turn: [act: [step, shove, wait]]}"
    game = mini(STEP, actions=SHOVE, phases=phases)
    position = game.position(board=BOARD, mover="north")
    assert [reason.message for reason in position.why("a4")] == [
        "'step' needs a value for 'to'",
        "'shove' needs a value for 'to'",
        "'shove' needs a value for 'who'",
    ]


@pytest.mark.parametrize("text", ["A4-A3", "step A4-A3", "A4xA3", "a4-A3"])
def test_cells_may_be_written_in_capitals(position: Position, text: str) -> None:
    assert position.parse_move(text).text == "step a4-a3"


def test_values_of_a_mapping_may_be_written_in_capitals(position: Position) -> None:
    assert position.parse_move({"action": "step", "man": "A4", "to": "A3"}).text == "step a4-a3"


def test_a_value_that_is_not_due_is_refused_with_when_it_is(position: Position) -> None:
    (reason,) = position.why("step a4-a3-king")
    message = "'step' takes man, to, and no into now; 'king' is too much"
    assert reason.message == message
    written = {"action": "step", "man": "a4", "to": "a3", "into": "king"}
    (reason,) = position.why(written)
    assert reason.message == "'step' takes no into now"


def test_beside_what_is_too_much_the_named_values_are_told_of(mini: Make) -> None:
    titled = STEP.replace(
        "man: {piece: {owner: mover}", "man: {title: the man, piece: {owner: mover}"
    )
    titled = titled.replace("into: {", "into: {title: whether it rises, ")
    position = mini(titled).position(board=BOARD, mover="south")
    told = [reason.message for reason in position.why("step a4-a3-king")]
    assert told[0] == "'step' takes the man, to, and not whether it rises now; 'king' is too much"
    assert told[1:] == [reason.message for reason in position.why("step a4-a3")] != []


LEFT_OUT = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: left, distance: 2}, named: if_several}
validators:
  - {require: man.cell.column > 1, says: too near the edge, before_way: true}
effects: [move: {piece: man, to: to}]
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("step c3", "nothing stands on c3", id="an empty cell"),
        pytest.param("step b2", "the man on b2 belongs to south", id="a piece of another side"),
        pytest.param("step a4", "too near the edge", id="a rule about the piece alone"),
    ],
)
def test_what_is_wrong_with_a_named_piece_is_told_when_the_rest_is_left_out(
    mini: Make, text: str, message: str
) -> None:
    position = mini(LEFT_OUT).position(board=BOARD, mover="north")
    assert position.why(text)[0].message == message


STOCK = """
operands:
  man: {piece: {owner: mover, kind: king}, named: never}
  to: {cell: {empty: true}}
effects: [move: {piece: man, to: to}]
"""


def test_the_action_may_be_left_out_where_it_has_an_operand_that_nobody_names(mini: Make) -> None:
    board = BOARD.replace("n . . . .", "N . . . .")
    position = mini(STOCK).position(board=board, mover="north")
    assert position.parse_move("c3").text == "step c3"
    (reason,) = position.why("b2")
    assert reason.code == "reach/wrong-cell"
    assert (reason,) == position.why("step b2")


AHEAD = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: [forward, forward_diagonal], distance: 1}}
effects: [move: {piece: man, to: to}]
"""


@pytest.mark.parametrize(
    ("text", "way"),
    [("a4-b5", "diagonally backward"), ("a4-a5", "backward"), ("a4-b4", "sideways")],
)
def test_a_way_that_is_not_allowed_is_told_as_the_side_sees_it(
    mini: Make, text: str, way: str
) -> None:
    position = mini(AHEAD).position(board=BOARD, mover="north")
    (reason,) = position.why(text)
    here, there = text.split("-")
    assert reason.message == (
        f"the way from {here} to {there} leads {way}; it may lead forward or diagonally forward"
    )


def test_what_is_missing_is_called_as_the_ruleset_calls_it(mini: Make) -> None:
    step = """
    operands:
      first: {number: {at_least: 1, at_most: 2}, title: the men on the first cell}
      rank: {number: {at_least: 1, at_most: 2}, title: its rank, named: if_several}
    effects: []
    """
    position = mini(step).position(board=BOARD, mover="north")
    (reason,) = position.why("step")
    assert reason.message == "'step' needs a value for 'first', the men on the first cell"
    (reason,) = position.why("step 1")
    assert reason.message == "the rank could be 1 or 2"


PUSH = """
push:
  operands:
    man: {piece: {owner: mover}}
    to: {line: {from: man, directions: orthogonal, distance: 1}}
    how: {word: [hard, softly], named: if_several}
  validators:
    - require: to.column == 0 or how == hard
  effects: [move: {piece: man, to: to}]
"""


@pytest.mark.parametrize(
    ("text", "means"),
    [
        pytest.param("b2-a2-hard", "push b2-a2-hard", id="all is named"),
        pytest.param("b2-b3", "push b2-b3-hard", id="only one is legal"),
        pytest.param("d1-d2", "push d1-d2-hard", id="and another action is not"),
    ],
)
def test_a_value_may_be_left_out_together_with_the_action(
    mini: Make, text: str, means: str
) -> None:
    phases = "play: {turns: [north, south], turn: [act: [step, push]]}"
    step = f"{STEP}\nvalidators: [require: man.cell.column > 5]"
    position = mini(step, actions=PUSH, phases=phases).position(board=BOARD, mover="south")
    assert position.parse_move(text).text == means
    (reason,) = position.why("b2-a2")
    assert reason.message == position.why("push b2-a2")[0].message
    assert "hard" in reason.message
    assert "softly" in reason.message


def test_an_action_that_is_complete_goes_before_one_in_which_something_is_left(mini: Make) -> None:
    phases = "play: {turns: [north, south], turn: [act: [step, push]]}"
    position = mini(STEP, actions=PUSH, phases=phases).position(board=BOARD, mover="south")
    assert position.parse_move("b2-a2").text == "step b2-a2"
    assert position.parse_move("b2-a2-softly").text == "push b2-a2-softly"


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("a4b4", "step a4-b4"),
        ("A4B4", "step a4-b4"),
        ("step a4b4", "step a4-b4"),
        ("a4a3=S", "step a4-a3-king"),
        ("a4-a3-N", "step a4-a3-king"),
        ("a4a3S", "step a4-a3-king"),
        ("step a4-a3=king", "step a4-a3-king"),
    ],
)
def test_cells_may_stand_without_anything_between(mini: Make, text: str, means: str) -> None:
    step = STEP.replace("when: to.row == 0", "when: to.row == 2")
    assert mini(step).position(board=BOARD, mover="north").parse_move(text).text == means


def test_what_is_missing_is_told_with_what_it_could_be(position: Position) -> None:
    (reason,) = position.why("a4")
    assert reason.hint == "write step MAN-TO[-INTO]; 'to' could be a5, b4 or a3"


def test_a_text_that_says_nothing_is_told_how_moves_are_written(position: Position) -> None:
    (reason,) = position.why("O-O")
    written = "write step MAN-TO[-INTO], or wait"
    assert reason.hint == f"{written}; a cell in line may be written as a direction: `up`"
