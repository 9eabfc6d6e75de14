"""What a seat has before it: the board, what stands beside it, and what it is asked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from ruleengine.errors import Reason, said_once
from ruleengine.game.game import Game
from ruleengine.game.kept.board_text import (
    ShownBoard,
    drawn_counters,
    name_lines,
    number_line,
    shown_board,
    unknown_letters,
)
from ruleengine.game.views import SeenPiece, View
from ruleengine.pipeline.start import UNKNOWN
from ruleengine.resolve.clause_doubts import doubts_about
from ruleengine.schema.drawn_frame import A_HOLE, EMPTY, HOLE, DrawnFrame
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.wording import possessive
from ruleengine.table.fog import A_FOG, fog_mark, has_fog, with_fog
from ruleengine.table.lines import NBSP, Bit, Line, beside, line, width_of, wrapped
from ruleengine.table.owners import owner_lines
from ruleengine.table.titles import kind_title, pieces_title, place_title, seat_title, side_title

_ARTICLE = re.compile(r"^the\s+")
_MAX_PARTS = 4  # of one zone off the board that have a line each
_FEW_DICE = 2  # each has its name
_PANEL = 26  # narrower than this, it stands below the board


def side_role(game: Game, view: View, side: str | None) -> str:
    """Return the role of a side's pieces: by its color where one is dealt, else by its name."""
    if side not in game.sides:
        return ""
    seats = [seat for seat, own in view.sides.items() if own == side]
    color = next((view.colors[seat] for seat in seats if view.colors[seat]), None)
    return f"side {color or side}"


def board_lines(
    game: Game, view: View, shown: ShownBoard, changed: Collection[str] = ()
) -> list[Line]:
    """Return the board with its labels; `changed` cells are marked."""
    grid = game.rules.grid
    owners: dict[str, set[str]] = {}  # by place: pieces of several may stand in one
    for piece in view.pieces:
        owners.setdefault(piece.place, set()).add(piece.owner)
    frame = shown.frame
    shape = DrawnFrame(shown.cells, frame)
    lines: list[Line] = []
    if frame.above:
        lines.append(line(shape.above, "dim"))
    for row, marks in enumerate(shown.cells):
        bits = [Bit(shape.label(row), "dim")]
        drawn = shape.across(row, marks)
        for column, (mark, (mark_shown, between)) in enumerate(zip(marks, drawn, strict=True)):
            place = grid.places[row * grid.columns + column]
            here = owners.get(place, set())
            role = side_role(game, view, next(iter(here))) if len(here) == 1 else ""
            role = role or ("dim" if mark in (EMPTY, HOLE) else "zone" if not here else "")
            bits.append(Bit(mark_shown, f"{role}!" if place in changed else role))
            bits.append(Bit(between, "dim"))
        lines.append(tuple(bits[:-1]))
        lines += (line(joins, "dim") for joins in shape.down(row))
    if frame.below:
        lines.append(line(shape.below, "dim"))
    return lines


def panel_lines(
    game: Game,
    view: View,
    width: int,
    told: Iterable[str],
    players: Mapping[str, str] | None = None,
) -> list[Line]:
    """Return what stands beside the board: who plays, and what else is told there."""
    lines: list[Line] = [(Bit(game.title[:width], "title"),)]
    if when := _when(game, view):
        here = width_of(lines[0]) + len(when) + 2 <= width
        lines = [(*lines[0], Bit(f", {when}", "dim"))] if here else [*lines, line(when, "dim")]
    for seat in game.seats:
        side, color = view.sides[seat], view.colors[seat]
        sides = None if side == seat or side is None else side_title(game, side)
        parts = [part for part in (sides, color) if part and part != seat]
        about = f" ({', '.join(parts)})" if parts else ""
        who = (players or {}).get(seat, "")
        mark = "> " if seat in view.actors else "  "
        text = f"{mark}{seat_title(game, seat)}{about}{f': {who}' if who else ''}"
        lines.append((Bit(text[:width], side_role(game, view, side)),))
    for text in told:
        lines += wrapped(text, width, indent="  ")
    return lines


def _when(game: Game, view: View) -> str:
    """Return which turn or round it is; nothing in a phase that has none."""
    phase = game.rules.phases[game.rules.names.phases.index(view.phase)]
    if view.turn < 1 or not phase.goes_round:
        return ""
    return f"{'round' if phase.is_round else 'turn'} {view.turn}"


