from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ruleengine import Game, load
from ruleengine.table.lines import plain
from ruleengine.table.listing import fitting_lines, listed_moves, move_lines, summary_lines


def test_the_short_list_has_numbers_of_moves_and_none_to_type() -> None:
    game = load("gardner")
    moves = listed_moves(game.start().view("white"))
    short = plain(fitting_lines(game, moves, 40, 3))
    assert "move a2," in " ".join(short.split())
    assert "move b1 (2)" in short
    assert re.search(r"\d+\)(?<!\(\d\))", short) is None
    assert "7 moves, (n) of each; `moves` lists all" in short


def test_the_only_move_of_a_piece_is_written_in_full() -> None:
    game = load("gardner")
    moves = listed_moves(game.start().view("white"))
    assert plain(fitting_lines(game, moves, 80, 9)).splitlines() == [
        "  1) move a2-a3  2) move b2-b3  3) move c2-c3  4) move d2-d3  5) move e2-e3",
        "  move b1: 6) a3  7) c3",
    ]


def test_moves_that_begin_alike_are_listed_whatever_room_the_board_leaves() -> None:
    game = load("connect_four")
    moves = listed_moves(game.start().view(game.seats[0]))
    full = plain(fitting_lines(game, moves, 30, 9))
    assert len(full.splitlines()) == 3
    assert plain(fitting_lines(game, moves, 30, 1, least=3)) == full


def test_moves_that_begin_alike_and_are_too_many_have_examples() -> None:
    game = load("connect_four")
    moves = listed_moves(game.start().view(game.seats[0]))
    short = plain(fitting_lines(game, moves, 30, 2, least=2))
    assert "drop (7), such as a" in " ".join(short.split())
    assert "`moves` lists all" in short


def test_every_number_of_moves_that_are_written_alike_is_listed() -> None:
    game = load("gardner")
    view = game.start().view("white")
    first, *rest = view.legal_moves
    twice = replace(view, legal_moves=(first, first, *rest, first))
    moves = listed_moves(twice)
    assert [each.numbers for each in moves[:2]] == ["1,2,9", "3"]
    assert [each.numbers for each in listed_moves(replace(view, legal_moves=(first, first)))] == [
        "1-2"
    ]


def test_where_a_move_leads_is_listed_though_nobody_names_it(mini: Callable[..., Game]) -> None:
    game = mini(
        """
        operands:
          man: {piece: {owner: mover}}
          to: {line: {from: man, directions: forward, distance: 1}, named: never}
        effects: [{move: {piece: man, to: to}}]
        """
    )
    position = game.position(board="n....\n.....\n.....\n.....\n..s.s", mover="south")
    lines = plain(move_lines(game, listed_moves(position.view("south")), 80))
    assert lines.replace("\xa0", " ").strip() == "step: 1) c1 (to c2)  2) e1 (to e2)"


def test_moves_are_found_by_kind_title_and_place_of_pieces_beside_the_board(
    mini: Callable[..., Game],
) -> None:
    game = mini(
        "operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true}}}",
        actions="drop:\n  operands: {man: {piece: {in: hand}}, to: {cell: {empty: true}}}\n",
        kinds="man: {title: Foot soldier, letters: {south: s, north: n}}\n"
        "king: {letters: {south: S}}",
        zones="hand: {off_board: true}",
        setup="- put: {kind: man, owner: south, at: [a1]}\n"
        "- put: {kind: man, owner: north, at: [e5]}\n"
        "- fill: {zone: hand, kind: man, owner: south}\n"
        "- fill: {zone: hand, kind: king, owner: south}",
        phases="play: {turns: [south], turn: [act: [step, drop]]}",
    )
    view, titles = game.start().view("south"), {"man": "Foot soldier"}

    def heads(*words: str) -> set[str]:
        return {each.move.text.partition("-")[0] for each in listed_moves(view, words, titles)}

    assert heads("king") == {"drop hand:king"}
    assert heads("man") == heads("soldier") == heads("Foot") == {"step a1", "drop hand:man"}
    assert heads("hand") == {"drop hand:king", "drop hand:man"}
    assert heads("king", "soldier") == set()


def test_pieces_that_are_asked_nothing_more_are_named_beside_those_that_are_counted(
    mini: Callable[..., Game],
) -> None:
    step = """
    operands:
      man: {piece: {owner: mover}}
      way: {when: man.kind == king, word: [left, right]}
    effects: []
    """
    position = mini(step).position(board="n n N . .\n. . . . .\n. . . . .\n. . . . .\ns . . . .")
    moves = listed_moves(position.view("north"))
    full = plain(move_lines(position.game, moves, 80))
    assert full.splitlines() == ["  step: 1) a5  2) b5", "  step c5: 3) left  4) right"]
    counted = plain(summary_lines(position.game, moves, 80))
    assert counted == "  step a5,  step b5,  step c5 (2)"
