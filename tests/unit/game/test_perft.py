from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game, Match, load
from ruleengine.agents.random_agent import RandomAgent
from ruleengine.agents.table import play_out
from ruleengine.errors import PositionError
from ruleengine.game.perft import divide, perft
from ruleengine.game.position import Position


def start() -> Position:
    return load("generals_10x10").start(opening={"attacker": "A"})


def plain_count(position: Position, depth: int) -> int:
    """Count by playing every ply, the last one too."""
    if depth == 0:
        return 1
    branches = position.legal_moves() or position.chance or ()
    return sum(plain_count(position.play(branch), depth - 1) for branch in branches)


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_it_counts_what_can_be_played(depth: int) -> None:
    assert perft(start(), depth) == plain_count(start(), depth)


def test_chance_outcomes_are_branches() -> None:
    assert perft(start(), 1) == 6


def test_the_parts_add_up() -> None:
    parts = divide(start(), 2)
    assert list(parts) == [f"die {face}" for face in range(1, 7)]
    assert sum(parts.values()) == perft(start(), 2)


def test_a_game_that_is_over_counts_for_nothing() -> None:
    match = Match(load("generals_10x10"), seed=1)
    play_out(match, {seat: RandomAgent(seat=number) for number, seat in enumerate("AB")})
    position = match.position
    assert position.outcome is not None
    assert (perft(position, 0), perft(position, 1), perft(position, 2)) == (1, 0, 0)


def test_what_stood_before_is_told_by_moves_and_not_by_a_position(
    mini: Callable[..., Game],
) -> None:
    setup = "- put: {kind: man, owner: north, at: a5}\n- put: {kind: man, owner: south, at: e1}"
    game = mini(setup=setup, endings="- {when: repetitions >= 3, draw: true, says: again}")
    moves = ["step a5-a4", "step e1-e2"]
    played = game.start().play(moves[0]).play(moves[1])
    assert game.tree_counter(moves=moves).perft(2) == perft(played, 2)
    with pytest.raises(PositionError, match="give a tree counter the `moves` that lead there"):
        game.tree_counter(position=played)
    drawn = game.position(board=played.drawing, mover="north")
    assert game.tree_counter(position=drawn).perft(2) == perft(drawn, 2)
