"""How pieces can get about: which cells are joined by the moves that geometry leaves."""

from __future__ import annotations

from collections.abc import Sequence

from ruleengine.analysis.candidates import StaticAction
from ruleengine.analysis.facts import Facts
from ruleengine.expressions.resolved import CellOf, MemberOf, Reference, Resolved
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import CellId
from ruleengine.schema import steps
from ruleengine.schema import validators as schema
from ruleengine.schema.expression import Expression
from ruleengine.schema.reach import PieceOperand
from ruleengine.schema.step_lists import inner_lists


class Travel:
    """The cells on which a piece can ever stand; what is added is kept in the facts."""

    def __init__(self, rules: Rules, facts: Facts, actions: dict[str, StaticAction]) -> None:
        self._rules = rules
        self._facts = facts
        self._actions = actions
        self._ways: dict[CellId, set[CellId]] = {}  # where a move can lead from a cell
        self._explored: dict[str, set[CellId]] = {}  # by action: cells moves start from
        self.movers: set[str] = set()
        """The actions that move or place a piece on the board."""

    def add_action(self, name: str) -> None:
        """Join the cells between which an action can take the pieces that stand somewhere."""
        action = self._actions[name]
        pairs = [
            pair for step in _moves(action.action.effects) if (pair := self._operands(step, action))
        ]
        if not pairs:
            return
        self.movers.add(name)
        explored = self._explored.setdefault(name, set())
        frontier = self._facts.standing - explored
        board = self._facts.standing.union(self.closed_on_purpose())
        if not frontier or board.issuperset(self._rules.grid.cells):
            return
        explored |= frontier
        pieces = sum(isinstance(o, PieceOperand) for o in action.action.operands.values())
        # With two pieces, an old cell of one goes with a new cell of the other.
        with self._facts.anything(frontier if pieces <= 1 else explored):
            edges = {
                (world[piece], world[to])
                for world in action.moves()
                for piece, to in pairs
                if piece in world and to in world
            }
        for start, end in edges:
            self._ways.setdefault(start, set()).add(end)
        self.spread()

    def add_step(self, step: steps.Step, action: str | None, *, own_names: bool) -> None:
        """Note where a step can put a piece, unless `add_action` sees to it.

        Without `own_names` the step stands in a procedure, where the names of operands mean
        something else.
        """
        match step:
            case steps.Move():
                owner = self._actions[action] if action is not None and own_names else None
                if owner is None or self._operands(step, owner) is None:
                    self._facts.standing.update(self._rules.grid.cells)
                if action is not None:
                    self.movers.add(action)
            case steps.Place():
                self._facts.standing.update(
                    self._cells(step.place.at, action if own_names else None)
                )
                self._add_kind(self._node(step.place.kind))
                if action is not None:
                    self.movers.add(action)
            case steps.Send():
                beside = range(self._rules.num_cells, len(self._rules.grid.places))
                self._facts.standing.update(beside)
            case steps.Become():
                self._add_kind(self._node(step.become.kind))

    def spread(self) -> None:
        """Let pieces go wherever the moves found so far take them."""
        standing = self._facts.standing
        pending = list(standing)
        while pending:
            new = self._ways.get(pending.pop(), set()) - standing
            standing |= new
            pending += new

    def closed_on_purpose(self) -> frozenset[CellId]:
        """Return the cells that every action which moves pieces forbids outright as a target."""
        closed: frozenset[CellId] | None = None
        for name in sorted(self.movers):
            action = self._actions[name].action
            forbidden: set[CellId] = set()
            for rule in action.validators:
                if isinstance(rule, schema.Outside) and rule.when is None:
                    forbidden |= self._zone_cells(rule.outside.zone)
            closed = frozenset(forbidden) if closed is None else closed & forbidden
        return closed or frozenset()

    def _add_kind(self, node: Resolved) -> None:
        kinds = self._facts.kinds
        if isinstance(node, Reference) and node.symbol.role == "kind":
            kinds.add(self._rules.symbol_id(node.symbol))
        else:
            kinds.update(range(len(self._rules.names.kinds)))

    def _cells(self, expression: Expression, action: str | None) -> Sequence[CellId]:
        """Return the cells that an expression in the effects of an action can mean."""
        name = _operand_name(self._node(expression))
        everywhere = self._rules.grid.cells
        if action is None or name not in self._actions[action].action.operands:
            return everywhere
        with self._facts.anything(self._facts.standing):
            worlds = self._actions[action].moves()
            return sorted({world[str(name)] for world in worlds if name in world})

    def _operands(self, step: steps.Move, action: StaticAction) -> tuple[str, str] | None:
        """Return the operands that a step moves and moves to, if both are operands."""
        operands = action.action.operands
        piece = _operand_name(self._node(step.move.piece))
        to = _operand_name(self._node(step.move.to))
        return (piece, to) if piece in operands and to in operands else None

    def _node(self, expression: Expression) -> Resolved:
        return self._rules.resolved.checked[expression].root

    def _zone_cells(self, zones: Sequence[Expression]) -> set[CellId]:
        found: set[CellId] = set()
        for zone in zones:
            node = self._node(zone)
            if isinstance(node, Reference) and node.symbol.role == "zone":
                found |= self._rules.grid.zones[self._rules.symbol_id(node.symbol)].cells
        return found


def _operand_name(node: Resolved) -> str | None:
    if isinstance(node, CellOf):
        node = node.piece
    if isinstance(node, MemberOf) and node.name == "cell":
        node = node.of
    if isinstance(node, Reference) and node.symbol.role == "local":
        return node.symbol.name
    return None


def _moves(body: Sequence[steps.Step]) -> list[steps.Move]:
    found: list[steps.Move] = []
    for step in body:
        if isinstance(step, steps.Move):
            found.append(step)
        for inner in inner_lists(step):
            found += _moves(inner)
    return found
