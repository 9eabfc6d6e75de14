"""Whether a game can come to a stand: turns may pass in which nobody decides anything.

Then it is drawn, whatever the endings of the ruleset are. A rulebook says so unless the rules
make sure that somebody can act, or say themselves what becomes of a side that cannot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.constants import fold
from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.procedures import steps_of
from ruleengine.schema.ruleset import Phase
from ruleengine.schema.step_lists import walk_steps
from ruleengine.workbench.rulebook.phrases import settled
from ruleengine.workbench.rulebook.playable import can_always, learned
from ruleengine.workbench.rulebook.speech import Speech
from ruleengine.workbench.rulebook.usage import Usage

_ON: Final = "on"
"""The steps come to the end of their list, and nobody has decided anything."""
_OUT: Final = "out"
"""The rest of the list is left out."""
_OVER: Final = "over"
"""The turn is over."""


def can_stand_still(speech: Speech, usage: Usage) -> bool:
    """Tell whether a game may be drawn because nobody can act, and no rule says so itself."""
    ruleset = speech.rules.ruleset
    live = (each for each in ruleset.endings if settled(speech, each.when) is not False)
    if any("can" in usage.beneath(ending).names for ending in live):
        return False
    return any(
        _Turn(speech).is_idle(phase.flow) and not _ends_when_stuck(speech, usage, phase)
        for phase in ruleset.phases.values()
        if phase.goes_round
    )


def _ends_when_stuck(speech: Speech, usage: Usage, phase: Phase) -> bool:
    """Tell whether the steps of a turn end the game where a side cannot act."""
    for step in _all_steps(speech, phase.flow, frozenset()):
        inner: Sequence[steps.Step] = ()
        match step:
            case steps.Act():
                inner = step.else_
            case steps.If() if "can" in usage.beneath(step.if_).names:
                inner = (*step.then, *step.else_)
        if any(isinstance(each, steps.End) for each in _all_steps(speech, inner, frozenset())):
            return True
    return False


def _all_steps(
    speech: Speech, listed: Sequence[steps.Step], around: frozenset[str]
) -> Iterator[steps.Step]:
    """Yield steps, those inside of them, and those of procedures that they run."""
    for step in walk_steps(listed):
        yield step
        if isinstance(step, steps.Run) and step.procedure not in around:
            body = steps_of(speech.rules.ruleset.procedures[step.procedure])
            yield from _all_steps(speech, body, around | {step.procedure})


class _Turn:
    """Follows the steps of a turn along the ways on which nobody decides anything."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._around: list[str] = []
        """The procedures that are being run."""

    def is_idle(self, listed: Sequence[steps.Step]) -> bool:
        """Tell whether a turn may pass without a decision, a throw or a change of what is kept."""
        return bool(self._ways(listed, frozenset()))

    def _ways(self, listed: Sequence[steps.Step], sure: frozenset[str]) -> set[str]:
        """Return how a list of steps may be left; one of the `sure` actions can be played."""
        left: set[str] = set()
        for step in listed:
            ways = self._through(step, sure)
            left |= {_ON} if _OUT in ways else set()
            left |= ways & {_OVER}
            if _ON not in ways:
                return left
            if not isinstance(step, steps.Let | steps.Tell):
                sure = self._known_after(step)
        return left | {_ON}

    def _known_after(self, step: steps.Step) -> frozenset[str]:
        """Return what can be played after a condition of which only one branch leads on."""
        if isinstance(step, steps.If):
            for branch, holds in ((step.then, True), (step.else_, False)):
                if _ON not in self._ways(branch, frozenset()):
                    return learned(self._speech, step.if_, holds=not holds)
        return frozenset()

    def _through(self, step: steps.Step, sure: frozenset[str]) -> set[str]:  # noqa: C901 - one case for each form
        """Return how a step may be left without a decision."""
        match step:
            case steps.Roll() | steps.Submit() | steps.End() | steps.Enter() | steps.Again():
                return set()
            case steps.Act():
                is_sure = step.who is None and sure and sure <= {*step.act}
                if is_sure or can_always(self._speech, step.act):
                    return set()
                return self._ways(step.else_, frozenset())
            case steps.Choose():
                return self._without_choice(step)
            case steps.If():
                return self._branches(step, sure)
            case steps.Run():
                return self._run(step, sure)
            case steps.ForEach():
                return self._ways(step.do, frozenset()) | {_ON}
            case steps.Repeat():
                return self._repeated(step)
            case steps.EndTurn() | steps.Stop():
                return {_OVER}
            case steps.Add():
                return (
                    set() if any(fold(self._root(by)) != 0 for by in step.add.values()) else {_ON}
                )
            case steps.Set() | steps.Mark():
                values = step.set if isinstance(step, steps.Set) else step.mark
                return {_ON} if all(map(self._is_fixed, values.values())) else set()
            case _:
                return {_ON}

    def _without_choice(self, step: steps.Choose) -> set[str]:
        if step.choose.among_words:
            return set()
        ways = self._ways(step.else_, frozenset())
        return ways - {_ON} | {_OUT} if _ON in ways else ways

    def _branches(self, step: steps.If, sure: frozenset[str]) -> set[str]:
        known = settled(self._speech, step.if_)
        ways: set[str] = set()
        for branch, holds in ((step.then, True), (step.else_, False)):
            if known is None or known is holds:
                told = learned(self._speech, step.if_, holds=holds)
                ways |= self._ways(branch, told or sure)
        return ways

    def _run(self, step: steps.Run, sure: frozenset[str]) -> set[str]:
        if step.procedure in self._around:
            return set()
        self._around.append(step.procedure)
        ways = self._ways(steps_of(self._speech.rules.ruleset.procedures[step.procedure]), sure)
        self._around.pop()
        return ways

    def _repeated(self, step: steps.Repeat) -> set[str]:
        known = settled(self._speech, step.while_)
        if known is False:
            return {_ON}
        told = (
            frozenset() if step.while_ is None else learned(self._speech, step.while_, holds=True)
        )
        ways = self._ways(step.repeat, told)
        return ways if known else ways | {_ON}

    def _is_fixed(self, value: Expression) -> bool:
        """Tell whether what is kept is the same each time, so that nothing changes by it."""
        root = self._root(value)
        is_named = isinstance(root, tree.Reference) and root.symbol.role not in _CHANGING
        return isinstance(root, tree.Literal) or fold(root) is not None or is_named

    def _root(self, value: Expression) -> tree.Resolved:
        return self._speech.root(value)


_CHANGING: Final = frozenset({"local", "builtin", "die", "counter", "mark", "condition"})
"""Names that may stand for something else in the next turn."""
