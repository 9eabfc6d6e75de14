"""Positions as a person writes them: a drawn board, and pieces by their names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from ruleengine.errors import PositionError
from ruleengine.expressions.numbers import held
from ruleengine.expressions.problems import meant_or_listed
from ruleengine.game.kept.board_text import drawn_counters
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.start import add_piece, empty_state
from ruleengine.pipeline.state import GONE, NOBODY, CellId, Slot, State
from ruleengine.resolve.setup.pieces import MAX_PIECES
from ruleengine.resolve.setup.placements import letters_of
from ruleengine.schema.drawing import ShownCell, about_lines, read_shown, shown_cell
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.steps import Become, Give, Place

LEFT = "gone"
"""Written instead of a place for a piece that has left the game."""


EMPTY = "empty"
"""Written for a cell on which no piece stands, and for a board without pieces."""


def state_from_drawing(
    rules: Rules,
    text: str | None,
    pieces: Mapping[str, str],
    cells: Mapping[str, str] | None = None,
) -> tuple[State, tuple[str, ...]]:
    """Return a state with the pieces of a drawn board, of single cells, and those given by name.

    With it come the counters of which the board draws what they are at. What is said of a cell,
    such as `3o` for three pieces, holds whatever is drawn there. In place of a drawing `empty`
    stands for a board without pieces, so that a large one need not be drawn for a few cells.

    A drawn piece for which no name is given is the first of its side and kind that is left
    over among those with a name, in the order of the setup, and else one without a name.
    A piece with a name that is neither given nor drawn has left the game. One that is given and
    drawn is of the side and the kind that are drawn, where it can have changed them.
    """
    state = empty_state(rules)
    _add_named(rules, state)
    for name, place in pieces.items():
        _put_named(rules, state, name, place)
    free = [slot for slot, name in enumerate(rules.piece_names) if name not in pieces]
    drawing = _Drawing(rules, state, free)
    is_drawn = text is not None and text.strip() != EMPTY
    numbered = text is not None and is_drawn and drawing.read(text, frozenset(cells or ()))
    for name, written in (cells or {}).items():
        numbered |= drawing.write(name, written)
    return state, drawn_counters(rules) if numbered else ()


def cell_meant(text: str, letters: Collection[str]) -> ShownCell | None:
    """Return what is meant by what is written of a cell; nothing if boards are not drawn so.

    >>> cell_meant("3ox", "ox"), cell_meant("o2", "ox"), cell_meant("empty", "ox")
    (ShownCell(marks='ooox', numbers=()), ShownCell(marks='o', numbers=(2,)), \
ShownCell(marks='', numbers=()))
    """
    return ShownCell("") if text == EMPTY else shown_cell(text, letters)


def counts_of_several(rules: Rules, place: str, text: str) -> str | None:
    """Return how numbers are said that were written behind letters of several pieces of a cell.

    Nothing if that is not what was written. `r1b4` could mean many things, so no board has it.
    """
    letters, marks = letters_of(rules.resolved.ruleset), re.sub(r"[\d/:-]", "", text)
    is_several = len(marks) > 1 and letters.keys() >= {*marks}
    if not is_several or marks == text:
        return None
    kinds, has = {letters[mark][1] for mark in marks}, rules.resolved.ruleset.has_counter
    of_pieces = [name for name in drawn_counters(rules) if rules.counters[name].per == "piece"]
    names = [name for name in of_pieces if any(has(kind, name) for kind in kinds)]
    if not names:
        return None
    return (
        f"draw the letters alone, `{marks}`, and say what their counters are at with "
        f"`counters: {{{names[0]}: {{{place}: [...]}}}}`, a number for each piece in the order in "
        f"which boards print them"
    )


def _add_named(rules: Rules, state: State) -> None:
    """Give the pieces that have a name their numbers; none of them stands anywhere yet."""
    names = rules.names
    for slot, piece in enumerate(rules.resolved.setup[: len(rules.piece_names)]):
        add_piece(
            rules,
            state,
            cell=piece.cell,
            owner=names.owner_id(piece.owner),
            kind=names.kinds.index(piece.kind),
            seat_no=piece.seat_no,
            counters=dict(piece.counters),
        )
        state.put(slot, GONE)


def _put_named(rules: Rules, state: State, name: str, place: str) -> None:
    places, known = rules.grid.places, rules.piece_names
    if name not in known:
        hint = meant_or_listed(name, known)
        raise PositionError("position/bad-value", f"no piece is called '{name}'; {hint}")
    if place == LEFT:
        return
    if place not in places or places.index(place) in rules.grid.holes:
        message = f"'{name}' cannot stand on '{place}': there is no such place"
        raise PositionError("position/bad-value", f"{message}; for a piece that left write {LEFT}")
    cell = places.index(place)
    if cell < rules.num_cells and state.at[cell]:
        other = known[state.at[cell][0]]
        raise PositionError("position/bad-value", f"'{other}' and '{name}' both stand on {place}")
    state.put(known.index(name), cell)


def put_off_board(rules: Rules, state: State, beside: Mapping[str, Sequence[str]]) -> None:
    """Put pieces without a name into places off the board: `{"hand.white": ["2 white man"]}`."""
    places = {place: cell for cell, place in enumerate(rules.grid.places)}
    for place, texts in beside.items():
        cell = places.get(place, -1)
        if cell < rules.num_cells:
            known = rules.grid.places[rules.num_cells :]
            hint = meant_or_listed(place, known)
            message = f"there is no place off the board '{place}'; {hint}"
            raise PositionError("position/bad-value", message)
        for text in texts:
            count, side, kind = _described(rules, text)
            for _ in range(count):
                add_piece(rules, state, cell=cell, owner=side, kind=kind)


def spelled_out(texts: Iterable[str]) -> list[str]:
    """Return one text for each piece: `2 white man` are two times `white man`.

    >>> spelled_out(["white king", "2 white man"])
    ['white king', 'white man', 'white man']
    """
    found: list[str] = []
    for text in texts:
        many, one = _parted(text)
        found += [one] * many
    return found


def _parted(text: str) -> tuple[int, str]:
    """Return how many pieces a text speaks of, and the text for one of them."""
    number, _, rest = text.partition(" ")
    if not number.isdecimal():
        return 1, text
    if len(number) > len(str(MAX_PIECES)) or int(number) > MAX_PIECES:
        message = f"'{rest}' cannot be there more than {MAX_PIECES} times"
        raise PositionError("position/bad-value", message)
    return int(number), rest


def counted(texts: Iterable[str]) -> list[str]:
    """Return texts of pieces with how many of each there are, as `spelled_out` takes them.

    >>> counted(["white king", "white man", "white man"])
    ['white king', '2 white man']
    """
    numbers = Counter(texts)
    return [text if many == 1 else f"{many} {text}" for text, many in numbers.items()]


def _described(rules: Rules, text: str) -> tuple[int, int, int]:
    """Return how many pieces a text speaks of, their owner and their kind."""
    count, rest = _parted(text)
    side, _, kind = rest.partition(" ")
    names = rules.names
    if (side not in names.sides and side != UNOWNED) or kind not in names.kinds:
        sides, kinds = ", ".join(names.sides), ", ".join(names.kinds)
        message = (
            f"'{text}' is no piece; write a side ({sides}) and a kind ({kinds}), with a number "
            f"before them for several"
        )
        raise PositionError("position/bad-value", message)
    return count, names.owner_id(side), names.kinds.index(kind)


_HOW_TO_DRAW = (
    "draw one mark for each cell, or, with spaces between cells, also several pieces as `3o` and "
    "a counter as `o2`; what else stands on a cell is said with `cells:`"
)


def _size_message(rows: Sequence[Sequence[ShownCell]], height: int, width: int) -> str:
    """Say how a drawing differs in size from the board."""
    size = f"the board has {height} rows of {width} cells"
    if len(rows) != height:
        return f"{size}, the drawing has {len(rows)} row{'s' * (len(rows) != 1)}"
    number, row = next((n, row) for n, row in enumerate(rows) if len(row) != width)
    return f"{size}, but row {height - number} of the drawing has {len(row)}"


_NEW: Final = frozenset({Place, Become})
"""The steps that make pieces of a kind that are not among those of the set-up."""


class _Drawing:
    """Reads a drawn board into a state."""

    def __init__(self, rules: Rules, state: State, free: list[Slot]) -> None:
        self._rules = rules
        self._state = state
        self._free = free
        self._letters = letters_of(rules.resolved.ruleset)
        marks = rules.resolved.ruleset.marks
        self._marks = {m.symbol: name for name, m in marks.items() if m.symbol is not None}
        self._symbols = {"."} | {zone.symbol for zone in rules.grid.zones if zone.symbol}

    def read(self, text: str, said: frozenset[str]) -> bool:
        """Put the drawn pieces on the board, but for cells of which something is said.

        Return whether what counters are at is drawn as well.
        """
        grid = self._rules.grid
        rows = read_shown(text, grid.frame, self._letters)
        if len(rows) != grid.rows or any(len(row) != grid.columns for row in rows):
            hint = _HOW_TO_DRAW + about_lines(grid.frame)
            raise self._bad(_size_message(rows, grid.rows, grid.columns), hint)
        shown = [drawn for row in rows for drawn in row]
        for cell, drawn in enumerate(shown):
            if grid.places[cell] in said:
                continue
            if fault := grid.hole_fault(cell, drawn.marks):
                raise self._bad(*fault)
            if cell not in grid.holes:
                self._cell(cell, drawn)
        return any(drawn.numbers for drawn in shown)

    def _cell(self, cell: CellId, drawn: ShownCell) -> None:
        """Put what is drawn on a cell there."""
        place, mark, symbols = self._rules.place(cell), drawn.marks, self._symbols
        if len(mark) > 1:
            self._put(cell, mark, mark)
        elif mark in self._letters:
            self._piece(cell, mark)
        elif mark in self._marks:
            self._mark(cell, self._marks[mark])
        elif mark == self._rules.undrawn:
            message = f"'{mark}' on {place} stands for any piece without a letter"
            raise self._bad(message, "give its kind a letter for its owner under `letters`")
        elif mark not in symbols:
            known = " ".join(sorted([*self._letters, *symbols, *self._marks]))
            message = f"'{mark}' on {place} is no piece and no symbol"
            raise self._bad(message, f"there are: {known}")
        if drawn.numbers:
            self._count(cell, drawn.numbers)

    def _count(self, cell: CellId, numbers: tuple[int, ...]) -> None:
        """Let the counters that are drawn behind letters be at these numbers."""
        rules, state, place = self._rules, self._state, self._rules.place(cell)
        kind = rules.names.kinds[state.kind[state.at[cell][0]]] if state.at[cell] else None
        infos = [rules.counters[name] for name in rules.resolved.ruleset.numbers_behind(kind)]
        hint = "say what counters are at with `counters:`, and what stands there with `cells:`"
        if len(infos) != len(numbers):
            here = ", ".join(f"'{info.name}'" for info in infos) or "none"
            found = "/".join(map(str, numbers))
            message = f"{found} behind the letter on {place}; what is drawn so are counters: {here}"
            raise self._bad(message, hint)
        for info, number in zip(infos, numbers, strict=True):
            if held(number) != number:
                raise self._bad(f"{number} on {place} is too large for '{info.name}'", hint)
            if info.per == "cell":
                state.counters[info.offset + cell] = number
            elif state.at[cell]:
                state.piece_counters[info.offset][state.at[cell][0]] = number
            elif number:
                message = f"{number} on {place}, where no piece has a counter '{info.name}'"
                raise self._bad(message, hint)

    def _bad(self, message: str, hint: str) -> PositionError:
        return PositionError("position/bad-drawing", f"{message}; {hint}")

    def write(self, place: str, text: str) -> bool:
        """Put what is written of a cell there: `3o` for three pieces, `o2` for a counter at 2.

        Return whether it says what counters are at.
        """
        cell = self._rules.grid.cell_id(place)
        if cell is None:
            raise PositionError("position/bad-value", f"there is no cell '{place}'")
        drawn = cell_meant(text, self._letters) or ShownCell(text)
        # A number behind the mark of an empty cell is of a counter that cells have.
        is_empty = bool(drawn.numbers) and drawn.marks in self._symbols
        self._put(cell, "" if is_empty else drawn.marks, text)
        if drawn.numbers:
            self._count(cell, drawn.numbers)
        return bool(drawn.numbers)

    def _put(self, cell: CellId, marks: str, written: str) -> None:
        """Put a piece for each letter on a cell.

        Where a counter says how high pieces stand, the lowest has what it starts with, and each
        one after it stands one higher.
        """
        rules = self._rules
        if not all(mark in self._letters for mark in marks):
            known, place = " ".join(sorted(self._letters)), rules.place(cell)
            if counts := counts_of_several(rules, place, written):
                raise self._bad(f"'{written}' on {place} has several pieces and numbers", counts)
            message = f"'{written}' on {place} is not made of letters of pieces: {known}"
            hint = "write a number before a letter for several, one behind it for a counter"
            raise self._bad(message, f"{hint}, or with `cells:` also `{EMPTY}`")
        if len(marks) == 1 and self._state.at[cell]:
            self._piece(cell, marks)  # one that is said to stand there by its name
            return
        added = [self._add(cell, mark) for mark in marks]
        if len(added) > 1 and rules.stacking:
            level = self._state.piece_counters[rules.stacking[0].offset]
            # The order of letters is the order of the pieces, from the lowest to the highest.
            for number, slot in enumerate(added):
                level[slot] = level[added[0]] + number

    def _piece(self, cell: CellId, mark: str) -> None:
        state, names = self._state, self._rules.names
        side, kind_name = self._letters[mark]
        owner, kind = names.owner_id(side), names.kinds.index(kind_name)
        for slot in state.at[cell]:
            changes = (state.owner[slot] != owner, state.kind[slot] != kind)
            if any(new and not can for new, can in zip(changes, self._can_change, strict=True)):
                place = self._rules.place(cell)
                message = f"'{mark}' is drawn on {place}, where '{self._name(slot)}' stands"
                raise PositionError("position/bad-drawing", message)
            state.owner[slot], state.kind[slot] = owner, kind
            return
        self._add(cell, mark)

    @cached_property
    def _can_change(self) -> tuple[bool, bool]:
        """Whether a piece with a name can have changed sides by now, and its kind."""
        done = self._rules.resolved.ruleset.step_types
        return Give in done, Become in done

    def _add(self, cell: CellId, mark: str) -> Slot:
        """Put the first piece that a letter may stand for on a cell; return it."""
        state, names = self._state, self._rules.names
        side, kind_name = self._letters[mark]
        owner, kind = names.owner_id(side), names.kinds.index(kind_name)
        for slot in self._free:
            if (state.owner[slot], state.kind[slot]) == (owner, kind):
                self._free.remove(slot)
                state.put(slot, cell)
                return slot
        self._check_nameless(cell, mark, kind_name)
        return add_piece(self._rules, state, cell=cell, owner=owner, kind=kind)

    def _check_nameless(self, cell: CellId, mark: str, kind: str) -> None:
        """Complain of a piece without a name, where all of its kind have one for good."""
        rules = self._rules
        nameless = rules.resolved.setup[len(rules.piece_names) :]
        done = rules.resolved.ruleset.step_types
        can_be_new = any(each.kind == kind for each in nameless) or not done.isdisjoint(_NEW)
        if can_be_new or not rules.piece_names:
            return
        place, number = rules.place(cell), rules.names.kinds.index(kind)
        message = f"no piece with a name is left that '{mark}' on {place} could be"
        left = [self._name(slot) for slot in self._free if self._state.kind[slot] == number]
        hint = "draw no more pieces than there are"
        if left and self._can_change[0]:
            hint = f"say which one it is now: `pieces: {{{left[0]}: {place}}}`"
        raise self._bad(message, hint)

    def _name(self, slot: Slot) -> str:
        return self._rules.piece_names[slot]

    def _mark(self, cell: CellId, name: str) -> None:
        """Let a mark hold the cell on which it is drawn."""
        counters, offset = self._state.counters, self._rules.marks[name].offset
        if counters[offset] != NOBODY:
            places = f"{self._rules.place(counters[offset])} and on {self._rules.place(cell)}"
            message = f"mark '{name}' holds one cell, but is drawn on {places}"
            raise PositionError("position/bad-drawing", message)
        counters[offset] = cell
