"""What is kept of cells: counters and marks that stay where they are when pieces move on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game
from ruleengine.errors import PositionError
from ruleengine.game.known_worlds import known_worlds
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown
from ruleengine.workbench.witnesses.disagreeing import counters_disagree

Make = Callable[..., Game]

BOARD = """
. . n . .
. . . . .
. . . . .
. . . . .
. . s . .
"""
COUNTERS = """
height: {per: cell, limit: 2, keep: 2, title: storeys}
entries: {per: cell, resets: turn}
"""
MARKS = """
built_by: {holds: side, per: cell}
"""
STEP = """
uses: [{counter: height, for: to}]
operands:
  man: {piece: {owner: mover, where: it.cell.height < 2}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
validators:
  - holds: {cell: to, any_of: [nothing]}
  - {require: "used(height, cell=to) <= man.cell.height + 1", says: too high, clauses: [M-1]}
effects:
  - {add: {entries: 1}, for: to}
  - {mark: {built_by: mover}, for: man.cell}
  - {move: {piece: man, to: to}}
"""


@pytest.fixture
def game(mini: Make) -> Game:
    return mini(STEP, counters=COUNTERS, marks=MARKS)


def counted(value: object) -> dict[str, int]:
    """Return the cells at which something is counted."""
    assert isinstance(value, dict)
    return {cell: number for cell, number in value.items() if number}


def texts(game: Game, **given: object) -> list[str]:
    position = game.position(board=BOARD, mover="north", **given)  # type: ignore[arg-type]
    return [move.text for move in position.legal_moves()]


def test_what_is_kept_of_a_cell_stays_when_a_piece_moves_on(game: Game) -> None:
    position = game.position(board=BOARD, mover="north").play("step c5-c4").play("step c1-c2")
    view = position.play("step c4-b4").view("south")
    assert counted(view.counters["height"]) == {"b4": 1, "c4": 1, "c2": 1}
    assert counted(view.counters["entries"]) == {}
    everywhere = view.counters["entries"]
    assert isinstance(everywhere, dict)
    assert len(everywhere) == 25
    assert view.marks == {"built_by": {"c5": "north", "c4": "north", "c1": "south"}}


def test_rules_ask_about_the_cell_of_a_piece_and_the_cell_it_goes_to(game: Game) -> None:
    assert "step c5-b5" in texts(game, counters={"height": {"c5": 0, "b5": 1}})
    assert "step c5-b5" not in texts(game, counters={"height": {"c5": 2}})
    start = game.position(board=BOARD, mover="north", counters={"height": {"b5": 2}})
    assert [(reason.message, reason.clauses) for reason in start.why("step c5-b5")] == [
        ("the limit of 2 for storeys is reached on b5", ()),
        ("too high", ("M-1",)),
    ]


def test_a_counter_that_starts_anew_does_so_on_every_cell(mini: Make) -> None:
    rest = "rest: {effects: []}"
    turn = "play: {turns: [north, south], turn: [act: [step], act: [rest]]}"
    game = mini(STEP, counters=COUNTERS, marks=MARKS, actions=rest, phases=turn)
    moved = game.position(board=BOARD, mover="north").play("step c5-c4")
    assert counted(moved.view(None).counters["entries"]) == {"c4": 1}
    assert counted(moved.play("rest").view(None).counters["entries"]) == {}


def test_places_off_the_board_are_cells_too(mini: Make) -> None:
    leave = """
    leave:
      operands: {man: {piece: {owner: mover}}}
      effects:
        - {send: {piece: man, to: "part(hand, mover)"}}
        - {add: {height: 1}, for: man.cell}
        - {remove: man}
        - {add: {height: 1}, for: man.cell}  # it has no cell any more
    """
    game = mini(
        STEP,
        counters=COUNTERS,
        marks=MARKS,
        actions=leave,
        zones="hand: {off_board: true, parts: {north: {owner: north}, south: {owner: south}}}",
        phases="play: {turns: [north, south], turn: [act: [leave, step]]}",
    )
    board = BOARD.replace(". . . . .\n. . s", "n . . . .\n. . s")
    view = game.position(board=board, mover="north").play("leave c5").full_view()
    assert counted(view.counters["height"]) == {"hand.north": 1}


def test_an_earlier_value_of_a_cell_is_remembered(mini: Make) -> None:
    step = STEP.replace("used(height, cell=to) <=", "past(to.height, 1) <=")
    game = mini(step, counters=COUNTERS, marks=MARKS)
    position = game.position(board=BOARD, mover="north", counters={"height": {"c4": 1}})
    position = position.play("step c5-c4").play("step c1-c2")
    assert position.state.counters[game.rules.counters["height"].offset + 7] == 2
    back = game.rules.counters["height"]
    assert position.state.counters[back.offset + back.count + 7] == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"counters": {"height": 1}}, "counter 'height' needs a value for each cell"),
        ({"counters": {"height": {"z9": 1}}}, "the board has no cell 'z9'"),
        ({"marks": {"built_by": "north"}}, "mark 'built_by' needs a value for each cell"),
        ({"marks": {"built_by": {"b2": "west"}}}, "there is no side 'west'"),
    ],
)
def test_a_drawn_position_refuses_cells_that_are_none(
    game: Game, given: dict[str, object], message: str
) -> None:
    with pytest.raises(PositionError) as caught:
        texts(game, **given)
    assert caught.value.message.startswith(message)


def test_positions_that_differ_on_a_cell_are_different_ones(game: Game) -> None:
    one = game.position(board=BOARD, mover="north", counters={"height": {"a1": 1}})
    other = game.position(board=BOARD, mover="north")
    assert one != other
    assert game.position(one.to_dict()) == one


def test_the_rulebook_says_that_every_cell_has_its_own(mini: Make, tmp_path: Path) -> None:
    views = "- {hide: [height, built_by], from: [south]}"
    game = mini(STEP, counters=COUNTERS, marks=MARKS, views=views)
    (file,) = tmp_path.glob("*.yaml")
    page = render_markdown(write_book(read_tree(str(file))))
    assert "“Storeys”, for each cell; it starts at 0 and goes up to 2." in page
    assert "It can be played twice in a game for each cell." in page
    assert "of cells are hidden from" in page
    assert "You are noted for the *man*'s cell as “built by”." in page
    seen = game.position(board=BOARD, mover="north").view("south").counters
    assert list(seen) == ["entries"]


def test_two_games_that_differ_on_cells_are_told_apart_by_those(game: Game) -> None:
    one = game.position(board=BOARD, mover="north", counters={"height": {"a1": 1, "b2": 2}})
    other = game.position(board=BOARD, mover="north", counters={"height": {"a1": 1, "c3": 1}})
    found = counters_disagree(one, other)
    assert found is not None
    assert found.step == {"expect": {"counters": {"height": {"c3": 0, "b2": 2}}}}
    assert found.there == "height is {'c3': 1, 'b2': 0}"
    assert counters_disagree(one, one) is None


def test_what_a_seat_knows_leaves_hidden_cells_as_at_the_start(mini: Make) -> None:
    views = "- {hide: [height, built_by], from: [south]}"
    game = mini(STEP, counters=COUNTERS, marks=MARKS, views=views)
    kept = {"counters": {"height": {"a1": 1}}, "marks": {"built_by": {"b2": "north"}}}
    position = game.position(board=BOARD, mover="north", **kept)  # type: ignore[arg-type]
    fresh = game.position(board=BOARD, mover="north").state.counters
    state = position.state
    for side, known in ((1, fresh), (0, state.counters)):
        assert all(world.counters == known for world in known_worlds(game.rules, state, side))
