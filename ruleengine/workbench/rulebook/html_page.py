"""A rulebook as one HTML page that can be printed.

It needs no script, no font and no file from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
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
    Section,
    Table,
    Token,
)
from ruleengine.workbench.rulebook.english import capital, joined, sentence, spaced
from ruleengine.workbench.rulebook.html_style import STYLE
from ruleengine.workbench.rulebook.picture import token_svg

_MARKS: Final = str.maketrans({EM: "<em>", END_EM: "</em>", CODE: "<code>", END_CODE: "</code>"})
_NARROW: Final = 12
"""Sections with fewer lines than this are kept on one page."""


def render_html(book: Book) -> str:
    """Return a book as an HTML page."""
    return "\n".join(_page(book)) + "\n"


def _page(book: Book) -> Iterator[str]:
    title = escape(book.title)
    yield "<!DOCTYPE html>"
    yield f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>{STYLE}</style></head><body><main>"
    yield f'<header><p class="kicker">Rules of play</p><h1>{title}</h1>'
    if book.about:
        yield f'<p class="about">{_text(book.about)}</p>'
    yield f'<p class="imprint">{_text(book.imprint)}</p></header>'
    yield '<nav aria-label="Contents"><ol>'
    for section in book.sections:
        yield f'<li><a href="#{section.key}">{_text(section.title)}</a></li>'
    yield "</ol></nav>"
    for number, section in enumerate(book.sections, start=1):
        yield from _section(book, number, section)
    yield "</main></body></html>"


def _section(book: Book, number: int, section: Section) -> Iterator[str]:
    yield f'<section id="{section.key}" class="{section.key}">'
    yield f'<h2><span class="number">{number}</span>{_text(section.title)}</h2>'
    # No level of headings is left out, so that a list may have that of a part.
    level = 3
    for block in section.blocks:
        level = 4 if isinstance(block, Heading) else level
        yield from _block(book, block, level)
    yield "</section>"


def _block(book: Book, block: Block, level: int) -> Iterator[str]:  # noqa: C901 - one case for each block
    match block:
        case Paragraph():
            kind = ' class="quiet"' if block.is_quiet else ""
            yield f"<p{kind}>{_text(block.text)}{_clauses(book, block.clauses)}</p>"
        case Heading():
            yield f"<h3>{_text(block.text)}{_clauses(book, block.clauses)}</h3>"
        case Items():
            if block.title:
                yield f'<h{level} class="list">{_text(block.title)}</h{level}>'
            yield from _items(book, block.items, "ol" if block.is_numbered else "ul")
        case Sayings():
            yield '<ul class="sayings">'
            for clause, text, remark in block.sayings:
                said = f" ({_text(remark)})" if remark else ""
                yield f"<li>{_text(text)}{said}{_clauses(book, (clause,))}</li>"
            yield "</ul>"
        case Table():
            yield from _table(book, block)
        case Figure():
            told = " ".join(filter(None, [block.caption, block.in_picture]))
            caption = f"<figcaption>{_text(told)}</figcaption>" if told else ""
            yield f"<figure>{block.svg}{caption}</figure>"
        case Legend():
            yield from _legend(block)
        case Notation():
            yield _notation(block)
        case Point():
            yield from _point(book, block)
        case _:
            assert_never(block)


def _legend(legend: Legend) -> Iterator[str]:
    shown = [entry for entry in legend.entries if entry.svg]
    if shown:
        yield '<ul class="legend">'
        yield from (f"<li>{entry.svg} {_text(entry.text)}</li>" for entry in shown)
        yield "</ul>"


def _notation(notation: Notation) -> str:
    words = f", as in {_code(notation.example)}" if notation.example else ""
    words += "".join(f"; {_code(part)} is {escape(title)}" for part, title in notation.titles)
    words += "".join(
        f"; {'beside the board ' * each.is_beside}{_code(each.part)} is "
        f"{joined(map(_code, each.words), 'or')}"
        for each in notation.spellings
    )
    return f'<p class="quiet">Written {_code(notation.form)}{words}.</p>'


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>"


def _items(book: Book, items: tuple[Item, ...], kind: str) -> Iterator[str]:
    yield f"<{kind}>"
    for item in items:
        quote = f' <q class="says">{_text(item.quote)}</q>' if item.quote else ""
        yield f"<li>{_text(item.text)}{quote}{_clauses(book, item.clauses)}"
        if item.items:
            yield from _items(book, item.items, kind)
        for more in item.rest:
            yield f"<p>{_text(more.text)}{_clauses(book, more.clauses)}</p>"
            if more.items:
                yield from _items(book, more.items, kind)
        yield "</li>"
    yield f"</{kind}>"


def _table(book: Book, table: Table) -> Iterator[str]:
    yield "<table><thead><tr>"
    yield "".join(f"<th>{_text(head)}</th>" for head in table.heads)
    yield "</tr></thead><tbody>"
    for row in table.rows:
        cells = (
            f'<td class="token">{token_svg(cell.letter, book.colors[cell.owner])}</td>'
            if isinstance(cell, Token)
            else f"<td>{_text(cell)}</td>"
            for cell in row
        )
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table>"


def _point(book: Book, point: Point) -> Iterator[str]:
    kind = "point departure" if point.is_departure else "point"
    star = ' <span class="star">\u2605 not as proposed</span>' if point.is_departure else ""
    yield f'<article class="{kind}"><h3><span class="number">{point.number}</span>'
    yield f"{_text(point.question)}{star}</h3>"
    remark = f" <em>{_text(point.remark)}</em>" if point.remark else ""
    flag = _code(point.flag)
    yield f'<p class="quiet">{_text(sentence(point.why))} {flag}{remark}</p>'
    yield '<ul class="readings">'
    for reading in point.readings:
        name = _text(capital(spaced(reading.name)))
        words = _text(reading.words)
        said = f"{name}: {words}" if name and words else name or capital(words)
        tail = ' <span class="quiet">(proposed)</span>' if reading.is_default else ""
        kind = "chosen" if reading.is_chosen else "other"
        yield f'<li class="{kind}">{said}{tail}</li>'
    yield "</ul>"
    if point.clauses:
        yield '<ul class="sayings">'
        for clause, text in point.clauses:
            yield f"<li>{_text(text)}{_clauses(book, (clause,))}</li>"
        yield "</ul>"
    yield "</article>"


def _clauses(book: Book, clauses: tuple[str, ...]) -> str:
    if not clauses:
        return ""
    # No line ends within the number of a clause.
    refs = (f"<span>{escape(book.reference((clause,)))}</span>" for clause in clauses)
    return f' <span class="ref">{", ".join(refs)}</span>'


def _text(text: str) -> str:
    return escape(text, quote=False).translate(_MARKS)
