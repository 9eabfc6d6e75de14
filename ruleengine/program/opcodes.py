"""The one list of instructions: what each does, and what its operands are.

A row of code is the opcode and five numbers, written here as a, b, c, d, e. `R[x]` is the number
at offset x of the game's row, so that every field of the state is a register. `L` is an address
in the code. A table is an offset into the program's data. Sums and products that are too large
for a register stop at the largest number, or at its negative.
"""

from __future__ import annotations

from typing import Final

WIDTH: Final = 6
"""Numbers in one row of code."""
REACH_BITS: Final = 32
"""Cells in one number of the tables that `FAR` looks into."""

# Values
MOV: Final = 1  # R[a] = R[b]
LDI: Final = 2  # R[a] = b
LDI2: Final = 36  # R[a] = b and R[c] = d, then go to L = e
ADD: Final = 3  # R[a] = R[b] + R[c]
SUB: Final = 4  # R[a] = R[b] - R[c]
MUL: Final = 5  # R[a] = R[b] * R[c]
DIV: Final = 6  # R[a] = R[b] // R[c]
MOD: Final = 7  # R[a] = R[b] % R[c]
ADDI: Final = 8  # R[a] = R[b] + c
MIN: Final = 9  # R[a] = min(R[b], R[c])
MAX: Final = 10  # R[a] = max(R[b], R[c])
LDX: Final = 11  # R[a] = R[b + R[c]]
STX: Final = 12  # R[a + R[b]] = R[c]
TAB: Final = 13  # R[a] = data[b + R[c]]
TAB2: Final = 14  # R[a] = data[b + R[c] * d + R[e]]
GEO: Final = 15  # R[a] = a measure (d) of the way between cells R[b] and R[c]
BETWEEN: Final = 18  # R[a] = whether cell R[b] is strictly between R[c] and R[d] on a line
BEYOND: Final = 19  # R[a] = the cell after R[c] in the line from R[b], or -1
NEG: Final = 16  # R[a] = -R[b]
ABS: Final = 17  # R[a] = abs(R[b])

# Jumps
JMP: Final = 20  # go to L = a
JEQ: Final = 21  # if R[a] == R[b] go to L = c
JNE: Final = 22
JLT: Final = 23
JLE: Final = 24
JEQI: Final = 25  # if R[a] == b go to L = c; else, in every jump on a number, to L = d if there
JNEI: Final = 26
JLTI: Final = 27
JLEI: Final = 28
JGTI: Final = 29
JGEI: Final = 30
CALL: Final = 31  # put the next row on the stack, go to L = a
RET: Final = 32  # go to the address on top of the stack
JTAB: Final = 33  # if data[a + R[b]] == 0 go to L = c
JMODE: Final = 34  # if games are played out, go to L = a, with no draw tried yet
JASIDE: Final = 35  # if only a question is asked, go to L = a

# Pieces
NEXTP: Final = 40  # R[a] = the next piece after it that fits filter b, or go to L = c
PUT: Final = 41  # piece R[a] goes to cell R[b]; then go to L = c if there
# every enemy of the side on turn on cell R[a] goes; reactions hear of it (table b, or -1), and it
# is told in the list at c, if there is one
CAPTURE: Final = 42
GIVE: Final = 43  # piece R[a] gets owner R[b], and is commanded by seat R[c] (-1: as before)
BECOME: Final = 44  # piece R[a] gets kind R[b]
PLACE: Final = 45  # R[a] = a new piece of kind R[b], owner R[c], at cell R[d]
HOLDS: Final = 46  # R[a] = whether a piece of owner R[c] (or any) and kind in table d is on R[b]
SNAP: Final = 47  # append R[a] to the list at b
SORT: Final = 48  # sort the list at a by the cells of the pieces in it

FITS: Final = 49  # if piece R[a] does not fit filter b, go to L = c
TWIN: Final = 119  # if another on its cell stands for piece R[a], by table b, go to L = c

