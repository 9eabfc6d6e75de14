"""Operands in words: what a move names. `OPERANDS` has an entry for every one of the language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.board.way_words import leap_words, on_hexagons
from ruleengine.resolve.constants import fold
from ruleengine.schema import reach
from ruleengine.schema.expression import Expression
from ruleengine.schema.selectors import PieceFilter
from ruleengine.schema.wording import a
from ruleengine.workbench.rulebook import filters
from ruleengine.workbench.rulebook.document import Item, named
from ruleengine.workbench.rulebook.english import bare, joined, quoted, sentence, spaced
from ruleengine.workbench.rulebook.phrases import settled
from ruleengine.workbench.rulebook.speech import IT, Speech
from ruleengine.workbench.rulebook.whereabouts import is_one_place, lies_beside

DIRECTION_WORDS: Final[Mapping[str, str]] = {
    "orthogonal": "along its row or column",
    "diagonal": "along a diagonal",
    "all": "along its row, its column or a diagonal",
    "up": "up the board",
    "down": "down the board",
    "left": "to the left",
    "right": "to the right",
    "up_left": "up and to the left on the slant",
    "up_right": "up and to the right on the slant",
    "down_left": "down and to the left on the slant",
    "down_right": "down and to the right on the slant",
    "forward": "straight forward",
    "backward": "straight back",
    "sideways": "sideways",
    "forward_diagonal": "forward on the slant",
    "backward_diagonal": "back on the slant",
}
"""Words for every direction."""
_LINE_WORDS: Final[Mapping[str, str]] = {
    "orthogonal": "along a line that is not on the slant",
    "diagonal": "along a line on the slant",
    "all": "along a line",
}
"""Words for directions on a board of points and lines, some of which are on the slant."""


def say_operand(speech: Speech, name: str, operand: reach.Operand) -> Item | None:
    """Return the line about one operand of an action; nothing when it is never named."""
    if settled(speech, operand.when) is False:
        return None
    words = OPERANDS[type(operand)](speech, operand)
    called = speech.local(name)
    if called != "the destination":
        called = named(bare(operand.title or spaced(name)))
    text = f"{called}: {words}"
    if operand.when is not None and settled(speech, operand.when) is None:
        text = f"{called}, only when {speech.claim(operand.when)}: {words}"
    text += _how_named(speech, operand)
    return Item(sentence(text), tuple(operand.clauses), items=_ways(speech, operand))


NAMED_WORDS: Final[Mapping[str, str]] = {
    "always": "",
    "never": "; you do not name it, and the move is legal only if exactly one fits",
    "if_several": "; it may be left out when only one is possible",
}
"""What is added for how an operand is named."""
_ALIKE_WORDS: Final[Mapping[str, str]] = {
    "never": "; you do not name it, for all of them are alike",
    "if_several": "; it may be left out, for all of them are alike",
}
_TOO_LONG_WORDS: Final = {
    "refuse": "",
    "stop": "; a longer one stops at the last cell that it can reach",
    "stop_on_board": "; a longer one stops as far as it may go, unless it leads off the board",
}
_FOLLOWING_WORDS: Final = "; you do not name it: it follows from what you have named"
_COUNTED_WORDS: Final = ", where those alike beside the board count as one"


def _how_named(speech: Speech, operand: reach.Operand) -> str:
    """Return how an operand is named; pieces that lie together and are alike need no name."""
    words = NAMED_WORDS[operand.named]
    match operand:
        case reach.CellOperand(named="never") if _only_cell(speech, operand) is not None:
            return "; you do not name it"
        case reach.PieceOperand() if words and operand.piece.in_:
            zones = [speech.root(zone) for zone in operand.piece.in_]
            beside = [zone for zone in zones if lies_beside(speech, zone)]
            num_kinds = len(operand.piece.kind or speech.rules.ruleset.kinds)
            num_named = sum(piece.name is not None for piece in speech.rules.setup)
            is_one_heap = len(zones) == num_kinds == 1 and is_one_place(speech, zones[0])
            if is_one_heap and not num_named:
                # Pieces of a kind, or with a number, that was named before need not be alike.
                if not _speaks_of_others(speech, operand.piece):
                    return _ALIKE_WORDS[operand.named]
                return _FOLLOWING_WORDS if operand.named == "never" else words
            # Pieces with names are never alike.
            has_alike = not num_named or num_named < len(speech.rules.setup)
            return f"{words}{_COUNTED_WORDS}" if beside and has_alike else words
    return words


def _speaks_of_others(speech: Speech, asked: PieceFilter) -> bool:
    """Return whether a filter asks for something that another operand names."""
    parts = [part for part in (*(asked.kind or ()), asked.where) if part is not None]
    return any(
        isinstance(node, tree.Reference) and node.symbol.role == "local" and node.symbol.name != IT
        for part in parts
        for node in tree.walk_resolved(speech.root(part))
    )


def _ways(speech: Speech, operand: reach.Operand) -> tuple[Item, ...]:
    if not isinstance(operand, reach.AnyOfOperand):
        return ()
    lines = []
    for way in operand.any_of:
        if settled(speech, way.when) is False:
            continue
        words = OPERANDS[type(way)](speech, way)
        if way.when is not None and settled(speech, way.when) is None:
            words = f"if {speech.claim(way.when)}: {words}"
        lines.append(Item(sentence(words), tuple(way.clauses)))
    return tuple(lines)


def _piece(speech: Speech, operand: reach.PieceOperand) -> str:
    return a(filters.pieces(speech, operand.piece))


def _line(speech: Speech, operand: reach.LineOperand) -> str:
    spec = operand.line
    ways = _directions(speech, spec.directions)
    tail = _TOO_LONG_WORDS[spec.too_long]
    cell = _away(speech, spec.distance, speech.say(spec.from_))
    return f"{cell}, {ways}{tail}"


def _route(speech: Speech, operand: reach.RouteOperand) -> str:
    spec = operand.route
    # On a board with neighbors of its own, their directions need not be told again.
    is_to_neighbors = {*spec.directions} == {*(speech.rules.ruleset.board.neighbors or ())}
    ways = "to a neighbor" if is_to_neighbors else _directions(speech, spec.directions)
    through = filters.cells(speech, spec.through, several=True)
    far = _far(speech, spec.steps, "step")
    return (
        f"a cell at the end of a way from {speech.say(spec.from_)} of {far}, each step {ways}, "
        f"through {through}, that visits no cell twice"
    )


def _away(speech: Speech, distance: Expression | reach.Distance, start: str) -> str:
    """Return a cell so far away from somewhere, in words."""
    if isinstance(distance, Expression):
        words = speech.say(distance)
        if words == "1":
            return f"the next cell from {start}"
        if words.isdecimal():
            return f"a cell exactly {words} cells away from {start}"
        return f"a cell whose distance from {start} is exactly {words}"
    least = speech.say(distance.at_least)
    if distance.at_most is None:
        how = "any number of" if least == "1" else f"at least {least}"
        return f"a cell {how} cells away from {start}"
    most = speech.say(distance.at_most)
    if least == most == "1":
        return f"the next cell from {start}"
    if least == "1":
        if most.isdecimal():
            return f"a cell at most {most} cells away from {start}"
        return f"another cell whose distance from {start} is at most {most}"
    stay = " (it may stay where it is)" if least == "0" else ""
    from_ = "" if least == "0" else f"at least {least} and "
    return f"a cell whose distance from {start} is {from_}at most {most}{stay}"


def _far(speech: Speech, distance: Expression | reach.Distance, noun: str) -> str:
    """Return how far, in words."""
    several = f"{noun}s"
    if isinstance(distance, Expression):
        words = speech.say(distance)
        if words == "1":
            return f"one {noun}"
        if words.isdecimal():
            return f"exactly {words} {several}"
        return f"exactly as many {several} as {words}"
    least = speech.say(distance.at_least)
    if distance.at_most is None:
        return f"any number of {several}" if least == "1" else f"at least {least} {several}"
    most = speech.say(distance.at_most)
    if least == most == "1":
        return f"one {noun}"
    limit = f"{most} {several}" if most.isdecimal() else f"as many {several} as {most}"
    return f"{least} to {limit}" if most.isdecimal() else f"at least {least} and at most {limit}"


def _directions(speech: Speech, directions: Sequence[str]) -> str:
    if speech.rules.grid.slant:
        return joined(on_hexagons(speech.rules.grid, directions), "or")
    words, points = dict(DIRECTION_WORDS), speech.rules.grid.joined
    if points is not None:
        slants = any(row and column for _, (row, column) in points)
        words |= _LINE_WORDS if slants else {**_LINE_WORDS, "orthogonal": _LINE_WORDS["all"]}
    return joined(dict.fromkeys(words[each] for each in directions), "or")


def _leap(speech: Speech, operand: reach.LeapOperand) -> str:
    spec = operand.leap
    leaps = joined(leap_words(spec), "or")
    start = speech.say(spec.from_)
    if spec.through is None:
        return f"a leap from {start}, {leaps}, which skips the cells between"
    through = filters.cells(speech, spec.through, several=True)
    # Of these it is not plain which cells lie between.
    bends = any(0 != abs(far) != abs(across) != 0 for far, across in (*spec.by, *spec.ahead))
    first = " straight first and then slanting," * bends
    return f"a leap from {start}, {leaps},{first} through {through}"


def _cell(speech: Speech, operand: reach.CellOperand) -> str:
    only = _only_cell(speech, operand)
    return f"any {filters.cells(speech, operand.cell)}" if only is None else speech.noun(only)


def _only_cell(speech: Speech, operand: reach.CellOperand) -> tree.Resolved | None:
    """Return the one cell that is meant, where a filter says no more than that."""
    where, wanted = operand.cell.where, operand.cell
    if where is None or wanted.in_ or wanted.not_in or wanted.linked or wanted.empty is not None:
        return None
    match speech.root(where):
        case tree.Comparison(op="==", left=tree.Reference() as it, right=cell) if (
            it.symbol.name == IT
        ):
            return cell
    return None


def _any_of(*_: object) -> str:
    return "a cell that one of these ways leads to"


def _kind(speech: Speech, operand: reach.KindOperand) -> str:
    if reach.ANY_KIND in operand.kind:
        return "any kind of piece"
    return f"a kind of piece: {joined((speech.kind(name) for name in operand.kind), 'or')}"


def _number(speech: Speech, operand: reach.NumberOperand) -> str:
    spec = operand.number
    larger = "; a larger one counts as the largest" if spec.too_large == "stop" else ""
    return f"a number from {speech.say(spec.at_least)} to {largest(speech, spec.at_most)}{larger}"


def largest(speech: Speech, number: Expression) -> str:
    """Return how large a number may be; what it is never more than is said after the rest."""
    root = speech.root(number)
    if isinstance(root, tree.Invocation) and root.function.name == "min" and fold(root) is None:
        known = [value for arg in root.args if isinstance(value := fold(arg), int)]
        rest = [speech.noun(arg) for arg in root.args if fold(arg) is None]
        if known and len(rest) == 1:
            return f"{rest[0]}, but not more than {min(known)}"
    return speech.noun(root)


def _word(_: Speech, operand: reach.WordOperand) -> str:
    return joined((quoted(spaced(word)) for word in operand.word), "or")


OPERANDS: Final[Mapping[type, Callable[[Speech, Any], str]]] = {
    reach.PieceOperand: _piece,
    reach.LineOperand: _line,
    reach.RouteOperand: _route,
    reach.LeapOperand: _leap,
    reach.CellOperand: _cell,
    reach.AnyOfOperand: _any_of,
    reach.KindOperand: _kind,
    reach.NumberOperand: _number,
    reach.WordOperand: _word,
}
"""Words for every operand."""
