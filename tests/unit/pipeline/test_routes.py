"""Routes in other directions than four, and ways that cost something."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game, Position

Make = Callable[..., Game]

BOARD = """
. . . . .
. . s . .
. s n . .
. . . . .
. . . . S
"""


def at(game: Game, board: str = BOARD) -> Position:
    return game.position(board=board, mover="north")


def targets(position: Position) -> list[str]:
    return [move.text.partition("-")[2] for move in position.legal_moves()]


def route(directions: str, steps: str, rules: str = "") -> str:
    return f"""
operands:
  man: {{piece: {{owner: mover}}}}
  to:
    route: {{from: man, directions: {directions}, steps: {steps}, through: {{empty: true}}}}
validators:
  - holds: {{cell: to, any_of: [nothing]}}
{rules}
effects: [move: {{piece: man, to: to}}]
"""


@pytest.mark.parametrize("rules", ["", "  - path_clear: to"])
def test_steps_go_the_ways_that_are_given(mini: Make, rules: str) -> None:
    """With a rule about the way every route is looked at, without one only the cells are."""
    position = at(mini(route("diagonal", "1", rules)))
    assert targets(position) == ["b4", "d4", "b2", "d2"]
    position = at(mini(route("forward", "{at_least: 1, at_most: 2}", rules)))
    assert targets(position) == ["c2", "c1"]
    position = at(mini(route("orthogonal", "{at_least: 1, at_most: 2}", rules)))
    assert targets(position) == ["d4", "d3", "e3", "b2", "c2", "d2", "c1"]
    position = at(mini(route("orthogonal", "{at_least: 0, at_most: 1}", rules)))
    assert targets(position) == ["d3", "c2"]  # its own cell is taken by itself


def test_the_same_cells_with_and_without_ways(mini: Make) -> None:
    steps = "{at_least: 1, at_most: 5}"
    quick = targets(at(mini(route("all", steps))))
    slow = targets(at(mini(route("all", steps, "  - path_clear: to"))))
    assert quick == slow
    assert len(quick) > 10


COST = """
  - path_cost:
      to: to
      cost: "max(1, 3 * (2 - max(1, it.column)))"
      at_most: man.strength + 1
    says: too steep
"""


def test_a_way_may_cost_too_much(mini: Make) -> None:
    """Columns a and b cost 3 each, the others 1; a man can pay 3."""
    rules = COST.replace("    says: too steep\n", "")
    position = at(mini(route("orthogonal", "{at_least: 1, at_most: 4}", rules)))
    assert "e2" in targets(position)
    assert "b2" not in targets(position)
    (reason,) = position.why("step c3-b2")
    assert reason.code == "move/path-cost"
    assert reason.message == "the way to b2 costs 4; it may cost 3"
    assert position.game.position(position.to_dict()) == position


def test_the_cheapest_way_decides_and_a_cell_without_a_cost_is_closed(mini: Make) -> None:
    rules = """
  - path_cost: {to: to, cost: "piece_at(it).strength", at_most: 9}
"""
    position = at(mini(route("orthogonal", "1", rules).replace("[nothing]", "[nothing, enemy]")))
    assert targets(position) == ["c4", "b3"]
    assert position.why("step c3-d3")[0].message == "d3 cannot be entered"


def test_the_row_that_closes_a_cell_says_why_and_the_cell_is_named(mini: Make) -> None:
    rules = """
  - path_cost: {to: to, cost: "entry(it)", at_most: 9}
"""
    tables = """
entry:
  given: {here: cell}
  gives: number
  rows: [{when: here.column == 3, value: nothing, says: nobody climbs there}, {value: 1}]
"""
    text = route("orthogonal", "{at_least: 1, at_most: 2}", rules)
    position = at(mini(text, tables=tables))
    message = position.why("step c3-e3")[0].message
    assert message == "the way to e3 is closed at d3: nobody climbs there"
    assert position.why("step c3-d3")[0].message == "d3 cannot be entered: nobody climbs there"
