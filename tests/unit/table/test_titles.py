"""What players call things stands on the screen, in lists and in the story."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleengine import Game, load
from ruleengine.table.entries import Entry
from ruleengine.table.lines import plain
from ruleengine.table.news import news_lines
from ruleengine.table.titles import piece_title

Sit = Callable[..., Any]

BAG = """\
schema: 1
name: bag
title: Bag
sides: {red: {}, blue: {}}
board: {rows: 2, columns: 3}
zones:
  bag:
    off_board: true
    parts: {red_horse: {}, blue_horse: {}, red_cart: {}, blue_cart: {}, top: {}}
  hand: {off_board: true, parts: {red: {owner: red}, blue: {owner: blue}}}
kinds:
  red_horse: {letters: {red: H, blue: h}}
  red_cart: {title: wagon of war, letters: {red: C, blue: c}}
setup:
  - fill: {zone: bag.red_horse, kind: red_horse, owner: red, count: 2}
  - fill: {zone: bag.blue_horse, kind: red_horse, owner: blue, count: 2}
  - fill: {zone: bag.red_cart, kind: red_cart, owner: red}
  - fill: {zone: bag.blue_cart, kind: red_cart, owner: blue}
  - fill: {zone: bag.top, kind: red_cart, owner: blue}
  - fill: {zone: hand, kind: red_cart}
phases:
  first:
    steps:
      - choose: {as: spot, who: red, among_cells: {empty: true}, title: Where do you begin?}
      - place: {kind: red_cart, owner: red, at: spot}
  play: {turns: [red, blue], turn: [{act: [turn_up, give_up]}]}
actions:
  turn_up:
    title: turn up
    operands: {at: {cell: {}}}
    effects:
      - {place: {kind: red_horse, owner: mover, at: at}}
      - {give: {piece: piece_at(at), to: opponent}}
  give_up: {title: leave the rest to the other}
endings:
  - {when: turn > 6, draw: true, says: late}
"""


@pytest.fixture
def bag(tmp_path: Path) -> Game:
    """Return a game with names that read like code."""
    path = tmp_path / "bag.yaml"
    path.write_text(BAG, encoding="utf-8")
    return load(str(path))


def test_a_question_ends_as_it_is_written(sit: Sit, bag: Game) -> None:
    assert "red: Where do you begin?" in sit(bag, "quit").lines


def test_actions_are_listed_in_words_and_typed_so(sit: Sit, bag: Game) -> None:
    paper = sit(bag, "a1", "turn up b1", "help", "quit")
    assert "  turn up: 1) a2" in paper.text
    assert "7) give_up (leave the rest to the other)" in paper.words
    assert "red: turn up b1" in paper.text
    assert "give_up (leave the rest to the other)" in paper.words


def test_the_story_calls_kinds_by_their_titles(sit: Sit, bag: Game) -> None:
    paper = sit(bag, "a1", "turn_up b1", "log", "quit")
    assert "wagon of war" in paper.words
    assert "red horse on b1 now belongs to blue" in paper.words
    assert "red_horse on" not in paper.words


def test_many_parts_of_a_zone_off_the_board_are_one_line(sit: Sit, bag: Game) -> None:
    words = sit(bag, "quit").words
    assert "bag: red's red horse (2); blue horse: blue's red horse (2);" in words
    assert "red's hand: wagon of war" in words
    assert "bag of" not in words
    assert "top: blue's wagon of war" in words


@pytest.mark.parametrize(
    ("height", "lines"),
    [
        (6, ["  ann: go a1-a2", "  bob: go b1-b2; red man on c3", "    is captured; now: play"]),
        (2, ["  bob: go b1-b2; ...; `log`", "    tells all"]),
        (1, ["  bob: go b1-b2; ...; `log`", "    tells all"]),
    ],
)
def test_news_is_not_cut_inside_a_sentence(height: int, lines: list[str]) -> None:
    new = [
        Entry("ann", "go a1-a2", "go a1-a2", (), frozenset()),
        Entry("bob", "", "go b1-b2", ("red man on c3 is captured", "now: play"), frozenset()),
    ]
    shown = plain(news_lines(new, 30, height, "...; `log` tells all")).splitlines()
    assert shown == lines


def test_the_last_entries_are_kept_whole() -> None:
    new = [Entry("ann", "", f"go {n}", ("something long happens",), frozenset()) for n in range(9)]
    shown = plain(news_lines(new, 24, 6, "more")).splitlines()
    assert shown[0] == "  more"
    assert [each for each in shown if "ann" in each] == [
        "  ann: go 7; something",
        "  ann: go 8; something",
    ]


def test_a_long_row_of_moves_of_one_seat_is_told_in_one_line() -> None:
    moves = [Entry("ann", text, text, (), frozenset()) for text in map("put a{}".format, range(9))]
    done = Entry("ann", "commit", "commit", ("9 pieces of ann are placed",), frozenset())
    assert plain(news_lines([*moves, done], 60, None, "more")).splitlines() == [
        "  ann: 9 moves, from put a0 to put a8",
        "  ann: commit; 9 pieces of ann are placed",
    ]
    assert len(plain(news_lines([*moves[:8], done], 60, None, "more")).splitlines()) == 9


ASKS = """\
schema: 1
name: bag
title: Bag
sides: {red: {}, blue: {}}
board: {rows: 1, columns: 3}
kinds:
  man: {letters: {red: r, blue: b}}
