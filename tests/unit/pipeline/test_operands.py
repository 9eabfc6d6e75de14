"""Operands that are no pieces and cells, that may be left out, or that have several ways."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game, Position
from ruleengine.errors import IllegalMoveError, InvalidMoveError

Make = Callable[..., Game]

BOARD = """
. . . . .
. . . . .
n . . . .
. . . . .
. . s . S
"""


def at(game: Game) -> Position:
    return game.position(board=BOARD, mover="north")


def texts(position: Position) -> list[str]:
    return [move.text for move in position.legal_moves()]


def codes(position: Position, move: str) -> list[str]:
    return [reason.code for reason in position.why(move)]


def check_round_trip(position: Position) -> None:
    """Store a position and read it back; see that every legal move is numbered and read."""
    game = position.game
    assert game.position(position.to_dict()) == position
    numbers = [game.move_id(move) for move in position.legal_moves()]
    assert len(set(numbers)) == len(numbers)
    for move in position.legal_moves():
        assert position.parse_move(move.text) == move
        assert position.why(move.text) == ()
        assert position.play(move) == position.play(move.text)


def test_a_kind_is_named_and_placed(mini: Make) -> None:
    game = mini(
        """
        operands:
          what: {kind: [king, man]}
          at: {cell: {empty: true, in: west}}
        effects: [place: {kind: what, owner: mover, at: at}]
        """,
        zones="west: {shape: {columns: [0]}}",
    )
    position = at(game)
    assert len(texts(position)) == 8
    assert texts(position)[0] == "step man-a5"
    after = position.play("step king-a1")
    assert "N . s . S" in after.drawing
    check_round_trip(position)
    assert codes(position, "step man-a3") == ["reach/wrong-cell"]
    with pytest.raises(InvalidMoveError, match="'kinf' is no kind for 'what'"):
        position.play("step kinf-a1")


def test_only_the_kinds_listed_may_be_named(mini: Make) -> None:
    game = mini("operands: {what: {kind: king}}\neffects: []")
    assert texts(at(game)) == ["step king"]
    (reason,) = at(game).why("step man")
    assert reason.code == "move/wrong-value"
    assert reason.message == "'man' may not be named as what, only: king"


@pytest.mark.parametrize(
    ("operand", "text", "told"),
    [
        ("number: {at_least: 1, at_most: 3}", "4", "how many men is from 1 to 3, not 4"),
        ("kind: king", "man", "how many men is one of: king; not 'man'"),
    ],
)
def test_what_is_called_by_a_question_is_refused_like_an_answer(
    mini: Make, operand: str, text: str, told: str
) -> None:
    game = mini(f"operands: {{many: {{{operand}, title: how many men}}}}\neffects: []")
    (reason,) = at(game).why(f"step {text}")
    assert reason.message == told


def test_any_kind(mini: Make) -> None:
    game = mini("operands: {what: {kind: any}}\neffects: []")
    assert texts(at(game)) == ["step man", "step king"]


def test_numbers_have_bounds_of_their_position(mini: Make) -> None:
    game = mini(
        """
        operands:
          man: {piece: {owner: mover}}
          far: {number: {at_least: -1, at_most: "min(turn, 3)"}}
        validators:
          - {require: far != 0, says: it has to be something}
        effects: [set: {score: far}]
        """,
        counters="score: {}",
    )
    position = at(game)
    assert texts(position) == ["step a3--1", "step a3-1"]
    assert position.play("step a3--1").view("north").counters == {"score": -1}
    check_round_trip(position)
    assert codes(position, "step a3 0") == ["move/requirement"]
    (reason,) = position.why("step a3-2")
    assert (reason.code, reason.message) == (
        "move/wrong-value",
        "2 may not be named as far, only from -1 to 1",
    )


def test_a_number_that_is_too_large_can_mean_the_largest(mini: Make) -> None:
    game = mini(
        """
        operands:
          man: {piece: {owner: mover}}
          far: {number: {at_least: 1, at_most: "min(man.cell.row + 1, 5)", too_large: stop}}
        effects: [set: {score: far}]
        """,
        counters="score: {}",
    )
    position = at(game)
    assert texts(position) == ["step a3-1", "step a3-2", "step a3-3"]
    assert position.parse_move("step a3-9").text == "step a3-3"
    assert position.parse_move({"action": "step", "man": "a3", "far": 4}).text == "step a3-3"
    assert codes(position, "step a3-0") == ["move/wrong-value"]
    assert codes(position, "step b2-9")[0] == "move/no-piece"
    check_round_trip(position)


BY_NAME = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: right, distance: 1}}
validators:
  - {id: far, require: to.column < 4, says: it is the edge, code: edge}
  - {id: last, require: to.column != 4, says: it is the last, code: last, before_way: BEFORE}
effects: [move: {piece: man, to: to}]
"""


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("false", ["reach/too-far", "edge", "last"]),
        ("true", ["last", "reach/too-far", "edge"]),
    ],
)
def test_a_rule_can_be_told_before_the_way(mini: Make, before: str, told: list[str]) -> None:
    position = at(mini(BY_NAME.replace("BEFORE", before)))
    reasons = position.why("step a3-e3")
    found = [r.code if r.code != "move/requirement" else str(r.rule) for r in reasons]
    assert found == told
    # A cell that is not there comes first in any case.
    assert codes(position, "step a3-f3")[0] == "reach/off-board"


