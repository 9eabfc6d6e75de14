"""Ways in which chance has to be able to fall, or must not be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ruleengine.game.moves.moves import ChanceOutcome, outcome_meant
from ruleengine.game.position import Position
from ruleengine.workbench.cases.comparing import differ, listed
from ruleengine.workbench.cases.expectation_model import NONE, AmongOutcomes

_PARTS: Final = re.compile(r"[^\s:.#]+")


def chance_differs(
    position: Position, expected: Sequence[str] | AmongOutcomes | str
) -> Iterator[str]:
    """Compare the ways in which chance can fall with those expected, or with some of them."""
    outcomes = position.chance
    if outcomes is None or expected == NONE:
        actual = None if outcomes is None else [outcome.text for outcome in outcomes]
        yield from differ("chance", None if expected == NONE else _wanted(expected), actual)
    elif isinstance(expected, AmongOutcomes):
        yield from _among(position, outcomes, expected)
    else:
        meant = [_text_listed(outcomes, text) for text in expected]
        yield from differ("chance", meant, [outcome.text for outcome in outcomes])


def _wanted(expected: Sequence[str] | AmongOutcomes) -> object:
    """Return what is expected of chance that is not due, for a sentence."""
    if isinstance(expected, AmongOutcomes):
        return expected.includes or "that chance falls"
    return list(expected)


def _text_listed(outcomes: tuple[ChanceOutcome, ...], text: str) -> str:
    """Return an outcome as it is listed, however a case writes it."""
    meant = outcome_meant(outcomes, text)
    return text if meant is None else meant.text


def _among(
    position: Position, outcomes: tuple[ChanceOutcome, ...], expected: AmongOutcomes
) -> Iterator[str]:
    there = listed([outcome.text for outcome in outcomes])
    for text in expected.includes:
        if outcome_meant(outcomes, text) is None:
            yield f"chance: '{text}' is expected, but cannot fall{there}"
    for text in expected.excludes:
        meant = outcome_meant(outcomes, text)
        if meant is not None:
            yield f"chance: '{text}' can fall, as '{meant.text}', but is not expected to"
        elif (word := _unknown(position, text)) is not None:
            # The absence of what could never fall would prove nothing.
            yield f"chance: to exclude '{text}' says nothing: '{word}' means nothing here{there}"
    if expected.count is not None:
        yield from differ("ways in which chance can fall", expected.count, len(outcomes))


def _unknown(position: Position, text: str) -> str | None:
    """Return the first word behind the name of a lot that no outcome of this game can hold."""
    rules = position.game.rules
    names = rules.names
    known = {
        *names.kinds, *names.sides, *names.seats, *names.colors, *names.dice, *rules.piece_names,
        *(part for place in rules.grid.places for part in (place, *_PARTS.findall(place))),
        *(part for outcome in position.chance or () for part in _PARTS.findall(outcome.text)),
    }  # fmt: skip
    known.update(map(str, range(1, max(rules.faces, default=0) + 1)))
    outcome = text.rsplit(maxsplit=1)[-1]
    return next((word for word in _PARTS.findall(outcome) if word not in known), None)
