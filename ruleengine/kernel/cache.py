"""Where compiled kernels are kept: one folder for each state of the kernel's own sources.

Numba does not notice edits in the modules of functions that a cached one calls, so the folder's
name carries a digest of them all.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import config as settings

import ruleengine.program as program_package

config: Any = settings
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


def is_compiled() -> bool:
    """Return whether nothing is left to compile: on this computer it was, or there is no JIT."""
    return bool(config.DISABLE_JIT) or any(cache_folder().rglob("machine.run-*.nbi"))
