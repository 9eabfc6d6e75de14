"""Rounds without a side on turn, who comes first, and loops."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game
from ruleengine.errors import EndlessError, ResolveError, SchemaError
from ruleengine.schema.drawing import read_drawing
from ruleengine.workbench.both_tiers.lockstep import Lockstep

Make = Callable[..., Game]

BOARD = """
. . n . .
. . . . .
. . . . .
. . . . .
. . s . .
"""


def rows(text: str) -> list[str]:
    return read_drawing(text)


def test_a_round_has_no_side_on_turn_and_counts_as_a_turn(mini: Make) -> None:
    game = mini(
        phases="""
        play:
          round:
            - {act: [step], who: south}
            - {act: [step], who: north}
        """,
        counters="acts: {per: side, resets: turn}",
    )
    position = game.position(board=BOARD)
    assert (position.actors, position.turn, position.view("north").mover) == (
        ("south",),
        1,
        "south",
    )
    assert [str(event) for event in position.events] == ["turn number=1"]
    second = position.play("step c1-c2")
    assert (second.actors, second.turn) == (("north",), 1)
    third = second.play("step c5-c4")
    assert (third.actors, third.turn) == (("south",), 2)
    assert [str(event) for event in third.events if event.name == "turn"] == ["turn number=2"]
    assert game.position(third.to_dict()) == third


def test_endings_hold_in_rounds(mini: Make) -> None:
    game = mini(phases="play: {round: [{act: [step], who: south}]}")
    position = game.position(board=".....\n.....\n.....\n..n..\n..s..")
    after = position.play("step c1-c2")
    assert after.outcome is not None
    assert after.outcome.winner == "south"


def test_rounds_in_which_nobody_decides_come_to_an_end(mini: Make) -> None:
    game = mini(phases="play: {round: [{add: {ticks: 1}}]}", counters="ticks: {resets: turn}")
    position = game.position(board=BOARD)
    assert position.outcome is not None
    assert (position.outcome.ending, position.outcome.is_draw) == ("deadlock", True)
    assert position.turn == 5


@pytest.mark.parametrize(
    ("wanted", "turn"),
    [("ticks > 7", 9), ("turn > 7", 8), ("turn > 300 or ticks > 300", 101), ("ply > 7", 5)],
)
def test_turns_that_may_differ_are_waited_for_longer(mini: Make, wanted: str, turn: int) -> None:
    counted = ", else: [{add: {ticks: 1}}]" if "ticks" in wanted else ""
    game = mini(
        f"""
        operands: {{man: {{piece: {{owner: mover}}}}}}
        validators: [{{require: {wanted}}}]
        """,
        phases=f"play: {{turns: [north, south], turn: [{{act: [step]{counted}}}]}}",
        counters="ticks: {}",
    )
    position = game.position(board=BOARD)
    assert position.turn == turn
    assert (position.outcome is not None) == (turn in {5, 101})
    run = Lockstep(game, seed=1)
    run.play(4)


def test_a_phase_can_say_who_comes_first(mini: Make) -> None:
    game = mini(
        phases="""
        start: {steps: [{mark: {begins: south}}]}
        play: {turns: [north, south], first: begins, turn: [act: [step]]}
        """,
        marks="begins: {holds: side}",
        setup="""
        - put: {kind: man, owner: north, at: c5}
        - put: {kind: man, owner: south, at: c1}
        """,
    )
    position = game.start()
    assert position.actors == ("south",)
    assert position.play("step c1-c2").actors == ("north",)
    drawn = game.position(board=BOARD, mover="north")
    assert drawn.actors == ("north",)
    assert game.position(board=BOARD, marks={"begins": "nothing"}).actors == ("north",)


LOOPS = """
operands: {to: {cell: {empty: true}}}
effects:
  - for_each: {as: where, among_cells: {in: corner, empty: true}}
    do: [{place: {kind: man, owner: north, at: where}}]
  - for_each: {as: side, among_sides: true}
    do: [{add: {score: 2}, for: side}]
  - for_each: {as: each, numbers: {from: 2, to: 4}}
    do: [{add: {total: each}}]
  - for_each: {as: each, numbers: {from: 1, to: score - 9}}
    do: [{add: {total: 100}}]