def test_a_rule_about_start_and_target_says_nothing_of_what_is_out_of_reach(mini: Make) -> None:
    """Between cells that no way joins there is no leg that could be blocked."""
    game = mini(
        """
        operands:
          man: {piece: {owner: mover}}
          to: {leap: {from: man, by: [[1, 2]]}}
        validators:
          - {id: leg, require: man.cell.column + to.column < 2, code: leg}
          - {id: edge, require: to.column < 2, code: edge}
          - {id: inner, when: man.cell.row == 2, holds: {cell: to, any_of: [nothing]}}
        effects: [move: {piece: man, to: to}]
        """
    )
    reach, edge, inner = at(game).why("step a3-c1")
    assert reach.code == "reach/no-leap"
    assert (edge.rule, inner.code) == ("edge", "move/target-enemy")


def test_words_are_compared_in_conditions(mini: Make) -> None:
    game = mini(
        """
        operands:
          man: {piece: {owner: mover}}
          mood: {word: [bold, shy]}
        effects: [{if: mood == bold, then: [become: {piece: man, kind: king}]}]
        """
    )
    position = at(game)
    assert texts(position) == ["step a3-bold", "step a3-shy"]
    assert "N" in position.play("step a3-bold").drawing
    assert "N" not in position.play("step a3-shy").drawing
    check_round_trip(position)


UNION = """
operands:
  man: {piece: {owner: mover}}
  to:
    any_of:
      - {line: {from: man, directions: right, distance: {at_least: 1, at_most: 2}}}
      - {when: turn > 1, leap: {from: man, by: [[1, 2]]}}
      - {line: {from: man, directions: [right, down], distance: 2}}
validators:
  - path_clear: to
effects: [move: {piece: man, to: to}]
"""


def test_several_ways_lead_to_a_cell(mini: Make) -> None:
    position = at(mini(UNION))
    assert texts(position) == ["step a3-b3", "step a3-c3", "step a3-a1"]
    check_round_trip(position)
    assert codes(position, "step a3-b5") == ["reach/not-straight"]
    assert codes(position, "step a3-d3") == ["reach/too-far"]
    assert codes(position, "step a3-a4") == ["reach/wrong-direction"]


