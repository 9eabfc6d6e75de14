"""Rules that go round in a circle do so on both tiers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine.errors import EndlessError
from ruleengine.kernel import rows

Agree = Callable[..., list[str]]

ECHO = """
echo:
  "on": moved
  effects: [move: {piece: first_piece(owner=mover), to: a3}]
"""


def test_both_tiers_say_that_rules_go_round(agree: Agree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "FUEL", 1 << 20)
    with pytest.raises(EndlessError):
        agree(reactions=ECHO)


def test_only_one_tier_may_not_say_so(agree: Agree, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel, which may do hardly anything here, gives up where the pipeline goes on."""
    step = """
    operands: {man: {piece: {owner: mover}}}
    effects:
      - for_each: {as: each, numbers: {from: 1, to: 9000}}
        do: [{add: {total: 1}}]
    """
    monkeypatch.setattr(rows, "FUEL", 1 << 12)
    with pytest.raises(AssertionError, match="whether the rules go round"):
        agree(step, counters="total: {}")
