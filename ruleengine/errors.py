"""Spans, diagnostics and the exception family: everything that is said when something is wrong."""

from __future__ import annotations

import copyreg
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from ruleengine.codes import Code

Severity: TypeAlias = Literal["error", "warning"]


class Span(NamedTuple):
    """A place in a file; lines and columns count from 1, the end column is exclusive."""

    file: str
    """The file, as it was named."""
    line: int
    """The first line."""
    col: int
    """The first column."""
    end_line: int
    """The last line."""
    end_col: int
    """The column behind the last one."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.col}"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong, where it is, and the next step."""

    code: Code
    """Which sort of problem it is; stable."""
    message: str
    """What is wrong, in a sentence."""
    span: Span | None = None
    """Where it is."""
    hint: str | None = None
    """What to do next."""
    related: tuple[Span, ...] = ()
    """Other places that have to do with it."""
    severity: Severity = field(default="error")
    """Whether it is an error or a warning."""

    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Return what puts diagnostics in the order of their places."""
        if self.span is None:
            return ("", 0, 0, self.code, self.message)
        return (self.span.file, self.span.line, self.span.col, self.code, self.message)

    def to_dict(self) -> dict[str, object]:
        """Return the fields as plain data, the same that `render` shows."""
        span = self.span
        return {
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "file": span.file if span else None,
            "line": span.line if span else None,
            "col": span.col if span else None,
            "end_line": span.end_line if span else None,
            "end_col": span.end_col if span else None,
            "hint": self.hint,
            "related": [str(place) for place in self.related],
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """A row of a table that answered, with the clauses, sentence and line behind it."""

    table: str
    """The table that was asked."""
    rule: str | None
    """The `id` of the row, when there is one."""
    says: str | None
    """The row in its author's words."""
    clauses: tuple[str, ...]
    """The clauses of the rulebook that the row rests on."""
    span: Span | None
    """The line of the row."""

    def to_dict(self) -> dict[str, object]:
        """Return the answer as plain data."""
        return {
            "table": self.table,
            "rule": self.rule,
            "says": self.says,
            "clauses": list(self.clauses),
            "place": str(self.span) if self.span else None,
        }


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason against a move: a stable code, a sentence, the clauses and line behind it."""

    code: Code
    """Which sort of reason it is; stable."""
    message: str
    """The sentence for players."""
    clauses: tuple[str, ...] = ()
    """The clauses of the rulebook that it rests on."""
    span: Span | None = None
    """The line of the ruleset that it comes from."""
    hint: str | None = None
    """What to do instead, if that can be said."""
    rule: str | None = None
    """The author's own word for the rule, when there is one."""
    answers: tuple[Answer, ...] = ()
    """The rows of tables that it rests on, as far as whoever is told may know."""

    def to_dict(self) -> dict[str, object]:
        """Return the reason as plain data."""
        return {
            "code": self.code,
            "message": self.message,
            "clauses": list(self.clauses),
            "place": str(self.span) if self.span else None,
            "hint": self.hint,
            "rule": self.rule,
            "answers": [answer.to_dict() for answer in self.answers],
        }


def said_once(reasons: Iterable[Reason]) -> list[tuple[Reason, ...]]:
    """Return reasons in groups that are one sentence, as several ways to a cell may fail alike."""
    groups: dict[tuple[str | None, ...], list[Reason]] = {}
    for each in reasons:
        groups.setdefault((each.code, each.message, each.rule, each.hint), []).append(each)
    return [tuple(group) for group in groups.values()]


class RuleengineError(Exception):
    """The root of everything this package raises on purpose."""


class InternalError(RuleengineError):
    """The engine broke a promise to itself."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} (this is a bug in ruleengine)")


class MissingExtraError(RuleengineError, ImportError):
    """Something needs a package that is not installed."""

    def __init__(self, extra: str, package: str) -> None:
        super().__init__(
            f"the package '{package}' is not installed; "
            f"it comes with the extra `{extra}`: "
            f'`python -m pip install ".[{extra}]"` inside the clone'
        )


class UncompiledError(RuleengineError):
    """A ruleset uses something that the compiled tier has no code for yet."""

    def __init__(self, what: str, span: Span | None) -> None:
        self.span = span
        place = f"{span}: " if span else ""
        super().__init__(f"{place}the compiled tier cannot play {what} yet")


class NoRoomError(RuleengineError, RuntimeError):
    """A game of the compiled tier has grown beyond the room that there is for it."""

    def __init__(self, turn: int, what: str = "moves, steps or positions to remember") -> None:
        super().__init__(
            f"in turn {turn} the compiled tier has no room for more {what}; "
            "the pipeline has no such limits"
        )


class EndlessError(RuleengineError, RuntimeError):
    """The steps of a ruleset go round without ever coming to a decision."""

    def __init__(self, num_steps: int, span: Span | None) -> None:
        self.span = span
        place = f"{span}: " if span else ""
        super().__init__(
            f"{place}{num_steps} steps in a row came to no decision; the rules go round in a circle"
        )


class RulesetError(RuleengineError, ValueError):
    """A ruleset cannot be used; `diagnostics` says why, sorted by place."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        unique = dict.fromkeys(diagnostics)
        self.diagnostics: tuple[Diagnostic, ...] = tuple(
            sorted(unique, key=lambda diagnostic: diagnostic.sort_key())
        )
        """Everything that is wrong, by place."""
        super().__init__("\n".join(summary(diagnostic) for diagnostic in self.diagnostics))


