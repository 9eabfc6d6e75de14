"""Steps in words. `STEPS` has an entry for every step of the language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ruleengine.expressions.absence import there_if
from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.resolve.constants import fold
from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.procedures import Procedure, given_to
from ruleengine.schema.reach import ANY_KIND
from ruleengine.schema.step_lists import inner_lists
from ruleengine.schema.step_sources import NumberRange
from ruleengine.workbench.rulebook import filters
from ruleengine.workbench.rulebook.changes import CHANGES, Said
from ruleengine.workbench.rulebook.document import Item
from ruleengine.workbench.rulebook.english import (
    affirmed,
    capital,
    counted,
    joined,
    quoted,
    sentence,
    spaced,
    times,
    uncapital,
)
from ruleengine.workbench.rulebook.loop_order import order_words
from ruleengine.workbench.rulebook.made_names import after_making, inside_loop
from ruleengine.workbench.rulebook.operands import largest
from ruleengine.workbench.rulebook.other_case import is_left, leads_away, otherwise
from ruleengine.workbench.rulebook.phrases import settled, turn_word
from ruleengine.workbench.rulebook.playable import can_always, learned
from ruleengine.workbench.rulebook.quotes import said_words
from ruleengine.workbench.rulebook.speech import Speech, called, local_name
from ruleengine.workbench.rulebook.submissions import say_submission
from ruleengine.workbench.rulebook.table_words import filled_for, put_into
from ruleengine.workbench.rulebook.untold import is_untold

_CONDITIONAL: Final = ("If ", "Unless ", "Otherwise:", "As long as ")
_LOOP: Final = re.compile(r"For each |As many times as |(?:Once|Twice|\w+ times):$")


def say_steps(speech: Speech, listed: Iterable[steps.Step]) -> tuple[Item, ...]:
    """Return the lines for a list of steps, without what never happens."""
    said: list[Item] = []
    labels = speech
    listed = tuple(listed)
    gone_back_to = set(_gone_back_to(speech, listed))
    is_other_case = False
    for step, *others in _thrown_together(listed):
        label = step.label if step.label in gone_back_to else None
        if is_untold(speech.rules.ruleset, step):
            said += [Item(sentence(f"From here on: {quoted(spaced(label))}"))] if label else []
            continue
        fresh = _throws(labels, [step, *others], label) if others else _items(labels, step, label)
        lines = tuple(fresh)
        if is_other_case and step is listed[-1]:
            lines = otherwise(lines)
        said += lines
        is_other_case = leads_away(speech, step)
        labels = after_making(labels, step)
    return tuple(said)


def _thrown_together(listed: Sequence[steps.Step]) -> Iterator[list[steps.Step]]:
    """Yield steps, with those by which the same side throws further dice after the first."""
    together: list[steps.Step] = []
    for step in listed:
        thrown = [each.roll for each in together if isinstance(each, steps.Roll)]
        is_further = (
            isinstance(step, steps.Roll)
            and step.label is None
            and step.roll not in thrown
            and all(isinstance(each, steps.Roll) and _is_of_same(each, step) for each in together)
        )
        if together and not (thrown and is_further):
            yield together
            together = []
        together.append(step)
    if together:
        yield together


def _is_of_same(one: steps.Roll, other: steps.Roll) -> bool:
    """Tell whether the same side throws two dice."""
    return (one.who and one.who.text) == (other.who and other.who.text)


def _thrown_by(speech: Speech, step: steps.Roll, dice: str) -> str | None:
    """Return that a side throws dice; nothing where none is said and none may be on turn."""
    if step.who is not None:
        who = speech.say(step.who)
        return f"{who} {speech.verb(who, 'throw')} {dice}"
    return f"{speech.mover} throw {dice}" if speech.is_to_mover else None


def _throws(speech: Speech, listed: Sequence[steps.Step], called: str | None) -> Iterator[Item]:
    """Yield the line for several dice that are thrown one after another, as if together."""
    rolls = [step for step in listed if isinstance(step, steps.Roll)]
    dice = speech.dice([step.roll for step in rolls])
    text = _thrown_by(speech, rolls[0], dice) or f"{dice} are thrown"
    clauses = tuple(dict.fromkeys(clause for step in rolls for clause in step.clauses))
    label = f" (From here on: {quoted(spaced(called))}.)" if called else ""
    yield Item(sentence(text) + label, clauses)


def is_in_order(lines: tuple[Item, ...]) -> bool:
    """Tell whether steps come one after another, also where only one holds several."""
    return len(lines) > 1 or any(
        len(each.items) > 1 or is_in_order(each.items) or is_in_order(each.rest) for each in lines
    )


def _gone_back_to(speech: Speech, listed: Iterable[steps.Step]) -> Iterator[str]:
    """Yield the labels that a step in a list, or inside one of it, ever goes back to."""
    for step in listed:
        match step:
            case steps.Again():
                yield step.again
            case steps.If() if (known := settled(speech, step.if_)) is not None:
                yield from _gone_back_to(speech, step.then if known else step.else_)
            case steps.Repeat() if settled(speech, step.while_) is False:
                continue
            case _:
                for inner in inner_lists(step):
                    yield from _gone_back_to(speech, inner)


def _items(speech: Speech, step: steps.Step, called: str | None) -> Iterator[Item]:
    match step:
        case steps.If() if (known := settled(speech, step.if_)) is not None:
            yield from say_steps(speech, step.then if known else step.else_)
        case steps.Repeat() if settled(speech, step.while_) is False:
            return
        case _:
            said = list(STEPS[type(step)](speech, step))
            if not said and called:
                yield Item(sentence(f"From here on: {quoted(spaced(called))}"))
                return
            label = f" (From here on: {quoted(spaced(called))}.)" if called else ""
            has_remarks = isinstance(step, _WITH_REMARKS)
            lines = []
            for number, (text, inner) in enumerate(said):
                # A remark belongs to the line before it; all else are lines of their own.
                clauses = () if number and has_remarks else tuple(step.clauses)
                item = Item(sentence(text) + ("" if number else label), clauses, items=inner)
                lines.append(_in_one_line(item))
            yield from [_with_rest(lines)] if has_remarks and lines else lines


_WITH_REMARKS: Final = (steps.Choose, steps.Act, steps.Submit, steps.If)
"""Steps of which more than one thing may have to be said; those are not steps of their own."""


def _with_rest(lines: list[Item]) -> Item:
    """Return a step with what else is said of it, in its own line where all of that is short."""
    first, *rest = lines
    if any(each.items for each in lines):
        return replace(first, rest=tuple(rest))
    clauses = tuple(dict.fromkeys(clause for each in lines for clause in each.clauses))
    return replace(first, text=_with_it(" ".join(each.text for each in lines)), clauses=clauses)


_TALLIED_TWICE: Final = re.compile(
    r"(, )((?:the|your|its|[^,.\s]+(?: [^,.\s]+)?'s?) tally of “[^”]+”)"
    r"( [^.]*\. Otherwise, )\2 "
)
"""A sentence about a tally, and another one about the same."""


def _with_it(text: str) -> str:
    """Return two sentences about a tally, in the second of which it is called `it`.

    >>> _with_it("If it rains, the tally of “days” goes up by 1. Otherwise, the tally of “days” "
    ...     "is set to 0.")
    'If it rains, the tally of “days” goes up by 1. Otherwise, it is set to 0.'
    """
    return _TALLIED_TWICE.sub(r"\1\2\3it ", text)


def _in_one_line(item: Item) -> Item:
    """Return a condition with the only thing that follows from it as one sentence."""
    follows = item.items[0] if len(item.items) == 1 else None
    if follows is None or follows.items or follows.quote:
        return item
    clauses = tuple(dict.fromkeys(item.clauses + follows.clauses))
    is_short = not follows.rest and ". " not in follows.text and not follows.text.endswith(":")
    if _LOOP.match(item.text) and item.text.endswith(":") and is_short:
        text = f"{item.text} {uncapital(follows.text)}"
        return replace(item, text=text, clauses=clauses, items=())
    if not item.text.endswith(":") or not item.text.startswith(_CONDITIONAL):
        return item
    if item.text.endswith(_INSTEAD):
        text = f"{item.text} {uncapital(follows.text)}"
        is_plain = is_short and not follows.text.startswith(_CONDITIONAL)
        return replace(item, text=text, clauses=clauses, items=()) if is_plain else item
    if follows.rest or follows.text.startswith(_CONDITIONAL) or ". " in follows.text:
        return item  # it could be read as a part of the second condition, or go too far
    text = f"{item.text[:-1]}, {uncapital(follows.text)}"
    return replace(item, text=text, clauses=clauses, items=())


def _let(speech: Speech, step: steps.Let) -> Said:
    inner = speech
    for name, value in step.let.items():
        yield f"call {inner.label(name)}: {inner.say(value)}", ()
        inner = inner.calling(name)


def _tell(speech: Speech, step: steps.Tell) -> Said:
    told = "all players are"
    if step.who is not None:
        who = speech.say(step.who)
        told = f"{who} {speech.be(who)}"
    yield f"{told} told: {quoted(said_words(speech, step.tell))}", ()


def _roll(speech: Speech, step: steps.Roll) -> Said:
    die = speech.die(step.roll)
    yield _thrown_by(speech, step, die) or f"{die} is thrown", ()


_WORD_SETS: Final[Mapping[str, str]] = {
    "seats": "the players",
    "sides": "the sides",
    "colors": "the colors",
}


def _choose(speech: Speech, step: steps.Choose) -> Said:
    spec = step.choose
    is_chance = spec.who.text == "chance"
    who = "chance" if is_chance else speech.say(spec.who)
    if spec.among is not None:
        what = filters.choice(speech, spec.among)
    elif spec.among_cells is not None:
        what = f"one of these: {filters.cells(speech, spec.among_cells, several=True)}"
    elif isinstance(spec.among_words, str):
        what = f"one of {_WORD_SETS[spec.among_words]}"
    elif spec.numbers is not None:
        what = f"a {_range(speech, spec.numbers)}"
    else:
        words = (quoted(spaced(word)) for word in spec.among_words or [])
        what = joined(words, "or")
    verb = "picks" if is_chance else speech.verb(who, "choose")
    asked = f"{sentence(spec.title)} " if spec.title else ""
    likely = ", all equally likely" if is_chance else ""
    may = f", or {speech.verb(who, 'decline')}" if spec.optional else ""
    choice = f"; the choice is called {speech.label(spec.as_)}"
    yield f"{asked}{sentence(f'{who} {verb} {what}{likely}{may}{choice}')}", ()
    inner = say_steps(speech, step.else_)
    without = "If there is nothing to choose" + (" or the choice is declined" * spec.optional)
    if inner:
        yield f"{without}:" if is_left(step.else_) else f"{without}, {_INSTEAD}", inner


_INSTEAD: Final = "this happens instead of the rest of this list:"


def _act(speech: Speech, step: steps.Act) -> Said:
    who = speech.mover if step.who is None else speech.say(step.who)
    actions = joined((speech.action(name) for name in step.act), "or")
    if step.optional:
        yield f"{who} may play {actions}, or pass", ()
    else:
        yield f"{who} {speech.verb(who, 'play')} {actions}", ()
    if can_always(speech, step.act):
        return
    inner = say_steps(speech, step.else_)
    cannot = "If none of these is possible" if len(step.act) > 1 else "If that is impossible"
    if inner:
        yield f"{cannot}:", inner
    elif not step.optional:
        yield f"{cannot}, {_LEFT_OUT}", ()


_LEFT_OUT: Final = "this is left out"
"""What becomes of a step that nobody can take."""


def _if(speech: Speech, step: steps.If) -> Said:
    root = speech.root(step.if_)
    found, missed = (replace(speech, there=speech.there | there) for there in there_if(root))
    then = _surely(speech, step.if_, step.then, say_steps(found, step.then))
    else_ = say_steps(missed, step.else_)
    if then:
        yield f"{_provided(speech.claim(step.if_))}:", then
        if else_:
            yield "Otherwise:", else_
    elif else_:
        yield f"{_provided(speech.claim(step.if_, negated=True))}:", else_


def _surely(
    speech: Speech, condition: Expression, listed: Sequence[steps.Step], said: tuple[Item, ...]
) -> tuple[Item, ...]:
    """Return the lines under a condition, without what happens if the first is impossible.

    A condition that asks whether an action can be played has answered that already.
    """
    first = listed[0] if listed else None
    if not isinstance(first, steps.Act) or first.who is not None:
        return said
    asked = learned(speech, condition, holds=True)
    if not asked or not asked <= {*first.act}:
        return said
    short = re.sub(rf" If [^.]*, {_LEFT_OUT}\.", "", said[0].text)
    return (replace(said[0], text=short), *said[1:])


def _provided(claim: str) -> str:
    """Return a condition before what follows from it.

    >>> _provided("it is not so that the kings meet"), _provided("the king is safe")
    ('Unless the kings meet', 'If the king is safe')
    """
    denied = affirmed(claim)
    return f"If {claim}" if denied is None else f"Unless {denied}"


def _for_each(speech: Speech, step: steps.ForEach) -> Said:
    spec = step.for_each
    if spec.among is not None:
        what = filters.pieces(speech, spec.among)
    elif spec.among_cells is not None:
        what = f"{filters.cells(speech, spec.among_cells)}{order_words(speech, step)}"
    elif spec.among_sides is not None:
        what = "side"
    elif spec.among_kinds is not None:
        kinds = joined(speech.kind(kind) for kind in spec.among_kinds if kind != ANY_KIND)
        what = f"of the kinds {kinds}" if kinds else "kind of piece"
    elif spec.parts_of is not None:
        what = filters.part(speech, spec.parts_of)
    else:
        assert spec.numbers is not None  # noqa: S101 - the model has one of them
        what = _range(speech, spec.numbers)
    inner = say_steps(inside_loop(speech, step), step.do)
    often = _how_often(speech, step)
    if inner:
        yield often or f"For each {what}, called {speech.label(spec.as_)}:", inner


def _how_often(speech: Speech, step: steps.ForEach) -> str | None:
    """Return how often steps are taken, where nothing but that depends on a range of numbers."""
    spec = step.for_each
    if spec.numbers is None or fold(speech.root(spec.numbers.from_)) != 1:
        return None
    used = (re.findall(r"\w+", each.text) for each in expressions_in(step.do))
    if any(spec.as_ in words for words in used):
        return None
    last = fold(speech.root(spec.numbers.to))
    if last is not None:
        return f"{capital(times(int(last)))}:"
    words = speech.say(spec.numbers.to)
    is_named = local_name(speech.root(spec.numbers.to)) is not None
    return f"As many times as {words.removeprefix('the ') if is_named else words}:"


def _range(speech: Speech, numbers: NumberRange) -> str:
    return f"number from {speech.say(numbers.from_)} to {largest(speech, numbers.to)}"


def _repeat(speech: Speech, step: steps.Repeat) -> Said:
    inner = say_steps(speech, step.repeat)
    if not inner:
        return
    if step.while_ is not None:
        inner = _surely(speech, step.while_, step.repeat, inner)
    most = speech.say(step.at_most)
    often = {"1": "once at most", "2": "twice at most"}.get(most, f"at most {most} times")
    often += ", until a pass" if _may_pass(step.repeat) else ""
    if step.while_ is None or settled(speech, step.while_) is True:
        yield f"Again and again, {often}:", inner
    else:
        lead = "If" if most == "1" else "As long as"
        tail = "" if most == "1" else f", {often}"
        yield f"{lead} {speech.claim(step.while_)}{tail}:", inner


def _may_pass(body: Sequence[steps.Step]) -> bool:
    """Return whether a pass in these steps leaves the loop that repeats them.

    Who cannot act passes as well, which needs no words.
    """
    return any(
        (isinstance(step, steps.Act) and step.optional)
        or (isinstance(step, steps.If) and _may_pass([*step.then, *step.else_]))
        for step in body
    )


def _run(speech: Speech, step: steps.Run) -> Said:
    body = speech.rules.ruleset.procedures[step.procedure]
    given = [name for name in given_to(body) if name in step.values]
    said = {name: speech.say(step.values[name]) for name in given}
    title = body.title if isinstance(body, Procedure) else None
    if title is not None:
        args = (speech.root(step.values[name]) for name in given)
        yield filled_for(speech, title, put_into(speech, title, given, args)), ()
        return
    if len(said) == 1:
        yield (
            f"Do what is said under {quoted(spaced(step.procedure))} for {joined(said.values())}",
            (),
        )
        return
    same = [words for name, words in said.items() if words == speech.local(name)]
    others = [
        f"{called(name)} is {words}" for name, words in said.items() if words != speech.local(name)
    ]
    tail = f" for {joined(same)}" if same else ""
    tail += f", where {joined(others)}" if others else ""
    yield f"Do what is said under {quoted(spaced(step.procedure))}{tail}", ()


def _again(_: Speech, step: steps.Again) -> Said:
    yield f"Go back to {quoted(spaced(step.again))}", ()


def _end_turn(speech: Speech, _: object) -> Said:
    yield f"The {'turn' if speech.is_to_mover else turn_word(speech)} is over", ()


def _stop(*_: object) -> Said:
    yield "Nothing more happens here", ()


def _check_endings(*_: object) -> Said:
    yield "Now it is seen whether the game is over", ()


def _enter(speech: Speech, step: steps.Enter) -> Said:
    yield f"The phase {speech.phase(step.enter)} begins", ()


def _end(speech: Speech, step: steps.End) -> Said:
    spec = step.end
    said = quoted(said_words(speech, spec.says))
    yield f"The game is over: {result_words(speech, spec.winner, spec)} ({said})", ()


def result_words(speech: Speech, winner: Expression | None, ending: Any) -> str:  # noqa: ANN401
    """Return who wins, in words; `ending` says whether the game is void."""
    if winner is not None:
        who = speech.say(winner)
        words = f"{who} {speech.verb(who, 'win')}"
        if ending.worth is None:
            return words
        points = speech.say(ending.worth)
        if points.isdecimal():
            return f"{words}, which counts {counted(int(points), 'point')}"
        return f"{words}, which counts as many points as {points}"
    if ending.void:
        return "it counts for nobody, as if it had not been played"
    return "the game is lost" if speech.rules.ruleset.is_for_one_side else "it is a draw"


def _seat(speech: Speech, step: steps.Seat) -> Said:
    who, what = speech.say(step.seat.seat), speech.say(step.seat.side)
    rest = "when only one player is left, that one takes the side that is left"
    yield f"{who} plays {what}; {rest}", ()


def _color(speech: Speech, step: steps.Color) -> Said:
    who, what = speech.say(step.color.seat), speech.say(step.color.color)
    colors = speech.rules.ruleset.colors or ()
    rest = "when only one player is left, that one takes the color that is left"
    taken = f"the color {what}" if step.color.color.text in colors else f"{what} as color"
    yield f"{who} {speech.verb(who, 'take')} {taken}; {rest}", ()


STEPS: Final[Mapping[type, Callable[[Speech, Any], Said]]] = {
    **CHANGES,
    steps.Let: _let,
    steps.Tell: _tell,
    steps.Roll: _roll,
    steps.Choose: _choose,
    steps.Act: _act,
    steps.Submit: say_submission,
    steps.If: _if,
    steps.ForEach: _for_each,
    steps.Repeat: _repeat,
    steps.Run: _run,
    steps.Again: _again,
    steps.EndTurn: _end_turn,
    steps.Stop: _stop,
    steps.CheckEndings: _check_endings,
    steps.Enter: _enter,
    steps.End: _end,
    steps.Seat: _seat,
    steps.Color: _color,
}
"""Words for every step."""
