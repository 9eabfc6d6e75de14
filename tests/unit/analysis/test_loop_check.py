from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine.analysis.validation import Report

Check = Callable[..., Report]

DIE = "dice: {die: {faces: 6}}\n"
FAR = ("distance: 1", "distance: die")
ACT = "      - act: [step]\n"
LOOP = """\
      - label: throw
        roll: die
      - act: [step]
        else: [again: throw]
"""
GUARD = """\
      - if: not can(step, die=any)
        then: [end_turn]
"""


def loops(report: Report) -> list[str]:
    assert report.ok, report.diagnostics
    return [each.message for each in report.diagnostics if each.code == "check/reroll-can-loop"]


def test_who_cannot_play_can_be_sent_out_of_the_loop(check: Check) -> None:
    turn = (
        "      - label: top\n        act: [step]\n      - if: turn > 3\n        then: [again: top]"
    )
    turn += "\n"
    report = check((ACT, turn))
    assert len(loops(report)) == 1
    hint = report.diagnostics[0].hint
    assert (
        hint
        == "write `else: [end_turn]` beside the `act`, or before it, leave when `not can(step)`"
    )
    mended = turn.replace("[step]\n", "[step]\n        else: [end_turn]\n")
    assert loops(check((ACT, mended))) == []


CLEARED = (
    "      - label: throw\n        roll: die\n      - set: {tries: 0}\n      - act: [step]\n"
    "      - if: tries == 1 and turn > 0\n        then: [again: throw]\n"
)


def test_a_throw_that_is_repeated_without_a_guard_can_loop(check: Check) -> None:
    report = check(FAR, (ACT, LOOP), more=DIE)
    (message,) = loops(report)
    assert "`again: throw` can go round for ever" in message
    assert "makes sure that 'step' can be played" in message
    hint = report.diagnostics[0].hint
    assert hint is not None
    assert "not can(step, die=any)" in hint


@pytest.mark.parametrize(
    "turn",
    [
        pytest.param(GUARD + LOOP, id="guard before the loop"),
        pytest.param(GUARD.replace("step, ", "") + LOOP, id="guard about all actions"),
        pytest.param(
            GUARD.replace("not can", "turn > 90 or not can") + LOOP, id="guard with more reasons"
        ),
        pytest.param(
            "      - label: throw\n        roll: die\n"
            + GUARD
            + "      - act: [step]\n        else: [again: throw]\n",
            id="guard inside the loop",
        ),
        pytest.param(
            "      - if: can(step, die=any)\n        then:\n"
            + LOOP.replace("      ", "          "),
            id="loop inside the guard",
        ),
        pytest.param(
            LOOP.replace("again: throw", "if: tries < 3, then: [again: throw]")
            .replace("else: [", "else: [{")
            .replace("]]\n", "]}]\n")
            .replace("roll: die", "add: {tries: 1}\n      - roll: die"),
            id="counted rounds",
        ),
        pytest.param(
            "      - label: throw\n        roll: die\n"
            "      - if: die != 2\n        then: [again: throw]\n      - act: [step]\n",
            id="a number to wait for",
        ),
        pytest.param(
            "      - label: throw\n        roll: die\n      - act: [step]\n"
            "      - if: die == 6\n        then: [again: throw]\n",
            id="a move on every round",
        ),
        pytest.param(CLEARED, id="another round only for who has moved"),
        pytest.param(
            "      - label: top\n        act: [step]\n        else: [end_turn]\n"
            "      - again: top\n",
            id="a move on every round, or the turn is over",
        ),
        pytest.param(
            GUARD + LOOP + "      - if: die == 6\n        then: [again: throw]\n",
            id="a guard before two ways round",
        ),
    ],
)
def test_loops_that_end_are_in_order(check: Check, turn: str) -> None:
    counter = "counters: {tries: {resets: turn}}\n" if "tries" in turn else ""
    assert loops(check(FAR, (ACT, turn), more=DIE + counter)) == []


def test_a_counter_that_does_not_lead_out_does_not_help(check: Check) -> None:
    turn = CLEARED.replace("tries: 0", "tries: 1")
    counter = "counters: {tries: {resets: turn}}\n"
    assert len(loops(check(FAR, (ACT, turn), more=DIE + counter))) == 1


@pytest.mark.parametrize(
    "turn",
    [
        pytest.param(GUARD.replace(", die=any", "") + LOOP, id="guard about the wrong throw"),
        pytest.param(
            GUARD.replace("die=any", "die=any, side=opponent") + LOOP,
            id="guard about the other side",
        ),
        pytest.param(
            GUARD.replace("not can", "turn > 9 and not can") + LOOP, id="guard that may not speak"
        ),
        pytest.param(
            GUARD.replace("[end_turn]", "[check_endings]") + LOOP, id="guard that goes on"
        ),
    ],
)
def test_a_guard_that_makes_sure_of_nothing_does_not_help(check: Check, turn: str) -> None:
    assert len(loops(check(FAR, (ACT, turn), more=DIE))) == 1


def test_a_loop_without_any_throw_is_found_too(check: Check) -> None:
    turn = "      - label: top\n        act: [step]\n        else: [again: top]\n"
    assert len(loops(check((ACT, turn)))) == 1


@pytest.mark.parametrize(
    "turn",
    [
        pytest.param(
            "      - label: top\n        act: [step]\n        else: [check_endings]\n"
            "      - again: top\n",
            id="the move may be left out",
        ),
        pytest.param(
            "      - act: [step]\n        else: [end_turn]\n"
            "      - label: top\n        check_endings: true\n      - again: top\n",
            id="the move comes before the loop",
        ),
        pytest.param(
            "      - label: top\n        if: turn > 9\n"
            "        then: [{act: [step], else: [end_turn]}]\n      - again: top\n",
            id="the move is on one way only",
        ),
    ],
)
def test_a_move_that_can_be_missed_does_not_end_a_loop(check: Check, turn: str) -> None:
    assert len(loops(check((ACT, turn)))) == 1


def test_a_die_leads_out_of_a_loop_also_by_way_of_tables(check: Check) -> None:
    turn = (
        "      - label: throw\n        roll: die\n      - act: [step]\n"
        "      - if: grace() or turn > 9\n        then: [again: throw]\n"
    )
    tables = (
        "tables:\n  grace: {gives: truth, rows: [value: CONDITION]}\n"
        "  pips: {gives: number, rows: [value: die + 1]}\n"
    )
    by_die = tables.replace("CONDITION", "pips() > 4")
    assert loops(check(FAR, (ACT, turn), more=DIE + by_die)) == []
    by_turn = tables.replace("CONDITION", "turn > 4")
    assert len(loops(check(FAR, (ACT, turn), more=DIE + by_turn))) == 1
