"""What a seat is shown at the table is the same, whatever the others have hidden.

The worlds are those of the leak test; what is compared is every line that the table would print
for a seat: the story, the board with what stands beside it, the list of moves, and answers.
`test_shipped.py` does the same with every ruleset that is shipped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ruleengine import Game, Match, Position
from ruleengine.workbench.leaks.leak_test import check_leaks
from ruleengine.workbench.leaks.observing import Look, Observation

PAIRS = 30


def test_no_screen_tells_what_is_hidden(shade: Callable[..., Game], screen: Look) -> None:
    report = check_leaks(shade(), pairs=PAIRS, look=screen)
    assert report.ok, str(report)
    assert report.pairs >= PAIRS


def test_a_screen_that_shows_everything_is_found_out(shade: Callable[..., Game]) -> None:
    def full(
        match: Match, seat: str | None, _tried: Sequence[str], _passed: Sequence[Position]
    ) -> Observation:
        return {} if seat is None else {"drawing": match.position.drawing}

    assert not check_leaks(shade(), pairs=PAIRS, look=full).ok
