from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.analysis.deep import DeepReport, deep_check
from ruleengine.errors import InternalError
from ruleengine.game.game import Game
from ruleengine.game.loading import load


@pytest.fixture
def duel(tmp_path: Path, duel_text: str) -> Game:
    path = tmp_path / "duel.yaml"
    path.write_text(duel_text, encoding="utf-8")
    return load(str(path))


def summary(report: DeepReport) -> tuple[object, ...]:
    return report.num_plies, report.played, report.endings, report.unfinished


def test_the_same_seed_plays_the_same_games(duel: Game) -> None:
    one = deep_check(duel, games=4, seed=7)
    assert summary(one) == summary(deep_check(duel, games=4, seed=7))
    assert summary(one) != summary(deep_check(duel, games=4, seed=8))
    assert sum(one.endings.values()) + len(one.unfinished) == 4
    assert one.played["step"] == one.num_plies


def test_games_that_do_not_end_are_counted(duel: Game) -> None:
    report = deep_check(duel, games=3, seed=1, max_plies=2)
    assert report.unfinished == [0, 1, 2]
    assert [each.code for each in report.diagnostics] == ["check/endless-game"]
    alone = deep_check(duel, games=1, seed=1, max_plies=2)
    assert "1 of 1 random game did not end" in alone.diagnostics[0].message


def test_progress_is_told_after_each_ply(duel: Game) -> None:
    told: list[tuple[int, int]] = []
    report = deep_check(duel, games=3, seed=1, progress=lambda *how_far: told.append(how_far))
    assert [plies for _, plies in told] == [*range(1, report.num_plies + 1)]
    assert [*dict.fromkeys(games for games, _ in told)] == [0, 1, 2]


@pytest.mark.parametrize("games", [0, 1])
def test_games_can_be_ended_and_what_was_over_counts(duel: Game, games: int) -> None:
    def stop(over: int, _plies: int) -> None:
        if over == games:
            raise KeyboardInterrupt

    report = deep_check(duel, games=8, seed=1, progress=stop)
    assert (report.interrupted, report.num_games) == (True, games)
    alone = deep_check(duel, games=games, seed=1)
    assert report.endings == alone.endings
    assert [str(each) for each in report.diagnostics] == [str(each) for each in alone.diagnostics]


def test_reactions_that_follow_something_are_seen(tmp_path: Path, duel_text: str) -> None:
    path = tmp_path / "duel.yaml"
    reactions = "reactions: {grief: {on: captured, effects: [check_endings]}}\n"
    path.write_text(duel_text + reactions, encoding="utf-8")
    game = load(str(path))
    before = list(game.rules.reactions)
    report = deep_check(game, games=5, seed=1)
    assert report.fired == {"grief"}
    assert game.rules.reactions == before


def test_whatever_breaks_is_reported_with_its_seed(
    duel: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise InternalError("out of luck")

    monkeypatch.setattr(duel, "start", fail)
    (found, *_others) = deep_check(duel, games=1, seed=5).diagnostics
    assert found.code == "check/broken-game"
    assert found.severity == "error"
    assert "random game 0 of seed 5 broke at ply 0" in found.message
    assert "out of luck" in found.message


def test_a_silenced_warning_of_random_games_is_left_out(tmp_path: Path, duel_text: str) -> None:
    path = tmp_path / "duel.yaml"
    silence = "silenced: [{code: check/endless-game, because: it is a slow game}]\n"
    path.write_text(duel_text + silence, encoding="utf-8")
    assert deep_check(load(str(path)), games=2, seed=1, max_plies=2).diagnostics == ()


def test_an_action_that_is_only_asked_about_need_not_be_played(
    tmp_path: Path, duel_text: str
) -> None:
    path = tmp_path / "duel.yaml"
    asked = "reactions: {sigh: {on: moved, when: can(hop), effects: [check_endings]}}\n"
    hop = "  hop:\n    operands: {man: {piece: {owner: mover}}}\n    effects: [end_turn]\n"
    path.write_text(duel_text.replace("actions:\n", f"actions:\n{hop}") + asked, encoding="utf-8")
    game = load(str(path))
    assert game.rules.resolved.ruleset.offered == {"step"}
    found = deep_check(game, games=5, seed=1).diagnostics
    assert not [each for each in found if "hop" in each.message]
