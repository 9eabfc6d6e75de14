"""Programs as text, and what holds for every row of every program."""

from __future__ import annotations

import pytest

from ruleengine import load
from ruleengine.compiler.flow import compile_ruleset
from ruleengine.program.disassemble import disassemble, place_names, rows_of
from ruleengine.program.opcodes import ADDRESS, NAMES, REGISTER, SHAPES, TABLE, WIDTH
from ruleengine.resolve.files.library import shipped_names


def test_every_instruction_has_a_shape() -> None:
    assert set(SHAPES) == set(NAMES)
    assert all(len(shape) < WIDTH for shape in SHAPES.values())


@pytest.mark.parametrize("name", sorted(shipped_names()))
def test_every_row_is_what_its_instruction_takes_and_points_at_its_rule(name: str) -> None:
    game = load(name)
    program = compile_ruleset(game.rules.resolved, tells=True)
    known = place_names(program.layout)
    code, data = len(program.code), len(program.data)
    for address, (what, *operands), _ in rows_of(program):
        shape = SHAPES[what]
        for sort, value in zip(shape, operands, strict=False):
            where = f"{NAMES[what]} at {address}: {value}"
            assert sort != REGISTER or value == -1 or value in known, where
            assert sort != ADDRESS or (0 <= value < code and value % WIDTH == 0), where
            assert sort != TABLE or -1 <= value < data, where
        assert not any(operands[len(shape) :])
    assert len(disassemble(program).splitlines()) > len(program.spans)

    lines = {span.line for span in program.spans if span is not None}
    ruleset = game.rules.resolved.ruleset
    for action in ruleset.actions.values():
        for rule in action.effects:
            assert rule.span is None or rule.span.line in lines
    for ending in ruleset.endings:
        assert ending.span is None or ending.span.line in lines
    # Only the frame of turns and phases, and lists that several rules share, belong to no rule.
    assert sum(span is None for span in program.spans) < len(program.spans) / 5
