from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.errors import EndlessError, MissingExtraError
from ruleengine.game.rows import simulation
from ruleengine.program import layout as row


def test_every_game_is_accounted_for() -> None:
    found = load("breakthrough").simulate(500, seed=3)
    assert found.games == 500
    assert sum(found.wins.values()) + found.draws + found.void + found.unfinished == 500
    assert sum(found.endings.values()) == 500
    assert sum(found.lengths) == found.plies
    # A pawn needs at least six moves to the far row, and so many of the other side's between.
    assert min(found.lengths) >= 11


def test_games_depend_on_seed_and_number_only() -> None:
    game = load("generals_10x10")
    one = game.simulate(2_500, seed=7, max_plies=300)
    two = game.simulate(2_500, seed=7, max_plies=300, threads=2)
    other = game.simulate(2_500, seed=8, max_plies=300)
    assert (one.lengths, one.wins, one.endings) == (two.lengths, two.wins, two.endings)
    assert one.lengths != other.lengths


def test_a_simulation_is_shown_without_the_length_of_every_game() -> None:
    found = load("breakthrough").simulate(200, seed=3)
    assert "lengths" not in repr(found)
    assert "games=200" in repr(found)
    assert len(found.lengths) == 200


def test_a_limit_of_plies_stops_games() -> None:
    found = load("generals_10x10").simulate(50, seed=1, max_plies=20)
    assert found.unfinished == 50
    assert set(found.lengths) == {20}


def test_an_opening_is_settled_at_once() -> None:
    game = load("generals_10x10")
    found = game.simulate(20, seed=1, opening={"attacker": "B"}, max_plies=30)
    assert found.games == 20


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("breakthrough")
    monkeypatch.setitem(sys.modules, "ruleengine.game.rows.simulation", None)
    with pytest.raises(MissingExtraError, match=r'pip install "\.\[fast\]"'):
        game.simulate(1)


GROWING = """\
schema: 1
name: growing
title: Growing
clauses: {R-1: A rule.}
sides: {north: {}, south: {}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {north: n, south: s}}}
setup: [{drawn: "n . .\\n. . .\\n. . s\\n"}]
actions:
  grow:
    operands: {at: {cell: {empty: true}}}
    effects: [{place: {kind: man, owner: mover, at: at}}, {remove: piece_at(at)}]
phases: {play: {turns: [north, south], turn: [act: [grow]]}}
endings: [{when: turn > LAST, draw: true, says: it is late}]
"""


def growing(tmp_path: Path, last: int, **changed: str) -> Game:
    """Return a game in which pieces come and go, up to a turn."""
    text = GROWING.replace("LAST", str(last))
    for old, new in changed.items():
        text = text.replace(f"{old}: [act: [grow]]", f"{old}: {new}")
    path = tmp_path / "growing.yaml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def test_there_is_room_for_the_pieces_that_random_games_need(tmp_path: Path) -> None:
    found = growing(tmp_path, 150).simulate(20)
    assert (found.draws, found.cramped) == (20, 0)


DRAFTED = """\
schema: 1
name: drafted
title: Drafted
sides: {north: {}, south: {}}
board: {rows: 2, columns: 3}
kinds: {man: {letters: {north: n, south: s}}, king: {letters: {north: k, south: q}}}
zones: {camp: {parts: {north: {owner: north, shape: {rows: [0]}}, south: {owner: south, shape: {rows: [1]}}}}}
actions:
  put:
    operands: {what: {kind: any}, to: {cell: {empty: true, in: "part(camp, mover)"}}}
    effects: [place: {kind: what, owner: mover, at: to}]
  clear:
    operands: {unit: {piece: {owner: mover}}}
    effects: [remove: unit]
phases:
  play:
    steps:
      - submit: [put, clear]
        commit: count(owner=mover) == 3 and count(owner=mover, kind=king) == 1
      - end: {draw: true, says: all stand}
"""  # noqa: E501 - a zone to a line


