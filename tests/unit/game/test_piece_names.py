"""Pieces that have a name are written and read by it, wherever they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.errors import InvalidMoveError, PositionError
from ruleengine.workbench.cases.scenarios import run_files

RULES = """\
schema: 1
name: named
title: Named
clauses: {N-1: A man goes one step., N-2: Who is hit lies down.}
sides: {north: {forward: down}, south: {forward: up}}
board: {rows: 3, columns: 3}
zones: {box: {off_board: true}}
kinds:
  man: {letters: {north: n, south: s}}
  king: {letters: {north: N, south: S}}
counters: {wounds: {per: piece}}
setup:
  - put: {kind: man, owner: north, at: [a3, b3], called: [n_left, n_mid]}
  - pieces:
      - {called: s_king, owner: south, kind: king, at: a1}
      - {called: s1man, owner: south, kind: man, at: b1}
      - {owner: south, kind: man, at: c1}
phases:
  play: {turns: [south, north], turn: [act: [step, hit, wake, leave]]}
actions:
  step:
    operands:
      unit: {piece: {owner: mover}, clauses: [N-1]}
      to: {line: {from: unit, directions: all, distance: 1}}
    validators: [holds: {cell: to, any_of: [nothing]}]
    effects: [move: {piece: unit, to: to}]
  hit:
    operands: {target: {piece: {owner: opponent}, clauses: [N-2]}}
    effects:
      - add: {wounds: 1}
        for: target
      - send: {piece: target, to: box}
  wake:
    operands:
      unit: {piece: {in: box, owner: mover}}
      to: {cell: {empty: true}}
    effects: [move: {piece: unit, to: to}]
  leave:
    effects:
      - choose: {as: who, who: mover, among: {owner: mover}, optional: true}
      - remove: who
endings:
  - {when: turn > 50, draw: true, says: it is late}
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    path = tmp_path / "named.yaml"
    path.write_text(RULES, encoding="utf-8")
    return load(str(path))


def test_moves_are_written_by_name_and_read_by_name_or_cell(game: Game) -> None:
    position = game.start()
    texts = [move.text for move in position.legal_moves() if move.name == "step"]
    assert "step s_king-a2" in texts
    assert "step c1-c2" in texts  # a piece without a name
    assert position.parse_move("step a1-a2").text == "step s_king-a2"
    assert position.play("step a1-a2") == position.play("step s_king-a2")
    after = position.play("step s1man-c2")
    assert "c2" in {piece.place for piece in after.view("north").pieces if piece.name == "s1man"}
    for move in position.legal_moves():
        assert position.parse_move(move.text) == move
        game.move_id(move)
    assert list(position.legal_moves()) == sorted(position.legal_moves())


def test_a_name_stays_with_a_piece_beside_the_board(game: Game) -> None:
    position = game.start().play("hit n_mid").play("hit s_king")
    assert position.why("step s_king-a2")[0].message == "the king s_king is not on the board"
    wakes = [move.text for move in position.legal_moves() if move.name == "wake"]
    assert wakes[0] == "wake s_king-b3"
    after = position.play("wake s_king-c2").play("wake n_mid-c3")
    assert str(after.events[0]) == "moved piece=north man n_mid from=box to=c3"
    assert game.position(after.to_dict()) == after


def test_a_named_piece_that_left_is_refused_and_not_unknown(game: Game) -> None:
    position = game.start().play("leave").play("who s1man").play("step n_mid-b2")
    (reason,) = position.why("step s1man-b2")
    assert reason.code == "move/wrong-piece"
    assert reason.message == "the man s1man has left the game"
    assert reason.clauses == ("N-1",)


def test_an_unknown_name_is_no_piece(game: Game) -> None:
    (reason,) = game.start().why("hit nobody_here")
    assert (reason.code, reason.clauses) == ("move/no-piece", ("N-2",))
    assert reason.message == "there is no piece 'nobody_here'"
    assert game.start().why("hit b2")[0].message == "nothing stands on b2"
    with pytest.raises(InvalidMoveError):
        game.start().play("step a1-nowhere")


def test_choices_are_written_by_name_and_read_by_name_or_cell(game: Game) -> None:
    position = game.start().play("leave")
    assert [move.text for move in position.legal_moves()] == [
        "who s_king",
        "who s1man",
        "who c1",
        "who none",
    ]
    assert position.play("who b1") == position.play("s1man")


def test_a_position_by_names(game: Game) -> None:
    position = game.position(
        pieces={"n_left": "c3", "s_king": "a1", "s1man": "box", "n_mid": "gone"},
        mover="south",
        counters={"wounds": {"n_left": 2}},
    )
    assert position.drawing.splitlines()[0] == "3 . . n"
    assert position.drawing.splitlines()[2] == "1 S . ."
    assert position.play("wake s1man-b2").drawing.count("s") == 1
    assert position.state.piece_counters == [[2, 0, 0, 0]]
    assert game.position(position.to_dict()) == position


def test_drawn_pieces_take_the_names_that_are_left(game: Game) -> None:
    position = game.position(board="n.n\ns.s\n.S.", pieces={"n_mid": "a3"}, mover="south")
    named = {piece.place: piece.name for piece in position.view("north").pieces}
    assert named == {"a3": "n_mid", "c3": "n_left", "a2": "s1man", "c2": None, "b1": "s_king"}


