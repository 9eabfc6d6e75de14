"""Compares what happened with what a scenario expects, and finds events that cannot happen."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from ruleengine.expressions.problems import meant_or_listed
from ruleengine.game.events import DETAILS, GameEvent
from ruleengine.pipeline.rules import Rules
from ruleengine.schema.pieces import UNOWNED
from ruleengine.workbench.cases.expectation_model import Among

_QUOTED: Final = re.compile(r"""=(["'])(.*?)\1(?=\s+\w+=|\s*$)""")
_DETAIL: Final = re.compile(r"\s*(\w+)=(.*?)(?=\s+\w+=|\s*$)")


def events_differ(
    rules: Rules, events: Sequence[GameEvent], expected: Sequence[str] | Among
) -> Iterator[str]:
    """Compare what happened with what is expected, or with a part of it."""
    listed = "; ".join(str(event) for event in events) or "nothing"
    there = {event.name for event in events} | {str(event) for event in events}
    if not isinstance(expected, Among):
        expected = [_plain(text, there) for text in expected]
        texts = [
            str(event) if " " in wanted else event.name
            for event, wanted in zip(events, expected, strict=False)
        ]
        if len(events) != len(expected) or texts != list(expected):
            yield f"events: expected {'; '.join(expected) or 'nothing'}, found {listed}"
            for text in expected:
                yield from _impossible(rules, text)
        return
    for text in (_plain(each, there) for each in expected.includes):
        if text not in there:
            yield f"events: '{text}' is expected, but there is only: {listed}"
            yield from _impossible(rules, text)
    for text in (_plain(each, there) for each in expected.excludes):
        if text in there:
            yield f"events: '{text}' happened, but is not expected; there is: {listed}"
        else:
            yield from _impossible(rules, text)


def _plain(text: str, there: Collection[str]) -> str:
    """Return an event as events are printed: a value with spaces may be written in quotes.

    >>> _plain("told side=red says='the shot misses'", ())
    'told side=red says=the shot misses'
    """
    return text if text in there else _QUOTED.sub(r"=\2", text)


def _impossible(rules: Rules, text: str) -> Iterator[str]:
    """Complain about what could never happen: that it has not happened would prove nothing."""
    name, _, rest = text.partition(" ")
    if name not in DETAILS:
        yield f"events: there is no event '{name}'; {meant_or_listed(name, DETAILS)}"
        return
    details = {match[1]: match[2] for match in _DETAIL.finditer(rest)}
    if _DETAIL.sub("", rest).strip():
        yield f"events: write the details in '{text}' as name=value"
        return
    known = list(dict.fromkeys(key for form in DETAILS[name] for key in form))
    for key in details:
        if key not in known:
            hint = meant_or_listed(key, known)
            yield f"events: '{name}' has no detail '{key}'; {hint}"
            return
    if details and not any(_fits(tuple(details), form) for form in DETAILS[name]):
        forms = ", or ".join(" ".join(f"{key}=..." for key in form) for form in DETAILS[name])
        yield f"events: write '{name}' alone or with all its details in order: {forms}"
        return
    yield from _unknown_values(rules, details)


def _fits(keys: Sequence[str], form: Sequence[str]) -> bool:
    # Who has not seen a piece before is not told where it came from.
    return tuple(keys) in (tuple(form), tuple(key for key in form if key != "from"))


def _unknown_values(rules: Rules, details: Mapping[str, str]) -> Iterator[str]:
    """Say which cells, sides and so on there are not."""
    names, places = rules.names, rules.grid.places
    known: dict[str, tuple[str, Sequence[str]]] = {
        "from": ("place", places),
        "to": ("place", places),
        "cell": ("place", places),
        "side": ("side", names.sides),
        "to_side": ("side", names.sides),
        "winner": ("side", names.sides),
        "seat": ("seat", names.seats),
        "color": ("color", names.colors),
        "zone": ("zone", [zone.name for zone in rules.grid.zones]),
        "phase": ("phase", names.phases),
    }
    for key, value in details.items():
        noun, options = known.get(key, ("", ()))
        if noun and value not in (*options, str(None)):
            yield f"events: there is no {noun} '{value}'; {meant_or_listed(value, options)}"
        elif key == "piece":
            owner, _, kind = value.partition(" ")
            sides = (*names.sides, UNOWNED)
            if owner not in sides:
                yield f"events: there is no side '{owner}'; {meant_or_listed(owner, sides)}"
            kind = kind.partition(" ")[0]
            if kind not in (*names.kinds, "piece"):
                yield f"events: there is no kind '{kind}'; {meant_or_listed(kind, names.kinds)}"
