"""What players call an action: its title, where that is short and can be typed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game

Make = Callable[..., Game]

STEP = """
title: step
operands:
  man: {piece: {owner: mover}}
  way: {word: [left, far_right]}
effects: []
"""
BOARD = "n N . . .\n. . . . .\n. . . . .\n. . . . .\ns . . . ."


@pytest.mark.parametrize(
    ("actions", "called"),
    [
        pytest.param("rest: {title: wait}", {"rest": "wait"}, id="one word"),
        pytest.param("rest: {title: sit down}", {"rest": "sit down"}, id="two words"),
        pytest.param("rest: {title: do no thing}", {"rest": "rest"}, id="more words"),
        pytest.param("do_no_thing: {title: Do no thing}", {"do_no_thing": "Do no thing"}, id="own"),
        pytest.param("rest: {}", {"rest": "rest"}, id="no title"),
        pytest.param("rest: {title: left}", {"rest": "rest"}, id="a word of an operand"),
        pytest.param("rest: {title: far right}", {"rest": "far right"}, id="no word by itself"),
        pytest.param("rest: {title: king}", {"rest": "rest"}, id="a kind"),
        pytest.param("rest: {title: A1}", {"rest": "rest"}, id="a cell"),
        pytest.param("rest: {title: up}", {"rest": "rest"}, id="a direction"),
        pytest.param("rest: {title: pass}", {"rest": "rest"}, id="another move"),
        pytest.param("rest: {title: rest now}", {"rest": "rest now"}, id="the name with a word"),
        pytest.param("rest: {title: step left}", {"rest": "rest"}, id="another with a value"),
        pytest.param("rest: {title: step on}", {"rest": "step on"}, id="another with a word"),
        pytest.param(
            "rest: {title: wait}\nstay: {title: Wait}", {"rest": "rest", "stay": "stay"}, id="two"
        ),
        pytest.param(
            "rest: {title: stay}\nstay: {title: rest}", {"rest": "rest", "stay": "stay"}, id="swap"
        ),
    ],
)
def test_an_action_is_called_by_a_title_that_can_be_typed(
    mini: Make, actions: str, called: dict[str, str]
) -> None:
    phases = f"play: {{turns: [north, south], turn: [act: [step, {', '.join(called)}]]}}"
    game = mini(STEP, actions=f"\n{actions}\n", phases=phases)
    assert game.rules.called == {"step": "step", **called}
    for name, title in called.items():
        assert game.rules.spoken(name) == title
        assert game.position(board=BOARD).parse_move(title).text == name


@pytest.mark.parametrize(
    ("text", "way"),
    [
        pytest.param("step b5 far_right", "far_right", id="as in the file"),
        pytest.param("step b5 far right", "far_right", id="in words"),
        pytest.param("step Far Right", "far_right", id="in capital letters"),
        pytest.param("step b5-LEFT", "left", id="one word"),
    ],
)
def test_a_word_may_be_written_as_it_is_printed(mini: Make, text: str, way: str) -> None:
    position = mini(STEP.replace("man: {piece: {owner: mover}}", MAN)).position(board=BOARD)
    assert position.parse_move(text).text == f"step b5-{way}"


MAN = "man: {piece: {owner: mover, kind: king}, named: if_several}"


def test_of_words_that_begin_alike_the_longer_is_meant_but_for_later_operands(mini: Make) -> None:
    words = "{word: [up, up_far, UP_NOW]}"
    one = mini(f"operands: {{way: {words}}}\neffects: []").position(board=BOARD)
    assert one.parse_move("step up far").text == "step up_far"
    assert one.parse_move("step Up Now").text == "step UP_NOW"
    two = mini(f"operands: {{way: {words}, how: {{word: [far, near]}}}}\neffects: []")
    assert two.position(board=BOARD).parse_move("step up far").text == "step up-far"
