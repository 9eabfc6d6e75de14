"""A scenario case as text, ready to be pasted into a file of cases."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ruleengine.source.yaml_reader import read_text
from ruleengine.workbench.cases.files import Case, cases_of

_PLAIN: Final = re.compile(r"[A-Za-z][\w./-]*( [\w./-]+)*")
_NAME: Final = re.compile(r"\w+")
_WHERE_FROM: Final = "a path starts from the file of the cases"
_RESERVED: Final = frozenset({"true", "false", "null"})

Spec = Mapping[str, Any]
"""The keys of a case, as in a file."""


def case_text(spec: Spec) -> str:
    """Return a file of cases with one case."""
    return "\n".join(["cases:", *_item(spec)]) + "\n"


def as_case(spec: Spec) -> Case:
    """Return the case as the file would be read."""
    path = Path("<witness>")
    return cases_of(read_text(case_text(spec), str(path)).root, path)[0]


def _item(spec: Spec) -> Iterator[str]:
    mark = "  - "
    for key, value in spec.items():
        yield from _entry(f"{mark}{key}:", key, value)
        mark = "    "


def _entry(head: str, key: str, value: object) -> Iterator[str]:
    if key == "board" and isinstance(value, str):
        yield f"{head} |"
        yield from (f"      {line}".rstrip() for line in value.splitlines())
    elif key == "steps" and isinstance(value, Sequence):
        yield head
        yield from (f"      - {_step(step)}" for step in value)
    elif key == "ruleset" and not _NAME.fullmatch(str(value)):
        yield f"{head} {_flow(value)}  # {_WHERE_FROM}"
    else:
        yield f"{head} {_flow(value)}"


def _step(step: Mapping[str, Any]) -> str:
    (name, value), *_ = step.items()
    return f"{name}: {_flow(value)}"


def _flow(value: object) -> str:
    """Return a value in one line; JSON is YAML, and quotes what has to be quoted."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value not in _RESERVED:
        return value
    return json.dumps(value, ensure_ascii=False)
