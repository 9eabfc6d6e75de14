"""Tables of numbers that answer with nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game
from ruleengine.errors import ResolveError

Make = Callable[..., Game]

SETUP = "- put: {kind: man, owner: south, at: c1}\n- put: {kind: man, owner: north, at: c2}"
STEP = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: all, distance: 1}}
validators: [{require: "ASKED", says: no}]
effects: [capture: to, move: {piece: man, to: to}]
"""
PRICE = """
price:
  given: {there: cell}
  gives: number
  rows: [{when: there == b2, value: nothing}, {value: 2}]
"""


@pytest.mark.parametrize(
    ("asked", "there", "elsewhere"),
    [
        ("price(to) == nothing", True, False),
        ("nothing != price(to)", False, True),
        ("price(to) < 3", False, True),
        ("price(to) + 1 == 3", False, True),
        ("price(to) in [2, 4]", False, True),
    ],
)
def test_a_table_of_numbers_may_say_nothing(
    mini: Make, *, asked: str, there: bool, elsewhere: bool
) -> None:
    game = mini(STEP.replace("ASKED", asked), setup=SETUP, tables=PRICE)
    legal = {move.text for move in game.start().legal_moves()}
    assert ("step c2-b2" in legal, "step c2-d2" in legal) == (there, elsewhere)


def test_a_way_of_nobody_knows_how_many_steps_is_refused(mini: Make) -> None:
    rule = STEP.replace(
        '{require: "ASKED", says: no}', 'path_length: {to: to, steps: "price(to) - 1"}'
    )
    position = mini(rule, setup=SETUP, tables=PRICE).start()
    assert position.why("step c2-d2") == ()
    (reason,) = position.why("step c2-b2")
    assert reason.message == "how many steps a way to b2 has is not known"
    assert reason.code == "move/path-length"


def test_a_table_that_always_has_a_number_is_not_compared_with_nothing(mini: Make) -> None:
    sure = PRICE.replace("value: nothing", "value: 1")
    with pytest.raises(ResolveError, match="cannot be compared with nothing"):
        mini(STEP.replace("ASKED", "price(to) == nothing"), setup=SETUP, tables=sure)
