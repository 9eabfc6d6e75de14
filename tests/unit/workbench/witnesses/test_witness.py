"""Witnesses: shortest games, random ones, and cases that tell two games apart."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.errors import MissingExtraError
from ruleengine.game.kept.record import Ply
from ruleengine.workbench.cases.scenarios import first_position, run_files
from ruleengine.workbench.cases.steps import take_step
from ruleengine.workbench.cases.text import as_case
from ruleengine.workbench.witnesses.flag_witnesses import Choice, choices_of, find_for
from ruleengine.workbench.witnesses.guided import GAMES, search_compiled
from ruleengine.workbench.witnesses.pairs import Line, Looked, Pair
from ruleengine.workbench.witnesses.shrinking import _Whole, passes, shrink
from ruleengine.workbench.witnesses.spelling import game_spelled, split_spelling
from ruleengine.workbench.witnesses.witness import find_witness

FLAGS = """\
ways: {question: Which ways?, choices: {straight: rows, any: all}, default: straight}
goal: {question: How many are enough?, type: number, values: [0, 3], default: 0}
words: {question: Which words?, choices: {long: long, short: short}, default: long}
"""
STEP = """\
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: {pick: ways, straight: orthogonal, any: all}, distance: 1}}
validators:
  - holds: {cell: to, any_of: [nothing, enemy]}
effects:
  - capture: to
  - move: {piece: man, to: to}
title: {pick: words, long: take a step, short: step}
"""
SETUP = """\
- drawn: |
    n n n n n
    . . . . .
    . . . . .
    . . . . .
    s s s s s
"""
ENDINGS = """\
- {id: north_gone, when: count(owner=north) <= goal, winner: south, says: north is gone}
- {id: south_gone, when: count(owner=south) == 0, winner: north, says: south is gone}
"""


@pytest.fixture
def made(mini: Callable[..., Game]) -> Callable[..., Game]:
    """Return a function that makes the game under flags."""
    file = mini(STEP, flags=FLAGS, setup=SETUP, endings=ENDINGS).rules.resolved.root.span.file
    return lambda **flags: load(file, flags)


def test_the_shortest_game_is_found_first(made: Callable[..., Game]) -> None:
    found = find_witness(made(), made(ways="any"), seconds=0)
    assert found is not None
    assert (found.line.plies, found.found.kind) == ((), "legal")
    assert found.found.here.startswith("'step ")
    assert found.found.there.endswith("is legal")
    assert found.how == "the shortest of all games, after 0 plies"
    assert found.num_pieces == 2  # without both sides the game would be over


def test_one_ply_is_one_ply(mini: Callable[..., Game]) -> None:
    # Whoever begins can take a man at once, and with that one of two games is over.
    near = SETUP.replace("s s s s s", ". . . . .").replace(". . . . .", "s s s s s", 1)
    over = ENDINGS.replace("north) <= goal, winner: south", "south) <= goal, winner: north")
    one = mini(STEP, flags=FLAGS.replace("[0, 3]", "[0, 4]"), setup=near, endings=over)
    other = load(one.rules.resolved.root.span.file, {"goal": 4})
    found = find_witness(one, other, seconds=0)
    assert found is not None
    assert found.how == "the shortest of all games, after 1 ply"


def test_the_case_passes_in_the_one_and_fails_in_the_other(
    made: Callable[..., Game], tmp_path: Path
) -> None:
    one, other = made(), made(ways="any")
    for here, there in ((one, other), (other, one)):
        found = find_witness(here, there, seconds=0)
        assert found is not None
        case = as_case(found.case)
        assert (passes(here, case), passes(there, case)) == (True, False)
        text = found.text
    path = tmp_path / "cases.yaml"
    path.write_text(text.replace(str(tmp_path), "."), encoding="utf-8")
    assert run_files([path]).ok
    path.write_text(path.read_text(encoding="utf-8").replace("any", "straight"), encoding="utf-8")
    assert len(run_files([path]).failed) == 1


SIDESTEP = """\
sidestep:
  operands:
    man: {piece: {owner: mover}}
    to: {line: {from: man, directions: [left, right], distance: 1}}
  validators:
    - holds: {cell: to, any_of: [nothing]}
  effects:
    - move: {piece: man, to: to}
