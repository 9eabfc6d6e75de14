"""Which flags have a say in a part of a ruleset: those it names, and those behind its names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations
from types import MappingProxyType
from typing import Final

from ruleengine.errors import Span
from ruleengine.pipeline.wording.called import plainly
from ruleengine.source.document import Map, Seq, Value, child_span

_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_SECTIONS: Final = (
    "actions",
    "conditions",
    "counters",
    "dice",
    "kinds",
    "marks",
    "procedures",
    "rules",
    "tables",
    "zones",
)
"""The parts of a file that others name."""
_LAYOUT: Final = ("board", "setup", "seats", "sides", "colors")
_SILENT: Final = frozenset({"clauses", "against", "says", "title", "plural", "code"})
_CHOOSING: Final = ("only", "pick", "value_of")
_ASKING: Final = frozenset({"afterwards", "rules"})
"""Rules that ask what comes of a move, or lists that may have such a rule."""


class Touching:
    """What a merged tree says about flags, before any of them is chosen."""

    def __init__(self, root: Map, flags: Iterable[str]) -> None:
        self._root = root
        self._flags = frozenset(flags)
        self._order = {name: number for number, name in enumerate(flags)}
        self._named: dict[str, list[tuple[str, Value]]] = {}
        """What has a name, with the section that it stands in."""
        for section in _SECTIONS:
            part = root.get(section)
            for name, value in part.items() if isinstance(part, Map) else ():
                self._named.setdefault(name, []).append((section, value))

        actions = root.get("actions")
        self._actions: Mapping[str, Value] = actions if isinstance(actions, Map) else {}
        """Those that there are under some values of the flags."""

    def of_actions(self, names: Iterable[str]) -> list[str]:
        """Return the flags that decide whether a move by one of these actions is legal."""
        return self._closure([part for name in names for part in _deciding(self._actions[name])])

    def in_actions(self, names: Iterable[str]) -> frozenset[str]:
        """Return the flags that actions themselves name."""
        parts = [part for name in names for part in _deciding(self._actions[name])]
        return self._flags.intersection(word for part in parts for word in _words(part))

    def actions_meant(self, text: str, spans: Iterable[Span | None]) -> list[str]:
        """Return the actions that a refusal is about: by the move, or by the rules behind it.

        A move that does not name its action is refused by the rules of the one it was read as.
        """
        told = f"{plainly(text)} "
        named = [
            name
            for name, action in self._actions.items()
            if any(told.startswith(f"{plainly(word)} ") for word in _called(name, action))
        ]
        if named:
            return [max(named, key=len)]
        places = [span for span in spans if span is not None]
        return [
            name
            for name, action in self._actions.items()
            if any(_find(action, span, ()) is not None for span in places)
        ]

    def of_flow(self, phase: str, action: str | None) -> list[str]:
        """Return the flags that decide what there is to decide in a phase, or after an action."""
        parts: list[Value] = []
        for section, name in (("phases", phase), ("actions", action)):
            part = self._root.get(section)
            if isinstance(part, Map) and name is not None and name in part:
                parts.append(part[name])
        return self._closure([*parts, self._root.get("reactions")])

    @cached_property
    def of_layout(self) -> frozenset[str]:
        """The flags that are about the board, who plays, or where pieces begin.

        A kind that a set-up names may move otherwise under a flag; it begins where it did.
        """
        layout = [self._root.get(part) for part in _LAYOUT]
        return frozenset(self._closure(layout, without="kinds"))

    def of_rule(self, actions: Iterable[str], span: Span | None) -> frozenset[str]:
        """Return the flags that have a say in one rule of these actions, given by its place.

        A rule that is not found in an action may depend on everything that the action does.
        """
        return frozenset().union(*(self._of_rule(name, span) for name in actions))

    def _of_rule(self, action: str, span: Span | None) -> frozenset[str]:
        part = self._actions[action]
        found = None if span is None else _find(part, span, ())
        if found is None:
            return frozenset(self.of_actions([action]))
        rule, around = found
        operands = part.get("operands") if isinstance(part, Map) else None
        own = operands if isinstance(operands, Map) else {}
        names = [word for value in around for word in _words(value)]
        behind = self._closure([rule], own)
        return frozenset(behind).union(name for name in names if name in self._flags)

    def _closure(
        self,
        parts: list[Value],
        own: Mapping[str, Value] = MappingProxyType({}),
        *,
        without: str | None = None,
    ) -> list[str]:
        """Return the flags that parts speak of, and those behind the names they use.

        What names of one section stand for can be left out.
        """
        found: set[str] = set()
        done: set[int] = set()
        while parts:
            part = parts.pop()
            if id(part) in done:
                continue
            done.add(id(part))
            for word in _words(part):
                if word in self._flags:
                    found.add(word)
                for section, value in self._named.get(word, ()):
                    if section != without:
                        parts += _deciding(value)
                if word in own:
                    parts.append(own[word])
        return sorted(found, key=self._order.__getitem__)

    def meetings(self) -> set[frozenset[str]]:
        """Return the pairs of flags that stand in one condition, or one in the branch of other."""
        return {*self._meet(self._root, ())}

    def _meet(self, value: Value, around: tuple[str, ...]) -> Iterator[frozenset[str]]:
        if isinstance(value, Seq):
            for item in value:
                yield from self._meet(item, around)
        elif isinstance(value, Map):
            chosen = [word for key in _CHOOSING for word in _words(value.get(key))]
            names = tuple(dict.fromkeys([*around, *(w for w in chosen if w in self._flags)]))
            yield from map(frozenset, combinations(names, 2))
            for key, item in value.items():
                if key not in {*_CHOOSING, "flags", "readings"}:
                    yield from self._meet(item, names)


def _called(name: str, action: Value) -> Iterator[str]:
    """Yield what an action may be called in a move: its name, and its title."""
    yield name
    title = action.get("title") if isinstance(action, Map) else None
    if isinstance(title, str):
        yield title


def _find(
    value: Value, span: Span, around: tuple[Value, ...]
) -> tuple[Value, tuple[Value, ...]] | None:
    """Return the part that was written at a place, and the conditions around it."""
    if not isinstance(value, Map | Seq):
        return None
    if value.span == span:
        return value, around
    if isinstance(value, Map):
        around += tuple(value[key] for key in _CHOOSING if key in value)
    for key in value if isinstance(value, Map) else range(len(value)):
        item = value[key]  # type: ignore[index]
        if child_span(value, key) == span:
            return item, around
        found = _find(item, span, around)
        if found is not None:
            return found
    return None


def _deciding(value: Value) -> Iterator[Value]:
    """Yield what decides about legality: effects only where a rule asks what comes of them."""
    if not isinstance(value, Map) or "effects" not in value:
        yield value
        return
    asks = any(word in _ASKING for word in _words(value.get("validators")))
    for key, item in value.items():
        if key != "effects" or asks:
            yield item


def _words(value: Value) -> Iterator[str]:
    """Yield every word of a part that could be a name."""
    if isinstance(value, Map):
        for key, item in value.items():
            yield key
            if key not in _SILENT:
                yield from _words(item)
    elif isinstance(value, Seq):
        for item in value:
            yield from _words(item)
    elif isinstance(value, str):
        yield from _WORD.findall(value)
