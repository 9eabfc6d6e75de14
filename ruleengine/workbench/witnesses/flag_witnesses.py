"""A witness for every value of every flag: does anything in play depend on it?

Each value is held against the default, with what the two demand of other flags met on both
sides. Where play does not tell them apart so, the flag values of given cases are tried around
them, for some questions come up only under other readings.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ruleengine.game.game import Game
from ruleengine.resolve.flags.rules import demands, is_among, setting_at
from ruleengine.resolve.flags.values import same_setting
from ruleengine.workbench.cases.files import Case
from ruleengine.workbench.readings import Readings, known_values, plain
from ruleengine.workbench.refusals.touching import Touching
from ruleengine.workbench.witnesses.witness import Witness, find_witness

_MAX_CONTEXTS: Final = 4
_SHARE: Final = 0.5  # of the time, for each context beyond the first
_MAX_DEMANDS: Final = 4


@dataclass(frozen=True)
class Choice:
    """One value of a flag, to be told from its default."""

    flag: str
    value: Any

    def __str__(self) -> str:
        return f"{self.flag}={json.dumps(self.value)}"


@dataclass(frozen=True)
class Finding:
    """What came of the search for one value."""

    choice: Choice
    context: Mapping[str, object]
    """The flag values around it, the same on both sides."""
    witness: Witness | None


def choices_of(game: Game) -> Iterator[Choice]:
    """Yield every value of every flag that is not its default; samples of open flags."""
    for name, flag in game.flags.items():
        for value in known_values(flag)[1:]:
            yield Choice(name, value)


def find_for(  # noqa: PLR0913 - all but the first three are named
    game: Game,
    choice: Choice,
    cases: Iterable[Case] = (),
    *,
    seed: int = 0,
    seconds: float = 20.0,
    short_games: int = 400,
) -> Finding:
    """Search for a witness for one value of a flag of a game without any flags set."""
    readings = Readings(game)
    default = known_values(game.flags[choice.flag])[0]
    tried: list[Mapping[str, object]] = []
    own = _needed(game, choice, {})
    around = (own, *_contexts(game, choice, cases), *_single_changes(game, choice, readings))
    for context in around:
        if context in tried:
            continue
        tried.append(context)
        one = readings.under({**context, **_set(game, choice.flag, default)})
        other = readings.under({**context, choice.flag: choice.value})
        if one is None or other is None:
            continue
        # Under its own terms a question is given most time.
        share = 1.0 if context == own else _SHARE
        found = find_witness(
            one, other, seed=seed, seconds=seconds * share, short_games=round(short_games * share)
        )
        if found is not None:
            return Finding(choice, context, found)
    return Finding(choice, {}, None)


def _set(game: Game, flag: str, value: object) -> dict[str, object]:
    """Return a flag as it is set; one that is its default anyway asks nothing of others."""
    now = game.flag_values[flag]
    return {} if same_setting(now, value) or now == value else {flag: value}


def _contexts(game: Game, choice: Choice, cases: Iterable[Case]) -> Iterator[Mapping[str, object]]:
    """Yield the flag values of cases about a flag, those that speak of it most first."""
    clauses = set(game.flags[choice.flag].clauses)

    def rank(case: Case) -> tuple[bool, int]:
        return choice.flag not in case.flags, -len(clauses.intersection(case.clauses))

    about: Sequence[Case] = [
        case
        for case in cases
        if all(name in game.flags for name in case.flags)
        and (choice.flag in case.flags or clauses.intersection(case.clauses))
    ]
    number = 0
    for case in sorted(about, key=rank):
        rest = {name: value for name, value in case.flags.items() if name != choice.flag}
        if rest and number < _MAX_CONTEXTS:
            number += 1
            yield _needed(game, choice, rest)


def _single_changes(
    game: Game, choice: Choice, readings: Readings
) -> Iterator[Mapping[str, object]]:
    """Yield changes of one other flag that has a say in moves, whatever the board."""
    touching = Touching(readings.root, game.flags)
    for name in dict.fromkeys(n for a in game.rules.actions for n in touching.in_actions([a])):
        if name != choice.flag and name not in touching.of_layout:
            for value in readings.others(name):
                yield _needed(game, choice, {name: value})


def _whole(game: Game, name: str, value: object) -> object:
    """Return the value of a map with the fields that are left out."""
    now = plain(game.flag_values[name])
    return {**now, **value} if isinstance(now, dict) and isinstance(value, Mapping) else value


def _needed(game: Game, choice: Choice, context: Mapping[str, object]) -> Mapping[str, object]:
    """Return a context with what a value demands of other flags."""
    found = {name: _whole(game, name, value) for name, value in context.items()}
    values = {**game.flag_values, **found, choice.flag: choice.value}
    for _ in range(_MAX_DEMANDS):
        unmet = [
            demand
            for name in (choice.flag, *found)
            for demand in demands(name, game.flags[name])
            if demand.value in {None, str(values[name])}
            and (demand.kind == "conflicts")
            == is_among(setting_at(values, demand.other), demand.settings)
        ]
        if not unmet:
            return found
        demand = unmet[0]
        if demand.kind == "conflicts" or demand.other == choice.flag or "." in demand.other:
            return found
        found[demand.other] = values[demand.other] = demand.settings[0]
    return found
