"""What a seat sees, and what it is told, of what it may not know."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.agents.random_agent import RandomAgent
from ruleengine.errors import IllegalMoveError
from ruleengine.game.match import Match
from ruleengine.game.position import Position
from ruleengine.schema.drawing import read_drawing

RULES = """\
schema: 1
name: veil
title: Veil
clauses: {V-1: Kinds are secret.}
sides: {red: {cover: x}, blue: {cover: o}}
board: {rows: 3, columns: 4}
zones: {fog: {shape: {columns: [3]}}, box: {off_board: true}}
kinds:
  scout: {letters: {red: s, blue: S}, attributes: {rank: 2}}
  chief: {letters: {red: c, blue: C}, attributes: {rank: 9}}
counters:
  shown: {per: piece}
  plans: {per: side}
  total: {}
marks:
  aim: {holds: piece, per: side}
  goal: {holds: cell, symbol: "*"}
VIEWS
setup:
  - drawn: |
      S C . .
      . . . .
      s c . .
phases: {play: {turns: [red, blue], turn: [act: [step, spot, plan, take, call]]}}
actions:
  step:
    operands:
      unit: {piece: {owner: mover, kind: [scout, chief]}}
      to: {line: {from: unit, directions: orthogonal, distance: {at_least: 1}}}
    validators:
      - path_clear: to
      - holds: {cell: to, any_of: [nothing, enemy]}
    effects:
      - if: not empty(to)
        then:
          - set: {shown: 1}
            for: unit
          - set: {shown: 1}
            for: piece_at(to)
      - capture: to
      - move: {piece: unit, to: to}
  spot:
    operands: {target: {piece: {owner: opponent, where: it.shown == 1}}}
    effects: [mark: {aim: target}]
  plan:
    operands: {to: {cell: {}}}
    effects:
      - add: {plans: 1, total: 1}
      - mark: {goal: to}
  take:
    operands: {unit: {piece: {owner: mover}}}
    effects: [remove: unit]
  call:
    operands: {unit: {piece: {owner: mover, kind: scout}}}
    effects:
      - become: {piece: unit, kind: chief}
endings:
  - {when: not exists(owner=red), winner: blue, says: red is gone}
  - {when: not exists(owner=blue), winner: red, says: blue is gone}
  - {when: turn > 60, draw: true, says: long enough}
"""
KINDS = """views:
  - hide: kind
    of: {where: it.shown == 0}
    clauses: [V-1]
"""


@pytest.fixture
def veil(tmp_path: Path) -> Callable[..., Game]:
    """Return a function that makes the game with its views."""

    def make(views: str = KINDS) -> Game:
        path = tmp_path / "veil.yaml"
        path.write_text(RULES.replace("VIEWS\n", views), encoding="utf-8")
        return load(str(path))

    return make


def rows(position: Position, seat: str | None) -> list[str]:
    return read_drawing(position.view(seat).drawing)


def events(position: Position, seat: str | None) -> list[str]:
    return [str(event) for event in position.view(seat).events]


def test_a_hidden_kind_is_covered(veil: Callable[..., Game]) -> None:
    position = veil().start()
    assert rows(position, "red") == ["oo..", "....", "sc.."]
    assert rows(position, "blue") == ["SC..", "....", "xx.."]
    assert rows(position, None) == ["oo..", "....", "xx.."]
    assert read_drawing(position.drawing) == ["SC..", "....", "sc.."]
    view = position.view("red")
    assert [(piece.place, piece.owner, piece.kind) for piece in view.pieces] == [
        ("a3", "blue", None),
        ("b3", "blue", None),
        ("a1", "red", "scout"),
        ("b1", "red", "chief"),
    ]
    assert view.pieces[0].counters == {"shown": 0}
    full = position.full_view()
    assert [piece.kind for piece in full.pieces[:2]] == ["scout", "chief"]


def test_what_is_shown_is_known_also_when_it_has_left(veil: Callable[..., Game]) -> None:
    position = veil().start().play("step a1-a2").play("step a3-a2")
    assert rows(position, "red") == [".o..", "S...", ".c.."]
    assert events(position, "red")[:2] == [
        "captured piece=red scout from=a2",
        "moved piece=blue scout from=a3 to=a2",
    ]
    quiet = veil().start().play("take a1")
    assert events(quiet, "blue")[0] == "removed piece=red piece from=a1"
    assert events(quiet, "red")[0] == "removed piece=red scout from=a1"
    assert events(quiet, None) == events(quiet, "blue")
    assert str(quiet.events[0]) == "removed piece=red scout from=a1"


def test_a_secret_change_of_kind_is_not_told(veil: Callable[..., Game]) -> None:
    position = veil().start().play("call a1")
    assert events(position, "blue") == ["turn side=blue number=2"]
    assert events(position, "red")[0] == "became piece=red chief"


def test_two_positions_that_look_alike_cannot_be_told_apart(veil: Callable[..., Game]) -> None:
    game = veil()
    one = game.position(board="SC..\n....\nsc..", mover="red")
    two = game.position(board="CS..\n....\nsc..", mover="red")
    assert one.view("red") == two.view("red")
    assert one.view("red").key == two.view("red").key
    assert one.view("blue").key != two.view("blue").key
    assert one.view(None) == two.view(None)
    tries = ("step a3-a2", "take a3", "call b3", "call b1", "step a1-a3", "spot a3", "step a1-d3")
    for text in tries:
        assert refusal(one, text) == refusal(two, text)


def refusal(position: Position, text: str) -> tuple[str, str, str]:
    try:
        position.play(text, "red")
    except IllegalMoveError as error:
        return str(error), error.position, repr(error.reasons)
    return ("legal", "", "")


def test_refusals_speak_as_the_seat_sees(veil: Callable[..., Game]) -> None:
    position = veil().start()
    (reason,) = position.why("take a3")
    assert reason.message == "the piece on a3 belongs to blue"
    (reason,) = position.why("take a3", full=True)
    assert reason.message == "the scout on a3 belongs to blue"
    (reason,) = position.why("spot b3", "red")
    assert reason.message == "the piece on b3 does not qualify"
    (reason,) = position.why("call b1")
    assert reason.message == "the chief on b1 is not of the right kind; it has to be a scout"
    with pytest.raises(IllegalMoveError) as caught:
        position.play("take a3")
    assert read_drawing(caught.value.position)[0] == "oo.."


FOG = """views:
  - {hide: piece, of: {in: fog}}
  - {hide: kind, from: everybody, of: {owner: viewer.opponent, kind: chief}}
