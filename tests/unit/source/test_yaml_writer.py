from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleengine.errors import Span
from ruleengine.resolve.flags.values import as_plain, as_tree
from ruleengine.source.document import Map
from ruleengine.source.yaml_reader import read_file, read_text
from ruleengine.source.yaml_writer import write_yaml

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted([*(ROOT / "rulesets").rglob("*.yaml"), *(ROOT / "variants").rglob("*.yaml")])
PLACE = Span("f.yaml", 7, 1, 7, 2)

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.text(max_size=20)
    | st.sampled_from(["on", "1:30", "- a", "a: b", "a #b", "#", "'", '"', "|", "null", "~", "?"])
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=20,
)


def tree_of(data: object) -> Map:
    tree = as_tree(data, PLACE)
    assert isinstance(tree, Map)
    return tree


@given(st.dictionaries(st.text(max_size=8), values, max_size=5))
def test_whatever_is_written_reads_back(data: dict[str, object]) -> None:
    plain, noted = write_yaml(tree_of(data)), write_yaml(tree_of(data), lambda _: "here")
    assert as_plain(read_text(plain, "f.yaml").root) == data
    assert as_plain(read_text(noted, "f.yaml").root) == data


def test_there_are_files() -> None:
    assert FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shipped_files_read_back(path: Path) -> None:
    root = read_file(path).root
    assert as_plain(read_text(write_yaml(root), "f.yaml").root) == as_plain(root)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"a": {"b": 1, "c": True}}, "a:\n  b: 1\n  c: true\n"),
        ({"a": ["x", "y, z", 3]}, 'a: [x, "y, z", 3]\n'),
        ({"a": [{"b": 1, "c": 2}, "x"]}, "a:\n  - b: 1\n    c: 2\n  - x\n"),
        ({"a": [[1, 2], [{"b": 1}]]}, "a:\n  - [1, 2]\n  - - b: 1\n"),
        ({"a": [], "b": {}, "c": None}, "a: []\nb: {}\nc: null\n"),
        ({"a": "one\n two\n", "b": "x\ny"}, "a: |\n  one\n   two\nb: |-\n  x\n  y\n"),
        ({"true": "true", "3": "a: b"}, '"true": "true"\n"3": "a: b"\n'),
    ],
)
def test_it_looks_as_an_author_would_write_it(data: dict[str, object], text: str) -> None:
    assert write_yaml(tree_of(data)) == text


def test_a_note_stands_on_every_line_but_inside_texts() -> None:
    lines = write_yaml(tree_of({"a": "x\ny\n", "b": [1]}), lambda span: str(span.line)).splitlines()
    assert [line.endswith("  # 7") for line in lines] == [True, False, False, True]
