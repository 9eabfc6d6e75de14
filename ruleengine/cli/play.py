"""`ruleengine play`: a match in the terminal, against programs or among people."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Callable, Mapping
from typing import Final

from ruleengine.agents.protocol import Agent
from ruleengine.agents.random_agent import RandomAgent
from ruleengine.cli.arguments import add_game, add_opening
from ruleengine.cli.loaded import load_game
from ruleengine.cli.output import complain
from ruleengine.cli.session import Session
from ruleengine.game.game import Game
from ruleengine.game.match import Match

_USAGE: Final = 2
_EVERYBODY: Final = "both"
_NOBODY: Final = "none"
# Programs among themselves may never come to an end.
_MAX_PLIES_UNATTENDED: Final = 10_000

AGENTS: Final[Mapping[str, Callable[[int, int], Agent]]] = {
    "random": lambda seed, seat: RandomAgent(seed, seat=seat),
}
"""The programs that can take a seat, made from the seed and the number of the seat."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_game(parser)
    parser.add_argument(
        "--seed",
        metavar="N",
        type=int,
        help="decides every throw and every move of a program; drawn and printed if not given",
    )
    parser.add_argument(
        "--as",
        dest="seat",
        metavar="SEAT|both|none",
        help="the seat you play, all seats, or none, to watch; the first seat if not given",
    )
    parser.add_argument(
        "--agent",
        choices=tuple(AGENTS),
        default="random",
        help="the program that plays the other seats; random if not said",
    )
    add_opening(parser)


def run(args: argparse.Namespace) -> int:
    """Play one match."""
    game = load_game(args)
    seats = _people(game, args.seat)
    if seats is None:
        known = ", ".join((*game.seats, _EVERYBODY, _NOBODY))
        complain(f"ruleengine play: there is no seat '{args.seat}'; there are: {known}")
        return _USAGE
    seed = args.seed if args.seed is not None else secrets.randbelow(2**31)
    match = Match(
        game, seed, opening=args.opening, max_plies=None if seats else _MAX_PLIES_UNATTENDED
    )
    make = AGENTS[args.agent]
    agents = {
        seat: make(seed, number) for number, seat in enumerate(game.seats) if seat not in seats
    }
    Session(match, agents, seed).play()
    return 0


def _people(game: Game, given: str | None) -> tuple[str, ...] | None:
    """Return the seats that people play, or nothing when there is no such seat."""
    if given in game.seats or given is None:
        return (given or game.seats[0],)
    return {_EVERYBODY: game.seats, _NOBODY: ()}.get(given)
