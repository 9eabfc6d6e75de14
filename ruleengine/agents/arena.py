"""Games between agents: one with its record, or many as fast as they can be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ruleengine.agents.registry import make_agent, parse_spec
from ruleengine.errors import AgentError
from ruleengine.game.game import Game
from ruleengine.game.match import Match
from ruleengine.game.record import Record

Specs: TypeAlias = "str | Sequence[str] | Mapping[str, str]"
"""Who plays: one text for everybody, one for each seat in order, or texts by seat or by side."""

MAX_PLIES = 10_000
"""Plies after which a game counts as unfinished, if nothing else is said."""


@dataclass(frozen=True)
class Played:
    """What came of one game."""

    number: int
    winner: str | None
    """The side that won; nothing for a draw, a void game and one that was not finished."""
    ending: str | None
    """The id of the ending; nothing when the game was not finished."""
    void: bool
    unfinished: bool
    plies: int
    turns: int
    by_seat: Mapping[str, int]
    """1 won, -1 lost, 0 neither."""
    sides: Mapping[str, str | None]
    """The side of every seat at the end."""
    agents: Mapping[str, str]
    """The agent of every seat, as it was named."""
    record: Record | None = field(default=None, compare=False, repr=False)


def play_game(  # noqa: PLR0913 - all but the first two are named
    game: Game,
    specs: Specs,
    *,
    seed: int = 0,
    number: int = 0,
    max_plies: int = MAX_PLIES,
    opening: Mapping[str, str] | None = None,
    keep_record: bool = False,
) -> Played:
    """Play one game; it depends on nothing but the seed and the number.

    Agents that are given by side need sides that have their seats from the start: then the
    opening is settled as `Game.start({})` does, unless one is given.
    """
    agents, opening = seating(game, specs, opening)
    match = Match(game, seed, opening=opening, number=number)
    made = {
        seat: make_agent(spec, game, seed=seed, number=number, seat=seat)
        for seat, spec in agents.items()
    }
    while not match.is_over and match.position.ply < max_plies:
        seat = match.actors[0]
        view = match.view(seat)
        match.submit(seat, made[seat].choose(view, view.legal_moves))
    outcome = match.position.outcome
    view = match.position.full_view()
    return Played(
        number=number,
        winner=None if outcome is None else outcome.winner,
        ending=None if outcome is None else outcome.ending,
        void=outcome is not None and outcome.void,
        unfinished=outcome is None,
        plies=match.position.ply,
        turns=match.position.turn,
        by_seat=dict.fromkeys(game.seats, 0) | ({} if outcome is None else outcome.by_seat),
        sides=view.sides,
        agents=agents,
        record=match.record() if keep_record else None,
    )


def play_games(  # noqa: PLR0913 - all but the first two are named
    game: Game,
    specs: Specs,
    *,
    seed: int = 0,
    first: int = 0,
    count: int = 1,
    max_plies: int = MAX_PLIES,
    opening: Mapping[str, str] | None = None,
    threads: int = 1,
) -> list[Played]:
    """Play the games `first` to `first + count - 1`, by the fastest way that there is for them.

    What comes of a game depends on the seed and its number only, never on the others.
    """
    del threads
    return [
        play_game(game, specs, seed=seed, number=number, max_plies=max_plies, opening=opening)
        for number in range(first, first + count)
    ]


def seating(
    game: Game, specs: Specs, opening: Mapping[str, str] | None
) -> tuple[dict[str, str], Mapping[str, str] | None]:
    """Return the agent of every seat, and the opening that the match begins with.

    Raises:
        AgentError: an agent is not known, or a seat has none.
    """
    if isinstance(specs, str):
        found = dict.fromkeys(game.seats, specs)
    elif isinstance(specs, Mapping):
        found, opening = _by_name(game, specs, opening)
    else:
        if len(specs) != len(game.seats):
            message = f"there are {len(game.seats)} seats and {len(specs)} agents"
            hint = f"name one for each of: {', '.join(game.seats)}"
            raise AgentError("agent/wrong-seats", message, hint=hint)
        found = dict(zip(game.seats, specs, strict=True))
    for spec in dict.fromkeys(found.values()):
        parse_spec(spec)
    return found, opening


def _by_name(
    game: Game, specs: Mapping[str, str], opening: Mapping[str, str] | None
) -> tuple[dict[str, str], Mapping[str, str] | None]:
    unknown = [name for name in specs if name not in game.seats and name not in game.sides]
    found = {seat: specs[seat] for seat in game.seats if seat in specs}
    if not unknown and len(found) < len(game.seats):
        sides = game.start(opening).view(None).sides
        if None in sides.values():
            opening = {} if opening is None else opening
            sides = game.start(opening).view(None).sides
        by_side = {seat: specs[side] for seat, side in sides.items() if side in specs and side}
        found = by_side | found
    if unknown or len(found) < len(game.seats):
        names = dict.fromkeys((*game.seats, *game.sides))
        what = (
            f"there is neither a seat nor a side '{unknown[0]}'"
            if unknown
            else f"nobody plays for {', '.join(seat for seat in game.seats if seat not in found)}"
        )
        hint = f"name an agent for each seat or side: {', '.join(names)}"
        raise AgentError("agent/wrong-seats", what, hint=hint)
    return {seat: found[seat] for seat in game.seats}, opening
