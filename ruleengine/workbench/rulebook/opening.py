"""The board as it stands at the first move, which is not always as the setup leaves it.

Steps may come before anybody decides something, and what is counted on a cell is no piece. So the
board is drawn from the first position of a game, with all that `show` draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain

from ruleengine.game.game import Game
from ruleengine.game.kept.board_text import (
    BEHIND_LETTER,
    IN_CELL,
    ShownBoard,
    drawn_counters,
    name_lines,
    numbers_of_kinds,
    whole_board,
)
from ruleengine.pipeline.geometry import ROUND, Offset
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.wording import a
from ruleengine.workbench.rulebook.document import Figure
from ruleengine.workbench.rulebook.english import joined, sentence
from ruleengine.workbench.rulebook.picture import Palette, Standing, board_svg
from ruleengine.workbench.rulebook.speech import Speech


class Opening:
    """The first position of a game, for the chapters that show it."""

    def __init__(self, game: Game, speech: Speech) -> None:
        self._game = game
        self._speech = speech
        self._start = game.start()
        self._view = self._start.full_view()

    @property
    def has_pieces(self) -> bool:
        """Whether a piece stands on the board or beside it."""
        return bool(self._view.pieces)

    @cached_property
    def moves(self) -> Mapping[str, str]:
        """A move of each action that can be played at once, as it is written."""
        moves = (
            (move.name, move.text)
            for seat in self._start.actors
            for move in self._start.legal_moves(seat)
        )
        found: dict[str, str] = {}
        for name, text in moves:
            found.setdefault(name, text)
        return found

    @property
    def drawn(self) -> tuple[str, ...]:
        """The counters whose numbers the picture shows."""
        return tuple(drawn_counters(self._game.rules))

    @cached_property
    def _board(self) -> ShownBoard:
        return whole_board(self._game, self._view)

    def figure(self, palette: Palette) -> Figure:
        """Return the board with all that is on it."""
        standing = tuple(self._standing())
        grid = self._speech.rules.grid
        caption = " ".join(self._caption(bool(standing)))
        svg = board_svg(grid, palette, standing, label=spoken_board(self._speech, standing))
        marked = any(piece.looks is not None for piece in standing)
        looks = (
            f"The tip at the edge of a piece points to where it looks: {self._speech.counter(way)}."
            if marked and (way := self._way)
            else ""
        )
        return Figure(svg, self._board.text, caption, tuple(name_lines(grid)), looks)

    def _standing(self) -> Iterator[Standing]:
        """Yield what is drawn on each cell that is not bare."""
        grid = self._speech.rules.grid
        owners = {piece.place: piece.owner for piece in self._view.pieces}
        looks = self._looks()
        for cell, text in enumerate(chain.from_iterable(self._board.cells)):
            owner = owners.get(grid.places[cell])
            if owner is not None:
                yield Standing(cell, text, owner, looks.get(grid.places[cell]))
            elif text != grid.ground[cell]:
                yield Standing(cell, text.removeprefix(grid.ground[cell]).lstrip(":"), None)

    @cached_property
    def _way(self) -> str | None:
        """The counter of pieces that says where each looks; nothing where it is not only one."""
        declared = self._speech.rules.ruleset.counters
        ways = [
            name
            for role, name in self._speech.directions
            if role == "counter"
            and declared[name].per == "piece"
            and declared[name].shown in (None, True)
        ]
        return ways[0] if len(ways) == 1 else None

    def _looks(self) -> Mapping[str, Offset]:
        """Return where the pieces look that stand alone on a cell, as steps from there.

        Of a kind of which every piece is at 0, it may be that none of it looks anywhere.
        """
        if self._way is None:
            return {}
        values = [
            (piece.kind, piece.place, value)
            for piece in self._view.pieces
            if isinstance(value := piece.counters.get(self._way), int)
        ]
        looking = {kind for kind, _, value in values if value}
        alone = Counter(piece.place for piece in self._view.pieces)
        return {
            place: ROUND[value % len(ROUND)]
            for kind, place, value in values
            if kind in looking and alone[place] == 1
        }

    def _caption(self, is_anything_drawn: bool) -> Iterator[str]:  # noqa: FBT001 - the only question
        if not is_anything_drawn:
            yield "The board is empty at the start."
        elif self._is_changed:
            yield "This is the board at the first move, after the steps that come before it."
        for line in self._board.key:
            if line.startswith((BEHIND_LETTER, IN_CELL)):
                drawn = self.drawn
                declared = self._game.rules.resolved.ruleset.counters
                alone = any(declared[name].per == "cell" for name in drawn)
                where = "behind a letter, or alone on a cell" if alone else "behind a letter"
                told = [
                    joined(map(self._speech.counter, names)) + self._of_kinds(kinds)
                    for names, kinds in numbers_of_kinds(self._game.rules, drawn)
                ]
                yield f"A number {where}: {'; '.join(told)}."
            else:
                yield sentence(line)

    def _of_kinds(self, kinds: Iterable[int]) -> str:
        """Return of which kinds numbers are, if they are told apart by that."""
        titles = [self._speech.kind(self._game.rules.names.kinds[kind]) for kind in kinds]
        return f" of {joined(map(a, titles), 'or')}" if titles else ""

    @property
    def _is_changed(self) -> bool:
        """Whether steps have changed pieces or tallies before anybody decides something."""
        rules = self._speech.rules
        begun = sorted((rules.grid.places[each.cell], each.kind) for each in rules.setup)
        now = sorted((piece.place, str(piece.kind)) for piece in self._view.pieces)
        return begun != now or any(self._is_counted(name) for name in rules.ruleset.counters)

    def _is_counted(self, name: str) -> bool:
        """Tell whether the tally of some cell is not what it begins at."""
        values = self._view.counters.get(name)
        start, rules = self._game.rules.counters[name].start, self._speech.rules
        if rules.ruleset.counters[name].per != "cell" or not isinstance(values, dict):
            return False
        drawn = {
            rules.grid.places[e.cell]: e.number for e in rules.setup_counts if e.counter == name
        }
        return any(value != drawn.get(place, start) for place, value in values.items())


def spoken_board(speech: Speech, standing: Iterable[Standing]) -> str:
    """Return what stands where, for those who hear a page instead of seeing it."""
    places: dict[tuple[str, str | None], list[str]] = {}
    for piece in standing:
        place = speech.rules.grid.places[piece.cell]
        places.setdefault((piece.letter, piece.owner), []).append(place)
    if not places:
        return "The board, with nothing on it"
    pieces = (
        f"{letter}{'' if owner in (None, UNOWNED) else f' of {speech.side(str(owner))}'} on "
        f"{joined(where)}"
        for (letter, owner), where in places.items()
    )
    return f"The board: {'; '.join(pieces)}"
