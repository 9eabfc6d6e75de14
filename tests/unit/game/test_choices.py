from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from ruleengine import Game, Match, Record
from ruleengine.errors import IllegalMoveError, InvalidMoveError
from ruleengine.game.loading import load

GAME = """\
schema: 1
name: loyal
title: Loyal
sides: {white: {}, black: {}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {white: w, black: b}}}
setup:
  - drawn: |
      . . w
      . . .
      b . b
phases:
  play:
    turns: [white, black]
    turn: [act: [win_over]]
actions:
  win_over:
    effects:
      - choose: {as: turncoat, among: {owner: opponent}, who: mover, optional: true}
      - give: {piece: turncoat, to: mover}
endings:
  - {when: count(owner=black) == 0, winner: white, says: nobody is left}
"""


def test_declining_comes_after_all_options_however_far_down_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "loyal.yaml"
    path.write_text(GAME, encoding="utf-8")
    moves = load(str(path)).start().play("win_over").legal_moves()
    assert [move.text for move in moves] == ["turncoat a1", "turncoat c1", "turncoat none"]
    assert list(moves) == sorted(moves)


COUNTED = """\
schema: 1
name: counted
title: Counted
sides: {white: {}, black: {}}
board: {rows: 2, columns: 2}
kinds: {man: {letters: {white: w, black: b}}}
counters: {purse: {per: side, start: 12}, luck: {}}
phases:
  play:
    turns: [white, black]
    turn: [act: [pay]]
actions:
  pay:
    effects:
      - choose: {as: luck_of, who: chance, numbers: {from: 1, to: "min(purse, 3)"}}
        else: [stop]
      - choose:
          as: amount
          who: opponent
          numbers: {from: 0, to: "min(purse, 10) * (luck_of % 2)"}
          optional: true
          title: How much does it cost?
      - add: {purse: -amount, luck: luck_of}
endings:
  - {when: luck > 20, draw: true, says: enough}
"""


@pytest.fixture
def counted(tmp_path: Path) -> Game:
    path = tmp_path / "counted.yaml"
    path.write_text(COUNTED, encoding="utf-8")
    return load(str(path))


def test_chance_picks_each_number_as_likely(counted: Game) -> None:
    position = counted.start().play("pay")
    outcomes = position.chance or ()
    assert [(each.text, each.value, each.probability) for each in outcomes] == [
        (f"luck_of {number}", number, Fraction(1, 3)) for number in (1, 2, 3)
    ]


def test_numbers_are_moves_in_their_order_and_declining_is_the_last(counted: Game) -> None:
    position = counted.start().play("pay").play("luck_of 3")
    assert position.actors == ("black",)
    moves = position.legal_moves()
    assert [move.text for move in moves] == [*(f"amount {n}" for n in range(11)), "amount none"]
    assert moves[10].to_dict() == {"amount": 10}
    assert list(moves) == sorted(moves)
    assert [counted.move_ids.text(counted.move_id(move)) for move in moves] == [
        move.text for move in moves
    ]


@pytest.mark.parametrize("written", ["amount 4", "4", {"amount": 4}, {"amount": "4"}])
def test_a_number_is_chosen_however_it_is_written(counted: Game, written: object) -> None:
    position = counted.start().play("pay").play("luck_of 1")
    after = position.play(written)  # type: ignore[arg-type]
    assert after.ask("white.purse").value == 8
    assert next((event.name, dict(event.details)) for event in after.events) == (
        "chosen",
        {"value": 4},
    )


def test_a_number_that_is_not_offered_is_refused(counted: Game) -> None:
    position = counted.start().play("pay").play("luck_of 1")
    with pytest.raises(InvalidMoveError, match="the options are: 0 to 10, none"):
        position.play("amount 11")


