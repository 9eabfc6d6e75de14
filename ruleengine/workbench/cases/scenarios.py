"""Scenario tests: small positions in which moves are tried and results compared.

Input: files of cases (see `scenario_model`). Output: a `CaseResult` for each case.
Guarantees: a mistake in a file is a diagnostic with its place; a case that fails says at which
step, what was expected and what was found, with the board.

    cases:
      - id: step/two-cells-are-too-far
        clauses: [M-1.2]
        ruleset: meadow
        board: |
          . . .
          . . .
          W . .
        mover: walker
        steps:
          - refused: {move: step a1-a3, code: reach/too-far}
          - play: step a1-a2
          - expect: {cells: {a1: empty, a2: W}, mover: watcher}
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ruleengine.errors import (
    Diagnostic,
    EndlessError,
    InternalError,
    PositionError,
    RulesetError,
    SchemaError,
    Span,
    summary,
)
from ruleengine.game.game import Game
from ruleengine.game.kept.board_text import WIDTH, shown_board
from ruleengine.game.loading import game_of
from ruleengine.game.position import Position
from ruleengine.resolve.files.library import SUFFIX, looks_like_rules
from ruleengine.resolve.files.overlay import MergedTree, read_tree
from ruleengine.table.lines import plain, wrapped
from ruleengine.table.screen import facts
from ruleengine.workbench.cases.files import Case, read_scenarios
from ruleengine.workbench.cases.names import unknown_clauses, unknown_names
from ruleengine.workbench.cases.steps import take_step


@dataclass(frozen=True)
class Failure:
    """Why a case failed; `step` counts from 1, and is missing when the case could not begin."""

    messages: tuple[str, ...]
    step: int | None = None
    span: Span | None = None
    drawing: str | None = None
    """The board where it failed."""
    beside: tuple[str, ...] = ()
    """What is shown beside the board there: dice, counters, marks, what lies off the board."""
    standing: str | None = None
    """Whose turn it is there, and who has to decide what."""


def _wrapped(fact: str) -> list[str]:
    return plain(wrapped(fact, WIDTH, indent="  ")).splitlines()


@dataclass(frozen=True)
class CaseResult:
    """What came of one case."""

    case: Case
    failure: Failure | None = None

    @property
    def ok(self) -> bool:
        """Whether everything was as expected."""
        return self.failure is None

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses the case shows."""
        return self.case.clauses

    @property
    def messages(self) -> tuple[str, ...]:
        """What was not as expected, one sentence each."""
        return self.failure.messages if self.failure is not None else ()

    def __str__(self) -> str:
        failure = self.failure
        if failure is None:
            return f"{self.case.id}: ok"
        place = f"{failure.span}: " if failure.span is not None else ""
        step = f", step {failure.step}" if failure.step is not None else ""
        drawn = failure.drawing or ""
        is_told = any(drawn in message for message in failure.messages)
        board = [] if is_told else drawn.splitlines()
        board += [part for fact in failure.beside for part in _wrapped(fact)]
        board += [failure.standing] if failure.standing is not None else []
        lines = [line for message in failure.messages for line in message.splitlines()]
        return "\n".join([f"{place}{self.case.id}{step}", *(f"  {x}" for x in [*lines, *board])])


