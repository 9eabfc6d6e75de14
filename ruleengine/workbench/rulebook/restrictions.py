"""Validators in words: what a move has to keep to, and what is said of one that does not.

`VALIDATORS` has an entry for every validator of the language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ruleengine.expressions import resolved as tree
from ruleengine.schema import validators
from ruleengine.schema.expression import Expression
from ruleengine.workbench.rulebook.claims import LISTED_WORDS, listed
from ruleengine.workbench.rulebook.document import Item
from ruleengine.workbench.rulebook.english import (
    affirmed,
    joined,
    quoted,
    sentence,
    spaced,
)
from ruleengine.workbench.rulebook.phrases import settled
from ruleengine.workbench.rulebook.quotes import said_words
from ruleengine.workbench.rulebook.speech import Speech
from ruleengine.workbench.rulebook.whereabouts import located


def say_validator(speech: Speech, rule: validators.Validator) -> Item | None:
    """Return the line about one restriction; nothing when it never refuses."""
    if never_refuses(speech, rule):
        return None
    words = VALIDATORS[type(rule)](speech, rule)
    if rule.when is not None and settled(speech, rule.when) is None:
        subject = "the move is " if words.startswith(("allowed", "not allowed")) else "then "
        words = f"if {speech.claim(rule.when)}, {subject}{words}"
    return Item(sentence(words), tuple(rule.clauses), _quote(speech, rule), _cases(speech, rule))


def never_refuses(speech: Speech, rule: validators.Validator) -> bool:
    """Tell whether a restriction never refuses anything under the readings that are played."""
    if settled(speech, rule.when) is False:
        return True
    match rule:
        case validators.Require():
            return settled(speech, rule.require) is True
        case validators.Afterwards():
            return settled(speech, rule.afterwards) is True
        case _:
            return False


def _quote(speech: Speech, rule: validators.Validator) -> str | None:
    """Return the author's own sentence, with words for the values that it tells."""
    return None if rule.says is None else said_words(speech, rule.says)


def _path_clear(speech: Speech, rule: validators.PathClear) -> str:
    to = speech.local(rule.path_clear)
    return f"no piece may stand on the way to {to}{_but_leaps(speech, rule.path_clear)}"


def _but_leaps(speech: Speech, to: str) -> str:
    """Return that leaps have no way on which anything could stand, where there are some."""
    return " (a leap passes over whatever is between)" if to in speech.leapt_to else ""


def _path_avoids(speech: Speech, rule: validators.PathAvoids) -> str:
    spec = rule.path_avoids
    zones = joined((speech.say(zone) for zone in spec.zone), "or")
    but = _but_leaps(speech, spec.to)
    return f"the way to {speech.local(spec.to)} must not cross {zones}{but}"


def _path_length(speech: Speech, rule: validators.PathLength) -> str:
    spec = rule.path_length
    return f"the way to {speech.local(spec.to)} must have exactly {_steps(speech, spec.steps)}"


def _steps(speech: Speech, number: Expression) -> str:
    words = speech.say(number)
    return f"{words} steps" if words.isdecimal() else f"as many steps as {words}"


def _path_cost(speech: Speech, rule: validators.PathCost) -> str:
    spec = rule.path_cost
    cost = speech.knowing({"it": "the cell"}).say(spec.cost)
    return (
        f"the cells on the way to {speech.local(spec.to)}, its end included, must not cost more "
        f"than {speech.say(spec.at_most)} together; a cell costs {cost}"
    )


def _corners_clear(speech: Speech, rule: validators.CornersClear) -> str:
    spec = rule.corners_clear
    solid = joined((speech.say(zone) for zone in spec.solid), "or")
    also = f" (cells of {solid} count as taken)" if solid else ""
    return (
        f"no diagonal step from {speech.say(spec.from_)} to {speech.local(spec.to)} may slip "
        f"between two cells that are both taken{also}"
    )


def _zones(speech: Speech, spec: validators.PlaceSpec) -> str:
    return located(speech, [speech.root(zone) for zone in spec.zone])


def _inside(speech: Speech, rule: validators.Inside) -> str:
    return f"{speech.say(rule.inside.cell)} must be {_zones(speech, rule.inside)}"


def _outside(speech: Speech, rule: validators.Outside) -> str:
    return f"{speech.say(rule.outside.cell)} must not be {_zones(speech, rule.outside)}"


CONTENT_WORDS: Final[Mapping[str, str]] = {
    "nothing": "be empty",
    "friend": "hold a piece of your own",
    "enemy": "hold an enemy",
    "neutral": "hold a neutral piece",
}
"""Words for what may stand on a cell."""


def _holds(speech: Speech, rule: validators.Holds) -> str:
    spec = rule.holds
    contents = joined((CONTENT_WORDS[each] for each in spec.any_of), "or")
    return f"{speech.spot(speech.root(spec.cell))} must {contents}"


def _require(speech: Speech, rule: validators.Require) -> str:
    if settled(speech, rule.require) is False:
        return "not allowed"
    return _allowed(speech, rule.require, "")


def _afterwards(speech: Speech, rule: validators.Afterwards) -> str:
    return _allowed(speech, rule.afterwards, "afterwards ")


def _allowed(speech: Speech, condition: Expression, when: str) -> str:
    lead = LISTED_WORDS.get(listed(speech, speech.root(condition))[0])
    if lead is not None:
        return f"allowed only if {when}{lead}:"
    words = speech.claim(condition)
    denied = affirmed(words)
    return f"allowed only if {when}{words}" if denied is None else f"not allowed if {when}{denied}"


def _cases(speech: Speech, rule: validators.Validator) -> tuple[Item, ...]:
    """Return what has to hold as lines of its own, where it is too much for one sentence."""
    match rule:
        case validators.Require():
            return _lines_of(speech, speech.root(rule.require), False)  # noqa: FBT003
        case validators.Afterwards():
            return _lines_of(speech, speech.root(rule.afterwards), False)  # noqa: FBT003
        case _:
            return ()


def _lines_of(speech: Speech, node: tree.Resolved, negated: bool) -> tuple[Item, ...]:  # noqa: FBT001
    lines = []
    for part, is_denied in listed(speech, node, negated=negated)[1]:
        op, _ = listed(speech, part, negated=is_denied)
        if op is None:
            lines.append(Item(sentence(speech.clause(part, negated=is_denied))))
        else:
            inner = _lines_of(speech, part, is_denied)
            lines.append(Item(sentence(f"{LISTED_WORDS[op]}:"), items=inner))
    return tuple(lines)


def _shared_rules(_: Speech, rule: validators.SharedRules) -> str:
    # Actions have them written out, so that a book never says this.
    return f"the rules of {quoted(spaced(rule.rules))} hold"


VALIDATORS: Final[Mapping[type, Callable[[Speech, Any], str]]] = {
    validators.PathClear: _path_clear,
    validators.PathAvoids: _path_avoids,
    validators.PathLength: _path_length,
    validators.PathCost: _path_cost,
    validators.CornersClear: _corners_clear,
    validators.Inside: _inside,
    validators.Outside: _outside,
    validators.Holds: _holds,
    validators.Require: _require,
    validators.Afterwards: _afterwards,
    validators.SharedRules: _shared_rules,
}
"""Words for every validator."""
