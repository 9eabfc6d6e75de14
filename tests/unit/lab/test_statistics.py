"""Known values: from tables, from closed forms, and from counting every case."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ruleengine.lab import statistics
from ruleengine.lab.statistics import Estimate


def test_wilson_at_its_ends_is_known_in_closed_form() -> None:
    # With no hit in n games the upper end is z² / (n + z²).
    z = 1.959963984540054
    assert statistics.wilson(0, 50) == pytest.approx((0, 0, z * z / (50 + z * z)))
    assert statistics.wilson(50, 50) == pytest.approx((1, 50 / (50 + z * z), 1))


def test_wilson_solves_the_equation_it_is_defined_by() -> None:
    share, low, high = statistics.wilson(37, 120)
    for end in (low, high):
        assert abs(share - end) / math.sqrt(end * (1 - end) / 120) == pytest.approx(1.959964, 1e-5)


def test_of_no_games_nothing_is_known() -> None:
    assert all(math.isnan(number) for number in statistics.wilson(0, 0))
    assert statistics.wilson(0, 0).to_dict() == {"value": None, "low": None, "high": None}


def test_mean_has_the_interval_of_student() -> None:
    # t(0.975, 4) = 2.776445; the mean is 3, and the standard error √0.5.
    found = statistics.mean(np.array([1, 2, 3, 4, 5]))
    reach = 2.776445105 * math.sqrt(0.5)
    assert found == pytest.approx((3, 3 - reach, 3 + reach))


def test_a_paired_interval_of_settings_that_never_agree_is_as_wide_as_two_unpaired_ones() -> None:
    # Without correlation the square-and-add interval of two independent shares is left.
    found = statistics.newcombe(25, 25, 25, 25)
    one = statistics.wilson(50, 100)
    reach = math.hypot(one.value - one.low, one.high - one.value)
    assert found == pytest.approx((0, -reach, reach))


def test_a_paired_interval_is_narrow_when_the_same_games_are_won() -> None:
    paired = statistics.newcombe(48, 3, 1, 48)
    assert paired.value == pytest.approx(0.02)
    assert paired.high - paired.low < 0.11
    assert statistics.newcombe(24, 27, 25, 24).high - paired.high > 0.05


def test_the_paired_interval_mirrors_when_the_settings_change_places() -> None:
    there, back = statistics.newcombe(36, 12, 2, 10), statistics.newcombe(36, 2, 12, 10)
    assert there == pytest.approx((-back.value, -back.high, -back.low))


def test_the_paired_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    draws = np.random.default_rng(5)
    shares = np.array([0.3, 0.15, 0.05, 0.5])  # both, second, first, neither: truly 0.1 apart
    held = 0
    for counts in draws.multinomial(150, shares, size=2_000):
        found = statistics.newcombe(*(int(count) for count in counts))
        held += found.low <= 0.1 <= found.high
    assert 0.93 <= held / 2_000 <= 0.98


def test_mcnemar_counts_only_games_that_differ() -> None:
    one = np.array([True] * 40 + [False] * 10 + [False] * 50)
    two = np.array([True] * 40 + [True] * 10 + [False] * 50)
    found = statistics.share_difference(one, two)
    assert found.estimate.value == pytest.approx(0.1)
    assert found.p_value == pytest.approx(2 / 2**10)  # all ten went one way


def test_settings_that_never_differ_are_no_evidence() -> None:
    same = np.array([True, False] * 50)
    found = statistics.share_difference(same, same)
    assert found.p_value == 1
    assert found.estimate.low < 0 < found.estimate.high
    lengths = np.array([10, 20, 30])
    assert statistics.mean_difference(lengths, lengths) == (Estimate(0, 0, 0), 1)


def test_games_that_all_move_the_same_way_are_evidence_without_any_spread() -> None:
    found = statistics.mean_difference(np.array([5] * 20), np.array([7] * 20))
    assert found.estimate == (2, 2, 2)
    assert found.p_value == pytest.approx(2 / 2**20)


def test_paired_means_take_out_what_games_have_in_common() -> None:
    lengths = np.array([10, 500, 90, 1000, 30, 200])
    found = statistics.mean_difference(lengths, lengths + np.array([1, 2, 1, 2, 1, 2]))
    assert found.estimate.value == pytest.approx(1.5)
    assert found.p_value < 0.01


def test_holm_as_in_its_definition() -> None:
    # Sorted: 0.005, 0.011, 0.02, 0.04, 0.13, times 5, 4, 3, 2, 1, never falling.
    found = statistics.holm([0.02, 0.005, 0.13, 0.011, 0.04])
    assert found == pytest.approx([0.06, 0.025, 0.13, 0.044, 0.08])
    assert statistics.holm([0.6, 0.9]) == [1.0, 1.0]
    assert statistics.holm([]) == []


def test_more_games_are_needed_the_wider_the_interval_is() -> None:
    assert statistics.games_needed(Estimate(0, -0.1, 0.1), 100, 0.05) == 400
    assert statistics.games_needed(Estimate(0.045, 0.035, 0.055), 100, 0.05) is None
    assert statistics.games_needed(Estimate(0.02, -0.02, 0.06), 100, 0.05) == 178
    assert statistics.games_needed(Estimate(3.0, math.nan, math.nan), 1, 0.05) is None


def test_of_one_game_nobody_knows_how_much_games_differ() -> None:
    found = statistics.mean_difference(np.array([5]), np.array([9]))
    assert found.estimate.value == 4
    assert math.isnan(found.estimate.low)
    assert found.p_value == 1


def test_an_interval_ends_where_the_mean_cannot_be() -> None:
    lengths = np.array([10, 150])
    assert statistics.mean(lengths).low < 0
    assert statistics.mean(lengths, least=0) == (80.0, 0.0, statistics.mean(lengths).high)
    assert statistics.mean(lengths + 10_000, least=0).low > 0
