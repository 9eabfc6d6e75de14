"""Secret bids: what they change for all to see comes to light with them, and nothing sooner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ruleengine import Game, Match, load
from ruleengine.game.position import Position
from ruleengine.game.views import View
from ruleengine.pipeline.sight import Eyes
from ruleengine.workbench.leaks.disclosure import Disclosure, Moment
from ruleengine.workbench.leaks.hidden_facts import HiddenFacts
from ruleengine.workbench.leaks.leak_test import check_leaks
from ruleengine.workbench.leaks.transcripts import Told

BIDS = """\
schema: 1
name: bids
title: Secret bids
sides: {west: {}, east: {}}
board: {rows: 1, columns: 1}
kinds: {token: {letters: {nobody: o}}}
counters:
  offer: {per: side, resets: turn}
  score: {per: side}
  purse: {per: side, start: 9}
marks:
  winner: {holds: side}
phases:
  play:
    round:
      - submit: [bid]
        commit: mover.offer > 0
        says: bid first
      - for_each: {as: us, among_sides: true}
        do: [{add: {purse: 0 - us.offer}, for: us}]
      - if: west.offer > east.offer
        then: [{add: {score: 1}, for: west}, mark: {winner: west}]
      - check_endings
actions:
  bid:
    operands: {amount: {number: {at_least: 1, at_most: 3}}}
    validators: [{require: mover.offer == 0, says: once}]
    effects: [set: {offer: amount}]
views:
  - {hide: [purse], from: others}
endings:
  - {when: turn > 3, draw: true, says: done}
"""
HIDE = "hide: [purse]"
SCORED = "add: {score: 1}, for: west}"

Bids = Callable[..., Game]


@pytest.fixture
def bids(tmp_path: Path) -> Bids:
    """Return the game with some texts replaced."""

    def edited(*edits: tuple[str, str]) -> Game:
        text = BIDS
        for old, new in edits:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        (tmp_path / "bids.yaml").write_text(text, encoding="utf-8")
        return load(str(tmp_path / "bids.yaml"))

    return edited


AGAIN = (
    ("{per: side, resets: turn}", "{per: side, limit: 3}"),
    ("require: mover.offer == 0", "require: mover.offer != amount"),
)
"""Bids stay where they are, and may be changed before they are committed."""
ONE = (("commit: mover.offer > 0\n        says: bid first", "moves: 1"),)
"""A bid is committed with itself."""
FEW = (("commit: mover.offer > 0\n        says: bid first", "moves: {at_most: 2}"), AGAIN[1])
"""A bid may be changed once, and is committed with that."""


@pytest.mark.parametrize("edits", [(), AGAIN, ONE, FEW])
def test_what_released_bids_change_for_all_to_see_is_no_leak(
    bids: Bids, edits: tuple[tuple[str, str], ...]
) -> None:
    report = check_leaks(bids(*edits), pairs=60)
    assert report.ok, str(report)
    assert report.ends["released"] > 0
    # Bids that change nothing for all to see are followed further, for the purse is hidden.
    assert report.moments > report.pairs


def test_a_bid_that_others_are_told_with_the_commit_is_a_leak(
    bids: Bids, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Match, "told", lambda self, number, _seat: self.record().plies[number])
    report = check_leaks(bids(*ONE), pairs=30)
    assert {leak.channel for leak in report.leaks} == {"transcript"}


def test_a_bid_that_is_shown_before_all_have_committed_is_a_leak(
    bids: Bids, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, look = bids(), Match.view

    def with_drafts(self: Match, seat: str | None) -> View:
        view = look(self, seat)
        offers = {**cast("dict[str, int]", view.counters["offer"])}
        for draft in self.position.state.drafts:
            if draft.state is not None:
                offset = game.rules.counters["offer"].offset + draft.side
                offers[game.sides[draft.side]] = draft.state.counters[offset]
        return replace(view, counters={**view.counters, "offer": offers})

    monkeypatch.setattr(Match, "view", with_drafts)
    report = check_leaks(game, pairs=30)
    assert any("/counters/offer/" in str(leak) for leak in report.leaks)


def test_a_purse_that_is_shown_although_it_is_hidden_is_a_leak(
    bids: Bids, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = bids()
    monkeypatch.setattr(Eyes, "knows_part", lambda *_: True)
    report = check_leaks(game, pairs=60)
    assert any("/counters/purse/" in str(leak) for leak in report.leaks)


def test_a_public_number_made_of_a_hidden_one_is_a_leak(bids: Bids) -> None:
    told = ("for: us}]", "for: us}, {set: {score: us.purse}, for: us}]")
    report = check_leaks(bids((HIDE, "hide: [purse, offer]"), told), pairs=60)
    assert any("/counters/score/" in str(leak) for leak in report.leaks)


def test_nothing_is_released_as_long_as_somebody_has_not_committed(bids: Bids) -> None:
    game = bids()
    commit = Told("west", 0, "commit")

    def moment(bid: int, *, all_commit: bool) -> Moment:
        match = Match(game, 0)
        match.submit("west", f"bid {bid}")
        if all_commit:
            match.submit("east", ["bid 2", "commit"])
        before = match.position
        match.submit("west", "commit")
        after = match.position
        # An engine that writes bids through to the table at once.
        state = after.state
        state.counters[game.rules.counters["score"].offset] = bid
        faked = SimpleNamespace(
            state=state,
            actors=after.actors,
            question=after.question,
            happened=after.happened,
            events_for=after.events_for,
            outcome=after.outcome,
        )
        return Moment(cast("Position", faked), before, commit)

    disclosure = Disclosure(game, HiddenFacts(game), 0)
    found: list[Any] = [
        disclosure.reason(moment(1, all_commit=each), moment(3, all_commit=each), "east")
        for each in (False, True)
    ]
    assert found == [None, "released"]


PLANS = """\
schema: 1
name: plans
title: Secret plans
sides: {west: {}, east: {}}
board: {rows: 3, columns: 2}
kinds: {guard: {letters: {west: w, east: e}}}
setup:
  - drawn: |
      e e
      . .
      w w
