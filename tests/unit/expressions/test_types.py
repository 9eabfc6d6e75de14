from __future__ import annotations

from typing import get_args

import pytest

from ruleengine.errors import InternalError
from ruleengine.expressions.bounds import Bounds, exactly
from ruleengine.expressions.types import ATTRIBUTES, PHRASES, Member, Scope, Symbol, Type

die = Symbol("die", "die", "number", low=1, high=6)
unit = Symbol("unit", "local", "piece")


def test_every_type_has_a_phrase() -> None:
    assert set(PHRASES) == set(get_args(Type))


def test_child_knows_its_own_names_and_those_of_its_parent() -> None:
    parent = Scope([die])
    child = parent.child([unit])
    assert child.lookup("unit") is unit
    assert child.lookup("die") is die
    assert child.names() == ("unit", "die")
    assert parent.lookup("unit") is None


def test_name_that_nobody_declared_is_none() -> None:
    assert Scope([]).child([]).lookup("unit") is None


def test_name_declared_twice_is_a_bug_of_the_caller() -> None:
    with pytest.raises(InternalError, match="'die' is declared twice"):
        Scope([die, die])
    with pytest.raises(InternalError, match="'die' is declared twice"):
        Scope([die]).child([die])


def test_declared_attributes_are_added_to_those_of_every_ruleset() -> None:
    strength = Member("number", low=0)
    child = Scope([], {"piece": {"strength": strength}}).child([])
    assert child.members("piece") == {**ATTRIBUTES["piece"], "strength": strength}
    assert "strength" not in ATTRIBUTES["piece"]
    assert child.members("number") == {}


def test_value_of_a_constant_is_its_bounds() -> None:
    assert die.bounds == Bounds(1, 6)
    assert Symbol("limit", "constant", "number", low=1, high=9, value=4).bounds == exactly(4)
    assert Symbol("strict", "constant", "truth", value=True).bounds == Bounds()
