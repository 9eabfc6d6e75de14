"""`ruleengine trace`: from clauses to rules and cases, and what is left over."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.table import Table
from rich.text import Text

from ruleengine.cli.arguments import add_format
from ruleengine.cli.output import counted, say_json
from ruleengine.cli.terminal import Parts, console
from ruleengine.workbench.clause_page import render_page
from ruleengine.workbench.matrix import Matrix, trace_ruleset

_CASES = Path("tests", "conformance")


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
        f"`{_CASES.as_posix()}` if not said and there is such a directory",
    )
    add_format(parser, "text", "json", "markdown")


def run(args: argparse.Namespace) -> int:
    """Print the matrix."""
    paths = args.cases or ([_CASES] if _CASES.is_dir() else [])
    matrix = trace_ruleset(args.game, paths)
    if args.format == "json":
        say_json(matrix.to_dict())
    elif args.format == "markdown":
        sys.stdout.write(render_page(matrix))
    else:
        out = console()
        out.print(_table(matrix))
        for line in _left_over(matrix):
            out.print(line)
    return 0


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


def _left_over(matrix: Matrix) -> Iterator[Text]:
    num_notes = sum(not clause.is_binding for clause in matrix.clauses.values())
    parts = (
        counted(len(matrix.clauses), "clause"),
        counted(num_notes, "note") + " among them",
        counted(matrix.num_cases, "case"),
    )
    yield Text(", ".join(parts), style="bold")
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
