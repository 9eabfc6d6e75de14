"""Why a move is refused, and under which other readings of the rules it would be legal.

Input: a position, a move and who asks. Output: an `Explanation`. Guarantees: what a seat is told
follows from what it may know; only the referee is told the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final, Literal, TypeAlias

from ruleengine.errors import PlayError, Reason
from ruleengine.game.game import Game
from ruleengine.game.known_worlds import known_worlds
from ruleengine.game.moves.moves import Move, Written, text_of
from ruleengine.game.moves.turn_words import have_not_moved
from ruleengine.game.position import Position
from ruleengine.pipeline.state import State
from ruleengine.resolve.clause_doubts import doubts_about
from ruleengine.resolve.flags.rules import demands, is_among, setting_at
from ruleengine.schema.wording import counted
from ruleengine.workbench.readings import Change, Readings
from ruleengine.workbench.refusals.carrying import KEPT, LAYOUT, Carrier, NotCarriedError
from ruleengine.workbench.refusals.touching import Touching

MAX_TRIED: Final = 32
"""Changes that are tried at most; the explanation says when there were more."""
_BEYOND_FLAGS: Final = frozenset({"move/game-over", "move/needs-chance", "move/wrong-seat"})
"""Refusals that are about whose turn it is, not about a reading."""
_UNSET: Final = "its value does not go with those of others"
_FLOW: Final = frozenset({"move/not-now", "move/not-ready", "move/no-such-option"})

Sureness: TypeAlias = Literal["sure", "unsure"]


@dataclass(frozen=True)
class Counterfactual:
    """Flag values, all of them needed, under which the move would be legal."""

    change: Change
    sureness: Sureness
    """Whether it is so whatever the seat does not know, or only for some of it."""

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return {"flags": dict(self.change), "sureness": self.sureness}


@dataclass(frozen=True)
class Explanation:
    """All there is to say about one move."""

    move: str
    seat: str | None
    """Who would make it."""
    told_to: str | None
    """The seat that this is for; nothing for the referee."""
    drawing: str
    """The board as it is seen by whom this is for."""
    reasons: tuple[Reason, ...]
    """Everything that stands against the move; nothing when it is legal."""
    clauses: Mapping[str, str]
    """The sentences of the clauses that the reasons cite."""
    doubts: Mapping[str, str] = field(default_factory=dict)
    """Of those that may not hold as they are written: which readings speak against them."""
    counterfactuals: tuple[Counterfactual, ...] = ()
    untried: Mapping[str, str] = field(default_factory=dict)
    """Flags that have a say, but could not be tried here, each with why."""
    remark: str | None = None
    read_as: str | None = None
    """A legal move in full, where it was written in another way."""
    passed_over: bool = False
    """Whether it is about the moment in which the seat's side was passed over, as it had no move.

    The seat has nothing to decide in the position itself; all but that is about that moment.
    """

    @property
    def is_legal(self) -> bool:
        """Whether the move may be made."""
        return not self.reasons

    def to_dict(self) -> dict[str, object]:
        """Return the explanation as plain data."""
        return {
            "move": self.move,
            "seat": self.seat,
            "told_to": self.told_to or "referee",
            "legal": self.is_legal,
            "drawing": self.drawing.splitlines(),
            "reasons": [reason.to_dict() for reason in self.reasons],
            "clauses": dict(self.clauses),
            "doubts": dict(self.doubts),
            "counterfactuals": [each.to_dict() for each in self.counterfactuals],
            "untried": dict(self.untried),
            "remark": self.remark,
            "read_as": self.read_as,
            "passed_over": self.passed_over,
        }


def is_about_turns(reason: Reason) -> bool:
    """Tell whether a refusal is about whose turn it is, which no reading changes."""
    return reason.code in _BEYOND_FLAGS


def explain(
    position: Position, move: Move | Written, seat: str | None = None, *, referee: bool = False
) -> Explanation:
    """Explain a move to the seat that would make it, or to the referee.

    A seat that was passed over since the last decision is told about the moment in which it was.
    """
    return Explainer(position.game).explain(position, move, seat, referee=referee)


def moments_missed(position: Position) -> dict[str, Position]:
    """Return the last moment, since the last decision, in which a seat had no move, by seat.

    Seats that have something to decide now are left out. Where something is hidden, it is only
    said of turns that went by: whether somebody was to act within one may be a secret.
    """
    found: dict[str, Position] = {}
    if position.outcome is None:
        for each in have_not_moved(position.game.rules, position, -1):
            if each.moment is not None:
                moment = Position(position.game, each.moment)
                found |= {seat: moment for seat in moment.actors if seat not in position.actors}
    return found


class Explainer:
    """Explains moves of one game; other readings of its rules are made once for all of them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._readings = Readings(game)
        self._touching = Touching(self._readings.root, game.flags)
        self._carriers: dict[str, Carrier | str] = {}

    def explain(
        self,
        position: Position,
        move: Move | Written,
        seat: str | None = None,
        *,
        referee: bool = False,
    ) -> Explanation:
        """Explain a move; see `explain`."""
        earlier = None if seat is None else moments_missed(position).get(seat)
        if earlier is not None:
            return replace(self.explain(earlier, move, seat, referee=referee), passed_over=True)
        text = text_of(move)
        written = text if isinstance(move, Move) else move
        if seat is not None:
            self._game.check_seat(seat)
        mover = seat or next(iter(position.actors), None)
        view = position.full_view() if referee else position.view(mover)
        reasons = _reasons(position, written, mover, full=referee)
        clauses = {
            name: self._game.clauses[name]
            for reason in reasons
            for name in reason.clauses
            if name in self._game.clauses
        }
        told_to = None if referee else mover
        found_doubts = {name: doubts_about(self._game.rules.resolved, name) for name in clauses}
        doubts = {name: said for name, said in found_doubts.items() if said is not None}
        plain = Explanation(text, mover, told_to, view.drawing, reasons, clauses, doubts)
        if not reasons:
            meant = position.parse_move(written, mover).text
            return plain if meant == text else replace(plain, read_as=meant)
        actions = self._touching.actions_meant(text, (reason.span for reason in reasons))
        if mover is None or _is_beyond_flags(actions, reasons):
            return plain
        worlds = _worlds(position, mover, referee=referee)
        start = _Start(position, mover, referee) if position == self._game.start() else None
        trial = _Trial(self, written, mover, actions, worlds, start)
        found, untried, remark = trial.run(self._touching_flags(position, actions, reasons))
        return replace(plain, counterfactuals=found, untried=untried, remark=remark)

    def _touching_flags(
        self, position: Position, actions: list[str], reasons: tuple[Reason, ...]
    ) -> list[str]:
        """Return the flags that could have a say in a refusal, those in the action itself first."""
        touching = self._touching
        found = touching.of_actions(actions)
        if not actions or any(reason.code in _FLOW for reason in reasons):
            phase = self._game.rules.names.phases[position.state.phase]
            found += touching.of_flow(phase, position.state.action)
        first = touching.in_actions(actions)
        order = [*self._game.flags]
        return sorted(set(found), key=lambda flag: (flag not in first, order.index(flag)))

    def carrier(self, change: Change) -> Carrier | str | None:
        """Return what carries states over to other flag values, or why nothing does.

        Nothing at all where the values do not go together.
        """
        game = self._readings.under(change)
        if game is None:
            return None
        key = repr(sorted(change.items()))
        if key not in self._carriers:
            try:
                self._carriers[key] = Carrier(self._game.rules, game.rules)
            except NotCarriedError as error:
                self._carriers[key] = str(error)
        return self._carriers[key]

    def title(self, seat: str) -> str:
        """Return what players call a seat."""
        return self._game.rules.seat_title(self._game.seats.index(seat))

    def game_under(self, change: Change) -> Game | None:
        """Return the game under other flag values."""
        return self._readings.under(change)

    def singles(self, flag: str) -> list[Change]:
        """Return the changes of one flag, each with what that value demands of others."""
        return [{flag: value} for value in self._readings.others(flag)]

    def completed(self, change: Change) -> Change | None:
        """Return a change together with one more that its value demands, if one is enough."""
        (name, value), *_ = change.items()
        values = {**self._game.flag_values, name: value}
        text = str(value).lower() if isinstance(value, bool) else str(value)
        needed = [
            demand
            for demand in demands(name, self._game.flags[name])
            if demand.value in {None, text}
            and is_among(setting_at(values, demand.other), demand.settings)  # type: ignore[arg-type]
            == (demand.kind == "conflicts")
        ]
        if len(needed) != 1 or needed[0].kind != "requires" or "." in needed[0].other:
            return None
        return {name: value, needed[0].other: needed[0].settings[0]}

    @property
    def layout(self) -> frozenset[str]:
        """The flags that are about the board, who plays, or where pieces begin."""
        return self._touching.of_layout

    def behind(self, actions: list[str], reason: Reason) -> frozenset[str]:
        """Return the flags that have a say in one reason against a move by these actions."""
        return self._touching.of_rule(actions, reason.span)

    def meetings(self) -> set[frozenset[str]]:
        """Return the pairs of flags of which some part of the ruleset needs both."""
        return self._touching.meetings()


