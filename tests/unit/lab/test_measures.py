"""What is said of games: summaries, differences, weights of choices, rules that are dead."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ruleengine import load
from ruleengine.errors import LabError, RulesetError
from ruleengine.lab.boards import heat_map
from ruleengine.lab.choices import Choices
from ruleengine.lab.comparing import compare
from ruleengine.lab.contrasts import LENGTH, Contrast, Measure, contrast
from ruleengine.lab.covering import coverage_job, measure_coverage
from ruleengine.lab.jobs import Manner, make_job
from ruleengine.lab.pictures import Bar, Head, bars, length_edges, lengths
from ruleengine.lab.reaching import reach_of
from ruleengine.lab.report import comparison_report, sensitivity_report, simulation_report
from ruleengine.lab.running import Playing
from ruleengine.lab.sensitivity import looks_for, measure_sensitivity, prepare
from ruleengine.lab.simulating import simulate
from ruleengine.lab.statistics import Difference, Estimate
from ruleengine.lab.words import contrast_words, moved

SMALL = "breakthrough_6x6"


@pytest.fixture(scope="module")
def rules() -> str:
    """Return a game with flags of every weight, as a text."""
    return """\
schema: 1
name: weights
title: Weights
clauses: {W-1: A rule.}
flags:
  winner: {question: Who wins?, choices: {north: north, south: south}, default: north}
  rounds: {question: How long?, type: number, at_least: 1, at_most: 9, default: 2, samples: [4]}
  never: {question: What if?, choices: {off: nothing, on: something}, default: "off"}
  coin: {question: Which coin?, choices: {one: one, two: two}, default: one}
sides: {north: {}, south: {}}
board: {rows: 2, columns: 2}
dice: {die: {faces: 2}}
counters: {count: {per: game}, coins: {per: game}}
kinds: {man: {letters: {north: n, south: s}}}
setup:
  - put: {kind: man, owner: north, at: a1}
  - put: {kind: man, owner: south, at: b2}
actions: {wait: {}}
phases:
  play:
    turns: [north, south]
    turn:
      - roll: die
      - act: [wait]
      - add: {count: 1}
      - only: {coin: two}
        if: die == 2
        then: [add: {coins: 1}]
      - only: {never: "on"}
        if: count > 100
        then: [add: {coins: 5}]
endings:
  - id: over
    when: count >= rounds
    winner: {pick: winner, north: north, south: south}
    says: it is over
    clauses: [W-1]
