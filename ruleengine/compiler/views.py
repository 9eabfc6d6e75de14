"""Views: who may not know what, as a subroutine that marks it piece by piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ruleengine.compiler.assembler import Label
from ruleengine.compiler.filters import Filters
from ruleengine.program import opcodes as op
from ruleengine.program.program import Sight
from ruleengine.program.winners import NOBODY
from ruleengine.resolve.checks.common_sight import doubtful_rules
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.selectors import PieceFilter
from ruleengine.schema.views import Hide


def write_views(filters: Filters) -> Sight | None:
    """Write what is hidden from the side in a register; None when nothing ever is.

    A rule also speaks of pieces that have left the game: what is told of them may not be known.
    """
    context = filters.c
    rules = context.resolved.ruleset.views
    if not rules:
        return None
    layout = context.layout
    per_piece = [place.name for place in context.kept if place.per == "piece"]
    things = ("piece", "kind", *per_piece)
    hidden = layout.section("hidden", len(things) * layout.max_pieces)
    viewer = layout.register("views.viewer")
    marks = {name: hidden + n * layout.max_pieces for n, name in enumerate(things)}
    owners = (*context.names.sides, UNOWNED)
    entry = _write(filters, "views", [_Hidden(rule, rule.of) for rule in rules], marks, viewer)
    doubtful = [
        _Hidden(rule, of, tuple(name for name in owners if name not in doubted))
        for rule, of, doubted in doubtful_rules(context.resolved)
    ]
    for_all = _write(filters, "views for all", doubtful, marks, viewer) if doubtful else -1
    return Sight(entry, viewer, hidden, things, for_all)


class _Hidden(NamedTuple):
    rule: Hide
    of: PieceFilter | None
    not_of: tuple[str, ...] = ()
    """The owners of whose pieces nothing is hidden."""


def _write(
    filters: Filters, unit: str, rules: Sequence[_Hidden], marks: dict[str, int], viewer: int
) -> int:
    """Write a subroutine that marks what some rules hide, and return where it begins."""
    asm = filters.asm
    with asm.unit(unit):
        entry = asm.here()
        for rule in rules:
            with asm.working():
                _hide(rule, filters, marks, viewer)
        # Nothing is listed: the machine stops as it does after a list of moves.
        asm.emit(op.LIST, 1)
        asm.emit(op.PICK, 0, entry)
    return entry.address or 0


def _hide(hidden: _Hidden, filters: Filters, marks: dict[str, int], viewer: int) -> None:
    rule, asm, context = hidden.rule, filters.asm, filters.c
    names = context.names.sides
    places = [marks[name] for name in rule.hide if name in marks]
    if not places:  # what is kept of sides, seats and the game is told apart without code
        return
    after = Label()
    asm.span = rule.span
    if not isinstance(rule.from_, str):
        asm.emit(op.JTAB, asm.table([int(name in rule.from_) for name in names]), viewer, after)
    yes, owner = asm.temp(), asm.temp()
    asm.emit(op.LDI, yes, 1)

    def each(piece: int) -> None:
        own = Label()
        if rule.from_ == "others" or hidden.not_of:
            asm.emit(op.LDX, owner, context.layout.at("owner"), piece)
        if rule.from_ == "others":
            asm.emit(op.JEQ, owner, viewer, own)
        for name in hidden.not_of:
            number = NOBODY if name == UNOWNED else names.index(name)
            asm.emit(op.JEQI, owner, number, own)
        for place in places:
            asm.emit(op.STX, place, piece, yes)
        asm.here(own)

    test = filters.of_model(hidden.of or PieceFilter())
    filters.loop(test, {"viewer": viewer}, each, with_gone=True)
    asm.here(after)