"""


def test_the_cut_down_position_shows_what_is_said(mini: Callable[..., Game]) -> None:
    flags = "extra: {question: More?, choices: {no: none, sidestep: one}, default: no}"
    phases = (
        "play: {turns: [south, north], turn: "
        "[act: {pick: extra, no: [step], sidestep: [step, sidestep]}]}"
    )
    made = mini(
        STEP.replace("{pick: ways, straight: orthogonal, any: all}", "[forward]").partition(
            "title"
        )[0],
        flags=flags,
        setup=SETUP,
        phases=phases,
        actions=SIDESTEP,
        endings=ENDINGS.replace("goal", "0"),
    )
    file = made.rules.resolved.root.span.file
    one, other = load(file), load(file, {"extra": "sidestep"})
    for here, there in ((one, other), (other, one)):
        found = find_witness(here, there, seconds=0)
        assert found is not None
        move = found.found.about[0]
        assert move.startswith("sidestep ")
        *before, last = as_case(found.case).steps
        first, second = (first_position(as_case(found.case), game) for game in (here, there))
        for step in before:
            first, second = (take_step(each, step)[0] for each in (first, second))
        # The piece that is to move is there, and the move is legal in one of the games.
        legal = [{each.text for each in position.legal_moves()} for position in (first, second)]
        assert [move in each for each in legal] == [here is other, there is other]
        assert not take_step(first, last)[1]
        assert "legal" in take_step(second, last)[1][0]


def test_what_seats_see_of_counters_makes_a_witness(mini: Callable[..., Game]) -> None:
    flags = "open: {question: Open?, choices: {yes_: shown, no_: kept back}, default: yes_}"
    made = mini(
        flags=flags,
        counters="coins: {per: side, start: 3}",
        views="- {only: {open: no_}, hide: [coins], from: others}",
    )
    file = made.rules.resolved.root.span.file
    shown, kept = load(file), load(file, {"open": "no_"})
    for here, there, seen in ((shown, kept, 3), (kept, shown, "hidden")):
        found = find_witness(here, there, seconds=0)
        assert found is not None
        assert found.found.kind == "view"
        [step] = found.case["steps"]
        [(side, value)] = step["expect"]["view"]["counters"]["coins"].items()
        assert (value, side != step["expect"]["view"]["of"]) == (seen, True)
        case = as_case(found.case)
        assert (passes(here, case), passes(there, case)) == (True, False)


TAKEN = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
effects:
  - send: {piece: piece_at(to), to: "part(BOX, mover)"}
  - move: {piece: man, to: to}
"""
BOXES = """
box: {off_board: true, parts: {boxed: {owner: north}, packed: {owner: south}}}
bag: {off_board: true, parts: {bagged: {owner: north}, stowed: {owner: south}}}
"""
CLOSE = """
- drawn: |
    . . N . .
    . . n . .
    . . s . .
    . . S . .
    . . . . .
"""
SETTINGS = "open: {question: Open?, choices: {yes_: shown, no_: kept back}, default: yes_}"


def _settings(mini: Callable[..., Game], step: str, **sections: str) -> tuple[Game, Game]:
    made = mini(step, flags=SETTINGS, setup=CLOSE, zones=BOXES, **sections)
    file = made.rules.resolved.root.span.file
    return load(file), load(file, {"open": "no_"})


