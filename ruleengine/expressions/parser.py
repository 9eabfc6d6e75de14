"""Tokens to tree: one climbing parser, no recursion deeper than `MAX_DEPTH`.

Input: text. Output: a `Node`.
Guarantees: only `ExpressionError` escapes, and every problem has offsets.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, cast

from ruleengine.expressions.problems import ExpressionError, Problem
from ruleengine.expressions.syntax import (
    AND,
    COMPARE,
    NEGATE,
    NOT,
    OR,
    PRODUCT,
    SUM,
    Attribute,
    Binary,
    BinaryOp,
    Call,
    Compare,
    CompareOp,
    Keyword,
    ListOf,
    Logic,
    LogicOp,
    Name,
    Node,
    Nothing,
    Number,
    Truth,
    Unary,
    height,
    unparse,
)
from ruleengine.expressions.tokens import Token, read_tokens

MAX_DEPTH: Final = 50

_POWER: Final = {
    "or": OR,
    "and": AND,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in", "not in"), COMPARE),
    **dict.fromkeys("+-", SUM),
    **dict.fromkeys("*/%", PRODUCT),
}
_ITEMS: Final = ("word", "number", "cell")
_TWO_CASES: Final = "write the two cases as two rules; an expression has no `if`"
_ELSEWHERE: Final = {
    "is": "write `==`",
    "mod": "write `%`, which is the rest",
    "div": "write `/`, which rounds down",
    **dict.fromkeys(("if", "else", "then"), _TWO_CASES),
}
"""Operators of other languages, and what to write instead."""


@lru_cache(maxsize=2048)  # the same conditions are read again under other flag values
def parse(text: str) -> Node:
    """Return the tree of `text`.

    >>> parse("die == 6")
    Compare(op='==', left=Name(name='die', start=0, end=3), \
right=Number(value=6, start=7, end=8), start=0, end=8)
    """
    parser = _Parser(read_tokens(text))
    node = parser.whole()
    # A tree is never taller than its tokens are many; long flat sums lean left and count too,
    # because everything after this stage walks the tree by recursion.
    if len(parser.tokens) > MAX_DEPTH and height(node) > MAX_DEPTH:
        raise ExpressionError([_too_deep(node.start, node.end)])
    return node


def _too_deep(start: int, end: int) -> Problem:
    message = f"the expression is nested more than {MAX_DEPTH} levels deep"
    return Problem("expression/too-nested", message, start, end, "split it into several conditions")


class _Parser:
    __slots__ = ("depth", "index", "previous_end", "token", "tokens")

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.index = 0
        self.token = tokens[0]
        self.previous_end = 0
        self.depth = 0

    def whole(self) -> Node:
        if len(self.tokens) == 1:
            raise self.error("the expression is empty", hint="write a condition or a number")
        node = self.expression(OR)
        if self.token.text == ",":
            raise self.unlisted(node)
        if self.token.kind != "end":
            raise self.unexpected()
        return node

    def unlisted(self, node: Node) -> ExpressionError:
        """Say what a comma needs that stands in no list; after `in` it is plain what is meant."""
        last = node.parts[-1] if isinstance(node, Logic) else node
        if not isinstance(last, Compare) or last.op not in ("in", "not in"):
            return self.unexpected()
        problem = self.unexpected().problems[0]
        items = [unparse(last.right)]
        while self.token.text == "," and self.tokens[self.index + 1].kind in _ITEMS:
            self.advance()
            items.append(self.advance().text)
        written = f"{unparse(last.left)} {last.op} [{', '.join(items)}]"
        return ExpressionError([problem._replace(hint=f"write a list: `{written}`")])

    def advance(self) -> Token:
        token = self.token
        self.previous_end = token.end
        self.index += 1
        self.token = self.tokens[self.index]
        return token

    def next_is(self, text: str) -> bool:
        # Never past the list: it closes with an `end` token, which is never advanced over.
        return self.token.kind != "end" and self.tokens[self.index + 1].text == text

    def expression(self, floor: int) -> Node:
        """Read one expression whose operators all bind at least as tightly as `floor`."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError([_too_deep(self.token.start, self.token.end)])
        start = self.token.start
        node = self.prefix(floor)
        while True:
            op = self.operator()
            power = _POWER.get(op, 0)
            if power < max(floor, OR):
                break
            node = self.infix(op, power, node, start)
        self.depth -= 1
        return node

    def operator(self) -> str:
        text = self.token.text
        return "not in" if text == "not" and self.next_is("in") else text

    def infix(self, op: str, power: int, left: Node, start: int) -> Node:
        if power in (OR, AND):
            parts = [left]
            while self.token.text == op:
                self.advance()
                parts.append(self.expression(power + 1))
            return Logic(cast("LogicOp", op), tuple(parts), start, self.previous_end)
        self.advance()
        if op == "not in":
            self.advance()
        right = self.expression(power + 1)
        if power != COMPARE:
            return Binary(cast("BinaryOp", op), left, right, start, self.previous_end)
        node = Compare(cast("CompareOp", op), left, right, start, self.previous_end)
        following = self.operator()
        if _POWER.get(following) == COMPARE:
            middle = unparse(right)
            raise self.error(
                f"'{following}' cannot follow the comparison '{unparse(node)}'",
                hint=f"join two comparisons: `{unparse(node)} and {middle} {following} ...`",
            )
        return node

    def prefix(self, floor: int) -> Node:
        token = self.token
        if token.text == "not":
            if floor > NOT:
                raise self.error(
                    "'not' cannot stand here", hint="put it in parentheses: `(not ...)`"
                )
            self.advance()
            operand = self.expression(NOT)
            return Unary("not", operand, token.start, self.previous_end)
        if token.text == "-":
            self.advance()
            operand = self.expression(NEGATE)
            return Unary("-", operand, token.start, self.previous_end)
        node = self.atom()
        while self.token.text == ".":
            self.advance()
            if self.token.kind != "word":
                raise self.error("after '.' the name of an attribute is needed")
            name = self.advance().text
            node = Attribute(node, name, token.start, self.previous_end)
        return node

    def atom(self) -> Node:
        token = self.token
        start, end = token.start, token.end
        if token.kind == "number":
            self.advance()
            return Number(int(token.text), start, end)
        if token.kind == "word":
            self.advance()
            return self.call(token) if self.token.text == "(" else Name(token.text, start, end)
        if token.kind == "cell":
            self.advance()
            return Name(token.text, start, end)
        match token.text:
            case "true" | "false":
                self.advance()
                return Truth(token.text == "true", start, end)
            case "nothing":
                self.advance()
                return Nothing(start, end)
            case "(":
                self.advance()
                node = self.expression(OR)
                self.close(token, ")")
                return node
            case "[":
                return self.list_of()
        raise self.missing_value()

    def list_of(self) -> ListOf:
        opening = self.advance()
        if self.token.text == "]":
            raise self.error("the list is empty", hint="write at least one item")
        items = [self.expression(OR)]
        while self.token.text == ",":
            self.advance()
            items.append(self.expression(OR))
        self.close(opening, "]", parted=True)
        return ListOf(tuple(items), opening.start, self.previous_end)

    def call(self, name: Token) -> Call:
        opening = self.advance()
        args: list[Node] = []
        keywords: list[Keyword] = []
        more = self.token.text != ")"
        while more:
            start = self.token.start
            # A keyword may be a reserved word, as in `in=`: the `=` decides.
            if self.token.kind in ("word", "keyword") and self.next_is("="):
                keyword = self.advance().text
                self.advance()
                value = self.expression(OR)
                keywords.append(Keyword(keyword, value, start, self.previous_end))
            else:
                args.append(self.expression(OR))
                if keywords:
                    message = f"'{unparse(args[-1])}' stands after '{keywords[-1].name}='"
                    hint = "put values without a name first"
                    raise self.error(message, start=start, end=self.previous_end, hint=hint)
            more = self.token.text == ","
            if more:
                self.advance()
        self.close(opening, ")", parted=True)
        return Call(name.text, tuple(args), tuple(keywords), name.start, self.previous_end)

    def close(self, opening: Token, closing: str, *, parted: bool = False) -> None:
        if self.token.text == closing:
            self.advance()
        elif self.token.kind == "end":
            message, hint = f"'{opening.text}' is never closed", f"add the missing `{closing}`"
            raise self.error(message, start=opening.start, end=opening.end, hint=hint)
        elif self.token.text in (")", "]"):
            message = f"'{opening.text}' is not closed before '{self.token.text}'"
            raise self.error(message, hint=f"put the missing `{closing}` before it")
        else:
            raise self.unexpected(parted=parted)

    def missing_value(self) -> ExpressionError:
        text = self.token.text
        if self.token.kind == "end":
            hint = "write what comes next, or drop the end"
            return self.error("the expression stops too early", hint=hint)
        if text == "=":
            return self.error("'=' cannot stand here", hint="write `==` to compare")
        hint = "write a value before it" if text in _POWER else f"remove the `{text}`"
        return self.error(f"'{text}' cannot stand here: a value is needed", hint=hint)

    def unexpected(self, *, parted: bool = False) -> ExpressionError:
        """Say what does not belong here; where commas part values, one may be missing."""
        text = self.token.text
        joined = "join the two with an operator such as `and` or `==`"
        match text.lower():
            case "=":
                message, hint = "'=' does not compare", "write `==` to compare"
            case "(":
                message, hint = "only a function's name can stand before '('", joined
            case ")" | "]":
                message, hint = f"'{text}' closes nothing", f"remove the `{text}`"
            case ",":
                message = "',' cannot stand here"
                hint = "commas part the values of a function or a list"
            case word if word in _ELSEWHERE:
                message, hint = f"'{text}' is not an operator here", _ELSEWHERE[word]
            case "and" | "or" | "in" as lower:
                message, hint = f"'{text}' is not an operator here", f"write `{lower}`"
            case "not":
                message = f"'{text}' cannot stand here"
                hint = "write `not in`, `and not` or `or not`"
            case _ if parted:
                message = f"a comma is missing before '{text}'"
                hint = "put a comma between the two, or join them with an operator such as `and`"
            case _:
                message, hint = f"an operator is missing before '{text}'", joined
        return self.error(message, hint=hint)

    def error(
        self,
        message: str,
        *,
        start: int | None = None,
        end: int | None = None,
        hint: str | None = None,
    ) -> ExpressionError:
        place = self.token.start if start is None else start
        stop = self.token.end if end is None else end
        return ExpressionError([Problem("expression/syntax", message, place, stop, hint)])
