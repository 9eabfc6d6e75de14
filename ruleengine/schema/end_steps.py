"""Steps that end the game, wherever a ruleset has them, with the steps that they stand in."""

from collections.abc import Iterable, Iterator

from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.step_lists import inner_lists
from ruleengine.schema.steps import End, Step


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
