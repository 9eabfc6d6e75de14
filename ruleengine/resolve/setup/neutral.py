"""Pieces of nobody can be drawn: some kind has a letter for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruleengine.errors import Diagnostic
from ruleengine.expressions.absence import is_nobody
from ruleengine.expressions.check import Checked
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.resolve.places import place_in
from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.ruleset import Ruleset


def check_neutral(ruleset: Ruleset, checked: Mapping[Expression, Checked]) -> Iterator[Diagnostic]:
    """Yield the steps that leave a piece to nobody although nothing draws it then.

    That pieces may have no owner is known by the letters of kinds, so one has to be there.
    """
    if not any(is_nobody(result.root) for result in checked.values()):
        return
    for step in models_in(ruleset):
        if isinstance(step, steps.Place):
            owner, kind = step.place.owner, step.place.kind.text
        elif isinstance(step, steps.Give):
            owner, kind = step.give.to, ""
        else:
            continue
        if owner not in checked or not is_nobody(checked[owner].root):
            continue
        named = ruleset.kinds.get(kind)
        if ruleset.has_neutral if named is None else UNOWNED in named.letters:
            continue
        which = "no kind has a" if named is None else f"kind '{kind}' has no"
        yield Diagnostic(
            "resolve/no-letter",
            f"{which} letter for nobody, so such a piece cannot be drawn",
            place_in(ruleset, owner, 0, len(owner.text)),
            "add `nobody:` to the `letters` of the kind",
        )
