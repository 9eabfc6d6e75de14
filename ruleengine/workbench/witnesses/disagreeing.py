"""What two games make of the same moves: where they begin to differ, in words and as a step.

A `Disagreement` is told as a step of a scenario case that holds in the first game and fails in
the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ruleengine.errors import PlayError
from ruleengine.game.events import GameEvent
from ruleengine.game.kept.counters_and_marks import all_told
from ruleengine.game.kept.drawn import EMPTY, counted
from ruleengine.game.moves.moves import listed_outcomes
from ruleengine.game.outcome import Outcome
from ruleengine.game.position import Position
from ruleengine.game.views import View
from ruleengine.pipeline.state import Value
from ruleengine.schema.drawing import read_drawing
from ruleengine.schema.pieces import UNOWNED
from ruleengine.workbench.cases.view_expectations import HIDDEN, kept_by_name, lying_beside


@dataclass(frozen=True)
class Disagreement:
    """Two games that disagree at one moment."""

    kind: str
    here: str
    """What the first game makes of it, in words."""
    there: str
    """And what the second does."""
    step: Mapping[str, object]
    """A step of a scenario that holds in the first game and fails in the second."""
    about: tuple[str, ...] = ()
    """What has to stay the same for it to be the same; nothing where that are the words."""

    def is_same(self, other: Disagreement) -> bool:
        """Tell whether the games disagree about the same thing for the same reason."""
        if (self.kind, self.about) != (other.kind, other.about):
            return False
        return bool(self.about) or (self.here, self.there) == (other.here, other.there)

    def again(self, one: Position, other: Position) -> Disagreement | None:
        """Return the same disagreement at other positions, if it is there as well."""
        if self.kind == "legal":
            text, seat = self.about[:2]
            found = _move(one, other, text, seat) if seat in one.actors else None
        elif self.kind == "counter":
            found = counters_disagree(one, other)
        else:
            # To list all moves takes longest, and shows something else.
            found = _first(one, other, [look for look in _LOOKS if look is not _legal])
        return found if found is not None and self.is_same(found) else None


Look: TypeAlias = Callable[[Position, Position], Disagreement | None]


def disagreement(one: Position, other: Position) -> Disagreement | None:
    """Return in what two games differ that have come here by the same moves, if they do."""
    return _first(one, other, _LOOKS)


def _first(one: Position, other: Position, looks: Iterable[Look]) -> Disagreement | None:
    for look in looks:
        found = look(one, other)
        if found is not None:
            return found
    return None


def counters_disagree(one: Position, other: Position) -> Disagreement | None:
    """Return a counter that is not the same; mostly that shows in something else later."""
    here, there = (all_told(p.game.rules, p.full_view().counters) for p in (one, other))
    for name, value in here.items():
        if name in there and there[name] != value:
            parts = value, there[name]
            if one.game.rules.counters[name].per == "cell":
                parts = _unlike(*parts)
            told = (f"{name} is {parts[0]}", f"{name} is {parts[1]}")
            return Disagreement("counter", *told, {"expect": {"counters": {name: parts[0]}}})
    return None


def _unlike(
    here: Mapping[str, int], there: Mapping[str, int]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return the parts in which two differ: of a whole board, a few cells."""
    parts = [part for part in here if here[part] != there.get(part)]
    return {p: here[p] for p in parts}, {p: there[p] for p in parts if p in there}


def _endings(one: Position, other: Position) -> Disagreement | None:
    here, there = one.outcome, other.outcome
    if here is None and there is None:
        return None
    if here is not None and there is not None and _same_end(here, there):
        return None
    expected: object = "none" if here is None else _expected_outcome(here)
    return Disagreement("ending", _end(here), _end(there), {"expect": {"outcome": expected}})


def _same_end(one: Outcome, other: Outcome) -> bool:
    return (one.winners, one.void, one.ending) == (other.winners, other.void, other.ending)


