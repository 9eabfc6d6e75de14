"""Records: a game as it was played, with all that is needed to play it again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ruleengine.errors import PositionError
from ruleengine.game.game import Game
from ruleengine.game.position import Position
from ruleengine.resolve.overlay import SCHEMA_VERSION

FORMAT = 1
"""The version of the record's own form."""

Closing: TypeAlias = Literal["finished", "resigned", "agreed_draw", "timed_out", "unfinished"]


@dataclass(frozen=True, slots=True)
class Ply:
    """One entry: a move of a seat, or how chance fell when there is no seat."""

    seat: str | None
    """Who moved; nothing for chance."""
    text: str
    """The move or the outcome of chance."""


@dataclass(frozen=True, slots=True)
class Record:
    """Everything needed to repeat a game exactly."""

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

    def to_dict(self) -> dict[str, object]:
        """Return the record as plain data."""
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "hash": self.hash,
            "schema": self.schema,
            "flags": dict(self.flags),
            "seed": self.seed,
            "opening": dict(self.opening) if self.opening is not None else None,
            "plies": [[ply.seat, ply.text] for ply in self.plies],
            "closing": self.closing,
            "by": self.by,
            "outcome": dict(self.outcome) if self.outcome is not None else None,
        }

    def to_json(self) -> str:
        """Return the record as text."""
        return json.dumps(self.to_dict(), indent=1, ensure_ascii=False)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Record:
        """Read what `to_dict` gave; PositionError when it is no record."""
        try:
            if data["format"] != FORMAT:
                raise PositionError(
                    "position/bad-value", f"records of format {data['format']} cannot be read"
                )
            return cls(
                ruleset=str(data["ruleset"]),
                hash=str(data["hash"]),
                schema=int(data["schema"]),
                flags=dict(data["flags"]),
                seed=int(data["seed"]),
                opening=None if data["opening"] is None else dict(data["opening"]),
                plies=tuple(Ply(seat, str(text)) for seat, text in data["plies"]),
                closing=data["closing"],
                by=data["by"],
                outcome=data["outcome"],
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, PositionError):
                raise
            raise PositionError(
                "position/bad-value", f"this is no record of a game: {error!r}"
            ) from None

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read what `to_json` gave; PositionError when it is no record."""
        try:
            data = json.loads(text)
        except ValueError as error:
            raise PositionError("position/bad-value", f"this is no JSON: {error}") from None
        return cls.from_dict(data)

    def replay(self, game: Game) -> Iterator[Position]:
        """Yield every position of the game, the first included.

        Raises:
            PositionError: the rules have changed since, or the record does not fit them.
        """
        if game.hash != self.hash:
            raise PositionError(
                "position/other-ruleset",
                f"the record was made with other rules or flags than '{game.name}' has now",
            )
        position = game.start(self.opening)
        yield position
        for number, ply in enumerate(self.plies):
            if ply.seat is not None and ply.seat not in position.actors:
                raise PositionError(
                    "position/bad-value", f"ply {number}: it is not for {ply.seat} to decide"
                )
            try:
                position = position.play(ply.text, ply.seat)
            except ValueError as error:
                raise PositionError("position/bad-value", f"ply {number}: {error}") from error
            yield position


def begin_record(game: Game, seed: int, opening: Mapping[str, str] | None) -> Record:
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
    )
