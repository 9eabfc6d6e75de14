"""What positions of a game are worth, learned once for each game from random play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ruleengine.kernel import valuing
from ruleengine.kernel.calling import machine_address
from ruleengine.kernel.ways import ENTRY
from ruleengine.program.program import ROOM

if TYPE_CHECKING:
    from ruleengine.game.simulation import CompiledGame

SEED = 20_011
"""Learning does not depend on any agent's seed, so that all agents of a game value alike."""
PLIES = 150_000
"""Plies of random play to learn from."""
MAX_GAMES = 4_000
SAMPLES = 16
"""Positions of each game that are learned from."""
MAX_PLIES = 4_000
REFERENCES = 48
"""Rows that are kept to imagine from what is hidden."""
LOT = 50
DEFAULT_SCALE = 8


@dataclass(frozen=True)
class Worth:
    """What random games have taught."""

    weights: NDArray[np.float64]
    numbers: NDArray[np.int32]
    """Which numbers of the row count, as `kernel.valuing` reads it."""
    leaves: NDArray[np.int32]
    """By kind: whether such pieces ever leave the place where they came onto the board."""
    references: NDArray[np.int32]
    num_references: int
    games: int
    mean_length: float
    decisive: float
    """The share of games that somebody won."""


_LEARNED: WeakKeyDictionary[CompiledGame, Worth] = WeakKeyDictionary()


def worth_of(compiled: CompiledGame) -> Worth:
    """Return what positions of a game are worth; it is learned when it is first asked for."""
    if compiled not in _LEARNED:
        _LEARNED[compiled] = _learn(compiled)
    return _LEARNED[compiled]


def _numbers(compiled: CompiledGame) -> NDArray[np.int32]:
    layout = compiled.tables.program.layout
    found: list[tuple[int, int, int]] = []
    for info in compiled.game.rules.counters.values():
        at = layout.at(f"counter {info.name}")
        scale = max(1, info.limit or abs(info.start) or DEFAULT_SCALE)
        if info.per == "piece":
            found.append((at, 1, scale))
        else:
            found += [(at + number, 0, scale) for number in range(info.count)]
    return np.array(found, dtype=np.int32).reshape(-1)


def _learn(compiled: CompiledGame) -> Worth:
    tables = compiled.tables
    program = tables.program
    sides, places = program.layout.num_sides, program.layout.num_places
    numbers = _numbers(compiled)
    count = int(
        valuing.num_weights(tables.data, sides, places, len(numbers) // valuing.NUMBER)
    )
    weights, grown = np.zeros(sides * count), np.zeros(sides * count)
    leaves = np.zeros(program.layout.num_kinds, dtype=np.int32)
    keeps = REFERENCES if compiled.game.rules.hides else 1
    references = np.zeros(keeps * tables.size, dtype=np.int32)
    notes = np.zeros(valuing.NOTED, dtype=np.int32)
    mem = np.zeros(tables.size * ROOM * (1 + program.num_drafts), dtype=np.int32)
    out = np.zeros(ENTRY * program.max_moves, dtype=np.int32)
    rng = np.zeros(4, dtype=np.uint64)
    start = compiled.start_row(None)
    plies, games = 0, 0
    while plies < PLIES and games < MAX_GAMES:
        plies += int(
            valuing.learn(
                machine_address(),
                mem,
                start,
                tables.code,
                tables.data,
                out,
                rng,
                weights,
                grown,
                numbers,
                leaves,
                references,
                notes,
                np.uint64(SEED),
                sides,
                places,
                games,
                games + LOT,
                SAMPLES,
                MAX_PLIES,
            )
        )
        games += LOT
    return Worth(
        weights,
        numbers,
        leaves,
        references,
        int(notes[valuing.REFERENCES]),
        games,
        plies / games,
        int(notes[valuing.DECISIVE]) / games,
    )
