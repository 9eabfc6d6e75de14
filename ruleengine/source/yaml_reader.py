"""YAML text to a `SourceDoc`.

Input: a file or its text. Output: a tree of plain values, each with its place.
Guarantees: no key is written twice, nothing but text changes its type, size and depth are
bounded, and whatever the input, the only error is `SourceError` with every problem found.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, NoReturn

import yaml

from ruleengine.codes import Code
from ruleengine.errors import Diagnostic, SourceError, Span
from ruleengine.source.document import SourceDoc
from ruleengine.source.places import LINE_BREAK
from ruleengine.source.tree_builder import Loader, TreeBuilder

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES: Final = 1024 * 1024

# Both parsers give the same marks; the C parser is about twenty times faster. The Python parser
# also refuses tabs between a key and its value, which the C parser takes as space.
LOADER: Final[type[Loader]] = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader

_BOM: Final = "\ufeff"
# Control characters, lone surrogates, and what YAML or editors, but not both, take as a line
# break (U+0085, U+2028, U+2029) or as nothing at all (U+FEFF): lines would be counted differently.
_UNUSABLE: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
)


def read_file(path: Path, name: str | None = None) -> SourceDoc:
    """Read one YAML file; `name` is what spans call it, the path if not given."""
    name = str(path) if name is None else name
    return read_text(read_content(path, name), name)


def read_content(path: Path, name: str, *, max_bytes: int = MAX_BYTES) -> str:
    """Return the text of a file, whatever it is written in; `name` is what spans call it."""
    try:
        with path.open("rb") as file:
            content = file.read(max_bytes + 1)
    except (FileNotFoundError, NotADirectoryError):
        _refuse("source/not-found", name, f"there is no file '{name}'", _near(path))
    except IsADirectoryError:
        _refuse("source/is-directory", name, f"'{name}' is a directory", "name a file inside it")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        _refuse(
            "source/unreadable",
            name,
            f"'{name}' cannot be read: {reason[:1].lower()}{reason[1:]}",
            "check the permissions of the file and of its directory",
        )
    except ValueError:
        # A zero byte in the path.
        _refuse("source/not-found", name, f"there is no file '{name}'", "check the spelling")
    _check_size(len(content), name, max_bytes)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8").removeprefix(_BOM)
        byte = content[error.start]
        _refuse(
            "source/not-utf8",
            name,
            f"the byte 0x{byte:02X} is not UTF-8 text",
            "save the file as UTF-8",
            span=_span_after(before, name),
        )


def read_text(text: str, name: str) -> SourceDoc:
    """Read YAML text; `name` is what spans call it.

    >>> doc = read_text("size: {rows: 5}", "board.yaml")
    >>> str(doc.root.value_spans["size"])
    'board.yaml:1:7'
    """
    if len(text) <= MAX_BYTES:
        _check_size(len(text.encode("utf-8", "surrogatepass")), name)
    else:
        _check_size(len(text), name)
    text = text.removeprefix(_BOM)
    _check_characters(text, name)
    lines = tuple(text.splitlines())  # no other line breaks are left than YAML's own
    root = TreeBuilder(text, name, lines).build(LOADER)
    return SourceDoc(name, lines, root)


def _check_size(num_bytes: int, name: str, max_bytes: int = MAX_BYTES) -> None:
    if num_bytes > max_bytes:
        _refuse(
            "source/too-large",
            name,
            f"the file is larger than {max_bytes // 1024} KiB",
            "split it, and join the parts with `extends`"
            if max_bytes == MAX_BYTES
            else "check that it is the file you mean",
        )


def _check_characters(text: str, name: str) -> None:
    found = _UNUSABLE.search(text)
    if found is None:
        return
    more = len(_UNUSABLE.findall(text)) - 1
    _refuse(
        "source/control-character",
        name,
        f"the character U+{ord(found.group()):04X} cannot be used"
        + (f" (nor can {more} more below)" if more else ""),
        "delete it; inside double quotes it can be written as an escape",
        span=_span_after(text[: found.start()], name),
    )


def _span_after(before: str, name: str) -> Span:
    """Return the place of the character that follows `before`."""
    rows = LINE_BREAK.split(before)
    col = len(rows[-1]) + 1
    return Span(name, len(rows), col, len(rows), col + 1)


def _near(path: Path) -> str:
    """Return the hint for a path that does not exist."""
    try:
        siblings = [entry.name for entry in path.parent.iterdir()]
    except OSError:
        return f"there is no directory '{path.parent}' either"
    close = get_close_matches(path.name, siblings, n=1)
    return f"did you mean '{close[0]}'?" if close else "check the spelling"


def _refuse(
    code: Code, name: str, message: str, hint: str, *, span: Span | None = None
) -> NoReturn:
    place = span if span is not None else Span(name, 1, 1, 1, 1)
    # `from None`: the cause is in the message, and the chain would bury it.
    raise SourceError([Diagnostic(code, message, place, hint)]) from None
