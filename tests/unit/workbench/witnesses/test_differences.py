"""What two games are said to differ in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ruleengine import Game, load
from ruleengine.workbench.witnesses.differences import compare_games


def test_a_game_does_not_differ_from_itself() -> None:
    assert compare_games(load("generals_10x10"), load("generals_10x10")).is_same


def test_flags_are_told_with_their_question_and_both_readings() -> None:
    found = compare_games(load("generals_10x10"), load("generals_official"))
    flag = next(each for each in found.flags if each.name == "directions")
    assert flag.question == "May units move along diagonals?"
    assert flag.here is not None
    assert flag.there is not None
    assert flag.here.value == "orthogonal"
    assert flag.there.says == "yes, in all eight directions"
    assert found.boards is None


def test_rules_are_told_by_place_with_line_and_clauses() -> None:
    found = compare_games(
        load("generals_10x10"), load("generals_10x10", {"moat_combat_origin": "moat_only"})
    )
    (rule,) = found.rules
    assert rule.sort == "only in the second"
    assert rule.path == "actions.march.validators.moat_from_moat"
    assert rule.there is not None
    assert rule.there.clauses == ("G-7.4.17",)
    assert rule.there.span.file == "rulesets/generals_10x10.yaml"
    assert list(found.clauses) == ["G-7.4.17"]


def test_a_rule_that_is_there_in_both_is_changed_not_moved() -> None:
    found = compare_games(
        load("generals_10x10"), load("generals_10x10", {"interceptor_choice": "attacker"})
    )
    assert [(rule.path, rule.sort) for rule in found.rules] == [
        ("actions.strike.effects.strikes.then.1", "changed")
    ]


ROWS = """\
reach:
  gives: number
  title: how far a man goes who has not been told otherwise by anybody
  rows:
    - {id: north, when: mover == north and count(owner=north) > 1, value: 1}
    - {id: alone, only: {ways: any}, when: count(owner=mover) == 1, value: 2, clauses: [M-1]}
    - {id: south, when: mover == south, value: {pick: ways, straight: 1, any: 2}}
    - {value: 1}
"""


def test_rows_of_a_long_table_are_told_by_their_ids(mini: Callable[..., Game]) -> None:
    flags = "ways: {question: Which?, choices: {straight: rows, any: all}, default: straight}"
    file = mini(flags=flags, tables=ROWS).rules.resolved
    games = [load(file.root.span.file, {"ways": ways}) for ways in ("straight", "any")]
    found = compare_games(*games)
    assert sorted((rule.path, rule.sort) for rule in found.rules) == [
        ("tables.reach.rows.alone", "only in the second"),
        ("tables.reach.rows.south", "changed"),
    ]
    assert list(found.clauses) == ["M-1"]


def test_other_boards_are_drawn() -> None:
    found = compare_games(load("generals_10x10"), load("generals_12x12"))
    assert found.boards is not None
    assert [len(each.splitlines()) for each in found.boards] == [11, 13]
    data = found.to_dict()
    assert data["first"] == "generals_10x10"
    assert not found.is_same


def test_rules_of_one_id_are_held_against_each_other(tmp_path: Path) -> None:
    """What a list has lost is told as lost, whatever stands in its place now."""
    variant = tmp_path / "short.yaml"
    variant.write_text(
        "schema: 1\nname: short\ntitle: Short\nextends: breakthrough\n"
        "endings: [{id: wiped_out, when: turn > 90, draw: true, says: late}]\n",
        encoding="utf-8",
    )
    found = compare_games(load("breakthrough"), load(str(variant)))
    assert [(each.path, each.sort) for each in found.rules] == [
        ("endings.arrived", "only in the first"),
        ("endings.wiped_out", "changed"),
    ]
