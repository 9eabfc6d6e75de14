"""What is told of secrets, as what is heard of moves, and of players who take turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: chase
title: Chase
seats: [max, ann, bob]
sides: {prey: {title: Prey, seats: [max]}, pack: {title: Pack, seats: [ann, bob]}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {prey: p, pack: h}}}
counters:
  fares: {per: piece, start: 4, title: fares}
  rounds: {title: rounds}
marks: {scent: {holds: cell, per: piece, title: the scent}}
setup: [{put: {kind: man, owner: prey, at: a1}}, {put: {kind: man, owner: pack, at: c3}}]
phases: {play: {turns: [prey, pack], turn: [act: [creep]]}}
actions:
  creep:
    operands: {to: {cell: {empty: true}}}
    effects:
      - let: {man: the(owner=mover)}
      - {add: {fares: -1}, for: man}
      - {add: {rounds: 1}}
      - {mark: {scent: to}, for: man}
      - move: {piece: man, to: to}
endings: [{when: rounds > 20, draw: true, says: enough}]
views: [{hide: piece, of: {owner: prey}, from: others}]
"""
HEARD = (
    "- Of a move, everybody hears what it is called and what it names, but not what would tell of "
    "something hidden: that is left out, or “?” stands for it"
)


def _page(tmp_path: Path, *changes: tuple[str, str]) -> str:
    rules = RULES
    for old, new in changes:
        assert old in rules
        rules = rules.replace(old, new)
    path = tmp_path / "chase.yaml"
    path.write_text(rules, encoding="utf-8")
    return render_markdown(write_book(read_tree(str(path))))


def test_what_is_kept_for_a_hidden_piece_is_said_to_be_hidden_with_it(tmp_path: Path) -> None:
    hidden = "Pieces of Prey are hidden, as if they were not there, from every side but their owner"
    assert f"- {hidden}; so are their tally of “fares” and their note “the scent”." in _page(
        tmp_path
    )


def test_what_is_heard_of_a_hidden_destination_is_told(tmp_path: Path) -> None:
    cells = ", such as for a cell that a hidden piece comes to or goes from. Of a move that names"
    assert HEARD + cells in _page(tmp_path)


@pytest.mark.parametrize(
    "views",
    ["", "views: [{hide: kind, from: [pack]}]\n", "views: [{hide: rounds, from: [pack]}]\n"],
)
def test_nothing_is_said_of_moves_that_tell_nothing(tmp_path: Path, views: str) -> None:
    whole = "views: [{hide: piece, of: {owner: prey}, from: others}]\n"
    assert HEARD not in _page(tmp_path, (whole, views))


def test_a_number_that_is_bid_in_secret_is_said_to_be_left_out(tmp_path: Path) -> None:
    bid = "operands: {to: {cell: {empty: true}}, bid: {number: {at_least: 1, at_most: 3}}}"
    page = _page(
        tmp_path,
        ("operands: {to: {cell: {empty: true}}}", bid),
        ("- {add: {fares: -1}, for: man}", "- {set: {fares: bid}, for: man}"),
        ("{hide: piece, of: {owner: prey}, from: others}", "{hide: fares, from: others}"),
    )
    assert f"{HEARD}.\n" in page


def test_which_of_several_players_has_which_turn_is_told(tmp_path: Path) -> None:
    order = "player ann, then player bob, and then player ann again."
    assert f"The turns of Pack are played by one player after another: {order}" in _page(tmp_path)
    assert "The turns of Prey" not in _page(tmp_path)


KINDS = ("views: [{hide: piece, of: {owner: prey}, from: others}]", "views: [{hide: kind, %s}]")
ONE = "- Where boards are drawn, “?” stands for a piece whose kind is hidden.\n"


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (
            "of: {where: rounds < 9}, from: everybody",
            (
                "- The kind of a piece is hidden from everybody as long as the tally of "
                "“rounds” is less than 9."
            ),
        ),
        (
            "of: {owner: prey, where: rounds < 9}, from: others",
            (
                "- The kind of a piece of Prey is hidden from every side but its owner as long as "
                "the tally of “rounds” is less than 9."
            ),
        ),
        (
            "of: {where: it.fares < 9}, from: everybody",
            "- The kind of a piece whose tally of “fares” is less than 9 is hidden from",
        ),
        ("from: others", ONE),
        ("of: {owner: prey}, from: others", ONE),
    ],
)
def test_how_long_a_kind_is_hidden_and_how_it_is_drawn(
    tmp_path: Path, view: str, words: str
) -> None:
    assert words in _page(tmp_path, (KINDS[0], KINDS[1] % view))


def test_pieces_are_unseen_as_long_as_a_condition_holds_that_is_not_about_them(
    tmp_path: Path,
) -> None:
    asked = ("of: {owner: prey}", "of: {owner: prey, where: rounds < 9}")
    words = "from every side but their owner as long as the tally of “rounds” is less"
    page = _page(tmp_path, asked)
    assert words in page
    assert "Where boards are drawn" not in page


def test_each_letter_for_a_hidden_kind_is_told(tmp_path: Path) -> None:
    page = _page(
        tmp_path,
        (KINDS[0], KINDS[1] % "from: others"),
        ("{title: Prey, ", "{title: Prey, cover: x, "),
    )
    assert (
        "- Where boards are drawn, a sign of its own stands for a piece whose kind is hidden: "
        "“x” for one of Prey and “?” for one of Pack.\n"
    ) in page
