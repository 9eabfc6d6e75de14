"""Filters of pieces and cells become loops, and counts become numbers that are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ruleengine.compiler import chains, groups
from ruleengine.compiler.assembler import Label, Tail
from ruleengine.compiler.filter_parts import (
    CellTest,
    PieceTest,
    cells_of_call,
    cells_of_model,
    pieces_of_call,
    pieces_of_model,
)
from ruleengine.compiler.places import write_between, write_on_top
from ruleengine.compiler.values import Env, Values, may_lack
from ruleengine.errors import InternalError
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.absence import is_nobody
from ruleengine.expressions.asked import asked_beside
from ruleengine.expressions.chain_names import asks_of_steps
from ruleengine.program import opcodes as op
from ruleengine.schema.selectors import CellFilter, PieceFilter

HAS_OWNER, HAS_KINDS, HAS_PLACES, HAS_CELL, ANYWHERE, WITH_GONE = 1, 2, 4, 8, 16, 32
MAX_TALLIES = 24
"""More than that are counted one by one; every move has to keep them."""


class Filters:
    """Writes loops over the pieces or cells that fit."""

    def __init__(self, values: Values) -> None:
        self.v = values
        self.asm = values.asm
        self.c = values.c

    def of_model(self, filter_: PieceFilter) -> PieceTest:
        """Return the parts of a filter of a rule."""
        return pieces_of_model(filter_, self.c.resolved.checked)

    def of_call(self, node: tree.Invocation) -> PieceTest:
        """Return the parts of the filter of a function."""
        return pieces_of_call(node)

    # -- counting

    def tally(self, test: PieceTest) -> int | None:
        """Return the offset of kept counts by owner for a filter, or None when it has none."""
        if (test.at, test.between, test.seat, test.where) != (None, None, None, None):
            return None
        if test.has_groups or test.on_top is not None:
            return None
        kinds = self.known(test.kinds)
        zones = self.known(test.zones)
        if kinds is False or zones is False:
            return None
        if isinstance(zones, frozenset):
            grid = self.c.grid
            cells = frozenset().union(*(grid.zones[zone].cells for zone in zones))
        else:
            cells = frozenset(range(self.c.layout.num_cells))
        everything = frozenset(range(self.c.layout.num_kinds))
        key = (cells, kinds if isinstance(kinds, frozenset) else everything)
        if key not in self.c.tallies:
            if len(self.c.tallies) >= MAX_TALLIES:
                return None
            name = f"tally {len(self.c.tallies)}"
            self.c.tallies[key] = self.c.layout.section(name, self.c.layout.num_sides)
        return self.c.tallies[key]

    def known(self, nodes: tuple[tree.Resolved, ...] | None) -> frozenset[int] | bool | None:
        """Return the numbers of some values; None for no values, False when play decides."""
        if nodes is None:
            return None
        known = [self.v.constant(node) for node in nodes]
        if any(number is None for number in known):
            return False
        return frozenset(number for number in known if number is not None)

    def is_tallied(self, test: PieceTest) -> bool:
        """Return whether a count is kept: one of sides, as what nobody owns is counted anew."""
        if test.owner is None:
            return not self.c.has_neutral and self.tally(test) is not None
        return not may_lack(test.owner) and self.tally(test) is not None

    def count(self, test: PieceTest, env: Env) -> int:
        """Write how many pieces fit."""
        total = self.asm.temp()
        tally = self.tally(test) if self.is_tallied(test) else None
        if tally is not None:
            if test.owner is not None:
                owner = self.v.constant(test.owner)
                if owner is not None:
                    return tally + owner
                self.asm.emit(op.LDX, total, tally, self.v.node(test.owner, env))
                return total
            if self.c.layout.num_sides == 1:
                return tally
            self.asm.emit(op.ADD, total, tally, tally + 1)
            for side in range(2, self.c.layout.num_sides):
                self.asm.emit(op.ADD, total, total, tally + side)
            return total
        self.asm.emit(op.LDI, total, 0)

        def each(_piece: int) -> None:
            self.asm.emit(op.ADDI, total, total, 1)

        self.loop_in_any_order(test, env, each)
        return total

    def loop_in_any_order(self, test: PieceTest, env: Env, each: Callable[[int], None]) -> None:
        """Write a loop over the pieces that fit; neighbors are looked for on their cells."""
        beside = asked_beside(test.where)
        if beside is None:
            self.loop(test, env, each)
            return
        test = self.grouped(replace(test, where=beside.rest), env)
        cell, piece = self.asm.temp(), self.asm.temp()
        again, done, inner, following = Label(), Label(), Label(), Label()
        described = self.prepare(test, env, done)
        chains.next_beside(self.v, cell, self.v.node(beside.spot, env), again, done)
        self.asm.emit(op.LDX, piece, self.c.layout.at("top"), cell)
        self.asm.here(inner)
        self.asm.emit(op.JLTI, piece, 0, again)
        self.asm.emit(op.FITS, piece, described, following)
        self.rest(test, {**env, "it": piece}, piece, following)
        each(piece)
        self.asm.here(following)
        self.asm.emit(op.LDX, piece, self.c.layout.at("next"), piece)
        self.asm.jump(inner)
        self.asm.here(done)

    # -- loops

    def loop(
        self,
        test: PieceTest,
        env: Env,
        each: Callable[[int], None],
        piece: int | None = None,
        *,
        with_gone: bool = False,
    ) -> None:
        """Write a loop over the pieces that fit, in the order of slots.

        With `with_gone`, pieces that have left the game may fit too, unless a place is named.
        """
        piece = self.asm.temp() if piece is None else piece
        again, done = Label(), Label()
        test = self.grouped(test, env)
        described = self.prepare(test, env, done, with_gone=with_gone)
        if test.between is not None and not self.c.grid.has_gaps:
            # Few cells lie between two others: it is quicker to look at them than at all pieces.
            ends = [self.v.node(end, env) for end in test.between]
            test = replace(test, between=None)
            self.asm.emit(op.LDI, piece, -1)
            self.asm.here(again)
            self.asm.emit(op.NEXTB, piece, *ends, done)
            self.asm.emit(op.FITS, piece, described, again)
        else:
            self.asm.emit(op.LDI, piece, -1)
            self.asm.here(again)
            self.asm.emit(op.NEXTP, piece, described, done)
        self.rest(test, {**env, "it": piece}, piece, again)
        each(piece)
        self.asm.jump(again)
        self.asm.here(done)

    def is_native(self, test: PieceTest) -> bool:
        """Return whether the kernel can test the whole filter itself."""
        return (
            (test.at, test.between, test.seat, test.where, test.on_top) == (None,) * 5
            and not test.has_groups
            and self.known(test.kinds) is not False
            and self.known(test.zones) is not False
        )

    def native_table(self, test: PieceTest, owner: int) -> int:
        """Return the table of a filter that the kernel tests itself."""
        flags, kinds_at, places = HAS_OWNER if test.owner is not None else 0, 0, 0
        kinds, zones = self.known(test.kinds), self.known(test.zones)
        if isinstance(kinds, frozenset) and len(kinds) < self.c.layout.num_kinds:
            flags |= HAS_KINDS
            kinds_at = self.asm.table([int(k in kinds) for k in range(self.c.layout.num_kinds)])
        if isinstance(zones, frozenset):
            flags |= HAS_PLACES
            places = self.v.zone_table(sorted(zones))
        return self.asm.table([flags, owner, kinds_at, places, 0])

    def prepare(self, test: PieceTest, env: Env, nobody: Label, *, with_gone: bool = False) -> int:
        """Work out what does not change in the loop; return the table that describes it."""
        flags, owner, kinds, places, cell = 0, 0, 0, 0, 0
        if test.owner is not None:
            flags |= HAS_OWNER
            owner = self.v.node(test.owner, env)
            if may_lack(test.owner) and not is_nobody(test.owner):
                self.asm.emit(op.JEQI, owner, -1, nobody)
        known = self.known(test.kinds)
        if isinstance(known, frozenset):
            flags |= HAS_KINDS
            kinds = self.asm.table([int(k in known) for k in range(self.c.layout.num_kinds)])
        zones = self.known(test.zones)
        if isinstance(zones, frozenset):
            flags |= HAS_PLACES
            places = self.v.zone_table(sorted(zones))
        elif zones is False or test.at is not None or test.between is not None:
            flags |= ANYWHERE
        elif with_gone:
            flags |= WITH_GONE
        if test.at is not None:
            flags |= HAS_CELL
            cell = self.v.node(test.at, env)
            if may_lack(test.at):
                self.asm.emit(op.JEQI, cell, -1, nobody)
        return self.asm.table([flags, owner, kinds, places, cell])

    def rest(self, test: PieceTest, env: Env, piece: int, no: Label) -> None:
        """Write what the kernel does not test itself; go to `no` when it fails."""
        if test.has_groups:
            raise InternalError("chains and rows are marked before they are asked about")
        with self.asm.working():
            if test.marked:
                cell = self.v.indexed("cell", piece, unsure=False, missing=-1)
                self.asm.emit(op.JLTI, cell, 0, no)
                self.is_marked(test.marked, cell, no)
            if test.stepped is not None:
                self.is_marked((test.stepped,), piece, no)
            if self.known(test.kinds) is False:
                fits = Label()
                kind = self.v.indexed("kind", piece, unsure=False, missing=-1)
                for node in test.kinds or ():
                    self.asm.emit(op.JEQ, kind, self.v.node(node, env), fits)
                self.asm.jump(no)
                self.asm.here(fits)
            if self.known(test.zones) is False:
                fits = Label()
                cell = self.v.indexed("cell", piece, unsure=False, missing=-1)
                self.asm.emit(op.JLTI, cell, 0, no)
                self.in_any(test.zones or (), cell, env, fits)
                self.asm.jump(no)
                self.asm.here(fits)
            if test.between is not None:
                ends = [self.v.node(end, env) for end in test.between]
                cell, inside = (
                    self.v.indexed("cell", piece, unsure=False, missing=-1),
                    self.asm.temp(),
                )
                write_between(self.v, inside, cell, *ends)
                self.asm.emit(op.JEQI, inside, 0, no)
            if test.seat is not None:
                seat = self.asm.temp()
                self.asm.emit(op.COMMANDS, seat, piece)
                self.asm.emit(op.JNE, seat, self.v.node(test.seat, env), no)
            if test.on_top is not None:
                write_on_top(self.v, test.on_top, env, piece, no)
            for condition in (test.through, test.where):
                if condition is not None:
                    self.v.jump_unless(condition, env, no)

    # -- chains and rows

    def grouped(self, test: PieceTest, env: Env) -> PieceTest:
        """Write what marks the chains and rows that a filter asks for; return it without them."""
        if not test.has_groups:
            return test
        if test.linked is not None and asks_of_steps(test.through):
            return self._stepped(test, env)
        alike = PieceTest(test.owner, test.kinds, where=test.through, on_top=test.on_top)
        marked: list[Tail] = []

        def candidates(at: Tail) -> None:
            def each(piece: int) -> None:
                cell = self.v.indexed("cell", piece, unsure=False, missing=-1)
                self.asm.emit(op.STX, at, cell, self.v.load(groups.CANDIDATE))

            self.loop(alike, env, each)

        if test.linked is not None:
            marked.append(self._marks(candidates))
            self._link(marked[-1], test.linked, env)
        if test.in_row is not None:
            marked.append(self._marks(candidates))
            with self.asm.working():
                length = self.v.node(test.in_row, env)
                axes = self.asm.table(groups.axes(self.c.grid))
                self.asm.emit(op.GROUP, marked[-1], length, axes, groups.IN_ROWS)
        return replace(test, linked=None, in_row=None, marked=tuple(marked))

    def grouped_cells(self, test: CellTest, env: Env) -> CellTest:
        """Write what marks the chain that a filter of cells asks for; return it without it."""
        if test.linked is None:
            return test
        steps = test.through if asks_of_steps(test.through) else None
        alike = CellTest(empty=test.empty, where=test.through if steps is None else None)

        def candidates(at: Tail) -> None:
            one = self.v.load(groups.CANDIDATE)
            self.cell_loop(alike, env, lambda cell: self.asm.emit(op.STX, at, cell, one))

        at = self._marks(candidates)
        if steps is None:
            self._link(at, test.linked, env)
        else:
            chains.follow_cells(self.v, chains.Chain(at, test.linked, steps), env)
        return test._replace(linked=None, marked=(at,))

    def _stepped(self, test: PieceTest, env: Env) -> PieceTest:
        """Write what marks the pieces that the steps of a chain lead to; return the rest."""
        if test.linked is None or test.through is None:
            raise InternalError("a chain with steps leads somewhere, and asks something of them")
        pieces = Tail(self.c.layout, f"steps {self.c.num_groups + 1}", self.c.layout.max_pieces)
        self.asm.emit(op.RESET, 0, pieces, 0, self.c.layout.max_pieces)
        alike = PieceTest(test.owner, test.kinds, on_top=test.on_top)

        def candidates(at: Tail) -> None:
            def each(piece: int) -> None:
                cell = self.v.indexed("cell", piece, unsure=False, missing=-1)
                self.asm.emit(op.STX, at, cell, self.v.load(groups.CANDIDATE))
                self.asm.emit(op.STX, pieces, piece, self.v.load(groups.CANDIDATE))

            self.loop(alike, env, each)

        chain = chains.Chain(self._marks(candidates), test.linked, test.through)
        chains.follow_pieces(self.v, chain, pieces, env)
        return replace(test, linked=None, through=None, stepped=pieces)

    def _marks(self, candidates: Callable[[Tail], None]) -> Tail:
        """Write what marks the cells that may belong to a chain or row; return where."""
        layout, self.c.num_groups = self.c.layout, self.c.num_groups + 1
        # Behind the marks is room for the ends of chains that are still to be followed.
        room = layout.num_places + layout.num_cells
        at = Tail(layout, f"group {self.c.num_groups}", room)
        self.asm.emit(op.RESET, 0, at, 0, layout.num_places)
        with self.asm.working():
            candidates(at)
        return at

    def _link(self, at: Tail, spot: tree.Resolved, env: Env) -> None:
        zones = self.v.zones_table() if spot.type == "zone" else groups.TO_CELL
        with self.asm.working():
            start = self.v.node(spot, env)
            table = self.asm.table(groups.neighbors(self.c.grid, self.c.layout.num_places))
            self.asm.emit(op.GROUP, at, start, table, zones)

    def is_marked(self, marked: tuple[Tail, ...], cell: int, no: Label) -> None:
        """Write a jump to `no` when a cell does not belong to each of some chains and rows."""
        mark = self.asm.temp()
        for at in marked:
            self.asm.emit(op.LDX, mark, at, cell)
            self.asm.emit(op.JNEI, mark, groups.BELONGS, no)

    def in_any(self, zones: Sequence[tree.Resolved], cell: int, env: Env, found: Label) -> None:
        """Write a jump to `found` when a cell is in one of some zones."""
        table = self.v.zones_table()
        for zone in zones:
            following = Label()
            number, inside = self.v.node(zone, env), self.asm.temp()
            self.asm.emit(op.JLTI, number, 0, following)
            self.asm.emit(op.TAB2, inside, table, number, self.c.layout.num_places, cell)
            self.asm.emit(op.JNEI, inside, 0, found)
            self.asm.here(following)

    # -- cells

    def cells_of_model(self, filter_: CellFilter) -> CellTest:
        """Return the parts of a filter of a rule."""
        return cells_of_model(filter_, self.c.resolved.checked)

    def cells_of_call(self, node: tree.Invocation) -> CellTest:
        """Return the parts of the filter of a function."""
        empty = dict(node.keywords).get("empty")
        known = self.v.constant(empty) if empty is not None else None
        if empty is not None and known is None:
            raise InternalError("whether a cell is empty is asked outright")
        return cells_of_call(node, None if known is None else bool(known))

    def fixed_cells(self, test: CellTest) -> tuple[list[int], CellTest]:
        """Return the cells that can fit at all, and what has to be asked in play."""
        cells = set(self.c.grid.cells)
        rest = test
        inside, outside = self.known(test.inside), self.known(test.outside)
        if isinstance(inside, frozenset):
            cells &= frozenset().union(*(self.c.grid.zones[zone].cells for zone in inside))
            rest = rest._replace(inside=None)
        if isinstance(outside, frozenset):
            cells -= frozenset().union(*(self.c.grid.zones[zone].cells for zone in outside))
            rest = rest._replace(outside=None)
        return sorted(cells), rest

    def cell_test(self, rest: CellTest, env: Env, cell: int, no: Label) -> None:
        """Write what is left to ask of a cell; go to `no` when it does not fit."""
        if rest.linked is not None:
            raise InternalError("chains are marked before they are asked about")
        with self.asm.working():
            self.is_marked(rest.marked, cell, no)
            if rest.empty is not None:
                top = self.v.indexed("top", cell, unsure=False, missing=-1)
                self.asm.emit(op.JGEI if rest.empty else op.JLTI, top, 0, no)
            if rest.inside is not None:
                fits = Label()
                self.in_any(rest.inside, cell, env, fits)
                self.asm.jump(no)
                self.asm.here(fits)
            if rest.outside is not None:
                self.in_any(rest.outside, cell, env, no)
            if rest.where is not None:
                self.v.jump_unless(rest.where, {**env, "it": cell}, no)

    def cell_loop(
        self, test: CellTest, env: Env, each: Callable[[int], None], cell: int | None = None
    ) -> None:
        """Write a loop over the cells that fit, in order."""
        test = self.grouped_cells(test, env)
        cell = self.asm.temp() if cell is None else cell
        again, done, beside = Label(), Label(), asked_beside(test.where)
        if beside is not None:
            rest = test._replace(where=beside.rest)
            chains.next_beside(self.v, cell, self.v.node(beside.spot, env), again, done)
        else:
            cells, rest = self.fixed_cells(test)
            index, table = self.asm.temp(), self.asm.table([len(cells), *cells])
            self.asm.emit(op.LDI, index, 0)
            self.asm.here(again)
            self.asm.emit(op.NEXTC, cell, table, done, index)
        self.cell_test(rest, env, cell, again)
        each(cell)
        self.asm.jump(again)
        self.asm.here(done)
