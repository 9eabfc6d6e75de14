"""From pydantic's errors to diagnostics in the author's words, each at its place in the file.

Pydantic's own sentences are never shown: every error type has its words here, and a type that
is not listed still gets a sentence of ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from ruleengine.codes import CODES, Code
from ruleengine.errors import Diagnostic
from ruleengine.expressions.problems import Problem, closest, did_you_mean
from ruleengine.schema.wording import (
    EXPECTED,
    LIMIT_HINTS,
    LIMITS,
    TEXT_WITH_COMMA,
    any_of,
    found,
    is_rest_of_a_text,
    listed,
    other_word,
    quoted_words,
    shown,
    type_hint,
    without_colon,
    without_value,
)
from ruleengine.source.document import Map, Seq, Text, Value
from ruleengine.source.locate import locate, locate_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

    from ruleengine.errors import Span

Path: TypeAlias = tuple[str | int, ...]

_IN_QUOTES = "put the whole expression in quotes: a ',' ends a value between brackets"

_MANY = 8  # words; a longer list hides the one that was meant

_KEY_MARK = "[key]"  # pydantic puts it after a key when the key itself is at fault


class _Fault(NamedTuple):
    """One error: where in the tree, and what it says or what would have been right."""

    path: Path
    code: Code
    message: str
    hint: str | None = None
    expected: tuple[str, ...] = ()  # what could stand here; only for a wrong type or word
    key: str | None = None  # the key of the mapping at `path` that is meant
    marks_key: bool = False  # the place is the key itself, not its value
    suggestion: str | None = None
    span: Span | None = None


def schema_diagnostics(error: ValidationError, root: Map) -> list[Diagnostic]:
    """Return what is wrong with the tree `root`, one diagnostic for each cause, by place."""
    faults: list[_Fault] = []
    for details in error.errors(include_url=False):
        faults += _faults(details, root)
    diagnostics = (
        Diagnostic(fault.code, fault.message, fault.span or _span(root, fault), fault.hint)
        for fault in _without_echoes(faults, root)
    )
    return sorted(dict.fromkeys(diagnostics), key=lambda diagnostic: diagnostic.sort_key())


def _faults(details: ErrorDetails, root: Map) -> list[_Fault]:
    kind = details["type"]
    context = details.get("ctx", {})
    loc = details["loc"]
    if kind == "missing" and isinstance(loc[-1], int):
        return [_missing_item(_tree_path(root, loc[:-1]), loc[-1])]
    if kind in {"missing", "extra_forbidden"}:
        parent, key = _tree_path(root, loc[:-1]), str(loc[-1])
        return [_missing(parent, key) if kind == "missing" else _unknown(parent, key, context)]
    path = _tree_path(root, loc)
    value = _value_at(root, path) if path else cast("Value", details["input"])
    if loc and loc[-1] == _KEY_MARK:
        return [_bad_key(details, root, path, value)]
    if kind == "expression":
        problems = cast("tuple[Problem, ...]", context["problems"])
        return [_in_expression(path, value, problem) for problem in problems]
    if kind in CODES:
        return [_own_words(details, path)]
    return [_standard(kind, context, path, value)]


def _missing(parent: Path, key: str) -> _Fault:
    return _Fault(
        parent, "schema/missing-key", f"the key '{key}' is missing", f"add `{key}:`", key=key
    )


def _missing_item(parent: Path, index: int) -> _Fault:
    message = f"the list is too short: item {index + 1} is missing"
    return _Fault(parent, "schema/bad-value", message, "add the item")


def _unknown(parent: Path, key: str, context: Mapping[str, object]) -> _Fault:
    known = cast("Sequence[str]", context.get("known", ()))
    holder = context.get("holder")
    hint = did_you_mean(key, known)
    if hint is None and holder is not None:
        hint = f"it stands one level below: `{holder}: {{{key}: ...}}`"
    elif hint is None and known:
        hint = f"the keys here are {listed(known)}"
    if key.partition(":")[0] in known:
        hint = "put a space after the ':'"
    elif is_rest_of_a_text(key):
        hint = without_colon(key) or TEXT_WITH_COMMA
    return _Fault(
        parent,
        "schema/unknown-key",
        f"{shown(key)} is not a key that can stand here",
        hint,
        key=key,
        marks_key=True,
        suggestion=closest(key, known),
    )


def _bad_key(details: ErrorDetails, root: Map, path: Path, value: Value) -> _Fault:
    span = locate_key(root, path)
    name = str(path[-1]) if path else ""
    if details["type"] in CODES:
        fault = _own_words(details, path)._replace(span=span)
    else:
        message = f"{shown(name)} cannot be used as a name here"
        hint = "use letters, digits and underscores, beginning with a letter"
        fault = _Fault(path, "schema/bad-value", message, hint, span=span)
    if value is None and is_rest_of_a_text(name):
        return fault._replace(hint=TEXT_WITH_COMMA)
    return fault._replace(hint=without_colon(name) or fault.hint)


def _in_expression(path: Path, value: Value, problem: Problem) -> _Fault:
    span = value.at(problem.start, problem.end) if isinstance(value, Text) else None
    return _Fault(path, problem.code, problem.message, problem.hint, span=span)


def _own_words(details: ErrorDetails, path: Path) -> _Fault:
    """Return what one of our own validators said; its error type is the code."""
    code = cast("Code", details["type"])
    context = details.get("ctx", {})
    message = str(context.get("message") or details["msg"])
    hint = cast("str | None", context.get("hint"))
    key = cast("str | None", context.get("key"))
    marks_key = bool(context.get("marks_key"))
    return _Fault(path, code, message, hint, key=key, marks_key=marks_key)


def _standard(kind: str, context: Mapping[str, object], path: Path, value: Value) -> _Fault:
    """Return the words for one of pydantic's own error types."""
    if kind in EXPECTED:
        return _Fault(path, "schema/wrong-type", "", expected=(EXPECTED[kind],))
    if kind == "expression_type":
        return _Fault(path, "schema/wrong-type", "", expected=(str(context["what"]),))
    if kind in {"literal_error", "enum", "union_tag_invalid"}:
        words = quoted_words(str(context.get("expected_tags") or context.get("expected", "")))
        elsewhere = context.get("elsewhere")
        hint = elsewhere and f"write `{elsewhere}: {value}` if that is meant, or one of these words"
        return _Fault(path, "schema/not-one-of", "", cast("str | None", hint), expected=words)
    if kind == "union_tag_not_found":
        return _Fault(
            path,
            "schema/missing-key",
            "nothing here says what kind of thing it is",
            "add the key that names it",
        )
    message, hint = f"{found(value)} cannot stand here", None
    if kind in {"value_error", "assertion_error"}:
        message = str(context["error"])  # the sentence of a validator of ours
    elif kind == "string_pattern_mismatch":
        hint = "the reference says in which form it is written"
    elif kind in {"too_short", "string_too_short"} and context["min_length"] == 1:
        name = next((step for step in reversed(path) if isinstance(step, str)), "it")
        message, hint = f"'{name}' may not be empty", "write at least one entry"
        if kind == "string_too_short":
            hint = "write at least one character"
    elif kind in LIMITS:
        message += f": {LIMITS[kind].format_map(context)}"
        hint = LIMIT_HINTS.get(kind, "choose another number")
    return _Fault(path, "schema/bad-value", message, hint)


