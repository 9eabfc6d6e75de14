"""Reading drawn boards: rows of marks for cells, with or without spaces and coordinates."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from ruleengine.schema.drawn_frame import HOLE, STROKES, DrawnFrame, Frame, draw_lines
from ruleengine.schema.wording import counted

_LABEL = re.compile(r"^\s*\d+ ")
_LABELLED_ROW = re.compile(r"^\s*(\d+)\s+(.*?)\s*$")
_LABEL_AGAIN = re.compile(r"^\s*(\d+)\s+(.*?)\s+\1\s*$")
_NUMBERED = re.compile(r"(\S):?(-?\d+(?:/-?\d+)*)")
_COLUMN_LABELS = re.compile(r"^\s*[a-z]{1,2}(\s+[a-z]{1,2})*\s*$")


def read_drawing(text: str, frame: Frame | None = None) -> list[str]:
    """Return the rows of a drawing as strings of marks, without spaces and labels.

    Rows are labelled when their numbers count down to 1, or with the labels of the `frame`. A
    digit may also be a mark; where both could be meant, the frame says how many columns there are.

    >>> read_drawing(chr(10).join(["2 A .", "1 . D", "  a b"]))
    ['A.', '.D']
    >>> read_drawing(chr(10).join(["2 . 2", "1 1 1", "  a b"]), Frame(2, 2))
    ['.2', '11']
    >>> lettered = Frame(2, 2, ("a", "b"), (), ("9", "8"))
    >>> read_drawing(chr(10).join(["a . 2", "b 1 1", "  9 8"]), lettered)
    ['.2', '11']
    """
    as_drawn = _as_drawn(text, frame)
    if as_drawn is not None and all(len(cell.text) == 1 for row in as_drawn for cell in row):
        return ["".join(cell.text for cell in row) for row in as_drawn]
    text, left = _unframed(text, frame)
    columns = None if frame is None else frame.columns
    among_lines = _among_lines(text, columns, left)
    if among_lines is None:
        return ["".join(text[at] for at in row) for row in next(_one_by_one(text, columns))]
    return ["".join(_point(text[at]) for at in row) for row in among_lines]


class _DrawnCell(NamedTuple):
    """What is drawn on a cell, and where in the text."""

    text: str
    at: int


def _as_drawn(text: str, frame: Frame | None) -> list[list[_DrawnCell]] | None:
    """Return the cells of a drawing with lines or shifted rows, if `draw` draws it so.

    There cells are told by where they stand, and holes may be blank. Labels may be left out.
    """
    if frame is None or not (frame.strokes or frame.slant):
        return None
    lines = _lines(text)
    drawn = [text[slice(*span)].rstrip() for span in lines]
    bare = frame._replace(above=(), below=())
    for around in (frame, bare, bare._replace(left=())):
        step, above = 2 if frame.strokes else 1, bool(around.above)
        if len(lines) != step * (frame.rows - 1) + 1 + above + bool(around.below):
            continue
        for width in range(1, max(map(len, drawn)) + 1, 2):
            shape = DrawnFrame((), around, width)
            rows = [
                [*_cells_at(text, lines[step * row + above], len(shape.label(row)), shape)]
                for row in range(frame.rows)
            ]
            if draw_lines([[cell.text for cell in row] for row in rows], shape) == drawn:
                return rows
    return None


def _cells_at(
    text: str, line: tuple[int, int], left: int, shape: DrawnFrame
) -> Iterator[_DrawnCell]:
    """Yield the cells of one line of a drawing, behind labels that are `left` wide."""
    start, end = line[0] + left, line[0] + len(text[slice(*line)].rstrip())
    for column in range(shape.frame.columns):
        at = start + column * (shape.cell + 1)
        has_lines = bool(shape.frame.strokes)
        mark = text[at : min(at + shape.cell, end)].rstrip(" -" if has_lines else None)
        # On a board without lines, what looks like one is the symbol of a zone.
        is_hole = mark[:1].strip() in ("", HOLE) or (has_lines and mark[0] in STROKES)
        # What is cut off at the end of a line is blank, as the end of the line itself is.
        yield _DrawnCell(HOLE if is_hole else mark, min(at, line[1] - 1))


def _unframed(text: str, frame: Frame | None) -> tuple[str, int]:
    """Return a drawing with blanks instead of the labels of its frame, and how wide these were.

    Everything else stays where it is, so that it can be located.
    """
    lines = [span for span in _lines(text) if text[slice(*span)].strip()]
    if frame is None or not lines:
        return text, 0
    blank: list[tuple[int, int]] = []
    is_full = len(lines) > frame.rows
    if is_full and frame.above and _words(text, lines[0]) == frame.above:
        blank.append(lines.pop(0))
    last = [lines.pop()] if lines and _words(text, lines[-1]) == frame.below else []
    labels = _labels(text, lines, frame)
    if last and not (is_full or labels):
        last = []  # a row that has marks like the labels
    blank += last + labels
    marks = [*text]
    for start, end in blank:
        marks[start:end] = [each if each == "\n" else " " for each in text[start:end]]
    width = max((end - text.rfind("\n", 0, end) for _, end in labels), default=0)
    return "".join(marks), width


def _words(text: str, span: tuple[int, int]) -> tuple[str, ...]:
    return tuple(text[slice(*span)].split())


def _labels(text: str, lines: list[tuple[int, int]], frame: Frame) -> list[tuple[int, int]]:
    """Return where the labels of rows stand, if each has its own; of fewer rows, the last ones."""
    rows = lines
    if frame.strokes and len(lines) > frame.rows:  # between two rows is what joins them
        rows = [span for span in lines if _words(text, span)[0] in frame.left]
    found: list[tuple[int, int]] = []
    if not frame.left or not 0 < len(rows) <= frame.rows:
        return found
    for (start, end), label in zip(rows, frame.left[-len(rows) :], strict=True):
        line = text[start:end]
        behind = line.lstrip().removeprefix(label)
        marks = behind.split()
        is_label = behind[:1].isspace() and _words(text, (start, end))[:1] == (label,)
        has_room = frame.columns in (len(marks), sum(map(len, marks))) or frame.strokes
        if not (is_label and has_room):
            return []
        indent = len(line) - len(line.lstrip())
        found.append((start + indent, start + indent + len(label)))
    return found


def read_cells(text: str, frame: Frame, letters: Collection[str]) -> list[list[str]]:
    """Return what is drawn on each cell, row by row; some may be several pieces, such as `5w`.

    Only where it is not drawn with one mark for each cell, and there is a space between every two.

    >>> read_cells(chr(10).join(["2 5w .", "1 .  2wb"]), Frame(2, 2), "wb")
    [['wwwww', '.'], ['.', 'wwb']]
    """
    as_drawn = _as_drawn(text, frame)
    if as_drawn is not None:
        return [[_several(cell.text, letters) or cell.text for cell in row] for row in as_drawn]
    rows: list[list[str]] = [[*marks] for marks in read_drawing(text, frame)]
    columns = frame.columns
    if all(len(row) == columns for row in rows):
        return rows
    text, _ = _unframed(text, frame)
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


def read_shown(text: str, frame: Frame, letters: Collection[str]) -> list[list[ShownCell]]:
    """Return what is drawn on each cell of a board as players see it, row by row.

    That is one mark for each cell, or, with a space between every two cells, also several pieces
    in one, such as `5w`, and what counters are at, such as `w2`, `.4` or `w2/1`.

    >>> read_shown(chr(10).join(["2 w2 .", "1 .4 wb"]), Frame(2, 2), "wb")[0][0]
    ShownCell(marks='w', numbers=(2,))
    """
    as_drawn = _as_drawn(text, frame)
    if as_drawn is not None:
        return [[_shown(cell.text, letters) for cell in row] for row in as_drawn]
    rows = [[ShownCell(mark) for mark in marks] for marks in read_drawing(text, frame)]
    columns = frame.columns
    if all(len(row) == columns for row in rows):
        return rows
    text, _ = _unframed(text, frame)
    lines = [span for span in _lines(text) if text[slice(*span)].strip()]
    forms = (_LABELLED_ROW, _LABEL_AGAIN)
    readings = [*(each for form in forms for each in _labelled(text, lines, form)), lines]
    apart = [[text[slice(*span)].split() for span in spans] for spans in readings]
    fitting = [cells for cells in apart if all(len(row) == columns for row in cells)]
    if not fitting:
        return rows
    return [[_shown(each, letters) for each in row] for row in fitting[0]]


def _shown(cell: str, letters: Collection[str]) -> ShownCell:
    """Return a cell; what nobody can read is left as it is, for others to complain about."""
    return shown_cell(cell, letters) or ShownCell(cell)


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


def locate_marks(text: str, frame: Frame | None = None) -> list[list[int]]:
    """Return where in the text the marks of each row stand."""
    as_drawn = _as_drawn(text, frame)
    if as_drawn is not None:
        return [[cell.at for cell in row] for row in as_drawn]
    text, left = _unframed(text, frame)
    columns = None if frame is None else frame.columns
    return _among_lines(text, columns, left) or next(_one_by_one(text, columns))


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


def _among_lines(text: str, columns: int | None, left: int) -> list[list[int]] | None:
    """Return where the marks stand on a board drawn with its lines, if it is drawn so.

    Rows with marks take turns with what joins them; what is drawn is in every second column,
    behind labels that are `left` wide.
    """
    if columns is None or _fits(next(_one_by_one(text, columns)), columns):
        return None
    lines = _lines(text)
    label = _LABEL.match(text[slice(*lines[0])]) if lines else None
    left = left if label is None else label.end()
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


def about_lines(frame: Frame) -> str:
    """Return how lines are drawn, as the end of a hint; nothing for a board without lines."""
    if not frame.strokes:
        return ""
    return "; lines between cells may be left out, or stand as `ruleengine show` prints them"


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
