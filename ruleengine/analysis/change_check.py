"""Counters and marks that rules ask for and that nothing ever changes, under any flag values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.survey import Survey
from ruleengine.analysis.unused_check import read_words
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema.flags import ListFlag
from ruleengine.source.document import Map, Seq, Value

# Keys whose own keys are names of what is changed, or of what something begins with.
_CHANGING: Final = frozenset({"add", "set", "mark", "counters"})
# Keys whose values are such names, or have them under `counter`.
_NAMING: Final = frozenset({"uses", "number_as"})


def never_changes(survey: Survey) -> Iterator[Finding]:
    """Find what a step was meant to keep up to date, and none does.

    What begins with values of its own, for a kind or in the setup, is as good as an attribute.
    """
    resolved = survey.rules.resolved
    ruleset = resolved.ruleset
    changed = {*_changed(survey.root), *_maybe_given(resolved, survey.root)}
    suspects = [name for name in (*ruleset.counters, *ruleset.marks) if name not in changed]
    read = read_words(survey.root) if suspects else ()
    for name in suspects:
        if name not in read:
            continue  # which is said as it is never used
        noun, stays, steps = "mark", "nothing", "`mark`"
        if name in ruleset.counters:
            start = ruleset.counters[name].start
            noun, steps = "counter", "`add` or `set`"
            stays = str(resolved.number(start)) if start is not None else "0"
        yield Finding(
            "check/never-changes",
            name,
            f"{noun} '{name}' is asked for, but nothing ever changes it: it is always {stays}",
            survey.place(f"{noun}s", name),
            f"let a step change it, with {steps}, or take it out",
        )


def _changed(root: Map) -> Iterator[str]:
    """Yield every name that some step of the tree changes, or that begins with several values."""
    for key, value in root.items():
        if key != "counters":  # the section itself only declares them
            yield from _changed_in(value)


def _changed_in(value: Value) -> Iterator[str]:
    if isinstance(value, Map):
        for key, item in value.items():
            if key in _CHANGING:
                yield from _keys(item)
            elif key in _NAMING:
                yield from _words(item)
            yield from _changed_in(item)
    elif isinstance(value, Seq):
        for item in value:
            yield from _changed_in(item)


def _keys(value: Value) -> Iterator[str]:
    """Yield all keys of a value, since a choice between flag values may stand around the names."""
    if isinstance(value, Map):
        yield from value
        for item in value.values():
            yield from _keys(item)
    elif isinstance(value, Seq):
        for item in value:
            yield from _keys(item)


def _words(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Map | Seq):
        for item in value.values() if isinstance(value, Map) else value:
            yield from _words(item)


def _maybe_given(resolved: ResolvedRuleset, root: Map) -> Iterator[str]:
    """Yield the counters that a drawn setup, or pieces given as a flag, may begin with."""
    ruleset = resolved.ruleset
    if any(each.isdecimal() for text in _drawn(root.get("setup")) for each in text):
        yield from ruleset.drawn_counters
    if any(isinstance(flag, ListFlag) for flag in resolved.flags.values()):
        yield from (name for name, each in ruleset.counters.items() if each.per == "piece")


def _drawn(value: Value) -> Iterator[str]:
    if isinstance(value, Map):
        for key, item in value.items():
            yield from _words(item) if key == "drawn" else _drawn(item)
    elif isinstance(value, Seq):
        for item in value:
            yield from _drawn(item)
