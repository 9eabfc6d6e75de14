"""Moves that are drawn by rejection: every legal one is as likely as every other."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.game.streams import mix
from ruleengine.kernel import machine
from ruleengine.kernel.rows import FUEL, RowGame, Tables
from ruleengine.kernel.ways import draw_plain, sample_army, weight_of
from ruleengine.program import layout as row
from ruleengine.program import opcodes as op

DRAWS = 6_000
GOLDEN = 0x9E3779B97F4A7C15
TWINS = str(Path(__file__).parents[2] / "agreement" / "rules" / "twins.yaml")
POSITIONS = [
    ("breakthrough", 0),
    ("breakthrough", 25),
    ("generals_10x10", 24),
    ("stratego", 90),
    (TWINS, 0),
    (TWINS, 17),
]
# Of a chi-square with k degrees of freedom, one in ten thousand is above k + 3.8 * sqrt(2k) + 9.
SIGMAS, SLACK = 3.8, 9.0


def tables_of(name: str) -> Tables:
    return load(name).compiled.tables


def at_ply(tables: Tables, ply: int, seed: int) -> RowGame:
    """Return a game just after so many plies have been decided, or a few more."""
    game = RowGame(tables)
    game.rng[0] = seed
    limit = ply
    while True:
        if limit:
            play_on(game, limit)
        waiting = RowGame(tables, None)
        waiting.mem[:] = game.mem
        waiting.run()
        site = waiting.site
        if site is not None and site.kind == "act":
            return game
        limit = int(game.mem[row.PLY]) + 1


def play_on(game: RowGame, limit: int) -> int:
    tables = game.tables
    return machine.run(
        game.mem, 0, tables.code, tables.data, game.out, game.rng, machine.PLAYOUT, FUEL, limit
    )


@pytest.mark.parametrize(("name", "ply"), POSITIONS, ids=lambda each: Path(str(each)).stem)
def test_drawn_moves_are_as_likely_as_each_other(name: str, ply: int) -> None:
    tables = tables_of(name)
    game = at_ply(tables, ply, seed=7)
    waiting = RowGame(tables)
    waiting.mem[:] = game.mem
    waiting.run()
    legal = waiting.moves()
    limit = int(waiting.mem[row.PLY]) + 1
    before, found = game.mem.copy(), Counter[tuple[int, tuple[int, ...]]]()
    for number in range(DRAWS):
        game.mem[:] = before
        game.rng[0] = 1_000_003 * number + 17
        assert play_on(game, limit) == machine.CAPPED
        action = int(game.mem[row.CHOSEN])
        registers = [info.register for info in tables.program.operands[action]]
        found[action, tuple(int(game.mem[each]) for each in registers)] += 1
    assert set(found) <= set(legal)
    expected = DRAWS / len(legal)
    square = sum((found[move] - expected) ** 2 / expected for move in legal)
    freedom = len(legal) - 1
    assert square < freedom + SIGMAS * (2 * freedom) ** 0.5 + SLACK


@pytest.mark.parametrize("ply", [0, 10, 20, 30])
def test_every_legal_move_is_exactly_one_of_the_draws(ply: int) -> None:
    tables = tables_of("breakthrough_6x6")
    game = at_ply(tables, ply, seed=3)
    waiting = RowGame(tables)
    waiting.mem[:] = game.mem
    waiting.run()
    drawn = Counter[tuple[int, tuple[int, ...]]]()
    code = tables.code.reshape(-1, op.WIDTH)
    (table,) = {int(line[1]) for line in code if line[0] == op.SAMPLE}
    for index in range(int(tables.data[table])):
        entry = table + 1 + 5 * index
        action, plain = int(tables.data[entry + 3]), int(tables.data[entry + 4])
        assert plain >= 0, "the smallest game has only plain actions"
        assert tables.data[plain + 6] < 0, "and nothing is left to code"
        registers = [info.register for info in tables.program.operands[action]]
        for pick in range(weight_of(waiting.mem, 0, tables.data, entry)):
            if draw_plain(waiting.mem, 0, tables.data, plain, pick):
                drawn[action, tuple(int(waiting.mem[each]) for each in registers)] += 1
    assert drawn == Counter(waiting.moves())


def test_the_moves_of_an_army_are_the_same_draws_taken_one_after_the_other() -> None:
    tables = tables_of("breakthrough")
    game = at_ply(tables, 25, seed=5)
    game.run()
    code = tables.code.reshape(-1, op.WIDTH)
    (table,) = {int(line[1]) for line in code if line[0] == op.SAMPLE}
    plain = int(tables.data[table + 5])
    assert tables.data[plain + 27], "the pieces of one army, and a direction"
    registers = [int(tables.data[plain]), int(tables.data[plain + 8])]
    total = weight_of(game.mem, 0, tables.data, table + 1)
    for number in range(300):
        game.rng[0] = stream = 7_919 * number + 3
        tries = sample_army(game.mem, 0, tables.data, game.rng, plain, -1, 0)
        drawn = [int(game.mem[each]) for each in registers]
        for _ in range(tries):
            stream = (stream + GOLDEN) % 2**64
            passes = draw_plain(game.mem, 0, tables.data, plain, mix(stream) * total >> 64)
        assert passes
        assert drawn == [int(game.mem[each]) for each in registers]
        assert int(game.rng[0]) == stream
