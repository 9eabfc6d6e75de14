"""Questions about moves: with operands named, without what would be afterwards; and counters."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game, IllegalMoveError
from ruleengine.errors import RulesetError

Make = Callable[..., Game]

BOARD = """
n . S . .
. . . . .
N . s . n
. . . . .
. . . . s
"""
ASK = """
operands: {{man: {{piece: {{owner: mover}}}}, to: {{cell: {{empty: true}}}}}}
uses: tries
effects:
  - add: {{wounds: 3}}
    for: man
  - if: "{condition}"
    then: [end: {{winner: opponent, says: "yes"}}]
    else: [end: {{winner: mover, says: "no"}}]
"""
ACTIONS = """
  march:
    operands:
      man: {piece: {owner: mover}}
      to: {line: {from: man, directions: orthogonal, distance: {at_least: 1}}}
    validators:
      - path_clear: to
      - holds: {cell: to, any_of: [nothing, enemy]}
      - afterwards: "not attacks(march, side=opponent, to=the(kind=king, owner=mover))"
    effects:
      - capture: to
      - move: {piece: man, to: to}
  turn_round:
    operands:
      man: {piece: {owner: mover}}
      how: {word: [left, right]}
"""
COUNTERS = """
tries: {per: side, limit: 5}
wounds: {per: piece, limit: 4}
naps: {per: seat, start: 2}
"""


@pytest.mark.parametrize(
    ("condition", "answer"),
    [
        ("can(march, man=man)", "yes"),
        ("can(march, man=man, to=to)", "yes"),
        ("can(march, man=man, to=the(kind=king, owner=opponent))", "yes"),
        ("can(march, man=piece_at(to))", "no"),
        ("can(march, to=beyond(man, to))", "yes"),
        ("can(march, man=the(kind=king, owner=mover))", "yes"),
        ("can(march, side=opponent, to=man)", "no"),
        ("attacks(march, side=opponent, to=man)", "yes"),
        ("attacks(march, side=opponent, to=to)", "yes"),
        ("attacks(march, side=opponent, man=the(kind=king, owner=opponent), to=to)", "yes"),
        ("attacks(march, side=opponent, to=the(kind=man, in=edge, owner=mover))", "yes"),
        ("attacks(march, side=piece_at(to).owner, to=man)", "no"),
        ("can(turn_round, how=left) and can(march, turn_round, man=man)", "yes"),
        ("left(wounds, piece=man) == 1 and used(wounds, piece=man) == 3", "yes"),
        ("used(wounds, piece=the(kind=king, owner=mover)) == 0", "yes"),
        ("left(wounds, piece=piece_at(to)) >= 0", "no"),
        ("left(tries) == 4 and left(tries, side=opponent) == 5", "yes"),
        ("used(naps, seat=seat.next) == 2 and used(naps) == 2", "yes"),
    ],
)
def test_questions_name_operands(mini: Make, condition: str, answer: str) -> None:
    game = mini(
        ASK.format(condition=condition),
        actions=ACTIONS,
        counters=COUNTERS,
        zones="edge: {shape: {columns: [4]}}",
    )
    after = game.position(board=BOARD.replace("N .", "N n"), mover="north").play("step a5-b5")
    assert after.outcome is not None
    assert after.outcome.reason == answer


def test_a_rule_about_afterwards_may_ask_what_is_attacked(mini: Make) -> None:
    game = mini(actions=ACTIONS, phases="play: {turns: [north, south], turn: [act: [march]]}")
    board = "n . . . .\n. . . . .\nN n S . .\n. . . . .\n. . . . ."
    start = game.position(board=board, mover="north")
    texts = {str(move) for move in start.legal_moves()}
    assert "march b3-c3" in texts
    assert "march b3-b4" not in texts
    assert "march a3-a4" in texts
    with pytest.raises(IllegalMoveError) as caught:
        start.play("march b3-b4")
    assert caught.value.reasons[0].code == "move/aftermath"
    after = start.play("march a5-b5")
    assert game.position(after.to_dict()) == after


@pytest.mark.parametrize(
    ("condition", "code", "message"),
    [
        ("can(march, from=to)", "expression/wrong-arguments", "'can' has no 'from='"),
        ("can(march, turn_round, to=to)", "expression/wrong-arguments", "'turn_round' has no"),
        ("can(step, man=to)", "expression/wrong-type", "'to' is a cell"),
        ("can(turn_round, how=up)", "expression/unknown-name", "'up' is none of the words"),
        ("attacks(march, man=man, man=man)", "expression/wrong-arguments", "given twice"),
        ("left(wounds) > 0", "expression/wrong-arguments", "nothing says for which"),
        ("left(tries, piece=man) > 0", "expression/wrong-arguments", "is kept per side"),
        ("used(wounds, side=mover) > 0", "expression/wrong-arguments", "is kept per piece"),
        ("left(naps) > 0", "expression/wrong-arguments", "has no limit"),
    ],
)
def test_mistakes_are_located(mini: Make, condition: str, code: str, message: str) -> None:
    with pytest.raises(RulesetError) as caught:
        mini(ASK.format(condition=condition), actions=ACTIONS, counters=COUNTERS)
    (problem,) = caught.value.diagnostics
    assert problem.code == code
    assert message in problem.message
    assert problem.span is not None


def test_can_under_afterwards_is_a_circle_and_attacks_in_itself_too(mini: Make) -> None:
    circle = ACTIONS.replace("not attacks(march", "not can(march")
    with pytest.raises(RulesetError) as caught:
        mini(actions=circle)
    assert [each.code for each in caught.value.diagnostics] == ["resolve/question-circle"]
    circle = ACTIONS.replace("afterwards:", "require:")
    with pytest.raises(RulesetError) as caught:
        mini(actions=circle)
    assert [each.code for each in caught.value.diagnostics] == ["resolve/question-circle"]
