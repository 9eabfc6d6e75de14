from __future__ import annotations

import pytest

from ruleengine.expressions.parser import MAX_DEPTH, parse
from ruleengine.expressions.problems import ExpressionError, Problem
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

die, a, b, c = Name("die"), Name("a"), Name("b"), Name("c")
unit_kind = Attribute(Name("unit"), "kind")


_QUOTED = "write names without quotes, but for cells that are called by a number"


def problem_of(text: str) -> Problem:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    (problem,) = caught.value.problems
    return problem


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        (
            "die == 6 and count(owner=defender, in=moat) < 3",
            Logic(
                "and",
                (
                    Compare("==", die, Number(6)),
                    Compare(
                        "<",
                        Call(
                            "count",
                            (),
                            (Keyword("owner", Name("defender")), Keyword("in", Name("moat"))),
                        ),
                        Number(3),
                    ),
                ),
            ),
        ),
        ("not can(die=any)", Unary("not", Call("can", (), (Keyword("die", Name("any")),)))),
        (
            "can(march, strike, side=opponent)",
            Call("can", (Name("march"), Name("strike")), (Keyword("side", Name("opponent")),)),
        ),
        (
            "hits_to_win - hits > count(owner=attacker)",
            Compare(
                ">",
                Binary("-", Name("hits_to_win"), Name("hits")),
                Call("count", (), (Keyword("owner", Name("attacker")),)),
            ),
        ),
        (
            "unit.owner == mover",
            Compare("==", Attribute(Name("unit"), "owner"), Name("mover")),
        ),
        ("to in moat", Compare("in", Name("to"), Name("moat"))),
        ("to not in garrison", Compare("not in", Name("to"), Name("garrison"))),
        (
            "zone_of(to, garrison).owner == attacker",
            Compare(
                "==",
                Attribute(Call("zone_of", (Name("to"), Name("garrison"))), "owner"),
                Name("attacker"),
            ),
        ),
        (
            "arena.size / 2 - 1",
            Binary("-", Binary("/", Attribute(Name("arena"), "size"), Number(2)), Number(1)),
        ),
        ("min(a, b)", Call("min", (a, b))),
        (
            "after(clear_enemies, can())",
            Call("after", (Name("clear_enemies"), Call("can"))),
        ),
        ("-1", Unary("-", Number(1))),
        ("(1 + 2) * 3", Binary("*", Binary("+", Number(1), Number(2)), Number(3))),
        ("true", Truth(value=True)),
        ("false", Truth(value=False)),
        ("nothing", Nothing()),
        (
            "unit.kind == scout or unit.kind in [scout, spy]",
            Logic(
                "or",
                (
                    Compare("==", unit_kind, Name("scout")),
                    Compare("in", unit_kind, ListOf((Name("scout"), Name("spy")))),
                ),
            ),
        ),
        ("phase == siege", Compare("==", Name("phase"), Name("siege"))),
        ("Unit_2", Name("Unit_2")),
        ("007", Number(7)),
        ("a\n  and b", Logic("and", (a, b))),
    ],
)
def test_text_becomes_tree(text: str, tree: Node) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a or b and c", Logic("or", (a, Logic("and", (b, c))))),
        ("a and b or c", Logic("or", (Logic("and", (a, b)), c))),
        ("a and b and c", Logic("and", (a, b, c))),
        ("(a and b) and c", Logic("and", (Logic("and", (a, b)), c))),
        ("not a and b", Logic("and", (Unary("not", a), b))),
        ("a and not b", Logic("and", (a, Unary("not", b)))),
        ("not a == b", Unary("not", Compare("==", a, b))),
        ("not not a", Unary("not", Unary("not", a))),
        ("(not a) == b", Compare("==", Unary("not", a), b)),
        ("not a not in b", Unary("not", Compare("not in", a, b))),
        ("a - b - c", Binary("-", Binary("-", a, b), c)),
        ("a - (b - c)", Binary("-", a, Binary("-", b, c))),
        ("a + b * c", Binary("+", a, Binary("*", b, c))),
        ("a * b % c", Binary("%", Binary("*", a, b), c)),
        ("-a * b", Binary("*", Unary("-", a), b)),
        ("a * -b", Binary("*", a, Unary("-", b))),
        ("a - -b", Binary("-", a, Unary("-", b))),
        ("-a.b", Unary("-", Attribute(a, "b"))),
        ("a + b < c", Compare("<", Binary("+", a, b), c)),
        ("a.b.c", Attribute(Attribute(a, "b"), "c")),
        ("a==b", Compare("==", a, b)),
        ("a!=b", Compare("!=", a, b)),
        ("a<-b", Compare("<", a, Unary("-", b))),
        ("f(not=a, in=b)", Call("f", (), (Keyword("not", a), Keyword("in", b)))),
        ("f(a == b)", Call("f", (Compare("==", a, b),))),
        ("f(a or b)", Call("f", (Logic("or", (a, b)),))),
    ],
)
def test_operators_bind_as_usual(text: str, tree: Node) -> None:
    assert parse(text) == tree


def test_nodes_know_where_they_stand() -> None:
    text = " (a + 1) * f(b, in=c).x"
    product = parse(text)
    assert isinstance(product, Binary)
    attribute = product.right
    assert isinstance(attribute, Attribute)
    call = attribute.of
    assert isinstance(call, Call)
    keyword = call.keywords[0]
    pieces = [
        text[node.start : node.end]
        for node in (product, product.left, attribute, call, call.args[0], keyword, keyword.value)
    ]
    assert pieces == [
        "(a + 1) * f(b, in=c).x",
        "a + 1",
        "f(b, in=c).x",
        "f(b, in=c)",
        "b",
        "in=c",
        "c",
    ]


