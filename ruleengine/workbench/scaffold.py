"""New rulesets and variants to begin from: small, valid, and explained line by line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from ruleengine.errors import Diagnostic, ResolveError, RulesetError, SourceError, Span
from ruleengine.game.game import Game
from ruleengine.game.loading import load
from ruleengine.game.match import Match
from ruleengine.resolve.files.library import (
    RULESETS,
    SUFFIX,
    VARIANTS,
    find,
    roots_of,
    shipped_names,
    shown_name,
)
from ruleengine.resolve.flags.values import as_tree
from ruleengine.schema.json_schema import json_schema_text
from ruleengine.source.document import Map
from ruleengine.source.yaml_writer import write_yaml
from ruleengine.workbench.scaffold_texts import (
    CASES,
    GAME,
    SLANT_FLAG,
    SLANTS,
    VARIANT,
    VARIANT_CASES,
)

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
_SUFFIXES: Final = ("", ".yaml", ".yml")
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
    if not _is_possible(shape):
        message = (
            f"{_counted(shape.rows, 'row')}, {_counted(shape.columns, 'column')} and "
            f"{_counted(shape.sides, 'side')} make no new game"
        )
        hint = (
            f"up to {MAX_SIZE} rows and columns, of one of them at least {MIN_SIZE}, and of both "
            f"with more than 2 sides; 2 to {len(SIDES)} sides"
        )
        raise ResolveError([Diagnostic("resolve/board-size", message, None, hint)])
    path = directory / RULESETS / f"{name}{SUFFIX}"
    values = _values(name, shape) | {"schema": _schema_line(directory, path)}
    cases = directory / "tests" / f"{name}{SUFFIX}"
    return _write(
        directory,
        [NewFile(path, _filled(GAME, values)), NewFile(cases, _filled(CASES, values))],
    )


def _is_possible(shape: Shape) -> bool:
    """Tell whether sides find room to face each other; two of them can do so on a strip."""
    sizes = (shape.rows, shape.columns)
    is_faced = max(sizes) if shape.sides == 2 else min(sizes)  # noqa: PLR2004 - they face each other
    return (
        min(sizes) >= 1
        and max(sizes) <= MAX_SIZE
        and is_faced >= MIN_SIZE
        and 2 <= shape.sides <= len(SIDES)  # noqa: PLR2004 - alone nobody plays
    )


def new_variant(name: str, base: str, directory: Path) -> list[Path]:
    """Write a new variant and cases for it, and return the files; RulesetError if that fails."""
    _check_name(name)
    game = load(base)
    path = directory / VARIANTS / f"{name}{SUFFIX}"
    _check_reach(base, path, directory)
    values = {
        "name": name,
        "title": _title(name),
        "base": _parent(base, path),
        "base_there": _parent(base, directory / f"{name}{SUFFIX}"),  # as the comments name it
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
    if not _is_usable(name):
        usable = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:_MAX_NAME]
        proposal = f", such as `{usable}`" if _NAME.fullmatch(usable) else ""
        hint = f"use up to {_MAX_NAME} small letters, digits and underscores{proposal}"
        given = Path(name)
        if given.stem != name and _is_usable(given.stem) and given.suffix in _SUFFIXES:
            into = "" if given.parent == Path() else f" --into {given.parent}"
            hint = (
                f"give the name alone, `{given.stem}{into}`: files go into the directories "
                "`rulesets` or `variants`, and `tests`"
            )
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


def _check_reach(base: str, path: Path, directory: Path) -> None:
    """Refuse a base that a variant at `path` could not extend."""
    try:
        find(_parent(base, path), path, roots_of(path))
    except RulesetError as error:
        there = find(base)
        home = roots_of(there)[0]
        hint = f"begin it where its base is, with `--into {shown_name(home)}`"
        if there.stem in shipped_names():
            hint += f", or say `--of {there.stem}` for the one that comes with ruleengine"
        message = f"a variant in '{directory}' cannot extend '{base}', which lies outside of it"
        raise SourceError([Diagnostic("source/outside-roots", message, None, hint)]) from error


def _is_usable(name: str) -> bool:
    return bool(_NAME.fullmatch(name)) and len(name) <= _MAX_NAME


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
    found = find(base)
    try:
        is_near = base == found.stem and find(base, path) == found
    except RulesetError:
        is_near = False
    return base if is_near else Path(os.path.relpath(found, path.parent)).as_posix()


class _Field(NamedTuple):
    """The board as the first side sees it: how far it is to the other, and how wide."""

    shape: Shape

    @property
    def is_strip(self) -> bool:
        """Whether the sides face each other along the row, as there are too few rows."""
        return self.shape.rows < MIN_SIZE

    @property
    def depth(self) -> int:
        return self.shape.columns if self.is_strip else self.shape.rows

    @property
    def width(self) -> int:
        return self.shape.rows if self.is_strip else self.shape.columns

    def cell(self, ahead: int, aside: int) -> tuple[int, int]:
        """Return row and column of a cell so far ahead of the first side, and so far to a side."""
        if self.is_strip:
            return self.shape.rows - 1 - aside, ahead
        return self.shape.rows - 1 - ahead, aside

    def name(self, ahead: int, aside: int) -> str:
        row, column = self.cell(ahead, aside)
        return f"{chr(ord('a') + column)}{self.shape.rows - row}"

    def drawn(self, pieces: Mapping[tuple[int, int], str]) -> str:
        """Return a board for a case, with pieces that stand so far ahead and aside."""
        placed = {self.cell(*spot): letter for spot, letter in pieces.items()}
        return _drawn(self.shape.rows, self.shape.columns, placed, 8)


def _values(name: str, shape: Shape) -> dict[str, object]:
    """Return what a new game and its cases are filled with."""
    field = _Field(shape)
    used = list(SIDES)[: shape.sides]
    ways = [SIDES[side][1] for side in used] if not field.is_strip else ["right", "left"]
    middle, end = (field.width - 1) // 2, field.depth - 1
    near, next_, far = (field.name(ahead, middle) for ahead in range(3))
    values = {
        "name": name,
        "title": _title(name),
        "rows": _counted(shape.rows, "row"),
        "columns": _counted(shape.columns, "column"),
        "num_rows": shape.rows,
        "num_columns": shape.columns,
        "sides": "\n".join(
            f"  {side}: {{title: {side.capitalize()}, forward: {way}}}"
            for side, way in zip(used, ways, strict=True)
        ),
        "letters": ", ".join(f"{side}: {SIDES[side][0]}" for side in used),
        "order": ", ".join(used),
        "setup": _drawn(shape.rows, shape.columns, _start(shape), 6),
        "first": f"step {near}-{next_}",
        "too_far": f"step {near}-{far}",
        "duel": field.drawn({(1, middle): "w", (2, middle): "b"}),
        "capture": f"step {next_}-{far}",
        "taken_at": far,
        "free": field.drawn({(0, middle): "w", (end, middle): "b"}),
        "blocked": field.drawn({(0, middle): "w", (1, middle): "w", (end, middle): "b"}),
        "onto_friend": f"step {near}-{next_}",
        "slant_flag": "",
        "slants": "",
        "directions": "orthogonal",
    }
    if field.width > 1:
        values["slanted"] = f"step {near}-{field.name(1, middle + 1)}"
        values["slant_flag"] = SLANT_FLAG
        values["directions"] = "{pick: directions, orthogonal: orthogonal, all: all}"
        values["slants"] = _filled(SLANTS, values)
    return values


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _start(shape: Shape) -> dict[tuple[int, int], str]:
    """Return who stands where at the beginning; corners stay empty where sides meet."""
    rows, columns, sides = shape
    field = _Field(shape)
    rim = 0 if sides == 2 else 1  # noqa: PLR2004 - two sides never meet in a corner
    found = {}
    for aside in range(rim, field.width - rim):
        found[field.cell(0, aside)] = "w"
        found[field.cell(field.depth - 1, aside)] = "b"
    for side, column in (("r", 0), ("u", columns - 1))[: sides - 2]:
        found |= {(row, column): side for row in range(1, rows - 1)}
    return found


def _drawn(rows: int, columns: int, pieces: Mapping[tuple[int, int], str], indent: int) -> str:
    lines = (
        " ".join(pieces.get((row, column), ".") for column in range(columns)) for row in range(rows)
    )
    return "\n".join(" " * indent + each for each in lines)


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