def test_no_way_is_open(mini: Make) -> None:
    game = mini(
        """
        operands:
          man: {piece: {owner: mover}}
          to: {any_of: [{when: turn > 1, cell: {}}, {when: turn > 2, cell: {}}]}
        effects: []
        """,
        phases="play: {turns: [north, south], turn: [act: [step, wait]]}",
        actions="wait: {}",
    )
    position = at(game)
    assert texts(position) == ["wait"]
    assert codes(position, "step a3-a4") == ["reach/no-way"]
    assert len(texts(position.play("wait"))) == 2 * 25 + 1


SOMETIMES = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
  target: {when: to.column == 0, cell: {empty: false}}
validators:
  - holds: {cell: to, any_of: [nothing]}
  - holds: {cell: target, any_of: [enemy]}
effects:
  - move: {piece: man, to: to}
  - remove: piece_at(target)
"""


def test_an_operand_is_named_only_when_its_condition_holds(mini: Make) -> None:
    position = at(mini(SOMETIMES))
    assert texts(position) == [
        "step a3-a4-c1",
        "step a3-a4-e1",
        "step a3-b3",
        "step a3-a2-c1",
        "step a3-a2-e1",
    ]
    check_round_trip(position)
    assert position.play("step a3-b3").drawing.count("s") == 1
    assert position.play("step a3-a4-c1").drawing.count("s") == 0
    assert codes(position, "step a3-a4") == ["move/missing-value"]
    assert codes(position, "step a3-b3-c1") == ["move/extra-value"]
    assert codes(position, "step a3-a4-none") == ["move/missing-value"]


def test_distance_zero_is_the_cell_itself(mini: Make) -> None:
    game = mini(
        """
        operands:
          man: {piece: {owner: mover}}
          to: {line: {from: man, directions: up, distance: {at_least: 0, at_most: 1}}}
        validators: [path_length: {to: to, steps: 0}]
        effects: []
        """
    )
    position = at(game)
    assert texts(position) == ["step a3-a3"]
    check_round_trip(position)
    assert codes(position, "step a3-a4") == ["move/path-length"]
    assert codes(position, "step a3-a5") == ["reach/too-far"]


def test_a_route_of_no_steps_stays(mini: Make) -> None:
    game = mini(
        """
        operands:
          man: {piece: {owner: mover}}
          to: {route: {from: man, steps: {at_least: 0, at_most: 1}, through: {}}}
        effects: []
        """
    )
    assert texts(at(game)) == ["step a3-a4", "step a3-a3", "step a3-b3", "step a3-a2"]
    check_round_trip(at(game))


def test_values_too_many_too_few_or_nowhere(mini: Make) -> None:
    position = at(mini())
    assert codes(position, "step a3-a4-a5") == ["move/extra-value"]
    assert codes(position, "step a3") == ["move/missing-value"]
    assert codes(position, "step") == ["move/missing-value"]
    (reason,) = position.why("step")
    assert reason.message == "'step' needs values for 'man' and 'to'"
    assert codes(position, "step b3-b4") == ["move/no-piece"]
    assert codes(position, "b3-b4") == ["move/no-piece"]
    assert codes(position, "step a3-a9") == ["reach/off-board"]
    with pytest.raises(IllegalMoveError):
        position.play("step a3")


@pytest.mark.parametrize("where", ["it == man.cell", "man.cell == it", "not it != man.cell"])
def test_a_cell_asked_for_outright(mini: Make, where: str) -> None:
    """One cell is looked at and not all of them, but what may be named is the same."""
    step = f"""
        operands:
          man: {{piece: {{owner: mover}}}}
          at: {{cell: {{where: "{where}", empty: false}}}}
        effects: [remove: man]
        """
    position = at(mini(step))
    assert texts(position) == ["step a3-a3"]
    assert codes(position, "step a3-c1") == ["reach/wrong-cell"]


PLACED = """
operands: {at: {cell: FILTER}}
effects: [place: {kind: man, owner: mover, at: at}]
"""
HALVES = """
half:
  title: a half
  parts:
    north: {owner: north, shape: {rows: [0, 1]}}
    south: {owner: south, shape: {rows: [3, 4]}}
