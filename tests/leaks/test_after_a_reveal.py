"""What comes to light in both games alike ends no comparison: the rest has to stay hidden."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.cli.leaks import GAMES
from ruleengine.workbench.leaks.leak_test import check_leaks

BOATS = """\
schema: 1
name: boats
title: Boats
sides: {red: {}, blue: {}}
board: {rows: 2, columns: 6}
zones:
  sea:
    parts:
      red: {owner: red, shape: {rows: [0]}}
      blue: {owner: blue, shape: {rows: [1]}}
kinds:
  ferry: {letters: {red: F, blue: f}, attributes: {length: 3}}
  skiff: {letters: {red: K, blue: k}, attributes: {length: 2}}
  wreck: {letters: {red: X, blue: x}, attributes: {length: 0}}
  splash: {letters: {nobody: o}, attributes: {length: 0}}
counters:
  heavy: {}
  weight: {per: piece}
phases:
  hiding:
    steps: [{submit: [put], moves: 2}]
  shooting: {turns: [red, blue], turn: [{act: [shoot], else: [end_turn]}]}
actions:
  put:
    operands:
      boat: {kind: [ferry, skiff]}
      from: {cell: {in: "part(sea, mover)"}}
      to: {line: {from: from, directions: [right], distance: boat.length - 1}}
    validators:
      - {require: "not exists(owner=mover, kind=boat)", says: it is there already}
      - {require: "empty(from) and empty(to)", says: another lies there}
      - path_clear: to
    effects:
      - for_each:
          as: spot
          among_cells: {where: "it == from or it == to or lies_between(it, from, to)"}
        do: [place: {kind: boat, owner: mover, at: spot}]
  shoot:
    operands: {at: {cell: {in: "part(sea, opponent)"}}}
    validators: [{require: "not holds(at, kind=[wreck, splash])", says: again}]
    effects:
      - let: {target: piece_at(at)}
      - if: target == nothing
        then: [place: {kind: splash, owner: nobody, at: at}]
        else:
          - {if: target.kind == ferry, then: [{set: {weight: 1}, for: target}]}
          - become: {piece: target, kind: wreck}
views:
  - {hide: piece, of: {where: "it.kind not in [wreck, splash]"}}
  - {hide: weight, from: everybody}
endings:
  - {when: turn > 14, draw: true, says: late}
"""
HIT = "          - become: {piece: target, kind: wreck}\n"
IF_FERRY = "          - if: target.kind == ferry\n            then: "
SHOT = "      - let: {target: piece_at(at)}\n"

Boats = Callable[..., Game]


@pytest.fixture
def boats(tmp_path: Path) -> Boats:
    """Return the game with some texts replaced."""

    def edited(*edits: tuple[str, str]) -> Game:
        text = BOATS
        for old, new in edits:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        (tmp_path / "boats.yaml").write_text(text, encoding="utf-8")
        return load(str(tmp_path / "boats.yaml"))

    return edited


def test_boats_that_are_hit_keep_their_other_secrets(boats: Boats) -> None:
    report = check_leaks(boats(), games=GAMES)
    assert report.ok, str(report)
    # A boat of another length does not fit where one lay, so it is put beside it.
    assert report.changes["other kinds"] > GAMES
    # Where a shot hits in the one game only, the rules let everybody know.
    assert report.ends["come to light"] + report.ends["touched"] > 0


@pytest.mark.parametrize(
    "leak",
    [
        pytest.param(
            (HIT, f"{IF_FERRY}[add: {{heavy: 1}}]\n{HIT}"),
            id="with the hit",
        ),
        pytest.param(
            (SHOT, f'      - set: {{heavy: "count(where=it.weight > 0)"}}\n{SHOT}'),
            id="at the next shot",
        ),
    ],
)
def test_a_number_that_tells_what_was_hit_is_a_leak(boats: Boats, leak: tuple[str, str]) -> None:
    report = check_leaks(boats(leak), games=GAMES)
    assert report.channels == {"view"}
    assert all("/counters/heavy" in str(leak) for leak in report.leaks)


def test_what_a_shot_shows_of_the_cell_itself_is_no_leak(boats: Boats) -> None:
    report = check_leaks(
        boats(
            ("counters:\n", "counters:\n  struck: {per: cell}\n"),
            (HIT, f"{IF_FERRY}[{{add: {{struck: 1}}, for: at}}]\n{HIT}"),
        ),
        games=GAMES,
    )
    assert report.ok, str(report)
    assert report.ends["touched"] > 0


def test_values_that_an_ending_says_are_told_on_purpose(boats: Boats) -> None:
    late = "  - {when: turn > 14, draw: true, says: late}\n"
    says = "{sum(it.kind.length, kind=[ferry, skiff])} are left"
    game = boats((late, f'  - {{when: turn > 4, draw: true, says: "{says}"}}\n'))
    report = check_leaks(game, games=GAMES)
    assert report.ok, str(report)
    assert report.ends["told"] > 0


def test_an_ending_that_comes_only_in_one_game_is_still_a_leak(boats: Boats) -> None:
    late = "  - {when: turn > 14, draw: true, says: late}\n"
    early = '  - {when: "turn > 4 and holds(a2, kind=ferry)", draw: true, says: "{turn} turns"}\n'
    report = check_leaks(boats((late, f"{early}{late}")), games=GAMES)
    assert not report.ok
