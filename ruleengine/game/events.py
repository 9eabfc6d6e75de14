"""What happened, in the words of the ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Event, State, Value


@dataclass(frozen=True, slots=True)
class GameEvent:
    """One thing that happened; `details` are names and numbers, never internal numbers."""

    name: str
    details: dict[str, str | int | None]

    def __str__(self) -> str:
        parts = " ".join(f"{key}={value}" for key, value in self.details.items())
        return f"{self.name} {parts}".strip()


def describe_events(rules: Rules, state: State, events: Iterable[Event]) -> tuple[GameEvent, ...]:
    """Return events with cells, sides and pieces by name."""
    return tuple(
        GameEvent(
            event.name,
            {key: _describe(rules, state, key, value) for key, value in event.payload.items()},
        )
        for event in events
    )


def _describe(rules: Rules, state: State, key: str, value: Value) -> str | int | None:
    if isinstance(value, str):
        return value
    if not isinstance(value, int):
        return None
    names = rules.names
    match key:
        case "from" | "to":
            return rules.place(value)
        case "piece":
            return f"{names.sides[state.owner[value]]} {names.kinds[state.kind[value]]}"
        case "side" | "to_side" | "winner":
            return names.sides[value]
        case "zone":
            return rules.grid.zones[value].name
        case "phase":
            return names.phases[value]
        case _:
            return value
