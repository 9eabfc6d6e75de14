"""How many moves a side has made in a submission, and how many it makes at least and at most.

They are kept under local names of the step, one for each side. In secret a side counts on its own
table, so that nobody else can tell how far it has come.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ruleengine.pipeline.expressions import Evaluate, bind
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Env, SideId, State
from ruleengine.schema.expression import Expression
from ruleengine.schema.submission import MoveRange, bounds_of

ANY_NUMBER: Final = "your moves, then commit"
"""What a side is asked that makes as many moves as it likes."""
_NAME: Final = "moves#"
"""What the local names begin with."""
_NO_LIMIT: Final = -1


class MovesMade(NamedTuple):
    """The moves of one side."""

    made: int = 0
    least: int = 0
    most: int = _NO_LIMIT

    @property
    def is_over(self) -> bool:
        """Whether the last move has been made."""
        return self.most != _NO_LIMIT and self.made >= self.most

    @property
    def early(self) -> str | None:
        """Why it is too early to commit; nothing when enough moves have been made."""
        needed = self.least - self.made
        if needed <= 0:
            return None
        more = "1 more move has" if needed == 1 else f"{needed} more moves have"
        return f"it is too early to commit: {more} to be made"

    @property
    def title(self) -> str:
        """What the side is asked."""
        needed, left = max(0, self.least - self.made), self.most - self.made
        if self.most == _NO_LIMIT:
            return f"{_moves(needed)} or more, then commit" if needed else ANY_NUMBER
        if needed >= left:
            return "your move" if left == 1 else f"your next {left} moves"
        if needed:
            return f"{needed} to {left} moves, then commit"
        return f"up to {_moves(left)}, then commit"


def _moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number} moves"


class Limits:
    """How many moves the sides of a submission make."""

    def __init__(self, moves: Expression | MoveRange, rules: Rules) -> None:
        least, most = bounds_of(moves)
        self._least: Evaluate | None = None if least is None else bind(least, rules)
        self._most: Evaluate | None = None if most is None else bind(most, rules)

    def begin(self, state: State, env: Env, side: SideId) -> bool:
        """Reckon the numbers of a side; return whether it makes any move."""
        on_turn, state.mover = state.mover, side
        least = 0 if self._least is None else self._least(state, env)
        most = _NO_LIMIT if self._most is None else self._most(state, env)
        state.mover = on_turn
        # A number that is nothing is as good as none.
        if least is None or most is None or (self._most is not None and most <= 0):
            return False
        env[f"{_NAME}{side}"] = [0, least, most]
        return True


def moves_of(env: Env, side: SideId) -> MovesMade:
    """Return the moves of a side among the local names of the step, or of its own table."""
    kept = env.get(f"{_NAME}{side}")
    return MovesMade(*kept[:3]) if isinstance(kept, list) else MovesMade()


def count_move(env: Env, side: SideId) -> None:
    """Count a move of a side, if there is a limit."""
    kept = env.get(f"{_NAME}{side}")
    if isinstance(kept, list):
        env[f"{_NAME}{side}"] = [kept[0] + 1, *kept[1:]]


def forget_moves(env: Env) -> None:
    """Forget the numbers of all sides: the submission is over."""
    for name in [name for name in env if name.startswith(_NAME)]:
        del env[name]
