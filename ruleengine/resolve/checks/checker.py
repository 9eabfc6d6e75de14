"""Check every expression and every reference of a ruleset, in the scope it stands in.

Input: `Ruleset` and its root scope. Output: the checked form of every expression.
Guarantees: with no problems reported, every name that the pipeline will meet means something.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

from ruleengine.errors import Span
from ruleengine.expressions.arguments import passing_types
from ruleengine.expressions.problems import did_you_mean
from ruleengine.expressions.types import Scope, Symbol, Type
from ruleengine.resolve.checks.expression_checks import ExpressionChecks
from ruleengine.resolve.checks.operand_checks import (
    choice_problems,
    loop_problems,
    named_problems,
    number_symbol,
    operand_problems,
    operand_symbol,
)
from ruleengine.resolve.checks.procedures import unfit_values
from ruleengine.resolve.checks.tables import check_tables, given_symbols, let_symbol
from ruleengine.resolve.checks.told_checks import hidden_told
from ruleengine.resolve.scope import OWNED, meaning_of
from ruleengine.schema import reach, steps, validators
from ruleengine.schema.procedures import Procedure, given_to, steps_of
from ruleengine.schema.ruleset import Action, Ending, NamedUse, Phase, Reaction, Use
from ruleengine.schema.step_sources import ChooseSpec, ForEachSpec
from ruleengine.schema.tables import Given
from ruleengine.schema.wording import listed

PAYLOADS: Mapping[str, Mapping[str, Type]] = {
    "moved": {"piece": "piece", "from": "cell", "to": "cell"},
    "captured": {"piece": "piece", "from": "cell"},
    "removed": {"piece": "piece", "from": "cell"},
    "sent": {"piece": "piece", "from": "cell", "to": "cell"},
    "placed": {"piece": "piece", "to": "cell"},
    "given": {"piece": "piece", "to_side": "side"},
    "claimed": {"zone": "zone", "to_side": "side"},
    "became": {"piece": "piece"},
    "rolled": {},
}
"""What a reaction may speak of, for each event."""

_WORDS: Mapping[str, Type] = {"seats": "seat", "sides": "side", "colors": "color"}

_PASS: Final = "pass"  # noqa: S105 - the move, not a word to keep secret
# The position that a move leads to counts with those that stood before: it is never the 0th.
_TIMES_AHEAD: Final = Symbol("repetitions", "builtin", "number", low=1)
_ALONG_A_WAY: Final = (reach.LineOperand, reach.RouteOperand)
_NO_WAY: Final = "give an operand a `line` or a `route`"


class Checker(ExpressionChecks):
    """Walks a ruleset; the results are in `checked` and `problems`."""

    def run(self) -> None:
        """Check everything."""
        ruleset = self._ruleset
        self.problems += check_tables(ruleset, self._scope, self._expression, self._given)
        self._conditions()
        for rule in ruleset.views:  # before actions: what these tell must not be hidden
            if rule.of is not None:
                place = rule.place_of_key("of")
                self._fields(rule.of, self._declare(self._scope, {"viewer": "side"}, place))
        for action in ruleset.actions.values():
            self._action(action)
        for reaction in ruleset.reactions.values():
            self._reaction(reaction)
        for name, body in ruleset.procedures.items():
            self._procedure(name, body)
        for name, phase in ruleset.phases.items():
            self._phase(name, phase)
        for ending in ruleset.endings:
            self._ending(ending)

    def _conditions(self) -> None:
        """Check named conditions; one may only speak of those before it, so none goes round."""
        earlier: set[str] = set()
        for name, parts in self._ruleset.condition_parts.items():
            for part in parts:
                self._expression(part.holds, self._scope)
                checked = self.checked.get(part.holds)
                later = checked.reads("condition") - earlier if checked is not None else ()
                for other in sorted(later):
                    self._report(
                        "resolve/condition-order",
                        f"condition '{name}' speaks of '{other}', which is not declared before it",
                        self._place_of_name(other, part.holds),
                        f"move '{other}' above '{name}'",
                    )
            earlier.add(name)

    def _action(self, action: Action) -> None:
        scope = self._scope
        reached: set[str] = set()
        named: list[Symbol] = []
        for name, operand in action.operands.items():
            self._fields(operand, scope)
            self.problems += operand_problems(operand, self._ruleset, self.checked)
            if any(isinstance(way, _ALONG_A_WAY) for way in reach.ways_of(operand)):
                reached.add(name)
            symbol = operand_symbol(name, operand, self.checked)
            scope = self._local(scope, symbol, action.place_of_key("operands", name))
            if scope.lookup(name) is symbol:
                named.append(symbol.perhaps_gone)
        self.problems += named_problems(action, self.checked)
        for index, use in enumerate(action.uses):
            self._use(use, scope, action.place_of("uses", index))
        # Once the effects have begun, a piece that was named may be gone.
        later = self._scope.child(named)
        ahead = later.child([_TIMES_AHEAD])
        for rule in action.validators:
            about_later = isinstance(rule, validators.Afterwards)
            self._validator(rule, ahead if about_later else scope, reached, action)
        self._steps(action.effects, later, labels=())

    def _use(self, use: NamedUse, scope: Scope, place: Span | None) -> None:
        """Check that a counter can be used up, and by whom."""
        name = use
        if isinstance(use, Use):
            name, place = use.counter, use.place_of("counter")
            self._fields(use, scope)
        counter = self._ruleset.counters.get(str(name))
        if not self._known("counter", str(name), self._ruleset.counters, place) or counter is None:
            return
        if counter.limit is None:
            message = f"counter '{name}' has no limit, so it cannot be used up"
            self._report("resolve/no-limit", message, place, f"give counter '{name}' a `limit`")
        elif isinstance(use, Use):
            self._owner_of(use.counter, "counter", counter.per, use, place)
        elif counter.per in OWNED:
            message = (
                f"counter '{name}' is kept per {counter.per}, and an action uses it up for nobody"
            )
            hint = f"say for which {counter.per}: `{{counter: {name}, for: ...}}`"
            self._report("resolve/no-owner", message, place, hint)

    def _validator(
        self, rule: validators.Validator, scope: Scope, reached: set[str], action: Action
    ) -> None:
        self._fields(rule, scope)
        self.problems += hidden_told(rule, action, self._ruleset, self.checked)
        match rule:
            case validators.PathClear():
                to, place = rule.path_clear, rule.place_of("path_clear")
            case validators.PathAvoids():
                to, place = rule.path_avoids.to, rule.path_avoids.place_of("to")
            case validators.PathLength():
                to, place = rule.path_length.to, rule.path_length.place_of("to")
            case validators.PathCost():
                to, place = rule.path_cost.to, rule.path_cost.place_of("to")
            case validators.CornersClear():
                to, place = rule.corners_clear.to, rule.corners_clear.place_of("to")
            case _:
                return
        if to not in reached:
            known = action.operands if to not in action.operands else reached
            what = "an operand" if to not in action.operands else "reached along a line or route"
            self._report(
                "resolve/unknown-name",
                f"'{to}' is not {what}",
                place,
                did_you_mean(to, known)
                or (f"there is {listed(sorted(reached))}" if reached else _NO_WAY),
            )

    def _reaction(self, reaction: Reaction) -> None:
        for index, name in enumerate(reaction.by or ()):
            self._known("action", name, self._ruleset.actions, reaction.place_of("by", index))
        scope = self._brought(reaction)
        if reaction.when is not None:
            self._expression(reaction.when, scope)
        self._steps(reaction.effects, scope, labels=())

    def _brought(self, reaction: Reaction) -> Scope:
        """Return a scope with the names that the event brings along."""
        fresh: list[Symbol] = []
        for name, kind in PAYLOADS[reaction.on].items():
            taken = self._scope.lookup(name)
            if taken is None or taken.role == "kind":
                absent = name == "to_side" and self._ruleset.has_neutral
                fresh.append(Symbol(name, "local", kind, absent=absent))
                continue
            self._spoiled.add(name)
            self._report(
                "resolve/name-taken",
                f"the event '{reaction.on}' brings the name '{name}', "
                f"but that is {meaning_of(taken)} already",
                reaction.place_of("on"),
                f"give the {taken.role} another name",
            )
        return self._scope.child(fresh)

    def _phase(self, name: str, phase: Phase) -> None:
        flows = [key for key in ("steps", "turn", "round") if getattr(phase, key) is not None]
        if len(flows) != 1 or (phase.turn is None) != (phase.turns is None):
            self._report(
                "resolve/bad-phase",
                f"phase '{name}' needs either 'steps', or both 'turns' and 'turn', or 'round'",
                self._ruleset.place_of_key("phases", name),
                _phase_hint(phase),
            )
        elif phase.first is not None and phase.turns is None:
            self._report(
                "resolve/bad-phase",
                f"phase '{name}' has no turns, so no side is 'first'",
                phase.place_of_key("first"),
                "take `first` out, or add `turns: [...]`",
            )
        for index, side in enumerate(phase.turns or ()):
            self._known("side", side, self._ruleset.sides, phase.place_of("turns", index))
        if phase.skip is not None:
            self._expression(phase.skip, self._scope)
        if phase.first is not None:
            self._expression(phase.first, self._scope)
        self._steps(phase.flow, self._scope, labels=())

    def _steps(self, body: Sequence[steps.Step], scope: Scope, labels: tuple[str, ...]) -> None:
        here = [*labels]
        for step in body:
            if step.label is not None and step.label in here[len(labels) :]:
                self._report(
                    "resolve/name-taken",
                    f"another step of this list has the label '{step.label}' already",
                    step.place_of("label"),
                    "choose another label",
                )
            here += [step.label] if step.label is not None else []
        for step in body:
            scope = self._step(step, scope, tuple(here))

    def _acts(self, step: steps.Act) -> None:
        for index, name in enumerate(step.act):
            place = step.place_of("act", index)
            self._known("action", name, self._ruleset.actions, place)
            if name == _PASS and step.optional:
                message = f"'{_PASS}' is how an optional act is left out, so that no action in it"
                self._report(
                    "resolve/name-taken", f"{message} can be '{_PASS}'", place, "rename the action"
                )

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
                self._steps(step.do, self._for_each(step.for_each, scope), labels)
            case steps.Repeat():
                for part in (step.while_, step.at_most):
                    if part is not None:
                        self._expression(part, scope)
                self._steps(step.repeat, scope, labels)
            case steps.Choose():
                self._choose(step.choose, scope)
                self._steps(step.else_, scope, labels)
                return self._local(scope, self._chosen(step.choose), step.choose.place_of("as"))
            case steps.Act():
                self._acts(step)
                if step.who is not None:
                    self._expression(step.who, scope)
                self._steps(step.else_, scope, labels)
            case steps.Add() | steps.Set():
                self._fields(step, scope)
                adds = isinstance(step, steps.Add)
                for name in step.add if isinstance(step, steps.Add) else step.set:
                    place = step.place_of_key("add" if adds else "set", name)
                    if self._known("counter", name, ruleset.counters, place):
                        per = ruleset.counters[name].per
                        self._owner_of(name, "counter", per, step, place)
            case steps.Mark():
                self._marks(step, scope)
            case steps.Let():
                return self._let(step, scope)
            case steps.Roll():
                self._known("die", step.roll, ruleset.dice, step.place_of("roll"))
                self._fields(step, scope)
            case steps.Run():
                self._run(step, scope)
            case steps.Enter():
                self._known("phase", step.enter, ruleset.phases, step.place_of("enter"))
            case steps.Again():
                if step.again not in labels:
                    self._report(
                        "resolve/unknown-label",
                        f"no step here or around here has the label '{step.again}'",
                        step.place_of("again"),
                        did_you_mean(step.again, labels)
                        or f"write `label: {step.again}` at a step of this list or around it",
                    )
            case steps.End():
                self._fields(step, scope)
                self._result(step.end)
            case _:
                self._fields(step, scope)
        return scope

    def _procedure(self, name: str, body: Procedure | list[steps.Step]) -> None:
        def place(given: str) -> Span | None:
            return self._ruleset.place_of_key("procedures", name, "given", given)

        self._steps(steps_of(body), self._given(self._scope, given_to(body), place), labels=())

    def _run(self, step: steps.Run, scope: Scope) -> None:
        """Check that a procedure is run with what it is given, neither more nor less."""
        name, values, procedures = step.procedure, step.values, self._ruleset.procedures
        bare = isinstance(step.run, str)
        place = step.place_of("run") if bare else step.place_of_key("run", name)
        if not self._known("procedure", name, procedures, place):
            return
        given = {symbol.name: symbol for symbol in given_symbols(given_to(procedures[name]))}
        self.problems += unfit_values(step, given, place)
        for key, value in values.items():
            if key in given:
                self._expression(value, scope, passing_types(given[key].type), given[key].choices)

    def _let(self, step: steps.Let, scope: Scope) -> Scope:
        """Check values that get names; each name is known from the next one on."""
        for name, expression in step.let.items():
            value = self._expression(expression, scope)
            if value is None:
                self._spoiled.add(name)
                continue
            scope = self._local(scope, let_symbol(name, value), step.place_of_key("let", name))
        return scope

    def _given(self, scope: Scope, given: Given, place: Callable[[str], Span | None]) -> Scope:
        """Return a scope with the names that a table or a procedure is given."""
        for symbol in given_symbols(given):
            scope = self._local(scope, symbol, place(symbol.name))
        return scope

    def _for_each(self, spec: ForEachSpec, scope: Scope) -> Scope:
        """Check what a loop goes through; return a scope with the name for each."""
        self._fields(spec, scope)
        each: Type = "piece"
        if spec.parts_of is not None:
            self._known("zone", spec.parts_of, self._ruleset.zones, spec.place_of("parts_of"))
            each = "zone"
        elif spec.among_cells is not None:
            each = "cell"
        elif spec.among_sides is not None:
            each = "side"
        elif spec.among_kinds is not None:
            each = "kind"
            for index, kind in enumerate(spec.among_kinds):
                if spec.among_kinds != [reach.ANY_KIND]:
                    place = spec.place_of("among_kinds", index)
                    self._known("kind", kind, self._ruleset.kinds, place)
        elif spec.numbers is not None:
            self.problems += loop_problems(spec.numbers, self.checked)
            number = number_symbol(spec.as_, spec.numbers, self.checked)
            return self._local(scope, number, spec.place_of("as"))
        return self._local(scope, Symbol(spec.as_, "local", each), spec.place_of("as"))

    def _marks(self, step: steps.Mark, scope: Scope) -> None:
        """Check that each mark is given what it holds."""
        if step.for_ is not None:
            self._expression(step.for_, scope)
        for name, value in step.mark.items():
            place = step.place_of_key("mark", name)
            if self._known("mark", name, self._ruleset.marks, place):
                mark = self._ruleset.marks[name]
                self._expression(value, scope, (mark.type, "nothing"), mark.words)
                self._owner_of(name, "mark", mark.per, step, place)

    def _owner_of(
        self,
        name: str,
        noun: Literal["counter", "mark"],
        per: str,
        step: steps.Add | steps.Set | steps.Mark | Use,
        place: Span | None,
    ) -> None:
        """Check that it is said whose counter or mark changes, as that is kept."""
        if step.for_ is None:
            if per in OWNED:
                message = f"{noun} '{name}' is kept per {per}, and nothing says for which"
                self._report("resolve/no-owner", message, place, f"add `for:` with a {per}")
            return
        whose = self.checked.get(step.for_)
        if whose is not None and whose.type not in (per, "any"):
            kept = "once for the game" if per == "game" else f"per {per}"
            message = f"{noun} '{name}' is kept {kept}, but '{step.for_}' is a {whose.type}"
            hint = "take `for` out" if per == "game" else f"name a {per}"
            if (per, whose.type) == ("cell", "piece"):
                hint = f"name its cell: `{step.for_}.cell`"
            self._report("expression/wrong-type", message, step.place_of("for"), hint)

    def _ending(self, ending: Ending) -> None:
        scope = self._scope
        if ending.each is not None:
            scope = self._declare(scope, {ending.each: "side"}, ending.place_of("each"))
        elif ending.several is not None:
            self._report(
                "resolve/bad-ending",
                "'several' belongs to 'each': nothing is asked for several sides here",
                ending.place_of_key("several"),
                "take `several` out, or add `each:` with a name for the side",
            )
        if ending.several == "share" and ending.winner is None:
            self._report(
                "resolve/bad-ending",
                "'several: share' shares a win, and this ending has no winner",
                ending.place_of_key("several"),
                "take `several` out, or add `winner:`",
            )
        self._fields(ending, scope)
        self._result(ending)

    def _result(self, end: Ending | steps.EndSpec) -> None:
        """Check that a game ends with a winner, with a draw or void, and with one of them."""
        given = [key for key in ("winner", "draw", "void") if getattr(end, key) is not None]
        if len(given) > 1:
            self._report(
                "resolve/bad-ending",
                f"an ending has '{given[0]}' or '{given[1]}', not both",
                end.place_of_key(given[1]),
                "take one of them out",
            )
        elif not given:
            self._report(
                "resolve/bad-ending",
                "an ending needs 'winner', 'draw' or 'void'",
                end.span,
                "add `winner: ...`, `draw: true` or `void: true`",
            )

    def _choose(self, spec: ChooseSpec, scope: Scope) -> None:
        for part in (spec.among, spec.among_cells, spec.numbers):
            if part is not None:
                self._fields(part, scope)
        if spec.numbers is not None:
            self.problems += choice_problems(spec.numbers, self._ruleset, self.checked)
        if spec.who.text != "chance":
            self._expression(spec.who, scope)

    def _chosen(self, spec: ChooseSpec) -> Symbol:
        """Return what the name of a choice stands for in the steps after it."""
        if spec.numbers is not None:
            return number_symbol(spec.as_, spec.numbers, self.checked)
        if spec.among is not None:
            return Symbol(spec.as_, "local", "piece")
        if isinstance(spec.among_words, list):
            return Symbol(spec.as_, "local", "word", choices=tuple(spec.among_words))
        words = spec.among_words
        return Symbol(spec.as_, "local", "cell" if words is None else _WORDS[words])


def _phase_hint(phase: Phase) -> str:
    if phase.steps is not None and phase.round is None:
        return "take `turns` and `turn` out, or put the steps into another phase"
    if phase.round is not None:
        return "keep `round` alone, or put it into another phase"
    if phase.turn is None and phase.turns is None:
        return "add `steps: [...]`, `turns: [...]` and `turn: [...]`, or `round: [...]`"
    return "add `turns: [...]`" if phase.turns is None else "add `turn: [...]`"
