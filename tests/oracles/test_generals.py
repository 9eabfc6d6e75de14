"""Generals held against the game of `generals_table`, under random flags on random boards."""

from __future__ import annotations

import os
import random
from itertools import product

import pytest

from ruleengine import Position, load
from tests.oracles.generals_moves import (
    ATTACKER,
    DEFENDER,
    Cell,
    Flags,
    FlagValue,
    Garrison,
    Unit,
)
from tests.oracles.generals_table import SIDES, Decision, Result, Table

GAMES = int(os.environ.get("RULEENGINE_ORACLE_GAMES", "24"))
MAX_DECISIONS = 120

LONGER_TEXT: Flags = {
    "garrison_shape": "triangle",
    "garrison_ownership": "same_edge",
    "home": "attacker_first",
    "team_size": 1,
    "team_turns": "alternate_shared_army",
    "special_quota_scope": "side",
    "directions": "orthogonal",
    "path_shape": "straight",
    "unit_selection": "any_unit",
    "move_distance": "exact",
    "moat_terrain": "passable",
    "diagonal_squeeze": "allowed",
    "hit_line": "any_cell",
    "hit_origin": "anywhere",
    "hits_to_win": 3,
    "defended_attempt": "intercepted",
    "interceptor_choice": "random",
    "moat_combat_origin": "anywhere",
    "garrisoning_destination": "any_empty_non_garrison",
    "garrisoning_into_moat": True,
    "garrisoning_source": "own_unit_own_garrison",
    "garrisoning_turn_cost": "replaces_move",
    "offensive_turn_cost": "replaces_move",
    "offensive_throw": "own_turn",
    "specials_count_as_moves": True,
    "specials_on_reroll": True,
    "stalemate_reroll": "until_legal",
    "stalemate_cause": "any",
    "reroll_choice": "mandatory",
    "hopeless_roll": "pass_turn",
    "mutual_block": "draw",
    "unitless_defender_turn": "one_throw_if_offensive_left",
    "conversion": "defender_only",
    "conversion_duty": "mandatory",
    "conversion_after_capture": True,
    "conversion_scope": "entered_garrison",
    "conversion_internal_move": False,
    "garrison_capture": "none",
    "defender_win": "attackers_exhausted",
    "no_defenders": "continue",
    "siege_throws": 6,
    "siege_counts_rerolls": True,
    "siege_start": "next_attacker_throw",
    "siege_precedence": "defense_win_first",
    "max_turns": 0,
}
SHORTER_TEXT: Flags = LONGER_TEXT | {
    "directions": "orthogonal_and_diagonal",
    "interceptor_choice": "attacker",
    "garrisoning_destination": "other_own_garrison",
    "conversion": "off",
    "defender_win": "fewer_than_remaining_hits",
    "no_defenders": "siege_draw",
}
RULESETS = (
    ("generals_10x10", LONGER_TEXT, 10),
    ("generals_official", SHORTER_TEXT, 10),
    ("generals_12x12", SHORTER_TEXT, 12),
)
Arena = tuple[int, int, int]
KEEPS = ((2, 1), (2, 1), (2, 2), (4, 1))
"""How large the keep is, and how wide the Moat."""
OTHERS: dict[str, tuple[FlagValue, ...]] = {
    "garrison_shape": ("rectangle_wide", "rectangle_tall"),
    "garrison_ownership": ("diagonal", "same_side"),
    "home": ("defender_first",),
    "team_size": (2,),
    "team_turns": ("own_garrison_units",),
    "special_quota_scope": ("person",),
    "directions": ("orthogonal", "orthogonal_and_diagonal"),
    "path_shape": ("bent_orthogonal",),
    "unit_selection": ("numbered_unit",),
    "move_distance": ("up_to",),
    "moat_terrain": ("impassable", "impassable_except_attack_line"),
    "diagonal_squeeze": ("blocked",),
    "hit_line": ("nearest_cell", "at_least_nearest"),
    "hit_origin": ("moat_only",),
    "hits_to_win": (1, 2, 5),
    "defended_attempt": ("illegal",),
    "interceptor_choice": ("random", "attacker", "defender"),
    "moat_combat_origin": ("moat_only",),
    "garrisoning_destination": (
        "any_empty_non_garrison", "other_own_garrison", "any_own_garrison", "any_garrison",
    ),
    "garrisoning_into_moat": (False,),
    "garrisoning_source": ("own_unit_any_garrison", "any_unit_any_garrison"),
    "garrisoning_turn_cost": ("before_move",),
    "offensive_turn_cost": ("before_move",),
    "offensive_throw": ("any_throw",),
    "specials_count_as_moves": (False,),
    "specials_on_reroll": (False,),
    "stalemate_reroll": ("once", "none"),
    "stalemate_cause": ("blockade_or_large",),
    "reroll_choice": ("optional",),
    "hopeless_roll": ("lose", "draw"),
    "mutual_block": ("continue",),
    "unitless_defender_turn": ("skip", "reroll_as_stalemate"),
    "conversion": ("off", "defender_only", "both_sides"),
    "conversion_duty": ("optional",),
    "conversion_after_capture": (False,),
    "conversion_scope": ("all_enemy_garrisons",),
    "conversion_internal_move": (True,),
    "garrison_capture": ("ownership_transfer",),
    "defender_win": ("attackers_exhausted", "fewer_than_remaining_hits"),
    "no_defenders": ("continue", "siege_draw", "attacker_wins"),
    "siege_throws": (1, 2, 3),
    "siege_counts_rerolls": (False,),
    "siege_start": ("current_throw",),
    "siege_precedence": ("draw_first",),
    "max_turns": (3, 8),
}  # fmt: skip
NEEDS: dict[str, tuple[str, tuple[FlagValue, ...]]] = {
    "team_turns": ("team_size", (2,)),
    "special_quota_scope": ("team_size", (2,)),
    "diagonal_squeeze": ("directions", ("orthogonal_and_diagonal",)),
    "reroll_choice": ("stalemate_reroll", ("until_legal", "once")),
    "stalemate_cause": ("stalemate_reroll", ("until_legal", "once")),
    "conversion_duty": ("conversion", ("defender_only", "both_sides")),
    "conversion_after_capture": ("conversion", ("defender_only", "both_sides")),
    "conversion_scope": ("conversion", ("defender_only", "both_sides")),
    "conversion_internal_move": ("conversion", ("defender_only", "both_sides")),
    "siege_throws": ("no_defenders", ("siege_draw",)),
    "siege_counts_rerolls": ("no_defenders", ("siege_draw",)),
    "siege_start": ("no_defenders", ("siege_draw",)),
    "siege_precedence": ("no_defenders", ("siege_draw",)),
}
"""What a flag needs another one to be for any value but its default."""


