"""What makes two positions the same, told where rules count how often one has come up."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: paces
title: Paces
sides: {white: {title: White}, black: {title: Black}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {white: w, black: b}}}
setup: [{put: {kind: man, owner: white, at: a1}}, {put: {kind: man, owner: black, at: c3}}]
counters:
  rights: {per: side, start: 1, title: the right to rest}
  quiet: {tells_apart: false, title: moves without a rest}
  unchanged: {title: never touched}
marks: {gate: {holds: cell, shown: false, title: the open gate}}
actions:
  pace:
    operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true}}}
    effects:
      - move: {piece: man, to: to}
      - {mark: {gate: to}, explained: false}
      - add: {quiet: 1}
  rest: {effects: [{set: {rights: 0, quiet: 0}}]}
phases: {play: {turns: [white, black], turn: [act: [pace, rest]]}}
endings:
  - {when: repetitions >= 3, draw: true, says: the third time}
  - {when: quiet > 20, draw: true, says: enough}
"""
SAME = (
    "Two positions are the same when the same side is on turn and pieces of the same kind and side "
    "are on the same cells."
)


def _page(tmp_path: Path, *changes: tuple[str, str]) -> str:
    rules = RULES
    for old, new in changes:
        assert old in rules
        rules = rules.replace(old, new)
    path = tmp_path / "paces.yaml"
    path.write_text(rules, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


def test_what_tells_positions_apart_is_told_by_its_titles(tmp_path: Path) -> None:
    page = _page(tmp_path)
    apart = "the tally of “the right to rest” of each side and the note “the open gate”"
    others = "No other tally or note makes a difference."
    same = f"### The same position\n\n{SAME} Besides, these have to be the same: {apart}. {others}"
    assert page.count(same) == 1


def test_what_tells_positions_apart_is_listed_though_its_steps_are_left_out(
    tmp_path: Path,
) -> None:
    gate = "- “The open gate”, which is a cell or nothing, for the whole game."
    assert gate in _page(tmp_path)
    uncounted = _page(tmp_path, ("repetitions >= 3", "turn > 30"))
    assert "gate" not in uncounted
    assert "The same position" not in uncounted


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (", shown: false", ", tells_apart: false", "this has to be the same: the tally of “the r"),
        ("holds: cell, ", "holds: cell, keep: 3, ", "“the open gate” (also as it was before, up"),
        ("turns: [white, ", "turns: [white, white, ", "on turn at the same place in the order"),
        ("white: {title: White}", "white: {title: White, seats: [a, b]}", "the same player has"),
        ("board:", "zones: {box: {off_board: true}}\nboard:", "in the same places beside the"),
    ],
)
def test_it_is_told_as_it_is_reckoned(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert words in _page(tmp_path, (old, new))
