"""Moves that are written alike, although they are about pieces on one cell that are not alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from ruleengine.analysis.finding import Finding
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Slot, State
from ruleengine.source.locate import locate_key


class Written(Protocol):
    """A move."""

    @property
    def name(self) -> str:
        """The action, or the name of the choice."""

    @property
    def text(self) -> str:
        """The move as a player writes it."""

    @property
    def values(self) -> tuple[int | str | None, ...]:
        """Operands or option as numbers."""


class Listing(Protocol):
    """A position that lists moves."""

    @property
    def state(self) -> State:
        """The numbers behind it."""

    def legal_moves(self) -> Sequence[Written]:
        """Return the moves of the first seat that decides."""


def note_alike(rules: Rules, position: Listing, found: dict[str, str]) -> None:
    """Note of each action one text that means several pieces which differ in something."""
    if rules.hides:
        return  # what moves may not tell is said by a look at the rules
    moves = position.legal_moves()
    several = {text for text, many in Counter(move.text for move in moves).items() if many > 1}
    if not several:
        return
    state, meant = position.state, dict[str, set[object]]()
    for move in moves:
        action = rules.actions.get(move.name)
        if action is None or move.text not in several or move.name in found:
            continue
        looks = tuple(
            _looks(state, value) if operand.what == "piece" and isinstance(value, int) else None
            for operand, value in zip(action.operands, move.values, strict=True)
            if operand.named != "never"
        )
        meant.setdefault(move.text, set()).add(looks)
        if len(meant[move.text]) > 1:
            found[move.name] = move.text


def _looks(state: State, slot: Slot) -> tuple[int, ...]:
    kept = (values[slot] for values in state.piece_counters)
    return (state.owner[slot], state.kind[slot], state.seat_no[slot], *kept)


def shared_cell(rules: Rules, action: str, text: str, games: str) -> Finding:
    """Say that players cannot tell which piece they mean."""
    hint = "write `shared: true` under `board`, so that moves tell kinds and owners"
    if rules.tells_sharing:
        hint = "let a `number` be named as well, and the piece `never`: the one with that number"
    return Finding(
        "check/shared-cell",
        action,
        f"'{text}' came up in {games} for several pieces on one cell that are not alike, and means "
        "the first of them",
        locate_key(rules.resolved.tree, ("actions", action)),
        hint,
    )
