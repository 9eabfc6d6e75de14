"""Ready sheets that cannot be handed in as they are drawn, or as lots may fall."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.survey import Survey
from ruleengine.errors import EndlessError
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.flow import Decision, Run, advance
from ruleengine.pipeline.operands.operand import Operand, OperandValue
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.start import start_state
from ruleengine.pipeline.state import NOBODY, Frame, State
from ruleengine.pipeline.steps.submission import Submit, has_no_moves_left, table_of, take_secretly
from ruleengine.resolve.setup.sheets import SheetMoves
from ruleengine.schema import steps
from ruleengine.schema.sheets import ReadySheet

LOTS: Final = 12
"""Ways in which the lots of a sheet fall that are tried, if there are so many."""


def sheets_refused(survey: Survey) -> Iterator[Finding]:
    """Find ready sheets that some side of theirs could not hand in at the start of the game."""
    rules = survey.rules
    for name, by_side in rules.resolved.sheets.items():
        sheet = rules.resolved.ruleset.sheets[name]
        for side, drawn in by_side.items():
            number = rules.names.sides.index(side)
            refusals = (_refusal(rules, sheet, number, each) for each in _ways_of_lots(drawn))
            why = next((why for why in refusals if why is not None), None)
            if why is None:
                continue
            lots = " as lots may fall" if sheet.shuffled else ""
            yield Finding(
                "check/sheet-refused",
                name,
                f"the sheet '{name}' cannot be handed in by '{side}'{lots}: {why}",
                sheet.place_of(sheet.moves_key),
                "say under `over` which zone the lots are spread over, or change the sheet or the "
                "rules it has to keep"
                if sheet.shuffled and sheet.over is None
                else "change the sheet, or the rules it has to keep",
            )
            break


def _ways_of_lots(drawn: SheetMoves) -> Iterator[SheetMoves]:
    """Yield a sheet as it may be handed in: as it is, or in some of the ways lots can fall.

    Each piece comes to cells that are spread evenly over all that take part, and each of these
    cells is taken in one of the ways at least.
    """
    spots = drawn.spots
    if not spots or not drawn.moves:
        yield drawn
        return
    ways = min(len(spots), max(LOTS, -(-len(spots) // len(drawn.moves))))
    for way in range(ways):
        first = way * len(spots) // ways
        lots = (*spots[first:], *spots[:first])
        found = (move._replace(cell=cell) for move, cell in zip(drawn.moves, lots, strict=False))
        # As a sheet is handed in, by cells.
        yield drawn._replace(moves=tuple(sorted(found, key=lambda move: move.cell)))


def _refusal(rules: Rules, sheet: ReadySheet, side: int, found: SheetMoves) -> str | None:
    """Return what is against a sheet, or None when every move of it and `commit` are legal."""
    texts = found.texts or _texts(rules, sheet, found)
    first = texts[0].split()[0] if texts else str(sheet.action)
    state = _where_submitted(rules, first, side)
    if state is None:
        return f"no phase lets it submit '{first}' before anything else is decided"
    for number, text in enumerate(texts):
        if has_no_moves_left(state, side):
            return f"it has {len(texts)} moves, and the submission is committed after {number}"
        name, *words = re.split(r"[\s-]+", text)
        table, step = table_of(state, side), _step(rules, state)
        if isinstance(step, Submit) and name not in _decision(step, table).actions:
            return f"'{text}': '{name}' cannot be submitted here"
        action = rules.actions[name]
        values = _values(rules, table, action, words)
        if isinstance(values, str):
            return f"'{text}': {values}"
        reason = next(action.refusals(table, values), None)
        if reason is not None:
            return f"'{text}': {reason.message}"
        take_secretly(Run(rules, state), side, name, values)
    table, step = table_of(state, side), _step(rules, state)
    unready = None
    if isinstance(step, Submit) and not has_no_moves_left(state, side):
        unready = _decision(step, table).unready
    return None if unready is None else f"'commit': {unready.message}"


def _decision(step: Submit, table: State) -> Decision:
    return step.decision(table, table.envs[table.frames[-1].env])


def _texts(rules: Rules, sheet: ReadySheet, found: SheetMoves) -> tuple[str, ...]:
    """Return the moves of a sheet that is drawn or listed as they are written."""
    name = str(sheet.action)
    order = [operand.what for operand in rules.actions[name].operands]
    words = [{"kind": move.kind, "cell": rules.place(move.cell)} for move in found.moves]
    return tuple(f"{name} {'-'.join(each[what] for what in order)}" for each in words)


def _values(
    rules: Rules, state: State, action: BoundAction, words: list[str]
) -> tuple[OperandValue, ...] | str:
    """Return what the words of a move mean, or what is wrong with them.

    A sheet is written in full: every operand that can be named, in its order.
    """
    values: list[OperandValue] = []
    for operand in action.operands:
        value: OperandValue = None
        if operand.named != "never" and (words or not operand.is_optional):
            if not words:
                return f"{operand.name} is missing"
            word = words.pop(0)
            value = _value(rules, state, operand, word)
            if value is None:
                return f"'{word}' is no {operand.what} for '{operand.name}'"
        values.append(value)
    if words:
        return f"'{words[0]}' is too much"
    return action.complete(state, values)


def _value(rules: Rules, state: State, operand: Operand, word: str) -> OperandValue:
    """Return what a word means, or nothing."""
    names, places = rules.names, rules.grid.places
    match operand.what:
        case "cell":
            return places.index(word) if word in places else None
        case "kind":
            return names.kinds.index(word) if word in names.kinds else None
        case "number":
            return int(word) if word.isdecimal() else None
        case "word":
            return word if word in operand.words else None
        case _:
            slots = [s for s, cell in enumerate(state.cell) if cell >= 0]
            named = [s for s in slots if word == rules.written(state, s, operand.telling)]
            fitting = (s for s in named if not operand.refuse(state, {}, s) or operand.reads)
            return next(fitting, named[0] if named else None)


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
            while state.drafts and state.phase == number:
                if any(draft.side == side for draft in state.drafts):
                    return state
                _pass_over(rules, state)
        except EndlessError:
            continue
    return None


def _pass_over(rules: Rules, state: State) -> None:
    """Let a submission of others be over, as if none of them had made a move."""
    frame = state.frames[-1]
    state.drafts = ()
    state.frames[-1] = Frame(frame.block, frame.step + 1, frame.env)
    advance(Run(rules, state))


def _step(rules: Rules, state: State) -> object:
    frame = state.frames[-1]
    return rules.blocks[frame.block].steps[frame.step]
