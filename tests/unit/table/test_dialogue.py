from __future__ import annotations

from collections.abc import Callable
from itertools import dropwhile
from pathlib import Path
from typing import Any

import pytest

from ruleengine import Game, Match, load
from ruleengine.agents.random_agent import RandomAgent
from ruleengine.resolve.files.library import shipped_names
from ruleengine.table.dialogue import Dialogue
from ruleengine.table.table import Table

Sit = Callable[..., Any]


TWO_MEN = """\
- drawn: |
    . . n . .
    . . . . .
    . . . . .
    . . . . .
    . . s . .
"""


def test_moves_are_played_by_number_and_by_text(sit: Sit) -> None:
    paper = sit("draughts", "1", "b6-a5", "quit")
    assert "Dark: walk a3-b4" in paper.text
    assert "Light: walk b6-a5" in paper.text


def test_a_number_that_no_move_has_is_said_to_have_none(sit: Sit) -> None:
    paper = sit("draughts", "99", "why 99", "quit")
    assert "There is no move 99; `moves` lists yours, 1 to 7." in paper.text
    assert "names no action" not in paper.text.split("why 99")[0]


def test_a_number_of_any_length_is_no_move(sit: Sit) -> None:
    paper = sit("draughts", "9" * 5_000, "quit")
    assert "There is no move 99999999999999999999; `moves` lists yours" in paper.text


def test_a_number_in_a_longer_move_is_no_move_either(mini: Callable[..., Game], sit: Sit) -> None:
    game = mini(
        "operands: {at: {cell: {in: top}}, far: {number: {at_least: 12, at_most: 13}}}",
        zones="top: {shape: {rows: [0]}}",
        setup=TWO_MEN,
    )
    paper = sit(game, "12", "quit")
    assert "There is no move 12; `moves` lists yours, 1 to 10." in paper.text


def test_a_board_without_pieces_says_so(sit: Sit) -> None:
    assert "There are no pieces that you see." in sit("hex", "pieces", "quit").text


CLIMB = """
operands: {far: {number: {at_least: 2, at_most: 4}}}
"""


def test_moves_that_are_numbers_are_listed_without_numbers_and_played_by_theirs(
    mini: Callable[..., Game], sit: Sit
) -> None:
    game = mini(CLIMB, setup=TWO_MEN)
    paper = sit(game, "1", "2", "why 3", "moves", "quit")
    assert "step: 2  3  4" in paper.text.replace("\u00a0", " ")
    assert "1)" not in paper.text
    assert "1 is not possible:" in paper.text
    assert ": step 2" in paper.text
    assert "Nothing stands against" in paper.text


def test_a_refusal_says_reason_clause_and_place(sit: Sit) -> None:
    paper = sit("gardner", "why move a1-a2", "move a1-a2", "quit")
    assert paper.text.count("move a1-a2 is not possible:") == 2
    assert paper.text.count("[move/target-friend]") == 2
    assert paper.text.count("rulesets/classics/gardner.yaml:") == 2
    assert "C-" in paper.text


def test_moves_are_filtered_by_action_cell_and_kind(sit: Sit) -> None:
    text = sit("gardner", "moves knight", "moves a2", "moves kni c3", "moves 77", "quit").text
    by_kind, by_cell, by_both, by_none = text.split("White> moves")[1:]
    assert "move b1: 6) a3  7) c3" in by_kind
    assert "a2" not in by_kind
    assert by_cell.splitlines()[1:] == ["  1) move a2-a3"]
    assert by_both.splitlines()[1] == "  7) move b1-c3"
    assert "No move of yours is about '77'" in by_none


def test_hundreds_of_moves_come_a_page_at_a_time(sit: Sit) -> None:
    agents = {"blue": RandomAgent(1, seat=1)}
    paper = sit("stratego", "moves", "", "q", "quit", agents=agents, paged=True)
    pages = paper.text.split("-- Enter for more, q to stop -- ")
    assert len(pages) == 3
    assert all(len(page.splitlines()) <= 24 for page in pages[1:])
    assert "deploy flag" not in pages[2]


def test_a_move_of_a_person_is_undone_with_the_answer_of_the_program(sit: Sit) -> None:
    paper = sit(
        "gardner", "a2-a3", "undo", "undo", "quit", agents={"black": RandomAgent(1, seat=1)}
    )
    assert "Taken back: White: move a2-a3 (pawn)" in paper.text
    assert "That cannot be taken back: there is nothing to take back." in paper.text
    assert paper.text.count("2 P P P P P") == 2


def test_nothing_is_undone_once_a_die_was_thrown(sit: Sit) -> None:
    opening = {"attacker": "A"}
    paper = sit("generals_10x10", "1", "undo", "quit", opening=opening, seed=3)
    assert "That cannot be taken back: chance has decided since (" in paper.text


