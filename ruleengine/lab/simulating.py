"""`simulate` as a library call: games under one setting, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ruleengine.agents.registry import parse_spec
from ruleengine.game.game import Game
from ruleengine.lab.branching import measure_branching
from ruleengine.lab.choices import plain
from ruleengine.lab.chunks import Games
from ruleengine.lab.jobs import Job, Manner, codes_for, make_job, versions
from ruleengine.lab.running import Playing, plan_of
from ruleengine.lab.summary import Summary, summarize


@dataclass(frozen=True)
class Simulated:
    """The games of one setting, and what they come to."""

    game: Game
    games: Games
    summary: Summary
    repeat: Mapping[str, object]
    """What it takes to play the same games again."""
    complete: bool

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data."""
        return {**self.summary.to_dict(), "complete": self.complete, "repeat": dict(self.repeat)}


def repeat_of(manner: Manner, games: int, *settings: tuple[str, Game]) -> dict[str, object]:
    """Return settings, seeds and versions: all that a run can be repeated with."""
    return {
        "games": games,
        **manner.to_dict(),
        "settings": [
            {
                "label": label,
                "game": game.name,
                "hash": game.hash,
                "flags": plain_flags(game),
            }
            for label, game in settings
        ],
        "versions": versions(),
        **({"agents_code": dict(codes)} if (codes := codes_for(manner)) else {}),
    }


def is_timed(repeat: Mapping[str, object]) -> bool:
    """Return whether a player thinks for some time: such games are not the same again."""
    agents = repeat["agents"]
    assert isinstance(agents, list)  # noqa: S101 - as a manner gives them
    budgets = (parse_spec(agent).budget for agent in agents)
    return any(budget is not None and budget.seconds is not None for budget in budgets)


def games_to_repeat(repeat: Mapping[str, object]) -> int:
    """Return how many games it takes to come to the figures again."""
    games = repeat["games"]
    assert isinstance(games, int)  # noqa: S101 - `repeat_of` has written it
    return games


def plain_flags(game: Game) -> dict[str, object]:
    """Return the flags of a game without the places they were written at."""
    return {name: plain(value) for name, value in game.flag_values.items()}


def simulation_plan(job: Job, chunk: int) -> dict[str, object]:
    """Return what a results file of a simulation is about."""
    return plan_of("simulate", [job], versions(), chunk=chunk)


def simulate(
    game: Game, games: int, manner: Manner | None = None, playing: Playing | None = None
) -> Simulated:
    """Play games of one setting and return what they come to."""
    manner, playing = manner or Manner(), playing or Playing()
    job = make_job(game, manner)
    (played,) = playing.play([(job, games)], over_gaps=True)
    branching = None
    if not playing.interrupted and len(played):
        branching = measure_branching(game, manner, len(played), float(played.plies.mean()))
    return Simulated(
        game,
        played,
        summarize(game, played, branching),
        repeat_of(manner, games if playing.has_gap else len(played), (job.label, game)),
        complete=len(played) == games,
    )
