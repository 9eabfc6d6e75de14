"""What happened, in words, as one seat may know it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, NamedTuple

from ruleengine.game.events import GameEvent
from ruleengine.game.game import Game
from ruleengine.game.kept.record import Ply
from ruleengine.game.match import Match
from ruleengine.game.moves.notation import COMMIT
from ruleengine.game.step import Step
from ruleengine.pipeline.start import UNKNOWN
from ruleengine.pipeline.state import NOBODY
from ruleengine.resolve.telling import NUMBERED
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.wording import possessive
from ruleengine.table.entries import Entry
from ruleengine.table.grouping import grouped, leaving_together, left_by
from ruleengine.table.sentences import (
    SENTENCES,
    answered,
    new_owner,
    piece_in,
    several_given,
    several_leave,
    several_placed,
)
from ruleengine.table.titles import (
    agreeing,
    is_cell,
    kind_title,
    piece_title,
    pieces_title,
    seat_title,
    side_title,
    titled,
)

_WORD: Final = re.compile(r"\w+")
_MAX_PLACED: Final = 4  # more pieces that are placed together are only counted


class _Said(NamedTuple):
    """What is told of some events."""

    sentences: tuple[str, ...]
    which: tuple[str, ...] = ()
    """Which pieces have gone where the move says."""


def story_of(match: Match, seat: str | None) -> Iterator[Entry]:
    """Yield what a seat may know of what the last submission has led to."""
    for step in match.recent:
        if (news := match.heard(step.number, seat)) is not None:
            # Of how chance fell, its events tell enough: a piece may be seen once it is drawn.
            by_lot = step.ply.seat is None and _is_heard(step.position.events, news.events)
            ply = step.ply if by_lot else news.ply
            drafted = [*_drafted(match, step.number, seat)] if step.releases else ()
            entry = step_entry(match.game, step._replace(ply=ply), news.events, drafted)
            yield entry._replace(ply=news.ply.text)


def _is_heard(events: Sequence[GameEvent], seen: Sequence[GameEvent]) -> bool:
    """Tell whether somebody who has seen some of the events has also seen what chance drew."""
    drawn, told = _drawn(events), _drawn(seen)
    if drawn is None or told is None or drawn.details.keys() != told.details.keys():
        return False
    return (drawn.name, drawn.place) == (told.name, told.place)


def _drafted(match: Match, number: int, seat: str | None) -> Iterator[GameEvent]:
    """Yield what a seat was told of its own side's moves in secret that a ply uncovers."""
    for earlier in range(number - 1, -1, -1):
        if match.is_seen(earlier, None) and match.told(earlier, None).text != COMMIT:
            return
        news = match.heard(earlier, seat)
        events = () if news is None else news.events
        if _after_commit(events):
            return  # the end of another submission
        yield from at_once(events)


def at_once(events: Sequence[GameEvent]) -> Iterator[GameEvent]:
    """Yield what a seat is told of its own moves in secret before the others have committed.

    Sentences of the rules behind its last move are told with those of the others, since there is
    nothing left to do with them before.
    """
    has_committed = any(event.name == "committed" for event in events)
    yield from (event for event in events if not (has_committed and event.name == "told"))


def _after_commit(events: Sequence[GameEvent]) -> Sequence[GameEvent]:
    """Return what follows when a side has committed."""
    committed = [n for n, event in enumerate(events) if event.name == "committed"]
    return events[committed[-1] + 1 :] if committed else ()


