"""What a run that was stopped says of what it has not played, and of what cannot be tried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.cli import compare as compare_command
from ruleengine.cli import coverage as coverage_command
from ruleengine.cli import sensitivity as sensitivity_command
from ruleengine.errors import LabError
from ruleengine.lab.chunks import Chunk, play_chunk
from ruleengine.lab.comparing import compare, make_jobs
from ruleengine.lab.covering import coverage_job, measure_coverage
from ruleengine.lab.jobs import Manner
from ruleengine.lab.report import comparison_report, sensitivity_report, simulation_report
from ruleengine.lab.running import Playing, Task
from ruleengine.lab.sensitivity import check_choices, measure_sensitivity, prepare
from ruleengine.lab.simulating import simulate

RULES = """\
schema: 1
name: waiting
title: Waiting
flags:
  first: {question: Who wins?, choices: {north: north, south: south}, default: north}
  lasts: {question: How long?, type: number, at_least: 1, at_most: 9, default: 2}
sides: {north: {}, south: {}}
board: {rows: 2, columns: 2}
counters: {count: {per: game}}
kinds: {man: {letters: {north: n, south: s}}}
setup: [drawn: "n .\\n. s"]
actions: {wait: {}}
phases:
  play: {turns: [north, south], turn: [act: [wait], add: {count: 1}]}
endings:
  - id: over
    when: count >= lasts
    winner: {pick: first, north: north, south: south}
    says: it is over
"""


@pytest.fixture
def waiting(tmp_path: Path) -> str:
    path = tmp_path / "waiting.yaml"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


class Stopping:
    """Plays what it is to play, and is stopped when all of that is done; `left_out` hangs."""

    def __init__(self, plays: int = 1_000, *left_out: tuple[str, int]) -> None:
        self._plays = plays
        self._left_out = left_out

    def run(self, tasks: Iterable[Task]) -> Iterator[Chunk]:
        for task in tasks:
            if self._plays == 0:
                break
            if (task.job.label, task.first) not in self._left_out:
                self._plays -= 1
                yield play_chunk(task.job, task.first, task.count)
        raise KeyboardInterrupt


def test_a_choice_that_was_not_played_is_called_that(waiting: str) -> None:
    found = measure_sensitivity(prepare(waiting, games=20), Playing(Stopping(1), chunk=10))
    assert [(row.choice.label, row.weight) for row in found.rows] == [("first=south", "not played")]
    assert found.flags["never reached"] == []
    assert "not played (1)" in _text(sensitivity_command.tables(found))
    page = sensitivity_report(found)
    assert "<b>Not played:</b> first" in page
    assert "This plays all games" in page
    assert "every figure is the same" not in page


def test_a_flag_that_was_not_played_is_not_said_to_have_changed_no_game(waiting: str) -> None:
    game, manner = load(waiting), Manner(unfolded=True)
    flags = prepare(waiting, games=10, manner=manner, adaptive=False)
    playing = Playing(Stopping(1), chunk=10)
    found = measure_coverage(game, coverage_job(game, manner), 10, playing=playing, flags=flags)
    assert found.flags == {"first": "not played", "lasts": "not tried"}
    assert found.to_dict()["flags_that_never_mattered"] == []
    text = _text(coverage_command.tables(found))
    assert "under each choice: none" in text
    assert "Flags of which not all was played: first" in text


def test_a_number_without_samples_is_said_to_have_nothing_to_try(waiting: str) -> None:
    found = measure_sensitivity(prepare(waiting, games=10))
    why = "lasts: no values to try; write some under `samples` of the flag"
    assert why in _text(sensitivity_command.tables(found))
    assert found.to_dict()["untried"] == dict([why.split(": ")])
    with pytest.raises(LabError, match="'lasts' has no values to try") as caught:
        check_choices(prepare(waiting, games=10, only=["lasts"]))
    assert caught.value.code == "lab/nothing-to-compare"


def test_settings_of_a_run_that_was_stopped_are_compared_over_the_same_games(waiting: str) -> None:
    settings = [(who, load(waiting, {"first": who})) for who in ("north", "south")]
    found = compare(settings, 40, playing=Playing(Stopping(3), chunk=10))
    assert [len(games) for games in found.games] == [10, 10]
    assert found.repeat["games"] == 10
    assert "every figure is the same" in comparison_report(found)
    assert "games\n10\n10" in _text(compare_command.tables(found))


def test_games_behind_one_that_hangs_count_too(waiting: str) -> None:
    game = load(waiting)
    found = simulate(game, 40, playing=Playing(Stopping(9, ("waiting", 10)), chunk=10))
    assert found.summary.games == 30
    assert found.repeat["games"] == 40  # fewer would be others
    assert "This plays all games" in simulation_report(found)
    settings = [(who, load(waiting, {"first": who})) for who in ("north", "south")]
    jobs = make_jobs(settings, Manner())
    hanging = Stopping(9, ("north", 0), ("south", 20))
    compared = compare(settings, 40, jobs=jobs, playing=Playing(hanging, chunk=10))
    assert [len(games) for games in compared.games] == [20, 20]


def _text(parts: Iterable[object]) -> str:
    """Return tables as text, each cell in a line of its own."""
    found: list[str] = []
    for part in parts:
        columns = getattr(part, "columns", None)
        if columns is None:
            found.append(str(part))
            continue
        found.append(str(getattr(part, "title", "")))
        for row in zip(*(column.cells for column in columns), strict=True):
            found += map(str, row)
    return "\n".join(found)
