"""Counters and marks by name: what they hold in words, and how a drawn position gets them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from ruleengine.errors import PositionError
from ruleengine.expressions.numbers import MAX_NUMBER, held
from ruleengine.expressions.problems import did_you_mean, meant_or_listed
from ruleengine.pipeline.rules import CounterInfo, Rules
from ruleengine.pipeline.seats import seats_of
from ruleengine.pipeline.sight import Eyes
from ruleengine.pipeline.start import heights
from ruleengine.pipeline.state import GONE, NOBODY, State
from ruleengine.schema.wording import found as found_value

NOTHING = "nothing"
"""How a mark that holds nothing is written."""

MarkNames: TypeAlias = dict[str, "str | dict[str, str | None] | None"]


def counters_by_name(rules: Rules, eyes: Eyes) -> dict[str, int | dict[str, int]]:
    """Return the counters that somebody may know, by name; those per piece are left out.

    One per cell is told of every cell of the board, and of places off it where it is not at its
    start: sums over all that is told are then those of the board.
    """
    board = frozenset(rules.grid.cells)
    found: dict[str, int | dict[str, int]] = {}
    for info in rules.counters.values():
        known = {n: eyes.state.counters[info.offset + n] for n in _known_parts(info, eyes)}
        if info.per == "game" and known:
            found[info.name] = known[0]
        elif info.per in ("side", "seat") or (info.per == "cell" and known):
            owners = _owners(rules, info)
            found[info.name] = {
                owners[n]: v for n, v in known.items() if n in board or _is_told(info, v)
            }
    return found


def marks_by_name(rules: Rules, eyes: Eyes) -> MarkNames:
    """Return what the marks hold that somebody may know; those per piece are left out.

    One per cell is told of the cells where it holds something.
    """
    found: MarkNames = {}
    for info in rules.marks.values():
        known = {
            n: value_name(rules, eyes, info, eyes.state.counters[info.offset + n])
            for n in _known_parts(info, eyes)
        }
        if info.per == "game" and known:
            found[info.name] = known[0]
        elif info.per in ("side", "seat") or (info.per == "cell" and known):
            owners = _owners(rules, info)
            found[info.name] = {owners[n]: v for n, v in known.items() if _is_told(info, v)}
    return found


def of_every_cell(rules: Rules, info: CounterInfo, told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a counter or mark per cell is at in every place, given where it is not as usual.

    That is how it is asked for: a place that is not told of has what the counter starts with.
    """
    return {place: told.get(place, _usual(info)) for place in rules.grid.places}


