"""Rounds that are played by the clock."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from ruleengine import Game, Match, load
from ruleengine.agents.realtime import HandClock, RealtimeTable, WallClock
from ruleengine.errors import GameOverError, IllegalMoveError, PositionError

RULES = """\
schema: 1
name: drill
title: Drill
sides: {red: {}, blue: {}}
board: {rows: 2, columns: 9}
kinds: {man: {letters: {red: r, blue: b}}}
counters: {orders: {per: side, limit: 9}}
setup:
  - put: {kind: man, owner: red, at: a1}
  - put: {kind: man, owner: blue, at: a2}
phases:
  play:
    turns: [red]
    turn:
      - submit: [step, leap]
        COMMIT
actions:
  step:
    uses: orders
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: right, distance: 1}}
    effects: [move: {piece: unit, to: to}]
  leap:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: right, distance: 2}}
    effects: [move: {piece: unit, to: to}]
endings:
  - {when: "turn >= 4", at: turn_end, draw: true, says: enough}
"""


@pytest.fixture
def drill(tmp_path: Path) -> Callable[[str], Game]:
    def make(commit: str = "secret: true") -> Game:
        path = tmp_path / "drill.yaml"
        path.write_text(RULES.replace("COMMIT", commit), encoding="utf-8")
        return load(str(path))

    return make


def cells(match: Match) -> dict[str, str]:
    return {piece.owner: piece.place for piece in match.view("red").pieces}


async def rounds_of(table: RealtimeTable, seen: list[dict[str, str]]) -> None:
    async for position in table.rounds():
        assert position is table.match.position
        seen.append(cells(table.match))


def play(
    match: Match,
    player: Callable[[RealtimeTable, HandClock], Awaitable[None]],
    *,
    until: float,
    seconds: float = 3,
) -> list[dict[str, str]]:
    """Let somebody play until a moment; return where the pieces stood after each tick."""
    seen: list[dict[str, str]] = []

    async def evening() -> None:
        clock = HandClock()
        table = RealtimeTable(match, seconds=seconds, clock=clock)
        tasks = [asyncio.ensure_future(rounds_of(table, seen))]
        tasks.append(asyncio.ensure_future(player(table, clock)))
        await clock.advance_to(until)
        for task in tasks:
            task.cancel()
        for done in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(done, Exception):
                raise done

    asyncio.run(evening())
    return seen


async def nobody(table: RealtimeTable, clock: HandClock) -> None:
    del table, clock


def test_an_order_belongs_to_the_round_of_the_next_tick(drill: Callable[..., Game]) -> None:
    async def player(table: RealtimeTable, clock: HandClock) -> None:
        await clock.wait_until(1.0)
        table.order("red", "step a1-b1")
        await clock.wait_until(3.5)
        table.order("red", "leap b1-d1")

    match = Match(drill())
    assert play(match, player, until=6) == [
        {"red": "b1", "blue": "a2"},
        {"red": "d1", "blue": "a2"},
    ]


def test_the_clock_plays_what_seats_would_play_who_commit(drill: Callable[..., Game]) -> None:
    async def player(table: RealtimeTable, clock: HandClock) -> None:
        table.order("blue", "leap a2-c2")
        await clock.wait_until(2.9)
        table.order("red", ["step a1-b1", "step b1-c1"])
        await clock.wait_until(3.5)
        table.order("red", "leap c1-e1")

    game = drill()
    timed, logical = Match(game), Match(game)
    play(timed, player, until=7)
    logical.submit("blue", "leap a2-c2")
    logical.submit("red", ["step a1-b1", "step b1-c1", "commit"])
    logical.submit("blue", "commit")
    logical.submit("red", ["leap c1-e1", "commit"])
    logical.submit("blue", "commit")
    assert timed.position == logical.position
    *_, last = timed.record().replay(game)
    assert last == timed.position


def test_orders_stay_secret_until_the_tick(drill: Callable[..., Game]) -> None:
    match = Match(drill())
    table = RealtimeTable(match, seconds=1, clock=HandClock())
    table.order("red", "step a1-b1")
    assert {piece.place for piece in match.view("blue").pieces} == {"a1", "a2"}
    table.tick()
    assert {piece.place for piece in match.view("blue").pieces} == {"b1", "a2"}


def test_without_orders_rounds_go_on_until_the_match_is_over(drill: Callable[..., Game]) -> None:
    match = Match(drill())
    assert len(play(match, nobody, until=1000)) == 4
    assert match.is_over
    table = RealtimeTable(match, seconds=1)
    with pytest.raises(GameOverError):
        table.order("red", "step a1-b1")


def test_a_match_that_somebody_resigns_has_no_more_ticks(drill: Callable[..., Game]) -> None:
    async def player(table: RealtimeTable, clock: HandClock) -> None:
        await clock.wait_until(4.0)
        table.match.resign("red")

    match = Match(drill())
    assert len(play(match, player, until=20)) == 1
    assert match.record().closing == "resigned"


def test_seats_do_not_commit_themselves(drill: Callable[..., Game]) -> None:
    match = Match(drill())
    table = RealtimeTable(match, seconds=3, clock=HandClock())
    with pytest.raises(IllegalMoveError, match="but the clock") as caught:
        table.order("red", ["step a1-b1", "commit"])
    assert caught.value.code == "move/wrong-seat"
    assert match.num_plies == 0


def test_a_refused_order_changes_nothing(drill: Callable[..., Game]) -> None:
    match = Match(drill())
    table = RealtimeTable(match, seconds=3, clock=HandClock())
    with pytest.raises(IllegalMoveError):
        table.order("red", ["step a1-b1", "step b1-d1"])
    assert match.num_plies == 0


def test_who_must_not_commit_yet_keeps_the_round_open(drill: Callable[..., Game]) -> None:
    async def player(table: RealtimeTable, clock: HandClock) -> None:
        table.order("blue", "step a2-b2")
        await clock.wait_until(4.0)
        table.order("red", "step a1-b1")

    match = Match(drill("commit: orders > 0"))
    assert play(match, player, until=6) == [
        {"red": "a1", "blue": "a2"},
        {"red": "b1", "blue": "b2"},
    ]


def test_a_missed_tick_is_left_out(drill: Callable[..., Game]) -> None:
    class Slow(HandClock):
        """Wakes everybody four seconds late."""

        async def wait_until(self, moment: float) -> None:
            waits.append(moment)
            await super().wait_until(moment + 4)

    waits: list[float] = []

    async def evening() -> None:
        clock = Slow()
        table = RealtimeTable(Match(drill()), seconds=3, clock=clock)
        task = asyncio.ensure_future(rounds_of(table, []))
        await clock.advance_to(20)
        task.cancel()

    asyncio.run(evening())
    assert waits[:3] == [3, 9, 15]


def test_the_clock_of_the_event_loop_keeps_time(drill: Callable[..., Game]) -> None:
    async def evening() -> int:
        table = RealtimeTable(Match(drill()), seconds=0.001, clock=WallClock())
        return len([position async for position in table.rounds()])

    assert asyncio.run(evening()) == 4


@pytest.mark.parametrize("seconds", [0, -1])
def test_ticks_are_apart(drill: Callable[..., Game], seconds: float) -> None:
    with pytest.raises(PositionError, match="more than 0 seconds"):
        RealtimeTable(Match(drill()), seconds=seconds)
