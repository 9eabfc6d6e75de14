"""What moves of a submission do to each other, found out by trying them.

In a submission a side makes as many moves as it likes. Some stand beside each other, as pieces
that are placed; some replace an earlier one, as a new order to the same piece; some only take back.
A ruleset does not say which is which. So moves are played one after the other in drafts of random
games, and what comes of two is compared with what comes of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ruleengine.errors import InternalError
from ruleengine.game import streams
from ruleengine.kernel import machine
from ruleengine.kernel.flow import WAITING
from ruleengine.kernel.random_bits import AGENT_BITS, CHANCE_KEY
from ruleengine.kernel.rows import FUEL, RowGame
from ruleengine.kernel.submitting import ABOUT, REPLACES, UNDOES
from ruleengine.program import layout as row

if TYPE_CHECKING:
    from ruleengine.game.rows.simulation import CompiledGame

SEED = 20_011
PLIES = (0, 4, 12, 30)
"""After how many plies of a random game drafts are looked at."""
FIRST = 6
"""Moves of each action that are tried first in a draft."""
SECOND = 4
"""Moves that are tried after each, for every operand in which they may differ."""

Listed = tuple[int, tuple[int, ...]]


class Drafts:
    """The drafts of one game, and what is kept of a position."""

    def __init__(self, compiled: CompiledGame) -> None:
        self._compiled = compiled
        layout = compiled.tables.program.layout
        actions = compiled.game.rules.resolved.ruleset.actions.values()
        used = {use.counter for action in actions for use in action.used}
        kept = [
            (f"{'counter' if info.holds == 'number' else 'mark'} {info.name}", info.per == "piece")
            for info in compiled.game.rules.kept
            if info.name not in used  # it counts how often, and says nothing of what came of it
        ]
        self._of_pieces = [layout.sections[name] for name in ("cell", "owner", "kind", "seat_no")]
        self._of_pieces += [layout.sections[name] for name, of_piece in kept if of_piece]
        self._others = [layout.sections[name] for name, of_piece in kept if not of_piece]
        self._room = layout.max_pieces

    def openings(self) -> Iterator[tuple[RowGame, int]]:
        """Yield games in which a submission has just begun, with each side that acts in it."""
        tables = self._compiled.tables
        for number, plies in enumerate(PLIES):
            game = RowGame(tables, self._compiled.start_row(None))
            game.rng[AGENT_BITS] = streams.key(10, SEED, number)
            game.rng[CHANCE_KEY] = streams.key(11, SEED, number)
            code, data = tables.code, tables.data
            status = machine.CAPPED
            if plies:
                status = machine.run(
                    game.mem, 0, code, data, game.out, game.rng, machine.PLAYOUT, FUEL, plies
                )
            while status == machine.CAPPED and game.run(machine.SELFPLAY) == WAITING:
                site = game.site
                if site is not None and site.kind == "submit":
                    for index in range(int(game.mem[site.sides])):
                        yield game, index
                break

    def listed(self, game: RowGame, index: int) -> list[Listed]:
        """Return what a side can do."""
        game.list_for(index)
        return game.moves()

    def after(self, game: RowGame, index: int, *moves: Listed) -> RowGame | None:
        """Return where moves of a side lead to, or nothing when the submission is over then."""
        found, number, site = game.fork(), int(game.mem[row.SITE]), game.site
        if site is None:
            raise InternalError("nobody submits anything")
        for action, values in moves:
            status = found.take_for(index, action, values)
            if status != WAITING or int(found.mem[row.SITE]) != number:
                return None
            if found.mem[site.committed + index]:  # with its last move
                return None
        return found

    def looks(self, game: RowGame, index: int) -> tuple[Any, ...]:
        """Return what there is to be seen in a draft, whichever way it came about."""
        base = game.draft_base(index)
        pieces = int(game.mem[base + row.NUM_PIECES])
        lines = []
        for at, length in self._of_pieces:
            # What is remembered of earlier changes stands behind what is now.
            for back in range(length // self._room):
                start = base + at + back * self._room
                lines.append(game.mem[start : start + pieces].tolist())
        here = sorted(each for each in zip(*lines, strict=True) if each[0] >= 0)
        others = [game.mem[base + at : base + at + length].tolist() for at, length in self._others]
        return here, others


def about_moves(compiled: CompiledGame) -> NDArray[np.int32]:
    """Return for each action what another move of it does, and which operands say what it is about.

    It is the table that `kernel.submitting` reads.
    """
    program = compiled.tables.program
    about = np.zeros((len(program.actions) + 1, ABOUT), dtype=np.int32)
    for number, operands in enumerate(program.operands):
        about[number, 1 : 1 + len(operands)] = 1
    if any(site.kind == "submit" for site in program.sites):
        tried = _Tried(Drafts(compiled))
        for action in range(len(program.actions)):
            if tried.takes_back(action):
                about[action, 0] = UNDOES
            for operand in tried.replaced(action):
                about[action, 0] = REPLACES
                about[action, 1 + operand] = 0
    return about.reshape(-1)


class _Tried:
    """What came of pairs of moves."""

    def __init__(self, drafts: Drafts) -> None:
        self._undone: dict[int, list[bool]] = {}
        self._replaced: dict[tuple[int, int], list[bool]] = {}
        self._drafts = drafts
        for number, (game, index) in enumerate(drafts.openings()):
            self._try(game, index, streams.key(12, SEED, number))

    def takes_back(self, action: int) -> bool:
        """Return whether all that moves of an action ever did was to take another back."""
        return all(self._undone.get(action, [False]))

    def replaced(self, action: int) -> list[int]:
        """Return the operands in which a move may differ from another that it replaces."""
        return sorted(
            operand
            for (other, operand), found in self._replaced.items()
            if other == action and all(found)
        )

    def _try(self, game: RowGame, index: int, key: int) -> None:
        drafts = self._drafts
        before, moves = drafts.looks(game, index), drafts.listed(game, index)
        for action in dict.fromkeys(move[0] for move in moves):
            self._undone.setdefault(action, []).append(False)  # there was nothing to take back
            own = [move for move in moves if move[0] == action]
            for number in range(FIRST):
                first = _one_of(own, key, action, number)
                one = drafts.after(game, index, first)
                if one is None:
                    continue
                for second in drafts.listed(one, index):
                    if second[0] != action and second not in moves:
                        both = drafts.after(one, index, second)
                        back = both is not None and drafts.looks(both, index) == before
                        self._undone.setdefault(second[0], []).append(back)
                self._replace(game, one, index, first, key)

    def _replace(self, game: RowGame, one: RowGame, index: int, first: Listed, key: int) -> None:
        """Try moves after one from which they differ in one operand."""
        drafts, (action, values) = self._drafts, first
        later = [move for move in drafts.listed(one, index) if move[0] == action]
        for operand in range(len(values)):
            near = [
                move
                for move in later
                if [n for n, value in enumerate(move[1]) if value != values[n]] == [operand]
            ]
            for number in range(min(SECOND, len(near))):
                second = _one_of(near, key, action, operand, number)
                alone = drafts.after(game, index, second)
                both = drafts.after(one, index, second)
                if alone is not None and both is not None:
                    same = drafts.looks(alone, index) == drafts.looks(both, index)
                    self._replaced.setdefault((action, operand), []).append(same)


def _one_of(options: Sequence[Listed], *key: int) -> Listed:
    return options[(streams.key(*key) * len(options)) >> 64]
