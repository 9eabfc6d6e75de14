"""Lists of rules with a name, written out in every action that takes them.

Each action gets a copy of its own: what a name in a rule stands for is up to the action. The
copies keep the places of what they are copied from, so that a refusal names the line of the list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ruleengine.errors import Diagnostic, Span
from ruleengine.resolve.checks.declarations import unknown_name
from ruleengine.schema.wording import found
from ruleengine.source.document import Map, Seq, Text, Value

SECTION = "rules"
_NOUN = "list of rules"
_BESIDE = frozenset({SECTION, "id"})


@dataclass(frozen=True)
class Copies:
    """The copies that were made so far, with what they are copied from, so that ids stay apart."""

    by_place: dict[tuple[int, str], tuple[Value, Value]] = field(default_factory=dict)

    def of(self, value: Value, action: str) -> Value:
        """Return the copy of a rule for an action."""
        key = (id(value), action)
        if key not in self.by_place:
            self.by_place[key] = (value, _copied(value))
        return self.by_place[key][1]


def written_out(tree: Map, copies: Copies) -> tuple[Map, list[Diagnostic]]:
    """Return a tree without named lists of rules, and what is wrong with the use of them."""
    actions, lists = tree.get("actions"), tree.get(SECTION)
    named = lists if isinstance(lists, Map) else Map(tree.span)
    if not isinstance(actions, Map) or not (lists is None or isinstance(lists, Map)):
        return tree, []
    if lists is None and not any(map(_takes_rules, actions.values())):
        return tree, []
    problems: list[Diagnostic] = []
    whole = Map(tree.span)
    for key, value in tree.items():
        if key == "actions":
            written = _of_actions(actions, named, copies, problems)
            whole.put(key, written, tree.key_spans[key], tree.value_spans[key])
        elif key != SECTION:
            whole.put(key, value, tree.key_spans[key], tree.value_spans[key])
    return whole, problems


def _of_actions(actions: Map, lists: Map, copies: Copies, problems: list[Diagnostic]) -> Map:
    written = Map(actions.span)
    for name, action in actions.items():
        body: Value = action
        if isinstance(action, Map) and _takes_rules(action):
            body = Map(action.span)
            for key, value in action.items():
                spans = action.key_spans[key], action.value_spans[key]
                if key == "validators" and isinstance(value, Seq):
                    rules = Seq(value.span)
                    for rule, span, is_shared in _items(value, lists, problems, ()):
                        rules.push(copies.of(rule, name) if is_shared else rule, span)
                    body.put(key, rules, *spans)
                else:
                    body.put(key, value, *spans)
        written.put(name, body, actions.key_spans[name], actions.value_spans[name])
    return written


def _takes_rules(action: Value) -> bool:
    rules = action.get("validators") if isinstance(action, Map) else None
    return isinstance(rules, Seq) and any(isinstance(r, Map) and SECTION in r for r in rules)


def _items(
    rules: Seq, lists: Map, problems: list[Diagnostic], inside: tuple[str, ...]
) -> Iterator[tuple[Value, Span, bool]]:
    """Yield rules with their places, and whether they come from a named list."""
    for rule, span in zip(rules, rules.item_spans, strict=True):
        if not isinstance(rule, Map) or SECTION not in rule:
            yield rule, span, bool(inside)
            continue
        name, place = str(rule[SECTION]), rule.value_spans[SECTION]
        extra = [key for key in rule if key not in _BESIDE]
        if extra:
            problems.append(
                Diagnostic(
                    "schema/bad-value",
                    f"'{extra[0]}' stands beside 'rules', but such rules say it themselves",
                    rule.key_spans[extra[0]],
                    f"write `{extra[0]}` in the rules of '{name}', or write the rule out here",
                )
            )
        listed = lists.get(name)
        if name not in lists:
            problems.append(unknown_name(_NOUN, name, lists, place))
        elif not isinstance(listed, Seq):
            message = f"expected a list of rules, found {found(listed)}"
            at, hint = lists.value_spans[name], "write a list, one rule for each item"
            problems.append(Diagnostic("schema/wrong-type", message, at, hint))
        elif name in inside:
            chain = " -> ".join((*inside, name))
            message = f"these ask each other without end: {chain}"
            hint = "take one of them out of the other"
            problems.append(Diagnostic("resolve/table-circle", message, place, hint))
        else:
            yield from _items(listed, lists, problems, (*inside, name))


def _copied(value: Value) -> Value:
    """Return a value of its own, in the same places of the file."""
    match value:
        case Map():
            entries = Map(value.span)
            for key, each in value.items():
                entries.put(key, _copied(each), value.key_spans[key], value.value_spans[key])
            return entries
        case Seq():
            items = Seq(value.span)
            for each, span in zip(value, value.item_spans, strict=True):
                items.push(_copied(each), span)
            return items
        case Text():
            return Text(str(value), value.span, value.style, value.rows)
        case _:
            return value
