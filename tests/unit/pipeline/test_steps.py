"""Each step does what its sentence says."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

import pytest

from ruleengine import Game
from ruleengine.errors import IllegalMoveError
from ruleengine.schema.drawing import read_drawing

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


def test_a_move_captures_and_events_tell(mini: Make) -> None:
    game = mini()
    position = game.position(board="n....\ns....\n.....\n.....\n.....", mover="north")
    after = position.play("step a5-a4")
    assert rows(after.drawing)[:2] == [".....", "n...."]
    assert [event.name for event in after.events] == ["captured", "moved", "ended"]
    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.reason) == ("north", "south is gone")
    assert after.outcome.by_side == {"north": 1, "south": -1}


def test_become_turns_a_piece_into_another_kind(mini: Make) -> None:
    game = mini(
        """
        operands: {man: {piece: {owner: mover, kind: man}}}
        effects: [{become: {piece: man, kind: king}}]
        """
    )
    after = game.position(board=BOARD, mover="north").play("step c5")
    assert rows(after.drawing)[0] == "..N.."
    assert after.actors == ("south",)


def test_place_makes_a_piece_whose_counters_start_anew(mini: Make) -> None:
    game = mini(
        """
        operands: {to: {cell: {empty: true}}}
        effects: [{place: {kind: man, owner: mover, at: to}}]
        """,
        counters="wounds: {per: piece, start: 2}",
        endings="""
        - {when: count(owner=north) == 3, winner: north, says: three}
        - {when: count(owner=south) == 9, winner: south, says: nine}
        """,
    )
    position = game.position(board=BOARD, mover="north").play("step a1").play("step b1")
    assert rows(position.drawing)[4] == "nss.."
    state = position.state
    assert state.piece_counters == [[2, 2, 2, 2]]
    with pytest.raises(IllegalMoveError) as caught:
        position.play("step a1")
    assert caught.value.code == "reach/wrong-cell"


def test_send_keeps_pieces_beside_the_board(mini: Make) -> None:
    game = mini(
        """
        operands: {man: {piece: {owner: opponent}}}
        effects: [{send: {piece: man, to: jail}}]
        """,
        zones="jail: {off_board: true}",
        endings="""
        - {when: count(in=jail) == 1, winner: mover, says: jailed}
        - {when: "false", winner: south, says: never}
        """,
    )
    after = game.position(board=BOARD, mover="north").play("step c1")
    assert after.outcome is not None
    assert after.outcome.winner == "north"
    assert [piece.place for piece in after.view("south").pieces] == ["c5", "jail"]


def test_for_each_goes_through_pieces_fixed_beforehand(mini: Make) -> None:
    game = mini(
        """
        operands: {man: {piece: {owner: mover}}}
        effects:
          - for_each: {as: other, among: {owner: opponent}}
            do:
              - give: {piece: other, to: mover}
          - add: {rounds: count(owner=mover)}
        """,
        counters="rounds: {}",
        endings="""
        - {when: rounds >= 3, winner: mover, says: all turned}
        - {when: "false", winner: south, says: never}
        """,
    )
    after = game.position(board="nss..\n.....\n.....\n.....\n.....", mover="north").play("step a5")
    assert rows(after.drawing)[0] == "nnn.."
    assert after.view("north").counters == {"rounds": 3}


@pytest.mark.parametrize(
    ("kinds", "order"), [("any", "man, king"), ("[king, man]", "man, king"), ("king", "king")]
)
def test_for_each_goes_through_kinds_in_the_order_of_the_file(
    mini: Make, kinds: str, order: str
) -> None:
    game = mini(
        f"""
        effects:
          - for_each: {{as: sort, among_kinds: {kinds}}}
            do: [{{tell: "{{sort}}, {{count(kind=sort)}}"}}]
        """
    )
    after = game.position(board=BOARD, mover="north").play("step")
    told = [event.details["says"] for event in after.events if event.name == "told"]
    numbers = {"man": 2, "king": 0}
    assert told == [f"{kind}, {numbers[kind]}" for kind in order.split(", ")]


def test_again_leaves_a_loop_which_then_starts_anew(mini: Make) -> None:
    game = mini(
        """
        operands: {man: {piece: {owner: mover}}}
        effects:
          - label: begin
            add: {rounds: 1}
          - for_each: {as: other, among: {owner: opponent}}
            do:
              - add: {seen: 1}
              - if: rounds == 1
                then: [{again: begin}]
        """,
        counters="{rounds: {}, seen: {}}",
    )
    after = game.position(board="nsss.\n.....\n.....\n.....\n.....", mover="north").play("step a5")
    assert after.view("north").counters == {"rounds": 2, "seen": 4}


def test_procedures_run_and_can_be_asked_about(mini: Make) -> None:
    game = mini(
        """
        operands: {man: {piece: {owner: mover}}}
        validators:
          - require: after(clear, count(owner=opponent) == 0)
            says: something would be left
        effects: [{run: clear}]
        """,
        procedures="""
        clear:
          - for_each: {as: foe, among: {owner: opponent, kind: man}}
            do: [{remove: foe}]
        """,
    )
    assert game.position(board=BOARD, mover="north").play("step c5").outcome is not None
    guarded = game.position(board=BOARD.replace("s", "S"), mover="north")
    assert guarded.actors == ("south",)  # the king of the south would be left


def test_afterwards_looks_at_the_position_the_move_leads_to(mini: Make) -> None:
    game = mini(
        """
        operands:
          man: {piece: {owner: mover}}
          to: {line: {from: man, directions: orthogonal, distance: 1}}
        validators:
          - holds: {cell: to, any_of: [nothing, enemy]}
          - afterwards: not exists(owner=mover, in=edge)
            says: nobody may be left at the edge
        effects: [{capture: to}, {move: {piece: man, to: to}}]
        """,
        zones="edge: {shape: {rows: [0, 4]}}",
    )
    position = game.position(board=BOARD, mover="north")
    assert [move.text for move in position.legal_moves()] == ["step c5-c4"]
    (reason,) = position.why("step c5-b5")
    assert (reason.code, reason.message) == ("move/aftermath", "nobody may be left at the edge")


def test_leaps_reach_over_everything(mini: Make) -> None:
    game = mini(
        """
        operands:
          man: {piece: {owner: mover}}
          to: {leap: {from: man, by: [[1, 2]]}}
        validators: [{holds: {cell: to, any_of: [nothing, enemy]}}]
        effects: [{capture: to}, {move: {piece: man, to: to}}]
        """
    )
    position = game.position(board=BOARD, mover="north")
    moves = [move.text for move in position.legal_moves()]
    assert moves == ["step c5-a4", "step c5-e4", "step c5-b3", "step c5-d3"]
    assert position.why("step c5-c4")[0].code == "reach/no-leap"


def test_forward_is_seen_from_the_side_that_moves(mini: Make) -> None:
    game = mini(
        """
        operands:
          man: {piece: {owner: mover}}
          to: {line: {from: man, directions: [forward, forward_diagonal], distance: 1}}
        effects: [{move: {piece: man, to: to}}]
        """
    )
    north = game.position(board=BOARD, mover="north").legal_moves()
    assert [move.text for move in north] == ["step c5-b4", "step c5-c4", "step c5-d4"]
    south = game.position(board=BOARD, mover="south").legal_moves()
    assert [move.text for move in south] == ["step c1-b2", "step c1-c2", "step c1-d2"]


def test_reactions_follow_in_order_and_may_ask_the_other_side(mini: Make) -> None:
    game = mini(
        counters="heard: {}",
        reactions="""
        answer:
          on: moved
          by: [step]
          when: piece.owner == north
          effects:
            - choose: {as: lost, among: {owner: south}, who: south, optional: true}
              else: [{add: {heard: 10}}]
            - remove: lost
            - add: {heard: 1}
        """,
    )
    start = game.position(board="..n..\n.....\n.....\n.....\n..s.s", mover="north")
    asked = start.play("step c5-c4")
    assert asked.actors == ("south",)
    assert [move.text for move in asked.legal_moves()] == ["lost c1", "lost e1", "lost none"]
    taken = asked.play("lost e1")
    assert rows(taken.drawing)[4] == "..s.."
    assert taken.view("north").counters == {"heard": 1}
    declined = asked.play("lost none")
    assert rows(declined.drawing)[4] == "..s.s"
    assert declined.view("north").counters == {"heard": 10}
    assert declined.actors == ("south",)


def test_skip_leaves_out_a_turn_and_nobody_able_to_act_is_a_draw(mini: Make) -> None:
    game = mini(
        phases="""
        play:
          turns: [north, south]
          skip: count(owner=mover, kind=king) > 0
          turn: [{act: [step]}]
        """
    )
    skipping = game.position(board=BOARD.replace("s", "S"), mover="north").play("step c5-c4")
    assert skipping.mover == "north"
    nobody = game.position(board=BOARD.replace("s", "S").replace("n", "N"), mover="north")
    assert nobody.outcome is not None
    assert nobody.outcome.is_draw
    assert nobody.outcome.reason == "nobody can act any more"


def test_phases_follow_one_another_and_can_be_entered(mini: Make) -> None:
    game = mini(
        counters="turns: {}",
        setup='- {drawn: "..n..\\n.....\\n.....\\n.....\\n..s.."}',
        phases="""
        first:
          turns: [south, north]
          turn:
            - act: [step]
            - if: mover == north
              then: [{enter: second}]
        second:
          turns: [north]
          turn: [{act: [step]}]
        """,
    )
    position = game.start()
    assert (position.mover, position.view("north").phase) == ("south", "first")
    position = position.play("step c1-c2").play("step c5-b5")
    assert (position.mover, position.view("north").phase) == ("north", "second")
    assert position.play("step b5-a5").mover == "north"


def test_an_action_out_of_turn_gives_the_turn_back(mini: Make) -> None:
    game = mini(
        phases="""
        play:
          turns: [north, south]
          turn:
            - act: [step]
              who: opponent
              optional: true
            - act: [step]
        """
    )
    position = game.position(board=BOARD, mover="north")
    assert position.actors == ("south",)
    assert position.legal_moves()[-1].text == "pass"
    passed = position.play("pass")
    assert passed.actors == ("north",)
    moved = position.play("step c1-c2")
    assert moved.actors == ("north",)
    assert moved.mover == "north"
    assert moved.play("step c5-c4").actors == ("north",)


def test_all_reasons_are_given_not_only_the_first(mini: Make) -> None:
    game = mini(
        """
        operands:
          man: {piece: {owner: mover}}
          to: {line: {from: man, directions: orthogonal, distance: 2}}
        validators:
          - path_clear: to
            clauses: [M-1]
          - holds: {cell: to, any_of: [nothing]}
          - require: ply > 100
            says: it is too early
        effects: [{move: {piece: man, to: to}}]
        """,
        actions="wait: {}",
        phases="play: {turns: [north, south], turn: [{act: [step, wait]}]}",
    )
    position = game.position(board="n....\ns....\ns....\n.....\n.....", mover="north")
    reasons = position.why("step a5-a3")
    assert [reason.code for reason in reasons] == [
        "move/path-blocked",
        "move/target-enemy",
        "move/requirement",
    ]
    assert reasons[0].clauses == ("M-1",)
    assert reasons[2].message == "it is too early"
    assert all(reason.span is not None for reason in reasons)


PASSES = """
- repeat:
    - {act: [step], optional: true}
    - {add: {told: 1}}
  at_most: 3
