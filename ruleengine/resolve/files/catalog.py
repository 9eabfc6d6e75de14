"""What ships with the package: rulesets and variants, with a little about each.

Files are only read, not checked or merged, so that a list of all of them is there at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ruleengine.resolve.files.library import VARIANTS, find, shipped_names, shown_name
from ruleengine.source.document import Map, Seq, Text, Value
from ruleengine.source.yaml_reader import read_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Entry(NamedTuple):
    """One ruleset or variant."""

    name: str
    title: str
    about: str
    file: str
    """The file, as messages call it."""
    extends: tuple[str, ...]
    """The names of what it builds on; none for a ruleset that stands alone."""
    is_variant: bool
    """Whether it is kept as a variant, and not as a ruleset that builds on another."""
    num_flags: int
    """How many flags it has, those of what it extends included."""


def catalog() -> tuple[Entry, ...]:
    """Return everything that ships, by name; RulesetError if a file cannot be read."""
    paths = shipped_names()
    roots: dict[Path, Map] = {}
    return tuple(_entry(name, path, roots) for name, path in paths.items())


def _entry(name: str, path: Path, roots: dict[Path, Map]) -> Entry:
    root = _root(path, roots)
    return Entry(
        name,
        _text(root, "title") or name,
        " ".join(_text(root, "about").split()),
        shown_name(path),
        tuple(parent.removesuffix(".yaml").rpartition("/")[2] for parent in _parents(root)),
        path.parent.name == VARIANTS,
        len(_flags(path, roots)),
    )


def _flags(path: Path, roots: dict[Path, Map]) -> frozenset[str]:
    """Return the flags of a file and of what it extends; a flag may be taken out again."""
    root = _root(path, roots)
    found: frozenset[str] = frozenset()
    for parent in _parents(root):
        found |= _flags(find(parent, near=path), roots)
    own = root.get("flags")
    if isinstance(own, Map):
        found |= own.keys()
        found -= {name for name, flag in own.items() if flag is None}
    return found


def _root(path: Path, roots: dict[Path, Map]) -> Map:
    if path not in roots:
        roots[path] = read_file(path, shown_name(path)).root
    return roots[path]


def _parents(root: Mapping[str, Value]) -> tuple[str, ...]:
    extends = root.get("extends")
    parents = extends if isinstance(extends, Seq) else [extends]
    return tuple(str(parent) for parent in parents if isinstance(parent, Text))


def _text(root: Mapping[str, Value], key: str) -> str:
    value = root.get(key)
    return str(value) if isinstance(value, Text) else ""
