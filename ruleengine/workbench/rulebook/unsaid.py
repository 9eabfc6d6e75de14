"""What titles of tables leave out although it makes a difference.

Where a table is asked with one value here and another there, and its title does not speak of it,
two sentences about it would contradict each other.
"""

from __future__ import annotations

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.ruleset import ResolvedRuleset


def unsaid_names(rules: ResolvedRuleset) -> frozenset[tuple[str, str]]:
    """Return tables, each with something given to it that has to be told beside its title."""
    asked: dict[tuple[str, str], set[object]] = {}
    for checked in rules.checked.values():
        for node in tree.walk_resolved(checked.root):
            if isinstance(node, tree.Lookup):
                for given, arg in zip(node.symbol.given, node.args, strict=True):
                    asked.setdefault((node.symbol.name, given.name), set()).add(outline(arg))
    return frozenset(
        (table, name)
        for (table, name), values in asked.items()
        if len(values) > 1 and not _is_said(rules, table, name)
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
