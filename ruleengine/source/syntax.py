"""From what the YAML parser says to what an author can act on.

The two parsers of PyYAML (C and Python) word the same problem differently; `_RULES` matches on
the part they share, or lists both.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from yaml.error import MarkedYAMLError

from ruleengine.codes import Code
from ruleengine.errors import Diagnostic, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yaml.error import Mark

MAX_SHOWN: Final = 40

_ESCAPE: Final = re.compile(r"\\(?:x\w{0,2}|u\w{0,4}|U\w{0,8}|.)")

_BLOCK: Final = re.compile(r":\s+([|>])[+-]?\s*(?:#.*)?$")
"""How a line ends that opens a text of several lines."""
_MARGIN: Final = re.compile(r" *(?:- +)*")
_OPENS: Final = re.compile(r"""(?:^|[:,-]\s|[\[{(])\s*(["'])""")
"""A quote at which a value begins."""
_KEY_BEFORE_BRACES: Final = re.compile(r"\s*(?:- +)*(\w+) +\{\w+:(?= )")
_BARE_WORD: Final = re.compile(r"\s*(?:- +)*([\w-]+)\s*(?:#.*)?$")


def shown(text: str) -> str:
    """Quote a piece of the file for a message: on one line, and not too long."""
    flat = " ".join(text.split())
    return f"'{flat}'" if len(flat) <= MAX_SHOWN else f"'{flat[: MAX_SHOWN - 3]}...'"


class _Problem(NamedTuple):
    """A parser error with the text around it; lines and columns count from 0, as in marks."""

    name: str
    lines: Sequence[str]
    context: str
    problem: str
    line: int
    col: int
    opened: tuple[int, int] | None

    def text(self, line: int) -> str:
        return self.lines[line] if line < len(self.lines) else ""

    def char(self) -> str:
        return self.text(self.line)[self.col : self.col + 1]

    def before(self) -> str:
        return self.text(self.line)[: self.col]

    def starts_line(self) -> bool:
        return not self.before().strip()

    def span(self, line: int, col: int, width: int = 1) -> Span:
        return Span(self.name, line + 1, col + 1, line + 1, col + 1 + width)

    def here(self, width: int = 1) -> Span:
        return self.span(self.line, self.col, width)

    def start(self) -> tuple[int, int]:
        """Where the thing that could not be finished began."""
        return self.opened if self.opened is not None else (self.line, self.col)

    def in_block_text(self) -> str | None:
        """How a text after `|` or `>` could begin, if the line was left out of one by its indent.

        So it is when the lines above, all with more spaces, go back to one that opens a text.
        """
        above = next(
            (
                text
                for line in range(self.line - 1, -1, -1)
                if (text := self.text(line)).strip() and _indent(text) < self.col
            ),
            "",
        )
        opening = _BLOCK.search(above)
        inside = self.text(self.line - 1) if self.line else ""
        if opening is None or _indent(inside) <= self.col:
            return None
        margin = _MARGIN.match(above)
        return f"{opening[1]}{self.col - (margin.end() if margin is not None else 0)}"

    def runaway_quote(self) -> tuple[int, int] | None:
        """Where a text opens that an opening quote in a later line, just before here, has ended."""
        opening = _OPENS.search(self.before())
        if opening is None or opening.end() != self.col:
            return None
        for line in range(self.line - 1, -1, -1):
            quotes = [each.start() for each in re.finditer(opening[1], self.text(line))]
            if quotes:
                before = self.text(line)[: quotes[-1] + 1]
                opens = [each for each in _OPENS.finditer(before) if each.end() == len(before)]
                return (line, quotes[-1]) if opens else None
        return None

    def say(
        self, message: str, hint: str, *, span: Span | None = None, code: Code = "source/syntax"
    ) -> Diagnostic:
        return Diagnostic(code, message, span if span is not None else self.here(), hint)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


_Describe: TypeAlias = "Callable[[_Problem], Diagnostic]"


def syntax_diagnostic(error: Exception, name: str, lines: Sequence[str]) -> Diagnostic:
    """Return what stopped the parser, in words that name the next step."""
    if not isinstance(error, MarkedYAMLError) or error.problem_mark is None:
        return Diagnostic("source/syntax", f"this is not YAML: {error}", Span(name, 1, 1, 1, 1))
    line, col = _inside(error.problem_mark, lines)
    problem = _Problem(
        name=name,
        lines=lines,
        context=error.context or "",
        problem=error.problem or "",
        line=line,
        col=col,
        opened=_inside(error.context_mark, lines) if error.context_mark is not None else None,
    )
    quote = problem.runaway_quote()
    if quote is not None:
        return problem.say(
            f"the text that opens here ends only in line {line + 1}, where another one should open",
            "add the closing quote",
            span=problem.span(*quote),
        )
    for needles, describe in _RULES:
        if any(needle in problem.problem for needle in needles):
            return describe(problem)
    return problem.say(f"this cannot be read as YAML: {problem.problem}", "see the lines above it")


def _inside(mark: Mark, lines: Sequence[str]) -> tuple[int, int]:
    """Move a mark at the very end of the file back to the end of its last line."""
    if mark.line < len(lines):
        return mark.line, mark.column
    return (len(lines) - 1, len(lines[-1])) if lines else (0, 0)


def _tab(problem: _Problem) -> Diagnostic:
    return problem.say(
        "a tab is used for indentation or spacing", "use spaces instead", code="source/tab"
    )


def _bad_start(problem: _Problem) -> Diagnostic:
    char = problem.char()
    if char == "\t":
        return _tab(problem)
    return problem.say(f"a value cannot begin with {shown(char)}", "put the value in quotes")


def _second_colon(problem: _Problem) -> Diagnostic:
    before = problem.before()
    if (lacking := _colon_before_braces(problem)) is not None:
        return lacking
    if re.search(r":\s", before):
        return problem.say("this value holds another ':'", "put the whole value in quotes")
    above = problem.text(problem.line - 1) if problem.line else ""
    if glued := re.match(r"\s*(?:- )*[\w-]+:(?=\S)", above):
        return _glued(problem, glued.group(), problem.line - 1, glued.end() - 1)
    indent = len(before) - len(before.lstrip())
    if "\t" in before[:indent]:
        return _tab(problem._replace(col=before.index("\t")))
    key = before.lstrip(" -")
    if bare := _BARE_WORD.match(above):
        return problem.say(
            f"{shown(bare[1])} stands above the key {shown(key)}, but has no ':' after it",
            f"write `{bare[1]}:`, or line {shown(key)} up with the keys it belongs with",
            span=problem.span(problem.line - 1, bare.start(1), len(bare[1])),
        )
    return problem.say(
        f"{shown(key)} is indented as if it continued the value above it",
        "line it up with the keys it belongs with",
        span=problem.span(problem.line, len(before) - len(key), max(1, len(key))),
        code="source/bad-indent",
    )


def _glued(problem: _Problem, key: str, line: int, col: int) -> Diagnostic:
    return problem.say(
        f"{shown(key)} is not a key, because no space follows its ':'",
        "put a space after the ':'",
        span=problem.span(line, col),
    )


def _no_colon(problem: _Problem) -> Diagnostic:
    line, col = problem.start()
    text = problem.text(line)[col:].split(" #")[0].rstrip()
    if glued := re.match(r"[\w-]+:(?=\S)", text):
        return _glued(problem, glued.group(), line, col + glued.end() - 1)
    return problem.say(
        f"{shown(text)} stands where a key is expected, but has no ': ' after it",
        "write `key: value`, or indent the line if it continues the one above",
        span=problem.span(line, col, max(1, len(text))),
    )


def _unclosed_quote(problem: _Problem) -> Diagnostic:
    return problem.say(
        "the quote that opens here is never closed",
        "add the closing quote",
        span=problem.span(*problem.start()),
    )


def _unclosed_bracket(problem: _Problem) -> Diagnostic:
    line, col = problem.start()
    bracket = problem.text(line)[col : col + 1]
    closing = {"[": "]", "{": "}"}.get(bracket, "]")
    if line != problem.line or not problem.char():
        return problem.say(
            f"the {shown(bracket)} that opens here is never closed",
            f"add the closing {shown(closing)}",
            span=problem.span(line, col),
        )
    return problem.say(
        f"expected ',' or {shown(closing)} before {shown(problem.char())}",
        "put a ',' between the entries, or quotes around this one",
    )


def _escape(problem: _Problem) -> Diagnostic:
    # The C parser stands at the backslash, the Python parser just behind it, and both further on
    # when digits are at fault.
    text = problem.text(problem.line)
    col = max(text.rfind("\\", 0, problem.col + 1), 0)
    found = _ESCAPE.match(text, col)
    escape = found.group() if found else text[col : col + 2]
    return problem.say(
        f"the escape {shown(escape)} stands for no character",
        "use single quotes, in which '\\' is an ordinary character",
        span=problem.span(problem.line, col, len(escape)),
    )


def _list_on_key_line(problem: _Problem) -> Diagnostic:
    return problem.say(
        "a list cannot begin here with '- '",
        "put '- ' on a line of its own, write the list as [a, b], or put quotes around the text",
    )


def _no_name(problem: _Problem) -> Diagnostic:
    line, col = problem.start()
    char = problem.text(line)[col : col + 1]
    return problem.say(
        f"{shown(char)} at the start of a value stands for a reference, and needs a name after it",
        "put the value in quotes",
        span=problem.span(line, col),
    )


def _colon_before_braces(problem: _Problem) -> Diagnostic | None:
    """Say that a key has no colon, if braces follow it: YAML takes them for more of its name."""
    key = _KEY_BEFORE_BRACES.match(problem.before())
    if key is None:
        return None
    return problem.say(
        f"a ':' is missing between '{key[1]}' and what stands between braces",
        f"write `{key[1]}: {{...}}`",
        span=problem.span(problem.line, key.start(1), len(key[1])),
    )


def _not_expected(problem: _Problem) -> Diagnostic:
    rest = problem.text(problem.line)[problem.col :].rstrip()
    if rest.startswith(":"):
        return problem.say("there is no key before this ':'", "write the key, or remove the ':'")
    if not problem.starts_line():
        if (lacking := _colon_before_braces(problem)) is not None:
            return lacking
        return problem.say(
            f"{shown(rest)} follows a value that has already ended",
            "remove it, or put the whole value in quotes (between single quotes, write ' as '')",
            span=problem.here(max(1, len(rest))),
        )
    block = problem.in_block_text()
    hint = "give it the same indentation as the lines it belongs with"
    if block is not None:
        hint = (
            "the first line of the text says how far it is indented: let no line begin further "
            f"left, or write `{block}`"
        )
    return Diagnostic(
        "source/bad-indent",
        f"{shown(rest)} does not line up with the lines above it",
        problem.here(max(1, len(rest))),
        hint,
        related=(problem.span(*problem.opened),) if problem.opened else (),
    )


def _no_content(problem: _Problem) -> Diagnostic:
    what = f"found {shown(problem.char())}" if problem.char() else "the file ends"
    return problem.say(
        f"a value is expected here, but {what}", "add the value, or put it in quotes"
    )


def _after_document(problem: _Problem) -> Diagnostic:
    rest = problem.text(problem.line)[problem.col :].rstrip()
    return problem.say(
        f"{shown(rest)} follows the end of the document",
        "remove it, or indent it so that it belongs to what stands above",
        span=problem.here(max(1, len(rest))),
    )


def _tag(problem: _Problem) -> Diagnostic:
    line, col = problem.start()
    text = problem.text(line)[col:].split(" ")[0]
    return problem.say(
        f"the tag {shown(text)} cannot be used in a ruleset",
        "remove the tag, or put the value in quotes if the '!' belongs to it",
        span=problem.span(line, col, max(1, len(text))),
        code="source/unsupported",
    )


def _block_header(problem: _Problem) -> Diagnostic:
    return problem.say(
        f"{shown(problem.char())} cannot follow '|' or '>' on the same line",
        "begin the text on the next line, or put quotes around it",
    )


def _directive(problem: _Problem) -> Diagnostic:
    return problem.say(
        "a line that begins with '%' is a YAML directive, and this one cannot be used",
        "remove the line",
        span=problem.span(problem.start()[0], 0),
        code="source/unsupported",
    )


# First match wins; the parsers' own words, with what they mean for an author.
_RULES: Final[tuple[tuple[tuple[str, ...], _Describe], ...]] = (
    (("tab character",), _tab),
    (("cannot start any token",), _bad_start),
    (("mapping values are not allowed",), _second_colon),
    (("could not find expected ':'",), _no_colon),
    (("unexpected end of stream", "unexpected document"), _unclosed_quote),
    (("expected ',' or ",), _unclosed_bracket),
    (("escape", "hexadecimal", "hexdecimal"), _escape),
    (("sequence entries are not allowed",), _list_on_key_line),
    (("alphabetic or numeric character, but", "expected alphabetic or numeric"), _no_name),
    (("comment or line break", "chomping or indentation"), _block_header),
    (("directive", "incompatible YAML"), _directive),
    (("tag handle", "expected tag", "expected '>'"), _tag),
    (("document start",), _after_document),
    (("expected key", "block end", "'-' indicator"), _not_expected),
    (("node content",), _no_content),
)
