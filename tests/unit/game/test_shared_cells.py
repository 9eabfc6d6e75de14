"""Pieces of several kinds and owners on one cell are told apart by what is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, Match, load
from ruleengine.agents.registry import make_agent
from ruleengine.agents.table import play_out
from ruleengine.analysis.deep import deep_check
from ruleengine.errors import InvalidMoveError
from ruleengine.game.position import Position
from ruleengine.workbench.cases.scenarios import run_files

RULES = """\
schema: 1
name: crowd
title: Crowd
sides: {south: {forward: up}, north: {forward: down}}
board: {rows: 2, columns: 3, shared: true}
kinds:
  man: {letters: {south: s, north: n, nobody: o}}
  king: {letters: {south: k, north: q}}
setup:
  - put: {kind: man, owner: south, at: [a1, b1]}
  - put: {kind: king, owner: south, at: [a1]}
  - put: {kind: man, owner: north, at: [a1, c2]}
  - put: {kind: king, owner: north, at: [c2]}
  - put: {kind: man, owner: nobody, at: [b1]}
phases:
  play: {turns: [south, north], turn: [{act: [step, lift, grab], else: [end_turn]}]}
actions:
  step:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: orthogonal, distance: 1}}
    effects: [move: {piece: unit, to: to}]
  lift:
    operands:
      victim: {piece: {where: count(at=it.cell) > 1}}
    effects: [remove: victim]
  grab:
    effects:
      - choose: {as: lucky, who: mover, among: {where: count(at=it.cell) > 2}}
        else: [stop]
      - remove: lucky
endings:
  - {when: turn > 12, draw: true, says: it is late}
  - {when: count() < 3, draw: true, says: few are left}
"""
CASES = """\
ruleset: ./crowd.yaml
defaults: {start: true}
cases:
  - id: crowd/the-king-goes
    steps:
      - refused: {move: step a1-a2, code: move/malformed}
      - play: step a1:king-a2
      - expect: {cells: {a2: k}, legal: {includes: ["step c2:man-c1", "step a1-a2"]}}
"""


def crowd(folder: Path, *edits: tuple[str, str]) -> Game:
    """Return the game with some texts replaced."""
    text = RULES
    for old, new in edits:
        assert text.count(old) == 1
        text = text.replace(old, new)
    (folder / "crowd.yaml").write_text(text, encoding="utf-8")
    return load(str(folder / "crowd.yaml"))


def texts(position: Position) -> list[str]:
    return [move.text for move in position.legal_moves()]


def places(position: Position) -> list[str]:
    return [f"{piece.place} {piece.owner} {piece.kind}" for piece in position.view(None).pieces]


def test_a_kind_is_written_where_several_stand_and_an_owner_where_it_is_open(
    tmp_path: Path,
) -> None:
    start = crowd(tmp_path).start()
    assert texts(start) == [
        "step a1:man-a2",
        "step a1:man-b1",
        "step a1:king-a2",
        "step a1:king-b1",
        "step b1-b2",
        "step b1-a1",
        "step b1-c1",
        "lift c2:man",
        "lift c2:king",
        "lift a1:south.man",
        "lift a1:south.king",
        "lift a1:north.man",
        "lift b1:nobody",
        "lift b1:south",
        "grab",
    ]
    assert texts(start.play("grab")) == [
        "lucky a1:south.man",
        "lucky a1:south.king",
        "lucky a1:north.man",
    ]
    assert list(start.legal_moves()) == sorted(start.legal_moves())


def test_every_text_means_the_piece_it_was_written_for(tmp_path: Path) -> None:
    start = crowd(tmp_path).start()
    for move in start.legal_moves():
        assert start.parse_move(move.text).values == move.values
    gone = set(places(start)) - set(places(start.play("lift a1:north.man")))
    assert gone == {"a1 north man"}
    left = start.play("grab").play("a1:south.king")
    assert set(places(start)) - set(places(left)) == {"a1 south king"}
    # Less is enough where it says enough.
    assert start.play("lift a1:north") == start.play("lift a1:north.man")
    assert start.play({"action": "lift", "victim": "a1:king"}) == start.play("lift a1:south.king")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("step a1-a2", "several pieces stand on a1; write a1:man or a1:king"),
        ("lift a1:man", "several pieces stand on a1; write a1:south.man or a1:north.man"),
        ("step a1:rook-a2", "'a1:rook' is not a cell of this board"),
    ],
)
def test_too_little_is_refused_with_what_there_is(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        crowd(tmp_path).start().play(text)
    assert caught.value.message == message


def test_who_is_not_there_cannot_be_meant(tmp_path: Path) -> None:
    start = crowd(tmp_path).start()
    assert start.why("step b1:king-b2")[0].code == "move/no-piece"
    assert start.why("step a1:north.man-a2")[0].message == "the man on a1 belongs to north"


def test_a_cell_means_the_first_that_fits_where_nothing_is_said(tmp_path: Path) -> None:
    setup = RULES[RULES.index("setup:") : RULES.index("phases:")]
    apart = "setup:\n  - put: {kind: man, owner: south, at: [a1]}\n"
    apart += "  - put: {kind: king, owner: south, at: [b1]}\n"
    apart += "  - put: {kind: man, owner: north, at: [b2, c2]}\n"
    game = crowd(tmp_path, (", shared: true", ""), (setup, apart))
    position = game.start().play("step b1-a1").play("grab")
    assert texts(position)[:2] == ["step a1-a2", "step a1-a2"]
    found = deep_check(game, games=5, seed=1).diagnostics
    hints = [str(each.hint) for each in found if each.code == "check/shared-cell"]
    assert hints
    assert all("`shared: true`" in hint for hint in hints)
    shared = crowd(tmp_path, (setup, apart))
    codes = [each.code for each in deep_check(shared, games=5, seed=1).diagnostics]
    assert "check/shared-cell" not in codes


def test_pieces_that_differ_in_a_counter_alone_are_told_apart_by_number(tmp_path: Path) -> None:
    moved = "move: {piece: unit, to: to}]"
    game = crowd(
        tmp_path,
        (f"effects: [{moved}", f"effects: [{{add: {{age: 1}}, for: unit}}, {moved}"),
        ("phases:", "counters: {age: {per: piece}}\nphases:"),
    )
    found = deep_check(game, games=8, seed=1).diagnostics
    assert "check/shared-cell" not in [each.code for each in found]


HAND = """\
schema: 1
name: hand
title: Hand
sides: {north: {}, south: {}}
board: {rows: 1, columns: 1}
zones:
  hand: {off_board: true, parts: {north: {owner: north}, south: {owner: south}}}
  waste: {off_board: true}
