"""The reference says with which codes each operand and validator refuses."""

from __future__ import annotations

from itertools import islice, product

import pytest

from ruleengine import Match, load
from ruleengine.errors import PlayError
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.schema import reach, validators
from ruleengine.schema.fields import own_key
from ruleengine.schema.reference import members
from ruleengine.schema.reference_parts import REFUSALS

COMPONENTS = (*members(reach.Operand), *members(validators.Validator))
RULESETS = ("generals_10x10", "tactics_5x5", "flag_war", "draughts")


def test_every_component_has_its_codes() -> None:
    assert {own_key(model) for model in COMPONENTS} == set(REFUSALS)


@pytest.mark.parametrize("name", RULESETS)
def test_nothing_is_refused_with_another_code(name: str) -> None:
    game = load(name)
    rules = {
        model.span: own_key(type(model))
        for model in models_in(game.rules.resolved.ruleset)
        if isinstance(model, COMPONENTS)
    }
    match = Match(game, seed=3)
    for ply in range(12):
        seat = match.position.actors[0]
        moves = match.position.legal_moves(seat)
        match.submit(seat, moves[7 * ply % len(moves)])
    position = match.position
    cells = game.rules.grid.cell_ids
    found: set[tuple[str, str]] = set()
    for action, one, two in islice(product(game.rules.actions, cells, cells), 0, None, 17):
        try:
            reasons = position.why(f"{action} {one}-{two}")
        except PlayError as error:
            reasons = getattr(error, "reasons", ())
        found |= {(rules[reason.span], reason.code) for reason in reasons if reason.span in rules}
    own = {code for codes in REFUSALS.values() for code in codes}
    assert found
    assert {
        (key, code) for key, code in found if code in own and code not in REFUSALS[key]
    } == set()