def facts(game: Game, view: View, thrown: Mapping[str, str] | None = None) -> Iterator[str]:
    """Yield what a view shows beside its board: dice, counters, marks, zones, other places.

    The dice that were thrown last stand apart from others of the turn, if it is known which.
    """
    ruleset = game.rules.resolved.ruleset
    yield from _dice(view, thrown or {})
    for name, value in view.counters.items():
        if ruleset.counters[name].per == "cell" or ruleset.counters[name].shown is False:
            continue  # on the board, or in its key, or nowhere
        title = ruleset.counters[name].title or name.replace("_", " ")
        # Of what was there at the beginning, that nothing is left is the news.
        is_stock = game.rules.counters[name].start != 0
        yield from _of_each(game, title, value, with_nothing=is_stock)
    for name, held in view.marks.items():
        if ruleset.marks[name].per == "cell" or not ruleset.marks[name].shown:
            continue
        title = ruleset.marks[name].title or name.replace("_", " ")
        yield from _of_each(game, title, _held_titles(game, ruleset.marks[name].type, held))
    yield from owner_lines(game, view)
    yield from _off_board(game, view)


def _dice(view: View, thrown: Mapping[str, str]) -> Iterator[str]:
    """Yield the faces of the dice, those of the last throw before those that lie there still."""
    faces = {name: str(face) for name, face in view.dice.items() if face}
    last = {name: thrown[name] for name in faces if name in thrown} or faces
    earlier = {name: face for name, face in faces.items() if name not in last}
    for head, dice in (("", last), ("thrown earlier: ", earlier)):
        if dice:
            yield f"{head}{_several_dice(dice) or ', '.join(_one_by_one(dice))}"


def _one_by_one(dice: Mapping[str, str]) -> Iterator[str]:
    return (f"{spaced(name)}: {face}" for name, face in dice.items())


def _several_dice(dice: Mapping[str, str]) -> str:
    """Return three dice or more that only a number tells apart as one, if that is what they are.

    >>> _several_dice({"stick_1": "2", "stick_2": "1", "stick_3": "1"})
    'stick 1 to 3: 2, 1, 1'
    """
    stems = [name.rstrip("0123456789") for name in dice]
    numbers = [name[len(stem) :] for name, stem in zip(dice, stems, strict=True)]
    in_order = [str(number) for number in range(1, len(dice) + 1)]
    is_plain = all(face.isdecimal() for face in dice.values())
    if len(dice) <= _FEW_DICE or len({*stems}) > 1 or numbers != in_order or not is_plain:
        return ""
    return f"{spaced(stems[0]).strip()} 1 to {len(dice)}: {', '.join(dice.values())}"


def _word_title(_game: Game, word: str) -> str:
    return word.replace("_", " ")


_TITLES: Final = {
    "kind": kind_title,
    "side": side_title,
    "seat": seat_title,
    "word": _word_title,
}
"""What gives players' words for what marks hold; cells, and pieces by theirs, have no others."""


def _held_titles(game: Game, holds: str, held: object) -> object:
    """Return what players call what a mark holds."""
    if isinstance(held, dict):
        return {owner: _held_titles(game, holds, each) for owner, each in held.items()}
    is_told = isinstance(held, str) and held != UNKNOWN and holds in _TITLES
    return _TITLES[holds](game, str(held)) if is_told else held


def _of_each(game: Game, title: str, value: object, *, with_nothing: bool = False) -> Iterator[str]:
    """Yield what is counted or remembered, also zeros beside a number.

    What is nothing altogether is told only where that is asked for.
    """
    if isinstance(value, dict):
        told = {owner: each for owner, each in value.items() if each is not None}
        if told and (with_nothing or any(told.values())):
            parts = [f"{_owner_title(game, owner)} {each}" for owner, each in told.items()]
            yield f"{title}: {', '.join(parts)}"
    elif value or with_nothing:
        yield f"{title}: {value}"


def _owner_title(game: Game, owner: str) -> str:
    """Return what a side or a seat is called."""
    return side_title(game, owner) if owner in game.sides else owner


