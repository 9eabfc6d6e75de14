"""Expressions become code: a value in a register, or a jump when a condition fails."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ruleengine.compiler import lines
from ruleengine.compiler.assembler import Label
from ruleengine.errors import InternalError, UncompiledError
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.absence import can_be_nothing
from ruleengine.program import opcodes as op
from ruleengine.program.layout import (
    ABSENT_NUMBER,
    ASIDE,
    MOVER,
    PHASE,
    PLY,
    REPETITIONS,
    SINCE,
    SP,
    TURN,
)
from ruleengine.schema.expression import Expression

if TYPE_CHECKING:
    from ruleengine.compiler.context import Context

Env = dict[str, int]
"""Local names and their registers."""

_ARITHMETIC = {"+": op.ADD, "-": op.SUB, "*": op.MUL, "/": op.DIV, "%": op.MOD}


def may_lack(node: tree.Resolved) -> bool:
    """Return whether a value can turn out to be absent."""
    return can_be_nothing(node)


def absent(type_: str) -> int:
    """Return what stands for a missing value of a type."""
    return ABSENT_NUMBER if type_ == "number" else -1


class Values(ABC):
    """Writes the code of expressions."""

    def __init__(self, context: Context) -> None:
        self.c = context
        self.asm = context.asm
        self.calls: dict[str, Callable[[tree.Invocation, Env], int]] = {}
        self.tests: dict[str, Callable[[tree.Invocation, Env, Label], None]] = {}
        self.searches: dict[str, Callable[[tree.Invocation, Env, int, int], int]] = {}
        self.known_locals: dict[str, int] = {}

    @abstractmethod
    def jump_unless(self, node: tree.Resolved, env: Env, label: Label) -> None:
        """Write code that goes to `label` when a condition is false; see `Conditions`."""

    # -- entry points

    def value(self, expression: Expression, env: Env) -> int:
        """Write code that works out an expression; return the register it is in."""
        return self.node(self.c.resolved.checked[expression].root, env)

    def value_of(self, type_: str, expression: Expression, env: Env) -> int:
        """Write an expression of a type that may be the word `nothing`."""
        root = self.c.resolved.checked[expression].root
        is_nothing = isinstance(root, tree.Literal) and root.value is None
        return self.load(absent(type_)) if is_nothing else self.node(root, env)

    def unless(self, expression: Expression, env: Env, label: Label) -> None:
        """Write code that goes to `label` when a condition does not hold."""
        with self.asm.working():
            self.jump_unless(self.c.resolved.checked[expression].root, env, label)

    def present(self, expression: Expression, env: Env, label: Label) -> int:
        """Write code that works out an expression, or goes to `label` when it is nothing."""
        register = self.value(expression, env)
        root = self.c.resolved.checked[expression].root
        if may_lack(root):
            self.asm.emit(op.JEQI, register, absent(root.type), label)
        return register

    def constant(self, node: tree.Resolved) -> int | None:
        """Return the number that stands for a value known now."""
        match node:
            case tree.Literal():
                if node.value is None:
                    return None
                return int(node.value)
            case tree.Word():
                return self.c.word(node.word)
            case tree.Reference():
                symbol = node.symbol
                if symbol.role in ("constant", "flag", "cell"):
                    if isinstance(symbol.value, str):
                        return self.c.word(symbol.value)
                    return None if symbol.value is None else int(symbol.value)
                if symbol.role in ("side", "seat", "kind", "zone", "color", "phase"):
                    return self.c.symbol_id(symbol)
                if symbol.role == "local":
                    return self.known_locals.get(symbol.name)
            case tree.MemberOf():
                return self._known_member(node)
            case tree.Invocation() if node.function.name == "part":
                return self._known_part(node)
            case _:
                pass
        return None

    def _known_member(self, node: tree.MemberOf) -> int | None:
        of = self.constant(node.of)
        if of is None:
            return None
        match (node.of.type, node.name):
            case ("side", "opponent"):
                return (of + 1) % self.c.layout.num_sides
            case ("zone", "owner") if self.c.owners_stay:
                owner = self.c.grid.zones[of].owner
                return None if owner is None else self.c.names.sides.index(owner)
            case ("kind", name) if not node.member.keep:
                kinds = list(self.c.resolved.ruleset.kinds.values())
                return int(self.c.resolved.number(kinds[of].attributes[name]))
            case _:
                return None

    def _known_part(self, node: tree.Invocation) -> int | None:
        zone, side = (self.constant(argument) for argument in node.args)
        if zone is None or side is None or not self.c.owners_stay:
            return None
        zones = self.c.grid.zones
        owner = self.c.names.sides[side]
        parts = zones[zone].parts or (zone,)
        return next((part for part in parts if zones[part].owner == owner), None)

    @contextmanager
    def knowing(self, names: dict[str, int]) -> Iterator[None]:
        """Write code in which some local names stand for numbers that are known now."""
        before = self.known_locals
        self.known_locals = {**before, **names}
        yield
        self.known_locals = before

    # -- values

    def node(self, node: tree.Resolved, env: Env) -> int:
        """Write code that works out a part; return the register it is in."""
        known = self.constant(node)
        if known is not None:
            return self.load(known)
        match node:
            case tree.Literal():
                return self.load(-1)
            case tree.Reference():
                return self.reference(node, env)
            case tree.MemberOf():
                return self.member(node, env)
            case tree.CellOf():
                return self.indexed(
                    "cell", self.node(node.piece, env), unsure=may_lack(node.piece), missing=-1
                )
            case tree.Negation():
                return self.negation(node, env)
            case tree.Arithmetic():
                return self.arithmetic(node, env)
            case tree.Invocation() if node.type != "truth":
                return self.invocation(node, env)
            case tree.Lookup():
                return self.lookup(node, env)
            case _ if node.type == "truth":
                return self.truth(node, env)
            case _:
                raise InternalError(f"no code for {type(node).__name__}")

    def load(self, number: int) -> int:
        """Return a register that holds a number; it must not be written to."""
        return self.c.constant(number)

    def direct(self, expression: Expression, env: Env) -> int | None:
        """Return the register that already holds a value, if no code is needed for it."""
        return self.direct_node(self.c.resolved.checked[expression].root, env)

    def direct_node(self, node: tree.Resolved, env: Env) -> int | None:
        """Return the register that already holds the value of a part."""
        known = self.constant(node)
        if known is not None:
            return self.load(known)
        if isinstance(node, tree.Reference):
            symbol = node.symbol
            if symbol.role == "local":
                return env[symbol.name]
            if symbol.role == "die":
                return self.c.layout.at("dice") + self.c.symbol_id(symbol)
            if symbol.role == "counter" and self.c.counters[symbol.name].per == "game":
                return self.c.counters[symbol.name].offset
            if symbol.role == "builtin" and symbol.name == "mover":
                return MOVER
        return None

    def truth(self, node: tree.Resolved, env: Env) -> int:
        """Write a condition as 1 or 0."""
        register, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, register, 0)
        self.jump_unless(node, env, done)
        self.asm.emit(op.LDI, register, 1)
        self.asm.here(done)
        return register

    def reference(self, node: tree.Reference, env: Env) -> int:
        symbol = node.symbol
        match symbol.role:
            case "local":
                return env[symbol.name]
            case "die":
                return self.c.layout.at("dice") + self.c.symbol_id(symbol)
            case "counter":
                return self.counter(symbol.name, None)
            case "mark":
                return self.mark(symbol.name)
            case "condition":
                return self.truth(node, env)
            case "builtin":
                return self.builtin(symbol.name)
            case _:
                raise InternalError(f"no code for the name '{symbol.name}'")

    def builtin(self, name: str) -> int:
        match name:
            case "mover":
                return MOVER
            case "nobody":
                return self.load(-1)
            case "turn":
                return TURN
            case "ply":
                return PLY
            case "phase":
                return PHASE
            case "repetitions":
                return REPETITIONS
            case "since_repetition":
                return SINCE
            case "opponent":
                return self.cycle(MOVER, self.c.layout.num_sides)
            case "seat":
                register = self.asm.temp()
                self.asm.emit(op.SEATED, register, MOVER)
                return register
            case _:
                raise UncompiledError(f"'{name}'", self.asm.span)

    def call_aside(self, steps: Label) -> None:
        """Run steps on the copy that a question is put to; they may leave all at once."""
        if self.c.leaves_asides:
            self.asm.emit(op.ADDI, ASIDE, SP, 1)
        self.asm.call(steps)

    def leave_aside(self) -> None:
        """Write that what ends the game or the phase only ends the steps, in a question."""
        if not self.c.leaves_asides:
            return
        real, aside = Label(), Label()
        self.asm.emit(op.JASIDE, aside)
        self.asm.jump(real)
        self.asm.here(aside)
        self.asm.emit(op.MOV, SP, ASIDE)
        self.asm.ret()
        self.asm.here(real)

    def cycle(self, register: int, count: int) -> int:
        """Write the one after, the first following the last."""
        after = self.asm.temp()
        following = self.asm.table([(number + 1) % count for number in range(count)])
        self.asm.emit(op.TAB, after, following, register)
        return after

    def counter(self, name: str, owner: int | None) -> int:
        """Write the value of a counter, for an owner or for the one on turn."""
        place = self.c.counters[name]
        if place.per == "game":
            return place.offset
        register = self.asm.temp()
        if owner is None:
            owner = MOVER
            if place.per == "seat":
                owner = self.builtin("seat")
        self.asm.emit(op.LDX, register, place.offset, owner)
        return register

    def mark(self, name: str) -> int:
        """Write the value of a mark: once for the game, or for the one on turn."""
        place = self.c.marks[name]
        if place.per == "game":
            return place.offset
        owner = MOVER if place.per == "side" else self.builtin("seat")
        return self.indexed(f"mark {name}", owner, unsure=place.per == "seat", missing=-1)

    def indexed(self, section: str, index: int, *, unsure: bool, missing: int) -> int:
        """Write the entry of a section at an index that may be absent."""
        register = self.asm.temp()
        offset = self.c.layout.at(section)
        if not unsure:
            self.asm.emit(op.LDX, register, offset, index)
            return register
        done = Label()
        self.asm.emit(op.LDI, register, missing)
        self.asm.emit(op.JEQI, index, -1, done)
        self.asm.emit(op.LDX, register, offset, index)
        self.asm.here(done)
        return register

    def member(self, node: tree.MemberOf, env: Env) -> int:
        of = self.node(node.of, env)
        unsure = may_lack(node.of)
        missing = absent(node.type)
        match (node.of.type, node.name):
            case ("piece", "owner" | "kind" | "cell" | "home"):
                return self.indexed(node.name, of, unsure=unsure, missing=missing)
            case ("zone", "owner"):
                return self.indexed("zone_owner", of, unsure=unsure, missing=missing)
            case ("seat", "side"):
                return self.indexed("seat_side", of, unsure=unsure, missing=missing)
            case ("seat", "color"):
                return self.indexed("seat_color", of, unsure=unsure, missing=missing)
            case ("piece", "seat"):
                return self.unless_absent(
                    of,
                    lambda d: self.asm.emit(op.COMMANDS, d, of),
                    unsure=unsure,
                    missing=missing,
                )
            case ("cell", "row"):
                columns = self.c.grid.columns
                rows = [place // columns for place in range(self.c.layout.num_places)]
                return self.looked_up(rows, of, unsure=unsure, missing=missing)
            case ("cell", "column"):
                columns = self.c.grid.columns
                cells = [place % columns for place in range(self.c.layout.num_places)]
                return self.looked_up(cells, of, unsure=unsure, missing=missing)
            case ("side", "opponent"):
                return self.following(of, self.c.layout.num_sides, unsure=unsure)
            case ("side", "forward"):
                sides = self.c.resolved.ruleset.sides.values()
                ahead = [lines.number_of(side.forward) for side in sides]
                return self.looked_up(ahead, of, unsure=unsure, missing=missing)
            case ("seat", "next"):
                return self.following(of, self.c.layout.num_seats, unsure=unsure)
            case ("color", "next"):
                return self.following(of, self.c.layout.num_colors, unsure=unsure)
            case _ if node.member.keep:
                return self.kept(node, of, unsure=unsure, missing=missing)
            case _:
                return self.declared(node, of, unsure=unsure, missing=missing)

    def following(self, of: int, count: int, *, unsure: bool) -> int:
        return self.looked_up(
            [(n + 1) % count for n in range(count)], of, unsure=unsure, missing=-1
        )

    def looked_up(self, values: list[int], of: int, *, unsure: bool, missing: int) -> int:
        table = self.asm.table(values)
        return self.unless_absent(
            of, lambda d: self.asm.emit(op.TAB, d, table, of), unsure=unsure, missing=missing
        )

    def unless_absent(
        self, of: int, write: Callable[[int], None], *, unsure: bool, missing: int
    ) -> int:
        register = self.asm.temp()
        done = Label()
        if unsure:
            self.asm.emit(op.LDI, register, missing)
            self.asm.emit(op.JEQI, of, -1, done)
        write(register)
        self.asm.here(done)
        return register

    def kept(self, node: tree.MemberOf, of: int, *, unsure: bool, missing: int) -> int:
        """Write the counter or mark of a piece, cell, side or seat."""
        is_mark = node.member.absent
        section = f"{'mark' if is_mark else 'counter'} {node.name}"
        place = (self.c.marks if is_mark else self.c.counters)[node.name]
        if not (is_mark and place.per == "piece"):
            return self.indexed(section, of, unsure=unsure, missing=missing)
        # Nothing is remembered of a piece that has left the game.
        register, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, register, -1)
        if unsure:
            self.asm.emit(op.JEQI, of, -1, done)
        cell = self.indexed("cell", of, unsure=False, missing=-1)
        self.asm.emit(op.JEQI, cell, -1, done)
        self.asm.emit(op.LDX, register, place.offset, of)
        self.asm.here(done)
        return register

    def declared(self, node: tree.MemberOf, of: int, *, unsure: bool, missing: int) -> int:
        """Write what the ruleset itself says of a kind, or of the kind of a piece."""
        resolved = self.c.resolved
        kinds = resolved.ruleset.kinds.values()
        table = self.asm.table([int(resolved.number(kind.attributes[node.name])) for kind in kinds])
        kind_at = self.c.layout.at("kind")

        def write(register: int) -> None:
            kind = of
            if node.of.type == "piece":
                self.asm.emit(op.LDX, register, kind_at, of)
                kind = register
            self.asm.emit(op.TAB, register, table, kind)

        return self.unless_absent(of, write, unsure=unsure, missing=missing)

    def negation(self, node: tree.Negation, env: Env) -> int:
        of, register, done = self.node(node.of, env), self.asm.temp(), Label()
        self.asm.emit(op.LDI, register, ABSENT_NUMBER)
        self.asm.emit(op.JEQI, of, ABSENT_NUMBER, done)
        self.asm.emit(op.NEG, register, of)
        self.asm.here(done)
        return register

    def arithmetic(self, node: tree.Arithmetic, env: Env) -> int:
        left = self.node(node.left, env)
        known = self.constant(node.right)
        register, done = self.asm.temp(), Label()
        if may_lack(node):
            self.asm.emit(op.LDI, register, ABSENT_NUMBER)
            self.asm.emit(op.JEQI, left, ABSENT_NUMBER, done)
        if known is not None and node.op in "+-":
            self.asm.emit(op.ADDI, register, left, known if node.op == "+" else -known)
            self.asm.here(done)
            return register
        right = self.node(node.right, env)
        if may_lack(node.right):
            self.asm.emit(op.JEQI, right, ABSENT_NUMBER, done)
        self.asm.emit(_ARITHMETIC[node.op], register, left, right)
        self.asm.here(done)
        return register

    # -- calls

    def invocation(self, node: tree.Invocation, env: Env) -> int:
        """Write a call; asked about nothing, it counts none or gives nothing itself."""
        name = node.function.name
        return self.calls[name](node, env)

    def lookup(self, node: tree.Lookup, env: Env) -> int:
        """Write the question to a table."""
        place = self.c.tables[node.symbol.name]
        # All of them first: a table may be asked with what it answers itself.
        values = [self.node(argument, env) for argument in node.args]
        for register, value in zip(place.given, values, strict=True):
            self.asm.emit(op.MOV, register, value)
        self.asm.call(place.entry)
        answer = self.asm.temp()
        self.asm.emit(op.MOV, answer, place.result)
        return answer

    def zone_table(self, zones: list[int]) -> int:
        """Return the table that says of every place whether it is in one of the zones."""
        cells = frozenset().union(*(self.c.grid.zones[zone].cells for zone in zones))
        return self.place_table(cells)

    def place_table(self, cells: frozenset[int]) -> int:
        """Return the table that says of every place whether it is one of these."""
        return self.asm.table([int(p in cells) for p in range(self.c.layout.num_places)])

    def zones_table(self) -> int:
        """Return the table of all zones, one after the other."""
        return self.asm.table(
            [
                int(place in zone.cells)
                for zone in self.c.grid.zones
                for place in range(self.c.layout.num_places)
            ]
        )
