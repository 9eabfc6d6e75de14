"""How many moves could follow each other, on both tiers."""

from __future__ import annotations

import operator
from pathlib import Path

import pytest

from ruleengine import Game, Position, load

RULES = """\
schema: 1
name: leapers
title: Leapers
sides: {south: {forward: up}, north: {forward: down}}
board: {rows: 5, columns: 5}
kinds:
  man: {letters: {south: m, north: M}}
counters:
  breath: {per: side, limit: 3}
  found: {}
marks: {last: {holds: piece}}
setup: [{drawn: "M . M . .\\n. . . . .\\nM . M . .\\n. . . . .\\n. m . . m"}]
phases:
  play:
    turns: [south, north]
    turn:
      - set: {found: "QUESTION"}
      - act: [step]
actions:
  step:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: orthogonal, distance: 1}}
    validators: [holds: {cell: to, any_of: [nothing]}]
    effects: [move: {piece: unit, to: to}]
  jump:
    uses: breath
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: all, distance: 2}}
    validators:
      - holds: {cell: to, any_of: [nothing]}
      - require: exists(owner=opponent, between=[unit, to])
    effects:
      - capture: the(between=[unit, to])
      - move: {piece: unit, to: to}
  rest: {uses: breath}
endings: [{when: turn > 12, draw: true, says: it is late}]
"""
SEARCH = "how_often(jump, rest, at_most=5)"
BOARD = """
. . . . .
. . . . .
. M . M .
m . . . .
. . . . m
"""


def leapers(tmp_path: Path, question: str, rules: str = RULES) -> Game:
    path = tmp_path / "leapers.yaml"
    path.write_text(rules.replace("QUESTION", question), encoding="utf-8")
    return load(str(path))


def observed(game: Game, position: Position, counter: str) -> int:
    """Return what a counter is on the compiled tier."""
    seen = game.batch(1, position=position).observe("south")
    return int(seen.numbers[0, seen.number_names.index(counter)])


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # From a2 over b3 to c4, and on over d3 to e2.
        ("how_often(jump, unit=piece_at(a2), at_most=5)", 2),
        ("how_often(jump, unit=piece_at(e1), at_most=5)", 0),
        ("how_often(jump, at_most=5)", 2),
        ("how_often(jump, at_most=1)", 1),
        ("how_often(jump, at_most=0)", 0),
        ("how_often(jump, unit=piece_at(a2), to=c4, at_most=5)", 1),
        ("how_often(jump, side=opponent, at_most=5)", 0),
        # Breath is used up by every jump, also by those that are only looked at.
        ("how_often(jump, rest, at_most=5)", 3),
        ("how_often(rest, at_most=5) + how_often(step, at_most=4)", 7),
        # Nothing can be done with nothing.
        ("how_often(jump, unit=last, at_most=5)", 0),
        ("how_often(jump, unit=piece_at(c1), at_most=5)", 0),
    ],
)
def test_moves_in_a_row_are_counted(tmp_path: Path, question: str, answer: int) -> None:
    game = leapers(tmp_path, question)
    position = game.position(board=BOARD, mover="south")
    assert position.view("south").counters["found"] == answer
    assert position.ask(question).value == answer
    assert observed(game, position, "found") == answer


_COMPARE = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@pytest.mark.parametrize("op", _COMPARE)
def test_a_comparison_is_answered_as_if_all_moves_were_looked_for(tmp_path: Path, op: str) -> None:
    # Three moves can follow each other, and nothing is equal to no number.
    numbers: dict[str, int | None] = {f"spare + {n}": n for n in range(7)}
    numbers |= {"spare - 2": -2, "3": 3, "last.wounds": None, "how_often(step, at_most=4)": 4}
    rows: list[str] = []
    expected = 0
    for number, value in numbers.items():
        for left, right, swapped in ((SEARCH, number, False), (number, SEARCH, True)):
            sides = (value, 3) if swapped else (3, value)
            bit = 1 << len(rows)
            rows.append(f'if: "{left} {op} {right}"\n        then: [add: {{found: {bit}}}]')
            if None in sides:
                expected += bit * (op == "!=")
            else:
                expected += bit * _COMPARE[op](*sides)
    steps = "".join(f"      - {row}\n" for row in rows)
    rules = RULES.replace('      - set: {found: "QUESTION"}\n', steps)
    rules = rules.replace("  found: {}", "  found: {}\n  wounds: {per: piece}\n  spare: {}")
    game = leapers(tmp_path, "", rules)
    position = game.position(board=BOARD, mover="south")
    assert position.view("south").counters["found"] == expected
    assert observed(game, position, "found") == expected


def test_no_more_moves_are_looked_for_than_decide(tmp_path: Path) -> None:
    """All of the moves in a row, of which there are 9 of 6 each, would take hours."""
    rules = RULES.replace("rest: {uses: breath}", "rest: {uses: breath, operands: {hours: HOURS}}")
    rules = rules.replace("HOURS", "{number: {at_least: 1, at_most: 6}}")
    rules = rules.replace("limit: 3", "limit: 9")
    rules = rules.replace(
        'set: {found: "QUESTION"}', 'if: "QUESTION"\n        then: [set: {found: 1}]'
    )
    game = leapers(
        tmp_path, "how_often(rest, at_most=20) > turn and 2 <= how_often(rest, at_most=20)", rules
    )
    position = game.position(board=BOARD, mover="south")
    assert position.view("south").counters["found"] == 1
    assert observed(game, position, "found") == 1


def test_a_table_may_ask_about_what_it_is_given(tmp_path: Path) -> None:
    row = '[value: "how_often(jump, unit=man, at_most=5)"]'
    table = f"tables: {{far: {{given: {{man: piece}}, gives: number, rows: {row}}}}}\n"
    each = 'for_each: {as: unit, among: {owner: mover}}\n        do: [add: {found: "far(unit)"}]'
    game = leapers(tmp_path, "", table + RULES.replace('set: {found: "QUESTION"}', each))
    position = game.position(board=BOARD, mover="south")
    assert position.view("south").counters["found"] == 2
    assert observed(game, position, "found") == 2


def test_nothing_that_is_looked_at_has_happened(tmp_path: Path) -> None:
    game = leapers(tmp_path, "how_often(jump, at_most=5)")
    position = game.position(board=BOARD, mover="south")
    assert position.view("south").counters["breath"] == {"south": 0, "north": 0}
    assert len(position.view("south").pieces) == 4
