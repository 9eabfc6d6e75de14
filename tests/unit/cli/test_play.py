from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from ruleengine import Record, load

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""


def test_moves_by_number_and_by_text(run: Run, duel: Path) -> None:
    del duel
    result = run("play", "duel.yaml", "--as", "both", typed="1\nstep b3-b2\nquit\n")
    assert result.code == 0
    assert "  1) step a1-a2  2) step b1-b2\n" in result.out
    assert "  South: step a1-a2\n" in result.out
    assert "  North: step b3-b2\n" in result.out
    assert (
        "3 n .   Duel, turn 3\n2 s n     North: person\n1 . s   > South: person\n  a b"
        in result.out
    )


def test_what_lies_off_the_board_is_listed_beside_it(run: Run, duel: Path) -> None:
    text = duel.read_text()
    text = text.replace("zones:\n", "zones:\n  grave: {off_board: true}\n")
    duel.write_text(text.replace("- capture: to", "- send: {piece: piece_at(to), to: grave}"))
    typed = "step a1-a2\nstep a3-a2\nquit\n"
    result = run("play", "duel.yaml", "--as", "both", typed=typed)
    assert "  a b   turns: 3\n        grave: South's man\n" in result.out
    assert result.out.count("grave:") == 1


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
    assert "Nothing stands against step a1-a2" in result.out
    assert "Say which move" in result.out


def test_what_is_no_move_is_a_message(run: Run, duel: Path) -> None:
    del duel
    typed = "99\nstep\nstep a1\n\n   \nstep z9-z8\nwhy nonsense\nmoves fly\n\x00\nquit\n"
    result = run("play", "duel.yaml", "--as", "south", typed=typed)
    assert (result.code, result.err) == (0, "")
    assert result.out.count("[move/malformed]") == 2
    assert "There is no move 99; `moves` lists yours, 1 to 2." in result.out
    assert result.out.count("[move/missing-value]") == 2  # what `step` lacks is told at once
    assert result.out.count("[move/no-piece]") == 1
    assert "No move of yours is about 'fly'" in result.out


def test_moves_board_and_help_can_be_asked_for(run: Run, duel: Path) -> None:
    del duel
    typed = "moves\nboard\nhelp\nmoves step b\nquit\n"
    result = run("play", "duel.yaml", "--as", "south", typed=typed)
    assert result.out.count("2) step b1-b2") == 3
    assert result.out.count("3 n n") == 2
    assert "save FILE" in result.out


def test_moves_are_listed_by_the_word_of_case_files_too(run: Run, duel: Path) -> None:
    del duel
    result = run("play", "duel.yaml", "--as", "south", typed="legal\nquit\n")
    assert result.out.count("2) step b1-b2") == 2


def test_what_comes_from_a_file_is_shown_behind_the_prompt(run: Run, duel: Path) -> None:
    del duel
    out = run("play", "duel.yaml", "--as", "south", "--no-save", typed="board\nquit\n").out
    assert "South> board\n" in out
    assert out.endswith("South> quit\n")


def test_resigning_ends_the_match(run: Run, duel: Path) -> None:
    del duel
    out = run("play", "duel.yaml", "--as", "south", typed="resign\nyes\n").out
    assert "South has resigned; North wins." in out


def test_a_saved_record_replays_and_no_file_is_overwritten(run: Run, duel: Path) -> None:
    file = duel.parent / "game.json"
    typed = "1\nsave game.json\nsave game.json\nsave no/such\x00\nsave\nquit\n"
    result = run("play", "duel.yaml", "--as", "both", "--seed", "3", typed=typed)
    assert "Saved to game.json" in result.out
    assert result.out.count("cannot be written") == 2
    record = Record.from_dict(json.loads(file.read_text(encoding="utf-8")))
    assert record.seed == 3
    *_, last = record.replay(load("duel.yaml"))
    assert last.drawing.splitlines()[1] == "2 s ~"


def test_a_game_is_kept_after_every_move_and_gone_on_with(run: Run, duel: Path) -> None:
    first = run("play", "duel.yaml", "--as", "both", "--seed", "3", typed="1\n1\n")
    assert "`ruleengine play --resume` goes on with it" in first.out
    again = run("play", "--resume", typed="log\n1\n")
    assert again.code == 0
    assert "   2  North: step a3-a2; South's man on a2 is captured" in again.out
    assert "2 plies, unfinished" not in run("play", "--saved").out
    assert "3 plies, unfinished  (north: person, south: person)" in run("play", "--saved").out
    assert run("play", "duel.yaml", "--resume", typed="quit\n").code == 0
    duel.write_text(duel.read_text().replace("default: 8", "default: 9"))
    still = run("play", "--resume", typed="quit\n")  # the record says what the flag was
    assert still.code == 0


