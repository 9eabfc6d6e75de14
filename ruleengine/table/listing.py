"""Lists of moves: numbered, grouped by piece, filtered by words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from ruleengine.game.game import Game
from ruleengine.game.moves.moves import Move
from ruleengine.game.moves.notation import COMMIT, PASS
from ruleengine.game.views import SeenPiece, View
from ruleengine.resolve.telling import NUMBERED
from ruleengine.table.lines import NBSP, Line, line, wrapped
from ruleengine.table.titles import head_of, kind_title, place_title, side_title

_EXAMPLES: Final = 6  # of the moves of one action that are too many to list


class Listed(NamedTuple):
    """A move with the number by which it can be played."""

    number: int
    move: Move
    alike: tuple[int, ...] = ()
    """The numbers of other moves that are written alike: it does not matter which one is made."""
    is_numbered: bool = True
    """Whether it can be played by number: not where some of all moves are numbers themselves."""

    @property
    def numbers(self) -> str:
        """All numbers that stand for it, `1` or `1-3` or `1,5`."""
        numbers = [self.number, *self.alike]
        if len(numbers) > 1 and numbers == [*range(numbers[0], numbers[-1] + 1)]:
            return f"{numbers[0]}-{numbers[-1]}"
        return ",".join(map(str, numbers))


def are_numbers(moves: Sequence[Move]) -> bool:
    """Return whether some of the moves are written as a number alone, behind their action.

    Then a number means such a move, and lists are not numbered, so that it cannot mean another.
    """
    return any(_parts(move.text)[1].isdecimal() and "-" not in move.text for move in moves)


def listed_moves(
    view: View,
    words: Sequence[str] = (),
    titles: Mapping[str, str] | None = None,
    spoken: Mapping[str, str] | None = None,
) -> list[Listed]:
    """Return the moves of a seat that all the words are about.

    A word is an action, a cell or another place, the kind or the name of a piece that the move
    speaks of, or the beginning of one of these; `titles` are what kinds are called besides, and
    `spoken` what actions are.
    """
    spoken = spoken or {}
    called = {
        kind: {*title.split(), *title.lower().split()} for kind, title in (titles or {}).items()
    }
    own: dict[str, set[str]] = {}
    others: dict[str, set[str]] = {}
    for piece in view.pieces:
        at = own if piece.owner == view.side else others
        for place in (piece.place, piece.name):
            if place:
                at.setdefault(place, set()).update({piece.kind or "", piece.name or ""} - {""})
                at[place].update(called.get(piece.kind or "", ()))
    found: dict[str, Listed] = {}
    is_numbered = not are_numbers(view.legal_moves)
    for number, move in enumerate(view.legal_moves, start=1):
        words_of = move.text.replace("-", " ").split()
        said = spoken.get(move.name, "").split()
        named = {name for word in (*words_of, *said) for name in (word, *others.get(word, ()))}
        # Who goes where a friend stands does not speak of that friend.
        named.update(own.get(words_of[1], ()) if len(words_of) > 1 else ())
        for word in words_of:
            # Of pieces in one place it is told which one it is, by owner, kind and number.
            place, _, told = word.partition(NUMBERED)[0].partition(":")
            parts = told.split(".") if told else []
            named.update(
                (place, *place.split("."), *parts), *(called.get(part, ()) for part in parts)
            )
        if all(_is_among(word, named) for word in words):
            here = Listed(number, move, is_numbered=is_numbered)
            first = found.setdefault(move.text, here)
            if first.number != number:
                found[move.text] = first._replace(alike=(*first.alike, number))
    return list(found.values())


def pieces_about(game: Game, view: View, words: Sequence[str]) -> tuple[SeenPiece, ...]:
    """Return the pieces a seat sees that all the words are about: kinds, places, sides, names."""
    return tuple(
        piece
        for piece in view.pieces
        if all(_is_among(word, _named_by(game, piece)) for word in words)
    )


def _named_by(game: Game, piece: SeenPiece) -> set[str]:
    """Return the words that speak of a piece, as they are written and in small letters."""
    kind = "" if piece.kind is None else f"{piece.kind} {kind_title(game, piece.kind)}"
    titles = f"{kind} {side_title(game, piece.owner)} {place_title(game, piece.place)}"
    named = {piece.place, *piece.place.split("."), piece.owner, piece.name or "", *titles.split()}
    return named | {each.lower() for each in named}


def _is_among(word: str, named: set[str]) -> bool:
    if word in named:
        return True
    # `a1` does not mean `a10`, but `ki` means `king`, and `a` the whole column.
    return word.isalpha() and any(
        (name.isalpha() and name.startswith(word)) or name.rstrip("0123456789") == word
        for name in named
    )


def move_lines(game: Game, moves: Sequence[Listed], width: int) -> Iterator[Line]:
    """Yield moves with their numbers, one line or more for each piece.

    The only move of a piece is written in full, and such moves share their lines.
    """
    groups = _groups(game, moves).items()
    for is_alone, run in groupby(groups, key=lambda each: len(each[1]) == 1):
        if is_alone:
            whole = [_numbered(game, head, one) for head, (one,) in run]
            yield from wrapped(f"  {'  '.join(whole)}", width, indent="  ")
            continue
        for head, group in run:
            words = [_numbered(game, "", each) for each in group]
            # The head and its first number stay together.
            text = f"  {head}:{NBSP}{'  '.join(words)}" if head else f"  {'  '.join(words)}"
            yield from wrapped(text, width, indent=" " * 6)


def _numbered(game: Game, head: str, each: Listed) -> str:
    """Return a move with its number, behind its head if that does not stand before them all."""
    begins, rest = _parts(each.move.text)
    joint = each.move.text[len(begins) : len(begins) + 1] if head else ""
    number = [f"{each.numbers})"] if each.is_numbered else []
    parts = [*number, f"{head}{joint}{rest}", _found(game, each.move)]
    return NBSP.join(part for part in parts if part).replace(" ", NBSP)


def _found(game: Game, move: Move) -> str:
    """Return the cells of a move that nobody names, as far as they are no secret."""
    action = game.rules.actions.get(move.name)
    if action is None or game.rules.hides:
        return ""
    pairs = zip(action.operands, move.values, strict=True)
    found = [
        game.rules.place(value)
        for operand, value in pairs
        if operand.named == "never" and operand.what == "cell" and isinstance(value, int)
    ]
    return f"(to{NBSP}{f',{NBSP}'.join(found)})" if found else ""


def summary_lines(game: Game, moves: Sequence[Listed], width: int) -> Iterator[Line]:
    """Yield how many moves there are of each action and piece; none of them has a number here."""
    groups = _groups(game, moves)
    counted = Counter(group[0].move.name for group in groups.values())
    counts: list[str] = []
    for head, group in groups.items():
        name = group[0].move.name
        if len(group) > 1 and counted[name] > 1 and head == game.rules.called.get(name):
            # Where others are told apart by the piece, these say no more than that.
            counts += (game.rules.spoken(each.move.text) for each in group)
        else:
            counts.append(f"{head}{NBSP}({len(group)})" if len(group) > 1 else head)
    yield from wrapped(
        "  " + ",  ".join(each.replace(" ", NBSP) for each in counts), width, indent="  "
    )


def action_lines(game: Game, moves: Sequence[Listed], width: int) -> Iterator[Line]:
    """Yield how many moves there are of each action."""
    counts: dict[str, int] = {}
    for each in moves:
        name = head_of(game, each.move.name, is_whole=False)
        counts[name] = counts.get(name, 0) + 1
    texts = [f"{name}{NBSP}({count})" for name, count in counts.items()]
    yield from wrapped("  " + ",  ".join(texts), width, indent="  ")


def example_lines(game: Game, moves: Sequence[Listed], width: int) -> Iterator[Line]:
    """Yield how many moves there are of one action or piece, and some of them."""
    for head, group in _groups(game, moves).items():
        some = ", ".join(_parts(each.move.text)[1] for each in group[:_EXAMPLES])
        many = f"{head} ({len(group)})" if head else f"{len(group)} of them"
        yield from wrapped(f"  {many}, such as {some}", width, indent="      ")


def fitting_lines(
    game: Game, moves: Sequence[Listed], width: int, room: int, least: int = 0
) -> list[Line]:
    """Return the list in the fullest form that fits into so many lines.

    Moves that all begin alike have no short form that says anything: their list gets `least`
    lines, however many the board has left over, so that it looks the same from turn to turn.
    """
    full = list(move_lines(game, moves, width))
    is_one = len(_groups(game, moves)) == 1
    if len(full) <= (max(room, least) if is_one else room):
        return full
    note = f"  {len(moves)} moves, (n) of each; `moves` lists all, `moves WORD` some of them"
    if is_one:
        note = "  `moves` lists all, `moves WORD` some of them"
        return [*example_lines(game, moves, width), line(note, "dim")]
    for shorter in (summary_lines, action_lines):
        lines = list(shorter(game, moves, width))
        if len(lines) < room:
            return [*lines, line(note, "dim")]
    return [line(note, "dim")]


def _groups(game: Game, moves: Sequence[Listed]) -> dict[str, list[Listed]]:
    groups: dict[str, list[Listed]] = {}
    for each in moves:
        head, tail = _parts(each.move.text)
        is_choice = each.move.name not in (*game.rules.actions, PASS, COMMIT)
        # What is chosen stands in the question; its name is for the ruleset alone.
        is_whole = not tail and head == each.move.text
        shown = "" if is_choice else head_of(game, head, is_whole=is_whole)
        groups.setdefault(shown, []).append(each)
    return groups


def _parts(text: str) -> tuple[str, str]:
    """Return what moves of one piece have in common, and the rest.

    >>> _parts("step a3-a5"), _parts("choice d4"), _parts("pass")
    (('step a3', 'a5'), ('choice', 'd4'), ('pass', ''))
    """
    name, _, operands = text.partition(" ")
    first, dash, rest = operands.partition("-")
    return (f"{name} {first}", rest) if dash else (name, operands)
