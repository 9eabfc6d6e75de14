"""`sensitivity` as a library call: what each open question of a ruleset is worth.

Each choice is held against the setting without it, over the same games. Games are spent where the
answer is still open: a choice whose answer is settled is not played any further.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

import numpy as np

from ruleengine.errors import LabError
from ruleengine.game.game import Game
from ruleengine.lab.choices import Choice, Choices
from ruleengine.lab.chunks import Games
from ruleengine.lab.contrasts import (
    LENGTH,
    LENGTH_MARGIN,
    MARGIN,
    Contrast,
    adjusted,
    columns,
    common_sides,
    contrast,
    level_for,
    num_questions,
)
from ruleengine.lab.jobs import Job, Manner, make_job, versions
from ruleengine.lab.reaching import Reach, reach_of
from ruleengine.lab.running import Playing, plan_of
from ruleengine.lab.simulating import repeat_of
from ruleengine.lab.statistics import Estimate, mean
from ruleengine.lab.summary import Summary, share, summarize

Weight: TypeAlias = Literal[
    "decides games",
    "changes length only",
    "still open",
    "matters rarely",
    "never reached",
    "not played",
]
WEIGHTS: Final[tuple[Weight, ...]] = get_args(Weight)
"""How much a choice matters, the most first; of one that no game was played of nobody knows."""
FIRST_LOOK: Final = 400
"""Games of each choice before anything is decided about it."""


@dataclass(frozen=True)
class Row:
    """What one choice is worth."""

    choice: Choice
    contrast: Contrast
    reach: Reach
    weight: Weight
    settled: bool
    """Whether more games would hardly move it to another heading."""
    digests: tuple[str, str]
    """The jobs whose games it is made of."""
    interaction: Estimate | None = None
    """Of two choices: how much more the two do together than each alone, in wins of a side."""

    @property
    def games(self) -> int:
        """How many pairs of games were played."""
        return self.contrast.games

    @property
    def is_unseen(self) -> bool:
        """Whether no game could show it: only what is seen is different, and nobody looked."""
        return self.contrast.differ == 0 and self.choice.apart == "seen only"

    @property
    def is_idle(self) -> bool:
        """Whether no rule depends on it."""
        return self.choice.apart == "in nothing"

    @property
    def largest(self) -> float:
        """The largest change in a share."""
        found = (abs(m.difference.estimate.value) for m in self.contrast.outcomes)
        return max(found, default=0.0)

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return {
            "choice": self.choice.label,
            "flags": list(self.choice.slots),
            "given": self.choice.given,
            "affects": self.choice.affects,
            "seen_only": self.choice.apart == "seen only",
            "no_rule": self.is_idle,
            "weight": self.weight,
            "settled": self.settled,
            "reach": self.reach.to_dict(),
            "interaction": self.interaction.to_dict() if self.interaction else None,
            **self.contrast.to_dict(),
        }


@dataclass(frozen=True)
class Sensitivity:
    """What all choices of a ruleset are worth, the weightiest first."""

    name: str
    choices: Choices
    base: Games
    summary: Summary
    rows: tuple[Row, ...]
    pairs: tuple[Row, ...]
    looks: tuple[int, ...]
    repeat: Mapping[str, object]
    complete: bool
    only: tuple[str, ...] | None = None
    """The flags that were asked about; None for all."""

    @property
    def flags(self) -> dict[Weight, list[str]]:
        """The flags under the heading of their weightiest choice."""
        best: dict[str, int] = {}
        for row in self.rows:
            rank = WEIGHTS.index(row.weight)
            best[row.choice.flag] = min(rank, best.get(row.choice.flag, rank))
        return {
            weight: [flag for flag, rank in best.items() if rank == number]
            for number, weight in enumerate(WEIGHTS)
        }

    @property
    def all_rows(self) -> tuple[Row, ...]:
        """The choices, and then the pairs of them."""
        return (*self.rows, *self.pairs)

    @property
    def unseen(self) -> list[str]:
        """The choices that no game could show, since nobody looked."""
        return [row.choice.label for row in self.rows if row.is_unseen]

    @property
    def idle(self) -> list[str]:
        """The choices that no rule depends on."""
        return [row.choice.label for row in self.rows if row.is_idle]

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data."""
        return {
            "game": self.name,
            "flags": self.flags,
            "untried": dict(self.untried),
            "choices": [row.to_dict() for row in self.rows],
            "pairs": [row.to_dict() for row in self.pairs],
            "looks": list(self.looks),
            "games_played": self.games_played,
            "complete": self.complete,
            "repeat": dict(self.repeat),
        }

    @property
    def has_interactions(self) -> bool:
        """Whether it is known of a pair what its choices do together."""
        return any(row.interaction is not None for row in self.pairs)

    @property
    def untried(self) -> Mapping[str, str]:
        """The flags that were asked about and have no choice, with the reason."""
        asked = [flag for flag in self.choices.flags if self.only is None or flag in self.only]
        known = {row.choice.flag for row in self.rows}
        return {flag: self.choices.why_untried(flag) for flag in asked if flag not in known}

    @property
    def games_played(self) -> int:
        """How many games were played in all, those that several choices share counted once."""
        most: dict[str, int] = {self.base.job.digest: len(self.base)}
        for row in self.all_rows:
            for digest in row.digests:
                most[digest] = max(row.games, most.get(digest, 0))
        return sum(most.values())


