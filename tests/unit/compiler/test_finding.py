"""Operands that the rules find, and counters that are used up for somebody."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

import pytest

Agree = Callable[..., list[str]]

FIND = """
operands:
  man: {named: never, piece: {owner: mover}}
  to: {cell: {empty: true}}
validators:
  - {require: "manhattan(man, to) == 2", says: it is not two steps away}
  - {require: man.tired == 0, says: it is tired, infers: false}
effects:
  - {set: {tired: "(man.tired + turn) % 2"}, for: man}
  - {move: {piece: man, to: to}}
"""
LINE = """
operands:
  man: {named: never, piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: {at_least: 1, at_most: 3}}}
validators:
  - path_clear: to
  - {holds: {cell: to, any_of: [nothing]}}
  - {path_length: {to: to, steps: 2}, when: turn > 4, infers: false}
effects:
  - {move: {piece: man, to: to}}
"""
TWO = """
operands:
  man: {named: never, piece: {owner: mover}}
  to:
    any_of:
      - {line: {from: man, directions: all, distance: {at_least: 1, at_most: 3}}}
      - {leap: {from: man, by: [[1, 2]]}}
  foe: {named: never, piece: {owner: opponent}}
  force: {when: turn % 2 == 0, number: {at_least: 1, at_most: 2}}
validators:
  - path_clear: to
  - {holds: {cell: to, any_of: [nothing]}, infers: false}
  - {require: "man.cell.column == to.column or man.cell.row == 0 or force == 2", says: no}
  - {require: foe.cell.column == to.column, says: no}
  - {path_length: {to: to, steps: 2}, when: foe.cell.row == 4, infers: false}
effects:
  - {move: {piece: man, to: to}}
  - {if: turn > 8, then: [{remove: foe}]}
"""
TOGETHER = TWO.replace(
    "foe: {named: never, piece: {owner: opponent}}",
    "foe: {named: never, piece: {owner: opponent, where: 'distance(it, man) > 1'}}",
)
COUNTERS = """
tired: {per: piece}
asked: {per: side}
orders: {per: side, limit: 4, resets: turn}
runs: {per: piece, limit: 1, resets: turn, keep: 3}
"""
QUESTIONS = """
play:
  turns: [north, south]
  turn:
    - act: [step]
    - {if: can(shot), then: [{add: {asked: 1}}]}
    - {if: "exists(owner=mover, where=can(shot, man=it))", then: [{add: {asked: 2}}]}
    - {if: "exists(owner=mover, where=attacks(shot, man=it))", then: [{add: {asked: 4}}]}
    - {if: "count_cells(where=can(shot, to=it)) > 2", then: [{add: {asked: 8}}]}
    - {act: [shot], optional: true}
"""
HIDDEN = """
play:
  round:
    - submit: [step]
      commit: used(orders, side=mover) > 1
"""


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(FIND, id="one"),
        pytest.param(LINE, id="the start of a line"),
        pytest.param(TWO, id="one after the other"),
        pytest.param(TOGETHER, id="together"),
    ],
)
def test_both_tiers_find_the_same(agree: Agree, rules: str) -> None:
    assert agree(rules, counters=COUNTERS)


def test_questions_about_what_is_found(agree: Agree) -> None:
    shot = FIND.replace("- {move: {piece: man, to: to}}", "- {remove: man}")
    step = LINE.replace("named: never, ", "")
    actions = f"shot:\n{indent(shot, '  ')}"
    assert agree(step, actions=actions, counters=COUNTERS, phases=QUESTIONS)


@pytest.mark.parametrize("rules", [FIND, TWO])
def test_what_is_found_in_secret_is_found_again(agree: Agree, rules: str) -> None:
    uses = "uses: [{counter: runs, for: man}, orders]"
    assert agree(uses + rules, counters=COUNTERS, phases=HIDDEN)


def test_counters_are_used_up_for_somebody(agree: Agree) -> None:
    step = LINE.replace("named: never, ", "")
    near = "{counter: near, for: 'piece_at(beyond(man, to)).owner'}"
    uses = f"uses: [{{counter: walks, for: man}}, {near}]"
    counters = "walks: {per: piece, limit: 2, keep: 2}\nnear: {per: side, limit: 3}"
    assert agree(uses + step, counters=counters)


def test_both_tiers_take_as_much_of_a_counter(agree: Agree) -> None:
    step = LINE.replace("named: never, ", "")
    uses = "uses: [{counter: walks, for: man, by: 2}, {counter: all, by: 3}]"
    assert agree(uses + step, counters="walks: {per: piece, limit: 5}\nall: {limit: 40}")
