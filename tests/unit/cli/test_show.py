from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import yaml

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""


def test_the_summary_draws_the_board_and_says_how_it_ends(run: Run, duel: Path) -> None:
    del duel
    out = run("show", "duel.yaml").out
    assert out.startswith("Duel (duel)\n\nTwo armies meet")
    assert "3 n n\n2 ~ ~\n1 s s\n  a b\n" in out
    assert "  step (man, to)\n" in out
    assert "one army is gone" in out
    assert "  rounds  8\n" in out


def test_a_reading_that_is_not_the_default_is_marked(run: Run, duel: Path) -> None:
    del duel
    out = run("show", "duel.yaml", "--flag", "rounds=9").out
    assert "  rounds  9  (not the default)" in out


def test_the_summary_as_json(run: Run, duel: Path) -> None:
    del duel
    data = json.loads(run("show", "duel.yaml", "--format", "json").out)
    assert data["board"] == ["3 n n", "2 ~ ~", "1 s s", "  a b"]
    assert data["actions"] == {"step": {"title": "step", "operands": ["man", "to"]}}
    assert data["flags"] == {"ways": "straight", "rounds": 8, "polite": False}


def test_the_resolved_ruleset_loads_again_without_flags(run: Run, duel: Path) -> None:
    counts = run("perft", "duel.yaml", "4", "--flag", "ways=any").out
    resolved = run("show", "duel.yaml", "--resolved", "--flag", "ways=any", "--flag", "rounds=9")
    assert "turns >= 9" in resolved.out
    assert "pick" not in resolved.out
    duel.write_text(resolved.out, encoding="utf-8")
    assert run("validate", "duel.yaml").code == 0
    assert run("perft", "duel.yaml", "4").out == counts


def test_every_line_says_where_it_comes_from(run: Run, duel: Path) -> None:
    lines = run("show", "duel.yaml", "--resolved", "--origin").out.splitlines()
    written = duel.read_text().splitlines()
    (title,) = (line for line in lines if line.startswith("title:"))
    assert title.endswith(f"# duel.yaml:{written.index('title: Duel') + 1}")
    inside = {"      n n", "      . .", "      s s"}  # a drawn board has no room for comments
    assert [line for line in lines if "  # duel.yaml:" not in line and line not in inside] == []
    assert yaml.safe_load("\n".join(lines))["board"] == {"rows": 3, "columns": 2}


def test_origins_in_a_variant_name_both_files(run: Run, duel: Path) -> None:
    variant = duel.parent / "long_duel.yaml"
    variant.write_text(
        "schema: 1\nname: long_duel\ntitle: Long duel\nextends: duel\nreadings: {rounds: 20}\n"
        "zones: {river: {title: the river}}\n",
        encoding="utf-8",
    )
    out = run("show", "long_duel.yaml", "--resolved", "--origin", "--format", "json").out
    data = json.loads(out)
    assert data["ruleset"]["title"] == "Long duel"
    assert data["origins"]["/title"] == "long_duel.yaml:3"
    assert data["origins"]["/zones/river/title"] == "long_duel.yaml:6"
    assert data["origins"]["/zones/river/symbol"].startswith("duel.yaml:")
    assert data["ruleset"]["endings"][1]["when"] == "turns >= 20"


def test_the_file_is_printed_as_it_was_written(run: Run, duel: Path) -> None:
    text = "# a comment\n" + duel.read_text(encoding="utf-8")
    duel.write_text(text, encoding="utf-8")
    assert run("show", "duel.yaml", "--source").out == text
    assert "extends: draughts\n" in run("show", "draughts_casual", "--source").out
    missing = run("show", "dual.yaml", "--source")
    assert (missing.code, missing.out) == (1, "")
    assert "source/not-found" in missing.err
    wrong = run("show", "duel.yaml", "--source", "--resolved")
    assert (wrong.code, wrong.out) == (2, "")


def test_steps_that_end_the_game_are_listed_too(run: Run) -> None:
    out = run("show", "draughts").out
    steps = [line for line in out.splitlines() if "; this is decided in the" in line]
    assert steps
    data = json.loads(run("show", "draughts", "--format", "json").out)
    assert len(data["endings"]) > len(steps)
    assert all(ending["id"] and ending["says"] for ending in data["endings"])


def test_endings_and_pieces_of_nobody_are_told_in_words(run: Run, duel: Path) -> None:
    text = duel.read_text(encoding="utf-8")
    ending = "  - {each: us, when: not exists(owner=us), winner: us.opponent, says: gone}\n"
    text = text.replace("endings:\n", f"endings:\n{ending}")
    text = text.replace("kinds:\n", 'kinds:\n  rock: {letters: {nobody: "^"}}\n')
    assert ending in text
    assert "rock" in text
    duel.write_text(text, encoding="utf-8")
    out = run("show", "duel.yaml").out
    assert "- gone (the opponent of the side for which this is so wins)" in out
    assert "^ rock," in out


