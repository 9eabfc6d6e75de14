"""The reference of the command line as a page, made from the parsers themselves.

`python -m ruleengine.cli.reference > docs/reference/cli.md` writes the page.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from ruleengine.cli.main import COMMANDS, command

_EXITS = """\
| Exit code | Meaning |
|---|---|
| 0 | everything is in order |
| 1 | a ruleset is wrong, or something cannot be read or written |
| 2 | the command was not used as described here |
| 70 | a bug in ruleengine |
| 130 | interrupted from the keyboard, or a run of games was asked to end |
"""


def render_reference() -> str:
    """Return the page, in Markdown."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield "# Command line"
    yield ""
    yield "This page is generated: `python -m ruleengine.cli.reference` prints it."
    yield ""
    yield "`python -m ruleengine` is the same as `ruleengine`."
    yield "Results go to stdout, what is wrong goes to stderr."
    yield "A ruleset or variant is given by the path of its file, or by its name when it ships"
    yield "with the package or lies in `rulesets` or `variants` of the current directory."
    yield "Options may stand before, between and behind what else is given to a command."
    yield ""
    yield _EXITS
    for name, summary in COMMANDS.items():
        parser = argparse.ArgumentParser(prog=f"ruleengine {name}", add_help=False)
        command(name).add_arguments(parser)
        yield f"## {name}"
        yield ""
        yield f"{summary[:1].upper()}{summary[1:]}."
        yield ""
        actions = parser._actions  # noqa: SLF001 - argparse has no other way to ask
        usage = " ".join([parser.prog, *map(_usage, actions)])
        yield f"```text\n{usage}\n```"
        yield ""
        yield "| Argument | What it does |"
        yield "|---|---|"
        for action in actions:
            yield f"| {_cell(_heading(action))} | {_cell(action.help or '')} |"
        yield ""


def _heading(action: argparse.Action) -> str:
    names = [f"`{name}`" for name in action.option_strings]
    value = _value(action)
    return " ".join([", ".join(names), f"`{value}`" if value else ""]).strip()


def _usage(action: argparse.Action) -> str:
    value = _value(action)
    if not action.option_strings:
        return {"+": f"{value}...", "?": f"[{value}]"}.get(str(action.nargs), value)
    value = f"[{value}]" if action.nargs == "?" else value
    # The long form; where there are two of them the first.
    long = next(name for name in (*action.option_strings, "") if name[:2] in ("--", ""))
    option = " ".join(filter(None, (long or action.option_strings[-1], value)))
    repeats = "..." if isinstance(action.default, list) else ""
    return option if action.required else f"[{option}]{repeats}"


def _value(action: argparse.Action) -> str:
    if action.nargs == 0:
        return ""
    if action.choices is not None:
        return "|".join(map(str, action.choices))
    return str(action.metavar or action.dest.upper())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    sys.stdout.write(render_reference())
