"""Records: how a match closes, how it goes on, and what is said of files that are none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleengine import Match, PositionError, Record, RulesetError, load
from ruleengine.agents.random_agent import RandomAgent
from ruleengine.agents.table import play_out
from ruleengine.game.kept.record_files import read_record
from ruleengine.resolve.files.library import shipped_names

SEED = 5


def random_match(name: str, plies: int) -> Match:
    game = load(name)
    match = Match(game, SEED, number=2, max_plies=plies)
    play_out(match, {s: RandomAgent(SEED, seat=n) for n, s in enumerate(game.seats)})
    return match


# `properties/test_play.py` goes on with a game of every variant as well.
RULESETS = [name for name, path in shipped_names().items() if path.parent.name != "variants"]
PLIES = 24


@pytest.mark.parametrize("name", RULESETS)
def test_a_record_of_every_ruleset_is_read_and_gone_on_with(name: str, tmp_path: Path) -> None:
    match = random_match(name, PLIES)
    path = tmp_path / "record.json"
    path.write_text(match.record().to_json(), encoding="utf-8")
    found = read_record(path)
    assert found.record == Record.from_json(match.record().to_json())
    game = found.load_game()
    found.check_plies(game)
    again = Match.resume(game, found.record, max_plies=PLIES)
    assert again.position == match.position
    assert again.record().plies == match.record().plies
    for seat in (*game.seats, None):
        assert again.transcript(seat) == match.transcript(seat)


def test_throws_after_a_resumption_are_those_that_were_to_come() -> None:
    whole = random_match("generals_10x10", 200).record()
    game = load("generals_10x10")
    for cut in (0, 7, 30):
        part = Record.from_dict(whole.to_dict() | {"plies": whole.to_dict()["plies"][:cut]})  # type: ignore[index]
        match = Match.resume(game, part)
        for ply in whole.plies[match.num_plies : 120]:
            if ply.seat is not None and match.num_plies < 120:
                match.submit(ply.seat, ply.text)
        assert match.record().plies[:120] == whole.plies[:120]


def test_throws_that_the_seed_does_not_give_are_not_gone_on_with() -> None:
    record = random_match("generals_10x10", 20).record().to_dict()
    plies: Any = record["plies"]
    number = next(n for n, (seat, text) in enumerate(plies) if text.startswith("die"))
    plies[number][1] = f"die {int(plies[number][1][-1]) % 6 + 1}"
    record["plies"] = plies[: number + 1]
    changed = Record.from_dict(record)
    game = load("generals_10x10")
    assert len([*changed.replay(game)]) == number + 2
    with pytest.raises(PositionError, match=f"ply {number + 1}: the seed gives"):
        Match.resume(game, changed)


def close(match: Match, how: str) -> None:
    match.submit("dark", "a3-b4")
    if how == "resigned":
        match.resign("light")
    elif how == "timed_out":
        match.time_out("dark")
    elif how == "agreed_draw":
        assert not match.offer_draw("light")
        assert match.offer_draw("dark")


@pytest.mark.parametrize("how", ["resigned", "timed_out", "agreed_draw", "unfinished"])
def test_however_a_match_closes_its_record_says_so(how: str, tmp_path: Path) -> None:
    game = load("draughts")
    match = Match(game, SEED)
    close(match, how)
    path = tmp_path / "record.json"
    path.write_text(match.record().to_json(), encoding="utf-8")
    found = read_record(path)
    found.check_plies(found.load_game())
    again = Match.resume(game, found.record)
    assert again.record() == match.record()
    assert again.record().closing == how
    assert again.is_over == (how != "unfinished")
    if again.is_over:
        for act in (
            lambda: again.resign("dark"),
            again.agree_draw,
            lambda: again.offer_draw("dark"),
        ):
            with pytest.raises(PositionError):
                act()


def test_a_finished_match_closes_with_its_outcome() -> None:
    record = random_match("draughts", 500).record()
    assert record.closing == "finished"
    assert record.outcome is not None
    assert Match.resume(load("draughts"), record).record() == record


def test_a_move_declines_a_draw_but_not_ones_own() -> None:
    match = Match(load("draughts"), SEED)
    match.offer_draw("dark")
    match.submit("dark", "a3-b4")
    offers = [match.draw_offers]
    match.submit("light", "b6-a5")
    offers.append(match.draw_offers)
    assert offers == [("dark",), ()]


def test_chance_is_not_taken_for_a_move_nor_a_move_for_chance() -> None:
    record = random_match("generals_10x10", 20).record().to_dict()
    plies: Any = record["plies"]
    first = next(n for n, (seat, _) in enumerate(plies) if seat is not None)
    for seat in ("A", None):
        number = next(n for n, ply in enumerate(plies) if (ply[0] is None) == (seat == "A"))
        changed = [list(ply) for ply in plies]
        changed[number][0] = seat
        broken = Record.from_dict(record | {"plies": changed})
        with pytest.raises(PositionError, match=f"ply {number + 1}: chance"):
            list(broken.replay(load("generals_10x10")))
    assert first >= 0


Edit = Callable[[dict[str, Any]], Any]


def set_to(key: str, value: object) -> Edit:
    return lambda data: data.update({key: value})


WRONG: dict[str, tuple[Edit, str, str]] = {
    "no format": (lambda data: data.pop("format"), "schema/missing-key", "'format' is missing"),
    "another format": (set_to("format", 9), "schema/bad-value", "1, not the number 9"),
    "no seed": (set_to("seed", "x"), "schema/wrong-type", "expected a whole number"),
    "flags": (set_to("flags", []), "schema/wrong-type", "expected a mapping"),
    "plies": (set_to("plies", {}), "schema/wrong-type", "expected a list"),
    "ply": (lambda data: data["plies"].append(["dark"]), "schema/wrong-type", "a seat or null"),
    "closing": (set_to("closing", "resined"), "schema/bad-value", "did you mean `resigned`"),
    "by": (set_to("by", "dark"), "schema/bad-value", "says by whom"),
    "outcome": (set_to("closing", "finished"), "schema/bad-value", "exactly if"),
    "unknown key": (set_to("clock", 5), "schema/unknown-key", "there is no key 'clock'"),
    "unknown game": (set_to("ruleset", "draghts"), "source/not-found", "no ruleset or variant"),
    "unknown schema": (set_to("schema", 7), "resolve/schema-version", "schema 7"),
    "unknown flag": (
        lambda data: data["flags"].update({"x": 1}),
        "position/other-ruleset",
        "does not know these flags",
    ),
    "other rules": (set_to("hash", "0"), "position/other-ruleset", "has changed since"),
    "illegal move": (
        lambda data: data["plies"].append(["light", "walk a1-a2"]),
        "move/",
        "ply 2, 'walk a1-a2'",
    ),
    "wrong seat": (
        lambda data: data["plies"].append(["dark", "walk a1-a2"]),
        "move/wrong-seat",
        "it is not for Dark",
    ),
    "no such seat": (
        lambda data: data["plies"].append(["grey", "walk a1-a2"]),
        "position/bad-value",
        "no seat 'grey'",
    ),
    "opening": (set_to("opening", {"dark": "grey"}), "position/bad-opening", "no seat 'grey'"),
}


def test_rules_in_another_order_are_other_rules(tmp_path: Path) -> None:
    """Which side begins, and which phase comes next, is said by nothing but the order."""
    source = shipped_names()["breakthrough"].read_text(encoding="utf-8")
    sides = re.search(r"^sides:\n(  \w+:.*\n)(  \w+:.*\n)", source, re.MULTILINE)
    assert sides is not None
    swapped = source.replace(sides[1] + sides[2], sides[2] + sides[1])
    hashes = set()
    for number, text in enumerate((source, swapped)):
        path = tmp_path / str(number) / "breakthrough.yaml"
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
        hashes.add(load(path).hash)
    assert len(hashes) == 2


def check(path: Path) -> None:
    found = read_record(path)
    found.check_plies(found.load_game())


@pytest.mark.parametrize("fault", WRONG)
def test_what_is_wrong_with_a_record_is_said_with_its_place(fault: str, tmp_path: Path) -> None:
    edit, code, words = WRONG[fault]
    match = Match(load("draughts"), SEED)
    match.submit("dark", "a3-b4")
    data = match.record().to_dict()
    edit(data)
    path = tmp_path / "record.json"
    path.write_text(json.dumps(data, indent=1), encoding="utf-8")
    with pytest.raises(RulesetError) as error:
        check(path)
    first = error.value.diagnostics[0]
    assert first.code.startswith(code)
    assert words in first.message + (first.hint or "")
    assert first.span is not None
    assert first.span.file == str(path)
    assert first.span.line > 1 or fault == "no format"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "source/empty"),
        ("{", "source/syntax"),
        ('{"a": 1, "a": 2}', "source/duplicate-key"),
        ("[" * 100_000, "source/too-deep"),
        ('{"seed": 1' + "0" * 9000 + "}", "source/unsupported"),
        ("[]", "schema/wrong-type"),
    ],
)
def test_what_is_no_json_is_said_with_its_place(text: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError) as error:
        read_record(path)
    assert [each.code for each in error.value.diagnostics] == [code]
    assert error.value.diagnostics[0].span is not None


def test_a_record_that_is_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    text = random_match("draughts", 8).record().to_json()
    path = tmp_path / "record.json"
    for end in range(0, len(text) - 1, 7):
        path.write_text(text[:end], encoding="utf-8")
        with pytest.raises(RulesetError) as error:
            read_record(path)
        assert error.value.diagnostics[0].code in ("source/syntax", "source/empty")


def test_what_the_referee_is_told_in_a_secret_submission() -> None:
    match = Match(load("stratego"), SEED)
    match.submit("red", "deploy scout-a4")
    assert [str(event) for event in match.position.events] == ["placed piece=red scout to=a4"]
    assert [event.name for event in match.position.full_view().events] == ["placed"]
    assert match.position.events_for("blue") == match.view("blue").events
