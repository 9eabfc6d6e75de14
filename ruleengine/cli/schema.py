"""`ruleengine schema`: the JSON Schema of ruleset files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ruleengine.schema.json_schema import json_schema_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to a file instead of stdout"
    )


def run(args: argparse.Namespace) -> int:
    """Print the schema, or write it to a file."""
    text = json_schema_text()
    if args.output is None:
        sys.stdout.write(text)
    else:
        args.output.write_text(text, encoding="utf-8", newline="\n")
    return 0
