"""Explanations: all reasons, and the smallest changes of flags that would allow a move."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game, load
from ruleengine.errors import PositionError
from ruleengine.workbench.refusals.why import Explainer, Explanation, explain

FLAGS = """\
ways: {question: Which ways?, choices: {straight: rows, any: all}, default: straight}
far: {question: How far?, type: number, at_least: 1, at_most: 3, default: 1}
hands: {question: Whose men?, choices: {own: own, either: either}, default: own}
width: {question: How wide?, type: number, values: [5, 6], default: 5}
hops:
  question: Over men?
  choices: {never: no, often: {says: "yes", requires: {ways: any}}}
  default: never
resting: {question: May one rest?, type: boolean, default: false}
"""
STEP = """\
operands:
  man: {piece: {pick: hands, own: {owner: mover}, either: {}}}
  to:
    line:
      from: man
      directions: {pick: ways, straight: orthogonal, any: all}
      distance: {at_least: 1, at_most: far}
validators:
  - only: {hops: never}
    path_clear: to
    clauses: [M-1]
  - holds: {cell: to, any_of: [nothing, enemy]}
  - {require: man.strength < width + 8, says: the board is too small for such a man}
effects:
  - move: {piece: man, to: to}
"""
ACTIONS = """\
rest:
  only: {resting: true}
  effects: []
"""
PHASES = """\
play:
  turns: [north, south]
  turn:
    - act: {pick: resting, "true": [step, rest], "false": [step]}