def _off_board(game: Game, view: View) -> Iterator[str]:
    """Yield what lies beside the board; a zone of which many parts are filled is one line."""
    places: dict[str, Counter[str]] = {}
    cells = set(game.rules.grid.places[: game.rules.num_cells])
    for piece in view.pieces:
        if piece.place not in cells:
            places.setdefault(piece.place, Counter())[_called_in(game, piece)] += 1
    filled = Counter(place.partition(".")[0] for place in places)
    merged: dict[str, list[str]] = {}
    for place, pieces in places.items():
        zone, _, part = place.partition(".")
        listed = ", ".join(
            what if many == 1 else f"{what}{NBSP}({many})" for what, many in pieces.items()
        )
        if filled[zone] <= _MAX_PARTS:
            merged[place_title(game, place)] = [listed]
        else:  # a part that is called like what it holds is not named again
            says = any(spaced(part) in what for what in pieces)
            text = listed if says else f"{spaced(part)}: {listed}"
            merged.setdefault(_zone_title(game, zone), []).append(text)
    for title, parts in merged.items():
        yield f"{_ARTICLE.sub('', title)}: {'; '.join(parts)}"


def _zone_title(game: Game, zone: str) -> str:
    return game.rules.resolved.ruleset.zones[zone].title or spaced(zone)


def _called_in(game: Game, piece: SeenPiece) -> str:
    """Return what a piece is called in a place off the board, which may say whose it is."""
    grid = game.rules.grid
    if grid.zones[grid.zone_id[piece.place]].owner == piece.owner:
        return _what(game, piece)
    return _called(game, piece)


def _called(game: Game, piece: SeenPiece) -> str:
    what = _what(game, piece)
    return what if piece.owner == UNOWNED else possessive(side_title(game, piece.owner), what)


def _what(game: Game, piece: SeenPiece) -> str:
    kind = "piece" if piece.kind is None else kind_title(game, piece.kind)
    return f"{kind} {piece.name}" if piece.name else kind


def spaced(name: str) -> str:
    """Return a name in words."""
    return name.replace("_", " ")


def _kept(game: Game, piece: SeenPiece) -> str:
    """Return the numbers that are kept of a piece, as far as there are any."""
    ruleset = game.rules.resolved.ruleset
    parts = [
        f"{ruleset.counters[name].title or name} {value}"
        for name, value in piece.counters.items()
        if name in ruleset.counters
        and (value or ruleset.counters[name].shown)
        and ruleset.counters[name].shown is not False
    ]
    return f"{_standing(game, piece)}: {', '.join(parts)}" if parts else ""


def _standing(game: Game, piece: SeenPiece) -> str:
    """Return what a piece is called, with where it stands or lies."""
    return f"{_called(game, piece)} {_at(game, piece)}"


def _at(game: Game, piece: SeenPiece) -> str:
    """Return where a piece stands or lies."""
    beside = piece.place in game.rules.grid.places[game.rules.num_cells :]
    return f"{'in ' if beside else ''}{place_title(game, piece.place)}"


def piece_lines(game: Game, view: View, width: int) -> Iterator[Line]:
    """Yield every piece that a seat sees, with what is kept of it; those alike in one line.

    Where pieces stand on each other, they come by their places, from the lowest to the highest.
    """
    if _stand_on_each_other(game, view):
        yield from _by_place(game, view, width)
        return
    for side in (*game.sides, UNOWNED):
        role = side_role(game, view, side)
        alike: dict[str, list[SeenPiece]] = {}  # by what is told, but for the places
        for piece in (piece for piece in view.pieces if piece.owner == side):
            alike.setdefault(_kept(game, piece) or _called(game, piece), []).append(piece)
        for text, pieces in alike.items():
            if _kept(game, pieces[0]):
                told = _times(text, len(pieces))
            else:
                where = Counter(_at(game, piece) for piece in pieces)
                listed = ", ".join(_times(place, many) for place, many in where.items())
                told = f"{_called_all(game, pieces)} {listed}"
            yield from wrapped(told, width, indent="  ", role=role)


def _stand_on_each_other(game: Game, view: View) -> bool:
    cells = Counter(piece.place for piece in view.pieces)
    on_board = game.rules.grid.places[: game.rules.num_cells]
    return bool(game.rules.stacking) and any(cells[place] > 1 for place in on_board)


def _by_place(game: Game, view: View, width: int) -> Iterator[Line]:
    """Yield a line for each piece, by places and from the lowest to the highest."""
    order = {place: number for number, place in enumerate(game.rules.grid.places)}
    level = game.rules.stacking[0].name

    def standing(piece: SeenPiece) -> tuple[int, int]:
        height = piece.counters.get(level)
        return order[piece.place], height if isinstance(height, int) else 0

    for piece in sorted(view.pieces, key=standing):
        told = _kept(game, piece) or _standing(game, piece)
        role = side_role(game, view, piece.owner)
        yield from wrapped(told, width, indent="  ", role=role)


