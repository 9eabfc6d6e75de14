"""Whole random games in the kernel, two rulesets with the same lots, until they end otherwise.

As long as the rules agree, the same lots make the same moves, so that two games which end in
another way or at another ply have come apart somewhere. That is many times faster than to compare
them at every decision, and what it finds is played again on the pipeline, which has the last word.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from ruleengine.errors import InternalError, PlayError
from ruleengine.game.kept.record import Ply
from ruleengine.game.position import Position
from ruleengine.game.rows.counting import number_of
from ruleengine.game.rows.row_match import RowMove, RowNotation
from ruleengine.game.rows.simulation import CompiledGame
from ruleengine.kernel import playouts
from ruleengine.program import layout as row
from ruleengine.workbench.witnesses.pairs import MAX_PLIES, Line, Looked, Pair

_FIRST_LOT, _LARGEST_LOT = 16, 256
_LOOKED_INTO = 16  # games of a lot that end otherwise, to find out how early they come apart
_REPLAYED = 4  # games among these that are played again, until one differs on the pipeline too
_SECTIONS = ("cell", "owner", "kind")
_HEAD = (row.PLY, row.MOVER, row.PHASE, row.TURN, row.IS_OVER)


def search_same_lots(
    pair: Pair, seed: int, seconds: float, looked: Looked
) -> tuple[Line, int] | None:
    """Play until games come apart, or time is over; the line of that which does so first."""
    search = SameLots(pair, seed)
    deadline = time.monotonic() + seconds  # making it ready is not playing
    number, lot = 0, _FIRST_LOT
    while not has_submissions(pair) and time.monotonic() < deadline:
        found = next(search.lot(number, lot, looked), None)
        number, lot = number + lot, min(2 * lot, _LARGEST_LOT)
        if found is not None:
            return found
    return None


def has_submissions(pair: Pair) -> bool:
    """Return whether one ply may be several moves, which a row does not tell."""
    programs = (each.compiled.tables.program for each in (pair.one, pair.other))
    return any(site.kind == "submit" for program in programs for site in program.sites)


class SameLots:
    """Two rulesets whose random games are held against each other."""

    def __init__(self, pair: Pair, seed: int) -> None:
        self._pair = pair
        self._seed = seed
        self._both = (pair.one.compiled, pair.other.compiled)
        self._notation = RowNotation(self._both[0])

    def lot(self, first: int, count: int, looked: Looked) -> Iterator[tuple[Line, int]]:
        """Yield lines after which games of a lot differ, the shortest first, with their numbers."""
        here, there = (self._noted(each, first, count) for each in self._both)
        apart = [number for number in range(count) if self._ends(here, there, number)]
        looked.games += count - len(apart)
        looked.open += len(apart)
        # Where most come apart, a few show it as well, and how early takes time to find out.
        apart = sorted(apart, key=lambda each: int(here[each][playouts.PLIES]))[:_LOOKED_INTO]
        shortest = {
            number: self._plies_before(first + number, here[number], there[number])
            for number in apart
        }
        for number in sorted(apart, key=lambda each: shortest[each])[:_REPLAYED]:
            line = self._line(first + number, shortest[number])
            looked.games, looked.open = looked.games + 1, looked.open - 1
            if line is not None:
                yield line, first + number

    def _noted(self, compiled: CompiledGame, first: int, count: int) -> Any:  # noqa: ANN401
        noted = compiled.played(self._seed, first, count, MAX_PLIES)
        compiled.check_status(noted, first, compiled.tables.program)
        return noted

    def _ends(self, here: Any, there: Any, number: int) -> bool:  # noqa: ANN401 - arrays
        """Tell whether a game has ended in two ways."""
        one, other = (
            (*(int(noted[number, at]) for at in _COMPARED), _ending(each, noted[number]))
            for each, noted in zip(self._both, (here, there), strict=True)
        )
        return one != other

    def _plies_before(self, number: int, here: Any, there: Any) -> int:  # noqa: ANN401 - arrays
        """Return after how many plies the rows of a game are no longer the same."""
        plies = [int(each[playouts.PLIES]) for each in (here, there)]
        both = (each.rows(self._seed, number, 1 + min(plies)) for each in self._both)
        for ply, (one, other) in enumerate(zip(*both, strict=False), 1):
            if _told(self._both[0], one) != _told(self._both[1], other):
                return min(ply, plies[0])
        return min(plies)

    def _line(self, number: int, plies: int) -> Line | None:
        """Play the first plies of a game on the pipeline, and return it up to where it differs."""
        made = self.made(number, plies)
        return None if made is None else self._pair.first_difference(Line(tuple(made)))

    def made(self, number: int, plies: int) -> list[Ply] | None:
        """Return what the first plies of a game are; nothing if the rows do not tell."""
        made: list[Ply] = []
        position = self._pair.one.start()
        try:
            for mem in self._both[0].rows(self._seed, number, plies):
                text = self._text(position, mem)
                if text is None:
                    return None
                seat = None if position.chance is not None else position.actors[0]
                made.append(Ply(seat, text))
                position = position.play(text, seat)
        except (PlayError, InternalError):
            return None
        return made

    def _text(self, position: Position, mem: Any) -> str | None:  # noqa: ANN401 - an array
        """Return what has just been decided in a row: its effects are still to come."""
        program = self._both[0].tables.program
        decision = position._decision  # noqa: SLF001 - what is decided, without listing moves
        if decision is None:
            return None
        if decision.kind == "act":
            action = int(mem[row.CHOSEN])
            infos = program.operands[action] if action < len(program.operands) else ()
            made = RowMove(action, tuple(int(mem[info.register]) for info in infos))
            site = next(site for site in program.sites if site.kind == "act")
            return self._notation.moves(mem, 0, [made], site)[0].text
        sites = [site for site in program.sites if site.kind in ("choice", "chance")]
        came_up = {(site.name, int(mem[site.register])) for site in sites}
        chosen = [
            text
            for text, name, value in _options(position)
            if (name, number_of(program, value)) in came_up
        ]
        return chosen[0] if len(chosen) == 1 else None


def _told(compiled: CompiledGame, mem: Any) -> list[int]:  # noqa: ANN401 - an array
    """Return what both rulesets write into rows, however they lay them out."""
    pieces, sections = int(mem[row.NUM_PIECES]), compiled.tables.program.layout.sections
    found = [int(mem[at]) for at in _HEAD]
    for name in _SECTIONS:
        at = sections[name][0]
        found += mem[at : at + pieces].tolist()
    return found


_COMPARED = (playouts.STATUS, playouts.WINNER, playouts.PLIES, playouts.VOID)


def _options(position: Position) -> Iterator[tuple[str, str, int | str | None]]:
    """Yield the answers to a choice, or the outcomes of chance: text, name and value."""
    if position.chance is None:
        yield from ((move.text, move.name, move.values[0]) for move in position.legal_moves())
    else:
        yield from ((each.text, each.name, each.value) for each in position.chance)


def _ending(compiled: CompiledGame, noted: Any) -> str:  # noqa: ANN401 - an array
    number, names = int(noted[playouts.ENDING]), compiled.tables.program.endings
    return names[number] if 0 <= number < len(names) else ""