def _end(outcome: Outcome | None) -> str:
    if outcome is None:
        return "the game goes on"
    result = "it is void" if outcome.void else "it is a draw"
    if outcome.winner is not None:
        result = f"{outcome.winner} wins"
    elif outcome.winners:
        result = f"{', '.join(outcome.winners)} win together"
    return f"the game is over, {result}: {outcome.reason}"


def _expected_outcome(outcome: Outcome) -> dict[str, object]:
    found: dict[str, object] = {"draw": True}
    if outcome.winner is not None:
        found = {"winner": outcome.winner}
    elif outcome.winners:
        found = {"winners": list(outcome.winners)}
    elif outcome.void:
        found = {"void": True}
    return {**found, "ending": outcome.ending} if outcome.ending else found


def _chance(one: Position, other: Position) -> Disagreement | None:
    here, there = _outcomes(one), _outcomes(other)
    if here == there:
        return None
    step = {"expect": {"chance": "none" if here is None else here}}
    return Disagreement("chance", _asked(one), _asked(other), step)


def _outcomes(position: Position) -> list[str] | None:
    return None if position.chance is None else [outcome.text for outcome in position.chance]


def _asked(position: Position) -> str:
    if position.chance is not None:
        return f"chance falls, as one of: {listed_outcomes(position.chance)}"
    question = position.question or "nothing"
    if len(position.actors) == 1:
        return f"{position.actors[0]} decides: {question}"
    return f"{' and '.join(position.actors) or 'nobody'} decide: {question}"


def _actors(one: Position, other: Position) -> Disagreement | None:
    if one.actors == other.actors:
        return None
    step = {"expect": {"actors": list(one.actors)}}
    return Disagreement("actors", _asked(one), _asked(other), step)


def _legal(one: Position, other: Position) -> Disagreement | None:
    for seat in one.actors:
        here = [move.text for move in one.legal_moves(seat)]
        there = [move.text for move in other.legal_moves(seat)]
        if here == there:
            continue
        missing = [text for text in here if text not in there]
        added = [text for text in there if text not in here]
        for text in [*missing, *added][:1]:
            return _move(one, other, text, seat)
    return None


def _move(one: Position, other: Position, text: str, seat: str) -> Disagreement | None:
    """Return the disagreement about one move, if it is legal in one of the games only."""
    here, there = (_is_legal(each, text, seat) for each in (one, other))
    if here == there:
        return None
    is_first = one.actors[0] == seat
    code, why = _refusal(other if here else one, text, seat)
    told = f"'{text}' is legal", f"'{text}' is refused{why}"
    about = (text, seat, code, str(here))
    if here:
        step = {"play": text if is_first else {"by": seat, "move": text}}
        return Disagreement("legal", *told, step, about)
    refused = {"move": text, "code": code} | ({} if is_first else {"by": seat})
    return Disagreement("legal", *told[::-1], {"refused": refused}, about)


def _is_legal(position: Position, text: str, seat: str) -> bool:
    """Return whether a move is legal; to list all of them may take a hundred times longer."""
    return seat in position.actors and not position.why(text, seat)


def _refusal(position: Position, text: str, seat: str) -> tuple[str, str]:
    """Return the code and the words with which a move is refused."""
    try:
        position.play(text, seat)
    except PlayError as error:
        reason = error.reasons[0]
        cited = f" ({', '.join(reason.clauses)})" if reason.clauses else ""
        return reason.code, f": {reason.message}{cited}"
    return "move/not-now", ""


def _board(one: Position, other: Position) -> Disagreement | None:
    if one.drawing == other.drawing:
        return None
    here, there = (read_drawing(each.drawing, each.game.rules.grid.frame) for each in (one, other))
    if [len(row) for row in here] != [len(row) for row in there]:
        sizes = (f"{len(each)} row{'s' * (len(each) != 1)}" for each in (here, there))
        first, second = (f"the board has {size}" for size in sizes)
        return Disagreement("board", first, second, {"expect": {"board": one.drawing}})
    cells = dict(_cells(one, here, there))
    others = dict(_cells(other, there, here))
    if cells == others:  # the same pieces on other ground
        return Disagreement(
            "board",
            "the board is another",
            "the board is another",
            {"expect": {"board": one.drawing}},
        )
    return Disagreement("board", _standing(cells), _standing(others), {"expect": {"cells": cells}})


