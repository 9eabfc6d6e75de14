"""New rulesets and variants to begin from: small, valid, and explained line by line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from ruleengine.errors import Diagnostic, ResolveError, RulesetError, Span
from ruleengine.game.game import Game
from ruleengine.game.loading import load
from ruleengine.game.match import Match
from ruleengine.resolve.flag_values import as_tree
from ruleengine.resolve.library import RULESETS, SUFFIX, VARIANTS, find
from ruleengine.schema.json_schema import json_schema_text
from ruleengine.source.document import Map
from ruleengine.source.yaml_writer import write_yaml
from ruleengine.workbench.scaffold_texts import CASES, GAME, VARIANT, VARIANT_CASES

SIDES: Final = {
    "white": ("w", "up"),
    "black": ("b", "down"),
    "red": ("r", "right"),
    "blue": ("u", "left"),
}
"""The sides that a new game can have, in this order: letter, and which way is forward."""
MIN_SIZE: Final = 3
MAX_SIZE: Final = 26
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_MAX_NAME: Final = 40
_SCHEMA: Final = "ruleset.schema.json"
# Where a project may keep the schema already.
_SCHEMA_PLACES: Final = (Path(_SCHEMA), Path("docs") / "reference" / _SCHEMA)


_NOWHERE: Final = Span("", 1, 1, 1, 1)


class NewFile(NamedTuple):
    """A file that is to be written."""

    path: Path
    text: str


class Shape(NamedTuple):
    """What a new game looks like."""

    rows: int = 5
    columns: int = 5
    sides: int = 2


def new_game(name: str, directory: Path, shape: Shape) -> list[Path]:
    """Write a new ruleset and cases for it, and return the files; RulesetError if that fails."""
    _check_name(name)
    if not (
        MIN_SIZE <= shape.rows <= MAX_SIZE
        and MIN_SIZE <= shape.columns <= MAX_SIZE
        and 2 <= shape.sides <= len(SIDES)  # noqa: PLR2004 - alone nobody plays
    ):
        message = (
            f"{shape.rows} rows, {shape.columns} columns and {shape.sides} sides make no new game"
        )
        hint = f"{MIN_SIZE} to {MAX_SIZE} rows and columns, and 2 to {len(SIDES)} sides"
        raise ResolveError([Diagnostic("resolve/board-size", message, None, hint)])
    path = directory / RULESETS / f"{name}{SUFFIX}"
    values = _values(name, shape) | {"schema": _schema_line(directory, path)}
    cases = directory / "tests" / f"{name}{SUFFIX}"
    return _write(
        directory,
        [NewFile(path, _filled(GAME, values)), NewFile(cases, _filled(CASES, values))],
    )


def new_variant(name: str, base: str, directory: Path) -> list[Path]:
    """Write a new variant and cases for it, and return the files; RulesetError if that fails."""
    _check_name(name)
    game = load(base)
    path = directory / VARIANTS / f"{name}{SUFFIX}"
    values = {
        "name": name,
        "title": _title(name),
        "base": _parent(base, path),
        "base_title": game.title,
        "schema": _schema_line(directory, path),
        "flags": "\n".join(_flag_comments(game)),
        "steps": "\n".join(_first_steps(game)),
    }
    cases = directory / "tests" / f"{name}{SUFFIX}"
    return _write(
        directory,
        [NewFile(path, _filled(VARIANT, values)), NewFile(cases, _filled(VARIANT_CASES, values))],
    )


def _check_name(name: str) -> None:
    """Refuse names that would be no good as names of files and of rulesets."""
    if not _NAME.fullmatch(name) or len(name) > _MAX_NAME:
        usable = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:_MAX_NAME]
        proposal = f", such as `{usable}`" if _NAME.fullmatch(usable) else ""
        hint = f"use up to {_MAX_NAME} small letters, digits and underscores{proposal}"
        message = f"'{name}' is no good name for a file and a ruleset"
        raise ResolveError([Diagnostic("schema/bad-value", message, None, hint)])
    try:
        path = find(name)
    except RulesetError:
        return
    message = f"there is a ruleset or variant '{name}' already"
    raise ResolveError(
        [Diagnostic("resolve/name-taken", message, Span(str(path), 1, 1, 1, 2), "choose another")]
    )


def _title(name: str) -> str:
    return name.replace("_", " ").strip().capitalize()


def _filled(template: str, values: Mapping[str, object]) -> str:
    """Return a template with its `<<names>>` replaced; braces mean something in YAML."""
    return re.sub(r"<<(\w+)>>", lambda found: str(values[found[1]]), template)


def _schema_line(directory: Path, path: Path) -> str:
    """Return where the schema is, seen from a new file."""
    places = [directory / place for place in _SCHEMA_PLACES]
    place = next((each for each in places if each.is_file()), places[0])
    return Path(os.path.relpath(place, path.parent)).as_posix()


def _parent(base: str, path: Path) -> str:
    """Return how a variant names what it extends: a path is seen from the new file."""
    if not base.endswith(SUFFIX) and "/" not in base and os.sep not in base:
        return base
    return Path(os.path.relpath(base, path.parent)).as_posix()


def _values(name: str, shape: Shape) -> dict[str, object]:
    """Return what a new game and its cases are filled with."""
    rows, columns, sides = shape
    used = list(SIDES)[:sides]
    middle = (columns - 1) // 2
    column, right = _column(middle), _column(middle + 1)
    lone = {(rows - 2, middle): "w", (rows - 3, middle): "b"}
    return {
        "name": name,
        "title": _title(name),
        "rows": rows,
        "columns": columns,
        "sides": "\n".join(
            f"  {side}: {{title: {side.capitalize()}, forward: {SIDES[side][1]}}}" for side in used
        ),
        "letters": ", ".join(f"{side}: {SIDES[side][0]}" for side in used),
        "order": ", ".join(used),
        "setup": _drawn(rows, columns, _start(shape), 6),
        "first": f"step {column}1-{column}2",
        "too_far": f"step {column}1-{column}3" if rows > MIN_SIZE else f"step {column}1-{right}3",
        "far_code": "reach/too-far" if rows > MIN_SIZE else "reach/not-straight",
        "duel": _drawn(rows, columns, lone, 8),
        "capture": f"step {column}2-{column}3",
        "taken_at": f"{column}3",
        "free": _drawn(rows, columns, {(rows - 1, middle): "w", (0, middle): "b"}, 8),
        "slanted": f"step {column}1-{right}2",
        "blocked": _drawn(
            rows,
            columns,
            {(rows - 1, middle): "w", (rows - 1, middle + 1): "w", (0, middle): "b"},
            8,
        ),
        "onto_friend": f"step {column}1-{right}1",
    }


def _start(shape: Shape) -> dict[tuple[int, int], str]:
    """Return who stands where at the beginning; corners stay empty where sides meet."""
    rows, columns, sides = shape
    rim = 0 if sides == 2 else 1  # noqa: PLR2004 - two sides never meet in a corner
    found = {(rows - 1, column): "w" for column in range(rim, columns - rim)}
    found |= {(0, column): "b" for column in range(rim, columns - rim)}
    for side, column in (("r", 0), ("u", columns - 1))[: sides - 2]:
        found |= {(row, column): side for row in range(1, rows - 1)}
    return found


def _drawn(rows: int, columns: int, pieces: Mapping[tuple[int, int], str], indent: int) -> str:
    lines = (
        " ".join(pieces.get((row, column), ".") for column in range(columns)) for row in range(rows)
    )
    return "\n".join(" " * indent + each for each in lines)


def _column(number: int) -> str:
    return chr(ord("a") + number)


def _flag_comments(game: Game) -> Iterator[str]:
    """Yield the flags of a base as comments, ready to be uncommented."""
    if not game.flags:
        yield "# The base asks no questions; write only what is different."
        return
    yield "# These are the questions that the base leaves open, with the answers that it has now."
    yield "# Take the `#` away from `readings:` and from each answer that you want to change."
    yield "#"
    yield "# readings:"
    for name, flag in game.flags.items():
        yield f"#   # {' '.join(flag.question.split())}"
        for choice, words in getattr(flag, "words", {}).items():
            yield f"#   #   {choice}: {' '.join(words.split())}"
        answer = Map(_NOWHERE)
        answer.put(name, as_tree(game.flag_values[name], _NOWHERE), _NOWHERE, _NOWHERE)
        written = write_yaml(answer).rstrip("\n")
        yield from (f"#   {each}" for each in written.splitlines())


def _first_steps(game: Game) -> Iterator[str]:
    """Yield the first steps of a game as a case writes them: what falls, and one move."""
    match = Match(game, seed=1)
    for ply in match.record().plies:
        yield f"      - chance: {ply.text}"
    seat = match.actors[0]
    yield f"      - play: {{by: {seat}, move: {match.position.legal_moves(seat)[0]}}}"


def _write(directory: Path, files: list[NewFile]) -> list[Path]:
    """Write files that do not exist yet, all of them or none, and see that they work."""
    schema = [] if _has_schema(directory) else [NewFile(directory / _SCHEMA, json_schema_text())]
    for path, _ in files:
        if path.exists():
            message = f"there is a file '{path}' already, and nothing is written over"
            raise ResolveError(
                [Diagnostic("resolve/name-taken", message, None, "choose another name")]
            )
    written: list[Path] = []
    try:
        for path, text in [*schema, *files]:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                written.append(path)
                file.write(text)
        load(str(files[0].path))
    except BaseException:
        for path in written:
            path.unlink(missing_ok=True)
            with suppress(OSError):  # there is something else in it
                path.parent.rmdir()
        raise
    return written


def _has_schema(directory: Path) -> bool:
    return any((directory / place).is_file() for place in _SCHEMA_PLACES)
