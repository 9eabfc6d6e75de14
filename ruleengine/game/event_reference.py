"""The reference of events as a page, made from the tables that tell and check them.

`python -m ruleengine.game.event_reference > docs/reference/events.md` writes the page. Which
events there are, what each is about and what a reaction may name comes from those tables; a test
demands a sentence here for each of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Final

from ruleengine.program.events import FORMS, PLACE, RELEASED, WORD
from ruleengine.resolve.checker import PAYLOADS

WHEN: Final[Mapping[str, str]] = {
    "moved": "The step `move` puts a piece on a cell.",
    "captured": "The step `capture` takes an enemy off its cell; one event for each piece there.",
    "removed": "The step `remove` takes a piece out of the game.",
    "sent": "The step `send` puts a piece into a zone off the board.",
    "placed": "The step `place` makes a new piece.",
    "given": "The step `give` changes the owner of a piece.",
    "claimed": "The step `claim` changes the owner of a zone.",
    "became": "The step `become` changes the kind of a piece.",
    "rolled": "A die has fallen.",
    "turn": "A turn or a round begins; in a round nobody is on turn, and `side` is left out.",
    "phase": "Another phase begins; of the first one nothing is told.",
    "ended": "The game is over; after a draw or a void game `winner` is `None`.",
    "seated": "The step `seat` lets a seat take a side.",
    "colored": "The step `color` lets a seat take a color.",
    "chosen": "Somebody, chance, or the lack of another option has settled a `choose`.",
    "committed": "A side plays `commit` in a `submit`.",
    "dropped": "A secret move has become impossible by the time it is carried out.",
}
"""When each event happens."""

DETAILS: Final[Mapping[str, str]] = {
    "piece": "The piece: its owner, its kind and, if it has one, its name, as they are after the "
    "step: `north man`. To a seat that may not know the kind it is `north piece`.",
    "from": "Where the piece was: a cell, or a place beside the board. It is left out for a seat "
    "that did not see the piece there.",
    "to": "Where the piece is now.",
    "cell": "The cell.",
    "zone": "The zone, by its name; a part as `far_row.south`.",
    "side": "The side.",
    "to_side": "The side that owns it now; `None` for nobody.",
    "winner": "The side that has won.",
    "seat": "The seat.",
    "color": "The color.",
    "phase": "The phase.",
    "number": "The number of the turn, from 1.",
    "action": "The action of the move.",
    "value": "The face of the die, or the word that was chosen.",
}
"""What stands behind each key."""

EVERYBODY: Final = "everybody"
_TOLD: Final[Mapping[str, str]] = {
    "became": "whoever may know the kind of the piece",
    "chosen": "everybody; of a piece, whoever sees it",
    "dropped": "the side whose move it was",
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
Counters and marks change without an event.

## Events that reactions hear

In a reaction, names stand for what its event is about, such as `piece` and `to`.
A name that means something else in the ruleset is refused as `resolve/name-taken`.
The face of a die has no such name: ask for it by the name of the die.

Reactions run once the action is done, so the piece may stand elsewhere by then.
What follows a step of the turn itself runs right after that step.
After an action the endings are asked before its reactions, and again after them.
"""

_SEEN: Final = """\
## Who is told

The referee is told everything, in the order in which it happened.
A seat is told of a piece only if it sees that piece after the step.
What a side does in secret, in a `submit`, is told to that side alone.
When all have committed, everybody is told how the board has changed, in the order of cells.
That is told as `placed`, `moved`, `sent` and `removed`, whichever steps have done it.
Reactions follow what was really done.

[Keep secrets](../how-to/keep-secrets.md) says how a ruleset hides something."""

_EXAMPLE: Final = """\
## An example

A man that comes to the far row becomes a king.

```yaml
# file: crowns.yaml
schema: 1
name: crowns
title: Crowns
sides: {north: {forward: down}, south: {forward: up}}
board: {rows: 3, columns: 2}
zones:
  far_row:
    parts:
      north: {owner: north, shape: {rows: [2]}}
      south: {owner: south, shape: {rows: [0]}}
kinds:
  man: {letters: {north: n, south: s}}
  king: {letters: {north: N, south: S}}
setup:
  - drawn: |
      n n
      s .
      . .
phases:
  play: {turns: [south, north], turn: [{act: [step], else: [end_turn]}]}
actions:
  step:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: forward, distance: 1}}
    effects:
      - capture: to
      - move: {piece: unit, to: to}
reactions:
  crowning:
    on: moved
    by: [step]
    when: piece.kind == man and to in part(far_row, piece.owner)
    effects: [become: {piece: piece, kind: king}]
endings:
  - {each: us, when: not exists(owner=us), winner: us.opponent, says: a side is gone}
  - {when: turn > 9, draw: true, says: it is late}
```

```python
from ruleengine import load

position = load("crowns.yaml").start()
assert [str(event) for event in position.events] == ["turn side=south number=1"]
position = position.play("step a2-a3")
assert [str(event) for event in position.events] == [
    "captured piece=north man from=a3",
    "moved piece=south king from=a2 to=a3",
    "became piece=south king",
    "turn side=north number=2",
]
assert position.events[0].name == "captured"
assert position.events[0].details == {"piece": "north man", "from": "a3"}
```

In a case the same is compared by name, or with all details:

```yaml
# file: crowns_test.yaml
ruleset: crowns.yaml
cases:
  - id: crowning
    start: true
    steps:
      - play: step a2-a3
      - expect:
          events: [captured, moved piece=south king from=a2 to=a3, became, turn]
```

```console
$ ruleengine test crowns_test.yaml
```"""


def details_of(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the keys that an event may come with, for each of its forms."""
    forms = [form.keys for form in FORMS if form.name == name]
    shown = ([key for key in keys if key != PLACE] for keys in forms)
    return tuple(tuple("value" if key == WORD else key for key in keys) for keys in shown)


def told_of(name: str) -> str:
    """Return who is told of an event."""
    about_piece = any("piece" in keys for keys in details_of(name))
    return _TOLD.get(name, "whoever sees the piece" if about_piece else EVERYBODY)


def event_names() -> tuple[str, ...]:
    """Return every event that anybody is told of, in the order of the page."""
    return tuple(dict.fromkeys(form.name for form in FORMS if form.name != RELEASED))


def render_reference() -> str:
    """Return the page, in Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield _HEAD
    yield from _table([name for name in event_names() if name in PAYLOADS], heard=True)
    yield from ("## Other events", "")
    yield from _table([name for name in event_names() if name not in PAYLOADS], heard=False)
    yield from ("## Details", "")
    yield "A detail is a name or a number, written `key=value`."
    yield ""
    yield from ("| Detail | |", "|---|---|")
    for key, about in DETAILS.items():
        yield f"| `{key}` | {about} |"
    yield from ("", _SEEN, "", _EXAMPLE)


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