def step_entry(
    game: Game, step: Step, events: tuple[GameEvent, ...], drafted: Sequence[GameEvent] = ()
) -> Entry:
    """Return a step with what it did, and with who threw and who could not move.

    What follows when all have committed is told apart from the move of the last, without what
    the reader was told when it was `drafted`.
    """
    side = _side_of(game, step)
    results = _after_commit(events) if step.releases else ()
    told = events[: len(events) - len(results)]
    if step.position.in_secret:
        told = tuple(at_once(told))
    entry = entry_of(game, step.ply, told, side, step.asked)
    if step.ply.text == COMMIT and entry.name is not None:
        has = "has" if side is None else agreeing(game, side, "has", "have")
        entry = entry._replace(text=f"{entry.name} {has} committed", is_sentence=True)
    missed = tuple(
        f"{possessive(title, 'turn')} is skipped" if each.skipped else f"{title} cannot move"
        for each in step.idle
        for title in [game.rules.side_title(each.side)]
    )
    missed = tuple(dict.fromkeys(missed))
    if step.releases:
        lines = _lines(game, _without(game, results, drafted))
        cells = entry.cells.union(_changed(results))
        return entry._replace(results=(*lines, *([missed] if missed else [])), cells=cells)
    entry = entry._replace(sentences=(*entry.sentences, *missed))
    thrower = _thrower(step, events)
    if thrower is not None and step.asked is not None and step.asked.endswith("?"):
        return entry._replace(text=f"for {side_title(game, thrower)}: {entry.text}")
    return entry if thrower is None else _thrown(game, thrower, entry, events)


def _thrower(step: Step, events: Iterable[GameEvent]) -> str | None:
    """Return the side that a throw is told of, or in whose turn a lot falls."""
    rolled = next((event for event in events if event.name == "rolled"), None)
    if step.ply.seat is not None or rolled is None:
        return step.thrower
    # A die that an action throws is thrown by whoever acts, unless the rules say another side; a
    # lot that it draws is nobody's.
    side = rolled.details.get("side", step.on_turn)
    return None if side is None else str(side)


def _without(
    game: Game, events: Iterable[GameEvent], known: Iterable[GameEvent]
) -> Iterator[GameEvent]:
    """Yield events but those that were told already, each as often as it was told."""
    # Told, not happened: a piece may have become another by the time all have committed.
    left = Counter(_alone(game, event) for event in known)
    for event in events:
        said = _alone(game, event)
        if left[said] > 0:
            left[said] -= 1
        else:
            yield event


def _alone(game: Game, event: GameEvent) -> str:
    """Return what is told of an event if it is the only one."""
    say = SENTENCES[event.name]
    return str(event) if say is None else say(titled(game, _as_known(event)))


def _lines(game: Game, events: Iterable[GameEvent]) -> Iterator[tuple[str, ...]]:
    """Yield the lines of results: one for each sentence of the rules, one for what is between."""
    for is_told, group in groupby(events, key=lambda event: event.name == "told"):
        said = _sentences(game, tuple(group), set(), None).sentences
        if is_told:
            yield from ((sentence,) for sentence in said)
        elif said:
            yield said


def _side_of(game: Game, step: Step) -> str | None:
    """Return the side that has played a ply."""
    if step.ply.seat is None:
        return None
    side = step.position.state.seat_side[game.seats.index(step.ply.seat)]
    return None if side == NOBODY else game.sides[side]


def _thrown(game: Game, side: str, entry: Entry, events: Sequence[GameEvent]) -> Entry:
    """Return how chance fell in the turn of a side."""
    title = side_title(game, side)
    rolled = next((event for event in events if event.name == "rolled"), None)
    if rolled is None:
        return entry._replace(text=possessive(title, entry.text))
    throws = f"{title} {agreeing(game, side, 'throws', 'throw')}"
    die = f" ({entry.text.partition(':')[0]})" if len(game.rules.names.dice) > 1 else ""
    return entry._replace(text=f"{throws} {rolled.details['value']}{die}", throws=throws)


