"""Where a view asks how far off pieces stand, it says nothing of those that have fallen."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from ruleengine import Game, Match, load
from ruleengine.workbench.leaks.leak_test import check_leaks

DUSK = """
    schema: 1
    name: dusk
    title: Dusk
    sides: {red: {}, blue: {}}
    board: {rows: 5, columns: 5}
    kinds: {boat: {letters: {red: r, blue: b}}, mine: {letters: {nobody: m}}}
    tables:
      sees:
        given: {team: side, one: piece}
        gives: truth
        rows: [{value: "exists(owner=team, where=distance(it, one) <= 1)"}]
    views:
      - hide: piece
        of: {%swhere: "not sees(viewer, it)"}
      - {hide: piece, of: {kind: mine}, from: everybody}
    setup:
      - drawn: |
          b b . b b
          . . . . .
          . . . . b
          . m . . .
          r r r r r
    phases:
      play: {turns: [red, blue], turn: [act: [go]]}
    actions:
      go:
        operands:
          unit: {piece: {owner: mover}}
          to: {line: {from: unit, directions: orthogonal, distance: 1}}
        effects:
          - capture: to
          - let: {sinks: "exists(kind=mine, at=to)"}
          - move: {piece: unit, to: to}
          - if: sinks
            then: [{remove: unit}]
    endings:
      - {each: us, when: not exists(owner=us), winner: us.opponent, says: all boats are lost}
      - {when: turn > 12, draw: true, says: night has come}
"""


def dusk(tmp_path: Path, *, on_board: bool = False) -> Game:
    file = tmp_path / "dusk.yaml"
    zone = "zones: {sea: {shape: {rows: [0, 1, 2, 3, 4]}}}\nkinds:"
    text = dedent(DUSK) % ("in: sea, " if on_board else "")
    file.write_text(text.replace("kinds:", zone, 1) if on_board else text, encoding="utf-8")
    return load(str(file))


def test_who_captures_what_it_saw_is_told(tmp_path: Path) -> None:
    match = Match(dusk(tmp_path))
    match.submit("red", "go e1-e2")
    match.submit("blue", "go e3-e2")
    told = [str(event) for event in match.view("blue").events]
    assert told[:2] == ["captured piece=red boat from=e2", "moved piece=blue boat from=e3 to=e2"]


def test_where_an_unseen_piece_fell_is_not_told(tmp_path: Path) -> None:
    match = Match(dusk(tmp_path, on_board=True))
    match.submit("red", "go b1-b2")  # a mine, and no blue boat is near
    red, blue = ([str(event) for event in match.view(seat).events] for seat in ("red", "blue"))
    assert "moved piece=red boat from=b1 to=b2" in red
    assert "removed piece=red boat from=b2" in red
    assert [event for event in blue if "red boat" in event] == ["removed piece=red boat"]


def test_neither_gives_a_secret_away(tmp_path: Path) -> None:
    assert check_leaks(dusk(tmp_path), games=4, moves=10).ok
