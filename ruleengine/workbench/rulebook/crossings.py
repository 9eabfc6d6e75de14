"""Words for the cell at which a row and a column cross."""

from __future__ import annotations

from collections.abc import Sequence

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.constants import fold
from ruleengine.workbench.rulebook.english import joined
from ruleengine.workbench.rulebook.speech import Speech
from ruleengine.workbench.rulebook.table_words import set_apart


def cell_at(speech: Speech, node: tree.Invocation) -> str:
    """Return the cell in a row and a column: those of something, by their names, or by numbers."""
    labels = speech.rules.grid.names
    found = [
        _line(speech, arg, noun, names)
        for arg, noun, names in zip(
            node.args, ("row", "column"), (labels.row_labels, labels.column_labels), strict=True
        )
    ]
    plain = [words for words, is_numbered in found if not is_numbered]
    numbered = [words for words, is_numbered in found if is_numbered]
    if numbered:
        speech.remarks.add("numbers")
    where = f" in {joined(plain)}" if plain else ""
    return f"the cell{where}{' ' * bool(numbered)}{joined(numbered)}"


def _line(
    speech: Speech, number: tree.Resolved, noun: str, names: Sequence[str]
) -> tuple[str, bool]:
    """Return a row or a column, and whether it is told by its number."""
    if isinstance(number, tree.MemberOf) and number.name == noun:
        of = number.of
        if isinstance(of, tree.MemberOf) and of.name == "cell":
            of = of.of
        return speech.possessive(speech.noun(of), noun), False
    known = fold(number)
    if isinstance(known, int) and 0 <= known < len(names):
        return f"{noun} {names[known]}", False
    return f"whose {noun} number is {set_apart(speech, number)}", True
