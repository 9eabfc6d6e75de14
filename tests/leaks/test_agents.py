"""Agents that search decide by what their seat knows, and never by what is hidden from it.

One side plays the same moves twice; only what is hidden differs: which kinds stand where, in
which order they were placed, and what was ordered in secret. The other side must not notice.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from ruleengine import Match, load
from ruleengine.agents.registry import make_agent
from ruleengine.game.game import Game
from ruleengine.game.rows.row_match import RowMatch
from ruleengine.kernel.imagining import BLOT, KIND, OF, WHAT
from ruleengine.program import layout as row
from ruleengine.program.layout import Layout

AGENTS = ["greedy", "mcts:40"]


def deployed(game: Game, *, other_kinds: bool, other_order: bool) -> Match:
    """Begin a match with a set-up of red, and blue's the same in every case."""
    match = Match(game, 11)
    for seat in game.seats:
        moves: list[str] = []
        while True:
            legal = [m for m in match.view(seat).legal_moves if m.name == "deploy"]
            if not legal:
                break
            moves.append(legal[(7 * len(moves)) % len(legal)].text)
            match.submit(seat, moves[-1])
        match.submit(seat, "commit")
    if not other_kinds and not other_order:
        return match
    # The same places once more, with the kinds moved on by one, or placed from last to first.
    own = [p.text for p in match.record().plies if p.seat == game.seats[0] and p.text != "commit"]
    kinds = [text.split()[1].split("-")[0] for text in own]
    cells = [text.split("-")[-1] for text in own]
    if other_kinds:
        kinds = kinds[1:] + kinds[:1]
    placed = [f"deploy {kind}-{cell}" for kind, cell in zip(kinds, cells, strict=True)]
    again = Match(game, 11)
    for text in reversed(placed) if other_order else placed:
        again.submit(game.seats[0], text)
    again.submit(game.seats[0], "commit")
    for ply in match.record().plies:
        if ply.seat == game.seats[1]:
            again.submit(game.seats[1], ply.text)
    return again


def answers(match: Match, agent: str, plies: int) -> Iterator[str]:
    """Yield what an agent in the second seat does, while the first plays its first move."""
    game = match.game
    made = make_agent(agent, game, seed=4, seat=game.seats[1])
    for _ in range(plies):
        if match.is_over:
            return
        seat = match.actors[0]
        view = match.view(seat)
        if seat == game.seats[1]:
            move = made.choose(view, view.legal_moves)
            yield move.text
        else:
            move = view.legal_moves[0]
        match.submit(seat, move)


@pytest.mark.parametrize("agent", AGENTS)
def test_order_of_placing_does_not_show(agent: str) -> None:
    game = load("stratego_barrage")
    one = deployed(game, other_kinds=False, other_order=False)
    two = deployed(game, other_kinds=False, other_order=True)
    played = list(answers(one, agent, 8))
    assert played == list(answers(two, agent, 8))
    assert played


@pytest.mark.parametrize("agent", AGENTS)
def test_kinds_do_not_show(agent: str) -> None:
    game = load("stratego_barrage")
    one = deployed(game, other_kinds=False, other_order=False)
    two = deployed(game, other_kinds=True, other_order=True)
    seat = game.seats[0]
    # A move that both worlds allow, and that meets nobody.
    moves = [m.text for m in one.view(seat).legal_moves]
    both = [m.text for m in two.view(seat).legal_moves if m.text in moves]
    for match in (one, two):
        match.submit(seat, both[0])
    assert one.view(game.seats[1]) == two.view(game.seats[1])
    assert next(answers(one, agent, 1)) == next(answers(two, agent, 1))


@pytest.mark.parametrize("agent", AGENTS)
def test_secret_orders_do_not_show(agent: str) -> None:
    game = load("flag_war_skirmish")
    for commits in (False, True):
        found = []
        for which in (0, -2):
            match = Match(game, 3)
            first = match.actors[0]
            match.submit(first, match.view(first).legal_moves[which])
            if commits:
                match.submit(first, "commit")
            other = next(seat for seat in match.actors if seat != first)
            view = match.view(other)
            made = make_agent(agent, game, seed=4, seat=other)
            found.append(made.choose(view, view.legal_moves).text)
        assert found[0] == found[1]


def alive(cells: NDArray[np.int32], layout: Layout) -> list[int]:
    """Return the pieces that have not left the game."""
    count = int(cells[row.NUM_PIECES])
    return [slot for slot in range(count) if cells[layout.at("cell") + slot] >= 0]


def test_imagined_armies_are_those_that_the_seat_reckons_with() -> None:
    """Filled in at random, but with the kinds that are left, and none that never moves moved."""
    from ruleengine.agents.thinking import Thinker  # noqa: PLC0415 - heavy

    game = load("stratego_barrage")
    thinker = Thinker(game.compiled)
    match = RowMatch(game.compiled, 2)
    while match.head(row.PLY) < 14:
        moves = match.moves()
        match.play(moves[match.head(row.NUM_PIECES) * 31 % len(moves)])
    layout = game.compiled.tables.program.layout
    scene, _ = match.scene(match.seat)
    slots = [int(blot[OF]) for blot in scene.blots.reshape(-1, BLOT) if blot[WHAT] == KIND]
    assert slots
    kinds = scene.rows[layout.at("kind") : layout.at("kind") + layout.max_pieces]
    assert all(kinds[slot] == -1 for slot in slots)
    real = sorted(match.row.section("kind")[slot] for slot in alive(match.row.mem, layout))
    worlds = set()
    for seed in range(20):
        world = thinker.imagine(scene, seed)
        filled = world[layout.at("kind") : layout.at("kind") + match.head(row.NUM_PIECES)]
        assert sorted(int(filled[slot]) for slot in alive(world, layout)) == real
        worlds.add(tuple(int(kind) for kind in filled))
        for slot in slots:
            cell, home = (int(world[layout.at(name) + slot]) for name in ("cell", "home"))
            if cell not in (-1, home):
                assert thinker.worth.leaves[filled[slot]]
        known = [slot for slot in range(match.head(row.NUM_PIECES)) if slot not in slots]
        assert np.array_equal(filled[known], kinds[known])
    assert len(worlds) > 10
