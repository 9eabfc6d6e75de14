from __future__ import annotations

from collections.abc import Callable

from ruleengine.analysis.validation import Report, validate
from ruleengine.errors import Diagnostic

Check = Callable[..., Report]

LAST = "      - move: {piece: unit, to: to}\n"
STORM = "  storm: {operands: {unit: {piece: {in: tower}}}, effects: [remove: unit]}\n"
RAID = """\
  raid:
    validators: [{require: count() > 9, says: never}]
    effects: [add: {raids: 1}]
"""
STEP = "      - act: [step]"
HOLDS = "      - holds: {cell: to, any_of: [nothing, enemy]}\n"
ZONES = "zones: {camp: {shape: {cells: [b3]}}, wall: {shape: {rows: [1]}}}\n"


def with_code(report: Report, code: str) -> list[Diagnostic]:
    return [each for each in report.diagnostics if each.code == code]


def test_a_target_behind_what_may_not_be_crossed_closes_an_action(check: Check) -> None:
    closed = check(
        ("act: [step]", "act: [raid]"),
        ("  step:\n", "  raid:\n"),
        (
            HOLDS,
            "      - inside: {cell: to, zone: camp}\n      - path_avoids: {to: to, zone: wall}\n",
        ),
        ("distance: 1", "distance: 2"),
        more=ZONES,
    )
    (found,) = with_code(closed, "check/action-never-legal")
    assert found.message == "'raid' can never be legal: every way to camp crosses wall"
    assert len(found.related) == 2
    assert found.severity == "warning"


def test_a_rule_that_speaks_only_under_a_condition_closes_nothing(check: Check) -> None:
    loose = HOLDS + "      - {require: 1 == 2 or count() < 0, when: turn > 3, says: never}\n"
    tight = HOLDS + "      - {require: count() > 9, says: never}\n"
    assert with_code(check((HOLDS, loose)), "check/action-never-legal") == []
    (found,) = with_code(check((HOLDS, tight)), "check/action-never-legal")
    assert "nothing satisfies the rule that 'count() > 9' holds" in found.message


def test_a_throw_that_a_die_cannot_bring_closes_an_action(check: Check) -> None:
    report = check(
        ("distance: 1", "distance: die + 2"),
        (STEP, "      - roll: die\n      - act: [step]"),
        more="dice: {die: {faces: 6}}\n",
    )
    (found,) = with_code(report, "check/action-never-legal")
    assert found.span is not None
    assert found.message.startswith("'step' can never be legal")


def test_rules_about_one_throw_are_taken_together(check: Check) -> None:
    """Distance and number each allow something, but never with the same throw."""
    dice = (STEP, "      - roll: die\n      - act: [step]")
    for number, closed in (("die == 2", False), ("die == 6", True)):
        report = check(
            ("distance: 1", "distance: die"),
            dice,
            (HOLDS, f"{HOLDS}      - {{require: {number}, says: no}}\n"),
            more="dice: {die: {faces: 6}}\n",
        )
        assert bool(with_code(report, "check/action-never-legal")) is closed


def test_a_quota_of_nothing_closes_an_action(check: Check) -> None:
    report = check(
        ("  step:\n", "  step:\n    uses: steps\n"), more="counters: {steps: {limit: 0}}\n"
    )
    (found,) = with_code(report, "check/action-never-legal")
    assert "'steps' is below its limit of 0" in found.message


def test_pieces_that_never_stand_where_they_are_needed_close_an_action(check: Check) -> None:
    report = check(
        ("act: [step]", "act: [step, storm]"),
        (LAST, LAST + STORM),
        ("columns: 3}", "columns: 4}"),
        ("directions: orthogonal", "directions: [up, down]"),
        more="zones: {tower: {title: the Tower, shape: {columns: [3]}}}\n",
    )
    (found,) = with_code(report, "check/action-never-legal")
    assert (
        found.message
        == "'storm' can never be legal: no piece for 'unit' can ever stand in the Tower"
    )


def test_an_action_behind_a_step_that_is_never_reached(check: Check) -> None:
    report = check((STEP, "      - end_turn\n      - act: [step]"))
    (found,) = with_code(report, "check/action-never-legal")
    assert "no step that offers it is ever reached" in found.message


def test_a_side_that_no_ending_names_cannot_win(check: Check) -> None:
    report = check(("winner: north", "winner: south"))
    (found,) = report.diagnostics
    assert found.code == "check/side-cannot-win"
    assert found.message == "side 'north' can never win: no ending and no step lets it win"


def test_a_side_wins_by_a_step_too(check: Check) -> None:
    ended = "      - if: turn > 5\n        then: [end: {winner: north, says: done}]\n" + STEP
    assert check(("winner: north", "winner: south"), (STEP, ended)).diagnostics == ()


def test_the_chain_from_an_ending_to_a_closed_action_is_told(check: Check) -> None:
    report = check(
        ("count(owner=south) == 0", "raids > 2"),
        ("act: [step]", "act: [step, raid]"),
        (LAST, LAST + RAID),
        more="counters: {raids: {}}\n",
    )
    (found,) = with_code(report, "check/side-cannot-win")
    assert found.message == (
        "side 'north' can never win: the ending needs raids > 2, "
        "but 'raids' is raised only by 'raid', which is never legal"
    )
    assert len(found.related) == 3


def test_a_counter_that_nothing_raises_is_named(check: Check) -> None:
    report = check(("count(owner=south) == 0", "raids > 2"), more="counters: {raids: {}}\n")
    (found,) = with_code(report, "check/side-cannot-win")
    assert found.message.endswith("but nothing raises 'raids'")


def test_a_count_that_cannot_change_is_known(check: Check) -> None:
    report = check(("      - capture: to\n", ""), ("any_of: [nothing, enemy]", "any_of: [nothing]"))
    assert [each.code for each in report.diagnostics] == ["check/side-cannot-win"] * 2
    assert report.diagnostics[0].message.endswith("count(owner=south) == 0, which never holds")


def test_a_closed_ring_keeps_a_side_from_winning() -> None:
    """The flag that this analysis was made for: nobody gets at what lies inside the ring."""
    report = validate("generals_10x10", {"moat_terrain": "impassable"})
    assert report.ok
    messages = {each.code: each.message for each in report.warnings}
    closed = {each.message for each in with_code(report, "check/action-never-legal")}
    assert "'strike' can never be legal: every way to the General crosses the Moat" in closed
    assert messages["check/side-cannot-win"].startswith("side 'attacker' can never win")
    assert "'hits' is raised only by 'strike'" in messages["check/side-cannot-win"]


def test_strikes_from_where_nobody_may_stand_keep_a_side_from_winning() -> None:
    terrain = "impassable_except_attack_line"
    report = validate("generals_10x10", {"moat_terrain": terrain, "hit_origin": "moat_only"})
    assert report.ok
    assert len(with_code(report, "check/side-cannot-win")) == 1
    closed = {each.message for each in with_code(report, "check/action-never-legal")}
    assert any(message.startswith("'strike' can never be legal") for message in closed)


def test_a_value_that_the_ruleset_calls_against_clauses_is_warned_of() -> None:
    report = validate("generals_12x12", {"arena": {"keep": 4}})
    assert report.ok
    (found,) = with_code(report, "check/against-clause")
    assert (
        found.message
        == "with 'arena.keep' being 4, clauses 'G-1.3', 'G-1.6' and 'G-7.4.1' cannot be met"
    )
