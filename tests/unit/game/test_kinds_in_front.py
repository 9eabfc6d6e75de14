"""Moves as people write them: the kind of a piece in front, and directions from what is clear."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from ruleengine import Game, Position
from ruleengine.errors import InvalidMoveError, PlayError

Make = Callable[..., Game]

BOARD = """
. . n . .
. . . . .
. . . . .
. . . . .
. . s . S
"""
KINDS = """
man: {title: foot soldier, letters: {north: n, south: s}}
king: {letters: {north: N, south: S}}
"""
GO = """
operands:
  man: {named: NAMED, piece: {owner: mover, kind: KIND}}
  to: {line: {from: man, directions: orthogonal, distance: 2}}
effects: [move: {piece: man, to: to}]
"""


def start(mini: Make, step: str | None = None, **sections: str) -> Position:
    game = mini(kinds=KINDS, **sections) if step is None else mini(step, kinds=KINDS, **sections)
    return game.position(board=BOARD, mover="south")


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("man c1-c2", "step c1-c2"),
        ("foot soldier c1-c2", "step c1-c2"),
        ("Foot Soldier c1 c2", "step c1-c2"),
        ("s c1-c2", "step c1-c2"),
        ("King e1-e2", "step e1-e2"),
        ("S e1e2", "step e1-e2"),
        ("Se1e2", "step e1-e2"),
        ("Se1-e2", "step e1-e2"),
        ("n c1-c2", "step c1-c2"),  # the kind is meant, whoever's letter it is
        ("man", None),
    ],
)
def test_a_kind_may_stand_in_front(mini: Make, text: str, means: str | None) -> None:
    position = start(mini)
    if means is None:
        with pytest.raises(PlayError, match="does not name the action step"):
            position.play(text)
    else:
        assert position.parse_move(text).text == means


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("king c1-c2", "move/wrong-piece", "the foot soldier on c1 is no king"),
        ("king d1-d2", "move/no-piece", "nothing stands on d1"),
        ("N c5-c4", "move/wrong-piece", "the foot soldier on c5 is no king"),
    ],
)
def test_another_piece_than_the_kind_in_front_is_said_to_stand_there(
    mini: Make, text: str, code: str, told: str
) -> None:
    (reason,) = start(mini).why(text)
    assert (reason.code, reason.message) == (code, told)
    assert reason.hint == "you could name e1"


def test_a_kind_in_front_is_no_matter_to_actions_that_name_nothing(mini: Make) -> None:
    position = start(
        mini,
        phases="play: {turns: [north, south], turn: [act: [wait, step]]}",
        actions="wait: {}",
    )
    assert position.why("king c1-c2")[0].message == "the foot soldier on c1 is no king"


def test_a_kind_in_front_that_a_side_has_not_got_is_said_to_be_missing(mini: Make) -> None:
    position = mini(kinds=KINDS).position(board=BOARD.replace("S", "."), mover="south")
    (reason,) = position.why("king c1-c2")
    assert reason.hint == "of yours there is no king"


def test_a_kind_in_front_does_not_tell_what_is_hidden(mini: Make) -> None:
    """Whatever stands there, the seat is told the same of a piece whose kind it may not know."""
    shove = "operands: {man: {piece: {owner: opponent}}}\neffects: [{remove: man}]"
    position = start(mini, shove, views="[{hide: kind}]")
    told = set()
    for word in ("man", "king"):
        with pytest.raises(PlayError) as caught:
            position.play(f"{word} c5")
        told.add((caught.value.code, caught.value.message))
    assert told == {("move/no-action", "the move does not name the action step")}


def test_a_move_without_action_is_told_how_moves_are_written(mini: Make) -> None:
    phases = "play: {turns: [north, south], turn: [{act: [step], clauses: [M-1]}]}"
    step = "operands: {man: {piece: {owner: mover}, named: if_several}, to: {cell: {}}}"
    (reason,) = mini(step, phases=phases).position(board=BOARD, mover="north").why("a1")
    assert (reason.code, reason.clauses) == ("move/no-action", ())
    assert reason.hint == "write step [MAN-]TO"


def go(mini: Make, named: str, kind: str) -> Position:
    return start(mini, GO.replace("NAMED", named).replace("KIND", kind))


@pytest.mark.parametrize("named", ["never", "if_several"])
def test_a_direction_starts_from_the_only_piece_that_is_meant(mini: Make, named: str) -> None:
    position = go(mini, named, "man")
    assert position.play("step up 2") == position.play("step c3")
    assert position.play({"action": "step", "to": "up 2"}) == position.play("step c3")


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ("never", "'up' from where is found only afterwards; name the cell"),
        ("if_several", "'up' from where[?] Name the man before it, or name the cell"),
    ],
)
def test_a_direction_from_one_of_several_is_refused_plainly(
    mini: Make, named: str, words: str
) -> None:
    position = go(mini, named, "[man, king]")
    for move in ("step up 2", {"action": "step", "to": "up 2"}):
        with pytest.raises(InvalidMoveError, match=words):
            position.play(move)


def test_the_only_piece_that_it_could_be_is_refused_for_its_own_sake(mini: Make) -> None:
    ways = """to:
    any_of:
      - line: {from: man, directions: orthogonal, distance: 2}
      - line: {from: man, directions: orthogonal, distance: 2}
      - leap: {from: man, by: [[1, 2]]}"""
    step = GO.replace("NAMED", "never").replace("KIND", "man")
    step = step.replace("to: {line: {from: man, directions: orthogonal, distance: 2}}", ways)
    reasons = start(mini, step).why("step c2")
    assert [(reason.code, reason.message) for reason in reasons] == [
        ("move/none-fits", "c2 is 1 away from c1; the distance has to be 2"),
        (
            "move/none-fits",
            "c2 cannot be reached from c1; a leap leads one cell one way and two to the side",
        ),
    ]


NAME = """
operands: {what: {kind: [man, u_turn, horse, mare]}, at: {cell: {}}}
effects: [place: {kind: what, owner: mover, at: at}]
"""
TITLED = """
man: {title: foot soldier, letters: {north: n, south: s}}
u_turn: {title: U-turn, letters: {nobody: u}}
horse: {title: Horse, letters: {nobody: h}}
mare: {title: Horse, letters: {nobody: m}}
king: {title: Ruler, letters: {nobody: k}}
"""


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("step foot soldier-c3", "step man-c3"),
        ("step Foot-Soldier c3", "step man-c3"),
        ("step foot_soldier-c3", "step man-c3"),
        ("step U-turn-c3", "step u_turn-c3"),
        ("foot soldier c3", "step man-c3"),
        ("step horse-c3", "step horse-c3"),  # a name is a name, whatever has it for a title
    ],
)
def test_a_kind_that_is_named_may_be_called_by_its_title(mini: Make, text: str, means: str) -> None:
    position = mini(NAME, kinds=TITLED).position(board=BOARD.replace("S", "s"), mover="south")
    assert position.parse_move(text).text == means
    if text.startswith("step "):
        what, at = text.removeprefix("step ")[:-3], "c3"
        assert position.parse_move({"action": "step", "what": what, "at": at}).text == means


def test_a_title_of_several_kinds_is_none_of_them(mini: Make) -> None:
    position = mini(NAME, kinds=TITLED).position(board=BOARD.replace("S", "s"), mover="south")
    for word, hint in (
        ("HORSE", "did you mean `horse`?"),
        ("soldier", "there are: man, u_turn, horse, mare"),
    ):
        message = f"'{word}' is no kind for 'what'; {hint}"
        with pytest.raises(InvalidMoveError, match=re.escape(message)):
            position.play(f"step {word}-c3")
    with pytest.raises(PlayError, match="'king' may not be named as what"):
        position.play("step ruler-c3")


def test_where_the_kind_in_front_could_go_to_the_only_cell_named_that_is_asked(mini: Make) -> None:
    (reason,) = start(mini).why("Se2")
    assert (reason.code, reason.hint) == ("move/no-piece", "did you mean `step e1-e2`?")


def test_what_is_missing_behind_a_kind_is_told(mini: Make) -> None:
    (reason,) = start(mini).why("S e1")
    assert reason.code == "move/missing-value"
    assert reason.hint == "write step MAN-TO; 'to' could be e2 or d1"


def test_a_word_that_cannot_be_read_is_told_without_the_name_of_the_action(mini: Make) -> None:
    position = start(mini)
    for text in ("c1 man c2", "man c1 man c2", "step c1 man c2"):
        (reason,) = position.why(text)
        assert reason.message == "'man' is not a cell of this board"
