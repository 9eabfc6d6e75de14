"""Pieces in the fog: moves in the open are changed, and seats try to go where nobody is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.cli.leaks import GAMES, leak_lines
from ruleengine.game import desk
from ruleengine.pipeline.state import Env, State
from ruleengine.workbench.leaks.leak_test import check_leaks
from ruleengine.workbench.leaks.trials import Trials

FOG = """\
schema: 1
name: fog
title: Fog
sides: {north: {}, south: {}}
board: {rows: 4, columns: 6}
kinds: {lamp: {letters: {north: n, south: s}}}
setup:
  - drawn: |
      n . . n . .
      . . . . . .
      . . . . . .
      . . s . . s
views:
  - {hide: piece, of: {where: "not lit(viewer, it)"}}
phases:
  play: {turns: [north, south], turn: [act: [walk]]}
actions:
  walk:
    operands:
      lamp: {piece: {owner: mover}}
      to: {line: {from: lamp, directions: all, distance: 1}}
    validators:
      - holds: {cell: to, any_of: [nothing]}
    effects: [move: {piece: lamp, to: to}]
endings:
  - {when: turn > 20, draw: true, says: it is late}
tables:
  lit:
    given: {us: side, other: piece}
    gives: truth
    rows: [value: "exists(owner=us, where=adjacent(it, other))"]
"""
FOUND = """\
schema: 1
name: found
title: Found
sides: {north: {}, south: {}}
board: {rows: 3, columns: 3}
kinds: {stone: {letters: {north: n, south: s}}}
counters: {found: {per: piece, shown: false}}
views:
  - {hide: piece, of: {where: it.found == 0}}
  - {hide: found, from: everybody}
phases:
  play: {turns: [north, south], turn: [act: [put]]}
actions:
  put:
    operands: {to: {cell: {}}}
    effects:
      - let: {met: piece_at(to)}
      - place: {kind: stone, owner: mover, at: to}
      - if: met != nothing
        then:
          - remove: the(owner=mover, at=to, where=it != met)
          - {set: {found: 1}, for: met}
endings:
  - {when: turn > 8, draw: true, says: it is late}
"""


@pytest.fixture
def fog(tmp_path: Path) -> Game:
    """Return a game in which lamps are seen from the cells around them only."""
    (tmp_path / "fog.yaml").write_text(FOG, encoding="utf-8")
    return load(str(tmp_path / "fog.yaml"))


def test_a_refusal_that_tells_who_stands_far_off_is_found_in_few_games(
    fog: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        desk, "told_reasons", lambda _rules, known, _side, ask, *_cells: ask(known.state)
    )
    assert check_leaks(fog, games=GAMES).channels == {"refusals"}


def test_fog_keeps_its_secrets(fog: Game) -> None:
    report = check_leaks(fog, games=GAMES)
    assert report.ok, str(report)
    # Where nothing is done in secret, moves in the open are all that can be changed.
    assert report.changes["other move"] > 10 * GAMES


def test_a_side_is_not_asked_whether_it_sees_its_own(
    fog: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The condition of a view may take long, and is of no use for pieces it is not about."""
    asked: list[int] = []
    answer = fog.rules.tables["lit"]

    def counted(state: State, env: Env) -> object:
        asked.append(1)
        return answer(state, env)

    monkeypatch.setitem(fog.rules.tables, "lit", counted)
    eyes = fog.rules.sight.eyes(fog.start().state, 0)
    assert len(eyes.unseen()) == len(asked) == 2


def test_moves_towards_cells_go_from_every_piece_to_each_of_them(fog: Game) -> None:
    tried = Trials(fog).towards(fog.start(), "north", [0, 23])
    assert tried == ["walk a4-f1", "walk d4-a4", "walk d4-f1"]


MARCH = """\
schema: 1
name: march
title: A march in the dark
sides: {red: {}, blue: {}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {red: r, blue: b}}, scout: {letters: {red: R, blue: B}}}
setup: [drawn: "b.B\\n...\\nr.R"]
views: [{hide: piece}]
counters: {quiet: {}}
phases: {play: {turns: [red, blue], turn: [act: [signal]]}}
actions:
  signal:
    operands: {unit: {piece: {owner: mover}}}
    effects: [{if: unit.kind == man, then: [set: {quiet: 0}], else: [add: {quiet: 1}]}]
endings: [{when: turn > 12, draw: true, says: late}]
"""


@pytest.mark.parametrize("hidden", [False, True])
def test_a_public_number_that_tells_what_a_hidden_move_was_is_a_leak(
    tmp_path: Path, *, hidden: bool
) -> None:
    views = "[{hide: piece}, {hide: quiet, from: everybody}]" if hidden else "[{hide: piece}]"
    text = MARCH.replace("[{hide: piece}]", views)
    (tmp_path / "march.yaml").write_text(text, encoding="utf-8")
    report = check_leaks(load(str(tmp_path / "march.yaml")), games=10)
    assert report.pairs > 0
    assert report.channels == (set() if hidden else {"view"}), str(report)


def test_what_everybody_is_shown_tells_no_side_what_the_other_has_found(tmp_path: Path) -> None:
    """Both see a stone that was found, but its owner may not know that the other does."""
    (tmp_path / "found.yaml").write_text(FOUND, encoding="utf-8")
    game = load(str(tmp_path / "found.yaml"))
    report = check_leaks(game, games=5)
    assert report.ok, str(report)
    game.rules.sight.doubtful.clear()
    report = check_leaks(game, games=5)
    assert report.channels == {"view for everybody"}
    given = [line for line in leak_lines(report.leaks[0], 0) if " given " in line]
    shown = "                given   /view/drawing: the board as it is shown to everybody"
    assert given == [shown, shown]
