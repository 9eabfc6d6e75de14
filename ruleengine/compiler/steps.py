"""Steps become code: effects, loops, choices, and the flow of turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ruleengine.compiler.around import Around
from ruleengine.compiler.assembler import Label
from ruleengine.compiler.decisions import Decisions
from ruleengine.compiler.filters import Filters
from ruleengine.compiler.keeping import Keeping
from ruleengine.compiler.kept import begin_with, turn_into
from ruleengine.compiler.loops import Loops
from ruleengine.compiler.submissions import Submissions
from ruleengine.compiler.telling import Telling
from ruleengine.compiler.values import Env, Values
from ruleengine.expressions.absence import is_nobody
from ruleengine.program import opcodes as op
from ruleengine.program.events import HEARD
from ruleengine.program.layout import QUEUED, TURN_ENDED, WORTH
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.schema import steps as schema
from ruleengine.schema.end_steps import UNNAMED_END
from ruleengine.schema.expression import Expression
from ruleengine.schema.sentence import told_in

if TYPE_CHECKING:
    from ruleengine.compiler.actions import ActionCode


class Steps:
    """Writes lists of steps."""

    def __init__(self, values: Values, filters: Filters, actions: dict[str, ActionCode]) -> None:
        self.v, self.f, self.c, self.asm = values, filters, values.c, values.asm
        self.actions = actions
        self.counting = values.c.counting
        self.react = Label()
        self.endings = Label()
        self.enter: dict[int, Label] = {}
        self.next_turn = Label()
        self.reactions = self.c.resolved.ruleset.reactions.values()
        self.heard = {reaction.on for reaction in self.reactions}
        self.within: str | None = None  # the action whose own effects are being written
        self.told = Telling(self.c)
        self.ending_names: list[str] = []
        self.ends_turns = any(
            isinstance(m, schema.EndTurn) for m in models_in(values.c.resolved.ruleset)
        )
        self.takes: dict[str, Label] = {name: Label() for name in actions}
        self.drafted: dict[str, Label] = {name: Label() for name in actions}
        self.after_action = Label()
        self.decisions = Decisions(self)
        kept, loops = Keeping(self), Loops(self)
        self._write: dict[type[Any], Callable[[Any, Around], None]] = {
            schema.Move: self._move,
            schema.Capture: self._capture,
            schema.Remove: self._remove,
            schema.Send: self._send,
            schema.Place: self._place,
            schema.Give: self._give,
            schema.Claim: self._claim,
            schema.Become: self._become,
            schema.Add: kept.count,
            schema.Set: kept.count,
            schema.Mark: kept.mark,
            schema.Let: self._let,
            schema.Tell: self._tell_sentence,
            schema.Repeat: loops.repeat,
            schema.Roll: self.decisions.roll,
            schema.Choose: self.decisions.choose,
            schema.Act: self.decisions.act,
            schema.Submit: Submissions(self).write,
            schema.If: self._if,
            schema.ForEach: loops.for_each,
            schema.Run: self._run,
            schema.Again: self._again,
            schema.EndTurn: self._end_turn,
            schema.Stop: self._stop,
            schema.CheckEndings: self._check_endings,
            schema.Enter: self._enter,
            schema.End: self._end,
            schema.Seat: self._seat,
            schema.Color: self._color,
        }

    def write(self, body: Sequence[schema.Step], around: Around) -> None:
        """Write a list of steps."""
        labels = dict(around.labels)
        for step in body:
            if step.label is not None:
                labels[step.label] = Label()
        inner = replace(around, end_of_list=Label(), labels=labels, env=dict(around.env))
        for number, step in enumerate(body):
            if step.label is not None:
                self.asm.here(labels[step.label])
            self._hear(around)
            self.asm.span = step.span
            is_last = number == len(body) - 1
            inner.unchanged = around.unchanged if is_last else None
            if self.counting is not None:
                self.counting.step(step)
            with self.asm.working():
                self._write[type(step)](step, inner)
        self.asm.here(inner.end_of_list)
        self._hear(around)

    def _hear(self, around: Around) -> None:
        """Write that reactions follow what a step of the turn itself has done."""
        if not around.of_turn or not self.heard:
            return
        silence = Label()
        self.asm.emit(op.JEQI, QUEUED, 0, silence)
        self.asm.call(self.react)
        self.asm.here(silence)
        self.turn_may_be_over(around)

    def turn_may_be_over(self, around: Around) -> None:
        """Write that the turn is left if something has ended it."""
        if around.of_turn and self.ends_turns:
            self.asm.emit(op.JNEI, TURN_ENDED, 0, around.turn_over)

    def tell(self, event: str, *registers: int, side: int = -1) -> None:
        """Write an event; what is not given is nothing. No reaction hears whose it is."""
        if self._is_heard(event):
            filled = [*registers, *[-1] * (3 - len(registers))]
            self.asm.emit(op.QUEUE, self.asm.table([HEARD.index(event), *filled]))
        self.told.event(event, *(register for register in (side, *registers) if register >= 0))

    def is_told(self, event: str) -> bool:
        """Return whether anybody hears of an event."""
        return self._is_heard(event) or self.c.tells

    def _is_heard(self, event: str) -> bool:
        """Return whether a reaction may follow an event that is written here.

        Events of a submission wait until everybody's moves are made, and there is little room.
        """
        return any(
            reaction.on == event
            and (self.within is None or reaction.by is None or self.within in reaction.by)
            for reaction in self.reactions
        )

    def branch(self, step: schema.Step, part: str) -> None:
        """Write that one of the ways of a step is counted."""
        if self.counting is not None:
            self.counting.done("branch", step, part)

    def happens(self, step: schema.Step, *, to: int | None = None, gone: int | None = None) -> None:
        """Write that an effect is counted: where a piece goes to, or which one is lost."""
        if self.counting is None:
            return
        self.counting.done("effect", step)
        if to is not None:
            self.counting.cell("visits", to)
        if gone is not None:
            self.counting.piece("captures", gone)

    # -- effects

    def _move(self, step: schema.Move, a: Around) -> None:
        skip = Label()
        piece = self.v.present(step.move.piece, a.env, skip)
        to = self.v.present(step.move.to, a.env, skip)
        start = self._cell_of(piece) if self.is_told("moved") else -1
        self.happens(step, to=to)
        self.asm.emit(op.PUT, piece, to)
        self.tell("moved", piece, start, to)
        self.asm.here(skip)

    def _cell_of(self, piece: int) -> int:
        return self.v.indexed("cell", piece, unsure=False, missing=-1)

    def _capture(self, step: schema.Capture, a: Around) -> None:
        skip = Label()
        cell = self.v.present(step.capture, a.env, skip)
        heard = self.asm.table([HEARD.index("captured")]) if self._is_heard("captured") else -1
        if self.counting is None:
            self.asm.emit(op.CAPTURE, cell, heard, self.told.place())
        else:
            self._counted_capture(step, cell, heard)
        self.asm.here(skip)

    def _counted_capture(self, step: schema.Capture, cell: int, heard: int) -> None:
        """Write a capture that counts the pieces which leave; it has happened if there are any."""
        counting, taken, none = self.counting, self.asm.temp(), Label()
        if counting is None:
            return
        self.asm.emit(op.LDI, taken, 0)
        counting.armies(taken, 1)
        self.asm.emit(op.CAPTURE, cell, heard, self.told.place())
        counting.armies(taken, -1)
        self.asm.emit(op.JEQI, taken, 0, none)
        counting.done("effect", step)
        counting.cell("captures", cell, taken)
        self.asm.here(none)

    def _remove(self, step: schema.Remove, a: Around) -> None:
        skip = Label()
        piece = self.v.present(step.remove, a.env, skip)
        start = self._cell_of(piece) if self.is_told("removed") else -1
        self.happens(step, gone=piece)
        self.asm.emit(op.PUT, piece, self.v.load(-1))
        self.tell("removed", piece, start)
        self.asm.here(skip)

    def _send(self, step: schema.Send, a: Around) -> None:
        skip = Label()
        piece = self.v.present(step.send.piece, a.env, skip)
        zone = self.v.present(step.send.to, a.env, skip)
        start = self._cell_of(piece) if self.is_told("sent") else -1
        place = self.asm.temp()
        places = [min(zone.cells, default=-1) for zone in self.c.grid.zones]
        self.asm.emit(op.TAB, place, self.asm.table(places), zone)
        self.happens(step, gone=piece)
        self.asm.emit(op.PUT, piece, place)
        self.tell("sent", piece, start, place)
        self.asm.here(skip)

    def _place(self, step: schema.Place, a: Around) -> None:
        skip = Label()
        kind = self.v.present(step.place.kind, a.env, skip)
        owner = self._new_owner(step.place.owner, a.env, skip)
        cell = self.v.present(step.place.at, a.env, skip)
        piece = self.asm.temp()
        self.asm.emit(op.PLACE, piece, kind, owner, cell)
        for place in self.c.kept:
            if place.per == "piece":
                begin_with(self.v, place, piece, kind)
        self.happens(step, to=cell)
        self.tell("placed", piece, -1, cell)
        self.asm.here(skip)

    def _new_owner(self, side: Expression, env: Env, skip: Label) -> int:
        """Write a new owner; `nobody` is one, unlike a side that is not there."""
        if is_nobody(self.c.resolved.checked[side].root):
            return self.v.load(-1)
        return self.v.present(side, env, skip)

    def _give(self, step: schema.Give, a: Around) -> None:
        skip = Label()
        piece = self.v.present(step.give.piece, a.env, skip)
        side = self._new_owner(step.give.to, a.env, skip)
        seat = -1
        if step.give.seat is not None:
            seat = self.v.value(step.give.seat, a.env)
        self.happens(step)
        self.asm.emit(op.GIVE, piece, side, seat)
        self.tell("given", piece, -1, side)
        self.asm.here(skip)

    def _claim(self, step: schema.Claim, a: Around) -> None:
        skip = Label()
        zone = self.v.present(step.claim.zone, a.env, skip)
        side = self._new_owner(step.claim.to, a.env, skip)
        self.asm.emit(op.STX, self.c.layout.at("zone_owner"), zone, side)
        self.happens(step)
        self.tell("claimed", zone, -1, side)
        self.asm.here(skip)

    def _become(self, step: schema.Become, a: Around) -> None:
        skip = Label()
        piece = self.v.present(step.become.piece, a.env, skip)
        kind = self.v.present(step.become.kind, a.env, skip)
        self.happens(step)
        for place in self.c.kept:
            turn_into(self.v, place, piece, kind)
        self.asm.emit(op.BECOME, piece, kind)
        self.tell("became", piece)
        self.asm.here(skip)

    def _tell_sentence(self, step: schema.Tell, a: Around) -> None:
        skip = Label()
        side = None if step.who is None else self.v.present(step.who, a.env, skip)
        self.happens(step)
        if self.c.tells:
            values = [self._openly(each, a.env) for each in told_in(step.tell)]
            self.told.sentence(step.tell, side, values, self.v.load)
        self.asm.here(skip)

    def _openly(self, expression: Expression, env: Env) -> int:
        """Write a value that is told; a piece is told by its cell."""
        value = self.v.value(expression, env)
        if self.c.resolved.checked[expression].type != "piece":
            return value
        return self.v.indexed("cell", value, unsure=True, missing=-1)

    def _let(self, step: schema.Let, a: Around) -> None:
        for name, value in step.let.items():
            register = self.asm.local(name)
            self.asm.emit(op.MOV, register, self.v.value(value, a.env))
            a.env[name] = register

    def _seat(self, step: schema.Seat, a: Around) -> None:
        self._take(step, step.seat.seat, step.seat.side, a)

    def _color(self, step: schema.Color, a: Around) -> None:
        self._take(step, step.color.seat, step.color.color, a)

    def _take(
        self, step: schema.Seat | schema.Color, seat: Expression, what: Expression, a: Around
    ) -> None:
        section, options = "seat_side", self.c.layout.num_sides
        if isinstance(step, schema.Color):
            section, options = "seat_color", self.c.layout.num_colors
        skip = Label()
        who = self.v.present(seat, a.env, skip)
        taken = self.v.present(what, a.env, skip)
        offset = self.c.layout.at(section)
        self.asm.emit(op.PART, offset, who, taken)
        self.asm.emit(op.STX, offset, who, taken)
        self.asm.emit(op.LAST, offset, options, self.c.layout.num_seats)
        self.happens(step)
        self.told.event("seated" if section == "seat_side" else "colored")
        self.asm.here(skip)

    def new_site(self) -> int:
        """Return the number of another place where play waits."""
        self.c.sites.append(None)
        self.c.site_lists.append(None)
        return len(self.c.sites) - 1

    # -- control

    def _if(self, step: schema.If, a: Around) -> None:
        otherwise, done = Label(), Label()
        self.v.unless(step.if_, a.env, otherwise)
        self.branch(step, "then")
        self.write(step.then, a)
        if step.else_ or self.counting is not None:
            self.asm.jump(done)
        self.asm.here(otherwise)
        self.branch(step, "else")
        if step.else_:
            self.write(step.else_, a)
        self.asm.here(done)

    def _run(self, step: schema.Run, a: Around) -> None:
        given = self.c.given[step.procedure]

        def call() -> None:
            # All of them first: a procedure may be given what it was given itself.
            values = [
                (given[name], self.v.value(each, a.env)) for name, each in step.values.items()
            ]
            for register, value in values:
                self.asm.emit(op.MOV, register, value)
            self.asm.call(self.c.procedures[step.procedure])

        self.keeping_names(step, a, call)
        self.turn_may_be_over(a)

    def keeping_names(self, step: schema.Step, a: Around, call: Callable[[], None]) -> None:
        """Write a call; where steps may begin again in it, local names wait on the stack."""
        if id(step) not in self.c.saved:
            call()
            return
        kept = [(register, 1) for register in dict.fromkeys(a.env.values())]
        kept += [place for place in a.loops if place not in kept]
        backs = [Label() for _ in kept]
        for (start, count), back in zip(kept, backs, strict=True):
            self.asm.emit(op.PUSHR, back, start, count)
        call()
        self.asm.ret()
        for (start, count), back in reversed(list(zip(kept, backs, strict=True))):
            self.asm.here(back)
            self.asm.emit(op.POPR, start, count)
            if back is not backs[0]:
                self.asm.ret()

    def _again(self, step: schema.Again, a: Around) -> None:
        self.asm.jump(a.labels[step.again])

    def _end_turn(self, step: schema.EndTurn, a: Around) -> None:
        del step
        if a.of_turn:
            self.asm.jump(a.turn_over)
        else:
            self.asm.emit(op.LDI, TURN_ENDED, 1)

    def _stop(self, step: schema.Stop, a: Around) -> None:
        del step
        self.asm.jump(a.end_of_unit)

    def _check_endings(self, step: schema.CheckEndings, a: Around) -> None:
        del step, a
        skip = Label()
        self.asm.emit(op.JASIDE, skip)
        self.asm.call(self.endings)
        self.asm.here(skip)

    def _enter(self, step: schema.Enter, a: Around) -> None:
        del a
        self.asm.jump(self.enter[self.c.names.phases.index(step.enter)])

    def _end(self, step: schema.End, a: Around) -> None:
        winner = -1
        if step.end.winner is not None:
            winner = self.v.value(step.end.winner, a.env)
        self.v.leave_aside()
        self.worth(step.end.worth, a.env)
        self.over(self.ending(step.id or UNNAMED_END), winner, int(step.end.void is True))

    def worth(self, worth: Expression | None, env: Env) -> None:
        """Write how many points a win counts, if the ending says it."""
        if worth is not None:
            self.asm.emit(op.MAX, WORTH, self.v.value(worth, env), self.v.load(1))

    def over(self, ending: int, winner: int = -1, void: int = 0, told: int | None = None) -> None:
        """Write that the game ends; the winner is in a register, or there is none.

        So is what is told of the winner, if that is something else.
        """
        if self.c.tells:
            told = winner if told is None else told
            self.told.event("ended", told if told >= 0 else self.v.load(-1))
        self.asm.emit(op.OVER, ending, winner, void)

    def ending(self, name: str) -> int:
        """Return the number of an ending."""
        if name not in self.ending_names:
            self.ending_names.append(name)
        return self.ending_names.index(name)