def test_there_is_room_for_drafts_in_which_pieces_come_and_go(tmp_path: Path) -> None:
    path = tmp_path / "drafted.yaml"
    path.write_text(DRAFTED, encoding="utf-8")
    found = load(path).simulate(500)
    assert (found.draws, found.cramped) == (500, 0)


def set_up_of(directory: Path, commit: str, ready: str) -> Path:
    """Write a game that is drawn if somebody commits while `ready` does not hold of its pieces."""
    text = DRAFTED.replace("count(owner=mover) == 3 and count(owner=mover, kind=king) == 1", commit)
    won = f"      - if: {ready}\n        then: [end: {{winner: north, says: all stand}}]\n"
    path = directory / "drafted.yaml"
    text = text.replace("columns: 3", "columns: 7").replace("      - end", f"{won}      - end")
    path.write_text(text, encoding="utf-8")
    return path


def test_a_draft_that_is_seldom_complete_is_never_committed_before(tmp_path: Path) -> None:
    """Of all set-ups of seven pieces one in 128 has seven kings; drafts are long, but legal."""
    path = set_up_of(tmp_path, "count(owner=mover, kind=king) == 7", "count(kind=king) == 14")
    found = load(path).simulate(60)
    assert (found.wins["north"], found.draws, found.cramped) == (60, 0, 0)


def test_a_draft_that_can_never_be_complete_is_cut_short(tmp_path: Path) -> None:
    path = set_up_of(tmp_path, "count(owner=mover, kind=king) == 8", "count(kind=king) == 16")
    found = load(path).simulate(2)
    assert (found.unfinished, dict(found.limits)) == (2, {"moves": 2})


LONG = """\
schema: 1
name: long
title: Long
sides: {north: {}, south: {}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {north: n, south: s}}}
setup: [{drawn: "n . .\\n. . .\\n. . s\\n"}]
actions:
  step:
    operands:
      man: {piece: {owner: mover}}
      to: {line: {from: man, directions: all, distance: 1}}
    validators: [{holds: {cell: to, any_of: [nothing]}}]
    effects: [{move: {piece: man, to: to}}]
phases: {play: {turns: [north, south], turn: [act: [step]]}}
endings:
  - {when: turn > 3000, draw: true, says: it is late}
  - {when: repetitions > 2000, draw: true, says: again}
"""


def test_long_games_have_room_for_the_positions_they_remember(tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    path.write_text(LONG, encoding="utf-8")
    game = load(path)
    found = game.simulate(5)
    assert (found.draws, found.cramped, set(found.lengths)) == (5, 0, {3_001})
    # What batches need does not grow with it.
    assert game.compiled.tables.size < 3_000


def test_games_with_more_turns_than_are_remembered_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "positions_for", lambda _plies: row.MAX_POSITIONS)
    path = tmp_path / "long.yaml"
    path.write_text(LONG, encoding="utf-8")
    found = load(path).simulate(5)
    assert (found.cramped, found.limits) == (5, {"positions": 5})


def test_a_game_without_room_to_go_on_is_cut_short(tmp_path: Path) -> None:
    game = growing(tmp_path, 9_999)
    found = game.simulate(20)
    assert (found.unfinished, found.cramped) == (20, 20)
    assert found.limits == {"pieces": 20}
    batch = game.batch(2, auto_reset=False)
    while (batch.seats >= 0).any():
        legal = batch.legal()
        step = batch.step(legal.ids[legal.offsets[:-1]])
    assert step.truncated.all()


def test_rules_that_go_round_are_said_with_their_place(tmp_path: Path) -> None:
    steps = "[{act: [grow]}, {label: top, check_endings: true}, {again: top}]"
    game = growing(tmp_path, 9_999, turn=steps)
    with pytest.raises(EndlessError, match=r"growing\.yaml:13:\d+: .* came to no decision"):
        game.simulate(20)
    batch = game.batch(2)
    legal = batch.legal()
    with pytest.raises(EndlessError, match=r"growing\.yaml:13:\d+: .* came to no decision"):
        batch.step(legal.ids[legal.offsets[:-1]])
