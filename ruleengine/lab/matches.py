"""Games between agents that think, counted like random ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from ruleengine.agents.arena import chosen_move, seating
from ruleengine.agents.protocol import Agent
from ruleengine.agents.registry import codes_of, make_agent, parse_spec
from ruleengine.agents.row_table import play_on, written_moves
from ruleengine.errors import AgentError, InternalError, NoRoomError
from ruleengine.game.match import Match
from ruleengine.game.rows.row_match import RowMatch, RowNotation
from ruleengine.kernel import machine, playouts
from ruleengine.lab.chunks import Chunk, GivenUpError, chunk_of
from ruleengine.lab.jobs import Job
from ruleengine.program import layout as row
from ruleengine.program import meters

NOTHING = -1


def play_matches(
    job: Job, first: int, count: int, given_up: Callable[[], bool] | None = None
) -> Chunk:
    """Play some games of a job between its agents; GivenUpError once `given_up` says so."""

    def watch() -> None:
        if given_up is not None and given_up():
            raise GivenUpError

    _check_codes(job)
    layout, metered = job.program.layout, job.metered
    noted = np.zeros((count, playouts.NOTED), dtype=np.int32)
    counts = np.zeros((count, 1 + len(metered.all)), dtype=np.int32)
    cells = np.zeros(len(meters.MAPS) * layout.num_places, dtype=np.int64)
    sides = np.full((count, len(job.seats)), NOTHING, dtype=np.int8)
    for index in range(count):
        try:
            match = _played(job, first + index, watch)
        except AgentError as error:
            if job.label == job.game.name:
                raise
            raise error.under(job.label) from error
        noted[index] = _noted(match, job.manner.max_plies)
        counts[index] = _counts(job, match)
        cells += _cells(match)
        sides[index] = match.row.section("seat_side")
    return chunk_of(job, first, noted, counts, cells, sides)


def _check_codes(job: Job) -> None:
    """Refuse to play with other code than the run is planned with: a worker may have its own."""
    here = codes_of(agent for agent, _ in job.codes)
    for agent, code in job.codes:
        if here.get(agent) != code:
            message = f"the code of the agent '{agent}' is another one where the game is played"
            hint = "give all machines the same files, and start the workers anew"
            raise AgentError("agent/other-code", message, hint=hint)


def _played(job: Job, number: int, watch: Callable[[], None]) -> RowMatch:
    game, manner = job.game, job.manner
    specs = manner.agents[0] if len(manner.agents) == 1 else list(manner.agents)
    agents, opening = seating(game, specs, dict(manner.opening) if manner.opening else None)
    begun: dict[str, Any] = {"number": number, "opening": opening, "position": job.first()}
    match = RowMatch(game.compiled, manner.seed, **begun)
    made = {
        seat: make_agent(spec, game, seed=manner.seed, number=number, seat=seat)
        for seat, spec in agents.items()
    }
    with suppress(NoRoomError):  # `_noted` says that it was cut short
        if all(parse_spec(spec).name is not None for spec in agents.values()):
            play_on(match, list(made.values()), manner.max_plies, watch)
        else:
            referee = Match(game, manner.seed, **begun)
            _follow(match, referee, made, agents, manner.max_plies, watch)
    return match


def _follow(  # noqa: PLR0913, PLR0917 - a table with two boards
    match: RowMatch,
    referee: Match,
    made: Mapping[str, Agent],
    agents: Mapping[str, str],
    max_plies: int,
    watch: Callable[[], None],
) -> None:
    """Let agents of the user's own play by views, and play each move on the row too.

    The two are the same game, and only rows are counted.
    """
    notation = RowNotation(match.compiled)
    while not match.is_over and match.head(row.PLY) < max_plies:
        watch()
        seat = referee.actors[0]
        move = chosen_move(referee, seat, made[seat], agents[seat])
        found = written_moves(match, notation)[1].get(move.text)
        if found is None or referee.game.seats[match.seat] != seat:
            raise InternalError(f"'{move.text}' of {seat} is no move on the compiled tier")
        referee.submit(seat, move)
        match.play(found)


def _noted(match: RowMatch, max_plies: int) -> list[int]:
    # A match goes on to the next decision; what chance does on the way may be beyond the limit,
    # where games that the kernel plays by itself are over.
    plies = match.head(row.PLY)
    over = match.is_over and plies <= max_plies
    cut = machine.CAPPED if plies >= max_plies else match.row.status
    return [
        machine.FINISHED if over else cut,
        match.head(row.WINNER) if over else NOTHING,
        match.head(row.ENDING) if over else NOTHING,
        min(plies, max_plies),
        match.head(row.TURN),
        match.head(row.IS_VOID) if over else 0,
        max(1, match.head(row.WORTH)),
    ]


def _counts(job: Job, match: RowMatch) -> list[int]:
    """Return the first side and what was done in the game.

    What was only asked or tried out belongs to the players' thoughts, and is left out.
    """
    done = match.row.section(meters.DONE)
    rest = [0] * (len(job.metered.all) - len(done))
    return [match.row.section(meters.FIRST)[0] - 1, *done, *rest]


def _cells(match: RowMatch) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    found = [number for name in meters.MAPS for number in match.row.section(name)]
    return np.array(found, dtype=np.int64)
