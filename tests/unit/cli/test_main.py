from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from ruleengine.cli import flags
from ruleengine.cli.main import BROKEN_PIPE, BUG, COMMANDS, INTERRUPTED
from ruleengine.errors import InternalError

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.code == 0
    assert f"ruleengine {name}" in result.out


def test_help_lists_every_command(run: Run) -> None:
    result = run("--help")
    assert result.code == 0
    assert all(name in result.out for name in COMMANDS)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("valdate", "x.yaml"),
        ("validate",),
        ("validate", "x.yaml", "--format", "xml"),
        ("validate", "x.yaml", "--games", "3"),
        ("perft", "duel.yaml"),
        ("perft", "duel.yaml", "deep"),
        ("perft", "duel.yaml", "-1"),
        ("perft", "duel.yaml", "1", "--opening", "north"),
        ("show", "duel.yaml", "--origin"),
        ("show", "duel.yaml", "--format", "yaml"),
        ("play", "duel.yaml", "--as", "east"),
        ("play", "duel.yaml", "--agent", "genius"),
        ("play", "duel.yaml", "--see", "3"),
    ],
)
def test_wrong_usage_ends_with_2_and_says_so_on_stderr(
    run: Run, duel: Path, arguments: tuple[str, ...]
) -> None:
    del duel
    result = run(*arguments)
    assert result.code == 2
    assert result.out == ""
    assert "ruleengine" in result.err


@pytest.mark.parametrize("name", ["validate", "flags", "show", "perft", "play"])
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00",
        b"\xff\xfe",
        b"- a list",
        b"schema: 1\nname: bad\n",
        b"schema: 2\nname: bad\n",
        b"schema: 1\nname: bad\nextends: bad\n",
        b"a: [" * 500,
        b"schema: 1\nname: bad\ntitle: \x1b[31m\n",
        b"schema: 1\nname: bad\ntitle: T\nboard: {rows: 1 +, columns: 2}\n",
        b"schema: 1\nname: bad\nflags: {a: 1}\n",
    ],
)
def test_no_file_brings_a_traceback(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes
) -> None:
    (tmp_path / "bad.yaml").write_bytes(content)
    monkeypatch.chdir(tmp_path)
    result = run(name, "bad.yaml", *(["1"] if name == "perft" else []))
    assert result.code == 1
    assert "bad.yaml" in result.err
    assert "Traceback" not in result.err
    assert "\x1b" not in result.err
    assert result.out == ""


@pytest.mark.parametrize("name", ["flags", "show", "perft", "play"])
def test_an_error_outside_validate_shows_the_line_too(run: Run, duel: Path, name: str) -> None:
    duel.write_text(duel.read_text().replace("distance: 1", "distance: fa"), encoding="utf-8")
    result = run(name, "duel.yaml", *(["1"] if name == "perft" else []))
    assert result.code == 1
    assert "expression/unknown-name" in result.err
    assert "^^" in result.err


@pytest.mark.parametrize("name", ["", "\x00", "x" * 5000, "no/such/place.yaml", "~", "."])
def test_no_name_brings_a_traceback(run: Run, duel: Path, name: str) -> None:
    del duel
    result = run("flags", name)
    assert result.code == 1
    assert result.err
    assert "Traceback" not in result.err


@pytest.mark.parametrize(
    "flag",
    ["ways", "=", "ways=sideways", "way=any", "rounds=many", "rounds=99", "a.b.c=[", "polite=true"],
)
def test_no_flag_brings_a_traceback(run: Run, duel: Path, flag: str) -> None:
    del duel
    for name in ("validate", "flags", "show"):
        result = run(name, "duel.yaml", "--flag", flag)
        assert result.code == 1, name
        assert "Traceback" not in result.err


def test_a_wrong_opening_is_a_message(run: Run, duel: Path) -> None:
    del duel
    result = run("perft", "duel.yaml", "1", "--opening", "east=north")
    assert result.code == 1
    assert "position/bad-opening" in result.err


def failing(error: BaseException) -> Callable[[argparse.Namespace], int]:
    def fail(_args: argparse.Namespace) -> int:
        raise error

    return fail


def test_an_interrupt_is_quiet(run: Run, duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del duel
    monkeypatch.setattr(flags, "run", failing(KeyboardInterrupt()))
    result = run("flags", "duel.yaml")
    assert (result.code, result.out, result.err) == (INTERRUPTED, "", "")


def test_a_bug_says_that_it_is_one(run: Run, duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del duel
    monkeypatch.setattr(flags, "run", failing(InternalError("two and two")))
    result = run("flags", "duel.yaml")
    assert result.code == BUG
    assert "this is a bug in ruleengine" in result.err


def test_what_nobody_expected_is_a_bug_as_well(
    run: Run, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del duel
    monkeypatch.setattr(flags, "run", failing(TypeError("no number")))
    result = run("flags", "duel.yaml")
    assert result.code == BUG
    assert result.err.splitlines()[0].startswith("Traceback")
    assert result.err.endswith("TypeError: no number (this is a bug in ruleengine)\n")


def test_a_file_that_cannot_be_written_is_a_message(run: Run, tmp_path: Path) -> None:
    result = run("schema", "-o", str(tmp_path / "missing" / "schema.json"))
    assert result.code == 1
    assert "missing" in result.err
    assert "Traceback" not in result.err


def test_a_closed_pipe_is_quiet(duel: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "ruleengine", "show", str(duel)],
            stdout=writer,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (BROKEN_PIPE, b"")


def test_a_terminal_without_the_characters_still_gets_a_line(duel: Path) -> None:
    duel.write_text(duel.read_text().replace("title: Duel", "title: Duell für zwei"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "ruleengine", "show", str(duel)],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0
    assert done.stdout.startswith(b"Duell f\\xfcr zwei")
