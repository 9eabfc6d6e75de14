"""Values of expressions in words, as nouns; `claims` has the words for conditions.

`NOUNS` has an entry for every form of a checked expression that can stand there, and `functions`
one for every function, so that nothing can be written that cannot be said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.constants import fold
from ruleengine.schema.expression import Expression
from ruleengine.schema.wording import a, number_word
from ruleengine.workbench.rulebook import functions, headings, table_words
from ruleengine.workbench.rulebook.english import is_in_brackets, joined, quoted, spaced
from ruleengine.workbench.rulebook.kept_words import note, player, tally
from ruleengine.workbench.rulebook.speech import YOU, Speech, told_apart

_ARITHMETIC: Final[Mapping[str, str]] = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "divided by",
}

_TRAILING: Final = frozenset({"where", "through"})
"""Parts of descriptions that are said last, as clauses of their own."""


def verdict(speech: Speech, node: tree.Resolved) -> bool | None:
    """Return whether a condition always or never holds; nothing when it depends."""
    match node:
        case tree.Literal(value=bool(value)):
            return value
        case tree.Inversion(of=of):
            inner = verdict(speech, of)
            return None if inner is None else not inner
        case tree.Junction(op=op, parts=parts):
            inner_verdicts = [verdict(speech, part) for part in parts]
            decisive = op == "or"
            if decisive in inner_verdicts:
                return decisive
            return None if None in inner_verdicts else not decisive
        case tree.Reference(symbol=symbol) if symbol.role == "condition":
            body = speech.rules.ruleset.condition_parts[symbol.name]
            parts_ = [_part(speech, each.holds) for each in body]
            if False in parts_:
                return False
            return None if None in parts_ else True
        case tree.Lookup(symbol=symbol, type="truth"):
            row = table_words.single_row(speech, symbol.name)
            return None if row is None else _part(speech, row.value)
        case _:
            known = fold(node)
            return known if isinstance(known, bool) else None


def settled(speech: Speech, expression: Expression | None) -> bool | None:
    """Return whether a written condition always or never holds; without one it always does."""
    return True if expression is None else verdict(speech, speech.root(expression))


def _part(speech: Speech, expression: Expression) -> bool | None:
    return verdict(speech, speech.root(expression))


def trails(node: tree.Resolved) -> bool:
    """Tell whether words for an expression end in a description that what follows would join."""
    return any(
        isinstance(part, tree.Invocation) and _TRAILING & {name for name, _ in part.keywords}
        for part in tree.walk_resolved(node)
    )


# Nouns


def _literal(_: Speech, node: tree.Literal) -> str:
    if node.value is None:
        return "nothing"
    return str(node.value).lower()


def _word(_: Speech, node: tree.Word) -> str:
    return quoted(spaced(node.word))


def _reference(speech: Speech, node: tree.Reference) -> str:
    return ROLES[node.symbol.role](speech, node)


def _local(speech: Speech, node: tree.Reference) -> str:
    name = node.symbol.name
    return told_apart(speech.local(name), name, node.type)


def _builtin(speech: Speech, node: tree.Reference) -> str:
    return BUILTIN_WORDS[node.symbol.name](speech)


def _constant(_: Speech, node: tree.Reference) -> str:
    value = node.symbol.value
    return str(value).lower() if isinstance(value, bool) else spaced(str(value))


def _counter(speech: Speech, node: tree.Reference) -> str:
    name = node.symbol.name
    return tally(speech, name, None)


def _member(speech: Speech, node: tree.MemberOf) -> str:
    owner = speech.noun(node.of)
    ruleset = speech.rules.ruleset
    if node.name in ruleset.counters and node.name not in MEMBER_WORDS:
        return tally(speech, node.name, owner)
    if node.name in ruleset.marks and node.name not in MEMBER_WORDS:
        return note(speech, node.name, owner)
    word = MEMBER_WORDS.get(node.name, spaced(node.name))
    if node.name in ("row", "column"):
        speech.remarks.add("numbers")
    if node.name == "next":
        return _following(speech, node)
    if node.name == "opponent" and owner == YOU:
        return "your opponent"
    return speech.possessive(owner, word)


def _following(speech: Speech, node: tree.MemberOf) -> str:
    """Return who, or which color, comes after another one, however many times that is said."""
    places, of = 1, node.of
    while isinstance(of, tree.MemberOf) and of.name == "next":
        places, of = places + 1, of.of
    first = speech.noun(of)
    if node.type == "color":
        after = "after" if places == 1 else f"{number_word(places)} places after"
        return f"the color that comes {after} {first}"
    if places == 1:
        return speech.possessive(first, MEMBER_WORDS["next"])
    return f"the player {number_word(places)} places after {first} at the table"


def _cell_of(speech: Speech, node: tree.CellOf) -> str:
    return speech.noun(node.piece)


def _group(speech: Speech, node: tree.Group) -> str:
    return joined((speech.noun(item) for item in node.items), "or")


def _invocation(speech: Speech, node: tree.Invocation) -> str:
    if node.type == "truth":
        return f"whether {speech.clause(node)}"
    return functions.VALUES[node.function.name](speech, node)


def _lookup(speech: Speech, node: tree.Lookup) -> str:
    row = table_words.only_row(speech, node.symbol.name)
    if row is not None:
        inner = table_words.inside_table(speech, node)
        return inner.say(row.value)
    return table_words.call_words(speech, node)


def _truth_noun(speech: Speech, node: tree.Resolved) -> str:
    return f"whether {speech.clause(node)}"


def _negation(speech: Speech, node: tree.Negation) -> str:
    words = table_words.set_apart(speech, node.of)
    return f"minus ({words})" if _is_sum(table_words.said_as(speech, node.of)) else f"minus {words}"


def _arithmetic(speech: Speech, node: tree.Arithmetic) -> str:
    known = fold(node)
    if known is not None:
        return str(known)
    turned = headings.say_turned(speech, node)
    if turned is not None:
        return turned
    if headings.speaks_of_directions(speech, node):
        speech.remarks.add("directions")
        rest = headings.say_rest(speech, node)
        if rest is not None:
            return rest
    speech = replace(speech, is_exact=True)
    dice = _dice_added(node)
    if dice is not None:
        return f"the total of {speech.dice(dice)}"
    adds = node.op in "+-"
    left, right = (table_words.set_apart(speech, each) for each in (node.left, node.right))
    first, second = (table_words.said_as(speech, each) for each in (node.left, node.right))
    is_apart = _is_sum(first) and (not adds or _is_rest(first))
    if is_apart or trails(first) or _ends_in_list(speech, first):
        left = _in_parentheses(left)
    if (_is_sum(second) and (node.op != "+" or _is_rest(second))) or trails(second):
        right = _in_parentheses(right)
    rounded = table_words.ROUNDED if node.op == "/" else ""
    if node.op == "%":
        headings.remark_on_rest(speech, node.left)
        return f"the rest of dividing {left} by {right}"
    return f"{left} {_ARITHMETIC[node.op]} {right}{rounded}"


def _in_parentheses(words: str) -> str:
    """Return words in parentheses; those of a division are in some already."""
    return words if is_in_brackets(words) else f"({words})"


def _ends_in_list(speech: Speech, node: tree.Resolved) -> bool:
    """Tell whether the words for a number, or for the last of a sum, are those of a list."""
    if isinstance(node, tree.Arithmetic) and node.op in "+-":
        return _ends_in_list(speech, table_words.said_as(speech, node.right))
    return table_words.ends_in_list(node)


def _dice_added(node: tree.Resolved) -> list[str] | None:
    """Return the dice whose throws are added up, each once; nothing where anything else is."""
    match node:
        case tree.Reference() if node.symbol.role == "die":
            return [node.symbol.name]
        case tree.Arithmetic(op="+"):
            left, right = _dice_added(node.left), _dice_added(node.right)
            is_plain = left is not None and right is not None and not {*left} & {*right}
            return [*left, *right] if is_plain and left and right else None
    return None


def _is_sum(node: tree.Resolved) -> bool:
    """Tell whether a number is reckoned here, so that it may need parentheses."""
    return isinstance(node, tree.Arithmetic) and node.op in "+-%" and fold(node) is None


def _is_rest(node: tree.Resolved) -> bool:
    """Tell whether a number is the rest of a division, whose words what follows would join."""
    return isinstance(node, tree.Arithmetic) and node.op == "%"


NOUNS: Final[Mapping[type, Callable[[Speech, Any], str]]] = {
    tree.Literal: _literal,
    tree.Word: _word,
    tree.Reference: _reference,
    tree.MemberOf: _member,
    tree.CellOf: _cell_of,
    tree.Group: _group,
    tree.Invocation: _invocation,
    tree.Lookup: _lookup,
    tree.Inversion: _truth_noun,
    tree.Negation: _negation,
    tree.Arithmetic: _arithmetic,
    tree.Comparison: _truth_noun,
    tree.Inside: _truth_noun,
    tree.OneOf: _truth_noun,
    tree.Junction: _truth_noun,
}

ROLES: Final[Mapping[str, Callable[[Speech, tree.Reference], str]]] = {
    "local": _local,
    "die": lambda speech, node: f"the number on {speech.die(node.symbol.name)}",
    "counter": _counter,
    "mark": lambda speech, node: note(speech, node.symbol.name, None),
    "condition": lambda speech, node: f"whether {speech.clause(node)}",
    "table": lambda _, node: quoted(spaced(node.symbol.name)),
    "constant": _constant,
    "flag": _constant,
    "side": lambda speech, node: speech.side(node.symbol.name),
    "seat": lambda _, node: f"player {node.symbol.name}",
    "kind": lambda speech, node: a(speech.kind(node.symbol.name)),
    "zone": lambda speech, node: speech.zone(node.symbol.name),
    "cell": lambda _, node: node.symbol.name,
    "color": lambda _, node: spaced(node.symbol.name),
    "phase": lambda speech, node: f"the phase {speech.phase(node.symbol.name)}",
    "action": lambda speech, node: speech.action(node.symbol.name),
    "procedure": lambda _, node: quoted(spaced(node.symbol.name)),
    "builtin": _builtin,
}
"""Words for a name, by what it is the name of."""


def turn_word(speech: Speech) -> str:
    """Return what a game goes on by: turns, or rounds, in which no side is on turn."""
    phases = [phase for phase in speech.rules.ruleset.phases.values() if phase.goes_round]
    if not any(phase.round for phase in phases):
        return "turn"
    return "round" if all(phase.round for phase in phases) else "turn or round"


def _turns(speech: Speech) -> str:
    return {"turn or round": "turns and rounds"}.get(turn_word(speech), f"{turn_word(speech)}s")


BUILTIN_WORDS: Final[Mapping[str, Callable[[Speech], str]]] = {
    "mover": lambda speech: speech.mover,
    "opponent": lambda speech: speech.opponent,
    "nobody": lambda _: "nobody",
    "seat": player,
    "turn": lambda speech: f"the number of {_turns(speech)} begun so far",
    "ply": lambda _: "the number of moves made so far",
    "repetitions": lambda _: "the number of times that the position has come up",
    "since_repetition": lambda speech: (
        f"the number of {_turns(speech)} since the position came up for the first time"
    ),
    "phase": lambda _: "the present phase",
}
"""Words for the names that every ruleset has."""

MEMBER_WORDS: Final[Mapping[str, str]] = {
    "owner": "owner",
    "kind": "kind",
    "cell": "cell",
    "seat": "player",
    "home": "starting cell",
    "row": "row number",
    "column": "column number",
    "opponent": "opponent",
    "forward": "forward direction",
    "next": "neighbor at the table",
    "side": "side",
    "color": "color",
}
"""Words for the attributes that every ruleset has."""
