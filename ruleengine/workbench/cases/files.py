"""From a file of scenario tests to its cases, each with what the file says for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from ruleengine.errors import Diagnostic, SchemaError, Span
from ruleengine.game.kept.drawn import EMPTY
from ruleengine.schema.complaints import schema_diagnostics
from ruleengine.source.document import Map
from ruleengine.source.yaml_reader import read_file
from ruleengine.workbench.cases.defaults import by_part, nothing_to_take_out, together
from ruleengine.workbench.cases.expectation_model import CounterValue, MarkValue
from ruleengine.workbench.cases.model import (
    CaseSpec,
    LeadingStep,
    ScenarioFile,
    ScenarioStep,
    Situation,
)

_DRAWN_ONLY = (
    "phase",
    "mover",
    "turn",
    "cells",
    "off_board",
    "counters",
    "marks",
    "zone_owners",
    "commanders",
)
"""What can be said of a drawn position only."""


@dataclass(frozen=True)
class Case:
    """One scenario, with what its file says for all cases put in."""

    id: str
    clauses: tuple[str, ...]
    ruleset: str
    flags: Mapping[str, object]
    board: str | None
    """The drawn board to begin with; without it, the first position of the game."""
    pieces: Mapping[str, str] | None
    """Where pieces with a name stand, in a position that is given."""
    off_board: Mapping[str, Sequence[str]]
    phase: str | None
    mover: str | None
    turn: int | None
    cells: Mapping[str, str]
    counters: Mapping[str, CounterValue]
    marks: Mapping[str, MarkValue]
    opening: Mapping[str, str] | None
    zone_owners: Mapping[str, str]
    commanders: Mapping[str, str]
    after: tuple[LeadingStep, ...]
    """What leads from there to where the steps begin."""
    steps: tuple[ScenarioStep, ...]
    path: Path
    span: Span | None


def read_scenarios(path: Path | str) -> list[Case]:
    """Return the cases of a file; RulesetError with every problem if it cannot be used."""
    path = Path(path)
    return cases_of(read_file(path).root, path)


def cases_of(root: Map, path: Path) -> list[Case]:
    """Return the cases of a file that has been read already; otherwise as `read_scenarios`."""
    if "schema" in root and "cases" not in root:
        message = "this is a ruleset or variant, and no file of cases"
        hint = "`ruleengine validate` checks it"
        place = root.key_spans["schema"]
        raise SchemaError([Diagnostic("schema/missing-key", message, place, hint)])
    try:
        content = ScenarioFile.model_validate(root)
    except ValidationError as error:
        raise SchemaError(schema_diagnostics(error, root)) from None
    shared = content.defaults or Situation()
    problems: list[Diagnostic] = []
    cases: dict[str, Case] = {}
    for spec in content.cases:
        ruleset = spec.ruleset or shared.ruleset or content.ruleset
        problems += _case_problems(spec, shared, ruleset, cases)
        cases[spec.id] = _merged(spec, shared, ruleset or "", path)
    if problems:
        raise SchemaError(problems)
    return list(cases.values())


def _case_problems(
    spec: CaseSpec, shared: Situation, ruleset: str | None, before: Mapping[str, Case]
) -> Iterator[Diagnostic]:
    if spec.id in before:
        first = before[spec.id].span
        yield Diagnostic(
            "schema/bad-value",
            f"there are two cases '{spec.id}'",
            spec.place_of("id"),
            "give one of them another id",
            (first,) if first is not None else (),
        )
    if ruleset is None:
        message = f"the case '{spec.id}' names no ruleset"
        yield Diagnostic("schema/missing-key", message, spec.span, "add `ruleset:`")
    own = (is_given(spec), bool(spec.start))
    shared_start = bool(shared.start) and spec.start is None
    both = own if any(own) else (is_given(shared), shared_start)
    if not any(both):
        message = f"the case '{spec.id}' has no position to begin with"
        hint = "add `board:` with a drawn board, `pieces:` by name, or `start: true`"
        if spec.cells or shared.cells:
            hint = f"add `board: {EMPTY}` for what `cells` says, and nothing else, on the board"
        yield Diagnostic("schema/missing-key", message, spec.span, hint)
    elif all(both):
        message = f"the case '{spec.id}' has both a position and `start`"
        yield Diagnostic("schema/bad-value", message, spec.span, "leave one of them out")
    elif both[1]:
        yield from not_of_the_start(spec)
    else:
        yield from nothing_to_take_out(spec, shared)


def not_of_the_start(situation: Situation) -> Iterator[Diagnostic]:
    """Yield a diagnostic for all that cannot be said of the first position of a game."""
    for key in _DRAWN_ONLY:
        if getattr(situation, key) is not None:
            message = f"'{key}' cannot be set in the first position of the game"
            hint = (
                f"leave out `{key}:`, or give the board: drawn, or `board: {EMPTY}` with `cells:`"
            )
            yield Diagnostic("schema/bad-value", message, situation.place_of_key(key), hint)


def is_given(situation: Situation) -> bool:
    """Return whether a position is drawn or given by names."""
    return situation.board is not None or situation.pieces is not None


def _merged(spec: CaseSpec, shared: Situation, ruleset: str, path: Path) -> Case:
    """Return the case with the defaults of its file; what is given by names is put together.

    The first position of a game is complete: of the defaults only flags and opening go with it.
    """
    own = is_given(spec)
    from_start = bool(shared.start) and not own if spec.start is None else spec.start
    around = Situation() if from_start else shared
    opening = shared.opening if spec.opening is None else spec.opening
    # What was played from the start cannot be played from a drawn board, nor the other way round.
    is_alike = bool(shared.start) == from_start
    after = shared.after if spec.after is None and is_alike else spec.after
    return Case(
        id=spec.id,
        clauses=tuple(spec.clauses),
        ruleset=ruleset,
        flags={**shared.flags, **spec.flags},
        board=spec.board if own else around.board,
        pieces=spec.pieces if own else around.pieces,
        off_board=together(around.off_board, spec.off_board),
        phase=spec.phase or around.phase,
        mover=spec.mover or around.mover,
        turn=spec.turn or around.turn,
        cells=together(around.cells, spec.cells),
        counters=by_part(around.counters, spec.counters),
        marks=by_part(around.marks, spec.marks),
        opening=opening or None,
        zone_owners=together(around.zone_owners, spec.zone_owners),
        commanders=together(around.commanders, spec.commanders),
        after=tuple(after or ()),
        steps=tuple(spec.steps),
        path=path,
        span=spec.span,
    )
