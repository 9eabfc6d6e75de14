"""How a rulebook calls the side that acts: in its turn, after it, and where none is on turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

ROADS = """\
schema: 1
name: rules
title: Roads
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 3, columns: 3}
kinds: {stone: {letters: {ann: a, bob: b}}}
counters: {reserve: {per: side, start: 9, limit: 12, title: stones in reserve}}
conditions:
  road: {title: the side on turn has a road, parts: [holds: "count(owner=mover) > 3"]}
phases: {play: {turns: [ann, bob], turn: [{act: [lay], else: [end_turn]}]}}
actions:
  lay:
    operands: {to: {cell: {empty: true}}}
    validators: [{require: mover.reserve > 0, says: "{mover} has no stone left"}]
    effects: [{place: {kind: stone, owner: mover, at: to}}, {add: {reserve: -1}}]
endings:
  - {id: road, when: road, winner: mover, says: there is a road}
  - {id: gift, when: count(owner=opponent) > 3, winner: opponent, says: a road was made for another}
  - {id: again, when: repetitions >= 3, winner: mover, says: the position has come three times}
"""
ORDERS = """\
schema: 1
name: rules
title: Orders
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 1, columns: 3}
kinds: {man: {letters: {ann: a, bob: b}}}
counters:
  orders: {per: side, resets: turn, limit: 2, title: orders}
setup: [{put: {kind: man, owner: ann, at: a1}}]
phases:
  play:
    round:
      - {submit: [lay, rest]}
      - if: turn > 5
        then: [end_turn]
actions:
  lay:
    operands: {to: {cell: {empty: true}}}
    validators: [{require: count(owner=mover) < 2, says: "{mover} has men enough"}]
    effects: [place: {kind: man, owner: mover, at: to}]
  rest:
    uses: orders
endings:
  - {id: late, when: turn >= 9, at: turn_end, draw: true, says: late}
