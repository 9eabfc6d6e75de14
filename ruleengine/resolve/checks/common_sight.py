"""Whether all sides can tell what all of them see: else what everybody is shown tells a secret.

A piece may be seen by every side while one of them may not know that the others see it. If it
were shown to everybody just then, that side would learn it from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ruleengine.expressions import resolved as tree
from ruleengine.expressions.asked import is_it
from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.resolve.checks.disclosing import what_it_tells
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.selectors import PieceFilter
from ruleengine.schema.views import Hide

_VIEWER: Final = "viewer"
_PLACES: Final = ("owner", "in_", "at", "between")  # whoever sees a piece sees these
_GROUPS: Final = ("linked", "in_row", "through", "on_top")
_OF_CELLS: Final = frozenset(
    {
        *("zone_of", "part", "place_in", "beyond", "cell_at", "nth_cell", "next_cell", "direction"),
        *("distance", "manhattan", "steps_between", "same_row", "same_column", "same_diagonal"),
        *(
            "adjacent",
            "lies_between",
            "neighbors",
            "min",
            "max",
            "abs",
            "left",
            "past",
            "count_sides",
        ),
    }
)
"""Functions that by themselves look at no piece but those they are given."""


class _Read(NamedTuple):
    """Something that a condition asks for: a kind, a counter or mark, or where pieces are."""

    what: str
    of_it: bool
    """Whether it is asked of the piece in question alone."""


class Doubtful(NamedTuple):
    """A rule that hides, where some side cannot tell whether it hides a piece from another."""

    rule: Hide
    of: PieceFilter
    """The part of its filter that whoever sees a piece can tell."""
    owners: frozenset[str]
    """The owners of such pieces; `nobody` for those without."""


def doubtful_rules(resolved: ResolvedRuleset) -> tuple[Doubtful, ...]:
    """Return the rules of a ruleset that not every side can tell the working of."""
    owners = (*resolved.ruleset.sides, UNOWNED)
    found: list[Doubtful] = []
    for rule in resolved.ruleset.views:
        if rule.of is None:
            continue
        reads = {*_reads_of(resolved, rule.of)}
        doubted = frozenset(o for o in owners if _is_doubted(resolved, rule, reads, o))
        if doubted:
            found.append(Doubtful(rule, _plain_part(resolved, rule.of), doubted))
    return tuple(found)


def _is_doubted(resolved: ResolvedRuleset, rule: Hide, reads: set[_Read], owner: str) -> bool:
    """Return whether some side may not know what the rule asks of pieces of an owner."""
    sides = [*resolved.ruleset.sides]
    of_viewer = _speaks_of_viewer(resolved, rule.of)
    for side in sides:
        if not any(_is_from(resolved, rule, other, owner) for other in sides if other != side):
            continue
        if _is_from(resolved, rule, side, owner) and not of_viewer:
            continue  # it is hidden from this side exactly when it is hidden from the others
        if any(_may_be_hidden(resolved, read, side, owner) for read in reads):
            return True
    return False


def _is_from(resolved: ResolvedRuleset, rule: Hide, viewer: str, owner: str) -> bool:
    """Return whether a rule may hide something from a side of pieces of an owner."""
    if rule.from_ == "others":
        return viewer != owner
    named = rule.from_ == "everybody" or viewer in rule.from_
    return named and _may_be_about(resolved, rule, viewer, owner)


def _may_be_about(resolved: ResolvedRuleset, rule: Hide, viewer: str, owner: str) -> bool:
    """Return whether the filter of a rule leaves open pieces of an owner."""
    if rule.of is None or rule.of.owner is None:
        return True
    match resolved.checked[rule.of.owner].root:
        case tree.Reference(symbol=symbol) if symbol.role == "side":
            return owner == symbol.name
        case tree.Reference(symbol=symbol) if symbol.name == _VIEWER:
            return owner == viewer
        case tree.MemberOf(name="opponent", of=tree.Reference(symbol=symbol)):
            return symbol.name != _VIEWER or owner != viewer
        case _:
            return True


def _may_be_hidden(resolved: ResolvedRuleset, read: _Read, viewer: str, owner: str) -> bool:
    owners = (owner,) if read.of_it else (*resolved.ruleset.sides, UNOWNED)
    return any(
        read.what in rule.hide and any(_is_from(resolved, rule, viewer, each) for each in owners)
        for rule in resolved.ruleset.views
    )


def _plain_part(resolved: ResolvedRuleset, of: PieceFilter) -> PieceFilter:
    lines = {
        name: getattr(of, name)
        for name in _PLACES
        if name == "in_" or not any(_reads_in(resolved, getattr(of, name)))
    }
    return PieceFilter.model_construct(**lines)


def _speaks_of_viewer(resolved: ResolvedRuleset, value: object) -> bool:
    return any(
        isinstance(node, tree.Reference) and node.symbol.name == _VIEWER
        for expression in expressions_in(value)
        for node in tree.walk_resolved(resolved.checked[expression].root)
    )


def _reads_of(resolved: ResolvedRuleset, of: PieceFilter) -> Iterator[_Read]:
    """Yield what a filter asks for."""
    if of.kind is not None:
        yield _Read("kind", of_it=True)
    asks_others = any(getattr(of, name) is not None for name in _GROUPS)
    if asks_others:
        yield _Read("piece", of_it=False)
    for read in _reads_in(resolved, of):
        yield _Read(read.what, of_it=read.of_it and not asks_others)


def _reads_in(resolved: ResolvedRuleset, value: object) -> Iterator[_Read]:
    """Yield what the expressions of a filter ask for, `it` being the piece in question."""
    reader = _Reader(resolved)
    for expression in expressions_in(value):
        yield from reader.below(resolved.checked[expression].root, is_asked=True)


class _Reader:
    """Finds what expressions ask for, and the conditions and tables that they call."""

    def __init__(self, resolved: ResolvedRuleset) -> None:
        self._resolved = resolved
        self._called: set[str] = set()

    def below(self, node: tree.Resolved, *, is_asked: bool) -> Iterator[_Read]:
        """Yield what is asked for; `it` is the piece in question as long as `is_asked`."""
        ruleset = self._resolved.ruleset
        match node:
            case tree.MemberOf(name=name, of=of):
                what = what_it_tells(self._resolved, name)
                if what is not None:
                    yield _Read(what, is_asked and is_it(of))
            case tree.Reference(symbol=symbol) if symbol.role in {"counter", "mark"}:
                yield _Read(symbol.name, of_it=False)
            case tree.Reference(symbol=symbol) if symbol.role == "condition":
                yield from self._in_body(symbol.name, ruleset.conditions[symbol.name])
            case tree.Lookup(symbol=symbol):
                yield from self._in_body(symbol.name, ruleset.tables[symbol.name])
            case tree.Invocation(function=function) if function.name not in _OF_CELLS:
                is_asked = False
                yield from self._by_looking(node)
            case _:
                pass
        for part in tree.parts_of(node):
            yield from self.below(part, is_asked=is_asked)

    def _by_looking(self, call: tree.Invocation) -> Iterator[_Read]:
        """Yield what a function asks for that looks at pieces by itself."""
        yield _Read("piece", of_it=False)
        if any(name == "kind" for name, _ in call.keywords):
            yield _Read("kind", of_it=False)
        if call.function.question:  # the rules of moves may ask for anything
            for rule in self._resolved.ruleset.views:
                yield from (_Read(what, of_it=False) for what in rule.hide)

    def _in_body(self, name: str, body: object) -> Iterator[_Read]:
        """Yield what a condition or table asks for, of whatever it is given."""
        if name not in self._called:
            self._called.add(name)
            for expression in expressions_in(body):
                yield from self.below(self._resolved.checked[expression].root, is_asked=False)
