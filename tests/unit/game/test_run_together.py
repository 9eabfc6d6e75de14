"""Words that are cells, and perhaps the letter of a kind, without anything between them."""

from __future__ import annotations

import pytest

from ruleengine.game.moves.run_together import run_together

CELLS = {f"{letter}{number}" for letter in "abcdefgh" for number in range(1, 13)}


def read(word: str, cells: set[str] = CELLS, letters: str = "NQb") -> list[str]:
    return run_together(
        word, lambda name: name if name in cells else None, set(letters).__contains__
    )


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("e2e4", ["e2", "e4"]),
        ("a1a10", ["a1", "a10"]),
        ("a1b2c3", ["a1", "b2", "c3"]),
        ("e4xd5", ["e4", "d5"]),
        ("Nf3", ["N", "f3"]),
        ("Nb1c3", ["N", "b1", "c3"]),
        ("Nxf3", ["N", "f3"]),
        ("e7e8Q", ["e7", "e8", "Q"]),
        ("Nb1c3Q", ["N", "b1", "c3", "Q"]),
        ("Kf3", ["Kf3"]),
        ("e2e13", ["e2e13"]),
        ("knight", ["knight"]),
        ("x", ["x"]),
        ("2324", ["2324"]),
        ("e2" * 30, ["e2" * 30]),
    ],
)
def test_a_word_is_taken_apart_where_all_of_it_means_something(word: str, parts: list[str]) -> None:
    assert read(word) == parts


def test_a_word_that_can_be_read_in_two_ways_is_left_alone() -> None:
    assert read("1a1a1", {"1a", "a1", "1"}) == ["1a1a1"]
    assert read("a12b", {"a1", "2b", "a", "12b"}) == ["a12b"]
