"""A record held against other rules: the first ply that does not fit them, or another result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ruleengine.errors import PlayError, PositionError, Reason, Span
from ruleengine.game.game import Game
from ruleengine.game.kept.record import Ply, Record, take_ply
from ruleengine.game.outcome import Outcome
from ruleengine.game.position import Position
from ruleengine.table.closing import outcome_sentence
from ruleengine.table.lines import Line, line, wrapped
from ruleengine.table.screen import reason_lines, table_lines
from ruleengine.table.titles import seat_title


@dataclass(frozen=True)
class Verdict:
    """What becomes of a record under some rules."""

    num_plies: int
    """How many plies fit."""
    position: Position | None
    """Where that leads; nothing when not even the opening fits."""
    refused: Ply | None = None
    """The first ply that does not fit."""
    reasons: tuple[Reason, ...] = ()
    reached: Mapping[str, Any] | None = None
    """The outcome under these rules, if it is another one than the record has."""
    claimed: Mapping[str, Any] | None = None
    differs: bool = False

    @property
    def holds(self) -> bool:
        """Whether the same game with the same result can be played under these rules."""
        return not self.reasons and not self.differs

    def to_dict(self) -> dict[str, object]:
        """Return the verdict as plain data."""
        drawing = None if self.position is None else self.position.drawing.splitlines()
        return {
            "holds": self.holds,
            "plies": self.num_plies,
            "ply": None if self.refused is None else self.num_plies + 1,
            "seat": None if self.refused is None else self.refused.seat,
            "move": None if self.refused is None else self.refused.text,
            "reasons": [reason.to_dict() for reason in self.reasons],
            "result": self.reached,
            "recorded_result": self.claimed,
            "board": drawing,
        }


def adjudicate(record: Record, game: Game) -> Verdict:
    """Play a record under the rules of a game, as far as they let it."""
    return replace(_played(record, game), claimed=record.outcome)


def _played(record: Record, game: Game) -> Verdict:
    try:
        position = record.first(game)
    except PositionError as error:
        return Verdict(0, None, None, (Reason(error.code, error.message),))
    for number, ply in enumerate(record.plies):
        if position.outcome is not None:
            return Verdict(number, position, ply, (_over(game, position.outcome),))
        try:
            after = take_ply(position, ply)
        except PlayError as error:
            return Verdict(number, position, ply, _in_full(position, ply, error))
        except PositionError as error:
            return Verdict(number, position, ply, (Reason(error.code, error.message),))
        position = after
    reached = None if position.outcome is None else position.outcome.to_dict()
    differs = _result(reached) != _result(record.outcome)
    return Verdict(len(record.plies), position, None, (), reached, differs=differs)


def _result(outcome: Mapping[str, Any] | None) -> object:
    """Return what counts of an outcome: in what words it comes does not."""
    return outcome and (
        outcome["winner"],
        outcome.get("winners", ()),
        outcome.get("void", False),
        outcome.get("worth", 1),
    )


def _over(game: Game, outcome: Outcome) -> Reason:
    message = f"the game is over already: {outcome_sentence(game, outcome.to_dict())}"
    return Reason("move/game-over", message, outcome.clauses, _ending_place(game, outcome))


def _ending_place(game: Game, outcome: Outcome) -> Span | None:
    return next((each.span for each in game.rules.endings if each.name == outcome.ending), None)


def _in_full(position: Position, ply: Ply, error: PlayError) -> tuple[Reason, ...]:
    """Return every reason in the words of the referee, who sees what the seat did not."""
    if ply.seat is None or position.chance is not None:
        return error.reasons
    try:
        return position.why(ply.text, ply.seat, full=True) or error.reasons
    except PlayError:
        return error.reasons


def verdict_lines(
    record: Record, game: Game, verdict: Verdict, width: int, rules: str
) -> Iterator[Line]:
    """Yield a verdict in words; `rules` is what the game and its flags are called."""
    total = len(record.plies)
    if verdict.reasons:
        ply = verdict.refused
        seat = "chance" if ply is None or ply.seat is None else seat_title(game, ply.seat)
        who = "the opening" if ply is None else f"{seat}: {game.rules.spoken(ply.text)}"
        what = "the opening" if ply is None else f"ply {verdict.num_plies + 1} of {total}"
        title = f"Under {rules}, {what} does not fit."
        yield from wrapped(title, width, role="title")
        if verdict.position is not None:
            view = verdict.position.full_view()
            yield from table_lines(game, view, width, players=record.players)
        yield from reason_lines(game, who, verdict.reasons, width)
        return
    yield from wrapped(f"Under {rules}, all {total} plies fit.", width, role="title")
    if verdict.differs:
        for what, outcome in (("here", verdict.reached), ("in the record", verdict.claimed)):
            said = "the game goes on" if outcome is None else outcome_sentence(game, outcome)
            yield from wrapped(f"  {what}: {said}", width, indent="    ", role="warn")
    else:
        yield line("The result is the same.")
