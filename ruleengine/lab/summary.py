"""What many games under one setting come to: who wins, how long it takes, what happens in them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ruleengine.errors import Span
from ruleengine.game.game import Game
from ruleengine.kernel import playouts
from ruleengine.lab.chunks import Games
from ruleengine.lab.statistics import LEVEL, UNKNOWN, Estimate, mean, wilson
from ruleengine.program.meters import MAPS, Meter
from ruleengine.program.winners import NOBODY, has_won
from ruleengine.resolve.constants import fold
from ruleengine.schema.end_steps import UNNAMED_END, end_steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.sentence import Parts, sentence_outline

DRAWN, VOID, UNFINISHED = "drawn", "void", "unfinished"
"""What can come of a game beside a win."""
SHARED = "won together"
"""What came of a game that several sides won."""


@dataclass(frozen=True)
class Share:
    """Something that happened in some of the games."""

    count: int
    share: Estimate

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return {"count": self.count, **self.share.to_dict()}


@dataclass(frozen=True)
class EndingShare:
    """How often games ended in one way."""

    name: str
    says: str
    clauses: tuple[str, ...]
    place: str | None
    share: Share
    outcomes: Mapping[str, Share]
    """What came of these games: by side, then draws and void games; shares are of all games."""

    @property
    def in_words(self) -> str:
        """Who won by it how often, in words; without those that never did."""
        counts = {name: each.count for name, each in self.outcomes.items() if each.count}
        titles = {name: outcome_title(self.outcomes, name) for name in counts}
        return ", ".join(f"{titles[name]} {count:,}" for name, count in counts.items())


def outcome_title(outcomes: Iterable[str], name: str) -> str:
    """Return what to call an outcome: what nobody wins is lost where there is only one side."""
    sides = [each for each in outcomes if each not in (DRAWN, VOID, UNFINISHED)]
    return "lost" if name == DRAWN and len(sides) == 1 else name


@dataclass(frozen=True)
class RuleReach:
    """How often a rule did something."""

    meter: Meter
    share: Share
    """The games in which it did."""
    times: float
    """How often, in a game on average."""


@dataclass(frozen=True)
class Branching:
    """How many moves random players had to choose from, in games of their own."""

    games: int
    decisions: int
    mean: Estimate
    most: int


@dataclass(frozen=True)
class Summary:
    """What came of the games."""

    label: str
    games: int
    outcomes: Mapping[str, Share]
    """By side, then draws, void games and those cut short; a shared win counts for each side."""
    decisive: Share
    """Games that somebody won."""
    first_mover: Share | None
    """Of the games that somebody won, those won by the side with the first turn."""
    first_side: str | None
    """The side that had the first turn, where it was the same in all of these games."""
    advantage: Estimate
    """How much more the first mover wins than an equal part; in shares of decided games.

    An equal part is what a side that has turns wins on average, alone or together with others.

    Unknown where a side without turns has won: it plays another game than those it plays against.
    And unknown where seats have different players: it would tell the stronger player.
    """
    together: bool
    """Whether all sides that have turns won and lost together: then nobody comes first.

    One that has all turns does so with itself.
    """
    length: Estimate
    quantiles: Mapping[str, float]
    """Plies that so many games do not exceed; the median of an even number may be a half."""
    endings: tuple[EndingShare, ...]
    rules: tuple[RuleReach, ...]
    cells: Mapping[str, tuple[int, ...]]
    """Visits, captures and strikes by cell, over all games."""
    seats: Mapping[str, Share]
    """Games won by each seat with its agent; empty when all players are alike."""
    cramped: int
    """Games cut short because they grew beyond the room that the compiled tier has."""
    limits: Mapping[str, int] = field(default_factory=dict)
    """These games by what there was no room for: pieces, moves, positions or steps."""
    branching: Branching | None = None
    points: Mapping[str, Estimate] = field(default_factory=dict)
    """Points of each side in a game on average; empty where every win counts 1."""
    shared: Share | None = None
    """Games that several sides won together, if there are any."""
    has_drafts: bool = False
    """Whether sides submit in secret: then a length has fewer plies than moves are made."""

    @property
    def first_mover_wins(self) -> str:
        """What to call how often the first mover wins; with its name, where that is one side."""
        return f"first mover{f' ({self.first_side})' if self.first_side else ''} wins"

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data."""
        points = {name: found.to_dict() for name, found in self.points.items()}
        return {
            "label": self.label,
            "games": self.games,
            **({"points": points} if points else {}),
            **({"shared": self.shared.to_dict()} if self.shared is not None else {}),
            "outcomes": {name: share.to_dict() for name, share in self.outcomes.items()},
            "cramped": self.cramped,
            "limits": dict(self.limits),
            "decisive": self.decisive.to_dict(),
            "first_mover": self.first_mover.to_dict() if self.first_mover else None,
            "first_mover_side": self.first_side,
            "first_mover_advantage": self.advantage.to_dict(),
            "length": {**self.length.to_dict(), **self.quantiles},
            "branching": _branching(self.branching),
            "seats": {name: share.to_dict() for name, share in self.seats.items()},
            "endings": [
                {
                    "ending": ending.name,
                    "says": ending.says,
                    "clauses": list(ending.clauses),
                    "place": ending.place,
                    **ending.share.to_dict(),
                    "outcomes": {name: each.to_dict() for name, each in ending.outcomes.items()},
                }
                for ending in self.endings
            ],
            "rules": [
                {
                    **meter_dict(rule.meter),
                    **rule.share.to_dict(),
                    "times_per_game": rule.times,
                }
                for rule in self.rules
            ],
            "cells": {name: list(counts) for name, counts in self.cells.items()},
        }


