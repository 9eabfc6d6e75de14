"""How the rules behind a clause compare with those in the file that it was written in.

A rule is a text: the keys that lead to it, what it says, what is true of the names in it, and what
others forbid of the action that it is a part of; or what is asked ahead of it, where only the
first rule that fits counts.
"""

from __future__ import annotations

import json
from collections import Counter as Tally
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

Comparison: TypeAlias = Literal["holds", "changed", "overtaken", "restricted", "outdated"]

_THINGS: Final = frozenset(
    {"board", "zones", "sides", "kinds", "dice", "counters", "marks", "setup", "sheets"}
)
"""Sections that say what there is, and not what is done with it."""

_ANSWERING: Final = frozenset({"tables", "conditions"})
"""Sections in which one part more changes what the others say: the first row that fits answers."""


def is_in_order(path: Sequence[str]) -> bool:
    """Return whether the keys lead to a list of which only the first that fits counts."""
    return tuple(path) == ("endings",) or (path[0] == "tables" and path[-1] == "rows")


def holds_more(before: list[str], now: list[str]) -> bool:
    """Return whether all rules behind a clause are there as before, perhaps with more.

    Another row of a table is no addition: the first that fits answers instead of the others.
    """
    if _is_overtaken(before, now):
        return False
    before, now = _alone(before), _alone(now)
    if any(_section(text) == "tables" for text in Tally(now) - Tally(before)):
        return False
    return bool(before) and all(_is_kept(text, now) for text in before)


def _is_kept(text: str, now: list[str]) -> bool:
    """Return whether a rule is still there, perhaps with more in it."""
    return any(_is_within(_parsed(text), _parsed(other)) for other in now)


def are_written_still(before: list[str], now: list[str]) -> bool:
    """Return whether all rules behind a clause are there with all that they said."""
    return all(_is_written_still(text, now) for text in before)


def _is_written_still(text: str, now: list[str]) -> bool:
    """Return the same without regard to what is true of the names in it."""
    return any(_is_within(_parsed(text)[:2], _parsed(other)[:2]) for other in now)


def _parsed(text: str) -> list[object]:
    """Return the place of a rule that cites a clause, and all that is said by it as data."""
    path, _, said = text.partition(": ")
    found: list[object] = [path]
    decoder = json.JSONDecoder()
    while said:
        value, end = decoder.raw_decode(said)
        found.append(value)
        said = said[end:]
    return found


def _is_within(one: object, other: object) -> bool:
    """Return whether all that is said is said as well, and in the same order, where there is more.

    >>> _is_within({"do": [1, 3]}, {"do": [1, 2, 3], "when": 4}), _is_within([1, 2], [2, 1])
    (True, False)
    """
    if isinstance(one, dict) and isinstance(other, dict):
        return all(key in other and _is_within(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        rest = iter(other)
        return all(any(_is_within(value, each) for each in rest) for value in one)
    return one == other


def compared(before: list[str], now: list[str]) -> Comparison:
    """Return how a clause stands whose rules were others before."""
    how = _compared(_alone(before), _alone(now))
    if how in ("holds", "restricted") and _is_overtaken(before, now):
        return "overtaken"
    return how


def _alone(texts: list[str]) -> list[str]:
    """Return rules without what is asked ahead of them."""
    return sorted(_with_ahead(text)[0] for text in texts)


def _with_ahead(text: str) -> tuple[str, object]:
    """Return a rule alone, and what is asked ahead of it if it is one of several in order."""
    if not is_in_order(text.partition(": ")[0].split(".")):
        return text, []
    *alone, ahead = _parsed(text)
    return f"{alone[0]}: {''.join(json.dumps(each, sort_keys=True) for each in alone[1:])}", ahead


def _is_overtaken(before: list[str], now: list[str]) -> bool:
    """Return whether what is asked ahead of a rule may leave it other cases than before.

    Where one ending less comes ahead, what the others say stays as it is.
    """
    found: dict[str, list[object]] = {}
    for text in now:
        alone, ahead = _with_ahead(text)
        found.setdefault(alone, []).append(ahead)
    for text in before:
        alone, ahead = _with_ahead(text)
        is_as_before = _is_within if _section(text) == "endings" else _takes_the_same
        if not any(is_as_before(each, ahead) for each in found.get(alone, [ahead])):
            return True
    return False


def _takes_the_same(one: object, other: object) -> bool:
    """Return whether the rows ahead of one take the same from it, in the cases there are in both.

    Each is the cases with what may take them, and what is true of the names in that.

    >>> _takes_the_same([{"man": ["turn > 3"], "king": None}, {}], [{"king": None}, {}])
    True
    """
    if not isinstance(one, list) or not isinstance(other, list):
        return one == other
    return all(
        of_one[key] == of_other[key]
        for of_one, of_other in zip(one, other, strict=True)
        for key in of_one.keys() & of_other.keys()
    )


def _compared(before: list[str], now: list[str]) -> Comparison:
    """Return the same without regard to what is asked ahead of the rules.

    That something else is offered in a step inside one of them is no change of it, nor is a rule
    that cites the clause again.
    """
    before = _with_offers(before, now)
    more = Tally(now) - Tally(before)
    is_only_more = not any(_section(text) in _ANSWERING for text in more)
    if is_only_more and Tally(before) <= Tally(now):
        return "holds"
    if is_only_more and Tally(_unlimited(before)) <= Tally(_unlimited(now)):
        return "restricted"
    for text in Tally(before) - Tally(now):
        section = _section(text)
        if section in _THINGS or (section == "tables" and not _is_written_still(text, now)):
            return "outdated"
    return "changed"


def _with_offers(before: list[str], now: list[str]) -> list[str]:
    """Return rules as they are now where the steps inside of them only offer more actions."""
    changed = Tally(now) - Tally(before)
    found = []
    for text in before:
        more = next((each for each in changed if text not in now and _offers_more(text, each)), "")
        found.append(more or text)
        changed -= Tally([more])
    return sorted(found)


_OFFERS: Final = frozenset({"act", "submit"})
"""Keys under which a step lists the actions from which a side takes one."""


def _offers_more(text: str, other: str) -> bool:
    """Return whether a rule is another one of which steps inside it offer more actions."""
    (path, said, about, *limits), (path_, said_, about_, *limits_) = _parsed(text), _parsed(other)
    if path != path_ or limits != limits_ or not _is_within(about, about_):
        return False
    # What a rule offers itself is what it is about.
    return _offered_by(said) == _offered_by(said_) and _same_but_offers(said, said_)


def _offered_by(said: object) -> list[object]:
    return [said.get(key) for key in _OFFERS] if isinstance(said, dict) else []


def _same_but_offers(one: object, other: object) -> bool:
    """Return whether the same is said, but for actions that are offered besides.

    >>> _same_but_offers([{"act": [1, 2]}], [{"act": [1, 3, 2]}])
    True
    >>> _same_but_offers([{"act": [1, 2]}], [{"act": [1, 3]}]), _same_but_offers([1], [1, 2])
    (False, False)
    """
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            (_is_within if key in _OFFERS else _same_but_offers)(value, other[key])
            for key, value in one.items()
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same_but_offers, one, other))
    return one == other


def _unlimited(texts: list[str]) -> list[str]:
    """Return rules without the restrictions that other files add, which come last."""
    return sorted(json.dumps(_parsed(text)[:4]) for text in texts)


def _section(text: str) -> str:
    """Return where in a ruleset a rule stands that cites a clause."""
    return text.partition(":")[0].partition(".")[0]
