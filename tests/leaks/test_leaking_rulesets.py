"""Rulesets that give a secret away: the leak test says through what."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game
from ruleengine.workbench.leaks.leak_test import check_leaks
from ruleengine.workbench.leaks.observing import Look

Shade = Callable[..., Game]

BOMB = "exists(kind=bomb, in=corner)"
WAIT = "  wait:\n"
PROBE = "      - {require: turn > 1000, says: nobody probes here}\n"
LATE = "  - {when: turn > 60,"
ACT = "      - act: [step, wait, probe]\n"


def test_a_ruleset_that_keeps_its_secrets_passes(shade: Shade) -> None:
    report = check_leaks(shade(), pairs=500)
    assert report.ok, str(report)
    assert report.pairs >= 500
    assert {*report.changes} == {"other kinds", "other order", "changed mind", "fresh draft"}
    assert str(report).startswith("shade: 50")


@pytest.mark.parametrize(
    ("old", "new", "channel", "others"),
    [
        pytest.param(
            WAIT,
            f"{WAIT}    validators:\n      - require: not {BOMB}\n        says: no time\n",
            "legal moves",
            {"refusals"},
            id="what an action needs",
        ),
        pytest.param(
            LATE,
            f'  - {{when: "turn > 2 and {BOMB}", draw: true, says: early}}\n{LATE}',
            "outcome",
            set(),
            id="an ending",
        ),
        pytest.param(
            ACT,
            f"      - if: turn == 2 and {BOMB}\n        then: [end_turn]\n{ACT}",
            "chance",
            set(),
            id="a turn that is passed over",
        ),
        pytest.param(
            "{noted: turn}",
            '{noted: "count(kind=bomb, in=corner)"}',
            "view",
            set(),
            id="a counter",
        ),
        pytest.param(
            "resets: phase, limit: 10", "limit: 10", "view", set(), id="how often it changed"
        ),
        pytest.param(
            "owner: mover, at: to}\n",
            "owner: mover, at: to}\n      - mark: {newest: piece_at(to)}\n",
            "view",
            set(),
            id="the order",
        ),
        pytest.param(
            "      - roll: die\n",
            "      - choose: {as: one, among: {kind: bomb}, who: chance, title: Which?}\n",
            "chance",
            set(),
            id="what chance may bring",
        ),
    ],
)
def test_a_leak_in_the_rules_is_found(
    shade: Shade, old: str, new: str, channel: str, others: set[str]
) -> None:
    marks = ("phases:\n", "marks: {newest: {holds: piece, per: side}}\nphases:\n")
    report = check_leaks(shade((old, new), marks), pairs=200)
    assert channel in report.channels, str(report)
    assert report.channels <= {channel, *others}, str(report)


def test_where_what_is_accepted_splits_the_games_nothing_else_needs_to_be(shade: Shade) -> None:
    """One game is over then, so that a move of the other is refused there."""
    ending = f'  - {{when: "turn > 2 and {BOMB}", draw: true, says: early}}\n{LATE}'
    report = check_leaks(shade((LATE, ending)), pairs=100, accept=["outcome"])
    assert report.ok, str(report)
    assert report.ends["split"] == report.accepted["outcome"] > 0


def test_a_rule_about_what_is_hidden_is_not_told(shade: Shade) -> None:
    """Only reasons that hold whatever is hidden are told, so this sentence gives nothing away."""
    game = shade((PROBE, f"{PROBE}      - {{require: target.kind != bomb, says: take care}}\n"))
    report = check_leaks(game, pairs=200)
    assert report.ok, str(report)


def test_a_fight_tells_what_it_may(shade: Shade) -> None:
    """Who falls depends on kinds that stay hidden here; the rules say so, and it is no leak."""
    game = shade(("          - {set: {shown: 1}, for: foe}\n", ""))
    report = check_leaks(game, pairs=150)
    assert report.ok, str(report)


def test_what_comes_to_light_is_no_leak(shade: Shade) -> None:
    game = shade(("it.shown == 0", "it.shown == 0 and turn < 4"))
    report = check_leaks(game, pairs=100)
    assert report.ok, str(report)
    assert report.ends["come to light"] > 0


def test_a_side_that_cannot_move_is_no_leak(shade: Shade) -> None:
    """Whoever has only bombs left has lost, which everybody learns."""
    game = shade(
        ("[step, wait, probe]\n", "[step]\n        else: [end: {winner: opponent, says: stuck}]\n"),
    )
    report = check_leaks(game, pairs=150)
    assert report.ok, str(report)


# Where red has put a bomb, and which kind on a cell; blue must not know.
OF_CELLS = (
    ("  noted: {}\n", "  noted: {}\n  traps: {per: cell, keep: 2}\n"),
    ("phases:\n", "marks: {layer: {holds: kind, per: cell}}\nphases:\n"),
    (
        "owner: mover, at: to}\n",
        (
            "owner: mover, at: to}\n      - if: mover == red\n        then:\n"
            "          - {mark: {layer: what}, for: to}\n"
            "          - {if: what == bomb, then: [{add: {traps: 1}, for: to}]}\n"
        ),
    ),
    (
        "      - remove: unit\n  step:",
        (
            "      - {mark: {layer: nothing}, for: unit.cell}\n"
            "      - {set: {traps: 0}, for: unit.cell}\n      - remove: unit\n  step:"
        ),
    ),
)
HIDDEN_OF_CELLS = ("views:\n", "views:\n  - {hide: [traps, layer], from: [blue]}\n")


def test_what_is_kept_of_cells_can_be_hidden(shade: Shade, screen: Look) -> None:
    game = shade(*OF_CELLS, HIDDEN_OF_CELLS)
    report = check_leaks(game, pairs=80)
    assert report.ok, str(report)
    report = check_leaks(game, pairs=30, look=screen)
    assert report.ok, str(report)


def test_what_is_kept_of_cells_is_seen_unless_it_is_hidden(shade: Shade) -> None:
    assert check_leaks(shade(*OF_CELLS), pairs=60).channels == {"view"}
