"""What positions of a game are worth, learned once for each game from random play."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ruleengine.agents.drafting import about_moves
from ruleengine.agents.fitting import fit
from ruleengine.game import streams
from ruleengine.kernel import machine, valuing
from ruleengine.kernel.calling import machine_address
from ruleengine.kernel.random_bits import AGENT_BITS, CHANCE_KEY, RNG
from ruleengine.kernel.rows import FUEL, RowGame
from ruleengine.kernel.ways import ENTRY
from ruleengine.program import head

if TYPE_CHECKING:
    from ruleengine.game.rows.simulation import CompiledGame

SEED = 20_011
"""Learning does not depend on any agent's seed, so that all agents of a game value alike."""
PLIES = 600_000
"""Plies of random play to learn from; of long games there are fewer, but still hundreds."""
MAX_GAMES = 800
SAMPLES = 12
"""Positions of each game that are learned from."""
MAX_PLIES = 4_000
REFERENCES = 48
"""Rows that are kept to imagine from what is hidden."""
OUT_OF_COUNT = -2
"""The owner of pieces that nobody reckons with."""
LOT = 50
PATIENCE = 2.0
"""Seconds of learning after which it is said how long it takes."""
DEFAULT_SCALE = 8
FADING = 3.0
"""What part of a random game before its end still counts for about a third."""
MIN_FADING = 8.0


@dataclass(frozen=True)
class Worth:
    """What random games have taught."""

    weights: NDArray[np.float64]
    numbers: NDArray[np.int32]
    """Which numbers of the row count, as `kernel.valuing` reads it."""
    leaves: NDArray[np.int32]
    """By kind: whether such pieces ever leave the place where they came onto the board."""
    about: NDArray[np.int32]
    """What moves of a submission do to each other, as `kernel.submitting` reads it."""
    references: NDArray[np.int32]
    num_references: int
    games: int
    mean_length: float
    decisive: float
    """The share of games that somebody won."""


def numbers_of(compiled: CompiledGame) -> NDArray[np.int32]:
    """Return which numbers of the row count, as `kernel.valuing` reads it."""
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


def learn(compiled: CompiledGame, numbers: NDArray[np.int32]) -> Worth:
    """Play random games and learn from them; it always comes to the same."""
    tables = compiled.tables
    layout = tables.program.layout
    width = (layout.num_sides + 1) * (len(numbers) // valuing.NUMBER)
    most = MAX_GAMES * SAMPLES
    leaves = np.zeros(layout.num_kinds, dtype=np.int32)
    pieces = np.full((most, layout.max_pieces), -1, dtype=np.int32)
    shares = np.zeros((most, width), dtype=np.float32)
    winners, left = np.zeros(most, dtype=np.int32), np.zeros(most, dtype=np.int32)
    kept = (
        np.zeros(valuing.KEPT, dtype=np.int32),
        np.zeros(valuing.KEPT * layout.max_pieces, dtype=np.int32),
        np.zeros(valuing.KEPT * width, dtype=np.float32),
    )
    notes = np.zeros(valuing.NOTED, dtype=np.int32)
    mem = np.zeros(tables.program.working_size, dtype=np.int32)
    out = np.zeros(ENTRY * tables.program.max_moves, dtype=np.int32)
    rng, start, games = np.zeros(RNG, dtype=np.uint64), compiled.start_row(None), 0
    wait = _Wait(compiled.game.name)
    while notes[valuing.LENGTH] < PLIES and games < MAX_GAMES:
        valuing.collect(
            machine_address(),
            mem,
            start,
            tables.code,
            tables.data,
            out,
            rng,
            numbers,
            leaves,
            *kept,
            pieces.reshape(-1),
            shares.reshape(-1),
            winners,
            left,
            notes,
            np.uint64(SEED),
            layout.num_sides,
            layout.num_places,
            games,
            games + LOT,
            SAMPLES,
            MAX_PLIES,
        )
        games += LOT
        wait.note(max(notes[valuing.LENGTH] / PLIES, games / MAX_GAMES))
    taken, length = int(notes[valuing.TAKEN]), int(notes[valuing.LENGTH]) / games
    fading = np.exp(-left[:taken] / max(MIN_FADING, length / FADING))
    weights = fit(
        layout,
        int(tables.data[head.COLUMNS]),
        pieces[:taken],
        shares[:taken],
        winners[:taken],
        fading,
    )
    references = np.zeros(tables.size, dtype=np.int32)
    if compiled.game.rules.hides:
        references = _references(compiled)
    return Worth(
        weights,
        numbers,
        leaves,
        about_moves(compiled),
        references,
        len(references) // tables.size,
        games,
        length,
        int(notes[valuing.DECISIVE]) / games,
    )


class _Wait:
    """Says once why nothing else happens for a while, and how long."""

    def __init__(self, name: str) -> None:
        self._name, self._is_told = name, False
        self._began = time.perf_counter()
        self._first: tuple[float, float] | None = None

    def note(self, done: float) -> None:
        """Note what share is done; the kernel may have been compiled before the first time."""
        now = time.perf_counter()
        if self._first is None:
            self._first = now, done
            return
        if self._is_told or done >= 1 or now - self._began < PATIENCE:
            return
        self._is_told = True
        then, before = self._first
        seconds = (now - then) * (1 - done) / (done - before)
        sys.stderr.write(
            f"learning from random games what positions of {self._name} are worth, once on this "
            f"computer; about {max(1, round(seconds))} s more ...\n"
        )


def _references(compiled: CompiledGame) -> NDArray[np.int32]:
    """Return rows of games that have just begun, to imagine from what is hidden.

    Then armies are still whole; a piece that has left already, such as one that was taken back,
    counts for nobody.
    """
    tables = compiled.tables
    layout, rows = tables.program.layout, []
    for number in range(REFERENCES):
        game = RowGame(tables, compiled.start_row(None))
        game.rng[AGENT_BITS] = streams.key(8, SEED, number)
        game.rng[CHANCE_KEY] = streams.key(9, SEED, number)
        machine.run(
            game.mem,
            0,
            tables.code,
            tables.data,
            game.out,
            game.rng,
            machine.PLAYOUT,
            FUEL,
            2 * layout.num_sides,
        )
        kept = game.mem[: tables.size].copy()
        cells = kept[layout.at("cell") : layout.at("cell") + layout.max_pieces]
        owners = kept[layout.at("owner") : layout.at("owner") + layout.max_pieces]
        owners[cells < 0] = OUT_OF_COUNT
        rows.append(kept)
    return np.concatenate(rows)
