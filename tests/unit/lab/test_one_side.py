"""Games in which all play against the game: what nobody wins is lost, and not drawn."""

from __future__ import annotations

from pathlib import Path

from ruleengine import load
from ruleengine.lab.summary import outcome_title
from ruleengine.lab.words import outcome_name
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.table.closing import outcome_sentence
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

LAMP = """\
schema: 1
name: lamp
title: Lamp
sides: {keeper: {title: the Keeper}}
board: {rows: 1, columns: 2}
kinds: {lamp: {letters: {keeper: l}}}
setup: [{put: {kind: lamp, owner: keeper, at: a1}}]
dice: {gust: {faces: 2}}
phases: {play: {turns: [keeper], turn: [roll: gust, act: [guard]]}}
actions: {guard: {effects: []}}
endings:
  - {id: out, when: gust == 2 and turn > 1, draw: true, says: the lamp is out}
  - {id: day, when: turn > 3, winner: keeper, says: it is day}
"""


def test_what_nobody_wins_alone_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "lamp.yaml"
    path.write_text(LAMP, encoding="utf-8")
    game = load(str(path))
    said = {"winner": None, "reason": "the lamp is out"}
    assert outcome_sentence(game, said) == "the Keeper loses: the lamp is out"
    alone, two = ("keeper", "drawn", "void", "unfinished"), ("a", "b", "drawn", "void")
    assert [outcome_title(alone, each) for each in alone] == ["keeper", "lost", *alone[2:]]
    assert [outcome_title(two, each) for each in two] == [*two]
    assert (outcome_name(alone, "drawn"), outcome_name(two, "drawn")) == ("lost", "draws")


def test_a_rulebook_says_that_a_game_which_stands_still_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "lamp.yaml"
    rules = LAMP.replace("dice: {gust: {faces: 2}}\n", "").replace("roll: gust, ", "")
    rules = rules.replace("gust == 2 and turn > 1", "turn > 8")
    guarded = "{operands: {lamp: {piece: {}}}, effects: [remove: lamp]}"
    path.write_text(rules.replace("{effects: []}", guarded), encoding="utf-8")
    page = render_markdown(write_book(read_tree(str(path))))
    assert "The lamp is out: the game is lost." in page
    assert "nobody can do anything any more, the game is lost." in page
    assert "a draw" not in page
