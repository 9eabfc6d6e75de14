"""What players call things, where a ruleset has a name for them that reads like code."""

from __future__ import annotations

from dataclasses import replace

from ruleengine.game.events import GameEvent
from ruleengine.game.game import Game
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.step_sources import ChooseSpec
from ruleengine.schema.wording import plural, possessive


def kind_title(game: Game, kind: str) -> str:
    """Return what players call a kind."""
    return game.rules.resolved.ruleset.kinds[kind].title or kind.replace("_", " ")


def side_title(game: Game, side: str | None) -> str:
    """Return what players call a side, or that it is nobody."""
    declared = game.rules.resolved.ruleset.sides.get(side or "")
    return side or UNOWNED if declared is None else declared.title or str(side)


def agreeing(game: Game, name: str, verb: str, several: str) -> str:
    """Return the form of a verb that goes with a side, or with a seat that is named like one."""
    declared = game.rules.resolved.ruleset.sides.get(name)
    is_one = declared is None or not declared.is_several(side_title(game, name))
    return verb if is_one else several


def seat_title(game: Game, seat: str) -> str:
    """Return what players call a seat; one that is named like a side has its title."""
    # A record may be held against rules that have other seats.
    return game.rules.seat_title(game.seats.index(seat)) if seat in game.seats else seat


def place_title(game: Game, place: str) -> str:
    """Return what players call a cell, or a place off the board."""
    grid = game.rules.grid
    zone = grid.zone_id.get(place)
    is_beside = place in grid.places[game.rules.num_cells :]
    return grid.zones[zone].title if zone is not None and is_beside else place


def piece_title(game: Game, piece: str) -> str:
    """Return what players call a piece that an event names by owner, kind and maybe a name.

    One of nobody is called so in front, for whoever speaks of it to find an article.
    """
    owner, kind, *name = piece.split(" ", 2)
    what = " ".join((_kind_word(game, kind), *name))
    return f"{owner} {what}" if owner == UNOWNED else possessive(side_title(game, owner), what)


def is_cell(game: Game, place: str) -> bool:
    """Return whether a place is on the board."""
    return game.rules.grid.cell_id(place) is not None


def _where(game: Game, place: str) -> str:
    """Return a place with the word before it: on a cell, in what lies beside the board."""
    return f"{'on' if is_cell(game, place) else 'in'} {place_title(game, place)}"


def pieces_title(game: Game, piece: str) -> str:
    """Return what players call several pieces without a name that are all like this one."""
    owner, kind = piece.split(" ")
    what = _kinds_word(game, kind)
    return f"the {what}" if owner == UNOWNED else possessive(side_title(game, owner), what)


def _is_any(game: Game, piece: str, start: object) -> bool:
    """Return whether a piece of nobody is one of several alike where it comes from.

    On the board its cell tells which one it is; in a box nothing does.
    """
    owner, *what = piece.split(" ", 2)
    if owner != UNOWNED or not isinstance(start, str) or is_cell(game, start):
        return False
    setup = game.rules.resolved.setup
    return sum([each.kind, each.name] == [*what, None][:2] for each in setup) != 1


def titled(game: Game, event: GameEvent) -> GameEvent:
    """Return an event with what players call the things that it is about."""
    details = event.details | _asked(game, event)
    if "piece" in details:
        piece = str(details["piece"])
        details["piece"] = piece_title(game, piece)
        owner, kind, *_ = piece.split(" ", 2)
        details["kind"] = _kind_word(game, kind)
        details["kinds"] = _kinds_word(game, kind)
        details["owner"] = None if owner == UNOWNED else side_title(game, owner)
        details["is_any"] = _is_any(game, piece, details.get("from"))
    if isinstance(details.get("from"), str):
        details["from_where"] = _where(game, str(details["from"]))
    if event.place is not None:
        details["where"] = _where(game, event.place)
    for key in ("from", "to"):
        if isinstance(details.get(key), str):
            details[key] = place_title(game, str(details[key]))
    for key in ("side", "to_side"):
        if isinstance(details.get(key), str):
            details[key] = side_title(game, str(details[key]))
    if "zone" in details:
        zones = game.rules.grid
        details["zone"] = zones.zones[zones.zone_id[str(details["zone"])]].title
    if "phase" in details:
        phase = str(details["phase"])
        declared = game.rules.resolved.ruleset.phases[phase]
        details["phase"] = declared.title or phase.replace("_", " ")
    place = None if event.place is None else place_title(game, event.place)
    was = None if event.was is None else piece_title(game, event.was)
    return replace(event, details=details, place=place, was=was)


def _asked(game: Game, event: GameEvent) -> dict[str, str | None]:
    """Return the title of the choice that an event answers, unless several may be meant."""
    if event.name != "chosen" or "value" not in event.details:
        return {}
    value = event.details["value"]
    asked = (
        each for each in models_in(game.rules.resolved.ruleset) if isinstance(each, ChooseSpec)
    )
    is_number = isinstance(value, int)
    titles = {
        spec.title
        for spec in asked
        if (spec.numbers is not None if is_number else value in (spec.among_words or ()))
    }
    return {"asked": titles.pop()} if len(titles) == 1 else {}


def _kind_word(game: Game, kind: str) -> str:
    return kind_title(game, kind) if kind in game.rules.names.kinds else kind.replace("_", " ")


def _kinds_word(game: Game, kind: str) -> str:
    """Return what players call several pieces of a kind, or of none that is known."""
    declared, word = game.rules.resolved.ruleset.kinds.get(kind), _kind_word(game, kind)
    return plural(word) if declared is None else declared.several(word)


def head_of(game: Game, head: str, *, is_whole: bool) -> str:
    """Return what stands before the numbers of moves in a list: an action, and maybe a piece.

    A title that is too long to be what the action is called stands only behind what is the whole
    move.
    """
    spoken = game.rules.spoken(head)
    action = game.rules.resolved.ruleset.actions.get(head.partition(" ")[0])
    title = None if action is None else action.title
    return f"{spoken} ({title})" if is_whole and title not in (None, spoken) else spoken
