"""What a choice would give away: the hidden things that later steps make of what was chosen.

A number that goes into a hidden counter, a cell on which a hidden piece appears, a piece that is
marked in secret: whoever heard what was chosen would know. So it is told only to those from whom
none of this is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.resolve.checks.told_checks import KIND, PIECE
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema.expression import Expression
from ruleengine.schema.step_lists import inner_lists
from ruleengine.schema.steps import (
    Add,
    Become,
    Choose,
    ForEach,
    If,
    Let,
    Mark,
    Move,
    Place,
    Repeat,
    Run,
    Set,
    Step,
)


class Secret(NamedTuple):
    """Something hidden that tells what was chosen."""

    what: str
    """The kind of a piece, a whole piece, or a counter or mark."""
    of_mover: bool = False
    """Whether it is kept of the side on turn, which may know its own."""


class SecretChoices:
    """The choices of a ruleset that would give something away, each with a number."""

    def __init__(self, resolved: ResolvedRuleset) -> None:
        self._resolved = resolved
        self._ruleset = resolved.ruleset
        self._hidden = {what for rule in self._ruleset.views for what in rule.hide}
        self._number: dict[int, int] = {}
        found: list[frozenset[Secret]] = []
        for step, later in self._choices() if self._hidden else ():
            secrets = frozenset(filter(self._is_hidden, self._made(later, {step.choose.as_})))
            if secrets:
                self._number[id(step)] = len(found)
                found.append(secrets)
        self.secrets = tuple(found)
        """What each of them would give away, by its number."""

    def number_of(self, step: Choose) -> int | None:
        """Return the number of a choice; nothing for one that everybody may hear of."""
        return self._number.get(id(step))

    def _choices(self) -> Iterator[tuple[Choose, Sequence[Step]]]:
        """Yield every choice with the steps that may speak of it."""
        lists: list[list[Step]] = [*self._ruleset.step_lists]
        while lists:
            listed = lists.pop(0)
            for number, step in enumerate(listed):
                lists += inner_lists(step)
                if isinstance(step, Choose):
                    yield step, listed[number + 1 :]

    def _is_hidden(self, secret: Secret) -> bool:
        return secret.what in self._hidden or (secret.what == KIND and PIECE in self._hidden)

    def _made(
        self,
        steps: Sequence[Step],
        names: set[str],
        *,
        depends: bool = False,
        around: frozenset[str] = frozenset(),
    ) -> Iterator[Secret]:
        """Yield what steps make of values with these names.

        `depends` says that whether they run at all depends on one; `around` are the procedures
        that run already.
        """
        names = {*names}
        for step in steps:
            yield from self._kept(step, names, depends=depends)
            yield from self._shown(step, names, depends=depends)
            inside = depends
            match step:
                case Let():
                    names |= self._telling(step.let, names)
                case If(if_=condition) | Repeat(while_=condition):
                    inside = depends or self._tells(condition, names)
                case ForEach(for_each=spec):
                    if any(self._tells(each, names) for each in expressions_in(spec)):
                        names.add(spec.as_)
                case Run() if step.procedure not in around:
                    yield from self._made(
                        self._ruleset.procedure_steps[step.procedure],
                        self._telling(step.values, names),
                        depends=depends,
                        around=around | {step.procedure},
                    )
                case _:
                    pass
            for listed in inner_lists(step):
                yield from self._made(listed, names, depends=inside, around=around)

    def _kept(self, step: Step, names: set[str], *, depends: bool) -> Iterator[Secret]:
        """Yield the counters and marks that a step gives a value which tells what was chosen."""
        match step:
            case Set(set=values, for_=whose) | Add(add=values, for_=whose):
                kept = [*values.items()]
            case Mark(mark=values, for_=whose):
                kept = [*values.items()]
            case _:
                return
        for what, value in kept:
            if depends or self._tells(value, names) or self._tells(whose, names):
                yield Secret(what, of_mover=self._is_movers(what, whose))

    def _shown(self, step: Step, names: set[str], *, depends: bool) -> Iterator[Secret]:
        """Yield what a step makes of pieces, if that tells what was chosen."""
        match step:
            case Place(place=placed):
                if depends or self._tells(placed.kind, names):
                    yield Secret(KIND)
                if depends or self._tells(placed.at, names):
                    yield Secret(PIECE)
            case Move(move=moved):
                if depends or self._tells(moved.to, names):
                    yield Secret(PIECE)
            case Become(become=changed):
                if depends or self._telling({"piece": changed.piece, "kind": changed.kind}, names):
                    yield Secret(KIND)
            case _:
                pass

    def _telling(self, values: Mapping[str, Expression], names: set[str]) -> set[str]:
        """Return the names of those values that speak of one of the names."""
        return {name for name, value in values.items() if self._tells(value, names)}

    def _tells(self, expression: Expression | None, names: set[str]) -> bool:
        """Return whether an expression speaks of one of the names."""
        return expression is not None and any(
            isinstance(node, tree.Reference)
            and node.symbol.role == "local"
            and node.symbol.name in names
            for node in tree.walk_resolved(self._resolved.checked[expression].root)
        )

    def _is_movers(self, what: str, whose: Expression | None) -> bool:
        """Return whether a counter or mark is that of the side on turn, or of its seat."""
        kept: Mapping[str, object] = {**self._ruleset.counters, **self._ruleset.marks}
        if getattr(kept[what], "per", None) not in ("side", "seat"):
            return False
        root = None if whose is None else self._resolved.checked[whose].root
        return root is None or (
            isinstance(root, tree.Reference)
            and root.symbol.role == "builtin"
            and root.symbol.name in ("mover", "seat")
        )
