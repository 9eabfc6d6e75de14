"""The head of a program's data: what the kernel has to know of the layout, at fixed places."""

from __future__ import annotations

from typing import Final

ROW: Final = 0
NUM_CELLS: Final = 1
COLUMNS: Final = 2
NUM_SEATS: Final = 3
NUM_KINDS: Final = 4
MAX_PIECES: Final = 5
NUM_ACTIONS: Final = 6
TALLY_MASKS: Final = 7
TALLY_OFFSETS: Final = 8
TALLY_KINDS: Final = 9
CELL: Final = 10
OWNER: Final = 11
KIND: Final = 12
HOME: Final = 13
SEAT_NO: Final = 14
NEXT: Final = 15
TOP: Final = 16
STACK: Final = 17
QUEUE: Final = 18
SEAT_SIDE: Final = 19
SIDE_TURNS: Final = 20
ARMY: Final = 21
ARMY_SIZE: Final = 22
RANK: Final = 23
COPIED: Final = 24
STACK_ROOM: Final = 25
STRIDE: Final = 26  # from one row to the next, with room for the copies of questions between
QUEUE_ROOM: Final = 27  # in events
SIZE: Final = 28

SECTIONS: Final = {
    CELL: "cell",
    OWNER: "owner",
    KIND: "kind",
    HOME: "home",
    SEAT_NO: "seat_no",
    NEXT: "next",
    TOP: "top",
    STACK: "stack",
    QUEUE: "queue",
    SEAT_SIDE: "seat_side",
    SIDE_TURNS: "side_turns",
    ARMY: "army",
    ARMY_SIZE: "army_size",
    RANK: "rank",
}
