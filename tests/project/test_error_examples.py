"""What the page of an error shows leads to this error: files, moves, and nothing else.

A file is a fenced block that begins with its name; the first one of a page is loaded. Pages on
refused moves list moves below the file: all but the last are played, the last is refused.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from ruleengine.analysis.validation import validate
from ruleengine.codes import CODES
from ruleengine.errors import PlayError
from ruleengine.game.loading import load
from ruleengine.game.match import Match

PAGES = Path(__file__).resolve().parents[2] / "docs" / "reference" / "errors"
FILE = re.compile(r"^```yaml\n# (\S+\.yaml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MOVES = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# What these are about does not show in the text of a file.
ABOUT_FILES = {"source/is-directory", "source/not-found", "source/too-large", "source/unreadable"}
ENCODINGS = {"source/not-utf8": "latin-1"}
STAGES = ("source/", "schema/", "resolve/", "expression/")
LOADED = [code for code in CODES if code.startswith(STAGES) and code not in ABOUT_FILES]
PLAYED = [code for code in CODES if code.startswith(("move/", "reach/"))]


def write_example(code: str, directory: Path) -> str:
    """Write the files of a page and return the name of the first."""
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    files = FILE.findall(text) or [("example.yaml", body) for body in BLOCK.findall(text)[:1]]
    assert files
    for name, body in files:
        content = body.encode(ENCODINGS.get(code, "utf-8"))
        (directory / name).write_bytes(content)
    return str(files[0][0])


@pytest.mark.parametrize("code", LOADED)
def test_the_example_leads_to_its_code_and_to_no_other(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    report = validate(write_example(code, tmp_path))
    assert [each.code for each in report.diagnostics] == [code]
    assert all(each.span is not None for each in report.diagnostics)


MENDED = sorted(
    (str(path.relative_to(PAGES).with_suffix("")), name, body)
    for path in PAGES.rglob("*.md")
    for name, body in FILE.findall(path.read_text(encoding="utf-8"))
    if name.startswith("mended_")
)


def test_some_pages_show_what_to_do() -> None:
    assert MENDED


@pytest.mark.parametrize(("code", "name", "body"), MENDED, ids=[code for code, _, _ in MENDED])
def test_what_is_mended_is_sound(
    code: str, name: str, body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert code in CODES
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(body, encoding="utf-8")
    assert validate(name).diagnostics == ()


@pytest.mark.parametrize("code", PLAYED)
def test_the_last_move_of_the_example_is_refused(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = load(write_example(code, tmp_path))
    [block] = MOVES.findall((PAGES / f"{code}.md").read_text(encoding="utf-8"))
    *played, refused = block.splitlines()
    if refused.startswith("{"):
        with pytest.raises(PlayError) as error:
            game.start().play(yaml.safe_load(refused))
    elif ":" in refused:
        match = Match(game, seed=0)
        for move in played:
            match.submit(*move.split(": "))
        seat, _, moves = refused.partition(": ")
        with pytest.raises(PlayError) as error:
            match.submit(seat, moves.split("; ") if "; " in moves else moves)
    else:
        position = game.start()
        for move in played:
            position = position.play(move)
        with pytest.raises(PlayError) as error:
            position.play(refused)
    assert error.value.code == code
    assert [reason.code for reason in error.value.reasons] == [code]
