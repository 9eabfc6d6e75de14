"""What actions use up, in words: how often each can be played, and what that does to tallies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.schema.ruleset import Use
from ruleengine.workbench.rulebook.author import Author
from ruleengine.workbench.rulebook.document import Item
from ruleengine.workbench.rulebook.english import joined, sentence, times
from ruleengine.workbench.rulebook.kept_words import tally
from ruleengine.workbench.rulebook.phrases import turn_word
from ruleengine.workbench.rulebook.speech import Speech

_PER: Final = {
    "game": "",
    "side": " by each side",
    "seat": " by each player",
    "piece": " by each piece",
    "cell": " for each cell",
}


def taken(author: Author, use: Use) -> int:
    """Return how much of a counter one move takes."""
    return author.speech.rules.number(use.by) if use.by is not None else 1


def limit_line(author: Author, action: str, use: Use) -> Item:
    """Return the restriction that a limited counter is for an action."""
    speech = author.speech
    declared = speech.rules.ruleset.counters[use.counter]
    assert declared.limit is not None  # noqa: S101 - what is used up has a limit
    number = speech.rules.number(declared.limit)
    turn = f"in a {turn_word(speech)}"
    when = {"never": "in a game", "turn": turn, "phase": "in a phase"}[declared.resets]
    much = taken(author, use)
    whose = _whose(author, action, use)
    # What counts for somebody else is not done by whom it counts for.
    per = _PER[declared.per].replace(" by ", " for " if whose else " by ")
    others = _sharing(author, action, use)
    if much > 1 or (others and number > 1):
        text = f"it takes {much} of the {number} {speech.counter(use.counter)} {when}{per}"
    else:
        text = f"it can be played {times(number)} {when}{per}"
        if (declared.title or others) and not _is_told_as_change(author, action, use):
            # The list of tallies has it, and a reader wants to know what it is there for.
            text += f" (counted as {speech.counter(use.counter)})"
        if others:
            verb = "use" if len(others) > 1 else "uses"
            text += f"; {joined(map(speech.action, others))} {verb} up the same one"
    text += f"; it counts for {whose}" if whose else ""
    return Item(sentence(text), tuple(use.clauses or declared.clauses))


def _whose(author: Author, action: str, use: Use) -> str:
    """Return the side or player whose counter is used up, where that is not the one who plays."""
    speech = author.addressing(action)
    per = author.speech.rules.ruleset.counters[use.counter].per
    if use.for_ is None or per not in ("side", "seat"):
        return ""
    words = speech.say(use.for_)
    return "" if words == speech.mover else words


def use_lines(author: Author, speech: Speech, action: str) -> Iterator[Item]:
    """Yield what becomes of tallies that players see or rules ask for, when they are used up.

    Where nobody looks at a counter but to see whether its limit is reached, the restriction
    says enough.
    """
    ruleset = speech.rules.ruleset
    counters = ruleset.counters
    for use in ruleset.actions[action].used:
        if not _is_told_as_change(author, action, use):
            continue
        owner = None if use.for_ is None else speech.say(use.for_)
        text = f"{tally(speech, use.counter, owner)} goes up by {taken(author, use)}"
        yield Item(sentence(text), tuple(use.clauses or counters[use.counter].clauses))


def _sharing(author: Author, action: str, use: Use) -> list[str]:
    """Return the other actions that are played and use up the same counter."""
    actions = author.speech.rules.ruleset.actions
    return [
        name
        for name, other in actions.items()
        if name != action
        and name in author.usage.offered
        and any(each.counter == use.counter for each in other.used)
    ]


def _is_told_as_change(author: Author, action: str, use: Use) -> bool:
    """Tell whether a counter is more than a limit: it is seen on the board, or asked for.

    A restriction that says how much of it a move takes has told the change already, unless it
    is another one for each piece or cell.
    """
    counter = author.speech.rules.ruleset.counters[use.counter]
    if counter.per in ("piece", "cell"):
        return counter.shown is not False or _is_asked(author.speech, use.counter)
    is_told = taken(author, use) > 1 or bool(_sharing(author, action, use))
    return not is_told and _is_asked(author.speech, use.counter)


def _is_asked(speech: Speech, name: str) -> bool:
    """Tell whether some rule asks what a counter stands at."""
    return any(_reads(checked.root, name) for checked in speech.rules.checked.values())


def _reads(node: tree.Resolved, name: str) -> bool:
    match node:
        case tree.Invocation() if node.function.name == "left":
            # It asks how much of a limit is there, which is not what a tally stands at.
            return any(_reads(each, name) for each in tree.parts_of(node)[1:])
        case tree.Reference():
            return node.symbol.role == "counter" and node.symbol.name == name
        case tree.MemberOf() if node.name == name:
            return True
    return any(_reads(each, name) for each in tree.parts_of(node))
