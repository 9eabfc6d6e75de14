"""A game that is played again stretch by stretch, with a stop wherever others might look."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ruleengine.errors import PlayError
from ruleengine.game.match import Match
from ruleengine.game.position import Position
from ruleengine.workbench.leaks.disclosure import Moment
from ruleengine.workbench.leaks.transcripts import Stretch, Told, drafted


@dataclass(frozen=True)
class Stop:
    """A moment of a game that is being played again."""

    match: Match
    before: Position
    told: Told | None
    refused: PlayError | None = None  # nothing comes after it
    is_quiet: bool = False
    chance_points: tuple[Position, ...] = ()  # those that were passed on the way here

    @property
    def moment(self) -> Moment:
        """What there is to look at."""
        return Moment(self.match.position, self.before, self.told, self.chance_points)


def stops(match: Match, stretch: Stretch) -> Iterator[Stop]:
    """Play a stretch in a match, and stop wherever others might look."""
    before, told = match.position, None
    passed: tuple[Position, ...] = ()
    try:
        for told in stretch.secret:
            start = match.position
            passed = _submit(match, told)
            if match.recent[0].position.has_committed:  # by itself, so nobody saw the whole draft
                before = drafted(start, told)
        if stretch.hidden:
            yield Stop(match, before, None, chance_points=passed)
        before, told = match.position, stretch.then
        if told is not None:
            passed = _submit(match, told)
            yield Stop(match, before, told, None, stretch.quiet, passed)
    except PlayError as error:
        yield Stop(match, before, told, error)


def _submit(match: Match, told: Told) -> tuple[Position, ...]:
    """Hand in a move, and return the positions in which chance fell after it."""
    position, number = match.position, match.num_plies
    match.submit(told.seat, told.text)
    if match.num_plies == number + 1:
        return ()
    passed = [position.play(told.text, told.seat)]
    for fall in match.record().plies[number + 1 : -1]:
        passed.append(passed[-1].play(fall.text))
    return tuple(passed)
