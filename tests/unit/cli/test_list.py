"""The list of what ships."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from ruleengine.game.loading import load

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""

ROOT = Path(__file__).resolve().parents[3]


def test_every_file_that_ships_has_a_line_below_what_it_extends(run: Run) -> None:
    lines = run("list").out.splitlines()
    names = [line.split()[0] for line in lines[:-1]]
    files = [*(ROOT / "rulesets").rglob("*.yaml"), *(ROOT / "variants").glob("*.yaml")]
    assert sorted(names) == sorted(path.stem for path in files)
    at = names.index("draughts_casual")
    assert lines[at].startswith("  draughts_casual ")
    assert "English draughts (casual) (2 flags)" in lines[at]
    assert names.index("draughts") < at
    num_rulesets = sum(path.is_relative_to(ROOT / "rulesets") for path in files)
    assert lines[-1].startswith(f"{num_rulesets} rulesets, {len(files) - num_rulesets} variants")


def test_the_list_as_data_agrees_with_what_is_loaded(run: Run) -> None:
    entries = {entry["name"]: entry for entry in json.loads(run("list", "--format", "json").out)}
    for name in ("draughts_giveaway", "stratego_academy", "generals_tavern_alliance"):
        game, entry = load(name), entries[name]
        assert (entry["title"], entry["num_flags"]) == (game.title, len(game.flags))
        assert entry["is_variant"]
        assert entry["file"] == f"variants/{name}.yaml"
    assert entries["generals_tavern_alliance"]["extends"] == [
        "generals_alliance",
        "generals_tavern",
    ]
    assert not entries["generals_12x12"]["is_variant"]
