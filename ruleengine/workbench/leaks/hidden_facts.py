"""What a seat may know, worked out from the rules that hide and from secret submissions alone.

Nothing here asks the engine for a view: the leak test holds views against this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from ruleengine.game.game import Game
from ruleengine.game.position import Position
from ruleengine.pipeline.filters.selectors import bind_pieces
from ruleengine.pipeline.rules import CounterInfo
from ruleengine.pipeline.state import GONE, NOBODY, CellId, Env, SideId, Slot, State
from ruleengine.pipeline.steps.submission import Submit
from ruleengine.schema.selectors import PieceFilter
from ruleengine.schema.views import Hide


@dataclass(frozen=True)
class _Rule:
    what: tuple[str, ...]
    pieces: Callable[[State, Env], Iterator[Slot]]
    sides: tuple[SideId, ...] | None  # from whom; None means from all but the owner

    def is_from(self, viewer: SideId, owner: SideId) -> bool:
        return _is_from(self.sides, viewer, owner)


def _is_from(sides: tuple[SideId, ...] | None, viewer: SideId, owner: SideId) -> bool:
    return viewer != owner if sides is None else viewer in sides


class HiddenFacts:
    """The rules of one game about who may know what."""

    def __init__(self, game: Game) -> None:
        self._rules = game.rules
        self._seats = game.seats
        self._sides = tuple(range(len(game.sides)))
        self._hiding = [self._bind(rule) for rule in game.rules.resolved.ruleset.views]
        self.has_secret_submissions = any(
            isinstance(step, Submit) and step.secret
            for block in game.rules.blocks
            for step in block.steps
        )
        self.hides_something = bool(self._hiding) or self.has_secret_submissions

    def _bind(self, rule: Hide) -> _Rule:
        sides: tuple[SideId, ...] | None = None
        if rule.from_ == "everybody":
            sides = self._sides
        elif rule.from_ != "others":
            sides = tuple(self._rules.names.sides.index(name) for name in rule.from_)

        def is_from(state: State, env: Env, slot: Slot) -> bool:
            return _is_from(sides, cast("SideId", env["viewer"]), state.owner[slot])

        # Whose piece it is costs nothing to ask, and the condition may cost much.
        filter_ = rule.of or PieceFilter()
        pieces = bind_pieces(filter_, self._rules, with_gone=True, among=is_from)
        return _Rule(tuple(rule.hide), pieces, sides)

    def side_of(self, state: State, seat: str | None) -> SideId:
        """Return the side of a seat; NOBODY for one who only looks on."""
        return NOBODY if seat is None else state.seat_side[self._seats.index(seat)]

    def could_hide(self, what: str, side: SideId) -> bool:
        """Return whether something of this sort could be hidden from a side, or from somebody."""
        viewers = self._sides if side == NOBODY else (side,)
        return any(
            what in rule.what and (rule.sides is None or viewer in rule.sides)
            for rule in self._hiding
            for viewer in viewers
        )

    def known(self, position: Position, seat: str | None) -> object:
        """Return what a seat may know of a position; without a seat, what everybody may."""
        return self._facts(position, seat, self._known)

    def hidden_from(self, position: Position, seat: str | None) -> object:
        """Return what there is of a position that a seat, or without one somebody, may not know."""
        state = position.state
        pieces, counters, *_ = self._collected(state, (), set(), lambda _what, _slot: True)
        known_pieces, known, *_ = self._known(state, self._viewers(state, seat))
        assert isinstance(pieces, tuple)  # noqa: S101 - as they are collected
        assert isinstance(known_pieces, tuple)  # noqa: S101 - the same
        assert isinstance(counters, tuple)  # noqa: S101 - the same
        assert isinstance(known, tuple)  # noqa: S101 - the same
        return Counter(pieces) - Counter(known_pieces), Counter(counters) - Counter(known)

    def shown_there(self, position: Position, seat: str | None) -> object:
        """Return the part of it that a move shows where it is made, and how the game stands then.

        That is what is known of pieces, cells and zones, but not what is kept of sides or seats,
        or of nothing in particular.
        """
        return self._facts(position, seat, self._shown_there)

    def never_hidden(self, position: Position, seat: str | None) -> object:
        """Return the part of it that no rule could hide from the seat at any time."""
        return self._facts(position, seat, self._never_hidden)

    def _facts(
        self,
        position: Position,
        seat: str | None,
        of_state: Callable[[State, tuple[SideId, ...]], tuple[object, ...]],
    ) -> object:
        state = position.state
        side = self.side_of(state, seat)
        viewers = self._sides if side == NOBODY else (side,)
        # Of a submission everybody knows who has committed, and a side what it has done itself.
        table = self.with_draft(state, side)
        tables = [state] if table is state else [state, table]
        committed = tuple(draft.committed for draft in state.drafts)
        asked = (committed, position.actors, position.question)
        return asked, [of_state(table, viewers) for table in tables]

    def known_of_left(self, before: State, after: State, seat: str | None) -> object:
        """Return what a seat may know of the pieces that have left the game since `before`."""
        left = [slot for slot, cell in enumerate(before.cell) if cell != GONE == after.cell[slot]]
        if not left:
            return []
        unknown = self._unknown(after, self._viewers(after, seat))
        unseen, unnamed = unknown.get("piece", set()), unknown.get("kind", set())
        return sorted(
            (before.cell[slot], before.owner[slot], -1 if slot in unnamed else after.kind[slot])
            for slot in left
            if slot not in unseen
        )

    def _unknown(self, state: State, viewers: tuple[SideId, ...]) -> dict[str, set[Slot]]:
        unknown: dict[str, set[Slot]] = {}
        for rule in self._hiding:
            for viewer in viewers:
                slots = {*rule.pieces(state, {"viewer": viewer})}
                for what in rule.what if slots else ():
                    unknown.setdefault(what, set()).update(slots)
        return unknown

    def _known(self, state: State, viewers: tuple[SideId, ...]) -> tuple[object, ...]:
        unknown = self._unknown(state, viewers)
        unseen = unknown.get("piece", set())
        return self._collected(
            state,
            viewers,
            unseen,
            lambda what, slot: slot not in unknown.get(what, ()),
        )

    def _shown_there(self, state: State, viewers: tuple[SideId, ...]) -> tuple[object, ...]:
        pieces, counters, *rest = self._known(state, viewers)
        assert isinstance(counters, tuple)  # noqa: S101 - as it is collected
        of_cells = {info.name for info in self._rules.kept if info.per == "cell"}
        return pieces, [each for each in counters if each[0] in of_cells], *rest

    def _never_hidden(self, state: State, viewers: tuple[SideId, ...]) -> tuple[object, ...]:
        def could_hide(what: str, slot: Slot) -> bool:
            owner = state.owner[slot]
            return any(
                what in rule.what and rule.is_from(viewer, owner)
                for rule in self._hiding
                for viewer in viewers
            )

        unseen = {slot for slot in range(len(state.cell)) if could_hide("piece", slot)}
        return self._collected(
            state, viewers, unseen, lambda what, slot: not could_hide(what, slot)
        )

    def _collected(
        self,
        state: State,
        viewers: tuple[SideId, ...],
        unseen: set[Slot],
        knows: Callable[[str, Slot], bool],
    ) -> tuple[object, ...]:
        kept = self._rules.kept
        names = self._rules.piece_names
        pieces = sorted(
            (
                cell,
                state.owner[slot],
                state.kind[slot] if knows("kind", slot) else -1,
                names[slot] if slot < len(names) else "",
                tuple(
                    self._value(state, info, state.piece_counters[info.offset][slot], unseen)
                    for info in kept
                    if info.per == "piece" and knows(info.name, slot)
                ),
            )
            for slot, cell in enumerate(state.cell)
            if cell >= 0 and slot not in unseen
        )
        counters = tuple(
            (
                info.name,
                number,
                self._value(state, info, state.counters[info.offset + number], unseen),
            )
            for info in kept
            if info.per != "piece"
            for number in self._parts_known(state, viewers, info)
        )
        return (
            tuple(pieces),
            counters,
            tuple(state.zone_owner),
            tuple(state.dice),
            tuple(state.seat_side),
            tuple(state.seat_color),
            (state.phase, state.mover, state.turn, state.ply, state.result),
        )

    def _parts_known(
        self, state: State, viewers: tuple[SideId, ...], info: CounterInfo
    ) -> Sequence[int]:
        """Return for which sides, seats or cells what is kept is known to all viewers."""
        if info.per not in ("side", "seat"):  # of all cells of a board it is the same
            return () if self._hides_part(state, viewers, info, 0) else range(info.count)
        return [n for n in range(info.count) if not self._hides_part(state, viewers, info, n)]

    def _hides_part(
        self, state: State, viewers: tuple[SideId, ...], info: CounterInfo, number: int
    ) -> bool:
        owner = NOBODY
        if info.per == "side":
            owner = number
        elif info.per == "seat":
            owner = state.seat_side[number]
        return any(
            info.name in rule.what and rule.is_from(viewer, owner)
            for rule in self._hiding
            for viewer in viewers
        )

    @staticmethod
    def _value(state: State, info: CounterInfo, value: int, unseen: set[Slot]) -> int:
        """Return a value that does not depend on how pieces are numbered."""
        if info.holds != "piece" or value == NOBODY:
            return value
        return NOBODY if value in unseen else state.cell[value]

    def known_pieces(self, state: State, seat: str | None) -> object:
        """Return what a seat may know of the pieces of a state that it is to see."""
        return self._known(state, self._viewers(state, seat))[0]

    def unseen(self, state: State, seat: str | None) -> set[Slot]:
        """Return the pieces of which a seat, or without one somebody, does not know."""
        return self._unknown(state, self._viewers(state, seat)).get("piece", set())

    def standing(self, state: State) -> object:
        """Return how the game stands for all to see: dice, seats, the turn and the result."""
        return self._collected(state, (), set(), lambda _what, _slot: True)[3:]

    def known_kept(self, state: State, seat: str | None) -> object:
        """Return the counters, marks and owners of zones that a seat may know of such a state."""
        _, counters, zone_owners, *_ = self._known(state, self._viewers(state, seat))
        return counters, zone_owners

    def kept_back(self, state: State, seat: str | None) -> object:
        """Return what is there beside that: all of the pieces, and counters that are hidden."""
        pieces, counters, *_ = self._collected(state, (), set(), lambda _what, _slot: True)
        known = self._known(state, self._viewers(state, seat))[1]
        assert isinstance(counters, tuple)  # noqa: S101 - as it is collected
        assert isinstance(known, tuple)  # noqa: S101 - the same
        return pieces, [each for each in counters if each[:2] not in {k[:2] for k in known}]

    def _viewers(self, state: State, seat: str | None) -> tuple[SideId, ...]:
        side = self.side_of(state, seat)
        return self._sides if side == NOBODY else (side,)

    @staticmethod
    def with_draft(state: State, side: SideId) -> State:
        """Return the state with what a side has done in secret, if it has."""
        for draft in state.drafts:
            if draft.side == side and draft.state is not None:
                return draft.state
        return state

    def pieces_on(self, state: State, cell: CellId) -> list[tuple[object, ...]]:
        """Return all that there is to know of the pieces on a cell, however they are numbered."""
        kept = [info for info in self._rules.kept if info.per == "piece"]
        return sorted(
            (
                state.owner[slot],
                state.kind[slot],
                tuple(
                    self._value(state, info, state.piece_counters[info.offset][slot], set())
                    for info in kept
                ),
            )
            for slot in state.at[cell]
        )

    def board(self, state: State, seat: str | None) -> object:
        """Return whose pieces a seat may know to stand where."""
        pieces = self._known(state, self._viewers(state, seat))[0]
        assert isinstance(pieces, tuple)  # noqa: S101 - as it is collected
        return [(cell, owner) for cell, owner, *_ in pieces]

    def is_changed(self, before: State, after: State, cell: CellId, seat: str | None) -> bool:
        """Return whether the pieces on a cell have changed in a way that may tell of them.

        Numbers and marks that the seat may not know do not tell, nor those that are set back for
        all pieces at once when a turn or a phase ends.
        """
        ended = {"turn": before.turn != after.turn, "phase": before.phase != after.phase}
        kept = [
            info
            for info in self._rules.kept
            if info.per == "piece" and not ended.get(info.resets, False)
        ]
        one, other = (self._telling(state, cell, seat, kept) for state in (before, after))
        return one != other

    def _telling(
        self, state: State, cell: CellId, seat: str | None, kept: Sequence[CounterInfo]
    ) -> list[tuple[object, ...]]:
        unknown = self._unknown(state, self._viewers(state, seat))
        return sorted(
            (
                state.owner[slot],
                state.kind[slot],
                tuple(
                    self._value(state, info, state.piece_counters[info.offset][slot], set())
                    for info in kept
                    if slot not in unknown.get(info.name, ())
                ),
            )
            for slot in state.at[cell]
        )

    def doubtful_cells(self, one: State, other: State) -> list[CellId]:
        """Return the cells on which two states have different pieces, whoever may know of it."""
        return [
            cell
            for cell in range(len(one.at))
            if self.pieces_on(one, cell) != self.pieces_on(other, cell)
        ]
