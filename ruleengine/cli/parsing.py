"""What is typed, taken apart: the words of a command in any order, and what is wrong with them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from ruleengine.expressions.problems import closest

_OPTION = re.compile(r"--?[A-Za-z][^=]*")


def parse_words(parser: argparse.ArgumentParser, words: Sequence[str]) -> argparse.Namespace:
    """Return what the words of a command say; options may stand before, between and behind others.

    What cannot be understood ends the program with the usage of this command, and with what is
    wrong.
    """
    # Plainly parsed, an argument that may be left out is taken as left out at the first option.
    args, rest = parser.parse_known_intermixed_args(words)
    unknown = next((found[0] for word in rest if (found := _OPTION.match(word))), None)
    if unknown is not None:
        actions = parser._actions  # noqa: SLF001 - argparse has no other way to ask
        # All begin with the same dashes, so that only what comes after them tells what was meant.
        names = {name.lstrip("-"): name for each in actions for name in each.option_strings}
        near = closest(unknown.lstrip("-"), names)
        hint = "" if near is None else f"; did you mean `{names[near]}`?"
        parser.error(f"there is no option '{unknown}'{hint}")
    if rest:
        options = (each for each in parser._actions if each.option_strings)  # noqa: SLF001 - as above
        game = next((each.option_strings[0] for each in options if each.metavar == "GAME"), None)
        hint = "" if game is None else f"; a ruleset is given as `{game} {rest[0]}`"
        parser.error(f"too much is given: {' '.join(rest)}{hint}")
    return args
