"""Both tiers play rulesets that nobody has thought of.

`python tests/long/random_rules.py` plays many more of them, and writes down those that fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from ruleengine.errors import RulesetError
from ruleengine.expressions.functions import FUNCTIONS
from ruleengine.schema.steps import Step, StepModel
from ruleengine.schema.validators import Rule, Validator
from ruleengine.workbench.both_tiers.random_rules import load_random, random_ruleset
from ruleengine.workbench.both_tiers.random_trials import try_ruleset

GROUPS, IN_GROUP = 8, 10
ASKED = 200
NOT_DRAWN = {"seat", "color"}
"""Steps of an opening, which decides who sits where and is over before anybody plays."""


@pytest.mark.parametrize("group", range(GROUPS))
def test_both_tiers_play_whatever_can_be_written(group: int, tmp_path: Path) -> None:
    numbers = range(group * IN_GROUP, (group + 1) * IN_GROUP)
    played = [number for number in numbers if try_ruleset(number, tmp_path)]
    assert len(played) > IN_GROUP / 2, "most of what is drawn has to be a sound ruleset"


def test_a_number_always_draws_the_same() -> None:
    assert random_ruleset(3) == random_ruleset(3) != random_ruleset(4)


def refusal(number: int, folder: Path) -> RulesetError | None:
    """Return why a ruleset is refused, if it is."""
    try:
        load_random(number, folder)
    except RulesetError as error:
        return error
    return None


def test_a_ruleset_that_says_nothing_is_refused_as_any_other(tmp_path: Path) -> None:
    errors = [error for number in range(40) if (error := refusal(number, tmp_path)) is not None]
    assert errors
    assert all(found.span is not None for error in errors for found in error.diagnostics)


def words(value: Any) -> Iterator[str]:  # noqa: ANN401 - a part of a ruleset
    """Yield all keys and texts of a ruleset."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words(inner)
    else:
        yield str(value)


@pytest.fixture(scope="module")
def drawn() -> set[str]:
    return {word for number in range(ASKED) for word in words(random_ruleset(number))}


def own_key(model: type[Any], shared: type[Any]) -> str:
    """Return the key by which a step or a validator is known."""
    fields = model.model_fields.items()
    return str(next(each.alias or name for name, each in fields if name not in shared.model_fields))


def test_every_step_is_drawn(drawn: set[str]) -> None:
    keys = {own_key(model, StepModel) for model in get_args(get_args(Step)[0])}
    assert keys - drawn == NOT_DRAWN


def test_every_validator_is_drawn(drawn: set[str]) -> None:
    keys = {own_key(model, Rule) for model in get_args(get_args(Validator)[0])}
    assert keys - drawn == set()


def test_every_function_is_drawn(drawn: set[str]) -> None:
    text = " ".join(drawn)
    assert [name for name in FUNCTIONS if f"{name}(" not in text] == []
