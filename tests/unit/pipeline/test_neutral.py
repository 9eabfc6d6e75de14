"""Pieces of nobody: they are in the way, and neither friend nor enemy."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game
from ruleengine.errors import PositionError, ResolveError
from ruleengine.schema.drawing import read_drawing

Make = Callable[..., Game]

KINDS = """
man: {letters: {north: n, south: s, nobody: m}}
rock: {letters: {nobody: "#"}}
"""
BOARD = """
. . n . .
. . # . .
. . . . .
. . . . .
. . s . .
"""
SLIDE = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: {at_least: 1}}}
validators:
  - path_clear: to
  - holds: {cell: to, any_of: [nothing, enemy]}
effects:
  - capture: to
  - move: {piece: man, to: to}
"""


def rows(text: str) -> list[str]:
    return read_drawing(text)


def test_a_piece_of_nobody_is_in_the_way(neutral: Make) -> None:
    game = neutral(SLIDE)
    position = game.position(board=BOARD, mover="north")
    assert [reason.code for reason in position.why("step c5-c4")] == ["move/target-neutral"]
    assert [reason.code for reason in position.why("step c5-c3")] == ["move/path-blocked"]
    assert rows(position.drawing)[1] == "..#.."
    assert game.position(position.to_dict()) == position
    reasons = position.why("step c4-c3")
    assert (reasons[0].code, reasons[0].message) == (
        "move/wrong-piece",
        "the rock on c4 belongs to nobody",
    )
    assert {(p.place, p.owner) for p in position.view("north").pieces} == {
        ("c5", "north"),
        ("c4", "nobody"),
        ("c1", "south"),
    }


def test_a_rule_can_allow_neutral_pieces_and_capture_leaves_them(neutral: Make) -> None:
    game = neutral(SLIDE.replace("[nothing, enemy]", "[nothing, enemy, neutral]"))
    after = game.position(board=BOARD, mover="north").play("step c5-c4")
    assert [event.name for event in after.events][:1] == ["moved"]
    assert len([p for p in after.view("north").pieces if p.place == "c4"]) == 2


def test_the_owner_of_a_neutral_piece_is_nothing(neutral: Make) -> None:
    game = neutral(
        """
        operands: {unit: {piece: {}}}
        validators:
          - {require: unit.owner == nothing and unit.owner == nobody, id: free}
          - {require: unit.owner.opponent == nothing, id: unopposed}
          - {require: unit.seat == nothing, id: seatless}
          - {require: count(owner=nobody) == 1 and exists(owner=nobody), id: one}
          - {require: 'holds(unit, owner=nobody)', id: there}
          - {require: count(owner=unit.owner) == 0, id: none}
        effects: [{give: {piece: unit, to: mover}}]
        """
    )
    position = game.position(board=BOARD, mover="north")
    assert [move.text for move in position.legal_moves()] == ["step c4"]
    assert [reason.rule for reason in position.why("step c5")] == [
        "free",
        "unopposed",
        "seatless",
        "there",
        "none",
    ]
    after = position.play("step c4")
    assert rows(after.drawing)[1] == "..*.."


def test_pieces_are_placed_given_and_filtered_for_nobody(neutral: Make) -> None:
    game = neutral(
        """
        operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true}}}
        effects:
          - place: {kind: rock, owner: nobody, at: to}
          - give: {piece: man, to: nobody}
          - for_each: {as: stone, among: {owner: nobody, kind: rock}}
            do: [{add: {stones: 1}}]
        """,
        counters="""
        stones: {}
        freed: {}
        """,
        reactions="""
        freed: {on: given, when: to_side == nothing, effects: [{add: {freed: 1}}]}
        """,
        setup="""
        - put: {kind: man, owner: north, at: [a5, b5]}
        - put: {kind: man, owner: south, at: a1}
        - put: {kind: rock, owner: nobody, at: c3}
        """,
    )
    after = game.start().play("step a5-e1")
    assert rows(after.drawing) == ["mn...", ".....", "..#..", ".....", "s...#"]
    assert after.view("north").counters == {"stones": 2, "freed": 1}
    assert "given piece=nobody man to_side=None" in [str(event) for event in after.events]
    assert game.position(after.to_dict()) == after


def test_zones_can_be_filled_for_nobody_and_left_to_nobody(neutral: Make) -> None:
    game = neutral(
        """
        operands: {man: {piece: {owner: mover}}}
        effects: [{claim: {zone: wood, to: nobody}}]
        """,
        zones="wood: {shape: {cells: [a3, b3]}, owner: north}",
        setup="""
        - fill: {zone: wood, kind: rock, owner: nobody}
        - put: {kind: man, owner: north, at: c3}
        - put: {kind: man, owner: south, at: d3}
        """,
    )
    assert rows(game.start().drawing)[2] == "##ns."
    left = game.start().play("step c3")
    assert left.view("north").zone_owners == {"wood": None}
    drawn = left.view("north").drawing
    assert game.position(board=drawn, zone_owners={"wood": None}).full_view().zone_owners == {
        "wood": None
    }
    with pytest.raises(PositionError, match=r"there is no side 'nothing'; there are: .*, nobody"):
        game.position(board=drawn, zone_owners={"wood": "nothing"})


@pytest.mark.parametrize(
    ("effect", "sections", "code"),
    [
        ("{place: {kind: king, owner: nobody, at: to}}", {}, "resolve/no-letter"),
        (
            "stop: true",
            {"setup": "- put: {kind: king, owner: nobody, at: a1}"},
            "resolve/no-letter",
        ),
        ("stop", {"counters": "nobody: {}"}, "resolve/name-taken"),
    ],
)
def test_mistakes_about_nobody(
    mini: Make, effect: str, sections: dict[str, str], code: str
) -> None:
    with pytest.raises(ResolveError) as caught:
        mini(f"operands: {{to: {{cell: {{}}}}}}\neffects: [{effect}]", **sections)
    assert caught.value.diagnostics[0].code == code
    assert caught.value.diagnostics[0].span is not None


@pytest.fixture
def neutral(mini: Make) -> Make:
    """Return a function that makes games with rocks."""
    return lambda step, **sections: mini(step, kinds=KINDS, **sections)
