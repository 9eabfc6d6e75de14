"""The commands that measure games: what they print, write and refuse."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from ruleengine import load
from ruleengine.cli.files import write_whole
from ruleengine.cli.main import BROKEN_PIPE

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""

SMALL = "breakthrough_6x6"


def test_simulate_prints_outcomes_figures_endings_and_rules(run: Run) -> None:
    result = run("simulate", SMALL, "--games", "50", "--threads", "1")
    assert result.code == 0
    for word in ("white", "drawn", "length in plies", "branching", "decisiveness", "first mover"):
        assert word in result.out
    assert "clauses" in result.out


def test_rules_that_say_the_same_are_told_apart_by_their_lines(run: Run, duel: Path) -> None:
    branch = "      - {if: turns > 70, then: [add: {turns: 1}], clauses: [R-1]}\n"
    text = duel.read_text(encoding="utf-8").replace("      - add: {turns: 1}\n", 2 * branch)
    duel.write_text(text, encoding="utf-8")
    line = text.splitlines().index(branch.rstrip()) + 1
    out = run("simulate", "duel.yaml", "--games", "5", "--threads", "1").out
    assert f"if: turns > 70 (line {line}) " in out
    assert f"if: turns > 70 (line {line + 1}) " in out


def test_simulate_as_data(run: Run) -> None:
    data = json.loads(run("simulate", SMALL, "--games", "40", "--format", "json").out)
    assert data["games"] == 40
    assert data["complete"] is True
    assert sum(share["count"] for share in data["outcomes"].values()) == 40
    assert data["repeat"]["settings"][0]["game"] == SMALL
    rows = list(csv.DictReader(io.StringIO(run("simulate", SMALL, "--format", "csv").out)))
    tables = {"outcome", "figure", "ending", "ending outcome", "rule"}
    assert {row["table"] for row in rows} == tables
    (arrived,) = (each for each in data["endings"] if each["ending"] == "arrived")
    won = {side: data["outcomes"][side]["count"] for side in ("white", "black")}
    assert {side: arrived["outcomes"][side]["count"] for side in won} == won


def test_games_between_agents_are_counted_too(run: Run) -> None:
    result = run(
        *("simulate", SMALL, "--games", "4", "--agents", "greedy,random", "--format", "json")
    )
    data = json.loads(result.out)
    assert set(data["seats"]) == {"white (greedy)", "black (random)"}
    assert data["seats"]["white (greedy)"]["count"] >= 3
    assert any(rule["count"] == 4 for rule in data["rules"])


def test_compare_speaks_in_words(run: Run) -> None:
    result = run("compare", "draughts", "draughts_casual", "--games", "30", "--threads", "1")
    assert result.code == 0
    assert "draughts_casual against draughts, over 30 games" in " ".join(result.out.split())
    assert "Changed:" in result.out


def test_compare_takes_flags_of_each_setting(run: Run) -> None:
    setting = "generals_10x10@conversion=off,arena={size: 8, units_per_garrison: 3}"
    result = run(
        *("compare", "generals_10x10", setting, "--games", "5", "--max-plies", "50"),
        *("--format", "json"),
    )
    flags = json.loads(result.out)["repeat"]["settings"][1]["flags"]
    assert flags["conversion"] == "off"
    assert flags["arena"]["size"] == 8


def test_sensitivity_sorts_choices(run: Run, tmp_path: Path) -> None:
    result = run(
        *("sensitivity", "draughts", "--games", "40", "--report", str(tmp_path / "report.html")),
    )
    assert result.code == 0
    assert "decides games" in result.out
    assert (tmp_path / "report.html").read_text(encoding="utf-8").endswith("</html>\n")
    rows = list(
        csv.DictReader(
            io.StringIO(run("sensitivity", "draughts", "--games", "10", "--format", "csv").out)
        )
    )
    assert {"choice", "weight", "reach", "length_low"} <= set(rows[0])


def test_a_choice_is_told_whole_in_a_narrow_window(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = run("sensitivity", "brandubh", "--games", "5").out
    cells = [line.split(" ")[0] for line in out.splitlines() if "=" in line]
    labels = [
        row["choice"]
        for row in json.loads(
            run("sensitivity", "brandubh", "--games", "5", "--format", "json").out
        )["choices"]
    ]
    assert labels
    assert {*labels} <= {*cells}


def test_coverage_names_dead_rules(run: Run) -> None:
    result = run("coverage", "draughts", "--games", "20", "--flag-games", "5", "--format", "json")
    data = json.loads(result.out)
    assert result.code == 0
    assert {"rules", "dead_rules", "flags_that_never_mattered"} <= set(data)
    assert any(rule["status"] == "refused" for rule in data["rules"])
    text = run("coverage", "draughts", "--games", "20", "--flag-games", "0", "--dead").out
    assert "Dead in these games" in text


def test_coverage_has_room_for_the_line_of_every_rule(run: Run) -> None:
    data = json.loads(run("coverage", "draughts", "--games", "5", "--format", "json").out)
    text = run("coverage", "draughts", "--games", "5", "--flag-games", "0").out
    for rule in data["rules"]:
        if rule["place"] is not None:
            line = rule["place"].rsplit(":", 2)[1]
            assert any(each.split()[:1] == [line] for each in text.splitlines()), rule["place"]


def test_results_go_on_and_output_is_whole(run: Run, tmp_path: Path) -> None:
    results, output = str(tmp_path / "results"), tmp_path / "out.json"
    first = run("simulate", SMALL, "--games", "20", "--chunk", "10", "--results", results)
    assert first.code == 0
    more = run(
        *("simulate", SMALL, "--games", "40", "--chunk", "10", "--results", results),
        *("--format", "json", "-o", str(output)),
    )
    assert "written to" in more.out
    whole = run("simulate", SMALL, "--games", "40", "--format", "json")
    assert json.loads(output.read_text(encoding="utf-8")) == json.loads(whole.out)
    other = run("simulate", SMALL, "--seed", "1", "--chunk", "10", "--results", results)
    assert other.code == 1
    assert "lab/other-run" in other.err
    assert "hint:" in other.err
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("simulate", "no_such_game"), 1, "no_such_game"),
        (("simulate", SMALL, "--games", "0"), 2, "less than 1"),
        (("simulate", SMALL, "--agents", "randm"), 1, "agent/unknown"),
        (("simulate", SMALL, "--agents", "random,random,greedy"), 1, "agent/wrong-seats"),
        (("simulate", SMALL, "--opening", "blue=white"), 1, "position/bad-opening"),
        (("compare", SMALL), 1, "lab/nothing-to-compare"),
        (("compare", SMALL, f"{SMALL}@colour=blue"), 1, "resolve/unknown-flag"),
        (("compare", SMALL, "breakthrough", "--margin", "2"), 2, "not a part between 0 and 1"),
        (("sensitivity", "draughts", "--only", "must_captur"), 1, "resolve/unknown-name"),
        (("simulate", SMALL, "--results", "/no/such/folder/file"), 1, "no folder"),
        (("simulate", SMALL, "-o", "/no/such/folder/file"), 1, "no folder"),
        (("simulate", SMALL, "--report", "/no/such/folder/file"), 1, "no folder"),
        (("simulate", SMALL, "-o", "/"), 1, "it is a folder"),
        (("simulate", SMALL, "-o", "same", "--results", "./same"), 1, "both to be 'same'"),
        (("coverage", SMALL, "-o", "page.html"), 1, "draws none"),
        (("simulate", SMALL, "--games", "9" * 20), 2, "is more than"),
        (("simulate", SMALL, "--agents", "random,random,random"), 1, "agent/wrong-seats"),
        (("sensitivity", SMALL, "--only", " , "), 1, "names no flag"),
        (("sensitivity", "breakthrough", "--only", ""), 1, "names no flag"),
    ],
)
def test_what_is_wrong_is_said(run: Run, arguments: tuple[str, ...], code: int, words: str) -> None:
    result = run(*arguments)
    assert result.code == code
    assert words in result.err


def test_the_name_of_a_file_says_what_goes_into_it(run: Run, tmp_path: Path) -> None:
    for name in ("data.json", "rows.csv", "page.html", "tables.txt"):
        assert run("simulate", SMALL, "--games", "20", "-o", str(tmp_path / name)).code == 0
    begins = {path.name: path.read_text(encoding="utf-8")[:9] for path in tmp_path.iterdir()}
    assert begins == {
        "data.json": '{\n  "labe',
        "rows.csv": "table,nam",
        "page.html": "<!DOCTYPE",
        "tables.txt": "breakthro",
    }
    same = run("simulate", SMALL, "--games", "20", "--format", "html").out
    assert same == (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_report_says_the_command_that_repeats_it(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    result = run(
        *("compare", SMALL, "breakthrough@size=6", "--games", "8", "--seed", "3"),
        *("--opening", "white=black", "-o", str(page), "--threads", "1"),
    )
    assert result.code == 0, result.err
    said = re.search(r'<pre class="command">(.*)</pre>', page.read_text(encoding="utf-8"))
    assert said is not None
    assert said[1] == (
        f"ruleengine compare {SMALL} breakthrough@size=6 --margin 0.05 --length-margin 0.1 "
        "--games 8 --agents random --seed 3 --max-plies 10000 --opening white=black"
    )


@pytest.mark.parametrize("seed", ["-5", "99999999999999999999999"])
def test_any_whole_number_is_a_seed(run: Run, seed: str) -> None:
    result = run("simulate", SMALL, "--games", "5", "--seed", seed, "--format", "json")
    assert json.loads(result.out)["repeat"]["seed"] == int(seed)


def test_one_game_has_figures_but_no_intervals(run: Run) -> None:
    out = run("compare", "draughts", "draughts_casual", "--games", "1").out
    assert "nan" not in out
    words = " ".join(out.split())
    assert "over 1 game with" in words
    assert "more games would tell" in words
    rows = run("simulate", SMALL, "--games", "1", "--format", "csv").out
    assert "nan" not in rows


@pytest.mark.parametrize("columns", ["30", "50", "80"])
@pytest.mark.parametrize(
    "command",
    [("simulate", "draughts"), ("compare", "draughts", "draughts_casual", "draughts_giveaway")],
)
def test_no_number_is_cut_off_in_a_narrow_window(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: str, command: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    out = run(*command, "--games", "30").out
    assert "…" not in out
    assert all(len(line) <= int(columns) for line in out.splitlines())


def test_agents_are_found_in_the_folder_one_is_in(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = """
class Last:
    def choose(self, view, moves):
        return moves[-1]


