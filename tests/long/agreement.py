"""Both tiers side by side, under flag settings that have every two values together.

    python tests/long/agreement.py [--games N] [--max-plies N] [--minutes N] [--seed N] [NAME ...]

Each game is played on the pipeline and on the kernel at once. At every decision legal moves,
position, what each seat sees and is told, and the outcome are compared. The exit code is 1 when
they differed, or when a setting has no program.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence

from ruleengine.errors import RuleengineError
from ruleengine.resolve.files.library import shipped_names
from ruleengine.workbench.both_tiers.lockstep import Lockstep, Programs
from ruleengine.workbench.both_tiers.settings import flag_settings


def main(argv: Sequence[str] | None = None) -> int:
    """Play, print a line for each ruleset, and return the exit code."""
    args = _arguments(argv)
    until = time.monotonic() + 60 * args.minutes if args.minutes else None
    failed = 0
    for number, name in enumerate(args.names):
        share = None
        if until is not None:
            share = (until - time.monotonic()) / (len(args.names) - number)
        failed += play_settings(name, args.games, args.max_plies, args.seed, share)
    return 1 if failed else 0


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "names", metavar="NAME", nargs="*", help="rulesets or variants; all that are shipped"
    )
    parser.add_argument("--games", type=int, default=2, help="games under each setting")
    parser.add_argument("--max-plies", type=int, default=150, help="where a game is stopped")
    parser.add_argument("--minutes", type=float, help="stop after so long, settings left or not")
    parser.add_argument("--seed", type=int, default=0, help="the first game; each takes the next")
    args = parser.parse_args(argv)
    args.names = args.names or sorted(shipped_names())
    return args


def play_settings(name: str, games: int, max_plies: int, seed: int, seconds: float | None) -> int:
    """Play games under the settings of one ruleset; return under how many the tiers differed."""
    began = time.monotonic()
    endings: Counter[str] = Counter()
    failed = settings = 0
    for game, changed in flag_settings(name):
        if seconds is not None and time.monotonic() - began > seconds:
            break
        settings += 1
        try:
            programs = Programs(game)
            for number in range(games):
                played = Lockstep(game, seed + settings * games + number, programs)
                endings[played.play(max_plies)] += 1
        except (AssertionError, RuleengineError) as error:
            failed += 1
            print(f"{name}, setting {settings}: {error}\n  flags: {changed}")
    took = time.monotonic() - began
    listed = ", ".join(f"{ending} {count}" for ending, count in endings.most_common())
    print(f"{name}: {settings} settings in {took:.0f} s, {failed} failed ({listed})", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
