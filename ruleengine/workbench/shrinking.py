"""Cuts a witness down: from a whole game to a drawn position, and from many pieces to few.

What is tried is kept only if the case still passes in the one game and fails in the other at a
step, so that nothing here has to know what the disagreement is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ruleengine.errors import EndlessError, PlayError, PositionError, RulesetError
from ruleengine.game.board_text import shown_board
from ruleengine.game.drawn import LEFT
from ruleengine.game.game import Game
from ruleengine.game.position import Position
from ruleengine.game.record import Ply
from ruleengine.game.views import View
from ruleengine.pipeline.seats import seat_of_piece
from ruleengine.schema.drawing import draw, read_drawing
from ruleengine.schema.fields import parse_cell
from ruleengine.workbench.case_text import Spec, as_case
from ruleengine.workbench.disagreeing import Disagreement
from ruleengine.workbench.pairs import Both, Line, Pair
from ruleengine.workbench.scenario_files import Case
from ruleengine.workbench.scenario_steps import take_step
from ruleengine.workbench.scenarios import first_position

_MAX_TURNS_BACK = 24
_MAX_DROPPED = 30  # plies of a game from the start that leaving out is tried for


def shrink(
    pair: Pair, line: Line, found: Disagreement, head: Mapping[str, Any]
) -> tuple[Spec, str, int | None]:
    """Return a case that shows a disagreement, the board it begins with, and how many pieces."""
    whole = _Whole(pair, {"id": f"witness/{found.kind}", **head})
    for drawn in whole.drawn_positions(line):
        smaller = whole.with_fewer_pieces(drawn)
        drawing = draw(whole.rows(smaller), pair.one.rules.grid.strokes)
        return smaller, drawing, whole.num_pieces(smaller)
    case = whole.from_start(line, found)
    first = pair.start(line.opening).one
    return case, str(shown_board(first.game, first.full_view())), None


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
    """The two games, and what every case about them begins with."""

    def __init__(self, pair: Pair, head: Mapping[str, Any]) -> None:
        self._pair = pair
        self._head = dict(head)

    # -- from the start

    def from_start(self, line: Line, found: Disagreement) -> Spec:
        """Return the case that plays the whole game, without plies that nothing depends on."""
        plies = list(line.plies)
        if len(plies) <= _MAX_DROPPED:
            for number in range(len(plies) - 1, -1, -1):
                fewer = [*plies[:number], *plies[number + 1 :]]
                shown = self._difference(fewer, line.opening)
                if shown is not None and shown.kind == found.kind:
                    plies, found = fewer, shown
        spec = {**self._head, "start": True}
        if line.opening is not None:
            spec["opening"] = dict(line.opening)
        return {**spec, "steps": [*steps_of(plies), found.step]}

    def _difference(
        self, plies: Sequence[Ply], opening: Mapping[str, str] | None
    ) -> Disagreement | None:
        try:
            *_, last = self._pair.walk(Line(tuple(plies), opening))
        except (PlayError, PositionError, EndlessError):
            return None
        return last.found

    # -- from a drawn position

    def drawn_positions(self, line: Line) -> Iterator[dict[str, Any]]:
        """Yield cases that begin with a drawn position, with the last turns only, if any do."""
        walked = [*self._pair.walk(line)]
        turns = [both.one.turn for both in walked]
        starts = [n for n in range(len(turns)) if n == 0 or turns[n] != turns[n - 1]]
        for begin in starts[::-1][:_MAX_TURNS_BACK]:
            one, other = walked[begin]
            # What only the second game counts, the first does not mind.
            for counters in (_counters(one), _counters(other)):
                spec = self._drawn(one, counters)
                found = None if spec is None else self._shown(spec, line.plies[begin:])
                if spec is not None and found is not None:
                    yield {**spec, "steps": found}
                    return

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
            "marks": {
                name: value
                for name, value in view.marks.items()
                if isinstance(value, str) or (value and rules.marks[name].per == "cell")
            },
            "pieces": {
                name: LEFT if state.cell[slot] < 0 else rules.place(state.cell[slot])
                for slot, name in enumerate(rules.piece_names)
            },
            "off_board": {} if rules.piece_names else _beside(view),
            "opening": {} if view.sides == start.sides else _seating(view),
            "zone_owners": {
                zone: owner
                for zone, owner in view.zone_owners.items()
                if owner is not None and owner != start.zone_owners.get(zone)
            },
            "commanders": {
                rules.piece_text(state, slot): rules.names.seats[seat_of_piece(state, slot)]
                for slot, number in enumerate(state.seat_no)
                if number > 0 and state.cell[slot] >= 0
            },
        }
        board = "\n".join(
            " ".join(row)
            for row in read_drawing(position.drawing, position.game.rules.grid.columns)
        )
        given = {name: value for name, value in parts.items() if value}
        return {**self._head, "board": board, **given}

    def _shown(self, spec: Mapping[str, Any], plies: Sequence[Ply]) -> list[Any] | None:
        """Return the steps that show a disagreement from a drawn position on, if there is one."""
        both = self._begin(spec)
        if both is None:
            return None
        for number in range(len(plies) + 1):
            found = both.found
            if found is not None:
                steps = [*steps_of(plies[:number]), found.step]
                return steps if self._tells_apart({**spec, "steps": steps}) else None
            if number == len(plies):
                return None
            try:
                both = both.play(plies[number])
            except (PlayError, PositionError, EndlessError):
                return None
        return None

    def _begin(self, spec: Mapping[str, Any]) -> Both | None:
        case = as_case({**spec, "steps": [{"expect": {"outcome": "none"}}]})
        try:
            return Both(
                first_position(case, self._pair.one), first_position(case, self._pair.other)
            )
        except (PositionError, EndlessError):
            return None

    def _tells_apart(self, spec: Spec) -> bool:
        case = as_case(spec)
        return passes(self._pair.one, case) is True and passes(self._pair.other, case) is False

    # -- fewer pieces

    def with_fewer_pieces(self, spec: Mapping[str, Any]) -> dict[str, Any]:
        """Return the case without counters and pieces that nothing depends on."""
        best = dict(spec)
        for key in ("marks", "zone_owners", "commanders", "off_board", "counters", "opening"):
            if key in best:
                best = self._or(best, {name: v for name, v in best.items() if name != key})
        for name in list(best.get("counters", ())):
            rest = {key: value for key, value in best["counters"].items() if key != name}
            best = self._or(best, {**best, "counters": rest})
        is_smaller = True
        while is_smaller:
            is_smaller = False
            for fewer in self._without_a_piece(best):
                if self._tells_apart(fewer):
                    best, is_smaller = fewer, True
                    break
        return best

    def _or(self, best: dict[str, Any], tried: dict[str, Any]) -> dict[str, Any]:
        return tried if self._tells_apart(tried) else best

    def _without_a_piece(self, spec: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        rows = self.rows(spec)
        ground = self._ground()
        for row, marks in enumerate(rows):
            for column, mark in enumerate(marks):
                below = ground[row][column]
                if mark != below and mark in self._letters():
                    changed = [*rows]
                    changed[row] = marks[:column] + below + marks[column + 1 :]
                    fewer = {**spec, "board": "\n".join(" ".join(each) for each in changed)}
                    place = self._pair.one.rules.grid.places[row * len(marks) + column]
                    if "pieces" in spec:
                        fewer["pieces"] = {
                            name: LEFT if where == place else where
                            for name, where in spec["pieces"].items()
                        }
                    if "commanders" in spec:
                        fewer["commanders"] = {
                            name: seat for name, seat in spec["commanders"].items() if name != place
                        }
                    yield fewer

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
        return read_drawing(spec["board"], self._pair.one.rules.grid.columns)


def steps_of(plies: Sequence[Ply]) -> list[dict[str, object]]:
    """Return plies as steps of a scenario; a run of moves of one seat is one step."""
    return [
        {"chance": ply.text} if ply.seat is None else {"play": {"by": ply.seat, "move": ply.text}}
        for ply in plies
    ]


def _beside(view: View) -> dict[str, list[str]]:
    """Return what lies in each place off the board."""
    found: dict[str, list[str]] = {}
    for piece in view.pieces:
        if parse_cell(piece.place, 1) is None:
            found.setdefault(piece.place, []).append(f"{piece.owner} {piece.kind}")
    return found


def _seating(view: View) -> dict[str, str]:
    """Return the seat of each side and color."""
    sides = {side: seat for seat, side in view.sides.items() if side is not None}
    return sides | {color: seat for seat, color in view.colors.items() if color is not None}


def _counters(position: Position) -> dict[str, Any]:
    """Return the counters that are not as at the start, as a case gives them."""
    rules, state = position.game.rules, position.state
    found: dict[str, Any] = {}
    view = position.full_view()
    for info in rules.counters.values():
        if info.resets == "turn":
            continue
        if info.per == "piece":
            values = {
                rules.piece_text(state, slot): state.piece_counters[info.offset][slot]
                for slot, cell in enumerate(state.cell)
                if 0 <= cell < rules.num_cells
                and state.piece_counters[info.offset][slot] != info.start_of(state.kind[slot])
            }
            if values:
                found[info.name] = values
        elif info.name in view.counters:
            value = view.counters[info.name]
            parts = value.values() if isinstance(value, Mapping) else (value,)
            if any(part != info.start for part in parts):
                found[info.name] = value
    return found