def make(game, *, seed, number, seat):
    return Last()
"""
    (tmp_path / "my_own_agent.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    result = run("simulate", SMALL, "--agents", "my_own_agent:make,random", "--games", "2")
    assert result.code == 0, result.err
    assert "white (my_own_agent:make) wins" in result.out


def test_nothing_is_put_in_the_place_of_a_device(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    write_whole(pipe, "figures\n")
    reader.join()
    assert found == ["figures\n"]
    assert pipe.is_fifo()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old", encoding="utf-8")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text(encoding="utf-8") == "new"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-o", "figures.pdf"), "'figures.pdf' ends in none of .txt, .json, .csv"),
        (("--report", "page.pdf"), "'page.pdf' is a page of HTML"),
        (("--format", "json", "-o", "f.csv"), "--format json and -o 'f.csv' ask for different"),
        (("--seed", "abc"), "'abc' is not a whole number"),
    ],
)
def test_endings_and_numbers_are_looked_at_before_the_first_game(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("simulate", SMALL, "--games", "1000000", *arguments)
    assert result.code == 2
    assert said in result.err
    assert not list(tmp_path.iterdir())


def test_a_form_that_is_said_goes_into_a_file_of_any_other_name(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "figures.dat"
    assert run("simulate", SMALL, "--games", "5", "--format", "json", "-o", str(path)).code == 0
    assert json.loads(path.read_text(encoding="utf-8"))["games"] == 5


def test_a_folder_that_takes_no_files_is_named_before_the_first_game(run: Run) -> None:
    result = run("simulate", SMALL, "--games", "1000000", "--report", "/proc/page.html")
    assert result.code == 1
    assert "lab/unusable-file: '/proc/page.html' (--report)" in result.err


def test_a_position_that_is_not_there_has_a_code(run: Run) -> None:
    result = run("simulate", SMALL, "--position", "nope.json")
    assert result.code == 1
    assert "position/bad-value: 'nope.json' (--position) cannot be read" in result.err


NEAR = """\
board: |
  . . . . . .
  . . W . . .
  . . . . . .
  . . . . . .
  . . B . . .
  . . . . . .
