"""Filters that ask for what is on top of stacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.errors import IllegalMoveError, ResolveError

RULESET = """\
schema: 1
name: roads
title: Roads
sides: {white: {}, black: {}}
board: {rows: 1, columns: 3}
zones: {west: {shape: {columns: [0]}}, east: {shape: {columns: [2]}}}
kinds: {man: {letters: {white: w, black: b}}}
counters: {level: {per: piece, shown: order}}
setup: [drawn: "w b ."]
phases: {play: {turns: [white, black], turn: [act: [wait]]}}
actions:
  wait:
    operands: {man: {piece: {owner: mover, on_top: true}}}
    effects: []
endings:
  - id: road
    each: us
    when: exists(owner=us, ON_TOP in=west, linked=east)
    winner: us
    says: a road
"""


def roads(tmp_path: Path, text: str = RULESET) -> Game:
    path = tmp_path / "roads.yaml"
    path.write_text(text.replace("ON_TOP", "on_top=true,"), encoding="utf-8")
    return load(str(path))


@pytest.mark.parametrize(
    ("board", "winner"),
    [
        ({"a1": "bw", "b1": "w", "c1": "bbw"}, "white"),
        ({"a1": "bw", "b1": "wb", "c1": "w"}, None),
        ({"a1": "wb", "b1": "wb", "c1": "b"}, "black"),
    ],
)
def test_a_chain_is_made_of_what_is_on_top(
    tmp_path: Path, board: dict[str, str], winner: str | None
) -> None:
    position = roads(tmp_path).position(board=". . .", cells=board, mover="white")
    outcome = position.outcome
    assert (outcome.winner if outcome is not None else None) == winner


def test_only_pieces_on_top_may_be_named(tmp_path: Path) -> None:
    cells = {"a1": "wb", "b1": "bw", "c1": "w"}
    position = roads(tmp_path).position(board=". . .", cells=cells, mover="white")
    assert [move.text for move in position.legal_moves()] == ["wait b1", "wait c1"]


UNSEEN = "something that is hidden from white stands against it"
COVERED = "another piece lies on top of the man on a1"


@pytest.mark.parametrize(
    ("change", "more", "told"),
    [
        ("", "", COVERED),
        ("", "views: [{hide: kind, from: others}]\n", COVERED),
        ("", "views: [{hide: piece, from: others}]\n", UNSEEN),
        ("", "views: [{hide: level, from: others}]\n", UNSEEN),
        ("false", "", "nothing lies on top of the man on c1"),
        ("false", "views: [{hide: piece, from: others}]\n", "the man on c1 does not qualify"),
    ],
)
def test_a_refusal_tells_what_is_seen_to_lie_on_top(
    tmp_path: Path, change: str, more: str, told: str
) -> None:
    text = RULESET.replace("on_top: true", f"on_top: {change or 'true'}") + more
    position = roads(tmp_path, text).position(board=". . .", cells={"a1": "wb", "c1": "w"})
    with pytest.raises(IllegalMoveError) as caught:
        position.play("wait c1" if change else "wait a1")
    assert [reason.message for reason in caught.value.reasons] == [told]


def test_something_has_to_say_what_stands_higher(tmp_path: Path) -> None:
    with pytest.raises(ResolveError) as caught:
        roads(tmp_path, RULESET.replace(", shown: order", ""))
    problems = caught.value.diagnostics
    assert {problem.code for problem in problems} == {"resolve/bad-counter"}
    lines = [problem.span.line for problem in problems if problem.span is not None]
    assert lines == [13, 18]
