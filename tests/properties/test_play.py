"""Properties of play that hold for every shipped ruleset and variant."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleengine import Game, Match, Position, Record, load
from ruleengine.agents.random_agent import RandomAgent
from ruleengine.agents.table import play_out
from ruleengine.errors import IllegalMoveError, InvalidMoveError
from ruleengine.game.streams import draw
from ruleengine.resolve.files.library import shipped_names

SHIPPED = sorted(shipped_names())
GAMES: dict[str, Game] = {}


def game_of(name: str) -> Game:
    """Return a shipped game, loaded once."""
    if name not in GAMES:
        GAMES[name] = load(name)
    return GAMES[name]


def walk(game: Game, seed: int, plies: int) -> Iterator[Position]:
    """Yield the positions of a random game, chance included."""
    position = game.start()
    for number in range(plies):
        yield position
        if position.outcome is not None:
            return
        options = position.chance or position.legal_moves()
        position = position.play(options[draw(9, seed, 0, 0, number, options=len(options))])


def meant(position: Position, text: str) -> str:
    """Return how the move is listed that a text means: a piece with a name has a cell as well."""
    try:
        return position.parse_move(text).text
    except (IllegalMoveError, InvalidMoveError):
        return text


def test_there_are_rulesets_to_test() -> None:
    assert len(SHIPPED) >= 3


@pytest.mark.parametrize("name", SHIPPED)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_somebody_or_chance_can_always_decide(name: str, seed: int) -> None:
    for position in walk(game_of(name), seed, 150):
        if position.outcome is not None:
            assert position.actors == ()
            assert position.chance is None
        elif position.chance is None:
            assert position.actors
            assert position.legal_moves()
        else:
            assert position.actors == ()
            assert len(position.chance) > 1
            assert sum(outcome.probability for outcome in position.chance) == 1


@pytest.mark.parametrize("name", SHIPPED)
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_listing_and_refusing_come_from_one_definition(name: str, seed: int) -> None:
    """Of all moves the board allows, exactly those are refused that are not listed."""
    game = game_of(name)
    ids = game.move_ids
    for position in walk(game, seed, 25):
        moves = position.legal_moves()
        if not moves:
            continue
        assert list(moves) == sorted(moves)
        assert len({game.move_id(move) for move in moves}) == len(moves)
        legal = {move.text for move in moves}
        # One in so many, each time others: with every variant all of them would take minutes.
        apart = max(29, len(ids) // 200)
        for number in range(draw(8, seed, 0, 0, position.ply, options=apart), len(ids), apart):
            text = ids.text(number)
            try:
                refused = bool(position.why(text))
            except InvalidMoveError:
                refused = True
            assert refused == (meant(position, text) not in legal), text


@pytest.mark.parametrize("name", SHIPPED)
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_refused_move_changes_nothing_and_says_why(name: str, seed: int) -> None:
    game = game_of(name)
    match = Match(game, seed, max_plies=60)
    agents = [RandomAgent(seed, seat=number) for number in range(len(game.seats))]
    untouched = Match(game, seed, max_plies=60)
    while not match.is_over:
        seat = match.actors[0]
        before = json.dumps(match.position.to_dict())
        for number in range(0, len(game.move_ids), 397):
            text = game.move_ids.text(number)
            if meant(match.position, text) in {move.text for move in match.position.legal_moves()}:
                continue
            with pytest.raises((IllegalMoveError, InvalidMoveError)) as caught:
                match.submit(seat, text)
            assert caught.value.message
            assert all(reason.message for reason in caught.value.reasons)
            assert json.dumps(match.position.to_dict()) == before
        move = agents[game.seats.index(seat)].choose(
            match.view(seat), match.position.legal_moves(seat)
        )
        match.submit(seat, move)
        untouched.submit(seat, move)
    # Refusals in between have not shifted a single throw.
    assert match.record() == untouched.record()


@pytest.mark.parametrize("name", SHIPPED)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_positions_survive_json_and_play_on_alike(name: str, seed: int) -> None:
    game = game_of(name)
    for position in walk(game, seed, 60):
        again = game.position(json.loads(json.dumps(position.to_dict())))
        assert again == position
        assert again.legal_moves() == position.legal_moves()
        assert again.chance == position.chance
        assert again.outcome == position.outcome


@pytest.mark.parametrize("name", SHIPPED)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_texts_of_moves_parse_back(name: str, seed: int) -> None:
    for position in walk(game_of(name), seed, 40):
        for move in position.legal_moves()[position.ply % 5 :: 5]:
            assert position.parse_move(move.text) == move
            assert position.play(move.text) == position.play(move)
            assert position.parse_move(move.to_dict()) == move


@pytest.mark.parametrize("name", SHIPPED)
def test_equal_seeds_give_equal_games_and_records_replay(name: str) -> None:
    game = game_of(name)

    def played(seed: int) -> Match:
        match = Match(game, seed, max_plies=400)
        seats = enumerate(game.seats)
        play_out(match, {seat: RandomAgent(seed, seat=number) for number, seat in seats})
        return match

    first, second, other = played(5), played(5), played(6)
    assert first.record() == second.record()
    assert first.record().plies != other.record().plies
    record = Record.from_json(first.record().to_json())
    positions = [*record.replay(load(name))]
    assert positions[-1] == first.position
    number = min(20, len(record.plies) - 1)
    start = replace(record, plies=record.plies[:number], closing="unfinished", outcome=None)
    again = Match.resume(game, start, max_plies=number)
    assert again.record() == start
    assert again.position == positions[number]


@pytest.mark.parametrize("name", SHIPPED)
def test_playing_leaves_the_position_as_it_was(name: str) -> None:
    for position in walk(game_of(name), 3, 40):
        before = position.to_dict()
        for option in position.chance or position.legal_moves()[:3]:
            position.play(option)
        assert position.to_dict() == before
