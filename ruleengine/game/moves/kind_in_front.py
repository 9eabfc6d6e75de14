"""What is said where the kind in front of a move is not that of the piece it names."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ruleengine.errors import Reason
from ruleengine.game.moves.notation import Notation
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.operands.operand import OperandValue
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import Eyes, piece_title, with_eyes
from ruleengine.pipeline.state import GONE, State
from ruleengine.schema.wording import any_of

_SHOWN: Final = 4  # moves that may have been meant; more are no help


def other_kind(
    rules: Rules,
    action: BoundAction,
    value: OperandValue,
    kinds: frozenset[int],
    before: tuple[State, Eyes],
) -> Reason | None:
    """Return that something else stands there, or nothing, and what could be named instead."""
    state, eyes = before
    operand = action.operands[0]
    title = min(rules.kind_title(kind) for kind in kinds)
    env = with_eyes({}, eyes)
    if isinstance(value, int):
        if not eyes.knows("kind", value) or state.kind[value] in kinds:
            return None
        told = f"{piece_title(rules, state, value, env)} is no {title}"
        against = Reason("move/wrong-piece", told, operand.cited("move/wrong-piece"), operand.span)
    elif operand.reads:
        return None  # what it is looked for among is not known yet
    else:
        against = operand.refuse(state, env, value)[0]
    own = [
        rules.piece_text(state, slot)
        for slot, kind in enumerate(state.kind)
        if kind in kinds
        and state.owner[slot] == state.mover
        and state.cell[slot] != GONE
        and eyes.knows("kind", slot)
    ]
    if not own:
        return replace(against, hint=f"of yours there is no {title}")
    return replace(against, hint=f"you could name {any_of(dict.fromkeys(own))}")


def moves_to(
    notation: Notation,
    action: BoundAction,
    place: str,
    kinds: frozenset[int],
    before: tuple[State, Eyes],
) -> str | None:
    """Return a hint at the legal moves of a piece of a kind to a place, if there are a few."""
    state, eyes = before
    texts = [
        notation.spoken(state, action.name, values)
        for values in action.legal(state)
        if isinstance(slot := values[0], int)
        and state.kind[slot] in kinds
        and eyes.knows("kind", slot)
    ]
    meant = dict.fromkeys(text for text in texts if place in text.split("-")[1:])
    if not 0 < len(meant) <= _SHOWN:
        return None
    return f"did you mean {any_of(f'`{text}`' for text in meant)}?"
