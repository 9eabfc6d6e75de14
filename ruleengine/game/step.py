"""One ply of a match, with all that the referee knows of it."""

from __future__ import annotations

from typing import NamedTuple

from ruleengine.game.kept.record import Ply
from ruleengine.game.moves.notation import COMMIT, PASS
from ruleengine.game.position import Position
from ruleengine.pipeline.flow import Missed


class Step(NamedTuple):
    """A ply that was played, which one it was counted from 0, and the position after it."""

    number: int
    ply: Ply
    position: Position
    thrower: str | None = None
    """The side whose throw it was, if it was part of a turn."""
    idle: tuple[Missed, ...] = ()
    """The sides whose turn has gone by, or whose throw was lost, without a move of theirs."""
    releases: bool = False
    """Whether the last of several sides has committed, so that what follows is done by all."""
    asked: str | None = None
    """The title of the choice that was made, if it has one."""
    on_turn: str | None = None
    """The side in whose turn it was played, where sides take turns."""


def asked_by(before: Position, ply: Ply) -> str | None:
    """Return the title of the choice that a ply answers, if it does and if there is one."""
    name = ply.text.partition(" ")[0]
    if ply.seat is not None and (name in before.game.rules.actions or name in (PASS, COMMIT)):
        return None
    question = before.question_for(ply.seat)
    return None if question == name.replace("_", " ") else question


def releases(before: Position, after: Position) -> bool:
    """Return whether a ply is the last commit of a submission of several sides."""
    if not before.drafting or not after.has_committed:
        return False
    drafts = before.state.drafts
    return len(drafts) > 1 and sum(not draft.committed for draft in drafts) == 1
