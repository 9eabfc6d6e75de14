"""Other meanings of a few instructions are noticed; `tests/long/mutations.py` tries them all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.kernel import rows
from ruleengine.kernel.rows import Tables
from ruleengine.program import opcodes as op
from ruleengine.workbench.both_tiers.lockstep import Lockstep, Programs
from ruleengine.workbench.both_tiers.mutants import Mutant, mutants_of, mutated

RULES = Path(__file__).with_name("rules")
GAMES = {
    "reckoning": (op.DIV, op.MIN, op.JLE, op.BETWEEN),
    "ways": (op.CLEAR, op.CORNERS, op.LENGTH),
    "reactions": (op.POP, op.CAPTURE, op.GIVE),
    "drafts": (op.REPLAY, op.COMMIT, op.LOG),
}
MUTANTS = [
    (name, next(iter(mutants_of(opcode)))) for name, opcodes in GAMES.items() for opcode in opcodes
]


@pytest.mark.parametrize(("name", "mutant"), MUTANTS, ids=str)
def test_an_instruction_that_does_nothing_is_noticed(name: str, mutant: Mutant) -> None:
    game = load(str(RULES / f"{name}.yaml"))
    programs = Programs(game)
    Lockstep(game, 0, programs).play(2)  # the kernel is there before the process is forked
    programs.plain = Tables(mutated(programs.plain.program, mutant))
    programs.telling = Tables(mutated(programs.telling.program, mutant))
    # What it does to its memory is its own business.
    child = os.fork()
    if child == 0:
        rows.FUEL = 1 << 22
        try:
            for seed in range(3):
                Lockstep(game, seed, programs).play(60)
        except BaseException:  # noqa: BLE001 - however it shows
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status != 0
