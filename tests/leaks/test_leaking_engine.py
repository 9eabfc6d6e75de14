"""An engine that gives a secret away through one channel: exactly that one is reported."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine.game import desk, views
from ruleengine.game.desk import Desk
from ruleengine.game.game import Game
from ruleengine.game.kept.record import Ply
from ruleengine.game.kept.storage import draw_board
from ruleengine.game.match import Match
from ruleengine.game.moves.moves import Move
from ruleengine.game.news import NewsBook
from ruleengine.game.position import Position
from ruleengine.game.streams import draw
from ruleengine.game.views import View
from ruleengine.pipeline import sight
from ruleengine.pipeline.sight import Eyes
from ruleengine.workbench.leaks import leak_test as leaks
from ruleengine.workbench.leaks.leak_test import check_leaks
from ruleengine.workbench.refusals import why

Shade = Callable[..., Game]
Patch = Callable[[pytest.MonkeyPatch], None]


def secret_number(position: Position) -> int:
    """Return a number that depends on kinds of pieces and on drafts, and so on secrets."""
    state = position.state
    tables = [state, *(draft.state for draft in state.drafts if draft.state is not None)]
    kinds = sum(
        cell * kind for table in tables for cell, kind in zip(table.cell, table.kind, strict=True)
    )
    return kinds + sum(len(draft.moves) for draft in state.drafts)


def show_kinds(patch: pytest.MonkeyPatch) -> None:
    """Let views name the kinds of all pieces."""
    seen = views.pieces_seen
    whole = lambda rules, eyes: seen(rules, rules.sight.eyes(eyes.state, None))  # noqa: E731
    patch.setattr(views, "pieces_seen", whole)


def draw_all(patch: pytest.MonkeyPatch) -> None:
    """Draw the board without covers, in views."""
    patch.setattr(views, "draw_board", lambda rules, state, _eyes: draw_board(rules, state))


def draw_all_in_errors(patch: pytest.MonkeyPatch) -> None:
    """Draw the board without covers, in errors."""
    drawing = property(lambda desk: draw_board(desk._game.rules, desk.state))  # noqa: SLF001
    patch.setattr(Desk, "drawing", drawing)


def tell_everything(patch: pytest.MonkeyPatch) -> None:
    """Tell of events with kinds, to whoever looks."""
    look = views.view_of

    def view_of(position: Position, seat: str | None, **named: object) -> View:
        return look(position, seat, **{**named, "events": position.events})  # type: ignore[arg-type]

    patch.setattr("ruleengine.game.position.view_of", view_of)


def list_fewer_moves(patch: pytest.MonkeyPatch) -> None:
    """Leave out a move, depending on a secret."""
    whole = Position.legal_moves

    def fewer(self: Position, seat: str | None = None) -> tuple[Move, ...]:
        moves = whole(self, seat)
        return moves[1:] if secret_number(self) % 2 and not self.drafting else moves

    patch.setattr(Position, "legal_moves", fewer)


def keep_numbers(patch: pytest.MonkeyPatch) -> None:
    """Leave the numbers of pieces in moves."""
    patch.setattr(views, "_own_moves", lambda pos, seat: pos.legal_moves(seat) if seat else ())


def number_moves_anew(patch: pytest.MonkeyPatch) -> None:
    """Let the numbers of moves depend on what was looked at last."""
    look, last = Match.view, [0]

    def view(self: Match, seat: str | None) -> View:
        last[0] = secret_number(self.position)
        return look(self, seat)

    patch.setattr(Match, "view", view)
    patch.setattr(Game, "move_id", lambda self, move: self.move_ids.number(move) + last[0])


def name_kinds(patch: pytest.MonkeyPatch) -> None:
    """Name the kinds of pieces in refusals, which are told from the position as it is."""
    patch.setattr(sight, "knows_kind", lambda _env, _slot: True)
    patch.setattr(desk, "told_reasons", lambda _rules, known, _side, ask, *_cells: ask(known.state))


def count_drafts(patch: pytest.MonkeyPatch) -> None:
    """Count the moves of drafts as plies."""

    def count(position: Position) -> int:
        state = position.state
        return state.ply + sum(len(draft.moves) for draft in state.drafts)

    patch.setattr(Position, "ply", property(count))


def ask_otherwise(patch: pytest.MonkeyPatch) -> None:
    """Let the question depend on a secret."""
    patch.setattr(Position, "question", property(lambda p: f"Well, {secret_number(p)}?"))


def mix_seed_and_secrets(patch: pytest.MonkeyPatch) -> None:
    """Let throws depend on how many moves were made, those in secret included."""
    fall, plies = Match._let_chance_fall, [0]  # noqa: SLF001

    def let_fall(self: Match) -> None:
        plies[0] = self.num_plies
        fall(self)

    def drawn(  # noqa: PLR0913 - the key of a draw has that many parts
        purpose: int, seed: int, game: int, turn: int, number: int, *, options: int
    ) -> int:
        return draw(purpose, seed, game, turn, number + plies[0], options=options)

    patch.setattr(Match, "_let_chance_fall", let_fall)
    patch.setattr("ruleengine.game.match.streams.draw", drawn)


def offer_otherwise(patch: pytest.MonkeyPatch) -> None:
    """List the outcomes of chance in an order that depends on a secret."""
    offered = views._chance  # noqa: SLF001

    def chance(position: Position, eyes: Eyes, *, full: bool) -> object:
        outcomes = offered(position, eyes, full=full)
        return outcomes and outcomes[:: 1 if secret_number(position) % 2 else -1]

    patch.setattr(views, "_chance", chance)


def hand_out_everything(patch: pytest.MonkeyPatch) -> None:
    """Give every seat the whole record."""
    patch.setattr(Match, "transcript", lambda self, _seat: self.record().plies)


def spread_news(patch: pytest.MonkeyPatch) -> None:
    """Let every seat hear the referee's events in the news."""
    tell = NewsBook.tell

    class Told:
        def __init__(self, position: Position) -> None:
            self.events_for = lambda _seat: position.events

    def told(self: NewsBook, seat: str | None, number: int, ply: Ply, position: Position) -> None:
        tell(self, seat, number, ply, Told(position))  # type: ignore[arg-type]

    patch.setattr(NewsBook, "tell", told)


