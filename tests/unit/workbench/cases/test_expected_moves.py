"""How cases name the moves that have to be legal, or must not be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from ruleengine import Game
from ruleengine.workbench.cases.expectation_model import AmongMoves
from ruleengine.workbench.cases.expected_moves import still_there
from ruleengine.workbench.cases.scenarios import run_files


def test_the_beginning_of_a_move_without_its_action_excludes_moves_of_every_action(
    mini: Callable[..., Game],
) -> None:
    game = mini(
        actions="call: {operands: {man: {piece: {owner: mover}}, how: {word: [low, high]}}}",
        phases="play: {turns: [north, south], turn: [act: [step, call]]}",
    )
    board = "n . . . .\n" + 3 * ". . . . .\n" + ". . . . s"
    start = game.position(board=board, mover="north")
    excluded = AmongMoves(excludes=["a5", "E1", "c3"])
    told = list(still_there(start, start.legal_moves(), excluded))
    assert told == ["legal: 'a5' is there, as 'step a5-b5', but not expected"]


SHORT = """
    schema: 1
    name: slide
    title: Slide
    sides: {a: {}, b: {}}
    board: {rows: 2, columns: 3}
    kinds: {man: {letters: {a: A, b: B}}}
    setup: [{drawn: "A . %s\\n. . B"}]
    phases: {play: {turns: [a, b], turn: [{act: [go], else: [end_turn]}]}}
    actions:
      go:
        operands:
          unit: {piece: {owner: mover}, named: if_several}
          to: {line: {from: unit, directions: all, distance: 1}}
        validators: [holds: {cell: to, any_of: [nothing]}]
        effects: [move: {piece: unit, to: to}]
    endings: [{id: late, when: turn > 9, draw: true, says: late}]
"""


@pytest.mark.parametrize(
    ("also", "legal", "message"),
    [
        (".", "{includes: [go b2]}", None),
        (".", "[go b2, go a1, go a2-b1]", None),
        (".", "{excludes: [go a1-b2, go c1]}", None),
        (".", "{excludes: [go b2]}", "legal: 'go b2' is there, as 'go a2-b2', but not expected"),
        (".", "[go b2, go a1]", "legal: there, but not expected: go a2-b1"),
        ("A", "{excludes: [go b2]}", "legal: 'go b2' is there, and even means several moves: "),
        (
            ".",
            "{excludes: [go b9]}",
            "legal: to exclude 'go b9' says nothing: the board has no",
        ),
        (
            ".",
            "{excludes: [hop b2]}",
            "legal: to exclude 'hop b2' says nothing: 'hop b2' does not name",
        ),
    ],
)
@pytest.mark.parametrize("seen", [False, True])
def test_moves_are_read_as_they_are_played(
    tmp_path: Path, also: str, legal: str, message: str | None, *, seen: bool
) -> None:
    """A value that may be left out can be left out here as well."""
    (tmp_path / "slide.yaml").write_text(dedent(SHORT % also).lstrip("\n"), encoding="utf-8")
    wanted = f"view: {{of: a, legal: {legal}}}" if seen else f"legal: {legal}"
    cases = tmp_path / "cases.yaml"
    step = f"expect: {{{wanted}}}"
    text = f"ruleset: slide\ncases: [{{id: x, start: true, steps: [{step}]}}]\n"
    cases.write_text(text, encoding="utf-8")
    (result,) = run_files([cases]).results
    assert (message or "") in "\n".join(result.messages)
    assert result.ok == (message is None)
