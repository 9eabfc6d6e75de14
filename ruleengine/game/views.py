"""What one seat may know of a position."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from ruleengine.game.events import GameEvent
from ruleengine.game.kept.board_text import shown_board
from ruleengine.game.kept.counters_and_marks import (
    MarkNames,
    counters_by_name,
    kept_of_piece,
    marks_by_name,
)
from ruleengine.game.kept.storage import draw_board
from ruleengine.game.known_worlds import unseen_cells
from ruleengine.game.moves.moves import ChanceOutcome, Move
from ruleengine.game.outcome import Outcome
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import Eyes
from ruleengine.pipeline.start import UNKNOWN, heights
from ruleengine.pipeline.state import NOBODY, State
from ruleengine.pipeline.steps.submission import table_of
from ruleengine.resolve.telling import NUMBERED

if TYPE_CHECKING:
    from ruleengine.game.game import Game
    from ruleengine.game.position import Position
    from ruleengine.game.rows.scenes import Scene


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece as a seat sees it."""

    place: str
    """A cell, or a place off the board."""
    owner: str
    """The side, or `nobody`."""
    kind: str | None
    """Nothing when the seat may not know it."""
    name: str | None = None
    """What the piece is called, if it has a name."""
    counters: Mapping[str, int | str | None] = field(default_factory=dict)
    """The counters and marks kept of the piece, without those that the seat may not know."""

    def to_dict(self) -> dict[str, object]:
        """Return the piece as plain data."""
        return {
            "place": self.place,
            "owner": self.owner,
            "kind": self.kind,
            "name": self.name,
            "counters": dict(self.counters),
        }


