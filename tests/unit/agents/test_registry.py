"""Agents are named by short texts; what is no agent is refused with the nearest name."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from ruleengine import Match, Move, View, load
from ruleengine.agents.arena import play_game
from ruleengine.agents.registry import AGENTS, ALL_PLIES, make_agent, parse_spec
from ruleengine.agents.searching import MctsAgent
from ruleengine.errors import AgentError


class First:
    """Plays the first move that it is given."""

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        del view
        return moves[0]


class Stubborn:
    """Plays a move that it was not given."""

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        del view
        return Move((0,), "nothing of the sort", moves[0].name, ())


@pytest.fixture(autouse=True)
def _own_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("own_agents")
    module.first = lambda _game, **_keys: First()  # type: ignore[attr-defined]
    module.stubborn = lambda _game, **_keys: Stubborn()  # type: ignore[attr-defined]
    module.nobody = lambda _game, **_keys: 7  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "own_agents", module)


@pytest.mark.parametrize(
    ("text", "iterations", "seconds"),
    [("mcts", None, None), ("mcts:1000", 1000, None), ("mcts:0.5s", None, 0.5)],
)
def test_a_budget_is_iterations_or_seconds(
    text: str, iterations: int | None, seconds: float | None
) -> None:
    budget = parse_spec(text).budget
    assert (budget and budget.iterations) == iterations
    assert (budget and budget.seconds) == seconds


@pytest.mark.parametrize(
    ("text", "depth"),
    [("mcts:9", None), ("mcts:9/40", 40), ("mcts:0.5s/2", 2), ("mcts:9/all", ALL_PLIES)],
)
def test_behind_a_slash_stands_how_far_it_plays_on_at_random(text: str, depth: int | None) -> None:
    budget = parse_spec(text).budget
    assert budget is not None
    assert budget.depth == depth


@pytest.mark.parametrize(
    "text",
    [
        *("mcts:", "mcts:0", "mcts:-3", "mcts:soon", "mcts:nans", "random:5"),
        *("mcts:/8", "mcts:9/", "mcts:9/0", "mcts:9/-1", "mcts:9/few", "mcts:9/8/7"),
    ],
)
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(AgentError) as error:
        parse_spec(text)
    assert error.value.code == "agent/bad-budget"


@pytest.mark.parametrize(
    ("text", "hint"), [("mtcs", "mcts"), ("Random", "random"), ("greedy_", "greedy"), ("", "mcts")]
)
def test_an_unknown_agent_is_refused_with_the_nearest_name(text: str, hint: str) -> None:
    with pytest.raises(AgentError) as error:
        parse_spec(text)
    assert error.value.code == "agent/unknown"
    assert hint in error.value.hint


@pytest.mark.parametrize("text", ["no.such.module:make", "own_agents:absent"])
def test_a_factory_that_is_not_there_is_refused(text: str) -> None:
    with pytest.raises(AgentError) as error:
        parse_spec(text)
    assert error.value.code == "agent/not-importable"


def test_what_a_factory_makes_has_to_be_an_agent() -> None:
    with pytest.raises(AgentError) as error:
        make_agent("own_agents:nobody", load("breakthrough_6x6"), seed=0)
    assert error.value.code == "agent/not-an-agent"


def test_users_agents_play_against_those_of_the_table() -> None:
    played = play_game(load("breakthrough_6x6"), ["own_agents:first", "random"], seed=3)
    assert not played.unfinished
    assert played.agents == {"white": "own_agents:first", "black": "random"}


def test_a_move_that_was_not_offered_is_refused() -> None:
    with pytest.raises(AgentError) as error:
        play_game(load("breakthrough_6x6"), ["own_agents:stubborn", "random"], seed=3)
    assert error.value.code == "agent/bad-move"


@pytest.mark.parametrize(
    "specs", [["random"], {"white": "random"}, {"withe": "random", "black": "random"}]
)
def test_every_seat_needs_an_agent(specs: list[str] | dict[str, str]) -> None:
    with pytest.raises(AgentError) as error:
        play_game(load("breakthrough_6x6"), specs)
    assert error.value.code == "agent/wrong-seats"


def test_agents_given_by_side_get_their_side() -> None:
    played = play_game(
        load("generals_10x10"), {"attacker": "random_kind", "defender": "random"}, max_plies=10
    )
    by_side = {played.sides[seat]: agent for seat, agent in played.agents.items()}
    assert by_side == {"attacker": "random_kind", "defender": "random"}


def test_every_agent_of_the_table_says_what_it_does() -> None:
    assert all(entry.about for entry in AGENTS.values())


def test_how_far_it_plays_on_at_random_changes_what_it_thinks() -> None:
    game = load("breakthrough_6x6")
    view = Match(game, seed=1).view("white")

    def values(spec: str) -> list[float]:
        agent = make_agent(spec, game, seed=1, seat="white")
        assert isinstance(agent, MctsAgent)
        assert view.scene is not None
        return [each.value for each in agent.consider(view.scene())]

    assert values("mcts:40") == values("mcts:40/8")
    assert values("mcts:40") != values("mcts:40/all")
