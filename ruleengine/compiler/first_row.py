"""The first row of a game, and the head of the data that describes it."""

from __future__ import annotations

from ruleengine.compiler.context import Context
from ruleengine.errors import InternalError
from ruleengine.program import head
from ruleengine.program import layout as row


class FirstRow:
    """Fills in what is known before the first step."""

    def __init__(self, context: Context) -> None:
        self.c = context
        self.asm = context.asm

    def describe(self) -> None:
        """Fill in the head of the data: what the kernel has to know of the layout."""
        layout, data = self.c.layout, self.asm.data
        places = range(layout.num_places)
        tallies = list(self.c.tallies.items())
        masks = [
            sum(1 << t for t, ((cells, _), _) in enumerate(tallies) if place in (cells or ()))
            for place in places
        ]
        kinds = [
            int(kind in (kinds or ()))
            for (_, kinds), _ in tallies
            for kind in range(layout.num_kinds)
        ]
        mask_at = self.asm.table(masks)
        offsets_at = self.asm.table([offset for _, offset in tallies] or [0])
        kinds_at = self.asm.table(kinds or [0])
        described = {
            head.ROW: layout.size,
            head.NUM_CELLS: layout.num_cells,
            head.COLUMNS: self.c.grid.columns,
            head.NUM_SEATS: layout.num_seats,
            head.NUM_KINDS: layout.num_kinds,
            head.MAX_PIECES: layout.max_pieces,
            head.COPIED: layout.copied,
            head.STACK_ROOM: layout.sections["stack"][1],
            head.QUEUE_ROOM: layout.sections["queue"][1] // row.EVENT_SIZE,
            head.STRIDE: layout.size * (1 + self.c.num_copies),
            head.NUM_ACTIONS: len(self.c.names.actions),
            head.TALLY_MASKS: mask_at,
            head.TALLY_OFFSETS: offsets_at,
            head.TALLY_KINDS: kinds_at,
        }
        for number, name in head.SECTIONS.items():
            described[number] = layout.at(name)
        for number, value in described.items():
            data[number] = value

    def start(self) -> list[int]:
        """Return the row of a game before its first step."""
        layout, names, resolved = self.c.layout, self.c.names, self.c.resolved
        values = [0] * layout.size
        for register, number in self.c.constants.items():
            values[register] = number
        values[row.WINNER] = values[row.ENDING] = values[row.ACTION] = values[row.SITE] = -1
        values[row.TURN_INDEX] = -1
        values[row.SINCE] = row.ABSENT_NUMBER
        for place in self.c.kept:
            for index in range(place.count):
                values[place.offset + index] = place.start
                for back in range(1, place.keep):
                    values[place.offset + back * place.count + index] = place.before
        for section in ("seat_side", "seat_color", "zone_owner", "cell", "top", "next"):
            offset, length = layout.sections[section]
            values[offset : offset + length] = [-1] * length
        offset, length = layout.sections["dice"]
        values[offset : offset + length] = [row.ABSENT_NUMBER] * length
        for index, zone in enumerate(self.c.grid.zones):
            if zone.owner is not None:
                values[layout.at("zone_owner") + index] = names.sides.index(zone.owner)
        for cell, name, number in resolved.setup_counts:
            values[self.c.counters[name].offset + cell] = number
        self._seats(values)
        values[row.NUM_PIECES] = len(resolved.setup)
        for slot, piece in enumerate(resolved.setup):
            kind = names.kinds.index(piece.kind)
            owner = names.sides.index(piece.owner) if piece.owner in names.sides else -1
            values[layout.at("cell") + slot] = values[layout.at("home") + slot] = piece.cell
            values[layout.at("owner") + slot] = owner
            values[layout.at("kind") + slot] = kind
            values[layout.at("seat_no") + slot] = piece.seat_no
            # Pieces of one place follow each other in the order of slots.
            end = layout.at("top") + piece.cell
            while values[end] >= 0:
                end = layout.at("next") + values[end]
            values[end] = slot
            for place in self.c.kept:
                if place.starts:
                    values[place.offset + slot] = place.starts[kind]
            for name, number in piece.counters:
                values[self.c.counters[name].offset + slot] = number
            if owner < 0:
                continue
            for (cells, kinds), offset in self.c.tallies.items():
                if cells is None or kinds is None:
                    raise InternalError("a tally of nothing")
                if piece.cell in cells and kind in kinds:
                    values[offset + owner] += 1
            if piece.cell >= layout.num_cells:
                continue  # an army is on the board
            rank = values[layout.at("army_size") + owner]
            values[layout.at("army") + owner * layout.max_pieces + rank] = slot
            values[layout.at("rank") + slot] = rank
            values[layout.at("army_size") + owner] += 1
        return values

    def _seats(self, values: list[int]) -> None:
        names, sides = self.c.names, self.c.resolved.ruleset.sides
        own_names = self.c.resolved.ruleset.seats is None
        for number, side in enumerate(sides):
            for seat in sides[side].seats or ([side] if own_names else []):
                values[self.c.layout.at("seat_side") + names.seats.index(seat)] = number
