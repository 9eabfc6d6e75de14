"""The way to a position within its turn, for whoever has to go it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ruleengine.errors import PositionError
from ruleengine.game.moves.moves import ChanceOutcome, Move
from ruleengine.game.turn_so_far import Taken, TurnSoFar
from ruleengine.pipeline.flow import Run, advance, begin_steps
from ruleengine.pipeline.repetitions import position_key
from ruleengine.pipeline.state import State

if TYPE_CHECKING:
    from ruleengine.game.position import Position

_UNKNOWN: Final = (
    "it stands within a turn, and what has been decided in that turn before is not known"
)


class Decided(NamedTuple):
    """A decision of the turn, and the position in which it was made."""

    position: Position
    choice: Move | ChanceOutcome


class Way(NamedTuple):
    """The state with which the steps of a turn begin, and what has been decided since."""

    begun: State
    decided: list[Decided]


def way_to(position: Position) -> Way:
    """Return the way to a position; going it again leads there.

    Raises:
        PositionError: the position is over, a submission is under way in it, it is not known how
            it came about in its turn, or what stood before its turn counts.
    """
    if position.outcome is not None:
        raise refused("the game is over in it")
    if any(draft.moves or draft.committed for draft in position.state.drafts):
        raise refused("a submission is under way in it, which it can only begin with anew")
    so_far = position.so_far or _shown(position)
    if so_far.begun.seen:
        raise refused(
            "the rules ask how often positions have stood, and it cannot take over which stood "
            "before; draw it with `Game.position` to begin without them, or give a tree "
            "counter the `moves` that lead there"
        )
    return Way(so_far.begun, _decided(position, so_far))


def _shown(position: Position) -> TurnSoFar:
    """Return what a turn began with, of a position that is not said to have changed since."""
    rules, begun = position.game.rules, position.state
    begun.frames, begun.envs, begun.queue, begun.drafts = [], [], [], ()
    if rules.repeats:
        key = position_key(rules, begun)
        times = begun.seen.get(key, 1) - 1
        seen = {each: number for each, number in begun.seen.items() if each != key}
        begun.seen = {**seen, key: times} if times else seen
        begun.first_turn, begun.since = {}, None
    return TurnSoFar(begun)


def _decided(position: Position, so_far: TurnSoFar) -> list[Decided]:
    """Return what has been decided in the turn of a position, each where it was."""
    game, decided = position.game, list[Decided]()
    run = Run(game.rules, so_far.begun.copy())
    begin_steps(run)
    advance(run)
    now = type(position)(game, run.state)
    for taken in so_far.taken:
        choice = _meant(now, taken)
        if choice is None:
            raise refused(_UNKNOWN)
        decided.append(Decided(now, choice))
        now = now.play(choice)
    if now.state != position.state:
        raise refused(_UNKNOWN)
    return decided


def _meant(position: Position, taken: Taken) -> Move | ChanceOutcome | None:
    """Return the legal move, or the outcome of chance, that was decided in a position."""
    for outcome in position.chance or ():
        if (outcome.name, (outcome.value,)) == taken:
            return outcome
    moves = position.legal_moves()
    return next((move for move in moves if (move.name, move.values) == taken), None)


def refused(why: str) -> PositionError:
    """Return that a position cannot be begun with, with the reason."""
    message = f"the compiled tier cannot begin with this position: {why}"
    return PositionError("position/bad-value", message)
