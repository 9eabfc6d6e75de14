from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from ruleengine import Record, load

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""


def test_moves_by_number_and_by_text(run: Run, duel: Path) -> None:
    del duel
    result = run("play", "duel.yaml", "--as", "both", typed="1\nstep b3-b2\nquit\n")
    assert result.code == 0
    assert "  step a1: 1) a2\n  step b1: 2) b2\n" in result.out
    assert "  south: step a1-a2\n" in result.out
    assert "  north: step b3-b2\n" in result.out
    assert "3 n .\n2 s n\n1 . s\n  a b\n" in result.out


def test_what_lies_off_the_board_is_listed_below_it(run: Run, duel: Path) -> None:
    text = duel.read_text()
    text = text.replace("zones:\n", "zones:\n  grave: {off_board: true}\n")
    duel.write_text(text.replace("- capture: to", "- send: {piece: piece_at(to), to: grave}"))
    typed = "step a1-a2\nstep a3-a2\nquit\n"
    result = run("play", "duel.yaml", "--as", "both", typed=typed)
    assert "  a b\ngrave: south's man\n" in result.out
    assert result.out.count("grave") == 1


def test_the_end_of_input_ends_the_game_quietly(run: Run, duel: Path) -> None:
    del duel
    result = run("play", "duel.yaml")
    assert (result.code, result.err) == (0, "")


def test_a_refused_move_says_every_reason_with_clause_and_place(run: Run, duel: Path) -> None:
    result = run("play", "duel.yaml", "--as", "both", typed="step a1-b1\nwhy step a1-b1\nquit\n")
    line = next(
        number
        for number, text in enumerate(duel.read_text().splitlines(), start=1)
        if "holds:" in text
    )
    assert result.out.count("step a1-b1 is not possible:") == 2
    assert result.out.count("[move/target-friend]") == 2
    assert result.out.count("R-2: No man leaves the board.") == 2
    assert result.out.count(f"duel.yaml:{line}\n") == 2


def test_why_of_a_legal_move_says_that_nothing_is_against_it(run: Run, duel: Path) -> None:
    del duel
    result = run("play", "duel.yaml", "--as", "south", typed="why 1\nwhy\nquit\n")
    assert "nothing stands against step a1-a2" in result.out
    assert "say which move" in result.out


def test_what_is_no_move_is_a_message(run: Run, duel: Path) -> None:
    del duel
    typed = "99\nstep\nstep a1\n\n   \nstep z9-z8\nwhy nonsense\nmoves fly\n\x00\nquit\n"
    result = run("play", "duel.yaml", "--as", "south", typed=typed)
    assert (result.code, result.err) == (0, "")
    assert result.out.count("[move/malformed]") == 3
    assert result.out.count("[move/missing-value]") == 3  # `step` lacks two values
    assert result.out.count("[move/no-piece]") == 1
    assert "no move begins with 'fly'" in result.out


def test_moves_board_and_help_can_be_asked_for(run: Run, duel: Path) -> None:
    del duel
    result = run(
        "play", "duel.yaml", "--as", "south", typed="moves\nboard\nhelp\nmoves step b\nquit\n"
    )
    assert result.out.count("2) b2") == 3
    assert result.out.count("3 n n\n") == 2
    assert "save FILE" in result.out


def test_resigning_ends_the_match(run: Run, duel: Path) -> None:
    del duel
    assert "south has resigned" in run("play", "duel.yaml", "--as", "south", typed="resign\n").out


def test_a_saved_record_replays_and_no_file_is_overwritten(run: Run, duel: Path) -> None:
    file = duel.parent / "game.json"
    typed = "1\nsave game.json\nsave game.json\nsave no/such/place\nsave\nquit\n"
    result = run("play", "duel.yaml", "--as", "both", "--seed", "3", typed=typed)
    assert "saved to game.json" in result.out
    assert result.out.count("cannot be written") == 2
    record = Record.from_dict(json.loads(file.read_text(encoding="utf-8")))
    assert record.seed == 3
    *_, last = record.replay(load("duel.yaml"))
    assert last.drawing.splitlines()[1] == "2 s ~"


def test_programs_play_each_other_to_the_end(run: Run, duel: Path) -> None:
    del duel
    first = run("play", "duel.yaml", "--as", "none", "--seed", "4")
    assert first == run("play", "duel.yaml", "--as", "none", "--seed", "4")
    assert "a draw: the men are tired" in first.out or "wins: one army is gone" in first.out


def test_a_program_answers_a_person(run: Run, duel: Path) -> None:
    del duel
    out = run("play", "duel.yaml", "--as", "south", "--seed", "1", typed="1\nquit\n").out
    assert "  south: step a1-a2\n  north: step " in out


def test_dice_and_questions_are_shown(run: Run) -> None:
    result = run("play", "generals_10x10", "--seed", "5", "--as", "both", typed="attacker\nquit\n")
    assert "Which side do you play?" in result.out
    assert "| die 5" in result.out
    assert max(len(line) for line in result.out.splitlines()) <= 80


def test_many_moves_are_grouped(run: Run) -> None:
    arguments = ("generals_10x10", "--seed", "2", "--as", "both", "--opening", "attacker=A")
    for seed in range(20):
        out = run("play", *arguments, "--seed", str(seed), typed="quit\n").out
        if "| die 6" in out:
            break
    assert "` lists them" in out
    assert len(out.splitlines()) < 50
