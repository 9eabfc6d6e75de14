"""Broken rulesets and what is said of them: every complaint, at its place, and no other.

A case is a text with something wrong in it. Sections that it does not mention are taken from
`duel.yaml` and follow below it, so that lines count from the first line of the case; a case
that is `alone` is the whole file. `beside` names other files, `ask` another path than that of
the case, `encoding` how the case is saved. In `want`, message and hint are parts of the
sentences, and `under` is the text that the place covers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from ruleengine.errors import CODES, Diagnostic, RulesetError, render
from ruleengine.resolve.covering import covering, never_selected
from ruleengine.resolve.flags import choose_flags, read_flags
from ruleengine.resolve.overlay import read_tree
from ruleengine.resolve.ruleset import resolve_tree
from ruleengine.resolve.select import check_selections

HERE = Path(__file__).parent
DUEL = (HERE / "duel.yaml").read_text(encoding="utf-8")
SECTION = re.compile(r"^(\w+):.*\n(?:(?!\w+:).*\n)*", re.MULTILINE)
STAGES = ("source", "schema", "resolve", "expression")
# They need more than a text; see the tests below.
OTHERWISE = {"source/too-large", "source/unreadable", "source/alias-bomb"}


@dataclass(frozen=True)
class Case:
    """One broken text."""

    id: str
    want: list[dict[str, Any]]
    file: str = ""
    alone: bool = False
    beside: Mapping[str, str] = field(default_factory=dict)
    ask: str = "case.yaml"
    encoding: str = "utf-8"

    def text(self) -> str:
        if self.alone:
            return self.file
        mentioned = set(re.findall(r"^(\w+)", self.file, re.MULTILINE))
        rest = (s[0] for s in SECTION.finditer(DUEL) if s[1] not in mentioned)
        return self.file + "".join(rest).replace("name: duel", "name: case")


def cases() -> Iterator[Case]:
    for path in sorted(HERE.glob("*.yaml")):
        if path.name != "duel.yaml":
            for case in yaml.safe_load(path.read_text(encoding="utf-8")):
                yield Case(**{**case, "id": f"{path.stem}/{case['id']}"})


CASES = list(cases())


def diagnose(path: str) -> tuple[Diagnostic, ...]:
    try:
        root = read_tree(path).root
        flags = read_flags(root)
        values = choose_flags(flags, root, {})
    except RulesetError as error:
        return error.diagnostics
    problems = check_selections(root, flags)
    if problems:
        return tuple(problems)
    for each in covering(root, flags, values):
        try:
            resolve_tree(root, flags, each)
        except RulesetError as error:
            problems += error.diagnostics
    problems = problems or never_selected(root, flags)
    return tuple(sorted(dict.fromkeys(problems), key=lambda problem: problem.sort_key()))
