"""What all passes share: the ruleset, its numbering, and where things are in the row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from ruleengine.compiler.assembler import Assembler, Label
from ruleengine.compiler.copies import copies_needed
from ruleengine.compiler.counting import Counting
from ruleengine.compiler.how_often import Chain
from ruleengine.expressions.resolved import Invocation, walk_resolved
from ruleengine.expressions.types import Symbol
from ruleengine.program.layout import EVENT_SIZE, LEAST_EVENTS, MAX_POSITIONS, STACK_SIZE, Layout
from ruleengine.program.program import Site, Spoken
from ruleengine.resolve.board.grid import Grid
from ruleengine.resolve.checks.choice_secrets import SecretChoices
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.resolve.checks.questions import asked_about
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema import steps
from ruleengine.schema.pieces import Counter, Marker
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.validators import Afterwards

NEW_PIECES = 2
"""Pieces for each cell that there is room for, if any can be placed."""
SAVED_NAMES, SAVED_DEPTH = 32, 32
"""Local names of steps that begin again before they are over, and how often they may do so."""


_CARRY_OUT: Final = frozenset({"after", "how_often"})
"""The functions that carry out steps to see what would be."""


@dataclass(frozen=True)
class Numbering:
    """The numbers that stand for names."""

    sides: tuple[str, ...]
    seats: tuple[str, ...]
    colors: tuple[str, ...]
    kinds: tuple[str, ...]
    dice: tuple[str, ...]
    phases: tuple[str, ...]
    actions: tuple[str, ...]
    index: Mapping[str, int]

    @classmethod
    def of(cls, resolved: ResolvedRuleset) -> Numbering:
        """Give everything a number, in the order of the file."""
        ruleset = resolved.ruleset
        own = [seat for side in ruleset.sides.values() for seat in side.seats or []]
        sides = tuple(ruleset.sides)
        seats = tuple(ruleset.seats or own) or sides
        groups = (
            sides,
            seats,
            tuple(ruleset.colors),
            tuple(ruleset.kinds),
            tuple(ruleset.dice),
            tuple(ruleset.phases),
        )
        index = dict(resolved.grid.zone_id)
        for group in reversed(groups):
            index.update({name: number for number, name in enumerate(group)})
        return cls(*groups, tuple(ruleset.actions), index)


@dataclass(frozen=True)
class CounterPlace:
    """Where a counter is."""

    name: str
    per: str
    resets: str
    offset: int
    count: int
    start: int
    limit: int | None
    keep: int = 1
    is_mark: bool = False
    starts: tuple[int, ...] = ()
    """For a counter per piece, what it starts with for each kind."""
    has: tuple[int, ...] = ()
    """For a counter per piece that not all kinds have, for each kind whether it does, 1 or 0."""

    @property
    def before(self) -> int:
        """Return what an earlier value is when there was none."""
        return -1 if self.is_mark else 0


@dataclass(frozen=True)
class TablePlace:
    """A table as a subroutine: where its arguments go and where its answer is."""

    entry: Label
    given: tuple[int, ...]
    result: int


@dataclass
class Context:
    """The state of a compilation."""

    resolved: ResolvedRuleset
    names: Numbering
    layout: Layout
    asm: Assembler
    counters: dict[str, CounterPlace] = field(default_factory=dict)
    marks: dict[str, CounterPlace] = field(default_factory=dict)
    tables: dict[str, TablePlace] = field(default_factory=dict)
    faces: tuple[int, ...] = ()
    words: dict[str, int] = field(default_factory=dict)
    sentences: list[Spoken] = field(default_factory=list)
    constants: dict[int, int] = field(default_factory=dict)
    listers: dict[str, Label] = field(default_factory=dict)
    """By action: the subroutine that lists its moves."""
    questions: dict[tuple[str, tuple[str, ...], bool], tuple[Label, dict[str, int]]] = field(
        default_factory=dict
    )
    """Questions about an action with some operands given: the subroutine, and where they go."""
    chains: dict[tuple[tuple[str, ...], tuple[str, ...]], Chain] = field(default_factory=dict)
    """Questions about moves one after the other, by actions and operands that are given."""
    effects: dict[str, Label] = field(default_factory=dict)
    procedures: dict[str, Label] = field(default_factory=dict)
    given: dict[str, dict[str, int]] = field(default_factory=dict)
    """By procedure: the registers of what it is given."""
    conditions: dict[str, Label] = field(default_factory=dict)
    times_ahead: Label = field(default_factory=Label)
    """The subroutine that counts a position that a move would lead to."""
    sites: list[Site | None] = field(default_factory=list)
    site_lists: list[Label | None] = field(default_factory=list)
    saved: frozenset[int] = frozenset()
    """The steps, by identity, that keep local names on the stack while others run."""
    tells: bool = False
    """Whether the program writes down what happens."""
    max_positions: int = MAX_POSITIONS
    """How many beginnings of turns there is room for, if any rule asks whether they come again."""
    num_named: int = 0
    """How many pieces have names; they have the first slots."""
    num_groups: int = 0
    """How many chains and rows are marked somewhere."""
    tallies: dict[tuple[frozenset[int] | None, frozenset[int] | None], int] = field(
        default_factory=dict
    )
    counting: Counting | None = None
    """Writes what is counted, in programs that are to be counted."""
    unfolded: bool = False
    """Whether no rule is worked out beforehand, so that each is asked and can be counted."""

    @property
    def has_neutral(self) -> bool:
        """Whether there can be pieces that nobody owns."""
        return self.resolved.ruleset.has_neutral

    @cached_property
    def secret_choices(self) -> SecretChoices:
        """The choices of which not everybody may hear."""
        return SecretChoices(self.resolved)

    @cached_property
    def owners_stay(self) -> bool:
        """Whether zones keep the owners they have at the start."""
        return not any(isinstance(m, steps.Claim) for m in models_in(self.resolved.ruleset))

    @cached_property
    def leaves_asides(self) -> bool:
        """Whether a question about what would be can come to the end of the game or the phase."""
        ruleset, checked = self.resolved.ruleset, self.resolved.checked.values()
        bodies = (ruleset.actions, ruleset.procedures)
        asks = any(not _CARRY_OUT.isdisjoint(each.functions) for each in checked) or any(
            isinstance(model, Afterwards) for model in models_in(ruleset.actions)
        )
        return asks and any(isinstance(m, steps.End | steps.Enter) for m in models_in(bodies))

    @cached_property
    def looked_ahead(self) -> frozenset[str]:
        """The actions that are carried out to see how often they could be."""
        ruleset = self.resolved.ruleset
        return frozenset(
            name
            for checked in self.resolved.checked.values()
            if "how_often" in checked.functions
            for node in walk_resolved(checked.root)
            if isinstance(node, Invocation) and node.function.name == "how_often"
            for name in asked_about(node, ruleset)
        )

    @cached_property
    def num_copies(self) -> int:
        """How many copies of a row questions need at the same time."""
        return copies_needed(self.resolved)

    @cached_property
    def endings_anywhere(self) -> bool:
        """Whether endings are looked at while actions are running."""
        return any(isinstance(m, steps.CheckEndings) for m in models_in(self.resolved.ruleset))

    @property
    def kept(self) -> list[CounterPlace]:
        """Counters and marks."""
        return [*self.counters.values(), *self.marks.values()]

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.resolved.grid

    def symbol_id(self, symbol: Symbol) -> int:
        """Return the number of a declared name."""
        return self.names.index[symbol.name]

    def constant(self, number: int) -> int:
        """Return the register that always holds a number; it is part of every row."""
        register = self.layout.register(f"={number}")
        self.constants[register] = number
        return register

    def word(self, text: str) -> int:
        """Return the number of a word."""
        return self.words.setdefault(text, len(self.words))


def places_pieces(resolved: ResolvedRuleset) -> bool:
    """Return whether pieces can come into the game that were not in it from the start."""
    return any(isinstance(model, steps.Place) for model in models_in(resolved.ruleset))


def make_context(
    resolved: ResolvedRuleset,
    saved: frozenset[int] = frozenset(),
    new_pieces: int = NEW_PIECES,
    max_positions: int = MAX_POSITIONS,
) -> Context:
    """Lay out the row of a ruleset; `saved` are steps that keep local names on the stack."""
    names = Numbering.of(resolved)
    ruleset, grid = resolved.ruleset, resolved.grid
    num_places = len(grid.places)
    max_pieces = len(resolved.setup)
    if places_pieces(resolved):
        max_pieces += new_pieces * grid.num_cells
    layout = Layout(
        num_sides=len(names.sides),
        num_seats=len(names.seats),
        num_colors=len(names.colors),
        num_kinds=len(names.kinds),
        num_cells=grid.num_cells,
        num_places=num_places,
        max_pieces=max(1, max_pieces),
    )
    layout.section("dice", len(names.dice))
    context = Context(resolved, names, layout, Assembler(layout))
    for word in ruleset.held_words:
        context.word(word)  # marks hold the same numbers on both tiers
    context.max_positions = max_positions
    context.num_named = sum(piece.name is not None for piece in resolved.setup)
    context.faces = tuple(resolved.number(die.faces) for die in ruleset.dice.values())
    counts = {
        "game": 1,
        "side": len(names.sides),
        "seat": len(names.seats),
        "piece": layout.max_pieces,
        "cell": num_places,
    }
    remembered: dict[str, Counter | Marker] = {**ruleset.counters, **ruleset.marks}
    for name, declared in remembered.items():
        count = counts[declared.per]
        keep = resolved.number(declared.keep) if declared.keep is not None else 1
        start, limit = -1, None
        if isinstance(declared, Counter):
            start = resolved.number(declared.start) if declared.start is not None else 0
            limit = resolved.number(declared.limit) if declared.limit is not None else None
        is_mark = not isinstance(declared, Counter)
        place = CounterPlace(
            name,
            declared.per,
            declared.resets,
            layout.section(f"{'mark' if is_mark else 'counter'} {name}", count * keep),
            count,
            start,
            limit,
            keep,
            is_mark,
            resolved.starts(name) if declared.per == "piece" and not is_mark else (),
            _kinds_with(declared, names),
        )
        (context.marks if is_mark else context.counters)[name] = place
    for name, length in (
        ("seat_side", len(names.seats)),
        ("seat_color", len(names.seats)),
        ("side_turns", len(names.sides)),
        ("zone_owner", max(1, len(grid.zones))),
        ("cell", layout.max_pieces),
        ("owner", layout.max_pieces),
        ("kind", layout.max_pieces),
        ("home", layout.max_pieces),
        ("seat_no", layout.max_pieces),
        ("next", layout.max_pieces),
        ("top", num_places),
        # The pieces of each side that are on the board, in any order, for drawing one of them.
        ("army", len(names.sides) * layout.max_pieces),
        ("army_size", len(names.sides)),
        ("rank", layout.max_pieces),
        ("stack", _stack_size(layout, saved)),
        ("queue", EVENT_SIZE * _events_kept(ruleset, layout)),
    ):
        layout.section(name, length)
    context.saved = saved
    return context


def _kinds_with(declared: Counter | Marker, names: Numbering) -> tuple[int, ...]:
    if not isinstance(declared, Counter) or declared.kind is None:
        return ()
    return tuple(int(declared.is_of(kind)) for kind in names.kinds)


def _events_kept(ruleset: Ruleset, layout: Layout) -> int:
    """Return for how many events there is room that wait for reactions at one time.

    One action may be about every piece. Those of a submission wait until all of its moves are
    made, which may place as many pieces as there can be and take them back.
    """
    if not ruleset.reactions:
        return 0
    submits = any(isinstance(each, steps.Submit) for each in models_in(ruleset))
    return LEAST_EVENTS + (2 if submits else 1) * layout.max_pieces


def _stack_size(layout: Layout, saved: frozenset[int]) -> int:
    if not saved:
        return STACK_SIZE
    # What a loop goes through is kept as well, and loops may stand in loops.
    return STACK_SIZE + SAVED_DEPTH * (SAVED_NAMES + 2 * (layout.max_pieces + layout.num_cells))
