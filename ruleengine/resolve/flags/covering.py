"""A few settings of the flags that between them use every part of a tree, and every value.

Checking a ruleset under all combinations of its flags is out of reach; checking it under these
sees every branch and every value at least once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ruleengine.errors import Diagnostic
from ruleengine.resolve.flags.choosing import FlagValues, default_values
from ruleengine.resolve.flags.rules import is_among, setting_at
from ruleengine.resolve.flags.select import (
    ABOUT_FLAGS,
    OTHERWISE,
    uncovered_settings,
    wanted_settings,
)
from ruleengine.resolve.flags.solver import Allowed, Solver, both
from ruleengine.resolve.flags.values import setting_text, settings
from ruleengine.schema.flags import MapFlag
from ruleengine.source.document import Map, Seq, Value
from ruleengine.source.locate import locate_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ruleengine.errors import Span
    from ruleengine.resolve.flags.values import FlagValue, Setting
    from ruleengine.schema.flags import Flag


class _Part(NamedTuple):
    """A branch or item that depends on flags: what they must be, all conditions around it too."""

    allowed: Allowed
    span: Span
    around: _Part | None

    def may_join(self, allowed: Allowed) -> bool:
        """Tell whether it goes with what is allowed so far, before all that follows from it."""
        return all(
            any(is_among(value, allowed[slot]) for value in each)
            for slot, each in self.allowed.items()
            if slot in allowed
        )

    def is_used(self, values: FlagValues) -> bool:
        return all(
            is_among(setting_at(values.values, slot), each) for slot, each in self.allowed.items()
        )


def covering(root: Map, flags: Mapping[str, Flag], values: FlagValues) -> tuple[FlagValues, ...]:
    """Return assignments, `values` first, that together use every part that can be used.

    What others may refer to is also left out at least once, if it can be, and every value that a
    flag is known to take is taken at least once: a part may be missing without being a part that
    others name. Each assignment respects what flags require and conflict with, given that those
    explicit in `values` stay explicit.
    """
    solver = Solver(flags, values)
    assignments = [values]
    parts = [*_parts(root, flags), *_absences(root, flags), *_single_values(root, flags, solver)]
    unused = [part for part in _distinct(parts) if not part.is_used(values)]
    while unused:
        first, *others = unused
        allowed = solver.narrow({}, first.allowed)
        if allowed is None:
            unused = others
            continue
        for part in others:
            if part.may_join(allowed):
                allowed = solver.narrow(allowed, part.allowed) or allowed
        assignment = solver.assignment(allowed)
        assignments.append(assignment)
        unused = [part for part in others if not part.is_used(assignment)]
    return tuple(assignments)


def one_by_one(flags: Mapping[str, Flag], values: FlagValues) -> Iterator[FlagValues]:
    """Yield an assignment for every value, in which all else is as in `values` if it can be."""
    solver = Solver(flags, values)
    for slot, value in _known_values(flags, solver):
        allowed = solver.narrow({}, {slot: (value,)})
        if allowed is not None:
            yield solver.assignment(allowed)


def never_selected(root: Map, flags: Mapping[str, Flag]) -> list[Diagnostic]:
    """Return a warning for every part that no assignment of the flags can reach."""
    solver = Solver(flags, FlagValues(default_values(flags, root)))
    parts = list(_parts(root, flags))
    # Under a condition with alternatives a part is listed once for each; one of them is enough.
    reached = {part.span for part in parts if solver.narrow({}, part.allowed) is not None}
    diagnostics = {
        part.span: Diagnostic(
            "resolve/never-selected",
            "no setting of the flags leads here",
            part.span,
            "take it out, or correct the conditions on and around it",
            severity="warning",
        )
        for part in parts
        # What stands inside a part that is never reached has the same cause.
        if part.span not in reached and (part.around is None or part.around.span in reached)
    }
    return sorted(diagnostics.values(), key=lambda diagnostic: diagnostic.sort_key())


def _parts(root: Map, flags: Mapping[str, Flag]) -> Iterator[_Part]:
    """Yield every branch of a pick and every value with a condition, outer ones first."""
    for key, value in root.items():
        if key not in ABOUT_FLAGS:
            yield from _parts_of(value, root.value_spans[key], flags, None)


def _parts_of(
    value: Value, span: Span, flags: Mapping[str, Flag], around: _Part | None
) -> Iterator[_Part]:
    if isinstance(value, Seq):
        for item, item_span in zip(value, value.item_spans, strict=True):
            yield from _parts_of(item, item_span, flags, around)
        return
    if not isinstance(value, Map):
        return
    condition = value.get("only")
    alternatives = condition if isinstance(condition, Seq) else [condition]
    for alternative in alternatives:
        inside = around
        if isinstance(alternative, Map):
            wanted: Allowed = {
                name: wanted_settings(flags[name], each) for name, each in alternative.items()
            }
            inside = _inner(wanted, span, around)
            yield inside
        yield from _parts_inside(value, flags, inside)


def _parts_inside(value: Map, flags: Mapping[str, Flag], around: _Part | None) -> Iterator[_Part]:
    flag_name = value.get("pick")
    for key, item in value.items():
        if key in {"only", "pick", "value_of"}:
            continue
        inside = around
        if flag_name is not None:
            flag = flags[str(flag_name)]
            inside = _inner(
                {str(flag_name): _branch_settings(flag, key, value)}, value.key_spans[key], around
            )
            yield inside
        yield from _parts_of(item, value.value_spans[key], flags, inside)


def _branch_settings(flag: Flag, branch: str, pick: Map) -> tuple[Setting, ...]:
    if branch == OTHERWISE:
        return uncovered_settings(flag, pick)
    return tuple(setting for setting in settings(flag) if setting_text(setting) == branch)


def _absences(root: Map, flags: Mapping[str, Flag]) -> Iterator[_Part]:
    """Yield the conditions under which a named entry, or a step with a label, is not there."""
    pending: list[Value] = [value for key, value in root.items() if key not in ABOUT_FLAGS]
    while pending:
        value = pending.pop()
        if isinstance(value, Seq):
            pending += value
            labelled = [item for item in value if isinstance(item, Map) and "label" in item]
            entries = [(item, item.span) for item in labelled]
        elif isinstance(value, Map):
            pending += value.values()
            entries = [
                (item, value.value_spans[key])
                for key, item in value.items()
                if isinstance(item, Map)
            ]
        else:
            continue
        for item, span in entries:
            condition = item.get("only")
            for name, each in condition.items() if isinstance(condition, Map) else ():
                wanted = wanted_settings(flags[name], each)
                others = tuple(s for s in settings(flags[name]) if not is_among(s, wanted))
                if others:
                    yield _Part({name: others}, span, None)


def _single_values(root: Map, flags: Mapping[str, Flag], solver: Solver) -> Iterator[_Part]:
    """Yield every value as a part of its own."""
    for slot, value in _known_values(flags, solver):
        yield _Part({slot: (value,)}, locate_key(root, ("flags", slot.partition(".")[0])), None)


def _known_values(flags: Mapping[str, Flag], solver: Solver) -> Iterator[tuple[str, FlagValue]]:
    """Yield every value of a flag, or of a field of a map; of an open one those it is given."""
    for name, flag in flags.items():
        fields = flag.fields_ if isinstance(flag, MapFlag) else ()
        for slot in [f"{name}.{field}" for field in fields] or [name]:
            for value in solver.domain(slot):
                yield slot, value


def _inner(wanted: Allowed, span: Span, around: _Part | None) -> _Part:
    allowed = dict(around.allowed) if around is not None else {}
    for name, each in wanted.items():
        allowed[name] = both(allowed.get(name, each), each)
    return _Part(allowed, span, around)


def _distinct(parts: Iterable[_Part]) -> list[_Part]:
    """Return one part for each set of conditions, the most demanding first.

    Those leave the least freedom, so that the rest can be packed around them.
    """
    by_conditions = {
        frozenset((name, frozenset(map(repr, each))) for name, each in part.allowed.items()): part
        for part in parts
    }
    return sorted(by_conditions.values(), key=lambda part: -len(part.allowed))
