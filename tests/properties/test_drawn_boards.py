"""Boards that the engine draws, along random games of every shipped ruleset, are read back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleengine import Game, Position, load
from ruleengine.game.kept.board_text import drawn_counters, shown_board
from ruleengine.game.kept.drawn import state_from_drawing
from ruleengine.game.streams import draw
from ruleengine.pipeline.state import State
from ruleengine.resolve.files.library import shipped_names
from ruleengine.workbench.cases.comparing import boards_differ

GAMES: dict[str, Game] = {}
_PLIES = 60


def told(game: Game, state: State) -> list[object]:
    """Return what boards draw of a state: what stands on each cell, and what it has counted."""
    found: list[object] = []
    infos = [game.rules.counters[name] for name in drawn_counters(game.rules)]
    for cell in game.rules.grid.cells:
        here = state.at[cell]
        found.append(sorted((state.owner[slot], state.kind[slot]) for slot in here))
        if len(here) > 1:
            continue
        for info in infos:
            if info.per == "cell":
                found.append(state.counters[info.offset + cell])
            else:
                found += [state.piece_counters[info.offset][slot] for slot in here]
    return found


def check_is_read_back(position: Position) -> None:
    game = position.game
    view = position.full_view()
    board = shown_board(game, view, width=10_000)
    if game.rules.undrawn in board.text:
        return  # a piece without a letter is drawn like any other such piece
    state, _ = state_from_drawing(game.rules, board.text, {})
    assert told(game, state) == told(game, position.state), board.text
    assert [*boards_differ(game, view, board.text)] == []


@pytest.mark.parametrize("name", sorted(shipped_names()))
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_drawn_board_is_read_back(name: str, seed: int) -> None:
    game = GAMES.setdefault(name, load(name))
    position = game.start()
    for number in range(_PLIES):
        check_is_read_back(position)
        if position.outcome is not None:
            return
        options = position.chance or position.legal_moves()
        position = position.play(options[draw(9, seed, 0, 0, number, options=len(options))])
