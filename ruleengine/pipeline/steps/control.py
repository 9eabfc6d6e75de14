"""Steps that steer: conditions, loops, jumps, and the ends of turns, phases and games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from ruleengine.errors import EndlessError, Span
from ruleengine.pipeline.expressions import bind, bind_present
from ruleengine.pipeline.filters.selectors import bind_cells, bind_pieces
from ruleengine.pipeline.flow import MAX_STEPS, Run, enter_phase
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Env, Result, State
from ruleengine.pipeline.steps.effects import Effect
from ruleengine.pipeline.steps.endings import settle_endings, worth_of
from ruleengine.pipeline.wording.told import bind_sentence
from ruleengine.schema import steps as schema
from ruleengine.schema.end_steps import UNNAMED_END
from ruleengine.schema.reach import kinds_meant
from ruleengine.schema.step_sources import ForEachSpec, NumberRange

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


class Loop(Effect):
    """Steps that run several times; what is left to do is kept under a local name."""

    def __init__(self, step: schema.StepModel, body: int, name: str) -> None:
        super().__init__(step)
        self.rest = f"{name}{REST}"
        self._body = body

    def _once_more(self, game: Run) -> None:
        """Run the steps, and come back to the loop after them."""
        state = game.state
        frame = state.frames[-1]
        state.frames[-1] = frame._replace(step=frame.step - 1)
        game.push(self._body, frame.env)


class ForEach(Loop):
    """What it goes through is fixed before the first round: the steps cannot add to it."""

    def __init__(self, step: schema.ForEach, rules: Rules, body: int) -> None:
        super().__init__(step, body, step.for_each.as_)
        self._name = step.for_each.as_
        self._items = self._bind_items(step.for_each, rules)

    def _bind_items(self, spec: ForEachSpec, rules: Rules) -> Callable[[State, Env], list[int]]:
        if spec.among is not None:
            pieces = bind_pieces(spec.among, rules)
            return lambda state, env: sorted(pieces(state, env), key=state.cell.__getitem__)
        if spec.among_cells is not None:
            cells = bind_cells(spec.among_cells, rules)
            return lambda state, env: list(cells(state, env))
        if spec.among_sides is not None:
            sides = list(range(len(rules.names.sides)))
            return lambda _state, _env: sides
        if spec.among_kinds is not None:
            kinds = [*kinds_meant(spec.among_kinds, rules.names.kinds)]
            return lambda _state, _env: kinds
        if spec.numbers is not None:
            return self._bind_numbers(spec.numbers, rules)
        zone_id = rules.grid.zone_id[str(spec.parts_of)]
        parts = list(rules.grid.zones[zone_id].parts or (zone_id,))
        return lambda _state, _env: parts

    def _bind_numbers(self, spec: NumberRange, rules: Rules) -> Callable[[State, Env], list[int]]:
        first, last = bind_present(spec.from_, rules), bind_present(spec.to, rules)

        def numbers(state: State, env: Env) -> list[int]:
            found = range(first(state, env), last(state, env) + 1)
            if len(found) > MAX_STEPS:
                raise EndlessError(MAX_STEPS, self.span)
            return list(found)

        return numbers

    def run(self, game: Run, env: Env) -> bool:
        if self.rest not in env:
            env[self.rest] = self._items(game.state, env)
        rest = cast("list[int]", env[self.rest])
        if not rest:
            del env[self.rest]
            return True
        env[self._name], env[self.rest] = rest[0], rest[1:]
        self._once_more(game)
        return True


class Repeat(Loop):
    """Steps run while a condition holds, and at most so often."""

    def __init__(self, step: schema.Repeat, rules: Rules, body: int) -> None:
        super().__init__(step, body, f"repeat_{body}")
        self._while = bind(step.while_, rules) if step.while_ is not None else None
        self._at_most = bind_present(step.at_most, rules)

    def run(self, game: Run, env: Env) -> bool:
        state = game.state
        left = cast("int", env[self.rest] if self.rest in env else self._at_most(state, env))
        if left > 0 and (self._while is None or self._while(state, env)):
            env[self.rest] = left - 1
            self._once_more(game)
        else:
            env.pop(self.rest, None)
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
    """The steps of a procedure run, with what it is given for local names."""

    def __init__(self, step: schema.Run, rules: Rules) -> None:
        super().__init__(step)
        self._name = step.procedure
        self._values = [(name, bind(value, rules)) for name, value in step.values.items()]
        self._rules = rules

    def run(self, game: Run, env: Env) -> bool:
        names: Env = {name: value(game.state, env) for name, value in self._values}
        game.push(self._rules.procedures[self._name], None, names)
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


def _loops_around(game: Run) -> Iterator[Loop]:
    """Yield the loops in whose rounds play is."""
    for frame in game.state.frames[:-1]:
        steps = game.rules.blocks[frame.block].steps
        if frame.step < len(steps):
            step = steps[frame.step]
            if isinstance(step, Loop):
                yield step


def leave_rounds(game: Run, env: Env) -> None:
    """Go on after the nearest loop, if that is one of rounds and not one through several things.

    Only loops count in whose own list of steps play is, not those around a procedure.
    """
    frames = game.state.frames
    for depth in range(len(frames) - 2, -1, -1):
        frame = frames[depth]
        if frame.env != frames[-1].env:
            return
        steps = game.rules.blocks[frame.block].steps
        step = steps[frame.step] if frame.step < len(steps) else None
        if isinstance(step, Loop) and step.rest in env:
            if isinstance(step, Repeat):
                game.unwind(depth + 1)
                frames[-1] = frame._replace(step=frame.step + 1)
                del env[step.rest]
            return


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

    def __init__(self, step: schema.End, rules: Rules, clauses: tuple[str, ...]) -> None:
        super().__init__(step)
        self.clauses = clauses
        self._says = bind_sentence(step.end.says, rules)
        self._winner = bind(step.end.winner, rules) if step.end.winner is not None else None
        self._worth = bind(step.end.worth, rules) if step.end.worth is not None else None
        self._void = step.end.void is True
        self._name = step.id or UNNAMED_END

    def run(self, game: Run, env: Env) -> bool:
        winner = self._winner(game.state, env) if self._winner is not None else None
        worth = worth_of(self._worth, game.state, env)
        says = self._says(game.state, env)
        game.finish(Result(winner, says, self._name, self.clauses, self._void, worth))
        return True
