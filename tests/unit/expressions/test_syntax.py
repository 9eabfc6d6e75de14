from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleengine.expressions.numbers import MAX_NUMBER
from ruleengine.expressions.parser import MAX_DEPTH, parse
from ruleengine.expressions.syntax import (
    Attribute,
    Binary,
    Call,
    Compare,
    Keyword,
    ListOf,
    Logic,
    Name,
    Node,
    Nothing,
    Number,
    Truth,
    Unary,
    children,
    height,
    unparse,
    walk,
)
from ruleengine.expressions.tokens import KEYWORDS, MAX_LENGTH

words = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,5}", fullmatch=True)
names = words.filter(lambda word: word not in KEYWORDS)

leaves: st.SearchStrategy[Node] = st.one_of(
    st.builds(Number, st.integers(0, MAX_NUMBER)),
    st.builds(Truth, st.booleans()),
    st.just(Nothing()),
    st.builds(Name, names),
)


def branches(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    some = st.lists(parts, min_size=1, max_size=3).map(tuple)
    several = st.lists(parts, min_size=2, max_size=3).map(tuple)
    keywords = st.lists(st.builds(Keyword, words, parts), max_size=2).map(tuple)
    return st.one_of(
        st.builds(Attribute, parts, names),
        st.builds(Call, names, st.lists(parts, max_size=2).map(tuple), keywords),
        st.builds(Unary, st.sampled_from(["not", "-"]), parts),
        st.builds(Binary, st.sampled_from(["+", "-", "*", "/", "%"]), parts, parts),
        st.builds(
            Compare,
            st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in", "not in"]),
            parts,
            parts,
        ),
        st.builds(Logic, st.sampled_from(["and", "or"]), several),
        st.builds(ListOf, some),
    )


trees = st.recursive(leaves, branches, max_leaves=12).filter(
    # Parentheses count as nesting for the parser, so a tree may only be half as tall.
    lambda tree: height(tree) < MAX_DEPTH // 2 and len(unparse(tree)) <= MAX_LENGTH
)


@given(trees)
def test_canonical_text_parses_back(tree: Node) -> None:
    assert parse(unparse(tree)) == tree


@given(trees)
def test_every_part_is_the_text_at_its_offsets(tree: Node) -> None:
    text = unparse(tree)
    for node in walk(parse(text)):
        assert parse(text[node.start : node.end]) == node


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("((a))", "a"),
        ("(a*b)+c", "a * b + c"),
        ("a-(b+c)", "a - (b + c)"),
        ("not(a==b)", "not a == b"),
        ("(a or b) and c", "(a or b) and c"),
        ("-(1)", "-1"),
        ("-(a + b)", "-(a + b)"),
        ("(-a).b", "(-a).b"),
        ("(a < b) == (b < c)", "(a < b) == (b < c)"),
        ("f( a,b , in = c )", "f(a, b, in=c)"),
        ("[ a,1 ]", "[a, 1]"),
        ("TRUE", "TRUE"),
    ],
)
def test_canonical_text_has_no_more_parentheses_than_needed(text: str, canonical: str) -> None:
    assert unparse(parse(text)) == canonical


def test_walk_goes_parents_first_and_left_to_right() -> None:
    texts = [unparse(node) for node in walk(parse("f(a, in=[b]) + -c.d == 1"))]
    assert texts == [
        "f(a, in=[b]) + -c.d == 1",
        "f(a, in=[b]) + -c.d",
        "f(a, in=[b])",
        "a",
        "[b]",
        "b",
        "-c.d",
        "c.d",
        "c",
        "1",
    ]


def test_children_of_logic_are_its_parts() -> None:
    assert children(parse("a and b")) == (Name("a"), Name("b"))


def test_offsets_do_not_take_part_in_equality() -> None:
    assert parse("a  +  b") == parse("a + b")
    assert hash(parse("a  +  b")) == hash(parse("a + b"))


def test_height_counts_the_longest_way_down() -> None:
    assert height(parse("1")) == 1
    assert height(parse("a + f(b.c)")) == 4
