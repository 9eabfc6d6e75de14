"""The way from each clause of one ruleset to rules and cases, and everything that has no such way.

Input: the name of a ruleset and files of cases. Output: a `Matrix`. Rules count under whatever
flags select them; cases count that are about the ruleset, what it extends, or what extends it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ruleengine.errors import Span
from ruleengine.resolve.files.overlay import MergedTree, read_tree
from ruleengine.source.document import Map, Seq, Value, child_span
from ruleengine.workbench.cases.files import Case, read_scenarios
from ruleengine.workbench.cases.scenarios import Games, case_files
from ruleengine.workbench.clauses.traceability import (
    Citation,
    ClauseTrace,
    citations,
    shown_by,
    traced,
    uncited,
    unexercised,
)

_RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "board": (),
    "sides": (),
    "zones": (),
    "kinds": (),
    "dice": (),
    "counters": (),
    "marks": (),
    "conditions": (),
    "tables": (),
    "setup": (),
    "sheets": (),
    "phases": ("steps", "turn", "round"),
    "actions": ("operands", "validators", "effects"),
    "procedures": (),
    "rules": (),
    "reactions": ("effects",),
    "endings": (),
    "views": (),
    "flags": (),
}
"""The sections whose entries are rules, each with the parts of an entry that hold rules too."""


@dataclass(frozen=True)
class UnknownCitation:
    """A case that cites a clause which its ruleset does not have."""

    case: str
    clause: str
    span: Span


@dataclass(frozen=True)
class Matrix:
    """Clauses, rules and cases of one ruleset, and how they hang together."""

    name: str
    title: str
    clauses: Mapping[str, ClauseTrace]
    num_cases: int
    rules_without_clause: tuple[Citation, ...]
    """Rules that cite no clause, nor does anything in them or around them."""
    unknown_citations: tuple[UnknownCitation, ...]

    @property
    def clauses_without_rule(self) -> tuple[str, ...]:
        """The binding clauses that no rule and no flag cites."""
        return uncited(self.clauses)

    @property
    def clauses_without_case(self) -> tuple[str, ...]:
        """The binding clauses that no case shows."""
        return unexercised(self.clauses)

    def to_dict(self) -> dict[str, object]:
        """Return the matrix as plain data."""
        return {
            "ruleset": self.name,
            "title": self.title,
            "cases": self.num_cases,
            "clauses": [_clause_data(clause) for clause in self.clauses.values()],
            "orphans": {
                "clauses_without_rule": list(self.clauses_without_rule),
                "clauses_without_case": list(self.clauses_without_case),
                "rules_without_clause": [
                    {"rule": rule.by, "place": str(rule.span)} for rule in self.rules_without_clause
                ],
                "unknown_citations": [
                    {
                        "case": each.case,
                        "clause": each.clause,
                        "place": str(each.span or "") or None,
                    }
                    for each in self.unknown_citations
                ],
            },
        }


def trace_ruleset(name_or_path: str, paths: Iterable[Path | str]) -> Matrix:
    """Return the matrix of a ruleset; RulesetError if it, or a file of cases, cannot be read."""
    tree = read_tree(name_or_path)
    games = Games()
    cases = [
        case
        for file in case_files(paths)
        for case in read_scenarios(file)
        if _is_related(tree, games.tree_of(case))
    ]
    return Matrix(
        tree.name,
        str(tree.root.get("title", tree.name)),
        traced([tree], cases),
        len(cases),
        tuple(uncited_rules(tree.root)),
        tuple(_unknown(cases, games)),
    )


def _is_related(one: MergedTree, other: MergedTree) -> bool:
    """Tell whether one of two rulesets is the other, or extends it."""
    return _own_file(one) in _files(other) or _own_file(other) in _files(one)


def _own_file(tree: MergedTree) -> str:
    return os.path.normpath(tree.root.span.file)


def _files(tree: MergedTree) -> set[str]:
    """Return the files of a ruleset; how one is written depends on who names it."""
    return {os.path.normpath(name) for name in tree.documents}


def _unknown(cases: Iterable[Case], games: Games) -> Iterator[UnknownCitation]:
    for case in cases:
        sentences = games.tree_of(case).root.get("clauses")
        known = sentences if isinstance(sentences, Map) else {}
        for clause in shown_by(case):
            if clause not in known and case.span is not None:
                yield UnknownCitation(case.id, clause, case.span)


def uncited_rules(root: Map) -> Iterator[Citation]:
    """Yield the rules of a merged tree that come from no clause."""
    for section, parts in _RULES.items():
        for path, entry, span in _entries(section, root.get(section)):
            if _cites(entry):
                continue
            yield Citation(path, span)
            for part in parts if isinstance(entry, Map) else ():
                inner = entry[part] if isinstance(entry, Map) and part in entry else None
                yield from (Citation(name, at) for name, _, at in _entries(f"{path}.{part}", inner))


def _entries(path: str, value: Value) -> Iterator[tuple[str, Value, Span]]:
    if isinstance(value, Map) and path == "board":
        yield path, value, value.span
    elif isinstance(value, Map) and not {"pick", "value_of"} & value.keys():
        for key, item in value.items():
            yield f"{path}.{key}", item, child_span(value, key)
    elif isinstance(value, Seq):
        for number, item in enumerate(value):
            yield f"{path}.{number + 1}", item, child_span(value, number)


def _cites(value: Value) -> bool:
    """Tell whether a part of a tree cites a clause, or something in it does."""
    if not isinstance(value, Map | Seq):
        return False
    whole = Map(value.span)
    whole.put("rule", value, value.span, value.span)
    return next(iter(citations(whole)), None) is not None


def _clause_data(clause: ClauseTrace) -> dict[str, object]:
    return {
        "id": clause.id,
        "text": clause.text,
        "binding": clause.is_binding,
        "place": str(clause.span),
        "rules": [{"rule": each.by, "place": str(each.span)} for each in clause.citations],
        "cases": list(clause.cases),
    }