@pytest.mark.parametrize("short_games", [100, 1])
def test_what_seats_see_off_the_board_makes_a_witness(
    mini: Callable[..., Game], short_games: int
) -> None:
    shown, kept = _settings(
        mini,
        TAKEN.replace("BOX", "box"),
        views="- {only: {open: no_}, hide: kind, of: {in: box}, from: everybody}",
    )
    for here, there, seen in ((shown, kept, "man"), (kept, shown, "hidden")):
        found = find_witness(here, there, seconds=2, short_games=short_games)
        assert found is not None
        assert found.found.kind == "view"
        case = as_case(found.case)
        assert (passes(here, case), passes(there, case)) == (True, False)
        assert seen in str(found.case["steps"][-1]["expect"]["view"]["off_board"])


TOLD = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
effects:
  - let: {foe: piece_at(to)}
  - if: foe != nothing and foe.kind == king
    then:
      - {only: {open: yes_}, tell: "a king falls on {to}"}
      - {only: {open: no_}, OTHERWISE}
  - capture: to
  - move: {piece: man, to: to}
"""


EVENTS = "{'events': {'includes': 'told says=a king falls on CELL'}}"


@pytest.mark.parametrize(
    ("otherwise", "who", "there", "expected"),
    [
        ('tell: "a man falls on {to}"', "everybody", "'a man falls on CELL'", EVENTS),
        (
            'tell: "a king falls on {to}", who: mover',
            "north",
            "nothing",
            f"{{'view': {{'of': 'north', {EVENTS[1:]}}}",
        ),
    ],
)
@pytest.mark.parametrize("short_games", [2000, 1])
def test_what_seats_are_told_makes_a_witness(  # noqa: PLR0913 - one case, in parts
    mini: Callable[..., Game],
    *,
    otherwise: str,
    who: str,
    there: str,
    expected: str,
    short_games: int,
) -> None:
    one, other = _settings(mini, TOLD.replace("OTHERWISE", otherwise))
    found = find_witness(one, other, seconds=10, short_games=short_games)
    assert found is not None
    assert found.found.kind == "told"
    *_, (_, cell) = (ply.text.split("-") for ply in found.line.plies)
    mover = found.line.plies[-1].seat
    hears = {"north": "south", "south": "north"}[str(mover)] if who == "north" else who
    assert found.found.here == f"{hears} is told 'a king falls on {cell}'"
    assert found.found.there == f"{hears} is told {there.replace('CELL', cell)}"
    step = str(found.case["steps"][-1]["expect"])
    assert step == expected.replace("CELL", cell).replace("north", hears)
    turned = find_witness(other, one, seconds=10, short_games=short_games)
    assert turned is not None
    for witness, here, lacks in ((found, one, other), (turned, other, one)):
        case = as_case(witness.case)
        assert (passes(here, case), passes(lacks, case)) == (True, False)


def test_what_lies_off_the_board_makes_a_witness(mini: Callable[..., Game]) -> None:
    places = '{pick: open, yes_: "part(box, mover)", no_: "part(bag, mover)"}'
    step = TAKEN.replace('"part(BOX, mover)"', places)
    one, other = _settings(mini, step)
    found = find_witness(one, other, seconds=0)
    assert found is not None
    assert found.found.kind == "beside"
    assert found.found.there.startswith("in box.")
    case = as_case(found.case)
    assert (passes(one, case), passes(other, case)) == (True, False)


@pytest.mark.parametrize("compiled", [True, False])
def test_random_games_find_what_comes_late(
    made: Callable[..., Game], monkeypatch: pytest.MonkeyPatch, *, compiled: bool
) -> None:
    if not compiled:
        monkeypatch.setattr(Game, "compiled", property(_is_missing))
    found = find_witness(made(), made(goal=3), seconds=30, short_games=5)
    assert found is not None
    assert found.found.kind == "ending"
    assert "south wins" in found.found.there
    assert found.how.startswith("random game ")
    assert len(found.line.plies) > 5
    assert found.num_pieces is not None
    assert found.num_pieces < 10
    case = as_case(found.case)
    assert (passes(made(), case), passes(made(goal=3), case)) == (True, False)


def test_a_game_that_is_found_is_told_by_how_many_began_before(made: Callable[..., Game]) -> None:
    found = search_compiled(Pair(made(), made(goal=3)), 0, 20, Looked())
    assert found is not None
    assert found[1] < GAMES  # of the first games, that are played side by side


def _is_missing(_: Game) -> None:
    raise MissingExtraError("fast", "numba")


def test_games_that_play_the_same_have_no_witness(made: Callable[..., Game]) -> None:
    assert find_witness(made(), made(words="short"), seconds=0.2, short_games=50) is None


def test_every_value_is_held_against_the_default(made: Callable[..., Game]) -> None:
    game = made()
    assert [str(each) for each in choices_of(game)] == [
        'ways="any"',
        "goal=3",
        'words="short"',
    ]
    found = find_for(game, Choice("ways", "any"), seconds=0)
    assert found.witness is not None
    assert found.context == {}
    assert find_for(game, Choice("words", "short"), seconds=0, short_games=20).witness is None


def test_what_a_value_demands_is_met_on_both_sides() -> None:
    game = load("generals_10x10")
    found = find_for(game, Choice("diagonal_squeeze", "blocked"), seconds=0)
    assert found.context == {"directions": "orthogonal_and_diagonal"}
    assert found.witness is not None
    assert found.witness.case["flags"] == {"directions": "orthogonal_and_diagonal"}


def test_flags_are_spelled_behind_the_name(made: Callable[..., Game]) -> None:
    file = made().rules.resolved.root.span.file
    assert game_spelled(f"{file}@ways=any,goal=3").flag_values["goal"] == 3
    assert split_spelling("a@b=[c,d],e=f") == ("a", ["b=[c,d]", "e=f"])
    assert split_spelling("odd@name") == ("odd@name", [])


def test_a_game_is_told_by_turns() -> None:
    plies = [
        Ply(None, "die 1"),
        Ply("A", "step a"),
        Ply("A", "step b"),
        Ply(None, "die 2"),
        Ply("B", "rest"),
        Ply("A", "rest"),
    ]
    assert Line(tuple(plies)).turns() == [
        ["die 1", "step a", "step b"],
        ["die 2", "rest"],
        ["rest"],
    ]


ORDERS = """\
schema: 1
name: orders
title: Orders
sides: {north: {}, south: {}}
board: {rows: 2, columns: 1}
flags:
  goal: {question: How many?, type: number, values: [2, 3], default: 3}
