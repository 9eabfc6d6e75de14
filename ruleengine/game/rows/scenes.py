"""Scenes: what a seat sees of a game, as a row of the compiled tier, for agents that search.

The referee blots out of a copy of the row whatever the ruleset hides from the seat: kinds, whole
pieces, what is kept of them, and what others have done in a secret submission. Pieces without
names get new numbers by what is seen of them, because they are numbered in the order in which
they came about, and that is nobody's business. So all that is made from a scene is made from the
seat's knowledge alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ruleengine.errors import InternalError
from ruleengine.kernel import imagining, machine
from ruleengine.kernel.drafts import KEPT
from ruleengine.kernel.rows import RowGame
from ruleengine.kernel.ways import ENTRY
from ruleengine.pipeline.rules import CounterInfo
from ruleengine.pipeline.state import NOBODY
from ruleengine.program import head
from ruleengine.program import layout as row
from ruleengine.program.program import Site

if TYPE_CHECKING:
    from ruleengine.game.rows.row_match import RowMatch
    from ruleengine.game.rows.simulation import CompiledGame

_OF_SLOTS = ("cell", "owner", "kind", "home", "seat_no")


@dataclass(frozen=True)
class Scene:
    """A row without what its seat may not know."""

    seat: int
    side: int
    """The side of the seat, or -1."""
    rows: NDArray[np.int32]
    """The row; behind it the seat's own draft, which counts in a secret submission only."""
    blots: NDArray[np.int32]
    """What has been blotted out, as `kernel.imagining` reads it."""
    made: NDArray[np.int32]
    """The moves that the side has made in a secret submission: action and operands of each."""
    num_own: int
    """How many pieces the side has on the board."""

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return int(self.rows[row.TURN])

    @property
    def site(self) -> int:
        """The number of the site at which play waits."""
        return int(self.rows[row.SITE])


