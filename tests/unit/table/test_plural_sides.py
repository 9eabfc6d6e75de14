"""Sides whose title is that of several: verbs go with them, at the table and in rulebooks."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Match, load
from ruleengine.cli.main import main
from ruleengine.game.game import Game
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.table.closing import closing_sentence
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: chase
title: Chase
sides: {police: {title: the police%s}, wolves: {}, venus: {title: Venus}}
board: {rows: 2, columns: 3}
kinds: {man: {letters: {police: p, wolves: w, venus: v}}}
setup: [drawn: "p w v\\n. . ."]
tables:
  tired:
    given: {us: side}
    gives: truth
    title: "{us} is tired"
    rows: [{when: turn > 5, value: true}, {value: count(owner=us) > 3}]
phases: {play: {turns: [police, wolves, venus], turn: [{act: [win, rest]}]}}
actions:
  win: {effects: [end: {winner: mover, says: caught}]}
  rest: {validators: [{require: not tired(police) and not tired(venus), says: tired}]}
endings: [{id: late, when: turn > 20, winner: police, says: late}]
"""


def write(tmp_path: Path, word: str = ", plural: true") -> Path:
    path = tmp_path / "chase.yaml"
    path.write_text(RULES % word, encoding="utf-8")
    return path


def closing(game: Game, *moves: str) -> str:
    match = Match(game, seed=1)
    for seat, move in zip(game.seats, moves, strict=False):
        match.submit(seat, move)
    return closing_sentence(game, match.record(), {seat: seat for seat in game.seats})


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (["win"], "the police win: caught"),
        (["rest", "win"], "wolves win: caught"),
        (["rest", "rest", "win"], "Venus wins: caught"),
    ],
)
def test_whoever_is_several_wins_in_the_plural(tmp_path: Path, moves: list[str], said: str) -> None:
    assert closing(load(write(tmp_path)), *moves) == said


def test_a_title_that_does_not_look_like_several_has_to_say_so(tmp_path: Path) -> None:
    assert closing(load(write(tmp_path, "")), "win") == "the police wins: caught"


def test_a_title_that_only_looks_like_several_can_say_so(tmp_path: Path) -> None:
    path = tmp_path / "chase.yaml"
    text = (RULES % "").replace("wolves: {}", "wolves: {title: Lars, plural: false}")
    path.write_text(text, encoding="utf-8")
    assert closing(load(path), "rest", "win") == "Lars wins: caught"


def test_giving_up_goes_with_several(tmp_path: Path) -> None:
    game = load(write(tmp_path))
    match = Match(game, seed=1)
    match.resign("police")
    said = closing_sentence(game, match.record(), {seat: seat for seat in game.seats})
    assert said == "the police have resigned, and the game ends without a winner"


def test_rulebooks_have_verbs_that_go_with_several(tmp_path: Path) -> None:
    book = render_markdown(write_book(read_tree(write(tmp_path))))
    assert "Late: the police win." in book
    assert "the police begin." in book
    assert "the police are not tired and Venus is not tired" in book
    assert "Late: the police wins." in render_markdown(write_book(read_tree(write(tmp_path, ""))))


def test_show_has_verbs_that_go_with_several(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["show", str(write(tmp_path))])
    assert "the police win" in capsys.readouterr().out