def _without_echoes(faults: list[_Fault], root: Map) -> list[_Fault]:
    """Return one fault for each cause.

    A value that fits no member of a union is reported once per member, and a misspelled key
    both as unknown and as missing. Unknown keys below a key without a value most likely are
    that value, not indented; and between braces an expression falls apart at its commas.
    """
    split = {part for fault in faults for part in _split_off(fault, root)}
    unknown = {(f.path, f.key) for f in faults if f.code == "schema/unknown-key"}
    # What is missing in an item stands in the next one: `[if: ..., then: ...]` is two items.
    apart = {(f.path, f.key) for f in faults if f.code == "schema/unknown-component"}
    misspelled = {
        (fault.path, fault.suggestion) for fault in faults if fault.code == "schema/unknown-key"
    }
    above = {fault.path[:length] for fault in faults for length in range(len(fault.path))}
    precise = {fault.path for fault in faults if not fault.expected and fault.key is None}
    inside = {fault.path for fault in faults if fault.key is not None} | above
    kept: list[_Fault] = []
    expected: dict[Path, list[_Fault]] = {}
    for fault in faults:
        if fault.code == "schema/missing-key" and (
            (fault.path, fault.key) in misspelled or _next_item(fault) in apart
        ):
            continue
        if (fault.path, fault.key) in unknown and _is_stray_value(fault, unknown, root):
            continue
        where = fault.path if fault.key is None else (*fault.path, fault.key)
        if any(where[: len(part)] == part for part in split):
            continue
        if _split_off(fault, root):
            fault = fault._replace(hint=_IN_QUOTES)  # noqa: PLW2901 - the same fault, told better
        if not fault.expected:
            kept.append(fault)
        elif fault.path not in precise and fault.path not in inside:
            expected.setdefault(fault.path, []).append(fault)
    kept += [_merged(group, _value_at(root, path)) for path, group in expected.items()]
    return kept


def _next_item(fault: _Fault) -> tuple[Path, str | None] | None:
    last = fault.path[-1] if fault.path else None
    return ((*fault.path[:-1], last + 1), fault.key) if isinstance(last, int) else None