kinds: {post: {letters: {north: n, south: s}}}
setup:
  - drawn: |
      n
      s
counters:
  ready: {per: piece, resets: turn}
  done: {per: side}
phases:
  play:
    round:
      - submit: [order, revoke]
        commit: count(owner=mover, where=it.ready == 1) <= 1
      - for_each: {as: one, among: {where: it.ready == 1}}
        do: [{add: {done: 1}, for: one.owner}]
      - check_endings
actions:
  order:
    operands: {post: {piece: {owner: mover, where: it.ready == 0}}}
    effects: [{set: {ready: 1}, for: post}]
  revoke:
    operands: {post: {piece: {owner: mover, where: it.ready == 1}}}
    effects: [{set: {ready: 0}, for: post}]
endings:
  - {id: enough, when: north.done == goal, winner: north, says: enough}
  - {id: late, when: turn > 30, draw: true, says: late}
"""


def test_submissions_and_moves_that_are_taken_back_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "orders.yaml"
    file.write_text(ORDERS, encoding="utf-8")
    pair = Pair(load(str(file)), load(str(file), {"goal": 2}))
    idle = [Ply("north", "commit"), Ply("south", "commit")]
    twice = [Ply("north", "order a2"), Ply("north", "revoke a2"), Ply("north", "order a2")]
    line = Line((*idle * 6, *twice, *idle, *twice, *idle))
    found = pair.at_end(line)
    assert found is not None
    whole = _Whole(pair, {"id": "x", "ruleset": str(file)}, found, inf)
    case, _ = whole.from_start(line)
    played = [step["play"]["move"] for step in case["steps"] if "play" in step]
    assert played == ["order a2", "commit", "commit", "order a2", "commit", "commit"]


def test_the_time_holds_for_short_games_and_for_cutting_down(made: Callable[..., Game]) -> None:
    begun = time.process_time()
    find_witness(made(), made(goal=3), seconds=0.2, short_games=10**9)
    assert time.process_time() - begun < 20  # without an end to short games it took for ever


MIRRORS = """\
schema: 1
name: mirrors
title: Mirrors
flags: {most: {question: How far?, type: number, default: 4}}
sides: {white: {}, black: {}}
board: {rows: 1, columns: 3}
kinds: {mirror: {letters: {white: m, black: M}}}
counters: {facing: {per: piece, shown: true}, worn: {per: piece, shown: false}}
setup: [{drawn: "m2 . M"}]
phases: {play: {turns: [white, black], turn: [act: [spin]]}}
actions:
  spin:
    operands: {unit: {piece: {owner: mover}}}
    validators: [{require: unit.facing < most or unit.worn == 0, says: it is stuck}]
    effects: [{add: {facing: 1, worn: 1}, for: unit}]
