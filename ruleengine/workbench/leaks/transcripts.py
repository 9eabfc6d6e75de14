"""Random games for the leak test, and how one side's secrets lie in them."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from ruleengine.game import streams
from ruleengine.game.game import Game
from ruleengine.game.match import Match
from ruleengine.game.moves.moves import Move, leading_on
from ruleengine.game.moves.notation import COMMIT
from ruleengine.game.position import Position
from ruleengine.pipeline.flow import Run
from ruleengine.pipeline.state import SideId
from ruleengine.pipeline.steps.submission import take_secretly

_PURPOSE = 17  # a stream of its own, apart from those of matches
_MAX_PLIES = 600
_BURST = 8  # moves that a seat makes at a time, where several may move
_MAX_DRAFT = 8  # moves of a side in secret that may commit already

T = TypeVar("T")


class Lots:
    """Random choices that depend on nothing but a seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._number = 0

    def below(self, options: int) -> int:
        """Return a number from 0 to `options` - 1."""
        self._number += 1
        return streams.draw(_PURPOSE, self._seed, 0, 0, self._number, options=options)

    def one_of(self, options: Sequence[T]) -> T:
        """Return one of the options."""
        return options[self.below(len(options))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items into another order."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


class Told(NamedTuple):
    """A move as it is handed in."""

    seat: str
    side: SideId
    text: str


class Played(NamedTuple):
    """A move of a game; `submission` counts the secret submissions, if it was made in one."""

    told: Told
    submission: int | None
    commits: bool = False
    """Whether a side commits by it, which everybody sees, also when the move itself is secret."""


def play_at_random(game: Game, seed: int, *, plies: int) -> list[Played]:
    """Return a random game, of so many moves besides those made in secret."""
    lots = Lots(seed)
    match = Match(game, seed)
    played: list[Played] = []
    drafted: dict[str, int] = {}
    seat = ""
    submissions, visible = 1, 0
    while not match.is_over and visible < plies and len(played) < _MAX_PLIES:
        position = match.position
        if seat not in position.actors or lots.below(_BURST) == 0:
            seat = lots.one_of(position.actors)
        moves = position.legal_moves(seat)
        if position.drafting:
            move = draft_move(moves, lots, drafted.get(seat, 0))
            drafted[seat] = drafted.get(seat, 0) + 1
        else:
            # By name every other time, so that actions with few moves are played as well.
            names = sorted({each.name for each in moves})
            name = lots.one_of(names) if lots.below(2) else None
            move = lots.one_of([each for each in moves if name in (None, each.name)])
        secret = position.in_secret and move.name != COMMIT
        commits = position.play(move, seat).has_committed
        visible += not secret or commits
        side = position.state.seat_side[game.seats.index(seat)]
        told = Told(seat, side, move.text)
        played.append(Played(told, submissions if secret else None, commits))
        match.submit(seat, move.text)
        if commits and len(position.actors) == 1:
            submissions, drafted = submissions + 1, {}
    return played


def drafted(position: Position, told: Told) -> Position:
    """Return a position after a secret move, as it would be if that did not commit by itself."""
    move = position.parse_move(told.text, told.seat)
    run = Run(position.game.rules, position.state)
    take_secretly(run, told.side, move.name, move.values)
    return Position(position.game, run.state)


def draft_move(moves: Sequence[Move], lots: Lots, done: int) -> Move:
    """Return a move of a submission: mostly one that leads on, now and then any."""
    others = [move for move in moves if move.name != COMMIT]
    may_commit = len(others) < len(moves)
    if not others or (may_commit and (done >= _MAX_DRAFT or lots.below(4) == 0)):
        return moves[-1]
    if lots.below(12) > 0:
        others = list(leading_on(tuple(others)))
    return lots.one_of(others)


@dataclass(frozen=True)
class Stretch:
    """A part of a game as others see it: what one side does in secret, then what all see.

    `hidden` stays True for a part in which there were secret moves before they were changed;
    a part is `quiet` when its last move is a secret of another side.
    """

    secret: tuple[Told, ...]
    then: Told | None
    hidden: bool
    quiet: bool
    submission: int | None = None

    @property
    def moves(self) -> tuple[Told, ...]:
        """All moves of the part, the open one last."""
        return self.secret if self.then is None else (*self.secret, self.then)


def stretches_of(played: Sequence[Played], side: SideId) -> list[Stretch]:
    """Return a game in stretches, by what a side does in secret."""
    found: list[Stretch] = []
    secret: list[Told] = []
    number: int | None = None
    for ply in played:
        if ply.submission is not None and ply.told.side == side:
            secret.append(ply.told)
            number = ply.submission
            if ply.commits:  # which others see, though nothing of the move
                found.append(_in_secret(secret, number))
                secret = []
            continue
        found.append(
            Stretch(
                tuple(secret),
                ply.told,
                hidden=bool(secret),
                quiet=ply.submission is not None and not ply.commits,
                submission=number if secret else None,
            )
        )
        secret = []
    if secret:
        found.append(_in_secret(secret, number))
    return found


def _in_secret(secret: Sequence[Told], number: int | None) -> Stretch:
    return Stretch(tuple(secret), None, hidden=True, quiet=False, submission=number)
