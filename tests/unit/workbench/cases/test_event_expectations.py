"""That every event of play can be expected in scenarios, and none else."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import ruleengine.pipeline
from ruleengine import load
from ruleengine.game.events import DETAILS, HIDDEN
from ruleengine.resolve.files.library import shipped_names
from ruleengine.workbench.cases.event_expectations import events_differ
from ruleengine.workbench.cases.expectation_model import Among

PLIES = 40


def test_the_events_are_those_that_the_pipeline_tells() -> None:
    home = Path(ruleengine.pipeline.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in home.rglob("*.py")]
    told = {name for text in texts for name in re.findall(r'(?:emit|Event)\("(\w+)"', text)}
    # No step hides a piece; a seat finds it hidden.
    assert told == set(DETAILS) - {HIDDEN}


@pytest.mark.parametrize("name", sorted(shipped_names()))
def test_what_happens_in_play_could_be_excluded_elsewhere(name: str) -> None:
    rng = random.Random(7)  # noqa: S311 - any game will do, the same each time
    position = load(name).start()
    for _ in range(PLIES):
        if position.outcome is not None:
            break
        options = [each.text for each in position.chance or position.legal_moves()]
        position = position.play(rng.choice(options))
        seat = rng.choice(position.game.seats)
        for events in (position.events, position.view(seat).events):
            texts = [text for event in events for text in (event.name, str(event))]
            assert list(events_differ(position.game.rules, (), Among(excludes=texts))) == []