def test_a_game_under_flags_goes_on_under_them(run: Run, duel: Path) -> None:
    del duel
    run(
        "play",
        "duel.yaml",
        "--flags",
        "ways=any",
        "--as",
        "all",
        "--save",
        "g.json",
        typed="a1-b2\n",
    )
    again = run("play", "--resume", "g.json", typed="moves\n")
    assert "South: step a1-b2" in again.out


def test_who_sits_where_can_be_said_anew(run: Run, duel: Path) -> None:
    del duel
    run("play", "duel.yaml", "--as", "all", "--save", "g.json", typed="1\n")
    out = run("play", "--resume", "g.json", "--as", "none").out
    assert "wins" in out or "a draw" in out.lower()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('{"format": 1', "source/syntax"),
        ("[]", "schema/wrong-type"),
        ("", "source/empty"),
        ('{"format": 2}', "the format of a record is 1, not the number 2"),
    ],
)
def test_a_bad_save_is_located(run: Run, duel: Path, content: str, words: str) -> None:
    (duel.parent / "bad.json").write_text(content, encoding="utf-8")
    result = run("play", "--resume", "bad.json")
    assert result.code == 1
    assert "bad.json:1:" in result.err
    assert words in result.err


def test_a_save_decides_about_no_code(run: Run, duel: Path) -> None:
    run("play", "duel.yaml", "--as", "all", "--save", "g.json", typed="1\n")
    path = duel.parent / "g.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"north": "person"', '"north": "os:getcwd"'), encoding="utf-8")
    result = run("play", "--resume", "g.json")
    assert result.code == 2
    assert "--agent north=os:getcwd" in result.err


def test_a_game_that_is_over_is_not_gone_on_with(run: Run, duel: Path) -> None:
    del duel
    run("play", "duel.yaml", "--as", "all", "--save", "g.json", typed="resign\nyes\n")
    result = run("play", "--resume", "g.json")
    assert result.code == 1
    assert "ruleengine replay g.json" in result.err
    assert run("play", "--resume").code == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["duel.yaml", "--as", "west"],
        ["duel.yaml", "--agent", "west=random"],
        ["duel.yaml", "--sheet", "south=none"],
        ["--resume", "--seed", "3"],
        ["duel.yaml", "--save", "a", "--no-save"],
    ],
)
def test_wrong_usage_is_said(run: Run, duel: Path, arguments: list[str]) -> None:
    del duel
    result = run("play", *arguments)
    assert result.code == 2
    assert result.err


def test_a_file_that_is_there_is_not_begun_again(run: Run, duel: Path) -> None:
    result = run("play", "duel.yaml", "--save", "duel.yaml")
    assert result.code == 1
    assert "there is such a file already" in result.err
    assert duel.read_text(encoding="utf-8").startswith("schema: 1")


def test_programs_play_each_other_to_the_end(run: Run, duel: Path) -> None:
    del duel
    arguments = ("play", "duel.yaml", "--as", "none", "--seed", "4", "--no-save")
    first = run(*arguments)
    assert first == run(*arguments)
    assert "A draw: the men are tired." in first.out or "wins: one army is gone." in first.out


def test_a_program_answers_a_person(run: Run, duel: Path) -> None:
    del duel
    out = run("play", "duel.yaml", "--as", "south", "--seed", "1", typed="1\nquit\n").out
    assert "  South: step a1-a2\n  North: step " in out


def test_dice_and_questions_are_shown(run: Run) -> None:
    result = run("play", "generals_10x10", "--seed", "5", "--as", "both", typed="attacker\nquit\n")
    assert "Which side do you play?" in result.out
    assert "   die: 5" in result.out
    assert max(len(line) for line in result.out.splitlines()[:-1]) <= 80


def test_a_sheet_is_handed_in_from_the_command_line(run: Run) -> None:
    arguments = ("stratego_barrage", "--as", "red", "--seed", "1")
    sheet = next(iter(load("stratego_barrage").sheets))
    out = run("play", *arguments, "--sheet", f"red={sheet}", typed="quit\n").out
    assert "Red has committed" in out
    assert "Red, your move." in out


