"""What a command that measures games has found: as tables, data, rows or a page, wherever to."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from ruleengine.cli.files import check_places, write_whole
from ruleengine.cli.fitting import fitted, table_width
from ruleengine.cli.output import complain, say
from ruleengine.cli.terminal import console
from ruleengine.errors import LabError

TEXT, JSON, CSV, HTML = "text", "json", "csv", "html"
_ENDINGS: Final = {".txt": TEXT, ".json": JSON, ".csv": CSV, ".html": HTML, ".htm": HTML}
_USAGE: Final = 2
_PAGE: Final = 110  # characters in a line of a page that no window bounds, if they will do
_WIDEST: Final = 150


@dataclass(frozen=True)
class Found:
    """What a command has found, in every form that it can be given out in."""

    games: int
    """Games that it is made of."""
    data: Callable[[], Mapping[str, object]]
    tables: Callable[[], Sequence[Table | str]]
    rows: Callable[[], Sequence[Mapping[str, object]]]
    page: Callable[[], str] | None = None
    """The report, for commands that have one."""


def add_output(parser: argparse.ArgumentParser, *, has_report: bool) -> None:
    """Declare in which form results come, and where they go."""
    forms = (TEXT, JSON, CSV, HTML) if has_report else (TEXT, JSON, CSV)
    parser.add_argument(
        "--format",
        choices=forms,
        default=None,
        help=f"how the result is printed: {', '.join(forms[:-1])} or {forms[-1]}; as the name of "
        "the file ends if not said, or text",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="write to FILE: data if its name ends in .json or .csv"
        + (", the report if it ends in .html" if has_report else ""),
    )
    if has_report:
        parser.add_argument(
            "--report", type=Path, metavar="FILE", help="also draw everything into one HTML page"
        )


def check_output(args: argparse.Namespace) -> None:
    """Refuse files that cannot be written, before hours are spent on what goes there."""
    if wrong := _wrong_ending(args):
        complain(f"ruleengine {args.command}: {wrong}")
        raise SystemExit(_USAGE)
    named = {"--output": args.output, "--report": getattr(args, "report", None)}
    check_places({**named, "--results": args.results})
    if form_of(args) == HTML and not hasattr(args, "report"):
        message = f"'{args.output}' (--output) is to be a report, and this command draws none"
        hint = "give a name that ends in .txt, .json or .csv, or say --format"
        raise LabError("lab/unusable-file", message, hint=hint)


def _wrong_ending(args: argparse.Namespace) -> str | None:
    """Return what is wrong with how the name of a file ends, if something is."""
    report: Path | None = getattr(args, "report", None)
    if report is not None and report.suffix and _ENDINGS.get(report.suffix.lower()) != HTML:
        return f"--report '{report}' is a page of HTML; give a name that ends in .html"
    if args.output is None:
        return None
    ending = args.output.suffix.lower()
    form = _ENDINGS.get(ending)
    if args.format is None and ending and form is None:
        known = ", ".join(dict.fromkeys(_ENDINGS))
        return f"-o '{args.output}' ends in none of {known}; give one of them, or say --format"
    if args.format is not None and form not in (None, TEXT, args.format):
        return f"--format {args.format} and -o '{args.output}' ask for different things"
    return None


def form_of(args: argparse.Namespace) -> str:
    """Return in which form the result is asked for."""
    if args.format is not None:
        return str(args.format)
    return TEXT if args.output is None else _ENDINGS.get(args.output.suffix.lower(), TEXT)


def deliver(args: argparse.Namespace, found: Found) -> None:
    """Print the result, or write it to a file that is never half-written."""
    if not found.games:
        return  # somebody was faster than the first game, and there is nothing to say
    if found.page is not None and args.report is not None:
        # First of all: whoever reads what is printed may not read it to the end.
        write_whole(args.report, found.page())
    form = form_of(args)
    if form == TEXT and args.output is None:
        to, parts = console(), found.tables()
        if not to.is_terminal and "COLUMNS" not in os.environ:
            to.width = _page_width(parts)  # nobody's window; a file or another program has room
        _show(to, parts)
    elif args.output is None:
        sys.stdout.write(_text(form, found))
    else:
        write_whole(args.output, _text(form, found))
        say(f"written to {args.output}")


def _text(form: str, found: Found) -> str:
    if form == JSON:
        return json.dumps(found.data(), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    if form == CSV:
        return as_csv(found.rows())
    if form == HTML and found.page is not None:
        return found.page()
    page, parts = io.StringIO(), found.tables()
    width = _page_width(parts)
    _show(Console(file=page, width=width, markup=False, emoji=False, highlight=False), parts)
    return page.getvalue()


def _page_width(parts: Sequence[Table | str]) -> int:
    widest = max((table_width(part) for part in parts if isinstance(part, Table)), default=0)
    return min(_WIDEST, max(_PAGE, widest))


def _show(to: Console, parts: Sequence[Table | str]) -> None:
    for part in parts:
        to.print(fitted(part, to.width) if isinstance(part, Table) else part)


def as_csv(rows: Sequence[Mapping[str, object]]) -> str:
    """Return rows as CSV, with all keys that any of them has; what is not known is left empty."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, keys, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        # No number is like itself but the one that stands for none.
        writer.writerow({key: value for key, value in row.items() if value == value})  # noqa: PLR0124
    return text.getvalue()