def _worlds(position: Position, seat: str, *, referee: bool) -> list[State]:
    """Return the states that a seat may take for that of a position; the referee knows it."""
    if referee:
        return [position.state]
    state, game = position.state, position.game
    return [*known_worlds(game.rules, state, state.seat_side[game.seats.index(seat)])]


@dataclass(frozen=True)
class _Start:
    """A question about the first position of a game, which other readings have as well."""

    position: Position
    seat: str
    referee: bool

    def under(self, game: Game) -> list[State] | None:
        """Return what the seat may take for the first position of another game, if it is the same.

        Nothing has been counted yet, so that also what only the other game counts is known.
        """
        start, asked = game.start(), self.position
        same = (start.drawing, start.actors) == (asked.drawing, asked.actors)
        return _worlds(start, self.seat, referee=self.referee) if same else None


def _is_beyond_flags(actions: list[str], reasons: tuple[Reason, ...]) -> bool:
    """Tell whether a refusal is about whose turn it is or how the move is written.

    An action that these flags leave out is read as no action at all.
    """
    codes = {reason.code for reason in reasons}
    return not _BEYOND_FLAGS.isdisjoint(codes) or ("move/malformed" in codes and not actions)


def _reasons(
    position: Position, written: Written, seat: str | None, *, full: bool
) -> tuple[Reason, ...]:
    try:
        return position.why(written, seat, full=full)
    except PlayError as error:
        return error.reasons


