from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias, cast

from ruleengine import load
from ruleengine.cli.diff import _turns, none_found
from ruleengine.game.kept.record import Ply
from ruleengine.workbench.witnesses.pairs import Line, Looked
from ruleengine.workbench.witnesses.witness import Witness

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""


def test_a_flag_makes_a_second_ruleset(run: Run, duel: Path) -> None:
    assert duel.exists()
    result = run("diff", "duel.yaml", "--flag", "ways=any")
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[:6] == [
        "A is duel.yaml",
        "B is duel.yaml with ways=any",
        "Flags that read differently",
        "- ways: Which ways may a man go?",
        "    A: straight, along rows and columns",
        "    B: any, in all directions",
    ]
    assert "- actions.step.operands.to: changed" in lines


def test_nothing_is_looked_for_where_the_rules_are_the_same(run: Run, duel: Path) -> None:
    assert duel.exists()
    words = ("diff", "duel.yaml", "duel.yaml", "--flag", "ways=any", "--witness")
    result = run(*words)
    assert result.out.splitlines() == [
        "A is duel.yaml with ways=any",
        "B is duel.yaml with ways=any",
        "the rules are the same",
        "so there is nothing to look for in play",
    ]
    data = json.loads(run(*words, "--format", "json").out)
    assert data["witness"] is None
    assert data["looked"] == {"positions": 0, "games": 0, "open": 0, "out_of_time": False}


def test_games_that_time_did_not_let_be_compared_are_not_counted() -> None:
    looked = Looked(positions=66, games=1, open=191, out_of_time=True)
    lines = [str(line) for line in none_found(looked, of_views=False)]
    assert lines[1:3] == [
        (
            "in none of 66 positions of short games and 1 random game, each compared to its end or "
            "for 500 plies"
        ),
        "then time was over, with 191 more games not looked into so far",
    ]


def test_a_witness_can_be_pasted_and_tested(run: Run, duel: Path) -> None:
    words = ("diff", "duel.yaml", "duel.yaml@ways=any", "--witness", "--seconds", "0")
    result = run(*words)
    lines = result.out.splitlines()
    at = lines.index("found in the shortest of all games, after 0 plies")
    # Of no plies there is no game to tell, and the board is said to be another.
    assert lines[at - 2].startswith("under A: ")
    assert lines[at - 1].startswith("under B: ")
    assert lines[at + 1] == "cut down to a drawn position, which need not come about in play:"
    assert lines[at + 2].split()[0] == "3"
    case = result.out[result.out.index("cases:\n") :]
    path = duel.parent / "witness.yaml"
    path.write_text(case, encoding="utf-8")
    assert run("test", "witness.yaml").code == 0
    other = case.replace("ruleset: duel\n", "ruleset: duel\n    flags: {ways: any}\n")
    path.write_text(other, encoding="utf-8")
    assert run("test", "witness.yaml").code == 1
    data = json.loads(run(*words, "--format", "json").out)
    assert data["witness"]["case"] == case.rstrip("\n") + "\n"


def test_a_witness_can_be_pasted_into_a_directory_of_cases(run: Run, duel: Path) -> None:
    (duel.parent / "rulesets").mkdir()
    duel.rename(duel.parent / "rulesets" / "duel.yaml")
    path = duel.parent / "tests" / "witness.yaml"
    path.parent.mkdir()
    words = ("rulesets/duel.yaml", "--flag", "ways=any", "--witness", "--seconds", "0")
    out = run("diff", *words).out
    path.write_text(out[out.index("cases:\n") :], encoding="utf-8")
    assert "    ruleset: duel\n" in out
    assert run("test", "tests/witness.yaml").code == 0


def test_a_witness_of_a_file_that_no_name_leads_to_says_where_its_path_starts(
    run: Run, duel: Path
) -> None:
    (duel.parent / "games").mkdir()
    # One that its name leads to, but another file.
    text = duel.read_text(encoding="utf-8")
    (duel.parent / "games" / "duel.yaml").write_text(text, encoding="utf-8")
    words = ("games/duel.yaml", "--flag", "ways=any", "--witness", "--seconds", "0")
    out = run("diff", *words).out
    said = "    ruleset: games/duel.yaml  # a path starts from the file of the cases\n"
    assert said in out
    path = duel.parent / "witness.yaml"
    path.write_text(out[out.index("cases:\n") :], encoding="utf-8")
    assert run("test", "witness.yaml").code == 0


def test_wrong_usage(run: Run, duel: Path) -> None:
    assert duel.exists()
    assert run("diff", "duel.yaml").code == 2
    result = run("diff", "duel.yaml", "duel.yaml@wasy=any")
    assert (result.code, "there is no flag 'wasy'" in result.err) == (1, True)
    assert run("diff", "duel.yaml", "nowhere").code == 1


def test_a_long_clause_goes_on_where_it_begins(run: Run) -> None:
    lines = run("diff", "gardner", "gardner_opposed").out.splitlines()
    begun = next(n for n, line in enumerate(lines) if line.startswith("      C-1.2: "))
    assert lines[begun + 1].startswith("      ")
    said = f"{lines[begun][13:]} {lines[begun + 1][6:]}"
    assert said in load("gardner_opposed").clauses["C-1.2"]