def test_what_a_win_is_worth_is_said(run: Run, duel: Path) -> None:
    text = duel.read_text(encoding="utf-8")
    endings = (
        "  - {each: us, when: not exists(owner=us), winner: us.opponent, worth: 3, says: gone}\n"
        "  - {when: count(owner=south) > 9, winner: south, worth: 1 + rounds, says: many}\n"
    )
    duel.write_text(text.replace("endings:\n", f"endings:\n{endings}"), encoding="utf-8")
    out = " ".join(run("show", "duel.yaml").out.split())
    assert "gone (the opponent of the side for which this is so wins, which counts 3 points)" in out
    assert "many (South wins, which counts as many points as 1 + rounds)" in out
    data = json.loads(run("show", "duel.yaml", "--format", "json").out)
    assert [ending["worth"] for ending in data["endings"]][:2] == ["3", "1 + rounds"]


def test_an_ending_that_cannot_come_about_is_left_out(run: Run, duel: Path) -> None:
    text = duel.read_text(encoding="utf-8")
    ending = "  - {id: long, when: rounds > 8 and turn > 3, draw: true, says: too long}\n"
    duel.write_text(text.replace("endings:\n", f"endings:\n{ending}"), encoding="utf-8")
    assert "too long" not in run("show", "duel.yaml").out
    assert "long" not in [
        each["id"]
        for each in json.loads(run("show", "duel.yaml", "--format", "json").out)["endings"]
    ]
    assert "too long (a draw)" in run("show", "duel.yaml", "--flag", "rounds=9").out


def test_what_nobody_names_is_not_listed_with_an_action(run: Run) -> None:
    text = run("show", "ur").out
    assert "  advance (man)\n" in text


def test_a_list_flag_has_an_item_to_a_line(run: Run) -> None:
    lines = run("show", "tactics_5x5").out.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("  setup "))
    assert lines[first].split("  ")[-1] == "called p1s, owner p1, kind soldier, at b1"
    assert lines[first + 1].strip() == "called p1a, owner p1, kind archer, at c1"
    assert all(len(line) <= 80 for line in lines)


def test_a_game_without_letters_has_no_legend(run: Run, tmp_path: Path) -> None:
    text = """
schema: 1
name: bowls
title: Bowls
sides: {south: {}, north: {}}
board: {rows: 1, columns: 2}
kinds: {}
counters: {seeds: {per: cell, start: 4}}
phases: {play: {turns: [south, north], turn: [{act: [drop], else: [end_turn]}]}}
actions: {drop: {operands: {to: {cell: {}}}, effects: [{add: {seeds: 1}, for: to}]}}
endings: [{when: turn > 3, draw: true, says: it is late}]
"""
    path = tmp_path / "bowls.yaml"
    path.write_text(text, encoding="utf-8")
    board = "1 .4 .4\n  a  b\na number in a cell: seeds\n\nSides: south, north\n"
    assert board in run("show", str(path)).out


def test_parts_of_a_zone_have_symbols_of_their_own(run: Run, tmp_path: Path) -> None:
    text = """
schema: 1
name: lanes
title: Lanes
sides: {south: {}, north: {}}
board: {rows: 1, columns: 4}
zones:
  lane:
    title: the lane
    symbol: ":"
    parts:
      south: {title: the lane of South, owner: south, symbol: "-", shape: {cells: [a1]}}
      north: {owner: north, shape: {cells: [b1]}}
kinds: {man: {letters: {south: s, north: n}}}
setup: [put: {kind: man, owner: south, at: [d1]}]
phases: {play: {turns: [south, north], turn: [{act: [drop], else: [end_turn]}]}}
actions: {drop: {operands: {to: {cell: {}}}, effects: [place: {kind: man, owner: mover, at: to}]}}
endings: [{when: turn > 3, draw: true, says: it is late}]
"""
    path = tmp_path / "lanes.yaml"
    path.write_text(text, encoding="utf-8")
    out = run("show", str(path)).out
    assert "1 - : . s\n" in out
    assert ": the lane, - the lane of South" in out
    taken = text.replace('symbol: "-"', "symbol: n")
    path.write_text(taken, encoding="utf-8")
    err = run("validate", str(path)).err
    assert "lanes.yaml:12:63: resolve/letter-taken: 'n' already draws the kind 'man'" in err
