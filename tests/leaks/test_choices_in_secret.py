"""What chance or a side chooses is told only to those who may know what becomes of it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from ruleengine import Game, Match, load
from ruleengine.resolve.checks.choice_secrets import SecretChoices
from ruleengine.workbench.both_tiers.lockstep import Lockstep
from ruleengine.workbench.leaks.leak_test import check_leaks

FIELD = """
    schema: 1
    name: field
    title: Field
    sides: {red: {}, blue: {}}
    board: {rows: 3, columns: 3}
    kinds:
      man: {letters: {red: r, blue: b}}
      trap: {letters: {nobody: t}}
    counters: {luck: {per: side}, mines: {per: cell}, spy: {per: piece}, open: {}}
    marks: {hole: {holds: cell}}
    setup:
      - put: {kind: man, owner: red, at: [a1, b1, c1]}
    phases:
      laying:
        steps: %s
      play:
        turns: [red, blue]
        turn:
          - act: [nod, lay]
    actions:
      nod: {}
      lay:
        operands: {to: {cell: {}}}
        effects: [{set: {mines: 1}, for: to}]
    views:
      - {hide: piece, of: {kind: trap}, from: everybody}
      - {hide: hole, from: everybody}
      - {hide: luck}
      - {hide: spy, from: everybody}
      - {hide: mines, from: [blue]}
    endings:
      - {when: turn > 4, draw: true, says: over}
