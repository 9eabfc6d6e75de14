"""Questions about what would be, where that is the end of the game or of the phase."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Agree = Callable[..., list[str]]

STEP = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
validators:
  - {holds: {cell: to, any_of: [nothing]}}
  - {afterwards: "score != 2", says: too much}
effects:
  - move: {piece: man, to: to}
  - set: {score: 1}
  - if: to.row == 2
    then: [run: leaves]
  - set: {score: "score + 1 - 2 * (turn % 2)"}
"""
PHASES = """
play: {turns: [north, south], turn: [{act: [step], else: []}]}
late: {turns: [south, north], turn: [{act: [step], else: []}]}
"""
COUNTERS = "score: {}\nvisits: {resets: phase}"


@pytest.mark.parametrize(
    ("leaving", "ending"),
    [("{end: {winner: mover, says: won}, id: won}", "won"), ("{enter: late}", "limit")],
)
def test_a_question_goes_no_further_than_the_steps_it_is_about(
    agree: Agree, leaving: str, ending: str
) -> None:
    procedures = f"leaves: [{{add: {{visits: 1}}}}, {leaving}]"
    endings = agree(STEP, counters=COUNTERS, phases=PHASES, procedures=procedures)
    assert ending in endings


def test_a_procedure_that_ends_the_game_can_be_asked_about(agree: Agree) -> None:
    step = STEP.replace(
        "  - {afterwards:",
        '  - {require: "to.row != 2 or after(leaves, visits == 1)", says: no}\n  - {afterwards:',
    )
    procedures = """
leaves: [{run: ends}, {set: {visits: 7}}]
ends: [{add: {visits: 1}}, {end: {draw: true, says: over}, id: over}]
"""
    assert "over" in agree(step, counters=COUNTERS, phases=PHASES, procedures=procedures)
