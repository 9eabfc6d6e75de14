"""Submissions: sides act at the same time, each on a row of its own, until all have committed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleengine.compiler.assembler import Label, Tail
from ruleengine.compiler.move_limits import MoveLimits
from ruleengine.compiler.values import may_lack
from ruleengine.program import opcodes as op
from ruleengine.program.events import RELEASED
from ruleengine.program.layout import ACTION, ACTOR, CHOSEN, FOUND, MOVER, OPENING, READY
from ruleengine.program.program import Site
from ruleengine.schema import steps as schema

if TYPE_CHECKING:
    from ruleengine.compiler.around import Around
    from ruleengine.compiler.steps import Steps

MAX_MOVES = 400
"""Moves of one side in one secret submission; in playouts a longer draft is begun anew."""
KEPT = 3
"""Numbers kept of a move before its operands: the action, and the pieces before and after."""


class Submissions:
    """Writes the step `submit`."""

    def __init__(self, steps: Steps) -> None:
        self.s = steps
        self.v, self.c, self.asm = steps.v, steps.c, steps.asm

    def write(self, step: schema.Submit, a: Around) -> None:
        """Write a submission, in secret or in the open."""
        asm, layout, number = self.asm, self.c.layout, len(self.c.sites)
        site = self.s.new_site()
        sides_at = layout.section(f"submit {number}", 6 * layout.num_sides + 4)
        table = self._table(step, site, sides_at)
        on_turn = asm.local(f"on turn {site}")
        limits = self._limits(step, sides_at, on_turn)
        waiting, released, done = Label(), Label(), Label()
        asm.emit(op.MOV, on_turn, MOVER)
        self._who(step, a, sides_at, limits)
        asks = self._open(table, sides_at, done)
        asm.here(waiting)
        asm.emit(op.NEXTS, table, released)
        asm.emit(op.ENTER, table)
        listing, take = self._one_move(step, site, a, limits, table)
        resume = asm.here()
        asm.emit(op.ENTER, table)
        commits, num_actions = Label(), len(self.c.names.actions)
        asm.here(take)
        asm.emit(op.JEQI, CHOSEN, num_actions, commits)
        if step.secret:
            anew = Label()
            asm.emit(op.NOTE, table, anew)
            limits.count()
            self._call(self.s.drafted, step)
            asm.emit(op.MADE, table, 0, anew)
            limits.if_over(MOVER, commits)
            asm.here(anew)
            asm.emit(op.LEAVE)
        else:
            limits.count()
            self._call(self.s.takes, step)
            asm.emit(op.MOV, MOVER, on_turn)
            self.s.turn_may_be_over(a)
            self._commit_in_the_open(table, sides_at, limits)
        asm.jump(waiting)
        asm.here(commits)
        asm.emit(op.LEAVE)
        self._commit(table, sides_at)
        if not step.secret:
            asm.emit(op.MOV, MOVER, on_turn)
            asm.emit(op.TICK)
        asm.jump(waiting)
        asm.here(released)
        if step.secret:
            self._release(step, table, on_turn, done)
        asm.here(done)
        self.c.sites[site] = Site(
            "submit",
            "submit",
            step.span,
            actions=tuple(self.c.names.actions.index(name) for name in step.submit),
            secret=step.secret,
            resume=resume.address or 0,
            asks=asks.address or 0,
            sides=sides_at,
            committed=sides_at + 1 + layout.num_sides,
        )
        self.c.site_lists[site] = listing

    def _open(self, table: int, sides_at: int, done: Label) -> Label:
        """Write that the submission opens, if anybody takes part in it; return where."""
        self.asm.emit(op.JEQI, sides_at, 0, done)
        asks = self.asm.here()
        self.asm.emit(op.OPEN, table)
        return asks

    def _limits(self, step: schema.Submit, sides_at: int, on_turn: int) -> MoveLimits:
        """Return how moves are counted: behind the rest, for each side what it made and may."""
        num_sides = self.c.layout.num_sides
        at = sides_at + 4 + 3 * num_sides
        return MoveLimits(self.v, step.moves, at=at, num_sides=num_sides, on_turn=on_turn)

    def _commit(self, table: int, sides_at: int) -> None:
        """Write that the side that acts has committed, and tell of it."""
        asm = self.asm
        asm.emit(op.COMMIT, table)
        if self.c.tells:
            with asm.working():
                side = asm.temp()
                asm.emit(op.LDX, side, sides_at + 1, ACTOR)
                self.s.told.event("committed", side)

    def _commit_in_the_open(self, table: int, sides_at: int, limits: MoveLimits) -> None:
        """Write that a side has committed that has made its last move; it is no ply of its own."""
        asm, over, on = self.asm, Label(), Label()
        with asm.working():
            side = asm.temp()
            asm.emit(op.LDX, side, sides_at + 1, ACTOR)
            limits.if_over(side, over)
        asm.jump(on)
        asm.here(over)
        self._commit(table, sides_at)
        asm.here(on)

    def _table(self, step: schema.Submit, site: int, sides_at: int) -> int:
        asm, layout, actions = self.asm, self.c.layout, self.s.actions
        stride = KEPT + max((len(action.operands) for action in actions.values()), default=0)
        log: Label | int = 0
        made = 0
        opening = layout.section(f"opening {site}", layout.num_sides * (OPENING + len(actions)))
        if step.secret:
            log = Tail(layout, f"log {site}", layout.num_sides * MAX_MOVES * stride)
            made = layout.section(f"made {site}", layout.max_pieces)
        described: list[int] = []
        for action in actions.values():
            infos = [(o.register, int(o.is_piece)) for o in action.operands]
            flat = [number for pair in infos for number in pair]
            described += [len(infos), *flat, *[0] * (2 * (stride - KEPT) - len(flat))]
        return asm.linked_table(
            [
                site,
                sides_at,
                layout.num_sides,
                log,
                MAX_MOVES,
                stride,
                made,
                int(step.secret),
                asm.table(described),
                opening,
            ]
        )

    def _who(self, step: schema.Submit, a: Around, sides_at: int, limits: MoveLimits) -> None:
        """Write the list of the sides that act: those that are there and have a seat."""
        asm = self.asm
        asm.emit(op.LDI, sides_at, 0)
        named = step.who
        count = self.c.layout.num_sides if named is None else len(named)
        for index in range(count):
            with asm.working():
                other = Label()
                if named is None:
                    side = self.v.load(index)
                else:
                    side = self.v.value(named[index], a.env)
                    if may_lack(self.c.resolved.checked[named[index]].root):
                        asm.emit(op.JEQI, side, -1, other)
                seat, found = asm.temp(), asm.temp()
                asm.emit(op.SEATED, seat, side)
                asm.emit(op.JEQI, seat, -1, other)
                for earlier in range(index if named is not None else 0):
                    # The list is written in order, so what is behind its end is not looked at.
                    beyond = Label()
                    asm.emit(op.JLEI, sides_at, earlier, beyond)
                    asm.emit(op.MOV, found, sides_at + 1 + earlier)
                    asm.emit(op.JEQ, found, side, other)
                    asm.here(beyond)
                limits.begin(side, a.env, other)
                asm.emit(op.SNAP, side, sides_at)
                asm.here(other)

    def _ready(self, step: schema.Submit, a: Around, limits: MoveLimits) -> None:
        """Write whether a side may commit."""
        asm, early = self.asm, Label()
        if step.commit is None and step.moves is None:
            asm.emit(op.LDI, READY, 1)
            return
        asm.emit(op.LDI, READY, 0)
        if step.commit is not None:
            self.v.unless(step.commit, a.env, early)
        limits.unless_enough(early)
        asm.emit(op.LDI, READY, 1)
        asm.here(early)

    def _one_move(
        self, step: schema.Submit, site: int, a: Around, limits: MoveLimits, table: int
    ) -> tuple[Label, Label]:
        """Write how a side finds a move: listed and drawn, or given from outside."""
        asm, take, listing, none, listed = self.asm, Label(), Label(), Label(), Label()
        self._ready(step, a, limits)
        asm.here(listed)
        asm.emit(op.LIST, 1)
        for name in step.submit:
            asm.call(self.s.actions[name].lister)
        asm.emit(op.PICK, site, none, 0, READY, table)
        asm.jump(take)
        asm.here(none)
        asm.emit(op.LDI, CHOSEN, len(self.c.names.actions))
        asm.jump(take)
        # What a side could do is listed on its own row.
        asm.here(listing)
        asm.emit(op.ENTER, table)
        self._ready(step, a, limits)
        asm.jump(listed)
        return listing, take

    def _call(self, labels: dict[str, Label], step: schema.Submit) -> None:
        known: list[Label | int] = [
            labels[name] if name in step.submit else 0 for name in self.c.names.actions
        ]
        self.asm.emit(op.CALLT, self.asm.linked_table([*known, 0]), CHOSEN)

    def _release(self, step: schema.Submit, table: int, on_turn: int, done: Label) -> None:
        """Write what happens once all have committed: the kept moves, one after the other."""
        asm, again, over, refused = self.asm, Label(), Label(), Label()
        asm.emit(op.SEALED, table, done)
        asm.here(again)
        asm.emit(op.REPLAY, table, over, refused)
        checkers = {name: self.s.actions[name].checker for name in step.submit}
        self._call(checkers, step)
        asm.emit(op.JEQI, FOUND, 0, refused)
        self._call(self.s.drafted, step)
        asm.emit(op.MADE, table, 1)
        asm.jump(again)
        asm.here(refused)
        self.s.told.event("dropped", MOVER, CHOSEN)
        asm.jump(again)
        asm.here(over)
        self.s.told.event(RELEASED)
        asm.emit(op.MOV, MOVER, on_turn)
        if self.s.heard:
            asm.emit(op.LDI, ACTION, -1)
        asm.call(self.s.after_action if self.s.heard else self.s.endings)
