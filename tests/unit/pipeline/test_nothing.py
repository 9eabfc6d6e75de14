"""Rules may speak of what is not there: then an effect does not happen, and a question says no."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

import pytest

from ruleengine import Game

Make = Callable[..., Game]

BOARD = """
n . . . .
. . . . .
. . . . .
. . . . .
. . s . .
"""
ACTION = """
operands: {{man: {{piece: {{owner: mover}}}}, to: {{cell: {{empty: true}}}}}}
effects:
  - {effect}
  - move: {{piece: man, to: to}}
"""
CONDITION = """
operands: {{man: {{piece: {{owner: mover}}}}, to: {{cell: {{empty: true}}}}}}
effects:
  - if: "{condition}"
    then: [end: {{winner: opponent, says: "yes"}}]
    else: [end: {{winner: mover, says: "no"}}]
"""


@pytest.mark.parametrize(
    "effect",
    [
        "remove: piece_at(to)",
        "move: {piece: piece_at(to), to: man}",
        "capture: piece_at(to)",
        "give: {piece: piece_at(to), to: mover}",
        "give: {piece: man, to: piece_at(to).owner}",
        "become: {piece: piece_at(to), kind: king}",
        "become: {piece: man, kind: piece_at(to).kind}",
        "place: {kind: man, owner: piece_at(to).owner, at: to}",
        "place: {kind: man, owner: mover, at: piece_at(to)}",
        "choose: {as: foe, who: piece_at(to).owner, among_cells: {}, optional: true}",
        'choose: {as: far, who: mover, numbers: {from: 0, to: "min(piece_at(to).cell.row, 3)"}}',
        "for_each: {as: foe, among: {owner: piece_at(to).owner}}\n    do: [remove: foe]",
    ],
)
def test_an_effect_on_nothing_does_not_happen(mini: Make, effect: str) -> None:
    game = mini(ACTION.format(effect=effect))
    position = game.position(board=BOARD, mover="north")
    after = position.play("step a5-b5")
    assert sorted(after.drawing.split()) == sorted(position.drawing.split())


@pytest.mark.parametrize(
    "condition",
    [
        "empty(piece_at(to))",
        "holds(piece_at(to), owner=mover)",
        "distance(piece_at(to), man) < 9",
        "same_row(piece_at(to), man)",
        "count(owner=piece_at(to).owner) > 0",
        "exists(owner=piece_at(to).owner)",
        "can(side=piece_at(to).owner)",
        "max(piece_at(to).cell.row, 3) > 0",
        "-piece_at(to).cell.row < 1",
        "piece_at(to).owner.opponent == mover",
    ],
)
def test_a_question_about_nothing_is_answered_no(mini: Make, condition: str) -> None:
    game = mini(CONDITION.format(condition=condition))
    after = game.position(board=BOARD, mover="north").play("step a5-b5")
    assert after.outcome is not None
    assert after.outcome.reason == "no"


GONE = """
operands: {man: {piece: {owner: opponent}}}
validators:
  - {require: man.cell != nothing}
  - {require: "after(take, last.cell == nothing)"}
effects:
  - mark: {last: man}
  - remove: man
  - {if: man.cell == nothing, then: [{add: {absent: 1}}]}
  - {if: "distance(man, man.home) >= 0", then: [{add: {present: 1}}]}
  - {if: man not in corner, then: [{add: {absent: 1}}]}
  - capture: man.cell
  - {mark: {where: man.cell}}
  - {place: {kind: king, owner: mover, at: man.cell}}
  - {move: {piece: man, to: man}}
"""


def test_a_piece_that_is_gone_has_no_cell(mini: Make) -> None:
    game = mini(
        GONE,
        counters="""
        absent: {}
        present: {}
        """,
        marks="""
        last: {holds: piece}
        where: {holds: cell}
        """,
        zones="corner: {shape: {cells: [a1]}}",
        procedures="take: [{for_each: {as: each, among: {owner: opponent}}, do: [{remove: each}]}]",
        endings="- {when: last.cell == nothing and turn > 1, draw: true, says: gone}",
    )
    board = "n....\n.....\n.....\n.....\ns...s"
    after = game.position(board=board, mover="north").play("step a1")
    assert after.view("north").counters == {"absent": 2, "present": 0}
    assert after.view("north").marks == {"last": "gone", "where": None}
    assert [event.name for event in after.events][:2] == ["removed", "turn"]


def test_what_was_named_may_be_gone_in_another_position(mini: Make) -> None:
    game = mini(
        """
        operands: {man: {piece: {owner: opponent}}}
        validators:
          - {require: "after(take, man.cell == nothing)", id: taken}
          - {afterwards: man.cell != nothing or man.home.column > 0, id: kept}
        effects: [{remove: man}]
        """,
        procedures="take: [{for_each: {as: each, among: {owner: opponent}}, do: [{remove: each}]}]",
    )
    position = game.position(board="n....\n.....\n.....\n.....\ns...s", mover="north")
    assert [reason.rule for reason in position.why("step a1")] == ["kept"]


UNTHROWN = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: all, distance: die}}
effects: [move: {piece: man, to: to}]
"""


def test_a_die_that_was_thrown_before_the_turn_is_nothing(mini: Make) -> None:
    """Nobody may stay where he is by a throw that has not been made."""
    game = mini(
        UNTHROWN,
        dice="die: {faces: 6}",
        counters="seen: {start: 9}",
        setup="- drawn: |\n" + indent(BOARD.strip(), "    "),
        phases="""
        toss: {steps: [roll: die]}
        play: {turns: [north, south], turn: [{set: {seen: die}}, {act: [step]}, {roll: die}]}
        """,
    )
    position = game.start().play("die 4")
    assert position.chance is not None  # nobody could step before the throw
    assert position.full_view().counters["seen"] == 9
    assert position.full_view().dice == {"die": None}
