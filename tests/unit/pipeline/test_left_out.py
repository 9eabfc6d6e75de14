"""Operands that may be named, and are found like those that never are when they are left out."""

from __future__ import annotations

from collections.abc import Callable

from ruleengine import Game, Position

Make = Callable[..., Game]


def codes(position: Position, move: str) -> list[str]:
    return [reason.code for reason in position.why(move)]


CALL = """
operands:
  man: {named: NAMED, piece: {owner: mover, kind: man}}
  foe: {named: NAMED, piece: {owner: opponent, kind: man}}
  at: {cell: {}}
validators:
  - {require: "distance(man, at) == 1", says: he is too far away}
  - {require: "distance(foe, man) == 1", says: they are too far apart}
  - {require: "foe.cell.column == at.column", infers: false, says: it is out of line}
effects: [capture: foe]
"""


def test_what_was_left_out_is_found_as_if_it_were_never_named(mini: Make) -> None:
    """One after the other, and without the rules that do not help to find it."""
    board = """
    . . . . .
    n . . . .
    . . n . .
    . s s . .
    . . . . .
    """
    turn = {"actions": "wait: {}", "phases": "play: {turns: [north], turn: [act: [step, wait]]}"}
    never, left_out = (
        mini(CALL.replace("NAMED", named), **turn).position(board=board, mover="north")
        for named in ("never", "if_several")
    )
    for column in "abcde":
        for row in "12345":
            move = f"step {column}{row}"
            assert codes(left_out, move) == codes(never, move)
    # Only the man on c3 has a foe beside him, but both men are beside b4.
    assert codes(left_out, "step b4") == ["move/ambiguous"]
    assert codes(left_out, "step c3-c2-b4") == ["move/requirement"]
