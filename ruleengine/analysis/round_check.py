"""Words for the side on turn in a round, where no side is: they mean the first one every time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.liveness import every_step
from ruleengine.analysis.survey import Survey
from ruleengine.errors import Span
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.types import Symbol
from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.resolve.places import place_in
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.pieces import Counter, Marker
from ruleengine.schema.ruleset import Ending, Ruleset
from ruleengine.schema.step_lists import inner_lists

_ON_TURN: Final = frozenset({"mover", "opponent"})
_KEPT_BY_TURN: Final = frozenset({"side", "seat"})
_WHOSE: Final = frozenset({"side", "seat"})
_IN_STEPS: Final = (
    "name the side that is meant, or go through all of them with "
    "`for_each: {as: us, among_sides: true}`"
)
_IN_ENDINGS: Final = "name the side that is meant, or ask for each of them with `each: us`"
_IN_VIEWS: Final = "write `viewer`, the side that looks"
_IN_REACTIONS: Final = "name the side that is meant, such as the owner of a piece of the event"
_GIVE_THE_SIDE: Final = "give it the side that is meant: a table takes one under `given`"


class _Said(NamedTuple):
    """A word for the side on turn, with what it means where no side is."""

    about: str
    says: str
    span: Span | None
    hint: str


def nobody_on_turn(survey: Survey) -> Iterator[Finding]:
    """Find what speaks of the side on turn where a round asks it, and only rounds do.

    Those are steps of rounds, of procedures that nothing else runs, views of games without turns,
    and endings and reactions where besides nobody acts alone. Tables and conditions may be meant
    for turns as well, so that the word that asks for them is what is reported.
    """
    resolved = survey.rules.resolved
    first = next(iter(resolved.ruleset.sides), None)
    if first is None or len(resolved.ruleset.sides) == 1:
        return
    for about, says, span, hint in _RoundCheck(resolved).run():
        message = f"in a round no side is on turn, so {says} the first side, '{first}'"
        yield Finding("check/nobody-on-turn", about, message, span, hint)


def _rounds(ruleset: Ruleset) -> list[Sequence[steps.Step]]:
    """Return the steps of rounds, and those of procedures that nothing else runs."""
    rounds = [phase.round for phase in ruleset.phases.values() if phase.round is not None]
    procedures = ruleset.procedure_steps
    others = [
        body
        for body in ruleset.step_lists
        if not any(body is each for each in (*rounds, *procedures.values()))
    ]
    only_here = _run_from(ruleset, rounds) - _run_from(ruleset, others)
    return [*rounds, *(procedures[name] for name in procedures if name in only_here)]


def _run_from(ruleset: Ruleset, bodies: Sequence[Sequence[steps.Step]]) -> set[str]:
    """Return the procedures that some steps run, also through one another."""
    found: set[str] = set()
    pending = [*bodies]
    while pending:
        for step in every_step([pending.pop()]):
            if isinstance(step, steps.Run) and step.procedure not in found:
                found.add(step.procedure)
                pending.append(ruleset.procedure_steps[step.procedure])
    return found


def _acts_alone(ruleset: Ruleset, bodies: Sequence[Sequence[steps.Step]]) -> bool:
    """Tell whether some side may act for itself in steps, and is the mover of what follows."""
    procedures = ruleset.procedure_steps
    run = [procedures[name] for name in _run_from(ruleset, bodies)]
    return any(
        isinstance(step, steps.Act) or (isinstance(step, steps.Submit) and not step.secret)
        for step in every_step([*bodies, *run])
    )


class _RoundCheck:
    """Goes through what is asked in rounds."""

    def __init__(self, resolved: ResolvedRuleset) -> None:
        self._resolved = resolved
        self._ruleset = ruleset = resolved.ruleset
        kept: dict[str, Counter | Marker] = {**ruleset.counters, **ruleset.marks}
        self._of_turn = {name for name, each in kept.items() if each.per in _KEPT_BY_TURN}
        self._behind: dict[str, str | None] = {}

    def run(self) -> Iterator[_Said]:
        bodies = _rounds(self._ruleset)
        if self._only_secret_rounds([*self._ruleset.phases]):
            bodies += [reaction.effects for reaction in self._ruleset.reactions.values()]
            asked = [reaction.when for reaction in self._ruleset.reactions.values()]
            yield from self._asks(expressions_in(asked), _IN_REACTIONS)
        for step in every_step(bodies):
            yield from self._step(step)
        endings = [ending for ending in self._ruleset.endings if self._is_for_rounds(ending)]
        yield from self._asks(expressions_in(endings), _IN_ENDINGS)
        if self._all_rounds(self._turning()):
            for said in self._asks(expressions_in(self._ruleset.views), _IN_VIEWS):
                # Who makes its moves in secret is the mover of what it sees.
                says = f"'{said.about}' is at times about the side that looks, at times about"
                yield said._replace(says=says)

    def _is_for_rounds(self, ending: Ending) -> bool:
        phases = ending.during or self._turning()
        if ending.at == "turn_end":
            return self._all_rounds(phases)
        return self._only_secret_rounds(phases)

    def _turning(self) -> list[str]:
        """Return the phases that have turns or rounds."""
        return [name for name, phase in self._ruleset.phases.items() if phase.goes_round]

    def _all_rounds(self, names: Sequence[str]) -> bool:
        return bool(names) and all(self._ruleset.phases[name].round is not None for name in names)

    def _only_secret_rounds(self, names: Sequence[str]) -> bool:
        """Tell whether these phases are rounds in which all that sides do happens at once."""
        bodies = [self._ruleset.phases[name].flow for name in names]
        return self._all_rounds(names) and not _acts_alone(self._ruleset, bodies)

    def _step(self, step: steps.Step) -> Iterator[_Said]:
        """Yield what a step by itself says of the side on turn, with what that means."""
        if isinstance(step, steps.Act) and step.who is None:
            says = "whoever acts here is always"
            yield _Said("act", says, step.place_of_key("act"), "say which side acts, with `who`")
        for key in ("add", "set", "mark"):
            changed = getattr(step, key, None)
            if isinstance(step, steps.Add | steps.Set | steps.Mark) and changed and not step.for_:
                name = next((name for name in changed if name in self._of_turn), None)
                if name is not None:
                    says = f"the '{name}' that changes is always that of"
                    place = step.place_of_key(key, name)
                    yield _Said(name, says, place, "say whose it is, with `for`")
        yield from self._asks(_own_expressions(step), _IN_STEPS)

    def _asks(self, expressions: Iterable[Expression], hint: str) -> Iterator[_Said]:
        for expression in expressions:
            said = self._expression(expression, hint)
            if said is not None:
                yield said

    def _expression(self, expression: Expression, hint: str) -> _Said | None:
        """Return the first name that stands for the side on turn, is its own, or asks for it."""
        for node in self._names(expression):
            name = node.symbol.name
            if self._is_of_turn(node.symbol):
                says = f"'{name}' is always" + ("" if name == "mover" else " that of")
            elif word := self._asked_behind(node.symbol):
                says = f"'{name}', which asks for '{word}', is always about"
                hint = _GIVE_THE_SIDE
            else:
                continue
            span = place_in(self._ruleset, expression, node.node.start, node.node.end)
            return _Said(name, says, span, hint)
        return None

    def _names(self, expression: Expression) -> Iterator[tree.Reference | tree.Lookup]:
        """Yield the names in an expression, but those that are said to be of some side."""
        if expression not in self._resolved.checked:
            return
        nodes = [*tree.walk_resolved(self._resolved.checked[expression].root)]
        of_some_side = {
            id(arg)
            for call in nodes
            if isinstance(call, tree.Invocation) and _WHOSE & {key for key, _ in call.keywords}
            for arg in call.args
        }
        for node in nodes:
            if isinstance(node, tree.Reference | tree.Lookup) and id(node) not in of_some_side:
                yield node

    def _is_of_turn(self, symbol: Symbol) -> bool:
        is_builtin = symbol.role == "builtin" and symbol.name in _ON_TURN
        return is_builtin or (symbol.role in ("counter", "mark") and symbol.name in self._of_turn)

    def _asked_behind(self, symbol: Symbol) -> str | None:
        """Return the word for the side on turn that a table or condition asks for, if any."""
        if symbol.role not in ("condition", "table"):
            return None
        name = symbol.name
        if name not in self._behind:
            self._behind[name] = None
            conditions, tables = self._ruleset.conditions, self._ruleset.tables
            body = conditions[name] if symbol.role == "condition" else tables[name]
            words = (
                each.name if self._is_of_turn(each) else self._asked_behind(each)
                for expression in expressions_in(body)
                for each in (node.symbol for node in self._names(expression))
            )
            self._behind[name] = next((word for word in words if word), None)
        return self._behind[name]


def _own_expressions(step: steps.Step) -> Iterator[Expression]:
    """Yield the expressions of a step without those of the steps in it.

    Of a submission each side asks for itself, as `mover`, all but who takes part.
    """
    if isinstance(step, steps.Submit):
        yield from expressions_in(step.who or ())
        return
    inner = {id(each) for body in inner_lists(step) for each in expressions_in(body)}
    yield from (each for each in expressions_in(step) if id(each) not in inner)
