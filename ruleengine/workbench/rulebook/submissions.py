"""Submissions in words: moves that sides hand in together, and how they commit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.submission import MoveRange, bounds_of
from ruleengine.workbench.rulebook.document import Item
from ruleengine.workbench.rulebook.english import joined, quoted
from ruleengine.workbench.rulebook.phrases import settled
from ruleengine.workbench.rulebook.speech import Speech


def _often(speech: Speech, moves: Expression | MoveRange | None) -> tuple[str, str]:
    """Return how often a side moves in a submission, and how it ends.

    The last move that is possible commits by itself.
    """
    if moves is None:
        return "as often as wanted", "any"
    least, most = bounds_of(moves)
    each_side = replace(speech, is_to_mover=False, mover_words="that side")
    low, high = (None if each is None else each_side.say(each) for each in (least, most))
    if low is not None and high is not None:
        if least is most:
            return _times(low), "exact"
        return f"{low} to {high} times", "limited"
    if high is None:
        return f"at least {_times(str(low))}", "any"
    return f"at most {_times(high)}", "limited"


def _times(number: str) -> str:
    return {"1": "once", "2": "twice"}.get(number, f"{number} times")


def say_submission(speech: Speech, step: steps.Submit) -> Iterator[tuple[str, tuple[Item, ...]]]:
    """Yield what is said of moves that are handed in together."""
    sides = speech.rules.ruleset.sides
    whos = [speech.say(who) for who in step.who or []] or [speech.side(side) for side in sides]
    actions = joined((speech.action(name) for name in step.submit), "and")
    often, ends = _often(speech, step.moves)
    yield _submission(speech, whos, actions, often, ends), ()
    if step.secret:
        yield (
            (
                "Nobody sees what the others do before all have committed"
                if len(whos) > 1
                else "The others do not see what is done before it is committed"
            ),
            (),
        )
        if len(whos) > 1:
            yield (
                (
                    "Then the moves are carried out in the order of the sides; one that has become "
                    "impossible is left out"
                ),
                (),
            )
    if step.commit is not None and settled(speech, step.commit) is not True:
        condition = replace(speech, is_to_mover=False, mover_words="that side").claim(step.commit)
        tail = f" ({quoted(step.says)})" if step.says else ""
        yield f"a side can commit only when {condition}, or when it has no move left{tail}", ()


_COMMITTED: Final[Mapping[str, tuple[str, str]]] = {
    "any": (", and then {commit}", ", until each has committed"),
    "exact": (
        "; with the last of them {who} {has} committed",
        "; with the last each has committed",
    ),
    "limited": (
        ", and then {commit}; the last that is possible commits by itself",
        ", until each has committed; the last move that is possible commits by itself",
    ),
}
"""How a submission of one side, and of several, ends."""


def _submission(speech: Speech, whos: list[str], actions: str, often: str, ends: str) -> str:
    who, (alone, together) = joined(whos), _COMMITTED[ends]
    if len(whos) > 1:
        return f"{who} play {actions} at the same time, each {often}{together}"
    commit, has = speech.verb(who, "commit"), speech.have(who)
    return f"{who} {speech.verb(who, 'play')} {actions}, {often}" + alone.format(
        commit=commit, who=who, has=has
    )
