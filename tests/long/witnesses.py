"""Search for a position at which each value of each flag makes a difference.

    python tests/long/witnesses.py generals_10x10 --seconds 40

Every value of every flag is held against its default in games played side by side. What is found
is printed as one line each; what is not found has to be listed, with the reason, on the page
`docs/reference/witnesses.md`, and nothing else may be.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from ruleengine import load
from ruleengine.workbench.cases.files import Case, read_scenarios
from ruleengine.workbench.cases.scenarios import case_files
from ruleengine.workbench.witnesses.flag_witnesses import Finding, choices_of, find_for

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "witnesses.md"
ROW = re.compile(
    r"^\| `(?P<ruleset>\w+)` \| `(?P<choice>[^`]+)` \| (?P<reason>.+) \|$", re.MULTILINE
)


def exceptions(name: str) -> dict[str, str]:
    """Return the choices that the page says play does not reach, with the reasons."""
    text = PAGE.read_text(encoding="utf-8")
    rows = [row for row in ROW.finditer(text) if row["ruleset"] == name]
    return {row["choice"]: row["reason"] for row in rows}


def cases_about() -> list[Case]:
    """Return all cases of the repository."""
    files = case_files([ROOT / "tests" / "conformance"])
    return [case for file in files for case in read_scenarios(file)]


def told(finding: Finding, seconds: float) -> str:
    """Return one line about a finding."""
    witness = finding.witness
    if witness is None:
        return f"{finding.choice}: nothing found  [{seconds:.0f} s]"
    pieces = "the start" if witness.num_pieces is None else f"{witness.num_pieces} pieces"
    around = f" with {dict(finding.context)}" if finding.context else ""
    what = f"{witness.found.here} / {witness.found.there}".replace("\n", " ")
    return (
        f"{finding.choice}{around}: {witness.found.kind}, {witness.how}, case from {pieces}: "
        f"{what}  [{seconds:.0f} s]"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Search, print, and return 1 when the page and what was found do not agree."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=["generals_10x10"])
    parser.add_argument("--seconds", type=float, default=40.0, help="of random play for each try")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--flag", default="", help="only flags whose name contains this")
    args = parser.parse_args(argv)
    cases = cases_about()
    is_right = True
    for name in args.names:
        game, listed = load(name), exceptions(name)
        for choice in choices_of(game):
            if args.flag not in choice.flag:
                continue
            begun = time.monotonic()
            finding = find_for(game, choice, cases, seed=args.seed, seconds=args.seconds)
            print(told(finding, time.monotonic() - begun), flush=True)
            if (finding.witness is None) != (str(choice) in listed):
                is_right = False
                where = "not listed" if finding.witness is None else "listed, but found"
                print(f"  {choice} is {where} in {PAGE.name}", flush=True)
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
