"""A step that is only come to where the one before it has not led away from the list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ruleengine.schema import steps
from ruleengine.workbench.rulebook.document import Item
from ruleengine.workbench.rulebook.english import uncapital
from ruleengine.workbench.rulebook.phrases import settled
from ruleengine.workbench.rulebook.speech import Speech

_AWAY = steps.End | steps.EndTurn | steps.Again | steps.Stop


def leads_away(speech: Speech, step: steps.Step) -> bool:
    """Tell whether what comes after a condition is not reached where it holds."""
    if not isinstance(step, steps.If) or step.else_ or settled(speech, step.if_) is not None:
        return False
    return is_left(step.then)


def is_left(listed: Sequence[steps.Step]) -> bool:
    """Tell whether nothing comes after a list of steps, since the last of them leads away."""
    return bool(listed) and isinstance(listed[-1], _AWAY)


def otherwise(lines: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the only line of a step as what happens in the other case."""
    if len(lines) != 1 or lines[0].text.endswith(":"):
        return lines
    return (replace(lines[0], text=f"Otherwise, {uncapital(lines[0].text)}"),)
