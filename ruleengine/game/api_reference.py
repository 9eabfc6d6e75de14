"""The reference of the library as a page, made from signatures and docstrings.

`python -m ruleengine.game.api_reference > docs/reference/api.md` writes the page. The modules are
read, not imported: some need an extra that may not be there.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from inspect import cleandoc
from itertools import zip_longest
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

PACKAGE: Final = Path(__file__).parents[1]

_Function: TypeAlias = ast.FunctionDef
_Documented: TypeAlias = ast.ClassDef | ast.FunctionDef


class Field(NamedTuple):
    """An attribute of an object."""

    name: str
    type: ast.expr | None
    about: str | None


class Section(NamedTuple):
    """A part of the page: what it is about, and names with the modules they live in."""

    title: str
    about: str
    names: tuple[tuple[str, str], ...]


SECTIONS: Final = (
    Section(
        "Loading and games",
        "A game is a ruleset with every flag settled. It never changes.",
        (("game.loading", "load"), ("game.game", "Game")),
    ),
    Section(
        "Positions",
        "Positions never change either: playing gives another one.\n"
        "[Events](events.md) lists what a `GameEvent` can be.",
        (
            ("game.position", "Position"),
            ("game.moves.moves", "Move"),
            ("game.moves.moves", "ChanceOutcome"),
            ("game.outcome", "Outcome"),
            ("game.events", "GameEvent"),
            ("game.asking", "AskedValue"),
        ),
    ),
    Section(
        "Views",
        "What somebody may know of a position, and no more.",
        (("game.views", "View"), ("game.views", "SeenPiece")),
    ),
    Section(
        "Matches and records",
        "The referee, and what is left of a game when it is over.",
        (
            ("game.match", "Match"),
            ("game.news", "News"),
            ("game.kept.record", "Record"),
            ("game.kept.record", "Ply"),
        ),
    ),
    Section(
        "Many games at once",
        "The compiled tier, in the extra `fast`; `Game.simulate`, `Game.batch` and "
        "`Game.tree_counter` lead to it.",
        (
            ("game.rows.simulation", "Simulation"),
            ("game.rows.batch", "Batch"),
            ("game.rows.batch_results", "Legal"),
            ("game.rows.batch_results", "BatchStep"),
            ("game.rows.counting", "TreeCounter"),
        ),
    ),
    Section(
        "Errors",
        "Everything that is raised on purpose is a `RuleengineError`, but for a `ValueError` "
        "about a number that makes no sense.\n"
        "Each code has a page under `reference/errors/`.",
        (
            ("errors", "RuleengineError"),
            ("errors", "RulesetError"),
            ("errors", "SourceError"),
            ("errors", "SchemaError"),
            ("errors", "ResolveError"),
            ("errors", "PositionError"),
            ("errors", "PlayError"),
            ("errors", "InvalidMoveError"),
            ("errors", "IllegalMoveError"),
            ("errors", "GameOverError"),
            ("errors", "EndlessError"),
            ("errors", "NoRoomError"),
            ("errors", "MissingExtraError"),
            ("errors", "InternalError"),
            ("errors", "Reason"),
            ("errors", "Answer"),
            ("errors", "Diagnostic"),
            ("errors", "Span"),
        ),
    ),
)
# What other packages of the engine need of these classes, and nobody else.
INTERNAL: Final = frozenset(
    {
        "check_seat",
        "compiled",
        "in_sheet",
        "notation",
        "reader",
        "rules",
        "seated",
        "secret_choice",
        "side_in",
        "so_far",
        "sort_key",
        "state",
    }
)

_HEAD: Final = """\
# Python

This page is generated: `python -m ruleengine.game.api_reference` prints it.
[Drive a game from Python](../tutorials/drive-it-from-python.md) is where to begin.

The names are in `ruleengine` itself, where no other module is given.
"""
# What callers build themselves; the others come from a method of something else.
_BUILT: Final = frozenset({"Match"})
_PART: Final = re.compile(r"^(Args|Raises|Returns):$")
_ENTRY: Final = re.compile(r"^    (\w+): (.*)$")


def render_reference() -> str:
    """Return the page, in Markdown."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield _HEAD
    public = _public_names()
    for section in SECTIONS:
        yield from (f"## {section.title}", "", section.about, "")
        for module, name in section.names:
            node = definition(module, name)
            home = "" if name in public else f" (in `ruleengine.{module}`)"
            yield from (f"### {name}{home}", "")
            yield from _class(node) if isinstance(node, ast.ClassDef) else _function(node)


def _public_names() -> frozenset[str]:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    found = next(
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    )
    return frozenset(ast.literal_eval(found))


