"""How fast the pipeline plays: `python tests/bench/bench_pipeline.py [NAME] [GAMES]`.

In processor time: what else the machine does is left out.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from ruleengine import load
from ruleengine.game.moves.moves import Move
from ruleengine.game.position import Position
from ruleengine.game.streams import draw

MAX_PLIES = 5000


def main(name: str = "generals_10x10", games: str = "20") -> None:
    """Play uniformly random games and print plies, and rounds if there are any, per second."""
    game = load(name)
    plies = rounds = 0
    began = time.process_time()
    for seed in range(int(games)):
        position = game.start()
        number = 0
        while position.outcome is None and number < MAX_PLIES:
            if position.drafting:
                rounds += 1
                for seat in position.actors:
                    for move in _sheet(position, seat, seed * MAX_PLIES + number):
                        position = position.play(move, seat)
                        number += 1
                continue
            options = position.chance or position.sample_moves()
            position = position.play(options[draw(9, seed, 0, 0, number, options=len(options))])
            number += 1
        plies += number
    seconds = time.process_time() - began
    played = f"{plies} plies in {seconds:.2f} s, {plies / seconds:,.0f} plies/s"
    if rounds:
        played += f"; {rounds} rounds, {rounds / seconds:,.0f} rounds/s"
    print(f"{name}: {played}")


def _sheet(position: Position, seat: str, number: int) -> Iterator[Move]:
    """Yield at most one move for each piece, one in four being left alone, and the commit.

    Without a commit on offer it is any move at all: something has to be done first.
    """
    moves = position.legal_moves(seat)
    *acts, last = moves
    if last.name != "commit":
        yield moves[draw(9, number, 0, 0, 0, options=len(moves))]
        return
    by_piece: dict[object, list[Move]] = {}
    for move in acts:
        by_piece.setdefault(move.values[0] if move.values else None, []).append(move)
    for index, each in enumerate(by_piece.values()):
        choice = draw(9, number, index, 0, 0, options=4 * len(each) // 3)
        if choice < len(each):
            yield each[choice]
    yield last


if __name__ == "__main__":
    main(*sys.argv[1:])
