"""`ruleengine trace`: from clauses to rules and cases, and what is left over."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.table import Table
from rich.text import Text

from ruleengine.cli.arguments import add_format
from ruleengine.cli.output import say_json
from ruleengine.cli.terminal import Parts, console
from ruleengine.schema.wording import counted
from ruleengine.workbench.clauses.matrix import Matrix, trace_ruleset
from ruleengine.workbench.clauses.page import render_page

_CASES = Path("tests")
_SORTED = _CASES / "conformance"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "game", metavar="GAME", help="a ruleset or variant: the path of a file, or a name"
    )
    parser.add_argument(
        "--cases",
        metavar="FILE_OR_DIR",
        type=Path,
        action="append",
        default=[],
        help="a file of cases, or a directory with such files; may be given several times; "
        f"if not said, the directory `{_SORTED.as_posix()}`, or else the files in "
        f"`{_CASES.as_posix()}`, here and beside the ruleset",
    )
    add_format(parser, "text", "json", "markdown")


def run(args: argparse.Namespace) -> int:
    """Print the matrix."""
    places = args.cases or _usual_places(args.game)
    matrix = trace_ruleset(args.game, _files_in(places) if not args.cases else places)
    if args.format == "json":
        say_json(matrix.to_dict())
    elif args.format == "markdown":
        sys.stdout.write(render_page(matrix))
    else:
        out = console()
        out.print(_table(matrix))
        for line in _left_over(matrix, places):
            out.print(line)
    return 0


def _usual_places(game: str) -> list[Path]:
    """Return the directories that cases are looked for in: here, and beside a file of rules."""
    file = Path(game)
    homes = dict.fromkeys([Path(), *([file.parent] if file.is_file() else [])])
    places = [home / (_SORTED if (home / _SORTED).is_dir() else _CASES) for home in homes]
    return list({place.resolve(): place for place in reversed(places)}.values())[::-1]


def _files_in(places: Iterable[Path]) -> list[Path]:
    """Return what cases are read from: a sorted directory as it is, or the files right in one."""
    return [
        path
        for place in places
        for path in ([place] if place.name == _SORTED.name else sorted(place.glob("*.yaml")))
    ]


def _table(matrix: Matrix) -> Table:
    table = Table(box=None, padding=(0, 1, 1, 0), header_style="bold")
    table.add_column("Clause", no_wrap=True, style="bold")
    table.add_column("What it says", ratio=3)
    table.add_column("Rules and flags", ratio=3)
    table.add_column("Cases", ratio=3)
    for clause in matrix.clauses.values():
        rules = [f"{each.by} ({each.span.file}:{each.span.line})" for each in clause.citations]
        style = "" if clause.is_binding else "dim"
        table.add_row(clause.id, clause.text, Parts(rules), Parts(clause.cases), style=style)
    return table


def _left_over(matrix: Matrix, places: Iterable[Path]) -> Iterator[Text]:
    num_notes = sum(not clause.is_binding for clause in matrix.clauses.values())
    parts = (
        counted(len(matrix.clauses), "clause"),
        counted(num_notes, "note") + " among them",
        counted(matrix.num_cases, "case"),
    )
    looked = " and ".join(place.as_posix() for place in places)
    yield Text(f"{', '.join(parts)}, looked for in {looked}", style="bold")
    yield _line("clauses that no rule and no flag cites", matrix.clauses_without_rule)
    yield _line("clauses that no case shows", matrix.clauses_without_case)
    yield _line(
        "rules that come from no clause",
        [f"{each.by} ({each.span.file}:{each.span.line})" for each in matrix.rules_without_clause],
    )
    yield _line(
        "cases that cite a clause which is not there",
        [f"{each.case} cites {each.clause}" for each in matrix.unknown_citations],
    )


def _line(title: str, items: Iterable[str]) -> Text:
    listed = [*items]
    return Text(f"{title}: {', '.join(listed) or 'none'}", style="yellow" if listed else "green")