def _branching(found: Branching | None) -> dict[str, object] | None:
    if found is None:
        return None
    counts = {"games": found.games, "decisions": found.decisions, "most": found.most}
    return {**found.mean.to_dict(), **counts, "players": "random"}


def meter_dict(meter: Meter) -> dict[str, object]:
    """Return what is counted as plain data."""
    return {
        "what": meter.what,
        "part": meter.part,
        "rule": meter.name,
        "place": str(meter.span) if meter.span else None,
        "clauses": list(meter.clauses),
    }


def share(hits: int, games: int, level: float = LEVEL) -> Share:
    """Return how often something happened."""
    return Share(hits, wilson(hits, games, level))


def summarize(game: Game, games: Games, branching: Branching | None = None) -> Summary:
    """Return what came of the games of a job."""
    count = len(games)
    outcomes = {
        side: share(int(games.won(number).sum()), count) for number, side in enumerate(game.sides)
    }
    outcomes[DRAWN] = share(int(games.drawn.sum()), count)
    outcomes[VOID] = share(int(games.void.sum()), count)
    outcomes[UNFINISHED] = share(int((~games.over).sum()), count)
    shared = int(games.shared.sum())
    decided = int((games.over & (games.noted[:, playouts.WINNER] != NOBODY)).sum())
    moving = _moving(game)
    together = all(bool((games.won(side) == games.won(moving[0])).all()) for side in moving)
    # Of a game that nobody ever won that is said.
    together = together and decided > 0
    first, advantage = (None, UNKNOWN) if together else _first_mover(games, moving)
    plies = games.plies
    points = (0, 5, 25, 50, 75, 95, 100)
    found = np.percentile(plies, points, method="nearest") if count else [0] * len(points)
    names = ("least", "p5", "p25", "median", "p75", "p95", "most")
    return Summary(
        label=games.job.label,
        games=count,
        outcomes=outcomes,
        decisive=share(decided, count),
        first_mover=first,
        first_side=_first_side(games) if first else None,
        advantage=advantage,
        together=together,
        length=mean(plies, least=0),
        quantiles={name: int(number) for name, number in zip(names, found, strict=True)}
        | {"median": _middle(plies)},
        endings=_endings(game, games),
        rules=_rules(game, games),
        cells={
            name: tuple(int(number) for number in games.cells[index][: len(game.rules.grid.places)])
            for index, name in enumerate(MAPS)
        },
        seats=_seats(games),
        cramped=int(games.cramped.sum()),
        limits=games.limits,
        branching=branching,
        points=_points(game, games),
        shared=share(shared, count) if shared else None,
        has_drafts=any(site.secret for site in games.job.program.sites),
    )


def _middle(plies: NDArray[np.int32]) -> float:
    """Return the median, a whole number where it is one."""
    found = float(np.median(plies)) if len(plies) else 0.0
    return int(found) if found.is_integer() else found


def _points(game: Game, games: Games) -> dict[str, Estimate]:
    """Return the mean points of each side, where some win counts more than another."""
    worth = games.noted[:, playouts.WORTH]
    if not (worth > 1).any():
        return {}
    decided = games.over & (games.noted[:, playouts.WINNER] != NOBODY)
    return {
        side: mean(np.where(games.won(number), worth, -worth) * decided)
        for number, side in enumerate(game.sides)
    }


def _seats(games: Games) -> dict[str, Share]:
    """Return how often each seat won, where they are not all played alike."""
    job = games.job
    agents = job.manner.agents
    if len(agents) == 1 or games.seat_side.shape[1] == 0:
        return {}
    winners = games.noted[:, playouts.WINNER]
    return {
        f"{seat} ({agent})": share(
            int((games.over & has_won(winners, games.seat_side[:, index])).sum()), len(games)
        )
        for index, (seat, agent) in enumerate(zip(job.seats, agents, strict=True))
    }


def _moving(game: Game) -> list[int]:
    """Return the sides that may have a turn; one without seldom decides anything."""
    phases = game.rules.phases
    everybody = range(len(game.sides))
    if any(phase.is_round for phase in phases) or not any(phase.turns for phase in phases):
        return [*everybody]
    return sorted({side for phase in phases for side in phase.turns})