"""


@pytest.fixture
def weights(rules: str, tmp_path: Path) -> str:
    path = tmp_path / "weights.yaml"
    path.write_text(rules, encoding="utf-8")
    return str(path)


def test_a_summary_adds_up() -> None:
    found = simulate(load(SMALL), 150, Manner(seed=1)).summary
    assert sum(share.count for share in found.outcomes.values()) == found.games == 150
    assert sum(ending.share.count for ending in found.endings) == 150
    assert found.decisive.count == 150
    assert found.first_mover is not None
    assert found.first_mover.count == found.outcomes["white"].count
    assert found.branching is not None
    assert found.branching.mean.value > 5
    taken = next(rule for rule in found.rules if rule.meter.what == "action")
    assert taken.times == pytest.approx(found.length.value)  # every ply is a move
    assert sum(found.cells["visits"]) == round(150 * found.length.value)


def test_the_median_of_two_games_is_in_the_middle() -> None:
    found = simulate(load(SMALL), 2, Manner(seed=2)).summary
    assert found.length.value == found.quantiles["median"]
    assert found.length.low >= 0


def test_every_choice_has_the_weight_that_it_is_written_with(weights: str) -> None:
    found = measure_sensitivity(prepare(weights, games=400, adaptive=False), Playing())
    weight = {row.choice.label: row.weight for row in found.rows}
    assert weight == {
        "winner=south": "decides games",
        "rounds=4": "changes length only",
        "coin=two": "matters rarely",
        "never=on": "never reached",
    }
    reach = {row.choice.label: row.reach.share for row in found.rows}
    coin, never = reach["coin=two"], reach["never=on"]
    assert coin is not None
    assert 0.6 < coin.share.value < 0.9  # one of two throws of a coin
    assert never is not None
    assert never.count == 0
    length = next(row for row in found.rows if row.choice.label == "rounds=4").contrast
    assert length.measure(LENGTH).difference.estimate.value == pytest.approx(4)


def test_games_are_spent_where_the_answer_is_open(weights: str) -> None:
    found = measure_sensitivity(prepare(weights, games=1_000), Playing())
    games = {row.choice.label: row.games for row in found.rows}
    assert found.looks == (400, 800, 1_000)
    assert games["winner=south"] == games["rounds=4"] == 400
    assert games["never=on"] == 1_000  # the next game may always reach it


def test_pairs_of_choices_know_what_each_does_alone(weights: str) -> None:
    prepared = prepare(weights, games=60, only=["winner", "rounds"], pairs=True, adaptive=False)
    (row,) = measure_sensitivity(prepared, Playing()).pairs
    assert row.choice.label == "winner=south & rounds=4"
    assert row.interaction == (0, 0, 0)  # length and winner have nothing to do with each other


def test_a_choice_that_needs_another_is_held_against_that_other() -> None:
    choices = Choices("generals_10x10")
    (found,) = choices.single(["diagonal_squeeze"])
    assert found.given == "directions=orthogonal_and_diagonal"
    assert found.reference.flag_values["diagonal_squeeze"] == "allowed"
    assert found.reference.flag_values["directions"] == "orthogonal_and_diagonal"
    (plain,) = choices.single(["conversion_duty"])
    assert plain.given == ""
    assert plain.reference is choices.base


def test_looks_double() -> None:
    assert looks_for(100, adaptive=True) == (100,)
    assert looks_for(5_000, adaptive=False) == (5_000,)


def test_settings_that_play_alike_never_differ() -> None:
    game = load("draughts")
    one, two = make_job(game, Manner()), make_job(game, Manner(), "the same")
    first, second = Playing().play([(one, 40), (two, 40)])
    found = contrast(first, second)
    assert found.differ == 0
    assert all(measure.difference.estimate.value == 0 for measure in found.measures)
    assert reach_of(first, second).share is None


def test_words_say_what_changed_and_what_is_unknown(weights: str) -> None:
    settings = [
        (name, load(weights, flags))
        for name, flags in (
            ("base", {}),
            ("other", {"winner": "south"}),
            ("longer", {"rounds": 3}),
        )
    ]
    found = compare(settings, 50)
    text = "\n".join(found.words)
    assert "other against base, over 50 games with the same throws: 50 of them" in text
    assert "Changed: wins of north went from 100.0 % to 0.0 %" in text
    assert "Changed: plies in a game went from 4.0 to 6.0, that is +2.0" in text
    few = compare([("a", load(SMALL)), ("b", load("breakthrough"))], 10)
    assert any(line.startswith("Still unknown: wins of white") for line in few.words)
    assert any("games in all would tell" in line for line in few.words)


def test_games_that_were_played_are_not_asked_for_again() -> None:
    near = Difference(Estimate(0.01, -0.015, 0.035), 0.1)
    measure = Measure("white", 0.5, 0.51, near, 0.03)
    said = contrast_words(Contrast("base", "other", 500, (measure,), 9))[-1]
    assert said.endswith("about 790 games in all would tell.")


def test_what_did_not_change_is_told_with_what_would_have_counted() -> None:
    length = Measure(LENGTH, 400.0, 401.0, Difference(Estimate(1.0, -9.0, 11.0), 0.8), 40.6)
    wins = Measure("white", 0.5, 0.51, Difference(Estimate(0.01, -0.01, 0.03), 0.3), 0.05)
    said = contrast_words(Contrast("base", "other", 1, (length, wins), 1))
    assert said == [
        "other against base, over 1 game with the same throws: 1 of them went differently.",
        "Changed: nothing that these games can show.",
        (
            "Did not change by as much as counts: plies in a game, which moved by "
            "+1.0 (-9.0 to +11.0) plies, where 40.6 or more would count."
        ),
        (
            "Did not change by as much as counts: wins of white, which moved by "
            "+1.0 (-1.0 to +3.0) points, where 5.0 or more would count."
        ),
    ]


def test_a_figure_whose_test_and_interval_differ_is_marked() -> None:
    sure = Measure("north", 0.2, 0.26, Difference(Estimate(0.06, 0.01, 0.11), 0.01), 0.05, 0.01)
    unsure = replace(sure, adjusted=0.2)
    wide = replace(sure, difference=Difference(Estimate(0.06, -0.01, 0.13), 0.01))
    assert [each.is_split for each in (sure, unsure, wide)] == [False, True, True]
    assert [moved(each) for each in (sure, unsure)] == [
        "+6.0 (+1.0 to +11.0)",
        "+6.0 (+1.0 to +11.0)*",
    ]
    words = " ".join(contrast_words(Contrast("one", "two", 100, (unsure, wide), 10)))
    assert "the test is not sure of it though the interval leaves out 0" in words
    assert "as the test finds; its interval does not leave out 0" in words


def test_what_cannot_be_compared_is_refused(weights: str) -> None:
    game = load(weights)
    for settings, message in (
        ([("one", game)], "only one setting"),
        ([("one", game), ("two", load("draughts"))], "no side of the same name"),
        ([("one", game), ("two", load(weights))], "'two' is the same as 'one'"),
    ):
        with pytest.raises(LabError, match=message) as caught:
            compare(settings, 5)
        assert caught.value.code == "lab/nothing-to-compare"


def test_coverage_names_what_is_dead(weights: str) -> None:
    game = load(weights, {"never": "on"})
    flags = prepare(weights, games=30, flags={"never": "on"}, adaptive=False)
    job = coverage_job(game, Manner(unfolded=True))
    found = measure_coverage(game, job, 60, flags=flags)
    status = {rule.name: rule.status for rule in found.rules}
    assert status["play > add: {count: 1}"] == "fired"
    assert status["play > if: count > 100"] == "never true"
    assert status["play > add: {coins: 5}"] == "never fired"
    assert status["over"] == "fired"
    assert {rule.name for rule in found.dead} == {
        "play > if: count > 100",
        "play > add: {coins: 5}",
    }
    assert found.flags == {
        "winner": "changed games",
        "rounds": "changed games",
        "never": "never reached",
        "coin": "changed no game",
    }


def test_what_only_another_reading_asks_for_is_left_out(rules: str, tmp_path: Path) -> None:
    tables = """\
