"""Refusals tell a seat nothing that it does not know."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game
from ruleengine.errors import IllegalMoveError
from ruleengine.game.desk import Desk
from ruleengine.game.moves.moves import Move
from ruleengine.game.position import Position

Make = Callable[..., Game]

STEP = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: all, distance: {at_least: 1, at_most: 3}}}
validators:
  - {path_clear: to, clauses: [M-1]}
  - {holds: {cell: to, any_of: [nothing, enemy]}}
  - {when: "not same_column(man, to)", holds: {cell: to, any_of: [enemy]}}
effects:
  - {capture: to}
  - {move: {piece: man, to: to}}
"""
NEAR = """
near:
  given: {us: side, other: piece}
  gives: truth
  rows: [{value: "exists(owner=us, where=adjacent(it, other))"}]
"""
HIDE = '- {hide: piece, of: {where: "not near(viewer, it)"}, from: others}'


@pytest.fixture
def look(mini: Make) -> Callable[[str], Position]:
    late = "- {when: turn > 99, draw: true, says: late}"
    game = mini(STEP, tables=NEAR, views=HIDE, endings=late)
    return lambda board: game.position(board=board, mover="south")


def board(*rows: str) -> str:
    return "\n".join(" ".join(row) for row in rows)


EMPTY = board(".....", ".....", ".....", ".....", "s.s..")


@pytest.mark.parametrize(
    "move",
    ["step a1-a5", "step a1-d4", "step a1-e5", "step a1-b3", "step a1-c1", "step c1-c4"],
)
@pytest.mark.parametrize(
    "hidden",
    [
        board("n....", ".....", ".....", ".....", "s.s.."),
        board("....n", "...n.", ".....", ".....", "s.s.."),
        board(".....", "..n..", ".n...", ".....", "s.s.."),
    ],
)
def test_where_nothing_is_seen_refusals_are_those_of_an_empty_board(
    look: Callable[[str], Position], move: str, hidden: str
) -> None:
    there, empty = look(hidden), look(EMPTY)
    told = there.why(move)
    if told and empty.why(move):
        assert told == empty.why(move)
    elif told:
        assert [reason.code for reason in told] == ["move/hidden"]


def test_what_hides_in_the_way_is_told_to_the_referee_alone(
    look: Callable[[str], Position],
) -> None:
    position = look(board(".....", "..n..", "..n..", ".....", "s.s.."))
    told = position.why("step c1-c4")
    assert [(reason.code, reason.span) for reason in told] == [("move/hidden", None)]
    assert told[0].message == "something that is hidden from south stands against it"
    assert [reason.code for reason in position.why("step c1-c4", full=True)] == [
        "move/path-blocked"
    ]
    with pytest.raises(IllegalMoveError, match="something that is hidden"):
        position.play("step c1-c4")


def test_reasons_that_hold_whatever_is_hidden_are_told(look: Callable[[str], Position]) -> None:
    position = look(board(".....", ".....", ".....", "..n..", "s.s.."))
    assert [reason.code for reason in position.why("step c1-c3")] == ["move/path-blocked"]
    assert [reason.code for reason in position.why("step a1-c1")] == [
        "move/target-friend",
        "move/target-friend",
    ]


def test_a_rule_that_wants_an_enemy_there_is_not_told_where_one_may_hide(
    look: Callable[[str], Position],
) -> None:
    position = look(EMPTY)
    # Nobody is seen on d4, but somebody could be there, and then the move would be legal.
    assert [reason.code for reason in position.why("step a1-d4")] == ["move/hidden"]
    # A man beside one's own would be seen.
    assert [reason.code for reason in position.why("step a1-b2")] == ["move/target-empty"]


def test_a_legal_move_is_read_without_listing_all_others(
    look: Callable[[str], Position], monkeypatch: pytest.MonkeyPatch
) -> None:
    def listing(_desk: Desk) -> tuple[Move, ...]:
        raise AssertionError

    monkeypatch.setattr(Desk, "legal", property(listing))
    assert look(EMPTY).parse_move("step a1-a2", "south").text == "step a1-a2"


def test_an_action_that_is_not_due_is_refused_by_its_own_clauses_in_its_own_words(
    mini: Make,
) -> None:
    game = mini(
        actions="raise: {title: double the stakes, clauses: [M-2], effects: []}",
        phases="""
        play:
          turns: [north, south]
          turn:
            - {act: [raise], optional: true}
            - {act: [step], else: [{tell: nobody can step}], clauses: [M-1]}
        """,
    )
    board = "n . . . .\n" + ". . . . .\n" * 3 + "s . . . ."
    position = game.position(board=board, mover="south").play("pass")
    (reason,) = position.why("raise")
    assert reason.message == (
        "'double the stakes' cannot be played now; what is to be decided is: step"
    )
    assert (reason.code, reason.clauses, reason.hint) == ("move/not-now", ("M-2",), None)
    assert reason.span is not None
    (reason,) = game.position(board=board, mover="south").why("step a1-a2")
    assert reason.message.endswith("what is to be decided is: double the stakes or `pass`")
    assert reason.hint == "a move begins with `raise`"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("raise 9", "move/wrong-value"),
        ("raise 1 2", "move/extra-value"),
        ("raise", "move/missing-value"),
        ("raise a9", "move/malformed"),
    ],
)
def test_without_clauses_of_its_own_a_refusal_cites_all_of_the_action(
    mini: Make, move: str, code: str
) -> None:
    game = mini(
        actions="""
        raise:
          operands: {amount: {number: {at_least: 1, at_most: 3}}}
          effects: []
          clauses: [M-3, M-2]
        """,
        phases="play: {turns: [north, south], turn: [act: [step, raise]]}",
    )
    board = "n . . . .\n" + ". . . . .\n" * 3 + "s . . . ."
    (reason,) = game.position(board=board, mover="north").why(move)
    # How a number is written is no matter of the rules.
    cited = () if code == "move/malformed" else ("M-3", "M-2")
    assert (reason.code, reason.clauses) == (code, cited)


def test_forms_that_are_left_out_of_a_hint_are_counted_and_passing_is_named(mini: Make) -> None:
    others = "\n".join(f"{name}: {{effects: []}}" for name in ("rest", "wave", "sing", "hum"))
    phases = "play: {turns: [north, south], turn: [{act: [step, rest, wave, sing, hum], "
    game = mini(actions=f"\n{others}\n", phases=phases + "optional: true}]}")
    position = game.position(board="n . . . .\n. . . . .\n. . . . .\n. . . . .\ns . . . .")
    (reason,) = position.why("gg")
    assert reason.message == "'gg' names none of the actions step, rest, wave, sing, hum and pass"
    assert position.parse_move("Pass").text == "pass"
    assert reason.hint == (
        "write step MAN-TO, or rest, or wave, or sing; 1 other may be written too; "
        "a cell in line may be written as a direction: `up`"
    )