setup:
  - drawn: |
      r . b
phases:
  play:
    turns: [red, blue]
    turn:
      - act: [rotate, walk]
      - choose: {as: new_spot, who: mover, among_cells: {empty: true}, title: Where to?, OPTIONAL}
      - choose: {as: top_card, who: chance, among_words: [high, low], title: Which card?}
      - choose: {as: left_over, who: chance, among_words: [high, low], title: The rest}
actions:
  rotate: {title: turn, effects: []}
  walk: {effects: []}
endings:
  - {when: turn > 6, draw: true, says: late}
"""


@pytest.fixture
def asks(tmp_path: Path) -> Game:
    """Return a game with an action and choices that players call otherwise than the file does."""
    path = tmp_path / "bag.yaml"
    path.write_text(ASKS.replace("OPTIONAL", "optional: true"), encoding="utf-8")
    return load(str(path))


def test_an_action_is_called_alike_wherever_players_read_it(sit: Sit, asks: Game) -> None:
    paper = sit(asks, "moves turn", "turn zz", "help", "turn", "moves", "undo", "quit")
    assert "1) turn  2) walk" in paper.text
    assert "turn zz is not possible:" in paper.text
    assert "'turn' takes nothing; 'zz' is too much" in paper.words
    assert "  red: turn" in paper.lines
    assert "Taken back: red: turn" in paper.text
    assert "rotate" not in paper.text


def test_the_title_of_a_choice_stands_in_the_log_and_its_name_nowhere(sit: Sit, asks: Game) -> None:
    paper = sit(asks, "turn", "moves", "b1", "log", "quit")
    assert "red: Where to?\n  1) b1  2) none" in paper.text
    assert "red: Where to? b1" in paper.text
    assert "for red: Which card? low" in paper.text
    assert "red's The rest: low" in paper.text
    assert not any(name in paper.text for name in ("new_spot", "new spot", "top_card", "top card"))


def test_a_title_that_is_a_command_is_the_move(sit: Sit, tmp_path: Path) -> None:
    path = tmp_path / "bag.yaml"
    text = ASKS.replace("OPTIONAL", "optional: true").replace("title: turn", "title: draw")
    path.write_text(text, encoding="utf-8")
    paper = sit(load(str(path)), "help", "draw", "/undo", "/draw", "quit")
    assert "`draw` is a move here; the command is `/draw`." in paper.text
    assert "  red: draw" in paper.lines
    assert "You offer a draw" in paper.text


ALONE = """\
schema: 1
name: alone
title: Alone
sides: {player: {title: You, plural: true}}
board: {rows: 1, columns: 3}
kinds: {peg: {letters: {player: o}}}
setup: [drawn: "o o ."]
phases: {play: {turns: [player], turn: [{act: [take_off]}]}}
actions:
  take_off:
    operands: {peg: {piece: {owner: player}}}
    effects: [remove: peg]
endings: [{when: count() == 0, winner: player, says: the board is empty}]
"""


def test_what_belongs_to_a_side_called_you_is_yours(sit: Sit, tmp_path: Path) -> None:
    path = tmp_path / "alone.yaml"
    path.write_text(ALONE, encoding="utf-8")
    game = load(str(path))
    assert piece_title(game, "player peg") == "Your peg"
    lines = sit(game, "take_off a1", "quit").lines
    assert any("Your peg" in line for line in lines)
    assert not any("You's" in line for line in lines)
