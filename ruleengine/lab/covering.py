"""`coverage` as a library call: which rules were asked, which did something, which are dead.

The games are played by a program in which no rule has been worked out beforehand, so that each
refusal is counted. What a rule never did in so many games it may still do in the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

from ruleengine.analysis.unused_check import unspoken
from ruleengine.game.game import Game
from ruleengine.lab.chunks import Games
from ruleengine.lab.jobs import Job, Manner, make_job, versions
from ruleengine.lab.running import Playing, plan_of
from ruleengine.lab.sensitivity import Prepared
from ruleengine.lab.settled import switched_off, without
from ruleengine.lab.simulating import repeat_of
from ruleengine.lab.summary import Share, share
from ruleengine.program.meters import Meter

Status: TypeAlias = Literal[
    "fired",
    "only tried out",
    "only asked about",
    "only asked by views",
    "never fired",
    "never true",
    "always true",
    "refused",
    "never refused",
    "never asked",
    "worked out beforehand",
]
FlagWeight: TypeAlias = Literal[
    "changed games",
    "not played",
    "changed no game",
    "seen only",
    "never reached",
    "no rule",
    "not tried",
]
FLAG_WEIGHTS: Final[tuple[FlagWeight, ...]] = get_args(FlagWeight)
"""What a flag did in games under each of its choices, the most first.

*Not played* is one with a choice that a run was stopped before; *not tried* one without choices.
"""
_UNKNOWN: Final = ("not played", "not tried")
DEAD: Final[frozenset[Status]] = frozenset(
    {"never fired", "never true", "never refused", "never asked"}
)
"""What is said of rules that made no difference in any game."""


@dataclass(frozen=True)
class Covered:
    """What one rule did in all games."""

    what: str
    name: str
    place: str | None
    clauses: tuple[str, ...]
    counts: Mapping[str, int]
    """How often, by what is counted of it."""
    reach: Share
    """The games in which it did something."""
    status: Status

    @property
    def is_dead(self) -> bool:
        """Whether it made no difference."""
        return self.status in DEAD

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return {
            "what": self.what,
            "rule": self.name,
            "place": self.place,
            "clauses": list(self.clauses),
            "status": self.status,
            "dead": self.is_dead,
            "counts": dict(self.counts),
            "games": self.reach.to_dict(),
        }


@dataclass(frozen=True)
class Coverage:
    """What all rules of a game did."""

    game: Game
    games: int
    rules: tuple[Covered, ...]
    flags: Mapping[str, FlagWeight] | None
    """By flag: what its choices did in the games; None if it was not asked."""
    flag_games: int
    repeat: Mapping[str, object]
    complete: bool

    @property
    def dead(self) -> list[Covered]:
        """The rules that made no difference."""
        return [rule for rule in self.rules if rule.is_dead]

    @property
    def idle(self) -> list[str]:
        """The flags that changed no game: none went differently under any choice."""
        known = (self.flags or {}).items()
        return [name for name, weight in known if weight not in ("changed games", *_UNKNOWN)]

    def flags_that(self, weight: FlagWeight) -> list[str]:
        """Return the flags of which that is said."""
        return [name for name, each in (self.flags or {}).items() if each == weight]

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data."""
        return {
            "game": self.game.name,
            "games": self.games,
            "rules": [rule.to_dict() for rule in self.rules],
            "dead_rules": [rule.name for rule in self.dead],
            "flags_that_never_mattered": self.idle if self.flags is not None else None,
            "flags": dict(self.flags) if self.flags is not None else None,
            "flag_games": self.flag_games,
            "complete": self.complete,
            "repeat": dict(self.repeat),
        }


def coverage_job(game: Game, manner: Manner) -> Job:
    """Return the job in which every rule is asked by itself."""
    return make_job(game, manner, game.name)


def coverage_plan(jobs: Sequence[Job], chunk: int) -> dict[str, object]:
    """Return what a results file of a coverage run is about."""
    return plan_of("coverage", jobs, versions(), chunk=chunk)


def measure_coverage(
    game: Game,
    job: Job,
    games: int,
    *,
    playing: Playing | None = None,
    flags: Prepared | None = None,
) -> Coverage:
    """Play games and return what each rule did; with `flags` also which flags mattered."""
    playing = playing or Playing()
    (played,) = playing.play([(job, games)], over_gaps=True)
    missing = playing.has_gap
    mattered = None
    if flags is not None:
        mattered = _mattering(flags, playing)
    return Coverage(
        game,
        len(played),
        in_this_reading(game, covered(played)),
        mattered,
        flags.looks[-1] if flags is not None else 0,
        repeat_of(job.manner, games if missing else len(played), (game.name, game)),
        complete=len(played) == games and not playing.interrupted,
    )


_SECTIONS: Final = {"row": "tables", "condition": "conditions"}
"""Where the rules stand that are counted as this; others stand in steps."""