"""


FOUND = """views:
  - {hide: kind, of: {where: it.shown == 0}}
  - {hide: shown, from: %s}
"""


@pytest.mark.parametrize(
    ("whom", "drawn"), [("others", "sx.."), ("everybody", "xx.."), ("[blue]", "sx..")]
)
def test_everybody_is_shown_what_no_side_could_learn_from_it(
    veil: Callable[..., Game], whom: str, drawn: str
) -> None:
    """That blue knows the scout is red's to know only where red may know what was shown."""
    board, shown = "....\n....\nsc..", {"shown": {"a1": 1}}
    position = veil(FOUND % whom).position(board=board, counters=shown, mover="blue")
    assert rows(position, "blue")[2] == "sx.."
    assert rows(position, None)[2] == drawn


def test_a_hidden_piece_is_not_there_at_all(veil: Callable[..., Game]) -> None:
    game = veil(FOG)
    position = game.position(board="S..C\n....\nsc.s", mover="blue")
    assert rows(position, "red") == ["S...", "....", "sc.s"]
    assert rows(position, "blue") == ["S..C", "....", "sx.."]
    assert rows(position, None) == ["S...", "....", "sx.."]
    moved = position.play("step d3-d2")
    assert events(moved, "red") == ["turn side=red number=2"]
    assert events(moved, "blue")[0] == "moved piece=blue chief from=d3 to=d2"
    (reason,) = moved.why("spot d2")
    assert (reason.code, reason.message) == ("move/no-piece", "you see no piece on d2")
    (reason,) = moved.why("step d1-d3")
    assert reason.code == "move/hidden"
    out = moved.play("take a1").play("step d2-c2")
    assert rows(out, "red") == ["S...", "..o.", ".c.s"]
    assert events(out, "red")[0] == "moved piece=blue piece to=c2"


def test_moves_of_unseen_pieces_are_in_nobody_elses_transcript(veil: Callable[..., Game]) -> None:
    match = Match(veil("views:\n  - {hide: piece, of: {in: fog}}\n"))
    match.submit("red", "step b1-d1")
    match.submit("blue", "step b3-c3")
    match.submit("red", "step d1-d2")
    assert [ply.text for ply in match.transcript("blue")] == ["step b3-c3"]
    assert len(match.transcript("red")) == 3
    assert [ply.text for ply in match.transcript(None)] == ["step b3-c3"]


COUNTS = """views:
  - hide: [plans, aim, shown]
  - {hide: [total, goal], from: [blue]}
"""


