"""Descriptions of pieces and cells in words, as filters and functions have them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.expressions.chain_names import BEFORE, asks_of_steps
from ruleengine.workbench.rulebook.english import NEITHER_SO, NOT_SO, joined
from ruleengine.workbench.rulebook.kept_words import found_kind
from ruleengine.workbench.rulebook.speech import IT, YOU, Speech
from ruleengine.workbench.rulebook.whereabouts import located

Tail = Callable[[Speech, tree.Resolved], str]


def pieces(
    speech: Speech,
    parts: Mapping[str, tree.Resolved],
    *,
    several: bool = False,
    every: bool = False,
    on_top: bool | None = None,
) -> str:
    """Return the words for pieces that fit a description, without an article.

    `every` is for descriptions that stand alone, where all pieces have to be said to be meant;
    `on_top` says where in a stack they are, if the description does not.
    """
    if "on_top" in parts:
        on_top = not _is_false(parts["on_top"])
    noun, tail = _named(speech, parts, on_top=on_top, several=several)
    tails = [tail]
    if every and not {"in", "at", "between", "linked"} & parts.keys():
        # `the side on turn on the board` is hard to follow, and says no more where all is there.
        is_plain = tail.endswith(" on turn") and not any(
            zone.off_board for zone in speech.rules.ruleset.zones.values()
        )
        tails += [] if is_plain else ["on the board"]
    led = _led_to(speech, parts, noun="piece", over=f" over {_CHAIN}")
    tails += _tails(speech, parts, PIECE_TAILS, led, several=several)
    if _is_owner_of_place(speech, parts):
        # The place has been told, and whose it is need not repeat it.
        tails = [
            *tails[1:],
            f"that {'belong' if several else 'belongs'} to the owner of that place",
        ]
    words = " ".join([noun, *filter(None, tails)])
    if "linked" not in parts:
        return words
    # Where a piece stands is not asked of the others in its chain.
    if not _OF_ONE & parts.keys() and on_top is None:
        return words.replace(_CHAIN, "such pieces")
    return words.replace(
        _CHAIN, " ".join(filter(None, _named(speech, parts, on_top=on_top, several=True)))
    )


def _is_owner_of_place(speech: Speech, parts: Mapping[str, tree.Resolved]) -> bool:
    """Tell whether pieces are meant that belong to the owner of the only place they are in."""
    owner, places = parts.get("owner"), items_of(parts["in"]) if "in" in parts else ()
    is_plain = not parts.keys() - {"owner", "kind", "in"}
    if not is_plain or len(places) != 1 or not isinstance(owner, tree.MemberOf):
        return False
    return owner.name == "owner" and speech.noun(owner.of) == speech.noun(places[0])


_CHAIN: Final = "\0"
"""What stands for the pieces of a chain until it is known how they are called."""
_OF_ONE: Final = frozenset({"in", "at", "between"})
"""Parts of a description that `such` would be taken to mean as well."""


def _named(
    speech: Speech, parts: Mapping[str, tree.Resolved], *, on_top: bool | None, several: bool
) -> tuple[str, str]:
    """Return what pieces are called by kind, owner and place in a stack: a noun and its tail."""
    noun = _kinds(speech, parts.get("kind"), several=several)
    if on_top is not None:
        noun = f"{'uppermost' if on_top else 'covered'} {noun}"
    owner = parts.get("owner")
    return (noun, "") if owner is None else _owned(speech, noun, owner)


def cells(
    speech: Speech,
    parts: Mapping[str, tree.Resolved],
    *,
    several: bool = False,
    empty: bool | None = None,
) -> str:
    """Return the words for cells that fit a description, without an article.

    `empty` is for descriptions that do not say it themselves.
    """
    if "empty" in parts:
        empty = not _is_false(parts["empty"])
    led = _led_to(speech, parts, noun="cell", over="" if empty is None else " over such cells")
    words = "cells" if several else "cell"
    if empty is not None:
        words = f"{'empty' if empty else 'occupied'} {words}"
    return " ".join([words, *_tails(speech, parts, CELL_TAILS, led, several=several)])


def _is_false(node: tree.Resolved) -> bool:
    return isinstance(node, tree.Literal) and node.value is False


def _tails(
    speech: Speech,
    parts: Mapping[str, tree.Resolved],
    table: Mapping[str, Tail],
    led: Mapping[str, str],
    *,
    several: bool,
) -> list[str]:
    """Return what is said after the noun, in the order of the table.

    Where steps lead to what is meant, `led` has other words for that than the table.
    """
    said = {key: say(speech, parts[key]) for key, say in table.items() if key in parts}
    inner = speech.knowing({"it": IT})
    whose = _owner_of_part(inner, parts)
    if whose is not None:
        said["in"] += " of yours" if whose == YOU else f" that belongs to {whose}"
    words = [*{**said, **led}.values()]
    if "through" in parts and not led:
        words.append(f"in which each is such that {inner.clause(parts['through'])}")
    if "where" in parts and whose is None:
        own = such_that(inner.clause(parts["where"]), several=several)
        if "through" in parts:
            # What all of a chain are like goes before, and this is not asked of all.
            own = f"and {'themselves ones' if several else 'itself one'} {own}"
            words[-1] += ","
        words.append(own)
    return words


def _owner_of_part(inner: Speech, parts: Mapping[str, tree.Resolved]) -> str | None:
    """Return who owns the part of a zone that something is in, where nothing else is asked of it.

    Where a part is called as `a field` is, it is in one that belongs to somebody; other zones have
    parts of many names.
    """
    match parts.get("where"):
        case tree.Comparison(
            op="==", left=tree.MemberOf(name="owner", of=tree.Invocation() as part), right=owner
        ) if part.function.name == "zone_of" and "in" in parts:
            place, zone = (inner.noun(arg) for arg in part.args)
            is_one_part = zone.startswith(("a ", "an ")) and zone == inner.noun(parts["in"])
            if place != IT or not is_one_part:
                return None
            whose = inner.noun(owner)
            is_told = "owner" in parts and inner.noun(parts["owner"]) == whose != YOU
            return "the same side" if is_told else whose
    return None


def _has_steps(parts: Mapping[str, tree.Resolved]) -> bool:
    """Tell whether a chain is asked for of which every step has to be so, and not every cell."""
    return "linked" in parts and asks_of_steps(parts.get("through"))


def _led_to(
    speech: Speech, parts: Mapping[str, tree.Resolved], *, noun: str, over: str
) -> Mapping[str, str]:
    """Return that steps lead to something, and what each is like, where a chain is asked of those.

    A reader follows such a chain from its beginning, step by step.
    """
    if not _has_steps(parts):
        return {}
    start = speech.noun(parts["linked"])
    inner = speech.knowing({IT: f"the {noun} that it leads to", BEFORE: "the cell that it leaves"})
    clause = inner.clause(parts["through"])
    return {
        "linked": f"to which any number of steps, or none, lead from {start}{over}, each to a "
        f"neighbor and such that {clause}"
    }


def such_that(clause: str, *, several: bool) -> str:
    """Return what pieces or cells have to be like, in as few words as will do.

    >>> such_that("it is not a king", several=False), such_that("its cell is empty", several=True)
    ('that is not a king', 'each such that its cell is empty')
    """
    beside = re.fullmatch(r"it and ((?:(?! and | or ).)+) are (not )?neighbors", clause)
    if beside is not None:
        be, noun = ("are", "neighbors") if several else ("is", "a neighbor")
        return f"that {be} {beside[2] or ''}{noun} of {beside[1]}"
    is_joined = re.search(r" and | or it ", clause) or clause.startswith((NOT_SO, NEITHER_SO))
    if clause.startswith("it is ") and not is_joined:
        return f"{'each of which' if several else 'that'} is {clause.removeprefix('it is ')}"
    if several:
        return f"each such that {clause}"
    if clause.startswith("its ") and not re.search(r" (and|or|if) ", clause):
        return f"whose {clause.removeprefix('its ')}"
    return f"such that {clause}"


def _between(speech: Speech, ends: tree.Resolved) -> str:
    one, other = (speech.noun(item) for item in items_of(ends))
    return f"strictly between {one} and {other}"


def _commanded(speech: Speech, seat: tree.Resolved) -> str:
    who = speech.noun(seat)
    return "that you command" if who == YOU else f"that {who} commands"


def _in_row(speech: Speech, number: tree.Resolved) -> str:
    row = f"in an unbroken row of at least {speech.noun(number)}"
    return f"{row} on one line" if speech.rules.ruleset.board.lines is not None else row


PIECE_TAILS: Final[Mapping[str, Tail]] = {
    "in": lambda speech, zone: located(speech, items_of(zone)),
    "at": lambda speech, cell: f"on {speech.spot(cell)}",
    "between": _between,
    "linked": lambda speech, spot: f"linked by a chain of {_CHAIN} to {speech.noun(spot)}",
    "in_row": _in_row,
    "seat": _commanded,
}
"""What a description of pieces says, besides owner, kind, `on_top`, `through` and `where`."""
CELL_TAILS: Final[Mapping[str, Tail]] = {
    "in": lambda speech, zone: located(speech, items_of(zone)),
    "not_in": lambda speech, zone: f"outside {speech.noun(zone)}",
    "linked": lambda speech, spot: f"linked by a chain of such cells to {speech.noun(spot)}",
}
"""What a description of cells says, besides `empty`, `through` and `where`."""


def _kinds(speech: Speech, kind: tree.Resolved | None, *, several: bool) -> str:
    if kind is None:
        return "pieces" if several else "piece"
    words = []
    for item in items_of(kind):
        if isinstance(item, tree.Reference) and item.symbol.role == "kind":
            name = item.symbol.name
            words.append(speech.kinds(name) if several else speech.kind(name))
        else:
            noun = "pieces" if several else "piece"
            words.append(f"{noun} of {found_kind(speech, item)}")
    return joined(words, "or")


def _owned(speech: Speech, noun: str, owner: tree.Resolved) -> tuple[str, str]:
    """Return what is owned and what is said after it."""
    if isinstance(owner, tree.Reference) and owner.symbol.role == "builtin":
        match owner.symbol.name:
            case "mover" if speech.is_to_mover:
                return f"{noun} of yours", ""
            case "opponent" if speech.is_to_mover:
                return f"enemy {noun}", ""
            case "nobody":
                return f"neutral {noun}", ""
    return noun, f"of {speech.noun(owner)}"


def items_of(node: tree.Resolved) -> tuple[tree.Resolved, ...]:
    """Return the parts of a list, or the only value."""
    return node.items if isinstance(node, tree.Group) else (node,)
