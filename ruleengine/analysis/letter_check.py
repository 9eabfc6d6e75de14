"""Pieces for which there is no letter to draw them, or one that is taken for a number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.step_names import Kinds, Known, NamedSteps, Names, behind, named_steps
from ruleengine.analysis.survey import Survey
from ruleengine.analysis.whereabouts import Whereabouts
from ruleengine.errors import Span
from ruleengine.pipeline.rules import Rules
from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.selectors import PieceFilter
from ruleengine.schema.wording import listed

Pair: TypeAlias = tuple[str, str]
"""An owner and a kind."""

_SHOWN: Final = 4


class _Change(NamedTuple):
    """A step after which a piece has another owner or kind, or is new."""

    piece: Expression | None
    owner: Expression | None
    kind: Expression | None
    span: Span | None
    names: Names


def without_letter(survey: Survey) -> Iterator[Finding]:
    """Find steps that make pieces which no letter draws.

    What a step names plainly is taken by its word; another owner may be any side, and another
    kind is not known, so that nothing is said about it. Pieces that never come onto the board
    are not drawn, and need no letter.
    """
    ruleset = survey.rules.resolved.ruleset
    listed_steps = named_steps(ruleset)
    naming = _Naming(survey.rules, listed_steps)
    pairs: set[Pair] = {(piece.owner, piece.kind) for piece in survey.rules.resolved.setup}
    changes = [*_changes(listed_steps)]
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


def digits_as_letters(survey: Survey) -> Iterator[Finding]:
    """Find letters that are digits where boards draw a counter behind letters.

    Numbers then stand behind a colon, so that what would be a number elsewhere is a piece.
    """
    ruleset = survey.rules.resolved.ruleset
    counters, digits = ruleset.drawn_counters, ruleset.digit_letters
    if not counters or not digits:
        return
    digit, kind = next(iter(digits.items()))
    letters = [mark for each in ruleset.kinds.values() for mark in each.letters.values()]
    letter = next((mark for mark in letters if mark.isalpha()), digit)
    yield Finding(
        "check/digit-letter",
        kind,
        f"the digit '{digit}' is a letter of kind '{kind}', so numbers stand behind a colon where "
        f"positions are written: `{letter}:{digit}` is one piece whose '{counters[0]}' is at "
        f"{digit}, and `{letter}{digit}` are two pieces",
        ruleset.kinds[kind].place_of("letters"),
        "choose letters that are no digits, or give the counter `shown: false`",
    )


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
    hint += ", or silence the warning if such a piece never stands on the board"
    message += ", so what this step makes cannot be drawn"
    return Finding("check/no-letter", None if others else kind, message, span, hint)


def _changes(lists: Iterable[NamedSteps]) -> Iterator[_Change]:
    """Yield what steps do to pieces; two steps of a list that belong together as one."""
    for items, names in lists:
        given = {s.give.piece.text: s.give.to for s in items if isinstance(s, steps.Give)}
        become = {s.become.piece.text: s.become.kind for s in items if isinstance(s, steps.Become)}
        for step in items:
            match step:
                case steps.Place():
                    yield _Change(None, step.place.owner, step.place.kind, step.span, names)
                case steps.Give():
                    piece = step.give.piece
                    yield _Change(piece, step.give.to, become.get(piece.text), step.span, names)
                case steps.Become():
                    piece = step.become.piece
                    owner = given.get(piece.text)
                    yield _Change(piece, owner, step.become.kind, step.span, names)


class _Naming:
    """What the words of a ruleset can stand for."""

    def __init__(self, rules: Rules, lists: Sequence[NamedSteps]) -> None:
        ruleset = rules.resolved.ruleset
        self._sides = frozenset(ruleset.sides)
        self._kinds = frozenset(ruleset.kinds)
        self.whereabouts = Whereabouts(rules, lists, self._kinds_of)

    def made_by(self, change: _Change, pairs: set[Pair]) -> set[Pair]:
        """Return the owners and kinds that a piece can have after a step."""
        names = change.names
        there = pairs if change.piece is None else self._pairs_of(Known(change.piece, names), pairs)
        owners = frozenset(owner for owner, _ in there)
        if change.owner is not None:
            owners = self._owners(Known(change.owner, names))
        if change.kind is not None:
            kinds = self._kinds_of(Known(change.kind, names))
            return {(owner, kind) for kind in kinds for owner in owners}
        return {(owner, kind) for owner in owners for _, kind in there}

    def _pairs_of(self, piece: Known, pairs: set[Pair]) -> set[Pair]:
        """Return what a piece can be that is spoken of by a name, or in another way."""
        found = behind(piece)
        filters = [(it.value, it.names) for it in found if isinstance(it.value, PieceFilter)]
        if not filters:
            return {pair for pair in pairs if pair[0] != UNOWNED}
        return {
            pair for pair in pairs for asked, names in filters if self._fits(pair, asked, names)
        }

    def _fits(self, pair: Pair, asked: PieceFilter, names: Names) -> bool:
        owner, kind = pair
        is_asked = asked.owner is None or owner in self._owners(Known(asked.owner, names))
        return is_asked and self.whereabouts.fits(kind, asked, names)

    def _owners(self, side: Known) -> frozenset[str]:
        found: frozenset[str] = frozenset()
        for each in behind(side):
            text = each.value.text if isinstance(each.value, Expression) else ""
            if text == "nothing":
                continue  # a piece that is given to nothing stays where it is
            plain = text == UNOWNED or text in self._sides
            found |= frozenset({text}) if plain else self._sides
        return found

    def _kinds_of(self, kind: Known) -> set[str]:
        """Return the kinds that are meant as far as that is known."""
        if isinstance(kind.value, Expression) and kind.value.text in self._kinds:
            return {kind.value.text}  # a local name of this word is not meant where a kind is
        found: set[str] = set()
        for each in behind(kind):
            if isinstance(each.value, Kinds):
                found |= self._kinds & set(each.value.listed) or self._kinds
            elif isinstance(each.value, Expression):
                found |= {each.value.text} & self._kinds
        return found
