"""What can ever happen: which actions, steps, endings and cells some game gets to.

Input: bound rules. Output: `Liveness`. Guarantees: whatever happens in a game is in it; some of
what is in it may never happen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ruleengine.analysis.candidates import StaticAction
from ruleengine.analysis.facts import Facts
from ruleengine.analysis.judging import Judge, Judging
from ruleengine.analysis.travel import Travel
from ruleengine.errors import Span
from ruleengine.expressions.bounds import Bounds
from ruleengine.pipeline.geometry import Geometry
from ruleengine.pipeline.rules import Rules
from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.ruleset import Ending
from ruleengine.schema.step_lists import inner_lists

EVENTS: dict[type[steps.StepModel], str] = {
    steps.Move: "moved",
    steps.Capture: "captured",
    steps.Remove: "removed",
    steps.Send: "sent",
    steps.Place: "placed",
    steps.Give: "given",
    steps.Claim: "claimed",
    steps.Become: "became",
    steps.Roll: "rolled",
}
"""The event that each step causes, if it causes one."""

_SHRINKING = (steps.Capture, steps.Remove, steps.Send, steps.Give, steps.Become)
_GROWING = (steps.Place, steps.Give, steps.Become, steps.Send)
_LEAVING = (steps.EndTurn, steps.Stop, steps.Enter, steps.End, steps.Again)

_OFTEN = 16
"""How often the values that a counter is set to may turn out to be more before all are taken in."""


class Raise(NamedTuple):
    """A step or an action that makes a counter larger."""

    counter: str
    action: str | None
    """The action it belongs to; nothing when it belongs to a phase, procedure or reaction."""
    span: Span | None


@dataclass
class Liveness:
    """What some game can get to."""

    facts: Facts
    actions: dict[str, StaticAction]
    offered: set[str] = field(default_factory=set)  # actions that a step can offer
    phases: set[str] = field(default_factory=set)
    reactions: set[str] = field(default_factory=set)
    procedures: set[str] = field(default_factory=set)
    ends: dict[int, steps.End] = field(default_factory=dict)  # by identity
    events: set[tuple[str, str | None]] = field(default_factory=set)  # (event, action)

    @property
    def live(self) -> set[str]:
        """The actions that can be played."""
        return self.offered & self.facts.possible


def find_live(rules: Rules) -> tuple[Liveness, Travel]:
    """Return what can happen in some game, and how pieces can travel."""
    return _Search(rules).run()


class _Search:
    """Goes round until nothing new turns up: what can happen makes more things happen."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._ruleset = rules.resolved.ruleset
        self._facts = Facts(rules)
        self._judging = Judging(rules, self._facts)
        self._judges: dict[Expression, Judge] = {}
        geometry = Geometry(rules.grid)
        self.found = Liveness(
            self._facts,
            {name: StaticAction(name, rules, self._facts, geometry) for name in rules.actions},
        )
        self._travel = Travel(rules, self._facts, self.found.actions)
        self._facts.zones_change_hands = any(
            isinstance(step, steps.Claim) for step in every_step(self._ruleset.step_lists)
        )
        self._action: str | None = None  # whose effects are being looked at
        self._running: list[str] = []  # procedures, from the outermost
        self._widened: Counter[str] = Counter()

    def run(self) -> tuple[Liveness, Travel]:
        size = -1
        while size != (size := self._size()):
            self._find_possible()
            self._round()
        return self.found, self._travel

    def _size(self) -> int:
        found, facts = self.found, self._facts
        open_ends = sum((b.low is None) + (b.high is None) for b in facts.counters.values())
        spread = sum((b.high or 0) - (b.low or 0) for b in facts.counters.values())
        parts = (found.offered, found.phases, found.reactions, found.procedures, found.events)
        return (
            sum(len(part) for part in parts)
            + len(found.ends)
            + len(facts.possible)
            + len(facts.standing)
            + len(facts.kinds)
            + facts.may_grow
            + facts.may_shrink
            + 1000 * open_ends
            + spread
        )

    def _find_possible(self) -> None:
        facts = self._facts
        for name, action in self.found.actions.items():
            if name not in facts.possible and action.is_possible():
                facts.possible.add(name)

    def _round(self) -> None:
        phases = list(self._ruleset.phases)
        self.found.phases.add(phases[0])
        for number, name in enumerate(phases):
            if name not in self.found.phases:
                continue
            phase = self._ruleset.phases[name]
            self._action = None
            ends = self._steps(phase.flow)
            if ends and not phase.goes_round and number + 1 < len(phases):
                self.found.phases.add(phases[number + 1])
        for name, action in self._ruleset.actions.items():
            if name not in self.found.live:
                continue
            self._action = name
            for use in action.used:
                limit = self._rules.counters[use.counter].limit
                self._widen(use.counter, Bounds(None, limit))
            self._steps(action.effects)
            self._travel.add_action(name)
        for name, reaction in self._ruleset.reactions.items():
            heard = any(
                event == reaction.on and (reaction.by is None or action in reaction.by)
                for event, action in self.found.events
            )
            if heard and (reaction.when is None or self._holds(reaction.when) is not False):
                self.found.reactions.add(name)
                self._action = None
                self._steps(reaction.effects)
        self._travel.spread()

    def _steps(self, body: Sequence[steps.Step]) -> bool:
        """Look at the steps that can run; return whether the list can run to its end."""
        runs = True
        for step in body:
            if runs or step.label is not None:
                runs = self._step(step)
        return runs

    def _step(self, step: steps.Step) -> bool:  # noqa: C901, PLR0912 - one case per step that steers
        if event := EVENTS.get(type(step)):
            self.found.events.add((event, self._action))
        self._facts.may_shrink |= isinstance(step, _SHRINKING)
        self._facts.may_grow |= isinstance(step, _GROWING)
        match step:
            case steps.If():
                return self._branches(step)
            case steps.ForEach():
                self._steps(step.do)
            case steps.Repeat():
                self._steps(step.repeat)
            case steps.Choose():
                self._steps(step.else_)
            case steps.Act():
                self.found.offered.update(step.act)
                runs = self._steps(step.else_)
                return step.optional or runs or any(map(self._facts.is_possible, step.act))
            case steps.Submit():
                self.found.offered.update(step.submit)
            case steps.Run():
                return self._run(step.procedure)
            case steps.Enter():
                self.found.phases.add(step.enter)
            case steps.End():
                self.found.ends[id(step)] = step
            case steps.Add():
                for name, amount in step.add.items():
                    self._add(name, self._value(amount))
            case steps.Set():
                for name, amount in step.set.items():
                    self._widen(name, self._value(amount))
            case _:
                self._travel.add_step(step, self._action, own_names=not self._running)
        return not isinstance(step, _LEAVING)

    def _run(self, name: str) -> bool:
        """Look at the steps of a procedure; where one runs itself again, nothing new happens."""
        self.found.procedures.add(name)
        if name in self._running:
            return True
        self._running.append(name)
        runs = self._steps(self._ruleset.procedure_steps[name])
        self._running.pop()
        return runs

    def _branches(self, step: steps.If) -> bool:
        answer = self._holds(step.if_)
        then = self._steps(step.then) if answer is not False else False
        otherwise = self._steps(step.else_) if answer is not True else False
        return then or otherwise

    def _add(self, counter: str, amount: Bounds) -> None:
        rises = amount.high is None or amount.high > 0
        falls = amount.low is None or amount.low < 0
        now = self._facts.counters[counter]
        self._facts.counters[counter] = Bounds(
            None if falls else now.low, None if rises else now.high
        )

    def _widen(self, counter: str, to: Bounds) -> None:
        now = self._facts.counters[counter]
        uses = to.low is None and to.high is not None  # a use only makes it larger
        low = now.low if uses else _outer(now.low, to.low, min)
        high = _outer(now.high, to.high, max)
        if (low, high) != now:
            self._widened[counter] += 1
        if self._widened[counter] > _OFTEN:  # it goes on from what it is, round after round
            low = low if low == now.low else None
            high = high if high == now.high else None
        self._facts.counters[counter] = Bounds(low, high)

    def _holds(self, condition: Expression) -> bool | None:
        answer: bool | None = self._judge(condition)({})
        return answer

    def _value(self, amount: Expression) -> Bounds:
        value = self._judge(amount)({})
        return value if isinstance(value, Bounds) else Bounds()

    def _judge(self, expression: Expression) -> Judge:
        if expression not in self._judges:
            self._judges[expression] = self._judging.judge(expression)
        return self._judges[expression]