def entry_of(
    game: Game,
    ply: Ply,
    events: tuple[GameEvent, ...],
    side: str | None = None,
    asked: str | None = None,
) -> Entry:
    """Return a ply with what it did; `side` has played it, `asked` is the title of a choice."""
    words = set(ply.text.replace("-", " ").split())
    told = list(events)
    drawn = None if ply.text.endswith(f" {UNKNOWN}") else _drawn(events)
    if ply.seat is None and drawn is not None:
        told.remove(drawn)  # the text itself tells it
    sentences, which = _sentences(game, told, words, side)
    said = _said(game, ply, events, asked)
    return Entry(
        ply.seat,
        ply.text,
        f"{said} ({', '.join(dict.fromkeys(which))})" if which else said,
        sentences,
        frozenset(_changed(event for event in events if event.changes)),
        None if ply.seat not in game.seats else seat_title(game, ply.seat),
    )


def _sentences(game: Game, events: Sequence[GameEvent], words: set[str], side: str | None) -> _Said:
    """Return what is told of events beside the words of a move, which `side` has made."""
    # What was and is the same is nothing that has happened.
    events = tuple(event for event in events if event.changes)
    placed = [event for event in events if event.name == "placed"]
    is_counted = len(placed) > _MAX_PLACED
    sentences = [*_counted(game, placed)] if is_counted else []
    which: list[str] = []
    groups = [*leaving_together(game, grouped(events))]
    together = _together(game, (each.event for each in groups), words, is_counted=is_counted)
    for event, changes, cells_left in groups:
        say = SENTENCES[event.name]
        if say is None or _is_said(event, words, events):
            continue
        if id(event) in together:
            sentences += filter(None, [together[id(event)]])
        elif cells_left:
            pieces = pieces_title(game, left_by(_as_known(event)))
            sentences.append(several_leave(titled(game, event), pieces, cells_left))
        elif _is_where_said(event, words) or _is_only_stock(game, event, words, side):
            unsaid = [*_which(game, event, words, side)]
            if event.name == "moved" or _is_own(event, side):
                which += unsaid
            elif unsaid and not _is_told_of(event, events):
                # Behind the move it would read like what stood there before.
                sentences.append(say(titled(game, event)))
        else:
            known = event if "became" in changes else _as_known(event)
            sentences += [say(titled(game, known)), *_changes(game, event, changes)]
    if _is_turned(events):
        return _Said(tuple(dict.fromkeys(sentences)), tuple(which))
    return _Said(tuple(_in_numbers(sentences)), tuple(which))


def _together(
    game: Game, events: Iterable[GameEvent], words: set[str], *, is_counted: bool
) -> dict[int, str]:
    """Return what is told of pieces alike at once, by the identity of the event.

    It is told with the first of them, and nothing with the others; nor of those that are placed,
    if they are counted.
    """
    events = [*events]
    turned = _given_cells(game, events)
    put = _placed_cells(events, words)
    told: dict[int, str] = {}
    for event in events:
        said = ""
        if event.name == "given" and event.place in turned.get(_turns(event), ()):
            said = several_given(titled(game, event), turned[_turns(event)])
        elif event.name == "placed" and not is_counted and event.details["piece"] in put:
            pieces = pieces_title(game, str(event.details["piece"]))
            cells = put[event.details["piece"]]
            said = several_placed(titled(game, event), pieces, cells)
        elif event.name != "placed" or not is_counted:
            continue
        told[id(event)] = "" if said in told.values() else said
    return told


def _in_numbers(sentences: Iterable[str]) -> Iterator[str]:
    """Yield sentences that follow each other in the same words as one."""
    for sentence, group in groupby(sentences):
        times = sum(1 for _ in group)
        yield sentence if times == 1 else f"{sentence} ({times} times)"


def _changes(game: Game, left: GameEvent, changes: Mapping[str, GameEvent]) -> Iterator[str]:
    """Yield what has become of a piece that was just told to leave its place."""
    # Its new kind is told with its new owner; of one that has left the game neither matters.
    change = changes.get("became") or changes.get("given")
    if change is None or change.place is None or _is_at_home(game, change):
        return
    is_beside = _lies_beside(game, change)
    change = titled(game, change)
    where = "there" if left.name == "sent" else f"in {change.place}"
    if not is_beside:
        say = SENTENCES[change.name]
        yield "" if say is None else say(change)
    elif change.name == "became":
        yield f"{where} it becomes {piece_in(change, is_new=True)}"
    else:
        yield f"{where} it now belongs to {new_owner(change)}"


