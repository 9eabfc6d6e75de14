"""Words that mean less, or tell more, than they seem to: places, names, and `opponent`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.liveness import every_step
from ruleengine.analysis.survey import Survey
from ruleengine.errors import Span
from ruleengine.expressions import resolved as tree
from ruleengine.pipeline.rules import Rules
from ruleengine.resolve.places import place_in
from ruleengine.resolve.setup.piece_names import named_pieces
from ruleengine.resolve.setup.placements import Placement
from ruleengine.resolve.telling import MOVER, Telling, telling_of, zones_named
from ruleengine.schema.expression import Expression
from ruleengine.schema.reach import PieceOperand
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.selectors import PieceFilter
from ruleengine.schema.steps import Act, Choose, Submit
from ruleengine.schema.views import Hide

_TWO = 2


def written_alike(survey: Survey) -> Iterator[Finding]:
    """Find pieces that whoever names them cannot tell apart, since their kinds may be hidden.

    That is in places where pieces of several kinds can lie; so the place is all that is written.
    """
    for about, name, pieces, telling, span in _named_by_players(survey.rules):
        kinds = pieces.kind or survey.rules.names.kinds
        place = next(_shared_places(pieces, survey.rules), None)
        if telling.by_kind or place is None or len(kinds) < _TWO or _all_named(survey.rules):
            continue
        whose = "" if name == about else f" of '{about}'"
        yield Finding(
            "check/written-alike",
            about,
            f"'{name}'{whose} can be any piece in '{place}', and all of them are written "
            f"'{place}': only of pieces that belong to whoever names them is it sure that their "
            "kinds are known",
            span,
            "if the pieces are the player's own, `give` them to the player when they come there, "
            "and say `owner: mover`; if nobody is to know which one it is, let chance `choose` it",
        )


def _named_by_players(
    rules: Rules,
) -> Iterator[tuple[str, str, PieceFilter, Telling, Span | None]]:
    """Yield the pieces that players name: in which action or choice, by what filter, and where."""
    resolved = rules.resolved
    for action, spec in resolved.ruleset.actions.items():
        for name, operand in spec.operands.items():
            if isinstance(operand, PieceOperand) and operand.named != "never":
                telling = telling_of(resolved, operand.piece, MOVER)
                yield action, name, operand.piece, telling, operand.span
    for step in every_step(resolved.ruleset.step_lists):
        if isinstance(step, Choose) and step.choose.among is not None:
            chosen = step.choose
            if chosen.who.text != "chance" and chosen.among is not None:
                telling = telling_of(resolved, chosen.among, chosen.who.text)
                yield chosen.as_, chosen.as_, chosen.among, telling, step.span


def _shared_places(pieces: PieceFilter, rules: Rules) -> Iterator[str]:
    """Yield the places off the board that a filter names outright, and the board if it is shared.

    On a board that is not shared no two pieces are meant to stand on one cell.
    """
    for name in zones_named(rules.resolved, pieces.in_ or ()):
        zone = None if name is None else rules.grid.zones[rules.grid.zone_id[name]]
        if zone is not None and zone.off_board:
            yield zone.name
    if rules.tells_sharing and pieces.in_ is None:
        yield "one cell"


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
    yield from _telling_actions(survey)


def _telling_actions(survey: Survey) -> Iterator[Finding]:
    """Find actions for pieces of one kind off the board, where views hide the kinds.

    On the board a piece shows its kind by what it can do; one that comes from a hand need not.
    """
    rules = survey.rules
    ruleset = rules.resolved.ruleset
    secret = _only_in_secret(ruleset)
    for action, spec in ruleset.actions.items():
        for operand in spec.operands.values():
            if action in secret or not isinstance(operand, PieceOperand):
                continue
            kinds = _fixed_kinds(rules, operand.piece)
            zones = [*zones_named(rules.resolved, operand.piece.in_ or ())]
            hiding = next((r for r in ruleset.views if _hides_kinds(rules, r, zones)), None)
            is_named = 0 < len(kinds) < len(ruleset.kinds)
            if hiding is None or not is_named or not _is_off_board(rules, zones):
                continue
            yield Finding(
                "check/hidden-name",
                action,
                f"everybody reads the name of the action '{action}', and so knows that the piece "
                f"is of the kind {' or '.join(map(repr, kinds))}, which `views` hides",
                operand.span,
                "write one action for all kinds: `owner: mover` lets the player name the kind, and "
                "others are told only the place",
                (hiding.span,) if hiding.span is not None else (),
            )


def _fixed_kinds(rules: Rules, pieces: PieceFilter) -> list[str]:
    """Return the kinds that a filter names outright; none where play decides about them."""
    roots = [rules.resolved.checked[kind].root for kind in pieces.kind or ()]
    names = [
        root.symbol.name
        for root in roots
        if isinstance(root, tree.Reference) and root.symbol.role == "kind"
    ]
    return names if len(names) == len(roots) else []


def _hides_kinds(rules: Rules, rule: Hide, zones: Sequence[str | None]) -> bool:
    """Return whether a rule hides kinds on the board or in one of some zones."""
    if "kind" not in rule.hide or rule.from_ == "everybody":
        return False
    if rule.of is None or rule.of.in_ is None:
        return True
    return not {*zones_named(rules.resolved, rule.of.in_)}.isdisjoint(zones)


def _is_off_board(rules: Rules, zones: Sequence[str | None]) -> bool:
    """Return whether zones that are named are all off the board."""
    grid = rules.grid
    return bool(zones) and all(
        zone is not None and grid.zones[grid.zone_id[zone]].off_board for zone in zones
    )


def _only_in_secret(ruleset: Ruleset) -> set[str]:
    """Return the actions that are taken in secret and nowhere else."""
    openly: set[str] = set()
    secret: set[str] = set()
    for step in every_step(ruleset.step_lists):
        if isinstance(step, Act):
            openly.update(step.act)
        elif isinstance(step, Submit):
            (secret if step.secret else openly).update(step.submit)
    return secret - openly


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