def test_batches_and_records_keep_the_numbers(counted: Game) -> None:
    batch = counted.batch(2, seed=4, auto_reset=False)
    match = Match(counted, 4, number=0)
    for _ in range(12):
        legal = sorted(counted.move_id(m) for m in match.position.legal_moves(match.actors[0]))
        found = batch.legal()
        assert sorted(found.ids[: found.offsets[1]].tolist()) == legal
        others = found.ids[found.offsets[1] : found.offsets[2]].tolist()
        match.submit(match.actors[0], counted.move_ids.text(legal[len(legal) // 2]))
        batch.step([legal[len(legal) // 2], others[0]])
    again = Record.from_json(match.record().to_json())
    assert any(ply.text == "amount 6" for ply in again.plies)
    assert list(again.replay(counted))[-1] == match.position


HANDS = """\
schema: 1
name: hands
title: Hands
sides: {white: {}, black: {}}
board: {rows: 1, columns: 2}
zones: {hand: {off_board: true}}
kinds:
  fire: {title: fire crystal, letters: {nobody: f}}
  far_wind: {letters: {nobody: w}}
setup:
  - fill: {zone: hand, kind: fire, owner: nobody, count: 2}
  - fill: {zone: hand, kind: far_wind, owner: nobody}
phases:
  play:
    turns: [white, black]
    turn:
      - choose: {as: thrown, who: mover, among: {in: hand}, title: Which card?}
      - choose: {as: pace, who: mover, among_words: [slow, very_fast], title: the pace}
actions: {nod: {effects: []}}
endings:
  - {when: turn > 2, draw: true, says: late}
"""


def hands(folder: Path) -> Game:
    path = folder / "hands.yaml"
    path.write_text(HANDS, encoding="utf-8")
    return load(str(path))


@pytest.mark.parametrize(
    ("text", "means"),
    [
        pytest.param("fire", "hand:fire", id="the kind"),
        pytest.param("Fire", "hand:fire", id="in any case"),
        pytest.param("fire crystal", "hand:fire", id="its title"),
        pytest.param("far wind", "hand:far_wind", id="its name in words"),
        pytest.param("thrown fire", "hand:fire", id="behind the name of the choice"),
    ],
)
def test_an_option_is_named_by_its_kind(tmp_path: Path, text: str, means: str) -> None:
    start = hands(tmp_path).start()
    assert start.parse_move(text).text == f"thrown {means}"
    assert start.play("fire").parse_move("Very fast").text == "pace very_fast"
    with pytest.raises(InvalidMoveError, match="the options are: hand:fire, hand:far_wind"):
        start.parse_move("water")


def test_an_option_that_several_could_be_is_not_guessed(tmp_path: Path) -> None:
    path = tmp_path / "hands.yaml"
    text = HANDS.replace("{off_board: true}", "{off_board: true}, bag: {off_board: true}")
    text = text.replace("among: {in: hand}", "among: {in: [hand, bag]}")
    text = text.replace("setup:", "setup:\n  - fill: {zone: bag, kind: fire, owner: nobody}")
    path.write_text(text, encoding="utf-8")
    start = load(str(path)).start()
    with pytest.raises(InvalidMoveError, match="'fire' is no option here"):
        start.parse_move("fire")
    assert start.parse_move("far_wind").text == "thrown hand:far_wind"


def test_what_is_no_option_and_what_comes_before_chance_cite_the_step_that_is_due(
    tmp_path: Path,
) -> None:
    cited = GAME.replace("board:", "clauses: {L-1: Throw first., L-2: Win one over.}\nboard:")
    cited = cited.replace("board:", "dice: {die: {faces: 2}}\nboard:")
    cited = cited.replace("turn: [act", "turn: [{roll: die, clauses: [L-1]}, act")
    cited = cited.replace("optional: true}", "optional: true}\n        clauses: [L-2]")
    (tmp_path / "loyal.yaml").write_text(cited, encoding="utf-8")
    start = load(str(tmp_path / "loyal.yaml")).start()
    with pytest.raises(IllegalMoveError) as early:
        start.play("win_over")
    assert (early.value.code, early.value.clauses) == ("move/needs-chance", ("L-1",))
    choosing = start.play("die 1").play("win_over")
    with pytest.raises(InvalidMoveError) as wrong:
        choosing.play("turncoat c3")
    assert (wrong.value.code, wrong.value.clauses) == ("move/no-such-option", ("L-2",))
    assert choosing.why("turncoat c3") == wrong.value.reasons
