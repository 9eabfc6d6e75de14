"""The steps of a scenario: what is played, refused, submitted and looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleengine.errors import PlayError, PositionError, Reason
from ruleengine.game.moves.moves import Written, listed_outcomes, text_of
from ruleengine.game.position import Position
from ruleengine.game.sheets import commits_again
from ruleengine.schema.wording import all_of, any_of
from ruleengine.workbench.cases.expectations import mismatches
from ruleengine.workbench.cases.model import (
    ChanceStep,
    ExpectStep,
    Played,
    PlayStep,
    Refusal,
    RefusedStep,
    RollStep,
    ScenarioStep,
    SeatMoves,
    Sheet,
    SubmitStep,
)


def take_step(position: Position, step: ScenarioStep) -> tuple[Position, Sequence[str]]:
    """Return the position after a step and what was not as expected."""
    try:
        return _take(position, step)
    except PositionError as error:
        return position, [error.message]


def _take(position: Position, step: ScenarioStep) -> tuple[Position, Sequence[str]]:
    match step:
        case RollStep():
            return _fall(position, [str(face) for face in step.roll])
        case ChanceStep():
            return _fall(position, step.chance)
        case PlayStep():
            return _play(position, step.play)
        case SubmitStep():
            return _submit(position, step.submit)
        case RefusedStep():
            return position, list(_refuse(position, step.refused))
        case ExpectStep():
            return position, list(mismatches(position, step.expect))


def _fall(position: Position, texts: Sequence[str]) -> tuple[Position, Sequence[str]]:
    for text in texts:
        if position.outcome is None and position.chance is None:
            closed = f"chance cannot fall as '{text}': no chance point is open"
            return position, [closed, *_settled(position)]
        try:
            position = position.play(text)
        except PlayError as error:
            return position, [f"chance cannot fall as '{text}': {_falls(position, error)}"]
    return position, ()


def _settled(position: Position) -> Iterator[str]:
    """Yield what the last step has chosen, maybe for want of another option."""
    for event in position.events:
        if event.name == "chosen":
            at = "" if event.place is None else f" on {event.place}"
            yield (
                f"- the last step has '{event}'{at}; where one option is left it is taken "
                "without asking, and cases leave it out"
            )


def _falls(position: Position, error: PlayError) -> str:
    """Return how chance can fall; whoever writes cases may know what is hidden from all seats."""
    everybody = [outcome.text for outcome in position.view(None).chance or ()]
    all_told = [outcome.text for outcome in position.chance or ()]
    if all_told == everybody:
        return error.message
    return f"it falls as one of: {', '.join(all_told)}"


def _play(position: Position, played: Sequence[Played]) -> tuple[Position, Sequence[str]]:
    for move, seat in _moves_of(played):
        text = text_of(move)
        if position.chance is not None:
            options = listed_outcomes(position.chance)
            return position, [f"'{text}' cannot be played: chance falls first, as {options}"]
        try:
            position = position.play(move, seat)
        except PlayError as error:
            reasons = [_worded(reason) for reason in error.reasons]
            return position, [f"'{text}' is expected to be legal, but is refused", *reasons]
    return position, ()


def _moves_of(played: Sequence[Played]) -> Iterator[tuple[Written, str | None]]:
    """Yield moves in order, each with the seat that makes it where a case says so."""
    for each in played:
        if isinstance(each, SeatMoves):
            yield from ((move, each.by) for move in each.listed)
        else:
            yield each, None


def _submit(position: Position, sheet: Sheet) -> tuple[Position, Sequence[str]]:
    try:
        return _submitted(position, sheet), ()
    except PlayError as error:
        reasons = [_worded(reason) for reason in error.reasons]
        return position, [f"the sheet is refused at '{error.move}'", *reasons]


def _submitted(position: Position, sheet: Sheet) -> Position:
    """Return the position after a whole sheet; the error says which move is refused."""
    moves: Sequence[Written] = sheet.moves or ()
    if sheet.sheet is not None:
        side = position.view(sheet.by).side
        moves = position.game.sheet(sheet.sheet, sheet.by if side is None else side)
    for index, move in enumerate(moves):
        if commits_again(moves, index, position):
            break
        try:
            position = position.play(move, sheet.by)
        except PlayError as error:
            error.in_sheet(index, len(moves))
            raise
    return position


def _refuse(position: Position, expected: Refusal) -> Iterator[str]:
    before = position.to_dict()
    what = f"'{text_of(expected.move)}'" if expected.move is not None else "the sheet"
    try:
        if expected.submit is not None:
            _submitted(position, expected.submit)
        elif expected.move is not None:
            position.play(expected.move, expected.by)
    except PlayError as error:
        reasons, index = error.reasons, error.index
    else:
        yield f"{what} is expected to be refused, but is legal"
        return
    if position.to_dict() != before:
        yield f"{what} is refused, but the position is another one now"
    if expected.index is not None and expected.index != index:
        yield f"{what} is refused at move {index}, expected was {expected.index}"
    looked_at = reasons if expected.any_reason else reasons[:1]
    if not any(_fits(reason, expected) for reason in looked_at):
        wanted = expected.code or "a rule"
        wanted += f" as {expected.rule}" if expected.rule is not None else ""
        wanted += f" citing {expected.clause}" if expected.clause is not None else ""
        wanted += f" saying '{expected.says}'" if expected.says is not None else ""
        which = "" if expected.any_reason or len(reasons) == 1 else " first"
        yield f"{what} is refused, but not{which} by {wanted}"
        if any(_fits(reason, expected) for reason in reasons):
            yield "a later reason fits; `any_reason: true` looks at all of them"
        nearest = max(looked_at, key=lambda reason: sum(_fitting(reason, expected).values()))
        told = _what_fits(nearest, expected)
        if told is not None:
            yield told
        yield from (_worded(reason) for reason in reasons)


def _rules_behind(reason: Reason) -> set[str | None]:
    """Return the names of the rule that refuses, and of the rows of tables that it rests on."""
    return {reason.rule, *(answer.rule for answer in reason.answers)}


def _fits(reason: Reason, expected: Refusal) -> bool:
    return all(_fitting(reason, expected).values())


def _fitting(reason: Reason, expected: Refusal) -> dict[str, bool]:
    """Return which of the conditions on a reason hold."""
    conditions = {
        "code": expected.code and expected.code == reason.code,
        "rule": expected.rule and expected.rule in _rules_behind(reason),
        "clause": expected.clause and expected.clause in reason.clauses,
        "sentence": expected.says and expected.says == reason.message,
    }
    asked = (expected.code, expected.rule, expected.clause, expected.says)
    return {
        name: bool(holds)
        for (name, holds), wanted in zip(conditions.items(), asked, strict=True)
        if wanted is not None
    }


def _what_fits(reason: Reason, expected: Refusal) -> str | None:
    """Say what of a reason is as expected, and what stands in place of the rest.

    Of a single condition, or of several none of which holds, the list of reasons says enough.
    """
    fitting = _fitting(reason, expected)
    held = [f"the {name}" for name, holds in fitting.items() if holds]
    if not held:
        return None
    rules = [rule for rule in (reason.rule, *(each.rule for each in reason.answers)) if rule]
    found = {
        "code": f"the code is {reason.code}",
        "rule": f"the rule is {any_of(rules)}" if rules else "the rule has neither `code` nor `id`",
        "clause": f"it cites {all_of(reason.clauses)}" if reason.clauses else "it cites no clause",
        "sentence": f"the sentence is '{reason.message}'",
    }
    other = "; ".join(found[name] for name, holds in fitting.items() if not holds)
    verb = "fits" if len(held) == 1 else "fit"
    return f"{all_of(held)} {verb}; {other}"


def _worded(reason: Reason) -> str:
    rules = [rule for rule in (reason.rule, *(each.rule for each in reason.answers)) if rule]
    named = f" by {all_of(rules)}" if rules else ""
    cited = f" ({', '.join(reason.clauses)})" if reason.clauses else ""
    place = f" at {reason.span}" if reason.span is not None else ""
    return f"- {reason.code}{named}: {reason.message}{cited}{place}"
