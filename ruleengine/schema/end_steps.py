"""What ends a game beside its endings: the flow, and steps with the steps that they stand in."""

from collections.abc import Iterable, Iterator
from typing import Final

from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.step_lists import inner_lists
from ruleengine.schema.steps import End, Step

DEADLOCK: Final = "deadlock"
"""The ending of a game in which nobody can act any more."""
LAST_PHASE: Final = "last-phase"
"""The ending of a game whose last phase is over."""
UNNAMED_END: Final = "end"
"""The ending by a step without an `id`."""


def end_steps(ruleset: Ruleset) -> Iterator[tuple[End, tuple[str, ...]]]:
    """Yield every step that ends the game, with the clauses it comes from."""
    for body in ruleset.step_lists:
        for end, around in _ends_in(body, ()):
            yield end, clauses_behind(end, around)


def _ends_in(
    listed: Iterable[Step], around: tuple[Step, ...]
) -> Iterator[tuple[End, tuple[Step, ...]]]:
    for step in listed:
        if isinstance(step, End):
            yield step, around
        for inner in inner_lists(step):
            yield from _ends_in(inner, (*around, step))


def clauses_behind(end: End, around: Iterable[Step]) -> tuple[str, ...]:
    """Return the clauses of a step; one without any comes from those of the step around it."""
    cited = [each.clauses for each in (*around, end) if each.clauses]
    return tuple(cited[-1]) if cited else ()
