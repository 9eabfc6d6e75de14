"""Whether the order in which a loop goes through cells makes a difference.

It makes none where each round changes only what is on its own cell, or counts, and reads nothing
else that another round changes. What is not known here counts as a difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.constants import fold
from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.workbench.rulebook.speech import Speech, local_name

_PIECES: Final = "#pieces"
_ANYTHING: Final = "#anything"
_BESIDES_PIECES: Final = frozenset(
    {"min", "max", "abs", "direction", "manhattan", "adjacent", "neighbors", "cell_at", "part"}
    | {"same_row", "same_column", "same_diagonal", "lies_between", "nth_cell", "place_in"}
)
"""Functions whose answer depends on what they are given, and not on where pieces stand."""
_OF_A_CELL: Final = frozenset({"empty", "piece_at"})
"""Functions whose answer depends on what is on the cell that they are given."""


def order_words(speech: Speech, loop: steps.ForEach) -> str:
    """Return in which order a loop goes through cells; nothing where it makes no difference."""
    return "" if _is_order_idle(speech, loop) else ", row by row from the top left"


def _is_order_idle(speech: Speech, loop: steps.ForEach) -> bool:
    """Tell whether a loop through cells comes to the same in every order."""
    rounds = _Rounds(speech)
    is_known = rounds.look(loop.do, frozenset({loop.for_each.as_}))
    has_reactions = bool(speech.rules.ruleset.reactions) and _PIECES in rounds.changed
    return is_known and not has_reactions and not rounds.is_mixed


class _Rounds:
    """What one round of a loop changes, and what it reads that is not on its own cell."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self.changed: set[str] = set()
        self._read: set[str] = set()
        self._added: dict[str, set[int]] = {}

    @property
    def is_mixed(self) -> bool:
        """Whether one round may read what another one changes, or change it otherwise."""
        if self._added.keys() & (self._read | self.changed):
            return True
        if any(len(amounts) > 1 for amounts in self._added.values()):
            return True  # a tally that is at its end makes a difference between up and down
        is_any = _ANYTHING in self._read and bool(self.changed or self._added)
        return is_any or bool(self.changed & self._read)

    def look(self, listed: Sequence[steps.Step], own: frozenset[str]) -> bool:
        """Note what steps change and read; `own` are the names of the cell and what is on it.

        Return whether they are such that this is all they do.
        """
        for step in listed:
            match step:
                case steps.Let():
                    for name, value in step.let.items():
                        self._reads(value, own)
                        own = own | {name} if self._is_own(value, own) else own - {name}
                case steps.If():
                    self._reads(step.if_, own)
                    if not (self.look(step.then, own) and self.look(step.else_, own)):
                        return False
                case _:
                    if not self._is_known(step, own):
                        return False
        return True

    def _is_known(self, step: steps.Step, own: frozenset[str]) -> bool:
        match step:
            case steps.Place():
                spec = step.place
                self._reads_all([spec.kind, spec.owner], own)
                return self._changes([_PIECES], spec.at, own)
            case steps.Capture():
                return self._changes([_PIECES], step.capture, own)
            case steps.Remove():
                return self._changes([_PIECES], step.remove, own)
            case steps.Give():
                self._reads_all([step.give.to, step.give.seat], own)
                return self._changes([_PIECES], step.give.piece, own)
            case steps.Become():
                self._reads_all([step.become.kind], own)
                return self._changes([_PIECES], step.become.piece, own)
            case steps.Set():
                self._reads_all(step.set.values(), own)
                return self._changes(step.set, step.for_, own)
            case steps.Mark():
                self._reads_all(step.mark.values(), own)
                return self._changes(step.mark, step.for_, own)
            case steps.Add():
                self._reads_all(step.add.values(), own)
                return self._changes(step.add, step.for_, own) or self._counts(step)
        return False

    def _changes(self, what: Iterable[str], of: Expression | None, own: frozenset[str]) -> bool:
        """Note what a step changes, if it does so on the cell of its round only."""
        if of is None or not self._is_own(of, own):
            return False
        self.changed.update(what)
        return True

    def _counts(self, step: steps.Add) -> bool:
        """Note that a tally of somebody goes up by the same in every round."""
        for name, value in step.add.items():
            amount = fold(self._speech.root(value))
            if not isinstance(amount, int) or step.for_ is not None:
                return False
            self._added.setdefault(name, set()).add(amount)
        return True

    def _is_own(self, value: Expression, own: frozenset[str]) -> bool:
        return _is_on(self._speech.root(value), own)

    def _reads_all(self, values: Iterable[Expression | None], own: frozenset[str]) -> None:
        for value in values:
            if value is not None:
                self._reads(value, own)

    def _reads(self, value: Expression, own: frozenset[str]) -> None:
        self._read.update(self._asked(self._speech.root(value), own, frozenset()))

    def _asked(  # noqa: C901 - one case per form
        self, node: tree.Resolved, own: frozenset[str], inside: frozenset[str]
    ) -> Iterator[str]:
        """Yield what an expression asks for besides what is on the cell of the round."""
        ruleset = self._speech.rules.ruleset
        match node:
            case tree.MemberOf() | tree.CellOf() if _is_on(tree.parts_of(node)[0], own):
                return
            case tree.Invocation() if _is_on(node, own):
                return
            case tree.Invocation() if node.function.name == "empty" and _is_on(node.args[0], own):
                return
            case tree.Invocation() if node.function.name in _OF_A_CELL:
                yield _PIECES
            case tree.Invocation() if node.function.name not in _BESIDES_PIECES:
                yield _ANYTHING
            case tree.CellOf():
                yield _PIECES
            case tree.MemberOf() if node.name in {*ruleset.counters, *ruleset.marks}:
                yield node.name
            case tree.MemberOf() if node.of.type == "piece":
                yield _PIECES
            case tree.Reference() if node.symbol.role in ("counter", "mark"):
                yield node.symbol.name
            case tree.Reference() if node.symbol.role == "condition":
                parts = ruleset.condition_parts[node.symbol.name]
                yield from self._asked_inside(node.symbol.name, [p.holds for p in parts], inside)
            case tree.Lookup():
                rows = ruleset.tables[node.symbol.name].rows
                asked = [each for row in rows for each in (row.when, row.value) if each]
                yield from self._asked_inside(node.symbol.name, asked, inside)
        for part in tree.parts_of(node):
            yield from self._asked(part, own, inside)

    def _asked_inside(
        self, name: str, asked: Iterable[Expression], inside: frozenset[str]
    ) -> Iterator[str]:
        """Yield what a table or condition asks for; its own names are not those of the loop."""
        if name not in inside:
            for each in asked:
                yield from self._asked(self._speech.root(each), frozenset(), inside | {name})


def _is_on(node: tree.Resolved, own: frozenset[str]) -> bool:
    """Tell whether an expression is the cell of the round, or the piece on it."""
    if isinstance(node, tree.Invocation):
        return node.function.name == "piece_at" and _is_on(node.args[0], own)
    return local_name(node) in own
