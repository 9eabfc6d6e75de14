"""The leak test: two games that differ only in what somebody may not know must look the same.

A random game is played; then one side's secrets are changed, the rest is played again, and
everything that the others are given is compared, move by move. What is secret is taken from the
rules that hide and from secret submissions, never from views. The comparison ends where the
rules themselves let the others know: a hidden fact comes to light, a move is about a piece that
is not the same in both games, or a side cannot move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ruleengine.errors import PlayError
from ruleengine.game.game import Game
from ruleengine.game.match import Match
from ruleengine.game.position import Position
from ruleengine.pipeline.state import CellId, SideId, State
from ruleengine.workbench.hidden_facts import HiddenFacts
from ruleengine.workbench.observing import Observation, differences, observe
from ruleengine.workbench.other_worlds import CHANGES, Known
from ruleengine.workbench.transcripts import Lots, Stretch, Told, play_at_random, stretches_of

LENGTHS: Final = (4, 8, 4, 8, 20)
"""How many open moves the games have, in turn."""
_WORLDS: Final = 21  # changed games for each game and side
_MAX_LEAKS: Final = 20
_QUIET: Final = 8  # of so many moments in a submission of the viewer's own, one is looked at
_TRIED: Final = 2  # moves that a seat tries at each moment


@dataclass(frozen=True)
class Leak:
    """Something that tells somebody what they may not know."""

    channel: str
    viewer: str | None
    """The seat; nothing for one who only looks on."""
    ply: int
    here: object
    there: object
    change: str
    """How the two games differ."""
    seed: int
    after: tuple[str, ...]
    """The moves that the viewer knows of, the last ones first."""

    def __str__(self) -> str:
        who = self.viewer or "somebody who looks on"
        return (
            f"{self.channel}: {who} can tell two games apart at ply {self.ply}"
            f" ({self.change}, seed {self.seed}, after {', '.join(self.after[:3]) or 'no move'})\n"
            f"  in the one:   {self.here}\n"
            f"  in the other: {self.there}"
        )


@dataclass
class LeakReport:
    """What a leak test found."""

    ruleset: str
    hides_something: bool
    pairs: int = 0
    """How many pairs of games were compared, for one viewer each."""
    moments: int = 0
    """At how many moments they were."""
    changes: Counter[str] = field(default_factory=Counter)
    """The pairs by how the two games differ."""
    ends: Counter[str] = field(default_factory=Counter)
    """The pairs by why they were compared no further."""
    leaks: list[Leak] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing has leaked."""
        return not self.leaks

    @property
    def channels(self) -> set[str]:
        """The channels that leak."""
        return {leak.channel for leak in self.leaks}

    def __str__(self) -> str:
        head = f"{self.ruleset}: {self.pairs} pairs, {self.moments} moments"
        ends = ", ".join(f"{count} {why}" for why, count in self.ends.most_common())
        return "\n".join([f"{head} ({ends})", *map(str, self.leaks)])


class _Moment(NamedTuple):
    """A moment of a game that is played again."""

    match: Match
    before: Position
    told: Told | None  # the open move that led here
    refused: PlayError | None = None
    is_quiet: bool = False


@dataclass(frozen=True)
class _Seen:
    """What was found out about one moment of the game that was played first."""

    position: Position
    before: Position
    told: Told | None
    tried: dict[str | None, list[str]]
    known: dict[str | None, object]
    observed: dict[str | None, Observation]


def check_leaks(game: Game, *, pairs: int = 500, seed: int = 0) -> LeakReport:
    """Compare pairs of games until there are as many as wanted, or too many leaks.

    A ruleset that hides nothing is only checked for telling everybody everything.
    """
    hidden = HiddenFacts(game)
    report = LeakReport(game.name, hidden.hides_something)
    if not hidden.hides_something:
        _check_openness(game, seed, report)
        return report
    # Each game gives some pairs, or none at all if nothing of it can be changed.
    for number in range(max(4, pairs)):
        if report.pairs >= pairs or len(report.leaks) >= _MAX_LEAKS:
            break
        _Comparison(game, hidden, report, seed + number, LENGTHS[number % len(LENGTHS)]).run(pairs)
    return report


