"""Where the pieces of a side have been: what keeps an agent from walking to and fro.

Who looks one step ahead comes to places from which every step looks worse, and stays about there
for good. What is remembered makes such places worth less each time, until another step looks
better. It comes from scenes, so from what the seat knows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ruleengine.game.rows.scenes import Scene
from ruleengine.program import layout as row
from ruleengine.program.layout import Layout


class Memory:
    """Where the pieces of one seat's side have come to and gone from since a piece came or fell."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._worn = np.zeros(layout.num_kinds * layout.num_places, dtype=np.int32)
        self._stood = np.zeros(0, dtype=np.int32)
        self._pieces = -1

    def look(self, scene: Scene) -> NDArray[np.int32]:
        """Remember what has changed; return by kind and place how often pieces have been there."""
        layout, count = self._layout, int(scene.rows[row.NUM_PIECES])
        cells, owners, kinds = (
            scene.rows[layout.at(name) : layout.at(name) + count]
            for name in ("cell", "owner", "kind")
        )
        on_board = (cells >= 0) & (cells < layout.num_cells)
        own = on_board & (owners == scene.side) & (kinds >= 0)
        stood = np.unique(kinds[own] * layout.num_places + cells[own])
        pieces = int(on_board.sum())
        if pieces != self._pieces:
            self._worn[:] = 0
        else:
            self._worn[np.setxor1d(stood, self._stood)] += 1
        self._stood, self._pieces = stood, pieces
        return self._worn
