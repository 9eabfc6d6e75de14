"""What the cells of a board are called: the one place in which names are made and read.

A board that says nothing has `a1` at the bottom left. One with `names` has a list of labels for
its columns or rows, or a drawing with a word for each cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from ruleengine.errors import Diagnostic, Span
from ruleengine.expressions.problems import did_you_mean
from ruleengine.schema.board import Board, CellLabels
from ruleengine.schema.drawn_frame import HOLE, Frame, draw
from ruleengine.schema.fields import MAX_CELL_NAME, OWN_CELL

Place: TypeAlias = tuple[int, int]

_USABLE: Final = (
    f"use letters and digits only, {MAX_CELL_NAME} at most, and for a number no 0 in front"
)
_TWO_PARTS: Final = re.compile(r"([A-Za-z]+)([0-9]+)|([0-9]+)([A-Za-z]+)")
_STANDARD: Final = re.compile(r"[a-z]{1,2}[1-9][0-9]?")
_LETTERS_AND_NUMBER: Final = re.compile(r"[A-Za-z]{1,2}[0-9]{1,3}")
_LIKE_CELL: Final = re.compile(r"[A-Za-z]{0,2}[0-9]{1,2}[A-Za-z]{0,2}")
_ALL_AT_THE_EDGE: Final = 2  # rows: above one and below the other is room for every name
_TURNED: Final = re.compile(r"([0-9]+)([A-Za-z]+)")


@dataclass(frozen=True)
class CellNames:
    """The names of the cells of a board, row by row; a hole may have none."""

    rows: int
    columns: int
    texts: tuple[str, ...]
    row_labels: tuple[str, ...] = ()
    """What all names of a row have in common, from the top; empty if they have nothing."""
    column_labels: tuple[str, ...] = ()
    """The same for columns, from the left."""
    are_own: bool = False
    """Whether the ruleset says how cells are called."""

    @classmethod
    def labelled(
        cls,
        rows: int,
        columns: int,
        *,
        row_labels: Sequence[str] = (),
        column_labels: Sequence[str] = (),
    ) -> CellNames:
        """Return names of a column and a row; without labels, letters and numbers as on `a1`."""
        down = tuple(row_labels) or tuple(str(rows - row) for row in range(rows))
        across = tuple(column_labels) or tuple(letters_of_column(each) for each in range(columns))
        texts = tuple(column + row for row in down for column in across)
        return cls(rows, columns, texts, down, across, bool(row_labels or column_labels))

    @classmethod
    def drawn(cls, table: Sequence[Sequence[str]]) -> CellNames:
        """Return names that are drawn, with labels if there is an order in them."""
        rows, columns = len(table), len(table[0])
        texts = tuple("" if name == HOLE else name for names in table for name in names)
        return cls(rows, columns, texts, *_order(texts, rows, columns), are_own=True)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The names of all places of the grid; a hole without one is said by row and column."""
        return tuple(
            text or f"row {cell // self.columns + 1}, column {cell % self.columns + 1}"
            for cell, text in enumerate(self.texts)
        )

    @cached_property
    def _place_of(self) -> Mapping[str, Place]:
        return {text: divmod(cell, self.columns) for cell, text in enumerate(self.texts) if text}

    @cached_property
    def _without_case(self) -> Mapping[str, str]:
        return {text.lower(): text for text in self.texts if text}

    def place(self, text: str) -> Place | None:
        """Return row and column of a name, holes included; nothing if no place is called so."""
        return self._place_of.get(text)

    def name(self, row: int, column: int) -> str:
        """Return the name of a place of the grid."""
        return self.places[row * self.columns + column]

    def in_any_case(self, text: str) -> str | None:
        """Return the name that a text is in small or capital letters, if it is one."""
        return text if text in self._place_of else self._without_case.get(text.lower())

    @property
    def ends(self) -> tuple[str, str]:
        """The first and the last name: bottom left and top right, or the nearest to these."""
        upwards = [
            self.texts[row * self.columns + column]
            for row in reversed(range(self.rows))
            for column in range(self.columns)
        ]
        named = [text for text in upwards if text]
        return named[0], named[-1]

    def meant(self, text: str) -> str | None:
        """Return a name that could be meant by one that no cell has."""
        turned = _TURNED.sub(r"\2\1", text)
        return self.in_any_case(text) or self.in_any_case(turned)

    def is_like(self, text: str) -> bool:
        """Return whether a word could have been meant for the name of a cell of this board."""
        return (like_cell if self.are_own else _like_letters_and_number)(text)

    def hint(self, text: str) -> str:
        """Say what to write instead of a name that no cell has."""
        meant = self.meant(text)
        if meant is not None and meant != text:
            return f"did you mean `{meant}`?"
        if not self.are_own:
            return f"the last one is {self.name(0, self.columns - 1)}"
        guess = did_you_mean(text, [name for name in self.texts if name])
        return guess or f"its cells go from {' to '.join(self.ends)}"

    def frame(self, strokes: Sequence[str] = (), slant: float = 0) -> Frame:
        """Return what stands around a drawn board.

        Names without an order stand above and below the board, if it has no more than two rows;
        of a larger one they are drawn apart, see `drawing`.
        """
        if self.row_labels:
            # A row or column of holes alone has nothing that a label could be made of.
            left = tuple(label or HOLE for label in self.row_labels)
            below = tuple(label or HOLE for label in self.column_labels)
            return Frame(self.rows, self.columns, left, (), below).over(strokes, slant)
        if self.are_apart:
            return Frame(self.rows, self.columns).over(strokes, slant)
        texts = [text or HOLE for text in self.texts]
        above = tuple(texts[: self.columns]) if self.rows > 1 else ()
        below = tuple(texts[-self.columns :])
        return Frame(self.rows, self.columns, (), above, below).over(strokes, slant)

    @property
    def are_apart(self) -> bool:
        """Whether names do not stand around a drawn board, but in a drawing of their own."""
        return not self.row_labels and self.rows > _ALL_AT_THE_EDGE

    def drawing(self, frame: Frame) -> str:
        """Return the names where their cells are, with the lines of the board."""
        texts = [text or HOLE for text in self.texts]
        starts = range(0, len(texts), self.columns)
        return draw([texts[start : start + self.columns] for start in starts], frame)


