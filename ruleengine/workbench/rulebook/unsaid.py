"""What titles of tables leave out although it makes a difference.

Where the rows of a table look at something that its title does not speak of, nobody could tell
from the book what it is; and where it is asked with one value here and another there, two
sentences about it would contradict each other.
"""

from __future__ import annotations

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.workbench.rulebook.speech import local_name


def unsaid_names(rules: ResolvedRuleset) -> frozenset[tuple[str, str]]:
    """Return tables, each with something given to it that has to be told beside its title."""
    asked: dict[tuple[str, str], set[object]] = {}
    named_anew: set[tuple[str, str]] = set()
    for checked in rules.checked.values():
        for node in tree.walk_resolved(checked.root):
            if isinstance(node, tree.Lookup) and node.symbol.role == "table":
                for given, arg in zip(node.symbol.given, node.args, strict=True):
                    key = node.symbol.name, given.name
                    asked.setdefault(key, set()).add(outline(arg))
                    if local_name(arg) != given.name:
                        named_anew.add(key)
    return frozenset(
        (table, name)
        for (table, name), values in asked.items()
        if not _is_said(rules, table, name)
        and (
            len(values) > 1
            # What is passed on by the same name is known by it.
            or ((table, name) in named_anew and _is_looked_at(rules, table, name))
        )
    )


def _is_looked_at(rules: ResolvedRuleset, table: str, name: str) -> bool:
    """Tell whether the rows of a table speak of something that it is given."""
    return any(
        local_name(node) == name
        for expression in expressions_in(rules.ruleset.tables[table])
        for node in tree.walk_resolved(rules.checked[expression].root)
    )


def _is_said(rules: ResolvedRuleset, table: str, name: str) -> bool:
    """Tell whether a title speaks of something; without one, all that is given is told."""
    title = rules.ruleset.tables[table].title
    return title is None or f"{{{name}}}" in title


def outline(part: object) -> object:
    """Return what an expression says, to be compared, wherever it stands."""
    if isinstance(part, tree.Resolved):
        told = (getattr(part, key) for key in part._fields if key not in ("node", "bounds"))
        return type(part), *map(outline, told)
    return tuple(map(outline, part)) if type(part) is tuple else part
