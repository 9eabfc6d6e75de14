"""The clauses that a list cites, whichever of them flags select."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleengine.source.document import Map, Seq, child_span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruleengine.errors import Span
    from ruleengine.source.document import Value

_SELECTING = frozenset({"pick", "only", "value_of"})
"""Keys under which flags are named, and their choices, but no clauses."""


def is_list_of_clauses(value: Value) -> bool:
    """Tell whether a value is a list, or lists that a flag picks from; no part called so."""
    return isinstance(value, Seq) or (isinstance(value, Map) and "pick" in value)


def cited_in(value: Value) -> Iterator[tuple[str, Span]]:
    """Yield each clause of a list, or of the lists that flags pick from, and where it stands."""
    if not isinstance(value, Map | Seq):
        return
    entries = value.items() if isinstance(value, Map) else enumerate(value)
    for key, item in entries:
        if isinstance(value, Map) and key in _SELECTING:
            continue
        if isinstance(item, str):
            yield str(item), child_span(value, key)
        else:
            yield from cited_in(item)
