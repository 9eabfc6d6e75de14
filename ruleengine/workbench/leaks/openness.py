"""Where nothing is hidden, everybody has to be told everything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruleengine.game.game import Game
from ruleengine.game.match import Match
from ruleengine.workbench.leaks.report import Leak
from ruleengine.workbench.leaks.transcripts import play_at_random

_OPEN_PLIES: Final = 20


def secrets_kept_for_nothing(game: Game, seed: int) -> Iterator[Leak]:
    """Yield what is not told to everybody although no rule hides it."""
    match = Match(game, seed)
    own = ("seat", "side", "legal_moves", "drafting")
    known: list[str] = []
    for told, *_ in play_at_random(game, seed, plies=_OPEN_PLIES):
        full = match.position.full_view().to_dict()
        for seat in (*game.seats, None):
            seen = match.view(seat).to_dict()
            for part in full:
                if part not in own and seen[part] != full[part]:
                    yield Leak(
                        part,
                        seat,
                        match.position.ply,
                        full[part],
                        seen[part],
                        "nothing is hidden",
                        seed,
                        tuple(known),
                    )
        match.submit(told.seat, told.text)
        known.append(told.text)
