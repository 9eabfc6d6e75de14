"""Sides that win or lose together, of which none comes first."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from rich.table import Table

from ruleengine import load
from ruleengine.cli.simulate import rows, tables
from ruleengine.lab.jobs import Manner
from ruleengine.lab.simulating import Simulated, simulate

TIDE = """\
schema: 1
name: tide
title: Tide
sides: {red: {}, blue: {}, sea: {}}
board: {rows: 1, columns: 1}
kinds: {boat: {letters: {red: r}}}
dice: {die: {faces: 2}}
phases: {play: {turns: [red, blue], turn: [act: [row], roll: die]}}
actions: {row: {}}
endings:
  - {when: turn > 3 and die == 1, winner: sea, says: drowned}
  - {when: turn > 3 and die == 2, WINNER, says: saved}
"""
SHARED = "each: us, several: share, winner: us"


@pytest.mark.parametrize(("winner", "together"), [(SHARED, True), ("winner: red", False)])
def test_of_sides_that_win_together_none_comes_first(
    tmp_path: Path, winner: str, *, together: bool
) -> None:
    text = TIDE.replace("WINNER", winner)
    if together:
        text = text.replace("die == 2,", "die == 2 and us != sea,")
    path = tmp_path / "tide.yaml"
    path.write_text(text, encoding="utf-8")
    found = simulate(load(str(path)), 60, Manner(seed=1)).summary
    assert found.together is together
    said = str([row for table in tables(found) for row in _cells(table)])
    assert ("first mover" in said) is not together
    if not together:
        assert found.first_mover is not None


def _of(tmp_path: Path, text: str) -> Simulated:
    path = tmp_path / "tide.yaml"
    path.write_text(text, encoding="utf-8")
    return simulate(load(str(path)), 60, Manner(seed=1))


def _row(found: Simulated) -> tuple[object, ...]:
    """Return the row about the first mover."""
    for table in tables(found.summary):
        if isinstance(table, Table) and table.columns[0].header == "Figure":
            cells = zip(*(column.cells for column in table.columns), strict=True)
            return next((row for row in cells if "first mover" in str(row[0])), ())
    return ()


def test_the_first_mover_is_named_and_held_against_an_equal_part(tmp_path: Path) -> None:
    # Of two sides that have turns, where no other wins, each wins half of what is won.
    found = _of(
        tmp_path, TIDE.replace("winner: sea", "draw: true").replace("WINNER", "winner: red")
    )
    assert found.summary.first_side == "red"
    assert found.summary.advantage.value == pytest.approx(1 / 2)
    name, _, words = _row(found)
    assert (name, words) == ("first mover (red) wins", "of decided games; advantage +50.0 points")
    assert "first_mover_advantage" in {row["name"] for row in rows(found)}


def test_no_part_is_equal_where_a_side_without_turns_wins(tmp_path: Path) -> None:
    found = _of(tmp_path, TIDE.replace("WINNER", "winner: red"))
    assert found.summary.outcomes["sea"].count > 0
    assert math.isnan(found.summary.advantage.value)
    name, _, words = _row(found)
    assert (name, words) == ("first mover (red) wins", "of decided games")
    assert "first_mover_advantage" not in {row["name"] for row in rows(found)}


def test_whoever_begins_has_no_name_where_lots_decide(tmp_path: Path) -> None:
    lots = "first: {steps: [choose: {as: who, who: chance, among_words: sides}, mark: {lead: who}]}"
    text = TIDE.replace("phases: {play: {", f"phases: {{{lots}, play: {{first: lead, ")
    text = text.replace("phases:", "marks: {lead: {holds: side}}\nphases:").replace(", sea: {}", "")
    text = text.replace("winner: sea", "winner: blue")
    found = _of(tmp_path, text.replace("WINNER", "winner: red"))
    assert found.summary.first_side is None
    assert _row(found)[0] == "first mover wins"


def test_a_side_that_has_all_turns_is_not_first(tmp_path: Path) -> None:
    text = TIDE.replace("[red, blue]", "[red]").replace("WINNER", "winner: red")
    assert _row(_of(tmp_path, text)) == ()


def _cells(table: object) -> list[object]:
    return [*table.columns[0].cells] if isinstance(table, Table) else [table]


def test_of_partners_that_win_together_each_has_a_whole_part(tmp_path: Path) -> None:
    text = TIDE.replace("blue: {}, sea: {}", "blue: {}, green: {}, gold: {}")
    text = text.replace("[red, blue]", "[red, blue, green, gold]")
    for face, partners, before in (
        (1, "[red, green]", "winner: sea"),
        (2, "[blue, gold]", "WINNER"),
    ):
        won = f'when: "turn > 3 and die == {face} and us in {partners}", {SHARED}'
        text = text.replace(f"when: turn > 3 and die == {face}, {before}", won)
    found = _of(tmp_path, text).summary
    assert found.first_mover is not None
    assert found.advantage.value == pytest.approx(found.first_mover.share.value - 1 / 2)


@pytest.mark.parametrize("agent", ["random", "random_kind"])
def test_a_game_that_is_cut_short_has_no_more_plies_than_the_limit(
    tmp_path: Path, agent: str
) -> None:
    path = tmp_path / "tide.yaml"
    path.write_text(TIDE.replace("WINNER", "winner: red"), encoding="utf-8")
    game, manner = load(str(path)), Manner(seed=1, agents=(agent,), max_plies=3)
    found = simulate(game, 20, manner).summary
    assert found.quantiles["most"] == 3  # a throw is due after it
    assert found.outcomes["unfinished"].count == 20
