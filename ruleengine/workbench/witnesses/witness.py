"""A position at which two games disagree, found by playing both side by side.

Input: two games. Output: a `Witness`, or nothing. First every short game is looked at, then many
random ones; what is found is cut down to a drawn position with as few pieces as possible.
Guarantees: the case of a witness passes in the first game and fails in the second, at its last
step and because of what the witness says.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path, PurePath
from typing import Any, Final

from ruleengine.errors import MissingExtraError, NoRoomError, SourceError, UncompiledError
from ruleengine.game.game import Game
from ruleengine.game.seen_only import is_seen_only
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.resolve.files.library import find, shown_name
from ruleengine.schema.steps import Tell
from ruleengine.workbench.cases.text import Spec, case_text
from ruleengine.workbench.readings import plain
from ruleengine.workbench.witnesses.disagreeing import Disagreement
from ruleengine.workbench.witnesses.pairs import Line, Looked, Pair
from ruleengine.workbench.witnesses.short_games import search_short_games
from ruleengine.workbench.witnesses.shrinking import shrink
from ruleengine.workbench.witnesses.unguided import search_on_pipeline

SHORT_GAMES: Final = 1_500
"""Positions of short games that are looked at."""
SECONDS: Final = 20.0
"""How long is looked and cut down, in seconds."""
_SHORT: Final = 0.2
"""What part of it short games may take."""
_CUTTING: Final = 0.25
"""What part of it cutting down may take at least, however late something is found."""
_SAME_LOTS: Final = 0.4
"""What part of the time for random games goes to whole games that may end otherwise."""
_UNSEEN: Final = 0.4
"""What part of it goes to games on the pipeline, where something may be told in another way."""


_SHORTEST: Final = "the shortest of all games"


@dataclass(frozen=True)
class Witness:
    """Two games that disagree, how they came there, and a case that shows it."""

    line: Line
    """The game that leads there."""
    found: Disagreement
    """What they disagree about at the end of the case."""
    how: str
    """How it was found, in words."""
    case: Spec
    """A case that passes in the first game and fails in the second."""
    drawing: str
    """The board with which the case begins."""
    num_pieces: int | None
    """How many pieces are left in a drawn position; nothing when the case begins at the start."""
    is_late: bool = False
    """Whether the case might be smaller, had there been more time to cut it down."""

    @property
    def text(self) -> str:
        """The case, ready to be pasted into a file."""
        return case_text(self.case)

    def to_dict(self) -> dict[str, object]:
        """Return the witness as plain data."""
        return {
            "kind": self.found.kind,
            "here": self.found.here,
            "there": self.found.there,
            "how": self.how,
            "plies": [[ply.seat, ply.text] for ply in self.line.plies],
            "opening": None if self.line.opening is None else dict(self.line.opening),
            "drawing": self.drawing.splitlines(),
            "pieces": self.num_pieces,
            "out_of_time": self.is_late,
            "case": self.text,
        }


def find_witness(  # noqa: PLR0913 - all but the first two are named
    one: Game,
    other: Game,
    *,
    seed: int = 0,
    seconds: float = SECONDS,
    short_games: int = SHORT_GAMES,
    looked: Looked | None = None,
) -> Witness | None:
    """Return the shortest disagreement that is found between two games; nothing if none is.

    What has been looked at is counted in `looked`.
    """
    looked = looked or Looked()
    pair = Pair(one, other)
    # Without any time for random games, all that is done takes what it takes.
    begun = time.monotonic()
    short, end = (begun + seconds * part if seconds > 0 else inf for part in (_SHORT, 1))
    line, how = search_short_games(pair, short_games, short, looked), _SHORTEST
    if line is None and seconds > 0:
        line, how = _play_at_random(pair, seed, end - time.monotonic(), looked)
    deadline = max(end, time.monotonic() + seconds * _CUTTING)
    if line is None:
        return None
    found = pair.at_end(line)
    if found is None:
        return None
    name = _ruleset_of(one)
    small = shrink(pair, line, found, {"ruleset": name, **_flags(one)}, deadline)
    length = f"{len(line.plies)} {'ply' if len(line.plies) == 1 else 'plies'}"
    how = f"{how}, after {length}"
    return Witness(
        line, small.found, how, small.case, small.drawing, small.num_pieces, small.is_late
    )


def _play_at_random(
    pair: Pair, seed: int, seconds: float, looked: Looked
) -> tuple[Line | None, str]:
    seconds = max(seconds, 0.0)
    # The compiled tier compares what can be done; what is seen and told, only the other does.
    unseen = _share_unseen(pair)
    found = None
    if unseen < 1:
        found = _play_compiled(pair, seed, seconds * (1 - unseen), looked)
    if found is None and unseen > 0:
        found = search_on_pipeline(pair, seed, seconds * unseen, looked)
    if found is None:
        return None, ""
    line, number = found
    return line, f"random game {number} of seed {seed}"


def _play_compiled(
    pair: Pair, seed: int, seconds: float, looked: Looked
) -> tuple[Line, int] | None:
    try:
        from ruleengine.workbench.witnesses.guided import search_compiled  # noqa: PLC0415 - numpy
        from ruleengine.workbench.witnesses.same_lots import (  # noqa: PLC0415 - numpy
            has_submissions,
            search_same_lots,
        )

        lots = 0.0 if has_submissions(pair) else _SAME_LOTS
        found = search_same_lots(pair, seed, seconds * lots, looked)
        return found or search_compiled(pair, seed, seconds * (1 - lots), looked)
    except (MissingExtraError, UncompiledError, NoRoomError, ModuleNotFoundError):
        return search_on_pipeline(pair, seed, seconds, looked)


def _share_unseen(pair: Pair) -> float:
    """Return what part of the time for random games goes to what seats see and are told."""
    if is_seen_only(pair.one, pair.other):
        return 1.0
    views = [plain(game.rules.resolved.tree.get("views")) for game in (pair.one, pair.other)]
    tells = any(
        isinstance(each, Tell)
        for game in (pair.one, pair.other)
        for each in models_in(game.rules.resolved.ruleset)
    )
    return _UNSEEN if tells or views[0] != views[1] else 0.0


def _ruleset_of(game: Game) -> str:
    """Return by what a case can load the ruleset again: its name if that leads to the same file.

    A name is found from wherever cases are run; a path starts from the file of the cases.
    """
    file = game.rules.resolved.root.span.file
    name = PurePath(file).stem
    try:
        found = find(name)
    except SourceError:
        return file
    # The file is named as it was given, or in short if it was given by its name.
    is_same = shown_name(found) == file or (Path(file).is_file() and found.samefile(file))
    return name if is_same else file


def _flags(game: Game) -> dict[str, Any]:
    """Return the flag values that a case has to give: those that the file itself does not."""
    resolved = game.rules.resolved
    readings = resolved.root.get("readings")
    written = readings if isinstance(readings, Mapping) else {}
    given = {
        flag: plain(resolved.values.values[flag])
        for flag in sorted(resolved.values.explicit)
        if flag not in written or plain(written[flag]) != plain(resolved.values.values[flag])
    }
    return {"flags": given} if given else {}
