"""Actions that no position allows, and sides that no position lets win."""

from __future__ import annotations

from collections.abc import Iterator

from ruleengine.analysis.candidates import StaticAction
from ruleengine.analysis.finding import Finding
from ruleengine.analysis.liveness import every_step, raises, winning_sides
from ruleengine.analysis.static_rules import StaticRule
from ruleengine.analysis.survey import Survey
from ruleengine.errors import Span
from ruleengine.pipeline.operands.operand import zone_title
from ruleengine.schema import reach, steps
from ruleengine.schema import validators as schema
from ruleengine.schema.ruleset import Ending
from ruleengine.schema.wording import listed


def never_legal(survey: Survey) -> Iterator[Finding]:
    """Find actions that can never be legal, and name the rules that close them."""
    ruleset = survey.rules.resolved.ruleset
    phases = [phase.flow for phase in ruleset.phases.values()]
    named = {
        name
        for step in every_step([*phases, *_other_bodies(survey)])
        if isinstance(step, steps.Act | steps.Submit)
        for name in (step.act if isinstance(step, steps.Act) else step.submit)
    }
    for name, action in survey.live.actions.items():
        if name not in named or name in survey.live.live:
            continue
        if name in survey.live.facts.possible:
            why, related = "no step that offers it is ever reached", tuple[Span, ...]()
        else:
            why, related = _closed_by(action, survey)
        yield Finding(
            "check/action-never-legal",
            name,
            f"'{name}' can never be legal: {why}",
            survey.place("actions", name),
            "loosen one of its rules, or take the action out",
            related,
        )


def _other_bodies(survey: Survey) -> list[list[steps.Step]]:
    ruleset = survey.rules.resolved.ruleset
    return [
        *(action.effects for action in ruleset.actions.values()),
        *(reaction.effects for reaction in ruleset.reactions.values()),
        *ruleset.procedure_steps.values(),
    ]


def _closed_by(action: StaticAction, survey: Survey) -> tuple[str, tuple[Span, ...]]:
    """Return why an action has no move, in words, and the places of the rules to blame."""
    for name, operand in action.action.operands.items():
        if isinstance(operand, reach.PieceOperand) and not action.places(name):
            zones = operand.piece.in_
            where = (
                ""
                if zones is None
                else " in " + " or ".join(zone_title(zone.text, survey.rules) for zone in zones)
            )
            return f"no piece for '{name}' can ever stand{where or ' anywhere'}", _spans(operand)
    alone = [rule for rule in action.rules if next(action.moves(rule), None) is not None]
    # No single rule is to blame: all that refuse anything are named.
    blamed = alone or list(action.rules)
    words = _every_way(blamed) or f"nothing satisfies {_joined([r.words for r in blamed])}"
    return words, tuple(rule.span for rule in blamed if rule.span is not None)


def _every_way(blamed: list[StaticRule]) -> str | None:
    """Return a plainer sentence for a target that lies behind what may not be crossed."""
    avoided = [rule.model for rule in blamed if isinstance(rule.model, schema.PathAvoids)]
    inside = [rule.model for rule in blamed if isinstance(rule.model, schema.Inside)]
    if len(blamed) != len(avoided) + len(inside) or not avoided or len(inside) != 1:
        return None
    if any(rule.path_avoids.to != inside[0].inside.cell.text for rule in avoided):
        return None
    to = next(r.words.partition(" lies in ")[2] for r in blamed if r.model is inside[0])
    across = " or ".join(
        rule.words.partition(" stays out of ")[2] for rule in blamed if rule.model in avoided
    )
    return f"every way to {to} crosses {across}"


def _joined(words: list[str]) -> str:
    if len(words) == 1:
        return f"the rule that {words[0]}"
    return f"all of these at once: {'; '.join(words)}"


def _spans(*models: schema.Rule | reach.OperandModel) -> tuple[Span, ...]:
    return tuple(model.span for model in models if model.span is not None)


def cannot_win(survey: Survey) -> Iterator[Finding]:
    """Find sides that win by no ending and by no step."""
    rules, judging = survey.rules, survey.judging
    num_sides = len(rules.names.sides)
    endings = rules.resolved.ruleset.endings
    hopeful: set[int] = set()
    for step in survey.live.ends.values():
        hopeful |= winning_sides(step.end, judging, num_sides)
    hopeless: dict[int, list[Ending]] = {side: [] for side in range(num_sides)}
    for ending in endings:
        winners = winning_sides(ending, judging, num_sides)
        if not _can_come(ending, survey):
            for side in winners:
                hopeless[side].append(ending)
        else:
            hopeful |= winners
    for side, name in enumerate(rules.names.sides):
        if side in hopeful:
            continue
        reasons = [_never_comes(ending, survey) for ending in hopeless[side]]
        why = "; ".join(words for words, _ in reasons) or "no ending and no step lets it win"
        yield Finding(
            "check/side-cannot-win",
            name,
            f"side '{name}' can never win: {why}",
            survey.place("sides", name),
            "change what its endings need, or add an ending that it can reach",
            tuple(span for _, spans in reasons for span in spans),
        )


def _can_come(ending: Ending, survey: Survey) -> bool:
    phases = survey.rules.resolved.ruleset.phases
    looked_at = ending.during or [name for name, phase in phases.items() if phase.goes_round]
    if survey.live.phases.isdisjoint(looked_at):
        return False
    return survey.judging.judge(ending.when)({}) is not False


def _never_comes(ending: Ending, survey: Survey) -> tuple[str, list[Span]]:
    """Return why an ending never comes, and the places that show it."""
    spans = [ending.span] if ending.span is not None else []
    label = f"'{ending.id}' " if ending.id is not None else ""
    words = f"the ending {label}needs {ending.when.text}"
    checked = survey.rules.resolved.checked[ending.when]
    for counter in sorted(checked.reads("counter")):
        high = survey.live.facts.counter(counter).high
        if high is None:
            continue
        causes = raises(survey.rules, counter)
        spans += [cause.span for cause in causes if cause.span is not None]
        actions = sorted({cause.action for cause in causes if cause.action is not None})
        if not causes:
            words += f", but nothing raises '{counter}'"
        elif actions and len(actions) == len({cause.action for cause in causes}):
            verb = "is" if len(actions) == 1 else "are"
            words += (
                f", but '{counter}' is raised only by {listed(actions)}, which {verb} never legal"
            )
            spans += [survey.place("actions", action) for action in actions]
        else:
            words += f", but '{counter}' is never more than {high}"
    return words if ", but " in words else f"{words}, which never holds", spans