@dataclass(frozen=True)
class _Verdict:
    """What comes of a change."""

    legal: Sureness | None = None
    """Whether the move is legal then."""
    against: tuple[Reason, ...] = ()
    """What stands against it in the first of the worlds."""
    obstacle: str | None = None
    """Why the change could not be tried; nothing else is known then."""


class _Trial:
    """One refused move, tried under other flag values."""

    def __init__(  # noqa: PLR0913, PLR0917 - what was asked, in parts
        self,
        explainer: Explainer,
        written: Written,
        seat: str,
        actions: list[str],
        worlds: list[State],
        start: _Start | None,
    ) -> None:
        self._explainer = explainer
        self._written = written
        self._seat = seat
        self._actions = actions
        self._worlds = worlds
        self._start = start
        self._untried: dict[str, str] = {}
        """Flags that are left out, each with why."""

    def run(
        self, flags: list[str]
    ) -> tuple[tuple[Counterfactual, ...], dict[str, str], str | None]:
        """Return the smallest changes that make the move legal, and what was not tried."""
        as_it_is = self._verdict({})
        if as_it_is.legal is not None or as_it_is.obstacle is not None:
            who = self._explainer.title(self._seat)
            remark = f"what stands against it is not for {who} to know; no flags were tried"
            return (), {}, remark
        self._untried = {flag: LAYOUT for flag in flags if flag in self._explainer.layout}
        changes = [
            change
            for flag in flags
            if flag not in self._untried
            for change in self._explainer.singles(flag)
        ]
        singles = self._promising(as_it_is, changes)
        found: list[Counterfactual] = []
        helping: list[tuple[Change, _Verdict]] = []
        unset: list[Change] = []
        for change in singles[:MAX_TRIED]:
            verdict = self._verdict(change)
            if verdict.obstacle == _UNSET:
                unset.append(change)
            elif verdict.obstacle is not None:
                self._untried.setdefault(next(iter(change)), verdict.obstacle)
            elif verdict.legal is not None:
                found.append(Counterfactual(change, verdict.legal))
            elif _told(verdict) != _told(as_it_is):
                helping.append((change, verdict))
        done = [each.change.items() for each in found]
        pairs = [
            pair
            for pair in self._pairs(as_it_is, helping, changes, unset)
            if not any(single <= pair.items() for single in done)
            and self._untried.keys().isdisjoint(pair)
        ]
        for pair in pairs[: max(0, MAX_TRIED - len(singles))]:
            verdict = self._verdict(pair)
            if verdict.legal is not None:
                found.append(Counterfactual(pair, verdict.legal))
        left = len(singles) + len(pairs) - MAX_TRIED
        more = _untried(left) if left > 0 else None
        return tuple(found), self._untried, more

    def _promising(self, as_it_is: _Verdict, changes: list[Change]) -> list[Change]:
        """Return the changes that have a say in a reason, those with a say in all of them first."""
        some, every = self._behind(as_it_is)
        return sorted(
            (change for change in changes if not some.isdisjoint(change)),
            key=every.isdisjoint,
        )

    def _pairs(
        self,
        as_it_is: _Verdict,
        helping: list[tuple[Change, _Verdict]],
        changes: list[Change],
        unset: list[Change],
    ) -> Iterator[Change]:
        """Yield pairs of changes that might do together what neither does alone.

        Where one change leaves something against the move, the other has to have a say in all
        of that. Two that change nothing alone have to stand in one condition.
        """
        for change in unset:
            whole = self._explainer.completed(change)
            if whole is not None:
                yield whole
        for number, (change, verdict) in enumerate(helping):
            _, every = self._behind(verdict)
            earlier = [each for each, _ in helping[:number]]
            for other in changes:
                decides = not every.isdisjoint(other) and other.keys().isdisjoint(change)
                if decides and other not in earlier and other not in unset:
                    yield {**change, **other}
        _, every = self._behind(as_it_is)
        moved = [change for change, _ in helping]
        idle = [each for each in changes if each not in moved and not every.isdisjoint(each)]
        meetings = self._explainer.meetings() if len(idle) > 1 else set()
        for one, other in combinations(idle, 2):
            if frozenset((*one, *other)) in meetings:
                yield {**one, **other}

    def _behind(self, verdict: _Verdict) -> tuple[frozenset[str], frozenset[str]]:
        """Return the flags with a say in something that stands against the move, and in all."""
        parts = [self._explainer.behind(self._actions, reason) for reason in verdict.against]
        if not parts:
            return frozenset(), frozenset()
        return frozenset().union(*parts), frozenset.intersection(*parts)

    def _verdict(self, change: Change) -> _Verdict:
        carrier, game = self._explainer.carrier(change), self._explainer.game_under(change)
        if carrier is None or game is None:
            return _Verdict(obstacle=_UNSET)
        try:
            worlds = self._carried(carrier, game)
        except NotCarriedError as error:
            return _Verdict(obstacle=str(error))
        legal: list[bool] = []
        first: tuple[Reason, ...] = ()
        for number, world in enumerate(worlds):
            reasons = _reasons(Position(game, world), self._written, self._seat, full=True)
            legal.append(not reasons)
            first = reasons if number == 0 else first
        if not any(legal):
            return _Verdict(against=first)
        return _Verdict("sure" if all(legal) else "unsure", first)

    def _carried(self, carrier: Carrier | str, game: Game) -> list[State]:
        """Return the same worlds in another game; NotCarriedError where there are none."""
        if not isinstance(carrier, str):
            return [carrier.carry(world) for world in self._worlds]
        start = self._start.under(game) if self._start is not None and carrier == KEPT else None
        if start is None:
            raise NotCarriedError(carrier)
        return start


def _untried(left: int) -> str:
    return f"{counted(left, 'more change')} {'was' if left == 1 else 'were'} not tried"


def _told(verdict: _Verdict) -> list[object]:
    return [(reason.code, reason.span) for reason in verdict.against]
