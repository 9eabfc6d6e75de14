"""Who owns which zone, where that can change while a game goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ruleengine.analysis.liveness import every_step
from ruleengine.game.game import Game
from ruleengine.game.views import View
from ruleengine.schema import steps
from ruleengine.table.titles import side_title

_ARTICLE: Final = re.compile(r"^(the|an?)\s+")
_WORD: Final = re.compile(r"\w+")


def owner_lines(game: Game, view: View) -> Iterator[str]:
    """Yield, for every zone that can change hands, what each side owns of it."""
    grid = game.rules.grid
    for name in claimed_zones(game):
        zone = grid.zones[grid.zone_id[name]]
        title = _ARTICLE.sub("", zone.title)
        if not zone.parts:
            if (owner := view.zone_owners[name]) is not None:
                yield f"{title}: {side_title(game, owner)}"
            continue
        owned: dict[str, list[str]] = {}
        for part in zone.parts:
            if (owner := view.zone_owners[grid.zones[part].name]) is not None:
                owned.setdefault(owner, []).append(_part_title(game, part))
        if owned:
            of_each = (
                f"{side_title(game, side)} {', '.join(owned[side])}"
                for side in game.sides
                if side in owned
            )
            yield f"{title}: {'; '.join(of_each)}"


def _part_title(game: Game, part: int) -> str:
    """Return what a part of a zone is called in a list of them: its cell, if it has only one."""
    zone = game.rules.grid.zones[part]
    if len(zone.cells) == 1:
        return game.rules.place(next(iter(zone.cells)))
    name = zone.name.partition(".")[2]
    return side_title(game, name) if name in game.sides else name.replace("_", " ")


def claimed_zones(game: Game) -> list[str]:
    """Return the zones that some step claims, whole ones also where it claims a part."""
    ruleset = game.rules.resolved.ruleset
    every = [*every_step(ruleset.step_lists)]
    named = {
        each.for_each.as_: each.for_each.parts_of
        for each in every
        if isinstance(each, steps.ForEach) and each.for_each.parts_of is not None
    }
    found: set[str] = set()
    for step in every:
        if isinstance(step, steps.Claim):
            words = {named.get(word, word) for word in _WORD.findall(step.claim.zone.text)}
            # Of a zone that a table or an operand gives, nothing is known: it may be any.
            found.update(words & ruleset.zones.keys() or ruleset.zones.keys())
    return [name for name in ruleset.zones if name in found and not ruleset.zones[name].off_board]
