"""Whether two readings differ in what is played, only in what is seen and told, or in nothing."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final, Literal, TypeAlias

from ruleengine.analysis.unused_check import unspoken
from ruleengine.game.game import Game
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.resolve.flags.values import as_plain
from ruleengine.resolve.standalone import standalone_tree
from ruleengine.schema.procedures import steps_of
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.step_lists import inner_lists
from ruleengine.schema.steps import ForEach, If, Let, Run, StepModel, Tell
from ruleengine.source.document import Map, Seq, Value

Apart: TypeAlias = Literal["in play", "seen only", "in nothing"]
"""What two readings differ in."""

WORDS: Final = (
    "changes only what is seen: players that do not look, such as random ones, cannot show what "
    "it is worth"
)
NO_RULE: Final = "no rule depends on it, so that there is nothing to measure"
_NO_SECTIONS: Final = frozenset({"views", "flags", "clauses"})
_TEXTS: Final = frozenset({"clauses", "title", "about", "says", "explained"})
"""Fields that play does not follow. A counter or an operand may have such a name as well."""


def apart(one: Game, other: Game) -> Apart:
    """Return what two readings differ in.

    What only views ask for, such as a table that says who sees whom, is seen and not played. What
    nothing asks for, as it is there for other readings, is no difference.
    """
    if _asked(one) == _asked(other):
        return "in nothing"
    return "seen only" if _played(one) == _played(other) else "in play"


def is_seen_only(one: Game, other: Game) -> bool:
    """Return whether the rules are the same but for views, and for sentences that are told."""
    return apart(one, other) == "seen only"


def _asked(game: Game) -> str:
    """Return a text that is the same for games with the same rules and the same sentences."""
    tree = standalone_tree(game.rules.resolved)
    unasked = unspoken(tree)
    rules = {
        key: _without(as_plain(item) if isinstance(item, Map | Seq) else item, unasked.get(key, ()))
        for key, item in tree.items()
        if key != "flags"
    }
    return json.dumps(rules)


def _played(game: Game) -> str:
    """Return a text that is the same for games in which the same is played."""
    resolved = game.rules.resolved
    told = _Told(game)
    tree = told.left_out(resolved.tree, standalone_tree(resolved))
    assert isinstance(tree, Map)  # noqa: S101 - as it was
    # Only now, for what nothing but a sentence asks for is not played either.
    unplayed = unspoken(tree, but_by_views=True)
    rules = {
        key: _without(
            as_plain(item) if isinstance(item, Map | Seq) else item, unplayed.get(key, ())
        )
        for key, item in tree.items()
        if key not in _NO_SECTIONS | _TEXTS
    }
    return json.dumps(rules)


def _without(section: object, names: Collection[str]) -> object:
    if not names or not isinstance(section, dict):
        return section
    return {name: item for name, item in section.items() if name not in names}


class _Told:
    """The texts of a ruleset, known by the fields they stand in and not by the names of keys."""

    def __init__(self, game: Game) -> None:
        ruleset = game.rules.resolved.ruleset
        models = list(models_in(ruleset))
        self._texts: dict[int, frozenset[str]] = {}
        for model in models:
            known = self._texts.get(id(model.written), frozenset())
            self._texts[id(model.written)] = known | _TEXTS & set(type(model).model_fields)
        self._tells = {
            id(model.written)
            for model in models
            if isinstance(model, StepModel) and only_tells(model, ruleset)
        }

    def left_out(self, source: Value, value: Value) -> Value:
        """Return a part of the tree that stands alone, without what the source only tells there."""
        if isinstance(value, Map) and isinstance(source, Map):
            texts = self._texts.get(id(source), frozenset())
            rest = Map(value.span)
            for key, item in value.items():
                if key not in texts:
                    rest[key] = self.left_out(source[key], item)
            return rest
        if isinstance(value, Seq) and isinstance(source, Seq):
            items = Seq(value.span)
            items += [
                self.left_out(from_, item)
                for from_, item in zip(source, value, strict=True)
                if id(from_) not in self._tells
            ]
            return items
        return value


def only_tells(step: StepModel, ruleset: Ruleset, inside: frozenset[str] = frozenset()) -> bool:
    """Return whether a step tells something, maybe, and changes nothing.

    A branch with nothing else in it only says when something is told. `inside` are the
    procedures that the step is part of.
    """
    match step:
        case Tell():
            return True
        case If() | ForEach():
            steps = [each for listed in inner_lists(step) for each in listed]
        case Run() if step.procedure not in inside and step.procedure in ruleset.procedures:
            steps = steps_of(ruleset.procedures[step.procedure])
            inside |= {step.procedure}
        case _:
            return False
    return all(isinstance(each, Let) or only_tells(each, ruleset, inside) for each in steps)
