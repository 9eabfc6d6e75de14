"""What a game really uses: rules that nothing leads to are not worth a reader's time."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from ruleengine.analysis.unused_check import read_words
from ruleengine.pipeline.repetitions import WORDS
from ruleengine.schema import steps
from ruleengine.schema.conditions import NamedCondition
from ruleengine.schema.expression import Expression
from ruleengine.schema.model import Model
from ruleengine.schema.procedures import Procedure, steps_of
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.tables import Table
from ruleengine.schema.views import Hide
from ruleengine.source.document import Map
from ruleengine.workbench.rulebook.covered import answering_rows
from ruleengine.workbench.rulebook.phrases import settled
from ruleengine.workbench.rulebook.speech import Speech
from ruleengine.workbench.rulebook.untold import is_untold

_GUARDS: Final = ("when", "while_")
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Usage:
    """The actions, procedures, tables, counters and marks that play reaches."""

    def __init__(
        self,
        speech: Speech,
        root: Map,
        *,
        is_told: bool = False,
        parts: Iterable[object] | None = None,
    ) -> None:
        """Look at a ruleset, or at parts of it only.

        Where only what is told counts, not inside what is not explained.
        """
        self._speech = speech
        self._is_told = is_told
        self.root = root
        """The whole file, under all readings."""
        self._ruleset = speech.rules.ruleset
        self.actions: dict[str, None] = {}
        self.offered: set[str] = set()
        """The actions that some step lets a side play; the rules only ask about the others."""
        self.submitted: set[str] = set()
        """The actions that sides play together, so that none of them is on turn."""
        self.procedures: dict[str, None] = {}
        self.names: set[str] = set()
        self.kept: set[str] = set()
        """The counters and marks that steps change."""
        self._seen: set[int] = set()
        ruleset = self._ruleset
        starts = (ruleset.phases, ruleset.reactions, ruleset.endings, ruleset.views)
        for part in starts if parts is None else parts:
            self._look(part)

    def beneath(self, part: object) -> Usage:
        """Return what a part of the ruleset uses."""
        return Usage(self._speech, self.root, parts=(part,))

    def _look(self, value: object) -> None:  # noqa: C901, PLR0912 - one case for each form
        """Go through a part of the ruleset, and on to whatever it names."""
        match value:
            case steps.StepModel() if self._is_told and is_untold(self._ruleset, value):
                pass
            case Hide() if self._is_told:
                # Who sees a tally or note is told only where something else speaks of it.
                kept = {*self._ruleset.counters, *self._ruleset.marks}
                self._words(what for what in value.hide if what not in kept)
                self._look((value.of, value.from_))
            case steps.If():
                known = settled(self._speech, value.if_)
                if known is None:
                    self._look(value.if_)
                for branch, holds in ((value.then, True), (value.else_, False)):
                    if known is None or known is holds:
                        self._look(branch)
            case Table():
                self._look(answering_rows(self._speech, value))
            case steps.Act() | steps.Submit():
                self.offered.update(value.act if isinstance(value, steps.Act) else value.submit)
                self.submitted.update(value.submit if isinstance(value, steps.Submit) else ())
                self._model(value)
            case steps.Add() | steps.Set() | steps.Mark():
                self.kept.update(_changed(value))
                self._model(value)
            case steps.Run():
                self._words([value.procedure])
                self._look(list(value.values.values()))
            case Expression():
                self._words(_NAME.findall(value.text))
            case Model():
                self._model(value)
            case str():
                self._words([value])
            case list() | tuple():
                for item in value:
                    self._look(item)
            case dict():
                for item in value.values():
                    self._look(item)
            case _:
                pass

    def _model(self, model: Model) -> None:
        if id(model) in self._seen:
            return
        self._seen.add(id(model))
        if any(settled(self._speech, getattr(model, key, None)) is False for key in _GUARDS):
            return
        for key in type(model).model_fields:
            if key not in ("clauses", "says", "title", "id"):
                self._look(getattr(model, key))

    def _words(self, words: Iterable[str]) -> None:
        for word in words:
            if word in self.names:
                continue
            self.names.add(word)
            ruleset = self._ruleset
            if word in ruleset.actions:
                self.actions[word] = None
                self._look(ruleset.actions[word])
            if word in ruleset.procedures:
                self.procedures[word] = None
                if self._is_open(ruleset.procedures[word]):
                    self._look(steps_of(ruleset.procedures[word]))
            if word in ruleset.tables and self._is_open(ruleset.tables[word]):
                self._look(ruleset.tables[word])
            if word in ruleset.conditions and self._is_open(ruleset.conditions[word]):
                self._look(ruleset.conditions[word])

    def _is_open(self, body: object) -> bool:
        """Tell whether what is inside a procedure, a table or a condition counts."""
        is_closed = isinstance(body, Procedure | Table | NamedCondition) and not body.explained
        return not (self._is_told and is_closed)

    def is_only_asked(self, action: str) -> bool:
        """Tell whether rules ask if an action could be played, and nobody ever plays it."""
        return action in self.actions and action not in self.offered

    @property
    def idle(self) -> frozenset[str]:
        """The counters and marks that only other readings of the file ask about.

        What no reading asks about is there to be seen by the players, who have to keep it.
        """
        ruleset = self._ruleset
        asked = read_words(self.root)
        unasked = {
            name
            for name in (*ruleset.counters, *ruleset.marks)
            if name not in self.names and name in asked
        }
        unasked -= {name for name, mark in ruleset.marks.items() if mark.symbol}
        if are_counted(self.names):
            unasked -= {*telling(ruleset)}
        return frozenset(unasked)


def _changed(step: steps.Add | steps.Set | steps.Mark) -> Iterable[str]:
    match step:
        case steps.Add():
            return step.add
        case steps.Set():
            return step.set
        case _:
            return step.mark


def are_counted(names: Collection[str]) -> bool:
    """Tell whether rules that use some names ask how often a position has come up."""
    return not WORDS.isdisjoint(names)


def telling(ruleset: Ruleset) -> Iterator[str]:
    """Yield the counters and marks by which two positions differ when they differ in nothing else.

    One that begins anew with every turn is always the same when a turn begins.
    """
    for name, counter in ruleset.counters.items():
        if counter.tells_apart and counter.resets == "never":
            yield name
    for name, mark in ruleset.marks.items():
        if mark.tells_apart and mark.resets != "turn":
            yield name
