"""The pictures and tables of `docs/explanation/which-ambiguities-matter.md`, from real runs.

    ruleengine sensitivity generals_10x10 --games 2000 --format json -o runs/generals_10x10.json
    python tests/long/ambiguities.py runs/*.json

draws one picture for each file into `docs/explanation/pictures`, prints its table, and writes the
tables of the page anew that stand below a comment with the name of the file:

    <!-- choices of generals_10x10: the first 8 -->
    <!-- choices of brandubh: king_capture=plain passage=closed -->

Files of players that search (`--agents mcts:20`) are set beside those of random players of the
same game, under `<!-- games of both -->` and `<!-- choices of both -->`; lines about other games
stay there as they are.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Container
from pathlib import Path
from typing import Any

from ruleengine.lab.pictures import Bar, forest
from ruleengine.lab.report import WEIGHT_COLORS
from ruleengine.lab.statistics import Estimate

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "which-ambiguities-matter.md"
PICTURES = PAGE.with_name("pictures")
SHOWN = 16
"""Choices in a picture or a table; the weightiest come first."""
SEARCHED = 8
"""Choices of a game in the table of both sorts of players."""


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
        length = measures["length"]
        given = f" (with `{choice['given']}`)" if choice["given"] else ""
        lines.append(
            f"| `{choice['choice']}`{given} "
            f"| {choice['weight']}{'' if choice['settled'] else ' ?'} "
            f"| {choice['games']:,} | {choice['games_that_differ'] / choice['games']:.0%} "
            f"| {points(measures[side])} "
            f"| {100 * drawn(choice):+.1f} "
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


def as_it_is(data: dict[str, Any]) -> str:
    """Return how often the first side wins without any change, and in how many plies."""
    longest = max(data["choices"], key=lambda choice: (not choice["given"], choice["games"]))
    measures = {measure["measure"]: measure["before"] for measure in longest["measures"]}
    return f"{side_of(longest)['before']:.0%}, {measures['length']:.0f}"


def games_of_both(random: dict[str, Any], searching: dict[str, Any]) -> str:
    """Return what games are like without any change, as a table."""
    lines = [
        "| Game | Random: the first side wins, plies | Searching: the first side wins, plies |",
        "|---|---|---|",
    ]
    lines += [
        f"| {name} | {as_it_is(random[name])} | {as_it_is(data)} |"
        for name, data in searching.items()
    ]
    return "\n".join(lines)


def choices_of_both(random: dict[str, Any], searching: dict[str, Any]) -> str:
    """Return what the choices do that searching players were given, as a table."""
    heads = ("Game and choice", "Games searched", "Random: wins of the first side")
    more = ("Searching: wins of the first side", "Random: draws", "Searching: draws")
    lines = [f"| {' | '.join((*heads, *more))} |", "|---|---|---|---|---|---|"]
    for name, data in searching.items():
        known = {choice["choice"]: choice for choice in random[name]["choices"]}
        choices = data["choices"]
        for choice in choices if len(choices) <= SEARCHED else shown(data)[:SEARCHED]:
            both = (known[choice["choice"]], choice)
            lines.append(
                f"| {name}: `{choice['choice']}` | {choice['games']} "
                + "".join(f"| {points(side_of(each))} " for each in both)
                + "".join(f"| {100 * drawn(each):+.1f} " for each in both)
                + "|"
            )
    return "\n".join(lines)


def points(measure: dict[str, Any]) -> str:
    """Return a change in percentage points with its interval."""
    value, low, high = (100 * measure["difference"][part] for part in ("value", "low", "high"))
    return f"{value:+.1f} ({low:+.1f} to {high:+.1f})"


def drawn(choice: dict[str, Any]) -> float:
    """Return by how much a choice changes the share of draws."""
    found: float = next(m for m in choice["measures"] if m["measure"] == "drawn")["difference"][
        "value"
    ]
    return found


def write_below(comment: str, written: str, games: Container[str]) -> None:
    """Write the lines about games anew in the table that stands below a comment of the page."""
    text = PAGE.read_text(encoding="utf-8")
    pattern = rf"(<!-- {re.escape(comment)} -->\n)((?:\|.*\n)*)"

    def table_anew(found: re.Match[str]) -> str:
        kept = [line for line in found[2].splitlines()[2:] if game_of(line) not in games]
        heads = written.splitlines()[:2]
        lines = sorted([*kept, *written.splitlines()[2:]], key=game_of)
        return found[1] + "".join(f"{line}\n" for line in (*heads, *lines))

    PAGE.write_text(re.sub(pattern, table_anew, text), encoding="utf-8")


def game_of(line: str) -> str:
    """Return which game a line of a table is about.

    >>> game_of("| go: `size=9` | 200 |"), game_of("| ur | 49%, 200 |")
    ('go', 'ur')
    """
    return line.strip("| ").partition(" ")[0].rstrip(":")


def main(paths: list[str]) -> None:
    """Draw and print what each file says."""
    PICTURES.mkdir(exist_ok=True)
    random: dict[str, Any] = {}
    searching: dict[str, Any] = {}
    for name in paths:
        data = json.loads(Path(name).read_text(encoding="utf-8"))
        if data["repeat"]["agents"] == ["random"]:
            random[data["game"]] = data
        else:
            searching[data["game"]] = data
    for name, data in random.items():
        draw(data, PICTURES / f"{name}.svg")
        print(f"\n## {name}: {data['games_played']:,} games\n")
        print(table(data, shown(data)))
        write_tables(name, data)
        for weight, flags in data["flags"].items():
            print(f"\n{weight}: {', '.join(f'`{flag}`' for flag in flags) or 'none'}")
    if searching:
        write_below("games of both", games_of_both(random, searching), searching)
        write_below("choices of both", choices_of_both(random, searching), searching)


if __name__ == "__main__":
    main(sys.argv[1:])
