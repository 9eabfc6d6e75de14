"""Code that writes what counters and marks keep, and lets pieces begin or lose them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleengine.compiler.assembler import Label
from ruleengine.compiler.context import CounterPlace
from ruleengine.program import opcodes as op

if TYPE_CHECKING:
    from ruleengine.compiler.values import Values


def keep(v: Values, place: CounterPlace, owner: int, value: int) -> None:
    """Write a value of a counter or mark; those before it move on by one.

    A piece of a kind that has no such counter stays as it is.
    """
    lacks = Label()
    if place.has:
        with v.asm.working():
            kind = v.indexed("kind", owner, unsure=False, missing=-1)
            _unless_kind_has(v, place, kind, lacks)
    for back in range(place.keep - 1, 0, -1):
        with v.asm.working():
            moved = v.asm.temp()
            v.asm.emit(op.LDX, moved, place.offset + (back - 1) * place.count, owner)
            v.asm.emit(op.STX, place.offset + back * place.count, owner, moved)
    v.asm.emit(op.STX, place.offset, owner, value)
    v.asm.here(lacks)


def begin_with(v: Values, place: CounterPlace, piece: int, kind: int) -> None:
    """Write that something kept per piece is as at the start for a piece of a kind."""
    v.asm.emit(op.STX, place.offset, piece, _start(v, place, kind))
    for back in range(1, place.keep):
        v.asm.emit(op.STX, place.offset + back * place.count, piece, v.load(place.before))


def turn_into(v: Values, place: CounterPlace, piece: int, kind: int) -> None:
    """Write that a piece loses a counter, or begins with one, as not all kinds have it."""
    if not place.has:
        return
    anew, both = Label(), Label()
    with v.asm.working():
        before = v.indexed("kind", piece, unsure=False, missing=-1)
        _unless_kind_has(v, place, before, anew)
        _unless_kind_has(v, place, kind, anew)
        v.asm.jump(both)
        v.asm.here(anew)
        begin_with(v, place, piece, kind)
        v.asm.here(both)


def _start(v: Values, place: CounterPlace, kind: int) -> int:
    """Return a register with what something kept per piece starts with, by its kind."""
    if len(set(place.starts)) <= 1:
        return v.load(place.starts[0] if place.starts else place.start)
    found = v.asm.temp()
    v.asm.emit(op.TAB, found, v.asm.table(list(place.starts)), kind)
    return found


def _unless_kind_has(v: Values, place: CounterPlace, kind: int, otherwise: Label) -> None:
    """Jump where pieces of a kind have no such counter."""
    has = v.asm.temp()
    v.asm.emit(op.TAB, has, v.asm.table([*place.has]), kind)
    v.asm.emit(op.JEQI, has, 0, otherwise)
