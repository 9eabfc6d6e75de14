"""What flags alone have switched off: rules with a condition that no position can make true."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ruleengine.errors import Span
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.resolve.constants import fold
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema.expression import Expression
from ruleengine.schema.model import Model
from ruleengine.schema.steps import If
from ruleengine.schema.tables import Table
from ruleengine.source.document import Map, Seq, Value


def switched_off(resolved: ResolvedRuleset) -> frozenset[Span]:
    """Return the places of rules that can do something under other numbers of flags only."""
    found: set[Span] = set()
    for model in models_in(resolved.ruleset):
        for each in _off(resolved, model):
            found |= {part.span for part in models_in(each) if part.span is not None}
    return frozenset(found)


def _off(resolved: ResolvedRuleset, model: Model) -> Iterator[Model]:
    if isinstance(model, If):
        holds = _settled(resolved, model.if_)
        yield from (model.else_ or ()) if holds else ()
        if holds is False and not model.else_:
            yield model
    elif isinstance(model, Table):
        answers = [_settled(resolved, row.when) for row in model.rows]
        if True in answers:  # what stands below it is never come to
            yield from model.rows[answers.index(True) + 1 :]
    if _settled(resolved, getattr(model, "when", None)) is False:
        yield model


def _settled(resolved: ResolvedRuleset, condition: object) -> bool | None:
    """Return what a condition is whatever the position; None where that depends."""
    if not isinstance(condition, Expression) or condition not in resolved.checked:
        return None
    found = fold(resolved.checked[condition].root)
    return None if found is None else bool(found)


def without(tree: Map, places: Collection[Span]) -> Map:
    """Return a tree without what stands in lists at some places."""
    found = Map(tree.span)
    for key, value in tree.items():
        found.put(key, _without(value, places), tree.key_spans[key], tree.value_spans[key])
    return found


def _without(value: Value, places: Collection[Span]) -> Value:
    if isinstance(value, Map):
        return without(value, places)
    if not isinstance(value, Seq):
        return value
    found = Seq(value.span)
    for item, span in zip(value, value.item_spans, strict=True):
        if span not in places:
            found.push(_without(item, places), span)
    return found
