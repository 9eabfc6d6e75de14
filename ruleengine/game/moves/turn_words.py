"""Whose decision it is, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol

from ruleengine.errors import PlayError
from ruleengine.game.moves.moves import ChanceOutcome, outcome_meant
from ruleengine.pipeline.flow import Decision, Missed
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import State
from ruleengine.schema.wording import possessive


def chance_due(
    rules: Rules,
    state: State,
    options: Sequence[str],
    missed: Sequence[Missed],
    written: tuple[str, tuple[ChanceOutcome, ...] | None],
) -> str:
    """Return that chance has to fall, and whose turn it is if one has gone by.

    `missed` is who could not act since the last decision. That a turn went by without a move is
    plain to all; what was tried within one may not be. `written` is what was written, with all
    outcomes: one of the options may be several of them.
    """
    text, outcomes = written
    if text in options and outcome_meant(outcomes or (), text) is None:
        return f"'{text}' is several outcomes, which only the referee can tell apart"
    message = f"chance has to fall first, as one of: {', '.join(options)}"
    idle = [each.side for each in missed if not each.skipped and each.turn != state.turn]
    if not idle:
        return message
    who = " and ".join(dict.fromkeys(map(rules.side_title, idle)))
    turn = possessive(rules.side_title(state.mover), "turn")
    return f"{who} had no move; it is {turn}, and {message}"


class Moment(Protocol):
    """A position, as far as it matters here."""

    @property
    def turn(self) -> int:
        """How many turns have begun."""

    @property
    def actors(self) -> tuple[str, ...]:
        """The seats that have to decide in it."""

    @property
    def missed(self) -> tuple[Missed, ...]:
        """Who could not act on the way to it."""


def have_not_moved(rules: Rules, position: Moment, acted: int) -> tuple[Missed, ...]:
    """Return who has not moved in a turn, or after a throw of it; in turn `acted` somebody has.

    Where something is hidden, only of a turn that is over: whether a side was to act in the middle
    of one may be a secret, but everybody sees turns go by. So it is where a side need not have
    acted: if the turn goes on, it has missed nothing.
    """
    return tuple(
        dict.fromkeys(
            each
            for each in position.missed
            if each.skipped
            or (
                each.turn != acted
                and not ((rules.hides or each.optional) and each.turn == position.turn)
            )
        )
    )


@contextmanager
def asking_for(seat: str | None, actors: Callable[[], Sequence[str]]) -> Iterator[None]:
    """Ask for the seat when a move is refused that was made without one while several decide."""
    try:
        yield
    except PlayError as error:
        seats = actors()
        if seat is None and len(seats) > 1:
            hint = f"for which seat? None was named, so it was tried for {seats[0]}"
            hint += f"; those who decide are: {', '.join(seats)}"
            error.reasons = tuple(replace(each, hint=each.hint or hint) for each in error.reasons)
            error.args = (f"{error.args[0]}; {hint}",)
        raise


def not_asked(rules: Rules, state: State, seat: str, asked: Moment) -> str:
    """Return that it is for others to decide, and why no longer for this seat.

    Its side may have committed already, or have had no move before.
    """
    number = rules.names.seats.index(seat)
    titles = [rules.seat_title(rules.names.seats.index(each)) for each in asked.actors]
    side = state.seat_side[number]
    if any(draft.side == side and draft.committed for draft in state.drafts):
        has = "have" if rules.is_several(side) else "has"
        told = f"{rules.side_title(side)} {has} committed already"
        return f"{told}; it is for {', '.join(titles)} to decide"
    told = f"it is not for {rules.seat_title(number)} to decide, but for {', '.join(titles)}"
    idle = {each.side for each in have_not_moved(rules, asked, -1) if not each.skipped}
    return f"{told}; {rules.side_title(side)} had no move" if side in idle else told


def clauses_of_turn(rules: Rules, state: State, decision: Decision | None) -> tuple[str, ...]:
    """Return the clauses that say whose decision it is.

    They are those of the step if it names who decides, and else those of the phase, which has the
    order of turns: what a step does not say its clauses are not about.
    """
    phase = rules.phases[state.phase]
    if decision is not None and (decision.says_who or not phase.goes_round):
        return decision.clauses
    return phase.clauses
