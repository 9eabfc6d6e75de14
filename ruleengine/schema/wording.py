"""Words for values and for what was expected instead of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruleengine.expressions.numbers import NUMBER_WORDS
from ruleengine.source.document import Map

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MAX_SHOWN: Final = 40  # a whole paragraph in a message helps nobody
_ARTICLE: Final = re.compile(r"^(?:an?|the)\s+")
_WORD: Final = re.compile(r"'[^']*'|[^\s',]+")

_VOWEL: Final = re.compile(
    r"[AEFHILMNORSX](?![a-z])"  # a letter is called by its name: an L, but a U
    r"|(?!(?i:uni(?![nm])|us[aeiu]|one\b|once\b|eu)|U(?![a-z]))[aeiouAEIOU]"
    r"|(?i:heir|hon|hour)",
)
"""How words begin that take `an`, by their sound."""

_NUMBERS: Final = ("no", *NUMBER_WORDS[1:])

_CONTAINERS: Final[Mapping[type, str]] = {
    dict: "a mapping",
    list: "a list",
    tuple: "a list",
    type(None): "nothing",
}
_TEXT: Final = "a text"
_WHOLE: Final = "a whole number"
_NUMBER: Final = "a number"
_LIST: Final = "a list"
_MAPPING: Final = "a mapping"
_TRUTH: Final = "true or false"

_TRUTHS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("yes", "on", "y", "true", "1"), "true"),
    **dict.fromkeys(("no", "off", "n", "false", "0"), "false"),
}

LIST_EDITS: Final = frozenset(
    {"append", "prepend", "insert", "remove", "replace", "change", "whole"}
)
"""Keys by which a file edits a list that it inherits."""

EXPECTED: Final[Mapping[str, str]] = {
    "bool_parsing": _TRUTH,
    "bool_type": _TRUTH,
    "dataclass_type": _MAPPING,
    "decimal_parsing": _NUMBER,
    "decimal_type": _NUMBER,
    "dict_type": _MAPPING,
    "float_parsing": _NUMBER,
    "float_type": _NUMBER,
    "frozen_set_type": _LIST,
    "int_from_float": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": "a smaller whole number",
    "int_type": _WHOLE,
    "iterable_type": _LIST,
    "list_type": _LIST,
    "mapping_type": _MAPPING,
    "model_attributes_type": _MAPPING,
    "model_type": _MAPPING,
    "none_required": "nothing",
    "set_type": _LIST,
    "string_sub_type": _TEXT,
    "string_type": _TEXT,
    "string_unicode": _TEXT,
    "tuple_type": _LIST,
}
"""What was expected, by pydantic's error type."""

LIMITS: Final[Mapping[str, str]] = {
    "finite_number": "it has to be finite",
    "greater_than": "it has to be greater than {gt}",
    "greater_than_equal": "it has to be at least {ge}",
    "less_than": "it has to be less than {lt}",
    "less_than_equal": "it has to be at most {le}",
    "multiple_of": "it has to be a multiple of {multiple_of}",
    "string_too_long": "it may have at most {max_length} characters",
    "string_too_short": "it needs {min_length} or more characters",
    "too_long": "it may have at most {max_length} entries",
    "too_short": "it needs {min_length} or more entries",
}
"""Which limit was passed, by pydantic's error type, with the names of its context."""

LIMIT_HINTS: Final[Mapping[str, str]] = {
    "string_too_long": "shorten it",
    "string_too_short": "write more",
    "too_long": "take entries out",
    "too_short": "add the entries that are missing",
}
"""What to do about a limit on lengths."""


def shown(text: str) -> str:
    """Return `text` in quotes, shortened when it is long.

    >>> shown("march"), shown("a " * 40)
    ("'march'", "'a a a a a a a a a a a a a a a a a a a a ...'")
    """
    return f"'{text}'" if len(text) <= _MAX_SHOWN else f"'{text[:_MAX_SHOWN]}...'"