@dataclass(frozen=True, slots=True)
class View:
    """A position through the eyes of one seat."""

    seat: str | None
    """Nothing for what everybody may know."""
    side: str | None
    """The side of the seat, once it has one."""
    phase: str
    """The phase that is being played."""
    mover: str
    """The side on turn."""
    turn: int
    """How many turns have begun."""
    ply: int
    """How many decisions, chance included, have been made."""
    actors: tuple[str, ...]
    """The seats that have to decide now."""
    question: str | None
    """What there is to decide, in words."""
    drawing: str
    """The board as text, with coordinates: one letter for each cell, as `Position.drawing`.

    `str` of the view has the board with all that is seen on it, numbers too.
    """
    pieces: tuple[SeenPiece, ...]
    """The pieces that are seen, by place."""
    zone_owners: dict[str, str | None]
    """The side that owns each zone."""
    counters: dict[str, int | dict[str, int]]
    """What counters stand at, by name; those kept per side or seat for each.

    One kept per cell has every cell of the board, and those places off the board where it is
    not at its start.
    """
    marks: MarkNames
    """What the marks hold, by name; those kept per side or seat for each.

    One kept per cell says it of the cells where it holds something.
    """
    dice: dict[str, int | None]
    """The face that each die shows; nothing before it is thrown."""
    sides: dict[str, str | None]
    """The side of every seat."""
    colors: dict[str, str | None]
    """The color of every seat."""
    legal_moves: tuple[Move, ...]
    """The moves of this seat; none when another one decides."""
    drafting: bool
    """Whether the moves are part of a submission, which this seat has not committed yet."""
    chance: tuple[ChanceOutcome, ...] | None
    """The ways in which chance may fall, at a chance point."""
    events: tuple[GameEvent, ...]
    """What is seen of what the last step did."""
    outcome: Outcome | None
    """How the game ended; nothing while it goes on."""
    game: Game = field(compare=False, repr=False)
    """The game that is played."""
    scene: Callable[[], Scene] | None = field(default=None, compare=False, repr=False)
    """Gives the same knowledge as a row of the compiled tier, for agents that search; only
    `Match.view` has it, and it needs the extra `fast`."""
    find_unseen: Callable[[], tuple[str, ...]] = field(default=tuple, compare=False, repr=False)
    """Finds `unseen`, which takes longer than all the rest of a view."""

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
            "pieces": [piece.to_dict() for piece in self.pieces],
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

    @property
    def unseen(self) -> tuple[str, ...]:
        """The cells that look empty to the seat, but on which a piece may stand unseen.

        It is found out when it is asked for, from nothing but what the seat knows.
        """
        return self.find_unseen()

    @property
    def key(self) -> str:
        """A digest of all that the seat sees; equal for positions that it cannot tell apart."""
        text = json.dumps(self.to_dict(), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def __str__(self) -> str:
        whose = "everybody" if self.seat is None else f"seat {self.seat}"
        board = shown_board(self.game, self)
        return f"<View of {self.game.name} for {whose}, ply {self.ply}>\n{board}"


def view_of(
    position: Position,
    seat: str | None,
    *,
    events: tuple[GameEvent, ...],
    full: bool = False,
) -> View:
    """Return what `seat` may know of a position, with what it may know of what has just happened.

    Without a seat it is what everybody may know, or everything if it is to be `full`.
    """
    rules, whole = position.game.rules, position.state
    names = rules.names
    side = NOBODY if seat is None else whole.seat_side[names.seats.index(seat)]
    state = whole if full else table_of(whole, side)
    eyes = rules.sight.eyes(state, None if full else side)
    return View(
        seat=seat,
        side=_name(names.sides, side),
        phase=names.phases[state.phase],
        mover=position.mover,
        turn=state.turn,
        ply=position.ply,
        actors=position.actors,
        question=position.question_for(None if full else seat),
        drawing=draw_board(rules, state, eyes),
        pieces=pieces_seen(rules, eyes),
        zone_owners={
            zone.name: _name(names.sides, state.zone_owner[index])
            for index, zone in enumerate(rules.grid.zones)
        },
        counters=counters_by_name(rules, eyes),
        marks=marks_by_name(rules, eyes),
        dice={name: value or None for name, value in zip(names.dice, state.dice, strict=True)},
        sides={
            name: _name(names.sides, side)
            for name, side in zip(names.seats, state.seat_side, strict=True)
        },
        colors={
            name: _name(names.colors, color)
            for name, color in zip(names.seats, state.seat_color, strict=True)
        },
        legal_moves=_own_moves(position, seat),
        drafting=position.drafting and seat in position.actors,
        chance=_chance(position, eyes, full=full),
        events=events,
        outcome=position.outcome,
        game=position.game,
        find_unseen=tuple if full else partial(_unseen, rules, state, side),
    )


def _unseen(rules: Rules, state: State, side: int) -> tuple[str, ...]:
    return tuple(rules.grid.places[cell] for cell in unseen_cells(rules, state, side))


def pieces_seen(rules: Rules, eyes: Eyes) -> tuple[SeenPiece, ...]:
    """Return the pieces that are seen, in the order of cells.

    Those in one place are told from the lowest to the highest where a counter says so, then by
    side and kind as these are declared; the order tells nothing beyond what is seen of them.
    """
    state, names = eyes.state, rules.names
    found: list[tuple[int, tuple[object, ...], SeenPiece]] = []
    for slot, cell in enumerate(state.cell):
        if cell < 0 or not eyes.sees(slot):
            continue
        piece = SeenPiece(
            rules.place(cell),
            names.owner(state.owner[slot]),
            names.kinds[state.kind[slot]] if eyes.knows("kind", slot) else None,
            rules.piece_names[slot] if slot < len(rules.piece_names) else None,
            kept_of_piece(rules, eyes, slot),
        )
        order: tuple[object, ...] = ()
        if len(state.at[cell]) > 1:  # only these need an order, and words for it take time
            kind = state.kind[slot] if piece.kind is not None else len(names.kinds)
            height = heights(rules, state, slot, eyes)
            order = (height, state.owner[slot], kind, repr(piece))
        found.append((cell, order, piece))
    found.sort(key=lambda each: each[:2])
    return tuple(piece for _, _, piece in found)


def _own_moves(position: Position, seat: str | None) -> tuple[Move, ...]:
    """Return the moves of a seat; where something is hidden, without numbers of pieces.

    Pieces are numbered in the order in which they came about, which is nobody's business.
    """
    if seat is None:
        return ()
    moves = position.legal_moves(seat)
    if not position.game.rules.hides:
        return moves
    # Not `replace`, which takes as long as all the rest where there are hundreds of moves.
    return tuple(Move(move.order, move.text, move.name, (), move.written) for move in moves)


def _chance(position: Position, eyes: Eyes, *, full: bool) -> tuple[ChanceOutcome, ...] | None:
    """Return the outcomes of chance as a seat may know them; those it cannot tell apart are one."""
    outcomes = position.chance
    if outcomes is None or full or not position.game.rules.hides:
        return outcomes
    number = position.secret_choice
    if number is not None and not eyes.may_hear(
        position.game.rules.secret_choices.secrets[number], position.state.mover
    ):
        name = outcomes[0].name
        whole = sum((outcome.probability for outcome in outcomes), start=Fraction(0))
        return (ChanceOutcome(f"{name} {UNKNOWN}", name, UNKNOWN, whole),)
    seen: dict[str, ChanceOutcome] = {}
    for outcome in outcomes:
        value = outcome.text.split()[-1]
        if position.decides_on == "piece":
            value = _seen_piece(value, eyes, int(outcome.value))
        same = seen.get(value)
        likely = outcome.probability + (same.probability if same is not None else 0)
        text = f"{outcome.name} {value}"
        seen[value] = ChanceOutcome(text, outcome.name, value, likely)
    return tuple(seen.values())


def seen_outcome(position: Position, text: str, seat: str | None, after: Position) -> str:
    """Return how an outcome of chance is written for a seat, or for everybody."""
    game, state = position.game, position.state
    side = game.side_in(state, seat)
    outcome = next(each for each in position.chance or () if each.text == text)
    if not game.teller.hears(position, outcome.value, after, side):
        return f"{outcome.name} {UNKNOWN}"
    if position.decides_on != "piece":
        return text
    eyes = game.rules.sight.eyes(state, side)
    value = _seen_piece(text.rsplit(maxsplit=1)[-1], eyes, int(outcome.value))
    return f"{outcome.name} {value}"


def _seen_piece(text: str, eyes: Eyes, slot: int) -> str:
    """Return how a piece among the outcomes of chance is written for whoever has these eyes."""
    if not eyes.sees(slot):
        return UNKNOWN
    # The number among pieces alike is the referee's: it would tell what else is hidden of them.
    told, _, _ = text.partition(NUMBERED)
    return told if eyes.knows("kind", slot) else told.partition(":")[0]


def _name(names: tuple[str, ...], number: int) -> str | None:
    return None if number == NOBODY else names[number]