# Ways
NEXTL: Final = 50  # the next target of a line: operand a, or go to L = b
CLEAR: Final = 51  # if a piece stands on the way of line operand a, go to L = b
AVOIDS: Final = 52  # if the way of line operand a touches table b (in the row if d), go to L = c
# if the way of line operand a, from R[e], slips between corners (solid: b, in the row if d): L = c
CORNERS: Final = 53
# mark the cells at a that belong together, by table c: in rows of at least R[b] if d is -2, in a
# chain to cell R[b] if it is -1, or else in one to zone R[b] of table d
GROUP: Final = 69
CORNER: Final = 67  # the same for one step from R[a] to R[b] (solid: d, in the row if e)
MASK: Final = 68  # R[a + cell] = 1 for the cells of zone R[c] in table b of zones of d cells
STARTL: Final = 55  # line operand a begins, or go to L = b when there is no way at all
CONTENT: Final = 56  # if what stands on cell R[a] is not among b (1 none, 2 friend, 4 enemy): L = c
ROUTE: Final = 57  # work out route operand a: how long the ways to each cell can be
NEXTR: Final = 58  # the next target of route operand a, or go to L = b
LENGTH: Final = 59  # if no way to R[a] in the route table at b has R[d] steps, go to L = c
NEXTC: Final = 54  # R[a] = the next cell in the list at table b (index R[d]), or go to L = c

FINDL: Final = 65  # if cell R[...] of line operand a is no target of it, go to L = b
# if no piece like R[a] could ever go to cell R[b] from where it is, by table c of tables of bits by
# side and kind, go to L = d
FAR: Final = 64
FINDR: Final = 66  # if cell R[...] of route operand a is no target of it, go to L = b

# Questions
COPY: Final = 60  # go on with a copy of the row
BACK: Final = 61  # leave the copy, keeping R[a]

# Decisions
YIELD: Final = 70  # a legal move: described by table a
SAMPLE: Final = 72  # draw a move of the actions in table a; L = b when none can be, c when one is
SCAN: Final = 85  # list the moves of plain action a, or ask whether there is one
MISS: Final = 73  # the draw was not legal: go to L = a, or to L = b after many
# take one of the listed moves of site a, or go to L = b when there is none; c: one may also pass,
# or commit if R[d] is 1; games that are played out draw in a submission as its table e tells
PICK: Final = 74
DRAWP: Final = 75  # R[a] = any piece that fits filter b, or go to L = c
DRAWL: Final = 76  # any target of line operand a, or go to L = b
DRAWC: Final = 77  # R[a] = any cell of the list at table b
CHANCE: Final = 79  # R[a] = one of 1 to b by chance, at site c
OPTION: Final = 80  # R[a] is an option of the choice that is open
CHOOSE: Final = 81  # R[a] = one of the options, at site b; go to L = c when there is none
LIST: Final = 82  # begin a list of moves or options (a = 1), or only ask whether there is one
CALLT: Final = 83  # put the next row on the stack, go to the address data[a + R[b]]
TICK: Final = 84  # a decision has been made

GATHER: Final = 88  # values fit: keep them in the list that table a describes
NEXTG: Final = 89  # the next values in that list (those that fit alone), or L = b
NEXTM: Final = 86  # the next move of plain way a that the kernel itself allows, or L = b
NEXTB: Final = 87  # R[a] = the next piece strictly between cells R[b] and R[c], or L = d

# Submissions: each side works on a row of its own, a draft behind the row of the game
OPEN: Final = 110  # the submission described by table a begins
NEXTS: Final = 111  # the first side that has not committed acts, or go to L = b; table a
ENTER: Final = 112  # go on in the draft of the side that acts; table a
LEAVE: Final = 113  # go on in the row of the game
NOTE: Final = 114  # keep the move that is made in the draft; table a, L = b when it begins anew
COMMIT: Final = 115  # the side that acts has committed; table a
REPLAY: Final = 116  # the next kept move into its registers and CHOSEN, or go to L = b; table a
MADE: Final = 117  # note which pieces the kept move has made; table a, L = c as in NOTE
SEALED: Final = 118  # the submission is over: plies are counted; table a

# Flow
QUEUE: Final = 90  # an event for reactions: described by table a
POP: Final = 91  # the next event into the registers at a, or go to L = b
PUSHR: Final = 92  # a reaction will follow: keep R[b ...] (c of them), its code is at L = a
POPR: Final = 93  # take back what was kept: into R[a ...] (b of them)
TURN: Final = 94  # the next side of table a is on turn (turns counted at b); L = c: deadlock
TURNS: Final = 102  # the same, and its turn begins
BEGIN: Final = 103  # the turn begins
ROUND: Final = 104  # the next round of table a begins (turns counted at b); L = c: deadlock
RESET: Final = 95  # R[b + i] = c for i in range(d), for the number of pieces if a
OVER: Final = 96  # the game ends by ending a; winner R[b], or nobody; it counts for nobody if c
SEATED: Final = 97  # R[a] = the seat on turn of side R[b]
COMMANDS: Final = 98  # R[a] = the seat that commands piece R[b]
LAST: Final = 99  # the one seat left takes what is left: seats at a, c of them, b options
PART: Final = 106  # whoever of the seats at a has R[c] takes what seat R[b] alone has
LOG: Final = 100  # tell what happened, described by table a, in the list at b
NOTEPOS: Final = 105  # R[REPETITIONS] = how often the position described by table a has stood
# R[REPETITIONS] = how often the position described by table a will have stood if a turn begins now
COUNTPOS: Final = 107
FAIL: Final = 101  # the program has come where it cannot: a says why

