"""What a rulebook tells of tables, loops and numbers under the readings that are chosen."""

from __future__ import annotations

from pathlib import Path

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: wind
title: Wind
flags:
  takers: {question: Who takes?, choices: {any: all, moved: who moved}, default: any}
  gusts: {question: Do gusts blow?, type: boolean, default: true}
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 4, columns: 4}
zones:
  province:
    title: a province
    parts: {west: {shape: {columns: [0, 1]}}, east: {shape: {columns: [2, 3]}}}
kinds: {man: {letters: {ann: a, bob: b}}}
dice: {gust: {faces: 4}}
counters: {held: {per: side, title: provinces held}}
setup: [drawn: "bb..\\n....\\n....\\naa.."]
tables:
  taken:
    given: {foe: piece, unit: piece}
    gives: truth
    title: "{foe} is taken"
    rows:
      - value:
          pick: takers
          any: count(owner=foe.owner.opponent) > 2
          moved: distance(foe, unit) == 1
phases: {play: {turns: [ann, bob], turn: [{act: [go], else: [end_turn]}]}}
actions:
  go:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: orthogonal, distance: 1}}
      foe: {piece: {owner: opponent}}
    validators: [{require: "not taken(foe, unit)", says: taken}, {require: empty(to), says: full}]
    effects:
      - move: {piece: unit, to: to}
      - for_each: {as: area, parts_of: province}
        do: [{if: "count(in=area) > 2", then: [add: {held: 1}]}]
      - roll: gust
      - let: {goal: "next_cell(unit, (gust - 1) * 2)"}
      - if: goal != nothing and empty(goal)
        then: [move: {piece: unit, to: goal}]
endings: [{when: turn > 20, draw: true, says: late}]
"""


def page(tmp_path: Path, **flags: object) -> str:
    path = tmp_path / "wind.yaml"
    path.write_text(RULES, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path)), flags))


def test_what_a_table_is_given_is_told_only_if_the_reading_speaks_of_it(tmp_path: Path) -> None:
    assert "For *foe* (piece): yes if" in page(tmp_path)
    assert "For *foe* (piece) and *unit* (piece): yes if" in page(tmp_path, takers="moved")


def test_a_part_of_a_zone_is_called_by_a_title_that_each_can_have(tmp_path: Path) -> None:
    assert "For each province, called *area*:" in page(tmp_path)


def test_a_direction_that_is_reckoned_from_a_die_is_explained(tmp_path: Path) -> None:
    text = page(tmp_path)
    assert "in the direction given by (the number on the die minus 1) times 2" in text
    assert "Where a number stands for a direction, 0 is up" in text


def test_readings_that_are_all_others_are_not_counted_out_of_themselves(tmp_path: Path) -> None:
    text = page(tmp_path, takers="moved", gusts=False)
    assert "Two open points, none read as the ruleset proposes." in text
    assert "one of them not read as the ruleset proposes" in page(tmp_path, takers="moved")
