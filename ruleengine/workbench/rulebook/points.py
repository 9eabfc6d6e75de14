"""The open points of a ruleset: every flag, with the reading that is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ruleengine.game.game import Game
from ruleengine.resolve.flags.rules import demands, is_among, setting_at
from ruleengine.resolve.flags.values import same_setting, setting_text
from ruleengine.schema.flags import (
    BooleanFlag,
    ChoiceFlag,
    Flag,
    ListFlag,
    MapFlag,
    NumberFlag,
    NumberRange,
    Range,
    TableFlag,
)
from ruleengine.workbench.rulebook.document import Point, Reading
from ruleengine.workbench.rulebook.english import joined, spaced

WHY_WORDS: Final[Mapping[str | None, str]] = {
    "contradiction": "the rulebook contradicts itself",
    "silence": "the rulebook does not say",
    "option": "the rulebook leaves the choice to the players",
    "house_rule": "players have rules of their own here",
    None: "open",
}
"""Why a question is open, by the provenance of its flag."""


def points(game: Game) -> tuple[Point, ...]:
    """Return the open points, in the order of the file."""
    found = []
    for number, (name, flag) in enumerate(game.flags.items(), start=1):
        value = game.flag_values[name]
        found.append(
            Point(
                number,
                name,
                flag.question,
                WHY_WORDS[flag.provenance],
                tuple(_readings(flag, value)),
                tuple((clause, _sentence(game, clause)) for clause in flag.clauses),
                is_departure=plain_value(value) != plain_value(flag.default),
                remark=_remark(game, name, flag),
            )
        )
    return tuple(found)


def _sentence(game: Game, clause: str) -> str:
    """Return the sentence of a clause, with a remark where the game as a whole goes against it."""
    said = game.clauses.get(clause, "")
    is_against = clause in game.rules.resolved.ruleset.against
    return f"{said} (This game goes against it.)" if is_against else said


def plain_value(value: object) -> object:
    """Return a flag's value as plain data, in which 1 and true differ."""
    match value:
        case Mapping():
            return {str(key): plain_value(item) for key, item in value.items()}
        case str():
            return str(value)
        case Sequence():
            return [plain_value(item) for item in value]
        case bool():
            return setting_text(value)
        case _:
            return value


def _remark(game: Game, name: str, flag: Flag) -> str:
    """Return that a question does not come up, when flags that it needs are set otherwise.

    Or that it may not, where the game goes against every sentence that it is about.
    """
    values = game.flag_values
    missing = [
        demand.other
        for demand in demands(name, flag)
        if demand.kind == "requires"
        and demand.value is None
        and not is_among(setting_at(values, demand.other), demand.settings)
    ]
    if not missing:
        is_moot = flag.clauses and {*flag.clauses} <= {*game.rules.resolved.ruleset.against}
        return _MOOT if is_moot else ""
    # A field of a flag is named after the flag, as `arena.size`.
    numbers = {str(number) for number in (_number(game, other) for other in missing)}
    points_ = f"point{'s' * (len(numbers) > 1)} {joined(sorted(numbers, key=int))}"
    return f"This question does not come up, because of the answer to {points_}."


_MOOT: Final = (
    "This game goes against what the question is about, so that it may not come up any more."
)


def _number(game: Game, other: str) -> int:
    """Return the number of the open point that a flag, or a field of one, belongs to."""
    return list(game.flags).index(other.partition(".")[0]) + 1


def _readings(flag: Flag, value: object) -> Iterator[Reading]:
    match flag:
        case ChoiceFlag():
            for choice, words in flag.words.items():
                # What is said twice is said once, as in `p1: P1`.
                is_twice = spaced(choice).lower() == words.lower()
                name, said = (words, "") if is_twice else (choice, words)
                yield Reading(name, said, choice == value, choice == flag.default)
        case BooleanFlag():
            for truth in (True, False):
                yield Reading(
                    "yes" if truth else "no",
                    "",
                    same_setting(truth, value),
                    same_setting(truth, flag.default),
                )
        case _:
            is_default = plain_value(value) == plain_value(flag.default)
            yield Reading(_text(value), "", is_chosen=True, is_default=is_default)
            if not is_default:
                yield Reading(_text(flag.default), "", is_chosen=False, is_default=True)
            yield from (
                Reading("", words, is_chosen=False, is_default=False) for words in _range(flag)
            )


def _range(flag: Flag) -> Iterator[str]:
    """Yield what else a flag could be."""
    match flag:
        case NumberFlag() if words := _limits(flag):
            yield f"could be {words}"
        case TableFlag() if words := _limits(flag.entries):
            yield f"each number could be {words}"
        case MapFlag():
            alike: dict[str, list[str]] = {}
            for name, allowed in flag.fields_.items():
                if words := _limits(allowed):
                    alike.setdefault(words, []).append(spaced(name))
            for words, names in alike.items():
                each = "each of " if len(names) > 1 else ""
                yield f"{each}{joined(names)} could be {words}"
        case ListFlag():
            yield "could be any other list"


def _limits(allowed: NumberFlag | NumberRange | Range) -> str:
    if allowed.values:
        return joined((spaced(str(each)) for each in allowed.values), "or")
    low, high = allowed.at_least, allowed.at_most
    if low is not None and high is not None:
        return f"any number from {low} to {high}"
    return f"any number from {low} on" if low is not None else ""


def _text(value: object) -> str:
    """Return a flag's value for readers."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return ", ".join(f"{spaced(str(key))} {_text(item)}" for key, item in value.items())
        case str():
            return spaced(value)
        case Sequence():
            return "; ".join(_text(item) for item in value) or "nothing"
        case _:
            return str(value)
