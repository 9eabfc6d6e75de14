"""Marks remember cells, pieces, sides, seats and kinds; counters and marks may keep a past."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game
from ruleengine.errors import IllegalMoveError, PositionError, ResolveError
from ruleengine.schema.drawing import read_drawing

Make = Callable[..., Game]

BOARD = """
. . n . .
. . . . .
. . . . .
. . . . .
. . s . .
"""
STEP = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
validators:
  - {require: "to != past(man.was, 1)", says: not straight back, clauses: [M-1]}
effects:
  - {mark: {was: man.cell}, for: man}
  - {move: {piece: man, to: to}}
  - {mark: {was: to}, for: man}
  - mark: {key: to, last: man, by: mover, sort: man.kind, target: to}
"""
MARKS = """
was: {holds: cell, per: piece, keep: 3}
key: {holds: cell, symbol: "*"}
last: {holds: piece}
by: {holds: side, resets: phase}
sort: {holds: kind}
target: {holds: cell, per: side}
"""


def rows(text: str) -> list[str]:
    return read_drawing(text)


def test_a_mark_refuses_a_move_by_what_it_remembers(mini: Make) -> None:
    game = mini(STEP, marks=MARKS)
    start = game.position(board=BOARD, mover="north")
    assert start.view("north").marks["key"] is None
    later = start.play("step c5-c4").play("step c1-c2")
    reasons = later.why("step c4-c5")
    assert [(reason.message, reason.clauses) for reason in reasons] == [
        ("not straight back", ("M-1",))
    ]
    assert "step c4-c5" not in [move.text for move in later.legal_moves()]
    assert "step c4-d4" in [move.text for move in later.legal_moves()]
    with pytest.raises(IllegalMoveError):
        later.play("step c4-c5")


def test_views_name_what_marks_hold(mini: Make) -> None:
    game = mini(STEP, marks=MARKS)
    position = game.position(board=BOARD, mover="north").play("step c5-c4")
    assert position.view("south").marks == {
        "key": "c4",
        "last": "c4",
        "by": "north",
        "sort": "man",
        "target": {"north": "c4", "south": None},
    }
    assert position.view("south").to_dict()["marks"] == position.view("south").marks


def test_a_position_with_marks_is_stored_and_read_back(mini: Make) -> None:
    game = mini(STEP, marks=MARKS)
    position = game.position(board=BOARD, mover="north").play("step c5-c4").play("step c1-b1")
    assert game.position(position.to_dict()) == position
    data = position.to_dict()
    counters = list(data["counters"])  # type: ignore[call-overload]
    counters[-1] = 99
    with pytest.raises(PositionError):
        game.position({**data, "counters": counters})


def test_a_drawn_position_can_have_marks(mini: Make) -> None:
    game = mini(STEP, marks=MARKS)
    position = game.position(
        board=BOARD.replace(". . . . .\n. . s", ". * . . .\n. . s"),
        mover="north",
        marks={"was": {"c5": "b5"}, "last": "c1", "sort": "king", "target": {"north": "a1"}},
    )
    view = position.view("north")
    assert view.marks["key"] == "b2"
    assert (view.marks["last"], view.marks["sort"]) == ("c1", "king")
    assert view.marks["target"] == {"north": "a1", "south": None}
    assert rows(position.drawing)[3] == ".*..."
    after = position.play("step c5-c4")
    assert rows(after.drawing)[1] == "..n..", "a piece hides the symbol"


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ({"wsa": "a1"}, "there is no mark 'wsa'"),
        ({"was": "a1"}, "mark 'was' needs a value for each piece"),
        ({"was": {"a1": "a2"}}, "no piece stands on a1"),
        ({"key": "z9"}, "the board has no cell 'z9'"),
        ({"by": "west"}, "there is no side 'west'; there are: north, south"),
        ({"target": {"west": "a1"}}, "mark 'target' has no part 'west'"),
    ],
)
def test_a_drawn_position_refuses_marks_that_are_none(
    mini: Make, marks: dict[str, object], message: str
) -> None:
    game = mini(STEP, marks=MARKS)
    with pytest.raises(PositionError) as caught:
        game.position(board=BOARD, mover="north", marks=marks)
    assert caught.value.message.startswith(message)


def test_a_mark_is_drawn_once(mini: Make) -> None:
    game = mini(STEP, marks=MARKS)
    with pytest.raises(PositionError) as caught:
        game.position(board=BOARD.replace(". . . . .", "* . . . ."), mover="north")
    assert caught.value.message == "mark 'key' holds one cell, but is drawn on a4 and on a3"


def test_a_mark_per_side_is_read_for_the_one_on_turn_or_for_any(mini: Make) -> None:
    game = mini(
        """
        operands:
          man: {piece: {owner: mover}}
          to: {line: {from: man, directions: orthogonal, distance: 1}}
        validators:
          - {require: to != target, id: own}
          - {require: to.column != opponent.target.column, id: other}
        effects:
          - {move: {piece: man, to: to}}
          - {mark: {target: to}, for: opponent}
        """,
        marks="target: {holds: cell, per: side}",
    )
    position = game.position(
        board=BOARD, mover="north", marks={"target": {"north": "c4", "south": "d1"}}
    )
    assert [reason.rule for reason in position.why("step c5-c4")] == ["own"]
    assert [reason.rule for reason in position.why("step c5-d5")] == ["other"]
    after = position.play("step c5-b5")
    assert after.view("north").marks["target"] == {"north": "c4", "south": "b5"}
    again = game.position(board=BOARD, mover="north", marks={"target": {"north": "nothing"}})
    assert not again.why("step c5-d5"), "nothing has no column"


