"""`compare` as a library call: variants side by side over the same games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ruleengine.errors import LabError
from ruleengine.game.game import Game
from ruleengine.lab.chunks import Games
from ruleengine.lab.contrasts import (
    LENGTH_MARGIN,
    MARGIN,
    Contrast,
    adjusted,
    common_sides,
    contrast,
    level_for,
    num_questions,
)
from ruleengine.lab.jobs import Job, Manner, make_job, versions
from ruleengine.lab.running import Playing, plan_of
from ruleengine.lab.simulating import repeat_of
from ruleengine.lab.summary import Summary, summarize
from ruleengine.lab.words import contrast_words


@dataclass(frozen=True)
class Compared:
    """Settings side by side; each is held against the first."""

    settings: tuple[tuple[str, Game], ...]
    games: tuple[Games, ...]
    summaries: tuple[Summary, ...]
    contrasts: tuple[Contrast, ...]
    words: tuple[str, ...]
    repeat: Mapping[str, object]
    complete: bool

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data."""
        return {
            "settings": [summary.to_dict() for summary in self.summaries],
            "contrasts": [each.to_dict() for each in self.contrasts],
            "words": list(self.words),
            "complete": self.complete,
            "repeat": dict(self.repeat),
        }


def make_jobs(settings: Sequence[tuple[str, Game]], manner: Manner) -> list[Job]:
    """Return a job for each setting."""
    return [make_job(game, manner, label) for label, game in settings]


def comparison_plan(jobs: Sequence[Job], chunk: int) -> dict[str, object]:
    """Return what a results file of a comparison is about."""
    return plan_of("compare", jobs, versions(), chunk=chunk)


def compare(  # noqa: PLR0913 - all but the first two are named
    settings: Sequence[tuple[str, Game]],
    games: int,
    *,
    manner: Manner | None = None,
    playing: Playing | None = None,
    margin: float = MARGIN,
    length_margin: float = LENGTH_MARGIN,
    jobs: Sequence[Job] | None = None,
) -> Compared:
    """Play the same games under each setting, and hold each against the first.

    Game number k has the same throws under all settings, as long as they throw alike.
    """
    manner, playing = manner or Manner(), playing or Playing()
    jobs = jobs or make_jobs(settings, manner)
    _check(settings, jobs)
    played = playing.play([(job, games) for job in jobs], over_gaps=True)
    count = len(played[0])
    questions = sum(num_questions(played[0], other) for other in played[1:])
    contrasts = [
        contrast(
            played[0],
            other,
            level=level_for(questions),
            margin=margin,
            length_margin=length_margin,
        )
        for other in played[1:]
    ]
    found = adjusted(contrasts)
    return Compared(
        tuple(settings),
        tuple(played),
        tuple(summarize(game, each) for (_, game), each in zip(settings, played, strict=True)),
        tuple(found),
        tuple(line for each in found for line in contrast_words(each)),
        repeat_of(manner, games if playing.has_gap else count, *settings),
        complete=count == games,
    )


def _check(settings: Sequence[tuple[str, Game]], jobs: Sequence[Job]) -> None:
    if len(settings) < 2:  # noqa: PLR2004 - one is held against the other
        raise LabError(
            "lab/nothing-to-compare",
            "there is only one setting to compare",
            hint="name a second one, such as GAME@flag=value",
        )
    first = settings[0][1]
    for label, game in settings[1:]:
        if not set(first.sides) & set(game.sides):
            message = f"'{first.name}' and '{label}' have no side of the same name"
            hint = "compare variants of one ruleset"
            raise LabError("lab/nothing-to-compare", message, hint=hint)
    digests = [job.digest for job in jobs]
    for number, job in enumerate(jobs):
        if job.digest in digests[:number]:
            message = f"'{job.label}' is the same as '{jobs[digests.index(job.digest)].label}'"
            hint = "change a flag, or leave one of the two out"
            raise LabError("lab/nothing-to-compare", message, hint=hint)


__all__ = ["Compared", "common_sides", "compare", "comparison_plan", "make_jobs"]
