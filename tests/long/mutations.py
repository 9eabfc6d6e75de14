"""Change what each instruction means, and see that the agreement of the tiers breaks.

    python tests/long/mutations.py [--opcode NAME ...] [--games N] [--max-plies N]

Every instruction is given other meanings, one at a time
(`ruleengine.workbench.both_tiers.mutants`). Games whose programs have it are played in lock step
and drawn by the kernel, in a process of their own, until one of them differs, fails or never ends.
What nobody notices is printed; the exit code is 1
unless it is listed under `EQUIVALENT`, with the reason why it is no other meaning.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ruleengine import Game, load
from ruleengine.kernel import rows
from ruleengine.kernel.rows import Tables
from ruleengine.program import opcodes as op
from ruleengine.resolve.files.library import shipped_names
from ruleengine.workbench.both_tiers.drawn_games import DrawnGame
from ruleengine.workbench.both_tiers.lockstep import Lockstep, Programs
from ruleengine.workbench.both_tiers.mutants import Mutant, mutants_of, mutated

RULES = sorted((Path(__file__).parents[1] / "agreement" / "rules").glob("*.yaml"))
SECONDS, TIMES = 5, 2
"""Processor time after which a mutant counts as one that never ends: so many seconds, and so many
times what the games take without it."""
QUICK = 1.5
"""Processor time that shipped games may take without a mutant; slower ones are left out."""
OFTEN = 8
"""How many times as many games are played where they are quicker than that."""
SHIPPED = 3
"""Shipped rulesets that are played for one instruction, beside those written for it."""
FUEL = 1 << 22
COUNTED_EVERY = 6

_NEVER = "the compiler writes it where play never comes"
_MISS = (
    "a draw that misses is drawn again, and in the end the moves are listed: as likely, but slow"
)
EQUIVALENT: dict[str, str] = {
    "FAIL: does nothing": _NEVER,
    "FAIL: a is off by 1": _NEVER,
    "FAR: does nothing": "pieces that are too far away are tested like all others, which is slow",
    "JMODE: does nothing": "moves are listed instead of drawn: as likely, but slow",
    "CORNER: e is off by 1": "any number but 0 says that the cells are in the row",
    "DRAWL: always goes to b": _MISS,
    "DRAWP: always goes to c": _MISS,
    "MISS: always goes to a": "drawing gives up by itself when it has been tried often enough",
    "MISS: always goes to b": _MISS,
    "MISS: a is off by 6": _MISS,
    "SAMPLE: always goes to b": _MISS,
    "NOTE: b is off by 6": "where a random player is stopped after 400 moves of one submission",
    "REPLAY: c is off by 6": "a piece that was never made fits nowhere, and the move is refused",
    "LIST: a is off by 1": "any number but 0 lists, and 0 is written only where passing is drawn",
}
"""Other meanings that are none, or that need games beyond all measure, with the reason."""


class Corpus:
    """The games that are played: those written for it first, then what is shipped."""

    def __init__(self, games: int, plies: int) -> None:
        self._games, self._plies = games, plies
        self._seconds: dict[str, float] = {}
        self._own = [self._made(str(path)) for path in RULES]
        shipped = [self._made(name) for name in shipped_names()]
        self._shipped = sorted(shipped, key=lambda each: len(each[1].plain.program.code))
        # The kernel is compiled, or read, once: processes that are forked have it then.
        game, made = self._own[0]
        Lockstep(game, 0, made).play(2)
        DrawnGame(game, 0, made.plain).play(2)

    @staticmethod
    def _made(name: str) -> tuple[Game, Programs]:
        game = load(name)
        return game, Programs(game)

    def with_opcode(self, opcode: int) -> list[Player]:
        """Return games whose programs have an instruction, those written for it first."""
        own, shipped = (self._players(games, opcode) for games in (self._own, self._shipped))
        return [*own, *islice((each for each in shipped if each.seconds < QUICK), SHIPPED)]

    def _players(self, games: Sequence[tuple[Game, Programs]], opcode: int) -> Iterator[Player]:
        for game, programs in games:
            if opcode in programs.telling.program.code[:: op.WIDTH]:
                yield Player(game, programs, self._seconds_of(game, programs))

    def _seconds_of(self, game: Game, programs: Programs) -> float:
        """Play games as they are: both tiers have to agree; return how long it took."""
        if game.name not in self._seconds:
            began = _children_time()
            player = Player(game, programs, 100 * SECONDS)
            if player.status(AS_IT_IS, self._games, self._plies) != 0:
                sys.exit(f"{game.name}: the tiers do not agree even as they are")
            self._seconds[game.name] = _children_time() - began
        return self._seconds[game.name]


AS_IT_IS = Mutant(0, "as it is", lambda _address, row: row)


def _children_time() -> float:
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


class Player(NamedTuple):
    """A game on both tiers, and how long some games of it take."""

    game: Game
    programs: Programs
    seconds: float

    def status(self, mutant: Mutant, games: int, plies: int) -> int:
        """Play a mutant in a process of its own, and return how that ended: 0 if all went well."""
        child = os.fork()
        if child == 0:
            os._exit(self._play(mutant, games, plies))
        _, status = os.waitpid(child, 0)
        return status

    def _play(self, mutant: Mutant, games: int, plies: int) -> int:
        limit = int(SECONDS + TIMES * OFTEN * self.seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        rows.FUEL = FUEL
        game, programs = self.game, self.programs
        try:
            programs.plain = Tables(mutated(programs.plain.program, mutant))
            programs.telling = Tables(mutated(programs.telling.program, mutant))
            for seed in range(games if self.seconds > QUICK else OFTEN * games):
                Lockstep(game, seed, programs).play(plies)
                DrawnGame(game, seed, programs.plain).play(plies, COUNTED_EVERY)
        except BaseException:  # noqa: BLE001 - whatever breaks, it is noticed
            return 1
        return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Play every mutant, and print what nobody notices."""
    args = _arguments(argv)
    began = time.monotonic()
    corpus = Corpus(args.games, args.max_plies)
    tried, survivors = 0, list[str]()
    for opcode in args.opcodes:
        players = corpus.with_opcode(opcode)
        print(f"{op.NAMES[opcode]}: {len(players)} games", file=sys.stderr, flush=True)
        for mutant in mutants_of(opcode):
            tried += 1
            if not any(each.status(mutant, args.games, args.max_plies) for each in players):
                survivors.append(str(mutant))
                reason = EQUIVALENT.get(str(mutant), "NOBODY NOTICES")
                print(f"{mutant} ({len(players)} games): {reason}", flush=True)
    unexplained = [each for each in survivors if each not in EQUIVALENT]
    took = time.monotonic() - began
    print(
        f"{len(args.opcodes)} instructions, {tried} other meanings in {took:.0f} s: "
        f"{len(survivors) - len(unexplained)} are none, {len(unexplained)} go unnoticed"
    )
    return 1 if unexplained else 0


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--opcode", action="append", help="only this instruction; all if not said")
    parser.add_argument("--games", type=int, default=3, help="games of each ruleset")
    parser.add_argument("--max-plies", type=int, default=60, help="where a game is stopped")
    args = parser.parse_args(argv)
    numbers = {name: number for number, name in op.NAMES.items()}
    args.opcodes = [numbers[name] for name in args.opcode or sorted(numbers)]
    return args


if __name__ == "__main__":
    sys.exit(main())
