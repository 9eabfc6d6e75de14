"""The game in the tutorial goes as the tutorial says, line by line."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest

from ruleengine.cli.main import main

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tutorials" / "play-your-first-game.md"
COMMAND = re.compile(r"^\$ ruleengine (.*)$", re.MULTILINE)
BLOCK = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TYPED = re.compile(r"^(\w+> )(.*)\n", re.MULTILINE)


def test_the_game_goes_as_the_tutorial_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = PAGE.read_text(encoding="utf-8")
    first = COMMAND.search(page)
    assert first is not None
    blocks = BLOCK.findall(page)
    typed = [text for block in blocks for _, text in TYPED.findall(block)]
    assert len(typed) > 4
    monkeypatch.setenv("RULEENGINE_SAVES", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*typed, "quit", ""])))
    assert main(shlex.split(first[1])) == 0
    printed = capsys.readouterr().out
    end = 0
    for block in blocks:
        end = printed.find(block, end)
        assert end >= 0, block
