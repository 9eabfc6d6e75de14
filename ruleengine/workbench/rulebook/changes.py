"""Steps that change the position, in words: pieces, zones, tallies and notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from ruleengine.expressions import resolved as tree
from ruleengine.expressions.absence import can_be_nothing
from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.wording import a, is_several
from ruleengine.workbench.rulebook.descriptions import items_of
from ruleengine.workbench.rulebook.document import Item
from ruleengine.workbench.rulebook.english import bare, sentence
from ruleengine.workbench.rulebook.headings import say_bearing, say_turn
from ruleengine.workbench.rulebook.kept_words import found_kind, noted, tally
from ruleengine.workbench.rulebook.speech import YOU, Speech
from ruleengine.workbench.rulebook.whereabouts import lies_beside

Said = Iterator[tuple[str, tuple[Item, ...]]]
"""Sentences, each with the lines under it."""


def _move(speech: Speech, step: steps.Move) -> Said:
    yield f"{speech.say(step.move.piece)} goes to {speech.spot(speech.root(step.move.to))}", ()


def _capture(speech: Speech, step: steps.Capture) -> Said:
    what = speech.say(step.capture)
    if isinstance(speech.root(step.capture), tree.CellOf):
        yield f"{what} is captured, if it is an enemy, and leaves the board", ()
    else:
        yield f"an enemy on {what} is captured and leaves the board", ()


def _remove(speech: Speech, step: steps.Remove) -> Said:
    beside = _lies_beside(speech, speech.root(step.remove))
    yield f"{speech.say(step.remove)} {'leaves the game' if beside else 'leaves the board'}", ()


def _lies_beside(speech: Speech, piece: tree.Resolved) -> bool:
    """Tell whether a piece is described as one that lies off the board."""
    if isinstance(piece, tree.CellOf):
        piece = piece.piece
    if isinstance(piece, tree.Reference):
        return piece.symbol.role == "local" and piece.symbol.name in speech.beside
    if not isinstance(piece, tree.Invocation):
        return False
    zones = dict(piece.keywords).get("in")
    return zones is not None and all(lies_beside(speech, zone) for zone in items_of(zones))


def _send(speech: Speech, step: steps.Send) -> Said:
    yield f"{speech.say(step.send.piece)} goes to {speech.say(step.send.to)}, off the board", ()


def _place(speech: Speech, step: steps.Place) -> Said:
    spec = step.place
    kind = speech.say(spec.kind)
    owner = speech.say(spec.owner)
    whose = " of yours" if owner == YOU else f" of {owner}"
    new = a(f"new {bare(kind)}")
    if not _is_a_kind(speech.root(spec.kind)):
        new = _of_kind(speech, spec.kind, "a new piece")
    if owner == "nobody":
        new, whose = new.replace("a new", "a new neutral", 1), ""
    yield f"{new}{whose} appears on {speech.spot(speech.root(spec.at))}", ()


def _of_kind(speech: Speech, kind: Expression, piece: str) -> str:
    """Return a piece of a kind that is not told here, but found."""
    root, words = speech.root(kind), speech.say(kind)
    if isinstance(root, tree.Reference) or _is_note(speech, root):
        return f"{piece} of {found_kind(speech, root)}"
    if isinstance(root, tree.Lookup) and words.startswith(("what ", "which ")):
        return words
    return f"{piece} of this kind: {words}"


def _is_note(speech: Speech, node: tree.Resolved) -> bool:
    return isinstance(node, tree.MemberOf) and node.name in speech.rules.ruleset.marks


def _is_a_kind(node: tree.Resolved) -> bool:
    """Tell whether a certain kind is meant, and not one that a name stands for."""
    return isinstance(node, tree.Reference) and node.symbol.role == "kind"


def _give(speech: Speech, step: steps.Give) -> Said:
    spec = step.give
    seat = f", under the command of {speech.say(spec.seat)}" if spec.seat is not None else ""
    yield f"{speech.say(spec.piece)} changes sides and belongs to {speech.say(spec.to)}{seat}", ()


def _claim(speech: Speech, step: steps.Claim) -> Said:
    zone = speech.say(step.claim.zone)
    belong = "belong" if is_several(zone) else "belongs"
    yield f"{zone} {belong} to {speech.say(step.claim.to)} from now on", ()


def _become(speech: Speech, step: steps.Become) -> Said:
    kind, root = speech.say(step.become.kind), speech.root(step.become.kind)
    if not _is_a_kind(root):
        kind = _of_kind(speech, step.become.kind, "a piece")
    unless = ""
    if can_be_nothing(root, speech.there):
        is_named = isinstance(root, tree.Reference) and root.symbol.role == "local"
        unless = ", if one was named" if is_named else ", if there is such a kind"
    yield f"{speech.say(step.become.piece)} turns into {kind}{unless}", ()


def _owner(speech: Speech, whose: Expression | None) -> str | None:
    return None if whose is None else speech.say(whose)


def _add(speech: Speech, step: steps.Add) -> Said:
    for name, amount in step.add.items():
        if name in speech.idle:
            continue
        words = tally(speech, name, _owner(speech, step.for_))
        root = speech.root(amount)
        turn = say_turn(speech, name, root, is_added=True)
        yield f"{words} {turn or _change(speech, root)}", ()


def _change(speech: Speech, amount: tree.Resolved) -> str:
    """Return how far a tally goes up, or down where what is added is a number below nothing."""
    match amount:
        case tree.Literal(value=int(number)) if number < 0:
            return f"goes down by {-number}"
        case tree.Negation():
            return f"goes down by {speech.noun(amount.of)}"
        case tree.Arithmetic(op="-", left=tree.Literal(value=0)):
            return f"goes down by {speech.noun(amount.right)}"
    return f"goes up by {speech.noun(amount)}"


def _set(speech: Speech, step: steps.Set) -> Said:
    owner = _owner(speech, step.for_)
    changes = [
        f"{tally(speech, name, owner)} {_new_value(speech, name, speech.root(value))}"
        for name, value in step.set.items()
        if name not in speech.idle
    ]
    if len(changes) > 1 and _asks_what_it_sets(step):
        yield "At the same time:", tuple(Item(sentence(change)) for change in changes)
    else:
        yield from ((change, ()) for change in changes)


def _new_value(speech: Speech, name: str, value: tree.Resolved) -> str:
    """Return what becomes of a tally that is set."""
    turn = say_turn(speech, name, value, is_added=False)
    if turn is not None:
        return turn
    is_bearing = ("counter", name) in speech.directions
    return f"is set to {say_bearing(speech, value) if is_bearing else speech.noun(value)}"


def _asks_what_it_sets(step: steps.Set) -> bool:
    """Tell whether a step reads a tally that it sets itself; all are read before any is set."""
    read = {word for value in step.set.values() for word in re.findall(r"\w+", value.text)}
    return not read.isdisjoint(step.set)


def _mark(speech: Speech, step: steps.Mark) -> Said:
    for name, value in step.mark.items():
        if name in speech.idle:
            continue
        what, root = speech.spot(speech.root(value)), speech.root(value)
        holds = speech.rules.ruleset.marks[name].type
        if holds == "cell" and root.type == "piece":
            what = speech.possessive(what, "cell")
        words = noted(speech, name, _owner(speech, step.for_), what)
        yield f"{words} from now on" if words.startswith("nothing") else words, ()


CHANGES: Final[Mapping[type, Callable[[Speech, Any], Said]]] = {
    steps.Move: _move,
    steps.Capture: _capture,
    steps.Remove: _remove,
    steps.Send: _send,
    steps.Place: _place,
    steps.Give: _give,
    steps.Claim: _claim,
    steps.Become: _become,
    steps.Add: _add,
    steps.Set: _set,
    steps.Mark: _mark,
}
"""Words for every step that changes the position."""
