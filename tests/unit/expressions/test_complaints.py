"""Every problem that the checker reports, with its place, words and hint."""

from __future__ import annotations

import pytest

from ruleengine.expressions.check import check
from ruleengine.expressions.parser import parse
from ruleengine.expressions.problems import ExpressionError, Problem
from ruleengine.expressions.types import Scope, Type


def problems_of(text: str, scope: Scope, expected: Type = "truth") -> tuple[Problem, ...]:
    with pytest.raises(ExpressionError) as caught:
        check(parse(text), scope, expected)
    return caught.value.problems


@pytest.mark.parametrize(
    ("text", "code", "marked", "message", "hint"),
    [
        (
            "ownr == mover",
            "unknown-name",
            "ownr",
            "the name 'ownr' is not known here",
            "what fits here is mover, opponent, nobody, attacker, defender",
        ),
        (
            "unit.kind == scuot",
            "unknown-name",
            "scuot",
            "the name 'scuot' is not known here",
            "did you mean `scout`?",
        ),
        (
            "True",
            "unknown-name",
            "True",
            "the name 'True' is not known here",
            "did you mean `true`?",
        ),
        (
            "count > 3",
            "unknown-name",
            "count",
            "'count' is a function, not a value",
            (
                "call it: `count(owner=side, kind=kind, in=zone, at=cell, "
                "between=[cell, cell], linked=cell or zone, in_row=number, on_top=truth, "
                "through=condition, seat=seat, where=condition)`"
            ),
        ),
        (
            "arena > 3",
            "unknown-name",
            "arena",
            "'arena' has parts and is no value by itself",
            "name one of its parts: arena.size, arena.rings",
        ),
        (
            "die == any",
            "unknown-name",
            "any",
            "'any' only stands for all faces of a die",
            "write it as the value of a die: `can(die=any)`",
        ),
        (
            "can(any)",
            "unknown-name",
            "any",
            "'any' only stands for all faces of a die",
            "leave it out: `can()` asks about every action",
        ),
        (
            "left(throw) > 1",
            "unknown-name",
            "throw",
            "there is no counter 'throw'",
            "did you mean `throws`?",
        ),
        (
            "cuont() > 1",
            "unknown-function",
            "cuont",
            "there is no function 'cuont'",
            "did you mean `count`?",
        ),
        (
            "die(3)",
            "unknown-function",
            "die",
            "'die' is a number, not a function",
            "write `die` without parentheses",
        ),
        (
            "throws(mover) > 1",
            "unknown-function",
            "throws",
            "'throws' is a number, not a function",
            "it is kept per side: write `mover.throws`",
        ),
        (
            "unit.ownr == mover",
            "unknown-attribute",
            "ownr",
            "'unit' is a piece; a piece has no 'ownr'",
            "did you mean `owner`?",
        ),
        (
            "to.xyz > 3",
            "unknown-attribute",
            "xyz",
            "'to' is a cell; a cell has no 'xyz'",
            "a cell has row, column, snow",
        ),
        (
            "die.owner == mover",
            "unknown-attribute",
            "owner",
            "'die' is a number; a number has no 'owner'",
            "a number has no attributes",
        ),
        (
            "arena.siez > 3",
            "unknown-attribute",
            "siez",
            "'arena' has no 'siez'",
            "did you mean `arena.size`?",
        ),
        (
            "hits",
            "wrong-type",
            "hits",
            "'hits' is a number, here a condition is needed",
            "compare it: `hits > 0`",
        ),
        (
            "not march",
            "wrong-type",
            "march",
            "'march' is an action, here a condition is needed",
            "ask whether it is possible: `can(march)`",
        ),
        (
            "true and unit.owner",
            "wrong-type",
            "unit.owner",
            "'unit.owner' is a side, here a condition is needed",
            "compare it: `unit.owner == ...`",
        ),
        (
            "unit.kind == scout or spy",
            "wrong-type",
            "spy",
            "'spy' is a kind, here a condition is needed",
            "write `unit.kind in [scout, spy]`",
        ),
        (
            "a > 3 and b",
            "wrong-type",
            "b",
            "'b' is a number, here a condition is needed",
            "repeat the left side: `a > b`",
        ),
        (
            "to + 1 == 2",
            "wrong-type",
            "to",
            "'to' is a cell, here a number is needed",
            "write a number, a counter, or an attribute that is a number",
        ),
        (
            "-true == 2",
            "wrong-type",
            "true",
            "'true' is a condition, here a number is needed",
            "write a number, a counter, or an attribute that is a number",
        ),
        (
            "unit.owner == scout",
            "wrong-type",
            "unit.owner == scout",
            "'unit.owner' is a side and 'scout' is a kind; they cannot be compared",
            "compare values of the same type",
        ),
        (
            "unit == scout",
            "wrong-type",
            "unit == scout",
            "'unit' is a piece and 'scout' is a kind; they cannot be compared",
            "did you mean `unit.kind`?",
        ),
        (
            "mover == unit",
            "wrong-type",
            "mover == unit",
            "'mover' is a side and 'unit' is a piece; they cannot be compared",
            "did you mean `unit.owner`?",
        ),
        (
            "to == unit",
            "wrong-type",
            "to == unit",
            "'to' is a cell and 'unit' is a piece; they cannot be compared",
            "compare the cell of the piece: `unit.cell`",
        ),
        (
            "hits == nothing",
            "wrong-type",
            "hits == nothing",
            "'hits' is a number, and a number cannot be compared with nothing",
            "compare values of the same type",
        ),
        (
            "nothing == piece_at(to).strength",
            "wrong-type",
            "nothing == piece_at(to).strength",
            "'piece_at(to).strength' is a number, and a number cannot be compared with nothing",
            "ask about the whole: `piece_at(to) == nothing`",
        ),
        (
            "unit.kind in scout",
            "wrong-type",
            "scout",
            "'scout' is a kind; after 'in' a zone or a list is needed",
            "write `unit.kind in [scout]`",
        ),
        (
            "unit.kind in moat",
            "wrong-type",
            "unit.kind",
            "'unit.kind' is a kind; only a cell or a piece can be in a zone",
            "name an operand that is a cell, or the cell of a piece: `unit.cell`",
        ),
        (
            "unit.kind in [scout, mover]",
            "wrong-type",
            "mover",
            "'unit.kind' is a kind and 'mover' is a side; they cannot be compared",
            "compare values of the same type",
        ),
        (
            "to in [moat, unit.home]",
            "wrong-type",
            "unit.home",
            "'unit.home' is a cell, here a zone is needed",
            "name a zone, or ask for one: `part(...)`, `zone_of(...)`",
        ),
        (
            "[a, b] == 1",
            "wrong-type",
            "[a, b]",
            "a list cannot stand here",
            "a list stands after `in`, or where a function takes one",
        ),
        (
            "left(die) > 0",
            "wrong-type",
            "die",
            "'die' is not the name of a counter",
            "name one of hits, throws",
        ),
        (
            "exists(owner=nothing)",
            "wrong-type",
            "nothing",
            "'nothing' cannot stand here: a side is needed",
            "name a side, `mover` or `opponent`, or ask for an owner: `unit.owner`",
        ),
        (
            "exists(owner=scout)",
            "wrong-type",
            "scout",
            "'scout' is a kind, here a side is needed",
            "name a side, `mover` or `opponent`, or ask for an owner: `unit.owner`",
        ),
        (
            "after(march, true)",
            "wrong-type",
            "march",
            "'march' is an action, here a procedure is needed",
            "name a procedure",
        ),
        (
            "can(die=to)",
            "wrong-type",
            "to",
            "'to' is a cell, here a number is needed",
            "write a number, a counter, or an attribute that is a number",
        ),
        (
            "how_often(march) > 1",
            "wrong-arguments",
            "how_often(march)",
            "'how_often' needs 'at_most='",
            "write `how_often(action..., operand=value, at_most=number, side=side)`",
        ),
        (
            "how_often(march, at_most=21) > 1",
            "wrong-arguments",
            "21",
            "'at_most' can be 21, and 20 moves are the most that are looked ahead",
            "write a number, or `min(20, ...)`",
        ),
        (
            "how_often(march, at_most=3) > 3",
            "never-true",
            "how_often(march, at_most=3) > 3",
            (
                "'how_often(march, at_most=3)' is 0 to 3, so 'how_often(march, at_most=3) > 3' is "
                "never true"
            ),
            "compare with a value it can have",
        ),
        (
            "empty()",
            "wrong-arguments",
            "empty()",
            "'empty' needs 1 value, not 0: the cell is missing",
            "write `empty(cell)`",
        ),
        (
            "min(1) == a",
            "wrong-arguments",
            "min(1)",
            "'min' needs at least 2 values, not 1: the other is missing",
            "write `min(number, other, number...)`",
        ),
        (
            "empty(to, unit)",
            "wrong-arguments",
            "unit",
            "'empty' takes 1 value, not 2",
            "write `empty(cell)`",
        ),
        (
            "exists(owner == defender)",
            "wrong-arguments",
            "owner == defender",
            "'exists' takes no values without a name, not 1",
            "name a value with one `=`: `owner=defender`",
        ),
        (
            "exists(ownr=defender)",
            "wrong-arguments",
            "ownr",
            "'exists' has no 'ownr='",
            "did you mean `owner=`?",
        ),
        (
            "can(dye=3)",
            "wrong-arguments",
            "dye",
            "'can' has no 'dye='",
            "did you mean `die=`?",
        ),
        (
            "can(hits=3)",
            "wrong-arguments",
            "hits",
            "'can' has no 'hits='",
            "write `can(action..., die=number or any, operand=value, side=side)`",
        ),
        (
            "holds(to, cell=to)",
            "wrong-arguments",
            "cell",
            "'holds' has no 'cell='",
            "leave out the name: `to`",
        ),
        (
            "exists(owner=mover, owner=opponent)",
            "wrong-arguments",
            "owner=opponent",
            "'owner=' is given twice",
            "keep one of them",
        ),
        (
            "left(hits) > 0",
            "wrong-arguments",
            "hits",
            "the counter 'hits' has no limit, so nothing is left of it",
            "give 'hits' a limit, or ask for its value: `used(hits)`",
        ),
        (
            "a / b > 1",
            "division-by-zero",
            "b",
            "'b' can be 0, and no number can be divided by 0",
            "divide by a number that is never 0, such as `max(1, b)`",
        ),
        (
            "a % 0 == 1",
            "division-by-zero",
            "0",
            "'0' is 0, and no number can be divided by 0",
            "use another number",
        ),
        (
            "after(clear_enemies, after(clear_enemies, can()))",
            "too-nested",
            "can()",
            "questions such as 'can' and 'after' are nested more than 2 deep",
            "ask the inner question in a rule of its own",
        ),
    ],
)
def test_problem_is_placed_and_worded(  # noqa: PLR0913 - one argument per column of the table
    *, text: str, code: str, marked: str, message: str, hint: str | None, scope: Scope
) -> None:
    (problem,) = problems_of(text, scope)
    assert problem.code == f"expression/{code}"
    assert text[problem.start : problem.end] == marked
    assert problem.message == message
    assert problem.hint == hint


