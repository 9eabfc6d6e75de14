"""Which kinds of pieces can come onto the board, and which to a place off it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from ruleengine.analysis.step_names import Known, NamedSteps, Names, behind
from ruleengine.pipeline.rules import Rules
from ruleengine.resolve.telling import zones_named
from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.selectors import PieceFilter

BOARD: Final = "the board"

KindsOf: TypeAlias = Callable[[Known], Iterable[str]]
"""The kinds that an expression means; none where that is not known."""


class Whereabouts:
    """Where pieces of each kind can be, as far as the steps that bring them there are plain.

    A piece that a step speaks of in another way than by the name of an operand, a loop or a
    choice is not known, and nothing is said about it.
    """

    def __init__(self, rules: Rules, lists: Sequence[NamedSteps], kinds_of: KindsOf) -> None:
        self._rules = rules
        self._kinds_of = kinds_of
        self._places: dict[str, set[str]] = {name: set() for name in rules.resolved.ruleset.kinds}
        grid = rules.grid
        for piece in rules.resolved.setup:
            is_on = piece.cell < grid.num_cells
            self._places[piece.kind].add(BOARD if is_on else _zone(rules.place(piece.cell)))
        self._follow([(step, names) for listed, names in lists for step in listed])

    def comes_onto_the_board(self, kind: str) -> bool:
        """Return whether pieces of a kind can ever be drawn."""
        return BOARD in self._places[kind]

    def fits(self, kind: str, asked: PieceFilter, names: Names) -> bool:
        """Return whether a piece of a kind can be what a filter asks for, and where it looks."""
        named = [{*self._kinds_of(Known(each, names))} for each in asked.kind or ()]
        if named and all(named) and not any(kind in kinds for kinds in named):
            return False
        if asked.in_ is None:
            return self.comes_onto_the_board(kind)
        return not self._places[kind].isdisjoint(self._named(asked.in_))

    def _named(self, zones: Iterable[Expression]) -> set[str]:
        """Return the places that zones are: the board, and zones off it by name."""
        grid = self._rules.grid
        every = {BOARD, *(_zone(zone.name) for zone in grid.zones if zone.off_board)}
        found: set[str] = set()
        for name in zones_named(self._rules.resolved, zones):
            if name is None:
                return every
            found.add(_zone(name) if grid.zones[grid.zone_id[name]].off_board else BOARD)
        return found

    def _follow(self, listed: Sequence[tuple[steps.Step, Names]]) -> None:
        """Let the steps bring pieces to places until nothing is new."""
        before = -1
        while before < (now := sum(map(len, self._places.values()))):
            before = now
            for step, names in listed:
                match step:
                    case steps.Move():
                        self._bring(self._kinds_behind(step.move.piece, names), {BOARD})
                    case steps.Send():
                        kinds = self._kinds_behind(step.send.piece, names)
                        self._bring(kinds, self._named([step.send.to]))
                    case steps.Place():
                        self._bring(self._kinds_of(Known(step.place.kind, names)), {BOARD})
                    case steps.Become():
                        kinds = self._kinds_behind(step.become.piece, names) or [*self._places]
                        places = {place for kind in kinds for place in self._places[kind]}
                        self._bring(self._kinds_of(Known(step.become.kind, names)), places)

    def _kinds_behind(self, piece: Expression, names: Names) -> list[str]:
        found = behind(Known(piece, names))
        return [
            kind
            for kind in self._places
            if any(
                self.fits(kind, each.value, each.names)
                for each in found
                if isinstance(each.value, PieceFilter)
            )
        ]

    def _bring(self, kinds: Iterable[str], places: Iterable[str]) -> None:
        for kind in kinds:
            self._places[kind].update(places)


def _zone(name: str) -> str:
    """Return the zone of a part."""
    return name.partition(".")[0]
