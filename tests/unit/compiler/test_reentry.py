"""Steps that come back to themselves, and questions about what is running."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game
from ruleengine.compiler.flow import compile_ruleset
from ruleengine.errors import NoRoomError
from ruleengine.kernel.rows import RowGame, Tables

Agree = Callable[..., list[str]]
Make = Callable[..., Game]

STEP = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
validators:
  - holds: {cell: to, any_of: [nothing, enemy]}
effects:
  - capture: to
  - move: {piece: man, to: to}
"""
COUNTERS = "score: {}\nplace: {}"
SETUP = "- {put: {kind: man, owner: north, at: [a5]}}\n- {put: {kind: man, owner: south, at: [a1]}}"


@pytest.mark.parametrize(
    ("more", "sections"),
    [
        pytest.param("  - {act: [step], optional: true}\n  - remove: man\n", {}, id="an action"),
        pytest.param(
            "  - {act: [step], who: opponent, optional: true, else: [{set: {place: to.row}}]}\n"
            "  - {set: {score: man.cell.row * 10 + to.column}}\n",
            {},
            id="an action of the other side, or its else",
        ),
        pytest.param(
            "  - for_each: {as: n, among: {owner: mover}}\n    do:\n"
            "      - {if: turn % 2 == 0, then: [{act: [step], optional: true}]}\n"
            "      - {add: {score: n.cell.row}}\n",
            {},
            id="a loop over pieces",
        ),
        pytest.param(
            "  - repeat: [{act: [step], optional: true}, {add: {score: to.row}}]\n    at_most: 2\n",
            {},
            id="a loop that counts",
        ),
        pytest.param(
            "  - run: {dig: {deep: 3}}\n",
            {
                "procedures": "dig:\n  given: {deep: number}\n  steps:\n"
                "    - {if: deep > 0, then: [{run: {dig: {deep: deep - 1}}}]}\n"
                "    - {add: {score: deep}}",
            },
            id="a procedure in itself",
        ),
        pytest.param(
            "",
            {
                "reactions": "more:\n  on: captured\n"
                "  effects: [{act: [step], optional: true}, {set: {place: from.row}}]"
            },
            id="a reaction in itself",
        ),
        pytest.param(
            "  - {roll: die}\n  - {set: {place: to.row}}\n",
            {
                "dice": "die: {faces: 2}",
                "reactions": "more:\n  on: rolled\n  when: die == 2\n"
                "  effects: [{act: [step], who: opponent}, {add: {score: 1}}]",
            },
            id="a throw that is heard",
        ),
    ],
)
def test_what_begins_again_before_it_is_over_keeps_its_names(
    agree: Agree, more: str, sections: dict[str, str]
) -> None:
    assert agree(STEP + more, counters=COUNTERS, **sections)


def test_what_begins_again_at_its_end_is_played(agree: Agree) -> None:
    again = "dig: [{add: {score: 1}}, {if: score % 5 != 0, then: [{run: dig}]}]"
    assert agree(STEP + "  - run: dig\n", procedures=again, counters=COUNTERS)
    reaction = "more: {on: captured, effects: [{act: [step], who: opponent}, {add: {score: 1}}]}"
    assert agree(STEP, reactions=reaction, counters=COUNTERS)


def test_a_question_leaves_the_action_that_asks_as_it_is(agree: Agree) -> None:
    more = """\
  - {if: can(step), then: [{add: {score: 1}}]}
  - {set: {place: man.cell.row * 100 + to.column}}
"""
    assert agree(STEP + more, counters=COUNTERS)
    ending = "- {when: 'not can(step, side=north) and turn > 4', draw: true, says: stuck}"
    effects = STEP.replace("effects:\n", "effects:\n  - check_endings: true\n")
    assert agree(effects, endings=ending)


def test_a_question_about_a_given_piece_looks_at_what_its_move_leads_to(agree: Agree) -> None:
    actions = """
test:
  operands: {man: {piece: {owner: mover, where: "can(danger, man=it)"}}}
  effects: [{add: {score: 1}}]
danger:
  operands:
    man: {piece: {owner: mover}}
    to: {line: {from: man, directions: orthogonal, distance: 1}}
  validators: [{afterwards: "count(owner=mover) < 5 or to.row == 1"}]
  effects: [{capture: to}, {move: {piece: man, to: to}}]
"""
    phases = "play: {turns: [north, south], turn: [{act: [step]}, {act: [test]}]}"
    assert agree(STEP, actions=actions, counters=COUNTERS, phases=phases)


def test_pieces_beyond_the_room_there_is_are_told_of(mini: Make) -> None:
    grow = """
operands: {at: {cell: {empty: true}}}
effects:
  - {place: {kind: man, owner: mover, at: at}}
  - {remove: piece_at(at)}
"""
    game = mini(grow, endings="- {when: turn > 9999, draw: true, says: it is late}")
    row = RowGame(Tables(compile_ruleset(game.rules.resolved)))
    row.run()
    for _ in range(row.tables.program.layout.max_pieces):
        row.take(0, (0,))
    with pytest.raises(NoRoomError, match="no room for more pieces"):
        row.take(0, (0,))


def test_what_begins_again_too_often_is_told_of(mini: Make) -> None:
    deep = """
dig:
  given: {deep: number}
  steps:
    - {if: deep > 0, then: [{run: {dig: {deep: deep - 1}}}]}
    - {add: {score: deep}}
"""
    step = STEP + "  - run: {dig: {deep: 9000}}\n"
    game = mini(step, counters=COUNTERS, procedures=deep, setup=SETUP)
    row = RowGame(Tables(compile_ruleset(game.rules.resolved)))
    row.run()
    with pytest.raises(NoRoomError):
        row.take(*row.moves()[0])