def test_counters_and_marks_are_hidden(veil: Callable[..., Game]) -> None:
    position = veil(COUNTS).start().play("plan a1").play("step a3-a2").play("step a1-a2")
    assert position.view("red").counters == {"plans": {"red": 1}, "total": 1}
    assert position.view("blue").counters == {"plans": {"blue": 0}}
    assert position.view(None).counters == {"plans": {}}
    assert position.view("red").marks == {"aim": {"red": None}, "goal": "a1"}
    assert position.view("blue").marks == {"aim": {"blue": None}}
    assert rows(position, "red")[2] == "*c.."
    assert rows(position, "blue")[2] == ".c.."
    assert [piece.counters for piece in position.view("red").pieces] == [
        {},
        {"shown": 1},
        {"shown": 0},
    ]


def test_numbers_of_pieces_are_not_given_away(veil: Callable[..., Game]) -> None:
    position = veil().start()
    assert {move.values for move in position.view("red").legal_moves} == {()}
    assert all(move.values for move in position.legal_moves("red") if move.name == "step")
    match = Match(veil(), seed=3)
    agents = {seat: RandomAgent(3, seat=number) for number, seat in enumerate(match.game.seats)}
    while not match.is_over and match.num_plies < 12:
        seat = match.actors[0]
        view = match.view(seat)
        match.submit(seat, agents[seat].choose(view, view.legal_moves))


def test_a_sheet_may_not_try_what_is_hidden(veil: Callable[..., Game]) -> None:
    match = Match(veil())
    with pytest.raises(IllegalMoveError) as caught:
        match.submit("red", ["step a1-a2", "step a2-a1"])
    assert (caught.value.code, caught.value.index) == ("move/sheet-over", 1)
    assert match.num_plies == 0
    assert read_drawing(caught.value.position) == ["oo..", "....", "sc.."]


def test_after_the_end_errors_show_what_everybody_sees(veil: Callable[..., Game]) -> None:
    game = veil()
    position = game.position(board="S...\n....\nc...", mover="red").play("step a1-a3")
    assert position.outcome is not None
    with pytest.raises(ValueError, match="over") as caught:
        position.play("step a3-a2")
    assert getattr(caught.value, "position", "").splitlines()[0] == "3 c . . ."


def test_what_the_rules_offer_can_be_played_unseen(veil: Callable[..., Game]) -> None:
    game = veil("views:\n  - {hide: piece, of: {in: fog}}\n")
    position = game.position(board="...S\n....\ns...", mover="red", counters={"shown": {"d3": 1}})
    assert "spot d3" in [move.text for move in position.view("red").legal_moves]
    assert position.play("spot d3", "red").view("red").marks["aim"] == {"red": None, "blue": None}
    assert [reason.message for reason in position.why("spot d2")] == ["you see no piece on d2"]


def test_where_pieces_may_stand_unseen_no_cell_is_called_empty(veil: Callable[..., Game]) -> None:
    """The words are the same whether or not a piece stands there; only the referee hears it."""
    game = veil("views:\n  - {hide: piece, of: {in: fog}}\n")
    position = game.position(board="...S\n....\ns...", mover="red")
    for text in ("spot d3", "spot d2", "take d3", "take d2"):
        (reason,) = position.why(text)
        assert (reason.code, reason.message) == (
            "move/no-piece",
            f"you see no piece on {text.split()[1]}",
        )
    told = {
        text: [(reason.code, reason.message) for reason in position.why(text, full=True)]
        for text in ("spot d3", "take d3", "take d2", "d3-d2", "take d3-d2")
    }
    assert told == {
        "spot d3": [
            (
                "move/wrong-piece",
                "the scout on d3 does not qualify (this does not hold: it.shown == 1)",
            )
        ],
        "take d3": [("move/wrong-piece", "the scout on d3 belongs to blue")],
        "take d2": [("move/no-piece", "nothing stands on d2")],
        "d3-d2": [("move/wrong-piece", "the scout on d3 belongs to blue")],
        "take d3-d2": [
            ("move/extra-value", "'take' takes unit; 'd2' is too much"),
            ("move/wrong-piece", "the scout on d3 belongs to blue"),
        ],
    }


def test_nothing_more_is_said_of_a_piece_that_is_not_ones_own(veil: Callable[..., Game]) -> None:
    """Whether it could go there, or is of the right kind, would tell what piece it is."""
    position = veil().start()
    for text in ("step a3-d3", "step b3-d2", "call a3", "call b3"):
        (reason,) = position.why(text, "red")
        assert reason.message == f"the piece on {text.split()[1][:2]} belongs to blue"
    (reason,) = position.why("step a3-d2", "red", full=True)
    assert reason.message == "the scout on a3 belongs to blue"