def _cells(position: Position, here: list[str], there: list[str]) -> Iterator[tuple[str, str]]:
    state, rules = position.state, position.game.rules
    for row, (marks, others) in enumerate(zip(here, there, strict=True)):
        for column, (mark, other) in enumerate(zip(marks, others, strict=True)):
            if mark != other:
                taken = bool(state.at[row * rules.grid.columns + column])
                yield rules.grid.names.name(row, column), mark if taken else EMPTY


def _standing(cells: Mapping[str, str]) -> str:
    """Return what is on cells; a letter is marked as one, for games have letters too.

    >>> _standing({"j9": "B", "k9": "empty"})
    '`B` stands on j9, k9 is empty'
    """
    return ", ".join(
        f"{cell} is empty" if mark == EMPTY else f"`{mark}` stands on {cell}"
        for cell, mark in cells.items()
    )


def _facts(one: Position, other: Position) -> Disagreement | None:
    """Compare who moves, who owns zones, who sits where."""
    here, there = one.full_view(), other.full_view()
    pairs: tuple[tuple[str, object, object], ...] = (
        ("mover", here.mover, there.mover),
        ("zone_owners", _owned(here), _owned(there)),
        *(
            (name, _known(getattr(here, name)), _known(getattr(there, name)))
            for name in ("sides", "colors")
        ),
    )
    for name, mine, yours in pairs:
        if isinstance(mine, Mapping) and isinstance(yours, Mapping):
            changed = {key: value for key, value in mine.items() if yours.get(key) != value}
            if changed:
                told = (
                    f"{name}: {changed}",
                    f"{name}: { {key: yours.get(key) for key in changed} }",
                )
                return Disagreement("facts", *told, {"expect": {name: changed}})
        elif mine != yours:
            told = (f"{name}: {mine}", f"{name}: {yours}")
            return Disagreement("facts", *told, {"expect": {name: mine}})
    return None


def _owned(view: View) -> dict[str, str]:
    return {zone: owner or UNOWNED for zone, owner in view.zone_owners.items()}


def _known(values: Mapping[str, str | None]) -> dict[str, str]:
    return {key: value for key, value in values.items() if value is not None}


def _beside(one: Position, other: Position) -> Disagreement | None:
    """Compare what lies off the board."""
    here, there = (lying_beside(each.game, each.full_view()) for each in (one, other))
    for place, pieces in here.items():
        if there.get(place, pieces) != pieces:
            told = f"in {place}: {_lying(pieces)}", f"in {place}: {_lying(there[place])}"
            step = {"expect": {"off_board": {place: counted(pieces)}}}
            return Disagreement("beside", *told, step, (place,))
    return None


def _views(one: Position, other: Position) -> Disagreement | None:
    """Compare what seats see where something is hidden."""
    if not (one.game.rules.hides or other.game.rules.hides):
        return None
    for seat in one.game.seats:
        here, there = one.view(seat).drawing, other.view(seat).drawing
        if here != there:
            step = {"expect": {"view": {"of": seat, "board": here}}}
            told = (f"{seat} sees\n{here}", f"{seat} sees\n{there}")
            return Disagreement("view", *told, step, (seat,))
        found = _views_beside(one, other, seat) or _kept_views(one, other, seat)
        if found is not None:
            return found
    return None