class SourceError(RulesetError):
    """The text could not be read."""


class SchemaError(RulesetError):
    """The text was read, but it does not have the shape of a ruleset."""


class ResolveError(RulesetError):
    """The shape is right, but names, flags or expressions do not fit together."""


class PlayError(RuleengineError, ValueError):
    """A move or outcome was not taken, and nothing has changed.

    `code` and `message` give the first reason, `reasons` all of them. Of several moves that
    were handed in as one sheet, `index` tells which was refused, counted from 0.
    """

    def __init__(
        self,
        code: Code,
        message: str,
        *,
        move: str,
        position: str,
        reasons: tuple[Reason, ...] = (),
    ) -> None:
        first = reasons[0] if reasons else None
        self.code: Code = code
        """The code of the first reason."""
        self.message: str = message
        """The sentence of the first reason."""
        self.move: str = move
        """What was tried, as text."""
        self.position: str = position
        """The board as whoever tried it may see it; empty where none is known."""
        self.reasons: tuple[Reason, ...] = reasons or (Reason(code, message),)
        """Every reason against it."""
        self.index: int | None = None
        """Which move of a sheet was refused, counted from 0."""
        self.clauses: tuple[str, ...] = first.clauses if first else ()
        """The clauses of the first reason."""
        self.span: Span | None = first.span if first else None
        """The line of the ruleset that the first reason comes from."""
        super().__init__(f"{code}: {message} (move '{move}')")

    def in_sheet(self, index: int, num_moves: int) -> None:
        """Say which of the moves that were handed in together it was."""
        self.index = index
        place = f"move {index + 1} of {num_moves}, '{self.move}'"
        self.args = (f"{self.code}: {self.message} ({place})",)


class InvalidMoveError(PlayError):
    """The text or value is no move of this ruleset at all."""


class IllegalMoveError(PlayError):
    """The move is well formed, but the rules forbid it now."""


class GameOverError(PlayError):
    """The game has ended; nothing can be played any more."""


class PositionError(RuleengineError, ValueError):
    """A position, record or opening given from outside does not fit the ruleset."""

    def __init__(self, code: Code, message: str) -> None:
        self.code: Code = code
        """Which sort of problem it is; stable."""
        self.message: str = message
        """What does not fit, in a sentence."""
        super().__init__(f"{code}: {message}")


class _HintedError(RuleengineError, ValueError):
    """Something was asked for that there is not; the hint is the next step."""

    def __init__(self, code: Code, message: str, *, hint: str) -> None:
        self.code: Code = code
        self.message = message
        self.hint = hint
        super().__init__(f"{code}: {message}; {hint}")

    def __reduce__(self) -> tuple[object, ...]:
        """Let it come back from other machines as it was."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]

    @property
    def shown(self) -> str:
        """What the command line says of it."""
        return f"{self.code}: {self.message}\n  hint: {self.hint}"


class AgentError(_HintedError):
    """An agent cannot play: there is none of that name, or it does not do what agents do."""

    def __init__(
        self,
        code: Code,
        message: str,
        *,
        hint: str,
        place: str | None = None,
        trace: tuple[str, ...] = (),
    ) -> None:
        super().__init__(code, message, hint=hint)
        self.place: str | None = place
        """The file and line of the user's own that failed, if one did."""
        self.trace: tuple[str, ...] = trace
        """The last lines of the user's own that led there."""

    def under(self, setting: str) -> AgentError:
        """Return the same error of a game under one of several settings."""
        message = f"under {setting}, {self.message}"
        return AgentError(self.code, message, hint=self.hint, place=self.place, trace=self.trace)

    @property
    def shown(self) -> str:
        """What the command line says of it, with the place and how the agent came there."""
        first = super().shown if self.place is None else f"{self.place}: {super().shown}"
        head, *rest = first.split("\n")
        return "\n".join((head, *(f"  at {line}" for line in self.trace), *rest))


class LabError(_HintedError):
    """Games cannot be measured: a results file does not fit, or a cluster is gone."""


def summary(diagnostic: Diagnostic) -> str:
    """Return the first line of a diagnostic: place, code and message."""
    place = f"{diagnostic.span}: " if diagnostic.span else ""
    mark = "warning: " if diagnostic.severity == "warning" else ""
    return f"{place}{mark}{diagnostic.code}: {diagnostic.message}"


def render(diagnostic: Diagnostic, source_line: str | None = None) -> str:
    """Return the diagnostic as text, with a caret under the place when the line is given."""
    lines = [summary(diagnostic)]
    span = diagnostic.span
    if span is not None and source_line is not None:
        gutter = f"{span.line:>4} | "
        end = span.end_col if span.end_line == span.line else len(source_line) + 1
        width = max(1, min(end, len(source_line) + 1) - span.col)
        pad = "".join("\t" if char == "\t" else " " for char in source_line[: span.col - 1])
        lines += [gutter + source_line, " " * 4 + " | " + pad + "^" * width]
    if diagnostic.hint:
        lines.append(f"  hint: {diagnostic.hint}")
    if diagnostic.related:
        lines.append("  see also " + ", ".join(str(place) for place in diagnostic.related))
    return "\n".join(lines)