def _first_mover(games: Games, moving: Sequence[int]) -> tuple[Share | None, Estimate]:
    known = games.first_side >= 0
    won_by_first = np.zeros(len(games), dtype=np.bool_)
    winners = np.zeros(len(games), dtype=np.int64)
    for side in range(len(games.job.sides)):
        won = games.won(side) & known
        winners += won
        won_by_first |= won & (games.first_side == side)
    total = int((winners > 0).sum())
    if total == 0:
        return None, UNKNOWN
    found = share(int(won_by_first.sum()), total)
    if len(set(games.job.manner.agents)) > 1:
        return found, UNKNOWN
    idle = set(range(len(games.job.sides))) - {*moving}
    if any(games.won(side).any() for side in idle):
        return found, UNKNOWN
    # Of partners that win together each wins whole games: their parts add up to more than one.
    equal = float(winners.sum()) / total / len(moving)
    return found, Estimate(*(number - equal for number in found.share))


def _first_side(games: Games) -> str | None:
    """Return the side that had the first turn, if it was always the same."""
    found = {int(side) for side in games.first_side[games.first_side >= 0]}
    return games.job.sides[found.pop()] if len(found) == 1 else None


def _outline(game: Game, says: Parts) -> str:
    """Return why a game is over, with the numbers that flags settle and gaps for all else."""
    return sentence_outline(tuple(_settled(game, part) for part in says))


def _settled(game: Game, part: str | Expression) -> str | Expression:
    """Return a part of a sentence, which is a text where it comes to the same in every game."""
    if isinstance(part, str):
        return part
    root = game.rules.resolved.checked[part].root
    known = fold(root) if root.type == "number" else None
    return part if known is None else str(known)


def _endings(game: Game, games: Games) -> tuple[EndingShare, ...]:
    counted = Counter(games.endings)
    ruleset = game.rules.resolved.ruleset
    said: dict[str, tuple[str, tuple[str, ...], str | None]] = {}
    for step, clauses in end_steps(ruleset):
        place = str(step.span) if step.span else None
        said.setdefault(step.id or UNNAMED_END, (_outline(game, step.end.says), clauses, place))
    for number, ending in enumerate(ruleset.endings):
        place = str(ending.span) if ending.span else None
        says = _outline(game, ending.says)
        said[ending.id or f"ending_{number}"] = (says, tuple(ending.clauses), place)
    names = dict.fromkeys([*said, *(name for name in counted if name is not None)])
    outcomes = _outcome_of_each(game, games)
    both = Counter(zip(games.endings, outcomes, strict=True))
    shared = (SHARED,) if games.shared.any() else ()
    results = (*game.sides, *shared, DRAWN, VOID)
    found = [
        EndingShare(
            name,
            *said.get(name, ("", (), None)),
            share(counted.get(name, 0), len(games)),
            {result: share(both[name, result], len(games)) for result in results},
        )
        for name in names
    ]
    return tuple(sorted(found, key=lambda ending: -ending.share.count))


def _outcome_of_each(game: Game, games: Games) -> list[str]:
    """Return what came of each game: the side that won, or why none did."""
    found = np.full(len(games), UNFINISHED, dtype=object)
    for number, side in enumerate(game.sides):
        found[games.won(number)] = side
    found[games.shared] = SHARED
    found[games.drawn] = DRAWN
    found[games.void] = VOID
    return [str(each) for each in found]


def _rules(game: Game, games: Games) -> tuple[RuleReach, ...]:
    count = len(games)
    ruleset = game.rules.resolved.ruleset
    # Of actions that the rules only ask about there is nothing to be counted.
    asked = ruleset.actions.keys() - ruleset.offered
    return tuple(
        RuleReach(
            meter,
            share(int(games.fired[:, index].sum()), count),
            float(games.sums[index]) / count if count else math.nan,
        )
        for index, meter in enumerate(games.job.metered.all)
        if not (meter.what == "action" and meter.name in asked)
    )


SPECIAL = ("action", "reaction", "ending")


def special_rules(summary: Summary) -> list[RuleReach]:
    """Return the rules worth a line: actions, reactions, and branches that not every game takes."""
    return [
        rule
        for rule in summary.rules
        if (rule.meter.what in SPECIAL and not rule.meter.part)
        or (
            rule.meter.what in ("branch", "effect")
            and rule.meter.part in ("", "then")
            and rule.meter.clauses
            and rule.share.count < summary.games
        )
    ]


def titles_of(summary: Summary) -> Callable[[Meter], str]:
    """Return what to call a rule: where others say the same in other places, with its place."""
    places: dict[str, set[Span | None]] = {}
    for rule in summary.rules:
        places.setdefault(rule.meter.name, set()).add(rule.meter.span)

    def title(meter: Meter) -> str:
        if len(places[meter.name]) == 1 or meter.span is None:
            return meter.name
        files = {place.file for place in places[meter.name] if place is not None}
        where = "line " if len(files) == 1 else f"{meter.span.file}:"
        return f"{meter.name} ({where}{meter.span.line})"

    return title
