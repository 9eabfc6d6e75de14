from __future__ import annotations

import pytest

from ruleengine.expressions.check import check
from ruleengine.expressions.parser import parse
from ruleengine.expressions.problems import ExpressionError
from ruleengine.expressions.types import Scope


@pytest.mark.parametrize(
    ("text", "code", "marked", "message", "hint"),
    [
        (
            "die == 7",
            "never-true",
            "die == 7",
            "'die' is 1 to 6, so 'die == 7' is never true",
            "compare with a value it can have",
        ),
        (
            "0 != die",
            "always-true",
            "0 != die",
            "'die' is 1 to 6, so '0 != die' is always true",
            "drop it: it decides nothing",
        ),
        (
            "count(owner=mover) < 0",
            "never-true",
            "count(owner=mover) < 0",
            "'count(owner=mover)' is 0 or more, so 'count(owner=mover) < 0' is never true",
            "compare with a value it can have",
        ),
        (
            "count() >= 0",
            "always-true",
            "count() >= 0",
            "'count()' is 0 or more, so 'count() >= 0' is always true",
            "drop it: it decides nothing",
        ),
        (
            "die + 10 > b",
            "always-true",
            "die + 10 > b",
            "'die + 10' is 11 to 16 and 'b' is 0 to 9, so 'die + 10 > b' is always true",
            "drop it: it decides nothing",
        ),
        (
            "hits == -1",
            "never-true",
            "hits == -1",
            "'hits' is 0 or more, so 'hits == -1' is never true",
            "compare with a value it can have",
        ),
        (
            "unit.strength > 10",
            "never-true",
            "unit.strength > 10",
            "'unit.strength' is 0 to 10, so 'unit.strength > 10' is never true",
            "compare with a value it can have",
        ),
        (
            "1 == 2",
            "never-true",
            "1 == 2",
            "'1 == 2' is never true",
            "compare with a value it can have",
        ),
        (
            "scout == spy",
            "never-true",
            "scout == spy",
            "'scout == spy' is never true",
            "compare with a value it can have",
        ),
        (
            "scout != spy",
            "always-true",
            "scout != spy",
            "'scout != spy' is always true",
            "drop it: it decides nothing",
        ),
        (
            "attacker == attacker",
            "always-true",
            "attacker == attacker",
            "'attacker == attacker' is always true",
            "drop it: it decides nothing",
        ),
        (
            "true == false",
            "never-true",
            "true == false",
            "'true == false' is never true",
            "compare with a value it can have",
        ),
        (
            "directions == diagnal",
            "never-true",
            "directions == diagnal",
            "'directions' is never 'diagnal', so 'directions == diagnal' is never true",
            "did you mean `diagonal`?",
        ),
        (
            "scout != directions",
            "always-true",
            "scout != directions",
            "'directions' is never 'scout', so 'scout != directions' is always true",
            "its choices are orthogonal, diagonal",
        ),
        (
            "unit.mood == clam",
            "never-true",
            "unit.mood == clam",
            "'unit.mood' is never 'clam', so 'unit.mood == clam' is never true",
            "did you mean `calm`?",
        ),
        (
            "directions in [diagonal, up]",
            "never-true",
            "up",
            "'directions' is never 'up'",
            "its choices are orthogonal, diagonal",
        ),
        (
            "die not in [6, 7]",
            "never-true",
            "7",
            "'die' is 1 to 6, so 'die' is never '7'",
            "drop '7' from the list",
        ),
        (
            "scout in [scout]",
            "always-true",
            "scout",
            "'scout' is always 'scout'",
            "drop the condition: it decides nothing",
        ),
        (
            "can(die=7)",
            "never-true",
            "7",
            "'die' is 1 to 6, never 7",
            "give a value that 'die' can show, or `any`",
        ),
    ],
)
def test_known_answer_is_reported(  # noqa: PLR0913 - one argument per column of the table
    *, text: str, code: str, marked: str, message: str, hint: str, scope: Scope
) -> None:
    with pytest.raises(ExpressionError) as caught:
        check(parse(text), scope, "truth")
    (problem,) = caught.value.problems
    assert problem.code == f"expression/{code}"
    assert marked == text[problem.start : problem.end]
    assert (problem.message, problem.hint) == (message, hint)


@pytest.mark.parametrize(
    "text",
    [
        "die == 6",
        "die >= 2",
        "hits_to_win == 4",
        "hits_to_win == 3",
        "hits_to_win + 1 > 0",
        "arena.size == 12",
        "strict == true",
        "die <= hits_to_win * 2",
        "count() >= hits_to_win - 3",
        "die in [1, hits_to_win + 10]",
        "can(die=hits_to_win + 10)",
        "unit.owner == unit.owner.opponent",
        "mover == attacker",
        "phase == siege",
        "a == a + 1",
        "true",
        "false or strict",
    ],
)
def test_answer_that_depends_on_flags_or_play_is_not_reported(text: str, scope: Scope) -> None:
    check(parse(text), scope, "truth")


@pytest.mark.parametrize("text", ["piece_at(to).strength >= 0", "piece_at(to).strength + 1 > 0"])
def test_attribute_of_a_missing_piece_is_below_no_bound(text: str, scope: Scope) -> None:
    check(parse(text), scope, "truth")
