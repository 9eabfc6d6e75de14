"""The machine: one loop over instructions, for every ruleset."""

from __future__ import annotations

from ruleengine.kernel import changes, drafts, flow, groups, leading, lines, options, twins, ways
from ruleengine.kernel.access import Numbers, compiled, copy, get, held, inlined, put, whole
from ruleengine.kernel.pieces import commander, content, fits, move_piece, next_piece, seat_now
from ruleengine.kernel.positions import count_ahead, gather, next_gathered, note_position
from ruleengine.kernel.random_bits import COPIES, below, next_bits
from ruleengine.kernel.routes import is_end, next_end, start_routes
from ruleengine.program import head
from ruleengine.program import layout as row
from ruleengine.program import opcodes as op

STEP, PLAYOUT, LISTONLY, SELFPLAY = 0, 1, 2, 3
"""Stop at every decision; play games out; list what can be decided; let only chance fall."""
FINISHED, LISTED, CAPPED, OUT_OF_FUEL, FAILED = 2, 3, 4, 5, 6
FULL, NO_PIECES, NO_MOVES, NO_POSITIONS = 7, 8, 9, 10
"""Why the machine has stopped, if it is not `WAITING`; from FULL on there is no room for more."""


@inlined
def fork(code: Numbers, pc: int, there: int, jumps: bool) -> int:  # noqa: FBT001 - as it comes
    """Return where a jump leads: there, or else to the row that follows or is told of."""
    if jumps:
        return there
    other = get(code, pc - 2)
    return other or pc


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
    """Run a row until something has to be decided; `fuel` is for the way from one such place on."""
    pc = get(mem, base + row.PC)
    size, copied = get(data, head.ROW), get(data, head.COPIED)
    owner_at, top_at, stack_at = get(data, head.OWNER), get(data, head.TOP), get(data, head.STACK)
    stack_room = get(data, head.STACK_ROOM)
    first, back, tank = base, base, fuel
    copies = whole(rng[COPIES])
    stride = size if copies else get(data, head.STRIDE)
    listed = 0
    while True:
        fuel -= 1
        if fuel < 0:
            put(mem, first + row.PC, flow.outermost(mem, first, stack_at, pc))
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
        elif what == op.LDI2:
            put(mem, base + a, b)
            put(mem, base + c, get(code, pc - 2))
            pc = get(code, pc - 1)
        elif what == op.ADD:
            put(mem, base + a, held(get(mem, base + b) + get(mem, base + c)))
        elif what == op.SUB:
            put(mem, base + a, held(get(mem, base + b) - get(mem, base + c)))
        elif what == op.MUL:
            put(mem, base + a, held(get(mem, base + b) * get(mem, base + c)))
        elif what == op.DIV:
            put(mem, base + a, get(mem, base + b) // get(mem, base + c))
        elif what == op.MOD:
            put(mem, base + a, get(mem, base + b) % get(mem, base + c))
        elif what == op.ADDI:
            put(mem, base + a, held(get(mem, base + b) + c))
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
            d, e = get(code, pc - 2), get(code, pc - 1)
            put(mem, base + a, get(data, b + get(mem, base + c) * d + get(mem, base + e)))
        elif what == op.GEO:
            d = get(code, pc - 2)
            put(mem, base + a, ways.measure(data, get(mem, base + b), get(mem, base + c), d))
        elif what == op.BETWEEN:
            one, two = get(mem, base + c), get(mem, base + get(code, pc - 2))
            put(mem, base + a, whole(ways.is_between(data, get(mem, base + b), one, two)))
        elif what == op.BEYOND:
            put(mem, base + a, ways.cell_beyond(data, get(mem, base + b), get(mem, base + c)))
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
            pc = fork(code, pc, c, get(mem, base + a) == b)
        elif what == op.JNEI:
            pc = fork(code, pc, c, get(mem, base + a) != b)
        elif what == op.JLTI:
            pc = fork(code, pc, c, get(mem, base + a) < b)
        elif what == op.JLEI:
            pc = fork(code, pc, c, get(mem, base + a) <= b)
        elif what == op.JGTI:
            pc = fork(code, pc, c, get(mem, base + a) > b)
        elif what == op.JGEI:
            pc = fork(code, pc, c, get(mem, base + a) >= b)
        elif what == op.CALL:
            if not flow.push(mem, base, stack_at, stack_room, pc):
                return FULL
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
                put(mem, base + row.TRIES, 0)
                pc = a
        elif what == op.JASIDE:
            if base != first:
                pc = a
        elif what == op.NEXTP:
            slot = next_piece(mem, base, data, b, get(mem, base + a))
            if slot < 0:
                pc = c
            else:
                put(mem, base + a, slot)
        elif what == op.PUT:
            move_piece(mem, base, data, get(mem, base + a), get(mem, base + b))
            pc = c or pc
        elif what == op.CAPTURE:
            heard = b if base == first else -1
            told = first + c if c and flow.is_real(base, first, stride, copies) else -1
            if not changes.capture(mem, base, data, get(mem, base + a), heard, told):
                return FULL
        elif what == op.GIVE:
            slot, side = get(mem, base + a), get(mem, base + b)
            changes.give(mem, base, data, slot, side)
            if c >= 0 and side >= 0:
                changes.command(mem, base, data, slot, side, get(mem, base + c))
        elif what == op.BECOME:
            changes.become(mem, base, data, get(mem, base + a), get(mem, base + b))
        elif what == op.PLACE:
            kind, owner = get(mem, base + b), get(mem, base + c)
            slot = changes.put_new(mem, base, data, kind, owner, get(mem, base + get(code, pc - 2)))
            if slot < 0:
                return NO_PIECES
            put(mem, base + a, slot)
        elif what == op.HOLDS:
            d = get(code, pc - 2)
            put(mem, base + a, whole(changes.holds(mem, base, data, get(mem, base + b), c, d)))
        elif what == op.FITS:
            slot = get(mem, base + a)
            if slot >= get(mem, base + row.NUM_PIECES) or not fits(mem, base, data, b, slot):
                pc = c
        elif what == op.TWIN:
            if twins.has_twin(mem, base, data, b, get(mem, base + a)):
                pc = c
        elif what == op.FINDL:
            if not lines.find_target(mem, base, data, a):
                pc = b
        elif what == op.FAR:
            if ways.is_far(mem, base, data, get(mem, base + a), get(mem, base + b), c):
                pc = get(code, pc - 2)
        elif what == op.FINDR:
            if not is_end(mem, base, data, a):
                pc = b
        elif what == op.SNAP:
            changes.append(mem, base + b, get(mem, base + a))
        elif what == op.SORT:
            changes.sort_by_cell(mem, base, data, base + a + 1)
        elif what == op.STARTL:
            if not lines.start_line(mem, base, data, a):
                pc = b
        elif what == op.NEXTL:
            if not lines.next_target(mem, base, data, a):
                pc = b
        elif what == op.DRAWL:
            if not lines.draw_target(mem, base, data, a, rng):
                pc = b
        elif what == op.CLEAR:
            if not lines.is_clear(mem, base, data, a):
                pc = b
        elif what == op.AVOIDS:
            if lines.touches(mem, base, data, a, b, get(code, pc - 2)):
                pc = c
        elif what == op.CORNERS:
            here = get(mem, base + get(code, pc - 1))
            if lines.slips(mem, base, data, a, b, get(code, pc - 2), here):
                pc = c
        elif what == op.CORNER:
            here, there = get(mem, base + a), get(mem, base + b)
            if lines.squeezes(mem, base, data, here, there, get(code, pc - 2), get(code, pc - 1)):
                pc = c
        elif what == op.MASK:
            d = get(code, pc - 2)
            groups.mask(mem, base + a, data, b + get(mem, base + c) * d, d)
        elif what == op.CONTENT:
            cell = get(mem, base + a)
            slot = get(mem, base + top_at + cell) if cell >= 0 else -1
            mover = get(mem, base + row.MOVER)
            if content(mem, base + owner_at, base + get(data, head.NEXT), slot, mover) & ~b:
                pc = c
        elif what == op.ROUTE:
            found = start_routes(mem, base, data, a)
            if found < 0:
                return NO_MOVES
            if not found:
                pc = b
        elif what == op.NEXTR:
            if not next_end(mem, base, data, a):
                pc = b
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
            aside = base + size
            if base < copies:
                back, aside = base, copies
            if not flow.has_copy(data, aside, first, copies):
                return FULL
            copy(mem, aside, mem, base, copied)
            base = aside
        elif what == op.BACK:
            aside = base
            base = back if aside == copies else aside - size
            put(mem, base + a, get(mem, aside + a))
        elif what == op.LIST:
            put(mem, base + row.LISTING, a)
            put(mem, base + row.FOUND, 0)
            if a:
                listed = 0
        elif what == op.YIELD:
            if get(mem, base + row.LISTING):
                place = listed * ways.ENTRY
                if place + ways.ENTRY > len(out):
                    return NO_MOVES
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
            tries, plain = get(mem, base + row.TRIES), get(data, a + 5)
            if get(data, a) == 1 and plain >= 0 and get(data, plain + 27):
                result = ways.sample_army(mem, base, data, rng, plain, get(data, a + 1), tries)
            else:
                result = ways.sample(mem, base, data, rng, a, tries)
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
                    if not flow.push(mem, base, stack_at, stack_room, pc):
                        return FULL
                    pc = tail
        elif what == op.GATHER:
            if not gather(mem, base, data, a):
                return NO_MOVES
        elif what == op.NEXTG:
            if not next_gathered(mem, base, data, a):
                pc = b
        elif what == op.NOTEPOS:
            if not note_position(mem, base, data, a):
                return NO_POSITIONS
        elif what == op.COUNTPOS:
            count_ahead(mem, base, first, data, a)
        elif what == op.NEXTM:
            if not ways.next_plain(mem, base, data, a):
                pc = b
        elif what == op.GROUP:
            groups.mark(mem, base, data, a, get(mem, base + b), c, get(code, pc - 2))
        elif what == op.NEXTB:
            slot = ways.next_between(
                mem, base, data, get(mem, base + a), get(mem, base + b), get(mem, base + c)
            )
            put(mem, base + a, slot)
            if slot < 0:
                pc = get(code, pc - 2)
        elif what == op.SCAN:
            found = ways.scan_plain(mem, base, data, out, a, listed, get(mem, base + row.LISTING))
            if found < 0:
                return NO_MOVES
            if get(mem, base + row.LISTING):
                listed = found
            else:
                put(mem, base + row.FOUND, found)
        elif what == op.MISS:
            tries = get(mem, base + row.TRIES) + 1
            put(mem, base + row.TRIES, tries)
            pc = a if tries < row.MAX_TRIES else b
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
                e = get(code, pc - 1)
                if e:
                    index = leading.lead_on(mem, first, data, out, rng, e, listed, c)
                else:
                    index = below(next_bits(rng), listed + c)
                ways.pick_listed(mem, base, data, out, index, listed)
            else:
                put(mem, base + row.NUM_LISTED, listed)
                return flow.wait(mem, base, a, pc)
        elif what == op.CALLT:
            if not flow.push(mem, base, stack_at, stack_room, pc):
                return FULL
            pc = get(data, a + get(mem, base + b))
        elif what == op.TICK:
            ply = get(mem, base + row.PLY) + 1
            put(mem, base + row.PLY, ply)
            put(mem, base + row.IDLE, 0)
            fuel = tank
            if ply >= max_ply:
                put(mem, base + row.PC, pc)
                return CAPPED
        elif what == op.CHANCE:
            if mode != STEP:
                put(mem, base + a, 1 + flow.fall(mem, base, rng, b))
            else:
                return flow.wait(mem, base, c, pc)
        elif what == op.OPTION:
            if (listed + 1) * ways.ENTRY > len(out):
                return NO_MOVES
            put(out, listed * ways.ENTRY, -1)
            put(out, listed * ways.ENTRY + 1, get(mem, base + a))
            listed += 1
        elif what == op.CHOOSE:
            optional, by_chance = get(data, b + 1), get(data, b + 3)
            if get(data, b + 2):
                listed = options.sort_options(mem, base, data, out, listed, get(data, b + 4))
            if mode == LISTONLY:
                put(mem, base + row.NUM_LISTED, listed)
                return LISTED
            if listed == 0:
                pc = c
            elif listed == 1 and not optional:
                put(mem, base + a, get(out, 1))
            elif mode == PLAYOUT or (by_chance and mode == SELFPLAY):
                if by_chance:
                    index = flow.fall(mem, base, rng, listed)
                else:
                    index = below(next_bits(rng), listed + optional)
                put(mem, base + a, get(out, index * ways.ENTRY + 1) if index < listed else -1)
                pc += op.WIDTH
            else:
                put(mem, base + row.NUM_LISTED, listed)
                return flow.wait(mem, base, get(data, b), pc + op.WIDTH)
        elif what == op.OPEN:
            drafts.open_drafts(mem, base, data, a, stride)
        elif what == op.NEXTS:
            if not drafts.next_side(mem, base, data, a):
                pc = b
            elif mode != PLAYOUT:
                return flow.wait(mem, base, get(data, a), pc)
        elif what == op.ENTER:
            index = get(mem, first + row.ACTOR)
            if get(data, a + 7):
                base = first + stride * (1 + index)
            else:
                put(mem, base + row.MOVER, get(mem, base + get(data, a + 1) + 1 + index))
        elif what == op.LEAVE:
            base = first
        elif what == op.NOTE:
            fuel = tank
            if not drafts.note_move(mem, base, first, data, a):
                if mode != PLAYOUT or not leading.begin_anew(mem, first, data, a, stride, 0):
                    return NO_MOVES
                pc = b
        elif what == op.MADE:
            drafts.note_made(mem, base, first, data, a, b)
            if mode == PLAYOUT and not b and not leading.has_share(mem, base, first, data, a):
                if not leading.begin_anew(mem, first, data, a, stride, 1):
                    return NO_PIECES
                pc = c
        elif what == op.COMMIT:
            index = get(mem, first + row.ACTOR)
            put(mem, first + get(data, a + 1) + 1 + get(data, a + 2) + index, 1)
        elif what == op.SEALED:
            if drafts.seal(mem, base, data, a) == 0:
                pc = b
            fuel = tank
            if get(mem, base + row.PLY) >= max_ply:
                put(mem, base + row.PC, pc)
                return CAPPED
        elif what == op.REPLAY:
            found = drafts.read_move(mem, base, data, a)
            if found == drafts.CARRIED_OUT:
                pc = b
            elif found == drafts.DROPPED:
                pc = c
        elif what == op.QUEUE:
            if base == first and not flow.queue_described(mem, base, data, a):
                return FULL
        elif what == op.LOG:
            # Questions are asked in copies; drafts are rows of their own, and told of.
            if flow.is_real(base, first, stride, copies) and not flow.log_described(
                mem, base, data, a, first + b
            ):
                return FULL
        elif what == op.POP:
            if not flow.pop_event(mem, base, data, a):
                pc = b
        elif what == op.PUSHR:
            if not flow.keep_reaction(mem, base, data, a, b, c):
                return FULL
        elif what == op.POPR:
            flow.take_reaction(mem, base, data, a, b)
        elif what == op.TURN or what == op.TURNS:
            if not flow.next_turn(mem, base, data, a, b, whole(what == op.TURNS)):
                pc = c
        elif what == op.ROUND:
            if not flow.next_round(mem, base, data, a, b):
                pc = c
        elif what == op.BEGIN:
            flow.begin_turn(mem, base)
        elif what == op.RESET:
            count = get(mem, base + row.NUM_PIECES) if a else get(code, pc - 2)
            for index in range(count):
                put(mem, base + b + index, c)
        elif what == op.OVER:
            flow.finish(mem, base, a, get(mem, base + b) if b >= 0 else -1, c)
            return FINISHED
        elif what == op.SEATED:
            put(mem, base + a, seat_now(mem, base, data, get(mem, base + b)))
        elif what == op.COMMANDS:
            put(mem, base + a, commander(mem, base, data, get(mem, base + b)))
        elif what == op.LAST:
            changes.take_last(mem, base + a, b, c)
        elif what == op.PART:
            changes.part_with(mem, base + a, data, get(mem, base + b), get(mem, base + c))
        else:
            return FAILED
