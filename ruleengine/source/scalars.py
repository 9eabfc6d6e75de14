"""What an unquoted scalar means: the core schema of YAML 1.2, and nothing else.

Only `true` and `false` are booleans, so `on`, `off`, `yes`, `no`, dates, `1:30` and `1_000` are
text: names in a ruleset never change their type behind the author's back.
"""

from __future__ import annotations

import re
from math import isinf
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_INT: Final = 10**18 - 1  # every integer of up to 18 digits; fits in 64 bits with room to spare
MAX_DIGITS: Final = 18

_CONSTANTS: Final[Mapping[str, bool | float | None]] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
    **{f"{sign}{word}": float("inf") for sign in ("", "+") for word in (".inf", ".Inf", ".INF")},
    **{f"-{word}": float("-inf") for word in (".inf", ".Inf", ".INF")},
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_FIRST_OF_NUMBER: Final = frozenset("+-.0123456789")
_DECIMAL: Final = re.compile(r"[-+]?[0-9]+")
_BASED: Final = re.compile(r"0o([0-7]+)|0x([0-9a-fA-F]+)")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")


def plain_value(text: str) -> str | int | float | bool | None:
    """Return what `text` stands for when it is not quoted; text stands for itself.

    Raises OverflowError for a number that is too long to be kept exactly.

    >>> [plain_value(text) for text in ("12", "0x1F", "1.5", "true", "off", "1:30", "~")]
    [12, 31, 1.5, True, 'off', '1:30', None]
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] not in _FIRST_OF_NUMBER:
        return text
    if _DECIMAL.fullmatch(text):
        return _integer(text.lstrip("+-"), base=10, negative=text[0] == "-")
    if based := _BASED.fullmatch(text):
        octal, hexadecimal = based.groups()
        return _integer(octal or hexadecimal, base=8 if octal else 16)
    if _FLOAT.fullmatch(text):
        number = float(text)
        if isinf(number):
            raise OverflowError
        return number
    return text


def _integer(digits: str, *, base: int, negative: bool = False) -> int:
    # Counted before converting: int() refuses thousands of digits with an error of its own.
    if len(digits) > MAX_DIGITS:
        raise OverflowError
    number = int(digits, base)
    if number > MAX_INT:
        raise OverflowError
    return -number if negative else number