@pytest.mark.parametrize(
    ("pieces", "board", "words"),
    [
        ({"n_lefd": "a1"}, None, "no piece is called 'n_lefd'; did you mean `n_left`"),
        ({"n_left": "z1"}, None, "'n_left' cannot stand on 'z1'"),
        ({"n_left": "a1", "n_mid": "a1"}, None, "'n_left' and 'n_mid' both stand on a1"),
        ({"n_left": "a1"}, "...\n...\ns..", "'s' is drawn on a1, where 'n_left' stands"),
    ],
)
def test_positions_that_cannot_be(
    game: Game, pieces: dict[str, str], board: str | None, words: str
) -> None:
    with pytest.raises(PositionError, match=words):
        game.position(pieces=pieces, board=board)


def test_names_from_a_list_flag(tmp_path: Path) -> None:
    rows = """\
flags:
  crew:
    question: Who takes part?
    type: list
    default:
      - {called: ann, owner: north, kind: man, at: a3}
      - {called: bob, owner: south, kind: man, at: a1}
"""
    head, _, rest = RULES.partition("setup:\n")
    text = head + rows + "setup: [pieces: {value_of: crew}]\n" + rest[rest.index("phases:") :]
    path = tmp_path / "named.yaml"
    path.write_text(text, encoding="utf-8")
    assert load(str(path)).start().play("step bob-a2").drawing.splitlines()[1] == "2 s . ."


def test_scenarios_by_name(tmp_path: Path) -> None:
    (tmp_path / "named.yaml").write_text(RULES, encoding="utf-8")
    cases = tmp_path / "cases.yaml"
    cases.write_text(
        """\
ruleset: ./named.yaml
cases:
  - id: hit/lies-down
    pieces: {n_left: c3, s_king: a1}
    mover: south
    steps:
      - refused: {move: {target: n_left}, code: move/no-action}
      - refused: {move: {action: hit, target: null}, code: move/missing-value}
      - play: {action: hit, target: n_left}
      - expect: {at: {n_left: box, s_king: a1, n_mid: gone}}
      - play: {by: north, move: {action: leave}}
  - id: hit/expected-elsewhere
    pieces: {n_left: c3, s_king: a1}
    mover: south
    steps:
      - expect: {at: {n_left: a1, n_midd: a1}}
""",
        encoding="utf-8",
    )
    first, second = run_files([cases]).results
    assert first.ok
    assert second.messages == (
        "place of 'n_left': expected a1, found c3",
        "place: there is no piece 'n_midd'; did you mean `n_mid`?",
    )


LANDS = """\
schema: 1
name: lands
title: Lands
sides: {red: {}, green: {}}
board: {rows: 2, columns: 2}
kinds: {army: {letters: {red: r, green: g}}, fort: {letters: {red: R, green: G}}}
setup:
  - pieces:
      - {called: arnor, owner: red, kind: army, at: a2}
      - {called: bree, owner: green, kind: army, at: b2}
      - {called: dale, owner: green, kind: army, at: b1}
phases: {play: {turns: [red, green], turn: [act: [take]]}}
actions:
  take:
    operands: {land: {piece: {owner: opponent}}}
    effects: [STEP]
endings: [{when: count(owner=opponent) == 0, winner: mover, says: all is taken}]
"""
GIVE = "{give: {piece: land, to: mover}}"


def lands(tmp_path: Path, step: str = GIVE) -> Game:
    path = tmp_path / "lands.yaml"
    path.write_text(LANDS.replace("STEP", step), encoding="utf-8")
    return load(str(path))


@pytest.mark.parametrize("cells", [None, {"a2": "g"}])
def test_a_piece_that_is_named_and_drawn_is_of_the_side_that_is_drawn(
    tmp_path: Path, cells: dict[str, str] | None
) -> None:
    board = "gr\n.g" if cells is None else ".r\n.g"
    pieces = {"arnor": "a2", "bree": "b2"}
    position = lands(tmp_path).position(board=board, cells=cells, pieces=pieces, mover="red")
    assert [move.text for move in position.legal_moves()] == ["take arnor", "take dale"]
    assert lands(tmp_path).position(position.to_dict()) == position


def test_a_drawn_piece_for_which_no_name_is_left_is_refused(tmp_path: Path) -> None:
    told = r"no piece with a name is left that 'g' on b1 could be; say which one it is now: "
    with pytest.raises(PositionError, match=told + "`pieces: {arnor: b1}`"):
        lands(tmp_path).position(board="gg\n.g")
    with pytest.raises(PositionError, match="draw no more pieces than there are"):
        lands(tmp_path, "remove: land").position(board="gg\n.g")
    # Where pieces can become such a piece, one more need not have a name.
    become = "{become: {piece: land, kind: fort}}"
    position = lands(tmp_path, become).position(board="gg\nr.", pieces={"arnor": "gone"})
    assert len(position.full_view().pieces) == 3


def test_a_piece_stays_what_nothing_in_the_game_can_change(tmp_path: Path) -> None:
    with pytest.raises(PositionError, match="'R' is drawn on a2, where 'arnor' stands"):
        lands(tmp_path).position(board="R.\n..", pieces={"arnor": "a2"})
