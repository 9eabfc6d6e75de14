from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.game.loading import load
from ruleengine.resolve.files.library import shipped_names
from ruleengine.resolve.flags.values import as_plain
from ruleengine.resolve.standalone import standalone_tree
from ruleengine.source.yaml_writer import write_yaml

GAME = """\
schema: 1
name: game
title: Game
flags:
  limit: {question: How long?, type: number, at_least: 0, default: 0}
  gentle: {question: Gentle?, type: boolean, default: true}
  ways: {question: Which ways?, choices: {some: s, all: a}, default: all}
  size:
    question: How large?
    type: map
    fields: {rows: {at_least: 2}, columns: {at_least: 2}}
    default: {rows: 3, columns: 2}
sides: {north: {}, south: {}}
board: {rows: size.rows, columns: size.columns + 1}
kinds: {man: {letters: {north: n, south: s}}}
counters: {turns: {}}
setup: [{put: {kind: man, owner: north, at: a1}}]
phases: {play: {turns: [south, north], turn: [{add: {turns: 1}}, {act: [wait], else: [end_turn]}]}}
actions: {wait: {validators: [{require: CONDITION, says: "no"}]}}
endings: [{id: late, when: turns > 9, draw: true, says: late}]
"""


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("turns > limit + 3", "turns > 3"),
        ("limit > 0 and turns > limit", False),
        ("limit > 0 or turns > 2", "turns > 2"),
        ("not gentle or turns > 2", "turns > 2"),
        ("gentle and turns > 2 and turns < 9", "turns > 2 and turns < 9"),
        ("ways == all and turns > 2", "turns > 2"),
        ("ways in [some] or turns > 2", "turns > 2"),
        ("ways not in [some]", True),
        ("turns >= limit", "turns >= 0"),
        ("count(owner=mover) > limit", "count(owner=mover) > 0"),
        ("turns - (limit - 4) > 2", "turns - -4 > 2"),
        ("turns + limit > 2", "turns > 2"),
        ("limit + turns - limit > 2", "turns > 2"),
        ("turns * (size.rows - size.columns) > 2", "turns > 2"),
        ("turns / (limit + 1) > limit - turns", "turns > 0 - turns"),
        ("turns > 2", "turns > 2"),
    ],
)
def test_flags_are_written_into_expressions(
    tmp_path: Path, condition: str, expected: object
) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(GAME.replace("CONDITION", f'"{condition}"'), encoding="utf-8")
    tree = standalone_tree(load(str(path)).rules.resolved)
    plain = as_plain(tree)
    assert isinstance(plain, dict)
    assert plain["actions"]["wait"]["validators"][0]["require"] == expected
    assert plain["board"] == {"rows": 3, "columns": 3}
    path.write_text(write_yaml(tree), encoding="utf-8")
    assert load(str(path)).flags == {}


@pytest.mark.parametrize(
    ("says", "expected"),
    [
        ("after {limit} turns", "after 0 turns"),
        ("{limit}", "0"),
        ("{turns + size.rows} of {size.rows}, {{so}}", "{turns + 3} of 3, {{so}}"),
        ("{ways} ways, {turns} turns", "all ways, {turns} turns"),
        ("{turns} turns", "{turns} turns"),
    ],
)
def test_flags_are_written_into_sentences(tmp_path: Path, says: str, expected: str) -> None:
    path = tmp_path / "game.yaml"
    text = GAME.replace("CONDITION", "turns > 2").replace('says: "no"', f'says: "{says}"')
    path.write_text(text, encoding="utf-8")
    tree = standalone_tree(load(str(path)).rules.resolved)
    plain = as_plain(tree)
    assert isinstance(plain, dict)
    assert plain["actions"]["wait"]["validators"][0]["says"] == expected
    path.write_text(write_yaml(tree), encoding="utf-8")
    assert load(str(path)).flags == {}


@pytest.mark.parametrize("name", shipped_names())
def test_shipped_rulesets_stand_alone(tmp_path: Path, name: str) -> None:
    game = load(name)
    path = tmp_path / f"{name}.yaml"
    path.write_text(write_yaml(standalone_tree(game.rules.resolved)), encoding="utf-8")
    alone = load(str(path))
    assert alone.flags == {}
    assert alone.start().drawing == game.start().drawing
    position, other = game.start(), alone.start()
    for _ in range(60):
        branches = position.legal_moves() or position.chance or ()
        if not branches:
            break
        assert [str(each) for each in branches] == [
            str(each) for each in other.legal_moves() or other.chance or ()
        ]
        choice = str(branches[position.turn % len(branches)])
        position, other = position.play(choice), other.play(choice)


def test_silenced_warnings_about_flags_are_left_out(tmp_path: Path) -> None:
    entry = "  - {{code: check/against-clause, about: {}, because: agreed}}\n"
    text = GAME.replace("CONDITION", "turns > 3") + "silenced:\n"
    path = tmp_path / "game.yaml"
    path.write_text(text + entry.format("size.rows"), encoding="utf-8")
    assert "silenced" not in standalone_tree(load(str(path)).rules.resolved)
    path.write_text(text + entry.format("limit") + entry.format("late"), encoding="utf-8")
    [kept] = standalone_tree(load(str(path)).rules.resolved)["silenced"]  # type: ignore[misc]
    assert kept["about"] == "late"  # type: ignore[call-overload, index]
