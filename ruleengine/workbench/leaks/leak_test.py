"""The leak test: two games that differ only in what somebody may not know must look the same.

A random game is played; then one side's secrets are changed, the rest is played again, and
everything that the others are given is compared, move by move. What is secret is taken from the
rules that hide and from secret submissions, never from views. The comparison ends where the
rules themselves let the others know: a hidden fact comes to light, a move shows on the board that
a piece is not the same in both games, or a side cannot move.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ruleengine.game.game import Game
from ruleengine.game.match import Match
from ruleengine.game.moves.notation import COMMIT
from ruleengine.game.position import Position
from ruleengine.pipeline.state import NOBODY, SideId
from ruleengine.pipeline.steps.decisions import Choose
from ruleengine.schema.wording import listed
from ruleengine.workbench.leaks.disclosure import Disclosure, Moment, is_released
from ruleengine.workbench.leaks.hidden_facts import HiddenFacts
from ruleengine.workbench.leaks.observing import (
    CAUSES,
    CHANNELS,
    Look,
    Observation,
    answers,
    differences,
    observe,
    with_explanation,
)
from ruleengine.workbench.leaks.openness import secrets_kept_for_nothing
from ruleengine.workbench.leaks.other_lots import OTHER_LOTS, OtherLots
from ruleengine.workbench.leaks.other_worlds import (
    CHANGES,
    REMADE,
    Known,
    mended,
    name_of,
    other_kinds,
    other_move,
)
from ruleengine.workbench.leaks.report import LEAKING, SPLIT, TO_THE_END, Leak, LeakReport
from ruleengine.workbench.leaks.secret_words import Moments, secret_moves, secret_of
from ruleengine.workbench.leaks.stops import Stop, stops
from ruleengine.workbench.leaks.transcripts import (
    Lots,
    Played,
    Stretch,
    Told,
    play_at_random,
    stretches_of,
)
from ruleengine.workbench.leaks.trials import Trials
from ruleengine.workbench.refusals.why import Explainer

LENGTHS: Final = (6, 8, 6, 8, 20)
"""How many open moves the games have, in turn."""
_WORLDS: Final = 2 * len(CHANGES)  # changed games for each game and side
_MAX_LEAKS: Final = 20
_QUIET: Final = 8  # of so many moments in a submission of the viewer's own, one is looked at
_TRIED: Final = 3  # moves that a seat tries at each moment
_QUESTIONS: Final = 240  # moves that are tried in a game about what is not the same, as
_AT_ONCE: Final = 24  # so many at a moment
_ANYWHERE: Final = 4  # of so many moments, at one they may be about any cell
_EXPLAINED: Final = 12  # of so many moments, at one the viewers ask why: that takes long


@dataclass(frozen=True)
class _Seen:
    """What was seen at one moment of the game that was played first, by each viewer."""

    moment: Moment
    tried: dict[str | None, list[str]]
    explainer: Explainer | None  # of whom the viewers ask why, at some moments
    observed: dict[str | None, Observation]


@dataclass(frozen=True)
class _Part:
    """A stretch of the game that was played first, with what was seen of it."""

    stretch: Stretch
    start: Match
    viewers: tuple[str | None, ...]
    seen: list[_Seen]


@dataclass(frozen=True)
class _Way:
    """How two games differ, and what both have in common."""

    change: str
    side: SideId
    moves: tuple[str, str]
    """What the side has played in each of them where they part."""
    after: tuple[str, ...] = ()
    after_there: tuple[str, ...] | None = None  # in the other game, if it is not the same


@dataclass
class _Pair:
    """Two games as one viewer sees them."""

    viewer: str | None
    moments: int = 0
    ended: str | None = None


def check_leaks(  # noqa: PLR0913 - all but the first are named
    game: Game,
    *,
    pairs: int = 500,
    games: int | None = None,
    seed: int = 0,
    moves: int | None = None,
    accept: Collection[str] = (),
    look: Look = observe,
    tell: Callable[[int, int], None] | None = None,
) -> LeakReport:
    """Compare pairs of games until there are as many as wanted, or too many leaks.

    With `games` so many are played instead, and all pairs compared that they give. What a game
    gives depends on its own seed only, so that one with a leak can be played again alone.
    Games have a few moves in the open, or as many as `moves` says: what is hidden only later in
    a game is compared in longer ones.
    `look` says what is compared: all that a seat is given, unless something else is of interest.
    Through channels to `accept` the rules tell on purpose: what comes through them is counted,
    and the comparison goes on as long as the games can be compared. `tell` hears how many pairs
    of how many have been compared; with `games`, how many changed games. Ctrl-C ends the test,
    and the report says what it had found.
    A ruleset that hides nothing is only checked for telling everybody everything.
    """
    unknown = [channel for channel in accept if channel not in CHANNELS]
    if unknown:
        raise ValueError(
            f"there is no channel {listed(unknown)} to accept; there are {listed(CHANNELS)}"
        )
    hidden = HiddenFacts(game)
    report = LeakReport(game.name, hidden.hides_something)
    report.accepted.update(dict.fromkeys(accept, 0))
    if not hidden.hides_something:
        report.games = 1
        report.leaks += secrets_kept_for_nothing(game, seed)
        return report
    trials, explainer, deals = Trials(game), Explainer(game), _deals(game)
    most = pairs if games is None else None
    each = _WORLDS * len(game.sides)

    def told(tried: int) -> None:
        """Tell how far it is, when so many changes of the last game have been tried."""
        if tell is None:
            return
        if games is None:
            tell(report.pairs, pairs)
        else:
            tell((report.games - 1) * each + tried, games * each)

    # A game gives several pairs, or none if nothing of it can be changed.
    try:
        for own_seed in range(seed, seed + (pairs if games is None else games)):
            if _is_enough(report, most):
                break
            report.games += 1
            asked = _Asked(trials, explainer, moments=own_seed)
            comparison = _Comparison(game, hidden, asked, report, look, seed=own_seed)
            length = LENGTHS[own_seed % len(LENGTHS)] if moves is None else moves
            played = comparison.run(most, length, told)
            if deals and not _is_enough(report, most):
                comparison.deal_otherwise(played)
    except KeyboardInterrupt:
        report.interrupted = True
    return report


def _deals(game: Game) -> bool:
    """Return whether chance settles choices; what a die shows is no secret."""
    return any(
        isinstance(step, Choose) and step.by_chance
        for block in game.rules.blocks
        for step in block.steps
    )


def _is_enough(report: LeakReport, pairs: int | None) -> bool:
    return (pairs is not None and report.pairs >= pairs) or len(report.leaks) >= _MAX_LEAKS


@dataclass
class _Asked:
    """What viewers try, and of whom they ask why it is refused."""

    trials: Trials
    explainer: Explainer
    moments: int
    """So many moments ago somebody was asked, or more; games begin with different ones."""

    def explainer_now(self) -> Explainer | None:
        """Return of whom to ask at one more moment; mostly nobody."""
        self.moments += 1
        return self.explainer if self.moments % _EXPLAINED == 0 else None


class _Comparison:
    """One random game, held against others that differ in secrets."""

    def __init__(  # noqa: PLR0913 - what all comparisons of a check share, and the seed
        self,
        game: Game,
        hidden: HiddenFacts,
        asked: _Asked,
        report: LeakReport,
        look: Look,
        *,
        seed: int,
    ) -> None:
        self._observe = look
        self._game = game
        self._hidden = hidden
        self._asked = asked
        self._report = report
        self._seed = seed
        self._lots = Lots(seed)
        self._questions = _QUESTIONS

    def deal_otherwise(self, played: Sequence[Played]) -> None:
        """Let chance fall otherwise, and compare."""
        match = Match(self._game, self._seed)
        for ply in played:
            match.submit(ply.told.seat, ply.told.text)
        other = OtherLots(self._game, self._hidden, self._observe)
        for told in other.compare(match.record(), self._lots):
            viewer = told.viewer
            way = _Way(OTHER_LOTS, NOBODY, ("", ""), told.after, told.after_there)
            self._add(way, told.moments, told.channel, viewer, told.ply, told.given)
        report, tally = self._report, other.tally
        report.pairs += tally.pairs
        report.moments += tally.moments
        report.ends += tally.ends
        if tally.pairs:
            report.changes[OTHER_LOTS] += tally.pairs

    def run(self, pairs: int | None, length: int, told: Callable[[int], None]) -> Sequence[Played]:
        """Change the secrets of each side in turn, and compare; tell how many changes are done.

        Return the game that was played.
        """
        played = play_at_random(self._game, self._seed, plies=length)
        for side in range(len(self._game.sides)):
            told(side * _WORLDS)
            stretches = tuple(stretches_of(played, side))
            parts = self._play_first(stretches, side)
            known = Known(self._game, side, stretches, tuple(part.start.position for part in parts))
            disclosure = Disclosure(self._game, self._hidden, side)
            for number in range(_WORLDS):
                if _is_enough(self._report, pairs):
                    return played
                told(side * _WORLDS + number)
                change = CHANGES[number % len(CHANGES)]
                changed = change(known, self._lots)
                if changed is None and not self._hidden.has_secret_submissions:
                    # Then hardly anything can be changed but moves in the open.
                    change = other_move
                    changed = change(known, self._lots)
                if changed is None:
                    continue
                way = name_of(change), side
                if not self._compare(parts, changed, disclosure, way) and change is other_kinds:
                    # Mostly because a draft was refused; to try that first would take long.
                    changed = mended(known, changed, self._lots)
                    if changed is not None:
                        self._compare(parts, changed, disclosure, way)
        return played

    def _play_first(self, stretches: Sequence[Stretch], side: SideId) -> list[_Part]:
        """Play the game as it was, and look wherever others might."""
        match = Match(self._game, self._seed)
        parts: list[_Part] = []
        for stretch in stretches:
            start = match.fork()
            viewers = tuple(self._viewers(start.position, side))
            seen = [self._look(stop, viewers, side) for stop in stops(match, stretch)]
            parts.append(_Part(stretch, start, viewers, seen))
        return parts

    def _viewers(self, position: Position, side: SideId) -> Iterator[str | None]:
        """Yield one seat of each other side, and nobody in particular."""
        sides = position.state.seat_side
        for other in dict.fromkeys(sides):
            if other != side:
                yield self._game.seats[sides.index(other)]
        yield None

    def _look(self, stop: Stop, viewers: Sequence[str | None], side: SideId) -> _Seen:
        position = stop.match.position
        if stop.is_quiet and not is_released(stop.moment) and self._lots.below(_QUIET) > 0:
            viewers = ()
        tried = {viewer: self._moves_to_try(position, viewer, side) for viewer in viewers}
        explainer = self._asked.explainer_now() if viewers else None
        observed = {
            viewer: self._observed(stop, viewer, tried[viewer], explainer) for viewer in viewers
        }
        return _Seen(stop.moment, tried, explainer, observed)

    def _observed(
        self, stop: Stop, viewer: str | None, tried: Sequence[str], explainer: Explainer | None
    ) -> Observation:
        """Return what a viewer is given, and at some moments what it is told that asks why."""
        found = self._observe(stop.match, viewer, tried, stop.chance_points)
        if explainer is None or viewer is None:
            return found
        return with_explanation(found, explainer, stop.match.position, viewer, tried)

    def _moves_to_try(self, position: Position, viewer: str | None, side: SideId) -> list[str]:
        """Return moves, most of which will be refused: any, and such that speak of the side."""
        if viewer is None:
            return []
        number = _TRIED if viewer in position.actors else 1
        return self._asked.trials.some(position, viewer, side, self._lots, number)

    def _compare(
        self,
        parts: Sequence[_Part],
        changed: Sequence[Stretch],
        disclosure: Disclosure,
        change: tuple[str, SideId],
    ) -> bool:
        """Play a changed game beside the first one; return whether anything was compared."""
        same = [part.stretch == other for part, other in zip(parts, changed, strict=True)]
        first = same.index(False) if False in same else 0
        pairs = [_Pair(viewer) for viewer in parts[first].viewers]
        known = [
            (stretch.then, _is_secret(part.start.position, stretch.then))
            for part, stretch in zip(parts[:first], changed[:first], strict=True)
            if stretch.then is not None
        ]
        known_there = [*known]
        way = _Way(*change, secret_moves(parts[first].stretch.moves, changed[first].moves))
        begun = False
        for one, stop in _side_by_side(parts[first:], changed[first:]):
            here, there = one.moment, stop.moment
            for plies, moment in ((known, here), (known_there, there)):
                if moment.told is not None:
                    plies.append((moment.told, _is_secret(moment.before, moment.told)))
            # Before anything has been changed there is nothing to compare.
            begun = begun or _has_begun(here, there)
            if stop.refused is None and not begun:
                continue
            for pair in pairs:
                if pair.ended is None and (stop.refused is not None or pair.viewer in one.observed):
                    side = self._hidden.side_of(here.position.state, pair.viewer)
                    after, after_there = _heard(known, side), _heard(known_there, side)
                    now = replace(
                        way, after=after, after_there=None if after == after_there else after_there
                    )
                    self._go_on(pair, disclosure, one, stop, now)
                elif pair.ended is None:
                    # Nobody looks now, but what is told now is why more is known later.
                    pair.ended = _reason(disclosure, one, stop, pair.viewer, way)
            if all(pair.ended is not None for pair in pairs):
                break
        self._count(pairs, way.change)
        return any(pair.moments for pair in pairs)

    def _count(self, pairs: Sequence[_Pair], change: str) -> None:
        """Count the pairs of games of which anything was compared."""
        for pair in pairs:
            if pair.moments:
                self._report.pairs += 1
                self._report.moments += pair.moments
                self._report.changes[change] += 1
                self._report.ends[pair.ended or TO_THE_END] += 1

    def _go_on(
        self,
        pair: _Pair,
        disclosure: Disclosure,
        one: _Seen,
        stop: Stop,
        way: _Way,
    ) -> None:
        """Compare the two games at one more moment."""
        viewer, ply = pair.viewer, one.moment.position.ply
        before = one.moment.before.state, stop.before.state
        if stop.refused is not None:
            pair.ended = "impossible"
            told = stop.told
            if told is not None and told.seat == viewer:
                # What it could play in the one game it cannot in the other.
                answered = (f"{told.text} is played", str(stop.refused))
                self._add(way, (before, before), "legal moves", viewer, ply, answered)
            return
        pair.ended = _reason(disclosure, one, stop, viewer, way)
        if pair.ended is not None:
            return
        pair.moments += 1
        observed = self._observed(stop, viewer, one.tried[viewer], one.explainer)
        found = [*differences(one.observed[viewer], observed)]
        positions = one.moment.position, stop.match.position
        # Who is told something else already need not ask.
        if not found and viewer in positions[0].actors and self._observe is observe:
            found = self._ask(*positions, viewer)
        for channel, *given in found:
            states = positions[0].state, positions[1].state
            if self._add(way, (before, states), channel, viewer, ply, given):
                pair.ended = LEAKING
            elif channel in CAUSES:
                # One game is over, or goes on otherwise: all that comes says the same once more.
                pair.ended = SPLIT

    def _ask(self, one: Position, other: Position, seat: str) -> list[tuple[str, object, object]]:
        """Let a seat try to go where the two games differ, and now and then anywhere.

        A few moves drawn at random would hardly ever be about what is hidden.
        """
        cells = self._hidden.doubtful_cells(one.state, other.state)
        if self._lots.below(_ANYWHERE) == 0:
            cells = [*cells, *range(self._game.rules.grid.num_cells)]
        texts = self._asked.trials.towards(one, seat, cells) if cells and self._questions else []
        self._lots.shuffle(texts)
        del texts[min(_AT_ONCE, self._questions) :]
        self._questions -= len(texts)
        return [*differences(answers(one, seat, texts), answers(other, seat, texts))]

    def _add(  # noqa: PLR0913, PLR0917 - all that there is to say of a leak
        self,
        way: _Way,
        moments: Moments,
        channel: str,
        viewer: str | None,
        ply: int,
        given: Sequence[object],
    ) -> bool:
        """Report a leak, with the secret in which the two games differ, unless it is accepted."""
        if channel in self._report.accepted:
            self._report.accepted[channel] += 1
            return False
        last = way.after[-1] if way.after else ""
        sides = way.side, self._hidden.side_of(moments[1][0], viewer)
        secret = secret_of(self._game, moments, sides, given, last) or way.moves
        here, there = given
        leak = Leak(channel, viewer, ply, here, there, way.change, self._seed, way.after, secret)
        self._report.leaks.append(replace(leak, after_there=way.after_there))
        return True


def _reason(
    disclosure: Disclosure, one: _Seen, stop: Stop, viewer: str | None, way: _Way
) -> str | None:
    remade = way.change in REMADE
    return disclosure.reason(one.moment, stop.moment, viewer, remade=remade)


def _is_secret(before: Position, told: Told) -> bool:
    """Return whether a move was made in a secret submission, of which others see the commit."""
    return before.in_secret and told.text != COMMIT


def _heard(plies: Sequence[tuple[Told, bool]], side: SideId) -> tuple[str, ...]:
    """Return the moves that a side knows: all but those that others have made in secret."""
    return tuple(told.text for told, is_secret in plies if not is_secret or told.side == side)


def _has_begun(one: Moment, other: Moment) -> bool:
    """Return whether two games have come apart; they may have come to the same again.

    Also on the way, before chance fell: what was told there is in the news for long.
    """
    if one.told != other.told or len(one.passed) != len(other.passed):
        return True
    pairs = zip((*one.passed, one.position), (*other.passed, other.position), strict=True)
    return any(
        here.state != there.state or here.happened != there.happened for here, there in pairs
    )


def _side_by_side(
    parts: Sequence[_Part], changed: Sequence[Stretch]
) -> Iterator[tuple[_Seen, Stop]]:
    """Play the changed stretches, and yield what was seen before with where it is now."""
    match = parts[0].start.fork()
    for part, stretch in zip(parts, changed, strict=True):
        for one, stop in zip(part.seen, stops(match, stretch), strict=False):
            yield one, stop
            if stop.refused is not None:
                return
