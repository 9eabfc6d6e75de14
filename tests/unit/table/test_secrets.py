"""Between two hand-overs nobody sees anything that depends on what others have hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ruleengine import Game, Match, load

Sit = Callable[..., Any]
SHEETS = [*load("stratego").sheets]


def screens_of(paper: Any, seat: str) -> list[str]:  # noqa: ANN401 - a class that only tests have
    """Return the screens that a seat had before it, from the hand-over to the next."""
    return [text for text in paper.screens if text.startswith(f"\nHand the keyboard to {seat}")]


def movable(game: Game, sheet: str) -> set[str]:
    """Return the cells of the front row from which blue can move with a sheet."""
    pieces = dict(text.split(" ")[1].split("-")[::-1] for text in game.sheet(sheet, "blue")[:-1])
    return {cell for cell in ("a7", "b7", "e7", "f7", "i7", "j7") if pieces[cell] not in STAYS}


STAYS = ("bomb", "flag")


@pytest.mark.parametrize("sheet", SHEETS[1:])
def test_an_army_is_not_given_away(sit: Sit, sheet: str) -> None:
    game = load("stratego")
    cell = min(movable(game, SHEETS[0]) & movable(game, sheet))
    step = f"{cell}-{cell[0]}6"
    red = ["moves", "pieces", "log", "why a4-a7", "why a4-a9", "legend", "undo"]

    def seen(blue: str) -> list[str]:
        paper = sit(
            game,
            *("", f"sheet {SHEETS[0]}"),
            *("", f"sheet {blue}"),
            *("", *red, "b4-b5"),
            *("", "undo", "draw", step),
            *("", *red, "quit"),
        )
        return screens_of(paper, "Red")

    one, other = seen(SHEETS[0]), seen(sheet)
    assert len(one) == 3
    assert one == other


def test_orders_are_not_given_away_before_all_have_committed(sit: Sit) -> None:
    def seen(*orders: str) -> str:
        look = ["moves red1", "pieces", "log", "why red1-a1", "undo"]
        typed = ["", *orders, "commit", "", *look, "red1-e8", "undo", "commit"]
        [screen] = screens_of(sit("flag_war", *typed), "B")
        before, commit, _ = screen.partition("B (Red)> commit")
        assert commit
        return str(before)

    assert seen() == seen("blue1-e5") == seen("blue2-f4", "undo", "blue3-g9", "blue3-a2")


def test_moves_of_a_view_can_be_asked_about_and_played(sit: Sit) -> None:
    """Moves of a view have no numbers of pieces where kinds are hidden, but they are moves."""
    game = load("stratego")
    paper = sit(game, "", f"sheet {SHEETS[0]}", "", f"sheet {SHEETS[0]}", "", "why 1", "quit")
    assert "Nothing stands against advance " in paper.text
    match = Match(game)
    for seat in game.seats:
        match.submit(seat, match.sheet(SHEETS[0], seat))
    move = match.view("red").legal_moves[0]
    assert match.position.why(move, "red") == ()
    assert match.position.play(move, "red") == match.position.play(move.text, "red")
