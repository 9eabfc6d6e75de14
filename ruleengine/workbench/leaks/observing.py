"""All that a seat is given at one moment of a match, by the channel it comes through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from ruleengine.errors import InternalError, PlayError
from ruleengine.game.match import Match
from ruleengine.game.position import Position
from ruleengine.workbench.refusals.why import Explainer

Observation: TypeAlias = dict[str, object]
"""What came through each channel, in the order of `CHANNELS`."""

Look: TypeAlias = Callable[[Match, str | None, Sequence[str], Sequence[Position]], Observation]
"""Observes a moment: the match, who looks, moves to try, and chance points that were passed."""

CAUSES: Final = ("outcome", "chance", "draws")
"""The channels after whose difference nothing is comparable any more."""

EVERYBODY: Final = "view for everybody"
"""The channel of what is given to those who have no seat, as a seat may look at it too."""

CHANNELS: Final[Mapping[str, tuple[str, ...]]] = {
    "outcome": (),
    "chance": ("outcome",),
    "draws": ("outcome", "chance"),
    "ply": CAUSES,
    "question": CAUSES,
    "view": CAUSES,
    "drawing": CAUSES,
    "unseen cells": (*CAUSES, "drawing"),
    "legal moves": CAUSES,
    "notation": (*CAUSES, "legal moves"),
    "move ids": (*CAUSES, "legal moves"),
    "events": CAUSES,
    "transcript": CAUSES,
    "news": (*CAUSES, "events", "transcript"),
    EVERYBODY: (*CAUSES, "ply", "question", "view", "drawing", "events", "transcript", "news"),
    "refusals": (*CAUSES, "legal moves"),
    "drawings in errors": (*CAUSES, "legal moves", "drawing", EVERYBODY),
    "explanations": (*CAUSES, "drawing", "refusals"),
    "key": (*CAUSES, "ply", "question", "view", "drawing", "legal moves", "events"),
}
"""The channels; each with those whose difference makes its own no news."""

_PARTS: Final = {
    "ply": ("ply", "turn"),
    "question": ("actors", "question", "drafting", "phase", "mover"),
    "outcome": ("outcome",),
    "drawing": ("drawing",),
}
"""The parts of a view that are channels of their own."""


def observe(
    match: Match,
    seat: str | None,
    tried: Sequence[str] = (),
    chance_points: Sequence[Position] = (),
) -> Observation:
    """Return what a seat is given now, also when it tries some moves; the match stays as it is.

    A move that is legal is not played, only noted as legal. `chance_points` are positions in
    which a draw has just been made.
    """
    position = match.position
    view = match.view(seat)
    plies = match.transcript(seat)
    passed = [point.view(seat).to_dict() for point in chance_points]
    whole = view.to_dict()
    moves = view.legal_moves
    found: Observation = {
        "draws": [ply.text for ply in plies if ply.seat is None],
        "transcript": [(ply.seat, ply.text) for ply in plies],
        "news": [each.to_dict() for each in match.news(seat)],
        "notation": [(move.order, move.name, move.values) for move in moves],
        "move ids": [position.game.move_id(move) for move in moves],
        "key": view.key,
        "unseen cells": view.unseen,
        "chance": [point["chance"] for point in passed],
    }
    listed = [] if seat is None else [str(move) for move in position.legal_moves(seat)]
    found["legal moves"] = {"listed": listed, "seen": whole.pop("legal_moves")}
    for channel, parts in _PARTS.items():
        found[channel] = {part: whole.pop(part) for part in parts}
    found["view"] = whole
    found["events"] = {"before": [point["events"] for point in passed], "now": whole.pop("events")}
    if seat is not None:
        found[EVERYBODY] = _given_to_all(match)
        told = {
            text: _answer(match.position, seat, text, match if number == 0 else None)
            for number, text in enumerate(tried)
        }
        found["refusals"] = {text: answer for text, (answer, _) in told.items()}
        found["drawings in errors"] = {text: drawings for text, (_, drawings) in told.items()}
    return found


def _given_to_all(match: Match) -> dict[str, object]:
    """Return what somebody is given who has no seat."""
    return {
        "view": match.view(None).to_dict(),
        "transcript": [(ply.seat, ply.text) for ply in match.transcript(None)],
        "news": [each.to_dict() for each in match.news(None)],
    }


def with_explanation(
    found: Observation, explainer: Explainer, position: Position, seat: str, tried: Sequence[str]
) -> Observation:
    """Return an observation with what the seat is told that asks why the first move is refused."""
    told = {text: explainer.explain(position, text, seat).to_dict() for text in tried[:1]}
    return {**found, "explanations": told}


def answers(position: Position, seat: str, tried: Sequence[str]) -> Observation:
    """Return what a seat is told that tries moves, and nothing else."""
    return {"refusals": {text: _answer(position, seat, text)[0] for text in tried}}


def _answer(
    position: Position, seat: str, text: str, on_sheet: Match | None = None
) -> tuple[object, dict[str, str]]:
    """Return what a seat is told that tries a move, and the drawings that come with it."""
    try:
        position.play(text, seat)
    except PlayError as error:
        errors = [error]
    else:
        return "legal", {}
    if on_sheet is not None:
        try:
            on_sheet.submit(seat, [text])
        except PlayError as error:
            errors.append(error)
        else:
            raise InternalError(f"'{text}' is refused, but not on a sheet")
    told = [
        [type(error).__name__, str(error), [reason.to_dict() for reason in error.reasons]]
        for error in errors
    ]
    return told, dict(zip(("as a move", "as a sheet"), (e.position for e in errors), strict=False))


def differences(one: Observation, other: Observation) -> Iterator[tuple[str, object, object]]:
    """Yield the channels that tell two moments apart, each with what differs in it."""
    differing: set[str] = set()
    for channel, made_of in CHANNELS.items():
        if one.get(channel) == other.get(channel):
            continue
        differing.add(channel)
        if not differing.intersection(made_of):
            yield (channel, *_first_difference(one.get(channel), other.get(channel)))


def _first_difference(one: object, other: object, where: str = "") -> tuple[object, object]:
    """Return the smallest parts that differ, with where they are."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            if one[key] != other[key]:
                return _first_difference(one[key], other[key], f"{where}/{key}")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (here, there) in enumerate(zip(one, other, strict=True)):
            if here != there:
                return _first_difference(here, there, f"{where}/{number}")
    if isinstance(one, list) and isinstance(other, list) and _are_texts(one, other):
        only = [[text for text in one if text not in other], [t for t in other if t not in one]]
        if any(only):
            here, there = (", ".join(texts) or "nothing else" for texts in only)
            return f"{where}: {here}", f"{where}: {there}"
    return (f"{where}: {one}", f"{where}: {other}") if where else (one, other)


def _are_texts(*lists: list[object]) -> bool:
    return all(isinstance(item, str) for items in lists for item in items)
