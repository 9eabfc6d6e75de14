"""Operands and validators in words: what a move names, and what it has to keep to.

`OPERANDS` and `VALIDATORS` have an entry for every operand and every validator of the language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.constants import fold
from ruleengine.schema import reach, validators
from ruleengine.schema.expression import Expression
from ruleengine.schema.sentence import Parts
from ruleengine.workbench.rulebook import filters
from ruleengine.workbench.rulebook.claims import LISTED_WORDS, listed
from ruleengine.workbench.rulebook.document import Item, named
from ruleengine.workbench.rulebook.english import (
    NOT_SO,
    a,
    bare,
    counted,
    joined,
    number_word,
    put_behind,
    quoted,
    sentence,
    spaced,
)
from ruleengine.workbench.rulebook.phrases import settled
from ruleengine.workbench.rulebook.speech import IT, Speech
from ruleengine.workbench.rulebook.whereabouts import is_one_place, lies_beside, located

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

GAP: Final = "\u2026"
"""What stands for a number or a kind that is known only in play."""


# Operands


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
                return _ALIKE_WORDS[operand.named]
            # Pieces with names are never alike.
            has_alike = not num_named or num_named < len(speech.rules.setup)
            return f"{words}{_COUNTED_WORDS}" if beside and has_alike else words
    return words


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
    tail = (
        "; a longer one stops at the last cell that it can reach" if spec.too_long == "stop" else ""
    )
    cell = _away(speech, spec.distance, speech.say(spec.from_))
    return f"{cell}, {ways}{tail}"


def _route(speech: Speech, operand: reach.RouteOperand) -> str:
    spec = operand.route
    ways = _directions(speech, spec.directions)
    through = filters.cells(speech, spec.through, several=True)
    far = _far(speech, spec.steps, "step")
    return (
        f"a cell at the end of a way of {far} from {speech.say(spec.from_)}, each step {ways}, "
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
    words, points = dict(DIRECTION_WORDS), speech.rules.grid.joined
    if points is not None:
        slants = any(row and column for _, (row, column) in points)
        words |= _LINE_WORDS if slants else {**_LINE_WORDS, "orthogonal": _LINE_WORDS["all"]}
    return joined(dict.fromkeys(words[each] for each in directions), "or")


def _leap(speech: Speech, operand: reach.LeapOperand) -> str:
    spec = operand.leap
    ways = [
        f"{counted(far, 'cell')} one way and {number_word(across)} to the side"
        for far, across in spec.by
    ]
    leaps = joined([*ways, *(_seen_leap(*way) for way in spec.ahead)], "or")
    start = speech.say(spec.from_)
    if spec.through is None:
        return f"a leap from {start}, {leaps}, which skips the cells between"
    through = filters.cells(speech, spec.through, several=True)
    return f"a leap from {start}, {leaps}, straight first and then slanting, through {through}"


def _seen_leap(ahead: int, right: int) -> str:
    """Return a leap as the side that moves sees it."""
    parts: list[str] = []
    for far, on, back in ((ahead, "ahead", "back"), (right, "to the right", "to the left")):
        if far:
            cells = number_word(abs(far)) if parts else counted(abs(far), "cell")
            parts.append(f"{cells} {on if far > 0 else back}")
    return " and ".join(parts) or "no cell at all"


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
    return f"a number from {speech.say(spec.at_least)} to {_largest(speech, spec.at_most)}{larger}"


def _largest(speech: Speech, number: Expression) -> str:
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


# Validators


def say_validator(speech: Speech, rule: validators.Validator) -> Item | None:
    """Return the line about one restriction; nothing when it never refuses."""
    if settled(speech, rule.when) is False:
        return None
    match rule:
        case validators.Require() if settled(speech, rule.require) is True:
            return None
        case validators.Afterwards() if settled(speech, rule.afterwards) is True:
            return None
    words = VALIDATORS[type(rule)](speech, rule)
    if rule.when is not None and settled(speech, rule.when) is None:
        subject = "the move is " if words.startswith(("allowed", "not allowed")) else "then "
        words = f"if {speech.claim(rule.when)}, {subject}{words}"
    return Item(sentence(words), tuple(rule.clauses), _quote(speech, rule), _cases(speech, rule))


def _quote(speech: Speech, rule: validators.Validator) -> str | None:
    """Return the author's own sentence, with words for the values that it tells."""
    return None if rule.says is None else said_words(speech, rule.says)


def said_words(speech: Speech, parts: Parts) -> str:
    """Return a sentence with words for the values that it tells.

    It is told with the names of sides in it, whoever hears it, so that it addresses nobody.
    """
    speech = replace(speech, is_to_mover=False)
    said = ""
    for part in parts:
        said = said + part if isinstance(part, str) else _told(speech, speech.root(part), said)
    return said


def _told(speech: Speech, value: tree.Resolved, before: str) -> str:
    """Return a sentence so far with what stands for a value; it may have its article already.

    A number has no words that fit before a noun, as in `{n} cells`, and a kind none that fit
    behind `all`, so that a gap is left for them.
    """
    known = fold(value)
    if value.type == "number":
        return before + (GAP if known is None else str(known))
    is_local = isinstance(value, tree.Reference) and value.symbol.role == "local"
    if value.type == "kind" and is_local:
        return before + GAP
    return put_behind(before, speech.noun(value))


def _path_clear(speech: Speech, rule: validators.PathClear) -> str:
    return f"no piece may stand on the way to {speech.local(rule.path_clear)}"


def _path_avoids(speech: Speech, rule: validators.PathAvoids) -> str:
    spec = rule.path_avoids
    zones = joined((speech.say(zone) for zone in spec.zone), "or")
    return f"the way to {speech.local(spec.to)} must not cross {zones}"


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
    return f"{speech.say(spec.cell)} must {contents}"


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
    if words.startswith(NOT_SO):
        return f"not allowed if {when}{words.removeprefix(NOT_SO).strip()}"
    return f"allowed only if {when}{words}"


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
