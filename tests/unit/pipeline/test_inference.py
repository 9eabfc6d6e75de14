"""Operands that nobody names, or that may be left out, and counters used up for somebody."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game, Position
from ruleengine.errors import IllegalMoveError, InvalidMoveError
from ruleengine.game.moves.moves import Written

Make = Callable[..., Game]

BOARD = """
s . . . .
. . . . .
n . n . s
. s . s .
N . . . s
"""
SHOOT = """
operands:
  archer: {named: never, piece: {owner: mover, kind: man}, clauses: [M-1]}
  at: {cell: {empty: false}}
validators:
  - {require: "at.row != 2", says: the middle row is out of bounds}
  - {require: "manhattan(archer, at) == 2", says: it is out of range, code: out_of_range}
  - {holds: {cell: at, any_of: [enemy]}, infers: false}
  - {require: archer.tired == 0, says: it is tired, infers: false}
effects:
  - capture: at
  - set: {tired: 1}
    for: archer
"""
COUNTERS = "tired: {per: piece}"


def shooting(mini: Make, step: str = SHOOT) -> Position:
    return mini(step, counters=COUNTERS).position(board=BOARD, mover="north")


def texts(position: Position) -> list[str]:
    return [move.text for move in position.legal_moves()]


def codes(position: Position, move: Written) -> list[str]:
    return [reason.code for reason in position.why(move)]


def test_what_is_not_named_is_found_and_not_written(mini: Make) -> None:
    position = shooting(mini)
    assert texts(position) == ["step a5", "step d2"]
    move = position.legal_moves()[0]
    slot = move.values[0]
    assert isinstance(slot, int)
    assert position.parse_move("step a5").values == move.values
    assert position.game.move_ids.text(position.game.move_id(move)) == "step a5"
    after = position.play("step a5")
    assert after == position.play(move)
    assert after.state.piece_counters[0][slot] == 1
    assert position.game.position(after.to_dict()) == after


def test_several_that_fit_are_named(mini: Make) -> None:
    (reason,) = shooting(mini).why("step b2")
    assert reason.code == "move/ambiguous"
    assert reason.message == "the archer could be the man on a3 or the man on c3"
    assert reason.clauses == ("M-1",)


def test_none_that_fits_says_what_the_nearest_lacked(mini: Make) -> None:
    (reason,) = shooting(mini).why("step e1")
    assert (reason.code, reason.rule) == ("move/none-fits", "out_of_range")
    assert reason.message == ("no archer fits: the man on a3 and the man on c3: it is out of range")


def test_what_many_values_lacked_is_told_once(mini: Make) -> None:
    count = """
        operands:
          at: {cell: {empty: false}}
          many: {named: if_several, number: {at_least: 1, at_most: 6}}
        validators: [{require: many > 5 + at.column, says: there are not so many}]
        effects: []
    """
    (reason,) = shooting(mini, count).why("step b2")
    assert reason.message == "no many fits: 1, 2, 3 and 3 more: there are not so many"


def test_what_nobody_names_has_words_of_its_own_where_none_fits(mini: Make) -> None:
    told = SHOOT.replace("named: never,", "named: never, says: nobody can shoot there,")
    (reason,) = shooting(mini, told).why("step e1")
    assert (reason.code, reason.clauses) == ("move/none-fits", ("M-1",))
    assert reason.message.startswith("nobody can shoot there: the man on a3 and")
    near = """
        operands:
          at: {cell: {empty: false}}
          archer:
            piece: {owner: mover, kind: man, where: "manhattan(it, at) == 2"}
            named: never
            says: nobody can shoot there
        effects: [capture: at]
    """
    (reason,) = shooting(mini, near).why("step e1")
    assert reason.message == "nobody can shoot there"


def test_rules_that_do_not_find_refuse_in_their_own_words(mini: Make) -> None:
    position = shooting(mini)
    assert codes(position, "step a1") == ["move/target-friend"]
    tired = position.game.position(board=BOARD, mover="north", counters={"tired": {"a3": 1}})
    assert texts(tired) == ["step d2"]
    assert [reason.message for reason in tired.why("step a5")] == ["it is tired"]


def test_rules_about_what_is_named_come_first(mini: Make) -> None:
    position = shooting(mini)
    assert [reason.message for reason in position.why("step e3")] == [
        "the middle row is out of bounds"
    ]
    assert codes(position, "step d4") == ["reach/wrong-cell"]
    assert codes(position, "step") == ["move/missing-value"]
    assert codes(position, "step a5 a3") == ["move/extra-value"]


def test_a_named_cell_may_depend_on_what_is_found(mini: Make) -> None:
    position = shooting(
        mini,
        """
        operands:
          man: {named: never, piece: {owner: mover, kind: man}}
          to: {line: {from: man, directions: orthogonal, distance: {at_least: 1, at_most: 2}}}
        validators:
          - path_clear: to
          - holds: {cell: to, any_of: [nothing, enemy]}
        effects: [capture: to, move: {piece: man, to: to}]
        """,
    )
    # b3 can be reached by both men; c3 and a3 stand in each other's way.
    assert "step b3" not in texts(position)
    assert codes(position, "step b3") == ["move/ambiguous"]
    assert texts(position)[:3] == ["step a5", "step c5", "step a4"]
    assert codes(position, "step e4") == ["move/none-fits"]
    assert codes(position, "step z9") == ["reach/off-board"]
    for move in position.legal_moves():
        assert position.parse_move(move.text) == move
        assert position.play(move) == position.play(move.text)


def test_several_operands_are_found_one_after_the_other(mini: Make) -> None:
    position = shooting(
        mini,
        """
        operands:
          at: {cell: {}}
          man: {named: never, piece: {owner: mover, kind: man}}
          foe: {named: never, piece: {owner: opponent}}
        validators:
          - require: distance(man, at) == 1
          - require: distance(foe, at) == 1 and foe.owner != man.owner
        effects: [remove: foe]
        """,
    )
    # By its own rules alone, both men stand beside b4: which foe fits is not looked at.
    assert codes(position, "step b4") == ["move/ambiguous"]
    assert "step a4" in texts(position)
    assert "a5" not in {piece.place for piece in position.play("step a4").view("north").pieces}


LEAVE_OUT = """
operands:
  man: {named: if_several, piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
  mood: {word: [bold, shy], when: to.column == 0}
validators:
  - {holds: {cell: to, any_of: [nothing]}}
effects: [move: {piece: man, to: to}]
"""


def test_a_value_is_left_out_when_only_one_is_legal(mini: Make) -> None:
    position = shooting(mini, LEAVE_OUT)
    assert position.parse_move("step a4-bold").text == "step a3-a4-bold"
    assert position.parse_move("step d3").text == "step c3-d3"
    assert position.parse_move({"action": "step", "to": "b1"}).text == "step a1-b1"
    assert position.play("step c3-d3") == position.play("step d3")
    (reason,) = position.why("step b3")
    assert reason.message == "the man could be the man on a3 or the man on c3"
    assert codes(position, "step a2-shy") == ["move/ambiguous"]
    assert codes(position, "step e5") == ["move/none-fits"]
    assert codes(position, "step b2")[0] == "move/target-enemy"  # whoever goes there


def test_moves_as_mappings(mini: Make) -> None:
    position = shooting(mini, LEAVE_OUT)
    move = {"action": "step", "man": "a3", "to": "a4", "mood": "bold"}
    assert position.parse_move(move).text == "step a3-a4-bold"
    assert position.play(move) == position.play("step a3-a4-bold")
    assert codes(position, {**move, "mood": None}) == ["move/missing-value"]
    assert codes(position, {**move, "mood": "none"}) == ["move/missing-value"]
    assert codes(position, {"man": "a3", "to": "a4"}) == ["move/no-action"]
    assert codes(position, {**move, "speed": 3}) == ["move/extra-value"]
    assert codes(position, {**move, "to": "b3"}) == ["move/extra-value"]
    assert codes(position, {**move, "man": "d4"}) == ["move/no-piece"]
    with pytest.raises(InvalidMoveError, match="does not name the action step"):
        position.play({"action": "fly"})
    with pytest.raises(InvalidMoveError, match="'a5' is too much for to"):
        position.play({"action": "step", "man": "a3", "to": "a4 a5"})
    with pytest.raises(IllegalMoveError, match="step man=a3 to=a9"):
        position.play({"action": "step", "man": "a3", "to": "a9"})


def test_extra_values_can_be_ignored(mini: Make) -> None:
    position = shooting(mini, LEAVE_OUT + "extra_values: ignored\n")
    move = {"action": "step", "man": "c3", "to": "d3", "mood": "bold", "speed": 3}
    assert position.play(move) == position.play("step c3-d3 bold")
    assert position.parse_move(move).text == "step c3-d3"


def test_a_choice_by_name(mini: Make) -> None:
    game = mini(
        "effects: [choose: {as: who, who: mover, among: {owner: mover}}, remove: who]",
    )
    position = game.position(board=BOARD, mover="north").play({"action": "step"})
    assert position.play({"who": "a3"}) == position.play("who a3")
    with pytest.raises(InvalidMoveError):
        position.play({"what": "a3"})


USES = """
uses: [{counter: hops, for: man}, rests]
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
validators: [holds: {cell: to, any_of: [nothing]}]
effects: [move: {piece: man, to: to}]
"""


def test_a_counter_is_used_up_for_a_piece(mini: Make) -> None:
    game = mini(USES, counters="hops: {per: piece, limit: 1, title: hops}\nrests: {limit: 3}")
    position = game.position(board=BOARD, mover="north")
    after = position.play("step a3-a4").play("step e1-d1")
    assert "step a4-a3" not in texts(after)
    (reason,) = after.why("step a4-a3")
    assert reason.code == "move/limit-reached"
    assert reason.message == "the limit of 1 for hops is reached by the man on a4"
    last = after.play("step c3-c4")
    assert last.view("north").counters == {"rests": 3}
    assert last.outcome is not None  # nobody may hop any more


def test_an_action_takes_more_than_one_of_a_counter(mini: Make) -> None:
    step = USES.replace("rests]", "{counter: rests, by: 2}]")
    counters = "hops: {per: piece, limit: 9}\nrests: {limit: 3, title: rests}"
    turn = "play: {turns: [north, south], turn: [act: [step, wait]]}"
    game = mini(step, actions="wait: {}", phases=turn, counters=counters)
    after = game.position(board=BOARD, mover="north").play("step a3-a4")
    assert after.view("north").counters == {"rests": 2}
    (reason,) = after.why("step e1-d1")  # one is left, and that is too little
    assert reason.code == "move/limit-reached"
    assert reason.message == "the limit of 3 for rests has no room for 2 more"


def test_a_quota_helps_to_find_the_piece(mini: Make) -> None:
    step = USES.replace("man: {piece", "man: {named: never, piece").replace(", rests", "")
    game = mini(step, counters="hops: {per: piece, limit: 1, title: hops}")
    position = game.position(board=BOARD, mover="north", counters={"hops": {"a3": 1}})
    assert position.parse_move("step b3").values[0] == 2  # the other man has hopped already
    (reason,) = position.why("step a4")
    assert reason.message.startswith(
        "no man fits: the man on a3: the limit of 1 for hops is reached by the man on a3"
    )


SNEAK = """
operands:
  man: {named: never, piece: {owner: mover, kind: man}, clauses: [M-1]}
  foe: {piece: {owner: opponent}}
  to: {named: never, line: {from: man, directions: orthogonal, distance: 1}}
validators:
  - require: empty(to)
    says: the cell is taken
  - require: manhattan(to, foe) == 1
    says: it is not beside the enemy
effects: [move: {piece: man, to: to}, remove: foe]
"""


def test_what_depends_on_what_is_found_is_found_with_it(mini: Make) -> None:
    """No man is the only one that could go somewhere, but only one can go there."""
    position = shooting(mini, SNEAK)
    assert codes(position, "step b2") == ["move/ambiguous"]
    assert codes(position, "step e1") == ["move/none-fits"]
    assert texts(position) == ["step a5", "step e3"]
    (reason,) = position.why("step d2")
    assert reason.code == "move/ambiguous"
    assert reason.message == "the man and to could be the man on c3, d3 or the man on c3, c2"
    after = position.play("step e3")
    assert after.drawing.splitlines()[2] == "3 n . . n ."
    assert position.parse_move("step e3").values == next(
        move.values for move in position.legal_moves() if move.text == "step e3"
    )


def test_a_rule_about_a_named_cell_speaks_before_what_is_found(mini: Make) -> None:
    """The cell depends on the man, but whether it is taken does not; the count comes after it."""
    game = mini(
        """
        operands:
          man: {named: never, piece: {owner: mover, kind: man}}
          to: {line: {from: man, directions: orthogonal, distance: 1}}
        validators:
          - {require: empty(to), says: the cell is taken}
          - {require: steps == 0, says: a step has been made}
        effects: [move: {piece: man, to: to}, add: {steps: 1}]
        """,
        actions="wait: {}",
        phases="play: {turns: [north, south], turn: [{act: [step, wait]}]}",
        counters="steps: {}",
    )
    position = game.position(board=BOARD, mover="north")
    assert [reason.message for reason in position.why("step a5")][:1] == ["the cell is taken"]
    later = game.position(board=BOARD, mover="north", counters={"steps": 1})
    assert [reason.message for reason in later.why("step a5")][:2] == [
        "the cell is taken",
        "a step has been made",
    ]
    assert [reason.message for reason in later.why("step a4")] == ["a step has been made"]


def test_what_is_missing_is_told_once_after_a_value_that_may_not_be_named(mini: Make) -> None:
    """A value that is needed only for some others is missing like the rest."""
    game = mini(
        """
        operands:
          at: {cell: {where: "holds(it, owner=mover)"}, says: nobody of yours stands there}
          first: {number: {at_least: 1, at_most: 3}, clauses: [M-1]}
          second: {when: at.column > 0, number: {at_least: 1, at_most: 3}, title: the other pile}
          mood: {word: [glad, sad]}
        """
    )
    position = game.position(board=BOARD, mover="north")
    refused, missing = position.why("step c2")
    assert (refused.code, refused.message) == ("reach/wrong-cell", "nobody of yours stands there")
    assert missing.message == (
        "'step' needs values for 'first', 'second' (the other pile) and 'mood' (one of: glad, sad)"
    )
    assert codes(position, "step z9") == ["move/missing-value", "reach/off-board"]


def test_what_is_missing_is_told_first_and_nothing_counts_as_missing(mini: Make) -> None:
    game = mini(
        """
        operands:
          man: {piece: {owner: mover}}
          foe: {piece: {owner: opponent}}
        validators:
          - {require: man.kind == king, says: only the king}
        effects: [remove: foe]
        """
    )
    position = game.position(board=BOARD, mover="north")
    assert codes(position, "step a3") == ["move/missing-value", "move/requirement"]
    assert codes(position, "step a1-e3-none") == []
    assert codes(position, {"action": "step", "man": "a1", "foe": "e3", "more": None}) == []
    assert codes(position, {"action": "step", "man": "a1", "foe": "e3", "more": 1}) == [
        "move/extra-value"
    ]


def test_a_move_that_leaves_things_open_has_to_name_its_action(mini: Make) -> None:
    """A cell alone says too little, even where only one action could be meant."""
    assert codes(shooting(mini), "a5") == []  # nobody ever names the archer
    position = shooting(mini, SHOOT.replace("named: never", "named: if_several"))
    assert codes(position, "a5") == ["move/no-action"]
    assert codes(position, {"at": "a5"}) == ["move/no-action"]
    assert codes(position, "anywhere") == ["move/malformed"]


SWAP = """
operands:
  chief: {piece: {owner: mover, kind: king}, named: if_several}
  man: {piece: {owner: mover, kind: man}}
validators:
  - {id: near, require: "neighbors(chief, man)", says: they are too far apart, clauses: [M-1]}
  - {id: early, require: turn > 3, says: it is too early, clauses: [M-2]}
"""


def test_the_only_value_that_was_left_out_is_refused_in_the_words_of_a_named_one(
    mini: Make,
) -> None:
    phases = "play: {turns: [north, south], turn: [act: [step, wait]]}"
    game = mini(SWAP, actions="wait: {}", phases=phases)
    position = game.position(board="N . n . .\n" + 3 * ". . . . .\n" + "s . . . .", mover="north")
    reasons = position.why("step c5")
    told = [reason.message for reason in position.why("step a5-c5")]
    assert [reason.message for reason in reasons] == told
    assert [(reason.code, reason.rule) for reason in reasons] == [
        ("move/none-fits", "near"),
        ("move/requirement", "early"),
    ]
    two = game.position(board="N . n . N\n" + 3 * ". . . . .\n" + "s . . . .", mover="north")
    assert codes(two, "step c5") == ["move/requirement", "move/none-fits"]


PAWN = """
operands:
  pawn: {named: never, piece: {owner: mover}, clauses: [M-1]}
  to: {line: {from: pawn, directions: orthogonal, distance: 2}}
validators:
  - {path_clear: to, says: a fence is in the way}
  - {require: "to.column != 4", says: not into the corner}
  - {require: "exists(kind=king, between=[pawn, to])", says: there is nobody to jump over}
effects: [{move: {piece: pawn, to: to}}]
"""


def test_the_only_one_is_refused_in_the_words_of_a_named_one(mini: Make) -> None:
    """The code says that nothing fits, however many there were to choose from."""
    board = """
    . . . . .
    . . . . .
    . . . . .
    . . s . .
    . . n . .
    """

    def begun(step: str) -> Position:
        phases = "play: {turns: [north, south], turn: [act: [step, wait]]}"
        game = mini(step, actions="wait: {}", phases=phases)
        return game.position(board=board, mover="north")

    unnamed, named = begun(PAWN), begun(PAWN.replace("named: never, ", ""))
    assert [(each.code, each.message, each.clauses) for each in unnamed.why("step c3")] == [
        ("move/none-fits", "a fence is in the way", ("M-1",)),
        ("move/none-fits", "there is nobody to jump over", ("M-1",)),
    ]
    for to in ("c3", "c2", "d2", "e1", "c9"):
        as_named = [each.message for each in named.why(f"step c1-{to}")]
        assert [each.message for each in unnamed.why(f"step {to}")] == as_named
        assert as_named
    assert codes(unnamed, "step c9") == ["reach/off-board"]  # no pawn has to be known for that


def test_rules_refuse_in_their_order_whenever_they_can_be_asked(mini: Make) -> None:
    """Whether somebody stands on a cell is plain before the only archer has been found."""
    step = """
    operands:
      archer: {named: never, piece: {owner: mover, kind: king}}
      at: {cell: {}}
    validators:
      - {require: "manhattan(archer, at) == 2", code: out_of_range, says: it is out of range}
      - {require: empty(at), code: taken, says: somebody stands there}
    """
    found = shooting(mini, step).why("step c3")
    assert [reason.rule for reason in found] == ["out_of_range", "taken"]


def test_a_title_that_is_a_question_stands_in_refusals_as_it_is(mini: Make) -> None:
    step = """
    operands:
      archer: {piece: {owner: mover, kind: king}}
      way: {word: [near, far], named: if_several, title: how it captures}
    """
    (reason,) = shooting(mini, step).why("step a1")
    assert (reason.code, reason.message) == (
        "move/ambiguous",
        "how it captures could be near or far",
    )