@dataclass(frozen=True)
class Summary:
    """What came of all cases, and what is wrong with files that could not be read."""

    results: tuple[CaseResult, ...]
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether there were cases, every file could be read and every case passed."""
        return bool(self.results) and not self.diagnostics and not self.failed

    @property
    def failed(self) -> tuple[CaseResult, ...]:
        """The cases that did not pass."""
        return tuple(result for result in self.results if not result.ok)

    @property
    def clauses(self) -> dict[str, tuple[str, ...]]:
        """The cases that show each clause, passed or not."""
        found: dict[str, tuple[str, ...]] = {}
        for result in self.results:
            for clause in result.clauses:
                found[clause] = (*found.get(clause, ()), result.case.id)
        return found


@dataclass
class Games:
    """Games that several cases share; each file is read and each game is made once."""

    _trees: dict[tuple[str, Path], MergedTree] = field(default_factory=dict)
    _made: dict[str, Game] = field(default_factory=dict)
    _told: dict[tuple[str, ...], str] = field(default_factory=dict)

    def tree_of(self, case: Case) -> MergedTree:
        """Return the tree of the ruleset of a case; RulesetError if it cannot be read."""
        # A path starts from the file of the case, as it does in `extends`; so does a name, which
        # files in different directories may use for different rulesets.
        name, home = case.ruleset, case.path.parent
        if "/" in name or name.endswith(SUFFIX):
            name = _plain_path(home / name)
        key = name, home
        if key not in self._trees:
            self._trees[key] = read_tree(name, cases=case.path)
        return self._trees[key]

    def of(self, case: Case) -> Game:
        """Return the game of a case; RulesetError if it cannot be loaded."""
        tree = self.tree_of(case)
        key = json.dumps([tree.name, id(tree), case.flags], sort_keys=True)
        if key not in self._made:
            self._made[key] = game_of(tree, case.flags)
        return self._made[key]

    def unloaded(self, case: Case, error: RulesetError) -> tuple[str, ...]:
        """Say why the game of a case cannot be loaded; the same reasons are listed once."""
        lines = tuple(
            line
            for found in error.diagnostics
            for line in (summary(found), *([f"hint: {found.hint}"] if found.hint else []))
        )
        first = self._told.setdefault(lines, case.id)
        if first != case.id:
            return (f"the game cannot be loaded, as told at '{first}'",)
        return ("the game cannot be loaded", *lines)


def run_files(paths: Iterable[Path | str], word: str = "") -> Summary:
    """Run the cases of files, and of all files in directories, whose ids contain a word."""
    games = Games()
    results: list[CaseResult] = []
    diagnostics: list[Diagnostic] = []
    for file in case_files(paths):
        try:
            cases = read_scenarios(file)
        except RulesetError as error:
            diagnostics += error.diagnostics
        else:
            results += [run_case(case, games) for case in cases if word in case.id]
    return Summary(tuple(results), tuple(diagnostics))


def case_files(paths: Iterable[Path | str]) -> list[Path]:
    """Return the files that paths stand for; a directory stands for all in it but rulesets."""
    found = [
        file for path in map(Path, paths) for file in (_cases_in(path) if path.is_dir() else [path])
    ]
    return list(dict.fromkeys(found))


def _cases_in(directory: Path) -> list[Path]:
    files = sorted(directory.rglob(f"*{SUFFIX}"))
    return [file for file in files if not looks_like_rules(file)]


def run_case(case: Case, games: Games | None = None) -> CaseResult:
    """Run one case up to the first step that is not as expected."""
    games = games or Games()
    try:
        game = games.of(case)
    except RulesetError as error:
        return CaseResult(case, Failure(games.unloaded(case, error), span=case.span))
    unknown = unknown_clauses(case, game)
    try:
        position = first_position(case, game)
    except SchemaError as error:
        (found,) = error.diagnostics
        return CaseResult(case, Failure((found.message, f"hint: {found.hint}"), span=found.span))
    except PositionError as error:
        return CaseResult(case, Failure((f"{error.code}: {error.message}",), span=case.span))
    except EndlessError as error:
        return CaseResult(case, Failure((str(error),), span=case.span))
    if unknown:
        return CaseResult(case, Failure(unknown, span=case.span))
    for number, step in enumerate(case.steps, start=1):
        try:
            position, messages = take_step(position, step)
        except (EndlessError, InternalError) as error:
            messages = [str(error)]
        if messages:
            said = (*messages, *unknown_names(step, game))
            return CaseResult(case, _failed(position, said, number, step.span))
    return CaseResult(case)


def _failed(
    position: Position, messages: tuple[str, ...], number: int, span: Span | None
) -> Failure:
    game, view = position.game, position.full_view()
    board, beside = str(shown_board(game, view)), tuple(facts(game, view))
    return Failure(messages, number, span, board, beside, standing_of(position))


def standing_of(position: Position) -> str:
    """Return in a line whose turn it is, and what has to be decided by whom."""
    view = position.full_view()
    several = len(position.game.rules.phases) > 1
    phase = position.game.rules.phases[position.state.phase]
    whose = f"round {view.turn}" if phase.is_round else f"turn {view.turn}"
    whose += f", {view.mover} on turn" if phase.turns else ""
    whose += f", phase {view.phase}" if several else ""
    if position.outcome is not None and view.turn == 0:
        return f"the game is over before its first turn: {position.outcome.reason}"
    if position.outcome is not None:
        return f"{whose}; the game is over: {position.outcome.reason}"
    if position.chance is not None:
        return f"{whose}; chance falls"
    return f"{whose}; {', '.join(position.actors)}: {position.question}"


def _plain_path(path: Path) -> str:
    """Return a path without steps up again, as messages say it; through a link they lead away."""
    plain = os.path.normpath(path)
    is_same = os.path.realpath(path) == os.path.realpath(plain)
    is_path = os.sep in plain or plain.endswith(SUFFIX)
    return Path(plain).as_posix() if is_same and is_path else str(path)


def first_position(case: Case, game: Game) -> Position:
    """Return the position that a case begins with.

    Raises:
        PositionError: it does not fit the game.
        SchemaError: what should have led to it cannot be played.
    """
    position = _given_position(case, game)
    for step in case.after:
        position, messages = take_step(position, step)
        if messages:
            text = f"the position is not reached: {'; '.join(messages)}"
            hint = "correct what stands under `after`, or what is given before it"
            raise SchemaError([Diagnostic("schema/bad-value", text, step.span, hint)])
    return position


def _given_position(case: Case, game: Game) -> Position:
    """Return what a case gives: a drawn position, or the first of the game."""
    if case.board is None and case.pieces is None:
        return game.start(case.opening)
    return game.position(
        board=case.board,
        pieces=case.pieces,
        off_board=case.off_board,
        mover=case.mover,
        counters=case.counters,
        marks=case.marks,
        opening=case.opening,
        zone_owners=case.zone_owners,
        commanders=case.commanders,
        phase=case.phase,
        turn=case.turn or 1,
        cells=case.cells,
    )