mover: white
"""


def test_agents_play_from_a_position_too(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "near.yaml"
    (kind,) = load(SMALL).rules.resolved.ruleset.kinds.values()
    letters = kind.letters
    path.write_text(
        NEAR.replace("W", letters["white"]).replace("B", letters["black"]), encoding="utf-8"
    )
    words = ("simulate", SMALL, "--position", str(path), "--games", "4", "--format", "json")
    for agent in ("mcts:50", "greedy"):
        data = json.loads(run(*words, "--agents", agent).out)
        assert data["outcomes"]["white"]["count"] == 4
        assert data["length"]["most"] == 1


def test_margins_are_parts_and_not_points(run: Run) -> None:
    result = run("compare", SMALL, "breakthrough", "--margin", "3")
    assert result.code == 2
    assert "3 is not a part between 0 and 1; 3 of a hundred is 0.03" in result.err


def test_a_table_for_a_program_has_what_data_has(run: Run) -> None:
    rows = list(
        csv.DictReader(io.StringIO(run("simulate", SMALL, "--games", "40", "--format", "csv").out))
    )
    assert "first_mover_advantage" in {row["name"] for row in rows}
    assert all(row["place"] for row in rows if row["table"] == "ending")
    assert any(float(row["times_per_game"]) > 1 for row in rows if row["table"] == "rule")


def test_figures_that_nobody_reads_are_no_failure() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "ruleengine", "simulate", SMALL, "--games", "5"],
            stdout=writer,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (BROKEN_PIPE, b"")


@pytest.mark.parametrize("package", ["scipy", "numpy"])
def test_what_is_missing_is_said(run: Run, monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    for name in [name for name in sys.modules if name.startswith("ruleengine.lab")]:
        monkeypatch.delitem(sys.modules, name)
    result = run("simulate", SMALL, "--games", "5")
    assert result.code == 1
    assert 'pip install ".[lab]"` inside the clone' in result.err


def test_coverage_of_a_game_without_flags_says_nothing_of_flags(run: Run) -> None:
    game = Path(__file__).parents[2] / "agreement" / "rules" / "joined.yaml"
    text = run("coverage", str(game), "--games", "5", "--flag-games", "2").out
    assert "Dead in these games" in text
    assert "Flags that" not in text


def test_where_nothing_is_dead_there_is_no_table(run: Run) -> None:
    arguments = ("go", "--games", "40", "--flag-games", "0", "--dead")
    text = run("coverage", *arguments).out
    assert "Dead in these games (0): none" in text
    assert "asked" not in text
