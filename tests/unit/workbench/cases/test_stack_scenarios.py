"""Several pieces on one cell in scenarios: their order, and what is kept of each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ruleengine.workbench.cases.files import read_scenarios
from ruleengine.workbench.cases.scenarios import CaseResult, run_case

RULESET = """\
schema: 1
name: heaps
title: Heaps
sides: {south: {}, north: {}}
board: {rows: 1, columns: 3}
kinds: {man: {letters: {south: s, north: n}}}
counters: {level: {per: piece, start: 1, shown: order}, wear: {per: piece, shown: false}}
setup: [drawn: "s s n"]
phases: {play: {turns: [south, north], turn: [{act: [step], else: [end_turn]}]}}
actions:
  step:
    operands:
      unit: {piece: {owner: mover, where: it.level == count(at=it.cell)}}
      to: {line: {from: unit, directions: orthogonal, distance: 1}}
    effects:
      - {set: {level: count(at=to) + 1}, for: unit}
      - move: {piece: unit, to: to}
endings: [{when: turn > 20, draw: true, says: it is late}]
"""


def run(tmp_path: Path, given: str, *steps: str, rules: str = RULESET) -> CaseResult:
    (tmp_path / "heaps.yaml").write_text(rules, encoding="utf-8")
    path = tmp_path / "cases.yaml"
    lines = [f"{given}", "steps:", *(f"  - {step}" for step in steps)]
    head = 'ruleset: ./heaps.yaml\ncases:\n  - id: x\n    board: ". s ."\n    mover: south\n'
    path.write_text(head + "\n".join(f"    {line}" for line in lines), encoding="utf-8")
    (case,) = read_scenarios(path)
    return run_case(case)


@pytest.mark.parametrize(
    ("steps", "messages"),
    [
        (["expect: {cells: {a1: nns}}", "expect: {cells: {a1: 2ns}}"], ()),
        (["expect: {cells: {a1: snn}}"], ("a1: expected snn, found 2ns",)),
        (["expect: {counters: {level: {a1: [1, 2, 3], b1: 1}}}"], ()),
        (
            ["expect: {counters: {level: {a1: 3}}}"],
            ("counter 'level' of 'a1': expected 3, found 1, 2, 3",),
        ),
        (["play: step a1-b1", "expect: {cells: {a1: 2n, b1: 2s}}"], ()),
        (["expect: {view: {of: south, cells: {a1: nns}, counters: {level: {a1: [1, 2, 3]}}}}"], ()),
    ],
)
def test_letters_of_a_cell_are_in_the_order_of_the_stack(
    tmp_path: Path, steps: Sequence[str], messages: tuple[str, ...]
) -> None:
    assert run(tmp_path, "cells: {a1: nns}", *steps).messages == messages


def test_what_each_piece_of_a_stack_has_is_a_list(tmp_path: Path) -> None:
    given = "cells: {a1: sn}\n    counters: {level: {a1: [2, 1]}, wear: {a1: [7, 4]}}"
    wanted = "expect: {cells: {a1: ns}, counters: {level: {a1: [1, 2]}, wear: {a1: [4, 7]}}}"
    assert run(tmp_path, given, wanted).messages == ()


def test_without_a_stack_order_does_not_count(tmp_path: Path) -> None:
    rules = RULESET.replace("shown: order", "shown: false")
    given = "cells: {a1: sns}\n    counters: {wear: {a1: [10, 9, 2]}}"
    wanted = "expect: {cells: {a1: 2sn}, counters: {wear: {a1: [9, 10, 2]}}}"
    assert run(tmp_path, given, wanted, rules=rules).messages == ()


@pytest.mark.parametrize(("values", "told"), [("2", "one value is"), ("[2, 1]", "2 values are")])
def test_a_value_for_one_of_several_pieces_is_refused(
    tmp_path: Path, values: str, told: str
) -> None:
    result = run(
        tmp_path, f"cells: {{a1: 3n}}\n    counters: {{level: {{a1: {values}}}}}", "roll: 1"
    )
    (message,) = result.messages
    assert f"3 pieces stand on a1, and {told} given for counter 'level'" in message
    assert "write a list with one for each, in the order in which boards print them" in message


NAMED = """\
schema: 1
name: heaps
title: Heaps
sides: {south: {}, north: {}}
board: {rows: 1, columns: 3}
kinds: {man: {letters: {south: s, north: n}}}
counters: {wear: {per: piece}}
marks: {was: {holds: cell, per: piece}}
setup: [put: {kind: man, owner: south, at: b1, called: ann}]
phases: {play: {turns: [south, north], turn: [{act: [wait], else: [end_turn]}]}}
actions: {wait: {}}
endings: [{when: turn > 20, draw: true, says: it is late}]
"""
FOUND = "found\n1 .  s2 .\n  a  b  c\na number behind a letter: wear\nwas: ann c1"


@pytest.mark.parametrize(
    ("steps", "messages"),
    [
        (["expect: {counters: {wear: {b1: 2}}, marks: {was: {b1: c1}}}"], ()),
        (["expect: {counters: {wear: {ann: 2}}, marks: {was: {ann: c1}}}"], ()),
        (
            ["expect: {counters: {wear: {b1: 3}}}"],
            ("counter 'wear' of 'b1': expected 3, found 2",),
        ),
        (['expect: {board: ". s2 ."}', 'expect: {board: ". s ."}'], ()),
        (["expect: {cells: {b1: s2, a1: empty}}", "expect: {cells: {b1: s}}"], ()),
        (["expect: {view: {of: north, cells: {b1: s2}}}"], ()),
        (["expect: {cells: {b1: s3}}"], ("b1: expected s3, found s2",)),
        (
            ["expect: {cells: {b1: n2, a1: n1}}"],
            ("b1: expected n2, found s2", "a1: expected n1, found ."),
        ),
        (
            ['expect: {board: ". s3 ."}'],
            (f"board: expected\n1 .  s3 .\n  a  b  c\n{FOUND}\nb1: expected s3, found s2",),
        ),
        (
            ['expect: {board: ". s2 n1"}'],
            (f"board: expected\n1 .  s2 n1\n  a  b  c\n{FOUND}\nc1: expected n1, found empty",),
        ),
    ],
)
def test_a_piece_with_a_name_is_expected_by_its_cell_too(
    tmp_path: Path, steps: Sequence[str], messages: tuple[str, ...]
) -> None:
    given = "counters: {wear: {b1: 2}}\n    marks: {was: {b1: c1}}"
    assert run(tmp_path, given, *steps, rules=NAMED).messages == messages


ROUNDS = """\
schema: 1
name: heaps
title: Heaps
sides: {south: {}, north: {}}
board: {rows: 1, columns: 3}
zones: {box: {off_board: true}}
kinds: {man: {letters: {south: s, north: n}}}
counters: {coins: {per: side}}
phases: {play: {round: [submit: [wait]]}}
actions: {wait: {}}
endings: [{when: turn > 20, draw: true, says: it is late}]
"""


def test_a_failure_says_what_lies_off_the_board_and_that_nobody_is_on_turn(tmp_path: Path) -> None:
    given = "off_board: {box: [2 north man]}\n    counters: {coins: {south: 3}}\n    turn: 2"
    found = run(tmp_path, given, "expect: {cells: {a1: s}}", rules=ROUNDS)
    lines = [line.strip() for line in str(found).splitlines()]
    assert lines[-3:] == [
        "coins: south 3, north 0",
        "box: north's man (2)",
        "round 2; south, north: your moves, then commit",
    ]


def test_chance_that_had_one_option_left_is_told_to_have_fallen(tmp_path: Path) -> None:
    choice = '{choose: {as: spot, who: chance, among_cells: {where: "it.column == 0"}}}'
    rules = ROUNDS.replace("[submit: [wait]]", f"[{choice}, {{submit: [wait], moves: 1}}]")
    both = ["submit: {by: south, moves: [wait]}", "submit: {by: north, moves: [wait]}"]
    events = "[committed side=north, turn number=2, chosen cell=a1]"
    assert run(tmp_path, "", *both, f"expect: {{events: {events}}}", rules=rules).ok
    found = run(tmp_path, "", *both, "chance: spot a1", rules=rules)
    assert found.messages[0].endswith("no chance point is open")
    assert found.messages[1].startswith("- the last step has 'chosen cell=a1'; where one option")


def test_a_digit_that_is_a_letter_is_told_from_a_number(tmp_path: Path) -> None:
    rules = NAMED.replace("north: n", 'north: "2"')
    given = "counters: {wear: {b1: 2}}"
    assert run(tmp_path, given, 'expect: {cells: {b1: "s:2"}}', rules=rules).messages == ()
    (message,) = run(tmp_path, given, "expect: {cells: {b1: s2}}", rules=rules).messages
    assert message == (
        "b1: expected s2, found s; here digits are letters of pieces: "
        "write s:2 for one s with a counter at 2"
    )
