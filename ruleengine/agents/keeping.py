"""What was learned of a game, kept on disk beside the compiled kernel.

To learn takes seconds and always comes to the same; a file with the digest of all that it depends
on in its name spares it to the next process. Whatever is wrong with such a file, it is learned
again.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import threading
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ruleengine.agents import drafting, fitting, worth
from ruleengine.agents.worth import Worth
from ruleengine.kernel.cache import cache_folder

if TYPE_CHECKING:
    from ruleengine.game.rows.simulation import CompiledGame

_SOURCES = (drafting, fitting, worth)
"""What learns; an edit of it learns anew, as does one of the kernel, which has its own folder."""

_LEARNED: WeakKeyDictionary[CompiledGame, Worth] = WeakKeyDictionary()
_LEARNING = threading.Lock()
"""Threads that play the same game wait for the one that learns, and do not learn it again."""


def worth_of(compiled: CompiledGame) -> Worth:
    """Return what positions of a game are worth; it is learned once on a computer, and kept."""
    with _LEARNING:
        if compiled not in _LEARNED:
            numbers = worth.numbers_of(compiled)
            path = path_of(compiled, numbers)
            found = read(path)
            if found is None:
                found = worth.learn(compiled, numbers)
                write(path, found)
            _LEARNED[compiled] = found
        return _LEARNED[compiled]


def path_of(compiled: CompiledGame, numbers: NDArray[np.int32]) -> Path:
    """Return where it is kept what was learned of a game."""
    tables = compiled.tables
    digest = hashlib.sha256(np.__version__.encode())
    for module in _SOURCES:
        digest.update(Path(str(module.__file__)).read_bytes())
    for array in (tables.code, tables.data, compiled.start_row(None), numbers):
        digest.update(f"{array.dtype} {len(array)} ".encode())
        digest.update(array.tobytes())
    digest.update(str(compiled.game.rules.hides).encode())
    return cache_folder() / f"worth-{digest.hexdigest()[:24]}.npz"


def read(path: Path) -> Worth | None:
    """Return what is kept, or nothing when there is none or it cannot be read."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            found = {name: kept[name] for name in kept.files}
        for name, kind in (
            ("num_references", int),
            ("games", int),
            ("mean_length", float),
            ("decisive", float),
        ):
            found[name] = kind(found[name])
        return Worth(**found)
    except (OSError, ValueError, EOFError, KeyError, TypeError, BadZipFile):
        return None


def write(path: Path, learned: Worth) -> None:
    """Keep what was learned, as a whole or not at all; where nothing can be written, not."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez(file, **asdict(learned))
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
