"""Filters of the ruleset in words: which pieces or cells an operand, choice or loop is about."""

from __future__ import annotations

from collections.abc import Sequence

from ruleengine.expressions import resolved as tree
from ruleengine.schema.expression import Expression
from ruleengine.schema.selectors import CellFilter, PieceFilter
from ruleengine.workbench.rulebook import descriptions
from ruleengine.workbench.rulebook.english import bare, joined
from ruleengine.workbench.rulebook.phrases import settled
from ruleengine.workbench.rulebook.speech import Speech


def pieces(
    speech: Speech, wanted: PieceFilter, *, several: bool = False, anywhere: bool = False
) -> str:
    """Return the words for the pieces that fit a filter, without an article.

    A filter without a place means pieces on the board, unless it is about pieces `anywhere`.
    """
    parts = _parts(
        speech,
        {
            "owner": wanted.owner,
            "kind": wanted.kind,
            "in": wanted.in_,
            "at": wanted.at,
            "between": wanted.between,
            "linked": wanted.linked,
            "in_row": wanted.in_row,
            "through": _unsettled(speech, wanted.through),
            "seat": wanted.seat,
            "where": _unsettled(speech, wanted.where),
        },
    )
    # Whose pieces are meant is mostly enough; all of them are those on the board.
    every = "owner" not in parts and not anywhere
    return descriptions.pieces(speech, parts, several=several, every=every, on_top=wanted.on_top)


def choice(speech: Speech, wanted: PieceFilter) -> str:
    """Return the words for one of the pieces that fit a filter, for whoever picks it."""
    others = (wanted.owner, wanted.kind, wanted.at, wanted.between, wanted.linked, wanted.in_row)
    if wanted.in_ and wanted.on_top is None and not any((*others, wanted.seat, wanted.where)):
        return f"a piece from {joined((speech.say(zone) for zone in wanted.in_), 'or')}"
    return f"one of these: {pieces(speech, wanted, several=True)}"


def cells(speech: Speech, wanted: CellFilter, *, several: bool = False) -> str:
    """Return the words for the cells that fit a filter, without an article."""
    parts = _parts(
        speech,
        {
            "in": wanted.in_,
            "not_in": wanted.not_in,
            "linked": wanted.linked,
            "through": _unsettled(speech, wanted.through),
            "where": _unsettled(speech, wanted.where),
        },
    )
    return descriptions.cells(speech, parts, several=several, empty=wanted.empty)


def _unsettled(speech: Speech, where: Expression | None) -> Expression | None:
    """Return a condition, unless it always holds and so need not be said."""
    return None if settled(speech, where) is True else where


def _parts(
    speech: Speech, given: dict[str, Expression | Sequence[Expression] | None]
) -> dict[str, tree.Resolved]:
    parts: dict[str, tree.Resolved] = {}
    for key, value in given.items():
        match value:
            case None:
                continue
            case Expression():
                parts[key] = speech.root(value)
            case _:
                roots = tuple(speech.root(each) for each in value)
                parts[key] = tree.Group(roots[0].node, roots[0].type, roots)
    return parts


def part(speech: Speech, zone: str) -> str:
    """Return what one of the parts of a zone is: a province where the title is `a province`."""
    title = speech.rules.ruleset.zones[zone].title or ""
    is_one = title != bare(title) and not title.lower().startswith("the ")
    return bare(title) if is_one else f"part of {speech.zone(zone)}"
