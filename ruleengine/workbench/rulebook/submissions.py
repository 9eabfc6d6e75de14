"""Submissions in words: moves that sides hand in together, and how they commit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.constants import fold
from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.submission import MoveRange, bounds_of
from ruleengine.workbench.rulebook.document import Item
from ruleengine.workbench.rulebook.english import joined, quoted
from ruleengine.workbench.rulebook.phrases import settled
from ruleengine.workbench.rulebook.speech import YOU, Speech


def _often(speech: Speech, moves: Expression | MoveRange | None) -> tuple[str, str]:
    """Return how often a side moves in a submission, and how it ends.

    The last move that is possible commits by itself. A number that is reckoned finds no room in
    the sentence, and is told by `_numbers`.
    """
    if moves is None:
        return "as often as wanted", "any"
    least, most = bounds_of(moves)
    ends = "exact" if least is most else "any" if most is None else "limited"
    low, high = (None if each is None else speech.say(each) for each in (least, most))
    if not all(each is None or each.isdecimal() for each in (low, high)):
        return "", ends
    if low == high == "1":
        return "once", "once"
    if low is not None and high is not None:
        return (_times(low) if ends == "exact" else f"{low} to {high} times"), ends
    if high is None:
        return f"at least {_times(str(low))}", ends
    return f"at most {_times(high)}", ends


def _times(number: str) -> str:
    return {"1": "once", "2": "twice"}.get(number, f"{number} times")


def _numbers(speech: Speech, moves: Expression | MoveRange, who: str) -> str:
    """Return how many moves a side makes, as a sentence."""
    least, most = bounds_of(moves)
    makes = f"{who} {speech.verb(who, 'make')}"
    if least is most and least is not None:
        return f"{makes} exactly {_as_many(_reckoned(speech, least))}"
    bounds = []
    if least is not None:
        bounds.append(f"at least {_as_many(_reckoned(speech, least))}")
    if most is not None:
        bounds.append(f"at most {_as_many(_reckoned(speech, most))}")
    return f"{makes} {joined(bounds)}"


def _as_many(number: str) -> str:
    if number.isdecimal():
        return f"{number} move{'s' * (number != '1')}"
    return f"as many moves as {number}"


def _reckoned(speech: Speech, number: Expression) -> str:
    """Return a number of moves; that it is not below 0 need not be said."""
    root = speech.root(number)
    if isinstance(root, tree.Invocation) and root.function.name == "max":
        rest = [arg for arg in root.args if fold(arg) != 0]
        if len(rest) == 1:
            return speech.noun(rest[0])
    return speech.noun(root)


def say_submission(speech: Speech, step: steps.Submit) -> Iterator[tuple[str, tuple[Item, ...]]]:
    """Yield what is said of moves that are handed in together."""
    sides = speech.rules.ruleset.sides
    whos = [speech.say(who) for who in step.who or []] or [speech.side(side) for side in sides]
    actions = joined((speech.action(name) for name in step.submit), "or")
    each_side = replace(speech, is_to_mover=False, mover_words="the side")
    often, ends = _often(each_side, step.moves)
    yield _submission(speech, whos, actions, often, ends), ()
    if not often and step.moves is not None:
        who, again = (whos[0], whos[0]) if len(whos) == 1 else ("each side", "it")
        last = _LAST[ends].format(who=again, has=speech.have(again))
        yield _numbers(each_side, step.moves, who) + last, ()
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
    "once": ("; with that {who} {has} committed", "; with that each has committed"),
    "limited": (
        ", and then {commit}; the last that is possible commits by itself",
        ", until each has committed; the last move that is possible commits by itself",
    ),
}
"""How a submission of one side, and of several, ends."""


_LAST: Final[Mapping[str, str]] = {
    "any": "",
    "exact": "; with the last of them {who} {has} committed",
    "limited": "; the last that is possible commits by itself",
}
"""What the last move does, where a sentence of its own tells how many there are."""


def _submission(speech: Speech, whos: list[str], actions: str, often: str, ends: str) -> str:
    who, (alone, together) = joined(whos), _COMMITTED[ends]
    if not often:
        alone, together = _COMMITTED["any"] if ends != "exact" else ("", "")
    else:
        often = often.replace("as wanted", "as you want") if whos == [YOU] else often
        often = f", {'each ' * (len(whos) > 1)}{often}"
    if len(whos) > 1:
        return f"{who} play {actions} at the same time{often}{together}"
    commit, has = speech.verb(who, "commit"), speech.have(who)
    return f"{who} {speech.verb(who, 'play')} {actions}{often}" + alone.format(
        commit=commit, who=who, has=has
    )
