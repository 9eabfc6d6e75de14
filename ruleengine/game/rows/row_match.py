"""A match on the compiled tier: one game in a row, with the same throws as a `Match`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ruleengine.errors import InternalError
from ruleengine.game import streams
from ruleengine.game.moves.moves import Move
from ruleengine.game.moves.notation import DECLINE
from ruleengine.game.rows.scenes import Painter, Scene
from ruleengine.kernel import machine
from ruleengine.kernel.random_bits import CHANCE_KEY
from ruleengine.kernel.rows import RowGame
from ruleengine.kernel.stepping import acting_seat
from ruleengine.pipeline.start import empty_state, pieces_at
from ruleengine.program import layout as row
from ruleengine.program.layout import ABSENT_NUMBER
from ruleengine.program.program import Site
from ruleengine.resolve.telling import Telling

if TYPE_CHECKING:
    from ruleengine.game.position import Position
    from ruleengine.game.rows.simulation import CompiledGame

OPTION = -1
"""The action of a move that answers a choice."""


class RowMove(NamedTuple):
    """A move as the machine writes it: an action with its operands, or an option of a choice.

    The number after the last action passes, declines or commits.
    """

    action: int
    values: tuple[int, ...]


class RowMatch:
    """One game between seats on the compiled tier.

    It is the referee's: rows hold everything, and only scenes may be given to agents.
    """

    def __init__(
        self,
        compiled: CompiledGame,
        seed: int = 0,
        *,
        number: int = 0,
        opening: Mapping[str, str] | None = None,
        position: Position | None = None,
    ) -> None:
        """Begin a game; the arguments mean what they mean in `Match`."""
        self.compiled = compiled
        self.game = compiled.game
        self.program = compiled.tables.program
        self._declines = len(self.program.actions)
        self.row = RowGame(compiled.tables, compiled.first_row(opening, position), machine.SELFPLAY)
        self.row.rng[CHANCE_KEY] = streams.key(streams.CHANCE, seed & (2**64 - 1), number)
        self.row.run()

    # -- where play stands

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.row.status == machine.FINISHED

    @property
    def site(self) -> Site:
        """What is waited for."""
        site = self.row.site
        if site is None:
            raise InternalError("nothing is open")
        return site

    @property
    def seat(self) -> int:
        """The number of the seat that decides; of several that submit, the first."""
        return int(acting_seat(self.row.mem, self.row.tables.data, self.compiled.sites))

    def head(self, place: int) -> int:
        """Return one number of the head of the row."""
        return int(self.row.mem[place])

    # -- moves

    def moves(self) -> list[RowMove]:
        """Return what the seat that decides can do, in no particular order."""
        site = self.site
        if site.kind != "submit":
            found = [RowMove(*move) for move in self.row.moves()]
            return found + ([RowMove(self._declines, ())] if site.optional else [])
        kept = self.head(row.ACTOR)
        ready = self.row.list_for(kept)
        found = [RowMove(*move) for move in self.row.moves()]
        return found + ([RowMove(self._declines, ())] if ready else [])

    def play(self, move: RowMove, side: int | None = None) -> None:
        """Play a move of the seat that decides, or in a submission of another side."""
        site, game = self.site, self.row
        if site.kind == "choice":
            game.decide(-1 if move.action == self._declines else move.values[0])
        elif site.kind == "act":
            if move.action == self._declines:
                game.decline()
            else:
                game.take(move.action, move.values)
        else:
            index = self.head(row.ACTOR) if side is None else self._index(site, side)
            if move.action == self._declines:
                game.commit_for(index)
            else:
                game.take_for(index, move.action, move.values)

    def _index(self, site: Site, side: int) -> int:
        """Return where a side stands in the list of those that submit."""
        count = int(self.row.mem[site.sides])
        listed = self.row.mem[site.sides + 1 : site.sides + 1 + count]
        return [int(each) for each in listed].index(side)

    def row_move(self, move: Move) -> RowMove:
        """Return a move of a position as the machine writes it."""
        if self.site.kind == "choice":
            if move.values == (None,):
                return RowMove(self._declines, ())
            return RowMove(OPTION, (self._number(move.values[0]),))
        if not self.program.acts(self.site, move.name):
            return RowMove(self._declines, ())
        operands = self.game.rules.actions[move.name].operands
        values = tuple(
            (ABSENT_NUMBER if operand.what == "number" else -1)
            if value is None
            else self._number(value)
            for operand, value in zip(operands, move.values, strict=True)
        )
        return RowMove(list(self.game.rules.actions).index(move.name), values)

    def scene(self, seat: int) -> tuple[Scene, list[int]]:
        """Return what a seat sees, and the real numbers of the pieces in it."""
        return self._painter.scene(self, seat)

    @cached_property
    def _painter(self) -> Painter:
        """Who makes the scenes; each match has its own, since threads play matches side by side."""
        return Painter(self.compiled)

    def real(self, move: RowMove, slots: Sequence[int]) -> RowMove:
        """Return a move that was made in a scene with the numbers that pieces really have."""
        if move.action == OPTION:
            return move  # where there is a choice, pieces keep their numbers
        if move.action == self._declines:
            return move
        infos = self.program.operands[move.action]
        values = tuple(
            slots[value] if info.is_piece and value >= 0 else value
            for info, value in zip(infos, move.values, strict=True)
        )
        return RowMove(move.action, values)

    def _number(self, value: int | str | None) -> int:
        return self.program.words[value] if isinstance(value, str) else int(value or 0)


class RowNotation:
    """Writes moves of rows as the moves of positions are written."""

    def __init__(self, compiled: CompiledGame) -> None:
        self._game = compiled.game
        self._program = compiled.tables.program
        self._actions = tuple(compiled.game.rules.actions)
        self._words = {number: word for word, number in self._program.words.items()}
        self._state = empty_state(compiled.game.rules)

    def moves(self, mem: Any, base: int, moves: Sequence[RowMove], site: Site) -> list[Move]:  # noqa: ANN401 - an array
        """Return moves in the order given; `base` is where the row is in which they are made."""
        self._fill_in(mem, base)
        return [self._move(move, site) for move in moves]

    def _fill_in(self, mem: Any, base: int) -> None:  # noqa: ANN401 - an array
        """Take what moves write of pieces from the row at a place."""
        state = self._state
        for name in ("cell", "owner", "kind"):
            at, length = self._program.layout.sections[name]
            setattr(state, name, mem[base + at : base + at + length].tolist())
        if not self._game.rules.tells_sharing:
            return
        state.at = pieces_at(state, int(mem[base + row.NUM_PIECES]))

    def _move(self, move: RowMove, site: Site) -> Move:
        if move.action == OPTION:
            return self._option(site, move.values[0])
        if move.action < len(self._actions):
            return self._action(move)
        if site.kind == "submit":
            return self._game.notation.commit_move()
        return (
            self._option(site, None) if site.kind == "choice" else (self._game.notation.pass_move())
        )

    def _action(self, move: RowMove) -> Move:
        name = self._actions[move.action]
        operands = self._game.rules.actions[name].operands
        values: list[int | str | None] = []
        for operand, value in zip(operands, move.values, strict=True):
            if value == (ABSENT_NUMBER if operand.what == "number" else -1):
                values.append(None)
            else:
                values.append(self._words[value] if operand.what == "word" else value)
        return self._game.notation.action_move(self._state, name, values)

    def _option(self, site: Site, value: int | None) -> Move:
        names, rules = self._game.rules.names, self._game.rules
        if value is None:
            return Move((1 << 30,), f"{site.name} {DECLINE}", site.name, (None,))
        if site.words:
            word = self._words[value]
            order, text = site.words.index(word), word
        elif site.what == "piece":
            state, telling = self._state, Telling(site.by_owner, site.by_kind, site.by_number)
            order = self._game.notation.option_order(state, value, telling)
            text = rules.written(state, value, telling)
        elif site.what == "cell":
            order, text = value, rules.grid.places[value]
        elif site.what == "number":
            order, text = value, str(value)
        else:
            lists = {"seat": names.seats, "side": names.sides, "color": names.colors}
            order, text = value, lists[site.what][value]
        return Move((order,), f"{site.name} {text}", site.name, (value,))