def found(value: object) -> str:
    """Return words for a value of the tree.

    >>> found("x"), found(3), found(True), found(None), found([1])
    ("the text 'x'", 'the number 3', 'true', 'nothing', 'a list')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text {shown(value)}"
    for types, words in _CONTAINERS.items():
        if isinstance(value, types):
            return words
    return "this value"


def listed(names: Iterable[str], *, last: str = "and") -> str:
    """Return names in quotes as a list in a sentence.

    >>> listed(["a", "b", "c"]), listed(["a"])
    ("'a', 'b' and 'c'", "'a'")
    """
    return _joined([shown(name) for name in names], last)


def a(noun: str) -> str:
    """Return a noun with its indefinite article.

    >>> a("entry"), a("unit"), a("step"), a("L"), a("U-turn"), a("hour")
    ('an entry', 'a unit', 'a step', 'an L', 'a U-turn', 'an hour')
    """
    if not noun or noun.lower().startswith(("a ", "an ", "the ")):
        return noun
    return f"an {noun}" if _VOWEL.match(noun) else f"a {noun}"


def any_of(options: Iterable[str]) -> str:
    """Return options, of which each is worded already, as alternatives in a sentence."""
    return _joined(list(options), "or")


def all_of(parts: Iterable[str]) -> str:
    """Return parts, of which each is worded already, as a list in a sentence."""
    return _joined(list(parts), "and")


def number_word(number: int) -> str:
    """Return a small number in words.

    >>> number_word(3), number_word(40), number_word(-1)
    ('three', '40', '-1')
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun.

    >>> counted(1, "error"), counted(2_000, "error"), counted(0, "ply", "plies")
    ('1 error', '2,000 errors', '0 plies')
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def possessive(owner: str, noun: str) -> str:
    """Return something as somebody's, without an article of its own.

    >>> possessive("Red", "the yard"), possessive("Giants", "row"), possessive("You", "peg")
    ("Red's yard", "Giants' row", 'Your peg')
    """
    return f"{genitive(owner)} {_ARTICLE.sub('', noun)}"


def genitive(owner: str) -> str:
    """Return what stands before a noun that is somebody's; a side may have the title `You`.

    >>> genitive("Red"), genitive("Giants"), genitive("You"), genitive("you")
    ("Red's", "Giants'", 'Your', 'your')
    """
    if owner.lower() == "you":
        return f"{owner}r"
    return f"{owner}'" if owner.endswith("s") else f"{owner}'s"


_LABEL: Final = re.compile(r"[A-Z]\S* (?:.* )?[a-z0-9]\S*$")
"""Titles that read like what is printed on a card, and are no nouns that have a plural."""


def plural(noun: str) -> str:
    """Return several of a noun.

    >>> [plural(word) for word in ("man", "Ally", "piece", "ash", "day")]
    ['men', 'Allies', 'pieces', 'ashes', 'days']
    >>> plural("Turn left"), plural("Move 1"), plural("Royal Guard")
    ('pieces “Turn left”', 'pieces “Move 1”', 'Royal Guards')
    """
    if _LABEL.match(noun):
        return f"pieces “{noun}”"
    head, of, tail = noun.partition(" of ")
    if of:
        return f"{plural(head)}{of}{tail}"
    if noun.endswith(("man", "Man")):
        return f"{noun[:-2]}en"
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if re.search(r"(s|x|z|ch|sh)$", noun) else f"{noun}s"


def is_several(title: str) -> bool:
    """Tell whether a title reads as the name of several.

    >>> [is_several(each) for each in ("Attackers", "the wolves", "Red", "Brass", "Venus", "Paris")]
    [True, True, False, False, False, False]
    >>> is_several("the traps of Blue"), is_several("the House of Lords")
    (True, False)
    """
    title = title.partition(" of ")[0]
    return title.endswith("s") and not title.endswith(("ss", "us", "is", "os"))


def without_value(key: str) -> tuple[str, str]:
    """Return message and hint for a key that is written but given nothing."""
    message = f"the key {shown(key)} has no value"
    return message, "write the value, indented if it stands below, or take the key out"


TEXT_WITH_COMMA: Final = "put a text that has a comma in it in quotes"
"""The hint for a key that is the rest of a text: within `{...}` a comma ends it."""


def is_rest_of_a_text(key: str) -> bool:
    """Tell whether a key without a value looks like words that followed a comma."""
    return " " in key or key.endswith((".", "!", "?"))


def without_colon(key: str) -> str | None:
    """Return the hint for a key that was run together with the braces behind it.

    >>> without_colon("rest {uses"), without_colon("rest")
    ("put a ':' before the braces: `rest: {uses: ...}`", None)
    """
    parts = re.fullmatch(r"(\w+) +\{(\w+)", key)
    return parts and f"put a ':' before the braces: `{parts[1]}: {{{parts[2]}: ...}}`"


