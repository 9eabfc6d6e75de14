"""Pieces that come to a side or kind for which there is no letter, so that they cannot be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.survey import Survey
from ruleengine.analysis.whereabouts import Whereabouts
from ruleengine.errors import Span
from ruleengine.pipeline.rules import Rules
from ruleengine.resolve.declarations import models_in
from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.model import Model
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.reach import KindOperand, PieceOperand
from ruleengine.schema.selectors import PieceFilter
from ruleengine.schema.wording import listed

Pair: TypeAlias = tuple[str, str]
"""An owner and a kind."""

_SHOWN: Final = 4
_MAX_CALLS: Final = 4  # procedures that hand on what they were given


class _Change(NamedTuple):
    """A step after which a piece has another owner or kind, or is new."""

    piece: Expression | None
    owner: Expression | None
    kind: Expression | None
    span: Span | None


def without_letter(survey: Survey) -> Iterator[Finding]:
    """Find steps that make pieces which no letter draws.

    What a step names plainly is taken by its word; another owner may be any side, and another
    kind is not known, so that nothing is said about it. Pieces that never come onto the board
    are not drawn, and need no letter.
    """
    ruleset = survey.rules.resolved.ruleset
    naming = _Naming(survey.rules)
    pairs: set[Pair] = {(piece.owner, piece.kind) for piece in survey.rules.resolved.setup}
    changes = [*_changes(ruleset)]
    before = -1
    while len(pairs) > before:  # what one step makes, another may change again
        before = len(pairs)
        pairs |= {pair for change in changes for pair in naming.made_by(change, pairs)}
    for change in changes:
        missing: dict[str, list[str]] = {}
        for owner, kind in sorted(naming.made_by(change, pairs)):
            lacks = owner not in ruleset.kinds[kind].letters
            if lacks and naming.whereabouts.comes_onto_the_board(kind):
                missing.setdefault(kind, []).append(owner)
        if missing:
            yield _finding(missing, change.span)


def _finding(missing: Mapping[str, Sequence[str]], span: Span | None) -> Finding:
    """Return one warning for a step, however many kinds it can make that no letter draws."""
    kind, *others = missing
    lacks = " and ".join(UNOWNED if each == UNOWNED else f"side '{each}'" for each in missing[kind])
    message = f"kind '{kind}' has no letter for {lacks}"
    hint = f"add {listed(missing[kind])} to the `letters` of '{kind}'"
    if others:
        number = f"{len(others)} other kinds" if len(others) > 1 else f"kind '{others[0]}'"
        lack = "lack" if len(others) > 1 else "lacks"
        message += f", and {number} {lack} one too"
        shown = [f"{name} ({', '.join(owners)})" for name, owners in missing.items()][:_SHOWN]
        shown += ["..."] if len(missing) > _SHOWN else []
        hint = f"add to their `letters`: {', '.join(shown)}"
    message += ", so what this step makes cannot be drawn"
    return Finding("check/no-letter", None if others else kind, message, span, hint)


def _changes(value: object) -> Iterator[_Change]:
    """Yield what the steps below a value do to pieces; two steps that belong together as one."""
    lists = [value] if isinstance(value, list) else []
    for model in models_in(value):
        lists += [part for part in model.__dict__.values() if isinstance(part, list)]
    for items in lists:
        given = {s.give.piece.text: s.give.to for s in items if isinstance(s, steps.Give)}
        become = {s.become.piece.text: s.become.kind for s in items if isinstance(s, steps.Become)}
        for step in items:
            match step:
                case steps.Place():
                    yield _Change(None, step.place.owner, step.place.kind, step.span)
                case steps.Give():
                    piece = step.give.piece
                    yield _Change(piece, step.give.to, become.get(piece.text), step.span)
                case steps.Become():
                    piece = step.become.piece
                    yield _Change(piece, given.get(piece.text), step.become.kind, step.span)


class _Naming:
    """What the words of a ruleset can stand for."""

    def __init__(self, rules: Rules) -> None:
        ruleset = rules.resolved.ruleset
        self._sides = frozenset(ruleset.sides)
        self._kinds = frozenset(ruleset.kinds)
        self._filters: dict[str, list[PieceFilter]] = {}
        self._named_kinds: dict[str, frozenset[str]] = {}
        self._given: dict[str, list[str]] = {}
        for action in ruleset.actions.values():
            for name, operand in action.operands.items():
                if isinstance(operand, PieceOperand):
                    self._filters.setdefault(name, []).append(operand.piece)
                elif isinstance(operand, KindOperand):
                    self._note_kinds(name, operand.kind)
        for model in models_in(ruleset):
            self._note(model)
        self.whereabouts = Whereabouts(rules, self._filters_of, self._kinds_of)

    def _note_kinds(self, name: str, kinds: Iterable[str]) -> None:
        named = self._kinds & set(kinds) or self._kinds
        self._named_kinds[name] = self._named_kinds.get(name, frozenset()) | named

    def _note(self, model: Model) -> None:
        if isinstance(model, steps.ForEach) and model.for_each.among is not None:
            self._filters.setdefault(model.for_each.as_, []).append(model.for_each.among)
        elif isinstance(model, steps.ForEach) and model.for_each.among_kinds is not None:
            self._note_kinds(model.for_each.as_, model.for_each.among_kinds)
        elif isinstance(model, steps.Choose) and model.choose.among is not None:
            self._filters.setdefault(model.choose.as_, []).append(model.choose.among)
        elif isinstance(model, steps.Run):
            for name, value in model.values.items():
                self._given.setdefault(name, []).append(value.text)

    def made_by(self, change: _Change, pairs: set[Pair]) -> set[Pair]:
        """Return the owners and kinds that a piece can have after a step."""
        there = self._pairs_of(change.piece, pairs) if change.piece is not None else pairs
        owners = frozenset(owner for owner, _ in there)
        if change.owner is not None:
            owners = self._owners(change.owner.text)
        if change.kind is not None:
            return {(owner, kind) for kind in self._kinds_of(change.kind.text) for owner in owners}
        return {(owner, kind) for owner in owners for _, kind in there}

    def _pairs_of(self, piece: Expression, pairs: set[Pair]) -> set[Pair]:
        """Return what a piece can be that is spoken of by a name, or in another way."""
        filters = self._filters_of(piece)
        if not filters:
            return {pair for pair in pairs if pair[0] != UNOWNED}
        return {pair for pair in pairs for each in filters if self._fits(pair, each)}

    def _filters_of(self, piece: Expression) -> list[PieceFilter]:
        names = [text for text in self._texts(piece.text) if text in self._filters]
        return [each for name in names for each in self._filters[name]]

    def _fits(self, pair: Pair, asked: PieceFilter) -> bool:
        owner, kind = pair
        anybody = self._sides | {UNOWNED}
        owners = anybody if asked.owner is None else self._owners(asked.owner.text)
        kinds = [text for each in asked.kind or () for text in self._texts(each.text)]
        is_asked = not kinds or kind in kinds or not self._kinds.issuperset(kinds)
        return owner in owners and is_asked and self.whereabouts.fits(kind, asked)

    def _owners(self, text: str) -> frozenset[str]:
        found: frozenset[str] = frozenset()
        for each in self._texts(text):
            if each == "nothing":
                continue  # a piece that is given to nothing stays where it is
            plain = each == UNOWNED or each in self._sides
            found |= frozenset({each}) if plain else self._sides
        return found

    def _kinds_of(self, text: str) -> set[str]:
        """Return the kinds that are meant as far as that is known."""
        found: set[str] = set()
        for each in self._texts(text):
            found |= {each} & self._kinds | self._named_kinds.get(each, frozenset())
        return found

    def _texts(self, text: str) -> set[str]:
        """Return a text, or what procedures are given under this name."""
        texts = {text}
        for _ in range(_MAX_CALLS):
            texts |= {given for each in texts for given in self._given.get(each, ())}
        return {each for each in texts if each not in self._given} or {text}
