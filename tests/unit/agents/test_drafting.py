"""What moves of a submission do to each other is found out, and the search goes by it."""

from __future__ import annotations

import pytest

from ruleengine import load
from ruleengine.agents.drafting import about_moves
from ruleengine.agents.thinking import Thinker
from ruleengine.game.game import Game
from ruleengine.game.rows.row_match import RowMatch, RowMove
from ruleengine.kernel.submitting import ABOUT, ADDS, REPLACES, UNDOES


def found_out(game: Game) -> dict[str, tuple[int, list[str]]]:
    """Return by action what another move of it does, and the operands that say what it is about."""
    table = about_moves(game.compiled).reshape(-1, ABOUT)
    return {
        name: (
            int(line[0]),
            [
                operand.name
                for operand, says in zip(action.operands, line[1:], strict=False)
                if says
            ],
        )
        for (name, action), line in zip(game.rules.actions.items(), table, strict=False)
    }


def test_a_new_order_replaces_the_old_one() -> None:
    assert found_out(load("flag_war")) == {"order": (REPLACES, ["unit"])}


def test_a_plan_for_another_round_stands_beside_the_first() -> None:
    assert found_out(load("flag_war_foresight")) == {
        "order": (REPLACES, ["unit"]),
        "plan": (REPLACES, ["unit", "ahead"]),
    }


def test_placing_adds_and_taking_back_undoes() -> None:
    found = found_out(load("stratego_barrage"))
    assert found["deploy"] == (ADDS, ["what", "to"])
    assert found["take_back"][0] == UNDOES


def considered(match: RowMatch, thinker: Thinker) -> list[tuple[str, tuple[int, ...]]]:
    scene, _ = match.scene(match.seat)
    names = [*match.game.rules.actions, "commit"]
    return [(names[move.action], move.values) for move in thinker.moves(scene)]


def test_every_action_of_a_submission_is_considered_and_nothing_twice() -> None:
    game = load("flag_war_foresight")
    match, thinker = RowMatch(game.compiled, 1), Thinker(game.compiled)
    before = considered(match, thinker)
    assert {name for name, _ in before} == {"order", "plan", "commit"}
    unit = before[0][1][0]
    match.play(RowMove(0, before[0][1]))
    after = considered(match, thinker)
    assert after == [move for move in before if move[0] != "order" or move[1][0] != unit]
    plan = next(values for name, values in after if name == "plan" and values[0] == unit)
    match.play(RowMove(1, plan))
    left = [values for name, values in considered(match, thinker) if name == "plan"]
    assert left == [
        values
        for name, values in after
        if name == "plan" and (values[0], values[3]) != (unit, plan[3])
    ]
    assert any(values[0] == unit for values in left)


@pytest.mark.parametrize("secret", ["hidden_until_tick", "open"])
def test_orders_come_to_an_end(secret: str) -> None:
    from ruleengine.agents.arena import play_game  # noqa: PLC0415 - heavy

    game = load("flag_war_skirmish", flags={"commands_visibility": secret})
    played = play_game(game, "mcts:20", seed=3, max_plies=40, keep_record=True)
    assert played.record is not None
    orders = [ply.text for ply in played.record.plies]
    assert orders.count("commit") > 0
    assert len(orders) <= 5 * orders.count("commit")


def test_what_has_been_placed_is_not_taken_back() -> None:
    game = load("stratego_barrage")
    match, thinker = RowMatch(game.compiled, 1), Thinker(game.compiled)
    for _ in range(3):
        moves = considered(match, thinker)
        assert {name for name, _ in moves} == {"deploy"}
        match.play(RowMove(0, moves[0][1]))
