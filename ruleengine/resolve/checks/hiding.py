"""Check views: what they hide is there to be hidden, and from whom."""

from __future__ import annotations

from collections.abc import Iterator

from ruleengine.errors import Diagnostic
from ruleengine.resolve.checks.declarations import unknown_name
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.views import Hide

OF_PIECES = ("kind", "piece")


def check_views(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Yield what is wrong with the views of a ruleset."""
    kept = {name: each.per for name, each in ruleset.counters.items()}
    kept |= {name: each.per for name, each in ruleset.marks.items()}
    for rule in ruleset.views:
        for index, name in enumerate(rule.hide):
            if name not in kept and name not in OF_PIECES:
                known = [*OF_PIECES, *kept]
                place = rule.place_of("hide", index)
                yield unknown_name("counter or mark", name, known, place)
            elif name in kept and kept[name] != "piece" and rule.of is not None:
                message = f"'{name}' is not kept per piece, so that it cannot be hidden of pieces"
                hint = "hide it in an item of its own, without `of`"
                yield Diagnostic("resolve/bad-view", message, rule.place_of_key("of"), hint)
        yield from _sides(rule, ruleset)
    yield from _covers(ruleset)


def _sides(rule: Hide, ruleset: Ruleset) -> Iterator[Diagnostic]:
    if isinstance(rule.from_, list):
        for index, side in enumerate(rule.from_):
            if side not in ruleset.sides:
                yield unknown_name("side", side, ruleset.sides, rule.place_of("from", index))


def _covers(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Yield covers that look like a kind or a symbol, so that a drawing would mislead."""
    taken = {
        letter: f"the kind '{name}' of " + ("nobody" if side == UNOWNED else f"side '{side}'")
        for name, kind in ruleset.kinds.items()
        for side, letter in kind.letters.items()
    }
    taken |= {symbol: f"the zone '{name}'" for symbol, name in ruleset.zone_symbols.items()}
    for side in ruleset.sides.values():
        if side.cover in taken:
            message = f"'{side.cover}' already draws {taken[side.cover]}"
            hint = "choose another cover"
            yield Diagnostic("resolve/letter-taken", message, side.place_of("cover"), hint)
