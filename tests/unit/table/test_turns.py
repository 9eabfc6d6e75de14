"""Whose throw it was, and who could not move, is told once."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game, Match, load
from ruleengine.table.entries import Entry, in_lines, last_thrown
from ruleengine.table.screen import facts
from ruleengine.table.table import Table

RACE = """\
schema: 1
name: race
title: Race
sides: {red: {title: Red}, blue: {title: The Blues}}
board: {rows: 2, columns: 3}
zones:
  yard: {title: the yard, off_board: true, parts: {red: {owner: red}, blue: {owner: blue}}}
kinds: {man: {letters: {red: r, blue: b}}, ghost: {letters: {red: g, blue: h}}}
dice: {die: {faces: 2}, spark: {faces: 2}}
setup:
  - fill: {zone: yard, kind: man}
phases:
  play:
    turns: [red, blue]
    SKIP
    turn:
      - {label: throw, roll: die}
      - act: [enter, flare]
        else: [{end_turn: true}]
      - if: die == 2
        then: [again: throw]
actions:
  enter:
    operands: {at: {cell: {empty: true}}}
    validators:
      - {require: die == 2 and mover == red and turn == 1, says: no}
      - {require: "exists(in=part(yard, mover))", says: no}
    effects:
      - {become: {piece: "first_piece(in=part(yard, mover))", kind: ghost}}
      - {become: {piece: "first_piece(in=part(yard, mover))", kind: man}}
      - {move: {piece: "first_piece(in=part(yard, mover))", to: at}}
  flare:
    validators:
      - {require: die == 1 and mover == red and turn > 3, says: no}
    effects: [roll: spark]
endings:
  - {when: turn > 9, draw: true, says: late}
"""


@pytest.fixture
def race(tmp_path: Path) -> Callable[..., Game]:
    """Return a function that makes a race; a turn may be skipped."""

    def make(skip: str = "") -> Game:
        path = tmp_path / "race.yaml"
        path.write_text(RACE.replace("SKIP", skip), encoding="utf-8")
        return load(str(path))

    return make


def played(game: Game, *throws: int) -> list[str]:
    """Return the story of a game that begins with some throws of the die."""
    for seed in range(200):
        table = Table(Match(game, seed), {}, None)
        if table.match.view("red").turn == 1 and table.match.actors:
            table.submit("red", "enter a1")
        story = table.story(None)
        thrown = [int(entry.ply[-1]) for entry in story if entry.ply.startswith("die")]
        if tuple(thrown[: len(throws)]) == throws:
            return [str(entry) for entry in story]
    pytest.fail("no seed throws so")


def test_a_throw_tells_whose_it_is_and_that_nothing_came_of_it(
    race: Callable[..., Game],
) -> None:
    lines = played(race(), 2, 1, 1)
    assert lines[:4] == [
        "Red throws 2 (die)",
        "Red: enter a1; Red's man goes from Red's yard to a1",
        "Red throws 1 (die); Red cannot move",
        "The Blues throw 1 (die); The Blues cannot move",
    ]


def test_a_throw_that_a_move_brings_about_is_nobodys_turn(
    race: Callable[..., Game],
) -> None:
    position = race().start()
    for throw in ("die 1", "die 1", "die 1", "die 1"):
        assert position.thrower in {"red", "blue"}
        position = position.play(throw)
    position = position.play("die 1").play("flare")
    assert position.thrower is None
    assert position.chance is not None


def test_a_die_that_a_move_throws_is_thrown_by_whoever_moves(race: Callable[..., Game]) -> None:
    for seed in range(200):
        table = Table(Match(race(), seed), {}, None)
        while not table.match.is_over and "flare" not in map(
            str, table.match.position.legal_moves()
        ):
            table.submit(table.match.actors[0], str(table.match.position.legal_moves()[0]))
        if not table.match.is_over:
            table.submit("red", "flare")
            [flare] = [n for n, each in enumerate(table.story(None)) if each.ply == "flare"]
            thrown = str(table.story(None)[flare + 1])
            assert thrown.partition(";")[0] in {"Red throws 1 (spark)", "Red throws 2 (spark)"}
            return
    pytest.fail("nobody ever throws a spark")


DUEL = """\
schema: 1
name: duel
title: Duel
sides: {red: {title: Red}, blue: {title: The Blues}}
board: {rows: 1, columns: 2}
kinds: {man: {letters: {red: r, blue: b, nobody: n}}}
dice: {one: {faces: 2}, two: {faces: 2}, three: {faces: 2}}
setup: [drawn: "r n"]
PHASES
actions:
  strike:
    effects:
      - roll: one
      - {roll: two, who: opponent}
      - {roll: three, who: "the(at=b1).owner"}
endings:
  - {when: turn > 3, draw: true, says: late}
