"""The pictures and tables of `docs/explanation/which-ambiguities-matter.md`, from real runs.

    ruleengine sensitivity generals_10x10 --games 2000 --format json -o runs/generals_10x10.json
    python tests/long/ambiguities.py runs/*.json

draws one picture for each file into `docs/explanation/pictures`, prints its table, and writes the
tables of the page anew that stand below a comment with the name of the file:

    <!-- choices of generals_10x10: the first 8 -->
    <!-- choices of brandubh: king_capture=plain passage=closed -->
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from ruleengine.lab.pictures import Bar, forest
from ruleengine.lab.report import WEIGHT_COLORS
from ruleengine.lab.statistics import Estimate

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "which-ambiguities-matter.md"
PICTURES = PAGE.with_name("pictures")
SHOWN = 16
"""Choices in a picture or a table; the weightiest come first."""


def shown(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the choices that say something: those that change a figure, the largest first."""
    changing = [
        choice
        for choice in data["choices"]
        if choice["weight"] in ("decides games", "changes length only")
    ]
    return (changing or data["choices"])[:SHOWN]


def side_of(choice: dict[str, Any]) -> dict[str, Any]:
    """Return the figure about the first side."""
    found: dict[str, Any] = choice["measures"][0]
    return found


def draw(data: dict[str, Any], path: Path) -> None:
    """Draw what the choices do to the wins of the first side."""
    bars = [
        Bar(
            choice["choice"],
            Estimate(**side_of(choice)["difference"]),
            WEIGHT_COLORS[choice["weight"]],
        )
        for choice in shown(data)
    ]
    side = side_of(data["choices"][0])["measure"]
    drawn = forest(bars, f"wins of {side}, change in points", margin=0.05, heads=("points",))
    path.write_text(drawn, encoding="utf-8")


def table(data: dict[str, Any], choices: list[dict[str, Any]]) -> str:
    """Return choices as a table in Markdown."""
    side = side_of(data["choices"][0])["measure"]
    lines = [
        f"| Choice | Worth | Games | Differ | Wins of {side} | Draws | Plies |",
        "|---|---|---|---|---|---|---|",
    ]
    for choice in choices:
        measures = {measure["measure"]: measure for measure in choice["measures"]}
        wins, drawn, length = (measures[name] for name in (side, "drawn", "length"))
        given = f" (with `{choice['given']}`)" if choice["given"] else ""
        low, high = (100 * wins["difference"][end] for end in ("low", "high"))
        lines.append(
            f"| `{choice['choice']}`{given} "
            f"| {choice['weight']}{'' if choice['settled'] else ' ?'} "
            f"| {choice['games']:,} | {choice['games_that_differ'] / choice['games']:.0%} "
            f"| {100 * wins['difference']['value']:+.1f} ({low:+.1f} to {high:+.1f}) "
            f"| {100 * drawn['difference']['value']:+.1f} "
            f"| {length['before']:.0f} to {length['after']:.0f} |"
        )
    return "\n".join(lines)


def picked(data: dict[str, Any], which: str) -> list[dict[str, Any]]:
    """Return the choices that a comment of the page speaks of."""
    if which.startswith("the first "):
        return shown(data)[: int(which.removeprefix("the first "))]
    named = {choice["choice"]: choice for choice in data["choices"]}
    return [named[name] for name in which.split()]


def write_tables(name: str, data: dict[str, Any]) -> None:
    """Write the tables of a game on the page anew."""
    text = PAGE.read_text(encoding="utf-8")
    comment = rf"(<!-- choices of {re.escape(name)}: (.*?) -->\n)(?:\|.*\n)*"
    written = re.sub(comment, lambda m: f"{m[1]}{table(data, picked(data, m[2]))}\n", text)
    PAGE.write_text(written, encoding="utf-8")


def main(paths: list[str]) -> None:
    """Draw and print what each file says."""
    PICTURES.mkdir(exist_ok=True)
    for name in paths:
        path = Path(name)
        data = json.loads(path.read_text(encoding="utf-8"))
        draw(data, PICTURES / f"{path.stem}.svg")
        print(f"\n## {path.stem}: {data['games_played']:,} games\n")
        print(table(data, shown(data)))
        write_tables(path.stem, data)
        for weight, flags in data["flags"].items():
            print(f"\n{weight}: {', '.join(f'`{flag}`' for flag in flags) or 'none'}")


if __name__ == "__main__":
    main(sys.argv[1:])