# Measures of GEO
DISTANCE: Final = 0
MANHATTAN: Final = 1
SAME_ROW: Final = 2
SAME_COLUMN: Final = 3
SAME_DIAGONAL: Final = 4
ADJACENT: Final = 5

_MEASURES: Final = {"DISTANCE", "MANHATTAN", "SAME_ROW", "SAME_COLUMN", "SAME_DIAGONAL", "ADJACENT"}

NAMES: Final = {
    value: name
    for name, value in list(globals().items())
    if isinstance(value, int) and name.isupper() and name not in {"WIDTH", "REACH_BITS", *_MEASURES}
}
"""The instructions by their numbers, for printing."""

REGISTER, OPTIONAL, ADDRESS, ONWARD, TABLE, NUMBER, EITHER = "R", "O", "L", "M", "T", "N", "E"
"""What an operand is: a place in the row, one that is not there if it is 0, an address in the code,
one that is not there if it is 0, a table in the data, a number by itself, or a table that may be in
the row as well."""

SHAPES: Final = {
    MOV: "RR",
    LDI: "RN",
    LDI2: "RNRNL",
    **dict.fromkeys((ADD, SUB, MUL, DIV, MOD, MIN, MAX, LDX, STX, BEYOND), "RRR"),
    ADDI: "RRN",
    TAB: "RTR",
    TAB2: "RTRNR",
    GEO: "RRRN",
    BETWEEN: "RRRR",
    NEG: "RR",
    ABS: "RR",
    JMP: "L",
    **dict.fromkeys((JEQ, JNE, JLT, JLE), "RRL"),
    **dict.fromkeys((JEQI, JNEI, JLTI, JLEI, JGTI, JGEI), "RNLM"),
    CALL: "L",
    RET: "",
    JTAB: "TRL",
    JMODE: "L",
    JASIDE: "L",
    NEXTP: "RTL",
    PUT: "RRM",
    CAPTURE: "RTO",
    GIVE: "RRR",
    BECOME: "RR",
    PLACE: "RRRR",
    HOLDS: "RRRT",
    SNAP: "RR",
    SORT: "R",
    FITS: "RTL",
    TWIN: "RTL",
    NEXTL: "TL",
    CLEAR: "TL",
    AVOIDS: "TELN",
    CORNERS: "TELNR",
    GROUP: "RRTN",
    CORNER: "RRLEN",
    MASK: "RTRN",
    STARTL: "TL",
    CONTENT: "RNL",
    ROUTE: "TL",
    NEXTR: "TL",
    LENGTH: "RRLR",
    NEXTC: "RTLR",
    FINDL: "TL",
    FAR: "RRTL",
    FINDR: "TL",
    COPY: "",
    BACK: "R",
    YIELD: "T",
    SAMPLE: "TLL",
    SCAN: "T",
    MISS: "LL",
    PICK: "NLNOT",
    DRAWP: "RTL",
    DRAWL: "TL",
    DRAWC: "RT",
    CHANCE: "RNN",
    OPTION: "R",
    CHOOSE: "RTL",
    LIST: "N",
    CALLT: "TR",
    TICK: "",
    GATHER: "T",
    NEXTG: "TL",
    NEXTM: "TL",
    NEXTB: "RRRL",
    OPEN: "T",
    NEXTS: "TL",
    ENTER: "T",
    LEAVE: "",
    NOTE: "TL",
    COMMIT: "T",
    REPLAY: "TLL",
    MADE: "TNL",
    SEALED: "TL",
    QUEUE: "T",
    POP: "RL",
    PUSHR: "LRN",
    POPR: "RN",
    TURN: "TRL",
    TURNS: "TRL",
    BEGIN: "",
    ROUND: "TRL",
    RESET: "NRNN",
    OVER: "NRN",
    SEATED: "RR",
    COMMANDS: "RR",
    LAST: "RNN",
    PART: "RRR",
    LOG: "TR",
    NOTEPOS: "T",
    COUNTPOS: "T",
    FAIL: "N",
}
"""What the operands of each instruction are, for printing and for looking a program over."""
