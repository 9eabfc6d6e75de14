"""Procedures that are given something to work on: what a `run` has to say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruleengine.errors import Diagnostic, Span
from ruleengine.expressions.problems import did_you_mean
from ruleengine.expressions.types import Symbol
from ruleengine.schema.steps import Run
from ruleengine.schema.wording import listed


def unfit_values(
    step: Run, given: Mapping[str, Symbol], place: Span | None
) -> Iterator[Diagnostic]:
    """Yield what a `run` does not give to its procedure, and what it gives for nothing."""
    name, values = step.procedure, step.values
    for key in values:
        if key in given:
            continue
        missing = [each for each in given if each not in values]
        hint = did_you_mean(key, missing) or (
            f"it is given {listed(list(given))}" if given else f"write `run: {name}`"
        )
        yield Diagnostic(
            "resolve/wrong-arguments",
            f"procedure '{name}' is not given any '{key}'",
            step.place_of_key("run", name, key),
            hint,
        )
    absent = [each for each in given if each not in values]
    # A misspelt name is one mistake: what it was meant to be is not missing as well.
    if absent and not any(key not in given for key in values):
        example = ", ".join(f"{each}: ..." for each in given)
        yield Diagnostic(
            "resolve/wrong-arguments",
            f"procedure '{name}' needs {listed(absent)}, which nothing here gives it",
            place,
            f"write `run: {{{name}: {{{example}}}}}`",
        )
