"""What expressions come to in a position, for the referee and for seats."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game, Position, load
from ruleengine.errors import ResolveError

RULES = """\
schema: 1
name: veil
title: Veil
sides: {south: {}, north: {}}
board: {rows: 2, columns: 3}
zones: {top: {shape: {rows: [0]}}}
kinds:
  man: {letters: {south: m, north: M}}
  king: {letters: {south: k, north: K}}
counters: {coins: {per: side}, worn: {per: piece, shown: false}}
marks: {last: {holds: cell}}
conditions:
  safe: [{holds: "exists(owner=south, kind=king)"}, {holds: "coins > 1"}]
tables:
  far: {given: {from: cell}, gives: number, rows: [{value: "distance(from, a1)"}]}
setup: [{drawn: "K M .\\nm k ."}]
phases: {play: {turns: [south, north], turn: [act: [step]]}}
actions:
  step:
    operands:
      man: {piece: {owner: mover}}
      to: {line: {from: man, directions: orthogonal, distance: 1}}
    validators: [holds: {cell: to, any_of: [nothing]}]
    effects: [move: {piece: man, to: to}]
views: [{hide: kind, of: {where: it.owner != viewer}}]
endings: [{when: turn > 12, draw: true, says: it is late}]
"""


@pytest.fixture
def veil(tmp_path: Path) -> Callable[[], Game]:
    def make() -> Game:
        path = tmp_path / "veil.yaml"
        path.write_text(RULES, encoding="utf-8")
        return load(str(path))

    return make


@pytest.fixture
def start(veil: Callable[[], Game]) -> Position:
    board = "K M .\nm k ."
    return veil().position(board=board, mover="south", counters={"coins": {"south": 2}})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("coins", 2),
        ("count(owner=north)", 2),
        ("mover", "south"),
        ("piece_at(b1)", "b1"),
        ("piece_at(a2).kind", "king"),
        ("piece_at(c1)", None),
        ("last", None),
        ("far(c1)", 2),
        ("a2 in top", True),
        ("safe", True),
    ],
)
def test_the_referee_is_told_values_in_the_words_of_the_ruleset(
    start: Position, text: str, value: object
) -> None:
    assert start.ask(text, referee=True).value == value


def test_a_condition_tells_which_part_of_it_fails(start: Position) -> None:
    answer = start.ask("safe and not (coins == 2 or turn > 3)", referee=True)
    assert [line.strip() for line in answer.lines()] == [
        "safe and not (coins == 2 or turn > 3): no",
        "safe: yes",
        "exists(owner=south, kind=king): yes",
        "coins > 1: yes",
        "coins: 2",
        "not (coins == 2 or turn > 3): no",
        "coins == 2 or turn > 3: yes",
        "coins == 2: yes",
        "coins: 2",
        "turn > 3: no",
        "turn: 1",
    ]


def test_a_seat_is_told_what_follows_from_what_it_knows(
    veil: Callable[[], Game], start: Position
) -> None:
    """Two positions that look the same to it give the same answers."""
    other = veil().position(board="M K .\nm k .", mover="south", counters={"coins": {"south": 2}})
    for text in ("piece_at(a2).kind", "holds(a2, owner=north, kind=king)", "count(kind=king)"):
        assert not start.ask(text, "south").is_known
        assert start.ask(text, "south") == other.ask(text, "south")
        assert start.ask(text) == other.ask(text)
    assert start.ask("piece_at(b1).kind", "south").value == "king"
    assert not start.ask("piece_at(b1).kind", "north").is_known


@pytest.mark.parametrize(
    ("text", "code", "col", "hint"),
    [
        ("count(owner=nroth)", "expression/unknown-name", 13, "north"),
        ("to == a1", "expression/unknown-name", 1, "`piece_at(c4)`"),
        ("count(owner=north", "expression/syntax", 6, "`)`"),
        ("", "expression/syntax", 1, ""),
    ],
)
def test_what_cannot_be_asked_is_told_with_its_place(
    start: Position, text: str, code: str, col: int, hint: str
) -> None:
    with pytest.raises(ResolveError) as caught:
        start.ask(text)
    (found,) = caught.value.diagnostics
    assert found.span is not None
    assert (found.code, found.span.col) == (code, col)
    assert hint in (found.hint or "")


def test_the_only_piece_of_a_hidden_kind_is_not_known(start: Position) -> None:
    for text in (
        "the(owner=north, kind=king)",
        "the(owner=north, kind=king) == nothing",
        "count(owner=north, kind=king) == 1",
        "piece_at(a2).kind == piece_at(b2).kind",
        "far(the(owner=north, kind=king).cell)",
    ):
        assert not start.ask(text, "south").is_known
    assert start.ask("the(owner=south, kind=king)", "south").value == "b1"


def test_a_part_that_is_known_can_decide_the_whole(start: Position) -> None:
    answer = start.ask("exists(owner=north, kind=king) and turn > 3", "south")
    assert answer.value is False
    assert answer.is_known
    assert not answer.parts[0].is_known
