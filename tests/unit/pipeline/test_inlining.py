"""A table of one row is its expression, put in place of the call."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game
from ruleengine.expressions import resolved as tree
from ruleengine.pipeline.inlining import inlined
from ruleengine.schema.validators import Require

Make = Callable[..., Game]

BOARD = """
n . S . .
. . s . .
. . N . .
. . . . .
. . . . s
"""
STEP = """
operands:
  man: {{piece: {{owner: mover}}}}
  to: {{line: {{from: man, directions: orthogonal, distance: {{at_least: 1}}}}}}
validators:
  - holds: {{cell: to, any_of: [nothing]}}
  - {{require: "{condition}", says: it may not}}
effects:
  - move: {{piece: man, to: to}}
"""
NEAR = """
near:
  given: {one: cell, other: cell}
  gives: truth
  rows: [{value: "manhattan(one, other) <= 2"}]
"""
ALONE = """
alone:
  given: {place: cell}
  gives: truth
  rows: [{value: "count(where=near(it, place)) == 0"}]
"""
RANK = """
rank:
  given: {one: piece}
  gives: number
  rows:
    - {when: one.kind == king, value: 1}
    - {value: 2}
"""


def condition_of(game: Game) -> tree.Resolved:
    """Return the condition of the only `require`, as it is asked."""
    rules = game.rules
    asked = [
        rule.require
        for rule in rules.resolved.ruleset.actions["step"].validators
        if isinstance(rule, Require)
    ]
    return inlined(rules.resolved.checked[asked[0]].root, rules)


def calls_in(node: tree.Resolved) -> list[str]:
    return [each.symbol.name for each in tree.walk_resolved(node) if isinstance(each, tree.Lookup)]


@pytest.mark.parametrize(
    ("called", "spelled"),
    [
        ("near(man, to)", "manhattan(man, to) <= 2"),
        ("near(piece_at(to), to)", "manhattan(piece_at(to), to) <= 2"),
        ("alone(to)", "count(where=manhattan(it, to) <= 2) == 0"),
        ("count(where=near(it, to)) == 1", "count(where=manhattan(it, to) <= 2) == 1"),
        (
            "not near(man, to) or alone(to)",
            "manhattan(man, to) > 2 or count(where=manhattan(it, to) <= 2) == 0",
        ),
    ],
)
def test_it_means_the_same(mini: Make, called: str, spelled: str) -> None:
    one = mini(STEP.format(condition=called), tables=NEAR + ALONE)
    other = mini(STEP.format(condition=spelled))
    assert calls_in(condition_of(one)) == []
    listed = [
        [move.text for move in game.position(board=BOARD, mover=mover).legal_moves()]
        for game in (one, other)
        for mover in ("north", "south")
    ]
    assert listed[:2] == listed[2:]


def test_a_table_of_several_rows_stays_a_call(mini: Make) -> None:
    game = mini(STEP.format(condition="rank(man) == 1"), tables=RANK)
    assert calls_in(condition_of(game)) == ["rank"]


def test_it_stays_a_call_where_the_names_would_mix(mini: Make) -> None:
    """Inside `where` the piece asked about is `it`, in the table as well."""
    game = mini(STEP.format(condition="count(where=alone(it.cell)) == 0"), tables=NEAR + ALONE)
    assert calls_in(condition_of(game)) == ["alone"]
    assert game.position(board=BOARD, mover="north").legal_moves()


SIDES_IF = """
sides_if:
  given: {place: cell}
  gives: number
  rows: [{value: "count_sides(where=place == c3)"}]
"""


def test_it_stays_a_call_where_only_the_call_speaks_of_it(mini: Make) -> None:
    """A filter gives a name to what it asks about, even where it does not speak of that."""
    game = mini(
        STEP.format(condition="sum_cells(sides_if(it), where=it == to) == 2"), tables=SIDES_IF
    )
    assert calls_in(condition_of(game)) == ["sides_if"]
    plain = mini(STEP.format(condition="to == c3"))
    board = BOARD.replace("N", ".").replace("n . S . .", "n . N . .")
    one, other = (each.position(board=board, mover="north") for each in (game, plain))
    assert [move.text for move in one.legal_moves()] == ["step c5-c3"]
    assert one.legal_moves() == other.legal_moves()


AFTER = """
still:
  given: {one: piece, place: cell, far: number}
  gives: truth
  rows: [{value: "after(shift(one, place), far == 2)"}]
"""
SHIFT = """
shift:
  given: {one: piece, place: cell}
  steps: [move: {piece: one, to: place}]
"""


def test_what_is_given_is_found_at_the_call_and_not_afterwards(mini: Make) -> None:
    condition = "still(man, to, manhattan(man, to))"
    game = mini(STEP.format(condition=condition), tables=AFTER, procedures=SHIFT)
    assert calls_in(condition_of(game)) == ["still"]
    plain = mini(STEP.format(condition="manhattan(man, to) == 2"))
    for mover in ("north", "south"):
        one, other = (each.position(board=BOARD, mover=mover) for each in (game, plain))
        assert one.legal_moves() == other.legal_moves()
        assert one.legal_moves()