"""
CELLS = "among_cells: {empty: true}"
NUMBERS = "numbers: {from: 1, to: 6}"


def field(tmp_path: Path, steps: str) -> Game:
    file = tmp_path / "field.yaml"
    file.write_text(dedent(FIELD) % steps, encoding="utf-8")
    return load(str(file))


def heard(game: Game, seat: str | None) -> tuple[list[str], list[str]]:
    """Return how chance fell at the beginning, as a seat is told, and what it hears was chosen."""
    match = Match(game, seed=3)
    news = [event for each in match.news(seat) for event in each.events]
    chosen = [str(event) for event in news if event.name == "chosen"]
    return [ply.text for ply in match.transcript(seat)], chosen


HIDDEN = {
    "a hidden piece": f"[{{choose: {{as: it_is, who: chance, {CELLS}}}}}, "
    "{place: {kind: trap, owner: nobody, at: it_is}}]",
    "a hidden piece, later": f"[{{choose: {{as: it_is, who: chance, {CELLS}}}}}, "
    f"{{choose: {{as: other, who: chance, {NUMBERS}}}}}, {{add: {{open: other}}}}, "
    "{place: {kind: trap, owner: nobody, at: it_is}}]",
    "a hidden mark": f"[{{choose: {{as: it_is, who: chance, {CELLS}}}}}, "
    "{mark: {hole: it_is}}]",
    "a hidden number": f"[{{choose: {{as: it_is, who: chance, {NUMBERS}}}}}, "
    "{set: {luck: it_is + 1}, for: blue}]",
    "by another name": f"[{{choose: {{as: it_is, who: chance, {CELLS}}}}}, "
    "{let: {there: it_is}}, {mark: {hole: there}}]",
    "by a condition": f"[{{choose: {{as: it_is, who: chance, {NUMBERS}}}}}, "
    "{if: it_is > 3, then: [{mark: {hole: a2}}]}]",
    "of a piece": "[{choose: {as: it_is, who: chance, among: {owner: red}}}, "
    "{set: {spy: 1}, for: it_is}]",
}


@pytest.mark.parametrize("steps", HIDDEN.values(), ids=HIDDEN)
def test_what_chance_draws_for_a_secret_is_not_told(tmp_path: Path, steps: str) -> None:
    game = field(tmp_path, steps)
    for seat in ("red", None):
        texts, events = heard(game, seat)
        assert texts[0] == "it_is ?"
        assert not any("it_is" in text for text in texts[1:])
        assert len(events) == len(texts) - 1  # another one is told
    assert check_leaks(game, games=4).ok
    assert Lockstep(game, 1).play(20)


def test_what_lies_open_is_told(tmp_path: Path) -> None:
    steps = f"[{{choose: {{as: it_is, who: chance, {CELLS}}}}}, "
    steps += "{place: {kind: man, owner: red, at: it_is}}, {set: {mines: 1}, for: it_is}]"
    texts, events = heard(field(tmp_path, steps), "blue")
    assert texts[0] != "it_is ?"
    assert len(events) == 1


def test_a_side_hears_of_its_own_number_and_of_nobody_elses(tmp_path: Path) -> None:
    steps = f"[{{choose: {{as: bid, who: red, {NUMBERS}}}}}, {{set: {{luck: bid}}, for: red}}]"
    match = Match(field(tmp_path, steps), seed=3)
    match.submit("red", "bid 4")
    assert match.transcript("red")[0].text == "bid 4"
    assert match.transcript("blue")[0].text == "bid ?"
    assert match.view("red").counters["luck"] == {"red": 4}


def test_where_something_is_kept_of_a_cell_is_told_to_who_may_know_it(tmp_path: Path) -> None:
    match = Match(field(tmp_path, "[{add: {open: 1}}]"), seed=3)
    match.submit("red", "lay c3")
    match.submit("blue", "lay a3")
    assert [ply.text for ply in match.transcript("red")] == ["lay c3", "lay a3"]
    assert [ply.text for ply in match.transcript("blue")] == ["lay ?", "lay a3"]


def test_the_leak_test_finds_what_chance_gives_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SecretChoices, "number_of", lambda _self, _step: None)
    report = check_leaks(field(tmp_path, HIDDEN["a hidden piece"]), games=3)
    assert {"draws", "chance"} & report.channels
    assert report.leaks[0].change == "other lots"


def test_what_gives_a_secret_away_late_takes_longer_games(tmp_path: Path) -> None:
    steps = f"[{{choose: {{as: bid, who: red, {NUMBERS}}}}}, {{set: {{luck: bid}}, for: red}}]"
    file = tmp_path / "late.yaml"
    rules = (
        (dedent(FIELD) % steps)
        .replace("turn > 4", "turn > 40")
        .replace("name: field", "name: late")
    )
    rule = "nod: {validators: [{require: turn < 24 or red.luck > 3, says: wait}]}"
    file.write_text(rules.replace("nod: {}", rule), encoding="utf-8")
    game = load(str(file))
    assert check_leaks(game, games=2).ok
    assert check_leaks(game, games=2, moves=40).channels == {"legal moves"}


SHOWN = {
    "a public counter": "{set: {open: mover.luck}}",
    "a second move": "{if: mover.luck > 3, then: [{act: [nod]}]}",
}


@pytest.mark.parametrize("step", SHOWN.values(), ids=SHOWN)
def test_what_rules_make_public_of_a_dealt_secret_is_found(tmp_path: Path, step: str) -> None:
    deal = (
        f"[{{choose: {{as: number, who: chance, {NUMBERS}}}}}, {{set: {{luck: number}}, for: red}}]"
    )
    file = tmp_path / "shown.yaml"
    rules = (dedent(FIELD) % deal).replace("name: field", "name: shown")
    file.write_text(rules.replace("- act: [nod, lay]", f"- {step}\n      - act: [nod, lay]"))
    report = check_leaks(load(str(file)), games=4)
    assert "other lots" in {leak.change for leak in report.leaks}


def test_a_public_die_tells_nothing(tmp_path: Path) -> None:
    file = tmp_path / "thrown.yaml"
    rules = (dedent(FIELD) % "[{add: {open: 1}}]").replace("name: field", "name: thrown")
    rules = rules.replace("marks:", "dice: {die: {faces: 2}}\nmarks:")
    step = "- act: [nod]\n      - roll: die\n      - {set: {luck: die}, for: red}"
    file.write_text(rules.replace("- act: [nod, lay]", step))
    assert check_leaks(load(str(file)), games=3).ok
