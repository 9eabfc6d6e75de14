"""From a validation error's path to a place in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ruleengine.source.document import Map, Seq, child_span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruleengine.errors import Span
    from ruleengine.source.document import Value

Step: TypeAlias = tuple[Map | Seq, str | int]

# What pydantic puts after a key when the key itself, not its value, is at fault.
_KEY_MARK = "[key]"


def locate(root: Map, loc: Sequence[str | int]) -> Span:
    """Return the place of the value at `loc`, or of the deepest container on the way to it.

    Elements that begin with `#` are tags of a union, not keys, and are passed over.
    """
    steps, rest = _walk(root, loc)
    if not steps:
        return root.span
    container, key = steps[-1]
    if rest and rest[0] == _KEY_MARK:
        return _key_span(container, key)
    return child_span(container, key)


def locate_key(root: Map, loc: Sequence[str | int]) -> Span:
    """Return the place of the key that `loc` ends with, or what `locate` gives if it is absent."""
    steps, rest = _walk(root, loc)
    if steps and not rest:
        return _key_span(*steps[-1])
    return locate(root, loc)


def _walk(root: Map, loc: Sequence[str | int]) -> tuple[list[Step], Sequence[str | int]]:
    """Follow `loc` as far as the tree goes; return the steps made and what is left of `loc`."""
    steps: list[Step] = []
    here: Value = root
    for index, element in enumerate(loc):
        if isinstance(here, Map | Seq) and _has(here, element):
            steps.append((here, element))
            here = here[element]  # type: ignore[index]  # _has matched container and element
        elif not (isinstance(element, str) and element.startswith("#")):
            return steps, loc[index:]
    return steps, ()


def _has(container: Map | Seq, element: str | int) -> bool:
    if isinstance(container, Map):
        return element in container
    return isinstance(element, int) and 0 <= element < len(container)


def _key_span(container: Map | Seq, key: str | int) -> Span:
    if isinstance(container, Map):
        return container.key_spans.get(str(key), container.span)
    return child_span(container, key)
