"""Examples of the language, one for each of its parts, for the reference and for tests.

Each is a piece of a ruleset. It is tried as a variant of `host.yaml`: merged over it, loaded and
played. An operand of an example stands in the place of the host's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import yaml

HOST: Final = "host"
_INLINE: Final = re.compile(r"to: \{(?=leap|route)")
_BLOCK: Final = re.compile(r"^( +)to:\n(?= +(?:route|any_of):)", re.MULTILINE)
_TITLE: Final = re.compile(r"^title:", re.MULTILINE)
_FOLDER: Final = Path(__file__).parent


@cache
def examples(page: str) -> Mapping[str, str]:
    """Return the examples of a file, by the part of the language that they show."""
    text = (_FOLDER / f"{page}.yaml").read_text(encoding="utf-8")
    found: dict[str, str] = yaml.safe_load(text)
    return found


def host() -> str:
    """Return the ruleset that examples are merged over."""
    return (_FOLDER / f"{HOST}.yaml").read_text(encoding="utf-8")


def pages() -> Iterator[str]:
    """Yield the names of the files."""
    yield from sorted(path.stem for path in _FOLDER.glob("*.yaml") if path.stem != HOST)


def as_variant(name: str, example: str) -> str:
    """Return an example as a file that extends the host."""
    # The host reaches `to` along a line, which another way to it has to take away.
    text = _INLINE.sub("to: {line: null, ", _BLOCK.sub(r"\1to:\n\1  line: null\n", example))
    title = "" if _TITLE.search(example) else f"title: {name}\n"
    return f"schema: 1\nname: {name}\nextends: {HOST}\n{title}{text}"
