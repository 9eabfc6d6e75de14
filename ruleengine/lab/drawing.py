"""Moves drawn at random for many games at once, in drafts as `random` draws them."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ruleengine.game.game import Game
from ruleengine.game.moves.notation import COMMIT
from ruleengine.game.rows.batch import Batch
from ruleengine.pipeline.steps.submission import Submit

_NO_DRAFT: Final = -1


class Drawing:
    """Draws a move for each game of a batch.

    In a draft what could be played when it began leads it on, as `game.moves.leading_on` says:
    with all moves alike, a set-up from which pieces can be taken back takes far too long.
    """

    def __init__(self, game: Game, size: int, seed: int) -> None:
        """Be ready for so many games."""
        names = tuple(game.rules.actions)
        texts = [
            game.move_ids.text(number).partition(" ")[0] for number in range(len(game.move_ids))
        ]
        numbers = {name: number for number, name in enumerate(names)}
        # What is no action, as `pass` and `commit`, has a number behind all of them.
        self._action = np.array([numbers.get(text, len(names)) for text in texts], dtype=np.int64)
        drafted = {
            name
            for block in game.rules.blocks
            for step in block.steps
            if isinstance(step, Submit)
            for name in step.actions
        }
        self._commit = game.move_ids.find(COMMIT)
        self._drafted = np.array([text in drafted or text == COMMIT for text in texts])
        self._opening = np.zeros((size, len(names) + 1), dtype=np.bool_)
        """[games, actions]: what could be played when the draft of each game began."""
        self._draft = np.full((size, 2), _NO_DRAFT, dtype=np.int64)
        """[games, 2]: whose draft it is, and at which ply."""
        self._draws = np.random.default_rng(seed & (2**64 - 1))  # as the kernel takes it

    def places(self, batch: Batch) -> NDArray[np.int64]:
        """Return where in the list of each game the move stands that is drawn."""
        counts, seats = batch.counts.astype(np.int64), batch.seats
        drawn = self._draws.random(len(counts))
        places = (drawn * counts).astype(np.int64)
        if self._commit is None:
            return places
        ids = batch.legal().ids
        owner = np.repeat(np.arange(len(counts)), counts)
        in_draft = np.bincount(owner, ~self._drafted[ids], len(counts)) == 0
        in_draft &= (counts > 0) & (seats >= 0)
        if in_draft.any():
            kept = in_draft[owner]
            own = np.stack([seats, batch.plies], axis=1)
            self._begin(np.flatnonzero(in_draft), own, owner[kept], ids[kept])
            places[in_draft] = self._drafting(drawn[in_draft], owner[kept], ids[kept], counts)
        return places

    def _begin(
        self,
        games: NDArray[np.intp],
        own: NDArray[np.int32],
        owner: NDArray[np.intp],
        ids: NDArray[np.int32],
    ) -> None:
        """Remember what can be played where a draft begins."""
        new = np.zeros(len(self._draft), dtype=np.bool_)
        new[games] = (self._draft[games] != own[games]).any(axis=1)
        self._draft[games] = own[games]
        self._opening[new] = False
        begun = new[owner] & (ids != self._commit)
        self._opening[owner[begun], self._action[ids[begun]]] = True

    def _drafting(
        self,
        drawn: NDArray[np.float64],
        owner: NDArray[np.intp],
        ids: NDArray[np.int32],
        counts: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """Return the places of moves in drafts; `owner` and `ids` are of games in drafts alone."""
        games, starts = np.unique(owner, return_index=True)
        within = np.searchsorted(games, owner)
        commits = ids == self._commit
        leads = self._opening[owner, self._action[ids]] & ~commits
        onward = np.bincount(within, leads, len(games)).astype(np.int64)
        stuck = onward == 0  # nothing of what it began with: then its first action counts as such
        if stuck.any():
            first = self._action[ids[starts]]
            leads |= stuck[within] & ~commits & (self._action[ids] == first[within])
            onward = np.bincount(within, leads, len(games)).astype(np.int64)
        ready = np.bincount(within, commits, len(games)).astype(np.int64)
        back = counts[games] - ready - onward
        times = np.where(back > 0, -(-3 * back // np.maximum(onward, 1)), 1)
        either = onward * times + back
        pick = (drawn * (either + ready * (1 + either // 3))).astype(np.int64)
        is_onward = pick < onward * times
        nth = np.where(is_onward, pick % np.maximum(onward, 1), pick - onward * times)
        wanted = np.where(is_onward[within], leads, ~leads & ~commits)
        seen = np.cumsum(wanted)
        before = seen[starts] - wanted[starts]
        found = np.searchsorted(seen, before + nth + 1) - starts
        over = pick >= either
        places: NDArray[np.int64] = np.where(over, counts[games] - 1, found)
        self._draft[games[over]] = _NO_DRAFT
        return places
