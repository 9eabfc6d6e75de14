"""Text to tokens, with a hint for the marks that authors bring from other languages."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from ruleengine.expressions.numbers import MAX_NUMBER
from ruleengine.expressions.problems import ExpressionError, Problem

MAX_LENGTH = 1_000

# Words with a meaning of their own: no declared name may be one of them.
RESERVED = frozenset({"and", "any", "false", "in", "not", "nothing", "or", "true"})
# `any` is read as a name and only means something as the value of a die.
KEYWORDS = RESERVED - {"any"}

# The same for names that mean something in certain places only.
UNUSABLE = RESERVED | {"chance", "it"}

FOREIGN = {
    "===": "write `==`",
    "!==": "write `!=`",
    "<>": "write `!=`",
    "=>": "write `>=`",
    "=<": "write `<=`",
    "&&": "write `and`",
    "||": "write `or`",
    "**": "there is no power; multiply with `*`",
    "//": "write `/`, which rounds down",
    ":=": "write `==`; an expression cannot change anything",
    "!": "write `not`",
    "&": "write `and`",
    "|": "write `or`",
    "^": "there is no power; multiply with `*`",
    "?": "write the two cases as two rules; an expression has no `if`",
    "≠": "write `!=`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "×": "write `*`",  # noqa: RUF001 - the signs of typeset text are the point
    "÷": "write `/`",
    "−": "write `-`",  # noqa: RUF001 - the same
    "–": "write `-`",  # noqa: RUF001 - the same
}

Kind: TypeAlias = Literal["number", "word", "cell", "keyword", "mark", "end"]


class Token(NamedTuple):
    """One piece of the text."""

    kind: Kind
    text: str
    start: int
    end: int


_foreign = "|".join(re.escape(mark) for mark in sorted(FOREIGN, key=len, reverse=True))
_TOKEN = re.compile(
    rf"""
      (?P<space>[ \t\r\n]+)
    | (?P<decimal>[0-9]*\.[0-9]+)
    | (?P<cell>'[A-Za-z0-9]+'|"[A-Za-z0-9]+")
    | (?P<mixed>[0-9]+[A-Za-z_][A-Za-z0-9_]*)
    | (?P<number>[0-9]+)
    | (?P<word>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<quoted>'[^']*'?|"[^"]*"?)
    | (?P<foreign>(?!!=(?!=))(?:{_foreign}))
    | (?P<mark>==|!=|<=|>=|[-<>=+*/%.,()\[\]])
    | (?P<stray>.)
    """,
    re.VERBOSE | re.DOTALL,
)


def read_tokens(text: str) -> list[Token]:
    """Return the tokens of `text`, closed by an `end` token."""
    if len(text) > MAX_LENGTH:
        message = f"the expression has {len(text)} characters; {MAX_LENGTH} is the most"
        hint = "split it into several conditions"
        raise ExpressionError(
            [Problem("expression/too-long", message, MAX_LENGTH, len(text), hint)]
        )
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        group = match.lastgroup
        if group == "space":
            continue
        piece = match.group()
        if group == "cell":
            # In quotes stands the name of a cell; those of the text itself may be either.
            tokens.append(Token("cell", f"'{piece[1:-1]}'", match.start(), match.end()))
            continue
        if group == "word":
            kind: Kind = "keyword" if piece in KEYWORDS else "word"
        elif group == "mark":
            kind = "mark"
        elif group == "number" and int(piece) <= MAX_NUMBER:
            kind = "number"
        else:
            raise ExpressionError([_refusal(group, piece, match.start(), match.end())])
        tokens.append(Token(kind, piece, match.start(), match.end()))
    tokens.append(Token("end", "", len(text), len(text)))
    return tokens


def _refusal(group: str | None, piece: str, start: int, end: int) -> Problem:
    match group:
        case "number":
            message, hint = f"the number {piece} is too large", f"the largest is {MAX_NUMBER}"
        case "decimal":
            message, hint = f"'{piece}' is not a whole number", "use whole numbers only"
        case "quoted":
            message = f"{piece} is in quotes"
            hint = "write names without quotes, but for cells that are called by a number"
        case "mixed":
            message = f"'{piece}' is neither a number nor a name"
            hint = f"a cell that is called so is put in quotes: `'{piece}'`"
        case "foreign":
            message, hint = f"'{piece}' is not an operator here", FOREIGN[piece]
        case _:
            shown = f"'{piece}'" if piece.isprintable() else "an invisible character"
            message = f"{shown} (U+{ord(piece):04X}) has no meaning in an expression"
            hint = "remove it"
    return Problem("expression/syntax", message, start, end, hint)
