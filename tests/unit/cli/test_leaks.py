from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from ruleengine.cli.leaks import leak_lines
from ruleengine.workbench.leaks.report import EARLY, Leak, LeakReport

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""

SHADE = Path(__file__).parents[2] / "leaks" / "shade.yaml"
NOTED = "{noted: turn}"
COUNTED = '{noted: "count(kind=bomb, in=corner)"}'
"""A number that all see and that tells where bombs are."""


@pytest.fixture
def shade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Write the small ruleset with secrets, with some text replaced, where commands find it."""
    monkeypatch.chdir(tmp_path)

    def written(old: str = "", new: str = "") -> None:
        text = SHADE.read_text(encoding="utf-8")
        assert old in text
        (tmp_path / "shade.yaml").write_text(text.replace(old, new), encoding="utf-8")

    return written


def test_says_what_was_compared_when_nothing_leaks(run: Run, shade: Callable[..., None]) -> None:
    shade()
    result = run("leaks", "shade.yaml", "--games", "2", "--seed", "5")
    assert (result.code, result.err) == (0, "")
    first, second, third, *_ = result.out.splitlines()
    assert first.startswith("shade: 2 random games, held ")
    assert second.startswith("nothing leaks; compared were outcome, chance, ")
    assert "legal moves" in second
    assert " of these comparisons ended early, and what came after was not compared: " in third


def test_every_reason_to_end_early_is_told_in_words_and_explained() -> None:
    ends = Counter({"to the end": 5, "leaking": 1, "touched": 2, "told": 3})
    report = LeakReport("any", hides_something=True, ends=ends)
    assert [*report.early_ends.items()] == [(EARLY["told"], 3), (EARLY["touched"], 2)]
    page = Path(__file__).parents[3] / "docs" / "explanation" / "hidden-information.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ")[0].removeprefix("| ") for line in lines if line.startswith("| ")]
    assert {*rows[1:]} == {*EARLY}


def test_a_leak_is_told_with_seat_secret_and_how_to_find_it_again(
    run: Run, shade: Callable[..., None]
) -> None:
    shade(NOTED, COUNTED)
    result = run("leaks", "shade.yaml", "--games", "4")
    assert result.code == 1
    told = result.err.split("\n\n")[0].strip().splitlines()
    assert told[0].startswith("view: at ply ")
    assert " can tell what is hidden" in told[0]
    one, other = told[1], told[3]
    assert "hidden  " in one
    assert "bomb" in one + other
    assert one.replace("one game:", "another: ") != other
    again = shlex.split(told[-1].removeprefix("  again:"))
    assert again[:3] == ["ruleengine", "leaks", "shade.yaml"]
    alone = run(*again[1:])
    assert alone.code == 1
    assert alone.err.split("\n\n")[0].strip().splitlines()[1:] == told[1:]


def test_json_has_every_leak(run: Run, shade: Callable[..., None]) -> None:
    shade(NOTED, COUNTED)
    result = run("leaks", "shade.yaml", "--games", "4", "--format", "json")
    assert (result.code, result.err) == (1, "")
    data = json.loads(result.out)
    assert data["ok"] is False
    assert 1 <= data["games"] <= 4  # it ends when there are many leaks
    assert {leak["channel"] for leak in data["leaks"]} == {"view"}
    own = {"red": {"1"}, "blue": {"5"}, None: set[str]()}
    for leak in data["leaks"]:
        put = {move[-1] for move in leak["after"] if move.startswith("put ")}
        assert put == own[leak["seat"]]
        assert leak["seat"] in ("red", "blue", None)
        assert leak["hidden"][0] != leak["hidden"][1]
        assert leak["given"][0] != leak["given"][1]
        assert leak["again"].endswith(f"--games 1 --seed {leak['seed']}")


def test_what_is_accepted_is_counted_and_passes(run: Run, shade: Callable[..., None]) -> None:
    shade(NOTED, COUNTED)
    found = run("leaks", "shade.yaml", "--games", "2")
    assert found.code == 1
    assert "--accept view lets it pass" in found.err
    result = run("leaks", "shade.yaml", "--games", "2", "--accept", "view", "--accept", "ply")
    assert (result.code, result.err) == (0, "")
    _, verdict, accepted, *_ = result.out.splitlines()
    assert verdict.startswith("nothing leaks but what is accepted; compared were outcome, ")
    number = int(accepted.removeprefix("accepted: ").split(" in view, ")[0].replace(",", ""))
    assert number > 0
    assert accepted == f"accepted: {number:,} in view, none in ply"
    data = json.loads(
        run("leaks", "shade.yaml", "--games", "2", "--accept", "view", "--format", "json").out
    )
    assert (data["ok"], data["leaks"], data["accepted"]) == (True, [], {"view": number})


def test_other_leaks_fail_beside_what_is_accepted(run: Run, shade: Callable[..., None]) -> None:
    shade(NOTED, COUNTED)
    result = run("leaks", "shade.yaml", "--games", "2", "--accept", "legal moves")
    assert result.code == 1
    assert "accepted: none in legal moves" in result.out
    assert "view: at ply " in result.err
    assert "--accept 'legal moves' --games 1" in result.err
    assert run("leaks", "shade.yaml", "--accept", "moves").code == 2


def test_a_run_that_is_stopped_says_what_was_compared(
    run: Run, shade: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    shade()
    told: list[tuple[int, int]] = []

    @contextmanager
    def stopping_bar(_what: str) -> Iterator[Callable[[int, int], None]]:
        def tell(done: int, total: int) -> None:
            told.append((done, total))
            if done == stop:
                raise KeyboardInterrupt

        yield tell

    monkeypatch.setattr("ruleengine.cli.leaks.progress_bar", stopping_bar)
    stop = 30  # changed games, of which there are 28 to each of both games
    result = run("leaks", "shade.yaml", "--games", "2")
    assert result.code == 130
    assert result.out.startswith("shade: interrupted in game 2 of 2; so far held ")
    assert "nothing has leaked so far; compared were outcome, " in result.out
    assert told == sorted(told)
    assert told[-1] == (30, 56)
    stop = 0
    result = run("leaks", "shade.yaml", "--games", "2")
    assert result.code == 130
    assert result.out == "shade: interrupted in game 1 of 2, before anything was compared\n"
    data = json.loads(run("leaks", "shade.yaml", "--games", "2", "--format", "json").out)
    assert (data["ok"], data["interrupted"]) == (False, True)


def test_a_ruleset_that_hides_nothing_says_so(run: Run, duel: Path) -> None:
    del duel
    result = run("leaks", "duel.yaml", "--flag", "ways=any")
    assert result.code == 0
    assert result.out.startswith("duel hides nothing: ")


def test_a_test_that_compared_nothing_has_not_passed(run: Run, shade: Callable[..., None]) -> None:
    """There is one kind only and nothing is done in secret, so nothing could be another way."""
    shade()
    text = Path("shade.yaml").read_text(encoding="utf-8")
    text = text.replace("  chief: {letters: {red: c, blue: C}, attributes: {rank: 2}}\n", "")
    text = text.replace("  bomb: {letters: {red: b, blue: B}, attributes: {rank: 0}}\n", "")
    text = text.replace("      - submit: [put, clear]\n", "      - end: {draw: true, says: no}\n")
    text = text.replace("        commit: count(owner=mover) == 4\n", "")
    text = text.replace("        says: four pieces have to stand\n", "")
    Path("shade.yaml").write_text(text, encoding="utf-8")
    result = run("leaks", "shade.yaml", "--games", "3")
    assert result.code == 1, result
    assert "no secret that could have been another one" in result.out
    assert json.loads(run("leaks", "shade.yaml", "--format", "json").out)["ok"] is False


def test_wrong_arguments_are_refused(run: Run, duel: Path) -> None:
    del duel
    assert run("leaks", "duel.yaml", "--games", "0").code == 2
    assert run("leaks", "duel.yaml", "--flag", "ways=up").code == 1
    assert run("leaks", "nothing_of_the_kind").code == 1


def leak(here: object, there: object, after_there: tuple[str, ...] | None = None) -> Leak:
    moves, secret = ("wait",), ("a", "b")
    return Leak("view", "red", 3, here, there, "other move", 0, moves, secret, after_there)


def test_long_texts_are_shown_from_the_difference_on() -> None:
    lines = [*leak_lines(leak("x" * 900 + "one", "x" * 900 + "two"), 0)]
    assert lines[2].endswith(f"given   ...{'x' * 60}one")
    assert lines[4].endswith(f"given   ...{'x' * 60}two")


def test_each_game_has_its_own_moves_where_they_differ() -> None:
    lines = [*leak_lines(leak(1, 2, after_there=("probe", "wait")), 0)]
    assert [line.strip() for line in lines if "after" in line] == [
        "after   wait",
        "after   probe; wait",
    ]


def test_few_comparisons_are_called_few(run: Run, shade: Callable[..., None]) -> None:
    shade()
    result = run("leaks", "shade.yaml", "--games", "1")
    assert "that is little: with fewer than 100 such comparisons" in result.out
    wanted = int(result.out.split("try --games ")[1])
    assert wanted in range(10, 80, 10)
    report = LeakReport("any", hides_something=True, games=10, pairs=30)
    assert report.games_wanted == 100  # ten games may have been better than most
    report = LeakReport("any", hides_something=True, games=400, pairs=90)
    assert report.games_wanted == 760
    assert LeakReport("any", hides_something=True, games=10, pairs=100).games_wanted is None
