"""Sentences and clauses of single refusals of an operand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game
from ruleengine.errors import Reason, SchemaError

Make = Callable[..., Game]

STEP = """
operands:
  man:
    named: {named}
    piece: {{owner: mover, kind: man}}
    clauses: [M-1]
    refusals:
      move/wrong-piece: {{clauses: [M-3]}}
      move/none-fits: {{clauses: [M-2], says: nobody gets there}}
      move/ambiguous: {{says: there are two of them}}
  to:
    line: {{from: man, directions: orthogonal, distance: 1}}
    clauses: [M-1]
    refusals:
      reach/too-far: {{clauses: [M-2], says: a man goes one cell}}
      reach/not-straight: {{clauses: [M-3]}}
      move/missing-value: {{says: say where it goes}}
effects:
  - move: {{piece: man, to: to}}
"""
BOARD = """
n . n . N
. . . . .
. . . . .
. . . . .
s . . . .
"""


def reason(game: Game, move: str) -> Reason:
    (found,) = game.position(board=BOARD, mover="north").why(move)
    return found


@pytest.mark.parametrize(
    ("move", "code", "message", "clauses"),
    [
        ("step a5-a2", "reach/too-far", "a man goes one cell", ("M-2",)),
        ("step a5-b3", "reach/not-straight", None, ("M-3",)),
        ("step a5-a5", "reach/same-cell", None, ("M-1",)),
        ("step e5-e4", "move/wrong-piece", None, ("M-3",)),
        ("step a4-a3", "move/no-piece", None, ("M-1",)),
        ("step", "move/missing-value", "say where it goes", ("M-1",)),
    ],
)
def test_a_refusal_has_its_own_sentence_and_clauses(
    mini: Make, move: str, code: str, message: str | None, clauses: tuple[str, ...]
) -> None:
    found = reason(mini(STEP.format(named="if_several")), move)
    assert (found.code, found.clauses) == (code, clauses)
    assert message in (None, found.message)


def test_what_is_found_cites_what_is_against_it(mini: Make) -> None:
    game = mini(STEP.format(named="if_several"))
    none = reason(game, "step c1")
    assert none.code == "move/none-fits"
    assert none.message.startswith("nobody gets there: ")
    assert none.clauses == ("M-2", "M-3")
    several = reason(game, "step b5")
    assert several.code == "move/ambiguous"
    assert several.message.startswith("there are two of them: ")
    assert several.clauses == ("M-1",)


def test_what_the_operand_says_of_a_way_goes_before(mini: Make) -> None:
    game = mini("""
operands:
  man: {piece: {owner: mover}}
  to:
    any_of:
      - line: {from: man, directions: orthogonal, distance: 1}
        refusals: {reach/too-far: {says: too far for this way, clauses: [M-1]}}
      - leap: {from: man, by: [[1, 2]]}
        refusals: {reach/no-leap: {says: it is no leap, clauses: [M-2]}}
    clauses: [M-1]
    refusals: {reach/too-far: {says: too far for a man, clauses: [M-3]}}
effects:
  - move: {piece: man, to: to}
""")
    found = game.position(board=BOARD, mover="north").why("step a5-a2")
    told = {(each.message, each.clauses) for each in found}
    assert told == {("too far for a man", ("M-3",)), ("it is no leap", ("M-2",))}


@pytest.mark.parametrize(
    ("operand", "words"),
    [
        (
            "piece: {owner: mover}, refusals: {reach/too-far: {}}",
            "never refused as 'reach/too-far'",
        ),
        ("cell: {empty: true}, refusals: {reach/no-leap: {}}", "never refused as 'reach/no-leap'"),
        ("piece: {owner: mover}, refusals: {move/path-blocked: {}}", "move/path-blocked"),
    ],
)
def test_only_what_can_be_refused_has_words(mini: Make, operand: str, words: str) -> None:
    step = f"operands: {{man: {{{operand}}}}}\neffects: [remove: man]\n"
    with pytest.raises(SchemaError, match=words):
        mini(step)


def test_a_value_that_would_not_be_told_is_refused(mini: Make) -> None:
    operands = "{man: {piece: {owner: mover}, says: 'no {man} of mine'}}"
    with pytest.raises(SchemaError, match=r"'\{man\}' would not be told as a value"):
        mini(f"operands: {operands}\neffects: [remove: man]\n")
