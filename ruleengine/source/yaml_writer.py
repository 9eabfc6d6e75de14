"""A tree as YAML text: what `yaml_reader` reads, written again.

Input: a tree. Output: text that reads back as the same values, each line with a note if wanted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from ruleengine.errors import Span
from ruleengine.source.document import Map, Seq, Text, Value, child_span
from ruleengine.source.scalars import plain_value

Note: TypeAlias = Callable[[Span], str]

_WIDTH: Final = 96  # of a list on one line
_NOTE_COLUMN: Final = 60
# Conservative on purpose: whatever is not sure to read back as itself is quoted.
_PLAIN: Final = re.compile(r"[A-Za-z0-9_(](?:[^\n\t:#]|:(?=[^\s])|(?<=[^\s])#)*")
_FLOW_MARKS: Final = frozenset(",[]{}")
_WIDTHS: Final = (("x", 2), ("u", 4), ("U", 8))  # escapes by number, and their digits
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


@dataclass(slots=True)
class _Line:
    text: str
    span: Span | None = None
    """The place of what is on the line; none inside a text, where no note can stand."""


def write_yaml(root: Map, note: Note | None = None) -> str:
    """Return a tree as YAML; `note` says what stands as a comment at the end of a line.

    >>> from ruleengine.source.yaml_reader import read_text
    >>> tree = read_text("board: {rows: 3}", "f.yaml").root
    >>> print(write_yaml(tree, note=lambda span: f"{span.file}:{span.line}"), end="")
    board:                                                      # f.yaml:1
      rows: 3                                                   # f.yaml:1
    """
    lines = _map_lines(root, "") if root else [_Line("{}", root.span)]
    return "".join(f"{_noted(line, note)}\n" for line in lines)


def _noted(line: _Line, note: Note | None) -> str:
    if note is None or line.span is None:
        return line.text
    return f"{line.text.ljust(_NOTE_COLUMN - 2)}  # {note(line.span)}"


def _map_lines(tree: Map, indent: str) -> list[_Line]:
    lines: list[_Line] = []
    for key, value in tree.items():
        head = f"{indent}{_scalar(key)}:"
        lines += _value_lines(value, child_span(tree, key), head, indent)
    return lines


def _value_lines(value: Value, span: Span, head: str, indent: str) -> list[_Line]:
    """Return the lines of what stands under a key; `head` is the key itself."""
    if isinstance(value, Map) and value:
        return [_Line(head, span), *_map_lines(value, indent + "  ")]
    if isinstance(value, Seq) and value:
        flow = _flow(value)
        if flow is not None and len(head) + 1 + len(flow) <= _WIDTH:
            return [_Line(f"{head} {flow}", span)]
        return [_Line(head, span), *_seq_lines(value, indent + "  ")]
    if isinstance(value, str) and _is_block(value):
        return _block_lines(value, span, head, indent)
    return [_Line(f"{head} {_simple(value)}", span)]


def _seq_lines(items: Seq, indent: str) -> list[_Line]:
    lines: list[_Line] = []
    for item, span in zip(items, items.item_spans, strict=True):
        flow = _flow(item) if isinstance(item, Seq) else None
        nested: list[_Line] = []
        if isinstance(item, Map):
            nested = _map_lines(item, indent + "  ")
        elif isinstance(item, Seq) and flow is None:
            nested = _seq_lines(item, indent + "  ")
        if nested:
            nested[0].text = f"{indent}- {nested[0].text[len(indent) + 2 :]}"
            lines += nested
        elif isinstance(item, str) and _is_block(item):
            lines += _block_lines(item, span, f"{indent}-", indent)
        else:
            lines.append(_Line(f"{indent}- {flow or _simple(item)}", span))
    return lines


def _block_lines(text: str, span: Span, head: str, indent: str) -> list[_Line]:
    body = text.removesuffix("\n")
    mark = "|" if text.endswith("\n") else "|-"
    rows = [_Line(f"{indent}  {row}" if row else "") for row in body.split("\n")]
    return [_Line(f"{head} {mark}", span), *rows]


def _is_block(text: str) -> bool:
    """Tell whether a text can be written line by line, as it is."""
    body = text.removesuffix("\n")
    rows = body.split("\n")
    return (
        "\n" in text
        and all(row.isprintable() for row in rows)
        and bool(rows[0].strip())
        and not rows[0].startswith(" ")
        and bool(rows[-1].strip())
    )


def _flow(items: Seq) -> str | None:
    """Return a list of scalars on one line, or nothing if it holds anything else."""
    if any(isinstance(item, Map | Seq) for item in items):
        return None
    return f"[{', '.join(_simple(item, in_flow=True) for item in items)}]"


def _simple(value: Value, *, in_flow: bool = False) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _scalar(value, in_flow=in_flow)
    if isinstance(value, Map | Seq):
        return "{}" if isinstance(value, Map) else "[]"
    return "null" if value is None else str(value)


def _scalar(text: str | Text, *, in_flow: bool = False) -> str:
    """Return a text as a scalar, in quotes where it would not be read as itself."""
    text = str(text)
    if (
        _PLAIN.fullmatch(text)
        and text.isprintable()
        and not text.endswith((" ", ":"))
        and not (in_flow and _FLOW_MARKS & set(text))
        and _is_text(text)
    ):
        return text
    return '"' + "".join(_ESCAPES.get(char) or _escaped(char) for char in text) + '"'


def _is_text(text: str) -> bool:
    try:
        return plain_value(text) == text
    except OverflowError:
        return False


def _escaped(char: str) -> str:
    """Return a character as it stands inside double quotes."""
    if char.isprintable():
        return char
    digits = f"{ord(char):x}"
    for mark, width in _WIDTHS:
        if len(digits) <= width:
            return f"\\{mark}{digits.zfill(width)}"
    raise ValueError(char)
