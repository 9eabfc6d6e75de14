"""Records: a game as it was played, with all that is needed to play it again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ruleengine.errors import IllegalMoveError, PlayError, PositionError
from ruleengine.game.game import Game
from ruleengine.game.kept.record_form import FORMAT, Closing, check_form
from ruleengine.game.moves.moves import listed_outcomes
from ruleengine.game.position import Position
from ruleengine.resolve.files.overlay import SCHEMA_VERSION


@dataclass(frozen=True, slots=True)
class Ply:
    """One entry: a move of a seat, or how chance fell when there is no seat."""

    seat: str | None
    """Who moved; nothing for chance."""
    text: str
    """The move or the outcome of chance."""


@dataclass(frozen=True, slots=True)
class Record:
    """Everything needed to repeat a game exactly, and to go on with it."""

    ruleset: str
    """The name of the ruleset or variant."""
    hash: str
    """The digest of its rules under these flags."""
    schema: int
    """The version of the ruleset language."""
    flags: Mapping[str, Any]
    """The value of every flag."""
    seed: int
    """What decided every throw."""
    opening: Mapping[str, str] | None
    """The seats of sides and colors, if they were settled at once."""
    plies: tuple[Ply, ...]
    """All moves and throws, in order."""
    closing: Closing
    """How the match came to its end, or `unfinished`."""
    by: str | None = None
    """The seat that resigned or ran out of time."""
    outcome: Mapping[str, Any] | None = field(default=None)
    """The outcome as plain data, of a game that was played to its end."""
    number: int = 0
    """Tells several matches of one seed apart."""
    players: Mapping[str, str] = field(default_factory=dict)
    """Who sat where, as far as somebody said so: a name, or the spec of an agent."""
    offers: tuple[str, ...] = ()
    """The seats that offer a draw at the moment."""
    start: Mapping[str, Any] | None = None
    """The position that the game began with, as plain data, if it was not the first one."""

    def to_dict(self) -> dict[str, object]:
        """Return the record as plain data."""
        data: dict[str, object] = {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "hash": self.hash,
            "schema": self.schema,
            "flags": dict(self.flags),
            "seed": self.seed,
            "number": self.number,
            "players": dict(self.players),
            "opening": dict(self.opening) if self.opening is not None else None,
            "plies": [[ply.seat, ply.text] for ply in self.plies],
            "closing": self.closing,
            "by": self.by,
            "offers": list(self.offers),
            "outcome": dict(self.outcome) if self.outcome is not None else None,
        }
        if self.start is not None:
            data["start"] = dict(self.start)
        return data

    def first(self, game: Game) -> Position:
        """Return the position that the game began with; PositionError if it does not fit."""
        return game.start(self.opening) if self.start is None else game.position(self.start)

    def to_json(self) -> str:
        """Return the record as text, with a line for every ply."""
        parts = []
        for key, value in self.to_dict().items():
            text = json.dumps(value, ensure_ascii=False)
            if key == "plies" and self.plies:
                lines = (json.dumps([ply.seat, ply.text], ensure_ascii=False) for ply in self.plies)
                text = "[\n  " + ",\n  ".join(lines) + "\n ]"
            parts.append(f' "{key}": {text}')
        return "{\n" + ",\n".join(parts) + "\n}"

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Record:
        """Read what `to_dict` gave; PositionError when it is no record."""
        faults = check_form(data)
        if faults:
            where, message = faults[0]
            place = "".join(f"{part}: " for part in where)
            raise PositionError("position/bad-value", f"this is no record: {place}{message}")
        return cls.of_checked(data)

    @classmethod
    def of_checked(cls, data: Mapping[str, Any]) -> Record:
        """Return the record of data that are known to have its form."""
        return cls(
            ruleset=str(data["ruleset"]),
            hash=str(data["hash"]),
            schema=data["schema"],
            flags=dict(data["flags"]),
            seed=data["seed"],
            opening=None if data["opening"] is None else dict(data["opening"]),
            plies=tuple(Ply(seat, str(text)) for seat, text in data["plies"]),
            closing=data["closing"],
            by=data["by"],
            outcome=data["outcome"],
            number=data.get("number", 0),
            players=dict(data.get("players", {})),
            offers=tuple(data.get("offers", ())),
            start=data.get("start"),
        )

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read what `to_json` gave; PositionError when it is no record."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise PositionError("position/bad-value", f"this is no JSON: {error}") from None
        return cls.from_dict(data)

    def replay(self, game: Game) -> Iterator[Position]:
        """Yield every position of the game, the first included.

        Raises:
            PositionError: the rules have changed since, or the record does not fit them.
        """
        self.check_rules(game)
        position = self.first(game)
        yield position
        for number, ply in enumerate(self.plies):
            try:
                position = take_ply(position, ply)
            except (PlayError, PositionError) as error:
                message = f"ply {number + 1}: {error.message}"
                raise PositionError("position/bad-value", message) from error
            yield position

    def check_rules(self, game: Game) -> None:
        """Raise PositionError when the record was made with other rules than the game has."""
        if game.hash != self.hash:
            raise PositionError(
                "position/other-ruleset",
                f"the record was made with other rules or flags than '{game.name}' has now",
            )


def take_ply(position: Position, ply: Ply) -> Position:
    """Return the position after a ply of a record.

    Raises:
        PlayError: it cannot be played here; a move where chance is due and chance where a seat
            decides are told apart, so that nothing is played in the name of somebody else.
        PositionError: there is no such seat.
    """
    if position.outcome is not None:
        return position.play(ply.text)  # which says that the game is over
    if ply.seat is not None:
        if position.chance is not None:
            raise _refused(position, ply, "move/needs-chance")
        return position.play(ply.text, ply.seat)
    for outcome in position.chance or ():
        if ply.text == outcome.text:
            return position.play(outcome)
    raise _refused(
        position, ply, "move/not-now" if position.chance is None else "move/needs-chance"
    )


def _refused(
    position: Position, ply: Ply, code: Literal["move/needs-chance", "move/not-now"]
) -> IllegalMoveError:
    if position.chance is None:
        who = ", ".join(position.actors)
        message = f"chance fell here as '{ply.text}', but it is for {who} to decide"
    else:
        message = f"chance has to fall here, as one of: {listed_outcomes(position.chance)}"
    drawing = position.view(None).drawing
    return IllegalMoveError(code, message, move=ply.text, position=drawing)


def begin_record(
    game: Game, seed: int, opening: Mapping[str, str] | None, number: int = 0
) -> Record:
    """Return the record of a game in which nothing has happened yet."""
    return Record(
        ruleset=game.name,
        hash=game.hash,
        schema=SCHEMA_VERSION,
        flags=dict(game.flag_values),
        seed=seed,
        opening=opening,
        plies=(),
        closing="unfinished",
        number=number,
    )