west: {title: the west, shape: {columns: [0]}}
"""


@pytest.mark.parametrize(
    ("wanted", "move", "why"),
    [
        ('{in: "part(half, opponent)"}', "a5", " (it is not in south's half)"),
        ('{in: "part(half, opponent)"}', "a3", " (it is not in south's half)"),
        ("{not_in: west, empty: true}", "a3", " (it is in the west)"),
        ("{in: west, empty: true}", "a3", " (a piece stands there)"),
        ("{in: [west, half.north]}", "c1", " (it is not in the west or north's half)"),
        ("{empty: false}", "a1", " (no piece stands there)"),
        ("{where: it.row > 3}", "a3", " (this does not hold: it.row > 3)"),
    ],
)
def test_the_part_of_a_filter_that_fails_is_told(
    mini: Make, wanted: str, move: str, why: str
) -> None:
    position = at(mini(PLACED.replace("FILTER", wanted), zones=HALVES))
    (reason,) = position.why(f"step {move}")
    assert reason.code == "reach/wrong-cell"
    assert reason.message == f"{move} is not a cell that may be named{why}"


ROADS = """
open:
  given: {spot: cell}
  gives: truth
  title: a road leads to {spot}
  denied: no road leads to {spot}
  rows: [{value: "exists(owner=mover, kind=king) or spot.row > 3"}]
"""


@pytest.mark.parametrize("views", ["[]", "[{hide: kind}]"])
def test_the_only_part_of_a_filter_is_told_in_the_words_of_its_table(
    mini: Make, views: str
) -> None:
    """Nothing else can be the reason, so that the words tell no more than the refusal does."""
    game = mini(PLACED.replace("FILTER", "{where: open(it)}"), tables=ROADS, views=views)
    (reason,) = at(game).why("step b3")
    assert reason.message == "b3 is not a cell that may be named (no road leads to b3)"


HIDDEN = "something that is hidden from north stands against it"


@pytest.mark.parametrize(
    ("wanted", "move", "told"),
    [
        ("{empty: true}", "c1", HIDDEN),  # a hidden piece stands there
        ("{empty: false}", "b2", HIDDEN),  # one could stand there
        (
            '{in: "part(half, first_piece(kind=man).owner)"}',
            "a1",
            "a1 is not a cell that may be named",
        ),
    ],
)
def test_what_is_hidden_is_no_reason_that_is_told(
    mini: Make, wanted: str, move: str, told: str
) -> None:
    views = "- {hide: piece, of: {kind: man}}"
    position = at(mini(PLACED.replace("FILTER", wanted), zones=HALVES, views=views))
    (reason,) = position.why(f"step {move}", "north")
    assert reason.message == told


LEAPS = """
operands:
  unit: {piece: {owner: mover}}
  to: {leap: {from: unit, by: [[1, 2], [2, 2], [2, 3]], through: {empty: true}}}
effects: [move: {piece: unit, to: to}]
"""


@pytest.mark.parametrize(
    ("move", "blocked"),
    [
        ("step c1-d3", "c2"),  # straight first
        ("step c1-b3", "c2"),
        ("step c1-e2", None),
        ("step c1-a2", "b1"),
        ("step c1-e3", "d2"),  # slanting all the way
        ("step c1-a3", None),
        ("step b1-d4", None),
        ("step a1-d3", "b1"),
    ],
)
def test_a_leap_goes_straight_first_where_it_needs_free_cells(
    mini: Make, move: str, blocked: str | None
) -> None:
    board = """
    . . . . n
    . . . . .
    . . . . .
    . . n n .
    s s s . .
    """
    position = mini(LEAPS).position(board=board, mover="south")
    reasons = position.why(move)
    assert [reason.code for reason in reasons] == (["reach/no-leap"] if blocked else [])
    if blocked:
        target = move.partition("-")[2]
        message = f"the leap to {target} passes {blocked} (a piece stands there)"
        assert reasons[0].message == message
