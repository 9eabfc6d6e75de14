"""Flags: what a ruleset declares, and the value each one has in a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from pydantic import ValidationError

from ruleengine.errors import Diagnostic, ResolveError, SchemaError, SourceError, Span
from ruleengine.expressions.problems import did_you_mean
from ruleengine.expressions.tokens import UNUSABLE
from ruleengine.expressions.types import BUILTINS
from ruleengine.resolve.flags.rules import (
    Breach,
    Demand,
    breaches,
    demands,
    setting_at,
    terms_of,
)
from ruleengine.resolve.flags.values import (
    FlagValue,
    as_plain,
    complete,
    in_own_case,
    setting_text,
    value_fault,
    value_text_fault,
)
from ruleengine.schema.complaints import schema_diagnostics
from ruleengine.schema.flags import (
    BooleanFlag,
    ChoiceFlag,
    Flag,
    FlagSection,
    MapFlag,
    NumberFlag,
    TableFlag,
)
from ruleengine.schema.wording import any_of, found, listed
from ruleengine.source.document import Map
from ruleengine.source.locate import locate, locate_key
from ruleengine.source.yaml_reader import read_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class FlagValues(NamedTuple):
    """A value for every flag; `explicit` names those that somebody set."""

    values: dict[str, FlagValue]
    explicit: frozenset[str] = frozenset()


def read_flags(root: Map) -> dict[str, Flag]:
    """Return the flags that the tree declares; SchemaError or ResolveError if they are wrong."""
    section = Map(root.span)
    if "flags" in root:
        section.put("flags", root["flags"], root.key_spans["flags"], root.value_spans["flags"])
    try:
        flags = dict(FlagSection.model_validate(section).flags)
    except ValidationError as error:
        raise SchemaError(schema_diagnostics(error, section)) from None
    diagnostics = [fault for name in flags for fault in _declaration_faults(name, flags, root)]
    if diagnostics:
        raise ResolveError(diagnostics)
    return flags


def default_values(flags: Mapping[str, Flag], root: Map) -> dict[str, FlagValue]:
    """Return the default of every flag."""
    return {
        name: complete(flag, flag.default, locate(root, ("flags", name, "default")))
        for name, flag in flags.items()
    }


def choose_flags(
    flags: Mapping[str, Flag], root: Map, overrides: Mapping[str, object]
) -> FlagValues:
    """Return the value of every flag: its default, then the tree's readings, then `overrides`.

    An override may name one field of a map or one entry of a table, as in `arena.size`.
    """
    choosing = _Choosing(flags, root)
    choosing.take_readings()
    for name, value in overrides.items():
        choosing.take_override(name, value)
    return choosing.finish()


def parse_override(flags: Mapping[str, Flag], text: str) -> tuple[str, object]:
    """Turn `flag=value`, as typed on a command line, into a name and a value of its type.

    Maps, tables and lists are written as in a file: `arena={size: 12}`, or `arena.size=12`.
    """
    name, equals, written = (part.strip() for part in text.partition("="))
    if not equals:
        raise _outside(f"'{text}' gives no value", "write flag=value")
    base, _, part = name.partition(".")
    if base not in flags:
        raise ResolveError([_unknown_flag(base, flags, None)])
    flag = flags[base]
    if isinstance(flag, ChoiceFlag) and not part:
        return name, written
    try:
        root = read_text(f"value: {written}", "<value>").root
    except SourceError:
        message = f"the value '{written}' for flag '{base}' cannot be read"
        raise _outside(message, "quote it for your shell") from None
    # Without places: they would lead into a text that is no file.
    return name, as_plain(root["value"])


def parse_overrides(flags: Mapping[str, Flag], texts: Iterable[str]) -> dict[str, object]:
    """Return several values as typed on a command line; ResolveError with all that are wrong."""
    found: dict[str, object] = {}
    problems: list[Diagnostic] = []
    for text in texts:
        try:
            name, value = parse_override(flags, text)
        except ResolveError as error:
            problems += error.diagnostics
        else:
            found[name] = value
    if problems:
        raise ResolveError(problems)
    return found


class _Origin(NamedTuple):
    """Where an explicit value came from."""

    span: Span
    is_outside: bool


class _Choosing:
    def __init__(self, flags: Mapping[str, Flag], root: Map) -> None:
        self._flags = flags
        self._root = root
        self._values = default_values(flags, root)
        self._origins: dict[str, _Origin] = {}
        self._diagnostics: list[Diagnostic] = []
        self._is_shaped = True

    def take_readings(self) -> None:
        readings = self._root.get("readings")
        if "readings" not in self._root:
            return
        if not isinstance(readings, Map):
            message = f"expected a mapping from flags to values, found {found(readings)}"
            span = self._root.value_spans["readings"]
            hint = "write `readings: {flag: value}`"
            self._diagnostics.append(Diagnostic("schema/wrong-type", message, span, hint))
            self._is_shaped = False
            return
        for name, value in readings.items():
            if name not in self._flags:
                self._diagnostics.append(_unknown_flag(name, self._flags, readings.key_spans[name]))
                continue
            self._set(name, value, _Origin(readings.value_spans[name], is_outside=False))

    def take_override(self, name: str, value: object) -> None:
        base, dot, part = name.partition(".")
        if base not in self._flags:
            self._diagnostics.append(_unknown_flag(base, self._flags, None))
            return
        flag = self._flags[base]
        origin = _Origin(locate_key(self._root, ("flags", base)), is_outside=True)
        if dot and not isinstance(flag, MapFlag | TableFlag):
            message = f"flag '{base}' has no parts, so '{name}' cannot be set"
            hint = f"set '{base}' as a whole"
            self._diagnostics.append(
                Diagnostic("resolve/bad-flag-value", message, origin.span, hint)
            )
            return
        value = in_own_case(flag, {part: value} if dot else value)
        if dot:
            self._set(base, value, origin, self._values[base])
        else:  # what a map leaves out stays as the files read it
            now = self._values[base] if isinstance(flag, MapFlag) else None
            self._set(base, value, origin, now)

    def finish(self) -> FlagValues:
        explicit = frozenset(self._origins)
        if not self._diagnostics:  # a value that was refused would seem to break rules too
            for breach in breaches(self._flags, self._values, explicit):
                self._diagnostics.append(self._breach(breach))
        if self._diagnostics:
            raise (ResolveError if self._is_shaped else SchemaError)(self._diagnostics)
        return FlagValues(self._values, explicit)

    def _set(self, name: str, value: object, origin: _Origin, now: FlagValue | None = None) -> None:
        flag = self._flags[name]
        if fault := value_fault(flag, value):
            given = " (given from outside)" if origin.is_outside else ""
            hint = _value_hint(flag, value)
            message = f"flag '{name}'{given}: {fault}"
            self._diagnostics.append(
                Diagnostic("resolve/bad-flag-value", message, origin.span, hint)
            )
            return
        self._values[name] = complete(flag, value, origin.span, now)
        self._origins[name] = origin

    def _breach(self, breach: Breach) -> Diagnostic:
        origin, demand = self._origins[breach.flag], breach.demand
        now = _shown_setting(setting_at(self._values, demand.other))
        chosen = "set" if demand.value is None else f"set to '{demand.value}'"
        given = f"flag '{demand.slot}' is {chosen}" + (" from outside" if origin.is_outside else "")
        wanted = any_of(_shown_setting(setting) for setting in demand.settings)
        other = self._origins.get(demand.other.partition(".")[0])
        related = (other.span,) if other is not None else ()
        instead = f"leave '{demand.slot}' alone" if demand.value is None else "choose another value"
        if demand.kind == "requires":
            message = f"{given}, which needs '{demand.other}' to be {wanted}; it is {now}"
            hint = f"set '{demand.other}' to {wanted}, or {instead}"
            return Diagnostic("resolve/flag-requires", message, origin.span, hint, related)
        message = f"{given}, which cannot go with '{demand.other}' being {now}"
        hint = f"change '{demand.other}', or {instead}"
        return Diagnostic("resolve/flag-conflict", message, origin.span, hint, related)


def _declaration_faults(name: str, flags: Mapping[str, Flag], root: Map) -> Iterator[Diagnostic]:
    """Yield what is wrong inside one declaration, once its shape is right."""
    flag = flags[name]
    place = ("flags", name)
    if name in UNUSABLE or any(name == symbol.name for symbol in BUILTINS):
        message = f"'{name}' cannot be the name of a flag: it is a word of the language already"
        span = locate_key(root, place)
        yield Diagnostic("resolve/name-taken", message, span, "choose another name")
    values: list[tuple[tuple[str | int, ...], object]] = [(("default",), flag.default)]
    values += [(("samples", i), sample) for i, sample in enumerate(getattr(flag, "samples", ()))]
    wrong_ranges = list(_range_faults(name, flag, root))
    yield from wrong_ranges
    for path, value in values if not wrong_ranges else ():
        fault = value_fault(flag, value) or _missing_fields(flag, value)
        if fault:
            span = locate(root, (*place, *path))
            hint = _value_hint(flag, value)
            message = f"flag '{name}': {fault}"
            yield Diagnostic("resolve/bad-flag-value", message, span, hint)
    for demand in demands(name, flag):
        yield from _demand_faults(name, demand, flags, root)
    for slot, value, _ in terms_of(name, flag):
        if isinstance(flag, MapFlag):
            field = slot.partition(".")[2]
            if value_text_fault(flag.fields_[field], value):
                span = locate_key(root, (*place, "fields", field, "terms", value))
                message = f"'{value}' is no value of '{slot}', so it can ask for nothing"
                yield Diagnostic("resolve/bad-flag-value", message, span, "correct the value")


def _demand_faults(
    name: str, demand: Demand, flags: Mapping[str, Flag], root: Map
) -> Iterator[Diagnostic]:
    """Yield what is wrong with one entry under `requires` or `conflicts`."""
    place: tuple[str | int, ...] = ("flags", name)
    if demand.value is not None:
        field = demand.slot.partition(".")[2]
        place += ("fields", field, "terms", demand.value) if field else ("choices", demand.value)
    key = (*place, demand.kind, demand.other)
    other, dot, part = demand.other.partition(".")
    if demand.other == demand.slot or (other == name and not dot):
        message = f"flag '{name}' cannot speak of itself under `{demand.kind}`"
        yield Diagnostic(
            "resolve/bad-flag-value", message, locate_key(root, key), "name another flag"
        )
        return
    if other not in flags:
        yield _unknown_flag(other, flags, locate_key(root, key))
        return
    flag = flags[other]
    if dot:
        if not isinstance(flag, MapFlag) or part not in flag.fields_:
            message = f"flag '{other}' has no field '{part}'"
            known = flag.fields_ if isinstance(flag, MapFlag) else ()
            hint: str | None = did_you_mean(part, known) or f"ask for '{other}'"
            yield Diagnostic("resolve/wrong-flag-kind", message, locate_key(root, key), hint)
            return
    elif not isinstance(flag, ChoiceFlag | BooleanFlag | NumberFlag):
        message = f"flag '{other}' is a {flag.type}, and only single values can be asked for"
        fields = [f"'{other}.{each}'" for each in getattr(flag, "fields_", ())]
        hint = f"ask for {any_of(fields)}" if fields else "ask for another flag, or leave it out"
        yield Diagnostic("resolve/wrong-flag-kind", message, locate_key(root, key), hint)
        return
    for index, value in enumerate(demand.settings):
        fault = value_fault(flag, {part: value} if dot else value)
        if fault:
            span = locate(root, (*key, index))
            message = f"flag '{other}': {fault}"
            yield Diagnostic("resolve/bad-flag-value", message, span, _value_hint(flag, value))


def _missing_fields(flag: Flag, value: object) -> str | None:
    if not isinstance(flag, MapFlag) or not isinstance(value, dict):
        return None
    missing = [name for name in flag.fields_ if name not in value]
    return f"a value is missing for {listed(missing)}" if missing else None


def _range_faults(name: str, flag: Flag, root: Map) -> Iterator[Diagnostic]:
    """Yield ranges that no number is in, and `values` that stand beside bounds."""
    place: tuple[str | int, ...] = ("flags", name)
    ranges = [(place, flag)] if isinstance(flag, NumberFlag) else []
    nested = [((*place, "entries"), flag.entries)] if isinstance(flag, TableFlag) else []
    if isinstance(flag, MapFlag):
        nested += [((*place, "fields", key), each) for key, each in flag.fields_.items()]  # type: ignore[misc]
    for path, each in (*ranges, *nested):
        low, high = each.at_least, each.at_most
        if each.values is not None and (low is not None or high is not None):
            message = "`values` and bounds stand beside each other"
            hint = "keep `values`, or the bounds"
            span = locate_key(root, (*path, "values"))
            yield Diagnostic("resolve/bad-flag-value", f"flag '{name}': {message}", span, hint)
        elif low is not None and high is not None and low > high:
            message = f"flag '{name}': no number is at least {low} and at most {high}"
            span = locate(root, (*path, "at_least"))
            yield Diagnostic("resolve/bad-flag-value", message, span, "exchange the bounds")


def _unknown_flag(name: str, flags: Mapping[str, Flag], span: Span | None) -> Diagnostic:
    hint = did_you_mean(name, flags) or (
        f"the flags are {listed(flags)}" if flags else "this ruleset declares no flags"
    )
    return Diagnostic("resolve/unknown-flag", f"there is no flag '{name}'", span, hint)


def _value_hint(flag: Flag, value: object) -> str:
    if isinstance(flag, ChoiceFlag) and isinstance(value, str):
        return did_you_mean(value, flag.choices) or "choose one of these"
    if isinstance(flag, MapFlag) and isinstance(value, Mapping):
        unknown = next((name for name in value if name not in flag.fields_), None)
        if unknown is not None:
            return did_you_mean(str(unknown), flag.fields_) or "take the field out"
        if _missing_fields(flag, value):
            return "add the fields that are missing"
    return "choose a value that the flag allows"


def _shown_setting(value: object) -> str:
    if isinstance(value, str):
        return f"'{value}'"
    return setting_text(value) if isinstance(value, int) else found(value)


def _outside(message: str, hint: str) -> ResolveError:
    return ResolveError([Diagnostic("resolve/bad-flag-value", message, None, hint)])