def like_cell(text: str) -> bool:
    """Return whether a word reads like the name of a cell: letters and a number, or a number.

    >>> like_cell("j12"), like_cell("9a"), like_cell("24"), like_cell("hand")
    (True, True, True, False)
    """
    return _LIKE_CELL.fullmatch(text) is not None


def _like_letters_and_number(text: str) -> bool:
    """Return whether a word reads like a cell of a board without names of its own.

    >>> _like_letters_and_number("C0"), _like_letters_and_number("24")
    (True, False)
    """
    return _LETTERS_AND_NUMBER.fullmatch(text) is not None


def like_standard(text: str) -> bool:
    """Return whether a word is the name of a cell on some board that has no names of its own.

    >>> like_standard("j12"), like_standard("J12"), like_standard("a0")
    (True, False, False)
    """
    return _STANDARD.fullmatch(text) is not None


def letters_of_column(column: int) -> str:
    """Return the letters of a column: a to z, then aa, ab and so on.

    >>> letters_of_column(0), letters_of_column(27)
    ('a', 'ab')
    """
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def _order(
    texts: Sequence[str], rows: int, columns: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return labels of rows and columns if each name is made of letters and a number for these."""
    for letters_by_row in (False, True):
        down, across = [""] * rows, [""] * columns
        if all(
            _agrees(text, down, across, divmod(cell, columns), letters_by_row=letters_by_row)
            for cell, text in enumerate(texts)
            if text
        ):
            return tuple(down), tuple(across)
    return (), ()


def _agrees(
    text: str, down: list[str], across: list[str], place: Place, *, letters_by_row: bool
) -> bool:
    """Note the labels that a name has for its row and column; say whether others have the same."""
    parts = _TWO_PARTS.fullmatch(text)
    if parts is None:
        return False
    letters, number = parts[1] or parts[4], parts[2] or parts[3]
    row, column = (letters, number) if letters_by_row else (number, letters)
    down[place[0]] = down[place[0]] or row
    across[place[1]] = across[place[1]] or column
    return (down[place[0]], across[place[1]]) == (row, column)


def read_names(
    board: Board, rows: int, columns: int, report: Callable[[Diagnostic], None]
) -> CellNames:
    """Return the names of the cells of a board, and report what is wrong with them."""
    plain = CellNames.labelled(rows, columns)
    if board.names is None:
        return plain
    if isinstance(board.names, CellLabels):
        problems = [*_wrong_labels(board.names, rows, columns)]
        found = plain
        if not problems:
            found = CellNames.labelled(
                rows,
                columns,
                row_labels=board.names.rows or (),
                column_labels=board.names.columns or (),
            )
            problems = [*_wrong_names(found, lambda _: board.place_of("names"))]
    else:
        table = [*_words(board.names)]
        problems = [*_wrong_drawing(board, table, rows, columns)]
        found = plain
        if not problems:
            found = CellNames.drawn([[word for word, _ in line] for line in table])
            starts = [start for line in table for _, start in line]

            def place(cell: int) -> Span | None:
                end = starts[cell] + len(found.texts[cell])
                return board.place_in_text("names", starts[cell], end)

            problems = [*_wrong_names(found, place)]
    for problem in problems:
        report(problem)
    return plain if problems else found


def _words(text: str) -> Iterator[list[tuple[str, int]]]:
    """Yield the words of each line of a drawing, with where they begin."""
    offset = 0
    for line in text.splitlines(keepends=True):
        words = [(match[0], offset + match.start()) for match in re.finditer(r"\S+", line)]
        if words:
            yield words
        offset += len(line)


def _wrong_labels(labels: CellLabels, rows: int, columns: int) -> Iterator[Diagnostic]:
    for key, given, many in (
        ("columns", labels.columns, columns),
        ("rows", labels.rows, rows),
    ):
        if given is not None and len(given) != many:
            message = f"{len(given)} names for {key}, but the board has {many} {key}"
            start = "top" if key == "rows" else "left"
            hint = f"name each of them once, from the {start} on"
            yield Diagnostic("resolve/board-size", message, labels.place_of(key), hint)


def _wrong_drawing(
    board: Board, table: Sequence[Sequence[tuple[str, int]]], rows: int, columns: int
) -> Iterator[Diagnostic]:
    hint = f"write a word for each cell, and `{HOLE}` where there is none"
    if len(table) != rows:
        message = f"the drawing of names has {len(table)} rows, but the board has {rows}"
        yield Diagnostic("resolve/bad-drawing", message, board.place_of("names"), hint)
        return
    for number, words in enumerate(table):
        if len(words) != columns:
            names = f"{len(words)} name{'s' * (len(words) != 1)}"
            message = f"row {number + 1} of the drawing has {names}, but the board has {columns}"
            start, (last, end) = words[0][1], words[-1]
            place = board.place_in_text("names", start, end + len(last))
            yield Diagnostic("resolve/bad-drawing", f"{message} columns", place, hint)
    for word, start in (each for words in table for each in words):
        if word != HOLE and not OWN_CELL.fullmatch(word):
            message = f"'{word}' cannot be the name of a cell"
            place = board.place_in_text("names", start, start + len(word))
            yield Diagnostic("resolve/bad-drawing", message, place, _USABLE)
    if all(word == HOLE for words in table for word, _ in words):
        message = "the drawing names no cell"
        yield Diagnostic("resolve/bad-drawing", message, board.place_of("names"), hint)


def _wrong_names(names: CellNames, place: Callable[[int], Span | None]) -> Iterator[Diagnostic]:
    """Yield the first two cells that are called alike, small and capital letters being one.

    Labels may also make a name together that neither is too long for alone.
    """
    unusable = next((text for text in names.texts if text and not OWN_CELL.fullmatch(text)), None)
    if unusable is not None:
        message = f"a column and a row make '{unusable}', which cannot be the name of a cell"
        yield Diagnostic("resolve/name-taken", message, place(0), _USABLE)
        return
    seen: dict[str, int] = {}
    for cell, text in enumerate(names.texts):
        before = seen.setdefault(text.lower(), cell) if text else cell
        if before != cell:
            one, other = (divmod(each, names.columns) for each in (before, cell))
            where = " and ".join(
                f"row {row + 1}, column {column + 1}" for row, column in (one, other)
            )
            alike = names.texts[before] == text
            message = f"two cells are called '{text}': those in {where}"
            if not alike:
                message = f"'{names.texts[before]}' and '{text}' differ in capital letters only"
            hint = "give each cell a name of its own; moves may be typed in small letters"
            related = tuple(span for span in (place(before),) if span is not None)
            yield Diagnostic("resolve/name-taken", message, place(cell), hint, related)
            return
