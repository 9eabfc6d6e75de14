"""A piece as an operand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from ruleengine.errors import Reason
from ruleengine.expressions.resolved import Reference, walk_resolved
from ruleengine.pipeline.expressions import bind, bind_node, bind_owner, zone_cells
from ruleengine.pipeline.filters.chains import Cells, Pieces
from ruleengine.pipeline.filters.filter import bind_filter, pieces_above
from ruleengine.pipeline.filters.selectors import bind_pieces
from ruleengine.pipeline.operands.operand import (
    NO_PATH,
    Candidate,
    Choice,
    OperandValue,
    Option,
    Path,
    What,
    with_article,
)
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import Eyes, eyes_in, knows_kind, piece_title, sees
from ruleengine.pipeline.state import GONE, NOBODY, CellId, Env, State
from ruleengine.pipeline.wording.filter_words import bind_denial, bind_failing
from ruleengine.pipeline.wording.zone_words import is_open, zone_words
from ruleengine.resolve.telling import MOVER, NUMBERED, telling_of
from ruleengine.schema.reach import PieceOperand
from ruleengine.schema.selectors import PieceFilter
from ruleengine.schema.wording import a, any_of

_ALSO_TOLD: Final = re.compile(f"[:{NUMBERED}]")
_SHOWN: Final = 6  # more are in the list of moves


class PieceChoice(Choice):
    """A piece that fits a filter."""

    what: What = "piece"

    def __init__(self, name: str, operand: PieceOperand, rules: Rules) -> None:
        super().__init__(name, operand, rules)
        self._filter = operand.piece
        self._matching = bind_pieces(operand.piece, rules)
        self.telling = telling_of(rules.resolved, operand.piece, MOVER)
        self._failing = bind_failing(operand.piece.where, rules)
        self._denial = bind_denial(operand.piece.where, rules)
        self._is_plain = _is_plain(operand.piece, rules)
        self._owned, self._of_kind = _bind_parts(operand.piece, rules)
        self._kinds = _kind_words(operand.piece, rules)
        self._zones = zone_words(operand.piece.in_ or (), rules)
        self.may_be_beside = any(cell >= rules.num_cells for cell in self._cells())

    def options(self, state: State, env: Env) -> Iterator[Option]:
        twin_of = self.twin_of
        if not self.may_be_beside:
            for slot in self._matching(state, env):
                if twin_of(state, env, slot) is None:
                    yield slot, NO_PATH
            return
        # Beside the board more pieces are alike than on it: they are written by kind only.
        seen: set[tuple[CellId, int, int]] = set()
        num_cells, num_named = self._rules.num_cells, len(self._rules.piece_names)
        for slot in self._matching(state, env):
            if state.cell[slot] >= num_cells and slot >= num_named:
                alike = (state.cell[slot], state.owner[slot], state.kind[slot])
                if alike in seen:
                    continue
                seen.add(alike)
            if twin_of(state, env, slot) is None:
                yield slot, NO_PATH

    def ways(self, state: State, env: Env, value: OperandValue) -> tuple[Path, ...]:
        # A piece for which another stands may be named as well: rules ask about it.
        return NO_PATH if any(value == slot for slot in self._matching(state, env)) else ()

    def refuse(self, state: State, env: Env, value: OperandValue) -> Sequence[Reason]:
        if not isinstance(value, int):
            (reason,) = self._reason("move/no-piece", self._missing(state, env, str(value)))
            if value not in self._rules.names.kinds:
                return (reason,)
            return (replace(reason, hint=self._hint(state, env)),)
        if value in self._matching(state, env):
            return ()
        if not sees(env, value):
            name = self._rules.piece_text(state, value)
            return self._reason("move/no-piece", f"{name} is nowhere to be seen")
        return self._reason("move/wrong-piece", self._why(state, env, value))

    def candidates(self, cells: Mapping[str, CellId | None]) -> Sequence[Candidate]:
        del cells
        rules = self._rules
        on_board: list[Candidate] = [
            (text, cell)
            for cell in self._cells()
            if cell < rules.num_cells
            for text in rules.shared_texts(rules.place(cell), self.telling)
        ]
        beside: list[Candidate] = [
            (text, cell)
            for cell in self._cells()
            if cell >= rules.num_cells
            for text in rules.beside_texts(rules.place(cell), self.telling)
        ]
        named: list[Candidate] = [(name, None) for name in rules.piece_names]
        return [*on_board, *beside, *named]

    def _cells(self) -> Sequence[CellId]:
        """Return the cells on which such a piece can stand."""
        rules, found = self._rules, set[CellId]()
        if self._filter.in_ is None:
            return rules.grid.cells
        for zone in self._filter.in_:
            # A part that play decides about, `part(hand, mover)`, is one of the zone it names.
            named = [
                node.symbol
                for node in walk_resolved(rules.resolved.checked[zone].root)
                if isinstance(node, Reference) and node.symbol.role == "zone"
            ]
            if not named:
                return range(len(rules.grid.places))
            found.update(*(rules.grid.zones[rules.symbol_id(symbol)].cells for symbol in named))
        return sorted(found)

    def _missing(self, state: State, env: Env, written: str) -> str:
        """Return that there is no such piece, by the name of the place or of the piece."""
        places = self._rules.grid.places
        if written in self._rules.names.kinds:
            kind = self._rules.names.kinds.index(written)
            # Some such piece may well be somewhere: that one may not be named.
            return (
                self._none_there(state, env, kind)
                or self.said("move/wrong-piece")
                or f"no {self._rules.kind_title(kind)} can be {with_article(self.called)} now"
            )
        if written in self._rules.piece_names:
            return f"{written} is nowhere to be seen"
        place_name = _ALSO_TOLD.split(written)[0]
        if place_name in places and not state.at[places.index(place_name)]:
            written = place_name  # there is none of that kind or number: nothing is there at all
        if written not in places:
            return f"there is no piece '{written}'"
        place = places.index(written)
        if eyes_in(env) is not None and self._rules.sight.hides_pieces:
            return f"you see no piece {self._rules.at_place(place)}"  # one may be there unseen
        verb = "stands" if place < self._rules.num_cells else "is"
        return f"nothing {verb} {self._rules.at_place(place)}"

    def _none_there(self, state: State, env: Env, kind: int) -> str | None:
        """Return that no piece of a kind is where this one is to be, if that hides nothing."""
        places = self._zones(state, env) if self._filter.in_ is not None else ""
        if not places or self._rules.hides:
            return None
        cells = self._wanted(state, env)
        if any(state.kind[slot] == kind for cell in cells for slot in state.at[cell]):
            return None
        return f"there is no {self._rules.kind_title(kind)} in {places}"

    def _wanted(self, state: State, env: Env) -> frozenset[CellId]:
        """Return the cells of the zones in which the piece is to be."""
        nodes = [self._rules.resolved.checked[zone].root for zone in self._filter.in_ or ()]
        return zone_cells([bind_node(node, self._rules) for node in nodes], nodes, self._rules)(
            state, env
        )

    def _hint(self, state: State, env: Env) -> str | None:
        """Return how the first of those are written that may be named, as far as that is known."""
        texts = dict.fromkeys(
            self._rules.written(state, slot, self.telling)
            for slot, _ in self.options(state, env)
            if isinstance(slot, int) and sees(env, slot) and knows_kind(env, slot)
        )
        return f"it could be: {', '.join(islice(texts, _SHOWN))}" if texts else None

    def _why(self, state: State, env: Env, slot: int) -> str:
        rules = self._rules
        what = piece_title(rules, state, slot, env)
        if state.cell[slot] == GONE:
            return f"{what} has left the game"
        if self._filter.in_ is None and state.cell[slot] >= rules.num_cells:
            return f"{what} is not on the board"
        if slot not in self._owned(state, env):
            if state.owner[slot] == NOBODY:
                return f"{what} belongs to nobody"
            return f"{what} belongs to {rules.side_title(state.owner[slot])}"
        if knows_kind(env, slot) and slot not in self._of_kind(state, env):
            which = "" if self._kinds is None else f"; it has to be {self._kinds}"
            return f"{what} is not of the right kind{which}"
        if self._filter.in_ is not None:
            wanted, zones = self._wanted(state, env), self._zones(state, env)
            if state.cell[slot] >= rules.num_cells > max(wanted, default=GONE):
                return f"{what} is not on the board"
            if zones and state.cell[slot] not in wanted:
                return f"{what} is not in {zones}"
        return self._covered(state, env, slot, what) or self._unqualified(state, env, slot, what)

    def _covered(self, state: State, env: Env, slot: int, what: str) -> str | None:
        """Say what lies on top of a piece that has to be on top, or may not be, if that is seen."""
        rules, eyes = self._rules, eyes_in(env)
        if self._filter.on_top is None:
            return None
        above = [*pieces_above(rules, state, slot)]
        if not self._filter.on_top:
            # Somebody unseen could lie there as well, so that only who sees everything is told.
            is_told = eyes is None or not rules.resolved.ruleset.views
            return f"nothing lies on top of {what}" if is_told and not above else None
        if any(eyes is None or _knows_levels(eyes, rules, (slot, each)) for each in above):
            return f"another piece lies on top of {what}"
        return None

    def _unqualified(self, state: State, env: Env, slot: int, what: str) -> str:
        """Say that a piece does not fit `where`, in words if that tells no secret."""
        if self._is_plain and (self._filter.kind is None or knows_kind(env, slot)):
            denied = self._denial(state, env, slot)
            if denied is not None:
                return denied
        why = self._failing(state, env, slot)
        return f"{what} does not qualify" + (f" ({why})" if why else "")


def _knows_levels(eyes: Eyes, rules: Rules, slots: tuple[int, ...]) -> bool:
    """Say whether somebody sees some pieces, and how high each of them stands."""
    return all(eyes.knows(info.name, slot) for info in rules.stacking for slot in slots)


def _is_plain(filter_: PieceFilter, rules: Rules) -> bool:
    """Say whether everybody can tell by what a piece fails that is on the board: by `where`."""
    hidden = {name for view in rules.resolved.ruleset.views for name in view.hide}
    return (
        filter_.model_fields_set <= {"owner", "kind", "in_", "where"}
        and "owner" not in hidden
        and all(is_open(zone, rules) for zone in filter_.in_ or ())
    )


def _kind_words(filter_: PieceFilter, rules: Rules) -> str | None:
    """Return of which kinds a piece has to be, in words; nothing if only play can tell."""
    roots = [rules.resolved.checked[kind].root for kind in filter_.kind or ()]
    named = [
        rules.kind_title(rules.symbol_id(root.symbol))
        for root in roots
        if isinstance(root, Reference) and root.symbol.role == "kind"
    ]
    if not 0 < len(named) == len(roots) <= _SHOWN:
        return None
    return any_of(map(a, named))


def _bind_parts(filter_: PieceFilter, rules: Rules) -> tuple[Pieces, Pieces]:
    """Return the pieces of the right owner, and those of the right kind, wherever they are."""
    anywhere = frozenset(range(GONE, len(rules.grid.places)))
    root = rules.resolved.checked
    owner = None if filter_.owner is None else bind_owner(root[filter_.owner].root, rules)
    kinds = None if filter_.kind is None else [bind(kind, rules) for kind in filter_.kind]
    everywhere: Cells = lambda _state, _env: anywhere  # noqa: E731 - one function for both
    return (
        bind_filter(owner=owner, kinds=None, cells=everywhere, rules=rules),
        bind_filter(owner=None, kinds=kinds, cells=everywhere, rules=rules),
    )
