"""Words for the functions of expressions: one entry for each, as a value or as a condition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.expressions.absence import can_be_nothing
from ruleengine.schema.procedures import Procedure
from ruleengine.schema.wording import a
from ruleengine.workbench.rulebook.crossings import cell_at
from ruleengine.workbench.rulebook.descriptions import cells, items_of, pieces, such_that
from ruleengine.workbench.rulebook.english import bare, joined, quoted, spaced
from ruleengine.workbench.rulebook.headings import followed
from ruleengine.workbench.rulebook.reckoned import one_of_numbers, size
from ruleengine.workbench.rulebook.speech import YOU, Speech, local_name
from ruleengine.workbench.rulebook.table_words import (
    filled,
    put_in,
    put_into,
    set_apart,
)
from ruleengine.workbench.rulebook.whereabouts import (
    is_one_cell,
    is_one_place,
    is_scattered,
    located,
)

ValueWords = Callable[[Speech, tree.Invocation], str]
ConditionWords = Callable[[Speech, tree.Invocation, bool], str]
ComparedWords = Callable[[Speech, tree.Invocation, str, tree.Resolved], str | None]

_HOW_MANY: Final[Mapping[str, str]] = {
    "==": "exactly",
    "<": "fewer than",
    "<=": "at most",
    ">": "more than",
    ">=": "at least",
}


def _parts(speech: Speech, node: tree.Invocation) -> list[str]:
    return [set_apart(speech, arg) for arg in node.args]


def _described(node: tree.Invocation) -> dict[str, tree.Resolved]:
    return dict(node.keywords)


# Conditions


def _exists(speech: Speech, node: tree.Invocation, negated: bool) -> str:  # noqa: FBT001
    words = pieces(speech, _described(node), every=True)
    return f"there is no {words}" if negated else f"there is {a(words)}"


def _holds(speech: Speech, node: tree.Invocation, negated: bool) -> str:  # noqa: FBT001
    words = pieces(speech, _described(node))
    cell = speech.spot(node.args[0])
    return f"{'no ' + words if negated else a(words)} stands on {cell}"


def _empty(speech: Speech, node: tree.Invocation, negated: bool) -> str:  # noqa: FBT001
    cell = speech.spot(node.args[0])
    if negated and can_be_nothing(node.args[0]):
        return f"{cell} is no empty cell of the board (it is occupied, or there is no such cell)"
    return f"{cell} is {'occupied' if negated else 'empty'}"


def _can(speech: Speech, node: tree.Invocation, negated: bool) -> str:  # noqa: FBT001
    side = _described(node).get("side")
    who = speech.mover if side is None else speech.noun(side)
    verb = "cannot" if negated else "can"
    what = _moves(speech, node)
    return f"{who} {verb} {what}{_supposing(speech, node)}"


def _attacks(speech: Speech, node: tree.Invocation, negated: bool) -> str:  # noqa: FBT001
    side = _described(node).get("side")
    who = speech.mover if side is None else speech.noun(side)
    verb = "could not" if negated else "could"
    return (
        f"{who} {verb} {_moves(speech, node)}{_supposing(speech, node)}, if it were "
        f"{'your' if who == YOU else 'that side' + chr(39) + 's'} turn and whatever came of it"
    )


def _moves(speech: Speech, node: tree.Invocation) -> str:
    if not node.args:
        return "make any legal move"
    return joined((speech.noun(arg) for arg in node.args), "or")


def _how_often(speech: Speech, node: tree.Invocation) -> str:
    given = _described(node)
    who = speech.mover if "side" not in given else speech.noun(given["side"])
    most = f"{speech.noun(given['at_most'])} at most"
    return (
        f"the number of times in a row that {who} can {_moves(speech, node)}"
        f"{_supposing(speech, node, most)}"
    )


def _supposing(speech: Speech, node: tree.Invocation, *more: str) -> str:
    parts = []
    for die, face in node.dice:
        name = speech.die(die.name)
        if face is None:
            parts.append(f"whatever {name} shows")
        else:
            parts.append(f"with {name} showing {speech.noun(face)}")
    fixed = [(speech.local(name), speech.noun(value)) for name, value in node.fixed]
    same = [given for operand, given in fixed if given == operand]
    parts += [f"with {joined(same)}"] if same else []
    parts += [f"with {operand} being {given}" for operand, given in fixed if given != operand]
    said = [joined(parts), *more] if parts else more
    return f" ({'; '.join(said)})" if said else ""


def _after(speech: Speech, node: tree.Invocation, negated: bool) -> str:  # noqa: FBT001
    procedure, condition = node.args
    assert isinstance(procedure, (tree.Lookup, tree.Reference))  # noqa: S101 - nothing else fits
    what = call_words_of_procedure(speech, procedure)
    return (
        f"after carrying out {what} it would hold that {speech.clause(condition, negated=negated)}"
    )


def call_words_of_procedure(speech: Speech, call: tree.Lookup | tree.Reference) -> str:
    """Return the words for a procedure and what it works on."""
    name = call.symbol.name
    body = speech.rules.ruleset.procedures[name]
    args = call.args if isinstance(call, tree.Lookup) else ()
    if isinstance(body, Procedure) and body.title is not None:
        return quoted(filled(body.title, put_into(speech, body.title, body.given, args)))
    title = quoted(spaced(name))
    return f"{title} on {joined(speech.noun(arg) for arg in args)}" if args else title


def _of_two(words: str, negative: str) -> ConditionWords:
    def said(speech: Speech, node: tree.Invocation, negated: bool) -> str:  # noqa: FBT001
        one, other = _parts(speech, node)
        return f"{one} and {other} {negative if negated else words}"

    return said


def _lies_between(speech: Speech, node: tree.Invocation, negated: bool) -> str:  # noqa: FBT001
    cell, one, other = _parts(speech, node)
    verb = "does not lie" if negated else "lies"
    return f"{cell} {verb} strictly between {one} and {other}"


CONDITIONS: Final[Mapping[str, ConditionWords]] = {
    "lies_between": _lies_between,
    "exists": _exists,
    "holds": _holds,
    "empty": _empty,
    "can": _can,
    "attacks": _attacks,
    "after": _after,
    "neighbors": _of_two("are neighbors", "are not neighbors"),
    "same_row": _of_two("are in the same row", "are not in the same row"),
    "same_column": _of_two("are in the same column", "are not in the same column"),
    "same_diagonal": _of_two("are on one diagonal", "are not on one diagonal"),
    "adjacent": _of_two(
        "touch, by a side or a corner", "do not touch, neither by a side nor by a corner"
    ),
}
"""Words for functions that answer yes or no."""


# Values


def _count(speech: Speech, node: tree.Invocation) -> str:
    return f"the number of {pieces(speech, _described(node), several=True, every=True)}"


def _count_cells(speech: Speech, node: tree.Invocation) -> str:
    return f"the number of {cells(speech, _described(node), several=True)}"


def _the(speech: Speech, node: tree.Invocation) -> str:
    words = pieces(speech, _described(node), every=True)
    kind, yours, rest = words.partition(" of yours")
    return f"your only {kind}{rest}" if yours else f"the only {words}"


def _sum(speech: Speech, node: tree.Invocation) -> str:
    summand = node.args[0]
    if node.function.name == "sum_cells":
        over = cells(speech, _described(node), several=True)
    else:
        over = pieces(speech, _described(node), several=True, every=True)
    if isinstance(summand, tree.MemberOf) and isinstance(summand.of, tree.Reference):
        each = speech.knowing({"it": "each"}).noun(summand).removeprefix("each's ")
        parts = _described(node)
        if node.function.name == "sum_cells" and parts.keys() == {"in"}:
            zone = parts["in"]
            if is_one_cell(speech, zone):
                return f"the {each} {located(speech, [zone])}"
        return f"the {each} of all {over} together"
    inner = speech.knowing({"it": "each"})
    return f"the sum of {inner.noun(summand)} over all {over}"


def _sides(speech: Speech, node: tree.Invocation, *, several: bool) -> str:
    noun = "sides" if several else "side"
    where = _described(node).get("where")
    if where is None:
        return noun
    clause = speech.knowing({"it": "it"}).clause(where)
    return f"{noun} {such_that(clause, several=several)}"


def _count_sides(speech: Speech, node: tree.Invocation) -> str:
    return f"the number of {_sides(speech, node, several=True)}"


def _first_cell(speech: Speech, node: tree.Invocation) -> str:
    words = cells(speech, _described(node))
    return f"the first {words}, row by row from the top left"


def _first_piece(speech: Speech, node: tree.Invocation) -> str:
    parts = _described(node)
    words = pieces(speech, parts, every=True)
    if "in" in parts and all(is_one_place(speech, zone) for zone in items_of(parts["in"])):
        return a(words)  # those in one place off the board have no order
    return f"the first {words} (from the top left)"


def _nth_cell(speech: Speech, node: tree.Invocation) -> str:
    zone, number = _parts(speech, node)
    if number.isdecimal():
        return f"cell number {number} of {zone}"
    return f"the cell of {zone} whose number is {number}"


def _place_in(speech: Speech, node: tree.Invocation) -> str:
    zone, cell = _parts(speech, node)
    return speech.possessive(cell, f"number in {zone}")


def _piece_at(speech: Speech, node: tree.Invocation) -> str:
    return f"the piece on {speech.spot(node.args[0])}"


def _whose(node: tree.Invocation) -> tree.Resolved | None:
    return next((value for _, value in node.keywords), None)


def _counter_name(node: tree.Invocation) -> str:
    first = node.args[0]
    match first:
        case tree.Reference():
            return first.symbol.name
        case tree.MemberOf():
            return first.name
        case _:
            return ""


def _left(speech: Speech, node: tree.Invocation) -> str:
    whose = _whose(node)
    tail = "" if whose is None else f" for {speech.noun(whose)}"
    return f"what is left of {speech.counter(_counter_name(node))}{tail}"


def _used(speech: Speech, node: tree.Invocation) -> str:
    counter = speech.counter(_counter_name(node))
    whose = _whose(node)
    if whose is None:
        return speech.noun(node.args[0])
    return speech.possessive(speech.noun(whose), f"tally of {counter}")


def _past(speech: Speech, node: tree.Invocation) -> str:
    what, (ago,) = speech.noun(node.args[0]), put_in(speech, node.args[1:])
    if isinstance(node.args[1], tree.Reference) or ago.isdecimal():
        return f"{what} as it was {ago} change{'' if ago == '1' else 's'} ago"
    return f"{what} as it was as many changes ago as {ago}"


def _zone_of(speech: Speech, node: tree.Invocation) -> str:
    cell, zone = _parts(speech, node)
    kind = f"part of {zone}" if zone.startswith("the ") else bare(zone)
    return f"the {kind} that holds {cell}"


def _part(speech: Speech, node: tree.Invocation) -> str:
    zone, side = _parts(speech, node)
    if is_scattered(speech, node):  # there are several of it, so that it is not `your wall`
        return f"{zone} of yours" if side == YOU else f"{zone} of {side}"
    return speech.part_of(side, zone)


def _beyond(speech: Speech, node: tree.Invocation) -> str:
    one, other = _parts(speech, node)
    return f"the next cell behind {other} in line from {one}"


_DIRECTIONS: Final = (
    *("above", "to the upper right of", "to the right of", "to the lower right of"),
    *("below", "to the lower left of", "to the left of", "to the upper left of"),
)


def _direction(speech: Speech, node: tree.Invocation) -> str:
    one, other = _parts(speech, node)
    return f"the direction from {one} to {other}"


def _next_cell(speech: Speech, node: tree.Invocation) -> str:
    cell, way = speech.noun(node.args[0]), node.args[1]
    if isinstance(way, tree.Literal) and isinstance(way.value, int):
        return f"the next cell {_DIRECTIONS[way.value % len(_DIRECTIONS)]} {cell}"
    return f"the next cell from {cell} in {_towards(speech, way)}"


def _towards(speech: Speech, way: tree.Resolved) -> str:
    words = followed(speech, way)
    if isinstance(way, tree.Reference) and way.symbol.role == "local":
        return f"the direction {words.removeprefix('the ')}"
    return words if "direction" in words else f"the direction given by {words}"


def _first_in_line(speech: Speech, node: tree.Invocation) -> str:
    words = pieces(speech, _described(node))
    cell, way = speech.noun(node.args[0]), node.args[1]
    if isinstance(way, tree.Literal) and isinstance(way.value, int):
        return f"the first {words} in line {_DIRECTIONS[way.value % len(_DIRECTIONS)]} {cell}"
    return f"the first {words} in line from {cell} in {_towards(speech, way)}"


def _steps_between(how: str) -> ValueWords:
    def said(speech: Speech, node: tree.Invocation) -> str:
        one, other = _parts(speech, node)
        tail = "" if _are_in_line(speech, node) else f" {how}"
        return f"the number of steps between {one} and {other}{tail}"

    return said


def _are_in_line(speech: Speech, node: tree.Invocation) -> bool:
    """Tell whether two cells are known to lie in line, so that the way between them is plain."""
    return frozenset(filter(None, map(local_name, node.args))) in speech.in_line


_ALONG: Final = "along rows and columns"
_BESIDE: Final = "from neighbor to neighbor"
_ANY_WAY: Final = "where a diagonal step counts as one"

VALUES: Final[Mapping[str, ValueWords]] = {
    "count": _count,
    "count_cells": _count_cells,
    "count_sides": _count_sides,
    "the": _the,
    "sum": _sum,
    "sum_cells": _sum,
    "first_piece": _first_piece,
    "cell_at": cell_at,
    "nth_cell": _nth_cell,
    "place_in": _place_in,
    "first_cell": _first_cell,
    "piece_at": _piece_at,
    "left": _left,
    "used": _used,
    "past": _past,
    "zone_of": _zone_of,
    "part": _part,
    "beyond": _beyond,
    "direction": _direction,
    "next_cell": _next_cell,
    "first_in_line": _first_in_line,
    "distance": _steps_between(f"({_ANY_WAY})"),
    "manhattan": _steps_between(_ALONG),
    "steps_between": _steps_between(_BESIDE),
    "min": one_of_numbers("smallest", "smaller"),
    "max": one_of_numbers("largest", "larger"),
    "abs": size,
    "how_often": _how_often,
}
"""Words for functions that give a value."""


def _compare_count(
    speech: Speech, node: tree.Invocation, op: str, right: tree.Resolved
) -> str | None:
    describe = pieces if node.function.name == "count" else cells
    every = {"every": True} if node.function.name == "count" else {}
    number = right.value if isinstance(right, tree.Literal) else None
    parts = _described(node)
    none = (number == 0 and op in ("==", "<=")) or (number == 1 and op == "<")
    some = (number == 0 and op in (">", "!=")) or (number == 1 and op == ">=")
    if none or some or (number == 1 and op == "=="):
        cell = None if node.function.name == "count" else _only_cell(speech, parts)
        if cell is not None:
            return speech.knowing({"it": cell}).clause(parts["where"], negated=none)
    if none or some:
        words = describe(speech, parts, **every)
        return f"there is no {words}" if none else f"there is at least one {words}"
    if op not in _HOW_MANY or number is None:
        return None
    several = not (number == 1 and op in ("==", "<=", ">"))
    words = describe(speech, parts, several=several, **every)
    be = "are" if several else "is"
    return f"there {be} {_HOW_MANY[op]} {speech.noun(right)} {words}"


def _only_cell(speech: Speech, parts: dict[str, tree.Resolved]) -> str | None:
    """Return the only cell that can be meant, of which nothing but a condition is asked."""
    if parts.keys() != {"in", "where"} or not is_one_cell(speech, parts["in"]):
        return None
    return speech.noun(parts["in"])


def _compare_sides(
    speech: Speech, node: tree.Invocation, op: str, right: tree.Resolved
) -> str | None:
    number = right.value if isinstance(right, tree.Literal) else None
    if number == 0 and op in ("==", "<=", ">", "!="):
        words = _sides(speech, node, several=False)
        return f"there is no {words}" if op in ("==", "<=") else f"there is a {words}"
    if op not in _HOW_MANY or number is None:
        return None
    several = number != 1
    words = _sides(speech, node, several=several)
    return f"there {'are' if several else 'is'} {_HOW_MANY[op]} {number} {words}"


def _compare_left(
    speech: Speech, node: tree.Invocation, op: str, right: tree.Resolved
) -> str | None:
    number = right.value if isinstance(right, tree.Literal) else None
    if number != 0 or op not in ("==", "<=", ">", "!="):
        return None
    whose = _whose(node)
    tail = "" if whose is None else f" for {speech.noun(whose)}"
    be = "is" if op in ("==", "<=") else "is not"
    return f"{speech.counter(_counter_name(node))} {be} used up{tail}"


def _compare_steps(how: str) -> ComparedWords:
    def said(speech: Speech, node: tree.Invocation, op: str, right: tree.Resolved) -> str | None:
        one, other = _parts(speech, node)
        number = speech.noun(right)
        if op not in _HOW_MANY:
            return None
        tail = "" if _are_in_line(speech, node) else f" {how}"
        if not number.isdecimal() and op in ("==", "<=", ">="):
            return f"{one} and {other} are {_HOW_MANY[op]} as many steps apart{tail} as {number}"
        if not number.isdecimal():
            return None  # `fewer than the number of steps ... steps apart` could not be followed
        steps = "step" if number == "1" else "steps"
        return f"{one} and {other} are {_HOW_MANY[op]} {number} {steps} apart{tail}"

    return said


COMPARED: Final[Mapping[str, ComparedWords]] = {
    "count": _compare_count,
    "count_cells": _compare_count,
    "count_sides": _compare_sides,
    "left": _compare_left,
    "distance": _compare_steps(f"({_ANY_WAY})"),
    "manhattan": _compare_steps(_ALONG),
    "steps_between": _compare_steps(_BESIDE),
}
"""Comparisons that read better than value, verb, value."""
