"""A small ruleset to write single rules into."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent, indent

import pytest

from ruleengine import Game, load

HEAD = """\
schema: 1
name: mini
title: Mini
clauses: {M-1: A rule., M-2: Another., M-3: A third.}
sides: {north: {forward: down}, south: {forward: up}}
board: {rows: 5, columns: 5}
kinds:
  man: {letters: {north: n, south: s}, attributes: {strength: 2}}
  king: {letters: {north: N, south: S}, attributes: {strength: 9}}
"""
STEP = """\
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
validators:
  - holds: {cell: to, any_of: [nothing, enemy]}
effects:
  - capture: to
  - move: {piece: man, to: to}
"""
REST = """\
phases:
  play: {turns: [north, south], turn: [act: [step]]}
endings:
  - {when: count(owner=north) == 0, winner: south, says: north is gone}
  - {when: count(owner=south) == 0, winner: north, says: south is gone}
"""


def section(name: str, body: str) -> str:
    return f"{name}:\n{indent(dedent(body), '  ')}\n"


@pytest.fixture
def mini(tmp_path: Path) -> Callable[..., Game]:
    """Return a function that makes a game; every argument is the text of a section."""

    def make(step: str = STEP, **sections: str) -> Game:
        text = HEAD.partition("kinds:")[0] if "kinds" in sections else HEAD
        if "board" in sections:
            text = text.replace("board: {rows: 5, columns: 5}\n", "")
        actions = sections.pop("actions", "")
        text += section("actions", f"step:\n{indent(dedent(step), '  ')}\n{dedent(actions)}")
        rest = dict.fromkeys(("phases", "endings"))
        for name, body in sections.items():
            text += section(name, body)
        for part in REST.split("endings:"):
            name = "phases" if part.startswith("phases") else "endings"
            if rest.keys() >= {name} and name not in sections:
                text += part if name == "phases" else f"endings:{part}"
        path = tmp_path / "mini.yaml"
        path.write_text(text, encoding="utf-8")
        return load(str(path))

    return make
