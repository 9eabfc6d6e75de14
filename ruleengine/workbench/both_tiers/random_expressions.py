"""Expressions, filters and steps drawn at random, each of the type that is wanted."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

Item = TypeVar("Item")
MEASURES = ("distance", "manhattan", "steps_between")
NUMBERS = (
    "mover.forward",
    "low",
    "high",
    "passing",
    "turn",
    "score",
    "die",
    "repetitions",
    "since_repetition",
    "past(low, 1)",
)
KINDS = ("man", "king")
CELLS = ("b2", "d4", "spot", "resort", "past(spot, 1)")
PIECES = ("last", "champion", "past(champion, 1)")
SIDES = ("mover", "opponent", "upper", "lower")
SHORT_WORDS = ("calm", "grim")
WORDS = (*SHORT_WORDS, "wild", "mood", "past(mood, 1)")
ZONES = ("home", "mid", "home.top", "part(home, mover)", "part(home, opponent)")
PLACES = ("hand.ours", "hand.theirs", "part(hand, mover)", "part(hand, opponent)")


@dataclass(frozen=True)
class Scope:
    """The local names that an expression may use, by type; a tuple grows by `having`."""

    piece: Sequence[str] = ()
    cell: Sequence[str] = ()
    number: Sequence[str] = ()
    side: Sequence[str] = ()
    kind: Sequence[str] = ()
    asks: bool = True
    """Whether questions about other positions may be asked here."""
    of_it: bool = False
    """Whether `it` is already something, so that nothing else can be called so."""

    def having(self, **names: str) -> Scope:
        """Return the scope with one more name of each type."""
        longer: dict[str, Any] = {
            type_: (*getattr(self, type_), name) for type_, name in names.items()
        }
        return replace(self, **longer)

    def quiet(self) -> Scope:
        """Return the scope for what is asked inside a question."""
        return replace(self, asks=False)

    def of(self, type_: str) -> Scope:
        """Return the scope inside a filter, where `it` is something of a type."""
        return replace(self.having(**{type_: "it"}), asks=False, of_it=True)


class Drawer:
    """Draws from one stream of random numbers; knows what has been declared so far."""

    def __init__(self, number: int) -> None:
        self.random = random.Random(number)  # noqa: S311 - rules, not secrets
        self.tables: dict[str, list[str]] = {}
        self.conditions: list[str] = []
        self.procedures: list[str] = []
        self.actions: list[str] = []
        self._names = 0

    # -- drawing

    def one(self, items: Sequence[Item]) -> Item:
        """Return one of some items."""
        return self.random.choice(items)

    def some(self, items: Sequence[Item]) -> list[Item]:
        """Return at least one of some items, in their order."""
        kept = [item for item in items if self.chance(0.5)]
        return kept or [self.one(items)]

    def chance(self, share: float) -> bool:
        """Return whether something that happens so often happens now."""
        return self.random.random() < share

    def name(self, what: str) -> str:
        """Return a local name that nothing has yet."""
        self._names += 1
        return f"{what}_{self._names}"

    def _either(self, simple: Sequence[str], made: Sequence[Callable[[], str]], depth: int) -> str:
        if depth <= 0 or self.chance(0.2):
            return self.one(simple)
        return self.one(made)()

    # -- expressions

    def value(self, type_: str, scope: Scope, depth: int) -> str:
        """Return an expression of a type."""
        draws: dict[str, Callable[[Scope, int], str]] = {
            "number": self.number,
            "truth": self.truth,
            "piece": self.piece,
            "cell": self.cell,
            "side": self.side,
            "kind": self.kind,
            "word": self.word,
            "short_word": self.short_word,
        }
        return draws[type_](scope, depth)

    def number(self, scope: Scope, depth: int) -> str:
        """Return an expression that is a number."""
        s, d = scope, depth - 1
        simple = [str(self.random.randint(0, 4)), *NUMBERS, *scope.number]
        made: list[Callable[[], str]] = [
            lambda: f"({self.number(s, d)} {self.one('+-*')} {self.number(s, d)})",
            lambda: f"({self.number(s, d)} {self.one('/%')} {self.one('23')})",
            lambda: f"{self.one(['min', 'max'])}({self.number(s, d)}, {self.number(s, d)})",
            lambda: f"abs({self.number(s, d)} - {self.number(s, d)})",
            lambda: f"count({self.pieces(s, d)})",
            lambda: f"count_cells({self.cells(s, d)})",
            lambda: f"{self.one(MEASURES)}({self.cell(s, d)}, {self.cell(s, d)})",
            lambda: f"{self.cell_name(s, d)}.{self.one(['row', 'column', 'snow'])}",
            lambda: f"{self.piece_name(s, d)}.{self.one(['wounds', 'rank'])}",
            lambda: f"direction({self.cell(s, d)}, {self.cell(s, d)})",
            lambda: f"used(score, side={self.side(s, d)})",
            lambda: f"used(snow, cell={self.cell(s, d)})",
            lambda: f"place_in({self.one(['home', 'mid'])}, {self.cell(s, d)})",
            lambda: "left(high)",
            lambda: self.call("number", s, d) or "turn",
        ]
        if scope.asks and self.actions:
            made.append(lambda: self.how_often(s.quiet(), d))
        if not scope.of_it:
            made += [
                lambda: f"sum({self.number(s.of('piece'), d)}, {self.pieces(s, d)})",
                lambda: f"sum_cells({self.number(s.of('cell'), d)}, {self.cells(s, d)})",
                lambda: f"count_sides(where={self.truth(s.of('side'), d)})",
            ]
        return self._either(simple, made, depth)

    def truth(self, scope: Scope, depth: int) -> str:
        """Return an expression that holds or does not."""
        s, d = scope, depth - 1
        compare = ("==", "!=")
        simple = [
            f"{self.one(NUMBERS)} {self.one(['<', '<=', '>', '>=', *compare])} {self.number(s, 0)}",
            f"{self.cell(s, 0)} {self.one(compare)} {self.cell(s, 0)}",
            f"empty({self.cell(s, 0)})",
        ]
        made: list[Callable[[], str]] = [
            lambda: f"({self.truth(s, d)} {self.one(['and', 'or'])} {self.truth(s, d)})",
            lambda: f"not ({self.truth(s, d)})",
            lambda: f"({self.number(s, d)} {self.one(['<', '>=', '=='])} {self.number(s, d)})",
            lambda: f"({self.piece(s, d)} {self.one(compare)} {self.piece(s, d)})",
            lambda: f"({self.cell(s, d)} {self.one(compare)} {self.cell(s, d)})",
            lambda: f"({self.side(s, d)} {self.one(compare)} {self.side(s, d)})",
            lambda: f"({self.piece_name(s, d)}.kind {self.one(compare)} {self.kind(s, d)})",
            lambda: f"(mood {self.one(compare)} {self.word(s, d)})",
            lambda: f"({self.piece_name(s, d)}.temper {self.one(compare)} {self.short_word(s, d)})",
            lambda: f"({self.cell(s, d)} {self.one(['in', 'not in'])} {self.one(ZONES)})",
            lambda: f"({self.piece_name(s, d)}.kind in [man])",
            lambda: f"empty({self.cell(s, d)})",
            lambda: f"holds({self.cell(s, d)}, owner={self.side(s, d)}, kind=king)",
            lambda: f"exists({self.pieces(s, d)})",
            lambda: f"{self._relation()}({self.cell(s, d)}, {self.cell(s, d)})",
            lambda: f"lies_between({self.cell(s, d)}, {self.cell(s, d)}, {self.cell(s, d)})",
            lambda: self.one(self.conditions) if self.conditions else "turn > 1",
            lambda: self.call("truth", s, d) or "turn > 2",
        ]
        if scope.asks:
            made += [lambda: self.question(s.quiet(), d)] * 2
            if self.actions:
                made.append(lambda: self.how_often_enough(s, d))
        return self._either(simple, made, depth)

    def _relation(self) -> str:
        return self.one(["adjacent", "neighbors", "same_row", "same_column", "same_diagonal"])

    def question(self, scope: Scope, depth: int) -> str:
        """Return a question about another position, or about moves."""
        if self.procedures and self.chance(0.6):
            called = self._called(self.one(self.procedures), scope, depth)
            return f"after({called}, {self.truth(scope, depth)})"
        if not self.actions:
            return f"empty({self.cell(scope, depth)})"
        words = [self.one(self.actions)]
        if self.chance(0.4):
            words.append(f"side={self.side(scope, 0)}")
        if self.chance(0.4):
            words.append(f"to={self.cell(scope, depth)}")
        if self.chance(0.2):
            words.append(f"die={self.one(['any', '2'])}")
        return f"{self.one(['can', 'attacks'])}({', '.join(words)})"

    def how_often(self, scope: Scope, depth: int) -> str:
        """Return how many moves could follow each other."""
        words = [self.one(self.actions), f"at_most={self.one(['1', '2', 'min(2, turn)'])}"]
        if self.chance(0.3):
            words.append(f"side={self.side(scope, 0)}")
        if self.chance(0.4):
            words.append(f"to={self.cell(scope, depth)}")
        return f"how_often({', '.join(words)})"

    def how_often_enough(self, scope: Scope, depth: int) -> str:
        """Return a comparison that may be decided before all moves are looked for."""
        sides = [self.how_often(scope.quiet(), depth), self.number(scope, 0)]
        self.random.shuffle(sides)
        return f"({sides[0]} {self.one(['<', '<=', '>', '>=', '==', '!='])} {sides[1]})"

    def cell(self, scope: Scope, depth: int) -> str:
        """Return an expression that is a cell; a piece stands for the one it is on."""
        s, d = scope, depth - 1
        made: list[Callable[[], str]] = [
            lambda: f"cell_at({self.number(s, d)}, {self.number(s, d)})",
            lambda: f"nth_cell({self.one(['home', 'mid'])}, {self.number(s, d)})",
            lambda: f"first_cell({self.cells(s, d)})",
            lambda: f"beyond({self.cell(s, d)}, {self.cell(s, d)})",
            lambda: f"next_cell({self.cell(s, d)}, {self.number(s, d)})",
            lambda: f"{self.piece_name(s, d)}.{self.one(['cell', 'home', 'came'])}",
            lambda: self.call("cell", s, d) or "spot",
        ]
        return self._either([*CELLS, *scope.cell, *scope.cell], made, depth)

    def piece(self, scope: Scope, depth: int) -> str:
        """Return an expression that is a piece."""
        s, d = scope, depth - 1
        made: list[Callable[[], str]] = [
            lambda: f"piece_at({self.cell(s, d)})",
            lambda: f"the({self.pieces(s, d)})",
            lambda: f"first_piece({self.pieces(s, d)})",
            lambda: f"first_in_line({self.cell(s, d)}, {self.number(s, d)}, {self.pieces(s, d)})",
        ]
        return self._either([*PIECES, *scope.piece, *scope.piece], made, depth)

    def piece_name(self, scope: Scope, depth: int) -> str:
        """Return a piece of which an attribute can be asked."""
        simple = [name for name in (*PIECES, *scope.piece) if not name.startswith("past")]
        return self.one([*simple, f"piece_at({self.cell(scope, depth)})"])

    def cell_name(self, scope: Scope, depth: int) -> str:
        """Return a cell of which an attribute can be asked."""
        return self.one(["spot", "b2", *scope.cell, f"{self.piece_name(scope, depth)}.cell"])

    def side(self, scope: Scope, depth: int) -> str:
        """Return an expression that is a side."""
        s, d = scope, depth - 1
        made: list[Callable[[], str]] = [
            lambda: f"{self.piece_name(s, d)}.owner",
            lambda: f"zone_of({self.cell(s, d)}, home).owner",
            lambda: f"{self.cell_name(s, d)}.trail",
        ]
        return self._either([*SIDES, *scope.side, *scope.side], made, depth)

    def kind(self, scope: Scope, depth: int) -> str:
        """Return an expression that is a kind."""
        of_kinds = ["kind", "becomes", "kind.becomes"]
        made = [lambda: f"{self.piece_name(scope, depth - 1)}.{self.one(of_kinds)}"]
        return self._either([*KINDS, "type", *scope.kind], made, depth)

    def word(self, scope: Scope, depth: int) -> str:
        """Return one of the words that marks hold."""
        return self._either(WORDS, [lambda: self.short_word(scope, depth - 1)], depth)

    def short_word(self, scope: Scope, depth: int) -> str:
        """Return a word that the mark of a piece can hold, which not every mark can."""
        made = [lambda: f"{self.piece_name(scope, depth - 1)}.temper"]
        return self._either(SHORT_WORDS, made, depth)

    def call(self, gives: str, scope: Scope, depth: int) -> str | None:
        """Return the call of a table that gives what is wanted, if there is one."""
        named = self.tables.get(gives)
        return self._called(self.one(named), scope, depth) if named else None

    def _called(self, name: str, scope: Scope, depth: int) -> str:
        s, d = scope, depth - 1
        return f"{name}({self.piece(s, d)}, {self.cell(s, d)}, {self.number(s, d)})"

    # -- filters

    def pieces(self, scope: Scope, depth: int) -> str:
        """Return a filter of pieces, as functions take it."""
        words = []
        for key, text in self.piece_filter(scope, depth).items():
            value = f"[{', '.join(text)}]" if isinstance(text, list) else text
            words.append(f"{key}={value if key != 'on_top' else 'true'}")
        return ", ".join(words)

    def piece_filter(self, scope: Scope, depth: int, *, owned: bool = True) -> dict[str, Any]:
        """Return a filter of pieces with at least one line."""
        it, d = scope.of("piece"), depth - 1
        lines: list[Callable[[], dict[str, Any]]] = [
            lambda: {"kind": [self.one([*KINDS, *scope.kind])]},
            lambda: {"in": self.some([*ZONES, *PLACES])[:2]},
            lambda: {"at": self.cell(scope, d)},
            lambda: {"between": [self.cell(scope, d), self.cell(scope, d)]},
            lambda: {"linked": self.cell(scope, d)},
            lambda: {"in_row": "2"},
        ]
        if not scope.of_it:
            lines += [lambda: {"where": self.truth(it, d)}] * 2
            lines.append(lambda: {"linked": self.cell(scope, d), "through": self._links(it, d)})
        if owned:
            lines += [lambda: {"owner": self.one([self.side(scope, d), "nobody"])}] * 3
        found: dict[str, Any] = {}
        for line in self.some(lines)[: self.one([1, 1, 2, 3])]:
            found |= line()
        if "in_row" in found:
            found.pop("through", None)  # a row has no cell before another
        return found

    def _links(self, scope: Scope, depth: int) -> str:
        """Return a condition on the links of a chain, or on its steps."""
        return self.truth(scope.having(cell="before") if self.chance(0.7) else scope, depth)

    def cells(self, scope: Scope, depth: int) -> str:
        """Return a filter of cells, as functions take it."""
        words = []
        for key, value in self.cell_filter(scope, depth).items():
            listed = f"[{', '.join(value)}]" if isinstance(value, list) else value
            words.append(f"{key}={str(listed).lower() if key == 'empty' else listed}")
        return ", ".join(words)

    def cell_filter(self, scope: Scope, depth: int) -> dict[str, Any]:
        """Return a filter of cells with at least one line."""
        it, d = scope.of("cell"), depth - 1
        lines: list[Callable[[], dict[str, Any]]] = [
            lambda: {"in": self.some(ZONES)[:2]},
            lambda: {"not_in": self.some(ZONES)[:2]},
            lambda: {"empty": self.chance(0.7)},
            lambda: {"linked": self.cell(scope, d), "empty": self.chance(0.5)},
        ]
        if not scope.of_it:
            lines += [lambda: {"where": self.truth(it, d)}] * 2
            lines.append(lambda: {"linked": self.cell(scope, d), "through": self._links(it, d)})
        found: dict[str, Any] = {}
        for line in self.some(lines)[: self.one([1, 1, 2])]:
            found |= line()
        return found
