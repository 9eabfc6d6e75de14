"""Builders: a small project on disk, and the tree of a text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from ruleengine.source.document import Map
from ruleengine.source.yaml_reader import read_text

Project = Callable[..., Path]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Write files, each named without `.yaml` and with its header added, and go there."""

    def write(files: dict[str, str], *, raw: bool = False) -> Path:
        for name, text in files.items():
            path = tmp_path / f"{name}.yaml"
            path.parent.mkdir(parents=True, exist_ok=True)
            header = "" if raw else f"schema: 1\nname: {path.stem}\n"
            path.write_text(header + dedent(text).lstrip("\n"), encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        return tmp_path

    return write


@pytest.fixture
def tree() -> Callable[[str], Map]:
    """Read a text as the tree of a file called `t.yaml`."""
    return lambda text: read_text(dedent(text), "t.yaml").root
