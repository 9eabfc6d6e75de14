"""`ruleengine list`: the rulesets and variants that ship with the package."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

from ruleengine.cli.arguments import add_format
from ruleengine.cli.output import say, say_json
from ruleengine.resolve.files.catalog import Entry, catalog
from ruleengine.schema.wording import counted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_format(parser, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Print one line for each, variants below the ruleset they build on."""
    entries = catalog()
    if args.format == "json":
        say_json([entry._asdict() for entry in entries])
        return 0
    say("\n".join(_lines(_in_order(entries))))
    num_variants = sum(entry.is_variant for entry in entries)
    parts = [counted(len(entries) - num_variants, "ruleset"), counted(num_variants, "variant")]
    say(f"{', '.join(parts)}; each stands below what it extends")
    return 0


def _in_order(entries: Iterable[Entry]) -> list[tuple[int, Entry]]:
    """Return the entries with their depth: each stands below the first that it extends."""
    below: dict[str | None, list[Entry]] = {}
    for entry in entries:
        below.setdefault(entry.extends[0] if entry.extends else None, []).append(entry)
    found: list[tuple[int, Entry]] = []
    pending = [(0, entry) for entry in reversed(below.get(None, []))]
    while pending:
        depth, entry = pending.pop()
        found.append((depth, entry))
        pending += [(depth + 1, other) for other in reversed(below.get(entry.name, []))]
    return found


def _lines(entries: list[tuple[int, Entry]]) -> Iterator[str]:
    width = max((2 * depth + len(entry.name) for depth, entry in entries), default=0)
    for depth, entry in entries:
        name = "  " * depth + entry.name
        others = f", also on {' and '.join(entry.extends[1:])}" if entry.extends[1:] else ""
        yield f"{name:<{width}}  {entry.title}{others} ({counted(entry.num_flags, 'flag')})"
