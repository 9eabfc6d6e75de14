"""Words that mean less, or tell more, than they seem to: places, names, and `opponent`."""

from __future__ import annotations

from collections.abc import Iterator

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.survey import Survey
from ruleengine.expressions import resolved as tree
from ruleengine.pipeline.rules import Rules
from ruleengine.resolve.piece_names import named_pieces
from ruleengine.resolve.places import place_in
from ruleengine.resolve.setup import Placement
from ruleengine.schema.expression import Expression
from ruleengine.schema.reach import PieceOperand
from ruleengine.schema.views import Hide

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
                "say which `kind` is meant, or give the pieces names that everybody may see",
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


def hidden_names(survey: Survey) -> Iterator[Finding]:
    """Find names of pieces whose kind is hidden: everybody sees them, and the setup tells the kind.

    One piece is named for each rule that hides kinds.
    """
    ruleset = survey.rules.resolved.ruleset
    places = dict(named_pieces(ruleset))
    for rule in ruleset.views:
        if "kind" not in rule.hide or len(ruleset.kinds) < _TWO:
            continue
        for piece in survey.rules.resolved.setup:
            if piece.name is None or not _may_fit(survey.rules, rule, piece):
                continue
            yield Finding(
                "check/hidden-name",
                piece.name,
                f"everybody sees the name '{piece.name}', and so knows that it is of the kind "
                f"'{piece.kind}', which `views` hides",
                places.get(piece.name),
                "take the names out, or hide the kinds only of pieces without a name",
                (rule.span,) if rule.span is not None else (),
            )
            break


def _may_fit(rules: Rules, rule: Hide, piece: Placement) -> bool:
    """Say whether a rule can hide something of a piece, as far as kind and owner tell."""
    if rule.of is None:
        return True
    checked = rules.resolved.checked
    for wanted, own in ((rule.of.kind or (), piece.kind), (_owners(rule), piece.owner)):
        roots = [checked[each].root for each in wanted]
        names = [
            root.symbol.name
            for root in roots
            if isinstance(root, tree.Reference) and root.symbol.role in ("kind", "side")
        ]
        if names and len(names) == len(roots) and own not in names:
            return False
    return True


def _owners(rule: Hide) -> tuple[Expression, ...]:
    return (rule.of.owner,) if rule.of is not None and rule.of.owner is not None else ()


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
