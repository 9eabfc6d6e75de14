"""Zones in words with their prepositions: on a path, in a corner, in a place off the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.workbench.rulebook.english import joined
from ruleengine.workbench.rulebook.speech import Speech

_SURFACES: Final = frozenset({"board", "edge", "edges", "path", "track"})
"""Nouns of which one says that something is on them."""
_INSIDES: Final = frozenset(
    {"box", "castle", "cave", "cellar", "center", "corner", "cup", "den", "fort", "garden", "gate"}
    | {"harbor", "hive", "hole", "house", "hut", "inn", "lair", "middle", "mine", "nest", "palace"}
    | {"pit", "pool", "port", "pot", "prison", "room", "shrine", "stable", "store", "temple"}
    | {"tower", "town", "trap", "vault", "village", "well", "yard"}
)
"""Nouns of which one says that something is in them, even if they are single cells."""


def located(speech: Speech, zones: Sequence[tree.Resolved], last: str = "or") -> str:
    """Return that something is in one of several zones, without the verb."""
    words = [(_preposition(speech, zone), speech.noun(zone)) for zone in zones]
    if len({preposition for preposition, _ in words}) > 1:
        return joined((f"{preposition} {zone}" for preposition, zone in words), last)
    return f"{words[0][0]} {joined((zone for _, zone in words), last)}"


def _preposition(speech: Speech, zone: tree.Resolved) -> str:
    """Return `on` for a single cell, and for what is called so that it takes that."""
    grid = speech.rules.grid
    infos = [grid.zones[grid.zone_id[name]] for name in _leaves(speech, zone)]
    if any(info.off_board for info in infos):
        return "in"
    noun = speech.noun(zone).partition(" of ")[0].split()[-1].lower()
    is_cell = is_one_cell(speech, zone) and noun not in _INSIDES
    return "on" if is_cell or noun in _SURFACES else "in"


def is_one_cell(speech: Speech, zone: tree.Resolved) -> bool:
    """Return whether a zone is a single cell of the board, or one of several such cells."""
    grid = speech.rules.grid
    infos = [grid.zones[grid.zone_id[name]] for name in _leaves(speech, zone)]
    return bool(infos) and all(len(each.cells) == 1 and not each.off_board for each in infos)


def is_scattered(speech: Speech, zone: tree.Resolved) -> bool:
    """Return whether each cell of a zone is called by its title: `a wall`, here and there.

    They are where the title can be that of one cell only: all lie apart, or, in each part, one
    does so. A title that begins with `a cell` is that of each of them wherever they lie.
    """
    title = _title(speech, zone)
    if not title.startswith(("a ", "an ")) or lies_beside(speech, zone):
        return False
    grid = speech.rules.grid
    parts = [
        [divmod(cell, grid.columns) for cell in grid.zones[grid.zone_id[name]].cells]
        for name in _leaves(speech, zone)
    ]
    cells = [cell for part in parts for cell in part]
    if len(cells) <= 1:
        return False
    lone = [[cell for cell in part if _is_alone(cell, part)] for part in parts]
    are_apart = all(_is_alone(cell, cells) for cell in cells)
    has_lone = all(alone and len(part) > 1 for alone, part in zip(lone, parts, strict=True))
    return are_apart or has_lone or title.startswith("a cell ")


def _is_alone(cell: tuple[int, int], cells: Sequence[tuple[int, int]]) -> bool:
    """Tell whether no other one of some cells touches a cell."""
    near = (max(abs(cell[0] - row), abs(cell[1] - column)) for row, column in cells)
    return sum(steps <= 1 for steps in near) == 1


def _title(speech: Speech, zone: tree.Resolved) -> str:
    """Return what a zone is called; of somebody's part of one, what the whole is called."""
    if isinstance(zone, tree.Invocation) and zone.function.name == "part":
        zone = zone.args[0]
    return speech.noun(zone)


def lies_beside(speech: Speech, zone: tree.Resolved) -> bool:
    """Return whether a zone is off the board."""
    grid = speech.rules.grid
    infos = [grid.zones[grid.zone_id[name]] for name in _leaves(speech, zone)]
    return bool(infos) and all(info.off_board for info in infos)


def places_beside(speech: Speech, zones: Sequence[tree.Resolved]) -> list[str]:
    """Return the names of the places off the board that belong to some zones."""
    grid = speech.rules.grid
    infos = [grid.zones[grid.zone_id[name]] for zone in zones for name in _leaves(speech, zone)]
    return [grid.places[cell] for info in infos if info.off_board for cell in info.cells]


def is_one_place(speech: Speech, zone: tree.Resolved) -> bool:
    """Return whether a zone is a single place off the board, or one of several such places."""
    grid = speech.rules.grid
    infos = [grid.zones[grid.zone_id[name]] for name in _leaves(speech, zone)]
    return lies_beside(speech, zone) and all(len(info.cells) == 1 for info in infos)


def _leaves(speech: Speech, zone: tree.Resolved) -> Iterator[str]:
    """Yield the zones, or the parts, one of which is meant; nothing when that can be any."""
    match zone:
        case tree.Reference() if zone.symbol.role == "zone":
            yield zone.symbol.name
        case tree.Invocation() if zone.function.name in ("part", "zone_of"):
            whole = zone.args[0 if zone.function.name == "part" else 1]
            if isinstance(whole, tree.Reference) and whole.symbol.role == "zone":
                name = whole.symbol.name
                parts = speech.rules.ruleset.zones[name.partition(".")[0]].parts or {}
                yield from (f"{name}.{part}" for part in parts)
        case _:
            return