def in_this_reading(game: Game, rules: Sequence[Covered]) -> tuple[Covered, ...]:
    """Return the rules without those that only other readings ask for.

    What has a condition that the numbers of flags alone make false is there for other numbers. An
    action that no step offers is there to be asked about, with `can` or `how_often`; nobody
    can play it. What only views ask for is not asked in games that nobody looks at.
    """
    resolved = game.rules.resolved
    off = switched_off(resolved)
    tree, places = without(resolved.tree, off), {str(place) for place in off}
    ruleset, idle = resolved.ruleset, unspoken(tree)
    unplayed = unspoken(tree, but_by_views=True)
    shared = {*ruleset.actions, *ruleset.phases, *ruleset.reactions}
    for names in (idle, unplayed):
        names["procedures"] -= shared  # by its name alone, a rule could be theirs
    offered = ruleset.offered
    found = []
    for rule in rules:
        section, name = _SECTIONS.get(rule.what, "procedures"), rule.name.partition(" > ")[0]
        if name in idle[section] or rule.place in places:
            continue
        told = rule
        if rule.what == "action" and rule.name not in offered:
            told = replace(rule, status="only asked about")
        elif name in unplayed[section]:
            told = replace(rule, status="only asked by views")
        found.append(told)
    return tuple(found)


def _mattering(prepared: Prepared, playing: Playing) -> dict[str, FlagWeight]:
    """Return for each flag what the choice that did most has done."""
    found: dict[str, FlagWeight] = {}
    for row in prepared.singles.play(playing):
        weight: FlagWeight = "never reached"
        if not row.games:
            weight = "not played"
        elif row.contrast.differ:
            weight = "changed games"
        elif row.is_unseen:
            weight = "seen only"
        elif row.is_idle:
            weight = "no rule"
        elif row.weight != "never reached":
            weight = "changed no game"
        before = found.get(row.choice.flag, weight)
        found[row.choice.flag] = min(before, weight, key=FLAG_WEIGHTS.index)
    nothing: FlagWeight = "not tried"
    return {flag: found.get(flag, nothing) for flag in prepared.choices.flags}


def covered(games: Games) -> tuple[Covered, ...]:
    """Return what each rule did, in the order in which the rules stand in the file."""
    grouped: dict[tuple[str, str, str], list[tuple[int, Meter]]] = {}
    metered = games.job.metered
    for index, meter in enumerate(metered.all):
        what = "step" if meter.what == "branch" else meter.what
        grouped.setdefault((what, str(meter.span), meter.name), []).append((index, meter))
    found = [_covered(games, what, each) for (what, _, _), each in grouped.items()]
    folded = {(str(meter.span), meter.name) for meter in metered.folded}
    counted = [
        rule for rule in found if not (rule.status == "never asked" and _key(rule) in folded)
    ]
    known = {_key(rule) for rule in counted}
    nothing = share(0, len(games))
    counted += [
        Covered(
            meter.what,
            meter.name,
            str(meter.span) if meter.span else None,
            meter.clauses,
            {},
            nothing,
            "worked out beforehand",
        )
        for meter in metered.folded
        if (str(meter.span), meter.name) not in known
    ]
    order = {_key(rule): _line(rule.place) for rule in counted}
    return tuple(sorted(counted, key=lambda rule: order[_key(rule)]))


def _key(rule: Covered) -> tuple[str, str]:
    return str(rule.place), rule.name


def _line(place: str | None) -> tuple[str, int, int]:
    if place is None:
        return "", 0, 0
    file, line, column = place.rsplit(":", 2)
    return file, int(line), int(column)


def _covered(games: Games, what: str, found: Sequence[tuple[int, Meter]]) -> Covered:
    counts = {meter.part or "done": int(games.sums[index]) for index, meter in found}
    decisive = [index for index, meter in found if meter.part in ("", "then", "refused")]
    if what == "row":
        decisive = [index for index, _ in found]
    if "then" in counts:  # a branch is decisive, not that it was come to
        decisive = [index for index, meter in found if meter.part == "then"]
    reached = games.fired[:, decisive].any(axis=1) if decisive else games.fired[:, :0].any(axis=1)
    meter = found[0][1]
    return Covered(
        what,
        meter.name,
        str(meter.span) if meter.span else None,
        meter.clauses,
        counts,
        share(int(reached.sum()), len(games)),
        _status(what, counts),
    )


def _status(what: str, counts: Mapping[str, int]) -> Status:
    if what in ("rule", "condition"):
        if counts.get("asked", 0) == 0:
            return "never asked"
        return "refused" if counts.get("refused", 0) else "never refused"
    if what == "row":
        return "fired" if counts.get("asked", 0) else "never fired"
    if "then" in counts:
        return _branch_status(counts)
    if counts.get("done", 0):
        return "fired"
    return "only tried out" if counts.get("tried", 0) else "never fired"


def _branch_status(counts: Mapping[str, int]) -> Status:
    true = counts.get("then", 0) + counts.get("then tried", 0)
    false = counts.get("else", 0) + counts.get("else tried", 0)
    if true == 0:
        return "never true" if false else "never fired"
    if counts.get("then", 0) == 0:
        return "only tried out"
    return "fired" if false else "always true"
