"""Who plays in the benchmark: the compiled tier, hand-written C, and OpenSpiel.

Each plays a round of whole games at a time and says how many plies it made in how much processor
time; rounds of all take turns, so that a busy machine is busy for everybody.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import time
from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ruleengine.game.game import Game

HERE = Path(__file__).parent
CAP = 2_000
"""Plies after which a game is cut short, for everybody."""


@dataclass
class Tally:
    """What one contender has come to: the fastest round, and all games for what they were like."""

    best: float = 0.0
    plies: int = 0
    games: int = 0
    first_wins: float = 0.0

    def add(self, games: int, plies: int, first_wins: float, seconds: float) -> None:
        """Count one round."""
        self.best = max(self.best, plies / max(seconds, 1e-9))
        self.games += games
        self.plies += plies
        self.first_wins += first_wins

    @property
    def mean_plies(self) -> float:
        """How long a game is."""
        return self.plies / self.games


class Contender(Protocol):
    """Somebody who plays rounds of random games."""

    who: str
    tally: Tally

    @abstractmethod
    def play(self, number: int) -> None:
        """Play one round."""


class Own:
    """The compiled tier."""

    def __init__(self, game: Game, games: int, who: str = "ruleengine, from YAML") -> None:
        self.who, self.tally, self._game, self._games = who, Tally(), game, games
        game.simulate(50, 0, max_plies=CAP)  # what is compiled is not measured

    def play(self, number: int) -> None:
        """Play one round."""
        began = time.process_time()
        found = self._game.simulate(self._games, number + 1, max_plies=CAP)
        seconds = time.process_time() - began
        first = next(iter(found.wins.values()))
        self.tally.add(found.games, found.plies, first, seconds)


class InC:
    """A program in straightforward C, which is compiled here."""

    def __init__(self, name: str, games: int, folder: Path) -> None:
        self.who, self.tally, self._games = "straightforward C", Tally(), games
        self._program = folder / name
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if compiler is None:
            raise FileNotFoundError("no C compiler was found")
        source = HERE / "c" / f"{name}.c"
        subprocess.run([compiler, "-O3", "-march=native", source, "-o", self._program], check=True)

    def play(self, number: int) -> None:
        """Play one round."""
        told = [str(self._program), str(self._games), str(number + 1), str(CAP)]
        done = subprocess.run(told, check=True, capture_output=True, text=True)
        games, plies, wins, seconds = done.stdout.split()[:4]
        self.tally.add(int(games), int(plies), int(wins), float(seconds))


class SpielLoop:
    """OpenSpiel's own game in a loop in Python."""

    def __init__(self, game: Any, games: int) -> None:  # noqa: ANN401 - no types there
        self.who, self.tally, self._game, self._games = (
            "OpenSpiel, Python loop",
            Tally(),
            game,
            games,
        )
        self._choose = random.Random(1).choice  # noqa: S311 - a game, not a secret

    def play(self, number: int) -> None:
        """Play one round."""
        del number
        plies, wins, began = 0, 0, time.process_time()
        for _ in range(self._games):
            state = self._game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(self._choose(state.legal_actions()))
                plies += 1
            wins += state.returns()[0] > 0
        self.tally.add(self._games, plies, wins, time.process_time() - began)


class SpielRollouts:
    """OpenSpiel's own game in C++: one simulation of its search, and all rollouts from there.

    The first simulation of a search plays every rollout from the root. Rollouts do not say how
    long they were; the loop in Python does, and they are the same games.
    """

    def __init__(self, game: Any, games: int, loop: SpielLoop) -> None:  # noqa: ANN401
        import pyspiel  # noqa: PLC0415 - not everybody has it

        self.who, self.tally, self._loop = "OpenSpiel, C++ rollouts", Tally(), loop
        self._spiel, self._game, self._games = pyspiel, game, games

    def play(self, number: int) -> None:
        """Play one round."""
        evaluator = self._spiel.RandomRolloutEvaluator(self._games, number + 1)
        bot = self._spiel.MCTSBot(
            self._game, evaluator, 2.0, 1, 1_000, solve=False, seed=number + 1, verbose=False
        )
        began = time.process_time()
        root = bot.mcts_search(self._game.new_initial_state())
        seconds = time.process_time() - began
        wins = (root.total_reward + 1) / 2 * self._games
        plies = round(self._games * self._loop.tally.mean_plies)
        self.tally.add(self._games, plies, wins, seconds)


def spiel_contenders(name: str, games: int) -> list[Contender]:
    """Return OpenSpiel's contenders; the loop plays fewer games."""
    import pyspiel  # noqa: PLC0415 - not everybody has it

    game = pyspiel.load_game(name)
    loop = SpielLoop(game, max(20, games // 50))
    return [loop, SpielRollouts(game, max(20, games // 5), loop)]
