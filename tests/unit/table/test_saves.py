from __future__ import annotations

import os
from pathlib import Path

import pytest

from ruleengine import Match, PositionError, load
from ruleengine.game.kept.record_files import read_record
from ruleengine.table.saves import Save, kept_games, last_open, saves_directory
from ruleengine.table.seating import seat_everybody
from ruleengine.table.table import Table


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEENGINE_SAVES", str(tmp_path / "saves"))


def played(*moves: str) -> Match:
    match = Match(load("draughts"), 1)
    for move in moves:
        match.submit(match.actors[0], move)
    return match


def test_a_new_game_gets_a_file_of_its_own() -> None:
    names: list[str] = []
    for _ in range(2):
        save = Save(game="draughts")
        assert save.path is None
        save.write(played("a3-b4").record())
        assert save.path is not None
        names.append(save.path.name)
    assert names == ["draughts-1.json", "draughts-2.json"]


def test_no_file_of_somebody_else_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError):
        Save(path).write(played().record())
    assert path.read_text(encoding="utf-8") == "mine"
    assert [entry.name for entry in tmp_path.iterdir()] == ["notes.txt"]


def test_two_who_play_one_file_do_not_undo_each_other(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    Save(path).write(played().record())
    one, other = Save.of(path), Save.of(path)
    one.write(played("a3-b4").record())
    with pytest.raises(PositionError, match="changed by somebody else"):
        other.write(played("c3-d4").record())
    assert [ply.text for ply in read_record(path).record.plies] == ["walk a3-b4"]


def test_a_table_that_cannot_save_says_so_and_plays_on(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    table = Table(played(), {}, Save(blocked / "game.json"))
    table.submit("dark", "a3-b4")
    assert table.unsaved is not None
    assert table.match.num_plies == 1


def test_the_last_unfinished_game_is_found() -> None:
    first, second = Save(game="draughts"), Save(game="draughts")
    first.write(played("a3-b4").record())
    over = played("c3-d4")
    over.resign("light")
    second.write(over.record())
    assert first.path is not None
    assert second.path is not None
    os.utime(first.path, ns=(1, 1))
    (saves_directory() / "broken.json").write_text("{", encoding="utf-8")
    assert [kept.path for kept in kept_games(saves_directory())] == [second.path, first.path]
    assert last_open(saves_directory(), None) == first.path
    assert last_open(saves_directory(), "stratego") is None


def test_a_table_goes_on_where_it_was_with_story_and_undo(tmp_path: Path) -> None:
    game, path = load("draughts"), tmp_path / "game.json"
    table = Table(Match(game, 1), {}, Save(path))
    for move in ("c3-b4", "d6-c5", "b4-d6"):
        table.submit(table.match.actors[0], move)
    again = Table.resume(game, read_record(path).record, {}, Save.of(path))
    assert again.match.position == table.match.position
    for seat in (*game.seats, None):
        assert again.story(seat) == table.story(seat)
    assert again.undo("light") == "Dark: jump b4-d6 (man)"
    assert [ply.text for ply in read_record(path).record.plies] == ["walk c3-b4", "walk d6-c5"]


def test_an_offer_of_a_draw_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    table = Table(played(), {}, Save(path))
    table.offer_draw("dark")
    again = Table.resume(load("draughts"), read_record(path).record, {}, Save.of(path))
    assert again.match.draw_offers == ("dark",)
    assert again.offer_draw("light")
    assert read_record(path).record.closing == "agreed_draw"


@pytest.mark.parametrize(
    ("people", "agents", "players"),
    [
        (None, [], {"A": "person", "B": "random"}),
        (None, ["B=greedy"], {"A": "person", "B": "greedy"}),
        ("all", [], {"A": "person", "B": "person"}),
        ("none", ["greedy"], {"A": "greedy", "B": "greedy"}),
        ("B", ["A=greedy"], {"A": "greedy", "B": "person"}),
        ("A, B", [], {"A": "person", "B": "person"}),
        (None, ["all=greedy"], {"A": "greedy", "B": "greedy"}),
        (None, ["all=greedy", "B=random"], {"A": "greedy", "B": "random"}),
        ("A", ["all=greedy"], {"A": "person", "B": "greedy"}),
    ],
)
def test_who_sits_where(people: str | None, agents: list[str], players: dict[str, str]) -> None:
    assert seat_everybody(("A", "B"), people, agents).players == players


@pytest.mark.parametrize(
    ("people", "agents"), [("C", []), (None, ["C=random"]), ("A", ["A=random"]), (None, ["A="])]
)
def test_nobody_sits_where_there_is_no_seat(people: str | None, agents: list[str]) -> None:
    with pytest.raises(ValueError, match=r"[AC]"):
        seat_everybody(("A", "B"), people, agents)


def test_only_what_can_be_given_a_program_is_listed() -> None:
    with pytest.raises(ValueError, match=r"no seat 'none'; there are: A, B, all$"):
        seat_everybody(("A", "B"), None, ["none=random"])
