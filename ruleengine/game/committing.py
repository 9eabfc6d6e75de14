"""What follows when a side of a submission commits, and who is told what of it."""

from __future__ import annotations

from ruleengine.pipeline.flow import Run, advance
from ruleengine.pipeline.state import Event, SideId
from ruleengine.pipeline.steps.submission import commit


def commit_and_go_on(
    run: Run, side: SideId, *, secret: bool
) -> tuple[tuple[Event, ...], dict[SideId, tuple[Event, ...]]]:
    """Let a side commit, maybe after a last move in secret, and play go on.

    Return what has happened, and what each side may know of it.
    """
    in_secret = len(run.events)
    seen = commit(run, side, secret=secret)
    is_released, rest = not run.state.drafts, len(run.events)
    advance(run)
    later = run.events[rest:]
    told = {each: (*events, *later) for each, events in seen.items()}
    # What was done in a draft speaks of its pieces; released, they have other numbers.
    happened = tuple(run.events[in_secret if is_released else 0 :])
    if in_secret and not is_released:
        told[side] = happened
    return happened, told
