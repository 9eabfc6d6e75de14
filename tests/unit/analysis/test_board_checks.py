from __future__ import annotations

from collections.abc import Callable

from ruleengine.analysis.validation import Report

Check = Callable[..., Report]

LAST = "      - move: {piece: unit, to: to}\n"
LAND = """\
  land:
    operands: {at: {cell: {in: tower, empty: true}}}
    effects: [place: {kind: man, owner: mover, at: at}]
"""
WIDE = ("columns: 3}", "columns: 4}")
UP_AND_DOWN = ("directions: orthogonal", "directions: [up, down]")
ZONE = "zones: {tower: {shape: {columns: [3]}}}\n"
USE = ("- act: [step]", "- if: exists(in=tower)\n        then: [end_turn]\n      - act: [step]")


def codes(report: Report) -> list[str]:
    return [each.code for each in report.diagnostics]


def test_cells_beside_all_ways_are_named(check: Check) -> None:
    (found,) = check(WIDE, UP_AND_DOWN).diagnostics
    assert found.code == "check/unreachable-cell"
    assert found.message == "3 cells can never be reached or named by an action: d3, d2, d1"


def test_cells_of_an_unreachable_zone_are_not_reported_twice(check: Check) -> None:
    (found,) = check(WIDE, UP_AND_DOWN, USE, more=ZONE).diagnostics
    assert (found.code, found.severity) == ("check/unreachable-zone", "warning")
    assert "'tower'" in found.message


def test_what_an_action_can_name_is_not_out_of_reach(check: Check) -> None:
    aim = (
        LAST,
        f"{LAST}  aim: {{operands: {{at: {{cell: {{in: tower}}}}}}, effects: [end_turn]}}\n",
    )
    assert check(WIDE, UP_AND_DOWN, ("act: [step]", "act: [step, aim]"), aim, more=ZONE).ok
    report = check(WIDE, UP_AND_DOWN, ("act: [step]", "act: [step, aim]"), aim, more=ZONE)
    assert codes(report) == []


def test_what_every_move_forbids_is_closed_on_purpose(check: Check) -> None:
    rule = (
        "    validators:\n",
        "    validators:\n      - outside: {cell: to, zone: tower}\n",
    )
    assert codes(check(WIDE, rule, more=ZONE)) == []


def test_a_rule_with_a_condition_closes_nothing_on_purpose(check: Check) -> None:
    rule = (
        "    validators:\n",
        "    validators:\n      - {outside: {cell: to, zone: tower}, when: turn > 3}\n",
    )
    assert codes(check(WIDE, UP_AND_DOWN, rule, more=ZONE)) == ["check/unreachable-zone"]


def test_ways_are_followed_over_several_moves(check: Check) -> None:
    leap = (
        "line: {from: unit, directions: orthogonal, distance: 1}",
        "leap: {from: unit, by: [[1, 2]]}",
    )
    # A knight gets everywhere on four by four cells, but never to the middle of three by three.
    assert codes(check(leap)) == ["check/unreachable-cell"]
    assert codes(check(leap, ("rows: 3, columns: 3", "rows: 4, columns: 4"))) == []


def test_routes_go_through_cells_that_fit(check: Check) -> None:
    route = "route: {from: unit, steps: 2, through: {not_in: wall}}"
    way = ("line: {from: unit, directions: orthogonal, distance: 1}", route)
    setup = ("at: [a1, b1, c1]", "at: [a1]"), ("at: [a3, b3, c3]", "at: [a3]")
    open_board = check(way, *setup, more="zones: {wall: {shape: {cells: [b2]}}}\n")
    assert codes(open_board) == ["check/unreachable-cell"]
    assert "b3" in open_board.diagnostics[0].message


def test_a_piece_that_is_placed_counts_from_where_it_appears(check: Check) -> None:
    report = check(
        WIDE, UP_AND_DOWN, ("act: [step]", "act: [step, land]"), (LAST, LAST + LAND), more=ZONE
    )
    assert codes(report) == []
