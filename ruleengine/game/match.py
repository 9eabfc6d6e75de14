"""The referee: holds the position, lets chance fall, takes moves from seats, keeps the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, Self, cast

from ruleengine.errors import (
    EndlessError,
    IllegalMoveError,
    PlayError,
    PositionError,
    RuleengineError,
)
from ruleengine.game import streams
from ruleengine.game.game import Game
from ruleengine.game.kept.record import Ply, Record, begin_record, take_ply
from ruleengine.game.kept.record_form import Closing
from ruleengine.game.moves.moves import ChanceOutcome, Move, Written, text_of
from ruleengine.game.moves.notation import COMMIT
from ruleengine.game.moves.turn_words import have_not_moved
from ruleengine.game.news import News, NewsBook
from ruleengine.game.outcome import is_over
from ruleengine.game.position import Position
from ruleengine.game.sheets import commits_again
from ruleengine.game.step import Step, asked_by, releases
from ruleengine.game.views import View, seen_outcome
from ruleengine.pipeline.start import UNKNOWN

if TYPE_CHECKING:
    from ruleengine.game.rows.row_match import RowMatch
    from ruleengine.game.rows.scenes import Scene


MAX_THROWS: Final = 2_000
"""Throws in a row after which nobody will ever have anything to decide."""


class Match:
    """One game between seats.

    Chance falls by itself, from a stream that only the seed decides; seats see views and
    submit moves. A refused submission changes nothing: neither the position, nor the record,
    nor any later throw.
    """

    def __init__(  # noqa: PLR0913 - all but the first two are named
        self,
        game: Game,
        seed: int = 0,
        *,
        opening: Mapping[str, str] | None = None,
        number: int = 0,
        max_plies: int | None = None,
        players: Mapping[str, str] | None = None,
        position: Position | None = None,
    ) -> None:
        """Begin a match.

        Args:
            game: what is played.
            seed: decides every throw; equal seeds give equal throws.
            opening: seats for sides and colors, to settle the opening at once.
            number: tells several matches of one seed apart.
            max_plies: after so many plies the match stops unfinished.
            players: who sits where, for the record.
            position: where the match begins instead of the start; the record keeps it. Agents
                that search cannot begin with those that `Game.simulate` refuses.
        """
        if position is not None and opening is not None:
            raise PositionError("position/bad-value", "a position has its opening behind it")
        start = None if position is None else position.to_dict()
        record = replace(begin_record(game, seed, opening, number), start=start)
        self._begin(game, replace(record, players=dict(players or {})), max_plies)
        self._let_chance_fall()

    def _begin(self, game: Game, record: Record, max_plies: int | None) -> None:
        """Stand before the first ply of a record."""
        self._game = game
        self._seed = record.seed
        self._number = record.number
        self._max_plies = max_plies
        self._any_throws = False
        self._record = replace(record, plies=(), closing="unfinished", by=None, outcome=None)
        self._plies: list[Ply] = []
        self._recent: list[Step] = []  # what the last submission has led to
        # The plies that not everybody may know: whether only their own side may, or all seats.
        self._secret: dict[int, bool] = {}
        # What each seat is told of a ply, where that is not the same for all.
        self._told_as: dict[int, Mapping[str | None, str]] = {}
        self._news = NewsBook(game.seats)
        self._choices: list[tuple[int, Move]] = []  # the moves of seats, each with its side
        self._followed: tuple[RowMatch, int] | None = None  # on the compiled tier, and how far
        self._position = self._first = record.first(game)
        self._acted = -1  # the turn in which a seat has decided, after the last throw of it
        self._draws: tuple[int, int] = (self._position.turn, 0)  # turn, draws in it so far

    @classmethod
    def resume(cls, game: Game, record: Record, *, max_plies: int | None = None) -> Self:
        """Return a match that goes on where a record stops, with the same throws to come.

        Raises:
            PositionError: the rules have changed since, or the record does not fit them.
        """
        *_, match = cls.retrace(game, record, max_plies=max_plies)
        return match

    @classmethod
    def retrace(
        cls,
        game: Game,
        record: Record,
        *,
        max_plies: int | None = None,
        any_throws: bool = False,
    ) -> Iterator[Self]:
        """Yield the match of a record before its first ply and after each, always the same one.

        At last it stands where the record does, closed as the record is; if that is where
        chance is due, chance falls. With `any_throws` the throws need not be those of the
        seed, and nobody should play on. Raises as `resume` does.
        """
        record.check_rules(game)
        match = cls.__new__(cls)
        match._begin(game, record, max_plies)  # noqa: SLF001 - its own
        match._any_throws = any_throws  # noqa: SLF001 - its own
        yield match
        for _ in match._steps_of(record):  # noqa: SLF001 - its own
            yield match

    def _steps_of(self, record: Record) -> Iterator[None]:
        """Play the plies of a record, and stop after each."""
        for number, ply in enumerate(record.plies):
            self._recent.clear()
            try:
                self._follow(ply)
            except (PlayError, PositionError) as error:
                message = f"ply {number + 1}: {error.message}"
                raise PositionError("position/bad-value", message) from error
            yield
        if record.closing in {"resigned", "timed_out", "agreed_draw"}:
            self._close(record.closing, record.by)
        elif self._position.chance is not None:
            self._recent.clear()
            self._let_chance_fall()
            yield

    def _follow(self, ply: Ply) -> None:
        """Take a ply of a record as it stands there, chance as well."""
        after = take_ply(self._position, ply)
        if ply.seat is not None:
            self._note(ply.seat, self._position.parse_move(ply.text, ply.seat), after)
        elif (drawn := self._draw()).text != ply.text and not self._any_throws:
            # What is still to come would not be what was to come then.
            message = f"the seed gives '{drawn}' here, and the record says '{ply.text}'"
            raise PositionError("position/bad-value", message)
        self._advance(after, ply)

    @property
    def game(self) -> Game:
        """What is played."""
        return self._game

    @property
    def position(self) -> Position:
        """The position as it is; the referee sees everything, seats see views."""
        return self._position

    @property
    def actors(self) -> tuple[str, ...]:
        """The seats that have to submit now; none when the match is over."""
        return () if self.is_over else self._position.actors

    @property
    def num_plies(self) -> int:
        """How many plies have been played."""
        return len(self._plies)

    @property
    def is_over(self) -> bool:
        """Whether the match has stopped, for whatever reason."""
        if self._position.outcome is not None or self._record.closing != "unfinished":
            return True
        return self._max_plies is not None and len(self._plies) >= self._max_plies

    @property
    def recent(self) -> tuple[Step, ...]:
        """What the last submission has led to, chance included; the referee's."""
        return tuple(self._recent)

    def fork(self) -> Self:
        """Return a match that goes on from here by itself, with the same throws to come."""
        other = copy(self)
        other._plies, other._secret = [*self._plies], {**self._secret}  # noqa: SLF001 - its own
        other._told_as = {**self._told_as}  # noqa: SLF001 - its own
        other._recent, other._news = [*self._recent], self._news.fork()  # noqa: SLF001 - the same
        other._choices, other._followed = [*self._choices], None  # noqa: SLF001 - the same
        return other

    def view(self, seat: str | None) -> View:
        """Return what a seat may know; without a seat, what everybody may."""
        view = self._position.view(seat)
        if seat is None or not view.legal_moves:
            return view
        return replace(view, scene=partial(self._scene, seat, len(self._choices)))

    def _scene(self, seat: str, num_choices: int) -> Scene:
        """Return the scene of a seat after so many moves of seats.

        The same game is played again on the compiled tier, as far as it is not there yet.
        """
        compiled = self._game.compiled
        from ruleengine.game.rows.row_match import RowMatch  # noqa: PLC0415 - heavy, and optional

        if self._followed is None or self._followed[1] > num_choices:
            begun = RowMatch(
                compiled,
                self._seed,
                number=self._number,
                opening=self._record.opening,
                position=None if self._record.start is None else self._first,
            )
            self._followed = (begun, 0)
        row_match, played = self._followed
        for side, move in self._choices[played:num_choices]:
            row_match.play(row_match.row_move(move), side)
        self._followed = (row_match, num_choices)
        return row_match.scene(self._game.seats.index(seat))[0]

    def submit(self, seat: str, moves: Move | Written | Sequence[Move | Written]) -> Position:
        """Play one move, or several as one sheet: all of them or none.

        A sheet goes on only as far as its seat knows what it does: it ends with its seat's part
        of a submission, and before chance falls. A `commit` at its end may stand there also
        when the last move commits by itself.

        Raises:
            InvalidMoveError: it is no move of this ruleset, or no move at all.
            IllegalMoveError: it is not for this seat to decide, or a move is refused; of a
                sheet, `index` tells which.
            GameOverError: the match is over.
        """
        single = not isinstance(moves, Sequence) or isinstance(moves, str | bytes)
        listed = cast("Sequence[Move | Written]", [moves] if single else moves)
        kept, num_choices = (self._position, len(self._plies), self._draws), len(self._choices)
        acted = self._acted
        recent, self._recent = self._recent, []
        index = 0
        try:
            for index, move in enumerate(listed):
                if commits_again(listed, index, self._after_own()):
                    break
                if index > 0 and not self._goes_on(kept[1]):
                    raise self._sheet_over(kept[0], seat, text_of(move))
                self._take(seat, move)
        except RuleengineError as error:
            self._position, num_plies, self._draws = kept
            self._recent, self._acted = recent, acted
            del self._plies[num_plies:], self._choices[num_choices:]
            self._news.forget(num_plies)
            self._secret = {n: own for n, own in self._secret.items() if n < num_plies}
            self._told_as = {n: seen for n, seen in self._told_as.items() if n < num_plies}
            if isinstance(error, PlayError) and not single:
                error.in_sheet(index, len(listed))
            raise
        # Who plays on takes no draw that others have offered.
        sides = self._sides()
        offers = (each for each in self._record.offers if sides[each] == sides[seat])
        self._record = replace(self._record, offers=tuple(offers))
        return self._position

    def _after_own(self) -> Position:
        """Return the position after the last move of a seat, before chance decides."""
        own = (step.position for step in reversed(self._recent) if step.ply.seat is not None)
        return next(own, self._position)

    def _goes_on(self, first: int) -> bool:
        """Return whether a sheet may go on, `first` being the ply it began with.

        What is refused is taken back, so nobody may have learned anything by it: neither how
        chance fell nor what somebody else has hidden.
        """
        if self._game.rules.hides:
            committed = any(step.position.has_committed for step in self._recent)
            return self._position.in_secret and not committed
        return all(ply.seat is not None for ply in self._plies[first:])

    def _sheet_over(self, before: Position, seat: str, move: str) -> IllegalMoveError:
        message = "the sheet is over: what comes now depends on what was not known before"
        return IllegalMoveError(
            "move/sheet-over", message, move=move, position=before.view(seat).drawing
        )

    def _take(self, seat: str, move: Move | Written) -> None:
        self._game.check_seat(seat)
        text = text_of(move)
        if self.is_over:
            drawing = self._position.view(seat).drawing
            raise is_over("the match is over", self._position.outcome, text, drawing)
        written = text if isinstance(move, Move) else move
        parsed = self._position.parse_move(written, seat)
        after = self._position.play(parsed, seat)
        self._note(seat, parsed, after)
        self._advance(after, Ply(seat, parsed.text))
        self._let_chance_fall()

    def _note(self, seat: str, move: Move, after: Position) -> None:
        """Keep who makes a move, and whether others may know of it."""
        sides = self._sides()
        if not self._game.teller.is_covert(move, self._position, after):
            told = self._game.teller.told_to_each(move, sides[seat], self._position, after)
            if any(text != move.text for text in told.values()):
                self._told_as[len(self._plies)] = told
            if self._game.teller.is_for_seats(move, self._position, after):
                self._secret[len(self._plies)] = False
        elif after.has_committed:
            # That it has committed is for everybody to know, but not what it did last.
            self._told_as[len(self._plies)] = {
                None: COMMIT,
                **{
                    other: move.text if side == sides[seat] else COMMIT
                    for other, side in sides.items()
                },
            }
        else:
            self._secret[len(self._plies)] = True
        self._choices.append((sides[seat], move))

    def _let_chance_fall(self) -> None:
        throws = 0
        while self._position.chance is not None and not self.is_over:
            throws += 1
            if throws > MAX_THROWS:
                raise EndlessError(MAX_THROWS, self._position.place)
            outcome = self._draw()
            self._advance(self._position.play(outcome), Ply(None, outcome.text))

    def _draw(self) -> ChanceOutcome:
        """Return how chance falls now."""
        outcomes = self._position.chance or ()
        turn, number = self._draws
        choice = streams.draw(
            streams.CHANCE, self._seed, self._number, turn, number, options=len(outcomes)
        )
        self._draws = (turn, number + 1)
        return outcomes[choice]

    def _advance(self, position: Position, ply: Ply) -> None:
        is_told_apart = (
            self._position.decides_on == "piece" or self._position.secret_choice is not None
        )
        if ply.seat is None and self._game.rules.hides and is_told_apart:
            seats = (None, *self._game.seats)
            seen = {seat: seen_outcome(self._position, ply.text, seat, position) for seat in seats}
            self._told_as[len(self._plies)] = seen
        thrower = self._position.thrower
        if ply.seat is not None:
            self._acted = self._position.turn
        elif thrower is not None:
            self._acted = -1
        idle = have_not_moved(self._game.rules, position, self._acted)
        number, in_secret = len(self._plies), self._position.in_secret
        has_turns = self._game.rules.phases[self._position.state.phase].turns
        on_turn = self._position.mover if has_turns else None
        together = releases(self._position, position)
        asked = asked_by(self._position, ply)
        step = Step(number, ply, position, thrower, idle, together, asked, on_turn)
        self._position = position
        self._recent.append(step)
        self._plies.append(ply)
        for seat in (None, *self._game.seats):
            if self.is_seen(number, seat):
                self._news.tell(seat, number, self.told(number, seat), position)
            elif not in_secret:  # that somebody has moved, everybody sees
                self._news.tell(seat, number, Ply(ply.seat, UNKNOWN), position)
        if position.turn != self._draws[0]:
            self._draws = (position.turn, 0)

    def resign(self, seat: str) -> None:
        """End the match because a seat gives up, for all and without an outcome.

        Of two sides the other one is taken to have won; of more, none.
        """
        self._game.check_seat(seat)
        self._close("resigned", seat)

    def time_out(self, seat: str) -> None:
        """End the match because a seat has no time left."""
        self._game.check_seat(seat)
        self._close("timed_out", seat)

    def agree_draw(self) -> None:
        """End the match as a draw by agreement."""
        self._close("agreed_draw", None)

    @property
    def draw_offers(self) -> tuple[str, ...]:
        """The seats that offer a draw; a move of another side declines."""
        return self._record.offers

    def offer_draw(self, seat: str) -> bool:
        """Offer a draw, or take the one that is offered; True when all seats have agreed."""
        self._game.check_seat(seat)
        self._require_open()
        offers = dict.fromkeys((*self._record.offers, seat))
        if not offers.keys() >= set(self._game.seats):
            self._record = replace(self._record, offers=tuple(offers))
            return False
        self.agree_draw()
        return True

    def decline_draw(self, seat: str) -> None:
        """Decline the draw that others have offered, or take back an offer of one's own."""
        self._game.check_seat(seat)
        self._record = replace(self._record, offers=())

    def _require_open(self) -> None:
        if self.is_over:
            raise PositionError("position/bad-value", "the match is over already")

    def _close(self, closing: Closing, by: str | None) -> None:
        self._require_open()
        self._record = replace(self._record, closing=closing, by=by, offers=())

    def sheet(self, name: str, seat: str) -> tuple[str, ...]:
        """Return the moves of a ready sheet as the seat would hand them in."""
        side = self._position.view(seat).side
        who = seat if side is None else side
        return self._game.sheet(name, who, seed=self._seed, number=self._number)

    def transcript(self, seat: str | None) -> tuple[Ply, ...]:
        """Return the plies that a seat may know of; without a seat, those that everybody may.

        What another side has done in secret is never among them, not even later; a last move
        that commits by itself is told as `commit`. How chance fell is written as far as the seat
        may know it.
        """
        return tuple(
            self.told(number, seat)
            for number in range(len(self._plies))
            if self.is_seen(number, seat)
        )

    def news(self, seat: str | None, since: int | None = None) -> tuple[News, ...]:
        """Return all that a seat was told since its last move, from that move on.

        Or, with `since`, all but the first so many. Without a seat it is what everybody was told.
        Of a move that a seat does not see it is told who made it, the text being `?`, and what
        it has to know of what that did: a sentence that it is told, a piece that it has lost.
        What others do in secret until all have committed is not among it.
        """
        if seat is not None:
            self._game.check_seat(seat)
        return self._news.since(seat, since)

    def heard(self, number: int, seat: str | None) -> News | None:
        """Return what a seat was told of a ply, counted from 0; nothing if it may not know."""
        return self._news.of(number, seat)

    def told(self, number: int, seat: str | None) -> Ply:
        """Return a ply, counted from 0, as a seat that may know of it is told of it."""
        ply = self._plies[number]
        return replace(ply, text=self._told_as[number][seat]) if number in self._told_as else ply

    def is_seen(self, number: int, seat: str | None) -> bool:
        """Return whether a seat may know of a ply, counted from 0; without a seat, everybody."""
        if seat is not None:
            self._game.check_seat(seat)
        if number not in self._secret:
            return True
        own, sides = self._plies[number].seat, self._sides()
        if seat is None or own is None:
            return False
        return not self._secret[number] or sides[own] == sides[seat]

    def _sides(self) -> dict[str, int]:
        return dict(zip(self._game.seats, self._position.state.seat_side, strict=True))

    def record(self) -> Record:
        """Return the record so far: the referee's, with everybody's secrets and the seed."""
        record = replace(self._record, plies=tuple(self._plies))
        outcome = self._position.outcome
        if outcome is None:
            return record
        return replace(record, closing="finished", outcome=outcome.to_dict(), offers=())
