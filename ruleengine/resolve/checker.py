"""Check every expression and every reference of a ruleset, in the scope it stands in.

Input: `Ruleset` and its root scope. Output: the checked form of every expression.
Guarantees: with no problems reported, every name that the pipeline will meet means something.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ruleengine.errors import Code, Diagnostic, Span
from ruleengine.expressions import syntax
from ruleengine.expressions.check import Checked, check
from ruleengine.expressions.problems import ExpressionError, did_you_mean
from ruleengine.expressions.types import Scope, Symbol, Type
from ruleengine.schema import reach, steps, validators
from ruleengine.schema.expression import Expression
from ruleengine.schema.model import Model
from ruleengine.schema.ruleset import Action, Phase, Reaction, Ruleset
from ruleengine.schema.selectors import CellFilter, PieceFilter

PAYLOADS: Mapping[str, Mapping[str, Type]] = {
    "moved": {"piece": "piece", "from": "cell", "to": "cell"},
    "captured": {"piece": "piece", "from": "cell"},
    "removed": {"piece": "piece", "from": "cell"},
    "sent": {"piece": "piece", "from": "cell"},
    "placed": {"piece": "piece", "to": "cell"},
    "given": {"piece": "piece", "to_side": "side"},
    "claimed": {"zone": "zone", "to_side": "side"},
    "became": {"piece": "piece"},
    "rolled": {},
}
"""What a reaction may speak of, for each event."""

_WORDS = {"seats": "seat", "sides": "side", "colors": "color"}


class Checker:
    """Walks a ruleset; the results are in `checked` and `problems`."""

    def __init__(self, ruleset: Ruleset, scope: Scope) -> None:
        self._ruleset = ruleset
        self._scope = scope
        self.checked: dict[Expression, Checked] = {}
        self.problems: list[Diagnostic] = []
        self._spoiled: set[str] = set()  # names that were reported; what uses them is not wrong

    def run(self) -> None:
        """Check everything."""
        ruleset = self._ruleset
        for action in ruleset.actions.values():
            self._action(action)
        for reaction in ruleset.reactions.values():
            self._reaction(reaction)
        for body in ruleset.procedures.values():
            self._steps(body, self._scope, labels=())
        for phase in ruleset.phases.values():
            self._phase(phase)
        for ending in ruleset.endings:
            self._fields(ending, self._scope)
            if (ending.winner is None) == (ending.draw is None):
                self._report(
                    "resolve/bad-ending", "an ending needs either 'winner' or 'draw'", ending.span
                )
        self._declarations()
        self._clauses(ruleset)

    def _declarations(self) -> None:
        ruleset = self._ruleset
        sides = ruleset.sides
        for zone in ruleset.zones.values():
            owned = [zone, *(zone.parts or {}).values()]
            for item in owned:
                if item.owner is not None:
                    self._known("side", item.owner, sides, item.span)
        for item in ruleset.setup:
            spec = getattr(item, "fill", None) or getattr(item, "put", None)
            if spec is None:
                continue
            self._known("kind", spec.kind, ruleset.kinds, spec.span)
            if spec.owner is not None:
                self._known("side", spec.owner, sides, spec.span)
        for kind in ruleset.kinds.values():
            for side in kind.letters:
                self._known("side", side, sides, kind.span)

    def _action(self, action: Action) -> None:
        for name in action.uses:
            counter = self._ruleset.counters.get(name)
            if self._known("counter", name, self._ruleset.counters, action.span) and (
                counter is not None and counter.limit is None
            ):
                self._report(
                    "resolve/no-limit",
                    f"counter '{name}' has no limit, so it cannot be used up",
                    action.span,
                    f"give counter '{name}' a `limit`",
                )
        scope = self._scope
        reached: set[str] = set()
        for name, operand in action.operands.items():
            self._fields(operand, scope)
            kind = "piece" if isinstance(operand, reach.PieceOperand) else "cell"
            if isinstance(operand, reach.LineOperand | reach.RouteOperand):
                reached.add(name)
            scope = self._declare(scope, {name: kind}, operand.span)
        for rule in action.validators:
            self._validator(rule, scope, reached, action)
        self._steps(action.effects, scope, labels=())

    def _validator(
        self, rule: validators.Validator, scope: Scope, reached: set[str], action: Action
    ) -> None:
        self._fields(rule, scope)
        to: str | None = None
        match rule:
            case validators.PathClear():
                to = rule.path_clear
            case validators.PathAvoids():
                to = rule.path_avoids.to
            case validators.CornersClear():
                to = rule.corners_clear.to
            case _:
                return
        if to not in reached:
            known = action.operands if to not in action.operands else reached
            what = "an operand" if to not in action.operands else "reached along a line or route"
            self._report(
                "resolve/unknown-name",
                f"'{to}' is not {what}",
                rule.span,
                did_you_mean(to, known) or "name an operand with `line` or `route`",
            )

    def _reaction(self, reaction: Reaction) -> None:
        for name in reaction.by or ():
            self._known("action", name, self._ruleset.actions, reaction.span)
        scope = self._declare(self._scope, PAYLOADS[reaction.on], reaction.span)
        if reaction.when is not None:
            self._expression(reaction.when, scope)
        self._steps(reaction.effects, scope, labels=())

    def _phase(self, phase: Phase) -> None:
        if (phase.steps is None) == (phase.turn is None) or (phase.turn is None) != (
            phase.turns is None
        ):
            self._report(
                "resolve/bad-phase",
                "a phase needs either 'steps', or both 'turns' and 'turn'",
                phase.span,
            )
        for side in phase.turns or ():
            self._known("side", side, self._ruleset.sides, phase.span)
        if phase.skip is not None:
            self._expression(phase.skip, self._scope)
        self._steps(phase.steps or phase.turn or (), self._scope, labels=())

    def _steps(self, body: Sequence[steps.Step], scope: Scope, labels: tuple[str, ...]) -> None:
        here = (*labels, *(step.label for step in body if step.label is not None))
        for step in body:
            scope = self._step(step, scope, here)

    def _step(  # noqa: C901, PLR0912 - one case for each step that names or nests something
        self, step: steps.Step, scope: Scope, labels: tuple[str, ...]
    ) -> Scope:
        ruleset = self._ruleset
        match step:
            case steps.If():
                self._expression(step.if_, scope)
                self._steps(step.then, scope, labels)
                self._steps(step.else_, scope, labels)
            case steps.ForEach():
                self._fields(step.for_each, scope)
                inner = self._declare(scope, {step.for_each.as_: "piece"}, step.span)
                self._steps(step.do, inner, labels)
            case steps.Choose():
                self._choose(step, scope)
                self._steps(step.else_, scope, labels)
                chosen = self._chosen_type(step)
                return self._declare(scope, {step.choose.as_: chosen}, step.span)
            case steps.Act():
                for name in step.act:
                    self._known("action", name, ruleset.actions, step.span)
                if step.who is not None:
                    self._expression(step.who, scope)
                self._steps(step.else_, scope, labels)
            case steps.Add() | steps.Set():
                amounts = step.add if isinstance(step, steps.Add) else step.set
                for name in amounts:
                    self._known("counter", name, ruleset.counters, step.span)
                self._fields(step, scope)
            case steps.Roll():
                self._known("die", step.roll, ruleset.dice, step.span)
            case steps.Run():
                self._known("procedure", step.run, ruleset.procedures, step.span)
            case steps.Enter():
                self._known("phase", step.enter, ruleset.phases, step.span)
            case steps.Again():
                if step.again not in labels:
                    self._report(
                        "resolve/unknown-label",
                        f"no step here or around here has the label '{step.again}'",
                        step.span,
                        did_you_mean(step.again, labels) or "give a step `label: ...`",
                    )
            case _:
                self._fields(step, scope)
        return scope

    def _choose(self, step: steps.Choose, scope: Scope) -> None:
        spec = step.choose
        for part in (spec.among, spec.among_cells):
            if part is not None:
                self._fields(part, scope)
        if spec.who.text != "chance":
            self._expression(spec.who, scope)

    def _chosen_type(self, step: steps.Choose) -> Type:
        spec = step.choose
        if spec.among is not None:
            return "piece"
        return "cell" if spec.among_words is None else _WORDS[spec.among_words]

    def _fields(self, model: Model, scope: Scope) -> None:
        """Check the expressions of a model and of the models in it."""
        if isinstance(model, PieceFilter | CellFilter) and model.where is not None:
            it = "piece" if isinstance(model, PieceFilter) else "cell"
            self._expression(model.where, self._declare(scope, {"it": it}, model.span))
            scope_values = (v for k, v in model.__dict__.items() if k != "where")
        else:
            scope_values = iter(model.__dict__.values())
        for value in scope_values:
            self._value(value, scope)

    def _value(self, value: object, scope: Scope) -> None:
        if isinstance(value, Expression):
            self._expression(value, scope)
        elif isinstance(value, Model):
            self._fields(value, scope)
        elif isinstance(value, list | tuple):
            for item in value:
                self._value(item, scope)
        elif isinstance(value, dict):
            for item in value.values():
                self._value(item, scope)

    def _expression(self, expression: Expression, scope: Scope) -> None:
        if any(isinstance(n, syntax.Name) and n.name in self._spoiled for n in syntax.walk(expression.node)):
            return
        try:
            self.checked[expression] = check(expression.node, scope, expression.expects.types)
        except ExpressionError as error:
            for problem in error.problems:
                self.problems.append(
                    Diagnostic(
                        problem.code,
                        problem.message,
                        expression.at(problem.start, problem.end),
                        problem.hint,
                    )
                )

    def _declare(self, scope: Scope, names: Mapping[str, Type], span: Span | None) -> Scope:
        """Return a scope with these local names; a name that is taken is a problem."""
        fresh: list[Symbol] = []
        for name, kind in names.items():
            taken = scope.lookup(name)
            if taken is None:
                fresh.append(Symbol(name, "local", kind))
                continue
            self._spoiled.add(name)
            self._report(
                "resolve/name-taken",
                f"'{name}' cannot be a name here: it is a {taken.role} already",
                span,
                "choose another name",
            )
        return scope.child(fresh)

    def _known(self, noun: str, name: str, known: Iterable[str], span: Span | None) -> bool:
        if name in known:
            return True
        self._report(
            "resolve/unknown-name",
            f"there is no {noun} '{name}'",
            span,
            did_you_mean(name, known) or f"the {noun} names are: {', '.join(sorted(known))}",
        )
        return False

    def _clauses(self, ruleset: Ruleset) -> None:
        """Every clause that a rule cites has its sentence in `clauses`."""
        for model in _models(ruleset):
            for clause in getattr(model, "clauses", ()):
                if model is not ruleset and clause not in ruleset.clauses:
                    self._report(
                        "resolve/unknown-clause",
                        f"clause '{clause}' has no sentence under 'clauses'",
                        model.span,
                        did_you_mean(clause, ruleset.clauses) or f"add `{clause}: ...` there",
                    )

    def _report(self, code: Code, message: str, span: Span | None, hint: str | None = None) -> None:
        self.problems.append(Diagnostic(code, message, span, hint))


def _models(value: object) -> Iterable[Model]:
    """Yield every model in a value."""
    if isinstance(value, Model):
        yield value
        for part in value.__dict__.values():
            yield from _models(part)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _models(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _models(item)