def all_told(rules: Rules, kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return counters or marks by name, those per cell with every cell."""
    infos = {info.name: info for info in rules.kept}
    return {
        name: of_every_cell(rules, infos[name], value) if infos[name].per == "cell" else value
        for name, value in kept.items()
    }


def _is_told(info: CounterInfo, value: int | str | None) -> bool:
    """Return whether a part is worth telling: of most places there is nothing to say."""
    return info.per != "cell" or value != _usual(info)


def _usual(info: CounterInfo) -> int | None:
    return info.start if info.holds == "number" else None


def _known_parts(info: CounterInfo, eyes: Eyes) -> list[int]:
    if info.per == "cell":  # nobody owns a cell, so what is kept of one is known of all
        return [*range(info.count)] if eyes.knows_part(info, 0) else []
    return [number for number in range(info.count) if eyes.knows_part(info, number)]


def kept_of_piece(rules: Rules, eyes: Eyes, slot: int) -> dict[str, int | str | None]:
    """Return the counters and marks of one piece that somebody may know.

    Whether a piece has a counter that not all kinds have would tell its kind: where that is not
    known, the counter is told of all.
    """
    state = eyes.state
    found: dict[str, int | str | None] = {}
    for info in rules.kept:
        if info.per != "piece" or not eyes.knows(info.name, slot):
            continue
        if not info.is_of(state.kind[slot]) and eyes.knows("kind", slot):
            continue
        value = state.piece_counters[info.offset][slot]
        if info.holds == "number":
            found[info.name] = value
        else:
            is_gone = state.cell[slot] == GONE
            found[info.name] = None if is_gone else value_name(rules, eyes, info, value)
    return found


def value_name(rules: Rules, eyes: Eyes, info: CounterInfo, value: int) -> str | None:
    """Return what a mark holds, in words; of a piece that is not seen, nothing."""
    if value == NOBODY or (info.holds == "piece" and not eyes.sees(value)):
        return None
    names = rules.names
    match info.holds:
        case "cell":
            return rules.place(value)
        case "piece":
            return piece_name(rules, eyes.state, value)
        case "side":
            return names.sides[value]
        case "seat":
            return names.seats[value]
        case "word":
            return names.words[value]
        case _:
            return names.kinds[value]


def piece_name(rules: Rules, state: State, slot: int) -> str:
    """Return the name by which a piece is spoken of: its own, or the place where it stands."""
    if slot < len(rules.piece_names) or state.cell[slot] != GONE:
        return rules.piece_text(state, slot)
    return "gone"


def set_counters(rules: Rules, state: State, given: Mapping[str, Any]) -> None:
    """Give counters values: a number, or a number for each side, seat, piece or cell.

    Several pieces on one cell get a list.
    """
    infos = [(_known("counter", name, rules.counters), value) for name, value in given.items()]
    # All pieces are found first: how high they stand is given by a counter as well.
    found = [(info, [*_by_owner(rules, state, info, "counter", value)]) for info, value in infos]
    for info, values in found:
        for owner, number in values:
            _put(state, info, owner, _number(info, number))


def _number(info: CounterInfo, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        message = f"counter '{info.name}' is a whole number, not {found_value(value)}"
        raise PositionError("position/bad-value", message)
    if held(value) != value:
        message = f"{value} is too large for counter '{info.name}'; the largest is {MAX_NUMBER}"
        raise PositionError("position/bad-value", message)
    return value


def set_marks(rules: Rules, state: State, given: Mapping[str, Any]) -> None:
    """Give marks values: a name, or a name for each side, seat, piece or cell."""
    for name, value in given.items():
        info = _known("mark", name, rules.marks)
        for owner, text in _by_owner(rules, state, info, "mark", value):
            _put(state, info, owner, _value(rules, state, info, text))


def set_commanders(rules: Rules, state: State, given: Mapping[str, str]) -> None:
    """Put pieces under the command of seats of their sides, once everybody has a side."""
    for place, name in given.items():
        slot, seat = find_piece(rules, state, place), _index("seat", name, rules.names.seats)
        seats = seats_of(state, state.owner[slot])
        if seat not in seats:
            message = f"'{name}' cannot command the piece '{place}', which is not of its side"
            raise PositionError("position/bad-value", message)
        state.seat_no[slot] = seats.index(seat)


def find_piece(rules: Rules, state: State, text: str) -> int:
    """Return the piece that has a name, or that stands on the cell of that name."""
    if text in rules.piece_names:
        return rules.piece_names.index(text)
    cell = _place(rules, text)
    here = state.at[cell]
    if not here:
        raise PositionError("position/bad-value", f"no piece stands on {text}")
    return here[0]


def _by_owner(
    rules: Rules, state: State, info: CounterInfo, noun: str, value: object
) -> Iterable[tuple[int, Any]]:
    if not isinstance(value, Mapping):
        if info.per == "piece" or info.count != 1:
            raise PositionError(
                "position/bad-value", f"{noun} '{info.name}' needs a value for each {info.per}"
            )
        return [(0, value)]
    if info.per == "piece":
        return [
            each
            for owner, part in value.items()
            for each in _by_piece(rules, state, info, owner, part)
        ]
    if info.per == "cell":
        return [(_place(rules, cell), part) for cell, part in value.items()]
    owners = () if info.per == "game" else _owners(rules, info)
    for owner in value:
        if owner not in owners:
            message = f"{noun} '{info.name}' has no part '{owner}'"
            raise PositionError("position/bad-value", message)
    return [(owners.index(owner), part) for owner, part in value.items()]


def _by_piece(
    rules: Rules, state: State, info: CounterInfo, owner: str, value: object
) -> Iterable[tuple[int, Any]]:
    """Return what the pieces of a name or place get; of several there, each its own.

    Pieces of kinds that have no such counter get nothing.
    """
    what = f"{'counter' if info.holds == 'number' else 'mark'} '{info.name}'"
    is_named = owner in rules.piece_names
    if is_named:
        standing = [find_piece(rules, state, owner)]
    else:
        standing = pieces_in_order(rules, state, _place(rules, owner))
    if not standing:
        raise PositionError("position/bad-value", f"no piece stands on {owner}")
    here = [slot for slot in standing if info.is_of(state.kind[slot])]
    if not here:
        kinds = ", ".join(rules.names.kinds[kind] for kind in sorted(info.kinds or ()))
        which = f"'{owner}'" if is_named else f"no piece on {owner}"
        verb = "has no" if is_named else "has a"
        message = f"{which} {verb} {what}; these kinds have it: {kinds}"
        raise PositionError("position/bad-value", message)
    if is_named:
        return [(here[0], value)]
    values = value if isinstance(value, list | tuple) else [value]
    if len(values) != len(here):
        several = f"{len(here)} pieces stand" if len(here) > 1 else "one piece stands"
        given = f"{len(values)} values are given" if len(values) > 1 else "one value is given"
        hint = "write a list with one for each, in the order in which boards print them"
        message = f"{several} on {owner}, and {given} for {what}; {hint}"
        raise PositionError("position/bad-value", message)
    return zip(here, values, strict=True)


def pieces_in_order(rules: Rules, state: State, cell: int) -> list[int]:
    """Return the pieces in a place that are spoken of by it, as boards print them.

    Where pieces without a name stand beside those that have one, only they need the place.
    """
    here = [slot for slot in state.at[cell] if slot >= len(rules.piece_names)]
    return sorted(
        here or state.at[cell],
        key=lambda slot: (
            heights(rules, state, slot, None),
            state.owner[slot],
            state.kind[slot],
            slot,
        ),
    )


def _owners(rules: Rules, info: CounterInfo) -> tuple[str, ...]:
    if info.per == "cell":
        return rules.grid.places
    return rules.names.sides if info.per == "side" else rules.names.seats


def _put(state: State, info: CounterInfo, owner: int, value: int) -> None:
    if info.per == "piece":
        state.piece_counters[info.offset][owner] = value
    else:
        state.counters[info.offset + owner] = value


def _value(rules: Rules, state: State, info: CounterInfo, text: object) -> int:
    if text is None or text == NOTHING:
        return NOBODY
    names = rules.names
    match info.holds:
        case "cell":
            return _place(rules, str(text))
        case "piece":
            return find_piece(rules, state, str(text))
        case "side":
            return _index("side", str(text), names.sides)
        case "seat":
            return _index("seat", str(text), names.seats)
        case "word":
            return names.words.index(info.words[_index("word", str(text), info.words)])
        case _:
            return _index("kind", str(text), names.kinds)


def _place(rules: Rules, text: str) -> int:
    if text not in rules.grid.places:
        raise PositionError("position/bad-value", f"the board has no cell '{text}'")
    return rules.grid.places.index(text)


def _index(noun: str, name: str, names: tuple[str, ...]) -> int:
    if name not in names:
        hint = meant_or_listed(name, names)
        raise PositionError("position/bad-value", f"there is no {noun} '{name}'; {hint}")
    return names.index(name)


def _known(noun: str, name: str, known: Mapping[str, CounterInfo]) -> CounterInfo:
    if name not in known:
        hint = did_you_mean(name, known) or ""
        raise PositionError("position/bad-value", f"there is no {noun} '{name}' {hint}".strip())
    return known[name]
