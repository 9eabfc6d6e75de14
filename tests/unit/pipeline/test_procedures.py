"""Procedures that are given something, run by steps and asked about by `after`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game, IllegalMoveError
from ruleengine.errors import RulesetError

Make = Callable[..., Game]

BOARD = """
n . . . .
. s . . .
. . . . .
. . . . .
. . . . s
"""
STEP = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: all, distance: 1}}
validators:
  - {require: "after(shift(man, to), not adjacent(man, the(owner=opponent, in=corner)))",
     says: too close}
effects:
  - run: {shift: {unit: man, to: to}}
  - run: {reward: {unit: man, how: crown, bonus: 2 + 1}}
  - run: {reward: {unit: piece_at(nowhere()), how: crown, bonus: 1}}
  - run: plain
"""
PROCEDURES = """
shift:
  given: {unit: piece, to: cell}
  clauses: [M-1]
  steps:
    - capture: to
    - move: {piece: unit, to: to}
reward:
  given: {unit: piece, how: [crown, money], bonus: number}
  steps:
    - if: how == crown
      then: [become: {piece: unit, kind: king}]
    - add: {points: bonus}
plain:
  - add: {points: 1}
"""
TABLES = "nowhere: {gives: cell, rows: [value: nothing]}"


@pytest.fixture
def game(mini: Make) -> Game:
    return mini(
        STEP,
        procedures=PROCEDURES,
        tables=TABLES,
        counters="points: {}",
        zones="corner: {shape: {cells: [e1]}}",
    )


def test_a_procedure_works_on_what_it_is_given(game: Game) -> None:
    after = game.position(board=BOARD, mover="north").play("step a5-b4")
    assert after.drawing.split().count("N") == 1
    assert after.drawing.split().count("s") == 1
    assert after.to_dict()["counters"] == [5]
    assert game.position(after.to_dict()) == after


def test_after_is_asked_about_a_call(game: Game) -> None:
    board = "n . . . .\n. s . . .\n. . n . .\n. . . . .\n. . . . s"
    start = game.position(board=board, mover="north")
    texts = {str(move) for move in start.legal_moves()}
    assert "step c3-c4" in texts
    assert "step c3-d2" not in texts
    with pytest.raises(IllegalMoveError, match="too close"):
        start.play("step c3-d2")


@pytest.mark.parametrize(
    ("effect", "code", "message"),
    [
        ("run: shift", "resolve/wrong-arguments", "needs 'unit' and 'to'"),
        ("run: {shift: {unit: man}}", "resolve/wrong-arguments", "needs 'to'"),
        ("run: {plain: {unit: man}}", "resolve/wrong-arguments", "is not given any 'unit'"),
        ("run: {shift: {unit: man, too: to}}", "resolve/wrong-arguments", "any 'too'"),
        ("run: {shift: {unit: to, to: to}}", "expression/wrong-type", "'to' is a cell"),
        ("run: {shifty: {unit: man}}", "resolve/unknown-name", "no procedure 'shifty'"),
        ("run: {shift: {}, plain: {}}", "schema/bad-value", ""),
        ("run: {reward: {unit: man, how: glory, bonus: 1}}", "expression/unknown-name", "glory"),
        ("if: after(shift, can())\n    then: [stop]", "expression/wrong-arguments", "needs 2"),
        ("if: 'after(shift(man), can())'\n    then: [stop]", "expression/wrong-arguments", "'to'"),
        ("if: shift(man)\n    then: [stop]", "expression/unknown-function", "is a procedure"),
    ],
)
def test_mistakes_are_located(mini: Make, effect: str, code: str, message: str) -> None:
    step = f"""
operands: {{man: {{piece: {{owner: mover}}}}, to: {{cell: {{}}}}}}
effects:
  - {effect}
"""
    with pytest.raises(RulesetError) as caught:
        mini(step, procedures=PROCEDURES, counters="points: {}")
    (problem,) = caught.value.diagnostics
    assert problem.code == code
    assert message in problem.message
    assert problem.span is not None
    assert problem.span.line in {14, 15}


def test_names_that_are_given_are_names_like_others(mini: Make) -> None:
    with pytest.raises(RulesetError) as caught:
        mini(procedures="clash: {given: {north: piece}, steps: [remove: north]}")
    assert [each.code for each in caught.value.diagnostics] == ["resolve/name-taken"]


def test_a_procedure_that_waits_cannot_be_asked_about(mini: Make) -> None:
    with pytest.raises(RulesetError) as caught:
        mini(
            """
            operands: {man: {piece: {owner: mover}}}
            validators: [require: "after(ask(man), can())"]
            """,
            procedures="""
            ask:
              given: {unit: piece}
              steps: [choose: {as: to, who: mover, among_cells: {}}]
            """,
        )
    codes = {each.code for each in caught.value.diagnostics}
    assert codes == {"resolve/question-waits", "resolve/question-circle"}