def looks_for(games: int, *, adaptive: bool) -> tuple[int, ...]:
    """Return after how many games of a choice it is looked at.

    >>> looks_for(2000, adaptive=True)
    (400, 800, 1600, 2000)
    """
    if not adaptive or games <= FIRST_LOOK:
        return (games,)
    found = [FIRST_LOOK]
    while found[-1] * 2 < games:
        found.append(found[-1] * 2)
    return (*found, games)


class _Study:
    """The choices of a run with the games of each, and what is said of them."""

    def __init__(
        self,
        choices: Sequence[Choice],
        make: Callable[[Choice, Game], Job],
        *,
        looks: tuple[int, ...],
        margin: float,
        length_margin: float,
    ) -> None:
        self.choices = choices
        self._jobs = [
            (make(choice, choice.reference), make(choice, choice.game)) for choice in choices
        ]
        self._looks = looks
        self._margins = {"margin": margin, "length_margin": length_margin}
        self.games: list[tuple[Games, Games]] = []

    @property
    def jobs(self) -> list[Job]:
        """Everything that is played."""
        return list({job.digest: job for pair in self._jobs for job in pair}.values())

    def play(self, playing: Playing) -> list[Row]:
        """Play on with what is open, a look at a time; return what can be said in the end."""
        targets = [self._looks[0]] * len(self.choices)
        rows: list[Row] = []
        for number, look in enumerate(self._looks):
            wanted: dict[str, tuple[Job, int]] = {}
            for pair, target in zip(self._jobs, targets, strict=True):
                for job in pair:
                    most = max(target, wanted.get(job.digest, (job, 0))[1])
                    wanted[job.digest] = (job, most)
            played = dict(zip(wanted, playing.play(list(wanted.values())), strict=True))
            self.games = [
                (played[one.digest].head(target), played[two.digest].head(target))
                for (one, two), target in zip(self._jobs, targets, strict=True)
            ]
            rows = self._rows()
            if playing.interrupted or number + 1 == len(self._looks):
                break
            following = self._looks[number + 1]
            targets = [
                target if row.settled or target < look else following
                for row, target in zip(rows, targets, strict=True)
            ]
        return rows

    def _rows(self) -> list[Row]:
        questions = sum(num_questions(one, two) for one, two in self.games)
        level = level_for(questions, len(self._looks))
        found = [contrast(one, two, level=level, **self._margins) for one, two in self.games]
        contrasts = adjusted(found, len(self._looks))
        return [
            _row(choice, each, one, two)
            for choice, each, (one, two) in zip(self.choices, contrasts, self.games, strict=True)
        ]


def _row(choice: Choice, found: Contrast, one: Games, two: Games) -> Row:
    reach = reach_of(one, two)
    weight = _weight(found, reach)
    digests = one.job.digest, two.job.digest
    return Row(choice, found, reach, weight, _is_settled(found, weight), digests)


def _weight(found: Contrast, reach: Reach) -> Weight:
    if not found.games:
        return "not played"
    if found.differ == 0 and (reach.share is None or reach.share.count == 0):
        return "never reached"
    if any(measure.counts for measure in found.outcomes):
        return "decides games"
    if found.measure(LENGTH).counts:
        return "changes length only"
    # That nothing was found is no finding: what matters rarely has been shown to.
    return "matters rarely" if all(m.is_within for m in found.measures) else "still open"


def _is_settled(found: Contrast, weight: Weight) -> bool:
    if weight == "changes length only":
        return all(measure.is_within for measure in found.outcomes)
    # The next game may reach what none has reached.
    return weight in ("decides games", "matters rarely")


def sensitivity_plan(jobs: Sequence[Job], chunk: int) -> dict[str, object]:
    """Return what a results file of a sensitivity run is about; more games go on top of it."""
    return plan_of("sensitivity", jobs, versions(), chunk=chunk)


@dataclass(frozen=True)
class Prepared:
    """A sensitivity run before the first game."""

    name: str
    choices: Choices
    base: Job
    singles: _Study
    doubles: _Study
    looks: tuple[int, ...]
    manner: Manner
    only: tuple[str, ...] | None = None

    @property
    def jobs(self) -> list[Job]:
        """Everything that is played."""
        all_jobs = [self.base, *self.singles.jobs, *self.doubles.jobs]
        return list({job.digest: job for job in all_jobs}.values())

    @property
    def most_games(self) -> int:
        """How many games there are to play if nothing is settled early."""
        return self.looks[-1] * len(self.jobs)


