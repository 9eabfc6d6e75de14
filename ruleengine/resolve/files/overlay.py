"""A file and everything it extends, as one tree.

Input: a name or a path. Output: a `MergedTree` whose every value keeps the place it was
written at. Guarantees: all files have the supported schema version and their own name, no file
lies outside the project, and parents agree wherever the child is silent.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, NamedTuple

from ruleengine.codes import Code
from ruleengine.errors import Diagnostic, ResolveError, RulesetError, SchemaError, SourceError, Span
from ruleengine.resolve.files.library import find, roots_of, shown_name, spelled
from ruleengine.resolve.files.merge import Merger, ReplacedList, without_marks
from ruleengine.schema.wording import found
from ruleengine.source.document import Map, Seq, SourceDoc, Text
from ruleengine.source.yaml_reader import read_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SCHEMA_VERSION: Final = 1
MAX_CHAIN: Final = 16

NEVER_INHERITED: Final = frozenset({"name", "title", "about", "extends"})


class MergedTree(NamedTuple):
    """A ruleset or variant with all that it extends merged into it."""

    root: Map
    name: str
    documents: dict[str, SourceDoc]  # every file that was read, by the name spans use
    parents: dict[str, tuple[str, ...]]  # for each of these, the files it extends
    replaced: tuple[ReplacedList, ...] = ()  # lists that the file itself has written over others


class _Loaded(NamedTuple):
    """One file merged over its parents; removed keys are still marked."""

    file: str
    tree: Map


def read_tree(name_or_path: str | os.PathLike[str], *, cases: Path | None = None) -> MergedTree:
    """Read a ruleset or variant and merge it over what it extends.

    With `cases` it is one that a file of scenario cases names.
    """
    name_or_path = spelled(name_or_path)
    path = find(name_or_path, cases=cases)
    reading = _Reading(roots_of(path))
    loaded = reading.load(path, shown_name(path, name_or_path), chain=())
    if loaded is None or reading.diagnostics:
        raise _error(reading.diagnostics)
    root = without_marks(loaded.tree)
    replaced = tuple(each for each in reading.replaced if each.span.file == loaded.file)
    return MergedTree(root, str(root["name"]), reading.documents, reading.parents, replaced)


def _error(diagnostics: Sequence[Diagnostic]) -> RulesetError:
    """Return the error of the earliest stage that something went wrong in."""
    stages = {diagnostic.code.partition("/")[0] for diagnostic in diagnostics}
    if "source" in stages:
        return SourceError(diagnostics)
    return SchemaError(diagnostics) if "schema" in stages else ResolveError(diagnostics)


class _Reading:
    """The files read so far; each is read and merged once, however many extend it."""

    def __init__(self, roots: tuple[Path, ...]) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.documents: dict[str, SourceDoc] = {}
        self.parents: dict[str, tuple[str, ...]] = {}
        self.replaced: list[ReplacedList] = []
        self._roots = roots
        self._loaded: dict[str, _Loaded | None] = {}
        self._ancestors: dict[str, frozenset[str]] = {}

    def load(self, path: Path, file: str, chain: tuple[str, ...]) -> _Loaded | None:
        """Return the file merged over its parents, or None when something stands in the way."""
        real = os.path.realpath(path)
        if real not in self._loaded:
            if file in self.documents:
                file = path.as_posix()  # another file goes by the short name
            self._loaded[real] = self._load(path, file, (*chain, real))
        return self._loaded[real]

    def _load(self, path: Path, file: str, chain: tuple[str, ...]) -> _Loaded | None:
        try:
            document = read_file(path, file)
        except SourceError as error:
            self.diagnostics += error.diagnostics
            return None
        self.documents[file] = document
        root = document.root
        if not self._check_version(root):
            return None
        self._check_name(root, path.stem)
        parents = self._load_parents(root, path, chain)
        if parents is None:
            return None
        self.parents[file] = tuple(parent.file for parent in parents)
        self._ancestors[file] = frozenset(self.parents[file]).union(
            *(self._ancestors[parent.file] for parent in parents)
        )
        return _Loaded(file, self._merge(root, parents))

    def _merge(self, root: Map, parents: list[_Loaded]) -> Map:
        if not parents:
            return root
        merger = Merger(self._ancestors)
        base, *others = [_inheritable(parent.tree) for parent in parents]
        for other in others:
            base = merger.join(base, other, root)
        merged = merger.over(root, base)
        self.diagnostics += merger.diagnostics
        self.replaced += merger.replaced
        return merged

    def _load_parents(self, root: Map, path: Path, chain: tuple[str, ...]) -> list[_Loaded] | None:
        parents: list[_Loaded | None] = []
        seen: dict[str, str] = {}
        for name, span in self._extended(root):
            try:
                parent = find(name, path, self._roots, at=span)
            except (SourceError, ResolveError) as error:
                self.diagnostics += error.diagnostics
                parents.append(None)
                continue
            real = os.path.realpath(parent)
            if real in seen:
                message = f"'{name}' is extended twice"
                self._report("resolve/duplicate-parent", message, span, "name it once")
                continue
            seen[real] = name
            if self._is_chain_broken(parent, chain, span):
                parents.append(None)
            else:
                parents.append(self.load(parent, shown_name(parent), chain))
        complete = [parent for parent in parents if parent is not None]
        return complete if len(complete) == len(parents) else None

    def _extended(self, root: Map) -> list[tuple[str, Span]]:
        if "extends" not in root:
            return []
        value, span = root["extends"], root.value_spans["extends"]
        if isinstance(value, Seq):
            items = list(zip(value, value.item_spans, strict=True))
        else:
            items = [(value, span)]
        names: list[tuple[str, Span]] = []
        for item, place in items:
            if isinstance(item, Text):
                names.append((str(item), place))
            else:
                message = f"expected the name of a ruleset or variant, found {found(item)}"
                hint = "write `extends: name`, or a list of names"
                self._report("schema/wrong-type", message, place, hint)
        return names

    def _is_chain_broken(self, parent: Path, chain: tuple[str, ...], span: Span) -> bool:
        real = os.path.realpath(parent)
        if real in chain:
            circle = [*chain[chain.index(real) :], real]
            stems = " -> ".join(os.path.splitext(os.path.basename(each))[0] for each in circle)  # noqa: PTH119, PTH122 - plain strings
            message = f"files extend each other in a circle: {stems}"
            self._report("resolve/extends-cycle", message, span, "take one of the links out")
            return True
        if len(chain) >= MAX_CHAIN:
            message = f"more than {MAX_CHAIN} files extend one another in a chain"
            hint = "merge some of the files into one"
            self._report("resolve/extends-too-deep", message, span, hint)
            return True
        return False

    def _check_version(self, root: Map) -> bool:
        version = root.get("schema")
        if version == SCHEMA_VERSION and type(version) is int:
            return True
        if "schema" not in root and "cases" in root:
            message = "this is a file of scenario cases, and no ruleset"
            hint = "`ruleengine test` runs them"
        elif "schema" not in root:
            message = "the file does not say which version of the language it is written in"
            hint = f"add `schema: {SCHEMA_VERSION}` at the top"
        elif isinstance(version, int) and version > SCHEMA_VERSION:
            message = f"schema {version} is newer than this ruleengine, which reads {_versions()}"
            hint = "use a newer release of ruleengine"
        else:
            message = f"expected {_versions()}, found {found(version)}"
            hint = f"write `schema: {SCHEMA_VERSION}`"
        span = root.value_spans.get("schema", _start(root))
        self._report("resolve/schema-version", message, span, hint)
        return False

    def _check_name(self, root: Map, stem: str) -> None:
        name = root.get("name")
        hint = f"write `name: {stem}`"
        if "name" not in root:
            message = "the file does not say what its ruleset or variant is called"
            self._report("resolve/missing-name", message, _start(root), hint)
        elif name != stem:
            message = f"expected the name of the file, '{stem}', found {found(name)}"
            self._report("resolve/name-mismatch", message, root.value_spans["name"], hint)

    def _report(self, code: Code, message: str, span: Span, hint: str) -> None:
        self.diagnostics.append(Diagnostic(code, message, span, hint))


def _inheritable(tree: Map) -> Map:
    inherited = Map(tree.span)
    for key, value in tree.items():
        if key not in NEVER_INHERITED:
            inherited.put(key, value, tree.key_spans[key], tree.value_spans[key])
    return inherited


def _versions() -> str:
    return f"schema {SCHEMA_VERSION}"


def _start(root: Map) -> Span:
    return root.span._replace(end_line=root.span.line, end_col=root.span.col + 1)
