"""Give every name its symbol and every part its type, and report all that does not fit.

Input: a `Node`, a `Scope` and the wanted type. Output: `Checked`.
Guarantees: a checked expression can be evaluated in every position without failing.
"""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from ruleengine.codes import Code
from ruleengine.expressions import bounds, complaints, verdicts
from ruleengine.expressions.absence import is_nobody
from ruleengine.expressions.arguments import match_arguments, passing_types, unfit_call
from ruleengine.expressions.chain_names import (
    ASKED_NAMES,
    IT,
    asked_scope,
    has_steps,
    two_meanings,
)
from ruleengine.expressions.functions import FUNCTIONS, Function, Parameter
from ruleengine.expressions.problems import ExpressionError, Problem
from ruleengine.expressions.resolved import (
    Arithmetic,
    CellOf,
    Comparison,
    Group,
    Inside,
    Inversion,
    Invocation,
    Junction,
    Literal,
    Lookup,
    MemberOf,
    Negation,
    OneOf,
    Reference,
    Resolved,
    Unresolved,
    Word,
)
from ruleengine.expressions.syntax import (
    Attribute,
    Binary,
    Call,
    Compare,
    Keyword,
    ListOf,
    Logic,
    Name,
    Node,
    Nothing,
    Number,
    Truth,
    Unary,
)
from ruleengine.expressions.types import Role, Scope, Symbol, Type

# Every question inside a question multiplies the work of one position.
MAX_QUESTIONS: Final = 2

PAIR: Final = 2


class Checked(NamedTuple):
    """An expression in which everything fits.

    `symbols` are the names whose value is read, each once. A die that `can` sets
    is not read. `questions` is how deep `can` and `after` are nested.
    """

    node: Node
    root: Resolved
    symbols: tuple[Symbol, ...]
    functions: frozenset[str]
    questions: int

    @property
    def type(self) -> Type:
        """Return the type of the value."""
        return self.root.type

    @property
    def low(self) -> int | None:
        """Return the smallest number it can be, if known."""
        return self.root.bounds.low

    @property
    def high(self) -> int | None:
        """Return the largest number it can be, if known."""
        return self.root.bounds.high

    def reads(self, *roles: Role) -> frozenset[str]:
        """Return the names in these roles that the expression reads."""
        return frozenset(symbol.name for symbol in self.symbols if symbol.role in roles)


def check(
    node: Node,
    scope: Scope,
    expected: Type | tuple[Type, ...],
    words: tuple[str, ...] = (),
) -> Checked:
    """Resolve and type-check an expression, or raise `ExpressionError` with every problem.

    Where a word is expected, `words` are those that may stand there.
    """
    wanted = (expected,) if isinstance(expected, str) else expected
    checker = _Checker(scope)
    root = checker.worded(node, wanted, words)
    if checker.problems:
        raise ExpressionError(checker.problems)
    return Checked(
        node,
        root,
        tuple(checker.symbols.values()),
        frozenset(checker.functions),
        checker.deepest,
    )