@pytest.mark.parametrize(
    ("text", "start", "end", "hint"),
    [
        ("", 0, 0, "write a condition or a number"),
        ("  ", 2, 2, "write a condition or a number"),
        ("a = b", 2, 3, "write `==` to compare"),
        ("= b", 0, 1, "write `==` to compare"),
        ("a == = b", 5, 6, "write `==` to compare"),
        ("a && b", 2, 4, "write `and`"),
        ("a || b", 2, 4, "write `or`"),
        ("!a", 0, 1, "write `not`"),
        ("a !== b", 2, 5, "write `!=`"),
        ("a === b", 2, 5, "write `==`"),
        ("a <> b", 2, 4, "write `!=`"),
        ("a => b", 2, 4, "write `>=`"),
        ("a ≤ b", 2, 3, "write `<=`"),
        ("a // b", 2, 4, "write `/`, which rounds down"),
        ("a ? b", 2, 3, "write the two cases as two rules; an expression has no `if`"),
        ("a if b", 2, 4, "write the two cases as two rules; an expression has no `if`"),
        ("a is b", 2, 4, "write `==`"),
        ("a AND b", 2, 5, "write `and`"),
        ("a not b", 2, 5, "write `not in`, `and not` or `or not`"),
        ("a NOT in b", 2, 5, "write `not in`, `and not` or `or not`"),
        ("a == not b", 5, 8, "put it in parentheses: `(not ...)`"),
        ("a < b < c", 6, 7, "join two comparisons: `a < b and b < ...`"),
        ("a < b not in c", 6, 9, "join two comparisons: `a < b and b not in ...`"),
        ("a b", 2, 3, "join the two with an operator such as `and` or `==`"),
        ("2 a", 2, 3, "join the two with an operator such as `and` or `==`"),
        ("a.b(c)", 3, 4, "join the two with an operator such as `and` or `==`"),
        (
            "f(a b)",
            4,
            5,
            "put a comma between the two, or join them with an operator such as `and`",
        ),
        ("[a b]", 3, 4, "put a comma between the two, or join them with an operator such as `and`"),
        ("(a b)", 3, 4, "join the two with an operator such as `and` or `==`"),
        ("a and", 5, 5, "write what comes next, or drop the end"),
        ("and a", 0, 3, "write a value before it"),
        ("* a", 0, 1, "write a value before it"),
        ("a + )", 4, 5, "remove the `)`"),
        ("(a", 0, 1, "add the missing `)`"),
        ("b + f(a", 5, 6, "add the missing `)`"),
        ("[a", 0, 1, "add the missing `]`"),
        ("(a]", 2, 3, "put the missing `)` before it"),
        ("f(kind=[a, b) < 3", 12, 13, "put the missing `]` before it"),
        ("a.kind in b, c", 11, 12, "write a list: `a.kind in [b, c]`"),
        ("a and b not in c, d, e or f", 16, 17, "write a list: `b not in [c, d, e]`"),
        ("a == b, c", 6, 7, "commas part the values of a function or a list"),
        ("a)", 1, 2, "remove the `)`"),
        ("a, b", 1, 2, "commas part the values of a function or a list"),
        ("f(a,)", 4, 5, "remove the `)`"),
        ("f(x=1, 2 + 3)", 7, 12, "put values without a name first"),
        ("[]", 1, 2, "write at least one item"),
        ("a.", 2, 2, None),
        ("a.in", 2, 4, None),
        ("a.5", 1, 3, "use whole numbers only"),
        ("1.5", 0, 3, "use whole numbers only"),
        ("2147483648", 0, 10, "the largest is 2147483647"),
        ("a == 'b c'", 5, 10, _QUOTED),
        ('a == "b', 5, 7, _QUOTED),
        ("a == 9b", 5, 7, "a cell that is called so is put in quotes: `'9b'`"),
        ("a\xa0+ b", 1, 2, "remove it"),
        ("a é", 2, 3, "remove it"),
    ],
)
def test_what_cannot_be_read_is_located(text: str, start: int, end: int, hint: str | None) -> None:
    problem = problem_of(text)
    assert problem.code == "expression/syntax"
    assert (problem.start, problem.end, problem.hint) == (start, end, hint)


def test_message_quotes_what_is_wrong() -> None:
    assert problem_of("a < b < c").message == "'<' cannot follow the comparison 'a < b'"
    assert problem_of("a\u200b").message == (
        "an invisible character (U+200B) has no meaning in an expression"
    )


def test_largest_number_is_read() -> None:
    assert parse("2147483647") == Number(2**31 - 1)


def test_text_may_have_a_thousand_characters_and_no_more() -> None:
    assert parse("a".ljust(1000)) == a
    problem = problem_of("a".ljust(1001))
    assert (problem.code, problem.start, problem.end) == ("expression/too-long", 1000, 1001)


@pytest.mark.parametrize(
    ("opening", "closing"), [("(", ")"), ("[", "]"), ("f(", ")"), ("-", ""), ("not ", "")]
)
def test_nesting_is_bounded(opening: str, closing: str) -> None:
    most = MAX_DEPTH - 1
    parse(opening * most + "a" + closing * most)
    problem = problem_of(opening * 60 + "a" + closing * 60)
    assert problem.code == "expression/too-nested"
    assert problem.start == len(opening) * MAX_DEPTH


@pytest.mark.parametrize("text", ["a" + ".b" * 60, "1" + " + 1" * 60])
def test_trees_that_lean_left_are_bounded_too(text: str) -> None:
    problem = problem_of(text)
    assert problem.code == "expression/too-nested"
    assert (problem.start, problem.end) == (0, len(text))


def test_many_parts_side_by_side_are_not_nested() -> None:
    tree = parse(" or ".join(["a"] * 200))
    assert tree == Logic("or", (a,) * 200)
