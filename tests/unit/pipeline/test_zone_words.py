"""Places are called by their titles in refusals, and the reason is the true one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game, load

ZONES = """\
yard:
  title: the yard
  off_board: true
  parts: {north: {owner: north}, south: {owner: south}}
camp: {title: the camp, parts: {north: {owner: north, shape: {rows: [0]}}}}
"""
SETUP = """\
- drawn: |
    . . n . .
    . . . . .
    . . . . .
    . . s . .
    . . . . .
- fill: {zone: yard.north, kind: man}
"""
REST = """\
operands:
  man: {piece: {owner: mover, in: "part(ZONE, mover)"}}
"""


@pytest.mark.parametrize(
    ("zone", "written", "message"),
    [
        ("camp", "yard.north", "the man in north's yard is not on the board"),
        ("yard", "c5", "the man on c5 is not in north's yard"),
        ("yard", "yard.south", "nothing is in south's yard"),
        ("yard", "c2", "the man on c2 belongs to south"),
    ],
)
def test_a_piece_elsewhere_is_refused_by_the_titles_of_places(
    mini: Callable[..., Game], zone: str, written: str, message: str
) -> None:
    game = mini(REST.replace("ZONE", zone), zones=ZONES, setup=SETUP)
    reasons = game.start().why(f"step {written}")
    assert [reason.message for reason in reasons] == [message]


def test_a_man_who_waits_is_no_man_of_the_other_side() -> None:
    position = load("ur").start()
    for throw in ("one 2", "two 1", "three 1", "four 1"):
        position = position.play(throw)
    reasons = [reason.message for reason in position.why("leave waiting.white")]
    assert reasons[0] == "the man in White's waiting place is not on the board"