def test_unknown_function_without_a_near_name_lists_all(scope: Scope) -> None:
    (problem,) = problems_of("xyzzy(to)", scope)
    assert problem.hint is not None
    assert problem.hint.startswith("the functions are count, exists, ")


def test_counter_is_missed_when_none_is_declared() -> None:
    (problem,) = problems_of("left(1) > 0", Scope([]))
    assert problem.hint == "declare a counter first"


def test_every_problem_is_reported_once_in_order_of_place(scope: Scope) -> None:
    text = "foo == bar and baz(qux) and unit.xyz == 3 and die == 7"
    found = [
        (problem.code.partition("/")[2], text[problem.start : problem.end])
        for problem in problems_of(text, scope)
    ]
    assert found == [
        ("unknown-name", "foo"),
        ("unknown-name", "bar"),
        ("unknown-function", "baz"),
        ("unknown-name", "qux"),
        ("unknown-attribute", "xyz"),
        ("never-true", "die == 7"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "foo.bar.baz == 3",
        "foo + 1 > 2 * 3",
        "foo in moat",
        "to in foo",
        "to in [foo, moat]",
        "foo in [1, 2]",
        "foo and true",
        "a / foo > 3",
        "exists(owner=foo.owner)",
        "exists(foo=mover)",
        "distance(foo, to) == -a",
        "nowhere(to) in moat",
    ],
)
def test_one_cause_gives_one_problem(text: str, scope: Scope) -> None:
    assert len(problems_of(text, scope)) == 1


def test_error_reads_as_one_line_per_problem(scope: Scope) -> None:
    with pytest.raises(ExpressionError) as caught:
        check(parse("foo == 1 and hits"), scope, "truth")
    assert str(caught.value) == (
        "0: expression/unknown-name: the name 'foo' is not known here\n"
        "13: expression/wrong-type: 'hits' is a number, here a condition is needed"
    )
