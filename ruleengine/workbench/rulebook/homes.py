"""In which chapter a clause is printed: where it is cited with the most weight.

A sentence is often cited by several rules, such as the ending it is about and the counter that
the ending asks. It belongs to the rule that decides something, not to the bookkeeping: to the
list of tallies only if nothing else cites it, to zones, kinds and the set-up only if no rule of
play does, not even one that only changes tallies, and among actions to the first in which more
than bookkeeping comes from it.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import Final

from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.schema import board, pieces, steps
from ruleengine.schema.conditions import NamedCondition
from ruleengine.schema.model import Model
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.step_lists import inner_lists
from ruleengine.workbench.rulebook.untold import is_untold

_ORDER: Final = (
    "endings",
    "hidden",
    "consequences",
    "actions",
    "flow",
    "meanings",
    "pieces",
    "sides",
    "board",
    "sheets",
    "kept",
)
"""Chapters by what they are preferred in when weights are equal."""
_PLAYED: Final = frozenset(_ORDER[: _ORDER.index("meanings")])
"""Chapters about what is done; those about what lies on the table come after them.

Four zones at the edge of a board may cite the sentence about who wins, and the ending only once.
"""
_THINGS: Final = frozenset({"pieces", "sides", "board"})
"""Chapters about what lies on the table and who sits at it."""
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ASKED: Final = "?meanings"
_HEAVY, _PLAIN, _LIGHT, _UNTOLD = 3, 2, 1, 0
_BOOKKEEPING: Final = (
    steps.Add,
    steps.Set,
    steps.Mark,
    steps.Let,
    steps.If,
    steps.ForEach,
    steps.Repeat,
    steps.Run,
    pieces.Counter,
    pieces.Marker,
)


def homes_of(
    ruleset: Ruleset, asked: Collection[str] = (), unspoken: Collection[str] = ()
) -> dict[str, list[str]]:
    """Return the chapters of every clause that is cited, the best first.

    Of some actions it is only `asked`; what is `unspoken` is there for what is not explained, and
    its sentences are told with that.
    """
    weights: dict[str, Tally[str]] = {}
    deciding: set[tuple[str, str]] = set()
    for chapter, part in _parts(ruleset, asked, unspoken):
        for clause, at, weight in _citations(ruleset, chapter.removeprefix("?"), part):
            # What is only asked about is told where nothing else cites its clause.
            weights.setdefault(clause, Tally())[at] += 0 if chapter == _ASKED else weight
            if chapter != _ASKED and at in _PLAYED and weight > _LIGHT:
                deciding.add((clause, at))

    def preference(clause: str, chapter: str) -> tuple[bool, bool, bool, int, int]:
        found, decides = weights[clause], (clause, chapter) in deciding
        # A card stands for a rule about tallies, which is told where they change.
        happens = any(found[each] > _UNTOLD for each in found.keys() & _PLAYED)
        stands_for = chapter in _THINGS and happens
        return chapter != "kept", decides, not stands_for, found[chapter], -_ORDER.index(chapter)

    return {
        clause: sorted(found, key=partial(preference, clause), reverse=True)
        for clause, found in weights.items()
    }


def actions_of_clauses(ruleset: Ruleset, names: Iterable[str]) -> dict[str, str]:
    """Return the action at which each clause is printed that several of them come from."""
    found: dict[str, str] = {}
    only_kept: set[str] = set()
    for name in names:
        for clause, _, weight in _citations(ruleset, "actions", ruleset.actions[name]):
            if clause not in found or (clause in only_kept and weight > _LIGHT):
                found[clause] = name
                only_kept.add(clause)
            if weight > _LIGHT:
                only_kept.discard(clause)
    return found


def _parts(
    ruleset: Ruleset, asked: Collection[str], unspoken: Collection[str]
) -> Iterator[tuple[str, object]]:
    yield "board", (ruleset.board, ruleset.zones)
    yield "sides", ruleset.sides
    yield "pieces", (ruleset.kinds, ruleset.setup, ruleset.dice)
    yield "kept", (ruleset.counters, ruleset.marks)
    yield "flow", ruleset.phases
    for name, body in ruleset.conditions.items():
        yield _home_of_condition(ruleset, name), body
    for name, action in ruleset.actions.items():
        yield (_ASKED if name in asked else "actions"), action
    yield "meanings", (ruleset.procedures, ruleset.tables)
    yield "consequences", ruleset.reactions
    yield "endings", ruleset.endings
    yield "hidden", ruleset.views
    yield "sheets", ruleset.sheets
    for section in (ruleset.counters, ruleset.marks, ruleset.conditions):
        yield _ASKED, [section[name] for name in section if name in unspoken]


_ASKING: Final = ("actions", "endings", "consequences", "flow", "meanings", "hidden")
"""Chapters by where a condition is told that several of them ask about."""


def _home_of_condition(ruleset: Ruleset, name: str) -> str:
    """Return the chapter in which a condition is told: its own words, or where it is asked."""
    body = ruleset.conditions[name]
    if isinstance(body, NamedCondition) and body.title is not None:
        return "meanings"
    asking = {
        "actions": ruleset.actions,
        "endings": ruleset.endings,
        "consequences": ruleset.reactions,
        "flow": ruleset.phases,
        "meanings": (ruleset.procedures, ruleset.tables),
        "hidden": ruleset.views,
    }
    homes = (chapter for chapter in _ASKING if name in asked_by(ruleset, asking[chapter]))
    return next(homes, "flow")


def asked_by(ruleset: Ruleset, value: object) -> set[str]:
    """Return the conditions that are said in full where a part of a ruleset is told."""
    found: set[str] = set()
    pending = [value]
    while pending:
        for expression in expressions_in(pending.pop()):
            for word in set(_NAME.findall(expression.text)) & ruleset.conditions.keys() - found:
                found.add(word)
                body = ruleset.conditions[word]
                if not isinstance(body, NamedCondition) or body.title is None:
                    pending.append(body)
    return found


def _citations(
    ruleset: Ruleset, chapter: str, value: object, *, is_told: bool = True
) -> Iterator[tuple[str, str, int]]:
    """Yield clauses with the chapter and the weight that they are cited in and with.

    A step that is not told decides nothing that a reader could see.
    """
    if isinstance(value, steps.StepModel) and is_untold(ruleset, value):
        is_told = False
    further = partial(_citations, ruleset, chapter, is_told=is_told)
    match value:
        case Model():
            at = "endings" if _is_ending(value) else chapter
            for clause in getattr(value, "clauses", ()):
                yield clause, at, _weight(value) if is_told else _UNTOLD
            for key in type(value).model_fields:
                if key != "clauses":
                    yield from further(getattr(value, key))
        case dict():
            yield from further(value.values())
        case str():
            return
        case Iterable():
            for item in value:
                yield from further(item)


def _is_ending(value: Model) -> bool:
    """Tell whether a rule is there to end the game: such a step, or one that only asks when."""
    if isinstance(value, steps.End):
        return True
    if not isinstance(value, steps.If) or value.else_:
        return False
    return bool(value.then) and all(_is_ending(step) for step in value.then)


def _weight(model: Model) -> int:
    if isinstance(model, _BOOKKEEPING):
        return _PLAIN if _does_more(model) else _LIGHT
    is_plain = isinstance(model, steps.StepModel | board.Zone)
    return _PLAIN if is_plain else _HEAVY


def _does_more(model: Model) -> bool:
    """Tell whether a step that may be bookkeeping has others inside that are not."""
    if not isinstance(model, steps.If | steps.ForEach | steps.Repeat):
        return not isinstance(model, _BOOKKEEPING)
    return any(_does_more(step) for listed in inner_lists(model) for step in listed)
