"""Reactions: what follows an event once the action that caused it is done."""

from __future__ import annotations

from ruleengine.errors import Span
from ruleengine.pipeline.expressions import bind
from ruleengine.pipeline.flow import Run
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Env, Event
from ruleengine.schema.ruleset import Reaction


class BoundReaction:
    """Steps that wait for an event."""

    def __init__(self, name: str, reaction: Reaction, rules: Rules, effects: int) -> None:
        self.name = name
        self.event = reaction.on
        self.effects = effects
        self.clauses = tuple(reaction.clauses)
        self.span = reaction.span
        self._by = frozenset(reaction.by) if reaction.by is not None else None
        self._when = bind(reaction.when, rules) if reaction.when is not None else None

    def answers(self, game: Run, event: Event) -> bool:
        """Return whether the reaction follows this event."""
        if event.name != self.event:
            return False
        if self._by is not None and event.action not in self._by:
            return False
        return self._when is None or bool(self._when(game.state, dict(event.payload)))


class React:
    """The step that lets reactions follow, one event after the other."""

    clauses: tuple[str, ...] = ()
    span: Span | None = None

    def run(self, game: Run, env: Env) -> bool:
        del env
        state = game.state
        if not state.queue:
            return True
        event = state.queue.pop(0)
        frame = state.frames[-1]
        # Come back to this step until every event, also of reactions, has been heard.
        state.frames[-1] = frame._replace(step=frame.step - 1)
        for reaction in reversed(game.rules.reactions):
            if reaction.answers(game, event):
                game.push(reaction.effects, None, dict(event.payload))
        return True
