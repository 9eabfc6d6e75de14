"""What makes two positions the same, for rules that ask how often one has come up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ruleengine.resolve.checks.declarations import models_in
from ruleengine.schema import steps
from ruleengine.schema.pieces import Counter, Marker
from ruleengine.schema.ruleset import Ruleset
from ruleengine.workbench.rulebook.author import Author
from ruleengine.workbench.rulebook.english import joined, quoted, spaced
from ruleengine.workbench.rulebook.usage import are_counted, telling

_OF_EACH: Final[Mapping[str, str]] = {
    "game": "",
    "side": " of each side",
    "seat": " of each player",
    "piece": " of each piece",
    "cell": " of each cell",
}


def say_same_position(author: Author) -> str:
    """Return when two positions are the same; nothing where no rule that is told counts them."""
    if not are_counted(author.told.names):
        return ""
    ruleset = author.speech.rules.ruleset
    changed = author.usage.kept | {
        use.counter for name in author.usage.actions for use in ruleset.actions[name].used
    }
    kept = [name for name in (*ruleset.counters, *ruleset.marks) if name in changed]
    apart = [name for name in telling(ruleset) if name in kept]
    facts = [*_when(ruleset), _pieces(author)]
    if any(isinstance(each, steps.Claim) for each in models_in(ruleset)):
        facts.append("zones belong to the same sides")
    text = f"Two positions are the same when {joined(facts)}."
    if apart:
        these = "this has" if len(apart) == 1 else "these have"
        listed = joined(_kept(author, name) for name in apart)
        text += f" Besides, {these} to be the same: {listed}."
    others = {*kept} - {*apart} - author.speech.idle - author.unspoken
    if others:
        text += " No other tally or note makes a difference."
    elif not apart:
        text += " Nothing else makes a difference."
    return text


def _when(ruleset: Ruleset) -> Iterator[str]:
    """Yield what has to be the same of the turn that begins with a position."""
    turns = [phase.turns for phase in ruleset.phases.values() if phase.turns is not None]
    if turns:
        is_one_each = all(len({*sides}) == len(sides) for sides in turns)
        place = "" if is_one_each else " at the same place in the order of turns"
        yield f"the same side is on turn{place}"
        if has_teams(ruleset):
            yield "the same player has the next turn of each side"
    if sum(phase.goes_round for phase in ruleset.phases.values()) > 1:
        yield "the phase is the same"


def has_teams(ruleset: Ruleset) -> bool:
    """Return whether several players sit on one side from the start."""
    return any(len(side.seats or ()) > 1 for side in ruleset.sides.values())


def _pieces(author: Author) -> str:
    """Return what has to be the same of the pieces."""
    ruleset, grid = author.speech.rules.ruleset, author.speech.rules.grid
    alike = ["kind", "side"]
    if has_teams(ruleset):
        alike.append("player")
    if author.game.rules.piece_names:
        alike.insert(0, "name")
    beside = " and in the same places beside the board"
    where = beside if any(zone.off_board for zone in grid.zones) else ""
    return f"pieces of the same {joined(alike)} are on the same cells{where}"


def _kept(author: Author, name: str) -> str:
    """Return what is kept under a name, for all that it is kept for."""
    ruleset = author.speech.rules.ruleset
    both: dict[str, Counter | Marker] = {**ruleset.counters, **ruleset.marks}
    declared = both[name]
    noun = "tally of" if isinstance(declared, Counter) else "note"
    words = f"the {noun} {quoted(declared.title or spaced(name))}{_OF_EACH[declared.per]}"
    keep = 1 if declared.keep is None else author.speech.rules.number(declared.keep)
    return words if keep == 1 else f"{words} (also as it was before, up to {keep - 1} changes ago)"
