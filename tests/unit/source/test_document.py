"""Spans: every value knows exactly where it is written."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from ruleengine.errors import SourceError, Span
from ruleengine.source.document import Map, Seq, SourceDoc, Text, Value, child_span
from ruleengine.source.tree_builder import Loader, TreeBuilder
from ruleengine.source.yaml_reader import read_text

LOADERS = [yaml.SafeLoader, *([yaml.CSafeLoader] if yaml.__with_libyaml__ else [])]
HERE = Span("f.yaml", 1, 1, 1, 2)


def cut(text: str, span: Span) -> str:
    """Return what stands at a place."""
    lines = text.splitlines()[span.line - 1 : span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_col - 1]
    lines[0] = lines[0][span.col - 1 :]
    return "\n".join(lines)


def places(value: Value, span: Span) -> Iterator[Span]:
    """Yield the places of all keys and scalars, in written order."""
    if isinstance(value, Map):
        for key in value:
            yield value.key_spans[key]
            yield from places(value[key], value.value_spans[key])
    elif isinstance(value, Seq):
        for item, item_span in zip(value, value.item_spans, strict=True):
            yield from places(item, item_span)
    else:
        yield span


def texts(value: Value) -> Iterator[Text]:
    if isinstance(value, Map):
        for child in value.values():
            yield from texts(child)
    elif isinstance(value, Seq):
        for child in value:
            yield from texts(child)
    elif isinstance(value, Text):
        yield value


def text_at(written: str) -> tuple[str, Text]:
    source = f"k: 0\nkey: {written}\n"
    value = read_text(source, "f.yaml").root["key"]
    assert isinstance(value, Text)
    return source, value


# Scalars as they are written; none has a meaning that depends on where it stands.
PLAIN = st.from_regex(r"[a-zäß漢😀][a-z0-9äß漢😀_.+-]{0,6}( [a-z0-9*=<>]{1,4})?", fullmatch=True)
SCALARS = st.one_of(
    PLAIN,
    st.integers(-999, 999).map(str),
    st.text("abcü😀: #,[]{}*&!%@", min_size=1, max_size=8).map(lambda text: f"'{text}'"),
    st.text('abcü😀"\\\n\t:#', max_size=8).map(
        lambda text: (
            '"'
            + text.replace("\\", "\\\\")
            .replace('"', '\\"')
            .replace("\n", "\\n")
            .replace("\t", "\\t")
            + '"'
        )
    ),
)
TREES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["block", "flow"]), st.lists(inner, min_size=1, max_size=4)),
        st.tuples(
            st.sampled_from(["block", "flow"]),
            st.dictionaries(st.from_regex(r"[a-zü]{1,4}", fullmatch=True), inner, min_size=1),
        ),
    ),
    max_leaves=12,
)


def write(tree: object, indent: int, spellings: list[str], *, is_flow: bool) -> str:
    """Write a drawn tree as YAML, and note the spelling of each key and scalar."""
    if isinstance(tree, str):
        spellings.append(tree)
        return tree
    assert isinstance(tree, tuple)
    form, children = tree
    is_flow = is_flow or form == "flow"
    parts = []
    for key in children if isinstance(children, dict) else range(len(children)):
        head = ""
        if isinstance(key, str):
            spellings.append(key)
            head = f"{key}: "
        elif not is_flow:
            head = "- "
        parts.append(head + write(children[key], indent + 2, spellings, is_flow=is_flow))
    if is_flow:
        return ("{%s}" if isinstance(children, dict) else "[%s]") % ", ".join(parts)
    return "".join(f"\n{' ' * indent}{part}" for part in parts)


@pytest.mark.parametrize("loader", LOADERS)
@given(tree=TREES)
def test_every_place_cuts_out_what_was_written(loader: type[Loader], tree: object) -> None:
    spellings = ["top"]
    source = "top: " + write(tree, 2, spellings, is_flow=False) + "\n"
    root = TreeBuilder(source, "f.yaml", source.splitlines()).build(loader)
    assert [cut(source, span) for span in places(root, root.span)] == spellings
    for text in texts(root):
        for index, char in enumerate(text):
            place = text.at(index, index + 1)
            assert place == text.span or cut(source, place) == char


@pytest.mark.parametrize("loader", LOADERS)
@given(
    lines=st.lists(st.text("abü😀 .#", max_size=6), min_size=1, max_size=6),
    style=st.sampled_from(["|", "|-", "|+", ">", ">-", ">+", "|2", "'", '"', ""]),
    end=st.sampled_from(["", "\n", "\n\n", "\n# remark\n", "\n\nnext: 1\n"]),
)
@example(lines=["a", "b"], style="|", end="")
@example(lines=["  a", "b"], style="|2", end="\n")
@example(lines=["", " ", "a"], style="|", end="\n")
def test_characters_of_long_texts_are_where_they_say(
    loader: type[Loader], lines: list[str], style: str, end: str
) -> None:
    quote = style if style in {"'", '"'} else ""
    body = "\n  ".join(line if style.startswith("|") else line.strip(" #") for line in lines)
    source = f"key: {quote or style + chr(10) + '  '}{body}{quote}{end}"
    try:
        root = TreeBuilder(source, "f.yaml", source.splitlines()).build(loader)
    except SourceError:
        return  # such as a comment inside a plain text
    value = root["key"]
    if not isinstance(value, Text):
        return
    assert value.span.end_line <= len(source.splitlines())
    for index, char in enumerate(value):
        place = value.at(index, index + 1)
        assert place == value.span or char in " \n" or cut(source, place) == char


def test_plain_and_quoted_places_are_exact() -> None:
    source, value = text_at("die == 6")
    assert cut(source, value.span) == "die == 6"
    assert value.at(4, 6) == Span("f.yaml", 2, 10, 2, 12)
    source, value = text_at("'die == 6'  # remark")
    assert cut(source, value.span) == "'die == 6'"
    assert cut(source, value.at(4, 6)) == "=="
    source, value = text_at('"ü😀 == 6"')
    assert cut(source, value.at(1, 5)) == "😀 =="


def test_place_is_clamped_to_the_text() -> None:
    _, value = text_at("abc")
    assert value.at(3, 9) == Span("f.yaml", 2, 9, 2, 9)
    assert value.at(-1, 2) == Span("f.yaml", 2, 6, 2, 8)
    assert value.at(2, 1) == Span("f.yaml", 2, 8, 2, 8)


@pytest.mark.parametrize("written", ['"a\\tb"', "'it''s'", '"\\x41"'])
def test_text_with_escapes_gives_its_whole_place(written: str) -> None:
    source, value = text_at(written)
    assert value.at(0, 1) == value.span
    assert cut(source, value.span) == written


def test_literal_block_places_lines_and_columns() -> None:
    source, value = text_at("|  # drawn\n    . a .\n      b\n\n    c\n\nnext: 1")
    assert value == ". a .\n  b\n\nc\n"
    assert value.at(2, 3) == Span("f.yaml", 3, 7, 3, 8)
    assert cut(source, value.at(value.index("b"), value.index("b") + 1)) == "b"
    assert value.at(value.index("c"), len(value)) == Span("f.yaml", 6, 5, 6, 7)
    assert value.span == Span("f.yaml", 2, 6, 6, 6)


@pytest.mark.parametrize(
    "written", ["a and\n  b or c", "'a and\n  b or c'", '"a and\n  b or c"', ">\n  a and\n  b or c"]
)
def test_folded_lines_are_placed(written: str) -> None:
    source, value = text_at(written)
    assert value.rstrip("\n") == "a and b or c"
    assert cut(source, value.at(2, 5)) == "and"
    assert cut(source, value.at(8, 10)) == "or"
    assert cut(source, value.at(0, 7)) == "a and\n  b"


@pytest.mark.parametrize("written", ["a\n\n  b", ">\n  a\n   b\n", '"a\\\n  b"', "|\n", ">-"])
def test_text_that_does_not_fold_simply_gives_its_whole_place(written: str) -> None:
    _, value = text_at(written)
    assert value.at(0, 1) == value.span


def test_anchor_and_tag_are_not_part_of_the_place() -> None:
    source = "a: &x !!str 12\nb: &y\n  # remark\n  c: 1\nd: &z [e]\nf: *y\ng: &w\n"
    root = read_text(source, "f.yaml").root
    assert cut(source, root.value_spans["a"]) == "12"
    assert str(root.value_spans["b"]) == "f.yaml:4:3"
    assert cut(source, root.value_spans["d"]) == "[e]"
    assert cut(source, root.value_spans["f"]) == "*y"
    assert cut(source, root.value_spans["g"]) == ""
    assert root["f"] is root["b"]


def test_container_places_end_with_the_last_child() -> None:
    source = (
        "a:\n  b:\n    - 1\n    - c: 2\n\n  # remark\nd: {e: [1, 2] }  # remark\nf: [g: 1, h]\n"
    )
    root = read_text(source, "f.yaml").root
    assert cut(source, root.value_spans["a"]) == "b:\n    - 1\n    - c: 2"
    assert cut(source, root.value_spans["d"]) == "{e: [1, 2] }"
    items = root["f"]
    assert isinstance(items, Seq)
    assert cut(source, items.item_spans[0]) == "g: 1"
    assert root.span == Span("f.yaml", 1, 1, 8, 13)


def test_empty_value_stands_behind_its_colon() -> None:
    root = read_text("a:\nb: [1,\n  ]\nc:\n  -\n", "f.yaml").root
    assert root.value_spans["a"] == Span("f.yaml", 1, 3, 1, 3)
    assert child_span(root, "c") == Span("f.yaml", 5, 3, 5, 4)


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_every_line_break_counts_once(line_break: str) -> None:
    doc = read_text(line_break.join(["a: 1", "b: |", "  x", "  y", "c: 3"]), "f.yaml")
    assert doc.lines == ("a: 1", "b: |", "  x", "  y", "c: 3")
    assert str(doc.root.value_spans["c"]) == "f.yaml:5:4"
    assert doc.root["b"] == "x\ny\n"


def test_lines_are_counted_from_one() -> None:
    doc = read_text("a: 1\nb: 2\n", "f.yaml")
    assert [doc.line(number) for number in range(4)] == [None, "a: 1", "b: 2", None]


def test_trees_can_be_built_by_hand() -> None:
    other = Span("g.yaml", 2, 3, 2, 4)
    items = Seq(HERE)
    items.push(1, other)
    root = Map(HERE)
    root.put("a", items, HERE, other)
    assert root == {"a": [1]}
    assert root.key_spans == {"a": HERE}
    assert (child_span(root, "a"), child_span(items, 0)) == (other, other)
    assert [child_span(root, "b"), child_span(items, 1), child_span(items, "a")] == [HERE] * 3


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda doc: pickle.loads(pickle.dumps(doc))])  # noqa: S301 -- our own bytes
def test_copies_keep_their_places(clone: object) -> None:
    doc = read_text("a: {b: 'x'}\nc: [1, y]\n", "f.yaml")
    assert callable(clone)
    copied = clone(doc)
    assert isinstance(copied, SourceDoc)
    assert copied == doc
    assert list(places(copied.root, HERE)) == list(places(doc.root, HERE))
    assert [text.span for text in texts(copied.root)] == [text.span for text in texts(doc.root)]
