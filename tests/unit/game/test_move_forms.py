"""How the moves of an action are written, in the help of a game and in rulebooks."""

from __future__ import annotations

import pytest

from ruleengine.game.moves.notation import move_form


@pytest.mark.parametrize(
    ("operands", "form"),
    [
        ([], "go"),
        ([("unit", False), ("to", False)], "go UNIT-TO"),
        ([("to", True)], "go [TO]"),
        ([("unit", True), ("to", False)], "go [UNIT-]TO"),
        ([("unit", True), ("to", False), ("many", True)], "go [UNIT-]TO[-MANY]"),
        ([("unit", True), ("to", True)], "go [UNIT][-TO]"),
    ],
)
def test_what_may_be_left_out_is_in_brackets(operands: list[tuple[str, bool]], form: str) -> None:
    assert move_form("go", operands) == form
