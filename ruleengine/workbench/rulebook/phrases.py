"""Expressions in words: values as nouns, conditions as clauses of a sentence.

`NOUNS` and `CLAUSES` have an entry for every form of a checked expression that can stand there,
and `functions` one for every function, so that nothing can be written that cannot be said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.constants import fold
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema.expression import Expression
from ruleengine.workbench.rulebook import functions, table_words
from ruleengine.workbench.rulebook.english import a, joined, quoted, spaced, times
from ruleengine.workbench.rulebook.speech import IT, YOU, Speech

COMPARISONS: Final[Mapping[str, str]] = {
    "==": "exactly",
    "!=": "not",
    "<": "less than",
    "<=": "at most",
    ">": "more than",
    ">=": "at least",
}
_OPPOSITE: Final[Mapping[str, str]] = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    "<=": ">",
    ">": "<=",
    ">=": "<",
}
_MIRRORED: Final[Mapping[str, str]] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_ARITHMETIC: Final[Mapping[str, str]] = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "divided by",
    "%": "modulo",
}


def speech_about(rules: ResolvedRuleset) -> Speech:
    """Return a speech about a ruleset, to no one in particular."""
    return Speech(rules, NOUNS, CLAUSES)


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
            parts_ = [_part(speech, each.holds) for each in _parts_of(speech, symbol.name)]
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


def _parts_of(speech: Speech, name: str) -> list[Any]:
    return list(speech.rules.ruleset.conditions[name])


# Nouns


def _literal(_: Speech, node: tree.Literal) -> str:
    if node.value is None:
        return "nothing"
    return str(node.value).lower()


def _word(_: Speech, node: tree.Word) -> str:
    return quoted(spaced(node.word))


def _reference(speech: Speech, node: tree.Reference) -> str:
    return ROLES[node.symbol.role](speech, node)


def _builtin(speech: Speech, node: tree.Reference) -> str:
    return BUILTIN_WORDS[node.symbol.name](speech)


def _constant(_: Speech, node: tree.Reference) -> str:
    value = node.symbol.value
    return str(value).lower() if isinstance(value, bool) else spaced(str(value))


def _counter(speech: Speech, node: tree.Reference) -> str:
    name = node.symbol.name
    return tally(speech, name, None)


def tally(speech: Speech, name: str, owner: str | None) -> str:
    """Return a counter as a noun, for whom it is kept."""
    per = speech.rules.ruleset.counters[name].per
    if owner is None and per in ("side", "seat"):
        owner = speech.mover if per == "side" else _player(speech)
    tail = f"tally of {speech.counter(name)}"
    return f"the {tail}" if owner is None else speech.possessive(owner, tail)


def note(speech: Speech, name: str, owner: str | None) -> str:
    """Return a mark as a noun, for whom it is kept."""
    title = speech.mark(name)
    per = speech.rules.ruleset.marks[name].per
    if owner is None and per in ("side", "seat"):
        owner = speech.mover if per == "side" else _player(speech)
    if title.startswith("the "):
        return title if owner is None else f"{title} noted for {owner}"
    noun_ = f"note {title}"
    return f"the {noun_}" if owner is None else speech.possessive(owner, noun_)


def noted(speech: Speech, name: str, owner: str | None, what: str) -> str:
    """Return that something is what a mark holds."""
    mark = speech.rules.ruleset.marks[name]
    if owner is None and mark.per in ("side", "seat"):
        owner = speech.mover if mark.per == "side" else _player(speech)
    whom = "" if owner is None else f" for {owner}"
    return f"{what} {speech.be(what)} noted{whom} as {quoted(mark.title or spaced(name))}"


def _player(speech: Speech) -> str:
    return YOU if speech.is_to_mover else "the player on turn"


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
    if node.name == "opponent" and owner == YOU:
        return "your opponent"
    return speech.possessive(owner, word)


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
    return f"minus {speech.noun(node.of)}"


def _arithmetic(speech: Speech, node: tree.Arithmetic) -> str:
    known = fold(node)
    if known is not None:
        return str(known)
    adds = node.op in "+-"
    left, right = speech.noun(node.left), speech.noun(node.right)
    if _is_sum(node.left) and not adds:
        left = f"({left})"
    if _is_sum(node.right) and not (adds and node.op == "+"):
        right = f"({right})"
    return f"{left} {_ARITHMETIC[node.op]} {right}"


def _is_sum(node: tree.Resolved) -> bool:
    """Tell whether a number is reckoned here, so that it may need parentheses."""
    return isinstance(node, tree.Arithmetic) and node.op in "+-" and fold(node) is None


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
    "local": lambda speech, node: speech.local(node.symbol.name),
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

BUILTIN_WORDS: Final[Mapping[str, Callable[[Speech], str]]] = {
    "mover": lambda speech: speech.mover,
    "opponent": lambda speech: speech.opponent,
    "nobody": lambda _: "nobody",
    "seat": _player,
    "turn": lambda _: "the number of turns begun so far",
    "ply": lambda _: "the number of moves made so far",
    "repetitions": lambda _: "the number of times that the position has come up",
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
    "next": "neighbor at the table",
    "side": "side",
    "color": "color",
}
"""Words for the attributes that every ruleset has."""


# Clauses


def _never(speech: Speech, node: Any, negated: bool) -> str:  # noqa: ANN401, FBT001 - a table entry
    words = speech.noun(node)
    return f"{words} does not hold" if negated else f"{words} holds"


def _literal_clause(_: Speech, node: tree.Literal, negated: bool) -> str:  # noqa: FBT001
    return "always" if bool(node.value) is not negated else "never"


def _reference_clause(speech: Speech, node: tree.Reference, negated: bool) -> str:  # noqa: FBT001
    if node.symbol.role == "condition":
        parts = [
            part
            for part in _parts_of(speech, node.symbol.name)
            if _part(speech, part.holds) is not True
        ]
        if not parts:
            return "never" if negated else "always"
        if len(parts) == 1:
            return speech.claim(parts[0].holds, negated=negated)
        words = (speech.claim(part.holds, negated=negated) for part in parts)
        return f"either {joined(words, 'or')}" if negated else joined(words)
    if node.symbol.role == "constant":
        return "always" if bool(node.symbol.value) is not negated else "never"
    return _never(speech, node, negated)


def _member_clause(speech: Speech, node: tree.MemberOf, negated: bool) -> str:  # noqa: FBT001
    owner = speech.noun(node.of)
    be = speech.be(owner)
    word = quoted(spaced(node.name))
    return f"{owner} {be} {'not ' if negated else ''}marked {word}"


def _invocation_clause(speech: Speech, node: tree.Invocation, negated: bool) -> str:  # noqa: FBT001
    return functions.CONDITIONS[node.function.name](speech, node, negated)


def _lookup_clause(speech: Speech, node: tree.Lookup, negated: bool) -> str:  # noqa: FBT001
    row = table_words.only_row(speech, node.symbol.name)
    if row is not None:
        return table_words.inside_table(speech, node).claim(row.value, negated=negated)
    return table_words.answers(speech, node, "no" if negated else "yes")


def _inversion(speech: Speech, node: tree.Inversion, negated: bool) -> str:  # noqa: FBT001
    return speech.clause(node.of, negated=not negated)


def _junction(speech: Speech, node: tree.Junction, negated: bool) -> str:  # noqa: FBT001
    idle = node.op == "and"
    parts = [part for part in node.parts if verdict(speech, part) is not idle]
    if not parts:
        return "never" if negated is idle else "always"
    op = {"and": "or", "or": "and"}[node.op] if negated else node.op
    words = []
    for part in parts:
        said = speech.clause(part, negated=negated)
        mixed = isinstance(part, tree.Junction) and len(parts) > 1
        words.append(f"({said})" if mixed else said)
    if len(words) == 1:
        return words[0]
    if op == "and":
        return f"{', '.join(words[:-1])} and {words[-1]}"
    return f"either {', '.join(words[:-1])} or {words[-1]}"


def _inside(speech: Speech, node: tree.Inside, negated: bool) -> str:  # noqa: FBT001
    cell = speech.noun(node.cell)
    is_out = node.negated is not negated
    zones = joined((speech.noun(zone) for zone in node.zones), "or")
    if is_out:
        return f"{cell} is not in {zones}"
    return f"{cell} is in {zones}"


def _one_of(speech: Speech, node: tree.OneOf, negated: bool) -> str:  # noqa: FBT001
    is_out = node.negated is not negated
    subject = node.value
    if isinstance(subject, tree.MemberOf) and subject.name == "kind":
        subject = subject.of
    value = speech.noun(subject)
    items = joined((speech.noun(item) for item in node.items), "or")
    be = speech.be(value)
    return f"{value} {be} {'none of ' if is_out else ''}{items}"


def _comparison(speech: Speech, node: tree.Comparison, negated: bool) -> str:  # noqa: FBT001
    op = _OPPOSITE[node.op] if negated else node.op
    left, right = node.left, node.right
    if isinstance(left, tree.Literal) and not isinstance(right, tree.Literal):
        left, right, op = right, left, _MIRRORED.get(op, op)
    for special in (_about_nothing, _about_owner, _about_kind, _about_throw, _about_function):
        words = special(speech, left, op, right)
        if words is not None:
            return words
    subject, other = speech.noun(left), speech.noun(right)
    be = speech.be(subject)
    if left.type == "number":
        how = {"==": f"{be}", "!=": f"{be} not"}.get(op, f"{be} {COMPARISONS[op]}")
        return f"{subject} {how} {other}"
    return f"{subject} {be} {'not ' if op == '!=' else ''}{other}"


def _about_nothing(
    speech: Speech, left: tree.Resolved, op: str, right: tree.Resolved
) -> str | None:
    if not (isinstance(right, tree.Literal) and right.value is None):
        return None
    subject = speech.noun(left)
    is_there = op == "!="
    if isinstance(left, tree.Reference) and left.symbol.role == "mark":
        return noted(
            speech, left.symbol.name, None, a(left.type) if is_there else f"no {left.type}"
        )
    if isinstance(left, tree.MemberOf) and left.name in speech.rules.ruleset.marks:
        owner = speech.noun(left.of)
        return noted(speech, left.name, owner, a(left.type) if is_there else f"no {left.type}")
    if isinstance(left, tree.Invocation) and left.function.name == "piece_at":
        cell = speech.noun(left.args[0])
        return f"{cell} is {'not ' if is_there else ''}empty"
    if isinstance(left, tree.Reference) and left.symbol.role == "local":
        bare_subject = subject.removeprefix("the ")
        return f"there is {'such a' if is_there else 'no such'} {bare_subject}"
    return f"there is {'' if is_there else 'no such thing as '}{subject}"


def _about_owner(speech: Speech, left: tree.Resolved, op: str, right: tree.Resolved) -> str | None:
    if not _is_owner(left):
        left, right = right, left
    if not (isinstance(left, tree.MemberOf) and _is_owner(left) and op in ("==", "!=")):
        return None
    thing = speech.noun(left.of)
    negative = op == "!="
    if isinstance(right, tree.MemberOf) and right.name == "owner":
        other = speech.noun(right.of)
        return f"{thing} and {other} {'do not belong' if negative else 'belong'} to the same side"
    owner = speech.noun(right)
    be = speech.be(thing)
    if owner == YOU:
        return f"{thing} {be} {'not ' if negative else ''}yours"
    if thing == IT or be == "is":
        return f"{thing} {'does not belong' if negative else 'belongs'} to {owner}"
    return None


def _is_owner(node: tree.Resolved) -> bool:
    return isinstance(node, tree.MemberOf) and node.name == "owner"


def _about_kind(speech: Speech, left: tree.Resolved, op: str, right: tree.Resolved) -> str | None:
    if not (isinstance(left, tree.MemberOf) and left.name == "kind" and op in ("==", "!=")):
        return None
    if isinstance(right, tree.MemberOf) and right.name == "kind":
        pair = f"{speech.noun(left.of)} and {speech.noun(right.of)}"
        return f"{pair} are {'not ' if op == '!=' else ''}of the same kind"
    return f"{speech.noun(left.of)} is {'not ' if op == '!=' else ''}{speech.noun(right)}"


def _about_throw(speech: Speech, left: tree.Resolved, op: str, right: tree.Resolved) -> str | None:
    if not (isinstance(left, tree.Reference) and left.symbol.role == "die"):
        return None
    die, number = speech.die(left.symbol.name), speech.noun(right)
    if op == "!=":
        return f"{die} does not show {number}"
    how = "" if op == "==" else f"{COMPARISONS[op]} "
    return f"{die} shows {how}{number}"


def _about_function(
    speech: Speech, left: tree.Resolved, op: str, right: tree.Resolved
) -> str | None:
    if isinstance(left, tree.Reference) and left.symbol.name == "repetitions":
        return _about_repetitions(speech, op, right)
    if isinstance(left, tree.Invocation) and left.function.name in functions.COMPARED:
        return functions.COMPARED[left.function.name](speech, left, op, right)
    return None


def _about_repetitions(speech: Speech, op: str, right: tree.Resolved) -> str:
    position = "the position with the same side on turn has come up"
    low, high = right.bounds
    if low is None or low != high:
        often = f"{speech.noun(right)} times"
    elif (op, low) in {("==", 1), ("<", 2), ("<=", 1)}:
        return f"{position} for the first time"
    else:
        often = times(low)
    how = {"==": "exactly", "!=": "not exactly"}.get(op, COMPARISONS[op])
    return f"{position} {how} {often}"


CLAUSES: Final[Mapping[type, Callable[[Speech, Any, bool], str]]] = {
    tree.Literal: _literal_clause,
    tree.Word: _never,
    tree.Reference: _reference_clause,
    tree.MemberOf: _member_clause,
    tree.CellOf: _never,
    tree.Group: _never,
    tree.Invocation: _invocation_clause,
    tree.Lookup: _lookup_clause,
    tree.Inversion: _inversion,
    tree.Negation: _never,
    tree.Arithmetic: _never,
    tree.Comparison: _comparison,
    tree.Inside: _inside,
    tree.OneOf: _one_of,
    tree.Junction: _junction,
}