def key_of_everything(patch: pytest.MonkeyPatch) -> None:
    """Make the key of a view from the whole position."""
    look = views.view_of
    # Copies of a view share its counters; they are kept here, so that no other has their number.
    keys: dict[int, tuple[object, int]] = {}

    def view_of(position: Position, *args: object, **named: object) -> View:
        view = look(position, *args, **named)  # type: ignore[arg-type]
        keys[id(view.counters)] = view.counters, secret_number(position)
        return view

    patch.setattr("ruleengine.game.position.view_of", view_of)
    patch.setattr(View, "key", property(lambda view: str(keys[id(view.counters)][1])))


def lift_the_fog(patch: pytest.MonkeyPatch) -> None:
    """Let the cells that are not seen depend on what stands there."""
    patch.setattr(views, "_unseen", lambda _rules, state, _side: tuple(map(str, state.kind)))


def explain_from_above(patch: pytest.MonkeyPatch) -> None:
    """Try other readings on the position as it is, not as the seat knows it."""
    patch.setattr(why, "known_worlds", lambda _rules, state, _side: [state])


TOUCH = (
    (
        "dice: {die",
        "flags:\n  touch: {question: Whose?, choices: {own: o, any: a}, default: own}\ndice: {die",
    ),
    (
        "unit: {piece: {owner: mover}}\n      to: {line",
        "unit: {piece: {pick: touch, own: {owner: mover}, any: {}}}\n      to: {line",
    ),
)
"""A flag under which any piece may be moved, so that whether it could be tells what it is."""


def test_an_explanation_that_looks_at_the_position_itself_is_found(
    shade: Shade, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = shade(*TOUCH)
    monkeypatch.setattr(leaks, "_EXPLAINED", 1)  # so few pairs have to be asked about at all times
    assert check_leaks(game, pairs=60).ok
    explain_from_above(monkeypatch)
    assert check_leaks(game, pairs=60).channels == {"explanations"}


def test_what_a_seat_cannot_know_makes_a_change_unsure(shade: Shade) -> None:
    game = shade(*TOUCH)
    told = [explained(game, kind) for kind in ("bomb", "scout")]
    assert told[0] == told[1]
    assert told[0]["counterfactuals"] == [{"flags": {"touch": "any"}, "sureness": "unsure"}]


def explained(game: Game, kind: str) -> dict[str, object]:
    """Explain to red why it cannot move a piece of blue, which is of some kind."""
    letter = {"bomb": "B", "scout": "S"}[kind]
    board = f"{letter} . . .\n. . . .\n. . . .\n. . . .\ns . . ."
    position = game.position(board=board, mover="red", phase="play").play("die 1")
    return why.explain(position, "step a5-a4", "red").to_dict()


@pytest.mark.parametrize(
    ("leak", "channel"),
    [
        (show_kinds, "view"),
        (draw_all, "drawing"),
        (lift_the_fog, "unseen cells"),
        (draw_all_in_errors, "drawings in errors"),
        (tell_everything, "events"),
        (list_fewer_moves, "legal moves"),
        (keep_numbers, "notation"),
        (number_moves_anew, "move ids"),
        (name_kinds, "refusals"),
        (count_drafts, "ply"),
        (ask_otherwise, "question"),
        (mix_seed_and_secrets, "draws"),
        (offer_otherwise, "chance"),
        (hand_out_everything, "transcript"),
        (spread_news, "news"),
        (key_of_everything, "key"),
    ],
)
def test_a_leak_in_the_engine_is_found(
    shade: Shade, monkeypatch: pytest.MonkeyPatch, leak: Patch, channel: str
) -> None:
    game = shade()
    leak(monkeypatch)
    report = check_leaks(game, pairs=60)
    assert report.channels == {channel}, str(report)


def test_a_leak_is_ready_to_read(shade: Shade, monkeypatch: pytest.MonkeyPatch) -> None:
    game = shade()
    count_drafts(monkeypatch)
    first = check_leaks(game, pairs=10).leaks[0]
    assert str(first).startswith(f"ply: {first.viewer} can tell two games apart at ply ")
    assert "  hidden in the one:   " in str(first)
    assert "  given in the one:    /ply: " in str(first)
    assert first.here != first.there
