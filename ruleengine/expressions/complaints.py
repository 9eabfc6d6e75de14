"""The words for what the checker finds: one function per kind of problem."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ruleengine.expressions.bounds import exactly
from ruleengine.expressions.functions import FUNCTIONS
from ruleengine.expressions.numbers import NUMBER_WORDS
from ruleengine.expressions.problems import Problem, closest, did_you_mean
from ruleengine.expressions.resolved import Comparison, Lookup, MemberOf, Reference, Resolved
from ruleengine.expressions.syntax import Attribute, Call, Compare, Logic, Name, Node, unparse
from ruleengine.expressions.types import (
    BOARD,
    NEVER_ABSENT,
    OF_BOARD,
    PHRASES,
    Role,
    Scope,
    Symbol,
    Type,
)

_INSTEAD: Mapping[Type, str] = {
    "number": "write a number, a counter, or an attribute that is a number",
    "truth": "write a condition",
    "piece": "name an operand that is a piece, or ask for one: `piece_at(...)`, `the(...)`",
    "cell": "name an operand that is a cell, or the cell of a piece: `unit.cell`",
    "side": "name a side, `mover` or `opponent`, or ask for an owner: `unit.owner`",
    "seat": "name a seat, or `seat` for the one on turn",
    "kind": "name a kind, or ask for that of a piece: `unit.kind`",
    "zone": "name a zone, or ask for one: `part(...)`, `zone_of(...)`",
    "color": "name a color",
    "phase": "name a phase",
    "action": "name an action",
    "procedure": "name a procedure",
    "word": "write one of the words that are declared",
    "nothing": "write `nothing`",
    "any": "write another value",
}
"""What to write where a value of a type is needed."""
_CELL = re.compile(r"[a-z]{1,2}[1-9][0-9]?")
_VALUES = ("true", "false", "nothing")
_LISTED = 6
_NEVER_ON_TURN: Sequence[Type] = ("piece", "cell")
"""What nobody means without naming it, unlike a side or a seat."""


def wrong_type(value: Resolved, wanted: Sequence[Type], scope: Scope) -> Problem:
    """Say that a value has a type that does not fit here."""
    shown = unparse(value.node)
    needed = " or ".join(PHRASES[each] for each in wanted) if len(wanted) < _LISTED else "a value"
    if value.type == "nothing":
        message = f"'{shown}' cannot stand here: {needed} is needed"
    else:
        message = f"'{shown}' is {PHRASES[value.type]}, here {needed} is needed"
    hint = _condition_hint(shown, value.type) if "truth" in wanted else _INSTEAD[wanted[0]]
    if "cell" in wanted and shown in scope.cells:
        hint = _in_quotes(shown)
    if value.type == "truth" and "number" in wanted and len(wanted) >= _LISTED:  # a sentence
        hint = (
            "a sentence cannot show whether something is so: write two rules, one with `when` and "
            "one with `when: not ...`; `ruleengine why --ask` shows it in a position"
        )
    return _wrong_type(message, value.node, hint)


def half_comparison(node: Logic, earlier: Comparison, value: Resolved) -> Problem:
    """Say that the left side of a comparison does not carry over `and` or `or`."""
    left, right, shown = (
        unparse(earlier.left.node),
        unparse(earlier.right.node),
        unparse(value.node),
    )
    if node.op == "or" and earlier.op == "==":
        hint = f"write `{left} in [{right}, {shown}]`"
    else:
        hint = f"repeat the left side: `{left} {earlier.op} {shown}`"
    message = f"'{shown}' is {PHRASES[value.type]}, here a condition is needed"
    return _wrong_type(message, value.node, hint)


def zero_divisor(divisor: Resolved) -> Problem:
    """Say that the right side of `/` or `%` may be 0."""
    node, shown = divisor.node, unparse(divisor.node)
    if divisor.bounds == exactly(0):
        message, hint = f"'{shown}' is 0, and no number can be divided by 0", "use another number"
    else:
        message = f"'{shown}' can be 0, and no number can be divided by 0"
        hint = f"divide by a number that is never 0, such as `max(1, {shown})`"
    return Problem("expression/division-by-zero", message, node.start, node.end, hint)


def unlike(node: Node, left: Resolved, right: Resolved, scope: Scope) -> Problem | None:
    """Say that two values of different types are compared."""
    if _alike(left, right):
        return None
    return _wrong_type(_difference(left, right), node, _unlike_hint(left, right, scope))


def unlike_item(value: Resolved, item: Resolved, scope: Scope) -> Problem | None:
    """Say that a list holds an item of another type than the value looked for."""
    if _alike(value, item):
        return None
    return _wrong_type(_difference(value, item), item.node, _unlike_hint(value, item, scope))


def nobody_handed_on(node: Node) -> Problem:
    """Say that `nobody` is a word for owners, and as a value nothing."""
    hint = "write `nothing` here, and `nobody` where the owner is asked for or set"
    return _wrong_type("'nobody' is nothing once it is handed on", node, hint)


def not_a_zone(node: Compare, value: Resolved, area: Resolved) -> Problem | None:
    """Say that `in` has no zone on its right, or no cell on its left."""
    if "any" in (value.type, area.type):
        return None
    left, right = unparse(value.node), unparse(area.node)
    if area.type == "zone":
        message = f"'{left}' is {PHRASES[value.type]}; only a cell or a piece can be in a zone"
        return _wrong_type(message, value.node, _INSTEAD["cell"])
    hint = f"write `{left} {node.op} [{right}]`" if _alike(value, area) else _INSTEAD["zone"]
    message = f"'{right}' is {PHRASES[area.type]}; after '{node.op}' a zone or a list is needed"
    return _wrong_type(message, area.node, hint)


def not_in_role(node: Node, role: Role, scope: Scope) -> Problem:
    """Say that a function needs the bare name of something declared in a role."""
    names = [symbol.name for symbol in scope.symbols() if symbol.role == role]
    shown = unparse(node)
    if isinstance(node, Name) and scope.lookup(node.name) is None:
        return _unknown(f"there is no {role} '{shown}'", node, did_you_mean(shown, names))
    hint = f"name one of {_some(names)}" if names else f"declare a {role} first"
    return _wrong_type(f"'{shown}' is not the name of a {role}", node, hint)


def no_limit(node: Node, counter: Symbol) -> Problem:
    """Say that a counter without a limit has nothing left."""
    message = f"the counter '{counter.name}' has no limit, so nothing is left of it"
    whose = f", {counter.per}=..." if counter.per in _NEVER_ON_TURN else ""
    hint = f"give '{counter.name}' a limit, or ask for its value: `used({counter.name}{whose})`"
    return Problem("expression/wrong-arguments", message, node.start, node.end, hint)


def not_kept_for(node: Call, counter: Symbol, given: Sequence[str]) -> Problem | None:
    """Say that a counter is asked for somebody for whom it is not kept, or for nobody."""
    kept = "once for the game" if counter.per == "game" else f"per {counter.per}"
    other = next((name for name in given if name != counter.per), None)
    if other is not None:
        message = f"counter '{counter.name}' is kept {kept}, not per {other}"
        hint = f"leave `{other}=` out"
        if counter.per in _NEVER_ON_TURN and counter.per not in given:
            hint = f"write `{counter.per}=` instead"
    elif counter.per in _NEVER_ON_TURN and not given:
        message = f"counter '{counter.name}' is kept {kept}, and nothing says for which"
        hint = f"write `{node.name}({counter.name}, {counter.per}=...)`"
    else:
        return None
    return Problem("expression/wrong-arguments", message, node.start, node.end, hint)


def unknown_cell(node: Node, cell: str, scope: Scope) -> Problem:
    """Say that there is no cell of a name in quotes."""
    hint = did_you_mean(cell, list(scope.cells)) or "write names without quotes"
    if scope.lookup(cell) is not None:
        hint = f"write names without quotes: `{cell}`"
    elif cell.isdecimal():
        hint = f"write numbers without quotes: `{cell}`"
    return _unknown(f"there is no cell '{cell}', and quotes are for cells", node, hint)


def unknown_name(node: Name, scope: Scope, wanted: Sequence[Type]) -> Problem:
    """Say that a name stands for nothing here."""
    name = node.name
    if name == "any" and "action" in wanted:
        hint = "leave it out: `can()` asks about every action"
        return _unknown("'any' only stands for all faces of a die", node, hint)
    if name == "any":
        die = next((symbol.name for symbol in scope.symbols() if symbol.role == "die"), "die")
        hint = f"write it as the value of a die: `can({die}=any)`"
        return _unknown("'any' only stands for all faces of a die", node, hint)
    if name in FUNCTIONS:
        hint = f"call it: `{FUNCTIONS[name].signature}`"
        return _unknown(f"'{name}' is a function, not a value", node, hint)
    symbol = scope.lookup(name)
    if symbol is not None:
        message = f"'{name}' is a {symbol.role}, not a value"
        return _unknown(message, node, f"call it: `{symbol.signature}`")
    about_board = _about_board(node, scope)
    if about_board is not None:
        return about_board
    fields = _fields(name, scope)
    if fields:
        hint = f"name one of its parts: {_some(fields)}"
        return _unknown(f"'{name}' has parts and is no value by itself", node, hint)
    whose = _whose(name, scope)
    if whose is not None:
        hint = f"say whose: `{whose}.{name}`"
        return _unknown(f"the name '{name}' is not known here", node, hint)
    if name in NUMBER_WORDS and "number" in wanted:
        hint = f"write the number in digits: `{NUMBER_WORDS.index(name)}`"
        return _unknown(f"the name '{name}' is not known here", node, hint)
    known_here = [each for each in scope.symbols() if each.name not in OF_BOARD]
    fitting = [symbol.name for symbol in known_here if symbol.type in wanted]
    # What fits here is the better guess, even when another name is spelt more alike.
    option = closest(name, fitting) or closest(name, (*scope.names(), *_VALUES))
    named = [known for known in scope.names() if known not in FUNCTIONS]
    known = fitting or [each for each in named if each not in OF_BOARD]
    others = f"{'what fits' if fitting else 'what is known'} here is {', '.join(known[:_LISTED])}"
    others += " and more" if len(known) > _LISTED else ""
    hint = f"did you mean `{option}`?" if option else others
    message = f"the name '{name}' is not known here"
    if scope.cells and _CELL.fullmatch(name):
        message += ", and the board has no such cell"
        first, *_, last = (*scope.cells, *scope.cells)
        hint = hint if option else f"its cells go from {first} to {last}"
        return _unknown(message, node, hint)
    return _unknown(message, node, hint if known else None)


def _about_board(node: Name, scope: Scope) -> Problem | None:
    """Say what to write instead of the board, or instead of its size without saying whose."""
    name = node.name
    if f"{BOARD}.{name}" in OF_BOARD:
        return _unknown(f"the name '{name}' is not known here", node, f"write `{BOARD}.{name}`")
    if name != BOARD or not OF_BOARD.issuperset(_fields(name, scope)):
        return None
    hint = (
        "of pieces, filters without `in` mean those on the board: `exists(where=it == unit)`; "
        "or declare a zone of all its cells: `board: {shape: {difference: {without: []}}}`; "
        "its size is `board.rows` and `board.columns`"
    )
    return _unknown("the board is no zone, and the name 'board' is not known here", node, hint)


def _whose(name: str, scope: Scope) -> str | None:
    """Return who here could be meant, if pieces or cells have an attribute of this name."""
    for type_ in _NEVER_ON_TURN:
        if name in scope.members(type_):
            fitting = [
                each.name for each in scope.symbols() if each.role == "local" and each.type == type_
            ]
            return "it" if "it" in fitting else next(iter(fitting), "unit")
    if name in scope.members("side"):
        sides = (each for each in scope.symbols() if each.type == "side" and each.role == "local")
        default = "mover" if scope.lookup("mover") is not None else None
        return next((each.name for each in sides), default)
    return None


def unknown_word(node: Name, words: Sequence[str]) -> Problem:
    """Say that a bare word is none of those that may stand here."""
    hint = did_you_mean(node.name, words) or f"write one of {_some(words)}"
    return _unknown(f"'{node.name}' is none of the words {_some(words)}", node, hint)


def other_words(value: Resolved, choices: Sequence[str], words: Sequence[str]) -> Problem | None:
    """Say that a value can be a word that may not stand here."""
    stray = [choice for choice in choices if choice not in words]
    if choices and not stray:
        return None
    shown = unparse(value.node)
    what = f"can be '{stray[0]}'" if stray else "can be any word"
    message = f"'{shown}' {what}, which is none of {_some(words)}"
    return _wrong_type(message, value.node, f"write one of {_some(words)}")


def unknown_field(node: Attribute, of: Name, scope: Scope) -> Problem | None:
    """Say that a record has no such field; None when the name is not a record."""
    fields = _fields(of.name, scope)
    if not fields:
        return None
    whole = f"{of.name}.{node.name}"
    part, symbol = scope.lookup(fields[0]), scope.lookup(node.name)
    if part is not None and part.role == "zone" and symbol is not None and symbol.type == "side":
        hint = f"ask for the part of a side: `part({of.name}, {node.name})`"
    else:
        hint = did_you_mean(whole, fields) or f"there is {_some(fields)}"
    return _unknown_attribute(f"'{of.name}' has no '{node.name}'", node, hint)


def unknown_attribute(node: Attribute, of: Resolved, scope: Scope) -> Problem:
    """Say that a value of this type has no such attribute."""
    what, members, shown = PHRASES[of.type], scope.members(of.type), unparse(of.node)
    message = f"'{shown}' is {what}; {what} has no '{node.name}'"
    if of.type == "piece" and node.name in scope.members("cell"):
        hint = f"ask for that of its cell: `{shown}.cell.{node.name}`"
    elif of.type == "cell" and node.name in scope.members("piece"):
        hint = f"ask for that of the piece on it: `piece_at({shown}).{node.name}`"
    elif members:
        hint = did_you_mean(node.name, members) or f"{what} has {_some(list(members))}"
    else:
        hint = f"{what} has no attributes"
    return _unknown_attribute(message, node, hint)


def unknown_function(node: Call, scope: Scope) -> Problem:
    """Say that there is no function of this name."""
    symbol = scope.lookup(node.name)
    of = next((each for each in _NEVER_ON_TURN if node.name in scope.members(each)), None)
    if symbol is None and of is not None and len(node.args) == 1:
        message = f"'{node.name}' is something that {PHRASES[of]} has, not a function"
        hint = f"write `{unparse(node.args[0])}.{node.name}`"
    elif symbol is not None:
        message = f"'{node.name}' is {PHRASES[symbol.type]}, not a function"
        hint = f"write `{node.name}` without parentheses"
        if symbol.role == "procedure":
            hint = f"ask what would be: `after({symbol.signature}, ...)`"
        elif symbol.per != "game" and len(node.args) == 1:
            hint = f"it is kept per {symbol.per}: write `{unparse(node.args[0])}.{node.name}`"
    else:
        message = f"there is no function '{node.name}'"
        tables = [symbol.name for symbol in scope.symbols() if symbol.role == "table"]
        known = (*FUNCTIONS, *tables)
        hint = did_you_mean(node.name, known) or f"the functions are {', '.join(known)}"
    end = node.start + len(node.name)
    return Problem("expression/unknown-function", message, node.start, end, hint)


def _alike(left: Resolved, right: Resolved) -> bool:
    if left.type == right.type or "any" in (left.type, right.type):
        return True
    if left.type == "nothing":
        return _can_be_absent(right)
    return right.type == "nothing" and _can_be_absent(left)


def _can_be_absent(value: Resolved) -> bool:
    optional = isinstance(value, Reference) and value.symbol.absent
    if isinstance(value, Lookup) and value.type == "number":
        optional = value.symbol.absent
    return optional or value.type not in NEVER_ABSENT


def _difference(left: Resolved, right: Resolved) -> str:
    first, second = unparse(left.node), unparse(right.node)
    if "nothing" in (left.type, right.type):
        value, shown = (right, second) if left.type == "nothing" else (left, first)
        what = PHRASES[value.type]
        return f"'{shown}' is {what}, and {what} cannot be compared with nothing"
    return (
        f"'{first}' is {PHRASES[left.type]} and '{second}' is {PHRASES[right.type]}; "
        "they cannot be compared"
    )


def _in_quotes(cell: str) -> str:
    return f"for the cell that is called so put it in quotes: `'{cell}'`"


def _unlike_hint(left: Resolved, right: Resolved, scope: Scope) -> str:
    for value, other in ((left, right), (right, left)):
        shown = unparse(value.node)
        if value.type == "number" and other.type in ("cell", "piece") and shown in scope.cells:
            return _in_quotes(shown)
    if {left.type, right.type} == {"piece", "cell"}:
        piece = left if left.type == "piece" else right
        return f"compare the cell of the piece: `{unparse(piece.node)}.cell`"
    for value, other in ((left, right), (right, left)):
        if isinstance(value, MemberOf) and other.type == "nothing":
            return f"ask about the whole: `{unparse(value.of.node)} == nothing`"
        if value.type == "piece" and other.type in ("side", "kind", "seat"):
            name = "owner" if other.type == "side" else other.type
            return f"did you mean `{unparse(value.node)}.{name}`?"
    return "compare values of the same type"


def _condition_hint(shown: str, found: Type) -> str:
    match found:
        case "number":
            return f"compare it: `{shown} > 0`"
        case "action":
            return f"ask whether it is possible: `can({shown})`"
        case _:
            return f"compare it: `{shown} == ...`"


def _fields(name: str, scope: Scope) -> list[str]:
    return [known for known in scope.names() if known.startswith(f"{name}.")]


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_LISTED]) + (", ..." if len(names) > _LISTED else "")


def _wrong_type(message: str, node: Node, hint: str | None) -> Problem:
    return Problem("expression/wrong-type", message, node.start, node.end, hint)


def _unknown(message: str, node: Node, hint: str | None) -> Problem:
    return Problem("expression/unknown-name", message, node.start, node.end, hint)


def _unknown_attribute(message: str, node: Attribute, hint: str) -> Problem:
    start = node.end - len(node.name)
    return Problem("expression/unknown-attribute", message, start, node.end, hint)
