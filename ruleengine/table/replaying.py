"""A record looked at ply by ply, through the eyes of a seat, of everybody or of the referee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ruleengine.game.events import GameEvent
from ruleengine.game.game import Game
from ruleengine.game.kept.record import Record
from ruleengine.game.match import Match
from ruleengine.game.position import Position
from ruleengine.game.views import View
from ruleengine.table.closing import closing_sentence
from ruleengine.table.entries import Entry, last_thrown, spread
from ruleengine.table.lines import Line, line, wrapped
from ruleengine.table.screen import cell_name_lines, table_lines
from ruleengine.table.story import at_once, step_entry, story_of
from ruleengine.table.terminal import Terminal

REFEREE: Final = "referee"
"""Sees everything."""
NOBODY: Final = "nobody"
"""Sees what everybody may."""


@dataclass(frozen=True)
class Moment:
    """A position of a record, and the ply that has led there; none at the beginning."""

    number: int
    """Counts the plies that whoever looks may know of."""
    entry: Entry | None
    position: Position
    viewer: str
    thrown: Mapping[str, str] = field(default_factory=dict)
    """The dice that were thrown last, with what they showed."""

    @property
    def view(self) -> View:
        """The position as it is seen."""
        if self.viewer == REFEREE:
            return self.position.full_view()
        return self.position.view(None if self.viewer == NOBODY else self.viewer)

    def to_dict(self) -> dict[str, object]:
        """Return the moment as plain data."""
        view, entry = self.view, self.entry
        return {
            "ply": self.number,
            "seat": None if entry is None else entry.seat,
            "text": None if entry is None else entry.ply,
            "sentences": [] if entry is None else list(entry.all_sentences),
            "events": [{"name": event.name, **event.details} for event in view.events],
            "turn": view.turn,
            "actors": list(view.actors),
            "board": view.drawing.splitlines(),
        }


def moments_of(game: Game, record: Record, viewer: str) -> Iterator[Moment]:
    """Yield every moment of a record that a viewer knows of; `viewer` is a seat or one of above."""
    seat = None if viewer in (REFEREE, NOBODY) else viewer
    told: list[Entry] = []
    drafted: list[GameEvent] = []  # what the referee was told of moves that are still secret
    matches = Match.retrace(game, record, any_throws=True)
    for _, match in zip(range(len(record.plies) + 1), matches, strict=False):
        if not match.recent:
            yield Moment(0, None, match.position, viewer)
            continue
        step = match.recent[-1]
        if viewer == REFEREE:
            events = step.position.events
            entries = [step_entry(game, step, events, drafted if step.releases else ())]
            drafted = [*drafted, *at_once(events)] if step.position.in_secret else []
        else:
            entries = [*story_of(match, seat)][-1:]
        for entry in entries:
            told.append(entry)
            thrown = last_thrown(told, game.rules.names.dice)
            yield Moment(len(told), entry, step.position, viewer, thrown)


def moment_lines(
    game: Game, record: Record, moment: Moment, width: int, *, last: int
) -> Iterator[Line]:
    """Yield a moment as it is shown: the ply, the board and what stands beside it."""
    head = f"{moment.number}/{last}"
    said = ["the beginning"] if moment.entry is None else [*map(str, spread(moment.entry))]
    yield from wrapped(f"{head}  {said[0]}", width, indent="    ", role="title")
    for result in said[1:]:
        yield from wrapped(f"{' ' * len(head)}  {result}", width, indent=" " * (len(head) + 6))
    if moment.entry is None:
        yield from cell_name_lines(game, width)
    yield from table_lines(
        game,
        moment.view,
        width,
        changed=moment.entry.cells if moment.entry else (),
        players=record.players,
        thrown=moment.thrown,
    )
    if moment.number == last:
        sentence = closing_sentence(game, record, moment.view.sides)
        yield from wrapped(f"{sentence[:1].upper()}{sentence[1:]}.", width, role="title")


_HELP: Final = "Enter or n: next; b: back; a number: that ply; s: start; e: end; q: quit"


def step_through(
    game: Game, record: Record, moments: Sequence[Moment], terminal: Terminal, *, begin: int = 0
) -> None:
    """Let somebody go forth and back through a record."""
    last = len(moments) - 1
    number = min(begin, last)
    terminal.show([line(_HELP, "dim")])
    while True:
        shown = moment_lines(game, record, moments[number], terminal.width, last=last)
        terminal.show(shown)
        wanted = _next(terminal, number, last)
        if wanted is None:
            return
        number = wanted


def _next(terminal: Terminal, number: int, last: int) -> int | None:
    """Ask where to go until that is somewhere; nothing to leave."""
    steps = {"": 1, "n": 1, "next": 1, "b": -1, "back": -1}
    places = {"s": 0, "start": 0, "e": last, "end": last}
    while True:
        answer = terminal.ask(f"{number}/{last}> ")
        if answer is None or answer.strip().lower() in ("q", "quit", "exit"):
            return None
        word = answer.strip().lower().removeprefix("goto").removeprefix("g ").strip()
        wanted = number + steps[word] if word in steps else places.get(word)
        if word.isdecimal():
            wanted = int(word)
        if wanted is not None and 0 <= wanted <= last:
            return wanted
        terminal.show([line(f"There are plies 0 to {last}. {_HELP}.", "warn")])