class Painter:
    """Makes the scenes of one game."""

    def __init__(self, compiled: CompiledGame) -> None:
        self._rules = compiled.game.rules
        self._tables = compiled.tables
        self._program = compiled.tables.program
        self._layout = self._program.layout
        self._named = len(self._rules.piece_names)
        self._scratch = RowGame(compiled.tables)
        self._kept = {info.name: info for info in self._rules.kept}

    def scene(self, match: RowMatch, seat: int) -> tuple[Scene, list[int]]:
        """Return the scene of a seat, and for the referee the numbers that pieces really have."""
        size, mem = self._tables.size, match.row.mem
        site = match.site
        rows = np.zeros(2 * size, dtype=np.int32)
        rows[:size] = mem[:size]
        side = int(rows[self._layout.at("seat_side") + seat])
        index = -1
        if site.kind == "submit":
            index = self._own_draft(rows, mem, site, side)
        slots = list(range(self._layout.max_pieces))
        blots: list[tuple[int, ...]] = []
        if self._program.sight is not None:
            hidden = self._hidden(rows[size:] if index >= 0 else rows[:size], side)
            parts = [rows[:size]] + ([rows[size:]] if index >= 0 else [])
            self._blot(parts, hidden)
            if site.kind != "choice":  # a choice may be about pieces that only registers know
                slots = self._renumber(parts, hidden, site, index)
            blots = self._blots(parts, hidden, slots, side)
        told = np.array(blots, dtype=np.int32).reshape(-1)
        sizes = self._layout.at("army_size")
        own = rows[size if index >= 0 else 0 :][sizes + side] if side >= 0 else 0
        return Scene(seat, side, rows, told, self._made(rows, site, index), int(own)), slots

    def _own_draft(self, rows: Any, mem: Any, site: Site, side: int) -> int:  # noqa: ANN401
        """Let the side act, with its own draft and nothing of what others have done in secret.

        Return which of the drafts it is, or -1 when there are none.
        """
        size, sides = self._tables.size, self._layout.num_sides
        acting = [int(each) for each in rows[site.sides + 1 : site.sides + 1 + sides]]
        rows[row.ACTOR] = acting[: int(rows[site.sides])].index(side)
        if not site.secret:
            return -1
        number, own = int(rows[row.SITE]), -1
        at, length = self._layout.sections[f"log {number}"]
        stride = length // sides
        for index in range(int(rows[site.sides])):
            if int(rows[site.sides + 1 + index]) == side:
                own = index
                draft = self._tables.program.stride * (1 + index)
                rows[size:] = mem[draft : draft + size]
            else:
                rows[site.sides + 1 + 2 * sides + index] = 0
                rows[at + index * stride : at + (index + 1) * stride] = 0
        return own

    def _hidden(self, seen: Any, side: int) -> dict[str, list[int]]:  # noqa: ANN401 - an array
        """Return for each thing which pieces it is hidden of."""
        sight, scratch = self._program.sight, self._scratch
        if sight is None:
            raise InternalError("nothing is hidden")
        pieces, room = int(seen[row.NUM_PIECES]), self._layout.max_pieces
        scratch.mem[: self._tables.size] = seen
        # The machine asks about pieces on the board only. One that has left the game is asked
        # about as if it were there: rather too much is blotted out than too little.
        at = self._layout.at("cell")
        cells = scratch.mem[at : at + pieces]
        cells[cells < 0] = 0
        scratch.mem[sight.hidden : sight.hidden + len(sight.things) * room] = 0
        for viewer in range(self._layout.num_sides) if side < 0 else (side,):
            for entry in sight.entries(side):
                scratch.mem[row.PC], scratch.mem[row.SP] = entry, 0
                scratch.mem[sight.viewer] = viewer
                scratch.run(machine.LISTONLY)
        found: dict[str, list[int]] = {}
        for number, name in enumerate(sight.things):
            at = sight.hidden + number * room
            found[name] = [slot for slot in range(pieces) if scratch.mem[at + slot]]
        unseen = set(found["piece"])
        return {name: sorted(unseen.union(slots)) for name, slots in found.items()}

    def _columns(self, info: CounterInfo) -> list[int]:
        """Return where what is kept of pieces begins, now and for each change ago."""
        sort = "counter" if info.holds == "number" else "mark"
        at, length = self._layout.sections[f"{sort} {info.name}"]
        return [at + back * (length // info.keep) for back in range(info.keep)]

    def _blot(self, parts: Sequence[Any], hidden: dict[str, list[int]]) -> None:
        """Blot out everything about pieces that is hidden."""
        layout = self._layout
        for part in parts:
            for slot in hidden["kind"]:
                if slot in hidden["piece"]:
                    continue
                self._tally(part, slot, -1)
            for slot in hidden["piece"]:
                self._tally(part, slot, -1)
                part[layout.at("cell") + slot] = -1
                part[layout.at("home") + slot] = 0
            for slot in hidden["kind"]:
                part[layout.at("kind") + slot] = -1
            for name in self._program.sight.things[2:] if self._program.sight else ():
                for column in self._columns(self._kept[name]):
                    for slot in hidden[name]:
                        part[column + slot] = 0
            self._relink(part)

    def _tally(self, part: Any, slot: int, change: int) -> None:  # noqa: ANN401 - an array
        """Count a piece out of the counts that are kept."""
        data, layout = self._tables.data, self._layout
        cell, owner = (int(part[layout.at(name) + slot]) for name in ("cell", "owner"))
        kind = int(part[layout.at("kind") + slot])
        if cell < 0 or owner < 0:
            return
        mask, number = int(data[data[head.TALLY_MASKS] + cell]), 0
        while mask:
            if mask & 1 and data[data[head.TALLY_KINDS] + number * layout.num_kinds + kind]:
                part[data[data[head.TALLY_OFFSETS] + number] + owner] += change
            mask >>= 1
            number += 1

    def _relink(self, part: Any) -> None:  # noqa: ANN401 - an array
        """Write anew which pieces stand on each place and which belong to each army."""
        layout = self._layout
        top, following, army = (layout.at(name) for name in ("top", "next", "army"))
        part[top : top + layout.num_places] = -1
        sizes = layout.at("army_size")
        part[sizes : sizes + layout.num_sides] = 0
        for slot in reversed(range(int(part[row.NUM_PIECES]))):
            cell = int(part[layout.at("cell") + slot])
            if cell >= 0:
                part[following + slot] = part[top + cell]
                part[top + cell] = slot
        for slot in range(int(part[row.NUM_PIECES])):
            cell, owner = int(part[layout.at("cell") + slot]), int(part[layout.at("owner") + slot])
            if 0 <= cell < layout.num_cells and owner >= 0:
                rank = int(part[sizes + owner])
                part[army + owner * layout.max_pieces + rank] = slot
                part[layout.at("rank") + slot] = rank
                part[sizes + owner] = rank + 1

    def _renumber(
        self, parts: Sequence[Any], hidden: dict[str, list[int]], site: Site, index: int
    ) -> list[int]:
        """Give the pieces without names new numbers, by what is seen of them."""
        layout, public = self._layout, parts[0]
        pieces = int(public[row.NUM_PIECES])
        things = [info for info in self._rules.kept if info.per == "piece"]
        columns = [layout.at(name) for name in _OF_SLOTS]
        columns += [column for info in things for column in self._columns(info)]
        points = [info for info in self._rules.kept if info.holds == "piece"]
        unseen = [set(hidden[name]) for name in ("piece", "kind")]

        def key(slot: int) -> tuple[int, ...]:
            cell = int(public[layout.at("cell") + slot])
            return (
                int(cell < 0),
                cell,
                *(int(slot in each) for each in unseen),
                *(int(public[column + slot]) for column in columns),
            )

        order = [*range(self._named), *sorted(range(self._named, pieces), key=key)]
        slots = [*order, *range(pieces, layout.max_pieces)]
        number = np.empty(layout.max_pieces, dtype=np.int32)
        number[slots] = np.arange(layout.max_pieces)
        for part in parts:
            for column in columns:
                part[column : column + layout.max_pieces] = part[
                    column : column + layout.max_pieces
                ][slots]
            for info in points:
                at, length = layout.sections[f"mark {info.name}"]
                held = part[at : at + length]
                held[held >= 0] = number[held[held >= 0]]
            self._relink(part)
        if index >= 0:
            self._renumber_moves(public, site, index, number)
        return slots

    def _kept_at(self, public: Any, site: Site, index: int) -> Iterator[int]:  # noqa: ANN401
        """Yield where the moves are kept that a side has made in a secret submission."""
        sides = self._layout.num_sides
        at, length = self._layout.sections[f"log {int(public[row.SITE])}"]
        longest = max(len(each) for each in self._program.operands)
        stride, room = KEPT + longest, length // sides
        for made in range(int(public[site.sides + 1 + 2 * sides + index])):
            yield at + index * room + made * stride

    def _made(self, public: Any, site: Site, index: int) -> NDArray[np.int32]:  # noqa: ANN401
        """Return the moves that a side has made in a secret submission, as the machine lists."""
        places = list(self._kept_at(public, site, index)) if index >= 0 else []
        made = np.zeros((len(places), ENTRY), dtype=np.int32)
        for entry, place in zip(made, places, strict=True):
            entry[0] = public[place]
            count = len(self._program.operands[entry[0]])
            entry[1 : 1 + count] = public[place + KEPT : place + KEPT + count]
        return made.reshape(-1)

    def _renumber_moves(self, public: Any, site: Site, index: int, number: Any) -> None:  # noqa: ANN401
        """Let the moves that the seat has made in secret speak of the pieces by new numbers."""
        for place in self._kept_at(public, site, index):
            for order, operand in enumerate(self._program.operands[int(public[place])]):
                value = int(public[place + KEPT + order])
                if operand.is_piece and value >= 0:
                    public[place + KEPT + order] = number[value]

    def _blots(
        self, parts: Sequence[Any], hidden: dict[str, list[int]], slots: list[int], side: int
    ) -> list[tuple[int, ...]]:
        """List what has been blotted out, by the new numbers of pieces; numbers of sides too."""
        layout, public = self._layout, parts[0]
        new = {slot: number for number, slot in enumerate(slots)}
        found: list[tuple[int, ...]] = []
        unseen = {new[slot] for slot in hidden["piece"]}
        for number in sorted(new[slot] for slot in hidden["kind"]):
            cell, home = (int(public[layout.at(name) + number]) for name in ("cell", "home"))
            if cell >= 0 or number in unseen:
                found.append((imagining.KIND, number, int(0 <= cell != home), 0, -1))
                continue
            # What has left the game can be anything; how often somebody took a piece back in
            # secret must not show in how much is drawn.
            for part in parts:
                part[layout.at("kind") + number] = 0
                part[layout.at("owner") + number] = NOBODY  # nor in what is left of an army
        found += [
            (imagining.PLACE, number, 0, 0, -1)
            for number in sorted(new[slot] for slot in hidden["piece"])
        ]
        for name in self._program.sight.things[2:] if self._program.sight else ():
            for column in self._columns(self._kept[name]):
                for number in sorted(new[slot] for slot in hidden[name]):
                    fixed = int(number < self._named)
                    found.append((imagining.VALUE, number, 0, fixed, column))
        for info in self._rules.kept:
            if info.per != "piece":
                found += self._numbers(parts, info, side)
        return found

    def _numbers(self, parts: Sequence[Any], info: CounterInfo, side: int) -> list[tuple[int, ...]]:
        """Blot out what is kept of the game, of sides or of seats and hidden from the viewer."""
        found: list[tuple[int, ...]] = []
        viewers = range(self._layout.num_sides) if side < 0 else (side,)
        for number in range(info.count):
            owner = {"side": number, "seat": -1}.get(info.per, -1)
            if info.per == "seat":
                owner = int(parts[0][self._layout.at("seat_side") + number])
            rules = [rule for rule in self._rules.sight.hidden if info.name in rule.what]
            if any(rule.is_from(viewer, owner) for rule in rules for viewer in viewers):
                for column in self._columns(info):
                    for part in parts:
                        part[column + number] = 0
                    found.append((imagining.VALUE, column + number, 0, 0, -1))
        return found
