"""Conditions in words: clauses of a sentence, said as they are or denied.

`CLAUSES` has an entry for every form of a checked expression that can stand there. Several
conditions together are grouped so that they can be read only one way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from ruleengine.expressions import resolved as tree
from ruleengine.expressions.absence import can_be_nothing
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema.conditions import NamedCondition, parts_of
from ruleengine.schema.tables import Table
from ruleengine.schema.wording import a
from ruleengine.workbench.rulebook import functions, table_words
from ruleengine.workbench.rulebook.descriptions import pieces
from ruleengine.workbench.rulebook.direction_names import is_direction
from ruleengine.workbench.rulebook.english import (
    NOT_SO,
    all_of,
    bare,
    is_in_brackets,
    is_loose,
    joined,
    one_of,
    opposite,
    quoted,
    spaced,
)
from ruleengine.workbench.rulebook.headings import say_bearing, say_direction, say_heading
from ruleengine.workbench.rulebook.kept_words import noted
from ruleengine.workbench.rulebook.number_claims import (
    COMPARISONS,
    about_repetitions,
    about_rest,
    about_throw,
)
from ruleengine.workbench.rulebook.phrases import MEMBER_WORDS, NOUNS, trails, verdict
from ruleengine.workbench.rulebook.speech import IT, YOU, Speech, called
from ruleengine.workbench.rulebook.unsaid import unsaid_names
from ruleengine.workbench.rulebook.whereabouts import is_scattered, located

_OPPOSITE: Final[Mapping[str, str]] = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    "<=": ">",
    ">": "<=",
    ">=": "<",
}
_MIRRORED: Final[Mapping[str, str]] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def speech_about(rules: ResolvedRuleset) -> Speech:
    """Return a speech about a ruleset, to no one in particular."""
    return Speech(rules, NOUNS, CLAUSES, unsaid=unsaid_names(rules))


def _never(speech: Speech, node: Any, negated: bool) -> str:  # noqa: ANN401, FBT001 - a table entry
    words = speech.noun(node)
    return f"{words} does not hold" if negated else f"{words} holds"


def _literal_clause(_: Speech, node: tree.Literal, negated: bool) -> str:  # noqa: FBT001
    return "always" if bool(node.value) is not negated else "never"


def _reference_clause(speech: Speech, node: tree.Reference, negated: bool) -> str:  # noqa: FBT001
    if node.symbol.role == "condition":
        title = _title(speech, node, negated)
        return table_words.filled_for(speech, title) or _together(speech, node, negated)
    if node.symbol.role == "constant":
        return "always" if bool(node.symbol.value) is not negated else "never"
    if node.symbol.role == "local":  # it was called so: whether something holds
        return f"{called(node.symbol.name)} {'does not hold' if negated else 'holds'}"
    return _never(speech, node, negated)


def titled_condition(speech: Speech, name: str) -> NamedCondition | None:
    """Return a condition that is called by its title; nothing where it is said in full."""
    body = speech.rules.ruleset.conditions[name]
    return body if isinstance(body, NamedCondition) and body.title is not None else None


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


# Several conditions together

_Term = tuple[tree.Resolved, bool]
"""A condition, and whether it is denied."""


def _together(speech: Speech, node: tree.Resolved, negated: bool) -> str:  # noqa: FBT001
    """Return conditions that hold together, or of which one holds, as one clause."""
    op, terms = _terms(speech, node, negated)
    if op is None:
        return speech.clause(terms[0][0], negated=terms[0][1])
    if not terms:
        return "always" if op == "and" else "never"
    # The last needs no parentheses for itself, but looks odd without when one before it has them.
    runs_on = any(
        _runs_on(speech, node) and not _is_bracketed(node, speech.clause(node, negated=no))
        for node, no in terms[:-1]
    )
    words = [
        _grouped(speech, term, is_apart=runs_on or number < len(terms))
        for number, term in enumerate(terms, start=1)
    ]
    if op == "or":
        return one_of(words)
    if not all(each.startswith(NOT_SO) for each in words):
        words = [
            f"({each})" if each.startswith(NOT_SO) and number < len(words) else each
            for number, each in enumerate(words, start=1)
        ]
    return all_of(words)


def _terms(
    speech: Speech,
    node: tree.Resolved,
    negated: bool,  # noqa: FBT001
) -> tuple[str | None, list[_Term]]:
    """Return how conditions are joined, and which; nothing and the only one where none are."""
    match node:
        case tree.Inversion():
            return _terms(speech, node.of, not negated)
        case tree.Junction():
            op, parts = node.op, list(node.parts)
        case tree.Reference() if _is_said_in_full(speech, node):
            body = speech.rules.ruleset.conditions[node.symbol.name]
            op, parts = "and", [speech.root(part.holds) for part in parts_of(body)]
        case _:
            return None, [(node, negated)]
    if negated:
        op = "or" if op == "and" else "and"
    # What settles nothing is not worth a word.
    idle = (op == "and") is not negated
    terms: list[_Term] = []
    for part in parts:
        if verdict(speech, part) is idle:
            continue
        inner, found = _terms(speech, part, negated)
        terms += found if inner in (op, None) else [(part, negated)]
    return _terms(speech, *terms[0]) if len(terms) == 1 else (op, terms)


LISTED_WORDS: Final[Mapping[str | None, str]] = {
    "and": "all of these hold",
    "or": "at least one of these holds",
}
"""What is said of conditions before a list of them, by how they are joined."""


def listed(
    speech: Speech, node: tree.Resolved, *, negated: bool = False
) -> tuple[str | None, list[_Term]]:
    """Return conditions that are better told line by line, and how they are joined.

    So are many of which one is made of several itself; all others fit into a sentence.
    """
    op, terms = _terms(speech, node, negated)
    if op is None or not any(_terms(speech, *term)[0] is not None for term in terms):
        return None, []
    return (op, terms) if _num_terms(speech, (node, negated)) >= _MANY else (None, [])


def all_terms(speech: Speech, node: tree.Resolved) -> list[_Term]:
    """Return the conditions that all have to hold, or the only one."""
    op, terms = _terms(speech, node, False)  # noqa: FBT003 - as it is said
    return terms if op in ("and", None) else [(node, False)]


_MANY: Final = 4


def _num_terms(speech: Speech, term: _Term) -> int:
    """Return of how many single conditions one is made."""
    op, terms = _terms(speech, *term)
    return 1 if op is None else sum(_num_terms(speech, each) for each in terms)


def _is_said_in_full(speech: Speech, node: tree.Reference) -> bool:
    is_condition = node.symbol.role == "condition"
    return is_condition and titled_condition(speech, node.symbol.name) is None


def _grouped(speech: Speech, term: _Term, *, is_apart: bool) -> str:
    """Return one of several conditions, in parentheses where it would run into the others."""
    node, negated = term
    said = speech.clause(node, negated=negated)
    op, _ = _terms(speech, node, negated)
    is_open = op is not None or _is_joined_inside(speech, node)
    is_open = is_open or is_loose(_title(speech, node, negated)) or _is_a_list(node, negated)
    runs_on = _runs_on(speech, node) and not _is_bracketed(node, said)
    return f"({said})" if is_open or (is_apart and runs_on) else said


def _is_bracketed(node: tree.Resolved, said: str) -> bool:
    """Tell whether what a condition is about is in parentheses, and nothing after it runs on."""
    rest = [node.right] if isinstance(node, tree.Comparison) else []
    if isinstance(node, tree.OneOf):
        rest = [*node.items]
    return bool(rest) and said.startswith("(") and not any(map(trails, rest))


def _is_a_list(node: tree.Resolved, negated: bool) -> bool:  # noqa: FBT001
    """Tell whether a condition is said with a list of what may be: `it is red or blue`."""
    if not isinstance(node, tree.OneOf | tree.Inside) or node.negated is not negated:
        return False
    return len(node.items if isinstance(node, tree.OneOf) else node.zones) > 1


def _is_joined_inside(speech: Speech, node: tree.Resolved) -> bool:
    """Tell whether a table is said by its only row, and that is several conditions."""
    if not isinstance(node, tree.Lookup):
        return False
    row = table_words.only_row(speech, node.symbol.name)
    return row is not None and _terms(speech, speech.root(row.value), False)[0] is not None  # noqa: FBT003


def _runs_on(speech: Speech, node: tree.Resolved) -> bool:
    """Tell whether the words for a condition end so that what follows could belong to them."""
    if isinstance(node, tree.Invocation) and node.function.name in ("attacks", "after"):
        return True
    title = _title(speech, node, negated=False)
    return bool(re.search(r" (and|or) |, ", title)) if title else trails(node)


def _title(speech: Speech, node: tree.Resolved, negated: bool) -> str:  # noqa: FBT001
    """Return the title that a condition is called by, with its holes; nothing where it has none."""
    named: NamedCondition | Table | None = None
    if isinstance(node, tree.Lookup):
        named = speech.rules.ruleset.tables[node.symbol.name]
    elif isinstance(node, tree.Reference) and node.symbol.role == "condition":
        named = titled_condition(speech, node.symbol.name)
    if named is None or named.title is None:
        return ""
    return (named.denied or opposite(named.title)) if negated else named.title


def _inside(speech: Speech, node: tree.Inside, negated: bool) -> str:  # noqa: FBT001
    cell = speech.noun(node.cell)
    is_out = node.negated is not negated
    is_called_so = all(is_scattered(speech, zone) for zone in node.zones)
    if is_called_so and not isinstance(node.cell, tree.CellOf):
        where = joined((speech.noun(zone) for zone in node.zones), "or")
    else:
        where = located(speech, node.zones)
    return f"{cell} is {'not ' if is_out else ''}{where}"


def _one_of(speech: Speech, node: tree.OneOf, negated: bool) -> str:  # noqa: FBT001
    is_out = node.negated is not negated
    speech = replace(speech, is_exact=True)
    heading = say_heading(speech, node.value, node.items, is_out=is_out)
    if heading is not None:
        return heading
    subject = node.value
    if isinstance(subject, tree.MemberOf) and subject.name == "kind":
        subject = subject.of
    value = _subject(speech, subject)
    is_bearing = is_direction(subject, speech.directions)
    say = partial(say_bearing, speech) if is_bearing else partial(table_words.in_brackets, speech)
    items = joined(map(say, node.items), "nor" if is_out else "or")
    be = speech.be(value)
    neither = ("neither " if len(node.items) > 1 else "not ") if is_out else ""
    return f"{value} {be} {neither}{items}"


def _comparison(speech: Speech, node: tree.Comparison, negated: bool) -> str:  # noqa: FBT001
    op = _OPPOSITE[node.op] if negated else node.op
    left, right = node.left, node.right
    is_ordered = op not in ("==", "!=")
    if negated and is_ordered and (can_be_nothing(left) or can_be_nothing(right)):
        # Nothing is neither less than a number nor at least that.
        return f"{NOT_SO} {speech.clause(node)}"
    if isinstance(left, tree.Literal) and not isinstance(right, tree.Literal):
        left, right, op = right, left, _MIRRORED.get(op, op)
    speech = replace(speech, is_exact=True)
    for special in _SPECIAL:
        words = special(speech, left, op, right)
        if words is not None:
            return words
    subject, other = _subject(speech, left), table_words.set_apart(speech, right, ",")
    be = speech.be(subject)
    if left.type == "number":
        how = {"==": f"{be}", "!=": f"{be} not"}.get(op, f"{be} {COMPARISONS[op]}")
        return f"{subject} {how} {other}"
    return f"{subject} {be} {'not ' if op == '!=' else ''}{other}"


def _subject(speech: Speech, node: tree.Resolved) -> str:
    """Return a value that a verb follows, in parentheses where it ends in a clause of its own."""
    words = table_words.set_apart(speech, node, ",")
    runs_on = trails(table_words.said_as(speech, node))
    return f"({words})" if runs_on and not is_in_brackets(words) else words


def _about_truth(speech: Speech, left: tree.Resolved, op: str, right: tree.Resolved) -> str | None:
    """Return that two conditions hold together or not, or that one is as it is said to be."""
    if left.type != "truth" or right.type != "truth":
        return None
    is_alike = op == "=="
    for one, other in ((left, right), (right, left)):
        known = verdict(speech, one)
        if known is not None:
            return speech.clause(other, negated=known is not is_alike)
    both = f"of ({speech.clause(left)}) and ({speech.clause(right)})"
    return f"both or neither {both} hold" if is_alike else f"exactly one {both} holds"


def _about_heading(
    speech: Speech, left: tree.Resolved, op: str, right: tree.Resolved
) -> str | None:
    if op not in ("==", "!="):
        return say_direction(speech, left, op, right)
    heading = say_heading(speech, left, [right], is_out=op == "!=")
    return say_direction(speech, left, op, right) if heading is None else heading


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
        cell = speech.spot(left.args[0])
        if can_be_nothing(left.args[0]):  # off the board no piece stands either
            return f"{'a' if is_there else 'no'} piece stands on {cell}"
        return f"{cell} is {'not ' if is_there else ''}empty"
    if isinstance(left, tree.Reference) and left.symbol.role == "local":
        if left.symbol.name in speech.operands:
            return f"{subject} was {'' if is_there else 'not '}named"
        bare_subject = subject.removeprefix("the ")
        return f"there is {'such a' if is_there else 'no such'} {bare_subject}"
    return _is_there(speech, left, subject, is_there=is_there)


_FIRST: Final = re.compile(
    r"the first (.*?)(?:, row by row from the top left| \(from the top left\))?$"
)
"""What is found by looking for the first that fits: it is there if any is."""


def _is_there(speech: Speech, node: tree.Resolved, subject: str, *, is_there: bool) -> str:
    """Return that there is something of which only its words are known, or that there is not."""
    if isinstance(node, tree.MemberOf):
        owner, word = speech.noun(node.of), MEMBER_WORDS.get(node.name, spaced(node.name))
        return f"{owner} {speech.have(owner)} {a(word) if is_there else f'no {word}'}"
    # There is a man of yours, but one ahead of you.
    thing = re.sub(r"(?<! ahead)(?<! front)(?<! side) of you$", " of yours", bare(subject))
    if isinstance(node, tree.Invocation):
        if node.function.name == "the":
            words = pieces(speech, dict(node.keywords), every=True)
            return f"there is {'' if is_there else 'not '}exactly one {words}"
        first = _FIRST.match(subject)
        thing = thing if first is None else first[1]
    if thing != subject:
        return f"there is {a(thing) if is_there else f'no {thing}'}"
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


def _about_function(
    speech: Speech, left: tree.Resolved, op: str, right: tree.Resolved
) -> str | None:
    if isinstance(left, tree.Reference) and left.symbol.name == "repetitions":
        return about_repetitions(speech, op, right)
    if isinstance(left, tree.Invocation) and left.function.name in functions.COMPARED:
        return functions.COMPARED[left.function.name](speech, left, op, right)
    return None


_SPECIAL: Final = (
    _about_truth,
    _about_heading,
    about_rest,
    _about_nothing,
    _about_owner,
    _about_kind,
    about_throw,
    _about_function,
)
"""Comparisons that read better than value, verb, value, by what is compared."""

CLAUSES: Final[Mapping[type, Callable[[Speech, Any, bool], str]]] = {
    tree.Literal: _literal_clause,
    tree.Word: _never,
    tree.Reference: _reference_clause,
    tree.MemberOf: _member_clause,
    tree.CellOf: _never,
    tree.Group: _never,
    tree.Invocation: _invocation_clause,
    tree.Lookup: _lookup_clause,
    tree.Inversion: _together,
    tree.Negation: _never,
    tree.Arithmetic: _never,
    tree.Comparison: _comparison,
    tree.Inside: _inside,
    tree.OneOf: _one_of,
    tree.Junction: _together,
}
