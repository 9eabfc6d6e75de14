"""What a variant may want to change has an id: it can be replaced or removed, or stood beside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
RULESETS = sorted((ROOT / "rulesets").rglob("*.yaml"))
DECIDED = {"act", "submit", "end"}
"""Steps at which somebody decides, or the game is over."""


def items(node: object, path: str = "") -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the items of lists that have to be named, with where they stand."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from items(value, f"{path}.{key}".lstrip("."))
    elif isinstance(node, list):
        section = path.rpartition(".")[2]
        for number, item in enumerate(node):
            if not isinstance(item, dict):
                continue
            if section in {"validators", "endings"} or item.keys() & DECIDED:
                yield f"{path}.{number}", item
            yield from items(item, f"{path}.{number}")


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_validators_endings_and_decisions_have_ids(path: Path) -> None:
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    found = dict(items(document))
    assert found or "extends" in document
    assert [place for place, item in found.items() if "id" not in item] == []


def test_there_are_rulesets() -> None:
    assert RULESETS