def _check_openness(game: Game, seed: int, report: LeakReport) -> None:
    """Check that everybody is told the same, and all of it."""
    match = Match(game, seed)
    own = ("seat", "side", "legal_moves", "drafting")
    for ply, played in enumerate(play_at_random(game, seed, plies=20)):
        full = match.position.full_view().to_dict()
        for seat in (*game.seats, None):
            seen = match.view(seat).to_dict()
            for part in full:
                if part not in own and seen[part] != full[part]:
                    leak = Leak(part, seat, ply, full[part], seen[part], "nothing", seed, ())
                    report.leaks.append(leak)
        match.submit(played.told.seat, played.told.text)
        report.moments += 1


class _Comparison:
    """One random game, held against others that differ in secrets."""

    def __init__(
        self, game: Game, hidden: HiddenFacts, report: LeakReport, seed: int, plies: int
    ) -> None:
        self._game = game
        self._hidden = hidden
        self._report = report
        self._seed = seed
        self._lots = Lots(seed)
        self._played = play_at_random(game, seed, plies=plies)

    def run(self, pairs: int) -> None:
        """Change the secrets of each side in turn, and compare."""
        for side in range(len(self._game.sides)):
            stretches = stretches_of(self._played, side)
            seen = [self._look(moment, side) for moment in self._replay(stretches)]
            known = Known(self._game, side, tuple(stretches), tuple(self._starts(stretches, seen)))
            for number in range(_WORLDS):
                if self._report.pairs >= pairs or len(self._report.leaks) >= _MAX_LEAKS:
                    return
                change = CHANGES[number % len(CHANGES)]
                changed = change(known, self._lots)
                if changed is not None:
                    self._compare(seen, changed, side, change.__name__.replace("_", " "))

    def _replay(self, stretches: Sequence[Stretch]) -> Iterator[_Moment]:
        """Play a game, and stop wherever others might look."""
        match = Match(self._game, self._seed)
        yield _Moment(match, match.position, None)
        for stretch in stretches:
            before = match.position
            try:
                for told in stretch.secret:
                    match.submit(told.seat, told.text)
            except PlayError as error:
                yield _Moment(match, before, None, error)
                return
            if stretch.hidden:
                yield _Moment(match, before, None)
            if stretch.then is None:
                continue
            before = match.position
            try:
                match.submit(stretch.then.seat, stretch.then.text)
            except PlayError as error:
                yield _Moment(match, before, stretch.then, error)
                return
            yield _Moment(match, before, stretch.then, is_quiet=stretch.quiet)

    @staticmethod
    def _starts(stretches: Sequence[Stretch], seen: Sequence[_Seen]) -> Iterator[Position]:
        """Yield the position before each stretch."""
        later = iter(seen[1:])
        for stretch in stretches:
            yield next(later).before
            if stretch.hidden and stretch.then is not None:
                next(later)

    def _viewers(self, position: Position, side: SideId) -> Iterator[str | None]:
        """Yield one seat of each other side, and nobody in particular."""
        sides = position.state.seat_side
        for other in dict.fromkeys(sides):
            if other != side:
                yield self._game.seats[sides.index(other)]
        yield None

    def _look(self, moment: _Moment, side: SideId) -> _Seen:
        position = moment.match.position
        viewers = [*self._viewers(position, side)]
        if moment.is_quiet and self._lots.below(_QUIET) > 0:
            viewers = []
        tried = {seat: self._moves_to_try(position, seat) for seat in viewers}
        return _Seen(
            position,
            moment.before,
            moment.told,
            tried,
            {seat: self._hidden.known(position, seat) for seat in viewers},
            {seat: observe(moment.match, seat, tried[seat]) for seat in viewers},
        )

    def _moves_to_try(self, position: Position, seat: str | None) -> list[str]:
        if seat is None:
            return []
        ids = self._game.move_ids
        if seat not in position.actors:
            return [ids.text(self._lots.below(len(ids)))]
        return [ids.text(self._lots.below(len(ids))) for _ in range(_TRIED)]

    def _compare(
        self, seen: Sequence[_Seen], changed: Sequence[Stretch], side: SideId, change: str
    ) -> None:
        alive = dict.fromkeys(seen[0].observed, 0)  # viewer -> moments at which the games differed
        ended: dict[str | None, str] = {}
        known: list[str] = []
        for one, moment in zip(seen, self._replay(changed), strict=False):
            if moment.told is not None:
                known.insert(0, moment.told.text)
            if moment.refused is not None:
                self._refused(one, moment, alive, ended, change, known)
                break
            position = moment.match.position
            if one.position.state == position.state and one.told == moment.told:
                continue  # nothing has been changed yet
            for viewer in [*alive]:
                if viewer in ended or viewer not in one.known:
                    continue
                excuse = self._excuse(one, moment, viewer, side)
                if excuse is not None:
                    ended[viewer] = excuse
                    continue
                alive[viewer] += 1
                self._report.moments += 1
                found = self._leaks(one, moment, viewer, change, known)
                if found:
                    self._report.leaks += found
                    ended[viewer] = "leaking"
            if len(ended) == len(alive):
                break
        for viewer, moments in alive.items():
            if moments:
                self._report.pairs += 1
                self._report.changes[change] += 1
                self._report.ends[ended.get(viewer, "to the end")] += 1

    def _leaks(
        self, one: _Seen, moment: _Moment, viewer: str | None, change: str, known: Sequence[str]
    ) -> list[Leak]:
        observed = observe(moment.match, viewer, one.tried[viewer])
        return [
            Leak(
                channel, viewer, one.position.ply, here, there, change, self._seed, tuple(known)
            )
            for channel, here, there in differences(one.observed[viewer], observed)
        ]

    def _refused(  # noqa: PLR0913 - only called from one place
        self,
        one: _Seen,
        moment: _Moment,
        alive: dict[str | None, int],
        ended: dict[str | None, str],
        change: str,
        known: Sequence[str],
    ) -> None:
        """Judge a move that cannot be played in the other game: its own seat must not learn it."""
        for viewer in alive:
            if viewer in ended:
                continue
            ended[viewer] = "impossible"
            if moment.told is not None and moment.told.seat == viewer:
                self._report.leaks.append(
                    Leak(
                        "legal moves",
                        viewer,
                        one.before.ply,
                        f"{moment.told.text} is played",
                        str(moment.refused),
                        change,
                        self._seed,
                        tuple(known),
                    )
                )

    def _excuse(
        self, one: _Seen, moment: _Moment, viewer: str | None, side: SideId
    ) -> str | None:
        """Return why a viewer may know from now on which of the games it is, if so."""
        position = moment.match.position
        hidden = self._hidden
        if one.known[viewer] == hidden.known(position, viewer):
            return None
        if hidden.never_hidden(one.position, viewer) == hidden.never_hidden(position, viewer):
            return "come to light"
        if one.told is not None and moment.told is not None and one.told != moment.told:
            return "moved differently"
        before = self._hidden.with_draft(one.before.state, side)
        before_other = self._hidden.with_draft(moment.before.state, side)
        if one.before.in_secret and self._hidden.known_pieces(
            before, viewer
        ) != self._hidden.known_pieces(before_other, viewer):
            return "released"
        doubtful = self._hidden.doubtful_cells(before, before_other)
        if (
            self._named(one.before, one.told) & {*doubtful}
            or self._named(moment.before, moment.told) & {*doubtful}
            or self._has_changed(before, one.position.state, doubtful)
            or self._has_changed(before_other, position.state, doubtful)
        ):
            return "touched"
        if self._is_stuck(one, position, side):
            return "stuck"
        return None

    def _named(self, position: Position, told: Told | None) -> set[CellId]:
        """Return the cells that a move speaks of."""
        if told is None:
            return set()
        state = position.state
        move = position.parse_move(told.text, told.seat)
        action = self._game.rules.actions.get(move.name)
        if action is None:
            return set()
        return {
            state.cell[value] if operand.what == "piece" else value
            for operand, value in zip(action.operands, move.values, strict=True)
            if operand.what in ("piece", "cell") and isinstance(value, int)
        }

    def _has_changed(self, before: State, after: State, cells: Sequence[CellId]) -> bool:
        pieces = self._hidden.pieces_on
        return any(pieces(before, cell) != pieces(after, cell) for cell in cells)

    def _is_stuck(self, one: _Seen, other: Position, side: SideId) -> bool:
        """Return whether in just one of the games the side can do nothing at all.

        That it need not move, or has lost, tells others something, and cannot be kept secret.
        """
        actions = {name for name, action in self._game.rules.actions.items()}
        if one.told is not None:
            actions = {one.told.text.split(" ", 1)[0]} & actions
        stuck: list[bool] = []
        for position in (one.position, other):
            state = position.state
            state.mover = side
            stuck.append(
                not any(self._game.rules.actions[name].is_possible(state) for name in actions)
            )
        return bool(actions) and stuck[0] != stuck[1]
