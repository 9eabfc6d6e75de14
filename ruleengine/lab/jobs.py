"""A job: everything that is needed to play games of one setting, here or on another machine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import metadata

from ruleengine.game.game import Game
from ruleengine.game.loading import game_of
from ruleengine.game.position import Position
from ruleengine.game.rows.simulation import CompiledGame, positions_for
from ruleengine.kernel.cache import cache_folder
from ruleengine.kernel.rows import Tables
from ruleengine.program.meters import Metered
from ruleengine.program.program import Program
from ruleengine.resolve.files.overlay import MergedTree
from ruleengine.resolve.standalone import standalone_tree
from ruleengine.source.yaml_reader import read_text
from ruleengine.source.yaml_writer import write_yaml

RANDOM = "random"
"""The agent whose games are played on the kernel without a stop."""
MAX_PLIES = 10_000


@dataclass(frozen=True)
class Manner:
    """How games are played, whatever the rules are."""

    agents: tuple[str, ...] = (RANDOM,)
    """One for everybody, or one for each seat in order."""
    seed: int = 0
    max_plies: int = MAX_PLIES
    opening: tuple[tuple[str, str], ...] | None = None
    unfolded: bool = False
    """Whether every rule is asked by itself, so that each refusal is counted; it takes longer."""
    position: str | None = None
    """Where games begin instead of the start, as a stored position."""

    def beginning(self, position: Position | None) -> Manner:
        """Return the same manner of games that begin with a position."""
        text = None if position is None else json.dumps(position.to_dict(), sort_keys=True)
        return replace(self, position=text)

    def first(self, game: Game) -> Position | None:
        """Return the position that games begin with, if it is not the start."""
        return None if self.position is None else game.position(json.loads(self.position))

    @property
    def is_random(self) -> bool:
        """Whether all players are random."""
        return set(self.agents) == {RANDOM}

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        data: dict[str, object] = {
            "agents": list(self.agents),
            "seed": self.seed,
            "max_plies": self.max_plies,
            "opening": dict(self.opening) if self.opening is not None else None,
        }
        if self.position is not None:
            data["position"] = json.loads(self.position)
        return data


def opening_of(given: Mapping[str, str] | None) -> tuple[tuple[str, str], ...] | None:
    """Return an opening as a manner has it."""
    return tuple(given.items()) if given is not None else None


@dataclass(frozen=True)
class Job:
    """One setting of one game, ready to be played; it can be sent to other machines."""

    label: str
    digest: str
    """Tells results of one job from those of another: rules, flags, players, seed and version."""
    manner: Manner
    program: Program = field(repr=False)
    start: tuple[int, ...] = field(repr=False)
    sides: tuple[str, ...]
    seats: tuple[str, ...]
    text: str | None = field(repr=False, default=None)
    """The rules in one file without flags, for agents that have to know the game itself."""
    codes: tuple[tuple[str, str], ...] = ()
    """Digests of the code of agents that users wrote."""

    @cached_property
    def tables(self) -> Tables:
        """The program as arrays."""
        return Tables(self.program)

    @cached_property
    def game(self) -> Game:
        """The game, for agents."""
        root = read_text(self.text or "", f"{self.label}.yaml").root
        game = game_of(MergedTree(root, str(root["name"]), {}, {}))
        # Agents play on the counted program too, so that there is one row for both.
        game.__dict__["compiled"] = CompiledGame(
            game, counted=True, max_positions=positions_for(self.manner.max_plies)
        )
        return game

    def first(self) -> Position | None:
        """Return the position that games begin with, if it is not the start, for agents."""
        if self.manner.position is None:
            return None
        # The rules are the same, written in one file without flags, but for their names.
        stored = json.loads(self.manner.position)
        return self.game.position({**stored, "hash": self.game.hash})

    @property
    def metered(self) -> Metered:
        """What is counted."""
        assert self.program.metered is not None  # noqa: S101 - a job is always counted
        return self.program.metered

    def __getstate__(self) -> dict[str, object]:
        """Leave out what is made anew where it arrives."""
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}


def make_job(game: Game, manner: Manner, label: str | None = None) -> Job:
    """Return the job of a game."""
    compiled = CompiledGame(
        game,
        counted=True,
        unfolded=manner.unfolded,
        max_positions=positions_for(manner.max_plies),
    )
    opening = dict(manner.opening) if manner.opening is not None else None
    start = tuple(int(number) for number in compiled.first_row(opening, manner.first(game)))
    text = None if manner.is_random else write_yaml(standalone_tree(game.rules.resolved))
    return Job(
        label or game.name,
        _digest(game, manner),
        manner,
        compiled.tables.program,
        start,
        game.sides,
        game.seats,
        text,
        codes_for(manner),
    )


def codes_for(manner: Manner) -> tuple[tuple[str, str], ...]:
    """Return digests of the code of agents that users wrote; results depend on it."""
    if manner.is_random:
        return ()
    from ruleengine.agents.registry import codes_of  # noqa: PLC0415 - agents may be heavy

    return tuple(codes_of(manner.agents).items())


def versions() -> dict[str, str]:
    """Return what results depend on beside the rules: the version, and the state of the kernel."""
    return {"ruleengine": metadata.version("ruleengine"), "kernel": cache_folder().name}


def _digest(game: Game, manner: Manner) -> str:
    said = {"game": game.hash, "unfolded": manner.unfolded, **manner.to_dict(), **versions()}
    if codes := codes_for(manner):
        said["codes"] = codes
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:24]


def agents_for(game: Game, agents: Sequence[str]) -> tuple[str, ...]:
    """Return who plays: one for all, or one for each seat; AgentError if that cannot be."""
    from ruleengine.agents.arena import seating  # noqa: PLC0415 - agents may be heavy

    named = tuple(agents)
    seating(game, named[0] if len(named) == 1 else list(named), None)
    return named[:1] if len(set(named)) == 1 else named
