"""The tree of a game, counted on the compiled tier."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ruleengine.errors import NoRoomError
from ruleengine.game.moves.moves import ChanceOutcome, Move
from ruleengine.game.position import Position
from ruleengine.game.rows.batch_ids import site_table
from ruleengine.kernel import counting
from ruleengine.kernel.calling import machine_address
from ruleengine.kernel.rows import RowGame
from ruleengine.program import layout as row
from ruleengine.program.layout import ABSENT_NUMBER
from ruleengine.program.program import Program

if TYPE_CHECKING:
    from ruleengine.game.rows.simulation import CompiledGame


class TreeCounter:
    """Counts the same trees as `perft`, as fast as the kernel plays."""

    def __init__(
        self,
        compiled: CompiledGame,
        opening: Mapping[str, str] | None = None,
        moves: Iterable[str] = (),
        *,
        position: Position | None = None,
    ) -> None:
        """Begin at the first position or another, or after moves and outcomes of chance."""
        self._game = compiled.game
        self._program = compiled.tables.program
        self._position = self._game.start(opening) if position is None else position
        self._row = RowGame(compiled.tables, compiled.first_row(opening, position))
        self._row.run()
        for text in moves:
            before = self._position
            choice = chosen(before, text)
            take(self._program, self._row, before, choice)
            self._position = before.play(choice)
        self._sites = site_table(self._program)
        self._throws = np.array(
            [
                counting.NO_CHANCE if site.kind != "chance" else site.faces
                for site in self._program.sites
            ],
            dtype=np.int32,
        )

    def perft(self, depth: int) -> int:
        """Return how many ways there are to go on for `depth` plies, chance outcomes included."""
        return self._below(self._row.fork(), depth)

    def below(self, depth: int) -> Iterator[tuple[str, int]]:
        """Yield each first move or outcome with the count below it; they add up to `perft`."""
        position = self._position
        listed = position.legal_moves() if position.chance is None else position.chance
        for each in listed:
            yield each.text, self._after(position, each, depth - 1)

    def divide(self, depth: int) -> dict[str, int]:
        """Return the count below each first move or outcome; they add up to `perft`."""
        return dict(self.below(depth))

    def _after(self, position: Position, first: Move | ChanceOutcome, depth: int) -> int:
        if depth == 0:
            return 1
        kernel = self._row.fork()
        take(self._program, kernel, position, first)
        return self._below(kernel, depth)

    def _below(self, kernel: RowGame, depth: int) -> int:
        if depth == 0:
            return 1
        if int(kernel.mem[row.IS_OVER]):
            return 0
        tables, drafts = kernel.tables, self._program.num_drafts
        room = len(kernel.out)
        number = counting.count_tree(
            machine_address(),
            _numbers(depth * tables.size * (1 + drafts)),
            _numbers(depth * room),
            _numbers(depth * counting.LEVEL),
            kernel.mem,
            kernel.out,
            kernel.rng,
            tables.code,
            tables.data,
            self._sites,
            self._throws,
            drafts,
            depth,
        )
        if number < 0:
            raise NoRoomError(int(kernel.mem[row.TURN]))
        return int(number)


def chosen(position: Position, text: str) -> Move | ChanceOutcome:
    """Return the move, or the outcome of chance, that a text means in a position.

    Raises:
        PlayError: it means none, or one that is not legal.
    """
    after = position.play(text)
    if position.chance is None:
        return position.parse_move(text)
    by_text = (each for each in position.chance if each.text == text)
    meant = (each for each in position.chance if position.play(each).state == after.state)
    return next(by_text, None) or next(meant)


def take(
    program: Program, kernel: RowGame, position: Position, choice: Move | ChanceOutcome
) -> None:
    """Let the kernel take a move, or an outcome of chance, that a position lists."""
    if isinstance(choice, ChanceOutcome):
        kernel.decide(number_of(program, choice.value))
        return
    site = kernel.site
    drafting = site is not None and site.kind == "submit"
    if program.acts(site, choice.name):
        action, values = numbers_of(program, position, choice)
        if drafting:
            kernel.take_for(int(kernel.mem[row.ACTOR]), action, values)
        else:
            kernel.take(action, values)
    elif drafting:
        kernel.commit_for(int(kernel.mem[row.ACTOR]))
    elif site is not None and site.kind == "act":
        kernel.decline()
    else:
        kernel.decide(number_of(program, choice.values[0]))


def numbers_of(program: Program, position: Position, move: Move) -> tuple[int, tuple[int, ...]]:
    """Return an action with its operands as the kernel writes them."""
    operands = position.game.rules.actions[move.name].operands
    values = tuple(
        ABSENT_NUMBER if value is None and operand.what == "number" else number_of(program, value)
        for operand, value in zip(operands, move.values, strict=True)
    )
    return program.actions.index(move.name), values


def number_of(program: Program, value: int | str | None) -> int:
    """Return a value as the kernel writes it; nothing is -1, if it is no number."""
    if isinstance(value, str):
        return program.words[value]
    return -1 if value is None else value


def _numbers(count: int) -> Any:  # noqa: ANN401 - an array
    return np.zeros(count, dtype=np.int32)
