"""A resolved ruleset as a tree that stands alone: no flag is left, not even in an expression."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ruleengine.expressions import bounds
from ruleengine.expressions.resolved import (
    Arithmetic,
    Comparison,
    Inversion,
    Junction,
    Literal,
    Negation,
    OneOf,
    Reference,
    Resolved,
    Word,
    walk_resolved,
)
from ruleengine.expressions.syntax import (
    Attribute,
    Binary,
    Call,
    Compare,
    ListOf,
    Logic,
    Node,
    Nothing,
    Number,
    Truth,
    Unary,
    unparse,
)
from ruleengine.resolve.constants import fold
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema.expression import Expression
from ruleengine.source.document import Map, Seq, Text, Value

_FIRST: Final = ("schema", "name", "title", "about")


def standalone_tree(resolved: ResolvedRuleset) -> Map:
    """Return the tree with the values of flags written into every expression."""
    texts: dict[int, str | int | bool] = {}
    inside: dict[int, list[tuple[Expression, str]]] = {}
    for expression, checked in resolved.checked.items():
        word = _word(checked.root) if expression.offset else None
        if expression.whole is not None and word is not None:
            inside.setdefault(id(expression.whole), []).append((expression, word))
            continue
        known = _known(checked.root)
        if expression.whole is not None and known:
            node = _reduced(expression.node, known)
            if node == expression.node:
                continue
            if expression.offset:
                new = str(node.value) if isinstance(node, Number) else f"{{{unparse(node)}}}"
                inside.setdefault(id(expression.whole), []).append((expression, new))
                continue
            bare = node.value if isinstance(node, Number | Truth) else None
            texts[id(expression.whole)] = unparse(node) if bare is None else bare
    texts |= {whole: _filled(changed) for whole, changed in inside.items()}
    for expression, number in resolved.constants.items():
        if expression.text in resolved.ruleset.kinds or isinstance(expression.node, Nothing):
            continue  # an attribute that is a kind stays the word that it is
        if expression.whole is not None and not isinstance(expression.node, Number):
            texts[id(expression.whole)] = number
    whole = resolved.tree
    first = [key for key in _FIRST if key in whole]
    tree = _rewritten_map(whole, dict.fromkeys((*first, *whole)), texts)
    return _without_idle_silences(tree, resolved)


def _without_idle_silences(tree: Map, resolved: ResolvedRuleset) -> Map:
    """Return the tree without silenced warnings about flags, of which there are none any more."""
    silenced = tree.get("silenced")
    if not isinstance(silenced, Seq):
        return tree
    kept, rest = Seq(silenced.span), Map(tree.span)
    for item, span in zip(silenced, silenced.item_spans, strict=True):
        about = str(item.get("about", "")) if isinstance(item, Map) else ""
        if about.partition(".")[0] not in resolved.flags:
            kept.push(item, span)
    for key, value in tree.items():
        if key != "silenced" or kept:
            new = kept if key == "silenced" else value
            rest.put(key, new, tree.key_spans[key], tree.value_spans[key])
    return rest


def _filled(changed: list[tuple[Expression, str]]) -> str:
    """Return a sentence with other texts for expressions in it and the braces around them."""
    text = str(changed[0][0].whole)
    for expression, new in sorted(changed, key=lambda each: each[0].offset, reverse=True):
        start, end = expression.offset - 1, expression.offset + len(expression.text) + 1
        text = f"{text[:start]}{new}{text[end:]}"
    return text


def _rewritten_map(tree: Map, keys: Iterable[str], texts: Mapping[int, str | int | bool]) -> Map:
    rewritten = Map(tree.span)
    for key in keys:
        value = _rewritten(tree[key], texts)
        rewritten.put(key, value, tree.key_spans[key], tree.value_spans[key])
    return rewritten


def _rewritten(value: Value, texts: Mapping[int, str | int | bool]) -> Value:
    if isinstance(value, Map):
        return _rewritten_map(value, value, texts)
    if isinstance(value, Seq):
        items = Seq(value.span)
        for item, span in zip(value, value.item_spans, strict=True):
            items.push(_rewritten(item, texts), span)
        return items
    if isinstance(value, Text) and id(value) in texts:
        text = texts[id(value)]
        return Text(text, value.span) if isinstance(text, str) else text
    return value


def _known(root: Resolved) -> dict[int, int | bool]:
    """Return the parts of an expression whose value the flags decide, by their nodes."""
    known: dict[int, int | bool] = {}
    for part in walk_resolved(root):
        value = None if isinstance(part, Literal) else _value(part)
        if value is not None:
            known[id(part.node)] = value
    return known


def _value(part: Resolved) -> int | bool | None:
    """Return what a part is whatever the position; more than `fold`, which leaves words alone."""
    match part:
        case Comparison(op="==" | "!=", left=left, right=right) if _word(left) and _word(right):
            return (_word(left) == _word(right)) is (part.op == "==")
        case OneOf(value=asked, items=items) if _word(asked) and all(map(_word, items)):
            return (_word(asked) in map(_word, items)) is not part.negated
        case Comparison(op=op, left=left, right=right) if _is_counted(left) and _is_counted(right):
            return bounds.verdict(op, left.bounds, right.bounds)
        case Inversion(of=of):
            value = _value(of)
            return None if value is None else not value
        case Junction(op=op, parts=parts):
            values = [_value(each) for each in parts]
            deciding = op == "or"
            if deciding in [None if value is None else bool(value) for value in values]:
                return deciding
            return None if None in values else not deciding
        case _:
            return fold(part)


def _word(part: Resolved) -> str | None:
    if isinstance(part, Word):
        return part.word
    if isinstance(part, Reference) and part.symbol.role == "flag":
        return str(part.symbol.value)
    return None


def _is_counted(part: Resolved) -> bool:
    """Tell whether a number is never absent, so that its bounds say all there is to say."""
    match part:
        case Literal(type="number"):
            return True
        case Reference(symbol=symbol):
            return symbol.role in ("constant", "counter", "die") and part.type == "number"
        case Negation(of=of):
            return _is_counted(of)
        case Arithmetic(left=left, right=right):
            return _is_counted(left) and _is_counted(right)
        case _:
            return False


def _reduced(node: Node, known: Mapping[int, int | bool]) -> Node:
    """Return an expression with known parts as values, and without what they make idle."""
    if id(node) in known:
        value = known[id(node)]
        if isinstance(value, bool):
            return Truth(value)
        return Number(value) if value >= 0 else Unary("-", Number(-value))
    match node:
        case Logic(op=op, parts=parts):
            idle = Truth(op == "and")
            left = [each for each in (_reduced(part, known) for part in parts) if each != idle]
            return left[0] if len(left) == 1 else node._replace(parts=tuple(left))
        case Unary(operand=operand):
            return node._replace(operand=_reduced(operand, known))
        case Attribute(of=of):
            return node._replace(of=_reduced(of, known))
        case Binary():
            return _reckoned(node, _reduced(node.left, known), _reduced(node.right, known))
        case Compare():
            left_side, right_side = _reduced(node.left, known), _reduced(node.right, known)
            return node._replace(left=left_side, right=right_side)
        case Call():
            return node._replace(
                args=tuple(_reduced(arg, known) for arg in node.args),
                keywords=tuple(
                    keyword._replace(value=_reduced(keyword.value, known))
                    for keyword in node.keywords
                ),
            )
        case ListOf(items=items):
            return node._replace(items=tuple(_reduced(item, known) for item in items))
        case _:
            return node


def _reckoned(node: Binary, left: Node, right: Node) -> Node:
    """Return what is reckoned of two numbers: just one of them where the other adds nothing."""
    match node.op:
        case "+" | "-" if right == Number(0):
            return left
        case "*" | "/" if right == Number(1):
            return left
        case "+" if left == Number(0):
            return right
        case "*" if left == Number(1):
            return right
        case _:
            return node._replace(left=left, right=right)
