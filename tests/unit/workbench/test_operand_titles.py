"""Operands are called by their titles in rulebooks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

STEP = """
operands:
  man: {piece: {owner: mover}, title: the runner}
  at: {line: {from: man, directions: orthogonal, distance: 1}, title: next cell}
validators:
  - {require: "at.row != 2", says: "{at} is in the middle"}
effects:
  - {capture: at}
  - {move: {piece: man, to: at}}
"""


@pytest.mark.parametrize("line", ["*runner*: a piece", "The *runner* goes to the *next cell*"])
def test_a_title_stands_for_the_name(mini: Callable[..., Game], tmp_path: Path, line: str) -> None:
    mini(STEP)
    book = render_markdown(write_book(read_tree(str(tmp_path / "mini.yaml")), {}))
    assert line.lower() in book.lower()
    assert "*at*" not in book
    assert "*man*" not in book