def test_what_differs_late_in_a_long_text_is_shown(run: Run, duel: Path) -> None:
    text = duel.read_text(encoding="utf-8")
    says = "the last man of north has gone, and with him " + "all that he had and was and " * 12
    for name, last in (("one", "hoped"), ("two", "feared")):
        ended = text.replace("says: one army is gone", f"says: {says}{last}")
        ended = ended.replace("name: duel", f"name: {name}")
        duel.with_name(f"{name}.yaml").write_text(ended, encoding="utf-8")
    out = " ".join(run("diff", "one.yaml", "two.yaml").out.split())
    assert "A: …" in out
    assert "hoped" in out
    assert "feared" in out


def test_it_is_said_where_views_are_compared(run: Run, duel: Path) -> None:
    text = duel.read_text(encoding="utf-8")
    text = text.replace("kinds:\n", "kinds:\n  ghost: {letters: {north: g, south: h}}\n")
    duel.write_text(text, encoding="utf-8")
    hidden = text.replace("name: duel", "name: veiled")
    hidden += "\nviews:\n  - {hide: kind, of: {kind: ghost}, from: others}\n"
    duel.with_name("veiled.yaml").write_text(hidden, encoding="utf-8")
    out = run("diff", "duel.yaml", "veiled.yaml", "--witness", "--seconds", "0").out
    assert "positions of short games and 0 random games" in out
    said = "what seats see and are told was compared in the short games and in 0 of the random ones"
    assert said in " ".join(out.split())


def test_turns_of_a_game_are_not_broken_within_a_move() -> None:
    plies = tuple(Ply("red", f"put rabbit-a{number}") for number in range(1, 17))
    lines = [*_turns(cast("Witness", SimpleNamespace(line=Line(plies))))]
    assert len(lines) > 1
    assert all(len(line) <= 80 for line in lines)
    assert all(line.endswith(";") for line in lines[:-1])
    assert "; ".join(line.strip(" ;") for line in lines) == "1. " + "; ".join(p.text for p in plies)


def test_clauses_that_read_differently_are_listed_and_cited_as_they_read_now(
    run: Run, duel: Path
) -> None:
    variant = (
        "schema: 1\nname: two\nextends: ./duel.yaml\ntitle: Two\n"
        "clauses: {R-1: You move a man two cells., R-9: Nobody turns back.}\n"
        "actions: {step: {operands: {to: {line: {from: man, directions: all, distance: 2}}}}}\n"
    )
    (duel.parent / "two.yaml").write_text(variant, encoding="utf-8")
    out = run("diff", "duel.yaml", "two.yaml").out
    rules, _, clauses = out.partition("Clauses that read differently\n")
    assert "R-1: You move a man two cells." in rules
    assert "one cell" not in rules
    assert clauses.splitlines() == [
        "- R-1: changed",
        "    A: You move a man one cell.",
        "    B: You move a man two cells.",
        "- R-9: only in B",
        "    Nobody turns back.",
    ]
    back = run("diff", "two.yaml", "duel.yaml").out
    assert "R-1: You move a man one cell." in back.partition("Clauses that read")[0]
    assert "- R-9: only in A\n    Nobody turns back." in back
    data = json.loads(run("diff", "duel.yaml", "two.yaml", "--format", "json").out)
    assert data["sentences"][1] == {"clause": "R-9", "first": None, "second": "Nobody turns back."}


def test_clauses_that_only_one_goes_against_are_listed(run: Run, duel: Path) -> None:
    variant = "schema: 1\nname: two\nextends: ./duel.yaml\ntitle: Two\nagainst: [R-1]\n"
    (duel.parent / "two.yaml").write_text(variant, encoding="utf-8")
    out = run("diff", "duel.yaml", "two.yaml").out
    head = "Clauses that only one goes against\n"
    assert out.partition(head)[2].splitlines() == [
        "- R-1: B goes against it",
        "    You move a man one cell.",
    ]
    assert "- R-1: A goes against it" in run("diff", "two.yaml", "duel.yaml").out
    data = json.loads(run("diff", "duel.yaml", "two.yaml", "--format", "json").out)
    said = {"clause": "R-1", "says": "You move a man one cell.", "by": "second", "flag": None}
    assert data["against"] == [said]
    assert head not in run("diff", "two.yaml", "two.yaml").out


def test_clauses_stand_below_the_part_that_cites_them(run: Run, duel: Path) -> None:
    variant = (
        "schema: 1\nname: two\nextends: ./duel.yaml\ntitle: Two\n"
        "clauses: {Q-1: You move a man two cells.}\n"
        "actions: {step: {operands: {to: {line: {from: man, directions: all, distance: 2}}}, "
        "clauses: [Q-1]}}\n"
    )
    (duel.parent / "two.yaml").write_text(variant, encoding="utf-8")
    out = run("diff", "duel.yaml", "two.yaml").out
    changed = out.partition("- actions.step.operands.to")[2].partition("\n- ")[0]
    here, _, there = changed.partition("    B: ")
    assert "R-1: " in here
    assert "Q-1: " not in here
    assert "Q-1: " in there
    assert "R-1: " not in there
