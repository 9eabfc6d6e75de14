"""The names of a ruleset and what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from ruleengine.errors import Diagnostic, Span
from ruleengine.expressions.functions import FUNCTIONS
from ruleengine.expressions.numbers import MAX_NUMBER
from ruleengine.expressions.problems import closest
from ruleengine.expressions.syntax import Name, Nothing
from ruleengine.expressions.tokens import UNUSABLE
from ruleengine.expressions.types import ATTRIBUTES, BUILTINS, Member, Scope, Symbol, Type
from ruleengine.resolve.board.grid import Grid
from ruleengine.resolve.checks.operand_checks import operand_symbol
from ruleengine.resolve.checks.tables import given_symbols, table_symbol
from ruleengine.schema.expression import Expression
from ruleengine.schema.fields import NOTHING_NAMED
from ruleengine.schema.flags import BooleanFlag, ChoiceFlag, Flag, MapFlag, NumberFlag, TableFlag
from ruleengine.schema.procedures import given_to
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.wording import a

OWNED: Final = frozenset({"piece", "cell"})
"""What counters and marks are kept per and have no bare name: no piece and no cell is on turn."""
_SEVERAL: Final = 2
"""Kinds that have to agree, so that another one is rather wrong than they are."""
_OF_SEATS: Final[Mapping[str, Member]] = {
    "next": Member("seat"),
    "side": Member("side", absent=True),
    "color": Member("color", absent=True),
}


def flag_symbols(flags: Mapping[str, Flag], values: Mapping[str, object]) -> Iterator[Symbol]:
    """Yield the flags that expressions may speak of, with the values chosen."""
    for name, flag in flags.items():
        value = values[name]
        match flag:
            case BooleanFlag():
                yield Symbol(name, "constant", "truth", value=bool(value))
            case NumberFlag():
                assert isinstance(value, int)  # noqa: S101 - `choose_flags` has seen to it
                yield Symbol(name, "constant", "number", value=value)
            case ChoiceFlag():
                yield Symbol(name, "flag", "word", value=str(value), choices=tuple(flag.choices))
            case MapFlag():
                assert isinstance(value, Mapping)  # noqa: S101 - `choose_flags` has seen to it
                for field, of in value.items():
                    yield _field_symbol(f"{name}.{field}", of, flag.fields_[field].values)
            case TableFlag():
                assert isinstance(value, Mapping)  # noqa: S101 - the same
                for entry, number in value.items():
                    yield Symbol(f"{name}.{entry}", "constant", "number", value=number)
            case _:
                pass


def board_symbols(grid: Grid, flags: Iterable[Symbol]) -> list[Symbol]:
    """Return what expressions may ask of the board: how many rows and columns it has.

    A flag that is a map called `board` keeps its names.
    """
    taken = {flag.name for flag in flags}
    sizes = {"board.rows": grid.rows, "board.columns": grid.columns}
    return [
        Symbol(name, "constant", "number", value=size)
        for name, size in sizes.items()
        if name not in taken
    ]


def _field_symbol(name: str, value: object, values: Sequence[object] | None) -> Symbol:
    """Return a field of a map flag as a name: a number, true or false, or a word."""
    if isinstance(value, bool):
        return Symbol(name, "constant", "truth", value=value)
    if isinstance(value, int):
        return Symbol(name, "constant", "number", value=value)
    choices = tuple(str(each) for each in values or (value,))
    return Symbol(name, "flag", "word", value=str(value), choices=choices)


def ruleset_symbols(  # noqa: C901, PLR0912 - one loop for each section that names something
    ruleset: Ruleset, known: Callable[[Expression], int | None]
) -> Iterator[tuple[Symbol, Span | None]]:
    """Yield everything a ruleset names, with the place of the name."""
    for side in ruleset.sides:
        yield Symbol(side, "side", "side"), ruleset.place_of_key("sides", side)
    # Without `seats` of its own a seat has the name of its side, which already means the side.
    for index, seat in enumerate(ruleset.seats or ()):
        yield Symbol(seat, "seat", "seat"), ruleset.place_of("seats", index)
    for kind in ruleset.kinds:
        yield Symbol(kind, "kind", "kind"), ruleset.place_of_key("kinds", kind)
    for name, zone in ruleset.zones.items():
        yield Symbol(name, "zone", "zone"), ruleset.place_of_key("zones", name)
        for part in zone.parts or {}:
            yield Symbol(f"{name}.{part}", "zone", "zone"), zone.place_of_key("parts", part)
    for phase in ruleset.phases:
        yield Symbol(phase, "phase", "phase"), ruleset.place_of_key("phases", phase)
    for name, action in ruleset.actions.items():
        operands = tuple(operand_symbol(key, each, {}) for key, each in action.operands.items())
        symbol = Symbol(name, "action", "action", given=operands)
        yield symbol, ruleset.place_of_key("actions", name)
    for name, body in ruleset.procedures.items():
        given = given_symbols(given_to(body))
        symbol = Symbol(name, "procedure", "procedure", given=given)
        yield symbol, ruleset.place_of_key("procedures", name)
    for name, table in ruleset.tables.items():
        yield table_symbol(name, table), ruleset.place_of_key("tables", name)
    for name in ruleset.conditions:
        yield Symbol(name, "condition", "truth"), ruleset.place_of_key("conditions", name)
    for index, color in enumerate(ruleset.colors):
        yield Symbol(color, "color", "color"), ruleset.place_of("colors", index)
    for name, die in ruleset.dice.items():
        faces = known(die.faces)
        # What is not known, or cannot be, is reported elsewhere.
        high = MAX_NUMBER if faces is None or faces < 1 else faces
        symbol = Symbol(name, "die", "number", low=1, high=high, absent=True)
        yield symbol, ruleset.place_of_key("dice", name)
    for symbol in _counters(ruleset, known):
        if symbol.per not in OWNED:  # one per piece or cell is an attribute of that
            yield symbol, ruleset.place_of_key("counters", symbol.name)
    for name, mark in ruleset.marks.items():
        if mark.per not in OWNED:
            keep = _kept(mark.keep, known)
            symbol = Symbol(name, "mark", mark.type, choices=mark.words, keep=keep, absent=True)
            yield symbol, ruleset.place_of_key("marks", name)


def _counters(ruleset: Ruleset, known: Callable[[Expression], int | None]) -> Iterator[Symbol]:
    for name, counter in ruleset.counters.items():
        limit = None
        if counter.limit is not None:
            limit = known(counter.limit)
            limit = MAX_NUMBER if limit is None or limit < 0 else limit
        keep = _kept(counter.keep, known)
        yield Symbol(name, "counter", "number", high=limit, keep=keep, per=counter.per)


def _kept(keep: Expression | None, known: Callable[[Expression], int | None]) -> int:
    """Return how many values are remembered; what is wrong with the number is reported later."""
    return max(1, known(keep) or 1) if keep is not None else 1


_SORTS: Final[Mapping[Type, str]] = {
    "kind": "a kind",
    "number": "a number",
    "truth": "true or false",
}


def _sort(
    ruleset: Ruleset, value: Expression, known: Callable[[Expression], int | None]
) -> Type | None:
    """Return what an attribute is; None for one that is wrong, which has been reported."""
    found = known(value)
    if found is None:
        return None
    names_kind = isinstance(value.node, Name) and value.node.name in ruleset.kinds
    if names_kind or isinstance(value.node, Nothing):
        return "kind"
    return "truth" if isinstance(found, bool) else "number"


def _by_kind(
    ruleset: Ruleset, name: str, known: Callable[[Expression], int | None]
) -> tuple[tuple[str, int], ...]:
    """Return the number that an attribute is for each kind; nothing unless it is one for all."""
    found: list[tuple[str, int]] = []
    for kind_name, kind in ruleset.kinds.items():
        value = kind.attributes.get(name)
        if value is None or _sort(ruleset, value, known) != "number":
            return ()
        found.append((kind_name, known(value) or 0))
    return tuple(found)


def attributes(
    ruleset: Ruleset, known: Callable[[Expression], int | None]
) -> dict[Type, dict[str, Member]]:
    """Return the attributes that this ruleset adds to those every ruleset has."""
    declared = {
        name: Member(
            _sort(ruleset, value, known) or "number", by_kind=_by_kind(ruleset, name, known)
        )
        for kind in reversed(ruleset.kinds.values())  # the first one to say it decides
        for name, value in kind.attributes.items()
    }
    declared |= {
        name: Member("kind", absent=True)
        for kind in ruleset.kinds.values()
        for name, value in kind.attributes.items()
        if isinstance(value.node, Nothing)
    }
    found: dict[Type, dict[str, Member]] = {
        "piece": dict(declared),
        "kind": declared,
        "cell": {},
        "side": {},
        "seat": dict(_OF_SEATS),
        "color": {"next": Member("color")},
    }
    if ruleset.has_neutral:
        found["piece"]["owner"] = Member("side", absent=True)
    for name, counter in ruleset.counters.items():
        if counter.per != "game":
            found[counter.per][name] = Member("number", keep=_kept(counter.keep, known))
    for name, mark in ruleset.marks.items():
        if mark.per != "game":
            keep = _kept(mark.keep, known)
            found[mark.per][name] = Member(mark.type, choices=mark.words, absent=True, keep=keep)
    return found


_IN_MOVES: Final = frozenset({"kind", "side", "seat", "color"})
"""What a move can hold by its name, beside pieces and places."""


def root_scope(
    ruleset: Ruleset,
    flags: list[Symbol],
    known: Callable[[Expression], int | None],
    cells: Mapping[str, int],
) -> tuple[Scope, list[Diagnostic], set[str]]:
    """Return the scope of all names, what is wrong with names, and the names that it is about."""
    symbols: dict[str, Symbol] = {symbol.name: symbol for symbol in (*BUILTINS, *flags)}
    problems: list[Diagnostic] = []
    spoiled: set[str] = set()
    for symbol, span in ruleset_symbols(ruleset, known):
        taken = symbols.get(symbol.name)
        is_call = symbol.role == "table" and symbol.name in FUNCTIONS
        is_left_out = symbol.name == NOTHING_NAMED and symbol.role in _IN_MOVES
        is_usable = symbol.name not in UNUSABLE and not is_call and not is_left_out
        if taken is None and is_usable:
            symbols[symbol.name] = symbol
            continue
        why = f"it is {meaning_of(taken)} already"
        if is_left_out and taken is None:
            why = "moves write it where nothing is named"
        message = f"'{symbol.name}' cannot be the name of {a(symbol.role)}: {why}"
        problems.append(Diagnostic("resolve/name-taken", message, span, "choose another name"))
        spoiled.add(symbol.name)
    problems += _attribute_problems(ruleset, known)
    spoiled |= {
        name
        for kind in ruleset.kinds.values()
        for name, value in kind.attributes.items()
        if _sort(ruleset, value, known) is None
    }
    owned = [counter for counter in _counters(ruleset, known) if counter.per in OWNED]
    scope = Scope(symbols.values(), attributes(ruleset, known), owned=owned, cells=cells)
    return scope, problems, spoiled


def meaning_of(taken: Symbol | None) -> str:
    """Return what a name that cannot be declared means already."""
    if taken is None or taken.role == "builtin":
        return "a word of the language"
    if taken.role == "local":
        return "the name of something chosen above"
    return f"the name of {a('flag' if taken.role == 'constant' else taken.role)}"


def _misspelt_attributes(ruleset: Ruleset) -> dict[tuple[str, str], str]:
    """Return attributes of one kind alone in the place of what just this kind lacks.

    Each stands by its kind and name, with the attribute that it was most likely meant to be.
    """
    found: dict[tuple[str, str], str] = {}
    have = {name: {*kind.attributes} for name, kind in ruleset.kinds.items()}
    for kind, own in have.items():
        others = [attributes for name, attributes in have.items() if name != kind]
        if len(others) < _SEVERAL:
            continue  # of two kinds neither is more likely to be right
        for name in sorted(own.difference(*others)):
            meant = closest(name, set.intersection(*others) - own)
            if meant is not None:
                found[kind, name] = meant
    return found


def _attribute_problems(
    ruleset: Ruleset, known: Callable[[Expression], int | None]
) -> list[Diagnostic]:
    """Report attributes that clash with others, or that some kinds leave open."""
    problems: list[Diagnostic] = []
    everywhere = {name for kind in ruleset.kinds.values() for name in kind.attributes}
    types: dict[str, Type] = {}
    misspelt = _misspelt_attributes(ruleset)
    for (kind_name, name), meant in misspelt.items():
        message = f"no kind but '{kind_name}' has an attribute '{name}', and it has no '{meant}'"
        place = ruleset.kinds[kind_name].place_of_key("attributes", name)
        hint = f"did you mean `{meant}`? If not, add both to the attributes of every kind"
        problems.append(Diagnostic("resolve/attribute-missing", message, place, hint))
    slips = {name for _, name in misspelt}
    for kind_name, kind in ruleset.kinds.items():
        meant_here = {meant for (owner, _), meant in misspelt.items() if owner == kind_name}
        problems += [
            Diagnostic(
                "resolve/attribute-missing",
                f"kind '{kind_name}' does not say its '{name}', which other kinds have",
                ruleset.place_of_key("kinds", kind_name),
                f"add `{name}:` to its attributes",
            )
            for name in sorted(everywhere - slips - meant_here - kind.attributes.keys())
        ]
        for name, expression in kind.attributes.items():
            sort = _sort(ruleset, expression, known)
            if sort is not None and types.setdefault(name, sort) != sort:
                said, before = sorted((sort, types[name]))
                problems.append(
                    Diagnostic(
                        "resolve/attribute-missing",
                        f"'{name}' is {_SORTS[said]} for one kind and {_SORTS[before]} for another",
                        kind.place_of_key("attributes", name),
                        "use one sort of value for all kinds",
                    )
                )
    taken = {
        "piece": everywhere | ATTRIBUTES["piece"].keys(),
        "cell": ATTRIBUTES["cell"].keys(),
        "side": ATTRIBUTES["side"].keys(),
        "seat": _OF_SEATS.keys(),
    }
    kept: list[tuple[str, str, str]] = [
        *(("counter", name, counter.per) for name, counter in ruleset.counters.items()),
        *(("mark", name, mark.per) for name, mark in ruleset.marks.items()),
    ]
    for noun, name, per in kept:
        if name in taken.get(per, ()):
            message = f"'{name}' cannot be a {noun} per {per}: every {per} has something of this"
            place = ruleset.place_of_key(f"{noun}s", name)
            problems.append(
                Diagnostic("resolve/name-taken", f"{message} name", place, "choose another name")
            )
        other = ruleset.counters.get(name) if noun == "mark" else None
        if other is not None and not OWNED.isdisjoint((per, other.per)):  # else taken as a name
            message = f"'{name}' cannot be the name of a mark: it is the name of a counter already"
            place = ruleset.place_of_key("marks", name)
            problems.append(Diagnostic("resolve/name-taken", message, place, "choose another name"))
    return problems + [
        Diagnostic(
            "resolve/name-taken",
            f"'{name}' cannot be an attribute: every piece has one of this name already",
            kind.place_of_key("attributes", name),
            "choose another name",
        )
        for kind in ruleset.kinds.values()
        for name in kind.attributes
        if name in ATTRIBUTES["piece"]
    ]
