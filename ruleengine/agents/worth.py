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
from ruleengine.program import head
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
KINDS = 1.0
PLACES = 1.0
LINES = 1.0
KIND_LINES = 1.0
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
    weights = _fit(layout, int(tables.data[head.COLUMNS]), pieces[:taken], shares[:taken], winners[:taken], fading)
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
    columns: int,
    pieces: NDArray[np.int32],
    shares: NDArray[np.float32],
    winners: NDArray[np.int32],
    fading: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the weights that tell best who won: a ridge regression for each side."""
    parts = [*_parts(layout, columns, pieces), shares]
    known = np.concatenate(parts, axis=1)
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
        cuts = np.cumsum([part.shape[1] for part in parts])[:-1]
        found.append(scale * _spread(layout, columns, bias, *np.split(solved, cuts)))
    # Libraries add up in different orders; what differs in the last digits must not matter.
    weights: NDArray[np.float64] = np.concatenate(found)
    return weights.round(DIGITS)


def _shape(layout: Layout, columns: int) -> tuple[int, int, int, int, int]:
    """Return owners, kinds, areas (the board, and each place beside it), rows and columns."""
    beside = layout.num_places - layout.num_cells
    return layout.num_sides + 1, layout.num_kinds, 1 + beside, layout.num_cells // columns, columns


def _parts(layout: Layout, columns: int, pieces: NDArray[np.int32]) -> list[NDArray[np.float64]]:
    """Return how many pieces there are of each owner and kind, everywhere in all ways of looking."""
    owners, kinds, areas, lines, _ = _shape(layout, columns)
    places, cells = layout.num_places, layout.num_cells
    rows, slots = np.nonzero(pieces >= 0)
    codes = pieces[rows, slots]
    place, kind = codes % places, codes // places
    owner, on_board = kind // kinds, place < cells

    def part(
        width: int, group: NDArray[np.int32], only: NDArray[np.bool_], much: float
    ) -> NDArray[np.float64]:
        found = np.zeros((len(pieces), width))
        np.add.at(found, (rows[only], group[only]), much)
        return found

    every = np.ones(len(codes), dtype=np.bool_)
    exact = owners * kinds * places
    exact = exact if kinds > 1 and exact <= MAX_EXACT else 0
    by_kind = owners * kinds if kinds > 1 else 0
    line, column = place // columns, place % columns
    return [
        part(owners * kinds * areas, kind * areas + np.maximum(0, place - cells + 1), every, KINDS),
        part(exact, codes, every if exact else ~every, 1.0),
        part(owners * places, owner * places + place, every, PLACES),
        part(owners * lines, owner * lines + line, on_board, LINES),
        part(owners * columns, owner * columns + column, on_board, LINES),
        part(by_kind * lines, kind * lines + line, on_board if by_kind else ~every, KIND_LINES),
        part(by_kind * columns, kind * columns + column, on_board if by_kind else ~every, KIND_LINES),
    ]


def _spread(
    layout: Layout, columns: int, bias: float, *solved: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the weights as `kernel.valuing` reads them: those of rows and columns by place."""
    owners, kinds, areas, lines, _ = _shape(layout, columns)
    places, cells = layout.num_places, layout.num_cells
    first, exact, by_place, by_line, by_column, kind_line, kind_column, numbers = solved
    by_place = PLACES * by_place.reshape(owners, places)
    by_place[:, :cells] += LINES * (
        by_line.reshape(owners, lines, 1) + by_column.reshape(owners, 1, columns)
    ).reshape(owners, cells)
    whole = np.zeros((owners * kinds, places))
    if len(exact):
        whole += exact.reshape(whole.shape)
    if len(kind_line):
        whole[:, :cells] += KIND_LINES * (
            kind_line.reshape(owners * kinds, lines, 1)
            + kind_column.reshape(owners * kinds, 1, columns)
        ).reshape(owners * kinds, cells)
    return np.concatenate(
        [[bias], KINDS * first, whole.reshape(-1), by_place.reshape(-1), numbers]
    )
