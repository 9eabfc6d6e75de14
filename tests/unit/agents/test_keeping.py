"""What is learned of a game is kept, and is the same as if it were learned again."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from ruleengine import load
from ruleengine.agents import keeping, worth
from ruleengine.agents.worth import Worth

NAME = "breakthrough_6x6"


@pytest.fixture(scope="module")
def learned() -> Worth:
    compiled = load(NAME).compiled
    return worth.learn(compiled, worth.numbers_of(compiled))


def same(one: Worth, two: Worth) -> bool:
    return all(np.array_equal(value, asdict(two)[name]) for name, value in asdict(one).items())


def test_what_is_kept_is_what_is_learned(tmp_path: Path, learned: Worth) -> None:
    path = tmp_path / "new" / "worth.npz"
    keeping.write(path, learned)
    found = keeping.read(path)
    assert found is not None
    assert same(found, learned)
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    assert same(keeping.worth_of(load(NAME).compiled), learned)


def test_learning_again_comes_to_the_same(learned: Worth) -> None:
    compiled = load(NAME).compiled
    assert same(worth.learn(compiled, worth.numbers_of(compiled)), learned)


def test_a_damaged_file_counts_as_none(tmp_path: Path, learned: Worth) -> None:
    path = tmp_path / "worth.npz"
    assert keeping.read(path) is None
    keeping.write(path, learned)
    whole = path.read_bytes()
    for damaged in (b"", b"nothing", whole[: len(whole) // 2], whole[:100] + whole[300:]):
        path.write_bytes(damaged)
        assert keeping.read(path) is None
    np.savez(path, weights=learned.weights)
    assert keeping.read(path) is None


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path, learned: Worth) -> None:
    taken = tmp_path / "file"
    taken.write_text("in the way", encoding="utf-8")
    keeping.write(taken / "worth.npz", learned)
    assert taken.read_text(encoding="utf-8") == "in the way"


def test_every_game_has_a_file_of_its_own() -> None:
    games = [load(NAME), load("breakthrough"), load("gardner"), load("gardner_opposed")]
    paths = [keeping.path_of(g.compiled, worth.numbers_of(g.compiled)) for g in games]
    assert len(set(paths)) == len(paths)
    again = load(NAME).compiled
    assert keeping.path_of(again, worth.numbers_of(again)) == paths[0]


def test_threads_of_one_game_learn_once(
    tmp_path: Path, learned: Worth, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def learn(*_: object) -> Worth:
        calls.append(1)
        time.sleep(0.05)  # long enough for the other threads to come
        return learned

    monkeypatch.setattr(worth, "learn", learn)
    monkeypatch.setattr(keeping, "path_of", lambda *_: tmp_path / "worth.npz")
    compiled = load(NAME).compiled
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(keeping.worth_of, [compiled] * 4))
    assert len(calls) == 1
    assert all(each is learned for each in found)
