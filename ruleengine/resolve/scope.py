"""The names of a ruleset and what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ruleengine.errors import Diagnostic, Span
from ruleengine.expressions.types import BUILTINS, Member, Role, Scope, Symbol, Type
from ruleengine.schema.expression import Expression
from ruleengine.schema.flags import BooleanFlag, ChoiceFlag, Flag, MapFlag, NumberFlag
from ruleengine.schema.ruleset import Ruleset


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
                for field, number in value.items():
                    if isinstance(number, int):
                        yield Symbol(f"{name}.{field}", "constant", "number", value=number)
            case _:
                pass


def ruleset_symbols(
    ruleset: Ruleset, fold: Callable[[Expression], int]
) -> Iterator[tuple[Symbol, Span | None]]:
    """Yield everything a ruleset names, with the place of the name."""
    for side in ruleset.sides:
        yield Symbol(side, "side", "side"), ruleset.sides[side].span
    # Without `seats` of its own a seat has the name of its side, which already means the side.
    for seat in ruleset.seats or ():
        yield Symbol(seat, "seat", "seat"), None
    for kind in ruleset.kinds:
        yield Symbol(kind, "kind", "kind"), ruleset.kinds[kind].span
    for name, zone in ruleset.zones.items():
        yield Symbol(name, "zone", "zone"), zone.span
        for part in zone.parts or {}:
            yield Symbol(f"{name}.{part}", "zone", "zone"), zone.span
    plain: tuple[tuple[Role, Type, Mapping[str, object]], ...] = (
        ("phase", "phase", ruleset.phases),
        ("action", "action", ruleset.actions),
        ("procedure", "procedure", ruleset.procedures),
    )
    for role, kind_of, names in plain:
        for name, item in names.items():
            yield Symbol(name, role, kind_of), getattr(item, "span", None)
    for color in ruleset.colors:
        yield Symbol(color, "color", "color"), None
    for name, die in ruleset.dice.items():
        faces = fold(die.faces)
        yield Symbol(name, "die", "number", low=1, high=faces), die.span
    for name, counter in ruleset.counters.items():
        limit = fold(counter.limit) if counter.limit is not None else None
        yield Symbol(name, "counter", "number", high=limit), counter.span


def attributes(ruleset: Ruleset) -> dict[Type, dict[str, Member]]:
    """Return the attributes that this ruleset adds to those every ruleset has."""
    declared = {
        name: Member("number") for kind in ruleset.kinds.values() for name in kind.attributes
    }
    return {"piece": declared, "seat": {"next": Member("seat"), "side": Member("side")}}


def root_scope(
    ruleset: Ruleset,
    flags: list[Symbol],
    fold: Callable[[Expression], int],
) -> tuple[Scope, list[Diagnostic]]:
    """Return the scope of all names, and a diagnostic for each name used twice."""
    symbols: dict[str, Symbol] = {symbol.name: symbol for symbol in (*BUILTINS, *flags)}
    problems: list[Diagnostic] = []
    for symbol, span in ruleset_symbols(ruleset, fold):
        taken = symbols.get(symbol.name)
        if taken is None:
            symbols[symbol.name] = symbol
            continue
        what = (
            "a word of the language" if taken.role == "builtin" else f"the name of a {taken.role}"
        )
        problems.append(
            Diagnostic(
                "resolve/name-taken",
                f"'{symbol.name}' cannot be the name of a {symbol.role}: it is {what} already",
                span or ruleset.span,
                "choose another name",
            )
        )
    return Scope(symbols.values(), attributes(ruleset)), problems