def test_a_terminal_has_colors_unless_somebody_does_not_want_them(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del duel
    monkeypatch.setenv("FORCE_COLOR", "1")
    for variables, colored in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        terminal_text = printed_on_a_terminal(variables)
        assert "\x1b[1;36m" in terminal_text if colored else "\x1b[1;36m" not in terminal_text
        assert "South" in terminal_text


def printed_on_a_terminal(variables: dict[str, str]) -> str:
    """Return what the first screen looks like on a terminal of 80 by 24."""
    main, side = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24", **variables}
    environment.pop("FORCE_COLOR", None)
    command = [
        sys.executable,
        "-m",
        "ruleengine",
        "play",
        "duel.yaml",
        "--as",
        "south",
        "--no-save",
    ]
    with subprocess.Popen(
        command, stdin=side, stdout=side, stderr=side, env=environment, close_fds=True
    ) as process:
        os.close(side)
        shown = b""
        while b"South> " not in shown:
            shown += os.read(main, 4096)
        os.write(main, b"quit\n")
        while process.poll() is None:
            try:
                shown += os.read(main, 4096)
            except OSError:  # the other end is closed
                break
    os.close(main)
    return shown.decode()


def test_an_agent_that_there_is_not_is_a_message(run: Run, duel: Path) -> None:
    del duel
    result = run("play", "duel.yaml", "--agent", "north=rndom")
    assert result.code == 2
    assert "agent/unknown" in result.err


def test_a_game_is_gone_on_with_from_any_directory(
    run: Run, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("play", "duel", "--as", "all", typed="1\n")
    elsewhere = duel.parent / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    again = run("play", "--resume", typed="log\nquit\n")
    assert again.code == 0
    assert "Going on with the game in" in again.out
    kept = next(line.split()[0] for line in run("play", "--saved").out.splitlines())
    assert str(duel.parent) not in Path(kept).read_text(encoding="utf-8")
    assert run("replay", kept).code == 0


def test_a_ruleset_of_the_same_name_elsewhere_is_another(
    run: Run, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("play", "duel", "--as", "all", typed="1\n")
    elsewhere = duel.parent / "elsewhere"
    elsewhere.mkdir()
    other = elsewhere / "duel.yaml"
    other.write_text(duel.read_text(), encoding="utf-8")
    monkeypatch.chdir(elsewhere)
    assert "no unfinished game of 'duel'" in run("play", "duel", "--resume").err
    duel.unlink()  # moved here, for all that can be known
    assert run("play", "duel", "--resume", typed="quit\n").code == 0


def test_a_game_in_a_file_is_looked_for_by_the_name_of_its_ruleset(
    run: Run, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run("play", "duel", "--as", "all", "--save", "g.json", typed="1\n")
    assert "`ruleengine play --resume g.json` goes on with it" in first.out
    elsewhere = duel.parent / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    result = run("play", "--resume", "../g.json")
    assert "there is no ruleset or variant 'duel'" in result.err
    assert "`ruleengine play PATH --resume ../g.json`" in result.err
    assert run("play", "../duel.yaml", "--resume", "../g.json", typed="quit\n").code == 0


def test_a_ruleset_that_is_resumed_like_a_file_is_told_apart(run: Run, duel: Path) -> None:
    del duel
    for text in ("duel", "duel.yaml"):
        result = run("play", "--resume", text)
        assert result.code == 2
        assert f"`ruleengine play {text} --resume`" in result.err


def test_a_game_whose_rules_have_changed_can_be_held_against_them(run: Run, duel: Path) -> None:
    run("play", "duel.yaml", "--as", "all", "--save", "g.json", typed="1\n")
    duel.write_text(duel.read_text().replace("add: {turns: 1}", "add: {turns: 2}"))
    result = run("play", "--resume", "g.json")
    assert "`ruleengine replay g.json --rules duel` says where it stops fitting" in result.err
    assert run("replay", "g.json", "--rules", "duel").code == 0


def test_a_sheet_is_handed_in_for_a_program_too(run: Run, tmp_path: Path) -> None:
    game, path = load("stratego_barrage"), tmp_path / "kept.json"
    sheet = next(iter(game.sheets))
    words = ("--agent", "blue=random", "--sheet", f"blue={sheet}", "--seed", "1")
    typed = f"sheet {sheet}\nquit\n"
    assert run("play", game.name, *words, "--save", str(path), typed=typed).code == 0
    plies = json.loads(path.read_text(encoding="utf-8"))["plies"]
    own = [text for seat, text in plies if seat == "blue"]
    assert tuple(own[:-1]) == game.sheet(sheet, "blue", seed=1)[: len(own) - 1]


def test_no_folder_is_made_for_a_game(run: Run, duel: Path) -> None:
    why = "there is no folder 'none'; make the folder, or name another file"
    del duel
    result = run("play", "duel.yaml", "--as", "both", typed="save none/x.json\nquit\n")
    assert f"'none/x.json' cannot be written: {why}." in " ".join(result.out.split())
    result = run("play", "duel.yaml", "--save", "none/x.json", typed="quit\n")
    assert (result.code, why in result.err) == (1, True)
    assert not Path("none").exists()
