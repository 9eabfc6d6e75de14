"""Steps that end the game, in words: what happens, under which conditions, and where.

A reader asks how a game is won in the chapter about endings, also where the answer is a step of
an action or of a turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ruleengine.schema import steps
from ruleengine.schema.end_steps import clauses_behind
from ruleengine.schema.procedures import steps_of
from ruleengine.workbench.rulebook.document import Item
from ruleengine.workbench.rulebook.english import NOT_SO, joined, sentence
from ruleengine.workbench.rulebook.made_names import after_making
from ruleengine.workbench.rulebook.phrases import settled
from ruleengine.workbench.rulebook.playable import can_always
from ruleengine.workbench.rulebook.quotes import said_words
from ruleengine.workbench.rulebook.speech import Speech
from ruleengine.workbench.rulebook.steps import result_words


@dataclass(frozen=True)
class Place:
    """A list of steps, and how it is come to."""

    words: str
    """What it belongs to."""
    speech: Speech
    listed: Sequence[steps.Step]
    occasion: str = ""
    """When it is carried out, if it does not say that itself."""


@dataclass(frozen=True)
class _Way:
    """What leads to a step: what has to hold, the steps around it, the names made on the way."""

    speech: Speech
    conditions: tuple[str, ...] = ()
    escaped: tuple[str, ...] = ()
    """What did not hold, or else a step before it would have ended the game."""
    around: tuple[steps.Step, ...] = ()
    called: Mapping[str, str] = field(default_factory=dict)

    def into(self, step: steps.Step, *conditions: str, speech: Speech | None = None) -> _Way:
        """Return the way into a list of steps inside a step."""
        return replace(
            self,
            speech=speech or self.speech,
            conditions=self.conditions + conditions,
            around=(*self.around, step),
        )

    def past(self, step: steps.Step) -> _Way:
        """Return the way on, after a step."""
        conditions, called, escaped = self.conditions, dict(self.called), self.escaped
        if isinstance(step, steps.Let):
            inner = self.speech
            for name, value in step.let.items():
                called[inner.label(name)] = inner.say(value)
                inner = inner.calling(name)
        match step:
            case steps.If(else_=[]) if settled(self.speech, step.if_) is None:
                if step.then and isinstance(step.then[-1], steps.End):
                    escaped += (self.speech.claim(step.if_, negated=True),)
                elif _leads_away(step.then):
                    conditions += (self.speech.claim(step.if_, negated=True),)
        speech = after_making(self.speech, step)
        return replace(self, speech=speech, conditions=conditions, called=called, escaped=escaped)


def _leads_away(listed: Sequence[steps.Step]) -> bool:
    """Tell whether what comes after a list of steps is not reached through it."""
    return bool(listed) and isinstance(listed[-1], steps.EndTurn | steps.Again)


def say_ends(places: Iterable[Place]) -> Iterator[Item]:
    """Yield a line for every step that can end the game, with all the ways to it."""
    found: dict[int, Item] = {}
    for place in places:
        first = (place.occasion,) if place.occasion else ()
        # Most of what is passed on the way is not told, and needs no remark then.
        speech = replace(place.speech, remarks=set())
        for step, way in _ends(place.listed, _Way(speech, first)):
            place.speech.remarks.update(speech.remarks)
            facts = tuple(_facts(place, way))
            if id(step) not in found:
                result = result_words(way.speech, step.end.winner, step.end)
                text = sentence(f"{said_words(way.speech, step.end.says)}: {result}")
                found[id(step)] = Item(text, clauses_behind(step, way.around))
            known = found[id(step)]
            found[id(step)] = replace(known, items=tuple(dict.fromkeys(known.items + facts)))
    yield from found.values()


_SHORT: Final = 8


def _otherwise(escaped: tuple[str, ...]) -> tuple[str, ...]:
    """Return that the game is not over by a step before; endings are listed in this order."""
    if len(escaped) == 1 and len(escaped[0].split()) <= _SHORT and NOT_SO not in escaped[0]:
        return escaped
    return ("none of the endings above has come first",) if escaped else ()


_QUOTED: Final = re.compile("“[^”]*”")


def _told_once(conditions: tuple[str, ...]) -> tuple[str, ...]:
    """Return conditions without those that another one among them says as well.

    >>> _told_once(("you cannot “go”", "neither you nor Red can “go”"))
    ('neither you nor Red can “go”',)
    >>> _told_once(("you cannot “go” or “rest”", "you cannot “go”"))
    ('you cannot “go” or “rest”',)
    """
    unlike = tuple(dict.fromkeys(conditions))
    return tuple(each for each in unlike if not any(_says(other, each) for other in unlike))


def _says(other: str, claim: str) -> bool:
    """Tell whether a condition is a part of another one that denies more, or of two sides."""
    who, cannot, what = claim.partition(" cannot ")
    if not cannot:
        return False
    same, _, more = other.partition(" cannot ")
    if same == who and other != claim and _QUOTED.fullmatch(what):
        return _QUOTED.sub("", more).strip(", or") == "" and what in more
    of_two = rf"neither {re.escape(who)} nor .+ can {re.escape(what)}"
    return re.fullmatch(of_two, other) is not None


def _facts(place: Place, way: _Way) -> Iterator[Item]:
    """Yield when and where a step comes about, and what the names in that stand for."""
    conditions = _told_once((*way.conditions, *_otherwise(way.escaped)))
    when = f" when {', and '.join(conditions)}" if conditions else ""
    yield Item(sentence(f"this happens in {place.words}{when}"))
    for name, words in way.called.items():
        if name in when:
            said = f"{name} was settled earlier in these steps: {words}"
            yield Item(sentence(said))


def _ends(listed: Sequence[steps.Step], way: _Way) -> Iterator[tuple[steps.End, _Way]]:
    for step in listed:
        if isinstance(step, steps.End):
            yield step, way
        for inner, further in _inside(step, way):
            yield from _ends(inner, further)
        way = way.past(step)


def _inside(step: steps.Step, way: _Way) -> Iterator[tuple[Sequence[steps.Step], _Way]]:
    """Yield the lists inside a step that are ever reached, with the ways to them."""
    speech = way.speech
    match step:
        case steps.If():
            yield from _branches(step, way)
        case steps.Act() if step.else_ and not can_always(speech, step.act):
            actions = joined((speech.action(name) for name in step.act), "or")
            who = speech.mover if step.who is None else speech.say(step.who)
            yield step.else_, way.into(step, f"{who} cannot {actions}")
        case steps.Choose() if step.else_:
            declined = " or the choice is declined" if step.choose.optional else ""
            yield step.else_, way.into(step, f"there is nothing to choose{declined}")
        case steps.Run() if step not in way.around:
            body = speech.rules.ruleset.procedures[step.procedure]
            values = {name: speech.say(value) for name, value in step.values.items()}
            inner = replace(speech, locals=values, operands=frozenset(), there=frozenset())
            yield steps_of(body), way.into(step, speech=inner)
        case steps.ForEach():
            name = step.for_each.as_
            yield step.do, way.into(step, speech=speech.calling(name))
        case steps.Repeat():
            known = settled(speech, step.while_)
            if known is None and step.while_ is not None:
                yield step.repeat, way.into(step, speech.claim(step.while_))
            elif known:
                yield step.repeat, way.into(step)


def _branches(step: steps.If, way: _Way) -> Iterator[tuple[Sequence[steps.Step], _Way]]:
    known = settled(way.speech, step.if_)
    for branch, holds in ((step.then, True), (step.else_, False)):
        if branch and known is None:
            yield branch, way.into(step, way.speech.claim(step.if_, negated=not holds))
        elif known is holds:
            yield branch, way.into(step)
