"""The agents that look ahead: one step (greedy), or as far as the budget goes (mcts)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from ruleengine.agents.memory import Memory
from ruleengine.agents.thinking import FRESH, Considered, Thinker
from ruleengine.errors import AgentError
from ruleengine.game import streams
from ruleengine.game.game import Game
from ruleengine.game.moves.moves import Move
from ruleengine.game.rows.row_match import RowMove, RowNotation
from ruleengine.game.rows.scenes import Scene
from ruleengine.game.views import View

if TYPE_CHECKING:
    from ruleengine.agents.registry import Budget

ITERATIONS: Final = 1_000
"""Iterations of `mcts` when no budget is given."""
SETUP_SHARE: Final = 0.125
"""The share of the budget for one placing of a set-up: there are many, and one hardly shows."""
SETUP_MOVES: Final = 64
"""Moves of a set-up that `greedy` looks at, drawn from all of them."""


class SceneAgent(ABC):
    """An agent that decides from scenes, and so can play on the compiled tier alone."""

    def __init__(self, game: Game, seed: int, number: int, seat: int) -> None:
        self._thinker = Thinker(game.compiled)
        self._notation = RowNotation(game.compiled)
        self._sites = game.compiled.tables.program.sites
        self._key = (streams.AGENT + seat, seed, number)
        self._turn = -1
        self._draws = 0
        self._memory = Memory(game.compiled.tables.program.layout)
        self._declines = len(game.compiled.tables.program.actions)

    def _decided(self, scene: Scene) -> int:
        """Return how often the agent has thought in this turn."""
        return self._draws if scene.turn == self._turn else 0

    @abstractmethod
    def _think(self, scene: Scene, *, sets_up: bool) -> RowMove:
        """Return one of several moves; `sets_up`: of a submission that cannot be ended yet."""

    def decide(self, scene: Scene) -> RowMove:
        """Return a move of the seat whose scene it is."""
        moves = self._thinker.moves(scene)
        if len(moves) == 1:
            return moves[0]
        submits = self._sites[scene.site].kind == "submit"
        commits = [move for move in moves if move.action == self._declines]
        enough = scene.num_own * len(self._sites[scene.site].actions)
        if submits and commits and self._decided(scene) >= enough:
            # Orders can be given anew without end, and no search finds that to be a mistake.
            return commits[0]
        return self._think(scene, sets_up=submits and not commits)

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        """Return one of the moves."""
        if view.scene is None:
            message = "an agent that searches needs the view of a match, not of a position"
            raise AgentError("agent/no-scene", message, hint="ask `Match.view` for the view")
        scene = view.scene()
        text = self._text(scene, self.decide(scene))
        return next(move for move in moves if move.text == text)

    def _bits(self, scene: Scene) -> int:
        """Return fresh bits; those of a turn depend on no other turn."""
        if scene.turn != self._turn:
            self._turn, self._draws = scene.turn, 0
        self._draws += 1
        return self._last_bits

    @property
    def _last_bits(self) -> int:
        return streams.key(*self._key, self._turn, self._draws - 1)

    def _worn(self, scene: Scene) -> NDArray[np.int32]:
        """Return where the pieces of the side have been; in a submission nothing moves yet."""
        submits = self._sites[scene.site].kind == "submit"
        return FRESH if submits else self._memory.look(scene)

    def _text(self, scene: Scene, move: RowMove) -> str:
        site = self._sites[scene.site]
        base = len(scene.rows) // 2 if site.secret else 0
        return self._notation.moves(scene.rows, base, [move], site)[0].text


class GreedyAgent(SceneAgent):
    """Looks one step ahead and takes what is worth most; of equals any."""

    def _think(self, scene: Scene, *, sets_up: bool) -> RowMove:
        bits, thinker, worn = self._bits(scene), self._thinker, self._worn(scene)
        if sets_up:
            rated = thinker.rate(scene, bits, samples=1, most=SETUP_MOVES)
        else:
            rated = thinker.rate(scene, bits, samples=thinker.samples, worn=worn)
        best = max(each.value for each in rated)
        return _one_of([each for each in rated if each.value >= best - 1e-9], bits).move


class MctsAgent(SceneAgent):
    """Searches a tree within a budget, and takes the move that it has tried most."""

    def __init__(
        self, game: Game, budget: Budget | None, seed: int, number: int, seat: int
    ) -> None:
        super().__init__(game, seed, number, seat)
        self._iterations = ITERATIONS if budget is None else budget.iterations
        self._seconds = None if budget is None else budget.seconds
        self._depth = None if budget is None else budget.depth

    def _think(self, scene: Scene, *, sets_up: bool) -> RowMove:
        considered = self.consider(scene, share=SETUP_SHARE if sets_up else 1.0)
        most = max(each.visits for each in considered)
        tried = [each for each in considered if each.visits == most]
        best = max(each.value for each in tried)
        return _one_of([each for each in tried if each.value == best], self._last_bits).move

    def consider(self, scene: Scene, *, share: float = 1.0) -> list[Considered]:
        """Return all moves with how often they were tried and what came of it."""
        iterations, seconds = self._iterations, self._seconds
        return self._thinker.search(
            scene,
            self._bits(scene),
            iterations=None if iterations is None else max(1, round(share * iterations)),
            seconds=None if seconds is None else share * seconds,
            depth=self._depth,
            worn=self._worn(scene),
        )


def _one_of(options: Sequence[Considered], bits: int) -> Considered:
    return options[(streams.mix(bits) * len(options)) >> 64]
