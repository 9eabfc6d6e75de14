"""Conditions become jumps: where to go when they hold, and where when they do not."""

from __future__ import annotations

from ruleengine.compiler.assembler import Label
from ruleengine.compiler.values import Env, Values, absent, may_lack
from ruleengine.expressions import resolved as tree
from ruleengine.program import opcodes as op
from ruleengine.program.layout import ABSENT_NUMBER

_JUMP_IF_NOT: dict[str, tuple[int, bool]] = {
    "==": (op.JNE, False),
    "!=": (op.JEQ, False),
    "<": (op.JLE, True),  # not a < b: b <= a
    "<=": (op.JLT, True),
    ">": (op.JLE, False),
    ">=": (op.JLT, False),
}
_JUMP_IF: dict[str, tuple[int, bool]] = {
    "==": (op.JEQ, False),
    "!=": (op.JNE, False),
    "<": (op.JLT, False),
    "<=": (op.JLE, False),
    ">": (op.JLT, True),
    ">=": (op.JLE, True),
}
_IF_NOT_I = {
    "==": op.JNEI,
    "!=": op.JEQI,
    "<": op.JGEI,
    "<=": op.JGTI,
    ">": op.JLEI,
    ">=": op.JLTI,
}
_IF_I = {
    "==": op.JEQI,
    "!=": op.JNEI,
    "<": op.JLTI,
    "<=": op.JLEI,
    ">": op.JGTI,
    ">=": op.JGEI,
}