tables:
  rich: {gives: truth, rows: [value: very_rich()]}
  very_rich: {gives: truth, rows: [value: coins > 100]}
conditions: {flat: [holds: coins == 0]}
procedures: {lose: [set: {coins: 0}]}
actions:"""
    path = tmp_path / "weights.yaml"
    text = rules.replace("actions:", tables).replace("if: count > 100", "if: flat or rich()")
    path.write_text(text.replace("[add: {coins: 5}]", "[run: lose]"), encoding="utf-8")
    for never, expected in (("off", set()), ("on", {"rich", "very_rich", "flat", "lose"})):
        game = load(str(path), {"never": never})
        found = measure_coverage(game, coverage_job(game, Manner(unfolded=True)), 5)
        names = {rule.name.partition(" > ")[0] for rule in found.rules}
        assert names & {"rich", "very_rich", "flat", "lose"} == expected


def test_an_action_that_nobody_is_offered_is_not_dead(rules: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.yaml"
    text = rules.replace("{wait: {}}", "{wait: {}, dream: {validators: [require: coins > 3]}}")
    path.write_text(
        text.replace("- add: {count: 1}", '- add: {count: "1 + how_often(dream, at_most=1)"}'),
        encoding="utf-8",
    )
    game = load(str(path))
    found = measure_coverage(game, coverage_job(game, Manner(unfolded=True)), 5)
    status = {rule.name: rule.status for rule in found.rules}
    assert status["dream"] == "only asked about"
    assert status["wait"] == "fired"
    assert "dream" not in {rule.name for rule in found.dead}


def test_rules_that_say_the_same_are_told_apart_by_their_ids(rules: str, tmp_path: Path) -> None:
    steps = "      - {id: first, add: {count: 1}}\n      - {id: second, add: {count: 1}}\n"
    path = tmp_path / "weights.yaml"
    path.write_text(rules.replace("      - add: {count: 1}\n", steps), encoding="utf-8")
    game = load(str(path))
    found = measure_coverage(game, coverage_job(game, Manner(unfolded=True)), 5)
    names = [rule.name for rule in found.rules]
    assert {"play > first: add: {count: 1}", "play > second: add: {count: 1}"} <= {*names}


def test_a_step_that_ends_the_game_is_counted_once(rules: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.yaml"
    step = "      - {if: count == 2, then: [{end: {draw: true, says: enough}}]}\n"
    path.write_text(rules.replace("endings:", f"{step}endings:"), encoding="utf-8")
    game = load(str(path), {"rounds": 9})
    found = measure_coverage(game, coverage_job(game, Manner(unfolded=True)), 7)
    (ends,) = [rule for rule in found.rules if "end:" in rule.name]
    assert (ends.counts["done"], ends.reach.count) == (7, 7)


def test_a_choice_that_does_not_load_is_named(rules: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.yaml"
    path.write_text(rules.replace("if: die == 2", "if: dice == 2"), encoding="utf-8")
    with pytest.raises(RulesetError, match=r"'dice' is not known here \(with coin: two\)"):
        prepare(str(path), games=5)


def test_counts_do_not_change_with_the_order_of_chunks() -> None:
    job = make_job(load("generals_10x10"), Manner(seed=3, max_plies=200))
    (whole,) = Playing(chunk=20).play([(job, 20)])
    (parts,) = Playing(chunk=3).play([(job, 20)])
    assert np.array_equal(whole.sums, parts.sums)
    assert np.array_equal(whole.cells, parts.cells)
    assert whole.cells.sum() > 0


def test_reports_need_nothing_but_themselves(weights: str) -> None:
    base, other = load(weights), load(weights, {"winner": "south"})
    pages = [
        simulation_report(simulate(load("generals_10x10"), 8, Manner(max_plies=200))),
        comparison_report(compare([("base", base), ("other", other)], 20)),
        sensitivity_report(measure_sensitivity(prepare(weights, games=20), Playing())),
    ]
    for page in pages:
        assert page.startswith("<!DOCTYPE html>")
        assert "<svg" in page
        links = re.findall(r'(?:src|href)="([^"#][^"]*)"', page)
        assert not [link for link in links if not link.startswith("data:")]
        assert "<script" not in page
        assert "&#34;seed&#34;: 0" in page
        assert "&#34;kernel&#34;" in page
    assert "Named cells" in pages[0]
    assert "never reached" in pages[2]


def test_words_in_pictures_are_words(weights: str) -> None:
    page = sensitivity_report(measure_sensitivity(prepare(weights, games=20), Playing()))
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", page)
    assert {"winner=south", "points", "reach", "differ"} <= set(texts)


def test_a_report_of_players_by_the_clock_promises_no_more_than_it_can() -> None:
    game = load(SMALL)
    timed = simulation_report(simulate(game, 1, Manner(agents=("mcts:0.001s",))))
    assert "other games on another machine" in timed
    assert "every figure is the same" not in timed
    assert "every figure is the same" in simulation_report(simulate(game, 1))


@pytest.mark.parametrize("name", ["morris", "hex", "ur", "stratego"])
def test_every_shape_of_board_has_its_heat_map(name: str) -> None:
    game = load(name)
    cells = game.rules.grid.cells
    drawn = heat_map(game, "visits", [cell + 1 for cell in range(max(cells) + 1)], 10)
    assert drawn is not None
    numbers = re.findall(r"<text[^>]*>(\d+\.\d|\d+|\d+k|\d\.\dk)</text>", drawn)
    assert len(numbers) >= len(cells)
    assert heat_map(game, "visits", [0] * (max(cells) + 1), 10) is None


def test_names_without_order_can_be_read_and_searched_on_a_heat_map() -> None:
    rules = Path(__file__).parents[2] / "agreement" / "rules"
    game = load(rules / "numbered_points.yaml")
    drawn = heat_map(game, "visits", [500] * game.rules.grid.num_cells, 10)
    assert drawn is not None
    texts = re.findall(r"<text[^>]*>(\w+)</text>", drawn)
    names = ["8", "9", "10", "11", "12"]
    assert [text for text in texts if text in names] == names


def test_the_last_bar_of_lengths_says_that_it_holds_the_rest() -> None:
    few = np.array([10, 20, 30, 40], dtype=np.int32)
    tail = np.concatenate([np.full(990, 50), np.full(10, 400)]).astype(np.int32)
    assert "the last bar holds all of" in lengths([("one", np.append(tail, 5_000))])
    assert "the last bar" not in lengths([("one", np.full(4, 30, dtype=np.int32))])
    assert "half take 25 or fewer" in lengths([("one", few)])


@pytest.mark.parametrize("longest", [1, 34, 40, 61, 2_000])
def test_bars_of_lengths_hold_as_many_lengths_each(longest: int) -> None:
    """Bars of two thirds of a ply left every third one empty."""
    edges = length_edges(longest, 3_000)
    widths = {float(width) for width in np.diff(edges)}
    assert len(widths) == 1
    assert widths.pop().is_integer()
    assert edges[0] == 0
    assert edges[-2] <= longest < edges[-1]


def test_a_heading_of_a_chart_is_not_longer_than_its_room() -> None:
    chart = bars([Head("a_long_name@" + "x" * 60), Bar("wins", Estimate(0.5, 0.4, 0.6))])
    (shown,) = re.findall(r">(a_long_name@x+\u2026x+)<", chart)
    assert len(shown) < 50


def test_words_sort_choices_as_the_table_does(weights: str) -> None:
    found = measure_sensitivity(prepare(weights, games=20, pairs=True), Playing())
    never = next(row for row in found.rows if row.choice.flag == "never")
    other = replace(never, choice=replace(never.choice, label="never=maybe"), weight="still open")
    page = sensitivity_report(replace(found, rows=(*found.rows, other)))
    said = dict(re.findall(r"<p><b>([^<:]+):</b> ([^<]+)\.</p>", page))
    assert "never=maybe" in said["Still open"]
    assert said["Never reached"] == never.choice.label
    assert sum(map(int, re.findall(r"\d+", said["Pairs of choices"]))) == len(found.pairs)
    assert "size of the change in wins of" in page


def test_the_same_figures_give_the_same_picture(weights: str) -> None:
    made = [simulation_report(simulate(load(weights), 10)) for _ in range(2)]
    assert made[0] == made[1]


def test_an_ending_by_a_step_has_the_clauses_of_the_condition_around_it(tmp_path: Path) -> None:
    path = tmp_path / "steps.yaml"
    path.write_text(
        """\
