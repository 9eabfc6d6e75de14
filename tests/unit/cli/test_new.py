from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from ruleengine.resolve.files.library import find

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written() -> list[str]:
    return sorted(path.as_posix() for path in Path().rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("shape", "num_cases"),
    [
        ([], 8),
        (["--rows", "3", "--columns", "3"], 8),
        (["--rows", "3", "--columns", "26", "--sides", "4"], 8),
        (["--rows", "1", "--columns", "7"], 6),
        (["--rows", "1", "--columns", "3"], 6),
        (["--rows", "9", "--columns", "1"], 6),
        (["--rows", "2", "--columns", "5"], 8),
    ],
)
def test_a_new_game_is_valid_plays_and_has_cases_for_all_of_it(
    run: Run, shape: list[str], num_cases: int
) -> None:
    result = run("new", "game", "hill_fort", *shape)
    assert (result.code, result.err) == (0, "")
    assert written() == ["ruleset.schema.json", "rulesets/hill_fort.yaml", "tests/hill_fort.yaml"]
    text = Path("rulesets/hill_fort.yaml").read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=../ruleset.schema.json\n")
    checked = run("validate", "hill_fort")
    assert (checked.code, checked.err) == (0, "")
    tested = run("test", "tests/hill_fort.yaml", "--coverage")
    assert (tested.code, tested.err) == (0, "")
    assert re.match(rf"{num_cases} passed\nall \d+ clauses are cited by a rule", tested.out)
    played = run("play", "hill_fort", "--as", "none", "--seed", "1", "--no-save")
    assert (played.code, played.err) == (0, "")
    assert " wins: nobody else is left." in played.out or "the turns are used up." in played.out


@pytest.mark.parametrize("words", [["game", "pit"], ["variant", "pit", "--of", "hex"]])
def test_what_is_proposed_works_outside_of_the_directory(run: Run, words: list[str]) -> None:
    out = run("new", *words, "--into", "club").out
    proposed = [line.partition("ruleengine ")[2].split() for line in out.splitlines()]
    for command in (each for each in proposed if each and each[0] in ("validate", "test")):
        assert run(*command).code == 0


@pytest.mark.parametrize("base", ["generals_official", "flag_war", "hex"])
def test_a_new_variant_is_valid_and_shows_the_questions_of_its_base(run: Run, base: str) -> None:
    assert run("new", "variant", "our_way", "--of", base).code == 0
    assert run("validate", "our_way").code == 0
    assert run("test", "tests/our_way.yaml").out == "1 passed\n"
    text = Path("variants/our_way.yaml").read_text(encoding="utf-8")
    flags = json.loads(run("flags", base, "--format", "json").out)
    for name, flag in flags.items():
        assert f"#   # {flag['question']}\n" in text
        assert f"\n#   {name}:" in text


def test_an_answer_can_be_uncommented(run: Run) -> None:
    run("new", "variant", "our_way", "--of", "generals_official")
    path = Path("variants/our_way.yaml")
    text = path.read_text(encoding="utf-8")
    text = text.replace("# readings:", "readings:").replace(
        "#   hits_to_win: 3", "  hits_to_win: 5"
    )
    path.write_text(text, encoding="utf-8")
    assert run("validate", "our_way").code == 0
    assert json.loads(run("flags", "our_way", "--format", "json").out)["hits_to_win"]["value"] == 5


def test_a_variant_of_a_file_names_it_from_where_it_lies(run: Run) -> None:
    run("new", "game", "hill_fort")
    assert run("new", "variant", "ours", "--of", "rulesets/hill_fort.yaml").code == 0
    assert "extends: ../rulesets/hill_fort.yaml" in Path("variants/ours.yaml").read_text("utf-8")
    assert run("validate", "ours").code == 0


@pytest.mark.parametrize("base", ["club/rulesets/hill_fort.yaml", "our_own"])
def test_a_base_that_the_variant_could_not_extend_is_refused(run: Run, base: str) -> None:
    run("new", "game", "hill_fort", "--into", "club")
    text = "schema: 1\nname: our_own\ntitle: Our own\nextends: hex\n"
    Path("our_own.yaml").write_text(text, encoding="utf-8")
    result = run("new", "variant", "ours", "--of", base, "--into", "elsewhere")
    assert result.code == 1
    home = "club" if base.startswith("club") else "."
    assert result.err == (
        f"source/outside-roots: a variant in 'elsewhere' cannot extend '{base}', which lies "
        f"outside of it\n  hint: begin it where its base is, with `--into {home}`\n"
    )
    assert not Path("elsewhere").exists()
    assert run("new", "variant", "ours", "--of", base, "--into", home).code == 0


