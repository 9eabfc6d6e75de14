"""A resolved ruleset bound for play: names turned into numbers, rules into functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol

from ruleengine.expressions.types import Symbol
from ruleengine.pipeline.state import NOBODY, CellId, Env, SideId, Slot, State
from ruleengine.resolve.beside import places_in_use
from ruleengine.resolve.board.grid import Grid
from ruleengine.resolve.checks.choice_secrets import SecretChoices
from ruleengine.resolve.likeness import most_alike
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.resolve.telling import NUMBERED, Telling
from ruleengine.schema.pieces import UNOWNED, Counter, Marker

if TYPE_CHECKING:
    from ruleengine.pipeline.actions import BoundAction
    from ruleengine.pipeline.flow import Block, BoundPhase
    from ruleengine.pipeline.sight import Sight
    from ruleengine.pipeline.steps.endings import BoundEnding
    from ruleengine.pipeline.steps.reactions import BoundReaction


class RunAside(Protocol):
    """Runs a block on a copy of a state and returns the copy."""

    def __call__(self, state: State, block: int, names: Env, *, counts: bool) -> State:
        """Run it; with `counts` the copy says how often such a position has stood."""


Owner = Literal["game", "side", "seat", "piece", "cell"]


@dataclass(frozen=True, slots=True)
class CounterInfo:
    """Where a counter or mark lives in the state: `count` numbers from `offset` on.

    For one per piece `offset` is its place among those, and `count` is 0. With `keep` above 1
    the earlier values follow: as many numbers, or lists, again for each change ago.
    """

    name: str
    title: str
    per: Owner
    resets: Literal["never", "turn", "phase"]
    offset: int
    count: int
    start: int
    limit: int | None
    keep: int = 1
    tells_apart: bool = True
    holds: Literal["number", "cell", "piece", "side", "seat", "kind", "word"] = "number"
    starts: tuple[int, ...] = ()
    """For a counter per piece, what it starts with for each kind."""
    words: tuple[str, ...] = ()
    """For a mark that holds words, those that it can hold."""
    kinds: frozenset[int] | None = None
    """For a counter per piece, the kinds that have it; None is all."""

    def is_of(self, kind: int) -> bool:
        """Return whether a piece of a kind has it; of others it is always as at the start."""
        return self.kinds is None or kind in self.kinds

    def start_of(self, kind: int) -> int:
        """Return what it starts with for a piece of a kind."""
        return self.starts[kind] if self.starts else self.start

    @property
    def before(self) -> int:
        """Return what an earlier value reads when there was none."""
        return 0 if self.holds == "number" else NOBODY


@dataclass(frozen=True)
class Names:
    """The numbers that stand for the names of a ruleset."""

    sides: tuple[str, ...]
    seats: tuple[str, ...]
    colors: tuple[str, ...]
    kinds: tuple[str, ...]
    dice: tuple[str, ...]
    phases: tuple[str, ...]
    index: Mapping[str, int]
    """Sides, seats, colors, kinds, dice, phases and zones by name: their names are unique."""
    words: tuple[str, ...] = ()
    """The words that marks hold; one that several hold has one number."""

    def owner_id(self, name: str) -> int:
        """Return the number of a side, or of nobody."""
        return NOBODY if name == UNOWNED else self.sides.index(name)

    def owner(self, side: int) -> str:
        """Return the name of a side, or the word for nobody."""
        return UNOWNED if side == NOBODY else self.sides[side]

    @classmethod
    def of(cls, resolved: ResolvedRuleset) -> Names:
        """Give everything a number, in the order of the file."""
        ruleset = resolved.ruleset
        seats = tuple(
            ruleset.seats or [s for side in ruleset.sides.values() for s in side.seats or []]
        )
        groups = (
            tuple(ruleset.sides),
            seats or tuple(ruleset.sides),
            tuple(ruleset.colors),
            tuple(ruleset.kinds),
            tuple(ruleset.dice),
            tuple(ruleset.phases),
        )
        index = dict(resolved.grid.zone_id)
        # Sides last: a seat that is called like its side has the side's place in the order.
        for group in reversed(groups):
            index.update({name: number for number, name in enumerate(group)})
        return cls(*groups, index, ruleset.held_words)


@dataclass
class Rules:
    """Everything play needs; filled once by `bind_rules` and never changed after."""

    resolved: ResolvedRuleset
    names: Names
    grid: Grid
    counters: Mapping[str, CounterInfo]
    marks: Mapping[str, CounterInfo]
    """Laid out behind the counters; a number is a cell, slot, side, seat or kind, -1 nothing."""
    faces: tuple[int, ...]
    calls: Mapping[str, Callable[[Any, Rules], Callable[[State, Env], Any]]]
    """How each function of the expression language is bound."""
    run_aside: RunAside
    """Run a block on a copy of a state; for questions about what would be."""
    conditions: dict[str, Callable[[State, Env], bool]] = field(default_factory=dict)
    tables: dict[str, Callable[[State, Env], Any]] = field(default_factory=dict)
    """What each table answers; the local names are what it is given."""
    called: Mapping[str, str] = field(default_factory=dict)
    """What players call each action, which may be its name."""
    actions: dict[str, BoundAction] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    procedures: dict[str, int] = field(default_factory=dict)
    phases: list[BoundPhase] = field(default_factory=list)
    reactions: list[BoundReaction] = field(default_factory=list)
    heard: frozenset[str] = frozenset()
    """The events that some reaction waits for."""
    repeats: bool = False
    """Whether positions that come again are counted."""
    dates: bool = False
    """Whether it is kept as well when each of them first stood."""
    react_block: int = 0
    after_action_block: int = 0
    give_back_block: int = 0
    sight: Sight = field(init=False)
    """Who may know what; bound last."""
    hides: bool = False
    """Whether there is something that not every seat may know."""
    endings: list[BoundEnding] = field(default_factory=list)

    def spoken(self, move: str) -> str:
        """Return the text of a move as players read it: its action by what they call it."""
        name, space, rest = move.partition(" ")
        return f"{self.called.get(name, name)}{space}{rest}"

    @cached_property
    def kept(self) -> tuple[CounterInfo, ...]:
        """Counters and marks, as they lie in the state."""
        return (*self.counters.values(), *self.marks.values())

    @cached_property
    def secret_choices(self) -> SecretChoices:
        """The choices of which not everybody may hear."""
        return SecretChoices(self.resolved)

    @cached_property
    def stacking(self) -> tuple[CounterInfo, ...]:
        """The counters that say how high pieces stand on a cell."""
        declared = self.resolved.ruleset.counters
        return tuple(i for name, i in self.counters.items() if declared[name].shown == "order")

    @cached_property
    def in_use(self) -> frozenset[str]:
        """The places off the board from which pieces can come back, or be named."""
        return places_in_use(self.resolved)

    @cached_property
    def undrawn(self) -> str:
        """The mark of a piece whose kind has no letter for its owner; nothing else has it."""
        ruleset = self.resolved.ruleset
        taken: set[str] = set()
        for kind in ruleset.kinds.values():
            taken |= {*kind.letters.values()}
        taken |= {zone.symbol for zone in self.grid.zones if zone.symbol is not None}
        taken |= {mark.symbol for mark in ruleset.marks.values() if mark.symbol is not None}
        taken |= {side.cover for side in ruleset.sides.values() if side.cover is not None}
        # There are always more signs than a ruleset has letters.
        signs = "*@%&!$~^" + "".join(map(chr, range(0x2200, 0x22FF)))
        return next(filter(lambda sign: sign not in taken, signs))

    @property
    def num_cells(self) -> int:
        return self.grid.num_cells

    @cached_property
    def piece_names(self) -> tuple[str, ...]:
        """The names of pieces, by slot; pieces beyond these have none."""
        return tuple(piece.name for piece in self.resolved.setup if piece.name is not None)

    def piece_text(self, state: State, slot: Slot) -> str:
        """Return how a piece is written: by its name, or else by the place where it stands."""
        names = self.piece_names
        return names[slot] if slot < len(names) else self.place(state.cell[slot])

    @cached_property
    def tells_kinds(self) -> bool:
        """Whether a piece beside the board can be written with its kind: others lie there too."""
        return len(self.names.kinds) > 1

    @cached_property
    def tells_sharing(self) -> bool:
        """Whether pieces on one cell can be told apart."""
        return self.resolved.ruleset.board.shared

    @cached_property
    def most_alike(self) -> int:
        """Up to which number pieces written alike on one cell have moves numbered apart."""
        return most_alike(self.resolved)

    @cached_property
    def hides_kinds(self) -> bool:
        """Whether somebody may not know of what kind a piece is, or that it is there."""
        hidden = {what for rule in self.resolved.ruleset.views for what in rule.hide}
        return not hidden.isdisjoint({"kind", "piece"})

    def written(self, state: State, slot: Slot, telling: Telling) -> str:
        """Return how a move names a piece: as `piece_text`, if need be also by owner and kind."""
        text = self.piece_text(state, slot)
        if slot < len(self.piece_names) or not telling.by_kind:
            return text
        if state.cell[slot] >= self.num_cells:
            return self.beside_text(text, state.kind[slot])
        owner, kind = self.apart(state, slot, telling)
        number = self.number_on(state, slot) if telling.by_number else 1
        return self.shared_text(text, owner, kind, number)

    def number_on(self, state: State, slot: Slot) -> int:
        """Return which it is of the pieces on its cell that are written alike, counted from 1.

        They are counted in the order in which they came into the game. Whatever is kept of them
        changes no number.
        """
        looks, num_named = (state.owner[slot], state.kind[slot]), len(self.piece_names)
        return 1 + sum(
            num_named <= other < slot and (state.owner[other], state.kind[other]) == looks
            for other in state.at[state.cell[slot]]
        )

    def apart(self, state: State, slot: Slot, telling: Telling) -> tuple[int | None, int | None]:
        """Return the owner and the kind by which a piece is told from others on its cell.

        Where only pieces of one owner can be meant, those of others tell nothing: their kinds may
        be hidden.
        """
        here = state.at[state.cell[slot]] if self.tells_sharing and telling.by_kind else ()
        owners = {state.owner[other] for other in here} if telling.by_owner else ()
        kinds = {
            state.kind[other]
            for other in here
            if telling.by_owner or state.owner[other] == state.owner[slot]
        }
        return (
            state.owner[slot] if len(owners) > 1 else None,
            state.kind[slot] if len(kinds) > 1 else None,
        )

    def shared_text(self, place: str, owner: int | None, kind: int | None, number: int = 1) -> str:
        """Return how a piece is written that shares its cell with others."""
        told = [] if owner is None else [self.names.owner(owner)]
        told += [] if kind is None else [self.names.kinds[kind]]
        text = f"{place}:{'.'.join(told)}" if told else place
        return text if number == 1 else f"{text}{NUMBERED}{number}"

    def shared_texts(self, place: str, telling: Telling) -> list[str]:
        """Return every way in which a piece on a cell may be written, the cell alone first."""
        if not self.tells_sharing or not telling.by_kind:
            return [place]
        nobody = [NOBODY] if self.resolved.ruleset.has_neutral else []
        owners = [None, *nobody, *range(len(self.names.sides))] if telling.by_owner else [None]
        kinds = [None, *range(len(self.names.kinds))]
        numbers = range(1, 1 + (self.most_alike if telling.by_number else 1))
        return [
            self.shared_text(place, owner, kind, number)
            for owner in owners
            for kind in kinds
            for number in numbers
        ]

    def beside_texts(self, place: str, telling: Telling) -> list[str]:
        """Return every way in which a piece in a place off the board may be written."""
        if not telling.by_kind:
            return [place]
        texts = [self.beside_text(place, kind) for kind in range(len(self.names.kinds))]
        return list(dict.fromkeys(texts))

    def beside_text(self, place: str, kind: int) -> str:
        """Return how a piece of a kind is written that lies in a place off the board."""
        return f"{place}:{self.names.kinds[kind]}" if self.tells_kinds else place

    def place(self, cell: CellId | None) -> str:
        """Return the name of a cell or of a place off the board."""
        return self.grid.places[cell] if cell is not None and cell >= 0 else "nowhere"

    def place_title(self, cell: CellId) -> str:
        """Return what players call a cell, or the zone that a place off the board is."""
        name = self.place(cell)
        return name if cell < self.num_cells else self.grid.zones[self.grid.zone_id[name]].title

    def at_place(self, cell: CellId) -> str:
        """Return where something is: "on c3" or "in Red's yard"."""
        return f"{'on' if cell < self.num_cells else 'in'} {self.place_title(cell)}"

    def seat_title(self, seat: int) -> str:
        """Return what players call a seat; one that is named like a side has its title."""
        name = self.names.seats[seat]
        return self.side_title(self.names.sides.index(name)) if name in self.names.sides else name

    def side_title(self, side: int) -> str:
        """Return what players call a side; an owner may be nobody."""
        if side == NOBODY:
            return UNOWNED
        name = self.names.sides[side]
        return self.resolved.ruleset.sides[name].title or name

    def is_several(self, side: SideId) -> bool:
        """Return whether verbs take the plural behind what players call a side."""
        declared = self.resolved.ruleset.sides[self.names.sides[side]]
        return declared.is_several(self.side_title(side))

    def kind_title(self, kind: int) -> str:
        """Return what players call a kind."""
        name = self.names.kinds[kind]
        return self.resolved.ruleset.kinds[name].title or name.replace("_", " ")

    def symbol_id(self, symbol: Symbol) -> int:
        """Return the number that stands for a declared name."""
        return self.names.index[symbol.name]


def kept_infos(
    resolved: ResolvedRuleset, names: Names
) -> tuple[dict[str, CounterInfo], dict[str, CounterInfo]]:
    """Lay the counters and then the marks out one after the other."""
    layout = _Layout(resolved, names)
    ruleset = resolved.ruleset
    return (
        {name: layout.add(name, counter) for name, counter in ruleset.counters.items()},
        {name: layout.add(name, mark) for name, mark in ruleset.marks.items()},
    )


class _Layout:
    """Gives each counter and mark its place in the state."""

    def __init__(self, resolved: ResolvedRuleset, names: Names) -> None:
        self._number = resolved.number
        self._starts = resolved.starts
        self._kind_names = names.kinds
        self._counts = {
            "game": 1,
            "side": len(names.sides),
            "seat": len(names.seats),
            "piece": 0,
            # Places off the board too: what is the cell of a piece has its number.
            "cell": len(resolved.grid.places),
        }
        self._offset = 0
        self._per_piece = 0

    def _kinds(self, declared: Counter | Marker) -> frozenset[int] | None:
        if not isinstance(declared, Counter) or declared.kind is None:
            return None
        return frozenset(map(self._kind_names.index, declared.kind))

    def add(self, name: str, declared: Counter | Marker) -> CounterInfo:
        start, limit = NOBODY, None
        if isinstance(declared, Counter):
            start = self._number(declared.start) if declared.start is not None else 0
            limit = self._number(declared.limit) if declared.limit is not None else None
        keep = self._number(declared.keep) if declared.keep is not None else 1
        count = self._counts[declared.per]
        is_per_piece = declared.per == "piece"
        info = CounterInfo(
            name,
            declared.title or name.replace("_", " "),
            declared.per,
            declared.resets,
            self._per_piece if is_per_piece else self._offset,
            count,
            start,
            limit,
            keep,
            declared.tells_apart,
            declared.type if isinstance(declared, Marker) else "number",
            self._starts(name) if is_per_piece and isinstance(declared, Counter) else (),
            declared.words if isinstance(declared, Marker) else (),
            self._kinds(declared),
        )
        self._offset += count * keep
        self._per_piece += keep * is_per_piece
        return info
