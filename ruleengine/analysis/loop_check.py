"""Loops of steps that may never end, because no player decides anything in them.

The steps of a list become a graph of what can follow what. An `again` closes a loop; a loop is
in order when a player decides something on every way round, when it was made sure that some
throw can be played, when a counter that it raises leads out of it, or a die that it throws.
Most loops are plainly guarded; the graph is only made for the others. Endings are no guard: they
are asked about the side that has acted, and the next one may find nothing to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.graphs import Digraph
from ruleengine.analysis.guards import Assurance, all_guarded, assurance
from ruleengine.analysis.survey import Survey
from ruleengine.expressions import resolved as tree
from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.resolve.constants import fold
from ruleengine.schema import steps
from ruleengine.schema.step_lists import inner_lists, walk_steps
from ruleengine.schema.wording import listed

_START, _END = 0, 1


def reroll_can_loop(survey: Survey) -> Iterator[Finding]:
    """Find every `again` that can go round for ever."""
    ruleset = survey.rules.resolved.ruleset
    bodies: list[tuple[Sequence[steps.Step], bool]] = [
        *((phase.flow, True) for phase in ruleset.phases.values()),
        *((action.effects, False) for action in ruleset.actions.values()),
        *((reaction.effects, False) for reaction in ruleset.reactions.values()),
        *((body, False) for body in ruleset.procedure_steps.values()),
    ]
    for body, of_turn in bodies:
        if not all_guarded(survey.rules, body, of_turn=of_turn):
            yield from _Flow(survey, body, of_turn=of_turn).loops()


class _Branch(NamedTuple):
    """One side of a condition, and what it makes sure of."""

    step: steps.If
    sure: Assurance
    holds: bool


def _fails(condition: tree.Resolved, counter: str, value: int) -> bool:
    """Return whether a condition does not hold while a counter has a value."""
    if isinstance(condition, tree.Junction) and condition.op == "and":
        return any(_fails(part, counter, value) for part in condition.parts)
    if not isinstance(condition, tree.Comparison):
        return False
    left = condition.left
    if not (isinstance(left, tree.Reference) and left.symbol.name == counter):
        return False
    return fold(condition._replace(left=tree.Literal(left.node, "number", value))) is False


class _Flow:
    """The graph of one list of steps; `free` has only what happens without a player deciding."""

    def __init__(self, survey: Survey, body: Sequence[steps.Step], *, of_turn: bool) -> None:
        self._survey = survey
        self._of_turn = of_turn
        self._all = Digraph()
        self._free = Digraph()
        self._nodes: list[steps.Step | _Branch | None] = [None, None]
        self._agains: list[tuple[int, int, steps.Again]] = []
        for graph in (self._all, self._free):
            graph.add_node(_START)
            graph.add_node(_END)
        self._join(_START, self._list(body, _END, {}))

    def loops(self) -> Iterator[Finding]:
        """Yield a finding for each loop that may never end."""
        passed_to = self._all.dominators(_START)
        for node, label, step in self._agains:
            loop = self._free.between(label, node)
            if node not in passed_to or not loop:
                continue
            passed = passed_to[node]
            if self._is_assured(loop, passed) or self._runs_out(loop, passed):
                continue
            if self._is_cleared(loop, passed):
                continue
            actions = sorted(self._acts(loop))
            if actions:
                dice = "".join(f", {die}=any" for die in sorted(self._rolls(loop)))
                why = (
                    f"nothing before it makes sure that {listed(actions, last='or')} can be played"
                )
                hint = f"before it, leave when `not can({', '.join(actions)}{dice})`"
                if self._falls_through(loop):
                    hint = f"write `else: [end_turn]` beside the `act`, or {hint}"
            else:
                why = "no player decides anything on the way"
                hint = "count the rounds, or let somebody decide before it goes round"
            yield Finding(
                "check/reroll-can-loop",
                step.again,
                f"`again: {step.again}` can go round for ever: {why}",
                step.span,
                hint,
            )

    def _new(self, what: steps.Step | _Branch) -> int:
        self._nodes.append(what)
        number = len(self._nodes) - 1
        self._all.add_node(number)
        self._free.add_node(number)
        return number

    def _join(self, one: int, two: int, *, decided: bool = False) -> None:
        self._all.join(one, two)
        if not decided:
            self._free.join(one, two)

    def _list(self, body: Sequence[steps.Step], after: int, labels: Mapping[str, int]) -> int:
        """Add a list of steps that goes on at `after`; return where it begins."""
        if not body:
            return after
        nodes = [self._new(step) for step in body]
        known = dict(labels)
        for node, step in zip(nodes, body, strict=True):
            if step.label is not None:
                known[step.label] = node
        for node, following, step in zip(nodes, [*nodes[1:], after], body, strict=True):
            self._step(step, node, following, after, known)
        return nodes[0]

    def _step(
        self, step: steps.Step, node: int, following: int, after: int, labels: Mapping[str, int]
    ) -> None:
        match step:
            case steps.If():
                self._if(step, node, following, labels)
            case steps.ForEach() | steps.Repeat():
                # It ends after the last piece, or so many times: no loop to worry about.
                (body,) = inner_lists(step)
                self._join(node, self._list(body, following, labels))
                self._join(node, following)
            case steps.Choose():
                self._join(node, following, decided=step.choose.who.text != "chance")
                self._join(node, self._list(step.else_, after, labels))
            case steps.Act():
                self._join(node, following, decided=True)
                self._join(node, self._list(step.else_, following, labels))
            case steps.Submit():
                self._join(node, following, decided=True)
            case steps.Again():
                self._join(node, labels[step.again])
                self._agains.append((node, labels[step.again], step))
            case steps.Run():
                body = self._survey.rules.resolved.ruleset.procedure_steps[step.procedure]
                decides = any(
                    isinstance(each, steps.Act | steps.Choose | steps.Submit)
                    for each in walk_steps(body)
                )
                self._join(node, following, decided=decides)
            case steps.End() | steps.Enter() | steps.Stop():
                pass
            case steps.EndTurn() if self._of_turn:
                pass
            case _:
                self._join(node, following)

    def _if(self, step: steps.If, node: int, following: int, labels: Mapping[str, int]) -> None:
        condition = self._survey.rules.resolved.checked[step.if_].root
        answer = self._survey.judging.judge(step.if_)({})
        for holds, body in ((True, step.then), (False, step.else_)):
            if answer is (not holds):
                continue
            sure = assurance(self._survey.rules, condition, holds=holds)
            branch = self._new(_Branch(step, sure, holds))
            self._join(node, branch)
            self._join(branch, self._list(body, following, labels))

    def _is_assured(self, loop: set[int], passed: set[int]) -> bool:
        """Return whether it was made sure that one of the loop's actions can be played."""
        acts, rolls = self._acts(loop), self._rolls(loop)
        branches = [self._nodes[node] for node in passed]
        return any(
            isinstance(branch, _Branch) and branch.sure.helps(acts, rolls) for branch in branches
        )

    def _falls_through(self, loop: set[int]) -> bool:
        """Return whether who cannot play just goes on with the next step."""
        found = [self._nodes[node] for node in loop]
        return any(isinstance(step, steps.Act) and not step.else_ for step in found)

    def _runs_out(self, loop: set[int], passed: set[int]) -> bool:
        """Return whether a counter or a die that changes in the loop leads out of it."""
        changing = self._rolls(loop)
        for node in loop & passed:
            step = self._nodes[node]
            if isinstance(step, steps.Add):
                changing |= set(step.add)
        for node in loop & passed:
            step = self._nodes[node]
            if not isinstance(step, steps.If):
                continue
            read = self._reads(step)
            leaves = not self._all.after(node) <= loop
            if leaves and read & changing:
                return True
        return False

    def _is_cleared(self, loop: set[int], passed: set[int]) -> bool:
        """Return whether the loop sets a counter so that it is left, unless somebody acts.

        Such as `set: {extra: 0}` before an action that may set it to 1, and `if: extra == 1` with
        the `again` after it: who cannot act goes on with 0.
        """
        resolved = self._survey.rules.resolved
        changed: dict[str, list[int | None]] = {}
        for step in self._steps_in(loop):
            if isinstance(step, steps.Add | steps.Set):
                is_set = isinstance(step, steps.Set) and step.for_ is None
                for name, value in (step.add if isinstance(step, steps.Add) else step.set).items():
                    number = fold(resolved.checked[value].root) if is_set else None
                    changed.setdefault(name, []).append(number)
        settings = {
            name: value
            for name, (value, *others) in changed.items()
            if value is not None and not others and name not in self._heard
        }
        always = {
            name
            for node in loop & passed
            if isinstance(here := self._nodes[node], steps.Set)
            for name in here.set
        }
        return any(
            _fails(resolved.checked[branch.step.if_].root, name, settings[name])
            for node in loop & passed
            if isinstance(branch := self._nodes[node], _Branch) and branch.holds
            for name in always & settings.keys()
        )

    @property
    def _heard(self) -> set[str]:
        """The counters that change when a die is thrown."""
        reactions = self._survey.rules.resolved.ruleset.reactions.values()
        bodies = [reaction.effects for reaction in reactions if reaction.on == "rolled"]
        found = [step for body in bodies for step in walk_steps(body)]
        if any(isinstance(step, steps.Run) for step in found):
            return set(self._survey.rules.resolved.ruleset.counters)
        adds = {name for step in found if isinstance(step, steps.Add) for name in step.add}
        return adds | {name for step in found if isinstance(step, steps.Set) for name in step.set}

    def _steps_in(self, loop: set[int]) -> Iterator[steps.Step]:
        """Yield the steps of a loop, and those of the procedures that it runs."""
        ruleset = self._survey.rules.resolved.ruleset
        for node in loop:
            step = self._nodes[node]
            if isinstance(step, _Branch) or step is None:
                continue
            yield step
            if isinstance(step, steps.Run):
                yield from walk_steps(ruleset.procedure_steps[step.procedure])

    def _reads(self, step: steps.If) -> set[str]:
        """Return the counters and dice that a condition speaks of, also by what it asks."""
        resolved = self._survey.rules.resolved
        ruleset = resolved.ruleset
        pending, names, asked = [step.if_], set[str](), set[str]()
        while pending:
            checked = resolved.checked[pending.pop()]
            names |= checked.reads("counter", "die")
            for symbol in checked.symbols:
                if symbol.role not in ("condition", "table") or symbol.name in asked:
                    continue
                asked.add(symbol.name)
                section = ruleset.conditions if symbol.role == "condition" else ruleset.tables
                behind = expressions_in(section[symbol.name])
                pending += [each for each in behind if each in resolved.checked]
        return names

    def _acts(self, loop: set[int]) -> set[str]:
        found = [self._nodes[node] for node in loop]
        return {name for step in found if isinstance(step, steps.Act) for name in step.act}

    def _rolls(self, loop: set[int]) -> set[str]:
        found = [self._nodes[node] for node in loop]
        return {step.roll for step in found if isinstance(step, steps.Roll)}
