"""A page of HTML that needs nothing else: sections of words, pictures and tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

import jinja2

from ruleengine.lab.simulating import is_timed


@dataclass(frozen=True)
class Picture:
    """A chart or a board, and what is said of it."""

    svg: str
    title: str = ""
    caption: str = ""


@dataclass(frozen=True)
class Section:
    """A part of a report: words, pictures and a table, whichever there are."""

    title: str
    words: Sequence[str] = ()
    """Sentences; what stands before the first colon of one is set in bold."""
    pictures: Sequence[Picture] = ()
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    colors: Sequence[str] = ()
    """Of the rows of the table, if they have any."""
    boards: bool = False
    """Whether the pictures are boards, which stand beside each other."""
    broad: bool = False
    """Whether they are too broad for that."""


@dataclass(frozen=True)
class Figure:
    """A number that is worth the top of a page."""

    name: str
    value: str
    about: str


def page_of(*, repeat: Mapping[str, object], **parts: object) -> str:
    """Return a page; `repeat` is all that the games can be played again with."""
    source = resources.files("ruleengine.lab").joinpath("templates/report.html.j2")
    environment = jinja2.Environment(
        autoescape=True,
        keep_trailing_newline=True,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    template = environment.from_string(source.read_text(encoding="utf-8"))
    return template.render(
        **{"legend": {}, **parts},
        timed=is_timed(repeat),
        repeat=json.dumps(repeat, indent=2, ensure_ascii=False),
    )
