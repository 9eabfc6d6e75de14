"""Rules about ways: zones that change hands, routes, and cells that several ways lead to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Agree = Callable[..., list[str]]

ZONES = """
hill: {owner: north, shape: {cells: [b3, d3]}}
dale: {owner: south, shape: {cells: [c2, c4, b4]}}
middle: {shape: {cells: [c3]}}
"""
CLAIM = """
take:
  operands: {which: {word: [first, second]}}
  effects:
    - if: which == first
      then: [{claim: {zone: hill, to: mover}}]
      else: [{claim: {zone: dale, to: mover}}]
"""
PHASES = "play: {turns: [north, south], turn: [{act: [step, take]}]}"
TAKE = """
  - holds: {cell: to, any_of: [nothing, enemy]}
effects:
  - capture: to
  - move: {piece: man, to: to}
"""
LINE = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: all, distance: {at_least: 1, at_most: 3}}}
validators:
  - path_clear: to
  - path_avoids: {to: to, zone: ["part(hill, opponent)", "part(dale, opponent)"]}
  - corners_clear: {from: man, to: to, solid: ["part(dale, opponent)"]}
"""
ROUTE = """
operands:
  man: {piece: {owner: mover}}
  to: {route: {from: man, steps: {at_least: 2, at_most: 4}, through: {not_in: middle}}}
validators:
  - {path_clear: to, when: "to.row != 2"}
  - path_avoids: {to: to, zone: "part(hill, opponent)"}
  - path_length: {to: to, steps: "turn % 3 + 1"}
"""
SHORT = '  - {path_length: {to: to, steps: 2}, when: "to.column < 2"}'
ANY = """
operands:
  man: {piece: {owner: mover}}
  to:
    any_of:
      - {line: {from: man, directions: diagonal, distance: {at_least: 1, at_most: 2}}}
      - {route: {from: man, steps: 2, through: {empty: true}}}
      - {leap: {from: man, by: [[2, 2], [0, 2]]}, when: turn > 2}
      - {cell: {in: hill}}
  how: {number: {at_least: 1, at_most: 3}}
validators:
  - path_length: {to: to, steps: how}
  - {path_clear: to, when: how > 1}
  - corners_clear: {from: man, to: to}
  - {path_avoids: {to: to, zone: dale}, when: how == 2}
"""
AT_ONCE = ANY.replace("  how: {number: {at_least: 1, at_most: 3}}\n", "").replace(
    "how", "(turn % 3 + 1)"
)
COSTS = """
operands:
  man: {piece: {owner: mover}}
  to:
    route:
      from: man
      directions: [forward, sideways, backward_diagonal]
      steps: {at_least: 1, at_most: 4}
      through: {empty: true}
validators:
  - {path_cost: {to: to, cost: "max(1, it.row)", at_most: "3 + turn % 3"}}
  - corners_clear: {from: man, to: to, solid: ["part(dale, opponent)"]}
"""
SINKING = COSTS.replace('"max(1, it.row)"', "it.row - 2").replace(
    "{path_cost:", "{when: to.column != 2, path_cost:"
)
TWO_COSTS = COSTS + '  - {when: turn > 2, path_cost: {to: to, cost: "it.column - 1", at_most: 2}}\n'
LINE_COSTS = LINE + '  - {path_cost: {to: to, cost: "count_cells(in=hill) * it.row", at_most: 9}}'
ANY_COSTS = ANY + '  - {path_cost: {to: to, cost: "it.column - 1 + how", at_most: 4}}'
FAR = """
operands:
  man: {piece: {owner: mover}}
  to:
    route:
      from: man
      directions: all
      steps: {at_least: 0, at_most: 6}
      through: {empty: true}
validators:
"""
SOMETIMES = """
operands:
  man: {piece: {owner: mover}}
  to:
    when: man.cell.column != 2
    line: {from: man, directions: orthogonal, distance: {at_least: 1, at_most: 2}}
  more: {number: {at_least: 0, at_most: 1}}
validators:
  - path_clear: to
  - path_length: {to: to, steps: more + 1}
"""


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(LINE, id="a line around zones that change hands"),
        pytest.param(ROUTE, id="a route with rules that speak sometimes"),
        pytest.param(ROUTE + SHORT, id="a route with two rules about its length"),
        pytest.param(
            ROUTE.replace("not_in: middle", 'not_in: "part(dale, mover)"'),
            id="a route through zones that change hands",
        ),
        pytest.param(ANY, id="several ways, with rules that need a later operand"),
        pytest.param(AT_ONCE, id="several ways, with rules asked at once"),
        pytest.param(COSTS, id="a route that costs something"),
        pytest.param(SINKING, id="a route on which some cells give something back"),
        pytest.param(TWO_COSTS, id="a route with two rules about its cost"),
        pytest.param(LINE_COSTS, id="a line that costs something"),
        pytest.param(ANY_COSTS, id="several ways that cost something"),
        pytest.param(FAR, id="routes as far as they go"),
        pytest.param(SOMETIMES, id="a way that is not always named"),
    ],
)
def test_both_tiers_agree_about_ways(agree: Agree, rules: str) -> None:
    assert agree(rules.rstrip() + TAKE, zones=ZONES, actions=CLAIM, phases=PHASES)


def test_a_side_tests_in_secret_what_several_ways_lead_to(agree: Agree) -> None:
    assert agree(
        "uses: [orders]" + ANY.rstrip() + TAKE,
        zones=ZONES,
        counters="orders: {per: side, limit: 4, resets: turn}",
        phases='play: {round: [{submit: [step], commit: "used(orders, side=mover) > 1"}]}',
    )
