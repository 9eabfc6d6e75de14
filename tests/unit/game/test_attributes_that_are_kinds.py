"""Attributes of kinds that are kinds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game
from ruleengine.errors import ResolveError
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

Make = Callable[..., Game]

KINDS = """
man: {letters: {north: n, south: s}, attributes: {rank: 1, next_one: guard}}
guard: {letters: {north: g, south: G}, title: the guard, attributes: {rank: 2, next_one: lord}}
lord: {letters: {north: l, south: L}, attributes: {rank: 3, next_one: nothing}}
"""
SETUP = "- put: {kind: man, owner: south, at: c1}\n- put: {kind: man, owner: north, at: c2}"
RISE = """
operands: {man: {piece: {owner: mover}}}
validators: [{require: "ASKED", says: no}]
effects: [become: {piece: man, kind: man.next_one}]
"""


def test_a_piece_becomes_what_its_kind_says(mini: Make) -> None:
    asked = "man.next_one == guard or man.kind.next_one.rank == 3 or man.next_one == nothing"
    game = mini(RISE.replace("ASKED", asked), setup=SETUP, kinds=KINDS)
    position, kinds = game.start(), []
    for move in ("c2", "c1", "c2", "c1", "c2"):
        position = position.play(f"step {move}")
        kinds.append(next(p.kind for p in position.full_view().pieces if p.place == "c2"))
    assert kinds == ["guard", "guard", "lord", "lord", "lord"]  # from nothing nothing comes


def test_a_rulebook_has_the_kinds_in_its_table_of_pieces(mini: Make, tmp_path: Path) -> None:
    mini(RISE.replace("ASKED", "man.rank < 3"), setup=SETUP, kinds=KINDS)
    page = render_markdown(write_book(read_tree(str(tmp_path / "mini.yaml")), {}))
    assert [line.split("|")[-2].strip() for line in page.splitlines() if "Next one" in line] != []
    told = [line.split("|")[-2].strip() for line in page.splitlines() if line[:6] == "| Man "]
    assert told == ["guard"]  # without the article of its title


@pytest.mark.parametrize(
    ("one", "message"),
    [
        ("2", "'next_one' is a kind for one kind and a number for another"),
        ("true", "'next_one' is a kind for one kind and true or false for another"),
        ("baron", "'baron'"),
    ],
)
def test_an_attribute_is_a_kind_everywhere(mini: Make, one: str, message: str) -> None:
    with pytest.raises(ResolveError, match=message):
        mini(setup=SETUP, kinds=KINDS.replace("next_one: lord", f"next_one: {one}"))
