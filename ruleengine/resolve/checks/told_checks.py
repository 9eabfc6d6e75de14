"""Sentences that tell values must not tell what is hidden from the player who reads them.

Where a ruleset hides something, a refusal may tell only what the player has named, what lies on
the table for everybody, and what follows from these by geometry and arithmetic. So it need not be
worked out at play what a number would give away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Final, TypeAlias

from ruleengine.errors import Diagnostic
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.asked import is_it
from ruleengine.expressions.check import Checked
from ruleengine.resolve.places import place_in
from ruleengine.schema.expression import Expression
from ruleengine.schema.ruleset import Action, Ruleset
from ruleengine.schema.sentence import told_in
from ruleengine.schema.validators import Rule
from ruleengine.schema.views import Hide

_GEOMETRY: Final = frozenset(
    {
        "abs",
        "adjacent",
        "beyond",
        "cell_at",
        "direction",
        "distance",
        "left",
        "lies_between",
        "manhattan",
        "max",
        "min",
        "neighbors",
        "next_cell",
        "nth_cell",
        "part",
        "past",
        "place_in",
        "same_column",
        "same_diagonal",
        "same_row",
        "steps_between",
        "used",
    }
)
"""Functions that tell nothing beyond what they are given."""
_OPEN: Final = frozenset(
    {"cell", "home", "row", "column", "owner", "opponent", "forward", "next", "side"}
)
"""Attributes of what a player has named that everybody sees."""

KIND: Final = "kind"
PIECE: Final = "piece"
_COUNTING: Final = frozenset({"count", "exists", "sum"})
"""Functions that look at pieces and tell numbers only, never which piece it is."""
_LOOKS_FARTHER: Final = frozenset({"linked", "in_row", "through", "on_top"})
"""What of a description asks about other pieces than those that are counted."""
_Places: TypeAlias = "frozenset[str] | None"
"""Where pieces are: zones beside the board by name, the board; nothing when that is open."""
_ON_BOARD: Final = frozenset({""})


def hidden_told(
    rule: Rule, action: Action, ruleset: Ruleset, checked: Mapping[Expression, Checked]
) -> Iterator[Diagnostic]:
    """Yield each value in a sentence that could tell what somebody may not know."""
    if not ruleset.views:
        return
    unnamed = {name for name, operand in action.operands.items() if operand.named == "never"}
    table = _Table(ruleset, checked, unnamed)
    for expression in told_in(rule.says):
        found = checked.get(expression)
        if found is None or table.shows(found.root):
            continue
        yield Diagnostic(
            "resolve/bad-view",
            f"'{expression}' could tell a player what `views` hides",
            place_in(ruleset, expression, 0, len(expression.text)),
            "tell what the player has named, distances, dice, or what is not hidden",
        )


class _Table:
    """What lies open for everybody, as far as that follows from what `views` hides."""

    def __init__(
        self, ruleset: Ruleset, checked: Mapping[Expression, Checked], unnamed: Iterable[str]
    ) -> None:
        self._ruleset = ruleset
        self._checked = checked
        self._hidden = frozenset(name for view in ruleset.views for name in view.hide)
        self._secret = self._hidden.union(unnamed)
        self._of_kinds = {name for kind in ruleset.kinds.values() for name in kind.attributes}

    def shows(self, node: tree.Resolved, of_it: AbstractSet[str] | None = None) -> bool:
        """Return whether the value of an expression gives nothing away.

        `of_it` is what is hidden of the pieces that are counted, each being `it`.
        """
        match node:
            case tree.Reference(symbol=symbol):
                return symbol.role not in ("condition", "table") and (
                    symbol.name not in self._secret
                )
            case tree.MemberOf():
                return self._shows_member(node, of_it) and self.shows(node.of, of_it)
            case tree.Invocation() if node.function.name in _COUNTING:
                return self._shows_count(node, of_it)
            case tree.Invocation() if node.function.name not in _GEOMETRY:
                return False
            case tree.Lookup():
                return False
            case _:
                return all(self.shows(part, of_it) for part in tree.parts_of(node))

    def _shows_member(self, node: tree.MemberOf, of_it: AbstractSet[str] | None) -> bool:
        if node.name in _OPEN:
            return True
        if node.of.type != "piece":
            return node.name not in self._secret
        hidden = of_it if is_it(node.of) and of_it is not None else self._secret
        tells_kind = node.name == KIND or node.name in self._of_kinds
        if node.name in hidden or (tells_kind and KIND in hidden):
            return False
        # A piece that the player has named is seen; one that the rules remember need not be.
        is_named = isinstance(node.of, tree.Reference) and node.of.symbol.role == "local"
        return is_named or PIECE not in hidden

    def _shows_count(self, call: tree.Invocation, of_it: AbstractSet[str] | None) -> bool:
        """Return whether all that a function counts, and asks of it, is there to be seen."""
        given = dict(call.keywords)
        if given.keys() & _LOOKS_FARTHER:
            return False
        hidden = self._hidden_in(self._counted_in(given))
        if PIECE in hidden or (KIND in hidden and "kind" in given):
            return False
        asked = [*call.args, *(value for name, value in call.keywords if name == "where")]
        plain = [value for name, value in call.keywords if name != "where"]
        return all(self.shows(value, hidden) for value in asked) and all(
            self.shows(value, of_it) for value in plain
        )

    def _hidden_in(self, places: _Places) -> frozenset[str]:
        """Return what is hidden of pieces in some places; of any piece where these are unknown."""
        return frozenset(
            name
            for view in self._ruleset.views
            for hiding in (self._hiding_in(view),)
            if places is None or hiding is None or places & hiding
            for name in view.hide
        )

    def _hiding_in(self, view: Hide) -> _Places:
        """Return the places of the pieces of which something is hidden."""
        if view.of is None:
            return _ON_BOARD
        if view.of.at is not None:
            return None
        if view.of.in_ is None:
            # It is asked of what has left the game as well, and that lies in no place.
            return _ON_BOARD
        found = [self._checked.get(zone) for zone in view.of.in_]
        return self._places([zone and zone.root for zone in found])

    def _counted_in(self, given: Mapping[str, tree.Resolved]) -> _Places:
        """Return the places of the pieces that are counted."""
        zones = given.get("in")
        if zones is not None:
            return self._places(zones.items if isinstance(zones, tree.Group) else [zones])
        return None if "at" in given else _ON_BOARD

    def _places(self, zones: Iterable[tree.Resolved | None]) -> _Places:
        """Return the places of zones: each place beside the board, or the board; or nothing."""
        found: set[str] = set()
        for zone in zones:
            if isinstance(zone, tree.Invocation) and zone.function.name == "part":
                zone = zone.args[0]  # noqa: PLW2901 - the zone of the part
            if not isinstance(zone, tree.Reference) or zone.symbol.role != "zone":
                return None
            name = zone.symbol.name.partition(".")[0]
            found.add(name if self._ruleset.zones[name].off_board else "")
        return frozenset(found)
