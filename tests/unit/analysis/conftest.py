"""A small game to take apart, and a place on disk for what comes out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine.analysis.validation import Report, validate

DUEL = """\
schema: 1
name: duel
title: Duel
sides: {north: {title: North}, south: {title: South}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {north: N, south: S}}}
setup:
  - put: {kind: man, owner: north, at: [a3, b3, c3]}
  - put: {kind: man, owner: south, at: [a1, b1, c1]}
phases:
  play:
    turns: [south, north]
    turn:
      - act: [step]
actions:
  step:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: orthogonal, distance: 1}}
    validators:
      - holds: {cell: to, any_of: [nothing, enemy]}
    effects:
      - capture: to
      - move: {piece: unit, to: to}
endings:
  - {when: count(owner=north) == 0, winner: south, says: north has lost every man}
  - {when: count(owner=south) == 0, winner: north, says: south has lost every man}
"""
"""A complete game without any fault; tests exchange parts of it."""

Check = Callable[..., Report]


@pytest.fixture
def duel_text() -> str:
    """Return a complete game without any fault."""
    return DUEL


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    """Validate the duel with parts of its text exchanged and text added at its end."""

    def run(
        *changes: tuple[str, str],
        more: str = "",
        overrides: dict[str, object] | None = None,
        deep: bool = False,
    ) -> Report:
        text = DUEL
        for old, new in changes:
            assert old in text, f"not in the text: {old}"
            text = text.replace(old, new)
        (tmp_path / "duel.yaml").write_text(text + more, encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        return validate("duel.yaml", overrides, deep=deep)

    return run
