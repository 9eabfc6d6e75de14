"""Count the tree of a game: a number that changes whenever a rule does.

Every decision is a ply, and so is every outcome of chance: a throw of a die has as many branches
as the die has faces, however likely each is. Where sides submit at the same time, they are counted
one after the other in the order of the ruleset: the first that has not committed makes a move or
commits, and each of these is a ply of the tree.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleengine.game.position import Position


def perft(position: Position, depth: int) -> int:
    """Return how many ways there are to go on for `depth` plies, chance outcomes included.

    A game that is over earlier counts for nothing.
    """
    if depth == 0:
        return 1
    branches = position.legal_moves() if position.chance is None else position.chance
    if depth == 1:  # no need to play what is only counted
        return len(branches)
    return sum(perft(position.play(branch), depth - 1) for branch in branches)


def below(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """Yield each first move or outcome with the count below it; they add up to `perft`."""
    branches = position.legal_moves() if position.chance is None else position.chance
    for branch in branches:
        yield branch.text, perft(position.play(branch), depth - 1) if depth > 1 else 1


def divide(position: Position, depth: int) -> dict[str, int]:
    """Return the count below each first move or outcome; they add up to `perft`."""
    return dict(below(position, depth))
