"""From parser events to the tree.

Built from events, not from PyYAML's nodes: its composer recurses, so a deeply nested file could
end the process before any limit is seen. Problems that leave the rest readable are collected.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn, TypeAlias

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from ruleengine.codes import Code
from ruleengine.errors import Diagnostic, SourceError, Span
from ruleengine.source.document import Map, Seq, Text, Value
from ruleengine.source.places import Places
from ruleengine.source.scalars import MAX_DIGITS, plain_value
from ruleengine.source.syntax import shown, syntax_diagnostic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from yaml.events import CollectionEndEvent, CollectionStartEvent, Event

Loader: TypeAlias = yaml.SafeLoader | yaml.CSafeLoader

MAX_DEPTH: Final = 64
MAX_VALUES: Final = 100_000  # counted with aliases written out; large rulesets have under 10,000
MAX_PROBLEMS: Final = 100
MAX_GUESSES: Final = 100  # comparing names is slow, and hostile files have many

_STRING_TAGS: Final = frozenset({"!", "tag:yaml.org,2002:str"})


class _Anchored(NamedTuple):
    """What an anchor names: the value, how many values it holds, and how deep it goes."""

    value: Value
    num_values: int
    height: int


class _Frame:
    """A container that is being read."""

    __slots__ = (
        "anchor",
        "container",
        "drop",
        "first_value",
        "height",
        "key",
        "key_span",
        "last",
        "start",
    )

    def __init__(
        self, container: Map | Seq, start: tuple[int, int], *, anchor: str | None, first_value: int
    ) -> None:
        self.container = container
        self.start = start
        self.anchor = anchor
        self.first_value = first_value
        self.height = 1
        self.last = container.span  # the place of the last child
        self.key: str | None = None  # in a Map: the key whose value comes next
        self.key_span = container.span
        self.drop = False  # the key was refused: read its value, but do not keep it


class TreeBuilder:
    """Reads one document; `build` returns its root or raises with everything found."""

    def __init__(self, text: str, name: str, lines: Sequence[str]) -> None:
        self._text = text
        self._name = name
        self._lines = lines
        self._places = Places(text, name, lines)
        self._diagnostics: list[Diagnostic] = []
        self._stack: list[_Frame] = []
        self._anchors: dict[str, _Anchored | None] = {}  # None: still being read
        self._num_values = 0
        self._num_aliases = 0
        self._num_documents = 0
        self._root: Value = None
        self._root_span = Span(name, 1, 1, 1, 1)

    def build(self, loader_type: type[Loader]) -> Map:
        """Read all events and return the root."""
        loader = loader_type(self._text)
        # By class, not by isinstance: there are thousands of events and seven classes.
        handlers: dict[type[Event], Callable[..., None]] = {
            AliasEvent: self._alias,
            DocumentStartEvent: self._document,
            MappingEndEvent: self._close,
            MappingStartEvent: self._open,
            ScalarEvent: self._scalar,
            SequenceEndEvent: self._close,
            SequenceStartEvent: self._open,
        }
        try:
            for event in _events(loader):
                if handle := handlers.get(type(event)):
                    handle(event)
            self._check_root()
        except yaml.YAMLError as error:
            self._diagnostics.append(syntax_diagnostic(error, self._name, self._lines))
        finally:
            loader.dispose()
        if self._diagnostics or not isinstance(self._root, Map):
            raise SourceError(self._diagnostics)
        return self._root

    def _document(self, event: DocumentStartEvent) -> None:
        self._num_documents += 1
        if self._num_documents > 1:
            self._stop(
                "source/unsupported",
                "a second document begins here, but a file holds only one",
                self._places.span(event),
                "remove the '---' line, or move what follows it to a file of its own",
            )

    def _scalar(self, event: ScalarEvent) -> None:
        span = self._places.span(event)
        text, style = event.value, event.style or None
        if event.tag is not None and event.tag not in _STRING_TAGS:
            self._refuse_tag(event)
        frame = self._stack[-1] if self._stack else None
        if frame is not None and frame.key is None and isinstance(frame.container, Map):
            self._key(frame, text, span, is_plain=style is None)
            if event.anchor is not None:
                self._anchors[event.anchor] = _Anchored(Text(text, span, style), 1, 0)
            return
        if style is None and event.tag is None:
            value = self._plain(text, span)
        else:
            value = Text(text, span, style, self._places.rows(text, span, style))
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(value, 1, 0)
        self._attach(value, span)

    def _plain(self, text: str, span: Span) -> Value:
        try:
            value = plain_value(text)
        except OverflowError:
            self._report(
                "source/unsupported",
                f"the number {shown(text)} is too large",
                span,
                f"use at most {MAX_DIGITS} digits, or put it in quotes if it is a name",
            )
            return None
        if isinstance(value, str):
            if span.line == span.end_line:
                return Text(value, span)
            return Text(value, span, None, self._places.rows(value, span, None))
        return value

    def _key(self, frame: _Frame, key: str, span: Span, *, is_plain: bool) -> None:
        frame.key = key
        frame.key_span = frame.last = span
        frame.drop = True
        first = frame.container.key_spans.get(key) if isinstance(frame.container, Map) else None
        if is_plain and not key:
            self._report(
                "source/unsupported",
                "there is no key before this ':'",
                span,
                "write the key, as '' if it is meant to be empty",
            )
        elif is_plain and key == "<<":
            self._report(
                "source/unsupported",
                "the merge key '<<' cannot be used",
                span,
                "use `extends` to build on another file, or write the keys out",
            )
        elif first is not None:
            self._report(
                "source/duplicate-key",
                f"the key {shown(key)} is already used in line {first.line}",
                span,
                "remove one of the two, or rename this one",
                related=(first,),
            )
        else:
            frame.drop = False

    def _open(self, event: CollectionStartEvent) -> None:
        if len(self._stack) >= MAX_DEPTH:
            self._stop_too_deep(self._places.first_char(event))
        if event.tag is not None:
            self._refuse_tag(event)
        if self._expects_key():
            self._refuse_as_key("a list or a mapping", self._places.first_char(event))
        # The span is set when the end is known.
        unplaced = self._root_span
        container = Map(unplaced) if isinstance(event, MappingStartEvent) else Seq(unplaced)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        start = self._places.start(event)
        self._stack.append(
            _Frame(container, start, anchor=event.anchor, first_value=self._num_values)
        )

    def _close(self, event: CollectionEndEvent) -> None:
        frame = self._stack.pop()
        span = self._places.container(frame.start, frame.last, event)
        frame.container.span = span
        if frame.anchor is not None:
            num_values = self._num_values - frame.first_value + 1
            self._anchors[frame.anchor] = _Anchored(frame.container, num_values, frame.height)
        self._attach(frame.container, span, frame.height)

    def _alias(self, event: AliasEvent) -> None:
        span = self._places.span(event)
        name = event.anchor or ""
        if self._expects_key():
            self._refuse_as_key("an alias", span)
        if name not in self._anchors:
            close = get_close_matches(name, list(self._anchors)[-MAX_GUESSES:], n=1)
            guess = f"did you mean '*{close[0]}'? Otherwise " if close else ""
            self._report(
                "source/syntax",
                f"nothing before this line is named {shown('&' + name)}",
                span,
                f"{guess}put the value in quotes if the '*' belongs to it",
            )
            self._attach(None, span)
            return
        anchored = self._anchors[name]
        if anchored is None:
            self._report(
                "source/alias-bomb",
                f"{shown('*' + name)} stands inside the value that it names",
                span,
                "write the value out",
            )
            self._attach(None, span)
            return
        if len(self._stack) + anchored.height > MAX_DEPTH:
            self._stop_too_deep(span)
        self._num_aliases += 1
        self._num_values += anchored.num_values - 1  # _attach counts the last one
        self._attach(anchored.value, span, anchored.height)

    def _attach(self, value: Value, span: Span, height: int = 0) -> None:
        """Put a finished value into the container that is being read."""
        self._num_values += 1
        if self._num_values > MAX_VALUES:
            self._stop_too_many(span)
        if not self._stack:
            self._root, self._root_span = value, span
            return
        frame = self._stack[-1]
        frame.last = span
        frame.height = max(frame.height, height + 1)
        container = frame.container
        if isinstance(container, Seq):
            container.push(value, span)
        elif frame.key is None:
            frame.key, frame.drop = "", True  # refused as a key when it was opened
        else:
            if not frame.drop:
                container.put(frame.key, value, frame.key_span, span)
            frame.key = None

    def _check_root(self) -> None:
        root, span = self._root, self._root_span
        if isinstance(root, Map):
            return
        if self._num_documents == 0 or (root is None and span.col == span.end_col):
            self._report(
                "source/empty",
                "the file holds no values",
                Span(self._name, 1, 1, 1, 1),
                "begin it with a line of the form `key: value`",
            )
            return
        self._report(
            "source/not-a-mapping",
            f"the file holds {'a list' if isinstance(root, Seq) else 'a single value'}, "
            "but keys with values are expected at the top",
            Span(span.file, span.line, span.col, span.line, span.col + 1),
            "put a space after each ':'"
            if isinstance(root, Text) and ":" in root
            else "write each line as `key: value`",
        )

    def _refuse_tag(self, event: ScalarEvent | CollectionStartEvent) -> None:
        tag = (event.tag or "").replace("tag:yaml.org,2002:", "!!")
        self._report(
            "source/unsupported",
            f"the tag {shown(tag)} cannot be used",
            self._places.first_char(event),
            "remove the tag, or put the value in quotes if the '!' belongs to it",
        )

    def _expects_key(self) -> bool:
        frame = self._stack[-1] if self._stack else None
        return frame is not None and frame.key is None and isinstance(frame.container, Map)

    def _refuse_as_key(self, what: str, span: Span) -> None:
        self._report(
            "source/unsupported",
            f"{what} is used as a key",
            span,
            "keys are names or numbers; put the text in quotes if it is one",
        )

    def _stop_too_deep(self, span: Span) -> NoReturn:
        self._stop(
            "source/too-deep",
            f"values are nested more than {MAX_DEPTH} deep here",
            span,
            "nest less: give a part a name of its own and refer to it",
        )

    def _stop_too_many(self, span: Span) -> NoReturn:
        if self._num_aliases:
            self._stop(
                "source/alias-bomb",
                f"with its aliases written out the file holds more than {MAX_VALUES} values",
                span,
                "use fewer aliases inside aliased values",
            )
        self._stop(
            "source/too-large",
            f"the file holds more than {MAX_VALUES} values",
            span,
            "split it, and join the parts with `extends`",
        )

    def _report(
        self,
        code: Code,
        message: str,
        span: Span,
        hint: str,
        *,
        related: tuple[Span, ...] = (),
    ) -> None:
        self._diagnostics.append(Diagnostic(code, message, span, hint, related))
        if len(self._diagnostics) >= MAX_PROBLEMS:
            raise SourceError(self._diagnostics)

    def _stop(self, code: Code, message: str, span: Span, hint: str) -> NoReturn:
        self._report(code, message, span, hint)
        raise SourceError(self._diagnostics)


def _events(loader: Loader) -> Iterator[Event]:
    try:
        while (event := loader.get_event()) is not None:
            yield event
    except (ValueError, OverflowError) as error:
        # The Python parser leaves absurd escapes and versions to chr() and int().
        raise yaml.YAMLError(str(error)) from error