def test_a_mark_that_resets_is_forgotten_with_the_turn(mini: Make) -> None:
    game = mini(
        """
        operands: {to: {cell: {empty: true}}}
        effects:
          - mark: {first: to}
          - if: past(first, 1) != nothing
            then: [{mark: {first: nothing}}]
        """,
        marks="first: {holds: cell, resets: turn, keep: 2}",
        phases="play: {turns: [north, south], turn: [act: [step], act: [step]]}",
    )
    position = game.position(board=BOARD, mover="north").play("step a1")
    assert position.view("north").marks["first"] == "a1"
    assert position.play("step a2").view("north").marks["first"] is None


def test_marks_of_a_piece_that_is_gone_read_nothing(mini: Make) -> None:
    game = mini(
        """
        operands: {man: {piece: {owner: opponent}}}
        effects:
          - mark: {victim: man}
          - {mark: {home_of: man.cell}, for: man}
          - remove: man
        """,
        marks="""
        victim: {holds: piece}
        home_of: {holds: cell, per: piece, keep: 2}
        """,
        endings="""
        - {when: victim.home_of != nothing, winner: north, says: remembered}
        - {when: "past(victim.home_of, 1) != nothing", winner: north, says: remembered}
        - {when: victim != nothing, winner: south, says: forgotten}
        """,
    )
    after = game.position(board=BOARD, mover="north").play("step c1")
    assert after.outcome is not None
    assert after.outcome.reason == "forgotten"
    assert after.view("north").marks["victim"] == "gone"


def test_counters_keep_their_last_values(mini: Make) -> None:
    game = mini(
        """
        operands: {man: {piece: {owner: mover}}}
        uses: tries
        effects:
          - {add: {hits: 2}, for: man}
          - add: {all: 3}
          - set: {all: 9}
        """,
        counters="""
        tries: {limit: 9, keep: 2}
        all: {keep: 3, start: 1}
        hits: {per: piece, keep: 2, start: 5}
        """,
        endings="""
        - when: past(all, 1) == 4 and past(all, 2) == 1 and past(tries, 1) == 0
            and exists(kind=man) and past(all, turn * 5) == 0
          winner: mover
          says: remembered
        """,
    )
    after = game.position(board=BOARD, mover="north").play("step c5")
    assert after.outcome is not None
    assert after.state.piece_counters == [[7, 5], [5, 0]]
    assert game.position(after.to_dict()) == after


def test_counters_per_piece_are_given_by_cell(mini: Make) -> None:
    game = mini(counters="wounds: {per: piece}")
    position = game.position(board=BOARD, mover="north", counters={"wounds": {"c1": 2}})
    assert position.state.piece_counters == [[0, 2]]


def test_counters_per_side_are_attributes_of_sides(mini: Make) -> None:
    game = mini(
        """
        operands: {man: {piece: {owner: mover}}}
        validators: [{require: south.tempo == 1, says: wait}]
        effects: [{move: {piece: man, to: man}}]
        """,
        counters="tempo: {per: side}",
    )
    waiting = game.position(board=BOARD, mover="south", counters={"tempo": {"south": 1}})
    assert not waiting.why("step c1")


@pytest.mark.parametrize(
    ("step", "marks", "code", "message"),
    [
        ("{mark: {wsa: to}}", "was: {holds: cell}", "resolve/unknown-name", "there is no mark"),
        (
            "{mark: {was: mover}}",
            "was: {holds: cell}",
            "expression/wrong-type",
            "'mover' is a side",
        ),
        (
            "{mark: {was: to}}",
            "was: {holds: cell, per: piece}",
            "resolve/no-owner",
            "mark 'was' is",
        ),
        (
            "{mark: {was: to}, for: mover}",
            "was: {holds: cell}",
            "expression/wrong-type",
            "mark 'was' is kept once for the game",
        ),
        ("{mark: {was: to}}", "was: {holds: cell, keep: 0}", "resolve/out-of-range", "0 values"),
        ("{mark: {man: to}}", "man: {holds: cell}", "resolve/name-taken", "'man' cannot be"),
        (
            "{mark: {strength: to}, for: unit}",
            "strength: {holds: cell, per: piece}",
            "resolve/name-taken",
            "'strength' cannot be a mark per piece",
        ),
        (
            "{mark: {was: to}}",
            "was: {holds: cell, symbol: n}",
            "resolve/letter-taken",
            "'n' already",
        ),
        (
            "{mark: {was: mover}}",
            "was: {holds: side, symbol: x}",
            "resolve/no-letter",
            "mark 'was' cannot be drawn",
        ),
        (
            "{if: 'past(was, 1) == to', then: [stop]}",
            "was: {holds: cell}",
            "expression/wrong-arguments",
            "'was' remembers only its present value",
        ),
        (
            "{if: 'past(turn, 1) == 2', then: [stop]}",
            "was: {holds: cell}",
            "expression/wrong-type",
            "'turn' is neither a counter nor a mark",
        ),
    ],
)
def test_mistakes_with_marks_are_located(
    mini: Make, step: str, marks: str, code: str, message: str
) -> None:
    with pytest.raises(ResolveError) as caught:
        mini(
            f"""
            operands: {{unit: {{piece: {{owner: mover}}}}, to: {{cell: {{empty: true}}}}}}
            effects: [{step}]
            """,
            marks=marks,
        )
    found = caught.value.diagnostics[0]
    assert found.code == code
    assert found.message.startswith(message)
    assert found.span is not None
    assert found.span.line > 1
