"""Sentences that readings speak against are printed with these readings."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game, load
from ruleengine.resolve.clause_doubts import doubts_about
from ruleengine.table.lines import plain
from ruleengine.table.screen import clause_lines
from ruleengine.workbench.refusals.why import explain

FLAGS = """
  ways:
    question: Which ways?
    choices: {straight: straight, any: {says: any way, against: [M-3]}}
    default: straight
    clauses: [M-1]
  far:
    question: How far?
    type: number
    at_least: 1
    at_most: 3
    default: 1
    clauses: [M-1, M-2]
"""
STEP = """\
operands:
  man: {piece: {owner: mover}}
  to:
    clauses: [M-1]
    line:
      from: man
      directions: {pick: ways, straight: orthogonal, any: all}
      distance: far
effects:
  - move: {piece: man, to: to}
"""


@pytest.mark.parametrize(
    ("flags", "clause", "doubts"),
    [
        ({}, "M-1", None),
        ({"ways": "any"}, "M-1", "as written for ways=straight; here ways=any"),
        ({"ways": "any"}, "M-2", None),
        ({"ways": "any"}, "M-3", "ways=any goes against it"),
        ({"far": 2}, "M-2", "disputed: far=1 is proposed; here far=2"),
        (
            {"ways": "any", "far": 2},
            "M-1",
            "as written for ways=straight; here ways=any; disputed: far=1 is proposed; here far=2",
        ),
    ],
)
def test_readings_other_than_the_proposed_ones_are_named(
    mini: Callable[..., Game], flags: dict[str, object], clause: str, doubts: str | None
) -> None:
    game = mini(STEP, flags=FLAGS)
    other = load(game.rules.resolved.root.span.file, flags)
    assert doubts_about(other.rules.resolved, clause) == doubts


def test_refusals_print_them_beside_the_sentence(mini: Callable[..., Game]) -> None:
    file = mini(STEP, flags=FLAGS).rules.resolved.root.span.file
    board = "n . . . .\n" + 3 * ". . . . .\n" + ". . . . s"
    position = load(file, {"ways": "any"}).position(board=board, mover="north")
    found = explain(position, "step a5-c4")
    said = "as written for ways=straight; here ways=any"
    assert found.doubts == {"M-1": said}
    assert found.to_dict()["doubts"] == {"M-1": said}
    (line,) = clause_lines(position.game, "M-1", 80, indent="")
    assert plain([line]) == f"M-1: A rule. ({said})"
