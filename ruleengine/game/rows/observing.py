"""What a seat sees of many games at once, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ruleengine.errors import InternalError
from ruleengine.kernel import observing
from ruleengine.kernel.calling import machine_address
from ruleengine.program import layout as row
from ruleengine.program.layout import ABSENT_NUMBER

if TYPE_CHECKING:
    from ruleengine.game.game import Game
    from ruleengine.kernel.rows import Tables

HIDDEN = ABSENT_NUMBER
"""What stands for a number that the seat may not know, or that there is none of."""


@dataclass(frozen=True)
class Observation:
    """What seats see of their games: never more than their views.

    Where several pieces stand in one place, the one that counts is the least by owner and kind
    as the seat sees them; of several that look the same, the least of each counter. Marks are not
    part of it.
    """

    kinds: NDArray[np.int16]
    """By game and place: the number of the kind; -1 no piece is seen there, -2 not known."""
    owners: NDArray[np.int16]
    """By game and place: the number of the side; -1 no piece is seen there, -2 nobody's."""
    heights: NDArray[np.int16]
    """By game and place: how many pieces are seen there."""
    numbers: NDArray[np.int32]
    """By game: what `number_names` says; `HIDDEN` where the seat may not know it."""
    number_names: tuple[str, ...]
    piece_numbers: NDArray[np.int32]
    """By game, counter and place: the counters of pieces, in the order of `piece_number_names`."""
    piece_number_names: tuple[str, ...]
    cell_numbers: NDArray[np.int32]
    """By game, counter and place: the counters of cells, in the order of `cell_number_names`."""
    cell_number_names: tuple[str, ...]
    places: tuple[str, ...]
    """What the places are called: cells row by row from the top, then those beside the board."""


class Room(Protocol):
    """Where a thread works."""

    mem: Any
    out: Any
    rng: Any


