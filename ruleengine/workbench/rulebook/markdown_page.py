"""A rulebook as Markdown, readable as it is and on any page that shows Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, assert_never

from ruleengine.workbench.rulebook.document import (
    CODE,
    EM,
    END_CODE,
    END_EM,
    Block,
    Book,
    Figure,
    Heading,
    Item,
    Items,
    Legend,
    Notation,
    Paragraph,
    Point,
    Sayings,
    Table,
    Token,
    plain,
)
from ruleengine.workbench.rulebook.english import capital, joined, sentence, spaced

_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|#~])")


def render_markdown(book: Book) -> str:
    """Return a book as Markdown."""
    return "\n".join(_lines(book)) + "\n"


def _lines(book: Book) -> Iterator[str]:
    yield f"# {_text(book.title)}"
    if book.about:
        yield from ("", _text(book.about))
    yield from ("", f"*{_text(book.imprint)}*")
    for section in book.sections:
        yield from ("", f"## {_text(section.title)}")
        for block in section.blocks:
            yield ""
            yield from _block(book, block)


def _block(book: Book, block: Block) -> Iterator[str]:  # noqa: C901, PLR0912 - one case for each block
    match block:
        case Paragraph():
            yield _text(block.text) + _clauses(book, block.clauses)
        case Heading():
            yield f"### {_text(block.text)}"
            if block.clauses:
                yield from ("", f"Clauses {_text(book.reference(block.clauses))}")
        case Items():
            if block.title:
                yield from (f"**{_text(block.title)}**", "")
            yield from _items(book, block.items, 0, is_numbered=block.is_numbered)
        case Sayings():
            for clause, text, remark in block.sayings:
                cited = _text(f"{book.reference((clause,))}{remark and '; '}{remark}")
                yield f"> {_text(text)} ({cited})  "
        case Table():
            yield from _table(block)
        case Figure():
            yield from ("```text", block.text, "```")
            if block.caption:
                yield from ("", _text(block.caption))
            if block.names:
                yield from ("", _text(block.names[0]), "", "```text", *block.names[1:], "```")
        case Legend():
            for entry in block.entries:
                if entry.mark:  # the others are told by the shades of a picture
                    yield f"- {_code(entry.mark)} {_text(entry.text)}"
        case Notation():
            yield _notation(block)
        case Point():
            yield from _point(book, block)
        case _:
            assert_never(block)


def _notation(notation: Notation) -> str:
    words = f", as in {_code(notation.example)}" if notation.example else ""
    words += "".join(f"; {_code(part)} is {_text(title)}" for part, title in notation.titles)
    words += "".join(
        f"; {'beside the board ' * each.is_beside}{_code(each.part)} is "
        f"{joined(map(_code, each.words), 'or')}"
        for each in notation.spellings
    )
    return f"Written {_code(notation.form)}{words}."


def _items(book: Book, items: tuple[Item, ...], depth: int, *, is_numbered: bool) -> Iterator[str]:
    for number, item in enumerate(items, start=1):
        bullet = f"{number}." if is_numbered else "-"
        # Names are not set apart inside what is set apart itself.
        quote = f" *\u201c{_text(plain(item.quote))}\u201d*" if item.quote else ""
        yield f"{'   ' * depth}{bullet} {_text(item.text)}{quote}{_clauses(book, item.clauses)}"
        yield from _items(book, item.items, depth + 1, is_numbered=is_numbered)
        for more in item.rest:
            # A paragraph of the line: blank lines keep it out of the list above it.
            yield ""
            yield f"{'   ' * (depth + 1)}{_text(more.text)}{_clauses(book, more.clauses)}"
            if more.items:
                yield ""
                yield from _items(book, more.items, depth + 1, is_numbered=is_numbered)
            if more is item.rest[-1] and number < len(items):
                yield ""


def _table(table: Table) -> Iterator[str]:
    yield f"| {' | '.join(_text(head) for head in table.heads)} |"
    yield f"|{'---|' * len(table.heads)}"
    for row in table.rows:
        yield f"| {' | '.join(_cell(cell) for cell in row)} |"


def _cell(cell: Token | str) -> str:
    """Return what stands in one field of a table; a bar ends it, in code as anywhere else."""
    if isinstance(cell, Token):
        return _code(cell.letter).replace("|", "\\|")
    return " ".join(_text(cell).split())


def _code(letter: str) -> str:
    return "`` ` ``" if letter == "`" else f"`{letter}`"


def _point(book: Book, point: Point) -> Iterator[str]:
    star = " \u2605" if point.is_departure else ""
    yield f"### {point.number}. {_text(point.question)}{star}"
    yield ""
    yield f"{_text(sentence(point.why))} Flag `{point.flag}`. {_text(point.remark)}".rstrip()
    yield ""
    for reading in point.readings:
        mark = "\u2713 " if reading.is_chosen else ""
        name = _text(capital(spaced(reading.name)))
        words = (
            f"{name}: {_text(reading.words)}"
            if reading.words and name
            else (name or _text(capital(reading.words)))
        )
        words = f"**{mark}{words}**" if reading.is_chosen else words
        yield f"- {words}{' (proposed)' if reading.is_default else ''}"
    if point.clauses:
        yield ""
        for clause, text in point.clauses:
            yield f"> {_text(book.reference((clause,)))}: {_text(text)}  "


def _clauses(book: Book, clauses: tuple[str, ...]) -> str:
    return f" \\[{_text(book.reference(clauses))}\\]" if clauses else ""


def _text(text: str) -> str:
    first, *rest = text.split(CODE)
    # Within code a backslash would be printed.
    parts = (part.partition(END_CODE) for part in rest)
    return _marked(first) + "".join(_code(typed) + _marked(after) for typed, _, after in parts)


def _marked(text: str) -> str:
    escaped = _SPECIAL.sub(r"\\\1", text)
    return escaped.replace(EM, "*").replace(END_EM, "*")
