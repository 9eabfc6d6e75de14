"""What speaks against the sentence of a clause: readings under which it may not hold as written.

A rule under a reading other than the proposed one still cites the sentence that the reading is
about; whoever prints the sentence there has to say so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruleengine.resolve.flags.rules import has_default, setting_at, terms_of
from ruleengine.resolve.flags.values import setting_text, written

if TYPE_CHECKING:
    from ruleengine.resolve.ruleset import ResolvedRuleset


def is_default(resolved: ResolvedRuleset, name: str) -> bool:
    """Return whether a flag has the value that the ruleset proposes."""
    return has_default(resolved.flags[name], resolved.values.values[name])


def set_aside(resolved: ResolvedRuleset) -> Iterator[tuple[str, str | None]]:
    """Yield the clauses that are gone against: by the file, or by a flag of this name."""
    for clause in resolved.ruleset.against:
        yield clause, None
    for name, flag in resolved.flags.items():
        for slot, value, terms in terms_of(name, flag):
            now = setting_at(resolved.values.values, slot)
            if isinstance(now, str | int) and setting_text(now) == value:
                for clause in terms.against:
                    yield clause, name


def doubts_about(resolved: ResolvedRuleset, clause: str) -> str | None:
    """Say which readings the sentence of a clause does not go with; nothing if it does."""
    aside = [name for each, name in set_aside(resolved) if each == clause]
    said = ["this game goes against it"] if None in aside else []
    for name, flag in resolved.flags.items():
        here = f"{name}={written(resolved.values.values[name])}"
        if name in aside:
            said.append(f"{here} goes against it")
        elif clause in flag.clauses and not is_default(resolved, name):
            proposed = f"{name}={written(flag.default)}"
            # Of several clauses each may have been written for another reading.
            alone = len(flag.clauses) == 1
            said.append(
                f"as written for {proposed}; here {here}"
                if alone
                else f"disputed: {proposed} is proposed; here {here}"
            )
    return "; ".join(said) or None
