"""Where games are kept: a record in a file of its own, written as a whole after every move."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ruleengine.errors import PositionError, RulesetError
from ruleengine.game.kept.record import Record
from ruleengine.game.kept.record_files import read_record

VARIABLE: Final = "RULEENGINE_SAVES"
"""The environment variable that names the directory of saved games."""
_SUFFIX: Final = ".json"
# Beside a game, the path of its ruleset: a record has only the name, so that it can be given away
# without a word about the computer it comes from.
_RULESET_SUFFIX: Final = ".ruleset"
_MAX_NUMBER: Final = 1_000_000


def saves_directory() -> Path:
    """Return where games are kept unless somebody says where."""
    if given := os.environ.get(VARIABLE):
        return Path(given)
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    else:
        home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "ruleengine"


class Save:
    """The file of one game.

    It is written beside its place and then moved there, so that whatever stops the program,
    the file is the game before or the game after a move, and nothing between.
    """

    def __init__(
        self, path: Path | None = None, *, game: str = "", ruleset: Path | None = None
    ) -> None:
        """Take a path that may not exist yet; without one, a new file in the usual directory.

        There it is kept which file the ruleset is, if that is said, so that the game can be gone
        on with from any other directory.
        """
        self._path = path
        self._game = game
        self._ruleset = ruleset
        self._is_own = False
        self._seen: tuple[int, ...] | None = None

    @classmethod
    def of(cls, path: Path) -> Save:
        """Return the file of a game that is being resumed."""
        save = cls(path)
        save._is_own = True
        save._seen = _stamp(path)
        return save

    @property
    def path(self) -> Path | None:
        """Where the game is kept; nothing as long as it is not."""
        return self._path if self._is_own else None

    def write(self, record: Record) -> None:
        """Keep a record.

        Raises:
            OSError: it cannot be written.
            PositionError: somebody else has written to the file since.
        """
        directory = self._path.parent if self._path is not None else saves_directory()
        if self._path is None:  # a folder that somebody names may be a slip of the hand
            directory.mkdir(parents=True, exist_ok=True)
        # Always the same name for one game, so that what a kill leaves is used up the next time.
        own = f"{self._game}.{os.getpid()}" if self._path is None else self._path.name
        beside = directory / f".{own}.part"
        try:
            with beside.open("w", encoding="utf-8", newline="\n") as file:
                file.write(record.to_json() + "\n")
                file.flush()
                os.fsync(file.fileno())
            self._move(beside, directory)
        finally:
            beside.unlink(missing_ok=True)

    def _move(self, beside: Path, directory: Path) -> None:
        if self._is_own and self._path is not None:
            if _stamp(self._path) != self._seen:
                message = f"'{self._path}' was changed by somebody else; the game is not kept there"
                raise PositionError("position/bad-value", message)
            beside.replace(self._path)
        elif self._path is not None:
            _claim(beside, self._path)
        else:
            self._path = self._first_free(beside, directory)
            self._note_ruleset(self._path)
        self._is_own = True
        self._seen = _stamp(self._path)

    def _note_ruleset(self, path: Path) -> None:
        note = note_of(path)
        note.unlink(missing_ok=True)  # of a game that somebody has thrown away
        if self._ruleset is not None:
            note.write_text(f"{self._ruleset}\n", encoding="utf-8")

    def _first_free(self, beside: Path, directory: Path) -> Path:
        for number in range(1, _MAX_NUMBER):
            path = directory / f"{self._game}-{number}{_SUFFIX}"
            try:
                _claim(beside, path)
            except FileExistsError:
                continue
            return path
        raise FileExistsError(f"there are too many games in '{directory}'")


def why_not_kept(path: Path) -> str | None:
    """Return why no game can be kept in a new file, as far as its path says it."""
    if path.is_dir():
        return "it is a folder; name a file in it"
    if not path.parent.is_dir():
        return f"there is no folder '{path.parent}'; make the folder, or name another file"
    return None


def _claim(beside: Path, path: Path) -> None:
    """Give a file its name; FileExistsError if there is one of that name."""
    try:
        # Unlike a rename, a link never takes the place of another file.
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        path.open("x").close()
        beside.replace(path)


def note_of(path: Path) -> Path:
    """Return the file beside a game in which it is noted where its ruleset lies."""
    return path.with_suffix(_RULESET_SUFFIX)


def ruleset_of(path: Path) -> Path | None:
    """Return the file of the ruleset with which a game was begun, if it is known and still there.

    Else the ruleset is looked for by its name, as that of any record is.
    """
    note = note_of(path)
    try:
        found = Path(note.read_text(encoding="utf-8").strip()) if path.suffix == _SUFFIX else None
    except (OSError, ValueError):
        return None
    return found if found is not None and found.is_file() else None


def _stamp(path: Path) -> tuple[int, ...] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns)


@dataclass(frozen=True)
class Kept:
    """A game in the directory of saved games."""

    path: Path
    record: Record

    @property
    def is_open(self) -> bool:
        """Whether it can be gone on with."""
        return self.record.closing == "unfinished"


def kept_games(directory: Path) -> Iterator[Kept]:
    """Yield the games in a directory, the last one played first; what is no game is left out."""
    try:
        paths = [path for path in directory.glob(f"*{_SUFFIX}") if not path.name.startswith(".")]
        paths.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
    except OSError:
        return
    for path in paths:
        try:
            yield Kept(path, read_record(path).record)
        except RulesetError:
            continue


def last_open(directory: Path, game: str | None, ruleset: Path | None = None) -> Path | None:
    """Return the unfinished game that was played last, of any ruleset or of one.

    Two rulesets in different directories may have one name; `ruleset` says which is meant.
    """
    for kept in kept_games(directory):
        own = ruleset_of(kept.path) if ruleset is not None else None
        if kept.is_open and game in (None, kept.record.ruleset) and own in (None, ruleset):
            return kept.path
    return None
