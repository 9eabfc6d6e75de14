"""What a case says of counters: in the drawing of its board where it can, and else apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ruleengine.game.game import Game
from ruleengine.game.kept.board_text import drawn_counters, has_digits
from ruleengine.game.position import Position
from ruleengine.pipeline.rules import CounterInfo, Rules
from ruleengine.pipeline.state import Slot, State
from ruleengine.resolve.setup.placements import letters_of

Cells = list[list[str]]


def counters_of(position: Position) -> dict[str, Any]:
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
                and state.piece_counters[info.offset][slot] != _at_first(rules, state, info, slot)
            }
            if values:
                found[info.name] = values
        elif info.name in view.counters:
            value = view.counters[info.name]
            parts = value.values() if isinstance(value, Mapping) else (value,)
            if any(part != info.start for part in parts):
                found[info.name] = value
    return found


def _at_first(rules: Rules, state: State, info: CounterInfo, slot: Slot) -> int:
    """Return what a counter of a piece is at in a case that does not say it.

    A piece that has a name has it from the setup, with what the setup says of it.
    """
    said = dict(rules.resolved.setup[slot].counters) if slot < len(rules.piece_names) else {}
    return said.get(info.name, info.start_of(state.kind[slot]))


def with_numbers(
    game: Game, spec: Mapping[str, Any], rows: Sequence[str]
) -> tuple[dict[str, Any], Cells] | None:
    """Return a case with numbers behind the letters of its board, and the cells of that board.

    `rows` are the marks of the board. What finds no room in it stays under `counters`: what is
    not drawn on boards, and pieces that are spoken of by their names. Nothing if that is all.
    """
    rules, names = game.rules, drawn_counters(game.rules)
    said = spec.get("counters", {})
    apart = {name: dict(said[name]) for name in names if name in said}
    cells = [[*row] for row in rows]
    behind = ":" if has_digits(game) else ""
    numbered = False
    for cell in sorted(rules.grid.cells):
        row, column = divmod(cell, rules.grid.columns)
        place, usual = rules.grid.places[cell], _usual(rules, names, cells[row][column])
        if usual and any(place in values for values in apart.values()):
            numbers = [apart.get(name, {}).pop(place, start) for name, start in usual.items()]
            cells[row][column] += behind + "/".join(map(str, numbers))
            numbered = True
    if not numbered:
        return None
    width = max(len(text) for row in cells for text in row)
    board = "\n".join(" ".join(each.ljust(width) for each in row).rstrip() for row in cells)
    counters = {name: value for name, value in {**said, **apart}.items() if value != {}}
    case = {**spec, "board": board, "counters": counters}
    return {name: value for name, value in case.items() if name != "counters" or counters}, cells


def _usual(rules: Rules, names: Sequence[str], mark: str) -> dict[str, int]:
    """Return what the counters drawn behind a mark are at where no number stands.

    None where the mark is no piece and a piece would have to have them.
    """
    infos = [rules.counters[name] for name in names]
    if mark in (letters := letters_of(rules.resolved.ruleset)):
        kind = rules.names.kinds.index(letters[mark][1])
        return {info.name: info.start_of(kind) for info in infos if info.is_of(kind)}
    is_of_pieces = any(info.per == "piece" for info in infos)
    return {} if is_of_pieces else {info.name: info.start for info in infos}
