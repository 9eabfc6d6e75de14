"""Hold the agents against perfect play, in a race that can be solved: Ur with three men a side.

    python tests/long/perfect_race.py                    # what a decision costs, and 200 games each
    python tests/long/perfect_race.py --decisions 200 --games 40 --agents greedy mcts:300

Where dice decide much, the share of games that an agent wins says little about how well it plays.
With three men there are few enough positions to know what each is worth, so two things are told: by
how much each decision of an agent lowers its chance to win, and how often a player without faults
beats it. The rules are said here once more, in plain Python; only the moves come from the ruleset.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from ruleengine import Game, Match, Move, View, load
from ruleengine.agents.registry import make_agent
from ruleengine.agents.table import play_out

MEN = 3
MIDDLE = ["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"]
ROADS = {
    "white": ["d1", "c1", "b1", "a1", *MIDDLE, "h1", "g1"],
    "black": ["d3", "c3", "b3", "a3", *MIDDLE, "h3", "g3"],
}
ROSETTES = (4, 8, 14)
SHARED = range(5, 13)
HOME = 15
CHANCES = (1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16)
EXACT = 1e-7
OFTEN_BEST = 0.7
"""How often the best move is played on the way to the positions that are looked at."""


class Race(NamedTuple):
    """A position before a throw, from the mover: men that wait, and steps with a man as bits."""

    waiting: int
    steps: int
    other_waiting: int
    other_steps: int

    def turned(self) -> Race:
        """Return the same position as the other side sees it."""
        return Race(self.other_waiting, self.other_steps, self.waiting, self.steps)

    @property
    def is_won(self) -> bool:
        """Whether the side that moves has nobody left to bring home."""
        return self.waiting == 0 and self.steps == 0


def advance(race: Race, start: int, throw: int) -> Race | None:
    """Let a man go from a step (0: from beside the board); nothing if he may not."""
    waiting, steps, other_waiting, other_steps = race
    end, bit = start + throw, 1 << (start + throw)
    if end > HOME or (end < HOME and steps & bit):
        return None
    if end in SHARED and other_steps & bit:
        if end in ROSETTES:
            return None
        other_steps, other_waiting = other_steps ^ bit, other_waiting + 1
    if start == 0:
        waiting -= 1
    else:
        steps ^= 1 << start
    return Race(waiting, steps if end == HOME else steps | bit, other_waiting, other_steps)


def choices(race: Race, throw: int) -> Iterator[tuple[int, Race]]:
    """Yield from where men can go, and the position after it."""
    starts = ([0] if race.waiting else []) + [at for at in range(1, HOME) if race.steps >> at & 1]
    for start in starts:
        after = advance(race, start, throw)
        if after is not None:
            yield start, after


class Solution:
    """What every position is worth: the chance of the side that moves to win, before it throws."""

    def __init__(self, men: int) -> None:
        begins = Race(men, 0, men, 0)
        self._number = {begins: 0}
        found = [begins]
        # By throw: up to as many moves as there are men; who moves next, and where.
        moves: list[list[list[tuple[int, bool]]]] = []
        for race in found:
            moves.append([])
            for throw in range(5):
                after = [
                    (self._seen(each if again else each.turned(), found), again)
                    for each, again in self._after(race, throw)
                ]
                moves[-1].append(after)
        self._values = self._settle(found, moves, men)

    @staticmethod
    def _after(race: Race, throw: int) -> Iterator[tuple[Race, bool]]:
        """Yield where a throw can lead, and whether the same side throws again."""
        if race.is_won or race.turned().is_won:
            return
        options = list(choices(race, throw)) if throw else []
        for start, after in options:
            # Whoever has won stays on the move, so that the position counts for that side.
            yield after, start + throw in ROSETTES or after.is_won
        if not options:
            yield race, False

    def _seen(self, race: Race, found: list[Race]) -> int:
        if race not in self._number:
            self._number[race] = len(found)
            found.append(race)
        return self._number[race]

    @staticmethod
    def _settle(
        found: Sequence[Race], moves: Sequence[Sequence[Sequence[tuple[int, bool]]]], men: int
    ) -> np.ndarray:
        shape = (len(found), 5, men + 1)
        target, again = np.zeros(shape, dtype=np.int32), np.zeros(shape, dtype=bool)
        for number, by_throw in enumerate(moves):
            for throw, after in enumerate(by_throw):
                for place in range(men + 1):
                    if after:  # with fewer moves the last stands there again
                        at, same = after[min(place, len(after) - 1)]
                        target[number, throw, place], again[number, throw, place] = at, same
        won = np.array([race.is_won for race in found])
        values, change = np.where(won, 1.0, 0.5), 1.0
        while change > EXACT:
            reached = values[target]
            best = np.where(again, reached, 1.0 - reached).max(axis=2)
            new = np.where(won, 1.0, best @ np.array(CHANCES))
            values, change = new, float(np.abs(new - values).max())
        return values

    @property
    def count(self) -> int:
        """How many positions there are."""
        return len(self._values)

    def of_moves(self, view: View, moves: Sequence[Move]) -> list[float]:
        """Return the chance of the seat to win after each of its moves."""
        mine, other = ("white", "black") if view.side == "white" else ("black", "white")
        waiting, steps = dict.fromkeys(ROADS, 0), dict.fromkeys(ROADS, 0)
        for piece in view.pieces:
            if piece.place in ROADS[piece.owner]:
                steps[piece.owner] |= 1 << (1 + ROADS[piece.owner].index(piece.place))
            elif piece.place.startswith("waiting"):
                waiting[piece.owner] += 1
        race = Race(waiting[mine], steps[mine], waiting[other], steps[other])
        throw, road = sum(face or 1 for face in view.dice.values()) - len(view.dice), ROADS[mine]
        after = dict(choices(race, throw))
        chances = []
        for move in moves:
            place = move.text.split()[-1]
            start = 1 + road.index(place) if place in road else 0
            then = after[start]
            if start + throw in ROSETTES or then.is_won:
                chances.append(float(self._values[self._number[then]]))
            else:
                chances.append(1.0 - float(self._values[self._number[then.turned()]]))
        return chances


@cache
def solution() -> Solution:
    """Return what every position is worth; it takes a minute to find out."""
    return Solution(MEN)


class Perfect:
    """Plays without faults."""

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        """Return the move that leaves the best chance."""
        chances = solution().of_moves(view, moves)
        return moves[chances.index(max(chances))]


def tell_losses(game: Game, names: Sequence[str], decisions: int) -> None:
    """Print by how much the agents' decisions lower their chances, in the same positions."""
    lost = dict.fromkeys(["any move", *names], 0.0)
    count, number, rng = 0, 0, random.Random(1)  # noqa: S311 - a game
    while count < decisions:
        match = Match(game, seed=1, number=number)
        agents = {
            (name, seat): make_agent(name, game, seed=1, number=number, seat=seat)
            for name in names
            for seat in game.seats
        }
        while not match.is_over:
            seat = match.actors[0]
            view = match.view(seat)
            moves = view.legal_moves
            move = moves[0]
            if len(moves) > 1:
                chances = solution().of_moves(view, moves)
                best = max(chances)
                lost["any move"] += best - sum(chances) / len(chances)
                for name in names:
                    chosen = agents[name, seat].choose(view, moves)
                    lost[name] += best - chances[moves.index(chosen)]
                count += 1
                move = moves[chances.index(best)]
                if rng.random() > OFTEN_BEST:
                    move = rng.choice(moves)
            match.submit(seat, move)
        number += 1
    print(f"{count} decisions; chance to win that one of them costs, on the average:")
    for name, loss in lost.items():
        print(f"  {name:12} {loss / count:.4f}")


def tell_games(game: Game, name: str, games: int) -> None:
    """Print how often an agent is beaten by a player without faults, both ways round."""
    won = 0
    for number in range(games):
        side, other = game.sides if number % 2 else game.sides[::-1]
        agent = make_agent(name, game, seed=1, number=number, seat=other)
        match = Match(game, seed=1, number=number)
        play_out(match, {side: Perfect(), other: agent})
        outcome = match.position.outcome
        won += outcome is not None and outcome.winners == (side,)
    print(f"  v {name:10} {won}-{games - won}")
    sys.stdout.flush()


def main() -> None:
    """Read the command line, solve and play."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--agents", nargs="+", default=["greedy", "mcts:100", "mcts:1000"])
    parser.add_argument("--decisions", type=int, default=500)
    parser.add_argument("--games", type=int, default=200, help="games against each agent")
    options = parser.parse_args()
    game = load("ur", flags={"men": MEN})
    print(f"{solution().count} positions")
    tell_losses(game, options.agents, options.decisions)
    print("games won by a player without faults:")
    for name in ["random", *options.agents]:
        tell_games(game, name, options.games)


if __name__ == "__main__":
    main()
