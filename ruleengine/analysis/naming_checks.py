"""Words that mean less than they seem to: places that do not tell pieces apart, and `opponent`."""

from __future__ import annotations

from collections.abc import Iterator

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.survey import Survey
from ruleengine.expressions import resolved as tree
from ruleengine.pipeline.rules import Rules
from ruleengine.resolve.places import place_in
from ruleengine.schema.reach import PieceOperand

_TWO = 2


def written_alike(survey: Survey) -> Iterator[Finding]:
    """Find pieces that a player names by a place where pieces of several kinds can lie.

    Where kinds are hidden, moves may not tell them, so that the place is all that is written.
    """
    rules = survey.rules
    ruleset = rules.resolved.ruleset
    if rules.tells_kinds:
        return
    for action, spec in ruleset.actions.items():
        for name, operand in spec.operands.items():
            if not isinstance(operand, PieceOperand) or operand.named == "never":
                continue
            num_kinds = len(operand.piece.kind or ruleset.kinds)
            place = next((p for p in _places_beside(operand, rules)), None)
            if place is None or num_kinds < _TWO or _all_named(rules):
                continue
            yield Finding(
                "check/written-alike",
                action,
                f"'{name}' of '{action}' can be any piece in '{place}', and all of them are "
                f"written '{place}', since kinds are hidden",
                operand.span,
                "say which `kind` is meant, or give the pieces names with `called`",
            )


def _places_beside(operand: PieceOperand, rules: Rules) -> Iterator[str]:
    """Yield the places off the board that an operand names outright."""
    for expression in operand.piece.in_ or ():
        for node in tree.walk_resolved(rules.resolved.checked[expression].root):
            if isinstance(node, tree.Reference) and node.symbol.role == "zone":
                zone = rules.grid.zones[rules.symbol_id(node.symbol)]
                if zone.off_board:
                    yield zone.name


def _all_named(rules: Rules) -> bool:
    """Say whether every piece of the setup has a name of its own."""
    return 0 < len(rules.piece_names) == len(rules.resolved.setup)


def many_opponents(survey: Survey) -> Iterator[Finding]:
    """Find `opponent` in a game of more than two sides."""
    rules = survey.rules
    if len(rules.names.sides) <= _TWO:
        return
    for expression, checked in rules.resolved.checked.items():
        for node in tree.walk_resolved(checked.root):
            if _is_opponent(node):
                start, end = node.node.start, node.node.end
                yield Finding(
                    "check/many-opponents",
                    None,
                    "there are more than two sides, so 'opponent' is the next one in the order of "
                    "the file, whether it still plays or not",
                    place_in(rules.resolved.ruleset, expression, start, end),
                    "say which sides are meant: `where: it.owner != mover`, or `for_each` with "
                    "`among_sides`",
                )
                return  # one is enough to make the author think about all of them


def _is_opponent(node: tree.Resolved) -> bool:
    if isinstance(node, tree.Reference):
        return node.symbol.role == "builtin" and node.symbol.name == "opponent"
    return isinstance(node, tree.MemberOf) and (node.of.type, node.name) == ("side", "opponent")
