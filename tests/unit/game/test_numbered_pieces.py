"""Pieces of one cell that differ in nothing that is written are told apart by number."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, Match, Position, load

RULES = """\
schema: 1
name: mini
title: Mini
sides: {a: {forward: up}, b: {forward: down}}
board: {rows: 4, columns: 3, shared: true}
counters: {age: {per: piece}}
kinds: {man: {letters: {a: a, b: b}}}
setup:
  - put: {kind: man, owner: a, at: b1, counters: {age: 1}}
  - put: {kind: man, owner: a, at: b1, counters: {age: 2}}
  - put: {kind: man, owner: b, at: c4}
phases: {play: {turns: [a, b], turn: [act: [go]]}}
actions:
  go:
    operands: {man: {piece: {owner: mover}}}
    effects:
      - {add: {age: 10}, for: man}
      - move: {piece: man, to: "cell_at(man.cell.row - 1, man.cell.column)"}
endings:
  - {id: x, when: turn > 9, winner: a, says: late}
  - {id: y, when: turn > 19, winner: b, says: later}
"""
BY_AGE = (
    "operands: {man: {piece: {owner: mover}}}",
    (
        "operands: {n: {number: {at_least: 0, at_most: 9}},"
        " man: {piece: {owner: mover, where: it.age == n}, named: never}}"
    ),
)
OLDER = ("at: b1, counters: {age: 2}", "at: b1, counters: {age: 1}")


def mini(folder: Path, *edits: tuple[str, str]) -> Game:
    """Return the game with some texts replaced."""
    text = RULES
    for old, new in edits:
        assert text.count(old) == 1
        text = text.replace(old, new)
    (folder / "mini.yaml").write_text(text, encoding="utf-8")
    return load(str(folder / "mini.yaml"))


def texts(position: Position, seat: str | None = None) -> list[str]:
    return [move.text for move in position.legal_moves(seat)]


def men(position: Position) -> list[tuple[str | None, object]]:
    pieces = position.full_view().pieces
    return [(piece.place, piece.counters["age"]) for piece in pieces if piece.owner == "a"]


def test_a_counter_alone_gives_every_move_a_text_of_its_own(tmp_path: Path) -> None:
    game = mini(tmp_path)
    start = game.start()
    assert texts(start) == ["go b1", "go b1#2"]
    assert list(start.legal_moves()) == sorted(start.legal_moves())
    for number, move in enumerate(start.legal_moves()):
        assert start.parse_move(move.text).values == move.values
        assert start.play(move) == start.play(move.text) == start.play(move.to_dict())
        match = Match(game)
        match.submit("a", move)
        assert match.position == start.play(move)
        assert ("b2", 11 + number) in men(match.position)
        *_, last = match.record().replay(game)
        assert last == match.position


def test_the_numbers_of_such_moves_are_two(tmp_path: Path) -> None:
    game = mini(tmp_path)
    batch = game.batch(1, seed=1)
    numbers = [game.move_id(move) for move in game.start().legal_moves()]
    assert [*batch.legal().ids] == numbers
    assert len(set(numbers)) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("go b1#3", "there is no piece 'b1#3'"),
        ("go a1#2", "nothing stands on a1"),
    ],
)
def test_a_number_that_no_piece_has_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (reason,) = mini(tmp_path).start().why(text)
    assert (reason.code, reason.message) == ("move/no-piece", message)


def test_of_pieces_alike_every_number_means_the_first(tmp_path: Path) -> None:
    start = mini(tmp_path, OLDER).start()
    assert texts(start) == ["go b1"]
    assert start.play("go b1#2") == start.play("go b1#1") == start.play("go b1")


def test_a_piece_alone_of_those_that_fit_needs_no_number(tmp_path: Path) -> None:
    young = ("operands: {man: {piece: {owner: mover", "operands: {man: {piece: {owner: mover, ")
    start = mini(tmp_path, (young[0], f"{young[1]}where: it.age != 1")).start()
    assert texts(start) == ["go b1#2"]
    assert start.play("go b1") == start.play("go b1#2")


def test_more_pieces_than_there_are_numbers_for_have_texts_and_numbers(tmp_path: Path) -> None:
    game = mini(tmp_path)
    position = game.position(
        board="empty",
        cells={"b1": "6a", "c4": "b"},
        mover="a",
        counters={"age": {"b1": [1, 2, 3, 4, 5, 6]}},
    )
    assert texts(position) == ["go b1", *(f"go b1#{number}" for number in range(2, 7))]
    assert all(game.move_id(move) >= 0 for move in position.legal_moves())


def test_a_number_tells_nothing_to_those_who_do_not_know_what_differs(tmp_path: Path) -> None:
    match = Match(mini(tmp_path, ("endings:", "views: [{hide: age}]\nendings:")))
    assert texts(match.position, "a") == ["go b1", "go b1#2"]
    match.submit("a", "go b1#2")
    assert [ply.text for ply in match.transcript("a")] == ["go b1#2"]
    assert [ply.text for ply in match.transcript("b")] == ["go b1"]


def test_what_whoever_moves_may_not_know_has_no_number(tmp_path: Path) -> None:
    views = ("endings:", "views: [{hide: age, from: everybody}]\nendings:")
    start = mini(tmp_path, views).start()
    assert texts(start, "a") == ["go b1"]
    assert start.why("go b1#2")[0].code == "move/no-piece"


def test_of_pieces_alike_the_rules_find_the_first(tmp_path: Path) -> None:
    game = mini(tmp_path, BY_AGE, OLDER)
    assert texts(game.start()) == ["go 1"]
    assert men(game.start().play("go 1")) == [("b2", 11), ("b1", 1)]
    assert [*game.batch(1, seed=1).legal().ids] == [game.move_id(game.start().legal_moves()[0])]


def test_pieces_that_differ_are_told_of_by_number_where_they_may_be_left_out(
    tmp_path: Path,
) -> None:
    left = ("man: {piece: {owner: mover}}", "man: {piece: {owner: mover}, named: if_several}")
    (reason,) = mini(tmp_path, left).start().why("go")
    assert reason.message == "the man could be the man on b1 or the man on b1#2"


LOT = """\
schema: 1
name: lot
title: Lot
sides: {ash: {}, birch: {}}
board: {rows: 1, columns: 2, shared: true}
kinds:
  man: {letters: {ash: A, birch: B}}
  flame: {letters: {nobody: F}}
