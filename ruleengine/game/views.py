"""What one seat may know of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleengine.game.events import GameEvent, describe_events
from ruleengine.game.kept_names import MarkNames, marks_by_name
from ruleengine.game.moves import ChanceOutcome, Move
from ruleengine.game.outcome import Outcome
from ruleengine.game.storage import draw_board
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import NOBODY, State
from ruleengine.pipeline.submission import table_of

if TYPE_CHECKING:
    from ruleengine.game.position import Position


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece as a seat sees it."""

    place: str
    owner: str
    kind: str


@dataclass(frozen=True, slots=True)
class View:
    """A position through the eyes of one seat."""

    seat: str
    side: str | None
    phase: str
    mover: str
    turn: int
    ply: int
    actors: tuple[str, ...]
    question: str | None
    drawing: str
    pieces: tuple[SeenPiece, ...]
    zone_owners: dict[str, str | None]
    counters: dict[str, int | dict[str, int]]
    marks: MarkNames
    """What the marks hold, by name; those kept per side or seat for each."""
    dice: dict[str, int | None]
    sides: dict[str, str | None]
    """The side of every seat."""
    colors: dict[str, str | None]
    """The color of every seat."""
    legal_moves: tuple[Move, ...]
    """The moves of this seat; none when another one decides."""
    drafting: bool
    """Whether the moves are part of a submission, which this seat ends with `commit`."""
    chance: tuple[ChanceOutcome, ...] | None
    events: tuple[GameEvent, ...]
    outcome: Outcome | None

    def to_dict(self) -> dict[str, object]:
        """Return the view as plain data."""
        return {
            "seat": self.seat,
            "side": self.side,
            "phase": self.phase,
            "mover": self.mover,
            "turn": self.turn,
            "ply": self.ply,
            "actors": list(self.actors),
            "question": self.question,
            "drawing": self.drawing,
            "pieces": [
                {"place": piece.place, "owner": piece.owner, "kind": piece.kind}
                for piece in self.pieces
            ],
            "zone_owners": dict(self.zone_owners),
            "counters": dict(self.counters),
            "marks": dict(self.marks),
            "dice": dict(self.dice),
            "sides": dict(self.sides),
            "colors": dict(self.colors),
            "legal_moves": [move.text for move in self.legal_moves],
            "drafting": self.drafting,
            "chance": None
            if self.chance is None
            else [
                {"text": outcome.text, "probability": str(outcome.probability)}
                for outcome in self.chance
            ],
            "events": [{"name": event.name, **event.details} for event in self.events],
            "outcome": None if self.outcome is None else self.outcome.to_dict(),
        }


def view_of(position: Position, seat: str) -> View:
    """Return what `seat` may know of a position."""
    rules = position.game.rules
    names = rules.names
    number = names.seats.index(seat)
    whole = position.state
    side = whole.seat_side[number]
    state = table_of(whole, side)
    pieces = sorted((cell, slot) for slot, cell in enumerate(state.cell) if cell >= 0)
    return View(
        seat=seat,
        side=_name(names.sides, side),
        phase=names.phases[state.phase],
        mover=position.mover,
        turn=state.turn,
        ply=position.ply,
        actors=position.actors,
        question=position.question,
        drawing=draw_board(rules, state),
        pieces=tuple(
            SeenPiece(
                rules.place(cell), names.sides[state.owner[slot]], names.kinds[state.kind[slot]]
            )
            for cell, slot in pieces
        ),
        zone_owners={
            zone.name: _name(names.sides, state.zone_owner[index])
            for index, zone in enumerate(rules.grid.zones)
        },
        counters=_counters(rules, state),
        marks=marks_by_name(rules, state),
        dice={name: value or None for name, value in zip(names.dice, state.dice, strict=True)},
        sides={
            name: _name(names.sides, side)
            for name, side in zip(names.seats, state.seat_side, strict=True)
        },
        colors={
            name: _name(names.colors, color)
            for name, color in zip(names.seats, state.seat_color, strict=True)
        },
        legal_moves=position.legal_moves(seat),
        drafting=position.drafting and seat in position.actors,
        chance=position.chance,
        events=describe_events(rules, state, position.events_for(side)),
        outcome=position.outcome,
    )


def _counters(rules: Rules, state: State) -> dict[str, int | dict[str, int]]:
    found: dict[str, int | dict[str, int]] = {}
    for info in rules.counters.values():
        numbers = state.counters[info.offset : info.offset + info.count]
        if info.per == "game":
            found[info.name] = numbers[0]
        elif info.per != "piece":
            owners = rules.names.sides if info.per == "side" else rules.names.seats
            found[info.name] = dict(zip(owners, numbers, strict=True))
    return found


def _name(names: tuple[str, ...], number: int) -> str | None:
    return None if number == NOBODY else names[number]