"""
BOARD = """\
. . . . .
. . . . .
. . s . .
. s . . .
. . n . .
"""


@pytest.fixture
def game(mini: Callable[..., Game]) -> Game:
    return mini(STEP, flags=FLAGS, actions=ACTIONS, phases=PHASES)


def told(game: Game, move: str, board: str = BOARD, **named: object) -> Explanation:
    position = game.position(board=board, mover="north")
    return explain(position, move, **named)  # type: ignore[arg-type]


def changes(found: Explanation) -> list[dict[str, object]]:
    return [dict(each.change) for each in found.counterfactuals]


def test_a_legal_move_has_nothing_against_it(game: Game) -> None:
    found = told(game, "step c1-c2")
    assert found.is_legal
    assert found.reasons == ()
    assert found.seat == found.told_to == "north"


def test_a_single_flag_is_the_smallest_change(game: Game) -> None:
    found = told(game, "step c1-d2")
    assert [reason.code for reason in found.reasons] == ["reach/wrong-direction"]
    assert changes(found) == [{"ways": "any"}]
    assert found.counterfactuals[0].sureness == "sure"


@pytest.mark.parametrize("written", ["c1-d2", "c1d2", "nc1-d2"])
def test_a_move_may_leave_its_action_out(game: Game, written: str) -> None:
    assert changes(told(game, written)) == changes(told(game, "step c1-d2")) == [{"ways": "any"}]


def test_a_move_may_call_its_action_by_a_title(mini: Callable[..., Game]) -> None:
    game = mini(f"title: walk on\n{STEP}", flags=FLAGS, actions=ACTIONS, phases=PHASES)
    assert changes(told(game, "walk on c1-d2")) == [{"ways": "any"}]
    assert changes(told(game, "step c1-d2")) == [{"ways": "any"}]


def test_a_number_is_tried_next_to_what_it_is(game: Game) -> None:
    assert changes(told(game, "step c1-e1")) == [{"far": 2}]


def test_two_flags_are_named_only_where_one_is_not_enough(game: Game) -> None:
    assert changes(told(game, "step c1-e3")) == [{"ways": "any", "far": 2}]


def test_a_value_comes_with_what_it_demands(game: Game) -> None:
    wider = load(game.rules.resolved.root.span.file, {"far": 2, "ways": "any"})
    assert changes(told(wider, "step c1-a3")) == [{"hops": "often"}]


def test_what_a_change_makes_legal_is_legal_under_it(game: Game) -> None:
    for move in ("step c1-d2", "step c1-e1", "step c1-e3", "step c3-c4", "rest"):
        found = told(game, move)
        assert found.counterfactuals, move
        for each in found.counterfactuals:
            other = load(game.rules.resolved.root.span.file, each.change)
            assert not other.position(board=BOARD, mover="north").why(move), (move, each)


def test_an_action_that_the_flags_leave_out_can_be_asked_for(game: Game) -> None:
    found = told(game, "rest")
    assert [reason.code for reason in found.reasons] == ["move/malformed"]
    assert changes(found) == [{"resting": True}]


def test_a_flag_that_counts_for_a_side_or_a_piece_is_named_as_that(
    mini: Callable[..., Game],
) -> None:
    counters = "wear: {per: {pick: ways, straight: side, any: piece}}"
    game = mini(STEP, flags=FLAGS, actions=ACTIONS, phases=PHASES, counters=counters)
    found = told(game, "step c1-d2")
    assert found.untried == {
        "ways": "it changes what is counted or noted, or for whom: the game, a side or a piece"
    }


def test_at_the_start_also_what_is_counted_otherwise_is_tried(mini: Callable[..., Game]) -> None:
    counters = "wear: {per: {pick: ways, straight: side, any: piece}}"
    setup = "- put: {kind: man, owner: north, at: [c1]}\n- put: {kind: man, owner: south, at: [e5]}"
    game = mini(STEP, flags=FLAGS, actions=ACTIONS, phases=PHASES, counters=counters, setup=setup)
    start = game.start()
    found = explain(start, "step c1-d2")
    assert changes(found) == [{"ways": "any"}]
    assert found.untried == {}
    later = explain(start.play("step c1-b1").play("step e5-d5"), "step b1-c2")
    assert [*later.untried] == ["ways"]


def test_flags_about_the_board_are_named_as_not_tried(mini: Callable[..., Game]) -> None:
    setup = "- {fill: {zone: edge, kind: man, owner: north}}"
    zones = "edge: {shape: {rows: [{pick: ways, straight: 0, any: 1}]}}"
    game = mini(STEP, flags=FLAGS, actions=ACTIONS, phases=PHASES, zones=zones, setup=setup)
    found = told(game, "step c1-d2")
    assert found.untried == {"ways": "it changes the board, who plays, or where pieces begin"}
    assert changes(found) == []


def test_flags_about_a_zone_or_a_kind_alone_are_tried(mini: Callable[..., Game]) -> None:
    step = """\
    operands:
      man: {piece: {owner: mover}}
      to: {line: {from: man, directions: orthogonal, distance: {at_most: man.reach}}}
    validators: [outside: {cell: to, zone: mud}]
    effects: [move: {piece: man, to: to}]
    """
    flags = """\
    mire: {question: Wide?, choices: {wide: two rows, narrow: one row}, default: wide}
    march: {question: How far?, choices: {short: one, long: two}, default: short}
    """
    game = mini(
        step,
        flags=flags,
        zones="mud: {shape: {rows: {pick: mire, wide: [2, 3], narrow: [1]}}}",
        kinds="man: {letters: {north: n, south: s}, attributes: {reach: {pick: march, short: 1, "
        "long: 2}}}",
        setup="- put: {kind: man, owner: north, at: [c1, a5]}",
    )
    assert changes(told(game, "step c1-c2")) == [{"mire": "narrow"}]
    assert changes(told(game, "step c1-c3")) == [{"mire": "narrow", "march": "long"}]


def test_reasons_come_with_the_sentences_they_cite(game: Game) -> None:
    long = load(game.rules.resolved.root.span.file, {"far": 2, "ways": "any"})
    found = told(long, "step c1-a3")
    assert found.clauses == {"M-1": "A rule."}
    data = found.to_dict()
    assert data["legal"] is False
    assert data["told_to"] == "north"
    assert data["counterfactuals"] == [{"flags": {"hops": "often"}, "sureness": "sure"}]


def test_whose_turn_it_is_depends_on_no_flag(game: Game) -> None:
    found = told(game, "step c3-c4", seat="south")
    assert [reason.code for reason in found.reasons] == ["move/wrong-seat"]
    assert found.counterfactuals == ()


def test_there_has_to_be_such_a_seat(game: Game) -> None:
    with pytest.raises(PositionError):
        told(game, "step c1-c2", seat="west")


def test_the_referee_is_told_everything() -> None:
    game = load("stratego_barrage")
    position = game.start()
    seat = position.actors[0]
    move = position.legal_moves(seat)[0]
    position = position.play(move, seat)
    found = Explainer(game).explain(position, "commit", seat, referee=True)
    assert [reason.code for reason in found.reasons] == ["move/not-ready"]
    assert found.told_to is None
    assert found.drawing != position.view(position.actors[1]).drawing or "." in found.drawing


@pytest.mark.parametrize(
    ("name", "move", "clauses"),
    [
        ("gardner", "move e1-c3", ("C-2.1",)),
        ("gardner", "move d1-c3", ("C-2.4",)),
        ("draughts", "walk a3-b2", ("D-2.1",)),
    ],
)
def test_only_the_clauses_of_the_ways_that_are_open_are_cited(
    name: str, move: str, clauses: tuple[str, ...]
) -> None:
    assert load(name).start().why(move)[0].clauses == clauses
