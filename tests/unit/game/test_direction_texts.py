"""Cells written as a direction and a length, and what happens when that is too long."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.errors import InvalidMoveError, SchemaError

RULES = """\
schema: 1
name: sledge
title: Sledge
clauses: {L-1: As far as you like., L-2: Straight on.}
sides: {red: {forward: up}, blue: {forward: down}}
board: {rows: 5, columns: 5}
zones: {shed: {off_board: true}}
kinds: {sled: {letters: {red: r, blue: b}}}
setup:
  - put: {kind: sled, owner: red, at: [b2]}
  - put: {kind: sled, owner: blue, at: [d4]}
phases: {play: {turns: [red, blue], turn: [act: [go]]}}
actions:
  go:
    operands:
      unit: {piece: {owner: mover}, clauses: [L-1]}
      TO
    effects: [move: {piece: unit, to: to}]
    clauses: [L-1]
endings: [{when: turn > 20, draw: true, says: late}]
"""
LINE = "to: {line: {from: unit, directions: orthogonal, distance: RANGE}, clauses: [L-2]}"


@pytest.fixture
def sledge(tmp_path: Path) -> Callable[[str], Game]:
    def make(to: str) -> Game:
        path = tmp_path / "sledge.yaml"
        path.write_text(RULES.replace("TO", to), encoding="utf-8")
        return load(str(path))

    return make


def line(distance: str = "{at_least: 1, at_most: 3}", more: str = "") -> str:
    return LINE.replace("RANGE", distance + more)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("go b2 up 3", "go b2-b5"),
        ("go b2 right 2", "go b2-d2"),
        ("go b2-left-1", "go b2-a2"),
        ("go b2, down, 1", "go b2-b1"),
        ("go b2 forward 2", "go b2-b4"),
        ("go b2 backward 1", "go b2-b1"),
    ],
)
def test_direction_and_length_mean_the_cell(
    sledge: Callable[[str], Game], text: str, means: str
) -> None:
    start = sledge(line()).start()
    assert start.parse_move(text).text == means
    assert start.play(text) == start.play(means)


def test_forward_is_seen_from_the_side_that_moves(sledge: Callable[[str], Game]) -> None:
    position = sledge(line()).start().play("go b2 up 1")
    assert position.parse_move("go d4 forward 3").text == "go d4-d1"


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("go b2 left 2", "reach/off-board", "left 2 leads off the board"),
        ("go b2 left 999999999", "reach/off-board", "left 999999999 leads off the board"),
        ("go b2 up 0", "reach/same-cell", "b2 is where it stands already"),
        ("go b2 up_right 1", "reach/wrong-direction", "the way from b2 to c3 is diagonal"),
        ("go b2 up_left 2", "reach/off-board", "up_left 2 leads off the board"),
    ],
)
def test_what_leads_nowhere_is_refused_with_the_clauses_of_the_operand(
    sledge: Callable[[str], Game], text: str, code: str, message: str
) -> None:
    (reason,) = sledge(line()).start().why(text)
    assert (reason.code, reason.message, reason.clauses) == (code, message, ("L-2",))


def test_farther_than_allowed_is_refused(sledge: Callable[[str], Game]) -> None:
    (reason,) = sledge(line("2")).start().why("go b2 up 3")
    assert reason.code == "reach/too-far"


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("go b2 left 20", "go b2-a2"),
        ("go b2 right 3", "go b2-d2"),
        ("go b2 up 1", "go b2-b3"),
        ("go b2 up 0", "go b2-b2"),
    ],
)
def test_too_long_can_stop_at_the_edge_or_where_the_range_ends(
    sledge: Callable[[str], Game], text: str, means: str
) -> None:
    game = sledge(line("{at_least: 0, at_most: 2}", ", too_long: stop"))
    assert game.start().parse_move(text).text == means


def test_too_long_can_stop_where_the_range_ends_but_not_at_the_edge(
    sledge: Callable[[str], Game],
) -> None:
    start = sledge(line("{at_least: 0, at_most: 2}", ", too_long: stop_on_board")).start()
    assert start.parse_move("go b2 up 9").text == "go b2-b4"
    assert [each.code for each in start.why("go b2 left 2")] == ["reach/off-board"]
    assert [each.code for each in start.why("go b2 left 9")] == ["reach/off-board"]
    assert [each.code for each in start.why("go b2-b5")] == ["reach/too-far"]
    # Where a piece may go as far as the board is long, nothing is cut short.
    far = sledge(line("{at_least: 0}", ", too_long: stop_on_board")).start()
    assert far.parse_move("go b2 up 3").text == "go b2-b5"
    assert [each.code for each in far.why("go b2 up 9")] == ["reach/off-board"]


def test_stopping_at_once_is_refused_where_a_piece_has_to_go(sledge: Callable[[str], Game]) -> None:
    game = sledge(line("{at_least: 1}", ", too_long: stop"))
    at_the_edge = game.start().play("go b2 left 9").play("go d4 right 1")
    (reason,) = at_the_edge.why("go a2 left 3")
    assert reason.code == "reach/same-cell"
    # A direction that is not allowed at all does not stop anywhere.
    assert [each.code for each in at_the_edge.why("go a2 up_left 3")] == ["reach/off-board"]


def test_a_cell_that_is_too_far_stays_refused(sledge: Callable[[str], Game]) -> None:
    game = sledge(line("{at_least: 1, at_most: 2}", ", too_long: stop"))
    (reason,) = game.start().why("go b2-b5")
    assert reason.code == "reach/too-far"
    assert reason.hint == "`up 3` leads as far as it can go"


def test_a_direction_alone_is_enough_where_one_action_takes_it(
    tmp_path: Path,
) -> None:
    found = RULES.replace("{owner: mover}, clauses", "{owner: mover}, named: never, clauses")
    path = tmp_path / "sledge.yaml"
    path.write_text(found.replace("TO", line("1")), encoding="utf-8")
    start = load(str(path)).start()
    assert start.parse_move("up") == start.parse_move("go up") == start.parse_move("go b3")


def test_how_moves_are_written_tells_of_directions(sledge: Callable[[str], Game]) -> None:
    for distance, example in (("1", "up"), ("{at_least: 2, at_most: 3}", "up 2")):
        (reason,) = sledge(line(distance)).start().why("jump")
        assert reason.hint is not None
        assert reason.hint.endswith(f"; a cell in line may be written as a direction: `{example}`")


def test_legal_moves_are_written_by_their_cells_only(sledge: Callable[[str], Game]) -> None:
    plain, stops = sledge(line()), sledge(line(more=", too_long: stop"))
    assert plain.start().legal_moves() == stops.start().legal_moves()


def test_of_several_ways_the_one_that_leads_somewhere_counts(
    sledge: Callable[[str], Game],
) -> None:
    ways = """to:
        any_of:
          - {line: {from: unit, directions: orthogonal, distance: 1, too_long: stop}}
          - {when: mover == red, line: {from: unit, directions: diagonal, distance: 2}}
        clauses: [L-2]"""
    start = sledge(ways).start()
    assert start.parse_move("go b2 up_right 2").text == "go b2-d4"
    assert start.parse_move("go b2 up 4").text == "go b2-b3"
    assert [reason.code for reason in start.why("go b2 up_left 2")] == ["reach/off-board"]


def test_an_operand_that_is_sometimes_named_can_be_a_direction(
    sledge: Callable[[str], Game],
) -> None:
    to = "to: {when: mover == red, line: {from: unit, directions: orthogonal, distance: 1}}"
    assert sledge(to).start().parse_move("go b2 up 1").text == "go b2-b3"


def test_without_a_line_a_direction_is_no_cell(sledge: Callable[[str], Game]) -> None:
    start = sledge("to: {cell: {empty: true}}").start()
    with pytest.raises(InvalidMoveError, match="'up' is not a cell"):
        start.parse_move("go b2 up 1")


@pytest.mark.parametrize("text", ["go b2 up", "go b2 up two", "go b2 up -1", "go b2 north 1"])
def test_what_is_no_direction_and_length_is_malformed(
    sledge: Callable[[str], Game], text: str
) -> None:
    with pytest.raises(InvalidMoveError):
        sledge(line()).start().parse_move(text)


def test_a_unit_that_is_not_there_is_refused_whatever_way_it_is_sent(
    sledge: Callable[[str], Game],
) -> None:
    codes = [reason.code for reason in sledge(line()).start().why("go a1 up 1")]
    assert codes == ["move/no-piece"]


def test_too_long_is_one_of_three_words(sledge: Callable[[str], Game]) -> None:
    with pytest.raises(SchemaError, match="too_long") as caught:
        sledge(line(more=", too_long: bend"))
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.line if found.span else None) == ("schema/not-one-of", 17)


@pytest.mark.parametrize(
    ("distance", "text", "means"),
    [
        ("1", "go b2 up", "go b2-b3"),
        ("2", "go b2 right", "go b2-d2"),
        ("{at_least: 3, at_most: 3}", "b2-up", "go b2-b5"),
        ("1", "b2 up 1", "go b2-b3"),
    ],
)
def test_a_direction_alone_is_enough_where_there_is_one_distance(
    sledge: Callable[[str], Game], distance: str, text: str, means: str
) -> None:
    assert sledge(line(distance)).start().parse_move(text).text == means


@pytest.mark.parametrize("move", ["go up", "up", {"action": "go", "to": "up"}])
def test_where_no_piece_is_named_the_direction_says_all(
    tmp_path: Path, move: str | dict[str, object]
) -> None:
    rules = RULES.replace("      unit: {piece: {owner: mover}, clauses: [L-1]}\n", "")
    rules = rules.replace("TO", line("1").replace("from: unit", "from: the(owner=mover)"))
    rules = rules.replace("piece: unit", "piece: the(owner=mover)")
    path = tmp_path / "sledge.yaml"
    path.write_text(rules, encoding="utf-8")
    assert load(str(path)).start().parse_move(move).text == "go b3"


def test_of_several_ways_each_has_to_lead_as_far(sledge: Callable[[str], Game]) -> None:
    ways = "to: {any_of: [{line: {from: unit, directions: up, distance: 1}}, {line: {from: unit, "
    alike = ways + "directions: left, distance: 1}}]}"
    assert sledge(alike).start().parse_move("go b2 left").text == "go b2-a2"
    (reason,) = (
        sledge(alike.replace("left, distance: 1", "left, distance: 2")).start().why("go b2 left")
    )
    assert reason.message == "'left' does not say how far"


@pytest.mark.parametrize("text", ["go b2 up", "b2 up", "go b2 up far"])
def test_a_direction_without_a_length_is_told_to_need_one(
    sledge: Callable[[str], Game], text: str
) -> None:
    (reason,) = sledge(line()).start().why(text)
    assert reason.message == "'up' does not say how far"
    assert reason.hint == "write the length behind it: `up 1`"


@pytest.mark.parametrize(
    ("distance", "length"),
    [("{at_least: 1, at_most: 3}", 1), ("{at_least: turn + 1, at_most: turn + 1}", 2)],
)
def test_a_length_that_is_missing_is_one_that_can_be_written(
    sledge: Callable[[str], Game], distance: str, length: int
) -> None:
    position = sledge(line(distance)).start()
    (reason,) = position.why("go b2 up")
    assert reason.hint == f"write the length behind it: `up {length}`"
    assert not position.why(f"go b2 up {length}")


def test_a_piece_that_stays_is_not_in_its_own_way(sledge: Callable[[str], Game]) -> None:
    rules = "\n    validators: [holds: {cell: to, any_of: [nothing, enemy]}]"
    position = sledge(line() + rules).start()
    assert [reason.code for reason in position.why("go b2-b2")] == ["reach/same-cell"]


@pytest.mark.parametrize("text", ["", "  "])
def test_nothing_written_is_no_move(sledge: Callable[[str], Game], text: str) -> None:
    (reason,) = sledge(line()).start().why(text)
    assert reason.message == "no move is given"
