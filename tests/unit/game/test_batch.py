from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ruleengine import Match, load
from ruleengine.game.rows.batch import CHANCE, FIRST_CAPACITY, Batch
from ruleengine.game.rows.observing import HIDDEN
from ruleengine.game.streams import draw

BENCH = Path(__file__).parents[2] / "bench"
GAMES = ["breakthrough", "generals_10x10", "generals_tavern_alliance", "stratego_barrage"]


def lists(batch: Batch) -> list[list[int]]:
    legal = batch.legal()
    return [
        sorted(int(move) for move in legal.ids[start:end])
        for start, end in zip(legal.offsets, legal.offsets[1:], strict=False)
    ]


def any_of(batch: Batch, step: int) -> list[int]:
    """Return a legal move for each game, always the same one for the same step."""
    return [
        moves[draw(9, 5, game, 0, step, options=len(moves))]
        for game, moves in enumerate(lists(batch))
    ]


def legal_ids(match: Match) -> list[int]:
    seat = match.actors[0]
    return sorted(match.game.move_id(move) for move in match.position.legal_moves(seat))


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_and_matches_of_its_seed_are_the_same_games(name: str) -> None:
    game = load(name)
    batch = game.batch(4, seed=11, auto_reset=False)
    matches = [Match(game, 11, number=number) for number in range(4)]
    for step in range(120):
        going = [match for match in matches if not match.is_over]
        if not going:
            break
        assert [len(moves) > 0 for moves in lists(batch)] == [not m.is_over for m in matches]
        moves = []
        for number, match in enumerate(matches):
            if match.is_over:
                moves.append(0)
                continue
            legal = legal_ids(match)
            assert lists(batch)[number] == legal
            assert game.seats[batch.seats[number]] == match.actors[0]
            moves.append(legal[draw(9, 5, number, 0, step, options=len(legal))])
        for match, move in zip(matches, moves, strict=True):
            if not match.is_over:
                match.submit(match.actors[0], game.move_ids.text(move))
        found = batch.step(moves)
        for number, match in enumerate(matches):
            outcome = match.position.outcome
            if outcome is None or not found.done[number]:
                continue
            by_seat = [outcome.by_seat.get(seat, 0) for seat in game.seats]
            assert found.rewards[number].tolist() == by_seat
            assert batch.endings[found.endings[number]] == outcome.ending


def test_an_illegal_move_is_refused_and_harms_no_other_game() -> None:
    batch = load("generals_10x10").batch(3, seed=1)
    twin = load("generals_10x10").batch(3, seed=1)
    moves = any_of(batch, 0)
    wrong = [moves[0], next(n for n in range(9999) if n not in lists(batch)[1]), moves[2]]
    before = lists(batch)[1]
    found = batch.step(wrong)
    assert found.taken.tolist() == [True, False, True]
    assert lists(batch)[1] == before
    twin.step(moves)
    assert [lists(batch)[0], lists(batch)[2]] == [lists(twin)[0], lists(twin)[2]]
    batch.step([-1, moves[1], -1])
    assert lists(batch) == lists(twin)


def test_another_game_begins_where_one_has_ended() -> None:
    batch = load("breakthrough_6x6").batch(5, seed=2)
    ended = np.zeros(5, dtype=int)
    for step in range(120):
        found = batch.step(any_of(batch, step))
        ended += found.done
        assert (np.abs(found.rewards).sum(axis=1) > 0).tolist() == found.done.tolist()
        assert (batch.counts > 0).all()
    assert ended.min() >= 1
    assert batch.numbers.tolist() == [game + (int(ended[game]) << 32) for game in range(5)]


def test_only_a_game_that_is_done_has_a_winner_an_ending_and_a_length() -> None:
    batch = load("connect_four").batch(6, seed=2)
    ended = 0
    for step in range(60):
        found = batch.step(any_of(batch, step))
        assert found.winners.dtype == found.endings.dtype == found.plies.dtype == np.int32
        assert (found.winners[~found.done] == -1).all()
        assert (found.endings[~found.done] == -1).all()
        assert (found.plies[~found.done] == 0).all()
        assert (found.endings[found.done] >= 0).all()
        assert (found.plies[found.done] > 6).all()
        ended += int(found.done.sum())
    assert ended > 6


