"""A rulebook as plain data: sections of paragraphs, lists, tables and pictures.

Renderers know nothing of rules, and what writes the sections nothing of HTML or Markdown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

EM: Final = "\ue000"
"""Begins a word that stands for something, such as the name of an operand."""
END_EM: Final = "\ue001"
"""Ends it."""
CODE: Final = "\ue002"
"""Begins what is typed as it stands."""
END_CODE: Final = "\ue003"
"""Ends it."""


def named(word: str) -> str:
    """Return a word marked as a name, which renderers set apart from the text around it."""
    return f"{EM}{word}{END_EM}"


def typed(text: str) -> str:
    """Return a text marked as what is typed, which renderers print letter by letter."""
    return f"{CODE}{text}{END_CODE}"


def plain(text: str) -> str:
    """Return a text without its marks."""
    return text.translate(dict.fromkeys(map(ord, (EM, END_EM, CODE, END_CODE))))


def in_plain_signs(text: str) -> str:
    """Return a text with names between asterisks, and what is typed between backticks.

    >>> in_plain_signs(f"the {named('unit')}, such as {typed('up')}")
    'the *unit*, such as `up`'
    """
    return text.translate({ord(EM): "*", ord(END_EM): "*", ord(CODE): "`", ord(END_CODE): "`"})


@dataclass(frozen=True)
class Item:
    """One line of a list, with lines under it."""

    text: str
    clauses: tuple[str, ...] = ()
    quote: str | None = None
    """What the referee says when the line is not kept to."""
    items: tuple[Item, ...] = ()
    rest: tuple[Item, ...] = ()
    """What else belongs to the line, without a number: `Otherwise`, and remarks."""


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    text: str
    clauses: tuple[str, ...] = ()
    is_quiet: bool = False


@dataclass(frozen=True)
class Items:
    """A list; a numbered one is carried out in order."""

    items: tuple[Item, ...]
    title: str = ""
    is_numbered: bool = False


@dataclass(frozen=True)
class Sayings:
    """Sentences of the ruleset's own, each with the clause it is and what has to be said of it."""

    sayings: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Token:
    """A piece as it is drawn: a letter in the colours of its side."""

    letter: str
    owner: str


@dataclass(frozen=True)
class Table:
    """Rows under heads."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str | Token, ...], ...]


@dataclass(frozen=True)
class Figure:
    """A picture, as SVG and as text."""

    svg: str
    text: str
    caption: str = ""
    names: tuple[str, ...] = ()
    """Lines below the text that say what cells are called, which in the SVG stands in them."""
    in_picture: str = ""
    """What has to be said of the SVG alone."""


@dataclass(frozen=True)
class LegendEntry:
    """One line of a legend."""

    svg: str
    """How it looks in a picture; nothing for what only a drawing made of text shows."""
    mark: str
    """What stands for it in a drawing made of text."""
    text: str


@dataclass(frozen=True)
class Legend:
    """What the marks of a picture mean."""

    entries: tuple[LegendEntry, ...]


@dataclass(frozen=True)
class Heading:
    """The title of a part of a section."""

    text: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Spelling:
    """What can be written for a part of a move."""

    part: str
    words: tuple[str, ...]
    is_beside: bool = False
    """Whether this goes for pieces beside the board, and others are written as their cells."""


@dataclass(frozen=True)
class Notation:
    """How the moves of an action are written, for whoever types them."""

    form: str
    example: str = ""
    """A move that is written so, where one can be played at the start."""
    titles: tuple[tuple[str, str], ...] = ()
    """Parts of the form with what they are called, where that is another word."""
    spellings: tuple[Spelling, ...] = ()
    """What is written for parts of the form, where that is not what they are called."""


@dataclass(frozen=True)
class Reading:
    """One answer to an open question."""

    name: str
    words: str
    is_chosen: bool
    is_default: bool


@dataclass(frozen=True)
class Point:
    """A question that the rulebook leaves open, with the answer this game is played by."""

    number: int
    flag: str
    question: str
    why: str
    readings: tuple[Reading, ...]
    clauses: tuple[tuple[str, str], ...]
    is_departure: bool
    """Whether the answer is not the default one."""
    remark: str = ""


Block: TypeAlias = (
    Paragraph | Items | Sayings | Table | Figure | Legend | Heading | Notation | Point
)


@dataclass(frozen=True)
class Section:
    """A chapter."""

    key: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Book:
    """A rulebook."""

    title: str
    about: str
    imprint: str
    """Which ruleset, and under which flags."""
    sections: tuple[Section, ...]
    colors: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Fill and ink of the pieces of each side."""
    doubtful: frozenset[str] = frozenset()
    """Clauses whose sentences do not hold as they are written."""

    def reference(self, clauses: tuple[str, ...]) -> str:
        """Return clauses as a reference; doubtful ones carry an asterisk."""
        return reference(clauses, self.doubtful)


def reference(clauses: Iterable[str], doubtful: frozenset[str]) -> str:
    """Return clauses as a reference; doubtful ones carry an asterisk."""
    return ", ".join(f"{each}{'*' if each in doubtful else ''}" for each in clauses)


def texts(book: Book) -> Iterator[str]:
    """Yield every sentence of a book that its rules are put in, without clauses and notation."""
    for section in book.sections:
        for block in section.blocks:
            yield from _texts(block)


def _texts(block: Block) -> Iterator[str]:
    match block:
        case Paragraph() | Heading():
            yield block.text
        case Items():
            yield block.title
            for item in block.items:
                yield from _item_texts(item)
        case Sayings():
            yield from (text for _, text, _ in block.sayings)
        case Table():
            yield from (cell for row in block.rows for cell in row if isinstance(cell, str))
        case Point():
            yield block.question
            yield from (reading.words for reading in block.readings)
        case Figure():
            yield from (block.caption, block.in_picture)
        case Legend():
            yield from (entry.text for entry in block.entries)


def _item_texts(item: Item) -> Iterator[str]:
    yield item.text
    for inner in (*item.items, *item.rest):
        yield from _item_texts(inner)
