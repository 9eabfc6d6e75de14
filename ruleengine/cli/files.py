"""Files that commands write: as a whole or not at all, and refused before anything is played."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ruleengine.errors import LabError


def write_whole(path: Path, text: str) -> None:
    """Write a file as a whole: whoever looks sees the old one or the new one."""
    if path.exists() and not path.is_file():
        # A device or a pipe is written to; a file in its place would take it away from everybody.
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    shown, path = path, path.resolve()  # of a link, what it leads to is written
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:  # which names a file that nobody has asked for
        raise OSError(error.errno, error.strerror, str(shown)) from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def check_places(named: Mapping[str, Path | None]) -> None:
    """Refuse files that cannot be written, or that are named twice; by option."""
    taken: dict[Path, str] = {}
    for option, path in named.items():
        if path is None:
            continue
        where, folder = path.resolve(), path.resolve().parent
        if where in taken:
            message = f"{taken[where]} and {option} are both to be '{path}'"
            raise LabError("lab/unusable-file", message, hint="name another file for one of them")
        taken[where] = option
        if path.is_dir():
            raise _unusable(path, option, "it is a folder", "name a file in it")
        if not folder.is_dir():
            there = f"there is no folder '{path.parent}'"
            raise _unusable(path, option, there, "make the folder, or name another file")
        if not _takes_files(path):
            raise _unusable(path, option, "the system does not allow it", "name another file")


def _takes_files(path: Path) -> bool:
    """Return whether a file can be written; some folders take none though rights do not say so."""
    if path.exists():
        return os.access(path, os.W_OK)
    try:
        with tempfile.TemporaryFile(dir=path.resolve().parent):
            return True
    except OSError:
        return False


def _unusable(path: Path, option: str, why: str, hint: str) -> LabError:
    message = f"'{path}' ({option}) cannot be written: {why}"
    return LabError("lab/unusable-file", message, hint=hint)
