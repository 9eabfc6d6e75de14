"""Who sits where before the first step, when that is said from outside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ruleengine.errors import PositionError
from ruleengine.expressions.problems import did_you_mean, meant_or_listed
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.seats import take
from ruleengine.pipeline.start import start_state
from ruleengine.pipeline.state import NOBODY, State
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.step_lists import walk_steps
from ruleengine.schema.steps import Color, Run, Seat, Step


def seated(rules: Rules, opening: Mapping[str, str]) -> State:
    """Return the state before the first step with the opening settled.

    Raises:
        PositionError: it names what is not there, or what the rules settle in spite of it.
    """
    state = start_state(rules)
    later = [number for number, phase in enumerate(rules.phases) if not phase.opening]
    if len(later) == len(rules.phases):
        own = _settled_by_rules(rules, state)
        for what in opening:
            if own and what in (*rules.names.sides, *rules.names.colors):
                raise PositionError("position/bad-opening", _by_rules(what, own[0]))
        if own and not opening:
            return state  # nothing is said, and nothing can be left out
    seat(rules, state, opening)
    state.phase = later[0] if later else 0
    return state


def seat(rules: Rules, state: State, opening: Mapping[str, str]) -> None:
    """Give everybody a side and a color: those that are named, and the others what is left."""
    names = rules.names
    given: dict[tuple[str, str], str] = {}
    for what, who in opening.items():
        if who not in names.seats:
            hint = meant_or_listed(who, names.seats)
            raise PositionError("position/bad-opening", f"there is no seat '{who}'; {hint}")
        number = names.seats.index(who)
        if what in names.sides:
            sort = "side"
            take(state.seat_side, number, names.sides.index(what))
        elif what in names.colors:
            sort = "color"
            take(state.seat_color, number, names.colors.index(what))
        else:
            meant = did_you_mean(what, [*names.sides, *names.colors])
            message = f"'{what}' is neither a side nor a color" + (f"; {meant}" if meant else "")
            raise PositionError("position/bad-opening", message)
        if (sort, who) in given:
            message = f"{who} is given two {sort}s, {given[sort, who]} and {what}; name one of them"
            raise PositionError("position/bad-opening", message)
        given[sort, who] = what
    _deal_rest(state.seat_side, len(names.sides))
    if names.colors:
        _deal_rest(state.seat_color, len(names.colors))


def _settled_by_rules(rules: Rules, state: State) -> list[tuple[str, Seat | Color]]:
    """Return the steps that seat players who have no side before them, each with its phase."""
    if NOBODY not in state.seat_side and not (rules.names.colors and NOBODY in state.seat_color):
        return []
    ruleset = rules.resolved.ruleset
    return [
        (name, step)
        for name, phase in ruleset.phases.items()
        for step in _all_steps(ruleset, phase.steps or (), set())
        if isinstance(step, Seat | Color)
    ]


def _all_steps(ruleset: Ruleset, listed: Iterable[Step], seen: set[str]) -> Iterator[Step]:
    """Yield steps, those inside them, and those of the procedures that they run."""
    for step in walk_steps(listed):
        yield step
        if isinstance(step, Run) and step.procedure not in seen:
            seen.add(step.procedure)
            yield from _all_steps(ruleset, ruleset.procedure_steps[step.procedure], seen)


def _by_rules(what: str, own: tuple[str, Seat | Color]) -> str:
    phase, step = own
    place = f" (at {step.span})" if step.span is not None else ""
    return (
        f"who plays {what} is settled by the rules, in the phase '{phase}'{place}, which is no "
        "opening that could be left out; begin without an opening, or write `opening: true` at "
        "the phase if it only seats the players"
    )


def _deal_rest(taken: list[int], count: int) -> None:
    """Give the seats that have nothing yet what their partner has, or else what is least taken.

    Partners sit opposite each other: with two sides and four seats, the first and the third.
    """
    for number, held in enumerate(taken):
        if held != NOBODY:
            continue
        partners = [taken[other] for other in range(number % count, len(taken), count)]
        parts = [part for part in partners if part != NOBODY]
        taken[number] = (
            parts[0]
            if parts
            else min(range(count), key=lambda option: (taken.count(option), option))
        )
