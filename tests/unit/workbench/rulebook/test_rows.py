"""Rows of tables that cannot answer, because others before them answer in every case."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: fords
title: Fords
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 3, columns: 3}
zones: {ford: {title: the ford, shape: {rows: [1]}}}
kinds: {man: {letters: {ann: a, bob: b}}}
counters: {wet: {per: piece}}
setup: [drawn: "bbb\\n...\\naaa"]
conditions: {late: [holds: turn > 10, holds: turn < 90]}
tables:
  meeting:
    given: {one: piece, other: piece}
    gives: [passes, waits, falls]
    rows:
%s
phases: {play: {turns: [ann, bob], turn: [{act: [go], else: [end_turn]}]}}
actions:
  go:
    operands:
      man: {piece: {owner: mover}}
      foe: {piece: {owner: opponent}}
      to: {cell: {empty: true}}
    validators: [{require: "meeting(man, foe) != waits", says: wait}]
    effects: [move: {piece: man, to: to}]
endings: [{when: turn > 99, draw: true, says: late}]
"""


def answers(tmp_path: Path, *rows: str) -> list[str]:
    """Return the answers that a rulebook prints for a table of such rows."""
    path = tmp_path / "fords.yaml"
    path.write_text(RULES % "\n".join(f"      - {{{row}}}" for row in rows), encoding="utf-8")
    page = render_markdown(write_book(read_tree(str(path)))).partition("### Meeting")[2]
    lines = page.partition("##")[0].splitlines()
    return [line.split("|")[2].strip(" “”") for line in lines if line.startswith("| ")][1:]


@pytest.mark.parametrize(
    "rows",
    [
        # A house rule in front leaves nothing for the row on the ford.
        (
            "when: one.owner != other.owner and one.cell in ford, value: waits",
            "when: other.owner == one.owner, value: passes",
            "when: one.cell in ford, value: falls",
            "value: passes",
        ),
        (
            "when: turn < 20, value: waits",
            "when: not turn >= 20, value: falls",
            "value: passes",
        ),
        (
            "when: turn > 4, value: waits",
            "when: turn > 4 and one.wet == 0, value: falls",
            "value: passes",
        ),
        (
            "when: turn <= 10 or turn >= 90, value: waits",
            "when: late, value: passes",
            "value: falls",
        ),
        (
            "when: one.cell not in ford, value: waits",
            "when: one.cell in ford, value: passes",
            "value: falls",
        ),
    ],
)
def test_a_row_that_others_have_answered_before_is_left_out(
    tmp_path: Path, rows: tuple[str, ...]
) -> None:
    found = answers(tmp_path, *rows)
    assert "falls" not in found
    assert {"waits", "passes"} == {*found}


@pytest.mark.parametrize(
    "rows",
    [
        (
            "when: one.cell in ford, value: waits",
            "when: other.cell in ford, value: falls",
            "value: passes",
        ),
        ("when: one.wet < 2, value: waits", "when: one.wet < 3, value: falls", "value: passes"),
        (
            "when: one.owner != other.owner and one.cell in ford, value: waits",
            "when: one.cell in ford, value: falls",
            "value: passes",
        ),
        # What is compared may be nothing, and then neither is less.
        (
            "when: piece_at(b2).wet < 1, value: waits",
            "when: not piece_at(b2).wet >= 1, value: falls",
            "value: passes",
        ),
    ],
)
def test_a_row_for_which_something_is_left_stays(tmp_path: Path, rows: tuple[str, ...]) -> None:
    assert answers(tmp_path, *rows) == ["waits", "falls", "passes"]