def test_the_limit_of_plies_cuts_games_short() -> None:
    batch = load("generals_10x10").batch(6, seed=3, max_plies=20, opening={"attacker": "A"})
    found = [batch.step(any_of(batch, step)) for step in range(20)]
    cut = sum(int(each.truncated.sum()) for each in found)
    assert cut == sum(int(each.done.sum()) for each in found) > 0
    assert all(not each.rewards[each.truncated].any() for each in found)


def test_threads_and_sizes_make_no_difference() -> None:
    game = load("generals_10x10")
    one, two, small = game.batch(9, seed=4), game.batch(9, seed=4, threads=2), game.batch(2, seed=4)
    for step in range(60):
        moves = any_of(one, step)
        one.step(moves)
        two.step(moves)
        small.step(moves[:2])
        assert lists(one) == lists(two)
        assert lists(one)[:2] == lists(small)
    two.close()


def test_masks_hold_the_same_moves_as_ids() -> None:
    game = load("generals_10x10")
    batch = game.batch(7, seed=5)
    for step in range(10):
        bits = np.unpackbits(batch.mask(), axis=1, bitorder="little")
        assert [np.flatnonzero(each).tolist() for each in bits] == lists(batch)
        batch.step(any_of(batch, step))


@pytest.mark.parametrize("name", [*GAMES, str(BENCH / "raid.yaml")])
def test_enumerated_chance_is_what_a_position_says_of_it(name: str) -> None:
    game = load(name)
    batch = game.batch(3, seed=8, auto_reset=False, chance="enumerated")
    positions = [game.start() for _ in range(3)]
    for step in range(90):
        waiting = [n for n, position in enumerate(positions) if position.chance is not None]
        found = batch.chance()
        assert found.games.tolist() == waiting
        moves = []
        for number, position in enumerate(positions):
            outcomes, legal = position.chance, lists(batch)[number]
            assert batch.outcomes(number) == (outcomes or ())
            if outcomes is not None:
                assert batch.seats[number] == CHANCE
                assert legal == list(range(len(outcomes)))
                at = waiting.index(number)
                chances = found.probabilities[found.offsets[at] : found.offsets[at + 1]]
                assert chances.tolist() == [float(each.probability) for each in outcomes]
                assert not batch.mask()[number].any()
            if position.outcome is None:
                moves.append(legal[draw(9, 5, number, 0, step, options=len(legal))])
            else:
                moves.append(0)
        batch.step(moves)
        for number, position in enumerate(positions):
            if position.chance is not None:
                positions[number] = position.play(position.chance[moves[number]])
            elif position.outcome is None:
                text = game.move_ids.text(moves[number])
                positions[number] = position.play(text, position.actors[0])
    assert [position.ply for position in positions] == batch.plies.tolist()


def test_chance_that_falls_as_it_would_by_itself_gives_the_same_games() -> None:
    game = load("generals_10x10")
    sampled = game.batch(4, seed=12, auto_reset=False)
    told = game.batch(4, seed=12, auto_reset=False, chance="enumerated")
    draws = [(0, 0)] * 4
    for step in range(60):
        while (waiting := told.chance()).games.size:
            moves = np.full(4, -1)
            for number in waiting.games.tolist():
                turn, drawn = int(told.observe().numbers[number, 2]), draws[number]
                drawn = drawn if drawn[0] == turn else (turn, 0)
                options = len(told.outcomes(number))
                moves[number] = draw(1, 12, number, *drawn, options=options)
                draws[number] = (turn, drawn[1] + 1)
            told.step(moves)
        assert lists(told) == lists(sampled)
        picks = any_of(sampled, step)
        assert told.step(picks).taken.tolist() == sampled.step(picks).taken.tolist()


def test_many_legal_moves_are_listed_where_there_was_no_room_for_them() -> None:
    game = load("stratego")  # begins with more than a thousand
    batch = game.batch(2, seed=1)
    match = Match(game, 1)
    assert batch.counts.min() > FIRST_CAPACITY
    assert lists(batch)[0] == legal_ids(match)


