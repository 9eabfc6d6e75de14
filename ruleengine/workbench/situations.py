"""Positions as people have them: a stored position, a record, a drawn board, a scenario case.

Input: a path, and where in it the position is. Output: a `Position`. Guarantees: a file that
cannot be used is a diagnostic with its place, or an error that says what it is not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import Field, ValidationError

from ruleengine.errors import Diagnostic, PositionError, SchemaError
from ruleengine.expressions.problems import did_you_mean
from ruleengine.game.game import Game
from ruleengine.game.kept.record import Record
from ruleengine.game.position import Position
from ruleengine.schema.complaints import schema_diagnostics
from ruleengine.schema.fields import ClauseId
from ruleengine.schema.wording import counted
from ruleengine.source.document import Map
from ruleengine.source.yaml_reader import read_content, read_text
from ruleengine.workbench.cases.defaults import by_part, together
from ruleengine.workbench.cases.files import Case, cases_of, is_given, not_of_the_start
from ruleengine.workbench.cases.model import ScenarioStep, Situation
from ruleengine.workbench.cases.scenarios import first_position
from ruleengine.workbench.cases.steps import take_step
from ruleengine.workbench.readings import plain


class SituationFile(Situation):
    """A file that holds one position: a scenario case, of which the steps may be left out."""

    id: str | None = Field(None, description="What the position is called.")
    clauses: list[ClauseId] = Field(default_factory=list)
    steps: list[ScenarioStep] = Field(
        default_factory=list, description="What is played before the position is reached."
    )


_YAML: Final = frozenset({".yaml", ".yml"})
_KEY: Final = re.compile(rf"(?:cases|defaults|{'|'.join(SituationFile.model_fields)}):(?:\s|$)")
"""How a line of YAML with a position begins; no row of a board is called so."""


class PositionFile:
    """A file with a position, read once: of a pipe nothing is left to be read again.

    What it is written in shows in what it holds, and where that could be several things in how
    it is called.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        is_yaml = path.suffix in _YAML
        self.text = read_content(path, str(path)) if is_yaml else _text(path)
        self.form: Literal["json", "yaml", "drawing"] = "drawing"
        if path.suffix == ".json" or (not is_yaml and self.text.lstrip().startswith("{")):
            self.form = "json"
        elif is_yaml or any(_KEY.match(line) for line in self.text.splitlines()):
            self.form = "yaml"

    @cached_property
    def data(self) -> dict[str, Any]:
        """What a file of JSON holds."""
        try:
            data = json.loads(self.text)
        except ValueError as error:
            message = f"'{self.path}' is no JSON: {error}"
            raise PositionError("position/bad-value", message) from None
        if not isinstance(data, dict):
            message = f"'{self.path}' is neither a position nor a record of a game"
            raise PositionError("position/bad-value", message)
        return data

    @cached_property
    def root(self) -> Map:
        """What a file of YAML holds."""
        return read_text(self.text, str(self.path)).root


def read_position(
    game: Game, file: PositionFile, *, ply: int | None = None, case: str | None = None
) -> Position:
    """Return the position that a file holds; RulesetError or PositionError if there is none.

    Of a record it is the one after `ply` plies, or the last; of a file of scenario tests the
    one to which all steps of the case of that name lead.
    """
    path = file.path
    if file.form == "json":
        if _is_record(file.data):
            return _of_record(game, Record.from_dict(file.data), ply)
        _unwanted(path, ply, case)
        return game.position(file.data)
    if ply is not None:
        _unwanted(path, ply, None)
    if file.form == "drawing":
        _unwanted(path, None, case)
        return game.position(board=file.text)
    found = _case(file, case) if case is not None else _situation(file)
    position = first_position(found, game)
    return _after_steps(found, position)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise PositionError("position/bad-value", f"'{path}' is no text in UTF-8") from None


def _is_record(data: Mapping[str, Any]) -> bool:
    return "plies" in data


