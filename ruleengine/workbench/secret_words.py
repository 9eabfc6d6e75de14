"""What two games differ in that somebody may not know, in words: the secret behind a leak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ruleengine.game.game import Game
from ruleengine.game.kept_names import NOTHING, counters_by_name, kept_of_piece, marks_by_name
from ruleengine.pipeline.state import SideId, State
from ruleengine.workbench.hidden_facts import HiddenFacts
from ruleengine.workbench.transcripts import Told

_MAX_FACTS: Final = 4  # one is mostly enough to see what it is about


def secret_of(game: Game, here: State, there: State, side: SideId) -> tuple[str, str] | None:
    """Return what two states differ in, as the referee sees them with what a side has drafted."""
    facts = [_facts(game, HiddenFacts.with_draft(state, side)) for state in (here, there)]
    differing = [key for key in {**facts[0], **facts[1]} if facts[0].get(key) != facts[1].get(key)]
    if not differing:
        return None
    one, other = (
        ", ".join(f"{key}: {each.get(key, NOTHING)}" for key in differing[:_MAX_FACTS])
        + (", ..." if len(differing) > _MAX_FACTS else "")
        for each in facts
    )
    return one, other


def secret_moves(here: Sequence[Told], there: Sequence[Told]) -> tuple[str, str]:
    """Return what was played differently, where it has left the same on the board."""
    one, other = (", ".join(told.text for told in moves) or "no move" for moves in (here, there))
    return one, other


def _facts(game: Game, state: State) -> Mapping[str, str]:
    """Return all that stands somewhere or is kept, by what it is about."""
    rules = game.rules
    eyes = rules.sight.eyes(state, None)
    pieces: dict[str, list[str]] = {}
    kept: dict[str, list[str]] = {}
    for slot, cell in enumerate(state.cell):
        if cell < 0:
            continue
        title = f"{rules.names.owner(state.owner[slot])} {rules.names.kinds[state.kind[slot]]}"
        pieces.setdefault(rules.place(cell), []).append(title)
        for name, value in kept_of_piece(rules, eyes, slot).items():
            kept.setdefault(f"{name} on {rules.place(cell)}", []).append(_word(value))
    facts = {about: " and ".join(sorted(words)) for about, words in {**pieces, **kept}.items()}
    by_name = {**counters_by_name(rules, eyes), **marks_by_name(rules, eyes)}
    for name, told in by_name.items():
        if isinstance(told, Mapping):
            facts |= {f"{name} of {whose}": _word(value) for whose, value in told.items()}
        else:
            facts[name] = _word(told)
    return facts


def _word(value: int | str | None) -> str:
    return NOTHING if value is None else str(value)
