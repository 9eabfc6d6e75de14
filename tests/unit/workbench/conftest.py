"""Builders: a small ruleset on disk, with a file of cases beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent, indent

import pytest

RULESET = """
    schema: 1
    name: meadow
    title: Meadow
    clauses: {M-1: Step one cell., M-2: Whoever stands on top has won.}
    sides: {walker: {}, watcher: {}}
    board: {rows: 3, columns: 3}
    zones:
      top: {shape: {cells: [a3, b3, c3]}, owner: watcher}
      bench: {off_board: true}
    kinds: {man: {letters: {walker: W, watcher: O}}}
    dice: {die: {faces: 2}}
    counters: {steps: {}, rests: {per: side}}
    phases:
      play:
        turns: [walker, watcher]
        turn: [{roll: die}, {act: [step]}]
    actions:
      step:
        operands:
          who: {piece: {owner: mover}}
          to: {line: {from: who, directions: orthogonal, distance: die}, clauses: [M-1]}
        validators: [{holds: {cell: to, any_of: [nothing]}, clauses: [M-1]}]
        effects: [{move: {piece: who, to: to}}, {add: {steps: 1}}]
    endings:
      - {id: arrived, when: "count(owner=walker, in=top) > 0", winner: walker, says: on top}
"""

HEAD = """
ruleset: ./meadow.yaml
defaults:
  board: |
    3 . . O
    2 . . .
    1 W . .
      a b c
  mover: walker
cases:
"""


Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write the ruleset and a file with the given cases."""
    ruleset = dedent(RULESET).lstrip("\n")
    (tmp_path / "meadow.yaml").write_text(ruleset, encoding="utf-8")

    def cases(text: str) -> Path:
        path = tmp_path / "cases.yaml"
        path.write_text(HEAD.lstrip("\n") + indent(dedent(text), "  "), encoding="utf-8")
        return path

    return cases
