"""The lists of steps inside steps."""

from collections.abc import Iterable, Iterator

from ruleengine.schema.steps import Act, Choose, ForEach, If, Repeat, Step


def inner_lists(step: Step) -> tuple[list[Step], ...]:
    """Return the lists of steps inside a step."""
    match step:
        case If():
            return (step.then, step.else_)
        case ForEach():
            return (step.do,)
        case Repeat():
            return (step.repeat,)
        case Choose() | Act():
            return (step.else_,)
        case _:
            return ()


def walk_steps(listed: Iterable[Step]) -> Iterator[Step]:
    """Yield steps and all steps inside them."""
    for step in listed:
        yield step
        for inner in inner_lists(step):
            yield from walk_steps(inner)