def _split_off(fault: _Fault, root: Map) -> list[Path]:
    """Return where the rest of an expression stands that ended at a comma between braces."""
    if fault.code != "expression/syntax" or not fault.path:
        return []
    value = _value_at(root, fault.path)
    if not isinstance(value, Text) or value.style is not None:
        return []
    depth, rest = _depth(value), []
    # In `[key: value, more]` the rest stands beside the mapping of one key.
    for path, text in _after(root, fault.path) or _after(root, fault.path[:-1]):
        if depth <= 0 or not isinstance(text, str):
            break
        depth += _depth(text)
        rest.append(path)
    return rest if depth <= 0 else []


def _after(root: Map, path: Path) -> list[tuple[Path, Value | str]]:
    """Return what follows a value: further keys of its mapping, or further items of its list."""
    around = _value_at(root, path[:-1]) if path else None
    entries: list[tuple[str | int, Value | str]] = []
    if isinstance(around, Map):
        entries = [(key, key) for key in around]
    elif isinstance(around, Seq):
        entries = list(enumerate(around))
    places = [place for place, _ in entries]
    first = places.index(path[-1]) + 1 if entries else 0
    return [((*path[:-1], place), entry) for place, entry in entries[first:]]


def _depth(text: str) -> int:
    return text.count("(") - text.count(")")


def _is_stray_value(fault: _Fault, unknown: set[tuple[Path, str | None]], root: Map) -> bool:
    mapping = _value_at(root, fault.path)
    if not isinstance(mapping, Map) or fault.key is None:
        return False
    keys = list(mapping)
    before = keys[: keys.index(fault.key)] if fault.key in keys else []
    owner = next((key for key in reversed(before) if (fault.path, key) not in unknown), None)
    return owner is not None and mapping[owner] is None


def _merged(group: list[_Fault], value: Value) -> _Fault:
    """Return one fault that names everything that could stand there."""
    options = tuple(dict.fromkeys(option for fault in group for option in fault.expected))
    literal = [fault for fault in group if fault.code == "schema/not-one-of"]
    words = [word for fault in literal for word in fault.expected]
    is_word = isinstance(value, Text) and bool(words)
    code: Code = "schema/not-one-of" if is_word or len(words) == len(options) else group[0].code
    path = group[0].path
    if value is None and path and isinstance(path[-1], str):
        message, hint = without_value(path[-1])
        return _Fault(path[:-1], group[0].code, message, hint, key=path[-1], marks_key=True)
    message = f"expected {any_of(options)}, found {found(value)}"
    bare = [word.strip("'") for word in words]
    hint_or_none = None
    if isinstance(value, Text):
        hint_or_none = other_word(value, bare) or did_you_mean(value, bare)
    hint_or_none = hint_or_none or next((fault.hint for fault in literal if fault.hint), None)
    if hint_or_none and len(options) > _MANY:
        message = f"{found(value)} is none of the words that can stand here"
    if hint_or_none is None and "directions" in path:
        hint_or_none = f"{_next_step(code, options, value)}; what goes along no line is a `leap`"
    hint_or_none = hint_or_none or type_hint(options, value) or _next_step(code, options, value)
    return group[0]._replace(code=code, message=message, hint=hint_or_none)


def _next_step(code: Code, options: Sequence[str], value: Value) -> str:
    """Return what to do when nothing better is known than what could stand here."""
    if code == "schema/not-one-of":
        words = [option.strip("'") for option in options if option.startswith("'")]
        if len(words) == 1 and "a mapping" in options:
            return f"write `{words[0]}`, or `key: value` for each of its parts"
        return "write one of these words"
    return "write a single value" if isinstance(value, Map | Seq) else f"write {options[0]}"


def _tree_path(root: Map, loc: Sequence[str | int]) -> Path:
    """Return `loc` without what is no key or index of the tree: tags and names of types."""
    path: list[str | int] = []
    here: Value = root
    for element in loc:
        if isinstance(here, Map) and element in here:
            here = here[str(element)]
        elif isinstance(here, Seq) and isinstance(element, int) and 0 <= element < len(here):
            here = here[element]
        else:
            continue
        path.append(element)
    return tuple(path)


def _value_at(root: Map, path: Path) -> Value:
    here: Value = root
    for element in path:
        if isinstance(here, Map):
            here = here[str(element)]
        elif isinstance(here, Seq):
            here = here[int(element)]
    return here


def _span(root: Map, fault: _Fault) -> Span:
    if fault.code == "schema/missing-key":
        return locate_key(root, fault.path) if fault.path else _start(root)
    path = fault.path if fault.key is None else (*fault.path, fault.key)
    if fault.marks_key:
        return locate_key(root, path)
    return locate(root, path) if path else _start(root)


def _start(root: Map) -> Span:
    """Return the beginning of the file; the whole of it would underline everything."""
    return root.span._replace(end_line=root.span.line, end_col=root.span.col + 1)
