"""One simple race in many sizes: what a ply costs on larger boards, with more pieces or flags."""

from __future__ import annotations

import tempfile
from pathlib import Path

from ruleengine import load
from ruleengine.game.game import Game


def race(size: int, rows: int = 2, flags: int = 0) -> Game:
    """Return the same race on a board of another size, with more pieces, or with more flags."""
    switches = "".join(
        f"  switch_{n}: {{question: Which one?, choices: {{one: this, two: that}}, default: one}}\n"
        for n in range(flags)
    )
    # Each flag takes away one rule that would say nothing new.
    rules = "".join(
        f"      - {{only: {{switch_{n}: two}}, holds: {{cell: to, any_of: [nothing, enemy]}}}}\n"
        for n in range(flags)
    )
    near, far = list(range(size - rows, size)), list(range(rows))
    text = f"""schema: 1
name: race
title: Race
{"flags:" if flags else ""}
{switches}
sides:
  white: {{forward: up}}
  black: {{forward: down}}
board: {{rows: {size}, columns: {size}}}
zones:
  camp:
    parts:
      white: {{owner: white, shape: {{rows: {near}}}}}
      black: {{owner: black, shape: {{rows: {far}}}}}
  goal:
    parts:
      white: {{owner: white, shape: {{rows: [0]}}}}
      black: {{owner: black, shape: {{rows: [{size - 1}]}}}}
kinds:
  pawn: {{letters: {{white: w, black: b}}}}
setup:
  - fill: {{zone: camp, kind: pawn}}
phases:
  play:
    turns: [white, black]
    turn: [act: [step]]
actions:
  step:
    operands:
      pawn: {{piece: {{owner: mover}}}}
      to: {{line: {{from: pawn, directions: [forward, forward_diagonal], distance: 1}}}}
    validators:
      - holds: {{cell: to, any_of: [nothing, enemy]}}
      - when: same_column(pawn, to)
        holds: {{cell: to, any_of: [nothing]}}
        says: straight ahead is no capture
{rules}    effects:
      - capture: to
      - move: {{piece: pawn, to: to}}
endings:
  - {{each: us, when: "exists(owner=us, in=part(goal, us))", winner: us, says: through}}
  - {{each: us, when: not exists(owner=us), winner: us.opponent, says: nobody is left}}
"""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "race.yaml"
        path.write_text(text, encoding="utf-8")
        return load(str(path))
