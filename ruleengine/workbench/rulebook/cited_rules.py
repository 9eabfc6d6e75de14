"""What cites each clause, as texts that are equal when the rules are.

A text is the place of a rule, what it says, what is true of the names in it, and what limits it
or is asked ahead of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ruleengine.resolve.flags.values import as_plain
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.resolve.standalone import standalone_tree
from ruleengine.source.document import Map, Seq, Value, child_span
from ruleengine.workbench.rulebook.compared_rules import is_in_order
from ruleengine.workbench.rulebook.row_cases import cases_of
from ruleengine.workbench.rulebook.usage import are_counted

_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_DECLARED: Final = ("tables", "conditions", "counters", "dice", "marks")


class Citations(NamedTuple):
    """The texts of the rules that cite each clause."""

    whole: dict[str, list[str]]
    plain: dict[str, list[str]]
    """Without the steps inside that only keep tallies and notes which no rule of it reads."""


def citations_of(resolved: ResolvedRuleset) -> Citations:
    """Return what cites each clause."""
    tree = standalone_tree(resolved)
    rules: dict[str, list[_Cited]] = {}
    for rule in _citing(tree, ()):
        clauses = rule.item["clauses"]
        assert isinstance(clauses, Seq)  # noqa: S101 - the models have seen it
        for each in clauses:
            rules.setdefault(str(each), []).append(rule)
    found = Citations({}, {})
    for clause, cited in rules.items():
        unread = _unread(cited, tree)
        found.whole[clause] = sorted(_text(rule, resolved, tree) for rule in cited)
        found.plain[clause] = sorted(_text(rule, resolved, tree, unread) for rule in cited)
    return found


class _Cited(NamedTuple):
    """A rule that cites clauses."""

    path: tuple[str, ...]
    """The keys that lead to it."""
    item: Map
    ahead: list[tuple[int, object]]
    """What is asked ahead of it in its list, each with its place there."""
    place: int
    """Its own place there."""


def _citing(value: Value, path: tuple[str, ...], place: int = 0) -> Iterator[_Cited]:
    """Yield every rule that cites clauses.

    What holds ahead of it in a list of which only the first that fits counts takes cases from it.
    """
    if isinstance(value, Map):
        if path and isinstance(value.get("clauses"), Seq):
            yield _Cited(path, value, [], place)
        for key, item in value.items():
            if path or key not in ("clauses", "flags"):
                yield from _citing(item, (*path, key))
    elif isinstance(value, Seq):
        ahead: list[tuple[int, object]] = []
        for number, item in enumerate(value):
            # Without its number, so that a rule before it makes no difference to another one.
            for found in _citing(item, path, number):
                yield found._replace(ahead=[*ahead, *found.ahead]) if found.item is item else found
            if is_in_order(path) and isinstance(item, Map) and "when" in item:
                ahead.append((number, as_plain(item["when"])))


def _text(
    rule: _Cited, resolved: ResolvedRuleset, tree: Map, unread: frozenset[str] = frozenset()
) -> str:
    """Return a rule as a text."""
    path, item = rule.path, rule.item
    said = _print(path, item, resolved, tree, unread) + _limits(path, item, tree)
    if is_in_order(path):
        said += _ahead(rule, resolved, tree)
    return f"{'.'.join(path)}: {said}"


def _print(
    path: tuple[str, ...],
    item: Map,
    resolved: ResolvedRuleset,
    tree: Map,
    unread: frozenset[str],
) -> str:
    """Return what a rule says, with all it speaks of; rules inside it answer for themselves."""
    text = _said(path, item, unread)
    return text + json.dumps(_about(text, resolved, tree), sort_keys=True)


def _said(path: tuple[str, ...], item: Map, unread: frozenset[str]) -> str:
    # What is cited by a whole phase or action is hardly about each of the steps in it.
    is_whole = path[0] in ("phases", "actions") and len(path) == _WHOLE
    told = item if not unread or _only_keeps(item, unread) else _without(item, unread)
    assert isinstance(told, Map)  # noqa: S101 - a rule without some of its steps is one
    return json.dumps(_bare(told, None if is_whole else _file_of(item)), sort_keys=True)


def _about(text: str, resolved: ResolvedRuleset, tree: Map) -> dict[str, object]:
    """Return what is true of the names that a text speaks of."""
    return {word: _fact(word, resolved, tree) for word in sorted(_reached(text, tree))}


def _ahead(rule: _Cited, resolved: ResolvedRuleset, tree: Map) -> str:
    """Return what is asked ahead of a rule, of which only the first that fits counts.

    Every case goes to some row of a table, so that what an earlier one speaks of counts as well;
    endings seldom meet, and only another one ahead is likely to take cases.
    """
    if rule.path[0] != "tables":
        return json.dumps([asked for _, asked in rule.ahead], sort_keys=True)
    asked = dict(rule.ahead)
    cases = {
        case: None if rows is None else [asked.get(row) for row in rows]
        for case, rows in cases_of(resolved, rule.path[1], rule.place).items()
    }
    about = _about(json.dumps([*cases.values()]), resolved, tree)
    return json.dumps([cases, about], sort_keys=True)


# Steps that only keep tallies


def _unread(rules: list[_Cited], tree: Map) -> frozenset[str]:
    """Return the tallies and notes that no rule of a clause reads, but for steps that keep them."""
    declared = (tree.get(section) for section in ("counters", "marks"))
    kept = frozenset(name for each in declared if isinstance(each, Map) for name in each)
    texts = " ".join(_said(rule.path, rule.item, kept) for rule in rules)
    read = _reached(texts, tree, (*_DECLARED, "procedures"))
    return frozenset() if are_counted(read) else kept - read


def _without(value: Value, unread: frozenset[str]) -> Value:
    """Return a rule without the steps inside that only keep such tallies and notes."""
    if isinstance(value, Map):
        left = Map(value.span)
        for key, item in value.items():
            left.put(key, _without(item, unread), value.key_spans[key], value.value_spans[key])
        return left
    if isinstance(value, Seq):
        items = Seq(value.span)
        for item, span in zip(value, value.item_spans, strict=True):
            if not _is_keeping(item, unread):
                items.push(_without(item, unread), span)
        return items
    return value


def _only_keeps(item: Map, unread: frozenset[str]) -> bool:
    """Tell whether a rule does nothing else, so that it is just what its clause is about."""
    effects = item.get("effects")
    steps = effects if isinstance(effects, Seq) else [item]
    return all(_is_keeping(step, unread) for step in steps)


_KEEPING: Final = frozenset({"add", "set", "mark"})
_BESIDES: Final = frozenset({"id", "for", "explained", "clauses"})
_INNER: Final = ("then", "else", "do", "repeat")


def _is_keeping(step: Value, unread: frozenset[str]) -> bool:
    """Tell whether a step, with all that is inside it, changes nothing but such tallies."""
    if not isinstance(step, Map):
        return False
    keys = set(step) - _BESIDES
    if len(keys) == 1 and keys <= _KEEPING:
        changed = step[keys.pop()]
        return isinstance(changed, Map) and set(changed) <= unread
    inner = [each for key in _INNER if isinstance(each := step.get(key), Seq)]
    return any(inner) and all(_is_keeping(each, unread) for listed in inner for each in listed)


_WHOLE: Final = 2
"""How many keys lead to an entry of a section."""


def _limits(path: tuple[str, ...], item: Map, tree: Map) -> str:
    """Return what other files forbid of an action, if a rule is the action itself or its reach.

    What can be done is limited by that, although the rule that says it stays as it is. First come
    restrictions that others have edited, which may forbid more or less, then those they add.
    """
    match path:
        case ("actions", name) | ("actions", name, "operands", _):
            actions = tree["actions"]
            action = actions[name] if isinstance(actions, Map) else None
            rules = action.get("validators") if isinstance(action, Map) else None
            edited: list[object] = []
            added: list[object] = []
            for rule in rules if isinstance(rules, Seq) else ():
                if isinstance(rule, Map) and rule.span.file != _file_of(item):
                    is_added = _began_in(rule) == rule.span.file
                    (added if is_added else edited).append(_bare(rule))
            return json.dumps(edited, sort_keys=True) + json.dumps(added, sort_keys=True)
        case _:
            return ""


def _began_in(rule: Map) -> str:
    """Return the file that a rule is from: an edit leaves its id and its clauses as they are."""
    kept = next((key for key in ("id", "clauses") if key in rule), None)
    return rule.span.file if kept is None else child_span(rule, kept).file


def _file_of(item: Map) -> str:
    """Return the file in which a rule cites its clauses, whichever file has edited it since."""
    clauses = item["clauses"]
    assert isinstance(clauses, Seq)  # noqa: S101 - the models have seen it
    return clauses.span.file


def _bare(value: Value, file: str | None = None) -> object:
    """Return a rule without the rules inside it that cite clauses of their own.

    What another file than that of the rule puts among its steps is a change of it all the same.
    """
    if isinstance(value, Map):
        return {
            key: _bare_list(key, item, file) if isinstance(item, Seq) else _bare(item, file)
            for key, item in value.items()
            if key not in ("clauses", "picture", "title", "plural", "denied", "says", "explained")
            and not _answers_itself(item)
        }
    if isinstance(value, Seq):
        return [_bare(item, file) for item in value if not _answers_itself(item)]
    return as_plain(value)


_STEPS: Final = frozenset({"then", "else", "do", "repeat", "steps"})
"""Lists of the steps that a rule is made of."""


def _bare_list(key: str, items: Seq, file: str | None) -> object:
    if key == "rows":
        return _bare_rows(items)
    if key not in _STEPS or file is None:
        return _bare(items, file)
    return [
        _bare(item, file)
        for item in items
        if not isinstance(item, Map) or not _answers_itself(item) or _file_of(item) != file
    ]


def _bare_rows(rows: Seq) -> object:
    """Return the rows of a table; those that a variant lays over it change what it answers."""
    below = rows[-1]
    return [
        _bare(row)
        for row in rows
        if not _answers_itself(row)
        or (isinstance(row, Map) and isinstance(below, Map) and row.span.file != below.span.file)
    ]


def _answers_itself(value: Value) -> bool:
    return isinstance(value, Map) and isinstance(value.get("clauses"), Seq)


def _reached(text: str, tree: Map, sections: tuple[str, ...] = _DECLARED) -> set[str]:
    """Return the names that a text speaks of, and those that what they stand for speaks of."""
    reached: set[str] = set()
    pending = [text]
    while pending:
        for word in set(_WORD.findall(pending.pop())) - reached:
            reached.add(word)
            for section in sections:
                declared = tree.get(section)
                if isinstance(declared, Map) and word in declared:
                    pending.append(json.dumps(_bare(declared[word])))
    return reached


def _fact(word: str, resolved: ResolvedRuleset, tree: Map) -> object:
    """Return what is true of a name: the cells of a zone, an attribute, what is declared."""
    for find in (_cells, _attribute, _kind):
        fact = find(word, resolved)
        if fact is not None:
            return fact
    declared = [tree.get(section) for section in _DECLARED]
    entries = (each[word] for each in declared if isinstance(each, Map) and word in each)
    return next((_bare(entry) for entry in entries), None)


def _cells(word: str, resolved: ResolvedRuleset) -> object:
    zones = resolved.grid.zones
    return {
        zone.name: [zone.owner, sorted(zone.cells)]
        for zone in zones
        if zone.name.partition(".")[0] == word
    } or None


def _attribute(word: str, resolved: ResolvedRuleset) -> object:
    kinds = resolved.ruleset.kinds
    return {
        name: str(kind.attributes[word]) for name, kind in kinds.items() if word in kind.attributes
    } or None


def _kind(word: str, resolved: ResolvedRuleset) -> object:
    kind = resolved.ruleset.kinds.get(word)
    return None if kind is None else sorted(kind.letters)
