"""The step `tell`: what players are told, and who."""

from __future__ import annotations

from collections.abc import Callable

from ruleengine import Game, Match, Position
from ruleengine.table.story import story_of

Make = Callable[..., Game]

STEP = """
operands:
  man: {piece: {owner: mover, kind: man}}
  to: {line: {from: man, directions: all, distance: 1}}
effects:
  - let: {foe: piece_at(to)}
  - tell: "{mover} comes to {to} and finds {foe.kind}"
  - {tell: "there are {count(owner=mover)} of you, {man} is one", who: mover}
  - {tell: nobody reads this, who: foe.owner}
  - move: {piece: man, to: to}
"""
SETUP = "- put: {kind: man, owner: south, at: c1}\n- put: {kind: man, owner: north, at: c5}"


def told(position: Position, seat: str | None) -> list[str]:
    return [str(event) for event in position.events_for(seat) if event.name == "told"]


def test_everybody_or_one_side_is_told(mini: Make) -> None:
    after = mini(STEP, setup=SETUP).start().play("step c5-c4")
    to_all = "told says=north comes to c4 and finds nothing"
    to_north = "told side=north says=there are 1 of you, c5 is one"
    assert told(after, "north") == [to_all, to_north]
    assert told(after, "south") == [to_all]
    assert [str(event) for event in after.events if event.name == "told"] == [to_all, to_north]
    (state,) = {after.view(seat).drawing for seat in ("north", "south")}
    assert state == after.drawing


def test_the_story_of_a_game_has_what_was_told(mini: Make) -> None:
    match = Match(mini(STEP, setup=SETUP))
    match.submit("north", "step c5-c4")
    (entry,) = story_of(match, "south")
    assert entry.sentences == ("north comes to c4 and finds nothing",)


def test_a_question_tells_nobody_anything(mini: Make) -> None:
    procedures = "look: [tell: nobody hears this]"
    endings = '- {when: "after(look, turn > 90)", draw: true, says: late}'
    start = mini(STEP, setup=SETUP, procedures=procedures, endings=endings).start()
    assert "nobody hears" not in str(start.play("step c5-c4").events)
