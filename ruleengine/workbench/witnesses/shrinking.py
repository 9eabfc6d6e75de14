"""Cuts a witness down: from a whole game to a drawn position, and from many pieces to few.

What is tried is kept only if the case still passes in the one game and fails in the other at its
last step, and only because the two still disagree about the same thing: a move that is refused in
the second game for another reason would make the case fail as well, and show nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import Any, Final, NamedTuple

from ruleengine.errors import EndlessError, PlayError, PositionError, RulesetError
from ruleengine.game.game import Game
from ruleengine.game.kept.board_text import shown_board
from ruleengine.game.kept.drawn import LEFT, counted, spelled_out
from ruleengine.game.kept.record import Ply
from ruleengine.game.position import Position
from ruleengine.game.views import View
from ruleengine.pipeline.seats import seat_of_piece
from ruleengine.schema.drawing import read_drawing
from ruleengine.schema.drawn_frame import draw
from ruleengine.schema.pieces import UNOWNED
from ruleengine.workbench.cases.counters import counters_of, with_numbers
from ruleengine.workbench.cases.files import Case
from ruleengine.workbench.cases.scenarios import first_position
from ruleengine.workbench.cases.steps import take_step
from ruleengine.workbench.cases.text import Spec, as_case
from ruleengine.workbench.witnesses.disagreeing import Disagreement
from ruleengine.workbench.witnesses.pairs import Both, Line, Pair

_MAX_TURNS_BACK = 24
_RUNS = (32, 16, 8, 4, 3, 2, 1)  # plies in a row of which leaving out is tried


_ANY: Final = {"expect": {"outcome": "none"}}
"""Stands for the last step of a case as long as it is not known."""


class _Told(NamedTuple):
    """A case, and what it shows."""

    case: dict[str, Any]
    found: Disagreement


class Shrunk(NamedTuple):
    """A case that shows a disagreement, as small as it could be made."""

    case: Spec
    drawing: str
    """The board with which the case begins."""
    num_pieces: int | None
    """How many pieces are drawn; nothing when the case begins at the start."""
    found: Disagreement
    """What the games disagree about at the end of the case."""
    is_late: bool
    """Whether it might be smaller, had there been more time."""


def shrink(
    pair: Pair,
    line: Line,
    found: Disagreement,
    head: Mapping[str, Any],
    deadline: float = inf,
) -> Shrunk:
    """Return a case that shows a disagreement which is found at the end of a line.

    After the `deadline` it is left as small as it is by then.
    """
    whole = _Whole(pair, {"id": f"witness/{found.kind}", **head}, found, deadline)
    drawn = whole.drawn_position(line)
    if drawn is None:
        first = pair.start(line.opening).one
        board = str(shown_board(first.game, first.full_view()))
        case, shown = whole.from_start(line)
        return Shrunk(case, board, None, shown, whole.was_late)
    case, shown = whole.with_fewer_pieces(drawn)
    rows = whole.rows(case)
    board, num_pieces = draw(rows, pair.one.rules.grid.frame), whole.num_pieces(case)
    if (numbered := with_numbers(pair.one, case, rows)) is not None:
        told = whole.told(numbered[0])
        if told is not None:
            (case, shown), board = told, draw(numbered[1], pair.one.rules.grid.frame)
    return Shrunk(case, board, num_pieces, shown, whole.was_late)


def passes(game: Game, case: Case) -> bool | None:
    """Tell whether a case passes in a game; nothing when it cannot begin there."""
    try:
        position = first_position(case, game)
    except (PositionError, RulesetError, EndlessError):
        return None
    for step in case.steps:
        position, messages = take_step(position, step)
        if messages:
            return False
    return True


class _Whole:
    """The two games, what every case about them begins with, and what it has to show."""

    def __init__(
        self, pair: Pair, head: Mapping[str, Any], found: Disagreement, deadline: float
    ) -> None:
        self._pair = pair
        self._deadline = deadline
        self._head = dict(head)
        self._found = found
        self.was_late = False
        self._instead: tuple[dict[str, Any], Disagreement] | None = None

    @property
    def _is_late(self) -> bool:
        """Whether there is no time for what is tried next."""
        self.was_late = self.was_late or time.monotonic() > self._deadline
        return self.was_late

    # -- from the start

    def from_start(self, line: Line) -> tuple[Spec, Disagreement]:
        """Return the case that plays the whole game, without plies that nothing depends on."""
        plies, found = list(line.plies), self._found
        # Long runs first, such as a whole submission; then pairs, as of an order that is taken
        # back; single plies last.
        for length in _RUNS:
            end = len(plies)
            while end >= length and not self._is_late:
                fewer = [*plies[: end - length], *plies[end:]]
                shown = self._difference(fewer, line.opening)
                if shown is not None:
                    plies, found = fewer, shown
                    end -= length
                else:
                    end -= 1
        spec = {**self._head, "start": True}
        if line.opening is not None:
            spec["opening"] = dict(line.opening)
        return {**spec, "steps": [*steps_of(plies), found.step]}, found

    def _difference(
        self, plies: Sequence[Ply], opening: Mapping[str, str] | None
    ) -> Disagreement | None:
        try:
            *_, last = self._pair.walk(Line(tuple(plies), opening))
        except (PlayError, PositionError, EndlessError):
            return None
        return self._found.again(*last)

    # -- from a drawn position

    def drawn_position(self, line: Line) -> _Told | None:
        """Return a case that begins with a drawn position, with the last turns only, if any do.

        Drawn, the games may come to disagree about something else, or sooner: then that is shown,
        if what was found shows from no drawn position.
        """
        begun = time.monotonic()
        walked = [*self._pair.walk(line)]
        self._deadline += time.monotonic() - begun  # that is not cutting down yet
        turns = [both.one.turn for both in walked]
        starts = [n for n in range(len(turns)) if n == 0 or turns[n] != turns[n - 1]]
        for begin in starts[::-1][:_MAX_TURNS_BACK]:
            if self._is_late:
                break
            one, other = walked[begin]
            # What only the second game counts, the first does not mind.
            for counters in (counters_of(one), counters_of(other)):
                spec = self._drawn(one, counters)
                told = None if spec is None else self._shown(spec, line.plies[begin:])
                if told is not None:
                    return told
        if self._instead is None:
            return None
        spec, self._found = self._instead
        return self.told(spec)

    def _drawn(self, position: Position, counters: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return what a case says of a position at the beginning of a turn."""
        rules, state, view = position.game.rules, position.state, position.full_view()
        phase = rules.phases[state.phase]
        if position.outcome is not None or position.drafting or not phase.goes_round:
            return None
        rounds = [each.name for each in rules.phases if each.goes_round]
        start = position.game.start().full_view()
        parts: dict[str, Any] = {
            "phase": None if phase.name == rounds[0] else phase.name,
            "mover": view.mover if phase.turns else None,
            "counters": counters,
            "marks": _marks(view),
            "pieces": {
                name: LEFT if state.cell[slot] < 0 else rules.place(state.cell[slot])
                for slot, name in enumerate(rules.piece_names)
            },
            "off_board": {} if rules.piece_names else _beside(position.game, view),
            "opening": {} if view.sides == start.sides else _seating(view),
            "zone_owners": {
                zone: owner or UNOWNED
                for zone, owner in view.zone_owners.items()
                if owner != start.zone_owners.get(zone)
            },
            "commanders": {
                rules.piece_text(state, slot): rules.names.seats[seat_of_piece(state, slot)]
                for slot, number in enumerate(state.seat_no)
                if number > 0 and state.cell[slot] >= 0
            },
        }
        board = "\n".join(
            " ".join(row) for row in read_drawing(position.drawing, position.game.rules.grid.frame)
        )
        given = {name: value for name, value in parts.items() if value}
        return {**self._head, "board": board, **given}

    def _shown(self, spec: Mapping[str, Any], plies: Sequence[Ply]) -> _Told | None:
        """Return the case that shows the disagreement from a drawn position on, if any does."""
        both = self._begin(spec)
        if both is None:
            return None
        for number in range(len(plies) + 1):
            if self._found.again(*both) is not None:
                return self.told({**spec, "steps": [*steps_of(plies[:number]), _ANY]})
            found = both.found
            if found is not None and self._instead is None:
                self._instead = {**spec, "steps": [*steps_of(plies[:number]), _ANY]}, found
            if found is not None or number == len(plies):
                return None
            try:
                both = both.play(plies[number])
            except (PlayError, PositionError, EndlessError):
                return None
        return None

    def _begin(self, spec: Mapping[str, Any]) -> Both | None:
        case = as_case({**spec, "steps": [_ANY]})
        try:
            return Both(
                first_position(case, self._pair.one), first_position(case, self._pair.other)
            )
        except (PositionError, EndlessError):
            return None

    def told(self, spec: Mapping[str, Any]) -> _Told | None:
        """Return the case with what it shows as its last step; nothing if it shows nothing."""
        both = self._begin(spec)
        if both is None:
            return None
        for step in as_case(spec).steps[:-1]:
            taken = [take_step(position, step) for position in both]
            if any(messages for _, messages in taken):
                return None
            both = Both(*(position for position, _ in taken))
        found = self._found.again(*both)
        if found is None:
            return None
        case = {**spec, "steps": [*spec["steps"][:-1], found.step]}
        last = as_case(case).steps[-1]
        fails = [bool(take_step(position, last)[1]) for position in both]
        return _Told(case, found) if fails == [False, True] else None

    # -- fewer pieces

    def with_fewer_pieces(self, told: _Told) -> _Told:
        """Return the case without counters and pieces that nothing depends on."""
        best = self._with_fewer_standing(told, _RUNS[:-1])
        for key in ("marks", "zone_owners", "commanders", "off_board", "counters", "opening"):
            if key in best.case:
                rest = {name: value for name, value in best.case.items() if name != key}
                best = self.told(rest) or best
        for name in list(best.case.get("counters", ())):
            fewer = {key: value for key, value in best.case["counters"].items() if key != name}
            best = self.told({**best.case, "counters": fewer}) or best
        best = self._with_fewer_steps(self._with_fewer_beside(self._with_fewer_parts(best)))
        left = -1
        while left != self.num_pieces(best.case) and not self._is_late:
            left = self.num_pieces(best.case)
            best = self._with_fewer_standing(best, _RUNS)
        return best

    def _with_fewer_standing(self, best: _Told, runs: Sequence[int]) -> _Told:
        """Return the case without pieces that do not matter, many at once as long as that goes."""
        for length in runs:
            standing = [*self._standing(best.case)]
            for begin in range(0, len(standing), length):
                if self._is_late:
                    return best
                # Without any piece at all mostly the game is over.
                if length < len(standing):
                    fewer = self._without(best.case, standing[begin : begin + length])
                    best = self.told(fewer) or best
        return best

    def _with_fewer_parts(self, best: _Told) -> _Told:
        """Return the case without parts of counters, as those of cells that do not matter."""
        for name, value in list(best.case.get("counters", {}).items()):
            for part in list(value) if isinstance(value, Mapping) else ():
                counters = best.case["counters"]
                if self._is_late or name not in counters:
                    return best
                rest = {key: each for key, each in counters[name].items() if key != part}
                if rest:
                    best = self.told({**best.case, "counters": counters | {name: rest}}) or best
        return best

    def _with_fewer_beside(self, best: _Told) -> _Told:
        """Return the case without what lies off the board and does not matter."""
        for place in list(best.case.get("off_board", ())):
            others = {key: each for key, each in best.case["off_board"].items() if key != place}
            best = self.told({**best.case, "off_board": others}) or best
            for piece in spelled_out(best.case["off_board"].get(place, ())):
                if self._is_late:
                    return best
                rest = spelled_out(best.case["off_board"][place])
                rest.remove(piece)
                fewer = {**best.case["off_board"], place: counted(rest)}
                best = self.told({**best.case, "off_board": fewer}) or best
        return best

    def _with_fewer_steps(self, best: _Told) -> _Told:
        """Return the case without moves that nothing depends on."""
        for length in _RUNS:
            end = len(best.case["steps"]) - 1  # the last one shows the difference
            while end >= length and not self._is_late:
                steps = best.case["steps"]
                fewer = self.told({**best.case, "steps": [*steps[: end - length], *steps[end:]]})
                best = fewer or best
                end -= length if fewer is not None else 1
        return best

    def _standing(self, spec: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
        """Yield the row and column of every cell on which a piece is drawn."""
        ground, letters = self._ground(), self._letters()
        for row, marks in enumerate(self.rows(spec)):
            for column, mark in enumerate(marks):
                if mark != ground[row][column] and mark in letters:
                    yield row, column

    def _without(self, spec: Mapping[str, Any], cells: Sequence[tuple[int, int]]) -> dict[str, Any]:
        """Return a case without the pieces on some cells."""
        ground, rows = self._ground(), [[*marks] for marks in self.rows(spec)]
        for row, column in cells:
            rows[row][column] = ground[row][column]
        grid = self._pair.one.rules.grid
        places = {grid.places[row * len(rows[row]) + column] for row, column in cells}
        fewer = {**spec, "board": "\n".join(" ".join(row) for row in rows)}
        if "pieces" in spec:
            fewer["pieces"] = {
                name: LEFT if where in places else where for name, where in spec["pieces"].items()
            }
        if "commanders" in spec:
            fewer["commanders"] = {
                name: seat for name, seat in spec["commanders"].items() if name not in places
            }
        return fewer

    def _letters(self) -> frozenset[str]:
        kinds = self._pair.one.rules.resolved.ruleset.kinds
        return frozenset(letter for kind in kinds.values() for letter in kind.letters.values())

    def _ground(self) -> list[str]:
        """Return the board without pieces."""
        grid = self._pair.one.rules.grid
        return grid.rows_of(grid.ground)

    def num_pieces(self, spec: Mapping[str, Any]) -> int:
        """Return how many pieces are drawn."""
        letters = self._letters()
        return sum(mark in letters for row in self.rows(spec) for mark in row)

    def rows(self, spec: Mapping[str, Any]) -> list[str]:
        """Return the marks of the board of a case."""
        return read_drawing(spec["board"], self._pair.one.rules.grid.frame)


def steps_of(plies: Sequence[Ply]) -> list[dict[str, object]]:
    """Return plies as steps of a scenario; a run of moves of one seat is one step."""
    return [
        {"chance": ply.text} if ply.seat is None else {"play": {"by": ply.seat, "move": ply.text}}
        for ply in plies
    ]


def _beside(game: Game, view: View) -> dict[str, list[str]]:
    """Return what lies in each place off the board."""
    found: dict[str, list[str]] = {}
    for piece in view.pieces:
        if game.rules.grid.cell_id(piece.place) is None:
            found.setdefault(piece.place, []).append(f"{piece.owner} {piece.kind}")
    return {place: counted(pieces) for place, pieces in found.items()}


def _seating(view: View) -> dict[str, str]:
    """Return the seat of each side and color."""
    sides = {side: seat for seat, side in view.sides.items() if side is not None}
    return sides | {color: seat for seat, color in view.colors.items() if color is not None}


def _marks(view: View) -> dict[str, Any]:
    """Return the marks that hold anything, as a case gives them; of each side or cell what it has.

    Those of pieces are told with the pieces.
    """
    found: dict[str, Any] = {}
    for name, value in view.marks.items():
        if isinstance(value, Mapping):
            held = {part: each for part, each in value.items() if each is not None}
            if held:
                found[name] = held
        elif isinstance(value, str):
            found[name] = value
    return found