class Observer:
    """Looks at the rows of a batch through the eyes of seats."""

    def __init__(self, game: Game, tables: Tables, rooms: Sequence[Room]) -> None:
        self._game = game
        self._tables = tables
        self._rooms = rooms
        self._hides: list[str] = []
        for rule in game.rules.sight.hidden:
            self._hides += sorted(rule.what - set(self._hides))
        self.number_names, rows = self._numbers()
        self.cell_number_names, of_cells = self._cell_numbers()
        self._rows = np.array([*rows, *of_cells], dtype=np.int32).reshape(-1)
        self._hidden_from = self._hidden_table()
        layout = tables.program.layout
        self.piece_number_names = tuple(
            name for name, info in game.rules.counters.items() if info.per == "piece"
        )
        self._planes = np.array(
            [layout.at(f"counter {name}") for name in self.piece_number_names] or [0],
            dtype=np.int32,
        )

    def _numbers(self) -> tuple[tuple[str, ...], list[tuple[int, int, int, int, int]]]:
        """Return the names of the numbers, and what the kernel has to know of each."""
        rules, layout = self._game.rules, self._tables.program.layout
        names = rules.names
        plain = (observing.OF_GAME, 0, -1)
        found = [
            ("phase", (row.PHASE, *plain, 1)),
            ("mover", (row.MOVER, *plain, 1)),
            ("turn", (row.TURN, *plain, 1)),
        ]
        for section, label, owners in (
            ("dice", "die {}", names.dice),
            ("seat_side", "side of {}", names.seats),
            ("seat_color", "color of {}", names.seats),
            ("zone_owner", "owner of {}", tuple(zone.name for zone in rules.grid.zones)),
        ):
            found += [
                (label.format(owner), (layout.at(section) + index, *plain, 0))
                for index, owner in enumerate(owners)
            ]
        whose = {"game": observing.OF_GAME, "side": observing.OF_SIDE, "seat": observing.OF_SEAT}
        for info in rules.counters.values():
            if info.per in ("piece", "cell"):
                continue
            owners = {"game": (), "side": names.sides, "seat": names.seats}[info.per]
            hidden, at = self._hidden_as(info.name), layout.at(f"counter {info.name}")
            for index in range(info.count):
                label = f"{info.name} of {owners[index]}" if owners else info.name
                found.append((label, (at + index, whose[info.per], index, hidden, 0)))
        return tuple(name for name, _ in found), [told for _, told in found]

    def _cell_numbers(self) -> tuple[tuple[str, ...], list[tuple[int, int, int, int, int]]]:
        """Return the counters of cells, and what the kernel has to know of each cell of each.

        To the kernel they are numbers like those of the game: nobody owns a cell.
        """
        rules, layout = self._game.rules, self._tables.program.layout
        names = tuple(name for name, info in rules.counters.items() if info.per == "cell")
        told = [
            (layout.at(f"counter {name}") + place, observing.OF_GAME, -1, self._hidden_as(name), 0)
            for name in names
            for place in range(len(rules.grid.places))
        ]
        return names, told

    def _hidden_as(self, name: str) -> int:
        """Return the number by which a counter is hidden from somebody, if it is."""
        return self._hides.index(name) if name in self._hides else -1

    def _hidden_table(self) -> NDArray[np.int32]:
        """Return for each name, viewer and side (nobody's first) whether it is hidden."""
        sides = len(self._game.sides)
        table = np.zeros((max(1, len(self._hides)), sides, sides + 1), dtype=np.int32)
        for number, name in enumerate(self._hides):
            for rule in self._game.rules.sight.hidden:
                if name not in rule.what:
                    continue
                for viewer in range(sides):
                    for owner in range(-1, sides):
                        table[number, viewer, owner + 1] |= rule.is_from(viewer, owner)
        return table.reshape(-1)

    def observe(
        self,
        rows: Any,  # noqa: ANN401 - arrays
        notes: Any,  # noqa: ANN401
        sites: Any,  # noqa: ANN401
        seat: int,
        each: Callable[[Callable[[int, int, int], bool]], list[bool]],
    ) -> Observation:
        """Return what a seat sees, or in each game the seat that decides (-1)."""
        program, count = self._tables.program, len(rows)
        places = self._game.rules.grid.places
        sight = program.sight
        told = np.zeros(observing.TOLD, dtype=np.int32)
        told[observing.ENTRY] = -1 if sight is None else sight.entry
        told[observing.FOR_ALL] = -1 if sight is None else sight.for_all
        told[observing.VIEWER] = 0 if sight is None else sight.viewer
        told[observing.HIDDEN] = 0 if sight is None else sight.hidden
        told[observing.NUM_SIDES] = len(self._game.sides)
        told[observing.NUM_PLACES] = len(places)
        numbers, cell_planes = len(self.number_names), len(self.cell_number_names)
        told[observing.NUM_NUMBERS] = numbers + cell_planes * len(places)
        told[observing.NUM_PLANES] = len(self.piece_number_names)
        kinds, owners, heights = (np.empty((count, len(places)), dtype=np.int16) for _ in range(3))
        values = np.empty((count, told[observing.NUM_NUMBERS]), dtype=np.int32)
        planes = len(self.piece_number_names)
        kept = np.empty((count, planes, len(places)), dtype=np.int32)
        self._check_order()

        def work(number: int, low: int, high: int) -> bool:
            room = self._rooms[number]
            return bool(
                observing.observe(
                    machine_address(),
                    rows.reshape(-1),
                    notes.reshape(-1),
                    room.mem,
                    room.out,
                    room.rng,
                    self._tables.code,
                    self._tables.data,
                    sites,
                    told,
                    self._rows,
                    self._hidden_from,
                    self._planes,
                    kinds.reshape(-1),
                    owners.reshape(-1),
                    heights.reshape(-1),
                    values.reshape(-1),
                    kept.reshape(-1),
                    rows.shape[1],
                    seat,
                    low,
                    high,
                )
            )

        if not all(each(work)):
            raise InternalError("the machine has failed at a view")
        self._leave_out(kinds, kept)
        return Observation(
            kinds,
            owners,
            heights,
            np.ascontiguousarray(values[:, :numbers]),
            self.number_names,
            kept,
            self.piece_number_names,
            values[:, numbers:].reshape(count, cell_planes, len(places)),
            self.cell_number_names,
            places,
        )

    def _leave_out(self, kinds: NDArray[np.int16], kept: NDArray[np.int32]) -> None:
        """Take counters out of what is seen of pieces whose kinds do not have them."""
        rules = self._game.rules
        for plane, name in enumerate(self.piece_number_names):
            having = rules.counters[name].kinds
            if having is not None:
                lacking = [n for n in range(len(rules.names.kinds)) if n not in having]
                kept[:, plane][np.isin(kinds, lacking)] = HIDDEN

    def _check_order(self) -> None:
        """Make sure that the counters of pieces are hidden in the order of their planes."""
        sight = self._tables.program.sight
        if sight is not None and sight.things[2 : 2 + len(self.piece_number_names)] != (
            self.piece_number_names
        ):
            raise InternalError("counters and what hides them are in different orders")
