"""Check what actions use up: how much of a counter, and that it is said once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruleengine.errors import Diagnostic
from ruleengine.resolve.scope import OWNED
from ruleengine.schema.expression import Expression
from ruleengine.schema.pieces import Counter
from ruleengine.schema.ruleset import Ruleset, Use


def check_uses(ruleset: Ruleset, known: Callable[[Expression], int | None]) -> Iterator[Diagnostic]:
    """Yield what is wrong: each entry is held against the limit by itself, so one has to do."""
    for name, action in ruleset.actions.items():
        seen: set[tuple[str, str]] = set()
        for index, use in enumerate(action.used):
            by = known(use.by) if use.by is not None else 1
            if by is not None and by < 1:
                message = f"'{name}' takes {by} of counter '{use.counter}'; it can be 1 or more"
                hint = "change the number, or take the counter out"
                yield Diagnostic("resolve/out-of-range", message, use.place_of("by"), hint)
            counter = ruleset.counters.get(use.counter)
            whose = _user(use, counter) if counter is not None else None
            if whose is None:
                continue
            if (use.counter, whose) in seen:
                message = f"'{name}' uses up counter '{use.counter}' twice"
                owner = f", for: {use.for_}" if use.for_ is not None else ""
                hint = f"say how much it takes: `{{counter: {use.counter}{owner}, by: 2}}`"
                place = use.place_of("counter") or action.place_of("uses", index)
                yield Diagnostic("resolve/used-twice", message, place, hint)
            seen.add((use.counter, whose))


def _user(use: Use, counter: Counter) -> str | None:
    """Return for whom a counter is used up; if nobody is named, it is whoever is on turn.

    None for a counter per piece or cell that is used up for nobody, which is wrong in itself.
    """
    if use.for_ is not None:
        return use.for_.text
    if counter.per in OWNED:
        return None
    return {"side": "mover", "seat": "seat"}.get(counter.per, counter.per)
