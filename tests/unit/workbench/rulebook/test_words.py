"""Everything that the language can say can be put into words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from ruleengine.expressions import resolved as tree
from ruleengine.expressions.functions import FUNCTIONS
from ruleengine.expressions.types import ATTRIBUTES, BUILTINS, Role
from ruleengine.schema import board, pieces, reach, selectors, steps, validators
from ruleengine.schema.fields import own_key
from ruleengine.schema.flags import Provenance
from ruleengine.schema.reference import members
from ruleengine.schema.reference_parts import models_under
from ruleengine.schema.ruleset import EventName, Ruleset
from ruleengine.workbench.rulebook import (
    book,
    claims,
    descriptions,
    functions,
    operands,
    phrases,
    play_chapters,
    points,
    restrictions,
    setting_out,
    standing,
    table_chapters,
)
from ruleengine.workbench.rulebook.steps import STEPS

SOURCE = Path(book.__file__).parent


@pytest.mark.parametrize(
    ("table", "union"),
    [
        (STEPS, steps.Step),
        (operands.OPERANDS, reach.Operand),
        (restrictions.VALIDATORS, validators.Validator),
        (setting_out.SHAPES, board.Shape),
        (setting_out.SETUPS, pieces.SetupItem),
    ],
)
def test_every_component_has_words(table: dict[type, object], union: object) -> None:
    assert set(table) == set(members(union))


def test_every_function_has_words() -> None:
    assert functions.VALUES.keys() | functions.CONDITIONS.keys() == FUNCTIONS.keys()
    assert not functions.VALUES.keys() & functions.CONDITIONS.keys()
    assert functions.COMPARED.keys() <= functions.VALUES.keys()
    for name in functions.CONDITIONS:
        assert FUNCTIONS[name].result == "truth"


def test_every_form_of_expression_has_words() -> None:
    forms = set(get_args(tree.Resolved)) - {tree.Unresolved}
    assert set(phrases.NOUNS) == forms
    assert set(claims.CLAUSES) == forms


def test_every_name_has_words() -> None:
    assert set(phrases.BUILTIN_WORDS) == {symbol.name for symbol in BUILTINS}
    assert set(phrases.ROLES) == set(get_args(Role))
    told = {name for names in ATTRIBUTES.values() for name in names}
    assert told <= set(phrases.MEMBER_WORDS)


def test_every_literal_has_words() -> None:
    assert set(play_chapters.EVENT_WORDS) == set(get_args(EventName))
    assert set(operands.DIRECTION_WORDS) == set(get_args(reach.Direction))
    assert set(restrictions.CONTENT_WORDS) == set(get_args(validators.Content))
    named = reach.OperandModel.model_fields["named"].annotation
    assert set(operands.NAMED_WORDS) == set(get_args(named))
    assert set(points.WHY_WORDS) == {*get_args(Provenance), None}
    assert set(standing.STANDING_WORDS) == set(get_args(standing.Standing))
    pairs = set(get_args(get_args(board.Board.model_fields["pairs"].annotation)[0]))
    assert set(table_chapters.PAIR_WORDS) == pairs


def test_every_key_of_a_filter_has_words() -> None:
    piece_keys = {name.rstrip("_") for name in selectors.PieceFilter.model_fields}
    assert piece_keys == {*descriptions.PIECE_TAILS, "owner", "kind", "on_top", "through", "where"}
    cell_keys = {name.rstrip("_") for name in selectors.CellFilter.model_fields}
    assert cell_keys == {*descriptions.CELL_TAILS, "empty", "through", "where"}


def test_every_key_of_a_ruleset_has_a_chapter() -> None:
    keys = {field.alias or name for name, field in Ruleset.model_fields.items()}
    assert set(book.KEYS) == keys
    chapters = {key for key, _, _ in book.CHAPTERS} | {"imprint", "title", "clauses", None}
    assert set(book.KEYS.values()) <= chapters


def test_every_field_of_every_model_is_told_or_said_not_to_be() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.glob("*.py"))
    spoken = set(re.findall(r"\.(\w+)", text))
    fields = {name for model in models_under(Ruleset) for name in model.model_fields}
    components = (steps.Step, reach.Operand, validators.Validator, board.Shape, pieces.SetupItem)
    # The words for a component stand in a table, under its model.
    by_table = {own_key(model) for union in components for model in members(union)}
    by_chapter = set(Ruleset.model_fields)
    untold = fields - spoken - by_table - by_chapter
    assert untold <= set(book.UNTOLD), "say it in a rulebook, or say why not in `UNTOLD`"