"""


def _page(tmp_path: Path, text: str) -> str:
    path = tmp_path / "rules.yaml"
    path.write_text(text, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


@pytest.mark.parametrize(
    "words",
    [
        "There is a road: the side that moved wins.",
        "This is so when the side that moved has a road.",
        "A road was made for another: the opponent of the side that moved wins.",
        # Positions are counted when the next turn has begun.
        "The position has come three times: the side on turn wins.",
        "*“the side on turn has no stone left”*",
        "“Stones in reserve”, for each side; it starts at 9 and goes up to 12.",
    ],
)
def test_endings_speak_of_the_side_that_moved(tmp_path: Path, words: str) -> None:
    assert words in _page(tmp_path, ROADS)


@pytest.mark.parametrize(
    "words",
    [
        "*“the side that acts has men enough”*",
        "It can be played twice in a round by each side (counted as “orders”).",
        "If the number of rounds begun so far is more than 5, the round is over.",
        "It is looked at only when a round has been played to its end.",
        "“Orders”, for each side, anew in every round; it starts at 0 and goes up to 2.",
    ],
)
def test_rounds_are_not_called_turns(tmp_path: Path, words: str) -> None:
    page = _page(tmp_path, ORDERS)
    assert words in page
    assert "In a round no side is on turn" in page
    assert page.count("on turn") == 1


def test_a_game_of_both_speaks_of_both(tmp_path: Path) -> None:
    more = "  war: {turns: [ann, bob], turn: [{act: [lay], else: [end_turn]}]}\nactions:"
    text = ORDERS.replace("actions:", more, 1)
    page = _page(tmp_path, text.replace("then: [end_turn]", "then: [enter: war]"))
    assert "anew in every turn or round" in page
    assert "If that is impossible, the turn is over." in page


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("2", "at the same time, each twice; with the last each has committed."),
        (
            "count(owner=mover)",
            (
                "at the same time. Each side makes exactly as many moves as the number of pieces "
                "of the side on the board; with the last of them it has committed."
            ),
        ),
        (
            '{at_least: "max(0, 3 - count(owner=mover))", at_most: 4}',
            (
                "at the same time, until each has committed. Each side makes at least as many "
                "moves as 3 minus the number of pieces of the side on the board and at most 4 "
                "moves; the last that is possible commits by itself."
            ),
        ),
        (
            "{at_least: count(owner=mover)}",
            (
                "until each has committed. Each side makes at least as many moves as the number of "
                "pieces of the side on the board. Nobody sees"
            ),
        ),
    ],
)
def test_numbers_of_moves_are_told_in_a_sentence_of_their_own(
    tmp_path: Path, moves: str, words: str
) -> None:
    text = ORDERS.replace("submit: [lay, rest]", f"submit: [lay, rest], moves: {moves}")
    assert words in _page(tmp_path, text)


def test_a_single_side_that_submits_is_told_its_number(tmp_path: Path) -> None:
    moves = "submit: [lay, rest], who: [ann], moves: count(owner=mover)"
    said = "Ann makes exactly as many moves as the number of pieces of the side on the board; with"
    assert said in _page(tmp_path, ORDERS.replace("submit: [lay, rest]", moves))


@pytest.mark.parametrize(
    ("step", "at", "words"),
    [
        ("{submit: [lay, rest]}", "", "when there is no piece of Bob on the board."),
        ("{submit: [lay, rest]}", "at: turn_end, ", "when there is no piece of Bob on the board."),
        ("{act: [lay], who: bob}", "at: turn_end, ", "when there is no piece of Bob on the board."),
        ("{act: [lay], who: bob}", "", "piece of the opponent of the side that moved on the board"),
    ],
)
def test_where_no_side_is_on_turn_the_first_one_stands_for_it(
    tmp_path: Path, step: str, at: str, words: str
) -> None:
    alone = f"  - {{id: gone, when: not exists(owner=opponent), {at}draw: true, says: alone}}\n"
    text = ORDERS.replace("{submit: [lay, rest]}", step) + alone
    assert words in _page(tmp_path, text)


def test_the_opponent_of_nobody_is_the_second_side_in_the_steps_of_a_round(tmp_path: Path) -> None:
    text = ORDERS.replace("if: turn > 5", "if: count(owner=opponent) > 5")
    assert "If there are more than 5 pieces of Bob on the board, the round is" in _page(
        tmp_path, text
    )


@pytest.mark.parametrize(
    ("zones", "words"),
    [
        (
            "",
            (
                "The side on turn has a road\n\nThis is so when there are more than 3 pieces of "
                "the side on turn."
            ),
        ),
        (
            "zones: {box: {off_board: true}}\nkinds:",
            "more than 3 pieces of the side on turn on the board.",
        ),
    ],
)
def test_that_pieces_are_on_the_board_is_said_of_the_side_on_turn_where_others_are_not(
    tmp_path: Path, zones: str, words: str
) -> None:
    assert words in _page(tmp_path, ROADS.replace("kinds:", zones or "kinds:"))


def test_a_number_that_is_never_larger_is_said_last(tmp_path: Path) -> None:
    text = ROADS.replace(
        "to: {cell: {empty: true}}}",
        'to: {cell: {empty: true}}, n: {number: {at_least: 1, at_most: "min(mover.reserve, 5)"}}}',
    )
    said = "*N*: a number from 1 to your tally of “stones in reserve”, but not more than 5."
    assert said in _page(tmp_path, text)


ALONE = """\
schema: 1
name: rules
title: Pegs
sides:
  player: {title: You, plural: true}
board: {rows: 1, columns: 3}
kinds: {peg: {letters: {player: o}}}
phases: {play: {turns: [player], turn: [{act: [lay]}]}}
actions:
  lay:
    operands: {to: {cell: {empty: true}}}
    effects: [{place: {kind: peg, owner: player, at: to}}]
endings: [{when: count() == 3, winner: player, says: the board is full}]
"""


def test_one_side_alone_has_every_turn(tmp_path: Path) -> None:
    page = _page(tmp_path, ALONE)
    assert "There is one side: You." in page
    assert "You have every turn." in page
    assert "begin." not in page


def test_one_of_two_sides_has_every_turn(tmp_path: Path) -> None:
    sides = "  player: {title: the Keeper}\n  store: {title: the Store}"
    page = _page(tmp_path, ALONE.replace("  player: {title: You, plural: true}", sides))
    assert "There are two sides: the Keeper and the Store." in page
    assert "The Keeper has every turn." in page


def test_what_belongs_to_a_side_called_you_is_yours(tmp_path: Path) -> None:
    zones = "zones: {hand: {off_board: true, parts: {player: {owner: player}}}}\n"
    send = "{send: {piece: piece_at(to), to: hand.player}}"
    sent = ALONE.replace("kinds:", f"{zones}kinds:").replace("at: to}}", f"at: to}}}}, {send}")
    page = _page(tmp_path, sent)
    assert "goes to Your hand" in page
    assert "You's" not in page