def _lies_beside(game: Game, event: GameEvent) -> bool:
    """Return whether the piece of an event is off the board now."""
    return event.place is not None and not is_cell(game, event.place)


def _is_at_home(game: Game, change: GameEvent) -> bool:
    """Return whether a piece is given to the side in whose place it lies, which says as much."""
    zone = game.rules.grid.zone_id.get(str(change.place)) if _lies_beside(game, change) else None
    owner = change.details.get("to_side")
    return (
        change.name == "given" and zone is not None and owner == game.rules.grid.zones[zone].owner
    )


def _as_known(event: GameEvent) -> GameEvent:
    """Return an event with the kind of a piece that goes off the board, if it is known by now."""
    if event.name != "sent" or event.was is None:
        return event
    owner, kind, *name = event.was.split(" ", 2)
    now = str(event.details["piece"]).split(" ", 2)[1]
    return replace(event, was=" ".join((owner, now, *name))) if kind == "piece" else event


def _placed_cells(events: Iterable[GameEvent], words: set[str]) -> dict[object, list[str]]:
    """Return the cells where several pieces alike are placed that the move does not name all."""
    cells: dict[object, list[str]] = {}
    for event in events:
        if event.name == "placed":
            cells.setdefault(event.details["piece"], []).append(str(event.details["to"]))
    found = {what: list(dict.fromkeys(on)) for what, on in cells.items()}
    return {what: on for what, on in found.items() if len(on) > 1 and not words.issuperset(on)}


def _given_cells(game: Game, events: Iterable[GameEvent]) -> dict[tuple[object, object], list[str]]:
    """Return the cells where several pieces alike change sides, to be told together."""
    cells: dict[tuple[object, object], list[str]] = {}
    for event in events:
        if event.name == "given" and event.place is not None and is_cell(game, event.place):
            cells.setdefault(_turns(event), []).append(event.place)
    found = {what: list(dict.fromkeys(each)) for what, each in cells.items()}
    return {what: each for what, each in found.items() if len(each) > 1}


def _turns(event: GameEvent) -> tuple[object, object]:
    """Return to whom a piece is given, and its kind."""
    return event.details["to_side"], str(event.details["piece"]).split(" ", 2)[1]


def _is_turned(events: Iterable[GameEvent]) -> bool:
    """Return whether one piece has become something several times; the last is told each time."""
    return sum(event.name == "became" for event in events) > 1


def _counted(game: Game, placed: Sequence[GameEvent]) -> Iterator[str]:
    """Yield how many pieces of each side are placed, where they are too many to tell."""
    for owner, many in Counter(map(_owner_of, placed)).items():
        what = "1 piece" if many == 1 else f"{many} pieces"
        whose = "" if owner == UNOWNED else f" of {side_title(game, owner)}"
        yield f"{what}{whose} {'is' if many == 1 else 'are'} placed"


def _changed(events: Iterable[GameEvent]) -> Iterator[str]:
    """Yield the places where something has changed."""
    for event in events:
        ends = [event.details.get(key) for key in ("from", "to")]
        yield from (str(end) for end in ends if end is not None)
        if event.name in ("given", "became") and event.place is not None:
            yield event.place