"""


@pytest.mark.parametrize(
    ("phases", "thrower"),
    [
        ("phases: {play: {turns: [red, blue], turn: [act: [strike]]}}", "Red throws 1 (one)"),
        ("phases: {play: {round: [{act: [strike], who: red}]}}", "one: 1"),
    ],
)
def test_a_throw_is_told_of_the_side_that_the_rules_say(
    tmp_path: Path, phases: str, thrower: str
) -> None:
    path = tmp_path / "duel.yaml"
    path.write_text(DUEL.replace("PHASES", phases), encoding="utf-8")
    table = Table(Match(load(str(path)), 1), {}, None)
    table.submit("red", "strike")
    told = [str(entry).replace(" 2", " 1") for entry in in_lines(table.story(None))][1:]
    # What stands on b1 is nobody's, and so is that throw.
    assert told[:3] == [thrower, "The Blues throw 1 (two)", "three: 1"]
    assert [
        (event.name, event.details.get("side", "not said"))
        for step in table.match.recent
        for event in step.position.events
        if event.name == "rolled"
    ] == [("rolled", "not said"), ("rolled", "blue"), ("rolled", None)]


def test_a_turn_that_is_skipped_is_told(race: Callable[..., Game]) -> None:
    lines = played(race("skip: mover == blue"), 2, 1, 1)
    assert lines[2] == "Red throws 1 (die); Red cannot move; The Blues' turn is skipped"


def test_dice_of_the_last_throw_stand_apart_from_those_that_lie_there_still(
    tmp_path: Path,
) -> None:
    turn = "phases: {play: {turns: [red, blue], turn: [act: [strike], act: [feint]]}}"
    path = tmp_path / "duel.yaml"
    actions = "actions:\n  wait: {}\n  feint: {effects: [roll: one, act: [wait]]}"
    text = DUEL.replace("PHASES", turn).replace("actions:", actions)
    path.write_text(text, encoding="utf-8")
    table = Table(Match(load(str(path)), 1), {}, None)

    def shown() -> list[str]:
        view, dice = table.match.view(None), table.game.rules.names.dice
        lines = facts(table.game, view, last_thrown(table.story(None), dice))
        return [re.sub("[12]", "#", line) for line in lines]

    table.submit("red", "strike")
    assert shown() == ["one: #, two: #, three: #"]
    table.submit("red", "feint")
    assert shown() == ["one: #", "thrown earlier: two: #, three: #"]


def test_throws_that_follow_each_other_are_one_line() -> None:
    throws = [
        Entry(None, "", f"Red throws {n}", (), frozenset(), throws="Red throws") for n in (1, 2)
    ]
    lost = throws[0]._replace(sentences=("Red cannot move",))
    told = [str(entry) for entry in in_lines([*throws, lost, throws[1]])]
    assert told == ["Red throws 1, 2, 1; Red cannot move", "Red throws 2"]


def _throws(*faces: int, throws: str = "Red throws", die: str = "die") -> list[Entry]:
    return [
        Entry(None, f"{die} {face}", f"{throws} {face}", (), frozenset(), throws=throws)
        for face in faces
    ]


def test_a_die_that_was_thrown_several_times_shows_every_throw() -> None:
    red, blue = _throws(5, 5, 6), _throws(1, throws="The Blues throw")
    move = Entry("red", "attack", "attack", (), frozenset())
    dice = ("die", "big")
    assert last_thrown([*blue, move, *red], dice) == {"die": "5, 5, 6"}
    assert last_thrown([*red, *blue], dice) == {"die": "Red 5, 5, 6; The Blues 1"}
    assert last_thrown([*red, *_throws(9, die="big")], dice) == {"die": "5, 5, 6", "big": "9"}
    # After a turn that went by, only the new throw matters.
    lost = red[0]._replace(sentences=("Red cannot move",))
    assert last_thrown([lost, *blue], dice) == {"die": "1"}
    assert last_thrown([*red, move], dice) == {"die": "5, 5, 6"}
    assert last_thrown([move], dice) == {}


BETS = """\
schema: 1
name: bets
title: Bets
sides: {red: {}, blue: {}}
board: {rows: 1, columns: 4}
kinds: {man: {letters: {red: r, blue: b}}}
dice: {die: {faces: 2}}
counters: {coins: {per: side}}
setup: [drawn: "r . . b"]
phases:
  play:
    turns: [red, blue]
    turn:
      - {act: [bet], optional: true, else: []}
      - roll: die
      - act: [go]
actions:
  bet: {validators: [require: coins > 0], effects: [add: {coins: -1}]}
  go:
    operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true}}}
    effects: [move: {piece: man, to: to}]
endings: [{when: turn > 40, draw: true, says: late}]
"""


def test_who_could_not_do_what_is_optional_and_goes_on_has_missed_nothing(tmp_path: Path) -> None:
    path = tmp_path / "bets.yaml"
    path.write_text(BETS, encoding="utf-8")
    match = Match(load(str(path)), 3)
    match.submit("red", "go a1-b1")
    match.submit("blue", "go d1-c1")
    told = [str(entry) for entry in Table(match, {}, None).story(None)]
    assert not [line for line in told if "cannot move" in line]


BLOCKED = """\
schema: 1
name: blocked
title: Blocked
sides: {red: {title: Red}, blue: {title: Blue}}
board: {rows: 2, columns: 3}
kinds: {man: {letters: {red: r, blue: b}}}
setup: [drawn: "b . .\\nr b b"]
phases: {play: {turns: [blue, red], turn: [act: [go]]}}
actions:
  go:
    operands:
      man: {piece: {owner: mover}}
      to: {line: {from: man, directions: right, distance: 1}}
    validators: [holds: {cell: to, any_of: [nothing]}]
    effects: [move: {piece: man, to: to}]
endings: [{when: turn > 9, draw: true, says: late}]
"""


def test_who_was_passed_over_is_told_so_when_asking(tmp_path: Path) -> None:
    path = tmp_path / "blocked.yaml"
    path.write_text(BLOCKED, encoding="utf-8")
    start = load(str(path)).start()
    (reason,) = start.why("go a1-b1", "red")
    assert reason.message == "it is not for Red to decide, but for Blue"
    (reason,) = start.play("go a2-b2").why("go a1-b1", "red")
    assert reason.message == "it is not for Red to decide, but for Blue; Red had no move"


def test_of_many_dice_only_the_last_throw_stands_beside_the_board() -> None:
    dice = ("one", "two", "three")
    throws = [
        each._replace(throws=f"{who} throws")
        for who, face in (("Red", 1), ("Blue", 2))
        for die in dice
        for each in _throws(face, die=die)
    ]
    assert last_thrown(throws, dice) == {"one": "2", "two": "2", "three": "2"}
