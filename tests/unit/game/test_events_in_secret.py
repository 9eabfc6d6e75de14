from __future__ import annotations

from ruleengine import load


def test_the_referee_is_told_what_is_placed_in_a_draft() -> None:
    position = load("stratego_barrage").start()
    for seat in position.actors:
        after = position.play(position.legal_moves(seat)[0], seat)
        (event,) = after.events
        assert (event.name, event.details["piece"]) == ("placed", f"{seat} marshal")
        assert after.full_view().events == after.events
        assert after.view(None).events == ()