def test_in_secret_a_move_is_undone_until_it_is_handed_in(sit: Sit) -> None:
    agents = {"B": RandomAgent(1, seat=1)}
    paper = sit("flag_war", "blue1-e5", "blue2-f4", "undo", "commit", "undo", "quit", agents=agents)
    assert "So far: order blue1-e5; order blue2-f4." in paper.text
    assert "Taken back: A: order blue2-f4" in paper.text
    assert "goes from e2 to e5" in paper.words
    assert "from f2 to f4" not in paper.words
    assert "you have done nothing yet that the others do not know" in paper.words


def test_a_battle_is_not_undone(sit: Sit) -> None:
    agents = {"blue": RandomAgent(1, seat=1)}
    paper = sit("stratego", "sheet fortress", "b4-b5", "undo", "quit", agents=agents)
    assert "something is hidden in this game, and a move may tell of it" in paper.words


def test_a_sheet_that_is_refused_says_by_which_move_and_what_to_do(sit: Sit) -> None:
    agents = {"blue": RandomAgent(1, seat=1)}
    moves = ("deploy marshal-b4", "sheet fortress", "undo", "sheet fortress", "quit")
    text = " ".join(sit("stratego", *moves, agents=agents).text.split())
    refused = "deploy lieutenant-b4 is not possible: - b4 is not a cell that may be named"
    said = (
        "That is move 2 of the sheet 'fortress'. Nothing of the sheet is played; what you did "
        "before stays, and `undo` takes back the last of it."
    )
    assert 0 < text.index(refused) < text.index(said) < text.index("Taken back: ")
    assert text.count("is not possible") == 1


def test_sheets_are_listed_handed_in_and_laid_out(sit: Sit) -> None:
    agents = {"blue": RandomAgent(1, seat=1)}
    paper = sit("stratego", "sheet", "sheet x", "lay fortress", "undo", "quit", agents=agents)
    assert "fortress: The fortress" in paper.text
    assert "There is no sheet 'x'." in paper.text
    assert "Ready sheets: fortress" in paper.text
    assert " 1 F B L S I T J B B B" in paper.text
    assert "Taken back: Red: 40 moves" in paper.text
    assert paper.text.rindex(" 1 . . . . . . . . . .") > paper.text.rindex(" 1 F B L S I")


def test_a_draw_is_offered_and_taken_or_declined(sit: Sit) -> None:
    taken = sit("draughts", "draw", "1", "draw").text
    assert "Dark offers a draw" in taken
    assert "A draw: all have agreed." in taken
    declined = sit("draughts", "draw", "1", "decline", "decline", "1", "quit").text
    assert "The draw is declined." in declined
    assert "Nobody offers a draw." in declined
    assert declined.count("offers a draw: `draw`") == 1
    played_on = sit("draughts", "draw", "1", "1", "quit").text
    assert played_on.count("offers a draw: `draw`") == 1


def test_programs_agree_to_no_draw(sit: Sit) -> None:
    paper = sit("draughts", "draw", "quit", agents={"light": RandomAgent(1, seat=1)})
    assert "A program plays Light, and programs agree to no draw." in paper.text


def test_resigning_is_asked_twice(sit: Sit) -> None:
    paper = sit("draughts", "resign", "no", "resign", "yes")
    assert "You play on." in paper.text
    assert paper.text.endswith("Dark has resigned; Light wins.")


def test_the_keyboard_changes_hands_where_something_is_hidden(sit: Sit) -> None:
    paper = sit("stratego", "", "sheet fortress", "what?", "", "sheet vanguard", "", "quit")
    hands = [screen.splitlines()[1] for screen in paper.screens[1:-1]]
    assert hands == [
        "Hand the keyboard to Red.",
        "Hand the keyboard to Blue.",
        "Hand the keyboard to Red.",
    ]
    assert "Only Enter goes on; `quit` leaves." in paper.text
    assert paper.screens[-1].strip() == ""  # nothing stays when they leave


def test_no_hand_over_where_nothing_is_hidden(sit: Sit) -> None:
    assert "Hand the keyboard" not in sit("draughts", "1", "1", "quit").text


def test_several_who_have_to_move_may_change_places(sit: Sit) -> None:
    paper = sit("flag_war", "", "blue1-e5", "switch", "", "red1-e8", "switch", "", "quit")
    blue, red = paper.screens[-2], paper.screens[-3]
    assert "So far: order blue1-e5." in blue
    assert "red1-e8" not in blue
    assert "blue1-e5" not in red
    assert "Nobody else has to move now." in sit("draughts", "switch", "quit").text


def test_the_story_is_told_in_words(sit: Sit) -> None:
    paper = sit("draughts", "c3-b4", "d6-c5", "b4-d6", "log", "quit")
    assert "Dark: jump b4-d6 (man); Light's man on c5 is captured" in paper.text
    assert "   1  Dark: walk c3-b4" in paper.text


def test_rules_pieces_legend_board_and_help_can_be_asked_for(sit: Sit) -> None:
    paper = sit("gardner", "rule C-1.1", "rule X", "pieces", "legend", "board", "?", "quit")
    assert "There is no clause 'X'" in paper.text
    assert "White's knight b1" in paper.text
    assert "White: K king" in paper.text
    assert "why MOVE" in paper.text
    assert paper.text.count("1 R N B Q K") == 2


