"""How often a position has stood is counted alike."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Agree = Callable[..., list[str]]

ENDINGS = "- {when: repetitions >= 2, draw: true, says: again, id: again, at: turn_end}"
MARKS = """
last: {holds: piece, per: side}
start: {holds: cell, per: piece, keep: 2}
"""
REACTIONS = """
remember:
  on: moved
  effects: [{mark: {last: piece}}, {mark: {start: from}, for: piece}]
"""
NAMED = """
- put: {kind: man, owner: north, at: [a5, b5], called: [ann, bob]}
- put: {kind: man, owner: south, at: [a1, b1], called: [cat, dan]}
"""
FEW = """
- drawn: |
    n . . . .
    . . . . .
    . . . . .
    . . . . .
    s s . . .
"""


@pytest.mark.parametrize(
    "sections",
    [
        pytest.param({"setup": FEW}, id="pieces that are alike"),
        pytest.param({"setup": NAMED}, id="pieces with names"),
        pytest.param({"setup": FEW, "marks": MARKS, "reactions": REACTIONS}, id="marks"),
        pytest.param(
            {
                "setup": FEW,
                "counters": "moves: {per: piece}\nall: {tells_apart: false}",
                "reactions": "count:\n  on: moved\n  effects:\n    - {add: {all: 1}}\n"
                "    - {set: {moves: 1 - piece.moves}, for: piece}",
            },
            id="counters",
        ),
    ],
)
def test_both_tiers_count_the_same(agree: Agree, sections: dict[str, str]) -> None:
    step = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
validators:
  - {require: repetitions < 2, says: never}
  - {holds: {cell: to, any_of: [nothing, enemy]}}
effects:
  - capture: to
  - move: {piece: man, to: to}
"""
    endings = agree(step, plies=400, endings=ENDINGS, **sections)
    assert "again" in endings


def test_both_tiers_say_alike_how_long_ago_a_position_stood(agree: Agree) -> None:
    step = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
validators:
  - {holds: {cell: to, any_of: [nothing]}}
  - {afterwards: "since_repetition == nothing or since_repetition > 4", says: too soon}
effects:
  - move: {piece: man, to: to}
"""
    endings = agree(
        step,
        plies=400,
        setup=FEW,
        endings="- {when: since_repetition > 9, draw: true, says: again, id: again}",
    )
    assert "again" in endings


def test_both_tiers_count_what_a_move_would_bring_about(agree: Agree) -> None:
    # In so small a corner random moves would soon repeat a position.
    step = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: all, distance: 1}}
validators:
  - {holds: {cell: to, any_of: [nothing, enemy]}}
  - {require: to.row < 2 and to.column < 3, says: too far}
  - {afterwards: repetitions == 1, says: again}
effects:
  - capture: to
  - move: {piece: man, to: to}
"""
    corner = """
- drawn: |
    n n . . .
    . . s . .
    . . . . .
    . . . . .
    . . . . .
"""
    phases = """
play:
  turns: [north, south]
  turn:
    - act: [step]
      else: [{end: {draw: true, says: every move would repeat}, id: stuck}]
"""
    endings = agree(step, plies=300, setup=corner, endings=ENDINGS, phases=phases)
    assert "stuck" in endings
    assert "again" not in endings
