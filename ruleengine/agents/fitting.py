"""The weights that tell best who won: a ridge regression over positions of random games.

A position is told by its pieces: for each owner, kind and place there is one weight in the end. To
find so many of them one by one takes more games than there is time for, so pieces are looked at in
several ways at once, broad and narrow, and what a piece weighs is the sum over all of them. What
many positions say goes to the broad ways; the narrow ones get what is left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ruleengine.program.layout import Layout
from ruleengine.program.winners import NOBODY, has_won

RIDGE = 12.0
"""Positions' worth of doubt about every weight."""
MAX_EXACT = 800
"""Weights by owner, kind and place, beyond which there are none for a single place of a kind."""
OF_LINES, OF_PLACES = 3.0, 0.3
"""How much sooner or later than others the weights of whole rows and columns are believed, and
those of single places."""
DIGITS = 6


@dataclass(frozen=True)
class _Way:
    """One way of looking at pieces: which weight each owner, kind and place counts for."""

    weight: NDArray[np.int32]
    """By owner, kind and place; -1 for none."""
    width: int
    trust: float


def _ways(layout: Layout, columns: int) -> list[_Way]:
    """Return all ways: by kind on and beside the board, by place, row and column, and by both."""
    kinds, places, cells = layout.num_kinds, layout.num_places, layout.num_cells
    owners = layout.num_sides + 1
    codes = np.arange(owners * kinds * places, dtype=np.int32)
    place, kind, owner = codes % places, codes // places, codes // (kinds * places)
    on_board, areas = place < cells, 1 + places - cells
    ways: list[_Way] = []

    def add(weight: NDArray[np.int32], width: int, trust: float) -> None:
        ways.append(_Way(weight, width, trust))

    add(kind * areas + np.maximum(0, place - cells + 1), owners * kinds * areas, 1.0)
    add(owner * places + place, owners * places, OF_PLACES)
    for line, count in ((place // columns, cells // columns), (place % columns, columns)):
        add(np.where(on_board, owner * count + line, -1), owners * count, OF_LINES)
        if kinds > 1:
            add(np.where(on_board, kind * count + line, -1), owners * kinds * count, 1.0)
    if kinds > 1 and len(codes) <= MAX_EXACT:
        add(codes, len(codes), 1.0)
    return ways


def fit(  # noqa: PLR0913, PLR0917 - columns of one table
    layout: Layout,
    columns: int,
    pieces: NDArray[np.int32],
    shares: NDArray[np.float32],
    winners: NDArray[np.int32],
    fading: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the weights for each side in turn, as `kernel.valuing` reads them."""
    ways = _ways(layout, columns)
    starts = np.cumsum([0, *(way.width for way in ways)])
    known = np.zeros((len(pieces), starts[-1] + shares.shape[1]))
    rows, slots = np.nonzero(pieces >= 0)
    codes = pieces[rows, slots]
    for way, start in zip(ways, starts, strict=False):
        weight = way.weight[codes]
        np.add.at(known, (rows[weight >= 0], start + weight[weight >= 0]), way.trust)
    known[:, starts[-1] :] = shares
    middle = known.mean(axis=0)
    known -= middle
    square = known.T @ known
    square[np.diag_indices_from(square)] += RIDGE
    found = []
    for side in range(layout.num_sides):
        won = np.where(has_won(winners, side), 1.0, -1.0)
        outcome = np.where(winners == NOBODY, 0.0, won) * fading
        solved = np.linalg.solve(square, known.T @ (outcome - outcome.mean()))
        guessed = known @ solved + outcome.mean()
        scale = 1.0 / max(1e-9, float(np.quantile(np.abs(guessed), 0.95)))
        bias = outcome.mean() - middle @ solved
        whole = np.zeros(len(ways[0].weight))
        for way, start in zip(ways, starts, strict=False):
            seen = way.weight >= 0
            whole[seen] += way.trust * solved[start + way.weight[seen]]
        found.append(scale * np.concatenate([[bias], whole, solved[starts[-1] :]]))
    # Libraries add up in different orders; what differs in the last digits must not matter.
    weights: NDArray[np.float64] = np.concatenate(found)
    return weights.round(DIGITS)
