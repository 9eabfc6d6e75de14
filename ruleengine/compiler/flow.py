"""The frame of a game: phases, turns, endings, reactions, and what follows an action."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from math import prod

from ruleengine.compiler.actions import ActionCode
from ruleengine.compiler.around import Around
from ruleengine.compiler.assembler import Label
from ruleengine.compiler.conditions import Conditions
from ruleengine.compiler.context import NEW_PIECES, Context, TablePlace, make_context
from ruleengine.compiler.counting import Counting
from ruleengine.compiler.endings import Endings
from ruleengine.compiler.filters import Filters
from ruleengine.compiler.first_row import FirstRow
from ruleengine.compiler.functions import Functions
from ruleengine.compiler.places import Places
from ruleengine.compiler.questions import Questions
from ruleengine.compiler.reentry import saved_steps
from ruleengine.compiler.repetitions import asks_ahead, describe_positions
from ruleengine.compiler.steps import Steps
from ruleengine.compiler.turn_order import write_first, write_times_ahead
from ruleengine.compiler.values import Env
from ruleengine.compiler.views import write_views
from ruleengine.program import layout as row
from ruleengine.program import opcodes as op
from ruleengine.program.events import HEARD, PAYLOADS
from ruleengine.program.program import Program
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.resolve.patience import patience
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema.end_steps import DEADLOCK, LAST_PHASE
from ruleengine.schema.procedures import given_to, steps_of
from ruleengine.schema.reach import CELL_OPERANDS
from ruleengine.schema.ruleset import Phase
from ruleengine.schema.steps import Move, Step, Submit
from ruleengine.schema.tables import Table
from ruleengine.schema.validators import Afterwards

LEAST_MOVES, MOST_MOVES = 4096, 1 << 15
"""Listed moves that there is room for."""
_SIZES = ("dice", "seat_side", "seat_color")


def compile_ruleset(  # noqa: PLR0913 - all but the first are named
    resolved: ResolvedRuleset,
    *,
    tells: bool = False,
    counted: bool = False,
    unfolded: bool = False,
    new_pieces: int = NEW_PIECES,
    max_positions: int = row.MAX_POSITIONS,
) -> Program:
    """Return the program of a ruleset.

    For each cell there is room for so many `new_pieces`, if any can be placed at all, and for so
    many positions that have stood, if any rule asks for them.

    With `tells` it also writes down what happens, which games that nobody looks at do without.
    With `counted` it also counts what happens in each game, and plays the same games.
    With `unfolded` no rule is worked out beforehand, so that each that refuses can be counted;
    the same moves are legal, but random players draw them in another order.
    """
    context = make_context(resolved, saved_steps(resolved), new_pieces, max_positions)
    context.tells = tells
    context.unfolded = unfolded
    if counted:
        context.counting = Counting(context.layout, context.asm)
    return _Flow(context).program()


class _Flow:
    def __init__(self, context: Context) -> None:
        self.c = context
        self.asm = context.asm
        self.v = Conditions(context)
        self.f = Filters(self.v)
        self.functions = Functions(self.v, self.f)
        Questions(self.v)
        self.places = Places(self.v)
        ruleset = context.resolved.ruleset
        for name in ruleset.actions:
            context.effects[name] = Label()
        for name, body in ruleset.procedures.items():
            context.procedures[name] = Label()
            context.given[name] = {
                each: context.layout.register(f"procedures.{name}.{each}")
                for each in given_to(body)
            }
        self.actions: dict[str, ActionCode] = {}
        for name, action in ruleset.actions.items():
            self.actions[name] = ActionCode(self.v, self.f, name, action)
            context.listers[name] = self.actions[name].lister
        self.steps = Steps(self.v, self.f, self.actions)
        for name, table in ruleset.tables.items():
            given = tuple(context.layout.register(f"{name}({each})") for each in table.given)
            context.tables[name] = TablePlace(Label(), given, context.layout.register(f"{name}()"))
        submits = [model for model in models_in(ruleset) if isinstance(model, Submit)]
        self.secret = {name for step in submits if step.secret for name in step.submit}
        self.repetitions = describe_positions(context)
        """What makes two positions the same, if any rule asks for it."""
        self.repeated = Label()
        self.turns: list[Label] = []
        """Where the steps of each phase begin, once a turn of it has begun."""
        self.waits_for_turn_end = any(e.at == "turn_end" for e in ruleset.endings)

    def program(self) -> Program:
        """Write everything."""
        asm, ruleset = self.asm, self.c.resolved.ruleset
        phases = list(ruleset.phases.items())
        for number in range(len(phases) + 1):
            self.steps.enter[number] = Label()
        entry = asm.here()
        asm.jump(self.steps.next_turn)
        self._next_turn(phases)
        self._after_action()
        repeated = None if self.repetitions is None else self.repeated
        Endings(self.steps).write(repeated)
        self._react()
        submits = [each for each in models_in(ruleset) if isinstance(each, Submit)]
        submitted = {name for each in submits for name in each.submit}
        for name, action in self.actions.items():
            action.write_lister()
            action.write_sampler()
            action.write_tests(is_submitted=name in submitted)
            self._take(name, action)
        for name, body in ruleset.procedures.items():
            with asm.unit(f"procedures.{name}"), self._inside(name):
                asm.here(self.c.procedures[name])
                self._unit(steps_of(body), self.c.given[name])
        for name, table in ruleset.tables.items():
            self._table(name, table)
        if self.repetitions is not None and asks_ahead(self.c.resolved):
            write_times_ahead(self.v, [phase for _, phase in phases], self.repetitions)
        sight = write_views(self.f)
        self._questions()
        metered = self.c.counting.finish() if self.c.counting is not None else None
        code = asm.finish()
        layout = self.c.layout
        first = FirstRow(self.c)
        first.describe()
        return Program(
            layout=layout,
            code=code,
            data=self.asm.data,
            spans=asm.spans,
            sites=tuple(site for site in self.c.sites if site is not None),
            actions=self.c.names.actions,
            operands=tuple(action.infos() for action in self.actions.values()),
            endings=tuple(self.steps.ending_names),
            start_row=first.start(),
            entry=entry.address or 0,
            turns=tuple(label.address or 0 for label in self.turns),
            listers=tuple(label.address or 0 if label else -1 for label in self.c.site_lists),
            max_moves=self._max_moves(),
            num_copies=self.c.num_copies,
            words=dict(self.c.words),
            sentences=tuple(self.c.sentences),
            num_drafts=layout.num_sides if self.secret else 0,
            sight=sight,
            metered=metered,
        )

    def _inside(self, name: str) -> AbstractContextManager[None]:
        """Name what stands around the rules that are written next, where they are counted."""
        return nullcontext() if self.c.counting is None else self.c.counting.inside(name)

    @contextmanager
    def _effects_of(self, name: str) -> Iterator[None]:
        """Say whose effects are written next, which only some reactions may follow."""
        self.steps.within = name
        with self._inside(name):
            yield
        self.steps.within = None

    def _max_moves(self) -> int:
        """Return how many moves there is room for: as many as the board allows, within reason."""
        cells = self.c.layout.num_cells
        most = sum(
            prod(operand.size or cells for operand in action.operands)
            for action in self.actions.values()
        )
        return min(MOST_MOVES, max(LEAST_MOVES, most))

    def _questions(self) -> None:
        """Write the questions that were asked on the way; writing one may ask another."""
        done = chained = 0
        while done < len(self.c.questions) or chained < len(self.c.chains):
            if done < len(self.c.questions):
                (name, _, afterwards), (entry, fixed) = list(self.c.questions.items())[done]
                code = self._asked(name, f"asked {done}")
                code.write_question(entry, fixed, afterwards=afterwards)
                done += 1
            else:
                chain = list(self.c.chains.values())[chained]
                places = [(name, f"in a row {chained}") for name in chain.actions]
                chain.write(self.asm, [self._asked(*place) for place in places])
                chained += 1

    def _asked(self, name: str, place: str) -> ActionCode:
        """Return an action with registers of its own, since it may be running already."""
        action = self.actions[name].action
        return ActionCode(self.v, self.f, name, action, place=f"{name} {place}")

    def _table(self, name: str, table: Table) -> None:
        asm, place = self.asm, self.c.tables[name]
        env = dict(zip(table.given, place.given, strict=True))
        with asm.unit(f"tables.{name}"):
            asm.here(place.entry)
            for line in table.rows:
                following = Label()
                asm.span = line.span
                if line.when is not None:
                    self.v.unless(line.when, env, following)
                if self.c.counting is not None:
                    with self.c.counting.inside(name):
                        self.c.counting.asked("row", line, "asked")
                with asm.working():
                    gives = table.gives if isinstance(table.gives, str) else "word"
                    answer = self.v.value_of(gives, line.value, env)
                    asm.emit(op.MOV, place.result, answer)
                asm.ret()
                asm.here(following)

    # -- phases and turns

    def _next_turn(self, phases: list[tuple[str, Phase]]) -> None:
        asm, steps = self.asm, self.steps
        with asm.unit("flow"):
            asm.here(steps.next_turn)
            begins = [Label() for _ in phases]
            for number in range(len(phases) - 1):
                asm.emit(op.JEQI, row.PHASE, number, begins[number])
            asm.jump(begins[-1])
            for number, (name, phase) in enumerate(phases):
                self._phase(number, name, phase, begins[number])
            for number in range(len(phases) + 1):
                asm.here(steps.enter[number])
                if number == len(phases):
                    steps.over(steps.ending(LAST_PHASE))
                    break
                asm.emit(op.LDI, row.PHASE, number)
                asm.emit(op.LDI, row.TURN_INDEX, -1)
                self._reset("phase")
                self.v.leave_aside()
                asm.emit(op.LDI, row.SP, 0)
                steps.told.event("phase", row.PHASE)
                asm.jump(begins[number])

    def _turn_is_over(self, *, changed: bool) -> None:
        """Write what comes between two turns."""
        asm, steps = self.asm, self.steps
        if steps.heard:
            asm.emit(op.LDI, row.ACTION, -1)
        if steps.ends_turns:
            asm.emit(op.LDI, row.TURN_ENDED, 0)
        if self.waits_for_turn_end:
            # Before the first turn none is over.
            asm.emit(op.MIN, row.TURN_OVER, row.TURN, self.c.constant(1))
            asm.call(steps.endings)
            asm.emit(op.LDI, row.TURN_OVER, 0)
        elif changed:
            asm.call(steps.endings)

    def _phase(self, number: int, name: str, phase: Phase, begin: Label) -> None:
        asm, steps = self.asm, self.steps
        unchanged, over, next_ = Label(), Label(), Label()
        with asm.unit(f"phases.{name}", phase.span), self._inside(name):
            asm.here(begin)
            self._turn_is_over(changed=True)
            asm.here(next_)
            deadlock = Label()
            if not phase.goes_round:
                asm.emit(op.JNEI, row.TURN_INDEX, -1, steps.enter[number + 1])
                asm.emit(op.LDI, row.TURN_INDEX, 0)
                self.turns.append(asm.here())
            elif phase.turns is None:
                num_sides = self.c.layout.num_sides
                table = asm.table([num_sides, num_sides * patience(self.c.resolved, phase)])
                asm.emit(op.ROUND, table, self.c.layout.at("side_turns"), deadlock)
                self._fresh_turn(row.TURN)
            else:
                sides = [self.c.names.sides.index(side) for side in phase.turns]
                write_first(self.v, phase, sides)
                most_idle = len(sides) * patience(self.c.resolved, phase)
                table = asm.table([len(sides), most_idle, *sides])
                asm.emit(op.TURN, table, self.c.layout.at("side_turns"), deadlock)
                if phase.skip is not None:
                    awake = Label()
                    self.v.unless(phase.skip, {}, awake)
                    if self.c.counting is not None:
                        self.c.counting.done("skip", phase)
                    asm.jump(begin)
                    asm.here(awake)
                    asm.emit(op.BEGIN)
                else:
                    asm.rows[-1] = (op.TURNS, *asm.rows[-1][1:])
                self._fresh_turn(row.MOVER, row.TURN, phase=phase)
            body = phase.flow
            around = Around(
                {},
                over,
                over,
                of_turn=True,
                turn_over=over,
                unchanged=unchanged if phase.goes_round else None,
            )
            steps.write(body, around)
            asm.here(over)
            asm.jump(begin)
            if phase.goes_round:
                asm.here(unchanged)
                self._turn_is_over(changed=False)
                asm.jump(next_)
                asm.here(deadlock)
                steps.over(steps.ending(DEADLOCK))

    def _fresh_turn(self, *told: int, phase: Phase | None = None) -> None:
        """Write what a turn begins with before its steps; of a side's turn also who moves first."""
        self._reset("turn")
        offset, count = self.c.layout.sections["dice"]
        for die in range(count):
            self.asm.emit(op.LDI, offset + die, row.ABSENT_NUMBER)
        self.steps.told.event("turn", *told)
        self.turns.append(self.asm.here())
        if phase is not None and self.c.counting is not None and not phase.opening:
            self.c.counting.first_mover()
        if self.repetitions is not None:
            self.asm.emit(op.NOTEPOS, self.repetitions)
            self.asm.call(self.repeated)

    def _reset(self, when: str) -> None:
        for place in self.c.kept:
            if place.resets != when:
                continue
            per_piece = int(place.per == "piece")
            for back in range(place.keep):
                offset = place.offset + back * place.count
                value = place.before if back else place.start
                if place.count == 1 and not per_piece:
                    self.asm.emit(op.LDI, offset, value)
                else:
                    self.asm.emit(op.RESET, per_piece, offset, value, place.count)

    # -- actions

    def _take(self, name: str, action: ActionCode) -> None:
        asm = self.asm
        with asm.unit(f"take {name}", action.action.span):
            asm.here(self.steps.takes[name])
            asm.emit(op.TICK)
            self._taken(action)
            action.write_uses()
            if self.steps.heard:
                asm.emit(op.LDI, row.ACTION, self.c.names.actions.index(name))
            end = Label()
            with asm.unit(f"actions.{name}", action.action.span), self._effects_of(name):
                around = Around(dict(action.env), end, end, of_turn=False, turn_over=end)
                self.steps.write(action.action.effects, around)
            asm.here(end)
            asm.jump(self.steps.after_action if self.steps.heard else self.steps.endings)
        if name in self.secret:
            # The same, without anything that would follow.
            with asm.unit(f"draft {name}", action.action.span):
                asm.here(self.steps.drafted[name])
                self._taken(action)
                action.write_uses()
                if self.steps.heard:
                    asm.emit(op.LDI, row.ACTION, self.c.names.actions.index(name))
                with self._effects_of(name):
                    self._unit(action.action.effects, action.env)
        ahead = any(isinstance(rule, Afterwards) for rule in action.action.validators)
        if ahead or name in self.c.looked_ahead:
            # The same effects, for the question what they lead to.
            with asm.unit(f"after {name}", action.action.span):
                asm.here(self.c.effects[name])
                with self._effects_of(name):
                    self._unit(action.action.effects, action.env)

    def _taken(self, action: ActionCode) -> None:
        """Write that an action is counted, and the cell it aims at if it moves no piece."""
        counting = self.c.counting
        if counting is None:
            return
        with counting.inside(action.name):
            counting.done("action", action.action)
        moves = any(isinstance(model, Move) for model in models_in(action.action.effects))
        if moves or not action.operands:
            return
        aim = action.operands[-1]
        counting.aimed(aim, isinstance(aim.model, CELL_OPERANDS))

    def _unit(self, body: list[Step], env: Env) -> None:
        end = Label()
        around = Around(dict(env), end, end, of_turn=False, turn_over=end)
        self.steps.write(body, around)
        self.asm.here(end)
        self.asm.ret()

    def _after_action(self) -> None:
        """Write endings, reactions and endings again; without reactions once is enough."""
        asm = self.asm
        if not self.steps.heard:
            return
        asm.here(self.steps.after_action)
        quiet = Label()
        asm.call(self.steps.endings)
        asm.emit(op.JEQI, row.QUEUED, 0, quiet)
        asm.call(self.steps.react)
        asm.jump(self.steps.endings)
        asm.here(quiet)
        asm.ret()

    # -- reactions

    def _react(self) -> None:
        asm, reactions = self.asm, self.c.resolved.ruleset.reactions
        if not reactions:
            asm.here(self.steps.react)
            asm.ret()
            return
        first = self.c.layout.section("event", 5)
        event = [first + part for part in range(5)]
        done = Label()
        trampolines: list[tuple[str, Label, list[int]]] = []
        with asm.unit("react"):
            asm.here(self.steps.react)
            asm.emit(op.POP, event[0], done)
            asm.emit(op.PUSHR, self.steps.react, 0, 0)
            # Pushed in reverse, so that the first of the file runs first.
            for name, reaction in reversed(list(reactions.items())):
                following = Label()
                asm.span = reaction.span
                registers = self._payload_registers(reaction.on, event)
                asm.emit(op.JNEI, event[0], HEARD.index(reaction.on), following)
                if reaction.by is not None:
                    meant = Label()
                    for by in reaction.by:
                        asm.emit(op.JEQI, event[4], self.c.names.actions.index(by), meant)
                    asm.jump(following)
                    asm.here(meant)
                if reaction.when is not None:
                    self.v.unless(reaction.when, registers, following)
                entry = Label()
                asm.emit(op.PUSHR, entry, event[1], 3)
                trampolines.append((name, entry, event))
                asm.here(following)
            asm.ret()
            asm.here(done)
            asm.ret()
        for name, entry, _ in trampolines:
            reaction = reactions[name]
            with asm.unit(f"reactions.{name}", reaction.span):
                first = self.c.layout.section(f"payload {name}", 3)
                kept = [first, first + 1, first + 2]
                asm.here(entry)
                asm.emit(op.POPR, kept[0], 3)
                env = self._payload_registers(reaction.on, [0, *kept])
                with self._inside(name):
                    if self.c.counting is not None:
                        self.c.counting.done("reaction", reaction)
                    self._unit(reaction.effects, env)

    def _payload_registers(self, event: str, registers: list[int]) -> Env:
        names = PAYLOADS[event]
        places = {"piece": 1, "zone": 1, "value": 1, "from": 2, "to": 3, "to_side": 3}
        return {name: registers[places[name]] for name in names}
