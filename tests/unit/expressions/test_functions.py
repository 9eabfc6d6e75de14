from __future__ import annotations

import pytest

from ruleengine.expressions.check import check
from ruleengine.expressions.functions import FUNCTIONS, Function
from ruleengine.expressions.parser import parse
from ruleengine.expressions.syntax import Call, walk
from ruleengine.expressions.tokens import RESERVED
from ruleengine.expressions.types import Scope, Symbol


@pytest.fixture
def example_scope(scope: Scope) -> Scope:
    return scope.child(
        [Symbol("area", "zone", "zone"), Symbol("tidy_up", "procedure", "procedure")]
    )


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_example_uses_the_function_and_is_a_condition(
    function: Function, example_scope: Scope
) -> None:
    tree = parse(function.example)
    assert function.name in {node.name for node in walk(tree) if isinstance(node, Call)}
    assert check(tree, example_scope, "truth").type == "truth"


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_description_is_one_sentence(function: Function) -> None:
    assert function.doc.endswith(".")
    assert "\n" not in function.doc


def test_no_function_has_a_reserved_name() -> None:
    assert not FUNCTIONS.keys() & RESERVED


def test_signature_shows_how_a_call_is_written() -> None:
    assert (
        FUNCTIONS["can"].signature == "can(action..., die=number or any, operand=value, side=side)"
    )
    assert FUNCTIONS["min"].signature == "min(number, other, number...)"
    listed = (
        "owner=side, kind=kind, in=zone, at=cell, between=[cell, cell], linked=cell or zone, "
        "in_row=number, on_top=truth, through=condition, seat=seat, where=condition"
    )
    assert FUNCTIONS["count"].signature == f"count({listed})"