- {add: {told: 10}}
"""
STEP = """
operands: {man: {piece: {owner: mover}}, to: {line: {from: man, directions: all, distance: 1}}}
effects: [{move: {piece: man, to: to}}]
"""
EACH = """
- for_each: {as: number, numbers: {from: 1, to: 2}}
  do:
    - {act: [step], optional: true}
    - {add: {told: 1}}
- {add: {told: 10}}
"""


@pytest.mark.parametrize(
    ("turn", "moves", "told"),
    [
        (PASSES, ["pass"], 10),
        (PASSES, ["step c5-c4", "pass"], 11),
        (PASSES, ["step c5-c4", "step c4-c3", "step c3-c4"], 13),
        (EACH, ["pass", "pass"], 12),
        (EACH, ["pass", "step c5-c4"], 12),
    ],
)
def test_a_pass_leaves_rounds_but_not_a_loop_through_things(
    mini: Make, turn: str, moves: list[str], told: int
) -> None:
    flow = f"play:\n  turns: [north, south]\n  turn:\n{indent(turn, '    ')}"
    position = mini(phases=flow, counters="told: {}").position(board=BOARD, mover="north")
    for move in moves:
        assert position.actors == ("north",)
        position = position.play(move)
    assert position.actors == ("south",)
    assert position.view(None).counters["told"] == told


@pytest.mark.parametrize(("otherwise", "told"), [("", 10), (", else: []", 13)])
def test_who_cannot_act_passes_unless_it_is_said_what_happens_then(
    mini: Make, otherwise: str, told: int
) -> None:
    turn = PASSES.replace("optional: true", f"optional: true{otherwise}")
    flow = f"play:\n  turns: [north, south]\n  turn:\n{indent(turn, '    ')}"
    shut_in = "{require: mover == south}"
    game = mini(f"{STEP}\nvalidators: [{shut_in}]", phases=flow, counters="told: {}")
    position = game.position(board=BOARD, mover="north")
    assert position.actors == ("south",)
    assert position.view(None).counters["told"] == told


def test_kinds_say_what_counters_start_with(mini: Make) -> None:
    game = mini(
        """
        operands: {to: {cell: {empty: true}}}
        effects:
          - {place: {kind: king, owner: mover, at: to}}
        """,
        kinds="""
        man: {letters: {north: n, south: s}, counters: {hp: 3}}
        king: {letters: {north: N, south: S}}
        """,
        counters="hp: {per: piece, start: 7}",
        setup="- put: {kind: man, owner: north, at: a5}\n- put: {kind: man, owner: south, at: a1}",
    )
    assert [piece.counters["hp"] for piece in game.start().view(None).pieces] == [3, 3]
    drawn = game.position(board=BOARD, cells={"a1": "S"}, mover="north")
    after = drawn.play("step b2")
    kept = {piece.place: piece.counters["hp"] for piece in after.view(None).pieces}
    assert kept == {"c5": 3, "b2": 7, "c1": 3, "a1": 7}


def test_a_drawn_turn_keeps_what_is_given_although_it_starts_anew(mini: Make) -> None:
    step = "uses: tries\noperands: {man: {piece: {owner: mover}}}\neffects: [mark: {last: man}]"
    game = mini(
        step,
        actions="wait: {effects: [end_turn]}",
        phases="""
        play:
          turns: [north, south]
          turn: [{label: go, act: [step, wait]}, again: go]
        """,
        counters="tries: {limit: 3, resets: turn}\nnaps: {resets: turn}",
        marks="last: {holds: piece, resets: turn}",
    )
    position = game.position(
        board=BOARD, mover="north", counters={"tries": 2}, marks={"last": "c5"}
    )
    view = position.view("north")
    assert (view.counters, view.marks) == ({"tries": 2, "naps": 0}, {"last": "c5"})
    spent = position.play("step c5")
    assert [reason.code for reason in spent.why("step c5")] == ["move/limit-reached"]
    assert spent.play("wait").view("north").counters["tries"] == 0  # the next turn is a new one
