"""Words for numbers that functions reckon from others: the least, the greatest, the size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.workbench.rulebook.english import is_in_brackets, joined
from ruleengine.workbench.rulebook.speech import Speech
from ruleengine.workbench.rulebook.table_words import ends_in_list, said_as, set_apart


def one_of_numbers(words: str, of_two: str) -> Callable[[Speech, tree.Invocation], str]:
    """Return words for the least or the greatest of some numbers, or of two."""

    def said(speech: Speech, node: tree.Invocation) -> str:
        which = of_two if len(node.args) == _PAIR else words
        dice = [arg.symbol.name for arg in node.args if isinstance(arg, tree.Reference)]
        if all(isinstance(arg, tree.Reference) and arg.symbol.role == "die" for arg in node.args):
            return f"the {which} number on {speech.dice(dice)}"
        return f"the {which} of {joined(_set_apart(speech, arg) for arg in node.args)}"

    return said


_PAIR: Final = 2


def _set_apart(speech: Speech, number: tree.Resolved) -> str:
    """Return one of several numbers, in parentheses where it is reckoned itself."""
    words = set_apart(speech, number)
    is_reckoned = isinstance(number, tree.Arithmetic) or ends_in_list(number)
    is_apart = words != speech.noun(number) or words.isdecimal()
    return f"({words})" if is_reckoned and not is_apart else words


def size(speech: Speech, node: tree.Invocation) -> str:
    """Return words for a number without its sign."""
    (number,) = node.args
    if isinstance(number, tree.Arithmetic) and number.op == "-":
        one, other = (_set_apart(speech, each) for each in (number.left, number.right))
        return f"the difference between {one} and {other}"
    words = speech.noun(number)
    is_short = isinstance(said_as(speech, number), _SHORT) or is_in_brackets(words)
    return f"{words if is_short else f'({words})'} without its sign"


_SHORT: Final = (tree.Literal, tree.Reference, tree.MemberOf)
"""What `without its sign` can stand behind: of more, it would be said of the last part only."""
