"""A game: a ruleset under one choice of flags, ready to be played."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ruleengine.codes import Code
from ruleengine.errors import MissingExtraError, PositionError
from ruleengine.expressions.problems import meant_or_listed
from ruleengine.game import seating, streams
from ruleengine.game.kept import storage
from ruleengine.game.kept.counters_and_marks import set_commanders, set_counters, set_marks
from ruleengine.game.kept.drawn import put_off_board, state_from_drawing
from ruleengine.game.moves.move_ids import MoveIds
from ruleengine.game.moves.moves import Move
from ruleengine.game.moves.notation import COMMIT, Notation
from ruleengine.game.moves.reading import Reader
from ruleengine.game.moves.told_moves import Teller
from ruleengine.game.position import Position
from ruleengine.game.turn_so_far import turn_so_far
from ruleengine.pipeline.flow import Run, advance
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.seats import seats_of
from ruleengine.pipeline.start import start_state
from ruleengine.pipeline.state import NOBODY, SideId, State
from ruleengine.resolve.flags.values import FlagValue
from ruleengine.resolve.setup.sheets import SheetMove
from ruleengine.schema.flags import Flag
from ruleengine.schema.pieces import UNOWNED

if TYPE_CHECKING:
    from ruleengine.game.rows.batch import Batch, ChanceMode
    from ruleengine.game.rows.counting import TreeCounter
    from ruleengine.game.rows.simulation import CompiledGame, Simulation


class Game:
    """A ruleset that can be played; made by `load`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.notation = Notation(rules)
        self.reader = Reader(rules, self.notation)
        self.teller = Teller(rules)

    @property
    def name(self) -> str:
        """The name of the ruleset or variant."""
        return self.rules.resolved.ruleset.name

    @property
    def title(self) -> str:
        """What players call it."""
        return self.rules.resolved.ruleset.title

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays."""
        return self.rules.names.seats

    @property
    def sides(self) -> tuple[str, ...]:
        """The parties of the game."""
        return self.rules.names.sides

    @property
    def flags(self) -> Mapping[str, Flag]:
        """What can be switched, with question, choices, default and clauses."""
        return self.rules.resolved.flags

    @property
    def flag_values(self) -> Mapping[str, FlagValue]:
        """The value of every flag in this game."""
        return self.rules.resolved.values.values

    @cached_property
    def clauses(self) -> Mapping[str, str]:
        """The sentences of the rulebook."""
        return self.rules.resolved.ruleset.sentences

    @cached_property
    def hash(self) -> str:
        """A digest of the rules under these flags; a record with another one is another game.

        The order of keys counts: it says which side is first, which phase follows which.
        """
        text = json.dumps(self.rules.resolved.tree, ensure_ascii=False)
        constants = json.dumps(self.flag_values, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(f"{text}\n{constants}".encode()).hexdigest()[:16]

    @cached_property
    def move_ids(self) -> MoveIds:
        """The numbering of all moves that the board allows."""
        return MoveIds(self.rules)

    @property
    def sheets(self) -> Mapping[str, str]:
        """The ready sheets, by name, each with what players call it."""
        sheets = self.rules.resolved.ruleset.sheets
        return {name: sheet.title or name.replace("_", " ") for name, sheet in sheets.items()}

    def sheet(self, name: str, who: str, *, seed: int = 0, number: int = 0) -> tuple[str, ...]:
        """Return the moves of a ready sheet for a side, or for a seat whose side is fixed.

        The last is `commit`. A sheet that is shuffled depends on the seed, and on the number
        that tells several matches of one seed apart. `Match.sheet` knows these, and the side of
        every seat.
        """
        self._known("sheet", name, self.rules.resolved.sheets)
        side = who
        if who not in self.sides:
            self.check_seat(who)
            number = start_state(self.rules).seat_side[self.seats.index(who)]
            if number == NOBODY:
                message = f"the side of {who} is not fixed; name the side instead"
                raise PositionError("position/bad-value", message)
            side = self.sides[number]
        self._known("side", side, self.rules.resolved.sheets[name])
        moves, spots, texts = self.rules.resolved.sheets[name][side]
        if texts:
            return (*texts, COMMIT)
        if spots is not None:
            lots = streams.dealt(spots, seed, number, self.sides.index(side))
            found = [SheetMove(move.kind, cell) for move, cell in zip(moves, lots, strict=False)]
            moves = tuple(sorted(found, key=lambda move: move.cell))
        return (*self.notation.sheet_texts(name, moves), COMMIT)

    def move_id(self, move: Move) -> int:
        """Return the stable number of a move, for learning code."""
        return self.move_ids.number(move)

    def start(self, opening: Mapping[str, str] | None = None) -> Position:
        """Return the first position.

        With `opening`, which gives sides and colors their seats (`{"attacker": "A"}`), the
        phases that only seat the players are settled at once; without it they are played out.
        """
        return self._from(start_state(self.rules) if opening is None else self.seated(opening))

    def seated(self, opening: Mapping[str, str]) -> State:
        """Return the state before the first step with the opening settled."""
        return seating.seated(self.rules, opening)

    @cached_property
    def compiled(self) -> CompiledGame:
        """The same game on the compiled tier; it needs the extra `fast`."""
        try:
            from ruleengine.game.rows.simulation import CompiledGame  # noqa: PLC0415 - heavy, and optional
        except ModuleNotFoundError as error:
            raise MissingExtraError("fast", str(error.name)) from None
        return CompiledGame(self)

    def simulate(  # noqa: PLR0913 - all but the first two are named
        self,
        games: int,
        seed: int = 0,
        *,
        threads: int = 1,
        max_plies: int = 10_000,
        opening: Mapping[str, str] | None = None,
        position: Position | None = None,
    ) -> Simulation:
        """Play many games between random players on the compiled tier.

        Each game depends only on the seed and its number, not on the number of threads. With
        `position` all begin there; plies are counted from there on, and turns with the one that
        it stands in. One in which a submission is under way is refused, and where the rules ask
        how often positions have stood, one that was played to: the compiled tier cannot take
        over what stood before. Drawn with `Game.position`, it begins without that.

        Raises:
            ValueError: there is not at least one game, thread and ply.
            PositionError: the compiled tier cannot begin with the position.
        """
        if min(games, threads, max_plies) < 1:
            raise ValueError("a simulation needs at least one game, one thread and one ply")
        return self.compiled.simulate(
            games,
            seed,
            threads=threads,
            max_plies=max_plies,
            opening=opening,
            position=position,
        )

    def tree_counter(
        self,
        opening: Mapping[str, str] | None = None,
        moves: Iterable[str] = (),
        *,
        position: Position | None = None,
    ) -> TreeCounter:
        """Return what counts trees as `perft` does, on the compiled tier; after some moves.

        They begin at the start, or at a position, of which the same are refused as in
        `simulate`. Instead of one that was played to the `moves` may be given that lead to it.
        """
        compiled = self.compiled
        from ruleengine.game.rows.counting import TreeCounter  # noqa: PLC0415 - heavy, and optional

        return TreeCounter(compiled, opening, moves, position=position)

    def batch(  # noqa: PLR0913 - all but the first two are named
        self,
        n: int,
        seed: int = 0,
        *,
        threads: int = 1,
        max_plies: int | None = None,
        auto_reset: bool = True,
        opening: Mapping[str, str] | None = None,
        chance: ChanceMode = "sampled",
        position: Position | None = None,
    ) -> Batch:
        """Begin games that take their steps together on the compiled tier, for self-play.

        Args:
            n: how many games.
            seed: decides every throw; equal seeds give equal throws.
            threads: how many parts of the batch are stepped at the same time.
            max_plies: after so many plies a game is cut short.
            auto_reset: whether another game begins where one has ended.
            opening: seats for sides and colors, to settle the opening at once.
            chance: "sampled" lets it fall by itself; where it is "enumerated", a game stops at
                every chance point, and takes the number of an outcome as its next move.
            position: where every game begins instead of the start; the same are refused as in
                `simulate`.
        """
        compiled = self.compiled
        from ruleengine.game.rows.batch import Batch  # noqa: PLC0415 - heavy, and optional

        return Batch(
            compiled,
            n,
            seed,
            threads=threads,
            max_plies=max_plies,
            auto_reset=auto_reset,
            opening=opening,
            chance=chance,
            position=position,
        )

    def position(  # noqa: PLR0913 - all but the first are named
        self,
        data: Mapping[str, Any] | None = None,
        *,
        board: str | None = None,
        pieces: Mapping[str, str] | None = None,
        off_board: Mapping[str, Sequence[str]] | None = None,
        mover: str | None = None,
        counters: Mapping[str, Any] | None = None,
        marks: Mapping[str, Any] | None = None,
        opening: Mapping[str, str] | None = None,
        zone_owners: Mapping[str, str | None] | None = None,
        commanders: Mapping[str, str] | None = None,
        phase: str | None = None,
        turn: int = 1,
        cells: Mapping[str, str] | None = None,
    ) -> Position:
        """Return a position from `Position.to_dict`, from a drawn board, or from named pieces.

        A drawn position stands at the beginning of `phase`, or of the first phase with turns:
        with the turn of `mover`, a side or one of its seats, if it has turns, which is turn
        number `turn` of the game. No
        rule fires on the way there but what the phase or the turn itself begins with. A board is
        drawn with one mark for each cell, or as `show` draws it: `3o` for three pieces and `o2`
        for a counter that is shown behind the letter, with spaces between cells. Counters
        and marks kept per piece are given by the cell or the name of the piece:
        `counters={"wounds": {"c3": 1}}`; those kept per cell by the cell, the others staying as
        at the start. Those that start anew with every turn keep what is given for this first
        turn, as in the middle of one; what the turn begins with can still change them.

        Pieces that have a name may be given by it, with a cell, a place beside the board, or
        `gone`: `pieces={"blue1": "c3"}`. Those that are neither given nor drawn are gone; a
        piece that is drawn where none is given is the first left of its side and kind. Pieces
        without a name that stand beside the board are given by their places:
        `off_board={"hand.white": ["white king", "2 white man"]}`. With `board="empty"` only what
        `cells` and `pieces` say stands on the board. Of a cell on which several
        pieces stand `cells` says it: `cells={"c3": "2o"}`, from the lowest to the highest where
        a counter is `shown: order`. Their counters and marks are lists in the same order. A zone
        is owned as at the start, by the side that `zone_owners` gives it to, or with None by
        nobody.

        Where a side has several seats, its first one commands all its pieces but those that
        `commanders` gives to another, by cell or name: `commanders={"j1": "C"}`.
        """
        if (data is None) == (board is None and pieces is None):
            message = "either data, or a board or pieces have to be given"
            raise PositionError("position/bad-value", message)
        if data is not None:
            state, so_far = storage.from_dict(self, data)
            return Position(self, state, so_far=so_far)
        state, drawn = state_from_drawing(self.rules, board, pieces or {}, cells)
        put_off_board(self.rules, state, off_board or {})
        set_counters(self.rules, state, counters or {})
        set_marks(self.rules, state, marks or {})
        for zone, owner in (zone_owners or {}).items():
            self._known("zone", zone, self.rules.grid.zone_id)
            side = UNOWNED if owner is None else owner
            self._known("side", side, (*self.sides, UNOWNED))
            state.zone_owner[self.rules.grid.zone_id[zone]] = self.rules.names.owner_id(side)
        seating.seat(self.rules, state, opening or {})
        set_commanders(self.rules, state, commanders or {})
        if turn < 1:
            raise PositionError("position/bad-value", f"turns are counted from 1, not from {turn}")
        state.turn = turn - 1
        before = self._begin(state, phase, mover)
        given = frozenset({*drawn, *(counters or ()), *(marks or ())})
        return self._from(state, given=given, turn=turn, before=before)

    def _begin(self, state: State, phase: str | None, mover: str | None) -> int:
        """Let a state stand before a phase, and before the turn of a side or seat in it.

        Return how many seats of that side have had a turn before.
        """
        phases = self.rules.phases
        if phase is None:
            turns = [number for number, each in enumerate(phases) if each.goes_round]
            state.phase = turns[0] if turns else 0
        else:
            self._known("phase", phase, self.rules.names.phases)
            state.phase = self.rules.names.phases.index(phase)
        order = phases[state.phase].turns
        if mover is None:
            return 0
        name, before = self._side_of(state, mover)
        side = self.sides.index(name)
        state.mover = side  # whoever asks for the side on turn before its turn has begun
        if not order and before:
            message = f"'{mover}' is a seat, and the seats of {name} have no turns in this phase"
            raise PositionError("position/bad-value", message)
        if not order:
            return 0
        if side not in order:
            raise PositionError("position/bad-value", f"'{mover}' has no turns in this phase")
        own = [place for place, each in enumerate(order) if each == side]
        # The turn before; never -1, which would let the phase say who comes first.
        state.turn_index = (own[before % len(own)] - 1) % len(order)
        return before

    def _side_of(self, state: State, mover: str) -> tuple[str, int]:
        """Return the side of that name or seat, and how many of its seats come before it."""
        if mover in self.sides or mover not in self.seats:
            self._known("side", mover, self.sides)
            return mover, 0
        seat = self.seats.index(mover)
        side = state.seat_side[seat]
        if side == NOBODY:
            raise PositionError("position/bad-value", f"'{mover}' plays no side here")
        return self.sides[side], seats_of(state, side).index(seat)

    def _from(
        self, state: State, given: frozenset[str] = frozenset(), turn: int = 0, before: int = 0
    ) -> Position:
        run = Run(self.rules, state, given=given, seats_before=before)
        advance(run)
        if state.result is not None and self.rules.phases[state.phase].goes_round and turn > 1:
            # The game was over before the turn could begin of which this is the position; one
            # that is over before its first turn has none.
            state.turn = max(state.turn, turn)
        missed, so_far = tuple(run.missed), turn_so_far(run)
        return Position(self, run.state, tuple(run.events), missed=missed, so_far=so_far)

    def side_in(self, state: State, seat: str | None) -> SideId:
        """Return the side of a seat in a state; of nobody in particular it is NOBODY."""
        if seat is None:
            return NOBODY
        self.check_seat(seat)
        return state.seat_side[self.seats.index(seat)]

    def check_seat(self, seat: str, code: Code = "position/bad-value") -> None:
        """Raise PositionError when there is no such seat."""
        self._known("seat", seat, self.seats, code)

    def _known(
        self, noun: str, name: str, known: Iterable[str], code: Code = "position/bad-value"
    ) -> None:
        if name not in known:
            hint = meant_or_listed(name, known)
            raise PositionError(code, f"there is no {noun} '{name}'; {hint}")

    def __repr__(self) -> str:
        return f"<Game {self.name}>"
