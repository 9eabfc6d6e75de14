"""Cells and zones that nothing in the game ever gets to."""

from __future__ import annotations

from collections.abc import Iterator

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.survey import Survey
from ruleengine.errors import Span
from ruleengine.source.locate import locate_key


def unreachable_zones(survey: Survey) -> Iterator[Finding]:
    """Find zones on the board in which no piece can stand and which no action can name."""
    for zone in _dead_zones(survey):
        yield Finding(
            "check/unreachable-zone",
            zone,
            f"no piece can ever get into zone '{zone}', and no action can name a cell of it",
            _zone_place(survey, zone),
            "open a way to it, or take the zone out",
        )


def unreachable_cells(survey: Survey) -> Iterator[Finding]:
    """Find cells on which no piece can stand and which no action can name."""
    grid = survey.rules.grid
    in_zones = {
        cell for zone in _dead_zones(survey) for cell in grid.zones[grid.zone_id[zone]].cells
    }
    cells = _out_of_reach(survey) - in_zones
    if cells and len(cells) < len(grid.cells):
        count = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
        yield Finding(
            "check/unreachable-cell",
            survey.rules.place(min(cells)) if len(cells) == 1 else None,
            f"{count} can never be reached or named by an action: {survey.titles(cells)}",
            locate_key(survey.rules.resolved.tree, ("board",)),
            "open a way there, or silence the warning if they are meant to stay empty",
        )


def _out_of_reach(survey: Survey) -> set[int]:
    """Return the cells that nobody gets to, though no rule closes them to everybody."""
    cells = set(survey.rules.grid.cells) - survey.live.facts.standing
    cells -= survey.travel.closed_on_purpose()
    for name in sorted(survey.live.live):
        if not cells:
            break
        action = survey.live.actions[name]
        operands = list(action.action.operands)
        for world in action.moves():
            cells.difference_update(world[name] for name in operands if name in world)
    return cells


def _dead_zones(survey: Survey) -> list[str]:
    out = _out_of_reach(survey)
    if not out:
        return []
    zones = [zone for zone in survey.rules.grid.zones if not zone.off_board and zone.cells]
    dead = [zone.name for zone in zones if zone.cells <= out]
    # The parts of a dead zone are dead for the same reason.
    return [name for name in dead if "." not in name or name.partition(".")[0] not in dead]


def _zone_place(survey: Survey, zone: str) -> Span:
    name, _, part = zone.partition(".")
    path = ("zones", name, "parts", part) if part else ("zones", name)
    return locate_key(survey.rules.resolved.tree, path)
