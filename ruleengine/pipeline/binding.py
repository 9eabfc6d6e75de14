"""Bind a resolved ruleset for play: every rule becomes a function, every list a block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ruleengine.errors import InternalError
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.expressions import Evaluate, bind
from ruleengine.pipeline.flow import Block, BoundPhase, BoundStep, run_aside
from ruleengine.pipeline.functions import CALLS
from ruleengine.pipeline.operands.inference import InferringAction
from ruleengine.pipeline.repetitions import counts_repetitions, dates_repetitions
from ruleengine.pipeline.rules import Names, Rules, kept_infos
from ruleengine.pipeline.sight import Sight
from ruleengine.pipeline.state import Env, State
from ruleengine.pipeline.steps import control, decisions, effects, submission, telling
from ruleengine.pipeline.steps.endings import BoundEnding
from ruleengine.pipeline.steps.reactions import BoundReaction, React
from ruleengine.pipeline.wording.called import called_actions
from ruleengine.resolve.patience import patience
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema import steps as schema
from ruleengine.schema.tables import Table

PLAIN: dict[type[Any], Callable[[Any, Rules], BoundStep]] = {
    schema.Move: effects.Move,
    schema.Capture: effects.Capture,
    schema.Remove: effects.Remove,
    schema.Send: effects.Send,
    schema.Place: effects.Place,
    schema.Give: effects.Give,
    schema.Claim: effects.Claim,
    schema.Become: effects.Become,
    schema.Add: effects.Count,
    schema.Set: effects.Count,
    schema.Mark: effects.Remember,
    schema.Seat: effects.TakeSide,
    schema.Color: effects.TakeColor,
    schema.Tell: telling.Tell,
    schema.Roll: decisions.Roll,
    schema.Let: control.Let,
    schema.Submit: submission.Submit,
    schema.Run: control.RunProcedure,
    schema.Enter: control.Enter,
    schema.EndTurn: lambda step, _rules: control.EndTurn(step),
    schema.Stop: lambda step, _rules: control.Stop(step),
    schema.CheckEndings: lambda step, _rules: control.CheckEndings(tuple(step.clauses), step.span),
}
"""Steps that hold no other steps; the others are bound by `_Blocks`."""


def bind_rules(resolved: ResolvedRuleset) -> Rules:
    """Return everything play needs."""
    ruleset, names = resolved.ruleset, Names.of(resolved)
    counters, marks = kept_infos(resolved, names)
    rules: Rules = Rules(
        resolved=resolved,
        names=names,
        grid=resolved.grid,
        counters=counters,
        marks=marks,
        faces=tuple(resolved.number(die.faces) for die in ruleset.dice.values()),
        calls=CALLS,
        run_aside=lambda state, block, names, *, counts: run_aside(
            rules, state, block, names, counts=counts
        ),
    )
    rules.repeats = counts_repetitions(resolved)
    rules.dates = dates_repetitions(resolved)
    for name, parts in ruleset.condition_parts.items():
        rules.conditions[name] = _all_hold([bind(part.holds, rules) for part in parts])
    for name, table in ruleset.tables.items():
        rules.tables[name] = _first_row(table, rules)
    blocks = _Blocks(rules)
    rules.react_block = blocks.add_bound("react", [React()])
    check = control.CheckEndings()
    rules.after_action_block = blocks.add_bound("after an action", [check, React(), check])
    rules.give_back_block = blocks.add_bound("give back the turn", [decisions.GiveBackTurn()])
    rules.called = called_actions(resolved)
    for name, action in ruleset.actions.items():
        infers = any(operand.named == "never" for operand in action.operands.values())
        bind_action = InferringAction if infers else BoundAction
        rules.actions[name] = bind_action(
            name, action, rules, blocks.add(f"actions.{name}", action.effects)
        )
    for name, body in ruleset.procedure_steps.items():
        rules.procedures[name] = blocks.add(f"procedures.{name}", body)
    for name, reaction in ruleset.reactions.items():
        block = blocks.add(f"reactions.{name}", reaction.effects)
        rules.reactions.append(BoundReaction(name, reaction, rules, block))
    rules.heard = frozenset(reaction.event for reaction in rules.reactions)
    for number, ending in enumerate(ruleset.endings):
        rules.endings.append(BoundEnding(ending, number, rules))
    for name, phase in ruleset.phases.items():
        rules.phases.append(
            BoundPhase(
                name,
                blocks.add(f"phases.{name}", phase.flow, of_turn=True),
                tuple(names.sides.index(side) for side in phase.turns or ()),
                bind(phase.skip, rules) if phase.skip is not None else None,
                phase.opening,
                tuple(phase.clauses),
                is_round=phase.round is not None,
                first=bind(phase.first, rules) if phase.first is not None else None,
                patience=patience(rules.resolved, phase),
            )
        )
    rules.sight = Sight(rules)
    rules.hides = bool(rules.sight.hidden) or any(
        isinstance(step, submission.Submit) and step.secret
        for block in rules.blocks
        for step in block.steps
    )
    return rules


def _all_hold(parts: list[Evaluate]) -> Callable[[State, Env], bool]:
    return lambda state, env: all(part(state, env) for part in parts)


def _first_row(table: Table, rules: Rules) -> Evaluate:
    """Return the function that gives the value of the first row that fits."""
    rows = [
        (bind(row.when, rules) if row.when is not None else None, bind(row.value, rules))
        for row in table.rows
    ]
    gives_truth = table.gives == "truth"

    def answer(state: State, env: Env) -> Any:  # noqa: ANN401 - whatever the table gives
        for when, value in rows:
            if when is None or when(state, env):
                return bool(value(state, env)) if gives_truth else value(state, env)
        raise InternalError("a table has no row that fits")

    return answer


class _Blocks:
    """Makes blocks of bound steps; `again` finds its label in the blocks around it."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def add_bound(self, name: str, steps: Sequence[BoundStep]) -> int:
        self._rules.blocks.append(Block(name, tuple(steps), of_turn=False))
        return len(self._rules.blocks) - 1

    def add(
        self,
        name: str,
        body: Sequence[schema.Step],
        *,
        of_turn: bool = False,
        labels: dict[str, tuple[int, int]] | None = None,
        around: tuple[str, ...] = (),
    ) -> int:
        """Bind a list of steps and return the number of its block.

        What ends the game without citing a clause cites those of the step `around` it.
        """
        number = len(self._rules.blocks)
        self._rules.blocks.append(Block(name, (), of_turn))  # keeps the place
        seen = dict(labels or {})
        for index, step in enumerate(body):
            if step.label is not None:
                seen[step.label] = (number, index)
        bound = tuple(
            self._bind(step, f"{name}[{index}]", seen, around, of_turn=of_turn)
            for index, step in enumerate(body)
        )
        self._rules.blocks[number] = Block(name, bound, of_turn)
        return number

    def _bind(
        self,
        step: schema.Step,
        name: str,
        labels: dict[str, tuple[int, int]],
        around: tuple[str, ...],
        *,
        of_turn: bool,
    ) -> BoundStep:
        cited = tuple(step.clauses) or around

        def block(part: str, body: Sequence[schema.Step]) -> int:
            return self.add(f"{name}.{part}", body, of_turn=of_turn, labels=labels, around=cited)

        rules = self._rules
        match step:
            case schema.If():
                then, otherwise = block("then", step.then), block("else", step.else_)
                return control.If(step, rules, then, otherwise)
            case schema.ForEach():
                return control.ForEach(step, rules, block("do", step.do))
            case schema.Repeat():
                return control.Repeat(step, rules, block("repeat", step.repeat))
            case schema.Choose():
                return decisions.Choose(step, rules, block("else", step.else_))
            case schema.Act():
                return decisions.Act(step, rules, block("else", step.else_))
            case schema.Again():
                return control.Again(step, labels[step.again])
            case schema.End():
                return control.End(step, rules, cited)
            case _:
                if type(step) not in PLAIN:
                    raise InternalError(f"no binding for the step {type(step).__name__}")
                return PLAIN[type(step)](step, rules)