endings: [{id: late, when: turn > 9, draw: true, says: it is late}]
"""


def test_a_witness_draws_the_counters_that_boards_show(tmp_path: Path) -> None:
    path = tmp_path / "mirrors.yaml"
    path.write_text(MIRRORS, encoding="utf-8")
    one, other = load(str(path)), load(str(path), {"most": 3})
    found = find_witness(one, other, seconds=0)
    assert found is not None
    assert found.drawing == "1 m3 .  M\n  a  b  c"
    assert found.case["board"] == "m3 .  M"
    assert found.case["counters"] == {"worn": {"a1": 1}}, "this one is not drawn"
    assert passes(one, as_case(found.case))
    assert passes(other, as_case(found.case)) is False


def test_a_drawn_position_may_show_another_difference(made: Callable[..., Game]) -> None:
    """Else a long game was left as it was, where what was found shows from no drawn position."""
    pair = Pair(made(), made(ways="any"))
    found = pair.at_end(Line())
    assert found is not None
    elsewhere = replace(found, about=("step c3-d4", "south", "code", "False"))
    shown = shrink(pair, Line(), elsewhere, {"ruleset": "x"})
    assert shown.num_pieces == 2
    assert shown.found.about[0] != "step c3-d4"


def test_it_is_known_whether_time_stopped_the_cutting(made: Callable[..., Game]) -> None:
    pair = Pair(made(), made(ways="any"))
    found = pair.at_end(Line())
    assert found is not None
    head = {"ruleset": "x"}
    assert shrink(pair, Line(), found, head, time.monotonic() - 1).is_late
    assert not shrink(pair, Line(), found, head).is_late


def test_marks_of_sides_are_drawn(mini: Callable[..., Game]) -> None:
    step = STEP.replace("validators:\n", "validators:\n  - require: mover.role == man\n")
    steps = "[{mark: {role: man}, for: south}, {mark: {role: man}, for: north}]"
    file = mini(
        step,
        flags=FLAGS,
        setup=SETUP,
        endings=ENDINGS,
        marks="role: {holds: kind, per: side}",
        phases=f"opening: {{steps: {steps}}}\nplay: {{turns: [south, north], turn: [act: [step]]}}",
    ).rules.resolved.root.span.file
    found = find_witness(load(file), load(file, {"ways": "any"}), seconds=0)
    assert found is not None
    assert found.num_pieces == 2
    assert set(found.case["marks"]["role"].values()) == {"man"}
