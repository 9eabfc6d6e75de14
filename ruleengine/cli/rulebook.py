"""`ruleengine rulebook`: a rulebook for players, under the flags that they have chosen."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Final

from ruleengine.cli.arguments import add_game, form, overrides
from ruleengine.cli.files import write_whole
from ruleengine.cli.output import complain, say, say_json
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.document import Book, in_plain_signs
from ruleengine.workbench.rulebook.html_page import render_html
from ruleengine.workbench.rulebook.markdown_page import render_markdown

_USAGE: Final = 2
_RENDERERS: Final[Mapping[str, Callable[[Book], str]]] = {
    "html": render_html,
    "markdown": render_markdown,
}
_SUFFIXES: Final[Mapping[str, str]] = {
    ".html": "html",
    ".htm": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".json": "json",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_game(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=Path,
        help="where to write it: a page to print if the name ends in .html, else .md or .json",
    )
    parser.add_argument(
        "--format",
        type=form,
        choices=("markdown", "html", "json"),
        help="the form of it; as the name of the file says, or markdown (also md)",
    )


def run(args: argparse.Namespace) -> int:
    """Write the rulebook."""
    chosen = args.format
    if chosen is None and args.output is not None:
        chosen = _SUFFIXES.get(args.output.suffix.lower())
        if chosen is None:
            complain(
                f"ruleengine rulebook: what is '{args.output}' to be? "
                "give a name that ends in .html, .md or .json, or say --format"
            )
            return _USAGE
    book = write_book(read_tree(args.game), overrides(args.game, args.flags))
    chosen = chosen or "markdown"
    if args.output is None:
        if chosen == "json":
            say_json(_as_data(book))
        else:
            sys.stdout.write(_RENDERERS[chosen](book))
        return 0
    text = _json(book) if chosen == "json" else _RENDERERS[chosen](book)
    write_whole(args.output, text)
    say(f"{book.title}: {args.output}")
    return 0


def _as_data(book: Book) -> dict[str, object]:
    data = asdict(book) | {"doubtful": sorted(book.doubtful)}
    return {key: _in_plain_signs(value) for key, value in data.items()}


def _in_plain_signs(value: object) -> object:
    if isinstance(value, str):
        return in_plain_signs(value)
    if isinstance(value, dict):
        return {key: _in_plain_signs(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_in_plain_signs(each) for each in value]
    return value


def _json(book: Book) -> str:
    import json  # noqa: PLC0415 - only for this form

    return json.dumps(_as_data(book), indent=2, ensure_ascii=False) + "\n"
