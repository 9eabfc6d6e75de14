"""The static checks know marks, rounds, loops that end, and pieces of nobody."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from ruleengine.analysis.validation import validate

BASE = """
    schema: 1
    name: pond
    title: Pond
    sides: {red: {}, blue: {}}
    board: {rows: 3, columns: 3}
    kinds:
      frog: {letters: {red: r, blue: b}}
      rock: {letters: {nobody: "#"}}
    setup:
      - put: {kind: frog, owner: red, at: a1}
      - put: {kind: frog, owner: blue, at: c3}
      - put: {kind: rock, owner: nobody, at: b2}
    counters: {hops: {}}
    marks: {was: {holds: cell, per: piece}}
    phases:
      play: {PHASE}
    actions:
      hop:
        operands:
          frog: {piece: {owner: mover}}
          to: {line: {from: frog, directions: orthogonal, distance: 1}}
        validators:
          - {require: to != frog.was, says: not back}
        effects:
          - {mark: {was: frog.cell}, for: frog}
          - capture: to
          - move: {piece: frog, to: to}
          - EFFECT
    endings:
      - {each: us, when: not exists(owner=us), winner: us.opponent, says: gone}
      - {when: count(owner=nobody) == 0 and hops > 3, void: true, says: odd}
"""
TURNS = "{turns: [red, blue], turn: [act: [hop]]}"


def codes(tmp_path: Path, phase: str = TURNS, effect: str = "add: {hops: 1}") -> list[str]:
    text = dedent(BASE).lstrip("\n").replace("{PHASE}", phase).replace("EFFECT", effect)
    path = tmp_path / "pond.yaml"
    path.write_text(text, encoding="utf-8")
    return [problem.code for problem in validate(str(path)).diagnostics]


@pytest.mark.parametrize(
    "effect",
    [
        "add: {hops: 1}",
        # It may become more by a number that has an end, again and again.
        'set: {hops: "hops + min(3, turn)"}',
        "{repeat: [{add: {hops: 1}}], while: hops < 2, at_most: 5}",
        "{for_each: {as: n, numbers: {from: 1, to: 3}}, do: [{add: {hops: n}}]}",
    ],
)
def test_nothing_is_said_about_loops_that_end(tmp_path: Path, effect: str) -> None:
    assert codes(tmp_path, effect=effect) == []


def test_nothing_is_said_about_rounds(tmp_path: Path) -> None:
    phase = "{round: [{act: [hop], who: red}, {act: [hop], who: blue}]}"
    assert codes(tmp_path, phase=phase) == []


def test_a_loop_by_again_inside_a_repeat_is_still_found(tmp_path: Path) -> None:
    steps = "{repeat: [{add: {hops: 1}, label: top}, {again: top}], at_most: 2}"
    phase = f"{{turns: [red, blue], turn: [{{act: [hop]}}, {steps}]}}"
    assert "check/reroll-can-loop" in codes(tmp_path, phase=phase)


def test_a_mark_that_nothing_speaks_of_is_unused(tmp_path: Path) -> None:
    assert codes(tmp_path) == []
    text = (tmp_path / "pond.yaml").read_text(encoding="utf-8")
    path = tmp_path / "pond.yaml"
    path.write_text(text.replace("marks: {", "marks: {idle: {holds: side}, "), encoding="utf-8")
    found = validate(str(path)).diagnostics
    assert [(problem.code, problem.message) for problem in found] == [
        ("check/unused", "mark 'idle' is never used")
    ]
