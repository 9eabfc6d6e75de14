"""Marks remember words: the orders of a program, the mood of a piece."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game, Match
from ruleengine.errors import PositionError, ResolveError
from ruleengine.table.lines import plain
from ruleengine.table.screen import table_lines

Make = Callable[..., Game]

BOARD = """
. . n . .
. . . . .
. . . . .
. . . . .
. . s . .
"""
STEP = """
operands:
  man: {piece: {owner: mover}}
  what: {word: [forward, back, turn_left]}
validators:
  - {id: twice, require: "what != past(plan, 1)", says: not the last but one}
  - {id: stubborn, require: man.heading != back or worth(what) == 3, says: it goes back}
effects:
  - mark: {plan: what, mood: calm}
  - {mark: {heading: what}, for: man}
  - {mark: {ground: wet}, for: man.cell}
  - if: what == turn_left
    then: [mark: {plan: nothing, mood: mood_after(plan)}]
  - tell: "{mover} does {what}, {mood}"
"""
MARKS = """
plan: {holds: [forward, back, turn_left], per: side, keep: 3}
heading: {holds: [turn_left, back, forward], per: piece}
mood: {holds: [wild, calm]}
ground: {holds: [wet], per: cell}
"""
TABLES = """
worth:
  given: {which: [forward, back, turn_left]}
  gives: number
  rows:
    - {when: which == turn_left, value: 3}
    - {value: 1}
mood_after:
  given: {which: [forward, back, turn_left]}
  gives: [calm, wild]
  rows:
    - {when: which == nothing, value: calm}
    - {value: wild}
"""


@pytest.fixture
def game(mini: Make) -> Game:
    return mini(STEP, marks=MARKS, tables=TABLES)


def test_a_word_is_nothing_until_it_is_set(game: Game) -> None:
    start = game.position(board=BOARD, mover="north")
    marks = {"plan": {"north": None, "south": None}, "mood": None, "ground": {}}
    assert start.view("north").marks == marks
    later = start.play("step c5-turn_left")
    assert later.view("north").marks == {
        "plan": {"north": None, "south": None},
        "mood": "wild",
        "ground": {"c5": "wet"},
    }
    assert later.view("north").pieces[0].counters == {"heading": "turn_left"}
    assert [e.details["says"] for e in later.events if e.name == "told"] == [
        "north does turn left, wild"
    ]


def test_words_that_were_kept_before_are_asked_for(game: Game) -> None:
    position = game.position(board=BOARD, mover="north", marks={"plan": {"north": "forward"}})
    later = position.play("step c5-back").play("step c1-back")
    assert later.view("north").marks["plan"] == {"north": "back", "south": "back"}
    reasons = [reason.message for reason in later.why("step c5-forward")]
    assert reasons == ["not the last but one", "it goes back"]
    assert [str(move) for move in later.legal_moves()] == ["step c5-turn_left"]


def test_a_position_with_words_is_stored_and_read_back(game: Game) -> None:
    position = game.position(board=BOARD, mover="north").play("step c5-back")
    assert game.position(position.to_dict()) == position
    data = position.to_dict()
    counters = list(data["counters"])  # type: ignore[call-overload]
    counters[counters.index(1)] = 3  # a word that this mark cannot hold
    with pytest.raises(PositionError):
        game.position({**data, "counters": counters})


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ({"mood": "forward"}, "there is no word 'forward'; there are: wild, calm"),
        ({"plan": {"north": "bakc"}}, "there is no word 'bakc'; did you mean `back`?"),
    ],
)
def test_a_drawn_position_refuses_other_words(
    game: Game, marks: dict[str, object], message: str
) -> None:
    with pytest.raises(PositionError) as caught:
        game.position(board=BOARD, mover="north", marks=marks)
    assert caught.value.message.startswith(message)


def test_words_stand_beside_the_board_as_players_say_them(game: Game) -> None:
    position = game.position(
        board=BOARD,
        mover="north",
        marks={"plan": {"north": "turn_left"}, "heading": {"c1": "turn_left"}},
    )
    text = plain(table_lines(game, position.view("north"), 80))
    assert "plan: north turn left" in text
    assert "heading: c1 turn left" in text


def test_a_word_that_is_hidden_is_told_to_others_as_a_question_mark(mini: Make) -> None:
    game = mini(
        STEP,
        marks=MARKS,
        tables=TABLES,
        views="- {hide: [plan, heading]}\n",
        setup="- put: {kind: man, owner: north, at: c5}\n"
        "- put: {kind: man, owner: south, at: c1}\n",
    )
    match = Match(game, 1)
    match.submit("north", "step c5-forward")
    told = {seat: match.transcript(seat)[-1].text for seat in ("north", "south", None)}
    assert told == {"north": "step c5-forward", "south": "step c5-?", None: "step c5-?"}
    assert match.view("north").marks["plan"] == {"north": "forward"}
    assert match.view("south").marks["plan"] == {"south": None}
    (seen,) = [each for each in match.view("south").pieces if each.owner == "north"]
    assert "heading" not in seen.counters


def test_positions_that_differ_in_a_word_are_different(mini: Make) -> None:
    for tells_apart, times in (("true", 1), ("false", 2)):
        game = mini(
            """
            operands: {what: {word: [hot, cold]}}
            effects: [mark: {air: what}]
            """,
            marks=f"air: {{holds: [hot, cold], tells_apart: {tells_apart}}}",
            setup="- put: {kind: man, owner: north, at: c5}\n",
            endings="- {when: repetitions >= 3, draw: true, says: again}\n",
        )
        position = game.start().play("step hot").play("step hot").play("step cold")
        assert position.ask("repetitions").value == times


def test_a_word_that_a_mark_cannot_hold_is_refused(mini: Make) -> None:
    with pytest.raises(ResolveError) as caught:
        mini(
            STEP.replace("plan: what, mood: calm", "plan: clam, mood: what"),
            marks=MARKS,
            tables=TABLES,
        )
    assert [each.message for each in caught.value.diagnostics] == [
        "'clam' is none of the words forward, back, turn_left",
        "'what' can be 'forward', which is none of wild, calm",
    ]
