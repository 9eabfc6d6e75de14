from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from ruleengine.resolve.flags.choosing import FlagValues, choose_flags, read_flags
from ruleengine.resolve.flags.pairwise import pairwise
from ruleengine.resolve.flags.rules import breaches, setting_at
from ruleengine.schema.flags import Flag
from ruleengine.source.document import Map

Tree = Callable[[str], Map]

FLAGS = """
flags:
  ways: {question: q, choices: {straight: a, all: b, none: c}, default: straight}
  squeeze: {question: q, type: boolean, default: false, requires: {ways: all}}
  pick_by:
    question: q
    choices:
      any: whichever
      number: {says: by number, requires: {arena.units: 6}}
    default: any
  hits: {question: q, type: number, at_least: 1, at_most: 9, default: 3, samples: [5]}
  arena:
    question: q
    type: map
    fields:
      size: {values: [8, 10, 12]}
      units: {values: [6, 10], terms: {"10": {conflicts: {arena.size: 8}}}}
    default: {size: 10, units: 6}
    samples: [{size: 12, units: 10}, {size: 8, units: 6}]
  cells: {question: q, type: list, default: [a1], samples: [[a1, b1]], conflicts: {ways: none}}
"""
MISSING = {  # what cannot go together
    frozenset({("squeeze", "True"), ("ways", "straight")}),
    frozenset({("squeeze", "True"), ("ways", "none")}),
    frozenset({("pick_by", "number"), ("arena", "{'size': 12, 'units': 10}")}),
    frozenset({("cells", "['a1', 'b1']"), ("ways", "none")}),
}


def rows_of(tree: Tree, overrides: dict[str, object]) -> tuple[dict[str, Flag], list[FlagValues]]:
    root = tree(FLAGS)
    flags = read_flags(root)
    return flags, list(pairwise(flags, choose_flags(flags, root, overrides)))


def pairs_of(rows: list[FlagValues]) -> set[frozenset[tuple[str, str]]]:
    return {
        frozenset(pair)
        for row in rows
        for pair in combinations([(name, str(value)) for name, value in row.values.items()], 2)
    }


def test_every_two_values_that_can_go_together_do(tree: Tree) -> None:
    _, rows = rows_of(tree, {})
    values = {
        "ways": ["straight", "all", "none"],
        "squeeze": ["True", "False"],
        "pick_by": ["any", "number"],
        "hits": ["3", "5"],
        "arena": [
            "{'size': 10, 'units': 6}",
            "{'size': 12, 'units': 10}",
            "{'size': 8, 'units': 6}",
        ],
        "cells": ["['a1']", "['a1', 'b1']"],
    }
    wanted = {
        frozenset({(one, a), (other, b)})
        for one, other in combinations(values, 2)
        for a in values[one]
        for b in values[other]
    }
    assert wanted - pairs_of(rows) == MISSING
    assert len(rows) < 20


def test_rows_break_no_rule_between_flags_and_the_first_is_the_base(tree: Tree) -> None:
    flags, rows = rows_of(tree, {"pick_by": "number"})
    for row in rows:
        assert list(breaches(flags, row.values, row.explicit)) == []
        if row.values["pick_by"] == "number":
            assert setting_at(row.values, "arena.units") == 6
    assert rows[0].values["pick_by"] == "number"
    assert any(row.values["pick_by"] == "any" for row in rows)


def test_no_flags_have_one_setting(tree: Tree) -> None:
    assert pairwise({}, choose_flags({}, tree("x: 1"), {})) == (FlagValues({}),)


def test_a_flag_that_somebody_set_to_its_default_leaves_the_others_free(tree: Tree) -> None:
    _, rows = rows_of(tree, {"squeeze": False})
    assert {str(row.values["ways"]) for row in rows} == {"straight", "all", "none"}
