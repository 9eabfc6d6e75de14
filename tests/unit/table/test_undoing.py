"""What somebody may have learned cannot be taken back, whatever the secret is kept in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleengine import Game, load
from ruleengine.agents.random_agent import RandomAgent

Sit = Callable[..., Any]

RULES = """\
schema: 1
name: secret
title: Secret
sides: {red: {cover: x}, blue: {cover: o}}
board: {rows: 1, columns: 2}
kinds: {hot: {letters: {red: h, blue: H}}, cold: {letters: {red: c, blue: C}}}
marks: {code: {holds: kind, per: side}}
counters: {purse: {per: side}, seal: {per: piece}}
setup:
  - drawn: |
      h H
phases:
  hiding: {steps: [{submit: [hide], moves: 1}]}
  play: {turns: [red, blue], turn: [{act: [guess]}]}
actions:
  hide:
    operands: {what: {kind: any}}
    effects: [mark: {code: what}]
  guess:
    effects:
      - if: ASKED
        then: [tell: "right"]
        else: [tell: "wrong"]
endings: [{when: turn > 9, draw: true, says: it is late}]
"""
SECRETS = {
    "code": "opponent.code == hot",
    "purse": "opponent.purse > 0",
    "kind": "exists(owner=opponent, kind=hot)",
    "piece": "exists(owner=opponent)",
    "seal": "exists(owner=opponent, where=it.seal > 0)",
}


@pytest.fixture
def game_of(tmp_path: Path) -> Callable[[str], Game]:
    """Write a ruleset and load it."""

    def written(text: str) -> Game:
        path = tmp_path / "secret.yaml"
        path.write_text(text, encoding="utf-8")
        return load(path)

    return written


@pytest.mark.parametrize("hidden", SECRETS)
def test_a_guess_that_was_answered_stays(
    sit: Sit, game_of: Callable[[str], Game], hidden: str
) -> None:
    rules = RULES.replace("ASKED", SECRETS[hidden])
    game = game_of(f"{rules}views: [{{hide: {hidden}}}]\n")
    paper = sit(game, "", "hide hot", "", "hide hot", "", "guess", "", "undo", "quit")
    assert "something is hidden in this game, and a move may tell of it" in paper.words
    assert "Taken back" not in paper.text


def test_where_nothing_is_hidden_a_guess_is_taken_back(
    sit: Sit, game_of: Callable[[str], Game]
) -> None:
    game = game_of(RULES.replace("ASKED", SECRETS["code"]))
    paper = sit(game, "", "hide hot", "", "hide hot", "", "guess", "", "undo", "quit")
    assert "Taken back: red: guess" in paper.text


@pytest.mark.parametrize(("move", "stays"), [("guess", True), ("hide hot", False)])
def test_in_secret_an_answer_stays_and_all_else_is_taken_back(
    sit: Sit, game_of: Callable[[str], Game], move: str, *, stays: bool
) -> None:
    rules = RULES.replace("ASKED", SECRETS["code"]).replace(
        "submit: [hide], moves: 1", "submit: [hide, guess]"
    )
    paper = sit(game_of(f"{rules}views: [{{hide: code}}]\n"), "", move, "undo", "quit")
    assert ("you have been told something by it" in paper.words) == stays
    assert (f"Taken back: red: {move}" in paper.text) != stays


DRAWING = """\
schema: 1
name: secret
title: Secret
sides: {red: {}, blue: {}}
board: {rows: 1, columns: 2}
zones:
  bag: {off_board: true}
  hand: {off_board: true, parts: {red: {owner: red}, blue: {owner: blue}}}
kinds:
  ace: {letters: {nobody: a}}
  king: {letters: {nobody: k}}
setup:
  - fill: {zone: bag, kind: ace, owner: nobody}
  - fill: {zone: bag, kind: king, owner: nobody}
phases:
  play: {turns: [red, blue], turn: [{act: [draw]}]}
actions:
  draw:
    effects:
      - choose: {as: card, who: chance, among: {in: bag}}
      - send: {piece: card, to: "part(hand, mover)"}
endings: [{when: turn > 1, draw: true, says: all is drawn}]
"""
OF_OTHERS = """\
views:
  - {hide: kind, of: {in: bag}, from: everybody}
  - {hide: kind, of: {in: hand, where: "it not in part(hand, viewer)"}, from: everybody}
"""


def test_of_a_card_that_somebody_drew_only_what_one_was_told_is_said(
    sit: Sit, game_of: Callable[[str], Game]
) -> None:
    refused = "That cannot be taken back: chance has decided since "
    hidden = sit(game_of(DRAWING + OF_OTHERS), "", "draw", "", "undo", "quit").words
    assert f"{refused}(card: bag), and somebody may have seen how." in hidden
    assert "bag:ace" not in hidden
    assert "bag:king" not in hidden
    open_to_all = sit(game_of(DRAWING), "draw", "undo", "quit").words
    assert f"{refused}(card: bag:king), and everybody has seen how." in open_to_all


def test_what_others_have_played_on_is_named_when_it_is_taken_back(
    sit: Sit, game_of: Callable[[str], Game]
) -> None:
    game = game_of(RULES.replace("ASKED", "turn > 0"))
    agents = {"blue": RandomAgent(1, seat=1)}
    paper = sit(game, "hide hot", "guess", "undo", "quit", agents=agents)
    assert "Taken back: red: guess; blue: guess" in paper.text
