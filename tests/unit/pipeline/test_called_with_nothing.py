"""Tables of one row that are called with nothing, in both tiers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game
from ruleengine.workbench.both_tiers.lockstep import Lockstep


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ("spot: cell", "spot.row"),
        ("spot: piece", "spot.cell.row"),
        ("spot: piece", "spot.strength"),
    ],
)
def test_what_is_asked_of_nothing_is_nothing(
    mini: Callable[..., Game], given: str, value: str
) -> None:
    game = mini(
        setup="- put: {kind: man, owner: south, at: c1}\n- put: {kind: man, owner: north, at: c5}",
        tables=f"deep: {{given: {{{given}}}, gives: number, rows: [{{value: {value}}}]}}",
        endings="""
        - {id: never, when: deep(nothing) >= 0, winner: north, says: x}
        - {id: late, when: turn > 4, draw: true, says: y}
        """,
    )
    assert Lockstep(game, 1).play(20) == "late"
