"""Procedures edited in both their forms, and what is no misspelt edit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree

Project = Callable[..., Path]


@pytest.mark.parametrize("inherited", ["[{roll: die}]", "{steps: [{roll: die}]}"])
@pytest.mark.parametrize("edit", ["{append: [end_turn]}", "{steps: {append: [end_turn]}}"])
def test_steps_of_a_procedure_are_edited_in_both_forms(
    project: Project, inherited: str, edit: str
) -> None:
    project(
        {
            "a": f"procedures: {{go: {inherited}}}\n",
            "b": f"extends: a\nprocedures: {{go: {edit}}}\n",
        }
    )
    go = read_tree("b").root["procedures"]["go"]  # type: ignore[index, call-overload]
    assert (go["steps"] if isinstance(go, dict) else go) == [{"roll": "die"}, "end_turn"]


def test_a_step_over_a_list_is_no_misspelt_edit(project: Project) -> None:
    project({"a": "effects: [end_turn]\n", "b": "extends: a\neffects: {move: {piece: unit}}\n"})
    assert read_tree("b").root["effects"] == {"move": {"piece": "unit"}}
