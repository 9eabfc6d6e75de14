"""A piece that was seen and no longer is: its seat is told so, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ruleengine import Game, Match, load
from ruleengine.table.story import story_of

RULES = """\
schema: 1
name: lamps
title: Lamps
sides: {north: {}, south: {}}
board: {rows: 3, columns: 4}
kinds: {lamp: {letters: {north: n, south: s}}, moth: {letters: {north: N, south: S}}}
setup:
  - drawn: |
      n . . .
      . . s S
      . . . .
views: [VIEWS]
phases: {play: {turns: [north, south], turn: [act: [walk, relieve, end]]}}
actions:
  walk:
    operands:
      lamp: {piece: {owner: mover}}
      to: {line: {from: lamp, directions: all, distance: {at_most: 3}}}
    validators: [holds: {cell: to, any_of: [nothing, enemy]}]
    effects: [capture: to, {move: {piece: lamp, to: to}}]
  relieve:
    operands: {old: {piece: {kind: lamp, owner: mover}}, new: {piece: {kind: moth, owner: mover}}}
    effects: [{let: {post: old.cell}}, {move: {piece: old, to: d1}}, {move: {piece: new, to: post}}]
  end: {effects: []}
endings: [{when: turn > 20, draw: true, says: it is late}]
tables:
  lit:
    given: {us: side, other: piece}
    gives: truth
    rows: [value: "exists(owner=us, where=distance(it, other) <= 2)"]
"""
NEAR = '{hide: piece, of: {where: "not lit(viewer, it)"}}'


def lamps(tmp_path: Path, views: str = NEAR) -> Game:
    path = tmp_path / "lamps.yaml"
    path.write_text(RULES.replace("VIEWS", views), encoding="utf-8")
    return load(str(path))


def played(game: Game, moves: Sequence[str]) -> Match:
    match = Match(game)
    for move in moves:
        match.submit(match.actors[0], move)
    return match


def told(game: Game, seat: str | None, *moves: str) -> list[str]:
    match = played(game, moves)
    position = match.position
    events = position.events if seat is None else position.events_for(seat)
    if seat is not None:
        assert position.view(seat).events == events
    return [str(event) for event in events if event.name != "turn"]


def sentences(game: Game, seat: str, *moves: str) -> list[str]:
    match = played(game, moves)
    return [sentence for entry in story_of(match, seat) for sentence in entry.sentences]


GONE = "hidden piece=south lamp from=c2"


def test_a_piece_that_goes_out_of_sight_is_told_without_where_to(tmp_path: Path) -> None:
    game = lamps(tmp_path)
    away = ("end", "walk c2-d1")
    assert told(game, "north", *away) == [GONE]
    assert told(game, "south", *away) == [
        "moved piece=south lamp from=c2 to=d1",
        "hidden piece=north lamp from=a3",
    ]
    assert told(game, None, *away) == ["moved piece=south lamp from=c2 to=d1"]
    assert sentences(game, "north", *away) == ["south's lamp on c2 is out of sight"]
    # Nothing is said again of what has been out of sight before.
    assert told(game, "north", *away, "end", "end") == []


def test_who_walks_away_sees_less_and_is_told_so(tmp_path: Path) -> None:
    game = lamps(tmp_path)
    near = ("walk a3-b2", "end")
    assert [*told(game, "north", "walk a3-b2")] == ["moved piece=north lamp from=a3 to=b2"]
    back = told(game, "north", *near, "walk b2-a3")
    assert back == ["moved piece=north lamp from=b2 to=a3", "hidden piece=south moth from=d2"]
    # South sees what north does all the same.
    assert told(game, "south", *near, "walk b2-a3") == ["moved piece=north lamp from=b2 to=a3"]


def test_several_alike_are_told_together(tmp_path: Path) -> None:
    game = lamps(tmp_path, "{hide: piece, of: {where: turn > 1, kind: lamp}}")
    assert told(game, "north", "end") == [GONE]
    assert sentences(game, "north", "end") == ["south's lamp on c2 is out of sight"]
    path = tmp_path / "lamps.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(" s S", " s s"), encoding="utf-8")
    assert sentences(load(str(path)), "north", "end") == [
        "south's lamps on c2 and d2 are out of sight"
    ]


def test_what_is_captured_where_nobody_sees_it_is_told_as_captured(tmp_path: Path) -> None:
    # Who takes is not seen; that one's own piece is gone, and where, is.
    game = lamps(tmp_path, "{hide: piece, from: others, of: {owner: south}}")
    taken = told(game, "north", "walk a3-b2", "walk c2-b2")
    assert taken == ["captured piece=north lamp from=b2"]


def test_a_place_where_something_is_seen_again_hides_nothing(tmp_path: Path) -> None:
    # Of two alike nobody could say which one it is that has gone.
    game = lamps(tmp_path)
    assert told(game, "north", "end", "relieve c2 d2") == ["moved piece=south moth to=c2"]


@pytest.mark.parametrize("seat", ["north", "south"])
def test_nothing_goes_out_of_sight_where_nothing_is_hidden(tmp_path: Path, seat: str) -> None:
    game = lamps(tmp_path, "{hide: kind}")
    assert not any("hidden" in event for event in told(game, seat, "walk a3-b2", "walk c2-c3"))


PLOTS = """\
schema: 1
name: plots
title: Plots
sides: {north: {}, south: {}}
board: {rows: 3, columns: 4}
kinds: {lamp: {letters: {north: n, south: s}}}
setup:
  - drawn: |
      n . n .
      . . . .
      s . . .
views: [{hide: piece, from: others}]
phases: {play: {round: [{submit: [walk], who: [north, south], moves: 2}]}}
actions:
  walk:
    operands:
      lamp: {piece: {owner: mover}}
      to: {line: {from: lamp, directions: all, distance: 1}}
    validators: [holds: {cell: to, any_of: [nothing]}]
    effects: [move: {piece: lamp, to: to}]
endings: [{when: turn > 5, draw: true, says: late}]
"""


def test_in_secret_nothing_of_an_earlier_round_is_out_of_sight_again(tmp_path: Path) -> None:
    path = tmp_path / "plots.yaml"
    path.write_text(PLOTS, encoding="utf-8")
    match = Match(load(str(path)))
    for moves in (["walk a3-a2", "walk c3-c2"], ["walk a1-b1", "walk b1-c1"]):
        match.submit(match.actors[0], moves)
    assert match.position.turn == 2
    match.submit("north", "walk a2-b2")
    told = [str(event) for event in match.position.events_for("north")]
    assert told == ["moved piece=north lamp from=a2 to=b2"]
