"""Games in which chance has dealt otherwise what somebody may not know.

One throw or draw of a random game is changed, and the rest is played again as long as it can be.
While the two differ in nothing that a viewer may know, it has to be given the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from ruleengine.errors import PositionError
from ruleengine.game.game import Game
from ruleengine.game.kept.record import Ply, Record
from ruleengine.game.match import Match
from ruleengine.game.position import Position
from ruleengine.pipeline.state import State
from ruleengine.workbench.leaks.disclosure import told_outright
from ruleengine.workbench.leaks.hidden_facts import HiddenFacts
from ruleengine.workbench.leaks.observing import CAUSES, Observation, differences
from ruleengine.workbench.leaks.transcripts import Lots

OTHER_LOTS: Final = "other lots"
_CHANGED: Final = 3  # so many throws of a game, at most
_FOLLOWED: Final = 3  # so many decisions after each

Look: TypeAlias = Callable[[Match, str | None, Sequence[str], Sequence[Position]], Observation]


class Told(NamedTuple):
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

    pairs: int = 0
    moments: int = 0


class _Moment(NamedTuple):
    """Where a game stands when somebody has to decide, or when it is over."""

    match: Match
    passed: tuple[Position, ...]
    """The positions since the last such moment, chance points too."""


class OtherLots:
    """The chance of one game changed, one throw at a time."""

    def __init__(self, game: Game, hidden: HiddenFacts, look: Look) -> None:
        self._game = game
        self._hidden = hidden
        self._look = look
        self.tally = Tally()

    def compare(self, record: Record, lots: Lots) -> Iterator[Told]:
        """Yield what differs for viewers who may not know how chance fell."""
        throws = [number for number, ply in enumerate(record.plies) if ply.seat is None]
        lots.shuffle(throws)
        for number in sorted(throws[:_CHANGED]):
            changed = self._changed(record, number, lots)
            if changed is not None:
                yield from self._side_by_side(record, changed, number)

    def _changed(self, record: Record, number: int, lots: Lots) -> Record | None:
        """Return the record with another outcome of one throw, if there is any."""
        matches = Match.retrace(self._game, replace(record, closing="unfinished"), any_throws=True)
        before = next(islice(matches, number, None)).position
        outcomes = {outcome.text for outcome in before.chance or ()}
        others = sorted(outcomes - {record.plies[number].text})
        if not others:
            return None
        other = Ply(None, lots.one_of(others))
        plies = (*record.plies[:number], other, *record.plies[number + 1 :])
        return replace(record, plies=plies, closing="unfinished", outcome=None)

    def _side_by_side(self, record: Record, changed: Record, number: int) -> Iterator[Told]:
        viewers: list[str | None] = [*self._game.seats, None]
        compared: set[str | None] = set()
        start: tuple[State, State] | None = None
        pairs = zip(self._moments(record, number), self._moments(changed, number), strict=False)
        for followed, (here, there) in enumerate(pairs):
            start = start or (here.passed[0].state, there.passed[0].state)
            if followed == _FOLLOWED or not viewers or len(here.passed) != len(there.passed):
                break
            for viewer in [*viewers]:
                if not self._looks_the_same(here, there, viewer):
                    viewers.remove(viewer)  # the rules let it tell the two apart from now on
                    continue
                if self._hidden.everything(here.match.position) == self._hidden.everything(
                    there.match.position
                ):
                    continue  # whatever the lot was, nothing is hidden that tells of it
                compared.add(viewer)
                self.tally.moments += 1
                found = [*self._differing(here, there, viewer, start)]
                if found:
                    viewers.remove(viewer)
                yield from found
        self.tally.pairs += len(compared)

    def _differing(
        self, here: _Moment, there: _Moment, viewer: str | None, start: tuple[State, State]
    ) -> Iterator[Told]:
        given = [
            self._look(moment.match, viewer, (), moment.passed[:-1]) for moment in (here, there)
        ]
        now = here.match.position.state, there.match.position.state
        ply = here.match.position.ply
        texts = [
            tuple(ply.text for ply in moment.match.transcript(viewer)) for moment in (here, there)
        ]
        for channel, one, other in differences(given[0], given[1]):
            yield Told(viewer, channel, (one, other), (start, now), ply, texts[0], texts[1])
            if channel in CAUSES:
                return

    def _looks_the_same(self, here: _Moment, there: _Moment, viewer: str | None) -> bool:
        """Return whether all on the way here was the same, as far as a viewer may know it."""
        return all(
            self._hidden.known(one, viewer) == self._hidden.known(other, viewer)
            and told_outright(one, viewer) == told_outright(other, viewer)
            for one, other in zip(here.passed, there.passed, strict=True)
        )

    def _moments(self, record: Record, first: int) -> Iterator[_Moment]:
        """Play a record, and stop at each decision of a seat after the throw with a number."""
        passed: list[Position] = []
        matches = Match.retrace(self._game, replace(record, closing="unfinished"), any_throws=True)
        try:
            for number, match in enumerate(matches):
                if number < first:
                    continue
                passed.append(match.position)
                is_open = match.position.chance is None or match.position.outcome is not None
                if number > first and is_open:
                    yield _Moment(match.fork(), tuple(passed))
                    passed = [match.position]
        except PositionError:
            return  # what was played cannot be played here