def definition(module: str, name: str) -> _Documented:
    """Return a class or function of a module as it is written."""
    path = PACKAGE.joinpath(*module.split(".")).with_suffix(".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return next(
        node
        for node in tree.body
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name
    )


def _class(node: ast.ClassDef) -> Iterator[str]:
    methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    fields = list(_fields(node))
    begin = next((each for each in methods if each.name == "__init__"), None)
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    if begin is not None and node.name in _BUILT:
        yield from (f"```text\n{_signature(node.name, begin)}\n```", "")
    elif bases and "NamedTuple" not in bases:
        yield from (f"Is a `{bases.replace(', ', '` and a `')}`.", "")
    yield from _text(ast.get_docstring(node))
    if begin is not None and node.name in _BUILT:
        yield from _text(ast.get_docstring(begin))
    properties = [each for each in methods if _is_property(each) and _is_shown(each.name)]
    fields += [Field(each.name, each.returns, ast.get_docstring(each)) for each in properties]
    if fields:
        yield from ("| Attribute | Type | |", "|---|---|---|")
        for name, kind, about in fields:
            words = " ".join((about or "").split())
            yield f"| `{name}` | {_type(kind)} | {words} |"
        yield ""
    for each in methods:
        if _is_shown(each.name) and each not in properties:
            yield from (f"#### {node.name}.{each.name}", "")
            yield from _function(each)


def _fields(node: ast.ClassDef | ast.FunctionDef) -> Iterator[Field]:
    """Yield what an object holds; the text below a field is about it."""
    for each, below in zip_longest(node.body, node.body[1:]):
        if isinstance(each, ast.FunctionDef) and each.name == "__init__":
            yield from _fields(each)
        if not isinstance(each, ast.AnnAssign):
            continue
        name = ast.unparse(each.target).removeprefix("self.")
        about = None
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            about = str(below.value.value)
        if _is_shown(name) and (isinstance(node, ast.ClassDef) or about is not None):
            yield Field(name, each.annotation, about)


def _function(node: _Function) -> Iterator[str]:
    yield from (f"```text\n{_signature(node.name, node)}\n```", "")
    yield from _text(ast.get_docstring(node))


def _signature(name: str, node: _Function) -> str:
    arguments = node.args
    if arguments.args and arguments.args[0].arg in {"self", "cls"}:
        arguments = ast.arguments(
            arguments.posonlyargs,
            arguments.args[1:],
            arguments.vararg,
            arguments.kwonlyargs,
            arguments.kw_defaults,
            arguments.kwarg,
            arguments.defaults,
        )
    gives = "" if node.returns is None or name != node.name else f" -> {ast.unparse(node.returns)}"
    line = f"{name}({ast.unparse(arguments)}){gives}"
    return line if len(line) <= _WIDTH else "\n".join(_spread(name, arguments, gives))


_WIDTH: Final = 100


def _spread(name: str, arguments: ast.arguments, gives: str) -> Iterator[str]:
    """Yield a long signature with one line for each argument."""
    yield f"{name}("
    first = len(arguments.args) - len(arguments.defaults)
    for number, argument in enumerate(arguments.args):
        default = arguments.defaults[number - first] if number >= first else None
        yield f"    {_argument(argument, default)},"
    if arguments.kwonlyargs:
        yield "    *,"
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield f"    {_argument(argument, default)},"
    yield f"){gives}"


def _argument(argument: ast.arg, default: ast.expr | None) -> str:
    tail = "" if default is None else f" = {ast.unparse(default)}"
    return f"{ast.unparse(argument)}{tail}"


def _type(annotation: ast.expr | None) -> str:
    return "" if annotation is None else f"`{ast.unparse(annotation)}`".replace("|", "\\|")


def _is_property(node: _Function) -> bool:
    return any(ast.unparse(each).endswith("property") for each in node.decorator_list)


def _is_shown(name: str) -> bool:
    return not name.startswith("_") and name not in INTERNAL


def _text(docstring: str | None) -> Iterator[str]:
    """Yield a docstring as Markdown: its parts become lists, and its examples are left out."""
    if not docstring:
        return
    lines = cleandoc(docstring).splitlines()
    lines = [line for line in lines if not line.startswith((">>>", "..."))]
    part = ""
    for line in lines:
        if found := _PART.match(line):
            part = found[1]
            yield from (f"{part}:", "")
        elif part and (entry := _ENTRY.match(line)):
            yield f"- `{entry[1]}`: {entry[2]}"
        elif part and line.strip():
            yield f"  {line.strip()}"
        else:
            yield line
    yield ""


if __name__ == "__main__":
    sys.stdout.write(render_reference())
