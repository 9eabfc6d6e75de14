"""Steps that steer: conditions, loops, jumps, and the ends of turns, phases and games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from ruleengine.errors import Span
from ruleengine.pipeline.effects import Effect
from ruleengine.pipeline.endings import settle_endings
from ruleengine.pipeline.expressions import bind
from ruleengine.pipeline.flow import Run, enter_phase
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.selectors import bind_pieces
from ruleengine.pipeline.state import Env, Result, State
from ruleengine.schema import steps as schema

REST = "#rest"
"""What the local name ends with that keeps what a loop still has to go through."""


class If(Effect):
    """Steps run when a condition holds, others when it does not."""

    def __init__(self, step: schema.If, rules: Rules, then: int, otherwise: int) -> None:
        super().__init__(step)
        self._condition = bind(step.if_, rules)
        self._then = then
        self._otherwise = otherwise

    def run(self, game: Run, env: Env) -> bool:
        branch = self._then if self._condition(game.state, env) else self._otherwise
        game.push(branch, game.env_number)
        return True


class ForEach(Effect):
    """What it goes through is fixed before the first round: the steps cannot add to it."""

    def __init__(self, step: schema.ForEach, rules: Rules, body: int) -> None:
        super().__init__(step)
        self._name = step.for_each.as_
        self.rest = f"{self._name}{REST}"
        self._items = self._bind_items(step.for_each, rules)
        self._body = body

    @staticmethod
    def _bind_items(spec: schema.ForEachSpec, rules: Rules) -> Callable[[State, Env], list[int]]:
        if spec.among is not None:
            pieces = bind_pieces(spec.among, rules)
            return lambda state, env: sorted(pieces(state, env), key=state.cell.__getitem__)
        zone_id = rules.grid.zone_id[str(spec.parts_of)]
        parts = list(rules.grid.zones[zone_id].parts or (zone_id,))
        return lambda _state, _env: parts

    def run(self, game: Run, env: Env) -> bool:
        state = game.state
        if self.rest not in env:
            env[self.rest] = self._items(state, env)
        rest = cast("list[int]", env[self.rest])
        if not rest:
            del env[self.rest]
            return True
        env[self._name], env[self.rest] = rest[0], rest[1:]
        frame = state.frames[-1]
        state.frames[-1] = frame._replace(step=frame.step - 1)
        game.push(self._body, frame.env)
        return True


class Let(Effect):
    """Names stand for values from here on."""

    def __init__(self, step: schema.Let, rules: Rules) -> None:
        super().__init__(step)
        self._values = [(name, bind(value, rules)) for name, value in step.let.items()]

    def run(self, game: Run, env: Env) -> bool:
        for name, value in self._values:
            env[name] = value(game.state, env)
        return True


class RunProcedure(Effect):
    """The steps of a procedure run."""

    def __init__(self, step: schema.Run, rules: Rules) -> None:
        super().__init__(step)
        self._name = step.run
        self._rules = rules

    def run(self, game: Run, env: Env) -> bool:
        del env
        game.push(self._rules.procedures[self._name])
        return True


class Again(Effect):
    """Go back to a labelled step; frames above the block it stands in are left."""

    def __init__(self, step: schema.Again, target: tuple[int, int]) -> None:
        super().__init__(step)
        self._block, self._step = target

    def run(self, game: Run, env: Env) -> bool:
        frames = game.state.frames
        depth = max(i for i, frame in enumerate(frames) if frame.block == self._block)
        game.unwind(depth + 1)
        frames[-1] = frames[-1]._replace(step=self._step)
        # A loop that was left half done starts anew when play comes to it again.
        running = {loop.rest for loop in _loops_around(game)}
        for name in [name for name in env if name.endswith(REST) and name not in running]:
            del env[name]
        return True


def _loops_around(game: Run) -> Iterator[ForEach]:
    """Yield the loops in whose rounds play is."""
    for frame in game.state.frames[:-1]:
        steps = game.rules.blocks[frame.block].steps
        if frame.step < len(steps):
            step = steps[frame.step]
            if isinstance(step, ForEach):
                yield step


class EndTurn(Effect):
    """The turn is over."""

    def run(self, game: Run, env: Env) -> bool:
        del env
        game.end_turn()
        return True


class Stop(Effect):
    """Leave everything that shares the local names of the running step."""

    def run(self, game: Run, env: Env) -> bool:
        del env
        frames = game.state.frames
        number = frames[-1].env
        game.unwind(next(i for i, frame in enumerate(frames) if frame.env == number))
        return True


class CheckEndings:
    """Look at the endings; asked by rulesets, and by the machine after each action."""

    def __init__(self, clauses: tuple[str, ...] = (), span: Span | None = None) -> None:
        self.clauses = clauses
        self.span = span

    def run(self, game: Run, env: Env) -> bool:
        del env
        if not game.aside:
            settle_endings(game)
        return True


class Enter(Effect):
    """Another phase begins."""

    def __init__(self, step: schema.Enter, rules: Rules) -> None:
        super().__init__(step)
        self._phase = rules.names.phases.index(step.enter)

    def run(self, game: Run, env: Env) -> bool:
        del env
        game.unwind(0)
        enter_phase(game, self._phase)
        return True


class End(Effect):
    """The game is over."""

    def __init__(self, step: schema.End, rules: Rules) -> None:
        super().__init__(step)
        self._says = step.end.says
        self._winner = bind(step.end.winner, rules) if step.end.winner is not None else None
        self._name = step.id or "end"

    def run(self, game: Run, env: Env) -> bool:
        winner = self._winner(game.state, env) if self._winner is not None else None
        game.finish(Result(winner, self._says, self._name, self.clauses))
        return True
