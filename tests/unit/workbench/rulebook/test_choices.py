"""How rulebooks tell of choices: among what, and what happens where there is nothing to choose."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: rules
title: Beds
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 3, columns: 3}
zones:
  camp:
    title: a camp
    parts: {west: {owner: ann, shape: {columns: [0]}}, east: {owner: bob, shape: {columns: [2]}}}
kinds: {man: {letters: {ann: a, bob: b}}}
setup: [drawn: "b..\\n...\\n..a"]
phases: {play: {turns: [ann, bob], turn: [{act: [go], else: [end_turn]}]}}
actions:
  go:
    operands: {to: {cell: {}}}
    effects:
      - choose: {as: bed, who: opponent, among_cells: {in: camp, %s}}
        else: [%s]
      - place: {kind: man, owner: opponent, at: bed}
endings: [{when: turn > 20, draw: true, says: late}]
"""
OWN = 'where: "zone_of(it, camp).owner == opponent"'
NOTHING = "If there is nothing to choose"
INSTEAD = f"{NOTHING}, this happens instead of the rest of this list:"


def _page(tmp_path: Path, among: str, otherwise: str) -> str:
    path = tmp_path / "rules.yaml"
    path.write_text(RULES % (among, otherwise), encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


@pytest.mark.parametrize(
    ("otherwise", "words"),
    [
        ("capture: to", f"{INSTEAD} an enemy on the destination is captured and leaves the board."),
        ("stop", f"{NOTHING}, nothing more happens here."),
        ("end_turn", f"{NOTHING}, the turn is over."),
        ("{capture: to}, stop", f"{NOTHING}:\n"),
        ("{if: turn > 3, then: [capture: to]}", f"{INSTEAD}\n"),
    ],
)
def test_what_happens_where_nothing_can_be_chosen(
    tmp_path: Path, otherwise: str, words: str
) -> None:
    assert words in _page(tmp_path, "empty: true", otherwise)


@pytest.mark.parametrize(
    ("among", "words"),
    [
        (f"empty: true, {OWN}", "empty cells in a camp that belongs to your opponent;"),
        (OWN.replace("opponent", "mover"), "cells in a camp of yours;"),
        (
            'where: "zone_of(it, camp).owner == opponent and it != to"',
            "cells in a camp each such that the camp that holds it belongs to your opponent and ",
        ),
    ],
)
def test_whose_part_of_a_zone_is_meant_is_told_with_it(
    tmp_path: Path, among: str, words: str
) -> None:
    assert words in _page(tmp_path, among, "end_turn")
