"""The trees of every ruleset and variant have as many branches as they had, on both tiers."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
import yaml

from ruleengine import load
from ruleengine.game.perft import perft
from ruleengine.resolve.files.library import shipped_names

FOLDER = Path(__file__).with_name("perft")
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))


@dataclass(frozen=True)
class Tree:
    """How many ways there are to go on, by depth; `deep` goes on where `counts` ends."""

    counts: list[int]
    deep: list[int]
    moves: list[str] = field(default_factory=list)


def test_every_ruleset_and_variant_has_its_trees() -> None:
    assert sorted(shipped_names()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_trees_have_as_many_branches_as_ever(name: str) -> None:
    game = load(name)
    trees = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    assert len(trees) == 2
    for entry in trees:
        tree, position = Tree(**entry), game.start()
        for text in tree.moves:
            position = position.play(text)
        shallow = range(1, len(tree.counts) + 1)
        assert [perft(position, depth) for depth in shallow] == tree.counts
        kernel = game.tree_counter(moves=tree.moves)
        all_counts = tree.counts + tree.deep
        depths = range(1, len(all_counts) + 1)
        assert [kernel.perft(depth) for depth in depths] == all_counts
