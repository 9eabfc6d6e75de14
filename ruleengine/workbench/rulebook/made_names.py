"""The local names that steps make, and what is known of what they stand for."""

from __future__ import annotations

from dataclasses import replace

from ruleengine.schema import steps
from ruleengine.schema.selectors import PieceFilter
from ruleengine.workbench.rulebook.speech import Speech
from ruleengine.workbench.rulebook.whereabouts import lies_beside


def after_making(speech: Speech, step: steps.Step) -> Speech:
    """Return a speech that knows the names which a step makes for those after it."""
    match step:
        case steps.Let():
            return speech.calling(*step.let)
        case steps.Choose():
            return _with_piece(speech, step.choose.as_, step.choose.among)
        case _:
            return speech


def inside_loop(speech: Speech, step: steps.ForEach) -> Speech:
    """Return a speech that knows the name which a loop makes for the steps inside it."""
    return _with_piece(speech, step.for_each.as_, step.for_each.among)


def _with_piece(speech: Speech, name: str, among: PieceFilter | None) -> Speech:
    """Return a speech with a name that may be known to stand for a piece beside the board."""
    speech = speech.calling(name)
    zones = [] if among is None or among.in_ is None else among.in_
    roots = [speech.root(zone) for zone in zones]
    if not roots or not all(lies_beside(speech, root) for root in roots):
        return speech
    return replace(speech, beside=speech.beside | {name})