def some_flags(rng: random.Random, base: Flags) -> Flags:
    """Return some other readings than those of a text, as many as make sense together."""
    share = rng.choice((0.05, 0.15, 0.35))
    chosen = {name: rng.choice(OTHERS[name]) for name in OTHERS if rng.random() < share}
    if chosen.get("path_shape") == "bent_orthogonal":
        chosen.pop("diagonal_squeeze", None)
    settled = base | chosen
    return {
        name: value
        for name, value in chosen.items()
        if name not in NEEDS or settled[NEEDS[name][0]] in NEEDS[name][1]
    }


def garrisons(flags: Flags, size: int) -> list[Garrison]:
    """Return the four garrisons of an arena: the first one, and its mirror images."""
    deep, wide = (3, 3) if size == 10 else (4, 5)
    shape: list[Cell] = {
        "triangle": [(r, c) for r, c in product(range(deep), repeat=2) if r + c < deep],
        "rectangle_wide": list(product(range(2), range(wide))),
        "rectangle_tall": list(product(range(wide), range(2))),
    }[str(flags["garrison_shape"])]
    found, last = [], size - 1
    for is_top, is_right in product((False, True), repeat=2):
        cells = {(r if is_top else last - r, last - c if is_right else c) for r, c in shape}
        is_second = {
            "same_edge": is_top,
            "same_side": is_right,
            "diagonal": is_top != is_right,
        }[str(flags["garrison_ownership"])]
        is_attackers = is_second == (flags["home"] == "defender_first")
        found.append(Garrison(frozenset(cells), ATTACKER if is_attackers else DEFENDER))
    return found


