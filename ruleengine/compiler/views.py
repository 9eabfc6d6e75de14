"""Views: who may not know what, as a subroutine that marks it piece by piece."""

from __future__ import annotations

from ruleengine.compiler.assembler import Label
from ruleengine.compiler.filters import Filters
from ruleengine.program import opcodes as op
from ruleengine.program.program import Sight
from ruleengine.schema.selectors import PieceFilter
from ruleengine.schema.views import Hide


def write_views(filters: Filters) -> Sight | None:
    """Write what is hidden from the side in a register; None when nothing ever is.

    A rule also speaks of pieces that have left the game: what is told of them may not be known.
    """
    context, asm = filters.c, filters.asm
    rules = context.resolved.ruleset.views
    if not rules:
        return None
    layout = context.layout
    per_piece = [place.name for place in context.kept if place.per == "piece"]
    things = ("piece", "kind", *per_piece)
    hidden = layout.section("hidden", len(things) * layout.max_pieces)
    viewer = layout.register("views.viewer")
    with asm.unit("views"):
        entry = asm.here()
        for rule in rules:
            with asm.working():
                _hide(
                    rule,
                    filters,
                    {name: hidden + n * layout.max_pieces for n, name in enumerate(things)},
                    viewer,
                )
        # Nothing is listed: the machine stops as it does after a list of moves.
        asm.emit(op.LIST, 1)
        asm.emit(op.PICK, 0, entry)
    return Sight(entry.address or 0, viewer, hidden, things)


def _hide(rule: Hide, filters: Filters, marks: dict[str, int], viewer: int) -> None:
    asm, context = filters.asm, filters.c
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
        if rule.from_ == "others":
            asm.emit(op.LDX, owner, context.layout.at("owner"), piece)
            asm.emit(op.JEQ, owner, viewer, own)
        for place in places:
            asm.emit(op.STX, place, piece, yes)
        asm.here(own)

    test = filters.of_model(rule.of or PieceFilter())
    filters.loop(test, {"viewer": viewer}, each, with_gone=True)
    asm.here(after)