def test_a_base_elsewhere_may_be_one_that_is_shipped(run: Run) -> None:
    text = find("hex").read_text(encoding="utf-8")
    Path("hex.yaml").write_text(text, encoding="utf-8")
    result = run("new", "variant", "ours", "--of", "hex.yaml", "--into", "elsewhere")
    assert "or say `--of hex` for the one that comes with ruleengine" in result.err


def test_the_schema_of_a_project_is_used(run: Run) -> None:
    place = Path("docs/reference/ruleset.schema.json")
    place.parent.mkdir(parents=True)
    place.write_text("{}", encoding="utf-8")
    run("new", "game", "hill_fort")
    text = Path("rulesets/hill_fort.yaml").read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=../docs/reference/ruleset.schema.json")
    assert not Path("ruleset.schema.json").exists()


@pytest.mark.parametrize(
    "name", ["Fort", "a-b", "1st", "", "x" * 41, "ä", "a b", "fort.txt", "../1st.yaml"]
)
def test_only_good_names_are_taken(run: Run, name: str) -> None:
    result = run("new", "game", name)
    assert result.code == 1
    assert "schema/bad-value" in result.err
    assert "small letters" in result.err
    assert written() == []


@pytest.mark.parametrize(
    ("path", "call"),
    [("fort.yaml", "`fort`"), ("../fort", "`fort --into ..`"), ("a/fort.yml", "`fort --into a`")],
)
def test_a_path_is_answered_with_the_name_in_it(run: Run, path: str, call: str) -> None:
    result = run("new", "game", path)
    assert result.code == 1
    assert f"give the name alone, {call}: files go into" in " ".join(result.err.split())
    assert written() == []


def test_nothing_is_written_over(run: Run) -> None:
    Path("tests").mkdir()
    Path("tests/fort.yaml").write_text("mine", encoding="utf-8")
    result = run("new", "game", "fort")
    assert result.code == 1
    assert "resolve/name-taken" in result.err
    assert written() == ["tests/fort.yaml"]
    assert run("new", "game", "draughts").code == 1
    assert run("new", "variant", "draughts_casual", "--of", "draughts").code == 1
    assert written() == ["tests/fort.yaml"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["game", "x", "--of", "draughts"], 2),
        (["variant", "x"], 2),
        (["variant", "x", "--of", "draughts", "--rows", "5"], 2),
        (["toy", "x"], 2),
        (["variant", "x", "--of", "draghts"], 1),
        (["game", "x", "--rows", "2", "--columns", "2"], 1),
        (["game", "x", "--rows", "2", "--sides", "3"], 1),
        (["game", "x", "--rows", "27"], 1),
        (["game", "x", "--sides", "9"], 1),
    ],
)
def test_what_makes_no_sense_is_refused(run: Run, arguments: list[str], code: int) -> None:
    result = run("new", *arguments)
    assert result.code == code
    assert result.err
    assert written() == []


def test_a_variant_can_edit_every_item_of_a_new_game_by_its_id(run: Run) -> None:
    run("new", "game", "hill_fort")
    run("new", "variant", "our_fort", "--of", "hill_fort")
    path = Path("variants/our_fort.yaml")
    edits = """\
setup: {replace: {men: {put: {kind: man, owner: white, at: [a1, b1]}}}, append: [
  {id: others, put: {kind: man, owner: black, at: [a5]}}]}
phases: {play: {turn: {replace: {acts: {act: [step], else: [end_turn]}}}}}
actions:
  step:
    validators: {replace: {not_onto_a_friend: {require: empty(to), says: it is taken}}}
    effects: {remove: [captures], replace: {goes: {move: {piece: man, to: to}}}}
"""
    path.write_text(path.read_text(encoding="utf-8") + edits, encoding="utf-8")
    assert run("validate", "our_fort").err == ""
    assert "wins" not in run("show", "our_fort").err
    assert run("why", "our_fort", "--move", "step a1-b1").out.count("it is taken") == 1


def test_cases_of_a_new_game_are_found_by_trace(run: Run) -> None:
    run("new", "game", "hill_fort")
    found = json.loads(run("trace", "hill_fort", "--format", "json").out)
    assert found["cases"] == 8
