"""A counted program counts what the pipeline does, in the same games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest

from ruleengine import load
from ruleengine.compiler.counting import EFFECTS
from ruleengine.compiler.flow import compile_ruleset
from ruleengine.errors import Span
from ruleengine.game.game import Game
from ruleengine.game.rows.simulation import CompiledGame
from ruleengine.kernel.rows import Tables
from ruleengine.pipeline.flow import BoundStep, Run
from ruleengine.pipeline.state import Env, State
from ruleengine.pipeline.steps.control import If
from ruleengine.pipeline.steps.effects import Capture
from ruleengine.program import meters
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.resolve.files.library import shipped_names
from ruleengine.schema import steps
from ruleengine.workbench.both_tiers.lockstep import Lockstep, Programs

PLIES = 60
MAX_PLIES = 120
"""Plies until something happens: in secret, armies may take long to be set up."""
NAMES = sorted(n for n, path in shipped_names().items() if path.parent.name != "variants")


@dataclass
class Log:
    """What steps of the pipeline did, and to which state."""

    entries: list[tuple[State, tuple[str, str]]] = field(default_factory=list)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def take_in(self, state: State) -> None:
        """Count what happened in the game itself; the rest was only tried out on copies."""
        self.counts += Counter(key for where, key in self.entries if where is state)
        self.entries.clear()


class Watched:
    """A bound step that notes when it has run."""

    def __init__(self, inner: BoundStep, log: Log, *, is_effect: bool) -> None:
        self.inner, self.log, self.is_effect = inner, log, is_effect
        self.clauses, self.span = inner.clauses, inner.span

    def __getattr__(self, name: str) -> object:
        return getattr(self.inner, name)

    def run(self, game: Run, env: Env) -> bool:
        num_events = len(game.events)
        result = bool(self.inner.run(game, env))
        place = str(self.span)
        if isinstance(self.inner, If):
            block = game.state.frames[-1].block
            part = "then" if block == self.inner._then else "else"  # noqa: SLF001
            self.log.entries.append((game.state, (place, part)))
        elif self.is_effect and (
            not isinstance(self.inner, Capture) or len(game.events) > num_events
        ):
            self.log.entries.append((game.state, (place, "")))
        return result


def watch(game: Game) -> Log:
    """Let every step of a game note when it has run."""
    log = Log()
    effects: set[Span | None] = {
        model.span for model in models_in(game.rules.resolved.ruleset) if isinstance(model, EFFECTS)
    }
    blocks = game.rules.blocks
    for number, block in enumerate(blocks):
        watched = tuple(Watched(step, log, is_effect=step.span in effects) for step in block.steps)
        blocks[number] = block._replace(steps=watched)
    return log


@pytest.mark.parametrize("name", NAMES)
def test_counts_are_those_of_the_pipeline(name: str) -> None:
    game = load(name)
    unfolded = NAMES.index(name) % 2 == 1  # both count alike, and to play twice takes twice as long
    log = watch(game)
    program = compile_ruleset(game.rules.resolved, counted=True, unfolded=unfolded)
    lockstep = Lockstep(game, 3, Programs(game, Tables(program)))
    log.take_in(lockstep.position._state)  # noqa: SLF001 - not a copy of it
    for ply in range(MAX_PLIES):
        if lockstep.position.state.result is not None or (ply >= PLIES and log.counts):
            break
        lockstep.step()
        log.take_in(lockstep.position._state)  # noqa: SLF001 - not a copy of it
    assert program.metered is not None
    ifs = {
        str(model.span)
        for model in models_in(game.rules.resolved.ruleset)
        if isinstance(model, steps.If)
    }
    counted: Counter[tuple[str, str]] = Counter()
    for meter, count in zip(program.metered.done, lockstep.row.section(meters.DONE), strict=True):
        if meter.what == "effect" or (meter.what == "branch" and str(meter.span) in ifs):
            counted[str(meter.span), meter.part] += count
    assert +counted == +log.counts
    assert sum(counted.values()) > 0


@pytest.mark.parametrize("name", NAMES)
def test_counting_changes_no_game(name: str) -> None:
    game = load(name)
    found = game.simulate(3, 5, max_plies=80)
    counted = CompiledGame(game, counted=True).simulate(3, 5, max_plies=80)
    assert (counted.lengths, counted.wins, counted.endings) == (
        found.lengths,
        found.wins,
        found.endings,
    )
    unfolded = CompiledGame(game, counted=True, unfolded=True).simulate(3, 5, max_plies=80)
    assert unfolded.games == 3