class Conditions(Values):
    """Writes values, and jumps on conditions."""

    def jump_unless(self, node: tree.Resolved, env: Env, label: Label) -> None:
        """Write code that goes to `label` when the condition is false."""
        match node:
            case tree.Literal() | tree.Reference() if (known := self.constant(node)) is not None:
                if not known:
                    self.asm.jump(label)
            case tree.Reference() if node.symbol.role == "condition":
                self.named_condition(node.symbol.name, label)
            case tree.Inversion():
                self.jump_if(node.of, env, label)
            case tree.Junction() if node.op == "and":
                for part in node.parts:
                    with self.asm.working():
                        self.jump_unless(part, env, label)
            case tree.Junction():
                done = Label()
                for part in node.parts[:-1]:
                    with self.asm.working():
                        self.jump_if(part, env, done)
                self.jump_unless(node.parts[-1], env, label)
                self.asm.here(done)
            case tree.Comparison():
                self.comparison(node, env, label, negate=True)
            case tree.Inside():
                if node.negated:
                    self.inside(node, env, label, jump_when=True)
                else:
                    self.inside(node, env, label, jump_when=False)
            case tree.OneOf():
                self.one_of(node, env, label, jump_when=node.negated)
            case tree.Invocation() if node.function.name in self.tests:
                self.tests[node.function.name](node, env, label)
            case tree.Lookup():
                self.asm.emit(op.JLEI, self.lookup(node, env), 0, label)
            case _:
                register = self.node(node, env)
                # A truth that is not there is no truth.
                self.asm.emit(op.JLEI, register, 0, label)

    def jump_if(self, node: tree.Resolved, env: Env, label: Label) -> None:
        """Write code that goes to `label` when the condition is true."""
        match node:
            case tree.Literal() | tree.Reference() if (known := self.constant(node)) is not None:
                if known:
                    self.asm.jump(label)
            case tree.Inversion():
                self.jump_unless(node.of, env, label)
            case tree.Junction() if node.op == "or":
                for part in node.parts:
                    with self.asm.working():
                        self.jump_if(part, env, label)
            case tree.Comparison():
                self.comparison(node, env, label, negate=False)
            case tree.Inside():
                self.inside(node, env, label, jump_when=not node.negated)
            case tree.OneOf():
                self.one_of(node, env, label, jump_when=not node.negated)
            case _:
                done = Label()
                self.jump_unless(node, env, done)
                self.asm.jump(label)
                self.asm.here(done)

    def named_condition(self, name: str, label: Label) -> None:
        """Write the parts of a named condition in line: it sees no local names."""
        counting = self.c.counting
        for part in self.c.resolved.ruleset.condition_parts[name]:
            if counting is None:
                self.unless(part.holds, {}, label)
                continue
            with counting.inside(name), counting.verdict("condition", part, label) as false:
                self.unless(part.holds, {}, false)

    def comparison(self, node: tree.Comparison, env: Env, label: Label, *, negate: bool) -> None:
        if isinstance(node.right, tree.Literal) and node.right.value is None:
            register = self.node(node.left, env)
            jump = (_IF_NOT_I if negate else _IF_I)[node.op]
            self.asm.emit(jump, register, absent(node.left.type), label)
            return
        if isinstance(node.left, tree.Literal) and node.left.value is None:
            register = self.node(node.right, env)
            jump = (_IF_NOT_I if negate else _IF_I)[node.op]
            self.asm.emit(jump, register, absent(node.right.type), label)
            return
        ordered = node.op not in ("==", "!=")
        known = self.constant(node.right)
        left, right = self._counted(node, env) or (self.node(node.left, env), None)
        out = Label()
        no = label if negate else out
        # What stands for nothing is below all numbers: it is not more than one of them anyway.
        is_below = known is not None and node.op in (">", ">=")
        if ordered and may_lack(node.left) and not is_below:
            self.asm.emit(op.JEQI, left, ABSENT_NUMBER, no)
        if known is not None:
            self.asm.emit((_IF_NOT_I if negate else _IF_I)[node.op], left, known, label)
        else:
            right = self.node(node.right, env) if right is None else right
            if ordered and may_lack(node.right):
                self.asm.emit(op.JEQI, right, ABSENT_NUMBER, no)
            jump, swap = (_JUMP_IF_NOT if negate else _JUMP_IF)[node.op]
            self.asm.emit(jump, *((right, left) if swap else (left, right)), label)
        self.asm.here(out)

    def _counted(self, node: tree.Comparison, env: Env) -> tuple[int, int] | None:
        """Write both numbers where one is a search that may stop once the other is reached."""
        for one, other, ops in (
            (node.left, node.right, (">=", "<")),
            (node.right, node.left, ("<=", ">")),
        ):
            if isinstance(one, tree.Invocation) and one.function.name in self.searches:
                number = self.node(other, env)
                beyond = int(node.op not in ops)  # `> n` is decided by one more than n
                found = self.searches[one.function.name](one, env, number, beyond)
                return (found, number) if one is node.left else (number, found)
        return None

    def inside(self, node: tree.Inside, env: Env, label: Label, *, jump_when: bool) -> None:
        cell = self.node(node.cell, env)
        inside, outside = Label(), Label()
        self.asm.emit(op.JLTI, cell, 0, outside)
        known = [self.constant(zone) for zone in node.zones]
        if all(zone is not None for zone in known):
            table = self.zone_table([zone for zone in known if zone is not None])
            self.asm.emit(op.JTAB, table, cell, outside)
        else:
            table = self.zones_table()
            for zone in node.zones:
                following = Label()
                register, found = self.node(zone, env), self.asm.temp()
                self.asm.emit(op.JLTI, register, 0, following)
                self.asm.emit(op.TAB2, found, table, register, self.c.layout.num_places, cell)
                self.asm.emit(op.JNEI, found, 0, inside)
                self.asm.here(following)
            self.asm.jump(outside)
        self.asm.here(inside)
        if jump_when:
            self.asm.jump(label)
            self.asm.here(outside)
        else:
            done = Label()
            self.asm.jump(done)
            self.asm.here(outside)
            self.asm.jump(label)
            self.asm.here(done)

    def one_of(self, node: tree.OneOf, env: Env, label: Label, *, jump_when: bool) -> None:
        value = self.node(node.value, env)
        found = label if jump_when else Label()
        for item in node.items:
            with self.asm.working():
                known = self.constant(item)
                if known is not None:
                    self.asm.emit(op.JEQI, value, known, found)
                else:
                    self.asm.emit(op.JEQ, value, self.node(item, env), found)
        if not jump_when:
            self.asm.jump(label)
            self.asm.here(found)
