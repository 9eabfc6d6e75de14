"""Steps that wait: throws, choices, and actions, drawn or listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleengine.compiler.assembler import Label
from ruleengine.compiler.values import Env, absent, may_lack
from ruleengine.errors import InternalError
from ruleengine.program import opcodes as op
from ruleengine.program.layout import (
    CHOSEN,
    FOUND,
    MAX_TRIES,
    MOVER,
    SP,
    TRIES,
)
from ruleengine.program.program import Site
from ruleengine.resolve.checks.operand_checks import offered_numbers
from ruleengine.resolve.telling import Telling, telling_of
from ruleengine.schema import steps as schema
from ruleengine.schema.step_sources import ChooseSpec, NumberRange

if TYPE_CHECKING:
    from ruleengine.compiler.around import Around
    from ruleengine.compiler.plain import PlainWay
    from ruleengine.compiler.steps import Steps


_PASSED = 2
"""What a subroutine says that lets a side act: 0 if it could not, 1 if it did, 2 if it passed."""


class TableOf(Label):
    """Stands for the table of a plain way, which is written after the steps."""

    __slots__ = ("_plain",)

    def __init__(self, plain: PlainWay) -> None:
        super().__init__()
        self._plain = plain

    @property
    def number(self) -> int:
        """Return the table."""
        return self._plain.table


class Decisions:
    """Writes the steps at which somebody, or chance, has to decide."""

    def __init__(self, steps: Steps) -> None:
        self.s = steps
        self.v, self.f, self.c, self.asm = steps.v, steps.f, steps.c, steps.asm
        self.actions = steps.actions

    def roll(self, step: schema.Roll, a: Around) -> None:
        """Write a throw."""
        die = self.c.names.dice.index(step.roll)
        register = self.c.layout.at("dice") + die
        faces = self.c.faces[die]
        thrower = -1
        if step.who is not None and self.c.tells:
            thrower = self.asm.local(f"{step.roll} who")
            self.asm.emit(op.MOV, thrower, self.v.value(step.who, a.env))
        if faces == 1:
            self.asm.emit(op.LDI, register, 1)
        else:
            site, resume, asks = self.s.new_site(), Label(), self.asm.here()
            self.asm.emit(op.CHANCE, register, faces, site)
            self.asm.here(resume)
            self.asm.emit(op.TICK)
            self.c.sites[site] = Site(
                "chance",
                step.roll,
                step.span,
                register=register,
                resume=_known(resume),
                asks=_known(asks),
                faces=faces,
            )
        self.s.tell("rolled", register, side=thrower)
        if "rolled" in self.s.heard:
            self.s.keeping_names(step, a, lambda: self.asm.call(self.s.react))

    def choose(self, step: schema.Choose, a: Around) -> None:
        """Write a choice."""
        spec = step.choose
        register = self.asm.local(spec.as_)
        site, options, none, resume = self.s.new_site(), Label(), Label(), Label()
        who, by_seat = -1, False
        self.asm.here(options)
        self.asm.emit(op.LIST, 1)
        counted = Label()
        if spec.who.text != "chance":
            by_seat = self.c.resolved.checked[spec.who].type == "seat"
            who = self.asm.local(f"{spec.as_} who")
            self.asm.emit(op.MOV, who, self.v.value(spec.who, a.env))
            if may_lack(self.c.resolved.checked[spec.who].root):
                self.asm.emit(op.JEQI, who, -1, counted)
        what, words = self._options(spec, a.env, counted)
        self.asm.here(counted)
        named = -1 if who < 0 else self.c.num_named
        is_piece = int(what == "piece")
        described = self.asm.table([site, int(spec.optional), is_piece, int(who < 0), named])
        self.asm.emit(op.CHOOSE, register, described, none)
        done = Label()
        self.asm.jump(done)
        self.asm.here(resume)
        self.asm.emit(op.TICK)
        self.asm.emit(op.JEQI, register, -1, none)
        self.asm.jump(done)
        self.asm.here(none)
        self.s.branch(step, "else")
        self.s.write(step.else_, a)
        self.asm.jump(a.end_of_list)
        self.asm.here(done)
        self.s.told.chosen(step, what, register, self.v.load)
        a.env[spec.as_] = register
        among = spec.among
        telling = Telling() if among is None else telling_of(self.c.resolved, among, spec.who.text)
        self.c.sites[site] = Site(
            "chance" if who < 0 else "choice",
            spec.as_,
            step.span,
            optional=spec.optional,
            register=register,
            resume=_known(resume),
            asks=_known(options),
            who=who,
            by_seat=by_seat,
            what=what,
            words=words,
            numbers=offered_numbers(spec.numbers, self.c.resolved.checked),
            by_owner=telling.by_owner,
            by_kind=telling.by_kind,
            by_number=telling.by_number,
        )
        self.c.site_lists[site] = options

    def _options(self, spec: ChooseSpec, env: Env, counted: Label) -> tuple[str, tuple[str, ...]]:
        """Write that the options are listed; go to `counted` where there are none."""

        def each(register: int) -> None:
            self.asm.emit(op.OPTION, register)

        if spec.among is not None:
            self.f.loop(self.f.of_model(spec.among), env, each)
            return "piece", ()
        if spec.among_cells is not None:
            self.f.cell_loop(self.f.cells_of_model(spec.among_cells), env, each)
            return "cell", ()
        if spec.numbers is not None:
            self._numbers(spec, spec.numbers, env, counted)
            return "number", ()
        layout = self.c.layout
        match spec.among_words:
            case list(words):
                numbers, what, named = [self.c.word(w) for w in words], "word", tuple(words)
            case "seats":
                numbers, what, named = list(range(layout.num_seats)), "seat", ()
            case "sides":
                numbers, what, named = list(range(layout.num_sides)), "side", ()
            case _:
                numbers, what, named = list(range(layout.num_colors)), "color", ()
        for number in numbers:
            with self.asm.working():
                each(self.v.load(number))
        return what, named

    def _numbers(self, spec: ChooseSpec, numbers: NumberRange, env: Env, counted: Label) -> None:
        """Write a loop over the numbers of a choice."""
        number, last = self.asm.local(f"{spec.as_} number"), self.asm.local(f"{spec.as_} last")
        with self.asm.working():
            low = self.v.present(numbers.from_, env, counted)
            high = self.v.present(numbers.to, env, counted)
            self.asm.emit(op.MOV, number, low)
            self.asm.emit(op.MOV, last, high)
        again = self.asm.here()
        self.asm.emit(op.JLT, last, number, counted)
        self.asm.emit(op.OPTION, number)
        self.asm.emit(op.ADDI, number, number, 1)
        self.asm.jump(again)

    def act(self, step: schema.Act, a: Around) -> None:
        """Write that a side acts; where steps may begin again in it, as a subroutine."""
        if id(step) not in self.c.saved:
            self._act(step, a)
            return
        body, over, otherwise = Label(), Label(), Label()
        could_act = self.asm.local(f"could act {len(self.c.sites)}")
        self.s.keeping_names(step, a, lambda: self.asm.call(body))
        stuck = a.rounds_over if step.passes_if_stuck else None
        self.asm.emit(op.JEQI, could_act, 0, stuck or otherwise)
        if step.optional and a.rounds_over is not None:
            self.asm.emit(op.JEQI, could_act, _PASSED, a.rounds_over)
        self.asm.jump(over)
        self.asm.here(body)
        self._act(step, a, could_act)
        self.asm.here(otherwise)
        self.s.branch(step, "else")
        self.s.write(step.else_, a)
        self.asm.here(over)

    def _act(self, step: schema.Act, a: Around, could_act: int = -1) -> None:
        """Write that a side acts; as a subroutine it says whether it could, and leaves `else`."""
        site, take, listing, otherwise, done = (
            self.s.new_site(),
            Label(),
            Label(),
            Label(),
            Label(),
        )
        on_turn = -1
        if step.who is not None:
            on_turn = self.asm.local(f"on turn {site}")
            self.asm.emit(op.MOV, on_turn, MOVER)
            actor = self.v.value(step.who, a.env)
            if may_lack(self.c.resolved.checked[step.who].root):
                self.asm.emit(op.JEQI, actor, absent("side"), otherwise)
            self.asm.emit(op.MOV, MOVER, actor)
        sampling = Label()
        drawn = all(self.actions[name].can_be_drawn for name in step.act)
        if drawn:
            self.asm.emit(op.JMODE, sampling)
        self.asm.here(listing)
        self.asm.emit(op.LIST, 1)
        for name in step.act:
            self.asm.call(self.actions[name].lister)
        self.asm.emit(op.PICK, site, otherwise, int(step.optional))
        self.asm.jump(take)
        self.asm.here(sampling)
        if drawn:
            self._sampling(step, listing, take)
        self.asm.here(otherwise)
        if on_turn >= 0:
            self.asm.emit(op.MOV, MOVER, on_turn)
        if could_act >= 0:
            self.asm.emit(op.LDI, could_act, 0)
            self.asm.ret()
        else:
            self.s.branch(step, "else")
            self.s.write(step.else_, a)
            stuck = a.rounds_over if step.passes_if_stuck else None
            self.asm.jump(stuck or done)
        self.asm.here(take)
        if step.optional and a.rounds_over is not None:
            self._leave_rounds(a.rounds_over, on_turn, could_act)
        self._take(step, a, on_turn, done)
        self.asm.here(done)
        if could_act >= 0:
            self.asm.emit(op.LDI, could_act, 1)
            self.asm.ret()
        self.c.sites[site] = Site(
            "act",
            "act",
            step.span,
            actions=tuple(self.c.names.actions.index(name) for name in step.act),
            optional=step.optional,
            resume=_known(take),
            asks=_known(listing),
        )
        self.c.site_lists[site] = listing

    def _leave_rounds(self, over: Label, on_turn: int, could_act: int) -> None:
        """Write that a pass leaves the rounds of the loop around."""
        acts = Label()
        self.asm.emit(op.JNEI, CHOSEN, len(self.c.names.actions), acts)
        self.asm.emit(op.TICK)
        if on_turn >= 0:
            self.asm.emit(op.MOV, MOVER, on_turn)
        if could_act >= 0:
            self.asm.emit(op.LDI, could_act, _PASSED)
            self.asm.ret()
        else:
            self.asm.jump(over)
        self.asm.here(acts)

    def _take(self, step: schema.Act, a: Around, on_turn: int, done: Label) -> None:
        """Write that what was chosen is done: an action, or nothing."""
        numbers = self.c.names.actions
        passing = Label()
        labels: list[Label | int] = [
            self.s.takes[name] if name in step.act else 0 for name in numbers
        ]
        back = Label()
        if on_turn >= 0:  # kept on the stack: the step may come up again before this is over
            self.asm.emit(op.PUSHR, back, on_turn, 1)
        self.asm.emit(op.CALLT, self.asm.linked_table([*labels, passing]), CHOSEN)
        if on_turn >= 0:
            self.asm.ret()
            self.asm.here(back)
            self.asm.emit(op.POPR, on_turn, 1)
            self.asm.emit(op.MOV, MOVER, on_turn)
        elif a.unchanged is not None:
            # The endings have just been looked at, and nothing has happened since.
            self.asm.jump(a.unchanged)
        self.s.turn_may_be_over(a)
        self.asm.jump(done)
        self.asm.here(passing)
        self.asm.emit(op.TICK)
        if on_turn < 0 and a.unchanged is not None:
            # A pass is no action, so nobody has looked at the endings: the turn goes on.
            self.asm.emit(op.ADDI, SP, SP, -1)
            self.asm.jump(done)
        else:
            self.asm.ret()

    def _sampling(self, step: schema.Act, listing: Label, take: Label) -> None:
        """Write how a legal move is drawn: by rejection, or from the list after many misses."""
        entries: list[int | Label] = [0]
        for name in step.act:
            entries += self._sample_entry(name)
        always = Label()
        if step.optional:
            entries += [-1, 1, always, len(self.c.names.actions), -1]
        entries[0] = (len(entries) - 1) // 5
        table = self.asm.linked_table(entries)
        again = self.asm.here()
        self.asm.emit(op.SAMPLE, table, listing, take)
        self.asm.emit(op.JNEI, FOUND, 0, take)
        self.asm.emit(op.MISS, again, listing)
        self.asm.here(always)
        if step.optional:
            self._passing(step)

    def _passing(self, step: schema.Act) -> None:
        """Write that passing was drawn: who cannot act at all does not pass, but goes to `else`."""
        could = Label()
        for name in step.act:
            self.asm.emit(op.LIST, 0)
            self.asm.call(self.actions[name].lister)
            self.asm.emit(op.JNEI, FOUND, 0, could)
        # As if too many draws had missed: the moves are listed, and there are none.
        self.asm.emit(op.LDI, TRIES, MAX_TRIES)
        self.asm.here(could)
        self.asm.ret()

    def _sample_entry(self, name: str) -> list[int | Label]:
        """Write whether an action is open; return its line in the table of SAMPLE."""
        action, gate = self.actions[name], -1
        if action.is_gated:
            gate, shut = self.asm.temp(), Label()
            self.asm.emit(op.LDI, gate, 0)
            action.write_gate(shut)
            self.asm.emit(op.LDI, gate, 1)
            self.asm.here(shut)
        number = self.c.names.actions.index(name)
        if not action.plain:
            return [gate, action.weight, action.sampler, number, -1]
        return [
            part
            for plain in action.plain
            for part in (gate, self._weight(plain), action.sampler, number, TableOf(plain))
        ]

    def _weight(self, plain: PlainWay) -> int:
        is_army = plain.test.owner is not None
        return plain.weight * (1 if is_army else self.c.layout.max_pieces)


def _known(label: Label) -> int:
    if label.address is None:
        raise InternalError("a resume label was not placed")
    return label.address