counters:
  told: {per: piece, resets: turn}
  plan: {per: piece}
  alarm: {per: side}
phases:
  play:
    round:
      - submit: [scheme]
        commit: "not exists(owner=mover, where=it.told == 0)"
        says: every guard needs a plan
      - for_each: {as: us, among_sides: true}
        do: [{set: {alarm: "count(owner=us, where=it.plan == 2)"}, for: us}]
actions:
  scheme:
    operands:
      guard: {piece: {owner: mover, where: it.told == 0}}
      what: {number: {at_least: 0, at_most: 2}}
    effects: [{set: {told: 1, plan: what}, for: guard}]
views:
  - {hide: [plan, told], from: others}
endings:
  - {when: turn > 4, draw: true, says: done}
"""


@pytest.mark.parametrize("hidden", ["[plan, told]", "[plan]"])
def test_a_public_number_made_of_what_pieces_hide_is_a_leak(tmp_path: Path, hidden: str) -> None:
    """What is set back for all pieces when a turn ends does not touch them."""
    (tmp_path / "plans.yaml").write_text(PLANS.replace("[plan, told]", hidden), encoding="utf-8")
    report = check_leaks(load(str(tmp_path / "plans.yaml")), pairs=40)
    assert any("/counters/alarm/" in str(leak) for leak in report.leaks)


def test_what_secret_plans_do_on_the_board_is_no_leak(tmp_path: Path) -> None:
    """A guard goes ahead when another of its side has planned so: all see it, and may."""
    alarm = '[{set: {alarm: "count(owner=us, where=it.plan == 2)"}, for: us}]'
    goes = """
          - for_each: {as: one, among: {owner: us}}
            do:
              - let: {ahead: "cell_at(1, one.cell.column)"}
              - if: empty(ahead) and exists(owner=us, where=it.plan == 2 and it != one)
                then: [move: {piece: one, to: ahead}]"""
    assert PLANS.count(alarm) == 1
    (tmp_path / "plans.yaml").write_text(PLANS.replace(alarm, goes), encoding="utf-8")
    report = check_leaks(load(str(tmp_path / "plans.yaml")), pairs=40)
    assert report.ok, str(report)
    assert report.ends["released"] > 0


PROGRAMS = """\
schema: 1
name: programs
title: Programs
sides: {west: {}, east: {}}
board: {rows: 3, columns: 3}
kinds: {robot: {letters: {west: w, east: e}}}
setup: [drawn: "e..\\n...\\nw.."]
counters:
  filled: {per: side, resets: turn}
  first: {per: side, resets: turn}
  second: {per: side, resets: turn}
