"""Programs in which an instruction means something else, to see whether anybody notices.

A mutant rewrites every row of one instruction in the same way: it does nothing, always jumps,
does what its neighbour does, or works on something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from ruleengine.program import opcodes as op
from ruleengine.program.program import Program

Row = tuple[int, ...]
Rewrite = Callable[[int, Row], Row]
"""Takes the address of a row and its numbers."""


class Mutant(NamedTuple):
    """An instruction with another meaning."""

    opcode: int
    name: str
    rewrite: Rewrite

    def __str__(self) -> str:
        return f"{op.NAMES[self.opcode]}: {self.name}"


INSTEAD: Final[dict[int, tuple[int, ...]]] = {
    op.ADD: (op.SUB,),
    op.SUB: (op.ADD,),
    op.MUL: (op.ADD,),
    op.DIV: (op.MOD, op.MUL),
    op.MOD: (op.DIV,),
    op.MIN: (op.MAX,),
    op.MAX: (op.MIN,),
    op.NEG: (op.MOV, op.ABS),
    op.ABS: (op.MOV, op.NEG),
    op.BEYOND: (op.LDX,),
    op.JEQ: (op.JNE, op.JLE),
    op.JNE: (op.JEQ, op.JLT),
    op.JLT: (op.JLE, op.JNE),
    op.JLE: (op.JLT, op.JEQ),
    op.JEQI: (op.JNEI, op.JLEI, op.JGEI),
    op.JNEI: (op.JEQI, op.JLTI, op.JGTI),
    op.JLTI: (op.JLEI, op.JGEI),
    op.JLEI: (op.JLTI, op.JGTI),
    op.JGTI: (op.JGEI, op.JLEI),
    op.JGEI: (op.JGTI, op.JLTI),
    op.CALL: (op.JMP,),
    op.JMP: (op.CALL,),
    op.NEXTL: (op.STARTL,),
    op.STARTL: (op.FINDL,),
    op.FINDR: (op.NEXTR,),
    op.NEXTP: (op.FITS,),
    op.FITS: (op.NEXTP,),
    op.TURN: (op.TURNS,),
    op.TURNS: (op.TURN,),
    op.SEATED: (op.COMMANDS,),
    op.COMMANDS: (op.SEATED,),
    op.OPTION: (op.BACK,),
}
"""What could be taken for an instruction: neighbours that take the same operands."""


def mutants_of(opcode: int) -> Iterator[Mutant]:
    """Yield the other meanings of an instruction."""
    yield Mutant(opcode, "does nothing", _nothing)
    for index, shape in enumerate(op.SHAPES[opcode]):
        if shape == op.ADDRESS and opcode != op.JMP:
            yield Mutant(opcode, f"always goes to {'abcde'[index]}", _always(index))
        if shape != op.OPTIONAL:
            by = op.WIDTH if shape == op.ADDRESS else 1
            yield Mutant(opcode, f"{'abcde'[index]} is off by {by}", _other(index, by))
    for other in INSTEAD.get(opcode, ()):
        yield Mutant(opcode, f"is {op.NAMES[other]}", _instead(other))


def _nothing(address: int, row: Row) -> Row:
    del row
    return (op.JMP, address + op.WIDTH, 0, 0, 0, 0)


def _always(index: int) -> Rewrite:
    return lambda _address, row: (op.JMP, row[1 + index], 0, 0, 0, 0)


def _other(index: int, by: int) -> Rewrite:
    def rewrite(_address: int, row: Row) -> Row:
        value = row[1 + index]
        return (*row[: 1 + index], value + by if value >= 0 else value, *row[2 + index :])

    return rewrite


def _instead(other: int) -> Rewrite:
    return lambda _address, row: (other, *row[1:])


def mutated(program: Program, mutant: Mutant) -> Program:
    """Return a program in which the instruction has the other meaning."""
    code = list(program.code)
    for address in range(0, len(code), op.WIDTH):
        if code[address] == mutant.opcode:
            row = tuple(code[address : address + op.WIDTH])
            code[address : address + op.WIDTH] = mutant.rewrite(address, row)
    return replace(program, code=code)
