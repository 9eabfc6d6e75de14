"""What a position and a row of the kernel have to agree on: the state, the views, the events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ruleengine.game.events import seen_events, with_losses
from ruleengine.game.game import Game
from ruleengine.game.kept.counters_and_marks import of_every_cell
from ruleengine.game.position import Position
from ruleengine.game.views import SeenPiece, View
from ruleengine.kernel import machine
from ruleengine.kernel.observing import NOT_KNOWN, NOTHING
from ruleengine.kernel.rows import RowGame
from ruleengine.pipeline.state import NOBODY, Event, State
from ruleengine.program import layout as row
from ruleengine.program.layout import ABSENT_NUMBER
from ruleengine.program.winners import together
from ruleengine.workbench.both_tiers.row_events import Told, events_of, public
from ruleengine.workbench.both_tiers.row_views import RowViews, state_of

Pair: TypeAlias = "tuple[str, object, object]"
"""What is compared, what the pipeline has of it, and what the kernel has."""


class StateComparison:
    """Compares everything that a position is made of."""

    def __init__(self, game: Game, kernel: RowGame) -> None:
        self._game, self._kernel = game, kernel

    def differences(self, state: State) -> Iterator[Pair]:
        """Yield all that has to be the same."""
        pieces, kernel = len(state.cell), self._kernel
        for name in ("cell", "owner", "kind", "seat_no"):
            yield name, getattr(state, name), kernel.section(name)[:pieces]
        yield "pieces", pieces, int(kernel.mem[row.NUM_PIECES])
        # A die that has not been thrown is nothing on the one tier, and 0 in the state.
        yield "dice", state.dice, [max(0, face) for face in kernel.section("dice")]
        for name in ("seat_side", "seat_color", "side_turns"):
            yield name, getattr(state, name), kernel.section(name)
        zones = len(state.zone_owner)
        yield "zone owners", state.zone_owner, kernel.section("zone_owner")[:zones]
        for info in self._game.rules.kept:
            kind = "counter" if info.holds == "number" else "mark"
            values = kernel.section(f"{kind} {info.name}")
            if info.per != "piece":
                own = state.counters[info.offset : info.offset + info.count * info.keep]
                yield info.name, own, values
                continue
            room = len(values) // info.keep
            for back in range(info.keep):
                own = state.piece_counters[info.offset + back]
                yield info.name, own, values[back * room : back * room + pieces]
        yield from self._head(state)

    def _head(self, state: State) -> Iterator[Pair]:
        """Yield phase, turn, and how the game ended."""
        mem = self._kernel.mem
        for name, own, place in (
            ("phase", state.phase, row.PHASE),
            ("turn", state.turn, row.TURN),
            ("ply", state.ply, row.PLY),
            ("repetitions", state.repetitions, row.REPETITIONS),
        ):
            yield name, own, int(mem[place])
        if self._game.rules.dates:
            since = ABSENT_NUMBER if state.since is None else state.since
            yield "since_repetition", since, int(mem[row.SINCE])
        over = state.result is not None
        yield "whether it is over", over, self._kernel.status == machine.FINISHED
        if state.result is not None:
            winner = -1 if state.result.winner is None else state.result.winner
            winner = together(state.result.together) if state.result.together else winner
            yield "winner", winner, int(mem[row.WINNER])
            ending = self._kernel.tables.program.endings[int(mem[row.ENDING])]
            yield "ending", state.result.ending, ending
            if winner != NOBODY:
                yield "worth", state.result.worth, max(1, int(mem[row.WORTH]))
            yield "void", state.result.void, bool(mem[row.IS_VOID])
            return
        yield "mover", state.mover, int(mem[row.MOVER])
        yield "place in the order", state.turn_index, int(mem[row.TURN_INDEX])


class ViewComparison:
    """Compares what is told and what every seat, and who has none, sees."""

    def __init__(self, game: Game, kernel: RowGame) -> None:
        self._game, self._kernel = game, kernel
        self._views = RowViews(game, kernel)
        self._events: list[Event] = []
        self._told = Told()
        self._before: RowGame | None = None
        self._last: RowGame | None = None

    # -- what the kernel tells, step by step

    def before(self) -> None:
        """Remember the row as it is: a step follows."""
        self._last = self._kernel.fork()

    def began(self) -> None:
        """Take in what was told before the first decision."""
        self._take()
        self._told.openly(self._events)

    def openly(self) -> None:
        """Take in what a step told that everybody may know of."""
        self._take()
        self._told.openly(self._events)
        self._before = self._last

    def submitted(self, side: int, *, secret: bool, commits: bool) -> None:
        """Take in what a side did in a submission."""
        if secret and not commits:
            self._take()
            self._told.secretly(side, self._events)
            return
        if not secret or self._last is None:
            self.openly()
            return
        self._take()
        before = state_of(self._game, self._last).cell
        self._events = self._told.committed(side, self._events, before, self._game.rules.num_cells)
        self._before = self._last

    def _take(self) -> None:
        self._events = events_of(self._game.rules, self._kernel.tables.program, self._kernel.told())

    # -- comparing

    def differences(self, position: Position) -> Iterator[Pair]:
        """Yield all that has to be the same."""
        happened = position._happened  # noqa: SLF001 - compared as it is
        own = [(event.name, event.payload) for event in happened]
        yield "events", own, [(event.name, event.payload) for event in public(self._events)]
        sides = position.state.seat_side
        for number, seat in enumerate(self._game.seats):
            view = position.view(seat)
            drafted = position._is_drafted_by(sides[number])  # noqa: SLF001 - as it is
            yield from self._view(view, sides[number], drafted=drafted)
            yield from self._observation(view, number)
        yield from self._view(position.view(None), NOBODY)

    def _view(self, view: View, side: int, *, drafted: bool = False) -> Iterator[Pair]:
        """Yield what somebody sees, and is told."""
        before = self._before if self._game.rules.sight.hides_pieces else None
        eyes = self._views.eyes(side, before)
        for name, value in self._views.shown(eyes).items():
            yield f"{name} for {view.seat}", getattr(view, name), value
        earlier = None if eyes.earlier is None else eyes.earlier.state
        rules = self._game.rules
        seen = seen_events(eyes, earlier, rules, self._told.to(side))
        told = seen if drafted else with_losses(eyes, earlier, rules, seen)
        yield f"events for {view.seat}", view.events, told

    def _observation(self, view: View, seat: int) -> Iterator[Pair]:
        """Yield what a learner is given for a seat."""
        seen, rules = self._views.observed(seat), self._game.rules
        kinds, sides = rules.names.kinds, rules.names.sides
        planes = [[ABSENT_NUMBER] * len(seen.places) for _ in seen.piece_number_names]
        by_place: dict[str, list[SeenPiece]] = {}
        for piece in view.pieces:
            by_place.setdefault(piece.place, []).append(piece)

        def rank(piece: SeenPiece) -> tuple[int, int]:
            owner = sides.index(piece.owner) if piece.owner in sides else NOBODY
            return owner, NOT_KNOWN if piece.kind is None else kinds.index(piece.kind)

        expected_kinds, expected_owners, heights = [], [], []
        for number, place in enumerate(seen.places):
            here = by_place.get(place, [])
            heights.append(len(here))
            if not here:
                expected_kinds.append(NOTHING)
                expected_owners.append(NOTHING)
                continue
            least = min(here, key=rank)
            owner, kind = rank(least)
            expected_kinds.append(kind)
            expected_owners.append(NOT_KNOWN if owner == NOBODY else owner)
            alike = [piece for piece in here if rank(piece) == rank(least)]
            for plane, name in enumerate(seen.piece_number_names):
                values = [piece.counters.get(name, ABSENT_NUMBER) for piece in alike]
                planes[plane][number] = min(each for each in values if isinstance(each, int))
        yield f"kinds for {view.seat}", expected_kinds, seen.kinds[0].tolist()
        yield f"owners for {view.seat}", expected_owners, seen.owners[0].tolist()
        yield f"heights for {view.seat}", heights, seen.heights[0].tolist()
        yield f"planes for {view.seat}", planes, seen.piece_numbers[0].tolist()
        of_cells = [self._cell_numbers(view, name) for name in seen.cell_number_names]
        yield f"numbers of cells for {view.seat}", of_cells, seen.cell_numbers[0].tolist()
        found = dict(zip(seen.number_names, seen.numbers[0].tolist(), strict=True))
        yield f"numbers for {view.seat}", self._numbers(view), found

    def _cell_numbers(self, view: View, name: str) -> list[int]:
        """Return what a view tells of a counter per cell: a number for each, or for none."""
        rules = self._game.rules
        told = view.counters.get(name)
        if told is None:
            return [ABSENT_NUMBER] * len(rules.grid.places)
        assert isinstance(told, dict)  # noqa: S101 - some of the cells
        return list(of_every_cell(rules, rules.counters[name], told).values())

    def _numbers(self, view: View) -> dict[str, int]:
        """Return the numbers of a view under the names that learners know."""
        names = self._game.rules.names

        def side(name: str | None) -> int:
            return NOBODY if name is None else names.sides.index(name)

        found = {
            "phase": names.phases.index(view.phase),
            "mover": side(view.mover),
            "turn": view.turn,
        }
        found |= {f"die {die}": value or 0 for die, value in view.dice.items()}
        found |= {f"side of {seat}": side(name) for seat, name in view.sides.items()}
        for seat, color in view.colors.items():
            found[f"color of {seat}"] = NOBODY if color is None else names.colors.index(color)
        found |= {f"owner of {zone}": side(name) for zone, name in view.zone_owners.items()}
        for info in self._game.rules.counters.values():
            if info.per in ("piece", "cell"):
                continue
            value = view.counters.get(info.name, ABSENT_NUMBER)
            if info.per == "game":
                assert isinstance(value, int)  # noqa: S101 - one number
                found[info.name] = value
                continue
            assert isinstance(value, dict)  # noqa: S101 - one for each owner
            for owner in names.sides if info.per == "side" else names.seats:
                found[f"{info.name} of {owner}"] = value.get(owner, ABSENT_NUMBER)
        return found