def type_hint(options: Iterable[str], value: object) -> str | None:
    """Return how to write a value of the wrong type so that it becomes one of the options.

    >>> type_hint(["a text"], 5), type_hint(["true or false"], "yes")
    ('put it in quotes', 'write `true`')
    >>> type_hint(["true"], False)
    'take the key out: what is not written is not so'
    """
    wanted = set(options)
    word = str(value).lower()
    if "true" in wanted and _TRUTH not in wanted and _TRUTHS.get(word) == "false":
        return "take the key out: what is not written is not so"
    if wanted & {_TRUTH, "true"} and word in _TRUTHS:
        return f"write `{_TRUTHS[word]}`"
    if isinstance(value, str):
        return _text_hint(value, wanted)
    if isinstance(value, bool | int | float):
        return "put it in quotes" if _TEXT in wanted else None
    if isinstance(value, list) and wanted == {_MAPPING}:
        return "write `key: value` for each, without '- ' before it"
    if isinstance(value, dict) and wanted & _FILTERED.keys():
        return _filter_hint(value, _FILTERED[next(iter(wanted & _FILTERED.keys()))])
    if isinstance(value, dict) and _LIST in wanted:
        if value and value.keys() <= LIST_EDITS:
            return "there is no inherited list to edit; write the whole list"
        if _is_between_braces(value):
            return "put brackets around it: `[{...}]`"
        return "begin each item of the list with '- '"
    return None


def _is_between_braces(value: object) -> bool:
    """Tell whether a mapping was written as `{...}`: its place begins before its first key."""
    if not isinstance(value, Map):
        return False
    first = min(((span.line, span.col) for span in value.key_spans.values()), default=None)
    return (value.span.line, value.span.col) != first


_FILTERED: Final[Mapping[str, tuple[str, str]]] = {
    "a piece": ("the", "among"),
    "a cell": ("first_cell", "among_cells"),
}
"""What is meant by a filter where one thing is needed: the function and the key of `for_each`."""


def _filter_hint(value: Mapping[str, object], words: tuple[str, str]) -> str:
    function, among = words
    plain = {True: "true", False: "false"}
    parts = [
        (key, plain[each] if isinstance(each, bool) else each)
        for key, each in value.items()
        if isinstance(each, str | int)
    ]
    arguments = ", ".join(f"{key}={each}" for key, each in parts) or "..."
    pairs = ", ".join(f"{key}: {each}" for key, each in parts) or "..."
    return (
        f"for one write `{function}({arguments})`; for several, go through them with "
        f"`for_each: {{as: each, {among}: {{{pairs}}}}}` and name `each`"
    )


_OTHER_WORDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("bool", "boolean"), "truth"),
    **dict.fromkeys(("int", "integer"), "number"),
}
"""What other languages call types, and what they are called here."""


def other_word(value: str, words: Iterable[str]) -> str | None:
    """Return what to write instead of a word of other languages, if that can stand there.

    >>> other_word("bool", ["truth", "piece"]), other_word("red", ["truth"])
    ('did you mean `truth`?', None)
    """
    meant = _OTHER_WORDS.get(value.lower(), "")
    return f"did you mean `{meant}`?" if meant in set(words) else None


def _text_hint(value: str, wanted: set[str]) -> str | None:
    if _WHOLE in wanted and re.fullmatch(r"[-+]?[0-9]+", value):
        return "take the quotes away"
    if _MAPPING in wanted and re.match(r"\w+:\S", value):
        return "put a space after the ':'"
    if _LIST in wanted and re.fullmatch(r"[\w.-]+", value):
        return f"write it as a list: `[{value}]`"
    return "write `key: value` for each of its parts" if wanted == {_MAPPING} else None


def quoted_words(text: str) -> tuple[str, ...]:
    """Return the words of a list in pydantic's writing, such as `'a', 'b' or 3`.

    >>> quoted_words("'a', 'b' or 3")
    ("'a'", "'b'", '3')
    """
    words = (word.group() for word in _WORD.finditer(text))
    return tuple(_yaml_word(word) for word in words if word != "or")


def _yaml_word(word: str) -> str:
    if word.startswith("'#"):  # the tag of a union
        return f"'{word[2:]}"
    return {"True": "true", "False": "false", "None": "nothing"}.get(word, word)


def _joined(words: list[str], last: str) -> str:
    if len(words) <= 1:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
