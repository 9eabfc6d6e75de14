"""Both tiers on rulesets drawn at random, as many as there is time for.

    python tests/long/random_rules.py [--first N] [--count N] [--minutes N] [--keep FOLDER]

Prints the number and the difference of each that fails, keeps its file, and exits with 1.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from ruleengine.workbench.both_tiers.random_rules import file_of
from ruleengine.workbench.both_tiers.random_trials import try_ruleset


def main(argv: Sequence[str] | None = None) -> int:
    """Try rulesets one after the other; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--count", type=int, default=2_000, help="how many")
    parser.add_argument("--minutes", type=float, default=60, help="stop after so long")
    parser.add_argument("--keep", type=Path, default=Path(), help="where files of failures go")
    args = parser.parse_args(argv)
    until = time.monotonic() + 60 * args.minutes
    tried = played = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(args.first, args.first + args.count):
            if time.monotonic() > until:
                break
            tried += 1
            try:
                played += try_ruleset(number, Path(folder))
            except Exception as error:  # noqa: BLE001 - whatever escapes is a failure to be shown
                failed += 1
                kept = file_of(number, Path(folder)).rename(args.keep / f"drawn_{number}.yaml")
                print(f"{number}: {type(error).__name__}: {error}\n  {kept}", flush=True)
    print(f"{played} of {tried} rulesets played, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
