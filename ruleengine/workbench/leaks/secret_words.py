"""What two games differ in that somebody may not know, in words: the secret behind a leak."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from ruleengine.game.game import Game
from ruleengine.game.kept.counters_and_marks import (
    NOTHING,
    counters_by_name,
    kept_of_piece,
    marks_by_name,
)
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import Eyes
from ruleengine.pipeline.state import SideId, State
from ruleengine.workbench.leaks.hidden_facts import HiddenFacts
from ruleengine.workbench.leaks.transcripts import Told

Moments: TypeAlias = "tuple[tuple[State, State], tuple[State, State]]"
"""Both games before the last move, and both after it."""
_WORD: Final = re.compile(r"\w+")
_MAX_FACTS: Final = 4  # one is mostly enough to see what it is about


def secret_of(
    game: Game,
    moments: Moments,
    sides: tuple[SideId, SideId],
    given: Sequence[object],
    last: str,
) -> tuple[str, str] | None:
    """Return what two games differ in, as the referee sees them with what a side has drafted.

    The sides are the one that has drafted something, and the one that looks. What the rules let
    the latter know is no secret, however it was learned.

    First comes what the leak is about: what the last move speaks of and was not the same before
    it, but is now, such as a piece that it has taken; then facts that speak of what was `given`
    differently, then others that the last move speaks of.
    """
    side, viewer = sides
    before, now = ([_facts(game, HiddenFacts.with_draft(s, side)) for s in m] for m in moments)
    moved = {*_WORD.findall(last)}
    known = [_kept_facts(game.rules, game.rules.sight.eyes(state, viewer)) for state in moments[1]]
    differing = [
        key
        for key in _differing(*now)
        if any(seen.get(key) != facts.get(key) for seen, facts in zip(known, now, strict=True))
    ]
    gone = [
        key
        for key in _differing(*before)
        if key not in differing and not moved.isdisjoint(_WORD.findall(key))
    ]
    if not differing and not gone:
        return None
    here, there = (Counter(_WORD.findall(str(each))) for each in given)
    told = {*(here - there), *(there - here)}

    def distance(key: str) -> tuple[bool, bool]:
        words = _WORD.findall(key)
        return told.isdisjoint(words), moved.isdisjoint(words)

    differing.sort(key=distance)
    one, other = (
        _listed(
            [f"{key} before {last}: {earlier.get(key, NOTHING)}" for key in gone]
            + [f"{key}: {facts.get(key, NOTHING)}" for key in differing]
        )
        for earlier, facts in zip(before, now, strict=True)
    )
    return one, other


def _differing(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    return [key for key in {**one, **other} if one.get(key) != other.get(key)]


def _listed(facts: Sequence[str]) -> str:
    more = len(facts) - _MAX_FACTS
    return ", ".join(facts[:_MAX_FACTS]) + (f", and {more} more" if more > 0 else "")


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
    return {**facts, **_kept_facts(rules, eyes)}


def _kept_facts(rules: Rules, eyes: Eyes) -> dict[str, str]:
    """Return the counters and marks, but those of pieces, that somebody may know."""
    facts: dict[str, str] = {}
    by_name = {**counters_by_name(rules, eyes), **marks_by_name(rules, eyes)}
    for name, told in by_name.items():
        if isinstance(told, Mapping):
            facts |= {f"{name} of {whose}": _word(value) for whose, value in told.items()}
        else:
            facts[name] = _word(told)
    return facts


def _word(value: int | str | None) -> str:
    return NOTHING if value is None else str(value)
