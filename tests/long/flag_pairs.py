"""Random games under flag settings that have every two values together.

    python tests/long/flag_pairs.py [--games N] [--max-plies N] [--minutes N] [--seed N]
                                    [--tier compiled] [NAME ...]

Each game has to end or to reach the limit of plies, without an exception and with everything
holding that has to hold in any game. On the compiled tier, which is much faster, nothing is checked
but that it does. The exit code is 1 when one did not.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence

from ruleengine.errors import RuleengineError
from ruleengine.resolve.files.library import shipped_names
from ruleengine.workbench.both_tiers.settings import flag_settings
from ruleengine.workbench.both_tiers.soundness import check_playthrough


def main(argv: Sequence[str] | None = None) -> int:
    """Play, print a line for each ruleset, and return the exit code."""
    args = _arguments(argv)
    until = time.monotonic() + 60 * args.minutes if args.minutes else None
    failed = 0
    for number, name in enumerate(args.names):
        share = None
        if until is not None:
            share = (until - time.monotonic()) / (len(args.names) - number)
        played = _simulate if args.tier == "compiled" else _play
        failed += played(name, args, share)
    return 1 if failed else 0


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "names", metavar="NAME", nargs="*", help="rulesets or variants; every shipped ruleset"
    )
    parser.add_argument("--games", type=int, default=10_000, help="games for each of them")
    parser.add_argument("--max-plies", type=int, default=400, help="where a game is stopped")
    parser.add_argument("--minutes", type=float, help="stop after so long, games left or not")
    parser.add_argument("--seed", type=int, default=0, help="the first game; each takes the next")
    parser.add_argument(
        "--tier", choices=("pipeline", "compiled"), default="pipeline", help="who plays"
    )
    args = parser.parse_args(argv)
    args.names = args.names or [
        name for name, path in shipped_names().items() if path.parent.name != "variants"
    ]
    return args


def _play(name: str, args: argparse.Namespace, seconds: float | None) -> int:
    began = time.monotonic()
    rows = list(flag_settings(name))
    endings: Counter[str] = Counter()
    plies = failed = played = 0
    for number in range(args.games):
        if seconds is not None and time.monotonic() - began > seconds:
            break
        game, changed = rows[number % len(rows)]
        found = check_playthrough(game, args.seed + number, max_plies=args.max_plies)
        played += 1
        plies += len(found.plies)
        endings[found.ending or "stopped"] += 1
        if not found.ok:
            failed += 1
            print(f"{name}, seed {found.seed}, ply {len(found.plies)}: {'; '.join(found.problems)}")
            print(f"  flags: {changed}")
    took = time.monotonic() - began
    listed = ", ".join(f"{ending} {count}" for ending, count in endings.most_common())
    print(
        f"{name}: {len(rows)} settings, {played} games, {plies} plies in {took:.0f} s, "
        f"{failed} failed ({listed})",
        flush=True,
    )
    return failed


def _simulate(name: str, args: argparse.Namespace, seconds: float | None) -> int:
    """Play on the compiled tier: as many games under each setting."""
    began = time.monotonic()
    rows = list(flag_settings(name))
    each = -(-args.games // len(rows))
    endings: Counter[str] = Counter()
    plies = failed = played = 0
    for number, (game, changed) in enumerate(rows):
        if seconds is not None and time.monotonic() - began > seconds:
            break
        try:
            found = game.simulate(each, args.seed + number, max_plies=args.max_plies)
        except RuleengineError as error:
            failed += 1
            print(f"{name}, setting {number}: {error}\n  flags: {changed}")
            continue
        played += found.games
        plies += found.plies
        endings.update(found.endings)
    took = time.monotonic() - began
    listed = ", ".join(f"{ending} {count}" for ending, count in endings.most_common())
    print(
        f"{name}: {len(rows)} settings, {played} games, {plies} plies in {took:.0f} s, "
        f"{failed} settings failed ({listed})",
        flush=True,
    )
    return failed


if __name__ == "__main__":
    sys.exit(main())