def _is_said(event: GameEvent, words: set[str], events: Sequence[GameEvent]) -> bool:
    """Return whether the text of the move, or another event, says all of it already."""
    details = event.details
    if event.name == "chosen":
        (value,) = details.values()
        # Of pieces that are called alike, only what happens to this one tells which it is.
        told = [each for each in events if each.details.get("piece") == value]
        here = sum(each.place == event.place for each in told)
        return not words.isdisjoint((str(value), event.place)) or ("piece" in details and here > 1)
    if event.name == "became":
        return words.issuperset((str(details["piece"]).split(" ", 2)[1], str(event.place)))
    # What it was before it became something else is not told of; of others with it, it is.
    own = (event.place, details.get("piece"))
    is_new = any(e.name == "became" and (e.place, e.details["piece"]) == own for e in events)
    return event.name in ("moved", "placed") and is_new and _is_where_said(event, words)


def _is_where_said(event: GameEvent, words: set[str]) -> bool:
    """Return whether the text of the move says from where a piece goes, and where to."""
    if event.name not in ("moved", "placed"):
        return False
    ends = [str(event.details[key]) for key in ("from", "to") if key in event.details]
    # A piece beside the board may be written with its kind: `hand.red:man`.
    places = {word.partition(NUMBERED)[0].partition(":")[0] for word in words}
    return places.issuperset(ends)


def _is_only_stock(game: Game, event: GameEvent, words: set[str], side: str | None) -> bool:
    """Return whether a piece comes from its own side's stock, and all pieces are alike."""
    grid, details = game.rules.grid, event.details
    if event.name != "moved" or len(game.rules.names.kinds) > 1 or details["to"] not in words:
        return False
    zone = grid.zone_id.get(str(details.get("from")))
    return zone is not None and side is not None and grid.zones[zone].owner == side


def _which(game: Game, event: GameEvent, words: set[str], side: str | None) -> Iterator[str]:
    """Yield which piece has gone where the move says, unless there is nothing more to know."""
    owner, kind, *name = str(event.details["piece"]).split(" ", 2)
    kinds = game.rules.names.kinds
    own = _is_own(event, side)
    named = words | {word.partition(NUMBERED)[0].partition(":")[2] for word in words}
    is_known = kind not in kinds or len(kinds) == 1 or not named.isdisjoint((kind, *name))
    if owner == UNOWNED and event.name == "placed" and kind in named:
        return
    if not own:
        yield piece_title(game, str(event.details["piece"])).removeprefix(f"{UNOWNED} ")
    elif not is_known:
        yield kind_title(game, kind)


def _is_own(event: GameEvent, side: str | None) -> bool:
    """Return whether a piece is of the side that has made the move, if that is known."""
    return side is None or _owner_of(event) == side


def _owner_of(event: GameEvent) -> str:
    return str(event.details["piece"]).partition(" ")[0]


def _is_told_of(event: GameEvent, events: Iterable[GameEvent]) -> bool:
    """Return whether the rules themselves have a sentence about where a piece is placed."""
    told = (str(each.details["says"]) for each in events if each.name == "told")
    return any(str(event.details["to"]) in _WORD.findall(says) for says in told)


def _drawn(events: Sequence[GameEvent]) -> GameEvent | None:
    """Return the event that a chance point has led to first: what fell; others follow from it."""
    return next((event for event in events if event.name in ("rolled", "chosen")), None)


def _said(game: Game, ply: Ply, events: tuple[GameEvent, ...], asked: str | None) -> str:
    """Return the text of a ply; of how chance fell only what the events tell.

    The answer to a choice with a title stands behind that: the name of a choice is no player's.
    """
    name, _, value = ply.text.rpartition(" ")
    # A die without a title is asked for by its name.
    title = name.replace("_", " ") if asked in (None, name) else str(asked)
    if ply.seat is not None:
        if ply.text == UNKNOWN:
            return "a move that you do not see"
        return game.rules.spoken(ply.text) if asked is None else answered(asked, value)
    told = _drawn(events)
    if told is None or value == UNKNOWN:
        return title
    value, _, _ = value.partition(NUMBERED)  # which of those alike it was is the referee's business
    place, _, kind = value.partition(":")
    if kind not in str(told.details.get("piece", kind)).split():
        value = place
    return answered(title, value) if name else value
