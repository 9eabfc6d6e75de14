"""A piece as an operand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ruleengine.errors import Reason
from ruleengine.expressions.resolved import Reference, walk_resolved
from ruleengine.pipeline.expressions import bind_node, zone_cells
from ruleengine.pipeline.filter_words import bind_failing
from ruleengine.pipeline.operands import (
    NO_PATH,
    Candidate,
    Choice,
    OperandValue,
    Option,
    What,
    zone_title,
)
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.selectors import bind_pieces
from ruleengine.pipeline.sight import knows_kind, piece_title, sees
from ruleengine.pipeline.state import GONE, NOBODY, CellId, Env, State
from ruleengine.schema.reach import PieceOperand
from ruleengine.schema.selectors import PieceFilter


class PieceChoice(Choice):
    """A piece that fits a filter."""

    what: What = "piece"

    def __init__(self, name: str, operand: PieceOperand, rules: Rules) -> None:
        super().__init__(name, operand, rules)
        self._filter = operand.piece
        self._matching = bind_pieces(operand.piece, rules)
        self.by_owner = operand.piece.owner is None
        self._failing = bind_failing(operand.piece.where, rules)
        self.may_be_beside = any(cell >= rules.num_cells for cell in self._cells())

    def options(self, state: State, env: Env) -> Iterator[Option]:
        if not self.may_be_beside:
            for slot in self._matching(state, env):
                yield slot, NO_PATH
            return
        # Of pieces that lie beside the board and are alike, the first stands for all.
        seen: set[tuple[CellId, int, int]] = set()
        num_cells, num_named = self._rules.num_cells, len(self._rules.piece_names)
        for slot in self._matching(state, env):
            if state.cell[slot] >= num_cells and slot >= num_named:
                alike = (state.cell[slot], state.owner[slot], state.kind[slot])
                if alike in seen:
                    continue
                seen.add(alike)
            yield slot, NO_PATH

    def refuse(self, state: State, env: Env, value: OperandValue) -> Sequence[Reason]:
        if not isinstance(value, int):
            known = value in self._rules.grid.places
            message = f"nothing stands on {value}" if known else f"there is no piece '{value}'"
            return self._reason("move/no-piece", message)
        if value in self._matching(state, env):
            return ()
        if not sees(env, value):
            name = self._rules.piece_text(state, value)
            return self._reason("move/no-piece", f"{name} is nowhere to be seen")
        return self._reason("move/wrong-piece", self._why(state, env, value))

    def candidates(self, cells: Mapping[str, CellId | None]) -> Sequence[Candidate]:
        del cells
        rules = self._rules
        on_board: list[Candidate] = [
            (text, cell)
            for cell in self._cells()
            if cell < rules.num_cells
            for text in rules.shared_texts(rules.place(cell), by_owner=self.by_owner)
        ]
        beside: list[Candidate] = [
            (rules.beside_text(rules.place(cell), kind), cell)
            for cell in self._cells()
            if cell >= rules.num_cells
            for kind in range(len(rules.names.kinds) if rules.tells_kinds else 1)
        ]
        named: list[Candidate] = [(name, None) for name in rules.piece_names]
        return [*on_board, *beside, *named]

    def _cells(self) -> Sequence[CellId]:
        """Return the cells on which such a piece can stand."""
        rules, found = self._rules, set[CellId]()
        if self._filter.in_ is None:
            return rules.grid.cells
        for zone in self._filter.in_:
            # A part that play decides about, `part(hand, mover)`, is one of the zone it names.
            named = [
                node.symbol
                for node in walk_resolved(rules.resolved.checked[zone].root)
                if isinstance(node, Reference) and node.symbol.role == "zone"
            ]
            if not named:
                return range(len(rules.grid.places))
            found.update(*(rules.grid.zones[rules.symbol_id(symbol)].cells for symbol in named))
        return sorted(found)

    def _why(self, state: State, env: Env, slot: int) -> str:
        rules = self._rules
        what = piece_title(rules, state, slot, env)
        if state.cell[slot] == GONE:
            return f"{what} has left the game"
        if self._filter.in_ is None and state.cell[slot] >= rules.num_cells:
            return f"{what} is not on the board"
        part = PieceFilter(owner=self._filter.owner)
        if self._filter.owner is not None and slot not in bind_pieces(part, rules)(state, env):
            if state.owner[slot] == NOBODY:
                return f"{what} belongs to nobody"
            return f"{what} belongs to {rules.side_title(state.owner[slot])}"
        part = PieceFilter(kind=self._filter.kind)
        if (
            self._filter.kind is not None
            and knows_kind(env, slot)
            and slot not in bind_pieces(part, rules)(state, env)
        ):
            return f"{what} is not of the right kind"
        if self._filter.in_ is not None:
            zones = " or ".join(zone_title(zone.text, rules) for zone in self._filter.in_)
            nodes = [rules.resolved.checked[zone].root for zone in self._filter.in_]
            cells = zone_cells([bind_node(node, rules) for node in nodes], nodes, rules)
            if state.cell[slot] not in cells(state, env):
                return f"{what} does not stand in {zones}"
        why = self._failing(state, env, slot)
        return f"{what} does not qualify" + (f" ({why})" if why else "")