class _Checker:
    __slots__ = ("deepest", "elsewhere", "functions", "problems", "questions", "scope", "symbols")

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.problems: list[Problem] = []
        self.symbols: dict[str, Symbol] = {}
        self.functions: set[str] = set()
        self.questions = 0
        self.deepest = 0
        self.elsewhere = 0

    def report(self, code: Code, message: str, node: Node, hint: str | None = None) -> Unresolved:
        self.problems.append(Problem(code, message, node.start, node.end, hint))
        return Unresolved(node)

    def note(self, problem: Problem | None) -> None:
        if problem is not None:
            self.problems.append(problem)

    def fit(self, value: Resolved, wanted: tuple[Type, ...]) -> Resolved:
        """Return the value as one of the wanted types; a piece may stand for its cell."""
        if value.type in wanted or value.type == "any" or "any" in wanted:
            return value
        if value.type == "piece" and "cell" in wanted:
            return CellOf(value.node, value)
        self.note(complaints.wrong_type(value, wanted, self.scope))
        return Unresolved(value.node)

    def typed(self, node: Node, wanted: Type) -> Resolved:
        return self.fit(self.resolve(node, (wanted,)), (wanted,))

    def worded(self, node: Node, wanted: tuple[Type, ...], words: tuple[str, ...]) -> Resolved:
        """Return a value of a wanted type; a bare word may be one of `words`."""
        if words and isinstance(node, Name) and node.quoted is None:
            if node.name in words:
                return Word(node, node.name)
            if self.scope.lookup(node.name) is None:
                self.note(complaints.unknown_word(node, words))
                return Unresolved(node)
        value = self.fit(self.resolve(node, wanted), wanted)
        if words and value.type == "word":
            self.note(complaints.other_words(value, verdicts.choices_of(value), words))
        return value

    def resolve(  # noqa: C901, PLR0912 - one branch per form of node
        self, node: Node, wanted: tuple[Type, ...] = ()
    ) -> Resolved:
        """Return the resolved node; `wanted` only improves what is said about unknown names."""
        match node:
            case Name():
                return self.name(node, wanted)
            case Number():
                return Literal(node, "number", node.value, bounds.exactly(node.value))
            case Compare():
                return self.compare(node)
            case Call():
                return self.call(node)
            case Attribute():
                return self.attribute(node)
            case Logic():
                return self.logic(node)
            case Binary():
                return self.binary(node)
            case Unary(op="not"):
                return Inversion(node, self.typed(node.operand, "truth"))
            case Unary():
                operand = self.typed(node.operand, "number")
                return Negation(node, bounds.negate(operand.bounds), operand)
            case Truth():
                return Literal(node, "truth", node.value)
            case Nothing():
                return Literal(node, "nothing", None)
            case ListOf():
                return self.misplaced_list(node)
            case _:
                assert_never(node)

    def misplaced_list(self, node: ListOf) -> Unresolved:
        for item in node.items:
            self.resolve(item)
        hint = "a list stands after `in`, or where a function takes one"
        return self.report("expression/wrong-type", "a list cannot stand here", node, hint)

    def refer(self, node: Node, symbol: Symbol) -> Reference:
        symbol = symbol.perhaps_gone if self.elsewhere else symbol
        self.symbols[f"{symbol.role} {symbol.name}"] = symbol
        return Reference(node, symbol.type, symbol.bounds, symbol)

    def name(self, node: Name, wanted: tuple[Type, ...] = ()) -> Resolved:
        # A piece may be called like its kind; where only a kind can be meant, it is.
        is_kind = "kind" in wanted and "piece" not in wanted
        symbol = self.scope.kind(node.name) if is_kind else None
        symbol = symbol or self.scope.lookup(node.name) or self.scope.cell(node.name)
        if symbol is not None and symbol.role != "table":
            return self.refer(node, symbol)
        if node.quoted is not None:
            self.note(complaints.unknown_cell(node, node.quoted, self.scope))
        else:
            self.note(complaints.unknown_name(node, self.scope, wanted))
        return Unresolved(node)

    def attribute(self, node: Attribute) -> Resolved:
        if isinstance(node.of, Name):
            field = self.scope.lookup(f"{node.of.name}.{node.name}")
            if field is not None:
                return self.refer(node, field)
            if self.scope.lookup(node.of.name) is None:
                problem = complaints.unknown_field(node, node.of, self.scope)
                if problem is not None:
                    self.note(problem)
                    return Unresolved(node)
        of = self.resolve(node.of)
        if of.type == "any":
            return Unresolved(node)
        member = self.scope.members(of.type).get(node.name)
        if member is None:
            problem = None
            if isinstance(node.of, Name):
                problem = complaints.unknown_field(node, node.of, self.scope)
            self.note(problem or complaints.unknown_attribute(node, of, self.scope))
            return Unresolved(node)
        kinds = of.symbol.kinds if isinstance(of, Reference) else ()
        limits = member.bounds(kinds)
        return MemberOf(node, member.type, limits, of, node.name, member)

    def logic(self, node: Logic) -> Resolved:
        parts: list[Resolved] = []
        for part in node.parts:
            value = self.resolve(part, ("truth",))
            earlier = parts[-1] if parts else None
            if (
                isinstance(earlier, Comparison)
                and value.type not in ("truth", "any")
                and value.type == earlier.left.type
            ):
                self.note(complaints.half_comparison(node, earlier, value))
            else:
                value = self.fit(value, ("truth",))
            parts.append(value)
        return Junction(node, node.op, tuple(parts))

    def binary(self, node: Binary) -> Resolved:
        left = self.typed(node.left, "number")
        right = self.typed(node.right, "number")
        if node.op in "/%" and right.type == "number" and bounds.may_be_zero(right.bounds):
            self.note(complaints.zero_divisor(right))
        limits = bounds.ARITHMETIC[node.op](left.bounds, right.bounds)
        return Arithmetic(node, limits, node.op, left, right)

    def compare(self, node: Compare) -> Resolved:
        op = node.op
        if op == "in" or op == "not in":  # noqa: PLR1714 - spelt out so that mypy narrows `op`
            return self.membership(node, negated=op == "not in")
        if op == "==" or op == "!=":  # noqa: PLR1714 - the same
            left, right = self.pair(node.left, node.right)
            problem = complaints.unlike(node, left, right, self.scope)
        else:
            left = self.typed(node.left, "number")
            right = self.typed(node.right, "number")
            problem = None
        if problem is None:
            problem = verdicts.judge_comparison(node, op, left, right)
        self.note(problem)
        return Comparison(node, op, left, right)

    def pair(self, left: Node, right: Node) -> tuple[Resolved, Resolved]:
        """Resolve both sides; beside a value with choices a bare word is one of them."""
        # The side that could be such a word has to wait for the other.
        if isinstance(left, Name) and not self.is_word_value(left):
            second = self.resolve(right)
            return self.beside(left, second), second
        first = self.resolve(left)
        return first, self.beside(right, first)

    def is_word_value(self, node: Name) -> bool:
        symbol = self.scope.lookup(node.name)
        return symbol is not None and symbol.type == "word"

    def beside(self, node: Node, value: Resolved) -> Resolved:
        if value.type == "word" and isinstance(node, Name) and node.quoted is None:
            chosen = node.name in verdicts.choices_of(value)
            if chosen or not self.is_word_value(node):
                return Word(node, node.name)
        return self.resolve(node, (value.type,))

    def membership(self, node: Compare, *, negated: bool) -> Resolved:
        value = self.resolve(node.left)
        if isinstance(node.right, ListOf):
            items = tuple(self.beside(item, value) for item in node.right.items)
        else:
            items = (self.resolve(node.right, ("zone",)),)
        if value.type in ("cell", "piece") and any(item.type == "zone" for item in items):
            zones = tuple(self.fit(item, ("zone",)) for item in items)
            return Inside(node, self.fit(value, ("cell",)), zones, negated)
        if not isinstance(node.right, ListOf):
            self.note(complaints.not_a_zone(node, value, items[0]))
            return Unresolved(node, "truth")
        for item in items:
            problem = complaints.unlike_item(value, item, self.scope)
            if problem is None:
                problem = verdicts.judge_item(value, item)
            self.note(problem)
        return OneOf(node, value, items, negated)

    def call(self, node: Call) -> Resolved:
        function = FUNCTIONS.get(node.name)
        table = self.scope.lookup(node.name)
        if table is not None and table.role == "table":
            return self.look_up(node, table)
        if function is None:
            for value in (*node.args, *(keyword.value for keyword in node.keywords)):
                self.resolve(value)
            self.note(complaints.unknown_function(node, self.scope))
            return Unresolved(node)
        self.functions.add(function.name)
        self.questions += function.question
        self.deepest = max(self.deepest, self.questions)
        if function.question and self.questions == MAX_QUESTIONS + 1:
            self.report(
                "expression/too-nested",
                f"questions such as 'can' and 'after' are nested more than {MAX_QUESTIONS} deep",
                node,
                "ask the inner question in a rule of its own",
            )
        invocation = self.invoke(node, function)
        self.questions -= function.question
        return invocation

    def look_up(self, node: Call, table: Symbol) -> Resolved:
        self.refer(node, table)
        passed = self.passed(node, table)
        limits = table.bounds
        if table.limits is not None and len(passed) == len(table.given):
            limits = table.limits([value.bounds for value in passed])
        return Lookup(node, table.type, limits, table, passed)

    def passed(self, node: Call, called: Symbol) -> tuple[Resolved, ...]:
        """Return what a table or a procedure is called with, in the order of its names."""
        for keyword in node.keywords:
            self.resolve(keyword.value)
        self.note(unfit_call(node, called))
        values = [
            self.worded(value, passing_types(given.type), given.choices)
            for given, value in zip(called.given, node.args, strict=False)
        ]
        for value in filter(is_nobody, values):
            self.note(complaints.nobody_handed_on(value.node))
        for extra in node.args[len(called.given) :]:
            self.resolve(extra)
        return tuple(values)

    def invoke(self, node: Call, function: Function) -> Resolved:
        matched = match_arguments(node, function, self.scope)
        self.problems += matched.problems
        for stray in matched.stray:
            if not isinstance(stray, Compare | ListOf):
                self.resolve(stray)
        args = tuple(self.argument(parameter, value) for parameter, value in matched.args)
        steps = has_steps(parameter.name for parameter, _ in matched.keywords)
        keywords = tuple(
            (parameter.name, self.argument(parameter, keyword.value, steps=steps))
            for parameter, keyword in matched.keywords
        )
        dice = tuple((die, self.face(die, keyword)) for die, keyword in matched.dice)
        fixed = tuple(
            (operand.name, self.worded(keyword.value, (operand.type,), operand.choices))
            for operand, keyword in matched.operands
        )
        complete = len(args) >= len(function.positional)
        if function.name == "past" and complete:
            return self.past(node, function, args)
        most = dict(keywords).get("at_most")
        if most is not None:
            self.note(verdicts.judge_chain(most))
            looked_ahead = bounds.Bounds(0, most.bounds.high)
            return Invocation(
                node, function.result, looked_ahead, function, args, keywords, dice, fixed
            )
        asks_a_counter = complete and any(each.role == "counter" for each in function.positional)
        if asks_a_counter and isinstance(args[0], Reference):
            given = [parameter.name for parameter, _ in matched.keywords]
            self.note(complaints.not_kept_for(node, args[0].symbol, given))
        limits = function.bounds([arg.bounds for arg in args]) if complete else bounds.UNBOUNDED
        return Invocation(node, function.result, limits, function, args, keywords, dice, fixed)

    def past(self, node: Call, function: Function, args: tuple[Resolved, ...]) -> Resolved:
        """Resolve a question about an earlier value; it has the type of the present one."""
        value, back = args
        self.note(verdicts.judge_past(value, back))
        return Invocation(node, value.type, value.bounds, function, args, (), ())

    def argument(self, parameter: Parameter, node: Node, *, steps: bool = False) -> Resolved:
        if parameter.role is not None:
            return self.bare_name(node, parameter.role, limited=parameter.limited)
        if parameter.type == "procedure":
            return self.procedure(node)
        if parameter.it is not None:
            of_steps = steps and "linked" in parameter.needs
            return self.asked_of_each(parameter, parameter.it, node, steps=of_steps)
        if parameter.pair:
            return self.pair_of(parameter, node)
        if parameter.many and isinstance(node, ListOf):
            items = tuple(self.typed(item, parameter.type) for item in node.items)
            return Group(node, parameter.type, items)
        self.elsewhere += parameter.elsewhere
        wanted = (parameter.type,) if parameter.also is None else (parameter.type, parameter.also)
        value = self.fit(self.resolve(node, wanted), wanted)
        self.elsewhere -= parameter.elsewhere
        return value

    def procedure(self, node: Node) -> Resolved:
        """Resolve a procedure: its name, or a call with what it is given."""
        if isinstance(node, Call):
            called = self.scope.lookup(node.name)
            if called is not None and called.role == "procedure":
                self.refer(node, called)
                return Lookup(node, "procedure", called.bounds, called, self.passed(node, called))
        value = self.typed(node, "procedure")
        if isinstance(value, Reference) and value.symbol.given:
            call = Call(value.symbol.name, (), (), node.start, node.end)
            self.note(unfit_call(call, value.symbol))
        return value

    def asked_of_each(
        self, parameter: Parameter, each: Type, node: Node, *, steps: bool
    ) -> Resolved:
        """Resolve what is asked of each piece or cell, called `it`; no other `it` may be about."""
        if self.scope.lookup(IT) is not None:
            return self.report(
                "expression/nested-where",
                "a `where` stands inside another, and `it` could not be told from `it`",
                node,
                "put the inner question into a table, and call it with `it`",
            )
        outer = self.scope
        unclear = two_meanings(outer, node) if steps else None
        if unclear is not None:
            self.note(unclear)
            return Unresolved(node)
        self.scope = asked_scope(outer, each, steps=steps)
        value = self.typed(node, parameter.type)
        own = [name for name in ASKED_NAMES if self.scope.lookup(name) != outer.lookup(name)]
        self.scope = outer
        for name in own:
            self.symbols.pop(f"local {name}", None)  # a name of this call, which reads nothing
        return value

    def pair_of(self, parameter: Parameter, node: Node) -> Resolved:
        items = node.items if isinstance(node, ListOf) else (node,)
        values = tuple(self.typed(item, parameter.type) for item in items)
        if len(values) != PAIR:
            what = f"'{parameter.name}=' needs two values in brackets"
            hint = f"write `{parameter.name}=[a, b]`"
            return self.report("expression/wrong-arguments", what, node, hint)
        return Group(node, parameter.type, values)

    def bare_name(self, node: Node, role: Role, *, limited: bool) -> Resolved:
        symbol = None
        if isinstance(node, Name):
            by_name = self.scope.counter if role == "counter" else self.scope.lookup
            symbol = by_name(node.name)
        if symbol is None or symbol.role != role:
            self.note(complaints.not_in_role(node, role, self.scope))
            return Unresolved(node)
        if limited and symbol.high is None:
            self.note(complaints.no_limit(node, symbol))
        # What is asked for by its name as a quota is used up, and that ends at its limit.
        return self.refer(node, symbol)._replace(bounds=bounds.Bounds(symbol.low, symbol.high))

    def face(self, die: Symbol, keyword: Keyword) -> Resolved | None:
        if keyword.value == Name("any"):
            return None
        value = self.typed(keyword.value, "number")
        if value.type == "number":
            self.note(verdicts.judge_face(die, value))
        return value
