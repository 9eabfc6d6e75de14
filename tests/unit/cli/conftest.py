"""Builders: the command line in this process, and a small game on disk."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ruleengine.cli.main import main

DUEL = """\
schema: 1
name: duel
title: Duel
about: Two armies meet on a very small board.
clauses:
  R-1: You move a man one cell.
  R-2: No man leaves the board.
  R-3: Whoever has nobody left has lost.
flags:
  ways:
    question: Which ways may a man go?
    choices: {straight: along rows and columns, any: in all directions}
    default: straight
    clauses: [R-1]
  rounds:
    question: After how many turns is it a draw?
    type: number
    at_least: 1
    at_most: 50
    default: 8
  polite:
    question: May a man stay where he is?
    type: boolean
    default: false
    requires: {ways: any}
sides: {north: {title: North}, south: {title: South}}
board: {rows: 3, columns: 2}
zones:
  river: {symbol: "~", shape: {rows: [1]}}
kinds:
  man: {letters: {north: n, south: s}}
counters: {turns: {}}
setup:
  - drawn: |
      n n
      . .
      s s
phases:
  play:
    turns: [south, north]
    turn:
      - add: {turns: 1}
      - act: [step]
        else: [end_turn]
actions:
  step:
    operands:
      man: {piece: {owner: mover}}
      to: {line: {from: man, directions: {pick: ways, straight: orthogonal, any: all}, distance: 1}}
    validators:
      - holds: {cell: to, any_of: [nothing, enemy]}
        clauses: [R-2]
    effects:
      - capture: to
      - move: {piece: man, to: to}
    clauses: [R-1]
endings:
  - id: beaten
    when: count(owner=north) == 0 or count(owner=south) == 0
    winner: mover
    says: one army is gone
    clauses: [R-3]
  - id: tired
    when: turns >= rounds
    draw: true
    says: the men are tired
"""


@dataclass(frozen=True, slots=True)
class Result:
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Result]
Factory = pytest.TempPathFactory


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path_factory: Factory
) -> Run:
    """Run a command as a user would; `typed` is what comes from the keyboard."""
    monkeypatch.setenv("RULEENGINE_SAVES", str(tmp_path_factory.mktemp("saves")))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")

    def call(*arguments: str, typed: str = "") -> Result:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(arguments)
        printed = capsys.readouterr()
        return Result(code, printed.out, printed.err)

    return call


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a small game and go to its directory."""
    path = tmp_path / "duel.yaml"
    path.write_text(DUEL, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return path