kinds: {card: {letters: {north: c, south: d}}}
counters: {rank: {per: piece}}
setup: [{fill: {zone: hand, kind: card, count: 3, NUMBERS}}]
phases: {play: {turns: [north, south], turn: [FLOW]}}
actions:
  lay:
    operands: {card: {piece: {owner: mover, in: "part(hand, mover)"}}}
    effects: [{send: {piece: card, to: waste}}]
endings: [{when: "count(in=hand) == 0", draw: true, says: all are laid}]
"""


@pytest.mark.parametrize("flow", ["act: [lay]", "{submit: [lay], who: mover, moves: 1}"])
@pytest.mark.parametrize("numbers", ["number_as: rank", ""])
def test_cards_that_differ_are_one_move_and_warned_of(
    tmp_path: Path, flow: str, numbers: str
) -> None:
    path = tmp_path / "hand.yaml"
    path.write_text(HAND.replace("NUMBERS", numbers).replace("FLOW", flow))
    game = load(str(path))
    assert texts(game.start()) == ["lay hand.north"]
    found = deep_check(game, games=1, seed=1).diagnostics
    hints = [str(each.hint) for each in found if each.code == "check/shared-cell"]
    assert ["`number`" in hint for hint in hints] == ([True] if numbers else [])


def test_kinds_that_are_hidden_from_others_are_told_by_their_side(tmp_path: Path) -> None:
    hidden = ("endings:", "views: [{hide: kind, from: others}]\nendings:")
    start, openly = crowd(tmp_path, hidden).start(), crowd(tmp_path).start()
    own = [text for text in texts(openly) if text.startswith("step")]
    assert [text for text in texts(start) if text.startswith("step")] == own


def test_kinds_that_are_hidden_from_everybody_are_not_told(tmp_path: Path) -> None:
    hidden = ("endings:", "views: [{hide: kind, from: everybody}]\nendings:")
    start = crowd(tmp_path, hidden).start()
    assert texts(start)[:2] == ["step a1-a2", "step a1-a2"]


def test_numbers_of_moves_are_the_same_in_matches_and_batches(tmp_path: Path) -> None:
    game = crowd(tmp_path)
    match, batch = Match(game, 4), game.batch(1, seed=4, auto_reset=False)
    for step in range(60):
        if match.is_over:
            break
        moves = match.position.legal_moves()
        numbers = [game.move_id(move) for move in moves]
        assert [game.move_ids.text(number) for number in numbers] == [move.text for move in moves]
        assert sorted(batch.legal().ids.tolist()) == sorted(numbers)
        chosen = moves[step * 7 % len(moves)]
        match.submit(match.actors[0], chosen)
        batch.step([game.move_id(chosen)])
    assert match.is_over


@pytest.mark.parametrize("spec", ["greedy", "mcts:30"])
def test_agents_say_which_piece_they_mean(tmp_path: Path, spec: str) -> None:
    game = crowd(tmp_path)
    agents = {seat: make_agent(spec, game, seed=2, seat=seat) for seat in game.seats}
    assert play_out(Match(game, 2), agents).closing == "finished"


def test_cases_name_pieces_so(tmp_path: Path) -> None:
    crowd(tmp_path)
    (tmp_path / "cases.yaml").write_text(CASES, encoding="utf-8")
    report = run_files([tmp_path / "cases.yaml"])
    assert report.ok, [result.failure for result in report.failed]