@pytest.mark.parametrize("name", [*GAMES, "draughts", "tactics_5x5"])
def test_moves_that_are_not_kept_are_listed_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load(name)
    kept = game.batch(3, seed=14, chance="enumerated")
    monkeypatch.setattr("ruleengine.game.rows.batch.MOST_KEPT", 1)
    listed = game.batch(3, seed=14, chance="enumerated")
    for step in range(60):
        assert lists(listed) == lists(kept)
        assert (listed.mask() == kept.mask()).all()
        assert [listed.outcomes(number) for number in range(3)] == [
            kept.outcomes(number) for number in range(3)
        ]
        places = [
            draw(9, 5, game, 1, step, options=n) for game, n in enumerate(kept.counts.tolist())
        ]
        moves = kept.pick(places)
        assert kept.step(moves).taken.all()
        assert listed.step(moves).taken.all()


def test_picked_moves_are_those_at_their_places() -> None:
    batch = load("generals_10x10").batch(5, seed=3)
    legal = batch.legal()
    counts = batch.counts
    assert batch.pick(counts - 1).tolist() == legal.ids[legal.offsets[1:] - 1].tolist()
    assert batch.pick(counts).tolist() == [-1] * 5
    with pytest.raises(ValueError, match="each of the 5 games"):
        batch.pick([0])


def test_wrong_arguments_are_refused() -> None:
    game = load("breakthrough")
    with pytest.raises(ValueError, match="at least one game"):
        game.batch(0)
    with pytest.raises(ValueError, match="one of sampled, enumerated, not 'told'"):
        game.batch(1, chance="told")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="each of the 2 games"):
        game.batch(2).step([1])


def seen_by_view(match: Match, seat: str) -> dict[str, list[tuple[str, str | None]]]:
    found: dict[str, list[tuple[str, str | None]]] = {}
    for piece in match.view(seat).pieces:
        found.setdefault(piece.place, []).append((piece.owner, piece.kind))
    return found


@pytest.mark.parametrize("name", [*GAMES, "stratego_skirmish"])
def test_observations_are_what_views_show(name: str) -> None:
    game = load(name)
    batch = game.batch(2, seed=6, auto_reset=False)
    matches = [Match(game, 6, number=number) for number in range(2)]
    kinds, sides = game.rules.names.kinds, game.sides
    for step in range(60):
        for seat in game.seats:
            seen = batch.observe(seat)
            for number, match in enumerate(matches):
                view = seen_by_view(match, seat)
                for place, text in enumerate(seen.places):
                    there = view.get(text, [])
                    assert seen.heights[number, place] == len(there)
                    if len(there) != 1:
                        continue
                    kind, owner = seen.kinds[number, place], seen.owners[number, place]
                    shown = (
                        "nobody" if owner == -2 else sides[owner],
                        None if kind == -2 else kinds[kind],
                    )
                    assert shown == there[0]
                counters = match.view(seat).counters
                for index, label in enumerate(seen.number_names):
                    name_, _, owner_ = label.partition(" of ")
                    if name_ not in game.rules.counters:
                        continue
                    known = counters.get(name_)
                    value = known.get(owner_) if isinstance(known, dict) else known
                    own = seen.numbers[number, index]
                    assert own == (HIDDEN if value is None else value)
        if any(match.is_over for match in matches):
            break
        moves = any_of(batch, step)
        for match, move in zip(matches, moves, strict=True):
            match.submit(match.actors[0], game.move_ids.text(move))
        batch.step(moves)


def test_counters_of_cells_are_planes_of_their_own() -> None:
    game = load(str(Path(__file__).parents[2] / "agreement" / "rules" / "cells.yaml"))
    batch = game.batch(3, seed=2)
    for step in range(12):
        batch.step(any_of(batch, step))
    north, south = (batch.observe(seat) for seat in game.seats)
    names = ("height", "seeds", "dust", "entries", "mines")
    assert (north.cell_number_names, north.cell_numbers.shape) == (names, (3, 5, 18))
    assert north.numbers.shape == (3, len(north.number_names))
    mines, dust = names.index("mines"), names.index("dust")
    assert (south.cell_numbers[:, [mines, dust]] == HIDDEN).all()
    assert (north.cell_numbers[:, mines] != HIDDEN).all()
    assert (north.cell_numbers[:, 0] == south.cell_numbers[:, 0]).all()
    assert north.cell_numbers[:, 0].any()