setup:
  - put: {kind: man, owner: ash, at: a1}
  - put: {kind: man, owner: birch, at: a1}
  - put: {kind: flame, owner: nobody, at: a1}
actions: {nod: {}}
phases:
  play:
    turns: [ash, birch]
    turn:
      - choose: {as: taker, who: chance, among: {kind: man, at: a1}}
      - remove: taker
      - act: [nod]
endings:
  - {when: count(kind=man) < 2, winner: mover, says: one is gone}
"""


def test_chance_and_players_name_pieces_alike(tmp_path: Path) -> None:
    found: list[list[str]] = []
    for who in ("chance", "mover"):
        text = LOT.replace("who: chance", f"who: {who}")
        (tmp_path / "lot.yaml").write_text(text, encoding="utf-8")
        start = load(str(tmp_path / "lot.yaml")).start()
        found.append([option.text for option in start.chance or start.legal_moves()])
    assert found == [["taker a1:ash.man", "taker a1:birch.man"]] * 2


def test_a_piece_without_a_name_is_meant_by_its_cell_beside_one_with_a_name(
    tmp_path: Path,
) -> None:
    first = "- put: {kind: man, owner: a, at: b1, counters: {age: 1}}"
    start = mini(tmp_path, (first, first.replace("at: b1,", "at: b1, called: bill,"))).start()
    assert sorted(texts(start)) == ["go b1", "go bill"]
    for move in start.legal_moves():
        assert start.parse_move(move.text).values == move.values