phases:
  play:
    round:
      - submit: [program]
        moves: 2
      - for_each: {as: us, among_sides: true}
        do:
          - let: {robot: "the(owner=us)"}
          - {move: {piece: robot, to: "cell_at(robot.cell.row, us.first)"}}
          - {move: {piece: robot, to: "cell_at(robot.cell.row, us.second)"}}
actions:
  program:
    operands: {column: {number: {at_least: 0, at_most: 2}}}
    effects:
      - add: {filled: 1}
      - {if: mover.filled == 1, then: [set: {first: column}], else: [set: {second: column}]}
endings:
  - {when: turn > 4, draw: true, says: done}
"""


def test_programs_that_are_carried_out_for_all_to_see_are_no_leak(tmp_path: Path) -> None:
    """Two programs may lead to the same position by different ways."""
    (tmp_path / "programs.yaml").write_text(PROGRAMS, encoding="utf-8")
    report = check_leaks(load(str(tmp_path / "programs.yaml")), pairs=60)
    assert report.ok, str(report)
    assert report.ends["released"] > 0


def test_what_is_told_and_done_before_chance_falls_is_no_leak(tmp_path: Path) -> None:
    """What comes with a move comes with it also when a throw follows at once."""
    second = '          - {move: {piece: robot, to: "cell_at(robot.cell.row, us.second)"}}\n'
    edits = [
        ("kinds:", "dice: {die: {faces: 6}}\nkinds:"),
        (second, f"{second}      - roll: die\n"),
    ]
    thrown = PROGRAMS
    for old, new in edits:
        assert thrown.count(old) == 1, old
        thrown = thrown.replace(old, new)
    announced = thrown.replace(
        '          - {move: {piece: robot, to: "cell_at(robot.cell.row, us.first)"}}\n',
        '          - tell: "{us} begins with {us.first}"\n',
    )
    for text, end in ((thrown, "released"), (announced, "told")):
        (tmp_path / "programs.yaml").write_text(text, encoding="utf-8")
        report = check_leaks(load(str(tmp_path / "programs.yaml")), pairs=60)
        assert report.ok, str(report)
        assert report.ends[end] > 0


CARDS = """\
schema: 1
name: cards
title: Cards
sides: {west: {}, east: {}}
board: {rows: 1, columns: 2}
dice: {die: {faces: 6}}
kinds: {slow: {letters: {west: s, east: S}}, fast: {letters: {west: f, east: F}}}
marks: {card: {holds: kind, per: side, resets: turn}}
phases:
  play:
    round:
      - {submit: [lay], moves: 1}
      - tell: "{west.card} and {east.card}"
      - roll: die
actions:
  lay:
    operands: {what: {kind: any}}
    effects: [mark: {card: what}]
endings: [{when: turn > 4, draw: true, says: done}]
"""


def test_what_was_told_before_chance_fell_is_no_leak_later(tmp_path: Path) -> None:
    """After the throw both games are the same, until other cards are laid in the next turn."""
    (tmp_path / "cards.yaml").write_text(CARDS, encoding="utf-8")
    report = check_leaks(load(str(tmp_path / "cards.yaml")), pairs=40)
    assert report.ok, str(report)
    assert report.ends["told"] > 0
