"""The program: code, data, and what is needed to read a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ruleengine.errors import Span
from ruleengine.expressions.types import Type
from ruleengine.program.layout import Layout
from ruleengine.program.meters import Metered
from ruleengine.program.opcodes import WIDTH

Spoken: TypeAlias = tuple[tuple[Type | None, str], ...]
"""A sentence that is told: for each part of it the type of a value, or no type and the text."""

VERSION = 3
"""Changes whenever the meaning of an instruction does, or of a place in the head of the data."""


@dataclass(frozen=True)
class OperandInfo:
    """How an operand of an action is kept."""

    name: str
    register: int
    is_piece: bool


@dataclass(frozen=True)
class Site:
    """A place where play waits for a decision."""

    kind: str  # act, choice, chance
    name: str
    span: Span | None
    actions: tuple[int, ...] = ()
    optional: bool = False
    take: tuple[int, ...] = ()  # by action: where its taking goes on
    register: int = 0  # of a choice or throw
    resume: int = 0  # where a choice, a throw or a pass goes on
    asks: int = 0  # where the question begins, of a row in which all before it has been done
    faces: int = 0  # of a throw
    who: int = -1  # the register of who chooses; -1 = chance
    by_seat: bool = False
    what: str = ""
    secret: bool = False
    sides: int = -1  # of a submission: where its list of sides is
    committed: int = -1  # and who has committed
    words: tuple[str, ...] = ()
    numbers: range = range(0)  # of a choice among numbers: those that there may ever be
    by_owner: bool = False  # of a choice among pieces: those of several owners can be meant
    by_kind: bool = True  # and whether whoever chooses can tell their kinds
    by_number: bool = False  # and whether those written alike on a cell have numbers


@dataclass(frozen=True)
class Sight:
    """How to find out what a side may not know of pieces."""

    entry: int
    """Where the code is that marks it."""
    viewer: int
    """The register of the side that looks."""
    hidden: int
    """Where the marks are: for each thing one for each piece."""
    things: tuple[str, ...]
    """What can be hidden: the piece, its kind, then what is kept of each piece."""
    for_all: int = -1
    """Where the code is that marks what is not shown to everybody besides; -1: there is none."""

    def entries(self, side: int) -> tuple[int, ...]:
        """Return where the code is that marks what a side may not know; for who has none, all."""
        return (self.entry,) if side >= 0 or self.for_all < 0 else (self.entry, self.for_all)


@dataclass(frozen=True)
class Program:
    """Everything the kernel needs to play one ruleset."""

    layout: Layout
    code: list[int]
    data: list[int]
    spans: list[Span | None]
    sites: tuple[Site, ...]
    actions: tuple[str, ...]
    operands: tuple[tuple[OperandInfo, ...], ...]
    endings: tuple[str, ...]
    start_row: list[int]
    entry: int
    turns: tuple[int, ...]
    """By phase: where its steps begin, in a turn that has begun if it has turns."""
    listers: tuple[int, ...]
    """By site: where the listing of its moves or options begins."""
    max_moves: int
    num_copies: int
    """Rows behind each row of a game, for questions in questions about what would be."""
    words: dict[str, int]
    num_drafts: int
    """Rows that a game needs beside its own: one for each side, if there are submissions."""
    sentences: tuple[Spoken, ...] = ()
    """What `tell` says; only of programs that tell what happens."""
    sight: Sight | None = None
    """What is hidden from whom; None when everybody knows everything."""
    metered: Metered | None = None
    """What the program counts of each game; None when it counts nothing."""

    @property
    def stride(self) -> int:
        """Numbers from one row to the next, where the machine works."""
        return self.layout.size * (1 + self.num_copies)

    @property
    def working_size(self) -> int:
        """Numbers that the machine needs for one game: its row and drafts, with their copies."""
        return self.stride * (1 + self.num_drafts)

    def acts(self, site: Site | None, name: str) -> bool:
        """Return whether a move of this name is an action at a site, and no pass or commit."""
        actions = () if site is None else site.actions
        return name in (self.actions[number] for number in actions)

    def span_at(self, address: int) -> Span | None:
        """Return the place in the ruleset that the row at an address comes from, or one before."""
        rows = reversed(self.spans[: address // WIDTH + 1])
        return next((span for span in rows if span is not None), None)
