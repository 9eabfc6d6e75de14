"""Random games that check, at every ply, what has to hold in any game whatsoever."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from ruleengine.game import streams
from ruleengine.game.game import Game
from ruleengine.game.position import Position

_PURPOSE = 16  # a stream of its own, apart from those of matches


@dataclass(frozen=True)
class Playthrough:
    """One random game."""

    seed: int
    plies: tuple[str, ...]
    ending: str | None
    """The name of the ending; nothing when the game was stopped."""
    problems: tuple[str, ...]
    """What did not hold; nothing else is played after it."""

    @property
    def ok(self) -> bool:
        """Whether everything held."""
        return not self.problems


def check_playthrough(game: Game, seed: int, *, max_plies: int) -> Playthrough:
    """Play a random game to its end or to `max_plies`; the same seed plays the same game.

    Somebody or chance can always decide, moves are listed once each and in order, the texts of
    the moves lead to the same position again, and so does the stored position.
    """
    plies: list[str] = []
    ending: str | None = None
    try:
        position = game.start()
        problems = list(_faults(position))
        while not problems and position.outcome is None and len(plies) < max_plies:
            options = position.chance or position.sample_moves()
            number = streams.draw(_PURPOSE, seed, 0, 0, len(plies), options=len(options))
            plies.append(options[number].text)
            position = position.play(options[number])
            problems = list(_faults(position))
        problems = problems or list(_differences(position, plies))
        ending = position.outcome.ending if position.outcome is not None else None
    except Exception as error:  # noqa: BLE001 - whatever breaks, the game that broke is told
        problems = [f"{type(error).__name__}: {error}"]
    return Playthrough(seed, tuple(plies), ending, tuple(problems))


def _faults(position: Position) -> Iterator[str]:
    moves, chance = position.legal_moves(), position.chance
    if position.outcome is not None:
        if position.actors or moves or chance is not None:
            yield "the game is over, but there is something to decide"
    elif chance is not None:
        if position.actors or moves:
            yield "chance decides, and a seat as well"
        if len(chance) < 2 or sum(each.probability for each in chance) != 1:  # noqa: PLR2004 - else it is no chance
            yield "the outcomes of chance are no distribution"
    elif not position.actors or not moves:
        yield "nobody can decide, but the game is not over"
    if list(moves) != sorted(moves) or len({move.text for move in moves}) < len(moves):
        yield "legal moves are not listed in order, or not once each"


def _differences(position: Position, plies: list[str]) -> Iterator[str]:
    game = position.game
    again = game.start()
    for text in plies:
        again = again.play(text)
    if again != position:
        yield "the texts of the moves lead to another position"
    stored = game.position(json.loads(json.dumps(position.to_dict())))
    if stored != position or stored.legal_moves() != position.legal_moves():
        yield "the stored position is another one"
