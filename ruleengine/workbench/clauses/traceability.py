"""From the sentences of a rulebook to rules and to cases, and back.

Input: scenario cases; the rulesets are those the cases name. Output: a `Trace`, which knows for
each clause the rules and flags that cite it and the cases that show it, and for each value of a
flag a case that tells it from another value. Rules count under whatever flags select them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations

from ruleengine.errors import RulesetError, Span
from ruleengine.resolve.files.inner_edits import id_of
from ruleengine.resolve.files.merge import files_of
from ruleengine.resolve.files.overlay import MergedTree
from ruleengine.resolve.flags.choosing import choose_flags, read_flags
from ruleengine.resolve.flags.citing import cited_in, is_list_of_clauses
from ruleengine.resolve.flags.values import (
    FlagValue,
    as_plain,
    same_setting,
    setting_text,
)
from ruleengine.schema.flags import Flag
from ruleengine.source.document import Map, Seq, Value
from ruleengine.workbench.cases.files import Case
from ruleengine.workbench.cases.model import RefusedStep
from ruleengine.workbench.cases.scenarios import Games, run_case
from ruleengine.workbench.readings import known_values


@dataclass(frozen=True)
class Citation:
    """A rule or flag that comes from a clause."""

    by: str
    """Where it stands: the keys from the top of the file, joined by dots."""
    span: Span


@dataclass(frozen=True)
class ClauseTrace:
    """One clause, what it became and what shows it."""

    id: str
    text: str
    is_binding: bool
    needs_rule: bool
    """Whether a rule or a flag has to cite it: not if it says what does not happen."""
    span: Span
    citations: tuple[Citation, ...]
    cases: tuple[str, ...]


@dataclass(frozen=True)
class Gap:
    """A clause or a flag that the cases leave open."""

    about: str
    message: str
    span: Span | None


class Trace:
    """What the cases of one game, or of several that belong together, cover."""

    def __init__(self, cases: Iterable[Case], games: Games | None = None) -> None:
        """Read the rulesets that the cases name; RulesetError if one cannot be read."""
        self.cases = tuple(cases)
        self._games = games or Games()
        self.flags: dict[str, Flag] = {}
        self._declared: dict[str, dict[str, Flag]] = {}
        self._values: dict[str, Mapping[str, FlagValue]] = {}
        self._passes: dict[str, bool | None] = {}
        self._unfit: dict[str, str] = {}
        trees = {tree.name: tree for tree in map(self._games.tree_of, self.cases)}
        for tree in trees.values():
            self._declared[tree.name] = read_flags(tree.root)
            self.flags |= self._declared[tree.name]
        self.clauses = traced(trees.values(), self.cases)
        self._asked_clauses = _own(trees.values(), "clauses")
        self._asked_flags = _own(trees.values(), "flags")

    @property
    def uncited(self) -> tuple[str, ...]:
        """The binding clauses that no rule and no flag cites."""
        return uncited(self._asked)

    @property
    def unexercised(self) -> tuple[str, ...]:
        """The binding clauses that no case shows."""
        return unexercised(self._asked)

    @property
    def _asked(self) -> dict[str, ClauseTrace]:
        """The clauses of the files that the cases are about."""
        return {name: each for name, each in self.clauses.items() if name in self._asked_clauses}

    @property
    def num_clauses(self) -> int:
        """How many binding clauses cases have to show."""
        return sum(clause.is_binding for clause in self._asked.values())

    @property
    def asked_flags(self) -> tuple[str, ...]:
        """The flags whose values cases have to tell apart."""
        return tuple(
            name
            for name, flag in self.flags.items()
            if flag.affects == "play" and name in self._asked_flags
        )

    def gaps(self) -> Iterator[Gap]:
        """Yield what is not traced: clauses nobody cites or shows, values that look alike.

        Flags that only change how things look or are sent need no case. Of a variant, only what
        it adds or changes itself is asked for: the rest is for the cases of what it extends.
        """
        for clause in self.uncited:
            message = (
                f"no rule and no flag cites clause {clause}; one that says what does not happen "
                "stands under `no_rule`"
            )
            yield Gap(clause, message, self.clauses[clause].span)
        for clause in self.unexercised:
            yield Gap(clause, f"no case shows clause {clause}", self.clauses[clause].span)
        for name in self.asked_flags:
            for one, other in permutations(self.values_of(name), 2):
                if self.witness(name, one, other) is None:
                    values = f"{_written(one)} and fails with {_written(other)}"
                    message = f"no case passes with '{name}' being {values}"
                    message += self._unfit_with(name, one, other)
                    yield Gap(name, message, self.flags[name].span)

    def values_of(self, name: str) -> tuple[object, ...]:
        """Return the values of a flag that cases have to tell apart; of an open one its samples."""
        return known_values(self.flags[name])

    def witness(self, name: str, value: object, other: object) -> Case | None:
        """Return a case that passes with a flag as it is in the case, and fails with another value.

        Only a step that comes out differently counts: a game that cannot be made under the
        other value, or a position that does not fit it, tells nothing about the rules.
        """
        for case in self._promising(name, value):
            if self._passes_with(case, case.flags) is not True:
                continue
            if self._passes_with(case, self._changed(case, name, other)) is False:
                return case
        return None

    def _unfit_with(self, name: str, value: object, other: object) -> str:
        """Return which case would speak of a flag, but cannot begin under the other value."""
        for case in self._promising(name, value):
            if self._passes_with(case, case.flags) is True:
                flags = self._changed(case, name, other)
                if self._passes_with(case, flags) is None:
                    why = self._unfit[self._key_of(case, flags)].partition("\n")[0]
                    told = f"'{case.id}' does not count, since it cannot begin with"
                    return f"; {told} {_written(other)}: {why}"
        return ""

    def _promising(self, name: str, value: object) -> list[Case]:
        """Return the cases that have a value, those that speak of its flag or clauses first."""
        clauses = set(self.flags[name].clauses)

        def rank(case: Case) -> tuple[bool, int]:
            return name not in case.flags, -len(clauses.intersection(case.clauses))

        found = (case for case in self.cases if same_setting(self._value(case, name), value))
        return sorted(found, key=rank)

    def _value(self, case: Case, name: str) -> object:
        """Return the value of a flag in a case; nothing if its ruleset has no such flag."""
        value = self._chosen(case).get(name)
        return as_plain(value) if isinstance(value, Map | Seq) else value

    def _chosen(self, case: Case) -> Mapping[str, FlagValue]:
        tree = self._games.tree_of(case)
        key = _key(tree, case.flags)
        if key not in self._values:
            try:
                chosen = choose_flags(self._declared[tree.name], tree.root, case.flags).values
            except RulesetError:
                chosen = {}  # the case itself fails, and says why
            self._values[key] = chosen
        return self._values[key]

    def _changed(self, case: Case, name: str, other: object) -> dict[str, object]:
        """Return the flags of a case with one of them changed."""
        rest = {key: each for key, each in case.flags.items() if key.partition(".")[0] != name}
        # A flag that nobody sets asks nothing of others, so it is set only where it has to be.
        if same_setting(self._value(replace(case, flags=rest), name), other):
            return rest
        return {**rest, name: other}

    def _passes_with(self, case: Case, flags: Mapping[str, object]) -> bool | None:
        """Tell whether a case passes under flags; nothing if it cannot begin."""
        key = self._key_of(case, flags)
        if key not in self._passes:
            result = run_case(replace(case, flags=flags), self._games)
            if result.failure is None or result.failure.step is not None:
                self._passes[key] = result.ok
            else:
                self._passes[key] = None
                self._unfit[key] = next(iter(result.messages), "")
        return self._passes[key]

    @staticmethod
    def _key_of(case: Case, flags: Mapping[str, object]) -> str:
        return f"{case.path}:{case.id}:{json.dumps(flags, sort_keys=True)}"


def uncited(clauses: Mapping[str, ClauseTrace]) -> tuple[str, ...]:
    """Return the clauses that no rule and no flag cites, and that need one."""
    return tuple(c.id for c in clauses.values() if c.needs_rule and not c.citations)


def unexercised(clauses: Mapping[str, ClauseTrace]) -> tuple[str, ...]:
    """Return the binding clauses that no case shows."""
    return tuple(c.id for c in clauses.values() if c.is_binding and not c.cases)


def citations(root: Map) -> Iterator[tuple[str, Citation]]:
    """Yield every citation of a clause in a merged tree, whatever flags select it."""
    for key, value in root.items():
        if key == "against":
            yield from ((clause, Citation(key, span)) for clause, span in cited_in(value))
        elif key != "clauses":
            yield from _citations(value, key)


def _citations(value: Value, path: str) -> Iterator[tuple[str, Citation]]:
    if isinstance(value, Map):
        for key, item in value.items():
            if key in {"clauses", "against"} and is_list_of_clauses(item):
                yield from ((clause, Citation(path, span)) for clause, span in cited_in(item))
            else:
                yield from _citations(item, f"{path}.{key}")
    elif isinstance(value, Seq):
        for number, item in enumerate(value, start=1):
            yield from _citations(item, f"{path}.{id_of(item) or number}")


def _own(trees: Iterable[MergedTree], section: str) -> frozenset[str]:
    """Return the names in a section that are said in a file itself, not only in its parents."""
    found: set[str] = set()
    for tree in trees:
        file, entries = tree.root.value_spans["name"].file, tree.root.get(section)
        if isinstance(entries, Map):
            found |= {
                name
                for name, entry in entries.items()
                if file in files_of(entry, entries.value_spans[name])
            }
    return frozenset(found)


def traced(trees: Iterable[MergedTree], cases: Iterable[Case]) -> dict[str, ClauseTrace]:
    """Return the clauses of trees, each with what cites it and the cases that show it."""
    said: dict[str, Value] = {}
    places: dict[str, Span] = {}
    cited: dict[str, dict[Span, Citation]] = {}
    for tree in trees:
        sentences = tree.root.get("clauses")
        if isinstance(sentences, Map):
            said |= sentences
            places |= sentences.key_spans
        for clause, citation in citations(tree.root):
            # A variant inherits the citations of its base, from the same places.
            cited.setdefault(clause, {}).setdefault(citation.span, citation)
    shown: dict[str, list[str]] = {}
    for case in cases:
        for clause in shown_by(case):
            shown.setdefault(clause, []).append(case.id)
    return {
        clause: ClauseTrace(
            clause,
            str(next(iter(words.values())) if isinstance(words, Map) else words),
            not (isinstance(words, Map) and "note" in words),
            not isinstance(words, Map),
            places[clause],
            tuple(cited.get(clause, {}).values()),
            tuple(shown.get(clause, ())),
        )
        for clause, words in said.items()
    }


def shown_by(case: Case) -> list[str]:
    """Return the clauses that a case shows, those that its refusals cite included."""
    refused = (step.refused.clause for step in case.steps if isinstance(step, RefusedStep))
    return list(dict.fromkeys([*case.clauses, *(clause for clause in refused if clause)]))


def _written(value: object) -> str:
    return setting_text(value) if isinstance(value, bool | int | str) else json.dumps(value)


def _key(tree: MergedTree, flags: Mapping[str, object]) -> str:
    return f"{tree.name}:{json.dumps(flags, sort_keys=True)}"
