"""The one table of agents, and how a short text names one of them with its settings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from ruleengine.agents.foreign import code_of, factory_of, made_by
from ruleengine.agents.protocol import Agent
from ruleengine.agents.random_agent import RandomAgent, RandomKindAgent
from ruleengine.errors import AgentError
from ruleengine.expressions.problems import did_you_mean
from ruleengine.game.game import Game

_FACTORY: Final = re.compile(r"[A-Za-z_][\w]*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
_FILE: Final = re.compile(r"(.*[/\\])?(?P<module>[A-Za-z_]\w*)\.py:(?P<factory>[A-Za-z_]\w*)")


ALL_PLIES: Final = -1
"""The depth of random play to the end of the game."""
MAX_DEPTH: Final = 100_000


@dataclass(frozen=True)
class Budget:
    """How long an agent may think about one move: so many iterations, or so many seconds."""

    iterations: int | None = None
    seconds: float | None = None
    depth: int | None = None
    """After how many plies it stops playing on at random; it finds a number itself if not said."""


@dataclass(frozen=True)
class Entry:
    """One row of the table of agents."""

    about: str
    """What it does, in a few words."""
    make: Callable[[Game, Budget | None, int, int, int], Agent]
    """Makes one: the game, the budget if one is given, the seed, the match and the seat."""
    takes_budget: bool = False
    searches: bool = False
    """Whether it plays from scenes, which come from the compiled tier."""


def _random(_game: Game, _budget: Budget | None, seed: int, number: int, seat: int) -> Agent:
    return RandomAgent(seed, number=number, seat=seat)


def _random_kind(_game: Game, _budget: Budget | None, seed: int, number: int, seat: int) -> Agent:
    return RandomKindAgent(seed, number=number, seat=seat)


def _greedy(game: Game, _budget: Budget | None, seed: int, number: int, seat: int) -> Agent:
    made: Agent = _searching(game).GreedyAgent(game, seed, number, seat)
    return made


def _mcts(game: Game, budget: Budget | None, seed: int, number: int, seat: int) -> Agent:
    made: Agent = _searching(game).MctsAgent(game, budget, seed, number, seat)
    return made


def _searching(game: Game) -> ModuleType:
    """Return the module of the agents that search; it is heavy, and needs the extra `fast`."""
    _ = game.compiled  # says which extra is missing
    return import_module("ruleengine.agents.searching")


AGENTS: Final[dict[str, Entry]] = {
    "random": Entry("any legal move, each as likely", _random),
    "random_kind": Entry("any kind of action first, then any move of that kind", _random_kind),
    "greedy": Entry("the move after which the position is worth most", _greedy, searches=True),
    "mcts": Entry("Monte-Carlo tree search", _mcts, takes_budget=True, searches=True),
}
"""All agents by name; there is no other place where one is registered."""


@dataclass(frozen=True)
class Spec:
    """A text that names an agent, taken apart."""

    text: str
    name: str | None
    """The name in the table; nothing for an agent of the user's own."""
    budget: Budget | None = None
    factory: Callable[..., Any] | None = None


def parse_spec(text: str) -> Spec:
    """Read `random`, `mcts:1000` (iterations), `mcts:0.5s` (seconds) or `package.module:factory`.

    `mcts:1000/40` plays on at random for 40 plies each time, `mcts:1000/all` to the end.

    Raises:
        AgentError: there is no such agent; the message names the nearest one.
    """
    name, colon, rest = text.strip().partition(":")
    if name in AGENTS:
        if not colon:
            return Spec(text, name)
        if not AGENTS[name].takes_budget:
            message = f"the agent '{name}' takes no budget, so that '{text}' means nothing"
            raise AgentError("agent/bad-budget", message, hint=f"write `{name}`")
        return Spec(text, name, _budget(text, name, rest))
    file = _FILE.fullmatch(text.strip())
    named = file is None and _FACTORY.fullmatch(text.strip())
    if named and ("." in name or not did_you_mean(name, AGENTS)):
        return Spec(text, None, factory=factory_of(text.strip()))
    known = ", ".join(AGENTS)
    if file is not None:
        hint = f"agents are named by module, not by file: `{file['module']}:{file['factory']}`"
        raise AgentError("agent/unknown", f"there is no agent '{text}'", hint=hint)
    hint = did_you_mean(name, AGENTS) or f"there are: {known}, or your own: package.module:factory"
    raise AgentError("agent/unknown", f"there is no agent '{text}'", hint=hint)


def searches(spec: str) -> bool:
    """Return whether an agent of the table plays from scenes; one of the user's own may or not."""
    name = parse_spec(spec).name
    return name is not None and AGENTS[name].searches


def make_agent(spec: str, game: Game, *, seed: int, number: int = 0, seat: str | int = 0) -> Agent:
    """Return the agent that a text names, for one seat of one match.

    Args:
        spec: as in `parse_spec`.
        game: what it is to play.
        seed: decides everything that it draws.
        number: the number of the match, as in `Match`; it tells matches of one seed apart.
        seat: where it sits, by name or by number; it tells agents of one match apart.

    A factory of the user's own is called with the game and the keywords `seed`, `number` and
    `seat` (the name of the seat), and returns an object with the method `choose`.

    Raises:
        AgentError: there is no such agent, the factory fails, or what it returned is none.
    """
    parsed = parse_spec(spec)
    if isinstance(seat, str):
        game.check_seat(seat)
        seat = game.seats.index(seat)
    if parsed.name is not None:
        return AGENTS[parsed.name].make(game, parsed.budget, seed, number, seat)
    assert parsed.factory is not None  # noqa: S101 - a spec has a name or a factory
    return made_by(
        parsed.factory, spec=spec, game=game, seed=seed, number=number, seat=game.seats[seat]
    )


def codes_of(specs: Iterable[str]) -> dict[str, str]:
    """Return digests of the code of those agents that users wrote; see `foreign.code_of`."""
    own = [spec for spec in dict.fromkeys(specs) if parse_spec(spec).name is None]
    found = {spec: code_of(spec.strip()) for spec in own}
    return {spec: code for spec, code in found.items() if code is not None}


def _budget(text: str, name: str, rest: str) -> Budget:
    amount, slash, plies = rest.partition("/")
    try:
        depth = _depth(plies) if slash else None
        if amount.endswith("s"):
            seconds = float(amount[:-1])
            if 0 < seconds < float("inf"):
                return Budget(seconds=seconds, depth=depth)
        else:
            iterations = int(amount)
            if iterations > 0:
                return Budget(iterations=iterations, depth=depth)
    except ValueError:
        pass
    message = f"'{rest}' in '{text}' is no budget"
    hint = (
        f"write `{name}:1000` for iterations or `{name}:0.5s` for seconds, and `/40` behind it for "
        "random play of 40 plies"
    )
    raise AgentError("agent/bad-budget", message, hint=hint)


def _depth(plies: str) -> int:
    """Return for how many plies to play on at random; `ValueError` if it is no such number."""
    if plies == "all":
        return ALL_PLIES
    if not 0 < int(plies) <= MAX_DEPTH:
        raise ValueError(plies)
    return int(plies)
