"""One game between agents on the compiled tier: no positions, no views, only rows and scenes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ruleengine.agents.protocol import Agent
from ruleengine.agents.random_agent import RandomAgent, RandomKindAgent
from ruleengine.agents.searching import SceneAgent
from ruleengine.errors import InternalError
from ruleengine.game.game import Game
from ruleengine.game.moves.moves import Move
from ruleengine.game.rows.row_match import RowMatch, RowMove, RowNotation
from ruleengine.game.rows.simulation import FUEL
from ruleengine.kernel import playouts
from ruleengine.kernel.calling import machine_address
from ruleengine.kernel.random_bits import RNG
from ruleengine.kernel.ways import ENTRY
from ruleengine.program import layout as row


def play_rows(  # noqa: PLR0913 - all but the first two are named
    game: Game,
    agents: Sequence[Agent],
    *,
    seed: int,
    number: int,
    opening: Mapping[str, str] | None,
    max_plies: int,
) -> tuple[int, int, int, int, int, list[int]]:
    """Play a game; return winner, ending, plies, turns, whether it is void, and the sides."""
    match = RowMatch(game.compiled, seed, number=number, opening=opening)
    play_on(match, agents, max_plies)
    over = match.is_over
    return (
        match.head(row.WINNER) if over else -1,
        match.head(row.ENDING) if over else -1,
        match.head(row.PLY),
        match.head(row.TURN),
        match.head(row.IS_VOID) if over else 0,
        match.row.section("seat_side"),
    )


def play_on(
    match: RowMatch,
    agents: Sequence[Agent],
    max_plies: int,
    watch: Callable[[], None] | None = None,
) -> None:
    """Let agents play a match to its end, or to the limit of plies.

    `watch` is called before each decision; what it raises ends the match.
    """
    notation = RowNotation(match.compiled)
    while not match.is_over and match.head(row.PLY) < max_plies:
        if watch is not None:
            watch()
        seat = match.seat
        agent = agents[seat]
        if isinstance(agent, SceneAgent):
            scene, slots = match.scene(seat)
            match.play(match.real(agent.decide(scene), slots))
        elif isinstance(agent, RandomAgent | RandomKindAgent):
            match.play(_drawn(match, notation, agent))
        else:
            raise InternalError(f"{agent!r} needs views")


def play_at_random(  # noqa: PLR0913 - all but the first are named
    game: Game,
    *,
    seed: int,
    number: int,
    count: int,
    opening: Mapping[str, str] | None,
    max_plies: int,
) -> list[tuple[int, int, int, int, int, list[int]]]:
    """Let the kernel play games by itself; return of each what `play_rows` returns."""
    compiled = game.compiled
    tables, start = compiled.tables, compiled.start_row(opening)
    mem = np.zeros(tables.program.working_size, dtype=np.int32)
    out = np.zeros(ENTRY * tables.program.max_moves, dtype=np.int32)
    rng = np.zeros(RNG, dtype=np.uint64)
    noted = np.zeros(playouts.NOTED, dtype=np.int32)
    at, seats = tables.program.layout.sections["seat_side"]
    found = []
    for each in range(number, number + count):
        playouts.play_games(
            machine_address(),
            mem,
            start,
            tables.code,
            tables.data,
            out,
            rng,
            noted,
            np.uint64(seed & (2**64 - 1)),
            each,
            1,
            max_plies,
            FUEL,
        )
        compiled.check_status(noted[None], each, tables.program)
        found.append(
            (
                int(noted[playouts.WINNER]),
                int(noted[playouts.ENDING]),
                int(noted[playouts.PLIES]),
                int(noted[playouts.TURNS]),
                int(noted[playouts.VOID]),
                [int(side) for side in mem[at : at + seats]],
            )
        )
    return found


def written_moves(
    match: RowMatch, notation: RowNotation
) -> tuple[tuple[Move, ...], dict[str, RowMove]]:
    """Return the moves of whoever decides as a view lists them, and what each is on the row."""
    site, listed = match.site, match.moves()
    base = 0
    if site.secret:
        base = match.program.stride * (1 + match.head(row.ACTOR))
    written = notation.moves(match.row.mem, base, listed, site)
    # Of moves that are written alike the first is meant, as in a position.
    order = sorted(range(len(listed)), key=lambda index: written[index])
    unique = {written[index].text: index for index in reversed(order)}
    moves = tuple(written[index] for index in order if unique[written[index].text] == index)
    return moves, {text: listed[index] for text, index in unique.items()}


def _drawn(match: RowMatch, notation: RowNotation, agent: RandomAgent | RandomKindAgent) -> RowMove:
    """Let an agent draw among the sorted moves, as it does with views."""
    moves, rows = written_moves(match, notation)
    drafting = match.site.kind == "submit"
    return rows[agent.draw(moves, turn=match.head(row.TURN), drafting=drafting).text]
