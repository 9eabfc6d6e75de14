"""Where compiled kernels are kept: one folder for each state of the kernel's own sources.

Numba does not notice edits in the modules of functions that a cached one calls, so the folder's
name carries a digest of them all.
"""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import config as settings
from numba.core import event

import ruleengine.program as program_package

config: Any = settings
_PACKAGE = __name__.partition(".")[0]
_LEVEL: Any = type(config.OPT)(2)
"""How hard the compiler tries. At 3, which is Numba's own, it makes the loop over instructions so
large that every ruleset is slower, by 5 to 25 % when it was measured."""
_SOURCES = (Path(__file__).parent, Path(program_package.__file__ or "").parent)


@cache
def cache_folder() -> Path:
    """Return the folder for this kernel on this machine; `RULEENGINE_CACHE` moves it elsewhere."""
    digest = hashlib.sha256(numba.__version__.encode())
    for folder in _SOURCES:
        for path in sorted(folder.glob("*.py")):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    own = os.environ.get("RULEENGINE_CACHE")
    shared = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    root = Path(own) if own else Path(shared) / "ruleengine"
    return root / f"kernel-{digest.hexdigest()[:16]}"


def _is_own(event: Any) -> bool:  # noqa: ANN401 - Numba's own
    """Return whether it is a part of the kernel that is compiled."""
    return str(event.data["dispatcher"].py_func.__module__).startswith(f"{_PACKAGE}.")


class _Announcement(event.Listener):
    """One line on stderr when a part of the kernel is compiled that is not on disk yet."""

    def on_start(self, event: Any) -> None:  # noqa: ANN401 - Numba's own
        if _is_own(event):
            _say_once()

    def on_end(self, event: Any) -> None:  # noqa: ANN401
        """Leave it at that."""


class _Level(event.Listener):
    """Parts of the kernel are compiled at a level of their own, and nothing else is."""

    def __init__(self) -> None:
        self._before: list[Any] = []

    def on_start(self, event: Any) -> None:  # noqa: ANN401 - Numba's own
        """Keep the level that other people's functions have."""
        self._before.append(config.OPT)
        if _is_own(event):
            config.OPT = _LEVEL

    def on_end(self, _event: Any) -> None:  # noqa: ANN401
        """Give it back; Numba compiles one thing at a time, and what that calls inside it."""
        config.OPT = self._before.pop()


@cache
def compile_at_own_level() -> None:
    """From now on, compile the kernel as `_LEVEL` says, unless `NUMBA_OPT` says otherwise."""
    if "NUMBA_OPT" not in os.environ:
        event.register("numba:compile", _Level())  # type: ignore[no-untyped-call]


@cache
def announce_compiling() -> None:
    """From now on, say so when the kernel is compiled: it takes long, and happens once.

    Different commands need different parts of it, so that each may have something left to do.
    """
    event.register("numba:compile", _Announcement())  # type: ignore[no-untyped-call]


@cache
def _say_once() -> None:
    """Say it once in a process; of further parts it is not said that they are the kernel."""
    has_parts = any(cache_folder().rglob("*.nbc"))
    what = "another part of the kernel" if has_parts else "the kernel"
    sys.stderr.write(f"compiling {what}, once on this computer; it takes up to a minute ...\n")
