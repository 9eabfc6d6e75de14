"""The results file: what was finished is there, and nothing else is believed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ruleengine.errors import LabError
from ruleengine.lab.chunks import Chunk
from ruleengine.lab.ledger import Ledger

PLAN = {"command": "simulate", "seed": 1}


def chunk(first: int) -> Chunk:
    return Chunk(
        "job",
        first,
        2,
        np.array([[2, 0, 0, 10 + first, 5, 0], [2, 1, 0, 20, 9, 0]], dtype=np.int32),
        np.array([0, 1], dtype=np.int8),
        np.array([[128], [64]], dtype=np.uint8),
        np.array([first, 7], dtype=np.int64),
        np.zeros((3, 4), dtype=np.int64),
        np.zeros((2, 0), dtype=np.int8),
    )


def written(path: Path, count: int) -> None:
    ledger = Ledger(path, PLAN)
    for number in range(count):
        ledger.add(chunk(2 * number))
    ledger.close()


def firsts(path: Path) -> list[int]:
    ledger = Ledger(path, PLAN)
    ledger.close()
    return [each.first for each in ledger.chunks]


def test_a_chunk_comes_back_as_it_was() -> None:
    there = chunk(4)
    back = Chunk.from_json(there.to_json())
    assert (back.job, back.first, back.count) == ("job", 4, 2)
    for name in Chunk.ARRAYS:
        assert np.array_equal(getattr(back, name), getattr(there, name))
        assert getattr(back, name).dtype == getattr(there, name).dtype


def test_what_was_finished_is_there_again(tmp_path: Path) -> None:
    path = tmp_path / "run.results"
    written(path, 2)
    ledger = Ledger(path, PLAN)
    ledger.add(chunk(4))
    ledger.close()
    assert firsts(path) == [0, 2, 4]


def test_a_file_cut_anywhere_gives_back_the_lines_that_are_whole(tmp_path: Path) -> None:
    path = tmp_path / "run.results"
    written(path, 2)
    whole = path.read_bytes()
    ends = [index for index, byte in enumerate(whole) if byte == ord("\n")]
    for cut in range(0, len(whole), 7):
        path.write_bytes(whole[:cut])
        expected = [2 * number for number in range(max(0, sum(end < cut for end in ends) - 1))]
        assert firsts(path) == expected
        assert whole.startswith(path.read_bytes()[: ends[0] + 1])  # the rest is gone, or begun anew


@pytest.mark.parametrize("offset", [3, 40, -3])
def test_damage_is_found_and_nothing_is_made_of_it(tmp_path: Path, offset: int) -> None:
    path = tmp_path / "run.results"
    written(path, 3)
    content = bytearray(path.read_bytes())
    lines = content.split(b"\n")
    at = len(lines[0]) + 1 + (offset if offset > 0 else len(lines[1]) + offset)
    content[at] ^= 1
    path.write_bytes(content)
    with pytest.raises(LabError) as caught:
        Ledger(path, PLAN)
    assert caught.value.code == "lab/damaged-results"
    assert f"{path}:2" in caught.value.message
    assert path.read_bytes() == content  # looked at, not touched


def test_a_line_that_was_left_out_at_the_end_is_only_played_again(tmp_path: Path) -> None:
    path = tmp_path / "run.results"
    written(path, 3)
    kept = path.read_bytes().splitlines(keepends=True)[:-1]
    path.write_bytes(b"".join(kept))
    assert firsts(path) == [0, 2]


@pytest.mark.parametrize("text", ["dear diary\n", "dear diary", "\x00\xff\n"])
def test_a_file_of_somebody_else_is_not_overwritten(tmp_path: Path, text: str) -> None:
    path = tmp_path / "diary"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LabError) as caught:
        Ledger(path, PLAN)
    assert caught.value.code == "lab/damaged-results"
    assert path.read_text(encoding="utf-8") == text


def test_results_of_another_run_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.results"
    written(path, 1)
    with pytest.raises(LabError) as caught:
        Ledger(path, {**PLAN, "seed": 2})
    assert caught.value.code == "lab/other-run"
    assert "seed is 2 and was 1" in caught.value.message


def test_what_differs_is_said_in_words_of_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "run.results"
    jobs = {f"setting {number}": "x" for number in range(5)}
    plan = {
        "command": "compare",
        "jobs": jobs,
        "manner": {"agents": ["random"], "max_plies": 5},
        "versions": {"ruleengine": "1"},
        "chunk": 200,
    }

    def refusal(**other: object) -> str:
        with pytest.raises(LabError) as caught:
            Ledger(path, {**plan, **other})
        return caught.value.message.partition("another run: ")[2]

    Ledger(path, plan).close()
    assert refusal(chunk=7, versions={"ruleengine": "2"}) == (
        "chunk is 7 and was 200; version of ruleengine is 2 and was 1"
    )
    manner = {"agents": ["greedy", "random"], "max_plies": 5}
    assert refusal(manner=manner) == "agents is greedy, random and was random"
    assert refusal(jobs={"one": "x"}) == (
        "settings are one and were setting 0, setting 1, setting 2 and 2 more"
    )
    other = {**jobs, "setting 3": "y"}
    assert refusal(jobs=other) == "the rules or flags of setting 3 are others"


def test_a_file_belongs_to_one_run_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "run.results"
    ledger = Ledger(path, PLAN)
    with pytest.raises(LabError) as caught:
        Ledger(path, PLAN)
    assert caught.value.code == "lab/file-in-use"
    ledger.close()
    assert firsts(path) == []
