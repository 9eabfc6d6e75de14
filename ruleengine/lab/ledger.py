"""The results file of a long run: finished chunks, one in a line, each with its checksum.

A line is written whole or not at all as far as a reader can tell: what a killed run has left
half-written has no end of line, is not counted, and is overwritten. Anything else that does not
fit its checksum is damage, and no number is made of it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final

from ruleengine.errors import LabError
from ruleengine.lab.chunks import Chunk

FORMAT: Final = "ruleengine results 1"
_DIGITS: Final = 16
_LISTED: Final = 3  # settings that are named in a message; a study has dozens


class Ledger:
    """A results file that is open for more; it belongs to one run at a time."""

    def __init__(self, path: Path, plan: Mapping[str, object]) -> None:
        """Open or begin a file for a plan; LabError when it is damaged or of another plan."""
        self.path = path
        self.chunks: list[Chunk] = []
        self._file = _open(path)
        try:
            end = self._read(plan)
            self._file.seek(end)
            self._file.truncate()
            if end == 0:
                self._write(_header(plan))
        except BaseException:
            self._file.close()
            raise

    def add(self, chunk: Chunk) -> None:
        """Append a finished chunk; when this returns it is on the disk."""
        self._write(chunk.to_json())
        self.chunks.append(chunk)

    def close(self) -> None:
        """Let others have the file."""
        self._file.close()

    def _write(self, text: str) -> None:
        self._file.write(_line(text))
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, plan: Mapping[str, object]) -> int:
        """Take in what is there, and return where the next line goes."""
        self._file.seek(0)
        end = 0
        for number, line in enumerate(self._file, start=1):
            if not line.endswith(b"\n"):
                if number == 1 and not _line(_header(plan)).startswith(line):
                    raise self._damaged(1)  # somebody's own file, which is not ours to overwrite
                break  # the run was killed while it wrote this
            text = self._checked(line, number)
            if number == 1:
                self._check_plan(text, plan)
            else:
                self._take(text, number)
            end += len(line)
        return end

    def _checked(self, line: bytes, number: int) -> str:
        try:
            checksum, _, text = line.decode("ascii").rstrip("\n").partition(" ")
        except UnicodeDecodeError:
            raise self._damaged(number) from None
        if checksum != _checksum(text):
            raise self._damaged(number)
        return text

    def _damaged(self, number: int) -> LabError:
        message = f"{self.path}:{number}: the line does not fit its checksum"
        hint = "the file is damaged or no results file; move it away and run the command again"
        return LabError("lab/damaged-results", message, hint=hint)

    def _check_plan(self, text: str, plan: Mapping[str, object]) -> None:
        found = json.loads(text)
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise self._damaged(1)
        theirs, ours = found["plan"], json.loads(json.dumps(plan))
        if theirs != ours:
            apart = "; ".join(_apart(theirs, ours))
            message = f"{self.path}:1: the results are of another run: {apart}"
            hint = "give the same command as before, or another file"
            raise LabError("lab/other-run", message, hint=hint)

    def _take(self, text: str, number: int) -> None:
        try:
            self.chunks.append(Chunk.from_json(text))
        except ValueError:
            raise self._damaged(number) from None


def _apart(theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> Iterator[str]:
    """Yield what differs between two plans, in words of the command line."""
    plain = [_flat(plan) for plan in (theirs, ours)]
    for key in dict.fromkeys((*plain[0], *plain[1])):
        then, now = (plan.get(key) for plan in plain)
        if then != now:
            yield f"{key.replace('_', '-')} is {_said(now)} and was {_said(then)}"
    codes = [plan.get("codes", {}) for plan in (theirs, ours)]
    for agent in codes[1]:
        if agent in codes[0] and codes[0][agent] != codes[1][agent]:
            yield f"the code of the agent '{agent}' has changed"
    then, now = theirs.get("jobs", {}), ours.get("jobs", {})
    if list(then) != list(now):
        yield f"settings are {_said(list(now))} and were {_said(list(then))}"
    elif plain[0] == plain[1] and codes[0] == codes[1]:
        # A job is known by its rules and by everything else that has just been compared.
        other = [name for name in now if then[name] != now[name]]
        yield f"the rules or flags of {_said(other)} are others"


_GROUPS: Final = ("jobs", "manner", "versions", "codes")


def _flat(plan: Mapping[str, Any]) -> dict[str, object]:
    """Return what a plan says beside its jobs, without the groups it says it in."""
    found = {key: plan[key] for key in plan if key not in _GROUPS}
    versions = plan.get("versions", {})
    return {
        **found,
        **plan.get("manner", {}),
        **{f"version of {name}": versions[name] for name in versions},
    }


def _said(value: object) -> str:
    """Return a value as a sentence has room for it."""
    if isinstance(value, list) and len(value) > _LISTED:
        return f"{', '.join(map(str, value[:_LISTED]))} and {len(value) - _LISTED} more"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "not set" if value is None else str(value)


def _header(plan: Mapping[str, object]) -> str:
    return json.dumps({"format": FORMAT, "plan": plan}, sort_keys=True)


def _line(text: str) -> bytes:
    return f"{_checksum(text)} {text}\n".encode()


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def _open(path: Path) -> IO[bytes]:
    """Open a file to read and write, for this process alone."""
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o644), "r+b")
    try:
        import fcntl  # noqa: PLC0415 - not on every system
    except ImportError:  # where files cannot be locked this way, two runs are not kept apart
        return file
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        message = f"{path}: another run is writing to this file"
        hint = "wait until it is done, or give another file"
        raise LabError("lab/file-in-use", message, hint=hint) from None
    return file
