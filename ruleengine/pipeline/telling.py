"""The step that tells players something."""

from __future__ import annotations

from collections.abc import Callable

from ruleengine.pipeline.effects import Effect
from ruleengine.pipeline.expressions import bind
from ruleengine.pipeline.flow import Run
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import GONE, Env, State
from ruleengine.pipeline.told import NOTHING, bind_told
from ruleengine.schema import steps as schema
from ruleengine.schema.expression import Expression


class Tell(Effect):
    """Players are told a sentence."""

    def __init__(self, step: schema.Tell, rules: Rules) -> None:
        super().__init__(step)
        self._parts = [
            part if isinstance(part, str) else _bind_openly(part, rules) for part in step.tell
        ]
        self._who = bind(step.who, rules) if step.who is not None else None

    def run(self, game: Run, env: Env) -> bool:
        words = [part if isinstance(part, str) else part(game.state, env) for part in self._parts]
        says = "".join(words)
        if self._who is None:
            game.emit("told", says=says)
        elif (side := self._who(game.state, env)) is not None:
            game.emit("told", side=side, says=says)
        return True


def _bind_openly(expression: Expression, rules: Rules) -> Callable[[State, Env], str]:
    """Return the function that tells a value; a piece by its cell, as some may not know more."""
    if rules.resolved.checked[expression].type != "piece":
        return bind_told(expression, rules)
    piece = bind(expression, rules)

    def told(state: State, env: Env) -> str:
        slot = piece(state, env)
        cell = GONE if slot is None else state.cell[slot]
        return NOTHING if cell == GONE else rules.place(cell)

    return told