def some_table(rng: random.Random, flags: Flags, arena: Arena) -> Table:
    """Return a table in the middle of a game, crowded where things happen."""
    table = Table(flags, [], garrisons(flags, arena[0]), *arena)
    camps = {cell for garrison in table.garrisons for cell in garrison.cells}
    closed = table.general if flags["moat_terrain"] == "passable" else table.general | table.moat
    cells = [cell for cell in table.empty_ground if cell not in closed]
    if rng.random() < 0.2:  # everybody in one corner, in each other's way
        cells = [cell for cell in cells if min(cell) >= arena[0] - 3]
    weights = [4 if cell in camps | table.moat else 1 for cell in cells]
    armies = (rng.choice((1, 2, 3, 4, 6, 10)), rng.choice((0, 0, 1, 2, 3, 6)))
    for side, count in enumerate(armies):
        for _ in range(count):
            cell = rng.choices(cells, weights)[0]
            if table.at(cell) is None:
                seats = ("AC", "BD")[side][: int(flags["team_size"])]
                table.units.append(Unit(side, cell, rng.choice(seats), rng.randint(1, 6)))
    table.hits = rng.choice((0, 0, 1, 2))
    table.offensives = rng.choice((0, 0, 1))
    used = rng.choice((0, 0, 1))
    table.garrisonings = dict.fromkeys("ABCD"[: 2 * int(flags["team_size"])], used)
    if not table.army(DEFENDER):
        table.sieges = rng.choice((0, 0, 4, 5))
    return table


def position_of(table: Table, name: str, flags: Flags, side: int) -> Position:
    rows = [["."] * table.size for _ in range(table.size)]
    for zone, symbol in ((table.moat, "~"), (table.general, "#")):
        for row, column in zone:
            rows[row][column] = symbol
    for unit in table.units:
        rows[unit.cell[0]][unit.cell[1]] = "AD"[unit.side]
    used = dict(table.garrisonings)
    if table.flags["special_quota_scope"] == "side":
        used = {"attacker": used["A"], "defender": used["B"]}
    counters = {
        "hits": table.hits,
        "offensives": table.offensives,
        "sieges": table.sieges,
        "garrisonings": used,
        "number": {table.text(unit.cell): unit.number for unit in table.units},
    }
    arena = {"keep": table.keep, "moat_width": table.moat_width}
    return load(name, flags={**flags, "arena": arena}).position(
        board="\n".join(" ".join(row) for row in rows),
        mover=SIDES[side],
        opening={"attacker": "A"},
        counters=counters,
        commanders={table.text(unit.cell): unit.seat for unit in table.units},
    )


def compare(position: Position, found: Decision | Result) -> None:
    if isinstance(found, Result):
        assert position.outcome is not None
        winner = None if found.winner is None else SIDES[found.winner]
        assert (position.outcome.winner, position.outcome.ending) == (winner, found.ending)
        return
    assert position.outcome is None
    if found.seat is None:
        assert position.chance is not None
        texts = [outcome.text for outcome in position.chance]
    else:
        assert position.chance is None
        seats = ("B", "D") if found.seat == "defender" else (found.seat,)
        assert position.actors[0] in seats
        texts = [move.text for move in position.legal_moves()]
    if found.in_order:
        assert texts == list(found.options)
    else:
        assert sorted(texts) == sorted(found.options)


def some_answer(rng: random.Random, options: tuple[str, ...]) -> str:
    """Return one of the options; often one that is not simply a march."""
    rarer = [text for text in options if not text.startswith("march")]
    return rng.choice(rarer if rarer and rng.random() < 0.5 else options)


def play(seed: int) -> int:
    """Play a game side by side; return how many decisions were made."""
    rng = random.Random(seed)  # noqa: S311 - a game, no secret
    name, base, size = rng.choice(RULESETS)
    flags = some_flags(rng, base)
    if size > 10:
        flags.pop("unit_selection", None)  # the units of a large garrison outnumber the faces
    arena = (size, *rng.choice(KEEPS))
    table, side = some_table(rng, base | flags, arena), rng.choice((ATTACKER, DEFENDER))
    position = position_of(table, name, flags, side)
    game, answer = table.play(side), None
    for number in range(MAX_DECISIONS):
        try:
            found: Decision | Result = game.send(answer) if answer is not None else next(game)
        except StopIteration as stop:
            found = stop.value
        try:
            compare(position, found)
        except AssertionError as error:
            message = f"seed {seed}, decision {number}, {flags}\n{position.drawing}\n{found}"
            raise AssertionError(message) from error
        if isinstance(found, Result):
            return number
        answer = some_answer(rng, found.options)
        position = position.play(answer)
    return MAX_DECISIONS


@pytest.mark.parametrize("seed", range(GAMES))
def test_ruleset_plays_as_the_rulebooks_say(seed: int) -> None:
    play(seed)
