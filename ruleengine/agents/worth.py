"""What positions of a game are worth, learned once for each game from random play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ruleengine.agents.drafting import about_moves
from ruleengine.game import streams
from ruleengine.kernel import machine, valuing
from ruleengine.kernel.calling import machine_address
from ruleengine.kernel.rows import FUEL, RowGame
from ruleengine.kernel.ways import ENTRY
from ruleengine.program.layout import Layout
from ruleengine.program.program import ROOM

if TYPE_CHECKING:
    from ruleengine.game.simulation import CompiledGame

SEED = 20_011
"""Learning does not depend on any agent's seed, so that all agents of a game value alike."""
PLIES = 100_000
"""Plies of random play to learn from."""
MAX_GAMES = 800
SAMPLES = 12
"""Positions of each game that are learned from."""
MAX_PLIES = 4_000
REFERENCES = 48
"""Rows that are kept to imagine from what is hidden."""
OUT_OF_COUNT = -2
"""The owner of pieces that nobody reckons with."""
LOT = 50
DEFAULT_SCALE = 8
RIDGE = 12.0
"""Positions' worth of doubt about every weight."""
MAX_EXACT = 800
"""Weights by owner, kind and place, beyond which kinds and places are weighed apart."""
FADING = 3.0
"""What part of a random game before its end still counts for about a third."""
MIN_FADING = 8.0
DIGITS = 6


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
    mem = np.zeros(tables.size * ROOM * (1 + tables.program.num_drafts), dtype=np.int32)
    out = np.zeros(ENTRY * tables.program.max_moves, dtype=np.int32)
    rng, start, games = np.zeros(4, dtype=np.uint64), compiled.start_row(None), 0
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
    taken, length = int(notes[valuing.TAKEN]), int(notes[valuing.LENGTH]) / games
    fading = np.exp(-left[:taken] / max(MIN_FADING, length / FADING))
    weights = _fit(layout, pieces[:taken], shares[:taken], winners[:taken], fading)
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


def _references(compiled: CompiledGame) -> NDArray[np.int32]:
    """Return rows of games that have just begun, to imagine from what is hidden.

    Then armies are still whole; a piece that has left already, such as one that was taken back,
    counts for nobody.
    """
    tables = compiled.tables
    layout, rows = tables.program.layout, []
    for number in range(REFERENCES):
        game = RowGame(tables, compiled.start_row(None))
        game.rng[0] = streams.key(8, SEED, number)
        game.rng[1] = streams.key(9, SEED, number)
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


def _fit(
    layout: Layout,
    pieces: NDArray[np.int32],
    shares: NDArray[np.float32],
    winners: NDArray[np.int32],
    fading: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the weights that tell best who won: a ridge regression for each side."""
    kinds, places, owners = layout.num_kinds, layout.num_places, layout.num_sides + 1
    num_exact = owners * kinds * places
    rows, slots = np.nonzero(pieces >= 0)
    codes = pieces[rows, slots]
    groups = [codes // places, None, codes // (kinds * places) * places + codes % places]
    widths = [owners * kinds, num_exact, owners * places]
    if kinds > 1 and num_exact <= MAX_EXACT:
        groups[1] = codes
    parts = []
    for group, width in zip(groups, widths, strict=True):
        part = np.zeros((len(pieces), width if group is not None else 0))
        if group is not None:
            np.add.at(part, (rows, group), 1.0)
        parts.append(part)
    known = np.concatenate([*parts, shares], axis=1)
    middle = known.mean(axis=0)
    known -= middle
    square = known.T @ known
    square[np.diag_indices_from(square)] += RIDGE
    found = []
    for side in range(layout.num_sides):
        outcome = np.where(winners < 0, 0.0, np.where(winners == side, 1.0, -1.0)) * fading
        solved = np.linalg.solve(square, known.T @ (outcome - outcome.mean()))
        guessed = known @ solved + outcome.mean()
        scale = 1.0 / max(1e-9, float(np.quantile(np.abs(guessed), 0.95)))
        bias = outcome.mean() - middle @ solved
        first, rest = solved[: widths[0]], solved[widths[0] :]
        exact = rest[:num_exact] if groups[1] is not None else np.zeros(num_exact)
        rest = rest[num_exact:] if groups[1] is not None else rest
        found.append(scale * np.concatenate([[bias], first, exact, rest]))
    # Libraries add up in different orders; what differs in the last digits must not matter.
    weights: NDArray[np.float64] = np.concatenate(found)
    return weights.round(DIGITS)
