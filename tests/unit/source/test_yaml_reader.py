"""What the reader takes, and how it refuses the rest: code, place and every problem at once."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest
import yaml

from ruleengine.errors import Diagnostic, SourceError
from ruleengine.source import yaml_reader
from ruleengine.source.tree_builder import MAX_DEPTH, MAX_PROBLEMS, MAX_VALUES
from ruleengine.source.yaml_reader import MAX_BYTES, read_file, read_text

PAGES = Path(__file__).resolve().parents[3] / "docs" / "reference" / "errors" / "source"


def problems(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(SourceError) as caught:
        read_text(text, "f.yaml")
    return caught.value.diagnostics


def file_problem(path: Path, name: str | None = None) -> Diagnostic:
    with pytest.raises(SourceError) as caught:
        read_file(path, name)
    (diagnostic,) = caught.value.diagnostics
    return diagnostic


def brief(diagnostic: Diagnostic) -> str:
    """Return code and place, as `code line:col`."""
    assert diagnostic.span is not None
    assert diagnostic.hint
    return f"{diagnostic.code} {diagnostic.span.line}:{diagnostic.span.col}"


@pytest.fixture(params=["C", "Python"])
def _each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "Python":
        monkeypatch.setattr(yaml_reader, "LOADER", yaml.SafeLoader)
    elif not yaml.__with_libyaml__:
        pytest.skip("PyYAML is built without its C parser")


@pytest.mark.usefixtures("_each_parser")
@pytest.mark.parametrize(
    ("text", "expected", "words"),
    [
        # the file as a whole
        ("", "source/empty 1:1", "no values"),
        ("# remark\n\n", "source/empty 1:1", "no values"),
        ("---\n", "source/empty 1:1", "no values"),
        ("- a\n", "source/not-a-mapping 1:1", "holds a list"),
        ("\n~\n", "source/not-a-mapping 2:1", "holds a single value"),
        ("a:b\n", "source/not-a-mapping 1:1", "put a space after each ':'"),
        ("a: 1\n---\nb: 2\n", "source/unsupported 2:1", "a second document"),
        ("a: \x07\n", "source/control-character 1:4", r"U\+0007 cannot"),
        ("a: 1\nb: x\u2028y\x00\n", "source/control-character 2:5", r"U\+2028 .*1 more"),
        ("a: \ud800\n", "source/control-character 1:4", r"U\+D800"),
        ("a: \ufeff\n", "source/control-character 1:4", r"U\+FEFF"),
        # keys
        ("a: 1\nb: 2\n'a': 3\n", "source/duplicate-key 3:1", "'a' is already used in line 1"),
        ("x: {1: a, 1: b}\n", "source/duplicate-key 1:11", "'1'"),
        ("x:\n  <<: {a: 1}\n", "source/unsupported 2:3", "merge key.*`extends`"),
        ("? [a, b]\n: 1\n", "source/unsupported 1:3", "used as a key"),
        ("x: &k a\n*k : 1\n", "source/unsupported 2:1", "alias is used as a key"),
        ("? \n: 1\n", "source/unsupported 1:2", "no key before"),
        (": 1\n", "source/syntax 1:1", "no key before"),
        # tags and aliases
        ("a: !!int 3\n", "source/unsupported 1:4", "'!!int'"),
        ("a: !mine {b: 1}\n", "source/unsupported 1:4", "'!mine'"),
        ("a: !!str [b]\n", "source/unsupported 1:4", "'!!str'"),
        ("!!str a: 1\n!x b: 2\n", "source/unsupported 2:1", "'!x'"),
        ("a: !x!y z\n", "source/unsupported 1:4", "'!x!y'"),
        ("a: &side x\nb: *sode\n", "source/syntax 2:4", "did you mean '\\*side'"),
        ("a: *.b\n", "source/syntax 1:4", "needs a name"),
        ("a: &x [1, *x]\n", "source/alias-bomb 1:11", "inside the value that it names"),
        ("%YAML 2.0\n---\na: 1\n", "source/unsupported 1:1", "directive"),
        # indentation
        ("a:\n\tb: 1\n", "source/tab 2:1", "a tab"),
        ("a: x\n\tb: y\n", "source/tab 2:1", "a tab"),
        ("a: |\n\tx\n", "source/tab 2:1", "a tab"),
        ("a:\n  b: [1]\n  \tc: 1\n", "source/tab 3:3", "a tab"),
        ("a: x\n  b: y\n", "source/bad-indent 2:3", "'b' is indented"),
        ("a:\n    b: 1\n  c: 2\n", "source/bad-indent 3:3", "'c: 2' does not line up"),
        ("a:\n  - 1\n  b: 2\n", "source/bad-indent 3:3", "'b: 2' does not line up"),
        # everything else
        ("a: b: c\n", "source/syntax 1:5", "another ':'"),
        ("a:b\nc: d\n", "source/syntax 1:2", "no space follows"),
        ("a: 1\nfoo  # remark\nb: 2\n", "source/syntax 2:1", "'foo' stands"),
        ("a: @x\n", "source/syntax 1:4", "cannot begin with '@'"),
        ("a: 'x\nb: 1\n", "source/syntax 1:4", "never closed"),
        ("a: 'it's'\n", "source/syntax 1:8", "already ended"),
        ("a: [1, 2\nb: 3\n", "source/syntax 1:4", r"'\[' .* never closed"),
        ("a: {b: 1", "source/syntax 1:4", "'{' .* never closed"),
        ("a: [1, 'b' c]\n", "source/syntax 1:12", r"',' or '\]' before 'c'"),
        ("a: [,]\n", "source/syntax 1:5", "found ','"),
        ("a: ]\n", "source/syntax 1:4", r"found '\]'"),
        ('a: "\\q"\n', "source/syntax 1:5", r"'\\q'"),
        ('a: "\\u12"\n', "source/syntax 1:5", r"'\\u12'"),
        ("a: - b\n", "source/syntax 1:4", "list cannot begin here"),
        ("a: |x\n  y\n", "source/syntax 1:5", "'x' cannot follow"),
        ("a: 1\n...\nb: 2\n", "source/syntax 3:1", "end of the document"),
    ],
)
def test_one_problem_one_diagnostic(text: str, expected: str, words: str) -> None:
    (diagnostic,) = problems(text)
    assert brief(diagnostic) == expected
    assert re.search(words, f"{diagnostic.message} {diagnostic.hint}")


def test_tab_behind_spaces_is_the_problem_not_the_colon_after_it() -> None:
    # Only the C parser gets as far as the colon.
    assert [brief(diagnostic) for diagnostic in problems("a:\n  b: x\n   \tc: y\n")] == [
        "source/tab 3:4"
    ]


def test_unwritable_characters_are_refused_by_either_parser(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = 'a: "\\UFFFFFFFF"\n'
    assert [diagnostic.code for diagnostic in problems(text)] == ["source/syntax"]
    monkeypatch.setattr(yaml_reader, "LOADER", yaml.SafeLoader)
    assert [diagnostic.code for diagnostic in problems(text)] == ["source/syntax"]


def test_all_problems_are_told_at_once_in_order() -> None:
    text = "a: 1\na: !x 2\nb: *c\n<<: {d: 1, d: 2}\ne: [1\n"
    assert [brief(diagnostic) for diagnostic in problems(text)] == [
        "source/duplicate-key 2:1",
        "source/unsupported 2:4",
        "source/syntax 3:4",
        "source/unsupported 4:1",
        "source/duplicate-key 4:12",
        "source/syntax 5:4",
    ]


def test_duplicates_refer_to_the_first() -> None:
    found = problems("a: 1\nb: {a: 1}\na: 2\na: 3\n")
    assert [brief(diagnostic) for diagnostic in found] == [
        "source/duplicate-key 3:1",
        "source/duplicate-key 4:1",
    ]
    assert [str(place) for diagnostic in found for place in diagnostic.related] == [
        "f.yaml:1:1"
    ] * 2


def test_telling_stops_after_many_problems() -> None:
    assert len(problems("a: 1\n" * 5000)) == MAX_PROBLEMS


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? ", "[{a: "])
@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 10_000])
@pytest.mark.usefixtures("_each_parser")
def test_nesting_is_bounded(opening: str, depth: int) -> None:
    found = problems(opening * depth)
    assert "source/too-deep" in {diagnostic.code for diagnostic in found}


def test_nesting_up_to_the_limit_is_read() -> None:
    depth = MAX_DEPTH - 1  # the root is a level too
    assert read_text("a: " + "[" * depth + "]" * depth, "f.yaml").root
    assert problems("a: " + "[" * (depth + 1) + "]" * (depth + 1))[0].code == "source/too-deep"


def test_nesting_through_aliases_is_bounded() -> None:
    lines = ["a0: &a0 [[[[[[[[x]]]]]]]]"]
    lines += [f"a{n}: &a{n} [[[[[[[[*a{n - 1}]]]]]]]]" for n in range(1, 9)]
    (diagnostic,) = problems("\n".join(lines))
    assert brief(diagnostic) == "source/too-deep 8:17"


def test_aliases_that_multiply_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 20)]
    (diagnostic,) = problems("\n".join(lines))
    assert diagnostic.code == "source/alias-bomb"
    assert str(MAX_VALUES) in diagnostic.message


def test_aliases_are_read_as_what_they_name() -> None:
    root = read_text("a: &x {b: [1, &y two]}\nc: *x\nd: *y\n&k e: *k\n", "f.yaml").root
    assert root == {"a": {"b": [1, "two"]}, "c": {"b": [1, "two"]}, "d": "two", "e": "e"}


def test_an_anchor_may_be_given_again() -> None:
    assert read_text("a: &x 1\nb: &x 2\nc: *x\n", "f.yaml").root["c"] == 2


def test_size_is_bounded() -> None:
    line = "# " + "x" * 61 + "\n"
    fitting = line * (MAX_BYTES // len(line) - 1) + "a: 1\n"
    assert read_text(fitting, "f.yaml").root == {"a": 1}
    assert brief(problems(fitting + line)[0]) == "source/too-large 1:1"
    assert brief(problems("# " + "ü" * (MAX_BYTES // 2))[0]) == "source/too-large 1:1"
    assert brief(problems("#" * (MAX_BYTES + 1))[0]) == "source/too-large 1:1"


def test_number_of_values_is_bounded() -> None:
    (diagnostic,) = problems("a: [" + "1," * (MAX_VALUES + 1) + "]")
    assert diagnostic.code == "source/too-large"


def test_byte_order_mark_is_passed_over() -> None:
    doc = read_text("\ufeffa: 1\n", "f.yaml")
    assert doc.lines == ("a: 1",)
    assert str(doc.root.key_spans["a"]) == "f.yaml:1:1"


def test_document_markers_and_version_are_taken() -> None:
    assert read_text("%YAML 1.2\n---\na: 1\n...\n", "f.yaml").root == {"a": 1}


def test_long_values_are_shortened_in_messages() -> None:
    (diagnostic,) = problems(f"a: 1\n{'x' * 300}\n")
    assert len(diagnostic.message) < 120


def test_file_is_read_under_its_path_or_a_given_name(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes("\ufeffa: ü\r\nb: 1\r\n".encode())
    doc = read_file(path)
    assert doc.name == str(path)
    assert doc.lines == ("a: ü", "b: 1")
    assert read_file(path, "rules").root.span.file == "rules"


@pytest.mark.parametrize(
    ("content", "place", "byte"),
    [
        (b"a: 1\nb: \xc3\xbc\xff\n", "2:5", "0xFF"),
        (b"\xef\xbb\xbfa\xe9: 1\n", "1:2", "0xE9"),
        (b"a: 1\r\nb: caf\xe9", "2:7", "0xE9"),
        ("a: 1".encode("utf-16"), "1:1", "0xFF"),
    ],
)
def test_bytes_that_are_not_utf8_are_placed(
    tmp_path: Path, content: bytes, place: str, byte: str
) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(content)
    diagnostic = file_problem(path)
    assert brief(diagnostic) == f"source/not-utf8 {place}"
    assert byte in diagnostic.message


def test_missing_file_suggests_a_near_name(tmp_path: Path) -> None:
    (tmp_path / "board.yaml").write_text("a: 1\n")
    diagnostic = file_problem(tmp_path / "bord.yaml", "bord")
    assert brief(diagnostic) == "source/not-found 1:1"
    assert "'bord'" in diagnostic.message
    assert diagnostic.hint == "did you mean 'board.yaml'?"
    assert file_problem(tmp_path / "zzz").hint == "check the spelling"


def test_file_below_a_missing_directory_or_a_file_is_not_found(tmp_path: Path) -> None:
    (tmp_path / "board.yaml").write_text("a: 1\n")
    for path in (tmp_path / "no" / "such.yaml", tmp_path / "board.yaml" / "x"):
        diagnostic = file_problem(path)
        assert diagnostic.code == "source/not-found"
        assert f"no directory '{path.parent}'" in str(diagnostic.hint)


def test_path_with_a_zero_byte_is_not_found() -> None:
    assert file_problem(Path("a\0b")).code == "source/not-found"


def test_directory_is_refused(tmp_path: Path) -> None:
    assert brief(file_problem(tmp_path)) == "source/is-directory 1:1"


def test_unreadable_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.symlink_to(path)  # a link to itself cannot be opened by anyone, root included
    assert "cannot be read" in file_problem(path).message
    assert file_problem(path).code == "source/unreadable"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_file_without_permission_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text("a: 1\n")
    path.chmod(stat.S_IWUSR)
    assert file_problem(path).code == "source/unreadable"


def test_large_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    assert file_problem(path).code == "source/too-large"


@pytest.mark.parametrize(
    "slug",
    [
        *("alias-bomb", "bad-indent", "control-character", "duplicate-key", "empty"),
        *("not-a-mapping", "syntax", "tab", "too-deep", "unsupported"),
    ],
)
def test_example_on_the_page_has_its_problem(slug: str) -> None:
    page = (PAGES / f"{slug}.md").read_bytes().decode("utf-8")
    example = re.search(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert example is not None
    assert {diagnostic.code for diagnostic in problems(example[1])} == {f"source/{slug}"}
