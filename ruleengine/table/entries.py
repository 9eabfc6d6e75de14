"""The lines of a story: one for a ply, and more for what several have brought about."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

_FEW_DICE: Final = 2
_HEAD: Final = "All have committed"


class Entry(NamedTuple):
    """One ply of the story."""

    seat: str | None
    ply: str
    """The move or the throw as a record has it."""
    text: str
    sentences: tuple[str, ...]
    cells: frozenset[str]
    """The places where something has changed."""

    name: str | None = None
    """What the seat is called."""
    throws: str = ""
    """How the text of a throw begins that is part of a turn: whose it is."""
    results: tuple[tuple[str, ...], ...] | None = None
    """What follows for all when the last of several sides has committed, a line for each tuple.

    It is no deed of whoever happens to be the last.
    """
    is_sentence: bool = False
    """Whether the text says already whose ply it is."""
    is_result: bool = False
    """Whether it is one line of results, or what stands above them."""

    @property
    def all_sentences(self) -> tuple[str, ...]:
        """What is told beside the move, with the results."""
        return (*self.sentences, *(each for line in self.results or () for each in line))

    def __str__(self) -> str:
        return "; ".join((self.said, *self.sentences))

    @property
    def said(self) -> str:
        """The ply alone, with whose it is."""
        if self.is_result or self.is_sentence or self.seat is None:
            return self.text
        return f"{self.name or self.seat}: {self.text}"


def spread(entry: Entry) -> Iterator[Entry]:
    """Yield an entry without its results, and each line of these as an entry of its own."""
    yield entry._replace(results=None)
    if entry.results is None:
        return
    line = Entry(None, "", "", (), frozenset(), is_result=True)
    yield line._replace(text=f"{_HEAD}:" if entry.results else f"{_HEAD}.")
    for first, *rest in entry.results:
        yield line._replace(text=f"  {first}", sentences=tuple(rest))


def last_thrown(entries: Sequence[Entry], dice: Collection[str]) -> Mapping[str, str]:
    """Return the dice that were thrown last, with all that they showed.

    They are those between the same two moves of players. A die that was thrown several times
    without anything to tell between shows every throw, and whose each is if several threw; of
    more than two dice only what whoever threw last has thrown is shown.
    """
    told = reversed(entries if dice else ())
    for is_chance, run in groupby(told, key=lambda entry: entry.seat is None):
        throws = [entry for entry in run if is_chance and _die_of(entry) in dice]
        if throws:
            return _faces(throws)
    return {}


def _die_of(entry: Entry) -> str:
    return entry.ply.partition(" ")[0]


def _faces(throws: Sequence[Entry]) -> Mapping[str, str]:
    """Return what dice showed in throws, of which the last comes first."""
    before = next((n for n, entry in enumerate(throws) if n and entry.sentences), len(throws))
    together = throws[:before][::-1]
    if len({_die_of(entry) for entry in together}) > _FEW_DICE:
        # Whose each of many is would fill the panel; the story tells of all throws.
        together = [entry for entry in together if entry.throws == throws[0].throws]
    found = {_die_of(entry): entry.ply.partition(" ")[2] for entry in reversed(throws)}
    for name in {_die_of(entry) for entry in together}:
        own = [entry for entry in together if _die_of(entry) == name]
        are_several = len({entry.throws for entry in own}) > 1
        found[name] = "; ".join(
            (f"{throws.rpartition(' ')[0]} " if throws and are_several else "")
            + ", ".join(entry.ply.partition(" ")[2] for entry in run)
            for throws, run in groupby(own, key=lambda entry: entry.throws)
        )
    return found


def in_lines(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield entries as they are told: throws of one side that follow each other are one line.

    So is what chance does several times in the same words, such as cards dealt face down.
    """
    yield from (_several(entry, times) for entry, times in _told_alike(_with_throws(entries)))


def _told_alike(entries: Iterable[Entry]) -> Iterator[tuple[Entry, int]]:
    """Yield entries of chance that are told alike as one, with how many they are."""
    for _, group in groupby(entries, key=lambda entry: (entry.seat, str(entry))):
        alike = [*group]
        if alike[0].seat is None and not alike[0].throws:
            yield alike[-1], len(alike)
        else:
            yield from ((entry, 1) for entry in alike)


def _several(entry: Entry, times: int) -> Entry:
    if times == 1:
        return entry
    *first, last = (entry.text, *entry.sentences)
    text, *sentences = (*first, f"{last} ({times} times)")
    return entry._replace(text=text, sentences=tuple(sentences))


def _with_throws(entries: Iterable[Entry]) -> Iterator[Entry]:
    before: Entry | None = None
    for entry in entries:
        if before is not None and entry.throws and not before.sentences:
            more = entry.text.removeprefix(entry.throws).strip()
            if entry.throws == before.throws:
                before = entry._replace(text=f"{before.text}, {more}")
                continue
        if before is not None:
            yield before
        before = entry
    if before is not None:
        yield before
