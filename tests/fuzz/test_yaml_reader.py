"""Whatever the input, the reader returns a document or raises `SourceError`."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ruleengine.errors import Diagnostic, SourceError, render
from ruleengine.source import yaml_reader
from ruleengine.source.yaml_reader import read_file, read_text

VALID = """\
# remark
name: small
size: {rows: 5, columns: 5}
drawn: |
  . a .
  . b .
flags: &flags
  - question: "Who\\tmoves?"
    choices: [first, 'second', on]
again: *flags
long: >-
  folded
  text
die == 6: !!str 12
"""
# The characters and pieces that mean something to YAML, so that edits reach its corners.
PIECES = st.one_of(
    st.sampled_from("&*!%@`|>-+?:,[]{}#'\"\\ \t\n\r\ufeff\x85\u2028\x00~<=."),
    st.sampled_from(
        [
            *(
                "\n  ",
                "- ",
                ": ",
                "? ",
                "---\n",
                "...\n",
                "%YAML 1.2\n",
                "<<: ",
                "|2\n",
                ">+\n",
                "9" * 20,
            ),
            *(
                "*flags",
                "&flags ",
                "!!str ",
                "!<x> ",
                '"\\u',
                "\r\n",
                "ü",
                "😀",
                "\ud800",
                "9" * 20,
            ),
        ]
    ),
    st.text(max_size=3),
)
LOADERS = [yaml.SafeLoader, *([yaml.CSafeLoader] if yaml.__with_libyaml__ else [])]


@st.composite
def edited(draw: st.DrawFn) -> str:
    text = VALID
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 4)))
        text = text[:start] + draw(PIECES) + text[end:]
    return text


@pytest.fixture(params=LOADERS)
def _each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_reader, "LOADER", request.param)


def check(text: str) -> None:
    problems: tuple[Diagnostic, ...] = ()
    try:
        assert read_text(text, "f.yaml").root.span.line >= 1
    except SourceError as error:
        problems = error.diagnostics
        if not problems:
            raise
    lines = text.removeprefix("\ufeff").splitlines() or [""]
    for diagnostic in problems:
        span = diagnostic.span
        assert span is not None
        assert (1, 1) <= (span.line, span.col) <= (span.end_line, span.end_col)
        assert render(diagnostic, lines[min(span.line, len(lines)) - 1])


# A fixture that chooses the parser or a directory may stay from one example to the next.
relaxed = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.usefixtures("_each_parser")
@relaxed
@given(st.one_of(st.text(), st.lists(PIECES, max_size=30).map("".join)))
@example("[" * 3_000)
@example("{a: " * 3_000)
@example("- " * 3_000)
@example("? " * 3_000)
@example("a: &a [" * 100 + "*a")
@example('"\\U00110000"')
@example("%YAML 1." + "1" * 5000 + "\n---\na: 1\n")
def test_arbitrary_text(text: str) -> None:
    check(text)


@pytest.mark.usefixtures("_each_parser")
@relaxed
@given(edited())
def test_edits_of_a_valid_file(text: str) -> None:
    check(text)


def test_the_file_that_is_edited_is_valid() -> None:
    assert read_text(VALID, "f.yaml").root["again"]


@relaxed
@given(st.one_of(st.binary(), edited().map(lambda text: text.encode("utf-16-le", "replace"))))
def test_arbitrary_bytes(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(content)
    with contextlib.suppress(SourceError):
        read_file(path)
