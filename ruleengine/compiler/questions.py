"""Questions about moves and about what would be: each is asked of the row, or of a copy of it."""

from __future__ import annotations

from ruleengine.compiler.assembler import Label
from ruleengine.compiler.how_often import Chain
from ruleengine.compiler.places import jump_if_absent
from ruleengine.compiler.repetitions import asks_for_repetitions
from ruleengine.compiler.values import Env, Values
from ruleengine.errors import InternalError
from ruleengine.expressions import resolved as tree
from ruleengine.program import opcodes as op
from ruleengine.program.layout import FOUND, LISTING, MOVER
from ruleengine.resolve.checks.questions import asked_about


class Questions:
    """Writes questions; joined to `Values` by the tables in `__init__`."""

    def __init__(self, values: Values) -> None:
        self.v = values
        self.asm = values.asm
        self.c = values.c
        values.calls |= {"how_often": self.how_often}
        values.searches |= {"how_often": self.up_to}
        values.tests |= {"can": self.can, "attacks": self.attacks, "after": self.after}

    def can(self, node: tree.Invocation, env: Env, label: Label) -> None:
        self._could(node, env, label, afterwards=True)

    def attacks(self, node: tree.Invocation, env: Env, label: Label) -> None:
        self._could(node, env, label, afterwards=False)

    def _could(self, node: tree.Invocation, env: Env, label: Label, *, afterwards: bool) -> None:
        """Write a question about moves: asked with other dice, or as another side."""
        jump_if_absent(self.v, node, env, label)
        named = [arg.symbol.name for arg in node.args if isinstance(arg, tree.Reference)]
        actions = named or list(self.c.names.actions)
        given = dict(node.keywords)
        found, done = Label(), Label()
        dice_at = self.c.layout.at("dice")
        kept: list[tuple[int, int]] = []

        def keep(register: int) -> None:
            copy = self.asm.temp()
            self.asm.emit(op.MOV, copy, register)
            kept.append((copy, register))

        # Whoever asks may be looking for a move too, and this question starts that anew.
        keep(LISTING)
        keep(FOUND)
        fixed = {name: self.v.node(value, env) for name, value in node.fixed}
        listers = [self._lister(action, fixed, afterwards=afterwards) for action in actions]
        side = self.v.node(given["side"], env) if "side" in given else None
        faces: list[tuple[int, int, int | None]] = []
        for symbol, value in node.dice:
            die = self.c.symbol_id(symbol)
            thrown = self.v.node(value, env) if value is not None else None
            faces.append((die, dice_at + die, thrown))
        if side is not None:
            keep(MOVER)
            self.asm.emit(op.MOV, MOVER, side)
        for _, register, _ in faces:
            keep(register)
        answer = self.asm.temp()
        self.asm.emit(op.LDI, answer, 0)
        loops: list[tuple[Label, int, int]] = []
        for die, register, thrown in faces:
            if thrown is not None:
                self.asm.emit(op.MOV, register, thrown)
                continue
            again = Label()
            self.asm.emit(op.LDI, register, 1)
            self.asm.here(again)
            loops.append((again, register, self.c.faces[die]))
        for lister in listers:
            self.asm.emit(op.LIST, 0)
            self.asm.call(lister)
            self.asm.emit(op.JNEI, FOUND, 0, found)
        for again, register, last in reversed(loops):
            self.asm.emit(op.ADDI, register, register, 1)
            self.asm.emit(op.JLEI, register, last, again)
        self.asm.jump(done)
        self.asm.here(found)
        self.asm.emit(op.LDI, answer, 1)
        self.asm.here(done)
        for copy, register in kept:
            self.asm.emit(op.MOV, register, copy)
        self.asm.emit(op.JEQI, answer, 0, label)

    def _lister(self, action: str, fixed: dict[str, int], *, afterwards: bool) -> Label:
        """Return the subroutine that asks for a move, one of its own when something is fixed."""
        if afterwards and not fixed and self._is_free():
            return self.c.listers[action]
        key = (action, tuple(fixed), afterwards)
        if key not in self.c.questions:
            names = [f"could {action} {len(self.c.questions)} {name}" for name in fixed]
            registers = [self.c.layout.register(name) for name in names]
            self.c.questions[key] = (Label(), dict(zip(fixed, registers, strict=True)))
        entry, registers_of = self.c.questions[key]
        for name, value in fixed.items():
            self.asm.emit(op.MOV, registers_of[name], value)
        return entry

    def _is_free(self) -> bool:
        """Return whether no action can be running where a question is asked.

        Inside an action the question needs registers of its own: it may be about that action.
        """
        unit = self.asm.unit_name
        return unit.startswith("phases.") or (unit == "endings" and not self.c.endings_anywhere)

    def after(self, node: tree.Invocation, env: Env, label: Label) -> None:
        procedure, condition = node.args
        if not isinstance(procedure, tree.Reference | tree.Lookup):
            raise InternalError("a procedure is always named outright")
        answer, no = self.asm.temp(), Label()
        name = procedure.symbol.name
        args = procedure.args if isinstance(procedure, tree.Lookup) else ()
        values = [self.v.node(argument, env) for argument in args]
        self.asm.emit(op.COPY)
        for each, value in zip(procedure.symbol.given, values, strict=True):
            self.asm.emit(op.MOV, self.c.given[name][each.name], value)
        self.asm.emit(op.LDI, answer, 0)
        self.v.call_aside(self.c.procedures[name])
        if asks_for_repetitions(condition, self.c.resolved):
            self.asm.call(self.c.times_ahead)
        self.v.jump_unless(condition, env, no)
        self.asm.emit(op.LDI, answer, 1)
        self.asm.here(no)
        self.asm.emit(op.BACK, answer)
        self.asm.emit(op.JEQI, answer, 0, label)

    def up_to(self, node: tree.Invocation, env: Env, number: int, beyond: int) -> int:
        """Write how often, as far as a comparison with a number depends on it.

        More moves than the number, and `beyond` as many, are not looked for.
        """
        return self.how_often(node, env, enough=(number, beyond))

    def how_often(
        self, node: tree.Invocation, env: Env, *, enough: tuple[int, int] | None = None
    ) -> int:
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, 0)
        jump_if_absent(self.v, node, env, done)
        given = dict(node.keywords)
        most = self.v.node(given["at_most"], env)
        if enough is not None:
            most = self._least(most, *enough)
        self.asm.emit(op.JLEI, most, 0, done)
        fixed = {name: self.v.node(value, env) for name, value in node.fixed}
        chain = self._chain(tuple(asked_about(node, self.c.resolved.ruleset)), tuple(fixed))
        for name, value in fixed.items():
            self.asm.emit(op.MOV, chain.given[name], value)
        self.asm.emit(op.MOV, chain.left, most)
        mover = self.asm.temp()
        if "side" in given:
            side = self.v.node(given["side"], env)
            self.asm.emit(op.MOV, mover, MOVER)
            self.asm.emit(op.MOV, MOVER, side)
        self.asm.call(chain.entry)
        if "side" in given:
            self.asm.emit(op.MOV, MOVER, mover)
        self.asm.emit(op.MOV, result, chain.best)
        self.asm.here(done)
        return result

    def _least(self, most: int, number: int, beyond: int) -> int:
        """Write the smaller of `most` and `number + beyond`; the number may be the largest."""
        least = self.asm.temp()
        self.asm.emit(op.ADDI, least, most, -beyond)
        self.asm.emit(op.MIN, least, least, number)
        self.asm.emit(op.ADDI, least, least, beyond)
        return least

    def _chain(self, actions: tuple[str, ...], fixed: tuple[str, ...]) -> Chain:
        """Return the subroutine for actions in a row, with registers for what is given."""
        key, register = (actions, fixed), self.c.layout.register
        if key not in self.c.chains:
            place = f"how often {len(self.c.chains)}"
            given = {name: register(f"{place} {name}") for name in fixed}
            left, best = register(f"{place} left"), register(f"{place} best")
            self.c.chains[key] = Chain(actions, left, best, given)
        return self.c.chains[key]
