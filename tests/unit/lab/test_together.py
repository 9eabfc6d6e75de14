"""Sides that win or lose together, of which none comes first."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.table import Table

from ruleengine import load
from ruleengine.cli.simulate import tables
from ruleengine.lab.jobs import Manner
from ruleengine.lab.simulating import simulate

TIDE = """\
schema: 1
name: tide
title: Tide
sides: {red: {}, blue: {}, sea: {}}
board: {rows: 1, columns: 1}
kinds: {boat: {letters: {red: r}}}
dice: {die: {faces: 2}}
phases: {play: {turns: [red, blue], turn: [act: [row], roll: die]}}
actions: {row: {}}
endings:
  - {when: turn > 3 and die == 1, winner: sea, says: drowned}
  - {when: turn > 3 and die == 2, WINNER, says: saved}
"""
SHARED = "each: us, several: share, winner: us"


@pytest.mark.parametrize(("winner", "together"), [(SHARED, True), ("winner: red", False)])
def test_of_sides_that_win_together_none_comes_first(
    tmp_path: Path, winner: str, *, together: bool
) -> None:
    text = TIDE.replace("WINNER", winner)
    if together:
        text = text.replace("die == 2,", "die == 2 and us != sea,")
    path = tmp_path / "tide.yaml"
    path.write_text(text, encoding="utf-8")
    found = simulate(load(str(path)), 60, Manner(seed=1)).summary
    assert found.together is together
    said = str([row for table in tables(found) for row in _cells(table)])
    assert ("first mover" in said) is not together
    if not together:  # of two sides that have turns each wins half of what is won
        assert found.first_mover is not None
        assert found.advantage.value == pytest.approx(found.first_mover.share.value - 1 / 2)


def _cells(table: object) -> list[object]:
    return [*table.columns[0].cells] if isinstance(table, Table) else [table]
