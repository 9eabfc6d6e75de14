"""Moves that are written alike, although they are about pieces in one place that are not alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Protocol

from ruleengine.analysis.finding import Finding
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Slot, State
from ruleengine.pipeline.steps.submission import table_of
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

    @property
    def actors(self) -> tuple[str, ...]:
        """The seats that decide."""

    def legal_moves(self) -> Sequence[Written]:
        """Return the moves of the first seat that decides."""


def note_alike(rules: Rules, position: Listing, found: dict[str, str]) -> None:
    """Note of each action or choice one text that means several pieces which differ in something.

    Whoever decides may not know what they differ in; still the text means only one of them.
    """
    moves = position.legal_moves()
    several = {text for text, many in Counter(move.text for move in moves).items() if many > 1}
    state, meant = position.state, dict[str, set[object]]()
    if position.actors:
        seat = rules.names.seats.index(position.actors[0])
        state = table_of(state, state.seat_side[seat])
    for move in moves:
        if move.name in found:
            continue
        if move.text in several:
            looks = tuple(_looks(state, slot) for _, slot in _named(rules, state, move))
            meant.setdefault(move.text, set()).add(looks)
            if len(meant[move.text]) > 1:
                found[move.name] = move.text
        elif _stands_for_others(rules, state, move):
            found[move.name] = move.text


def _named(rules: Rules, state: State, move: Written) -> Iterator[tuple[int, Slot]]:
    """Yield the pieces that a move names, each with its place among the values."""
    action = rules.actions.get(move.name)
    for place, value in enumerate(move.values):
        if action is not None:  # of options only pieces can be written alike
            operand = action.operands[place]
            if operand.what != "piece" or operand.named == "never":
                continue
        if isinstance(value, int) and value < len(state.cell):
            yield place, value


def _stands_for_others(rules: Rules, state: State, move: Written) -> bool:
    """Return whether a move could name another piece beside the board as well, written alike.

    There pieces of one kind and side are listed once; on the board only if nothing differs.
    """
    action = rules.actions.get(move.name)
    if action is None:
        return False
    for place, slot in _named(rules, state, move):
        if not action.operands[place].may_be_beside or state.cell[slot] < rules.num_cells:
            continue
        for other in state.at[state.cell[slot]]:
            is_written_alike = (state.owner[other], state.kind[other]) == (
                state.owner[slot],
                state.kind[slot],
            )
            if is_written_alike and _looks(state, other) != _looks(state, slot):
                values = (*move.values[:place], other, *move.values[place + 1 :])
                if action.allows(state, values):
                    return True
    return False


def _looks(state: State, slot: Slot) -> tuple[int, ...]:
    kept = (values[slot] for values in state.piece_counters)
    return (state.owner[slot], state.kind[slot], state.seat_no[slot], *kept)


def shared_cell(rules: Rules, action: str, text: str, games: str) -> Finding:
    """Say that players cannot tell which piece they mean."""
    place = text.partition(" ")[2].partition("-")[0]
    is_beside = place in rules.grid.places[rules.num_cells :]
    hint = "write `shared: true` under `board`, so that moves tell them apart"
    if rules.tells_sharing or is_beside or ":" in text:
        hint = "let a `number` be named as well, and the piece `never`: the one with that number"
        if rules.hides_kinds and ":" not in text:
            hint = "say `owner: mover` if the pieces are the player's own, or let chance choose one"
    return Finding(
        "check/shared-cell",
        action,
        f"'{text}' came up in {games} for several pieces in one place that are not alike, and "
        "means the first of them",
        locate_key(rules.resolved.tree, ("actions", action)),
        hint,
    )
