"""The step that tells players something."""

from __future__ import annotations

from ruleengine.pipeline.expressions import bind
from ruleengine.pipeline.flow import Run
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Env
from ruleengine.pipeline.steps.effects import Effect
from ruleengine.pipeline.wording.told import bind_sentence
from ruleengine.schema import steps as schema


class Tell(Effect):
    """Players are told a sentence."""

    def __init__(self, step: schema.Tell, rules: Rules) -> None:
        super().__init__(step)
        self._says = bind_sentence(step.tell, rules)
        self._who = bind(step.who, rules) if step.who is not None else None

    def run(self, game: Run, env: Env) -> bool:
        says = self._says(game.state, env)
        if self._who is None:
            game.emit("told", says=says)
        elif (side := self._who(game.state, env)) is not None:
            game.emit("told", side=side, says=says)
        return True
