"""Steps that come back to themselves: local names have one register each, whoever runs.

An action whose effects let somebody act may be taken again before it is over, and a procedure may
run itself. That is in order when nothing that is left to do in what is entered again speaks of
local names: then nobody reads what was overwritten. Otherwise the step that runs the others keeps
the local names on the stack. Submissions come up in the flow of phases only, which never begins
again before it is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from ruleengine.resolve.checks.declarations import expressions_in, models_in
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema import steps
from ruleengine.schema.procedures import steps_of
from ruleengine.schema.step_lists import inner_lists

Unit: TypeAlias = tuple[str, str]
"""Steps with registers of their own: what they are, and their name."""


class _Entry(NamedTuple):
    """A step that runs other steps in the middle of its own."""

    unit: Unit
    step: steps.Step
    is_free: bool
    """Whether nothing that follows speaks of local names."""


def saved_steps(resolved: ResolvedRuleset) -> frozenset[int]:
    """Return the steps, by identity, whose local names have to survive what they run."""
    ruleset = resolved.ruleset
    bodies: dict[Unit, Sequence[steps.Step]] = {
        **{("action", name): action.effects for name, action in ruleset.actions.items()},
        **{("procedure", name): steps_of(body) for name, body in ruleset.procedures.items()},
        **{("reaction", name): reaction.effects for name, reaction in ruleset.reactions.items()},
    }
    reactions = [("reaction", name) for name in ruleset.reactions]
    hears_dice = any(reaction.on == "rolled" for reaction in ruleset.reactions.values())
    finder = _Finder(resolved, reactions, hears_dice=hears_dice)
    entries = {unit: list(finder.entries(body, is_free=True)) for unit, body in bodies.items()}
    found: set[int] = set()
    for unit, entered in entries.items():
        for entry in entered:
            comes_back = unit == entry.unit or unit in _reached(entry.unit, entries)
            if comes_back and not entry.is_free:
                found.add(id(entry.step))
    return frozenset(found)


def _reached(start: Unit, entries: dict[Unit, list[_Entry]]) -> set[Unit]:
    found: set[Unit] = set()
    pending = [start]
    while pending:
        for entry in entries[pending.pop()]:
            if entry.unit not in found:
                found.add(entry.unit)
                pending.append(entry.unit)
    return found


class _Finder:
    """Finds the steps that run others."""

    def __init__(
        self, resolved: ResolvedRuleset, reactions: list[Unit], *, hears_dice: bool
    ) -> None:
        self._checked = resolved.checked
        self._reactions = reactions
        self._hears_dice = hears_dice

    def entries(self, body: Sequence[steps.Step], *, is_free: bool) -> Iterator[_Entry]:
        """Yield what a list of steps runs; `is_free` says so of what follows the list."""
        for number, step in enumerate(body):
            free = is_free and not any(map(self._speaks, body[number + 1 :]))
            for unit in self._entered(step):
                yield _Entry(unit, step, free)
            loops = isinstance(step, steps.ForEach | steps.Repeat)
            for inner in inner_lists(step):
                yield from self.entries(inner, is_free=free and not loops)

    def _entered(self, step: steps.Step) -> list[Unit]:
        match step:
            case steps.Run():
                return [("procedure", step.procedure)]
            case steps.Act():
                return [*(("action", name) for name in step.act), *self._reactions]
            case steps.Roll() if self._hears_dice:
                return self._reactions
            case _:
                return []

    def _speaks(self, step: steps.Step) -> bool:
        """Return whether a step speaks of local names, or keeps count of its rounds."""
        if any(isinstance(model, steps.ForEach | steps.Repeat) for model in models_in(step)):
            return True
        return any(
            symbol.role == "local"
            for expression in expressions_in(step)
            if expression in self._checked
            for symbol in self._checked[expression].symbols
        )
