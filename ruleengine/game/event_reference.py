"""The reference of events as a page, made from the tables that tell and check them.

`python -m ruleengine.game.event_reference > docs/reference/events.md` writes the page. Which
events there are, what each is about and what a reaction may name comes from those tables; a test
demands a sentence here for each of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from ruleengine.game.events import DETAILS as FORMS_TOLD
from ruleengine.game.events import HIDDEN
from ruleengine.resolve.checks.checker import PAYLOADS

WHEN: Final[Mapping[str, str]] = {
    "moved": "The step `move` puts a piece on a cell.",
    "captured": "The step `capture` takes an enemy off its cell; one event for each piece there.",
    "removed": "The step `remove` takes a piece out of the game.",
    "sent": "The step `send` puts a piece into a zone off the board.",
    "placed": "The step `place` makes a new piece.",
    "given": "The step `give` changes the owner of a piece.",
    "claimed": "The step `claim` gives a zone to an owner, even if it belongs to that one already.",
    "became": "The step `become` changes the kind of a piece.",
    "rolled": "A die shows a face; `side` is left out unless the step `roll` says who throws.",
    "turn": "A turn or a round begins; in a round nobody is on turn, and `side` is left out.",
    "phase": "Another phase begins; of the first one nothing is told.",
    "ended": "The game is over; after a draw, a shared win or a void game `winner` is `None`.",
    "seated": "The step `seat` lets a seat take a side.",
    "colored": "The step `color` lets a seat take a color.",
    "chosen": "Somebody, chance, or the lack of another option has settled a `choose`.",
    "told": "The step `tell` tells a sentence; `side` is left out when everybody is told.",
    "committed": "A side commits in a `submit`, by `commit` or with the last move it has.",
    "dropped": "A secret move has become impossible by the time it is carried out.",
    HIDDEN: "A piece was seen there before the step, and none is seen there now: it has gone where "
    "it is not seen, or the cell is out of sight itself.",
}
"""When each event happens."""

DETAILS: Final[Mapping[str, str]] = {
    "piece": "The piece: its owner, its kind and, if it has one, its name, as they are after the "
    "step. A seat that may not know the kind reads `piece` instead of it.",
    "from": "Where the piece was: a cell, or a place beside the board. It is left out for a seat "
    "that did not see the piece there.",
    "to": "Where the step has put the piece: a cell, or a place beside the board.",
    "cell": "The cell.",
    "zone": "The zone, by its name; a part as `area.left`.",
    "side": "The side.",
    "to_side": "The side that owns it now; `None` for nobody.",
    "winner": "The side that has won.",
    "seat": "The seat.",
    "color": "The color.",
    "phase": "The phase.",
    "number": "The number of the turn, from 1.",
    "action": "The action of the move.",
    "value": "The face of the die, or the word or number that was chosen.",
    "says": "The sentence, with its values.",
}
"""What stands behind each key."""

EVERYBODY: Final = "everybody"
_TOLD: Final[Mapping[str, str]] = {
    "became": "whoever may know the kind of the piece",
    "chosen": "everybody; of a piece, whoever sees it; of what tells a secret, who may know that",
    "dropped": "the side whose move it was",
    HIDDEN: "whoever saw the piece; never the referee",
    "told": "everybody, or the side that `who` says",
}
"""Who is told, where it is not everybody who sees the piece, if there is one."""

_HEAD: Final = """\
# Events

This page is generated: `python -m ruleengine.game.event_reference` prints it.

An event tells one thing that has happened.
`Position.events` holds what the last step did, for the referee.
`View.events` and `Position.events_for` hold what a seat may know of it; see [Python](api.md).
Cases compare events under `events`; see [case files](case-files.md#expectations).
Some can be followed by a [reaction](language/flow.md#reaction).
Counters and marks change without an event; `tell` can say what they have become.

## Events that reactions hear

In a reaction, names stand for what its event is about, such as `piece` and `to`.
A name that means something else in the ruleset is refused as `resolve/name-taken`.
The face of a die has no such name: ask for it by the name of the die.

Reactions run once the action is done, so the piece may stand elsewhere by then.
Where a reaction hears throws, one in the middle of an action is heard at once, with all before it.
What follows a step of the turn itself runs right after that step.
After an action the endings are asked before its reactions, and again after them.
"""

_SEEN: Final = """\
## Who is told

The referee is told everything, in the order in which it happened.
A seat is told of a piece only if it sees that piece after the step.
If it saw the piece before, it is told that it does not see it any more.
If it sees another piece in its place, it is told that the first one was captured or removed.
What a side does in secret, in a `submit`, is told to that side alone.
When all have committed, everybody is told how the board has changed, in the order of cells.
That is told as `placed`, `moved`, `sent` and `removed`, whichever steps have done it.
What `tell` says then comes after that.
Reactions follow what was really done.

[Keep secrets](../how-to/keep-secrets.md) says how a ruleset hides something."""

EXAMPLE: Final = Path(__file__).with_name("event_example.md")
"""The end of the page: a small ruleset, and what happens in it."""


def details_of(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the keys that an event may come with, for each of its forms."""
    return tuple(dict.fromkeys(FORMS_TOLD[name]))  # a word and a number are told under one key


def told_of(name: str) -> str:
    """Return who is told of an event."""
    about_piece = any("piece" in keys for keys in details_of(name))
    return _TOLD.get(name, "whoever sees the piece" if about_piece else EVERYBODY)


def event_names() -> tuple[str, ...]:
    """Return every event that anybody is told of, in the order of the page."""
    return tuple(FORMS_TOLD)


def render_reference() -> str:
    """Return the page, in Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield _HEAD
    yield from _table([name for name in event_names() if name in PAYLOADS], heard=True)
    yield from ("## Other events", "")
    yield from _table([name for name in event_names() if name not in PAYLOADS], heard=False)
    yield from ("## Details", "")
    yield "A detail is a name, a number or a sentence, written `key=value`."
    yield "In cases a value may stand in quotes, as in `told says='the shot misses'`, and need not."
    yield ""
    yield from ("| Detail | |", "|---|---|")
    for key, about in DETAILS.items():
        yield f"| `{key}` | {about} |"
    yield from ("", _SEEN, "", EXAMPLE.read_text(encoding="utf-8").rstrip())


def _table(names: list[str], *, heard: bool) -> Iterator[str]:
    more = " Names in a reaction |" if heard else ""
    yield f"| Event | When it happens | Who is told |{more}"
    yield "|---|---|---|---|" if heard else "|---|---|---|"
    for name in names:
        forms = [" ".join((name, *(f"{key}=" for key in keys))) for keys in details_of(name)]
        shown = " or ".join(f"`{form}`" for form in forms)
        line = f"| {shown} | {WHEN[name]} | {told_of(name)} |"
        if heard:
            types = PAYLOADS[name].items()
            line += f" {', '.join(f'`{key}` ({kind})' for key, kind in types) or 'none'} |"
        yield line
    yield ""


if __name__ == "__main__":
    sys.stdout.write(render_reference())
