"""Games that are stuck, or over, before anybody can act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.survey import Survey
from ruleengine.errors import EndlessError
from ruleengine.pipeline.flow import Decision, Run, advance
from ruleengine.pipeline.start import start_state
from ruleengine.pipeline.state import Frame, State, Value
from ruleengine.pipeline.steps.decisions import Waiting
from ruleengine.source.locate import locate_key

MAX_POSITIONS: Final = 500
"""So many positions are looked at; a start that needs more is taken to be in order."""


def deadlocked_start(survey: Survey) -> Iterator[Finding]:
    """Find a ruleset in which no side can act, whatever chance and the opening choices bring."""
    why = _deadlock(survey)
    if why is None:
        return
    yield Finding(
        "check/deadlocked-start",
        None,
        f"nobody can act in the start position, whatever the dice show: {why}",
        locate_key(survey.rules.resolved.tree, ("setup",)),
        "change the setup or the actions so that the side that begins has a move",
    )


def _deadlock(survey: Survey) -> str | None:
    """Return how the game gets stuck, or None when somebody can act."""
    rules = survey.rules
    pending = [start_state(rules)]
    seen: set[tuple[object, ...]] = set()
    ended: list[str] = []
    while pending:
        run = Run(rules, pending.pop())
        try:
            advance(run)
        except EndlessError:
            return "the steps go round without anybody deciding anything"
        state = run.state
        if state.result is not None:
            ended.append(state.result.reason)
            continue
        kept = (str(state.counters), str(state.piece_counters), str(state.envs))
        key = (state.phase, state.mover, *state.cell, *state.dice, *state.frames, *kept)
        if key in seen:
            continue
        seen.add(key)
        step, decision = _waiting(run)
        if decision.kind in {"act", "submit"} or len(seen) > MAX_POSITIONS:
            return None
        pending += [_decided(run, step, option) for option in decision.options]
    if not rules.resolved.ruleset.offered:  # a game of choices and throws alone
        return None
    return f"it ends because {ended[0]}" if ended else "the same throws come round again and again"


def _waiting(run: Run) -> tuple[Waiting, Decision]:
    frame = run.state.frames[-1]
    step: Waiting = run.rules.blocks[frame.block].steps[frame.step]  # type: ignore[assignment]  # play only stops at such a step
    return step, step.decision(run.state, run.state.envs[frame.env])


def _decided(run: Run, step: Waiting, option: Value) -> State:
    after = Run(run.rules, run.state.copy())
    frame = after.state.frames[-1]
    after.state.frames[-1] = Frame(frame.block, frame.step + 1, frame.env)
    step.decide(after, after.state.envs[frame.env], option)
    return after.state
