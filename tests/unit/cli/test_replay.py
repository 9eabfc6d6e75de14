from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from ruleengine import Match, load

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""


@pytest.fixture
def record(duel: Path) -> Path:
    """Play a short game of the duel, and keep its record."""
    match = Match(load(str(duel)), 1)
    for move in ("step a1-a2", "step a3-a2", "step b1-b2", "step a2-b2", "step b2-b3"):
        if not match.is_over:
            match.submit(match.actors[0], move)
    path = duel.parent / "record.json"
    path.write_text(match.record().to_json(), encoding="utf-8")
    return path


def test_all_plies_are_printed_where_nobody_can_type(run: Run, record: Path) -> None:
    result = run("replay", str(record))
    assert (result.code, result.err) == (0, "")
    assert result.out == run("replay", str(record), "--all").out
    assert "0/4  the beginning\n" in result.out
    assert "2/4  North: step a3-a2; South's man on a2 is captured\n" in result.out
    assert result.out.endswith("North wins: one army is gone.\n")


def test_one_ply_is_shown_when_asked_for(run: Run, record: Path) -> None:
    result = run("replay", str(record), "--ply", "1")
    assert result.out.startswith("1/4  South: step a1-a2\n3 n n   Duel, turn 2\n2 s ~")
    assert "one army is gone" not in result.out
    result = run("replay", str(record), "--ply", "5")
    assert result.code == 2
    assert "there are plies 0 to 4" in result.err


def test_json_has_every_moment(run: Run, record: Path) -> None:
    data = json.loads(run("replay", str(record), "--format", "json").out)
    assert data["closing"] == "finished"
    assert data["outcome"]["winner"] == "north"
    assert [moment["text"] for moment in data["moments"]][:2] == [None, "step a1-a2"]
    assert data["moments"][2]["sentences"] == ["South's man on a2 is captured"]


def test_a_seat_sees_only_its_own_secrets(run: Run, tmp_path: Path) -> None:
    match = Match(load("stratego_barrage"), 1)
    for seat in ("red", "blue"):
        match.submit(seat, match.sheet(next(iter(match.game.sheets)), seat))
    path = tmp_path / "record.json"
    path.write_text(match.record().to_json(), encoding="utf-8")
    counts = {}
    for viewer in ("red", "referee", "nobody"):
        data = json.loads(run("replay", str(path), "--as", viewer, "--format", "json").out)
        texts = [moment["text"] for moment in data["moments"]]
        counts[viewer] = len(texts)
        assert (
            "deploy"
            in str([t for m in data["moments"] if m["seat"] == "blue" for t in [m["text"]]])
        ) == (viewer == "referee")
    assert counts["nobody"] == 3
    assert counts["red"] < counts["referee"]
    assert run("replay", str(path), "--as", "green").code == 2


def test_other_flags_name_the_first_ply_that_does_not_fit(run: Run, record: Path) -> None:
    result = run("replay", str(record), "--flags", "rounds=2")
    assert result.code == 1
    assert "Under duel with rounds=2, ply 3 of 4 does not fit." in result.out
    assert "the game is over already: a draw: the men are tired [move/game-over]" in result.out
    assert "duel.yaml:" in result.out
    data = json.loads(run("replay", str(record), "--flag", "rounds=2", "--format", "json").out)
    assert (data["holds"], data["ply"], data["move"]) == (False, 3, "step b1-b2")
    assert data["reasons"][0]["code"] == "move/game-over"
    assert data["recorded_result"]["winner"] == "north"


def test_other_rules_may_be_written_with_their_flags(run: Run, record: Path, duel: Path) -> None:
    flagged = run("replay", str(record), "--rules", str(duel), "--flag", "rounds=2")
    result = run("replay", str(record), "--rules", f"{duel}@rounds=2")
    assert (result.code, result.out) == (1, flagged.out)
    assert "Under duel with rounds=2, ply 3 of 4 does not fit." in result.out


def test_other_rules_give_reason_clause_and_place(run: Run, record: Path, duel: Path) -> None:
    other = duel.with_name("slow.yaml")
    text = duel.read_text(encoding="utf-8").replace("name: duel", "name: slow")
    other.write_text(
        text.replace("any_of: [nothing, enemy]", "any_of: [nothing]"), encoding="utf-8"
    )
    result = run("replay", str(record), "--rules", str(other))
    assert result.code == 1
    assert "Under slow, ply 2 of 4 does not fit." in result.out
    assert "North: step a3-a2 is not possible:" in result.out
    assert "R-2: No man leaves the board." in result.out
    assert "slow.yaml:" in result.out


def test_another_result_is_noticed(run: Run, record: Path, duel: Path) -> None:
    other = duel.with_name("odd.yaml")
    text = duel.read_text(encoding="utf-8").replace("name: duel", "name: odd")
    other.write_text(text.replace("winner: mover", "winner: opponent"), encoding="utf-8")
    result = run("replay", str(record), "--rules", str(other))
    assert result.code == 1
    assert "all 4 plies fit" in result.out
    assert "here: South wins: one army is gone" in result.out
    assert "in the record: North wins" in result.out
    same = run("replay", str(record), "--rules", str(duel))
    assert (same.code, "The result is the same." in same.out) == (0, True)


def test_a_changed_ruleset_is_not_misplayed(run: Run, record: Path, duel: Path) -> None:
    text = duel.read_text(encoding="utf-8")
    duel.write_text(text.replace("any_of: [nothing, enemy]", "any_of: [nothing]"), encoding="utf-8")
    result = run("replay", str(record))
    assert result.code == 1
    assert f"{record}:4:10: position/other-ruleset: 'duel' has changed since" in result.err
    assert "--rules" in result.err
    assert run("replay", str(record), "--rules", "duel").code == 1


def test_rules_that_have_nothing_to_do_with_it_are_said_so(run: Run, record: Path) -> None:
    result = run("replay", str(record), "--rules", "stratego")
    assert result.code == 1
    assert "ply 1 of 4 does not fit" in result.out
    assert "[position/bad-value]" in result.out


def test_a_broken_file_is_located(run: Run, record: Path) -> None:
    record.write_text(record.read_text(encoding="utf-8")[:300], encoding="utf-8")
    result = run("replay", str(record))
    assert result.code == 1
    assert "source/syntax: this is no JSON" in result.err
    assert "Traceback" not in result.err
    assert run("replay", "nowhere.json").code == 1


def test_where_the_ruleset_is_not_found_what_works_for_a_replay_is_said(
    run: Run, record: Path, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = duel.parent / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    result = run("replay", f"../{record.name}")
    assert f"`ruleengine replay ../{record.name} --rules PATH`" in result.err
    assert "play" not in result.err.partition("hint:")[2].replace("replay", "")
    assert run("replay", f"../{record.name}", "--rules", "../duel.yaml").code == 0
