"""The machine: one loop over instructions, for every ruleset."""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, get, put, whole
from ruleengine.kernel.pieces import (
    EVENT,
    dismiss,
    enlist,
    fits,
    move_piece,
    queue_event,
    retally,
    seat_on_turn,
)
from ruleengine.kernel.random_bits import S32, below, chance, next_bits
from ruleengine.kernel.ways import (
    ENTRY,
    MAX_TRIES,
    cell_beyond,
    find_routes,
    is_between,
    measure,
    next_between,
    next_plain,
    sample,
    scan_plain,
)
from ruleengine.program import head
from ruleengine.program import layout as row
from ruleengine.program import opcodes as op
from ruleengine.program.program import ROOM

STEP, PLAYOUT, LISTONLY = 0, 1, 2
"""Stop at every decision; play games out; list what can be decided."""
WAITING, FINISHED, LISTED, CAPPED, OUT_OF_FUEL, FAILED = 1, 2, 3, 4, 5, 6
"""Why the machine has stopped."""


@compiled
def run(
    mem: Numbers,
    base: int,
    code: Numbers,
    data: Numbers,
    out: Numbers,
    rng: Numbers,
    mode: int,
    fuel: int,
    max_ply: int,
) -> int:
    """Run a row until something has to be decided, or the game is over."""
    pc = get(mem, base + row.PC)
    size = get(data, head.ROW)
    cell_at, owner_at = get(data, head.CELL), get(data, head.OWNER)
    kind_at, top_at = get(data, head.KIND), get(data, head.TOP)
    next_at, stack_at = get(data, head.NEXT), get(data, head.STACK)
    first = base
    listed = 0
    while True:
        fuel -= 1
        if fuel < 0:
            put(mem, base + row.PC, pc)
            return OUT_OF_FUEL
        what = get(code, pc)
        a = get(code, pc + 1)
        b = get(code, pc + 2)
        c = get(code, pc + 3)
        pc += op.WIDTH
        if what == op.MOV:
            put(mem, base + a, get(mem, base + b))
        elif what == op.LDI:
            put(mem, base + a, b)
        elif what == op.ADD:
            put(mem, base + a, get(mem, base + b) + get(mem, base + c))
        elif what == op.SUB:
            put(mem, base + a, get(mem, base + b) - get(mem, base + c))
        elif what == op.MUL:
            put(mem, base + a, get(mem, base + b) * get(mem, base + c))
        elif what == op.DIV:
            put(mem, base + a, get(mem, base + b) // get(mem, base + c))
        elif what == op.MOD:
            put(mem, base + a, get(mem, base + b) % get(mem, base + c))
        elif what == op.ADDI:
            put(mem, base + a, get(mem, base + b) + c)
        elif what == op.MIN:
            put(mem, base + a, min(get(mem, base + b), get(mem, base + c)))
        elif what == op.MAX:
            put(mem, base + a, max(get(mem, base + b), get(mem, base + c)))
        elif what == op.NEG:
            put(mem, base + a, -get(mem, base + b))
        elif what == op.ABS:
            put(mem, base + a, abs(get(mem, base + b)))
        elif what == op.LDX:
            put(mem, base + a, get(mem, base + b + get(mem, base + c)))
        elif what == op.STX:
            put(mem, base + a + get(mem, base + b), get(mem, base + c))
        elif what == op.TAB:
            put(mem, base + a, get(data, b + get(mem, base + c)))
        elif what == op.TAB2:
            d = get(code, pc - 2)
            e = get(code, pc - 1)
            put(mem, base + a, get(data, b + get(mem, base + c) * d + get(mem, base + e)))
        elif what == op.GEO:
            d = get(code, pc - 2)
            put(mem, base + a, measure(data, get(mem, base + b), get(mem, base + c), d))
        elif what == op.BETWEEN:
            d = get(code, pc - 2)
            put(
                mem,
                base + a,
                whole(is_between(data, get(mem, base + b), get(mem, base + c), get(mem, base + d))),
            )
        elif what == op.BEYOND:
            put(mem, base + a, cell_beyond(data, get(mem, base + b), get(mem, base + c)))
        elif what == op.JMP:
            pc = a
        elif what == op.JEQ:
            if get(mem, base + a) == get(mem, base + b):
                pc = c
        elif what == op.JNE:
            if get(mem, base + a) != get(mem, base + b):
                pc = c
        elif what == op.JLT:
            if get(mem, base + a) < get(mem, base + b):
                pc = c
        elif what == op.JLE:
            if get(mem, base + a) <= get(mem, base + b):
                pc = c
        elif what == op.JEQI:
            if get(mem, base + a) == b:
                pc = c
        elif what == op.JNEI:
            if get(mem, base + a) != b:
                pc = c
        elif what == op.JLTI:
            if get(mem, base + a) < b:
                pc = c
        elif what == op.JLEI:
            if get(mem, base + a) <= b:
                pc = c
        elif what == op.JGTI:
            if get(mem, base + a) > b:
                pc = c
        elif what == op.JGEI:
            if get(mem, base + a) >= b:
                pc = c
        elif what == op.CALL:
            sp = get(mem, base + row.SP)
            if sp >= row.STACK_SIZE:
                return FAILED
            put(mem, base + stack_at + sp, pc)
            put(mem, base + row.SP, sp + 1)
            pc = a
        elif what == op.RET:
            sp = get(mem, base + row.SP) - 1
            put(mem, base + row.SP, sp)
            pc = get(mem, base + stack_at + sp)
        elif what == op.JTAB:
            if not get(data, a + get(mem, base + b)):
                pc = c
        elif what == op.JMODE:
            if mode == PLAYOUT:
                pc = a
        elif what == op.JASIDE:
            if base != first:
                pc = a
        elif what == op.NEXTP:
            slot = get(mem, base + a) + 1
            count = get(mem, base + row.NUM_PIECES)
            while slot < count and not fits(mem, base, data, b, slot):
                slot += 1
            if slot < count:
                put(mem, base + a, slot)
            else:
                pc = c
        elif what == op.PUT:
            move_piece(mem, base, data, get(mem, base + a), get(mem, base + b))
        elif what == op.CAPTURE:
            cell = get(mem, base + a)
            if cell >= 0:
                slot = get(mem, base + top_at + cell)
                mover = get(mem, base + row.MOVER)
                while slot >= 0:
                    following = get(mem, base + next_at + slot)
                    owner = get(mem, base + owner_at + slot)
                    if owner >= 0 and owner != mover:
                        move_piece(mem, base, data, slot, -1)
                        if (
                            b >= 0
                            and base == first
                            and not queue_event(mem, base, data, get(data, b), slot, cell, -1)
                        ):
                            return FAILED
                    slot = following
        elif what == op.GIVE:
            slot, side = get(mem, base + a), get(mem, base + b)
            old = get(mem, base + owner_at + slot)
            cell = get(mem, base + cell_at + slot)
            if cell >= 0 and old != side:
                mask = get(data, get(data, head.TALLY_MASKS) + cell)
                kind = get(mem, base + kind_at + slot)
                retally(mem, base, data, mask, 0, kind, old)
                retally(mem, base, data, mask, mask, kind, side)
                if cell < get(data, head.NUM_CELLS):
                    if old >= 0:
                        dismiss(mem, base, data, slot, old)
                    if side >= 0:
                        enlist(mem, base, data, slot, side)
            put(mem, base + owner_at + slot, side)
            if c >= 0 and side >= 0:
                seat = get(mem, base + c)
                number, count = 0, 0
                for other in range(get(data, head.NUM_SEATS)):
                    if get(mem, base + get(data, head.SEAT_SIDE) + other) == side:
                        if other == seat:
                            number = count
                        count += 1
                put(mem, base + get(data, head.SEAT_NO) + slot, number)
        elif what == op.BECOME:
            slot, kind = get(mem, base + a), get(mem, base + b)
            cell = get(mem, base + cell_at + slot)
            if cell >= 0:
                mask = get(data, get(data, head.TALLY_MASKS) + cell)
                owner = get(mem, base + owner_at + slot)
                retally(mem, base, data, mask, 0, get(mem, base + kind_at + slot), owner)
                retally(mem, base, data, mask, mask, kind, owner)
            put(mem, base + kind_at + slot, kind)
        elif what == op.PLACE:
            slot = get(mem, base + row.NUM_PIECES)
            if slot >= get(data, head.MAX_PIECES):
                return FAILED
            cell = get(mem, base + get(code, pc - 2))
            put(mem, base + row.NUM_PIECES, slot + 1)
            put(mem, base + cell_at + slot, -1)
            put(mem, base + kind_at + slot, get(mem, base + b))
            put(mem, base + owner_at + slot, get(mem, base + c))
            put(mem, base + get(data, head.HOME) + slot, cell)
            put(mem, base + get(data, head.SEAT_NO) + slot, 0)
            move_piece(mem, base, data, slot, cell)
            put(mem, base + a, slot)
        elif what == op.HOLDS:
            d = get(code, pc - 2)
            cell = get(mem, base + b)
            found = 0
            if cell >= 0:
                slot = get(mem, base + top_at + cell)
                while slot >= 0:
                    if (c < 0 or get(mem, base + owner_at + slot) == get(mem, base + c)) and (
                        d < 0 or get(data, d + get(mem, base + kind_at + slot))
                    ):
                        found = 1
                        break
                    slot = get(mem, base + next_at + slot)
            put(mem, base + a, found)
        elif what == op.FITS:
            slot = get(mem, base + a)
            if slot >= get(mem, base + row.NUM_PIECES) or not fits(mem, base, data, b, slot):
                pc = c
        elif what == op.FINDL:
            target = get(mem, base + get(data, a))
            place = get(mem, base + get(data, a + 14))
            length, directions = get(data, a + 10), get(data, a + 9)
            low = get(mem, base + get(data, a + 5))
            high = get(mem, base + get(data, a + 6))
            found = 0
            for direction in range(directions):
                for distance in range(low, high + 1):
                    at = place + direction * length + distance
                    if target >= 0 and get(data, get(data, a + 8) + at) == target:
                        put(mem, base + get(data, a + 2), distance)
                        put(mem, base + get(data, a + 1), get(data, a + 7) + at - distance)
                        found = 1
                        break
                if found:
                    break
            if not found:
                pc = b
        elif what == op.FINDR:
            cell = get(mem, base + get(data, a))
            low = get(mem, base + get(data, a + 7))
            high = get(mem, base + get(data, a + 8))
            wanted = (1 << (high + 1)) - (1 << low)
            if (
                cell < 0
                or cell >= get(data, head.NUM_CELLS)
                or not get(mem, base + get(data, a + 3) + cell) & wanted
            ):
                pc = b
        elif what == op.SNAP:
            count = get(mem, base + b)
            put(mem, base + b + 1 + count, get(mem, base + a))
            put(mem, base + b, count + 1)
        elif what == op.SORT:
            count = get(mem, base + a)
            for i in range(1, count):
                slot = get(mem, base + a + 1 + i)
                cell = get(mem, base + cell_at + slot)
                j = i
                while j > 0 and get(mem, base + cell_at + get(mem, base + a + j)) > cell:
                    put(mem, base + a + 1 + j, get(mem, base + a + j))
                    j -= 1
                put(mem, base + a + 1 + j, slot)
        elif what == op.STARTL:
            origin = get(mem, base + get(data, a + 4))
            low = get(mem, base + get(data, a + 5))
            high = get(mem, base + get(data, a + 6))
            low = max(low, 0)
            high = min(high, get(data, a + 10) - 1)
            if origin < 0 or origin >= get(data, head.NUM_CELLS) or low > high:
                pc = b
            else:
                put(mem, base + get(data, a + 5), low)
                put(mem, base + get(data, a + 6), high)
                put(mem, base + get(data, a + 3), 0)
                put(mem, base + get(data, a + 2), low - 1)
                side = get(mem, base + row.MOVER) * get(data, a + 11)
                place = (side + origin) * get(data, a + 9) * get(data, a + 10)
                put(mem, base + get(data, a + 14), place)
        elif what == op.NEXTL:
            direction = get(mem, base + get(data, a + 3))
            distance = get(mem, base + get(data, a + 2))
            low = get(mem, base + get(data, a + 5))
            high = get(mem, base + get(data, a + 6))
            place = get(mem, base + get(data, a + 14))
            targets, length = get(data, a + 8), get(data, a + 10)
            directions = get(data, a + 9)
            target = -1
            while True:
                distance += 1
                if distance > high:
                    distance = low
                    direction += 1
                if direction >= directions:
                    break
                target = get(data, targets + place + direction * length + distance)
                if target >= 0:
                    break
            if target < 0:
                pc = b
            else:
                put(mem, base + get(data, a + 3), direction)
                put(mem, base + get(data, a + 2), distance)
                put(mem, base + get(data, a), target)
                put(mem, base + get(data, a + 1), get(data, a + 7) + place + direction * length)
        elif what == op.DRAWL:
            bits = next_bits(rng)
            place = get(mem, base + get(data, a + 14))
            length = get(data, a + 10)
            direction = below(bits, get(data, a + 9))
            spread = get(data, a + 13)
            distance = get(mem, base + get(data, a + 5))
            inside = True
            if spread > 1:
                distance = get(data, a + 12) + below(bits << S32, spread)
                inside = (
                    get(mem, base + get(data, a + 5))
                    <= distance
                    <= get(mem, base + get(data, a + 6))
                )
            target = -1
            if inside:
                target = get(data, get(data, a + 8) + place + direction * length + distance)
            if target < 0:
                pc = b
            else:
                put(mem, base + get(data, a + 2), distance)
                put(mem, base + get(data, a), target)
                put(mem, base + get(data, a + 1), get(data, a + 7) + place + direction * length)
        elif what == op.CLEAR:
            ray = get(mem, base + get(data, a + 1))
            for step in range(1, get(mem, base + get(data, a + 2))):
                if get(mem, base + top_at + get(data, ray + step)) >= 0:
                    pc = b
                    break
        elif what == op.AVOIDS:
            ray = get(mem, base + get(data, a + 1))
            for step in range(1, get(mem, base + get(data, a + 2))):
                if get(data, b + get(data, ray + step)):
                    pc = c
                    break
        elif what == op.CORNERS:
            ray = get(mem, base + get(data, a + 1))
            columns = get(data, head.COLUMNS)
            here = get(mem, base + get(data, a + 4))
            for step in range(1, get(mem, base + get(data, a + 2)) + 1):
                there = get(data, ray + step)
                one = here // columns * columns + there % columns
                two = there // columns * columns + here % columns
                if one != here and two != here:
                    shut_one = get(mem, base + top_at + one) >= 0 or get(data, b + one)
                    shut_two = get(mem, base + top_at + two) >= 0 or get(data, b + two)
                    if shut_one and shut_two:
                        pc = c
                        break
                here = there
        elif what == op.CONTENT:
            cell = get(mem, base + a)
            bit = 1
            if cell >= 0:
                slot = get(mem, base + top_at + cell)
                if slot >= 0:
                    owner = get(mem, base + owner_at + slot)
                    bit = 8 if owner < 0 else 4
                    if owner == get(mem, base + row.MOVER):
                        bit = 2
            if not b & bit:
                pc = c
        elif what == op.ROUTE:
            origin = get(mem, base + get(data, a + 1))
            low = max(0, get(mem, base + get(data, a + 7)))
            high = min(get(data, a + 9), get(mem, base + get(data, a + 8)))
            if origin < 0 or origin >= get(data, head.NUM_CELLS) or low > high:
                pc = b
            else:
                put(mem, base + get(data, a + 7), low)
                put(mem, base + get(data, a + 8), high)
                find_routes(mem, base, data, a, origin, high)
                put(mem, base + get(data, a), -1)
        elif what == op.NEXTR:
            cell = get(mem, base + get(data, a)) + 1
            low = get(mem, base + get(data, a + 7))
            high = get(mem, base + get(data, a + 8))
            wanted = (1 << (high + 1)) - (1 << low)
            lengths_at = base + get(data, a + 3)
            num_cells = get(data, head.NUM_CELLS)
            while cell < num_cells and not get(mem, lengths_at + cell) & wanted:
                cell += 1
            if cell == num_cells:
                pc = b
            else:
                put(mem, base + get(data, a), cell)
        elif what == op.LENGTH:
            steps = get(mem, base + get(code, pc - 2))
            if steps < 0 or steps > 30 or not get(mem, base + b + get(mem, base + a)) >> steps & 1:
                pc = c
        elif what == op.NEXTC:
            d = get(code, pc - 2)
            index = get(mem, base + d)
            if index >= get(data, b):
                pc = c
            else:
                put(mem, base + a, get(data, b + 1 + index))
                put(mem, base + d, index + 1)
        elif what == op.DRAWC:
            index = below(next_bits(rng), get(data, b))
            put(mem, base + a, get(data, b + 1 + index))
        elif what == op.DRAWP:
            slot = below(next_bits(rng), get(data, head.MAX_PIECES))
            if slot < get(mem, base + row.NUM_PIECES) and fits(mem, base, data, b, slot):
                put(mem, base + a, slot)
            else:
                pc = c
        elif what == op.COPY:
            for index in range(size):
                put(mem, base + size + index, get(mem, base + index))
            base += size
        elif what == op.BACK:
            base -= size
            put(mem, base + a, get(mem, base + size + a))
        elif what == op.LIST:
            put(mem, base + row.LISTING, a)
            put(mem, base + row.FOUND, 0)
            if a:
                listed = 0
        elif what == op.YIELD:
            if get(mem, base + row.LISTING):
                place = listed * ENTRY
                if place + ENTRY > len(out):
                    return FAILED
                put(out, place, a)
                for index in range(get(data, a + 1)):
                    put(out, place + 1 + index, get(mem, base + get(data, a + 2 + index)))
                listed += 1
            else:
                put(mem, base + row.FOUND, 1)
                sp = get(mem, base + row.SP) - 1
                put(mem, base + row.SP, sp)
                pc = get(mem, base + stack_at + sp)
        elif what == op.SAMPLE:
            tries = get(mem, base + row.TRIES)
            result = sample(mem, base, data, rng, a, tries)
            if result < 0:
                pc = b
            else:
                entry = a + 1 + 5 * (result >> 8)
                put(mem, base + row.CHOSEN, get(data, entry + 3))
                plain = get(data, entry + 4)
                tail = get(data, entry + 2)
                if plain >= 0:
                    tail = get(data, plain + 6)
                if tail < 0:
                    pc = c
                else:
                    put(mem, base + row.TRIES, result & 255)
                    sp = get(mem, base + row.SP)
                    put(mem, base + stack_at + sp, pc)
                    put(mem, base + row.SP, sp + 1)
                    pc = tail
        elif what == op.NEXTM:
            if not next_plain(mem, base, data, a):
                pc = b
        elif what == op.NEXTB:
            slot = next_between(
                mem, base, data, get(mem, base + a), get(mem, base + b), get(mem, base + c)
            )
            put(mem, base + a, slot)
            if slot < 0:
                pc = get(code, pc - 2)
        elif what == op.SCAN:
            found = scan_plain(mem, base, data, out, a, listed, get(mem, base + row.LISTING))
            if found < 0:
                return FAILED
            if get(mem, base + row.LISTING):
                listed = found
            else:
                put(mem, base + row.FOUND, found)
        elif what == op.MISS:
            tries = get(mem, base + row.TRIES) + 1
            put(mem, base + row.TRIES, tries)
            pc = a if tries < MAX_TRIES else b
        elif what == op.PICK:
            d = get(code, pc - 2)
            if d:
                c = get(mem, base + d)
            if mode == LISTONLY:
                put(mem, first + row.NUM_LISTED, listed)
                put(mem, first + row.READY, whole(c == 1 or listed == 0))
                return LISTED
            if listed == 0:
                pc = b
            elif mode == PLAYOUT:
                index = below(next_bits(rng), listed + c)
                if index == listed:
                    put(mem, base + row.CHOSEN, get(data, head.NUM_ACTIONS))
                else:
                    described = get(out, index * ENTRY)
                    put(mem, base + row.CHOSEN, get(data, described))
                    for number in range(get(data, described + 1)):
                        register = get(data, described + 2 + number)
                        put(mem, base + register, get(out, index * ENTRY + 1 + number))
            else:
                put(mem, base + row.NUM_LISTED, listed)
                put(mem, base + row.SITE, a)
                put(mem, base + row.PC, pc)
                put(mem, base + row.IDLE, 0)
                return WAITING
        elif what == op.CALLT:
            sp = get(mem, base + row.SP)
            if sp >= row.STACK_SIZE:
                return FAILED
            put(mem, base + stack_at + sp, pc)
            put(mem, base + row.SP, sp + 1)
            pc = get(data, a + get(mem, base + b))
        elif what == op.TICK:
            ply = get(mem, base + row.PLY) + 1
            put(mem, base + row.PLY, ply)
            put(mem, base + row.IDLE, 0)
            if ply >= max_ply:
                put(mem, base + row.PC, pc)
                return CAPPED
        elif what == op.CHANCE:
            if mode == PLAYOUT:
                number = get(mem, base + row.DRAWS)
                put(mem, base + row.DRAWS, number + 1)
                put(mem, base + a, 1 + chance(rng, get(mem, base + row.TURN), number, b))
            else:
                put(mem, base + row.SITE, c)
                put(mem, base + row.PC, pc)
                put(mem, base + row.IDLE, 0)
                return WAITING
        elif what == op.OPTION:
            put(out, listed * ENTRY, -1)
            put(out, listed * ENTRY + 1, get(mem, base + a))
            listed += 1
        elif what == op.CHOOSE:
            optional, by_chance = get(data, b + 1), get(data, b + 3)
            if get(data, b + 2):
                for i in range(1, listed):
                    slot = get(out, i * ENTRY + 1)
                    cell = get(mem, base + cell_at + slot)
                    j = i
                    while j > 0 and get(mem, base + cell_at + get(out, (j - 1) * ENTRY + 1)) > cell:
                        put(out, j * ENTRY + 1, get(out, (j - 1) * ENTRY + 1))
                        j -= 1
                    put(out, j * ENTRY + 1, slot)
            if mode == LISTONLY:
                put(mem, base + row.NUM_LISTED, listed)
                return LISTED
            if listed == 0:
                pc = c
            elif listed == 1 and not optional:
                put(mem, base + a, get(out, 1))
            elif mode == PLAYOUT:
                if by_chance:
                    number = get(mem, base + row.DRAWS)
                    put(mem, base + row.DRAWS, number + 1)
                    index = chance(rng, get(mem, base + row.TURN), number, listed)
                else:
                    index = below(next_bits(rng), listed + optional)
                put(mem, base + a, get(out, index * ENTRY + 1) if index < listed else -1)
                pc += op.WIDTH
            else:
                put(mem, base + row.NUM_LISTED, listed)
                put(mem, base + row.SITE, get(data, b))
                put(mem, base + row.PC, pc + op.WIDTH)
                put(mem, base + row.IDLE, 0)
                return WAITING
        elif what == op.OPEN:
            at = base + get(data, a + 1)
            sides = get(data, a + 2)
            for index in range(get(mem, at)):
                put(mem, at + 1 + sides + index, 0)
                put(mem, at + 1 + 2 * sides + index, 0)
                if get(data, a + 7):
                    draft = first + size * ROOM * (1 + index)
                    for number in range(size):
                        put(mem, draft + number, get(mem, base + number))
                    put(mem, draft + row.MOVER, get(mem, at + 1 + index))
        elif what == op.NEXTS:
            at = base + get(data, a + 1)
            sides = get(data, a + 2)
            index, count = 0, get(mem, at)
            while index < count and get(mem, at + 1 + sides + index):
                index += 1
            if index == count:
                pc = b
            else:
                put(mem, base + row.ACTOR, index)
                if mode != PLAYOUT:
                    put(mem, base + row.SITE, get(data, a))
                    put(mem, base + row.PC, pc)
                    put(mem, base + row.IDLE, 0)
                    return WAITING
        elif what == op.ENTER:
            index = get(mem, first + row.ACTOR)
            if get(data, a + 7):
                base = first + size * ROOM * (1 + index)
            else:
                put(mem, base + row.MOVER, get(mem, base + get(data, a + 1) + 1 + index))
        elif what == op.LEAVE:
            base = first
        elif what == op.NOTE:
            index = get(mem, first + row.ACTOR)
            at = first + get(data, a + 1) + 1 + 2 * get(data, a + 2) + index
            count = get(mem, at)
            if count == get(data, a + 4):
                return FAILED
            put(mem, at, count + 1)
            stride = get(data, a + 5)
            place = first + get(data, a + 3) + (index * get(data, a + 4) + count) * stride
            action = get(mem, base + row.CHOSEN)
            put(mem, place, action)
            put(mem, place + 1, get(mem, base + row.NUM_PIECES))
            described = get(data, a + 8) + action * (1 + 2 * (stride - 3))
            for number in range(get(data, described)):
                register = get(data, described + 1 + 2 * number)
                put(mem, place + 3 + number, get(mem, base + register))
        elif what == op.MADE:
            pieces = get(mem, base + row.NUM_PIECES)
            stride = get(data, a + 5)
            at = first + get(data, a + 1)
            sides = get(data, a + 2)
            if not b:
                index = get(mem, first + row.ACTOR)
                count = get(mem, at + 1 + 2 * sides + index) - 1
                place = first + get(data, a + 3) + (index * get(data, a + 4) + count) * stride
                put(mem, place + 2, pieces)
            else:
                index = get(mem, at + 1 + 3 * sides)
                count = get(mem, at + 2 + 3 * sides) - 1
                place = first + get(data, a + 3) + (index * get(data, a + 4) + count) * stride
                drafted = get(mem, place + 2) - get(mem, place + 1)
                before = get(mem, at + 3 + 3 * sides)
                for number in range(min(drafted, pieces - before)):
                    to = first + get(data, a + 6) + get(mem, place + 1) + number
                    put(mem, to, before + number)
        elif what == op.COMMIT:
            index = get(mem, first + row.ACTOR)
            put(mem, first + get(data, a + 1) + 1 + get(data, a + 2) + index, 1)
        elif what == op.SEALED:
            at = base + get(data, a + 1)
            sides, count = get(data, a + 2), get(mem, at)
            put(mem, base + row.PLY, get(mem, base + row.PLY) + count)
            put(mem, base + row.IDLE, 0)
            moves = 0
            for index in range(count):
                moves += get(mem, at + 1 + 2 * sides + index)
            put(mem, at + 1 + 3 * sides, 0)
            put(mem, at + 2 + 3 * sides, 0)
            if moves == 0:
                pc = b
            if mode == PLAYOUT and get(mem, base + row.PLY) >= max_ply:
                put(mem, base + row.PC, pc)
                return CAPPED
        elif what == op.REPLAY:
            at = base + get(data, a + 1)
            sides, stride = get(data, a + 2), get(data, a + 5)
            index, count = get(mem, at + 1 + 3 * sides), get(mem, at + 2 + 3 * sides)
            while index < get(mem, at) and count == get(mem, at + 1 + 2 * sides + index):
                index += 1
                count = 0
            put(mem, at + 1 + 3 * sides, index)
            put(mem, at + 2 + 3 * sides, count + 1)
            if index == get(mem, at):
                pc = b
            else:
                log = first + get(data, a + 3) + index * get(data, a + 4) * stride
                place = log + count * stride
                made_from = get(mem, log + 1)
                if count == 0:
                    for slot in range(get(data, head.MAX_PIECES)):
                        put(mem, first + get(data, a + 6) + slot, -1)
                put(mem, base + row.MOVER, get(mem, at + 1 + index))
                put(mem, at + 3 + 3 * sides, get(mem, base + row.NUM_PIECES))
                action = get(mem, place)
                put(mem, base + row.CHOSEN, action)
                described = get(data, a + 8) + action * (1 + 2 * (stride - 3))
                for number in range(get(data, described)):
                    value = get(mem, place + 3 + number)
                    if get(data, described + 2 + 2 * number) and value >= made_from:
                        value = get(mem, first + get(data, a + 6) + value)
                        if value < 0:
                            pc = c
                    put(mem, base + get(data, described + 1 + 2 * number), value)
        elif what == op.QUEUE:
            if base == first:
                values = (-1, -1, -1)
                one = get(data, a + 1)
                two = get(data, a + 2)
                three = get(data, a + 3)
                if not queue_event(
                    mem,
                    base,
                    data,
                    get(data, a),
                    get(mem, base + one) if one >= 0 else values[0],
                    get(mem, base + two) if two >= 0 else values[1],
                    get(mem, base + three) if three >= 0 else values[2],
                ):
                    return FAILED
        elif what == op.POP:
            count = get(mem, base + row.QUEUED)
            if count == 0:
                pc = b
            else:
                start = get(mem, base + row.QUEUE_AT)
                at = base + get(data, head.QUEUE) + start * EVENT
                for index in range(EVENT):
                    put(mem, base + a + index, get(mem, at + index))
                put(mem, base + row.QUEUED, count - 1)
                put(mem, base + row.QUEUE_AT, (start + 1) % (row.QUEUE_SIZE // EVENT))
        elif what == op.PUSHR:
            sp = get(mem, base + row.SP)
            if sp + c >= row.STACK_SIZE:
                return FAILED
            for index in range(c):
                put(mem, base + stack_at + sp + index, get(mem, base + b + index))
            put(mem, base + stack_at + sp + c, a)
            put(mem, base + row.SP, sp + c + 1)
        elif what == op.POPR:
            sp = get(mem, base + row.SP) - b
            put(mem, base + row.SP, sp)
            for index in range(b):
                put(mem, base + a + index, get(mem, base + stack_at + sp + index))
        elif what == op.TURN or what == op.TURNS:
            count = get(data, a)
            idle = get(mem, base + row.IDLE)
            if idle > 2 * count:
                pc = c
            else:
                index = get(mem, base + row.TURN_INDEX) + 1
                if index == count:
                    index = 0
                put(mem, base + row.TURN_INDEX, index)
                mover = get(data, a + 1 + index)
                put(mem, base + row.MOVER, mover)
                put(mem, base + row.IDLE, idle + 1)
                at = base + b + mover
                put(mem, at, get(mem, at) + 1)
                if what == op.TURNS:
                    put(mem, base + row.TURN, get(mem, base + row.TURN) + 1)
                    put(mem, base + row.DRAWS, 0)
        elif what == op.ROUND:
            idle = get(mem, base + row.IDLE)
            if idle > 2 * a:
                pc = c
            else:
                put(mem, base + row.MOVER, 0)
                put(mem, base + row.IDLE, idle + 1)
                for side in range(a):
                    at = base + b + side
                    put(mem, at, get(mem, at) + 1)
                put(mem, base + row.TURN, get(mem, base + row.TURN) + 1)
                put(mem, base + row.DRAWS, 0)
        elif what == op.BEGIN:
            put(mem, base + row.TURN, get(mem, base + row.TURN) + 1)
            put(mem, base + row.DRAWS, 0)
        elif what == op.RESET:
            count = get(mem, base + row.NUM_PIECES) if a else get(code, pc - 2)
            for index in range(count):
                put(mem, base + b + index, c)
        elif what == op.OVER:
            put(mem, base + row.IS_OVER, 1)
            put(mem, base + row.ENDING, a)
            put(mem, base + row.IS_VOID, c)
            put(mem, base + row.WINNER, get(mem, base + b) if b >= 0 else -1)
            put(mem, base + row.SITE, -1)
            return FINISHED
        elif what == op.SEATED:
            side = get(mem, base + b)
            turns = get(mem, base + get(data, head.SIDE_TURNS) + side)
            put(mem, base + a, seat_on_turn(mem, base, data, side, max(0, turns - 1)))
        elif what == op.COMMANDS:
            slot = get(mem, base + b)
            side = get(mem, base + owner_at + slot)
            number = get(mem, base + get(data, head.SEAT_NO) + slot)
            seat = seat_on_turn(mem, base, data, side, number) if side >= 0 else -1
            put(mem, base + a, seat)
        elif what == op.LAST:
            waiting, free, num_waiting, num_free = -1, -1, 0, 0
            for seat in range(c):
                if get(mem, base + a + seat) < 0:
                    waiting = seat
                    num_waiting += 1
            for option in range(b):
                taken = False
                for seat in range(c):
                    if get(mem, base + a + seat) == option:
                        taken = True
                if not taken:
                    free = option
                    num_free += 1
            if num_waiting == 1 and num_free == 1:
                put(mem, base + a + waiting, free)
        else:
            return FAILED
