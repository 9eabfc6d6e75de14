"""How rulebooks tell phases of steps: those that begin once, and those that begin every round."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: rules
title: Years
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 1, columns: 3}
kinds: {man: {letters: {ann: a, bob: b}}}
counters: {years: {title: years}, sown: {title: fields sown}}
phases:
  start: {title: the start, steps: [set: {sown: 1}]}
  spring: {title: spring, steps: [add: {years: 1}, add: {sown: 2}]}
  summer:
    title: summer
    turns: [ann, bob]
    turn: [{act: [lay]}, SUMMER_ENDS]
  autumn: {title: autumn, steps: [add: {sown: -1}, AUTUMN_ENDS]}
procedures: {next_year: {title: the year is over, steps: [enter: spring]}}
actions:
  lay:
    operands: {to: {cell: {empty: true}}}
    effects: [{place: {kind: man, owner: mover, at: to}}, ACTION_ENDS]
reactions: REACTIONS
endings:
  - {when: years > 3 or sown > 9, draw: true, says: late}
"""
TURN = "if: turn > 4, then: [enter: autumn]"
NOTHING = "add: {sown: 1}"
ONCE = "These steps are taken once, in order."
AGAIN = "These steps are taken in order, each time that this phase begins."


def _told(tmp_path: Path, reactions: str = "{}", **parts: str) -> list[str]:
    """Return what is told of the phases with steps, in the order of the file."""
    text = RULES
    found = {"SUMMER_ENDS": NOTHING, "AUTUMN_ENDS": NOTHING, "ACTION_ENDS": NOTHING, **parts}
    for name, words in found.items():
        text = text.replace(name, words if words == NOTHING else f"{{{words}}}")
    text = text.replace("REACTIONS", reactions)
    path = tmp_path / "rules.yaml"
    path.write_text(text, encoding="utf-8")
    lines = render_markdown(write_book(read_tree(str(path)))).splitlines()
    return [line for line in lines if line in (ONCE, AGAIN)]


@pytest.mark.parametrize(
    "parts",
    [
        {"SUMMER_ENDS": TURN, "AUTUMN_ENDS": "enter: spring"},
        {"ACTION_ENDS": TURN, "AUTUMN_ENDS": "enter: spring"},
        {"SUMMER_ENDS": TURN, "AUTUMN_ENDS": "run: next_year"},
        {
            "reactions": "{laid: {on: placed, effects: [{if: turn > 4, then: [enter: autumn]}]}}",
            "AUTUMN_ENDS": "enter: spring",
        },
    ],
)
def test_phases_that_come_back_are_not_taken_once(tmp_path: Path, parts: dict[str, str]) -> None:
    assert _told(tmp_path, **parts) == [ONCE, AGAIN, AGAIN]


def test_phases_that_are_entered_once_are_taken_once(tmp_path: Path) -> None:
    assert _told(tmp_path, ACTION_ENDS=TURN) == [ONCE, ONCE, ONCE]