def _views_beside(one: Position, other: Position, seat: str) -> Disagreement | None:
    """Compare what a seat sees of the pieces off the board."""
    here, there = (lying_beside(each.game, each.view(seat)) for each in (one, other))
    for place, pieces in here.items():
        if there.get(place, pieces) != pieces:
            step = {"expect": {"view": {"of": seat, "off_board": {place: counted(pieces)}}}}
            seen = f"{seat} sees in {place}: "
            told = f"{seen}{_lying(pieces)}", f"{seen}{_lying(there[place])}"
            return Disagreement("view", *told, step, (seat, place))
    return None


def _lying(pieces: Sequence[str]) -> str:
    return ", ".join(counted(pieces)) or "nothing"


def _kept_views(one: Position, other: Position, seat: str) -> Disagreement | None:
    """Compare the counters and marks that a seat sees, of those that are the same in both."""
    facts = [kept_by_name(each.game, each.full_view()) for each in (one, other)]
    here, there = (kept_by_name(each.game, each.view(seat)) for each in (one, other))
    for name, value in facts[0].items():
        mine, yours = here.get(name, HIDDEN), there.get(name, HIDDEN)
        if mine == yours or facts[1].get(name) != value:
            continue
        if isinstance(mine, dict) and isinstance(yours, dict):
            mine, yours = (
                {p: v for p, v in each.items() if mine[p] != yours[p]} for each in (mine, yours)
            )
        key = "counters" if name in one.game.rules.counters else "marks"
        seen: dict[str, object] = {key: {name: mine}} if mine != HIDDEN else {"hidden": [name]}
        step = {"expect": {"view": {"of": seat, **seen}}}
        told = (f"{seat} sees of {name}: {_seen(mine)}", f"{seat} sees of {name}: {_seen(yours)}")
        return Disagreement("view", *told, step, (seat, name))
    return None


def _seen(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{part} {each}" for part, each in value.items())
    return str(value)


def sentences(position: Position) -> list[Mapping[str, Value]]:
    """Return what the last step told in words, and whom."""
    return [event.payload for event in position.happened if event.name == "told"]


def _told(one: Position, other: Position) -> Disagreement | None:
    """Compare the sentences that seats are told."""
    if not (sentences(one) or sentences(other)):
        return None
    heard = {
        seat: tuple(_heard(each.events_for(seat)) for each in (one, other))
        for seat in one.game.seats
    }
    seat = next((seat for seat, (here, there) in heard.items() if here != there), None)
    if seat is None:
        return None
    by_all = all(pair == heard[seat] for pair in heard.values())
    events = [each.events if by_all else each.events_for(seat) for each in (one, other)]
    here, there = (
        {str(event): event for event in listed if event.name == "told"} for listed in events
    )
    only = [[key for key in here if key not in there], [key for key in there if key not in here]]
    expected: object = [str(event) for event in events[0]]
    if only[0]:
        expected = {"includes": only[0][0]}
    elif only[1] and not any(_DETAIL in str(there[key].details["says"]) for key in only[1]):
        expected = {"excludes": only[1][0]}
    who = "everybody" if by_all else seat
    words = [
        f"{who} is told {_quoted(_heard(each[key] for key in keys), is_more=bool(each))}"
        for each, keys in zip((here, there), only, strict=True)
    ]
    if words[0] == words[1]:  # the same sentences in another order, or not as often
        words = [f"{who} is told {_quoted(told)}" for told in heard[seat]]
    step = {"events": expected} if by_all else {"view": {"of": seat, "events": expected}}
    return Disagreement("told", words[0], words[1], {"expect": step})


_DETAIL: Final = "="
"""In a sentence it could be read as the next detail of the event."""


def _heard(events: Iterable[GameEvent]) -> list[str]:
    return [str(event.details["says"]) for event in events if event.name == "told"]


def _quoted(told: Sequence[str], *, is_more: bool = False) -> str:
    return ", ".join(f"'{each}'" for each in told) or ("nothing more" if is_more else "nothing")


_LOOKS: Final[tuple[Look, ...]] = (
    _endings,
    _chance,
    _actors,
    _board,
    _legal,
    _facts,
    _beside,
    _views,
    _told,
)
"""What is compared, in the order in which it is told."""