def _outer(one: int | None, two: int | None, pick: Callable[[int, int], int]) -> int | None:
    return None if one is None or two is None else pick(one, two)


def every_step(bodies: Sequence[Sequence[steps.Step]]) -> Iterator[steps.Step]:
    """Yield all steps of some lists, and those inside them."""
    for body in bodies:
        for step in body:
            yield step
            yield from every_step(inner_lists(step))


def raises(rules: Rules, counter: str) -> list[Raise]:
    """Return everything that makes a counter larger, whether it can happen or not."""
    ruleset = rules.resolved.ruleset
    found: list[Raise] = []
    for name, action in ruleset.actions.items():
        if any(use.counter == counter for use in action.used):
            found.append(Raise(counter, name, action.span))
        found += _raised_in(action.effects, counter, name)
    for phase in ruleset.phases.values():
        found += _raised_in(phase.flow, counter, None)
    for reaction in ruleset.reactions.values():
        found += _raised_in(reaction.effects, counter, None)
    for body in ruleset.procedure_steps.values():
        found += _raised_in(body, counter, None)
    return found


def _raised_in(body: Sequence[steps.Step], counter: str, action: str | None) -> list[Raise]:
    return [
        Raise(counter, action, step.span)
        for step in every_step([body])
        if (isinstance(step, steps.Add) and counter in step.add)
        or (isinstance(step, steps.Set) and counter in step.set)
    ]


def winning_sides(ending: Ending | steps.EndSpec, judging: Judging, num_sides: int) -> set[int]:
    """Return the sides that may win by an ending."""
    if ending.winner is None:
        return set()
    judge, sides = judging.judge(ending.winner), range(num_sides)
    each = ending.each if isinstance(ending, Ending) else None
    answers = [judge({})] if each is None else [judge({each: side}) for side in sides]
    if all(isinstance(winner, int) for winner in answers):
        return {winner for winner in answers if isinstance(winner, int)}
    return set(sides)
