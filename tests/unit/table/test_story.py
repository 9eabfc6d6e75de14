from __future__ import annotations

import re
from pathlib import Path

from ruleengine.game.events import GameEvent
from ruleengine.game.record import Ply
from ruleengine.table.story import SENTENCES, entry_of

PIPELINE = Path(__file__).resolve().parents[3] / "ruleengine" / "pipeline"


def test_there_are_words_for_every_event() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in PIPELINE.glob("*.py"))
    emitted = set(re.findall(r'(?:emit|Event)\("(\w+)"', source))
    assert emitted == set(SENTENCES)


def test_what_the_move_says_is_not_said_again() -> None:
    moved = GameEvent("moved", {"piece": "red man", "from": "a1", "to": "a2"})
    assert str(entry_of(Ply("A", "step a1-a2"), (moved,))) == "A: step a1-a2"
    said = "A: step a2; red man goes from a1 to a2"
    assert str(entry_of(Ply("A", "step a2"), (moved,))) == said


def test_of_a_piece_that_came_out_of_hiding_it_is_not_said_from_where() -> None:
    moved = GameEvent("moved", {"piece": "red man", "to": "a2"})
    assert str(entry_of(Ply("A", "go"), (moved,))) == "A: go; red man comes to a2"


def test_a_throw_is_told_by_what_was_thrown() -> None:
    rolled = GameEvent("rolled", {"value": 4})
    assert str(entry_of(Ply(None, "big_die 4"), (rolled,))) == "big die: 4"


def test_how_chance_fell_is_told_only_as_far_as_it_is_seen() -> None:
    drawn = Ply(None, "first_fruit bag:pear#2")
    for piece, told in (("nobody pear", "first fruit: bag:pear#2"), ("piece", "first fruit: bag")):
        seen = GameEvent("chosen", {"piece": piece})
        assert str(entry_of(drawn, (seen,))) == told
    assert str(entry_of(drawn, ())) == "first fruit"