schema: 1
name: steps
title: Steps
clauses: {W-1: The third turn decides.}
sides: {north: {}, south: {}}
board: {rows: 2, columns: 2}
kinds: {man: {letters: {north: n, south: s}}}
phases: {play: {turns: [north, south], turn: [act: [wait]]}}
actions:
  wait:
    effects:
      - {if: turn >= 3, then: [{id: third, end: {winner: mover, says: so be it}}], clauses: [W-1]}
""",
        encoding="utf-8",
    )
    (ending,) = simulate(load(str(path)), 4, Manner(seed=1)).summary.endings
    assert (ending.name, ending.clauses, ending.share.count) == ("third", ("W-1",), 4)


def test_an_ending_says_the_numbers_that_flags_settle(tmp_path: Path) -> None:
    path = tmp_path / "late.yaml"
    path.write_text(
        """\
schema: 1
name: late
title: Late
flags:
  rounds: {question: How long?, type: number, at_least: 1, at_most: 9, default: 3}
sides: {north: {}, south: {}}
board: {rows: 2, columns: 2}
kinds: {man: {letters: {north: n, south: s}}}
phases: {play: {turns: [north, south], turn: [act: [wait]]}}
actions: {wait: {}}
endings: [{when: turn >= rounds, draw: true, says: "{rounds} of {turn} turns"}]
""",
        encoding="utf-8",
    )
    (ending,) = simulate(load(str(path)), 4, Manner(seed=1)).summary.endings
    assert ending.says == "3 of \u2026 turns"


def test_endings_say_who_won_by_them(weights: str) -> None:
    found = simulate(load(SMALL), 150, Manner(seed=1))
    (reached,) = [ending for ending in found.summary.endings if ending.share.count]
    assert sum(share.count for share in reached.outcomes.values()) == reached.share.count
    for side in ("white", "black"):
        assert reached.outcomes[side].count == found.summary.outcomes[side].count > 0
    assert reached.in_words in simulation_report(found)
    over = simulate(load(weights), 20, Manner(seed=1)).summary.endings[0]
    assert over.in_words == "north 20"
    assert {name: share.count for name, share in over.outcomes.items()} == {
        "north": 20,
        "south": 0,
        "drawn": 0,
        "void": 0,
    }
