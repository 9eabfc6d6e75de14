"""Whatever stands in the text of an expression, only `ExpressionError` escapes, well placed."""

from __future__ import annotations

import contextlib

from hypothesis import example, given
from hypothesis import strategies as st

from ruleengine.codes import CODES
from ruleengine.expressions.check import check
from ruleengine.expressions.functions import FUNCTIONS
from ruleengine.expressions.parser import parse
from ruleengine.expressions.problems import ExpressionError
from ruleengine.expressions.resolved import Unresolved, walk_resolved
from ruleengine.expressions.syntax import unparse
from ruleengine.expressions.tokens import FOREIGN, RESERVED
from ruleengine.expressions.types import BUILTINS, Scope, Symbol, Type

SCOPE = Scope(
    [
        *BUILTINS,
        Symbol("die", "die", "number", low=1, high=6),
        Symbol("hits", "counter", "number", low=0, high=3),
        Symbol("limit", "constant", "number", value=3),
        Symbol("board.size", "constant", "number", value=8),
        Symbol("shape", "flag", "word", choices=("round", "square")),
        Symbol("man", "kind", "kind"),
        Symbol("yard", "zone", "zone"),
        Symbol("step", "action", "action"),
        Symbol("tidy", "procedure", "procedure"),
        Symbol("unit", "local", "piece"),
        Symbol("to", "local", "cell"),
    ]
)
WORDS = sorted(
    {*SCOPE.names(), *FUNCTIONS, *RESERVED, *FOREIGN, *"+-*/%()[],.=<>'\"", "==", "!=", "<=", ">="}
    | {"owner", "kind", "side", "row", "0", "7", "2147483647", "1.5", "round", "(", ")", "é", "\n"}
)
TYPES: list[Type] = ["truth", "number", "cell", "any"]


def assert_placed(error: ExpressionError, text: str) -> None:
    assert error.problems
    for problem in error.problems:
        assert problem.code in CODES
        assert 0 <= problem.start <= problem.end <= len(text)


def read(text: str, expected: Type) -> None:
    try:
        tree = parse(text)
    except ExpressionError as error:
        assert_placed(error, text)
        return
    # Canonical text may be longer than what was written, and then over the limit.
    with contextlib.suppress(ExpressionError):
        assert parse(unparse(tree)) == tree
    try:
        checked = check(tree, SCOPE, expected)
    except ExpressionError as error:
        assert_placed(error, text)
    else:
        assert not any(isinstance(node, Unresolved) for node in walk_resolved(checked.root))


@given(st.text(max_size=80), st.sampled_from(TYPES))
@example("(" * 1000, "truth")
@example("not " * 250, "truth")
@example("-" * 999 + "1", "number")
@example("f(" * 500, "truth")
@example("a" + ".b" * 499, "any")
@example("1" + "+1" * 499, "number")
@example("2147483647" + "*2147483647" * 40, "number")
@example("\x00", "truth")
def test_any_text(text: str, expected: Type) -> None:
    read(text, expected)


@given(st.lists(st.sampled_from(WORDS), max_size=25), st.sampled_from(TYPES))
def test_any_row_of_words(words: list[str], expected: Type) -> None:
    read(" ".join(words), expected)


_atoms = st.sampled_from(["die", "hits", "limit", "unit", "to", "man", "yard", "shape", "round"])
_values = st.recursive(
    _atoms | st.sampled_from(["1", "true", "nothing", "mover", "board.size", "any", "can()"]),
    lambda inner: st.one_of(
        st.builds("{} {} {}".format, inner, st.sampled_from("+-*/%"), inner),
        st.builds("({} {} {})".format, inner, st.sampled_from(["==", "<", "in", "and"]), inner),
        st.builds("{}({}, {})".format, st.sampled_from(sorted(FUNCTIONS)), inner, inner),
        st.builds("{}(side={}, die={})".format, st.sampled_from(sorted(FUNCTIONS)), inner, inner),
        st.builds("[{}, {}]".format, inner, inner),
        st.builds("{}.{}".format, _atoms, st.sampled_from(["owner", "kind", "row", "cell"])),
    ),
    max_leaves=8,
)


@given(_values, st.sampled_from(TYPES))
def test_any_well_formed_text(text: str, expected: Type) -> None:
    read(text, expected)
