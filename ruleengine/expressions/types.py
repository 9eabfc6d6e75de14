"""What a name can stand for: types, symbols, attributes, and the scope that holds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from ruleengine.errors import InternalError
from ruleengine.expressions.bounds import Bounds, BoundsRule, exactly

Type: TypeAlias = Literal[
    "number",
    "truth",
    "piece",
    "cell",
    "side",
    "seat",
    "kind",
    "zone",
    "color",
    "phase",
    "action",
    "procedure",
    "word",  # one of a symbol's own `choices`
    "nothing",
    "any",  # not known, so it fits everywhere: one cause gives one problem
]

NEVER_ABSENT: Final[frozenset[Type]] = frozenset({"number", "truth"})
"""Types whose values cannot be compared with nothing."""

PHRASES: Final[Mapping[Type, str]] = {
    "number": "a number",
    "truth": "a condition",
    "piece": "a piece",
    "cell": "a cell",
    "side": "a side",
    "seat": "a seat",
    "kind": "a kind",
    "zone": "a zone",
    "color": "a color",
    "phase": "a phase",
    "action": "an action",
    "procedure": "a procedure",
    "word": "a choice",
    "nothing": "nothing",
    "any": "any value",
}

Role: TypeAlias = Literal[
    "local",  # an operand or a chosen name
    "die",
    "counter",
    "mark",  # a remembered value; it may be nothing
    "condition",  # a named condition of the ruleset
    "table",  # a function of the ruleset, by rows
    "constant",  # a number or boolean flag: one value per resolved ruleset
    "flag",  # a flag with named choices
    "side",
    "seat",
    "kind",
    "zone",
    "cell",  # a cell of the board, by its name; one that a declared name hides is not meant
    "color",
    "phase",
    "action",
    "procedure",
    "builtin",
]


class Symbol(NamedTuple):
    """One name and what it stands for.

    `low` and `high` bound a number; for a counter, `high` is its limit.
    `value` is known only for constants and flags; `choices` only for words.
    `given` is what a table or a procedure has to be called with, and what a move by an action
    names; the type of a table is that of what it gives. `absent` says that the value may be
    nothing, `per` for whom a counter is kept. `limits` says what numbers a table gives, by the
    bounds of what it is called with.
    """

    name: str
    role: Role
    type: Type
    low: int | None = None
    high: int | None = None
    value: int | bool | str | None = None
    choices: tuple[str, ...] = ()
    keep: int = 1  # how many values a counter or mark remembers
    given: tuple[Symbol, ...] = ()
    absent: bool = False
    per: Literal["game", "side", "seat", "piece", "cell"] = "game"
    there: bool = False  # of a piece: whenever it is asked about, it stands somewhere
    kinds: tuple[str, ...] = ()  # what a piece or a kind can only be; empty when it can be any
    tunable: bool = False  # what bounds the number may be another one under other flags
    limits: BoundsRule | None = None

    @property
    def perhaps_gone(self) -> Symbol:
        """Return the same name where the piece it stands for may have left the game."""
        return self._replace(there=False, kinds=()) if self.there else self

    @property
    def signature(self) -> str:
        """Return how a table or a procedure is called."""
        return f"{self.name}({', '.join(each.name for each in self.given)})"

    @property
    def bounds(self) -> Bounds:
        """Return what the number can be."""
        if self.type == "number" and isinstance(self.value, int):
            return exactly(self.value)
        if self.role == "counter":
            return Bounds(self.low)  # its limit binds who uses it up, and steps may go beyond
        return Bounds(self.low, self.high)


class Member(NamedTuple):
    """What an attribute gives; `absent` says that it may be nothing."""

    type: Type
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    absent: bool = False  # it may be nothing even when what it belongs to is not
    keep: int = 0  # of a counter or mark: how many values it remembers
    by_kind: tuple[tuple[str, int], ...] = ()  # the number of each kind, which never changes

    def bounds(self, kinds: tuple[str, ...] = ()) -> Bounds:
        """Return what the number can be, for something of these kinds or of any."""
        numbers = [number for kind, number in self.by_kind if not kinds or kind in kinds]
        return Bounds(min(numbers), max(numbers)) if numbers else Bounds(self.low, self.high)


# Names that every ruleset has without declaring them.
BUILTINS: Final = (
    Symbol("mover", "builtin", "side"),
    Symbol("opponent", "builtin", "side"),
    Symbol("nobody", "builtin", "side", absent=True),
    Symbol("seat", "builtin", "seat"),
    Symbol("turn", "builtin", "number", low=0),
    Symbol("ply", "builtin", "number", low=0),
    Symbol("repetitions", "builtin", "number", low=0),
    Symbol("since_repetition", "builtin", "number", low=1, absent=True),
    Symbol("phase", "builtin", "phase"),
)

BOARD: Final = "board"
OF_BOARD: Final = frozenset({f"{BOARD}.rows", f"{BOARD}.columns"})
"""Numbers that the board of a ruleset gives; they are constants, like flags."""

# Attributes that every ruleset has; declared ones are added to them.
ATTRIBUTES: Final[Mapping[Type, Mapping[str, Member]]] = {
    "piece": {
        "owner": Member("side"),
        "kind": Member("kind"),
        "cell": Member("cell"),
        "seat": Member("seat", absent=True),
        "home": Member("cell"),
    },
    "cell": {
        "row": Member("number", low=0),
        "column": Member("number", low=0),
    },
    "side": {
        "opponent": Member("side"),
        "forward": Member("number", low=0, high=7, absent=True),
    },
    "zone": {"owner": Member("side", absent=True)},
}


_NO_CELLS: Final[Mapping[str, int]] = MappingProxyType({})


# A kind may have the name of a local one; more may be known of a built-in one in some places.
_REPLACED: Final = frozenset({("local", "kind"), ("builtin", "builtin")})


class Scope:
    """The names and attributes an expression may use; every name stands for one thing.

    One exception: a local name may be that of a kind, as authors like to call a piece by what
    it is. Where a kind is wanted the kind is meant, everywhere else the local name.
    A symbol's name may be dotted (`board.size`): a field of a named record.
    The cells of the board are known by their names too, but every other name goes before them.
    """

    __slots__ = ("_owned", "_parent", "_symbols", "attributes", "cells")

    def __init__(
        self,
        symbols: Iterable[Symbol],
        attributes: Mapping[Type, Mapping[str, Member]] | None = None,
        *,
        owned: Iterable[Symbol] = (),
        cells: Mapping[str, int] = _NO_CELLS,
        parent: Scope | None = None,
    ) -> None:
        """Hold these symbols; `owned` are counters per piece or cell, named only by functions.

        `cells` are the numbers of cells by their names, the corner far from a1 as the last.
        """
        self._parent = parent
        self.cells: Mapping[str, int] = cells if parent is None else parent.cells
        self._owned = {symbol.name: symbol for symbol in owned}
        self.attributes: dict[Type, Mapping[str, Member]]
        self.attributes = dict(ATTRIBUTES if parent is None else parent.attributes)
        for of, members in (attributes or {}).items():
            self.attributes[of] = {**self.members(of), **members}
        self._symbols: dict[str, Symbol] = {}
        for symbol in symbols:
            taken = self.lookup(symbol.name)
            if taken is not None and (symbol.role, taken.role) not in _REPLACED:
                raise InternalError(f"the name '{symbol.name}' is declared twice in one scope")
            self._symbols[symbol.name] = symbol

    def child(self, symbols: Iterable[Symbol]) -> Scope:
        """Return a scope that knows these names too."""
        return Scope(symbols, parent=self)

    def refine(self, symbol: Symbol) -> None:
        """Say more about a name of this scope: what was not known when it was declared."""
        if symbol.name not in self._symbols:
            raise InternalError(f"the name '{symbol.name}' is not declared in this scope")
        self._symbols[symbol.name] = symbol

    def lookup(self, name: str) -> Symbol | None:
        """Return what a name stands for, if anything."""
        symbol = self._symbols.get(name)
        if symbol is None and self._parent is not None:
            return self._parent.lookup(name)
        return symbol

    def cell(self, name: str) -> Symbol | None:
        """Return the cell of that name, unless the name stands for something else.

        In quotes it can stand for nothing else.
        """
        if name.startswith("'"):
            name = name[1:-1]
            known = name in self.cells
            return Symbol(name, "cell", "cell", value=self.cells[name]) if known else None
        if self.lookup(name) is not None or name not in self.cells:
            return None
        return Symbol(name, "cell", "cell", value=self.cells[name])

    def kind(self, name: str) -> Symbol | None:
        """Return the kind of that name, also when a local name hides it."""
        symbol = self._symbols.get(name)
        if (symbol is None or symbol.role != "kind") and self._parent is not None:
            return self._parent.kind(name)
        return symbol if symbol is not None and symbol.role == "kind" else None

    def counter(self, name: str) -> Symbol | None:
        """Return the counter of that name, also one that is kept per piece or cell."""
        if self._parent is not None:
            return self._parent.counter(name)
        symbol = self._symbols.get(name)
        is_counter = symbol is not None and symbol.role == "counter"
        return symbol if is_counter else self._owned.get(name)

    def symbols(self) -> Iterator[Symbol]:
        """Yield every symbol, inner ones first."""
        yield from self._symbols.values()
        if self._parent is not None:
            yield from self._parent.symbols()

    def names(self) -> tuple[str, ...]:
        """Return every name, inner ones first."""
        return tuple(symbol.name for symbol in self.symbols())

    def members(self, of: Type) -> Mapping[str, Member]:
        """Return the attributes of a type."""
        return self.attributes.get(of, {})