"""


def test_loops_go_through_cells_sides_and_numbers(mini: Make) -> None:
    game = mini(
        LOOPS,
        zones="corner: {shape: {cells: [a1, b1, a2]}}",
        counters="""
        score: {per: side}
        total: {}
        """,
    )
    after = game.position(board=BOARD, mover="north").play("step e1")
    assert rows(after.drawing)[3:] == ["n....", "nns.."]
    assert after.view("north").counters == {"score": {"north": 2, "south": 2}, "total": 9}


def test_a_loop_over_far_too_many_numbers_is_endless(mini: Make) -> None:
    game = mini(
        """
        operands: {to: {cell: {empty: true}}}
        effects:
          - for_each: {as: each, numbers: {from: 1, to: 1000000}}
            do: [{add: {total: 1}}]
        """,
        counters="total: {}",
    )
    with pytest.raises(EndlessError):
        game.position(board=BOARD, mover="north").play("step e1")


def test_repeat_runs_while_a_condition_holds_and_at_most_so_often(mini: Make) -> None:
    game = mini(
        """
        operands: {man: {piece: {owner: mover}}}
        effects:
          - repeat:
              - {choose: {as: way, who: mover, among_words: [left, right]}}
              - {add: {total: 1}}
              - {if: way == right, then: [{set: {total: 9}}]}
            while: total < 5
            at_most: 1 + 1
          - {repeat: [{add: {after: 1}}], at_most: 3}
        """,
        counters="""
        total: {}
        after: {}
        """,
    )
    position = game.position(board=BOARD, mover="north").play("step c5")
    assert [move.text for move in position.legal_moves()] == ["way left", "way right"]
    assert game.position(position.to_dict()) == position
    twice = position.play("way left").play("way left")
    assert twice.view("north").counters == {"total": 2, "after": 3}
    once = position.play("way right")
    assert once.view("north").counters == {"total": 9, "after": 3}
    assert once.actors == ("south",)


def test_a_loop_left_by_again_starts_anew(mini: Make) -> None:
    game = mini(
        """
        operands: {man: {piece: {owner: mover}}}
        effects:
          - {add: {outer: 1}, label: top}
          - repeat:
              - {add: {inner: 1}}
              - {if: outer < 3 and inner % 2 == 0, then: [{again: top}]}
            at_most: 3
        """,
        counters="""
        outer: {}
        inner: {}
        """,
    )
    after = game.position(board=BOARD, mover="north").play("step c5")
    assert after.view("north").counters == {"outer": 3, "inner": 7}


@pytest.mark.parametrize(
    ("phases", "message"),
    [
        ("play: {round: [], turns: [north], turn: []}", "phase 'play' needs either 'steps', or"),
        ("play: {round: [{act: [step]}], first: north}", "phase 'play' has no turns"),
        ("play: {turns: [north]}", "phase 'play' needs either"),
    ],
)
def test_a_phase_flows_in_one_way(mini: Make, phases: str, message: str) -> None:
    with pytest.raises(ResolveError) as caught:
        mini(phases=phases)
    assert caught.value.diagnostics[0].code == "resolve/bad-phase"
    assert caught.value.diagnostics[0].message.startswith(message)


@pytest.mark.parametrize(
    "spec", ["{as: each}", "{as: each, among_sides: true, numbers: {from: 1, to: 2}}"]
)
def test_a_loop_goes_through_one_thing(mini: Make, spec: str) -> None:
    with pytest.raises(SchemaError) as caught:
        mini(f"effects: [{{for_each: {spec}, do: []}}]")
    assert caught.value.diagnostics[0].code == "schema/bad-value"


def test_repeat_needs_a_bound(mini: Make) -> None:
    with pytest.raises(SchemaError) as caught:
        mini("effects: [{repeat: [stop], while: turn < 2}]")
    assert caught.value.diagnostics[0].code == "schema/missing-key"