def test_pieces_can_be_asked_for_by_kind_side_and_place(sit: Sit) -> None:
    def told(words: str) -> str:
        text: str = sit("gardner", f"pieces {words}", "quit").text
        return text.rpartition("White> ")[0].rpartition("White> ")[2].partition("\n")[2]

    assert told("knight").split("\n")[:-1] == ["White's knight b1", "Black's knight b5"]
    assert told("black kn").split("\n")[:-1] == ["Black's knight b5"]
    assert told("c1").split("\n")[:-1] == ["White's bishop c1"]
    assert "You see no piece that 'gun' fits; `pieces` lists all." in told("gun")


def test_an_action_that_is_called_like_a_command_is_a_move(
    sit: Sit, mini: Callable[..., Game]
) -> None:
    game = mini(
        setup=TWO_MEN,
        phases="play: {turns: [north, south], turn: [{act: [step, draw, u]}]}",
        actions="draw:\n  effects: [end_turn]\nu: {}\n",
    )
    paper = sit(game, "draw", "/draw", "help", "quit")
    assert "north: draw" in paper.text
    assert "You offer a draw" in paper.text
    assert "the command is `/draw`" in paper.text
    assert "the command is `/u`" in paper.text


def test_a_choice_that_is_called_like_a_command_is_a_move(
    sit: Sit, mini: Callable[..., Game]
) -> None:
    game = mini(
        setup=TWO_MEN,
        phases="""\
            play:
              turns: [north, south]
              turn:
                - choose: {as: draw, among: {owner: mover}, who: mover, optional: true}
                - act: [step]
            """,
    )
    paper = sit(game, "draw c5", "quit")
    assert "You offer a draw" not in paper.text
    assert "step c5: 1) b5" in paper.text


@pytest.mark.parametrize("name", [*shipped_names()])
def test_every_first_screen_fits(sit: Sit, name: str) -> None:
    game = load(name)
    agents = {seat: RandomAgent(2, seat=n) for n, seat in enumerate(game.seats) if n}
    lines = sit(game, "quit", agents=agents, seed=2).lines
    assert max(map(len, lines)) <= 80
    # What has happened may be scrolled off; the rest may not.
    assert len([*dropwhile(lambda text: text.startswith("  "), lines)]) <= 22


def test_all_that_happened_is_told_before_the_board(sit: Sit) -> None:
    """Who has programs against it hears what each of them has done since its own move."""
    game = load("generals_12x12")
    agents = {seat: RandomAgent(2, seat=n) for n, seat in enumerate(game.seats) if n}
    paper = sit(game, "1", "1", "1", "quit", agents=agents, seed=2)
    assert "tells all" not in paper.text


def test_help_says_how_the_moves_of_now_are_written_and_what_is_kept(
    paper: type[Any], mini: Callable[..., Game]
) -> None:
    terminal = paper(["help", "quit"])
    Dialogue(Table(Match(mini(setup=TWO_MEN)), {}, None), terminal).play()
    assert "leave; the game is not kept" in terminal.words
    assert terminal.text.index("are written so:") < terminal.text.index("  step MAN-TO")


def test_help_lists_the_words_that_a_move_takes(
    paper: type[Any], mini: Callable[..., Game]
) -> None:
    terminal = paper(["help", "quit"])
    step = "operands: {man: {piece: {owner: mover}}, how: {word: [promote, keep]}}"
    Dialogue(Table(Match(mini(step, setup=TWO_MEN)), {}, None), terminal).play()
    assert "  step MAN-HOW; HOW is promote or keep" in terminal.text


LOTS = """\
schema: 1
name: lots
title: Lots
sides: {south: {}, north: {}}
board: {rows: 2, columns: 2}
kinds: {man: {letters: {south: s, north: n}}}
dice: {stick_1: {faces: 2}, stick_2: {faces: 2}, stick_3: {faces: 2}}
setup: [put: {kind: man, owner: south, at: a1}]
phases:
  play:
    turns: [south]
    turn:
      - roll: stick_1
      - roll: stick_2
      - roll: stick_3
      - choose: {as: dry_bed, among_cells: {empty: true}, who: mover}
      - act: [stay]
counters: {spent: {}}
actions: {stay: {effects: [set: {spent: 1}]}}
endings: [{when: turn > 3, draw: true, says: late}, {when: turn > 9, winner: north, says: no}]
"""


def test_what_has_no_title_is_asked_for_and_told_in_words(sit: Sit, tmp_path: Path) -> None:
    path = tmp_path / "lots.yaml"
    path.write_text(LOTS, encoding="utf-8")
    paper = sit(load(str(path)), "1", "quit", seed=3)
    assert "south, choose dry bed." in paper.text
    assert "(stick 2)" in paper.text
    assert "stick_" not in paper.text
    assert "stick 1 to 3: " in paper.text