def prepare(  # noqa: PLR0913 - all but the first are named
    name_or_path: str,
    *,
    games: int = 2_000,
    flags: dict[str, object] | None = None,
    only: Sequence[str] | None = None,
    pairs: bool = False,
    adaptive: bool = True,
    manner: Manner | None = None,
    margin: float = MARGIN,
    length_margin: float = LENGTH_MARGIN,
) -> Prepared:
    """Make every setting that a sensitivity run needs."""
    choices = Choices(name_or_path, flags)
    manner = manner or Manner()
    made: dict[int, Job] = {}

    def job(choice: Choice, game: Game) -> Job:
        if id(game) not in made:
            is_chosen = game is choice.game
            label = choice.label if is_chosen else choice.given or choices.base.name
            made[id(game)] = make_job(game, manner, label)
        return made[id(game)]

    base = made[id(choices.base)] = make_job(choices.base, manner)
    looks = looks_for(games, adaptive=adaptive)
    settings = {"looks": looks, "margin": margin, "length_margin": length_margin}
    single = list(choices.single(only))
    double = list(choices.pairs(only)) if pairs else []
    return Prepared(
        choices.base.name,
        choices,
        base,
        _Study(single, job, **settings),  # type: ignore[arg-type]  # by name, each its own type
        _Study(double, job, **settings),  # type: ignore[arg-type]
        looks,
        manner,
        None if only is None else tuple(only),
    )


def check_choices(prepared: Prepared) -> None:
    """Refuse a run without a choice: nothing of what was asked about can be tried."""
    if not prepared.singles.choices:
        choices = prepared.choices
        flags = choices.flags if prepared.only is None else prepared.only
        told = "; ".join(f"'{flag}' has {choices.why_untried(flag)}" for flag in flags)
        hint = "`ruleengine compare GAME GAME@FLAG=VALUE` tries any value"
        raise LabError("lab/nothing-to-compare", told, hint=hint)


def measure_sensitivity(prepared: Prepared, playing: Playing | None = None) -> Sensitivity:
    """Play a prepared run, and sort the choices by what they are worth."""
    playing = playing or Playing()
    (base,) = playing.play([(prepared.base, prepared.looks[0])])
    rows = prepared.singles.play(playing)
    pairs = prepared.doubles.play(playing) if prepared.doubles.choices else []
    pairs = _with_interactions(prepared, rows, pairs)
    played = [games for pair in prepared.singles.games for games in pair]
    widest = max([base, *(g for g in played if g.job.digest == base.job.digest)], key=len)
    return Sensitivity(
        prepared.name,
        prepared.choices,
        widest,
        summarize(prepared.choices.base, widest),
        tuple(sorted(rows, key=_order)),
        tuple(sorted(pairs, key=_order)),
        prepared.looks,
        repeat_of(prepared.manner, prepared.looks[-1], (prepared.name, prepared.choices.base)),
        complete=not playing.interrupted,
        only=prepared.only,
    )


def _order(row: Row) -> tuple[int, float, str]:
    return WEIGHTS.index(row.weight), -row.largest, row.choice.label


def _with_interactions(prepared: Prepared, rows: Sequence[Row], pairs: Sequence[Row]) -> list[Row]:
    """Say of each pair how much more the two do than each alone, where each was played alone."""
    alone = {
        row.choice.label: games
        for row, games in zip(rows, prepared.singles.games, strict=True)
        if not row.choice.given
    }
    found: list[Row] = []
    for row, (reference, both) in zip(pairs, prepared.doubles.games, strict=True):
        parts = [alone.get(label) for label in row.choice.label.split(" & ")]
        estimate = None
        if not row.choice.given and all(part is not None for part in parts):
            arms = [reference, both, *(part[1] for part in parts if part is not None)]
            estimate = _interaction(arms)
        found.append(replace(row, interaction=estimate))
    return found


def _interaction(arms: Sequence[Games]) -> Estimate | None:
    """Return how much more two choices do together, in wins of the first side they all have."""
    reference, both, one, two = arms
    count = min(len(games) for games in arms)
    sides = [side for side in common_sides(reference, both) if side in one.job.sides]
    if not sides or count == 0:
        return None
    wins = [
        columns(games.head(count), sides[:1])[sides[0]].astype(np.int8)
        for games in (both, one, two, reference)
    ]
    return mean(wins[0] - wins[1] - wins[2] + wins[3])


__all__ = ["Prepared", "Row", "Sensitivity", "measure_sensitivity", "prepare", "share"]
