"""Games in which chance has dealt otherwise what somebody may not know.

One draw of a random game is changed, and the rest is played again as long as it can be.
While the two differ in nothing that a viewer may know, it has to be given the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, zip_longest
from typing import Final, NamedTuple

from ruleengine.errors import PositionError
from ruleengine.game.game import Game
from ruleengine.game.kept.record import Ply, Record
from ruleengine.game.match import Match
from ruleengine.game.position import Position
from ruleengine.pipeline.state import SideId, State
from ruleengine.workbench.leaks.disclosure import Disclosure, Moment
from ruleengine.workbench.leaks.hidden_facts import HiddenFacts
from ruleengine.workbench.leaks.observing import CAUSES, Look, differences
from ruleengine.workbench.leaks.report import LEAKING, TO_THE_END
from ruleengine.workbench.leaks.transcripts import Lots, Told

OTHER_LOTS: Final = "other lots"
_CHANGED: Final = 3  # so many draws of a game that somebody may not know, at most
_TRIED: Final = 12  # draws that are looked at for these
_FOLLOWED: Final = 4  # so many decisions after each


class Given(NamedTuple):
    """What a viewer is given in one of two games, and not in the other."""

    viewer: str | None
    channel: str
    given: tuple[object, object]
    moments: tuple[tuple[State, State], tuple[State, State]]
    """Both games before chance fell, and both now."""
    ply: int
    after: tuple[str, ...]
    after_there: tuple[str, ...]


@dataclass
class Tally:
    """How much was compared."""

    moments: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    """The pairs by why they were compared no further."""

    @property
    def pairs(self) -> int:
        """How many pairs of games were compared, for one viewer each."""
        return self.ends.total()


class _Moment(NamedTuple):
    """Where a game stands when somebody has to decide, or when it is over."""

    match: Match
    seen: Moment
    """Since the last such position, or the one in which chance fell otherwise."""


class OtherLots:
    """The chance of one game changed, one draw at a time."""

    def __init__(self, game: Game, hidden: HiddenFacts, look: Look) -> None:
        self._game = game
        self._hidden = hidden
        self._look = look
        self._disclosures: dict[SideId, Disclosure] = {}
        self.tally = Tally()

    def compare(self, record: Record, lots: Lots) -> Iterator[Given]:
        """Yield what differs for viewers who may not know how chance fell."""
        draws = [*self._draws(record)]
        lots.shuffle(draws)
        changed = 0
        for number, outcomes in draws[:_TRIED]:
            other = Ply(None, lots.one_of(outcomes))
            plies = (*record.plies[:number], other, *record.plies[number + 1 :])
            there = replace(record, plies=plies, closing="unfinished", outcome=None)
            before = self.tally.pairs
            yield from self._side_by_side(record, there, number)
            changed += self.tally.pairs > before
            if changed == _CHANGED:
                return

    def _draws(self, record: Record) -> Iterator[tuple[int, list[str]]]:
        """Yield the plies in which chance chose something, each with what else it could have been.

        What a die shows is never hidden.
        """
        matches = Match.retrace(self._game, replace(record, closing="unfinished"), any_throws=True)
        for number, (ply, match) in enumerate(zip(record.plies, matches, strict=False)):
            if ply.seat is None and ply.text.split(" ", 1)[0] not in self._game.rules.names.dice:
                outcomes = {outcome.text for outcome in match.position.chance or ()}
                if others := sorted(outcomes - {ply.text}):
                    yield number, others

    def _side_by_side(self, record: Record, changed: Record, number: int) -> Iterator[Given]:
        viewers: list[str | None] = [*self._game.seats, None]
        compared: set[str | None] = set()
        ends: dict[str | None, str] = {}
        start: tuple[State, State] | None = None
        pairs = zip_longest(self._moments(record, number), self._moments(changed, number))
        for followed, (here, there) in enumerate(islice(pairs, _FOLLOWED)):
            if here is None or there is None or len(here.seen.passed) != len(there.seen.passed):
                ends |= dict.fromkeys(viewers, "impossible")
                break
            one, other = here.seen, there.seen
            start = start or (one.before.state, other.before.state)
            if followed == 0:
                viewers = [v for v in viewers if not self._hears(here, there, v, number)]
            for viewer in viewers:
                why = self._reason(one, other, viewer)
                if why is not None:
                    ends[viewer] = why  # the rules let it tell the two apart from now on
                elif self._hidden.hidden_from(one.position, viewer) != self._hidden.hidden_from(
                    other.position, viewer
                ):
                    compared.add(viewer)
                    self.tally.moments += 1
                    found = [*self._differing(here, there, viewer, start)]
                    if found:
                        ends[viewer] = LEAKING
                    yield from found
                # Else nothing is hidden that tells of the lot, whatever it was.
            viewers = [viewer for viewer in viewers if viewer not in ends]
        self.tally.ends.update(ends.get(viewer, TO_THE_END) for viewer in compared)

    def _hears(self, here: _Moment, there: _Moment, viewer: str | None, number: int) -> bool:
        """Return whether a viewer is told what chance chose, and may know what became of it."""
        told = [moment.match.told(number, viewer) for moment in (here, there)]
        known = [self._hidden.known(moment.seen.position, viewer) for moment in (here, there)]
        return told[0] != told[1] and known[0] != known[1]

    def _reason(self, here: Moment, there: Moment, viewer: str | None) -> str | None:
        """Return why the rules let a viewer tell two games apart from here on, if they do."""
        missed = [
            [
                each.side
                for position in (*moment.passed, moment.position)
                for each in position.missed
            ]
            for moment in (here, there)
        ]
        if missed[0] != missed[1]:
            return "stuck"
        side = here.told.side if here.told is not None else here.before.state.mover
        if side not in self._disclosures:
            self._disclosures[side] = Disclosure(self._game, self._hidden, side)
        return self._disclosures[side].reason(here, there, viewer)

    def _differing(
        self, here: _Moment, there: _Moment, viewer: str | None, start: tuple[State, State]
    ) -> Iterator[Given]:
        given = [
            self._look(moment.match, viewer, (), moment.seen.passed) for moment in (here, there)
        ]
        now = here.seen.position.state, there.seen.position.state
        ply = here.seen.position.ply
        texts = [
            tuple(ply.text for ply in moment.match.transcript(viewer)) for moment in (here, there)
        ]
        for channel, one, other in differences(given[0], given[1]):
            yield Given(viewer, channel, (one, other), (start, now), ply, texts[0], texts[1])
            if channel in CAUSES:
                return

    def _moments(self, record: Record, first: int) -> Iterator[_Moment]:
        """Play a record, and stop at each decision of a seat after the draw with a number."""
        passed: list[Position] = []
        before: Position | None = None
        told: Told | None = None
        matches = Match.retrace(self._game, replace(record, closing="unfinished"), any_throws=True)
        try:
            for number, match in enumerate(matches):
                position = match.position
                if before is None:
                    before = position if number == first else None
                    continue
                ply = record.plies[number - 1] if number <= len(record.plies) else None
                if ply is not None and ply.seat is not None:
                    side = before.state.seat_side[self._game.seats.index(ply.seat)]
                    told = Told(ply.seat, side, ply.text)
                if position.chance is not None:
                    passed.append(position)
                    continue
                yield _Moment(match.fork(), Moment(position, before, told, tuple(passed)))
                before, told, passed = position, None, []
        except PositionError:
            return  # what was played cannot be played here
