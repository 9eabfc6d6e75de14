"""Lists of rules that a variant has written anew, and what is lost by it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ruleengine.analysis.finding import Finding
from ruleengine.resolve.files.inner_edits import id_of
from ruleengine.resolve.files.merge import ReplacedList, same
from ruleengine.schema.wording import listed
from ruleengine.source.document import Value

RULE_LISTS: Final = frozenset(
    {"validators", "effects", "endings", "views", "steps", "turn", "round", "rows", "parts"}
)
"""Keys of lists whose items are rules, which may have an `id`."""
NAMED_LISTS: Final = frozenset({"conditions", "procedures", "rules"})
"""Sections in which each entry is such a list."""


def lists_replaced(replaced: Iterable[ReplacedList]) -> Iterator[Finding]:
    """Find lists of rules that were written without what the inherited list has.

    Whoever writes the list again and changes some of it keeps the ids, or other items as they
    are; whoever empties it means it.
    """
    for each in replaced:
        lost = [item for item in each.inherited if not _is_kept(item, each)]
        names = [name for item in lost if (name := id_of(item)) is not None]
        nothing_kept = len(lost) == len(each.inherited)
        if _is_of_rules(each) and each.written and lost and (names or nothing_kept):
            yield Finding(
                "check/list-replaced",
                ".".join(each.path),
                f"this list takes the place of the inherited one, and {_words(each, lost, names)}",
                each.span,
                "add to the inherited list with `append: [...]`, or write `whole: [...]` if what"
                " it has is to go",
                (each.inherited.span,),
            )


def _is_of_rules(each: ReplacedList) -> bool:
    section, *_, key = each.path if len(each.path) > 1 else ("", *each.path)
    # The rows of a board or zone are numbers.
    is_rules = key in RULE_LISTS or section in NAMED_LISTS
    return is_rules and not any(isinstance(item, int) for item in each.inherited)


def _is_kept(item: Value, each: ReplacedList) -> bool:
    name = id_of(item)
    return any(same(item, new) or (name is not None and name == id_of(new)) for new in each.written)


def _words(each: ReplacedList, lost: list[Value], names: list[str]) -> str:
    """Return how many rules are gone, and which as far as they have names."""
    total = len(each.inherited)
    if total == 1:
        number = "its only rule is gone"
    elif len(lost) == total:
        number = f"all {total} of its rules are gone"
    else:
        number = f"{len(lost)} of its {total} rules {'is' if len(lost) == 1 else 'are'} gone"
    return f"{number}: {listed(names)}" if names else number
