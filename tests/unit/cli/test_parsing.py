"""Words of a command: in any order, and with what was meant where there is a slip."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from ruleengine.cli.main import COMMANDS, command
from ruleengine.cli.parsing import parse_words

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""

NUMBER = "3"
"""A word that any argument without choices can be, also one that has to be a number."""


def parser_of(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"ruleengine {name}", allow_abbrev=False)
    command(name).add_arguments(parser)
    return parser


def arguments_of(parser: argparse.ArgumentParser) -> tuple[list[str], list[str]]:
    """Return a word for each argument without a name, and one option with its value."""
    actions = parser._actions[1:]  # noqa: SLF001 - argparse has no other way to ask
    plain = [each for each in actions if not each.option_strings]
    words = [_sample(each) for each in plain for _ in range(2 if each.nargs == "+" else 1)]
    option = next(each for each in actions if each.option_strings and each.nargs is None)
    return words, [option.option_strings[0], _sample(option)]


def _sample(action: argparse.Action) -> str:
    return str(next(iter(action.choices))) if action.choices else NUMBER


@pytest.mark.parametrize("name", COMMANDS)
def test_options_may_stand_anywhere(name: str) -> None:
    parser = parser_of(name)
    words, option = arguments_of(parser)
    orders = [[*words[:at], *option, *words[at:]] for at in range(len(words) + 1)]
    read = [parse_words(parser, order) for order in orders]
    assert all(each == read[0] for each in read)


def test_the_move_may_come_after_flags(run: Run, duel: Path) -> None:
    del duel
    behind = run("why", "duel.yaml", "--flag", "ways=any", "step a1-b2")
    assert behind.code == 0
    assert behind == run("why", "duel.yaml", "step a1-b2", "--flag", "ways=any")
    assert behind == run("why", "--flag", "ways=any", "duel.yaml", "step a1-b2")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("simulate", "duel.yaml", "--gmes", "3"), "'--gmes'; did you mean `--games`?"),
        (("simulate", "duel.yaml", "--gmes=3"), "'--gmes'; did you mean `--games`?"),
        (("play", "--reusme", "duel.yaml"), "'--reusme'; did you mean `--resume`?"),
        (("test", "cases.yaml", "-c"), "there is no option '-c'"),
        (("flags", "duel.yaml", "more", "words"), "too much is given: more words"),
        (
            ("replay", "game.json", "duel.yaml"),
            "too much is given: duel.yaml; a ruleset is given as `--rules duel.yaml`",
        ),
    ],
)
def test_a_slip_brings_the_usage_of_the_command(
    run: Run, words: tuple[str, ...], message: str
) -> None:
    result = run(*words)
    assert result.code == 2
    assert result.err.startswith(f"usage: ruleengine {words[0]} [-h]")
    assert result.err.rstrip().endswith(message)
    assert f"ruleengine {words[0]}: error: " in result.err


def test_a_command_that_does_not_exist_brings_the_one_that_was_meant(run: Run) -> None:
    result = run("valdate", "duel.yaml")
    assert result.code == 2
    assert "there is no command 'valdate'; did you mean `validate`?" in result.err
