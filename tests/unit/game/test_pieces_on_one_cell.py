"""Which of several pieces on one cell a text names."""

from __future__ import annotations

from pathlib import Path

from ruleengine import Game, Position, load

STACKS = """\
schema: 1
name: stacks
title: Stacks
sides: {south: {}, north: {}}
board: {rows: 1, columns: 3}
kinds: {man: {letters: {south: s, north: n}}}
counters: {level: {per: piece, shown: order}}
setup: [drawn: "s s n"]
phases: {play: {turns: [south, north], turn: [{act: [step], else: [end_turn]}]}}
tables:
  above:
    given: {one: piece}
    gives: number
    rows: [{value: "count(at=one.cell, where=it.level > one.level)"}]
actions:
  step:
    operands:
      unit: {piece: {owner: mover, where: above(it) == 0}}
      to: {line: {from: unit, directions: orthogonal, distance: 1}}
    effects:
      - {set: {level: count(at=to)}, for: unit}
      - move: {piece: unit, to: to}
endings:
  - {when: turn > 20, winner: south, says: it is late}
  - {when: turn > 21, winner: north, says: it is very late}
"""


def test_a_cell_names_the_piece_on_it_that_the_operand_takes(tmp_path: Path) -> None:
    """The lower man was in the game first, and cannot move."""
    path = tmp_path / "stacks.yaml"
    path.write_text(STACKS, encoding="utf-8")
    position = load(str(path)).start().play("step b1-a1").play("step c1-b1")
    assert [move.text for move in position.legal_moves()] == ["step a1-b1"]
    after = position.play("step a1-b1")
    assert [(piece.place, piece.owner) for piece in after.full_view().pieces] == [
        ("a1", "south"),
        ("b1", "north"),
        ("b1", "south"),
    ]
    assert after == position.play(position.legal_moves()[0])


TWINS = """\
schema: 1
name: twins
title: Twins
sides: {south: {forward: up}, north: {forward: down}}
board: {rows: 3, columns: 2}
zones: {camp: {owner: south, shape: {cells: [a1]}}, bench: {off_board: true}}
kinds: {man: {letters: {south: s, north: n}}}
counters: {wear: {per: piece}}
marks: {last: {holds: piece}}
setup:
  - fill: {zone: camp, kind: man, count: 5}
  - put: {kind: man, owner: north, at: b3}
phases: {play: {turns: [south, north], turn: [act: [step, both]]}}
actions:
  step:
    operands:
      man: {piece: {owner: mover}}
      to: {line: {from: man, directions: forward, distance: 1}}
    effects: [move: {piece: man, to: to}]
  both:
    operands:
      man: {piece: {owner: mover}}
      other: {piece: {owner: mover, where: it.cell == man.cell}}
    effects: [mark: {last: other}]
endings: [{id: late, when: turn > 20, draw: true, says: late}]
"""


def twins(tmp_path: Path, text: str = TWINS) -> Game:
    path = tmp_path / "twins.yaml"
    path.write_text(text, encoding="utf-8")
    return load(str(path))


def steps(position: Position, action: str = "step") -> list[str]:
    return [move.text for move in position.legal_moves() if move.name == action]


def test_of_pieces_that_nothing_tells_apart_one_is_named(tmp_path: Path) -> None:
    game = twins(tmp_path)
    assert steps(game.start()) == ["step a1-a2"]
    batch = game.batch(1, seed=1)
    assert len(batch.legal().ids) == len(game.start().legal_moves()) == 3


def test_a_piece_that_was_named_before_is_told_from_those_like_it(tmp_path: Path) -> None:
    """Naming one piece twice is another move than naming two."""
    position = twins(tmp_path).start()
    assert steps(position, "both") == ["both a1-a1", "both a1-a1"]


def test_what_is_kept_of_pieces_tells_them_apart(tmp_path: Path) -> None:
    game = twins(tmp_path)
    board = {"board": ". n\n. .\n. .", "cells": {"a1": "4s"}, "mover": "south"}
    worn = game.position(**board, counters={"wear": {"a1": [0, 1, 1, 2]}})  # type: ignore[arg-type]
    assert steps(worn) == ["step a1-a2"] * 3
    held = game.position(**board, marks={"last": "a1"})  # type: ignore[arg-type]
    assert steps(held) == ["step a1-a2"] * 2


def test_a_rule_that_asks_for_the_first_piece_tells_them_apart(tmp_path: Path) -> None:
    rule = "      man: {piece: {owner: mover, where: it != piece_at(it.cell)}}\n      to:"
    text = TWINS.replace("      man: {piece: {owner: mover}}\n      to:", rule)
    assert steps(twins(tmp_path, text).start()) == ["step a1-a2"] * 4
