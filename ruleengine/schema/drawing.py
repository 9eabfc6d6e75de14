"""Drawn boards: rows of marks, one for each cell, with or without spaces and coordinates."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from ruleengine.schema.wording import counted

HOLE: Final = "_"
"""What is drawn where the grid has no cell."""
STROKES: Final = "-|/\\+"
"""What draws a line, also where it passes over the place of a cell."""
_LABEL = re.compile(r"^\s*\d+ ")
_LABELLED_ROW = re.compile(r"^\s*(\d+)\s+(.*?)\s*$")
_LABEL_AGAIN = re.compile(r"^\s*(\d+)\s+(.*?)\s+\1\s*$")
_NUMBERED = re.compile(r"(\S):?(-?\d+(?:/-?\d+)*)")
_COLUMN_LABELS = re.compile(r"^\s*[a-z]{1,2}(\s+[a-z]{1,2})*\s*$")


def read_drawing(text: str, columns: int | None = None) -> list[str]:
    """Return the rows of a drawing as strings of marks, without spaces and labels.

    Rows are labelled when their numbers count down to 1. A digit may also be a mark; where both
    could be meant, the board has so many `columns`.

    >>> read_drawing(chr(10).join(["2 A .", "1 . D", "  a b"]))
    ['A.', '.D']
    >>> read_drawing(chr(10).join(["2 . 2", "1 1 1", "  a b"]), columns=2)
    ['.2', '11']
    """
    among_lines = _among_lines(text, columns)
    if among_lines is None:
        return ["".join(text[at] for at in row) for row in locate_marks(text, columns)]
    return ["".join(_point(text[at]) for at in row) for row in among_lines]


def read_cells(text: str, columns: int, letters: Collection[str]) -> list[list[str]]:
    """Return what is drawn on each cell, row by row; some may be several pieces, such as `5w`.

    Only where it is not drawn with one mark for each cell, and there is a space between every two.

    >>> read_cells(chr(10).join(["2 5w .", "1 .  2wb"]), 2, "wb")
    [['wwwww', '.'], ['.', 'wwb']]
    """
    rows: list[list[str]] = [[*marks] for marks in read_drawing(text, columns)]
    if all(len(row) == columns for row in rows):
        return rows
    lines = [span for span in _lines(text) if text[slice(*span)].strip()]
    for spans in (*_labelled(text, lines, _LABELLED_ROW), lines):
        found = [[_several(cell, letters) for cell in text[slice(*span)].split()] for span in spans]
        if all(len(row) == columns and None not in row for row in found):
            return [[cell or "" for cell in row] for row in found]
    return rows


class ShownCell(NamedTuple):
    """What a cell of a board is drawn with: its letters, and what counters are at behind them."""

    marks: str
    numbers: tuple[int, ...] = ()


def read_shown(text: str, columns: int, letters: Collection[str]) -> list[list[ShownCell]]:
    """Return what is drawn on each cell of a board as players see it, row by row.

    That is one mark for each cell, or, with a space between every two cells, also several pieces
    in one, such as `5w`, and what counters are at, such as `w2`, `.4` or `w2/1`.

    >>> read_shown(chr(10).join(["2 w2 .", "1 .4 wb"]), 2, "wb")[0][0]
    ShownCell(marks='w', numbers=(2,))
    """
    rows = [[ShownCell(mark) for mark in marks] for marks in read_drawing(text, columns)]
    if all(len(row) == columns for row in rows):
        return rows
    lines = [span for span in _lines(text) if text[slice(*span)].strip()]
    forms = (_LABELLED_ROW, _LABEL_AGAIN)
    readings = [*(each for form in forms for each in _labelled(text, lines, form)), lines]
    apart = [[text[slice(*span)].split() for span in spans] for spans in readings]
    fitting = [cells for cells in apart if all(len(row) == columns for row in cells)]
    if not fitting:
        return rows
    # What nobody can read is left as it is written, for others to complain about.
    return [[shown_cell(each, letters) or ShownCell(each) for each in row] for row in fitting[0]]


def shown_cell(cell: str, letters: Collection[str]) -> ShownCell | None:
    """Return what one cell is drawn with; nothing if boards are not drawn so.

    >>> shown_cell("3ox", "ox"), shown_cell("o-2/3", "ox"), shown_cell("oy", "ox")
    (ShownCell(marks='ooox', numbers=()), ShownCell(marks='o', numbers=(-2, 3)), None)
    """
    marks = _several(cell, letters)
    if marks:
        return ShownCell(marks)
    numbered = _NUMBERED.fullmatch(cell)
    if numbered is None or len(numbered[2]) > _LONGEST:
        return None
    return ShownCell(numbered[1], tuple(int(each) for each in numbered[2].split("/")))


def _several(cell: str, letters: Collection[str]) -> str | None:
    """Return the marks of one cell; nothing when it is drawn as more than pieces."""
    return cell if len(cell) == 1 else letters_meant(cell, letters)


_LONGEST: Final = 40
"""How long the numbers behind a letter may be together; there are none with so many digits."""
_DIGITS: Final = 3
"""How long a number of pieces on one cell may be."""


def letters_meant(text: str, letters: Collection[str]) -> str | None:
    """Return the letters that are meant by several with numbers before them; nothing if it is none.

    Where a letter is a digit, a number is told from it by a `*` behind it.

    >>> letters_meant("3ox", "ox"), letters_meant("2*1", "12"), letters_meant("3", "ox")
    ('ooox', '11', None)
    """
    number = r"(\d+)\*" if any(letter.isdecimal() for letter in letters) else r"(\d+)\*?"
    parts = re.findall(rf"(?:{number})?(\S)", text)
    if "".join(letter for _, letter in parts).strip("".join(letters)):
        return None
    if any(len(many) > _DIGITS for many, _ in parts):
        return None
    return "".join(letter * int(many or 1) for many, letter in parts)


def _point(mark: str) -> str:
    """Return what is drawn at the place of a cell: a line that passes, or nothing, is a hole."""
    return HOLE if mark.isspace() or mark in STROKES else mark


def locate_marks(text: str, columns: int | None = None) -> list[list[int]]:
    """Return where in the text the marks of each row stand."""
    return _among_lines(text, columns) or next(_one_by_one(text, columns))


def _one_by_one(text: str, columns: int | None) -> Iterator[list[list[int]]]:
    """Yield where marks stand that are drawn without lines; first what fits the board."""
    lines = [span for span in _lines(text) if text[slice(*span)].strip()]
    readings = [
        *_labelled(text, lines, _LABEL_AGAIN),
        *_labelled(text, lines, _LABELLED_ROW),
        lines,
    ]
    marks = [
        [[at for at in range(*span) if not text[at].isspace()] for span in spans]
        for spans in readings
    ]
    yield from (rows for rows in marks if _fits(rows, columns))
    yield marks[0]


def _fits(rows: list[list[int]], columns: int | None) -> bool:
    return all(len(row) == columns for row in rows)


def _lines(text: str) -> list[tuple[int, int]]:
    """Return start and end of each line, from the first to the last with something in it."""
    found: list[tuple[int, int]] = []
    offset = 0
    for line in text.splitlines(keepends=True):
        found.append((offset, offset + len(line)))
        offset += len(line)
    filled = [number for number, span in enumerate(found) if text[slice(*span)].strip()]
    return found[filled[0] : filled[-1] + 1] if filled else []


def _among_lines(text: str, columns: int | None) -> list[list[int]] | None:
    """Return where the marks stand on a board drawn with its lines, if it is drawn so.

    Rows with marks take turns with what joins them; what is drawn is in every second column.
    """
    if columns is None or _fits(next(_one_by_one(text, columns)), columns):
        return None
    lines = _lines(text)
    label = _LABEL.match(text[slice(*lines[0])]) if lines else None
    left = 0 if label is None else label.end()
    if label is not None and _COLUMN_LABELS.match(text[slice(*lines[-1])]):
        lines = lines[:-1]
    if len(lines) % 2 == 0:
        return None
    joins = ""
    for number, (start, end) in enumerate(lines):
        drawn = text[start + left : end].rstrip()
        joins += drawn if number % 2 else drawn[1::2]
        if len(drawn) >= 2 * columns:
            return None
    if not joins.strip() or not set(joins) <= set(STROKES + " _X"):
        return None
    # What is cut off at the end of a line is blank, as the end of the line itself is.
    return [
        [min(start + left + 2 * column, end - 1) for column in range(columns)]
        for start, end in lines[::2]
    ]


def _labelled(
    text: str, lines: list[tuple[int, int]], row: re.Pattern[str]
) -> Iterator[list[tuple[int, int]]]:
    """Yield the rows between labels of a form, if every line has one or names columns."""
    found = [(start, row.match(text[start:end])) for start, end in lines]
    labelled = [(start, match) for start, match in found if match is not None]
    others = [span for span, (_, match) in zip(lines, found, strict=True) if match is None]
    numbers = [int(match[1]) for _, match in labelled]
    if (
        numbers
        and numbers == list(range(len(numbers), 0, -1))
        and all(_COLUMN_LABELS.match(text[start:end]) for start, end in others)
    ):
        yield [(start + match.start(2), start + match.end(2)) for start, match in labelled]


def size_fault(
    drawing: Sequence[Sequence[str]], rows: int, columns: int
) -> tuple[str, int | None] | None:
    """Return how a drawing differs in size from a board, and in which row; nothing if not.

    >>> size_fault(["..", "..."], 2, 2)
    ('row 2 of the drawing has 3 cells, but the board has 2 columns', 1)
    """
    if len(drawing) != rows:
        return f"the drawing has {counted(len(drawing), 'row')}, but the board has {rows}", None
    for row, marks in enumerate(drawing):
        if len(marks) != columns:
            cells, wide = counted(len(marks), "cell"), counted(columns, "column")
            return f"row {row + 1} of the drawing has {cells}, but the board has {wide}", row
    return None


def draw(rows: Sequence[Sequence[str]], strokes: Sequence[str] = ()) -> str:
    """Return marks as a drawing with coordinates around it, as players see a board.

    A mark may be longer than a letter; then all cells are as wide as the longest. With `strokes`
    the lines between points are drawn too, if there is room for them.

    >>> print(draw(["x.", ".o"]))
    2 x .
    1 . o
      a b
    >>> print(draw(["x.", ".o"], ["o-o", "|/ ", "o-o"]))
    2 x-.
      |/
    1 .-o
      a b
    """
    height, width = len(rows), len(rows[0]) if rows else 0
    gutter = len(str(height))
    labels = [_letters(column) for column in range(width)]
    cell = max((len(mark) for marks in (*rows, labels) for mark in marks), default=1)
    lines: list[str] = []
    for index, marks in enumerate(rows):
        label = f"{height - index:>{gutter}} "
        if strokes and cell == 1:
            lines.append(label + among_strokes(marks, strokes[2 * index]).rstrip())
            lines += [" " * len(label) + row.rstrip() for row in strokes[2 * index + 1 :][:1]]
        else:
            lines.append(label + " ".join(mark.ljust(cell) for mark in marks).rstrip())
    lines.append(" " * (gutter + 1) + " ".join(label.ljust(cell) for label in labels).rstrip())
    return "\n".join(lines)


def among_strokes(marks: Sequence[str], strokes: str) -> str:
    """Return a row of marks with the lines between them; over a hole the line goes on."""
    drawn = list(strokes.ljust(2 * len(marks) - 1))
    for column, mark in enumerate(marks):
        if mark != HOLE:
            drawn[2 * column] = mark
    return "".join(drawn)


def _letters(column: int) -> str:
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters
