"""Games between agents that think, counted like random ones where the compiled tier plays them."""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from ruleengine.agents.arena import Played, play_game, seating
from ruleengine.agents.registry import make_agent, parse_spec
from ruleengine.agents.row_table import play_on
from ruleengine.errors import NoRoomError
from ruleengine.game.row_match import RowMatch
from ruleengine.kernel import machine, playouts
from ruleengine.lab.chunks import Chunk, chunk_of
from ruleengine.lab.jobs import Job
from ruleengine.program import layout as row
from ruleengine.program import meters

NOTHING = -1


def play_matches(job: Job, first: int, count: int) -> Chunk:
    """Play some games of a job between its agents."""
    layout, metered = job.program.layout, job.metered
    noted = np.zeros((count, playouts.NOTED), dtype=np.int32)
    counts = np.zeros((count, 1 + len(metered.all)), dtype=np.int32)
    cells = np.zeros(len(meters.MAPS) * layout.num_places, dtype=np.int64)
    sides = np.full((count, len(job.seats)), NOTHING, dtype=np.int8)
    compiled = is_counted(job.manner.agents)
    for index in range(count):
        if compiled:
            match = _match(job, first + index)
            noted[index] = _noted(match, job.manner.max_plies)
            counts[index] = _counts(job, match)
            cells += _cells(job, match)
            sides[index] = match.row.section("seat_side")
        else:
            noted[index], counts[index, 0], sides[index] = _by_views(job, first + index)
    return chunk_of(job, first, noted, counts, cells, sides)


def is_counted(agents: tuple[str, ...]) -> bool:
    """Return whether what happens is counted: agents of the user's own play by views instead."""
    return all(parse_spec(agent).name is not None for agent in agents)


def _match(job: Job, number: int) -> RowMatch:
    game, manner = job.game, job.manner
    specs = manner.agents[0] if len(manner.agents) == 1 else list(manner.agents)
    agents, opening = seating(game, specs, dict(manner.opening) if manner.opening else None)
    match = RowMatch(game.compiled, manner.seed, number=number, opening=opening)
    made = [
        make_agent(spec, game, seed=manner.seed, number=number, seat=seat)
        for seat, spec in agents.items()
    ]
    with suppress(NoRoomError):  # `_noted` says that it was cut short
        play_on(match, made, manner.max_plies)
    return match


def _noted(match: RowMatch, max_plies: int) -> list[int]:
    over = match.is_over
    cut = machine.CAPPED if match.head(row.PLY) >= max_plies else machine.FULL
    return [
        machine.FINISHED if over else cut,
        match.head(row.WINNER) if over else NOTHING,
        match.head(row.ENDING) if over else NOTHING,
        match.head(row.PLY),
        match.head(row.TURN),
        match.head(row.IS_VOID) if over else 0,
    ]


def _counts(job: Job, match: RowMatch) -> list[int]:
    """Return the first side and what was done in the game.

    What was only asked or tried out belongs to the players' thoughts, and is left out.
    """
    done = match.row.section(meters.DONE)
    rest = [0] * (len(job.metered.all) - len(done))
    return [match.row.section(meters.FIRST)[0] - 1, *done, *rest]


def _cells(job: Job, match: RowMatch) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    found = [number for name in meters.MAPS for number in match.row.section(name)]
    del job
    return np.array(found, dtype=np.int64)


def _by_views(job: Job, number: int) -> tuple[list[int], int, list[int]]:
    manner = job.manner
    specs = manner.agents[0] if len(manner.agents) == 1 else list(manner.agents)
    played: Played = play_game(
        job.game,
        specs,
        seed=manner.seed,
        number=number,
        max_plies=manner.max_plies,
        opening=dict(manner.opening) if manner.opening else None,
    )
    endings = job.program.endings
    return (
        [
            machine.CAPPED if played.unfinished else machine.FINISHED,
            NOTHING if played.winner is None else job.sides.index(played.winner),
            NOTHING if played.ending is None else endings.index(played.ending),
            played.plies,
            played.turns,
            int(played.void),
        ],
        NOTHING,
        [
            NOTHING if (side := played.sides[seat]) is None else job.sides.index(side)
            for seat in job.seats
        ],
    )