def _called_all(game: Game, pieces: Sequence[SeenPiece]) -> str:
    """Return what pieces are called that are called alike."""
    first = pieces[0]
    if len(pieces) == 1 or first.name:
        return _called(game, first)
    several = pieces_title(game, f"{first.owner} {first.kind or 'piece'}")
    return several.removeprefix("the ") if first.owner == UNOWNED else several


def _times(text: str, many: int) -> str:
    return f"{text}{NBSP}({many})" if many > 1 else text


def legend_lines(game: Game, width: int) -> Iterator[Line]:
    """Yield what letters, symbols and numbers on the board stand for, and its names if need be."""
    ruleset, covers = game.rules.resolved.ruleset, unknown_letters(game)
    for side in (*game.sides, "nobody"):
        letters = [
            f"{kind.letters[side]} {kind.title or name}"
            for name, kind in ruleset.kinds.items()
            if side in kind.letters
        ]
        cover = covers.get(side)
        letters += [f"{cover} a piece whose kind is hidden"] if cover else []
        if letters:
            listed = f"{side_title(game, side)}: {', '.join(letters)}"
            yield from wrapped(listed, width, indent="  ")
    symbols = [f"{zone.symbol} {zone.title}" for zone in game.rules.grid.zones if zone.symbol]
    symbols += [
        f"{mark.symbol} {mark.title or name}" for name, mark in ruleset.marks.items() if mark.symbol
    ]
    symbols += [f"{HOLE} {A_HOLE}"] if game.rules.grid.draws_holes else []
    symbols += [f"{fog_mark(game)} {A_FOG}"] if has_fog(game) else []
    if symbols:
        yield from wrapped(f"cells: {', '.join(symbols)}", width, indent="  ")
    if counters := drawn_counters(game.rules):
        yield from wrapped(number_line(game.rules, counters), width, indent="  ")
    yield from cell_name_lines(game, width)


def cell_name_lines(game: Game, width: int) -> Iterator[Line]:
    """Yield what the cells are called, where no labels around the board say it."""
    for number, text in enumerate(name_lines(game.rules.grid, width)):
        yield line(text, "dim" if number else "")


def table_lines(  # noqa: PLR0913 - all but the first three are named
    game: Game,
    view: View,
    width: int,
    *,
    changed: Collection[str] = (),
    players: Mapping[str, str] | None = None,
    thrown: Mapping[str, str] | None = None,
) -> list[Line]:
    """Return the board with the panel beside it, or below it where there is no room.

    `thrown` are the dice that were thrown last with what they showed, if that is known.
    """
    shown = with_fog(game, view, shown_board(game, view, width))
    board = board_lines(game, view, shown, changed)
    room = width - max(map(width_of, board)) - 3
    told = (*facts(game, view, thrown), *shown.key)
    if room >= _PANEL:
        return list(beside(board, panel_lines(game, view, room, told, players)))
    return [*board, *panel_lines(game, view, width, told, players)]


def reason_lines(game: Game, text: str, reasons: Sequence[Reason], width: int) -> Iterator[Line]:
    """Yield why a move is not possible, with the clauses and the place behind each reason."""
    yield line(f"{game.rules.spoken(text)} is not possible:", "warn")
    for alike in said_once(reasons):
        reason = alike[0]
        said = f"  - {reason.message} [{reason.code}]"
        yield from wrapped(said, width, indent="    ")
        for clause in dict.fromkeys(clause for each in alike for clause in each.clauses):
            yield from clause_lines(game, clause, width, indent="      ")
        for file, number in dict.fromkeys(each.span[:2] for each in alike if each.span is not None):
            yield line(f"      {file}:{number}", "dim")
        if reason.hint:
            yield from wrapped(f"      hint: {reason.hint}", width, indent="      ")


def clause_lines(game: Game, clause: str, width: int, *, indent: str) -> Iterator[Line]:
    """Yield a clause of the rulebook."""
    sentence = game.clauses.get(clause, "")
    doubts = doubts_about(game.rules.resolved, clause)
    beside = f" ({doubts})" if doubts is not None else ""
    yield from wrapped(f"{indent}{clause}: {sentence}{beside}", width, indent=indent)