def _of_record(game: Game, record: Record, ply: int | None) -> Position:
    last = len(record.plies)
    number = last if ply is None else ply
    if number > last:
        plies = counted(last, "ply", "plies")
        message = f"the record has {plies}; there is no position after {number}"
        raise PositionError("position/bad-value", message)
    return next(islice(record.replay(game), number, None))


def _unwanted(path: Path, ply: int | None, case: str | None) -> None:
    """Refuse what makes no sense for a file."""
    for given, word, what in (
        (ply, "ply", "a record of a game"),
        (case, "case", "a file of scenario tests"),
    ):
        if given is not None:
            message = f"'{path}' is not {what}, so there is no {word} {given} in it"
            raise PositionError("position/bad-value", message)


def _case(file: PositionFile, name: str) -> Case:
    cases = {case.id: case for case in cases_of(file.root, file.path)}
    if name not in cases:
        hint = did_you_mean(name, cases) or f"it has {counted(len(cases), 'case')}"
        raise PositionError("position/bad-value", f"'{file.path}' has no case '{name}'; {hint}")
    return cases[name]


def _situation(file: PositionFile) -> Case:
    root = file.root
    if "cases" in root:
        if isinstance(root["cases"], list) and len(root["cases"]) == 1:
            return cases_of(root, file.path)[0]
        message = "this is a file of several scenario tests"
        hint = "say which one with `--case`"
        raise SchemaError([Diagnostic("schema/bad-value", message, root.key_spans["cases"], hint)])
    try:
        found = SituationFile.model_validate(root)
    except ValidationError as error:
        raise SchemaError(schema_diagnostics(error, root)) from None
    problems = [*_problems(found)]
    if problems:
        raise SchemaError(problems)
    return Case(
        id=found.id or file.path.stem,
        clauses=(),
        ruleset=found.ruleset or "",
        flags=found.flags,
        board=found.board,
        phase=found.phase,
        pieces=found.pieces,
        off_board=together(found.off_board),
        mover=found.mover,
        turn=found.turn,
        cells=together(found.cells),
        counters=by_part(found.counters),
        marks=by_part(found.marks),
        opening=found.opening or None,
        zone_owners=together(found.zone_owners),
        commanders=together(found.commanders),
        after=tuple(found.after or ()),
        steps=tuple(found.steps),
        path=file.path,
        span=found.span,
    )


def _problems(found: SituationFile) -> Iterator[Diagnostic]:
    """Yield what of a file could not be used; without a board it is the first position."""
    if not is_given(found):
        yield from not_of_the_start(found)
    elif found.start:
        message = "there is both a position and `start`"
        hint = "leave one of them out"
        yield Diagnostic("schema/bad-value", message, found.place_of_key("start"), hint)


def _after_steps(case: Case, position: Position) -> Position:
    """Return where the steps of a case lead; what they expect has to be so."""
    for step in case.steps:
        position, messages = take_step(position, step)
        if messages:
            text = "; ".join(messages)
            hint = "`ruleengine test` shows the case; correct the step, or leave it out"
            diagnostic = Diagnostic("position/bad-value", f"{text}", step.span, hint)
            raise SchemaError([diagnostic])
    return position


def situation_flags(
    game: Game, file: PositionFile, case: str | None = None
) -> Mapping[str, object]:
    """Return the flag values that a file with a position asks for, other than the game has.

    A record names them all, also those that nobody has set.
    """
    given: Mapping[str, object] = {}
    if file.form == "json":
        flags = file.data.get("flags") if _is_record(file.data) else None
        given = flags if isinstance(flags, Mapping) else {}
    elif file.form == "yaml":
        given = (_case(file, case) if case is not None else _situation(file)).flags
    now = {name: plain(value) for name, value in game.flag_values.items()}
    return {name: value for name, value in given.items() if name not in now or now[name] != value}
