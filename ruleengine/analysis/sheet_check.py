"""Ready sheets that cannot be handed in as they are drawn."""

from __future__ import annotations

from collections.abc import Iterator

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.survey import Survey
from ruleengine.errors import EndlessError
from ruleengine.pipeline.flow import Run, advance
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.start import start_state
from ruleengine.pipeline.state import NOBODY, State
from ruleengine.pipeline.submission import Submit, has_no_moves_left, table_of, take_secretly
from ruleengine.resolve.sheets import SheetMove
from ruleengine.schema import steps


def sheets_refused(survey: Survey) -> Iterator[Finding]:
    """Find ready sheets that some side of theirs could not hand in at the start of the game."""
    rules = survey.rules
    for name, by_side in rules.resolved.sheets.items():
        sheet = rules.resolved.ruleset.sheets[name]
        for side, drawn in by_side.items():
            why = _refusal(rules, sheet.action, rules.names.sides.index(side), drawn.moves)
            if why is None:
                continue
            yield Finding(
                "check/sheet-refused",
                name,
                f"the sheet '{name}' cannot be handed in by '{side}': {why}",
                sheet.place_of(sheet.moves_key),
                "change the sheet, or the rules it has to keep",
            )
            break


def _refusal(rules: Rules, name: str, side: int, moves: tuple[SheetMove, ...]) -> str | None:
    """Return what is against a sheet, or None when every move of it and `commit` are legal."""
    state = _where_submitted(rules, name, side)
    if state is None:
        return f"no phase lets it submit '{name}' at its beginning"
    action = rules.actions[name]
    for number, move in enumerate(moves):
        if has_no_moves_left(state, side):
            return f"it has {len(moves)} moves, and the submission is committed after {number}"
        numbers = {"kind": rules.names.kinds.index(move.kind), "cell": move.cell}
        values = tuple(numbers[operand.what] for operand in action.operands)
        reason = next(action.refusals(table_of(state, side), values), None)
        if reason is not None:
            return f"'{name} {move.kind}-{rules.place(move.cell)}': {reason.message}"
        take_secretly(Run(rules, state), side, name, values)
    table, step = table_of(state, side), _step(rules, state)
    unready = None
    if isinstance(step, Submit) and not has_no_moves_left(state, side):
        unready = step.decision(table, table.envs[table.frames[-1].env]).unready
    return None if unready is None else f"'commit': {unready.message}"


def _where_submitted(rules: Rules, name: str, side: int) -> State | None:
    """Return the state in which a side can submit the action, if a phase begins so."""
    for number, phase in enumerate(rules.resolved.ruleset.phases.values()):
        body = phase.steps or phase.turn or phase.round or ()
        if not any(isinstance(step, steps.Submit) and name in step.submit for step in body):
            continue
        state = start_state(rules)
        state.phase = number
        for seat, taken in enumerate(state.seat_side):
            if taken == NOBODY:
                state.seat_side[seat] = seat % len(rules.names.sides)
        try:
            advance(Run(rules, state))
        except EndlessError:
            continue
        if any(draft.side == side for draft in state.drafts):
            return state
    return None


def _step(rules: Rules, state: State) -> object:
    frame = state.frames[-1]
    return rules.blocks[frame.block].steps[frame.step]
