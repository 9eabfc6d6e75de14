"""What single choices and single values of a map ask of other flags."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine.errors import ResolveError, RulesetError
from ruleengine.resolve.flags.choosing import choose_flags, read_flags
from ruleengine.resolve.flags.covering import covering, never_selected
from ruleengine.resolve.flags.rules import setting_at
from ruleengine.schema.flags import ChoiceFlag
from ruleengine.source.document import Map

Tree = Callable[[str], Map]

FLAGS = """
flags:
  origin:
    question: From where?
    choices:
      anywhere: from any cell
      pond: {says: from the pond, conflicts: {pond: [dry, deep]}, requires: {arena.size: 12}}
    default: anywhere
  pond: {question: What is it?, choices: {shallow: a, dry: b, deep: c}, default: shallow}
  depth: {question: How deep?, type: boolean, default: true, requires: {arena.size: [10, 12]}}
  arena:
    question: How large?
    type: map
    fields:
      size: {values: [8, 10, 12]}
      keep: {values: [2, 4], terms: {"4": {requires: {arena.size: 12}}}}
    default: {size: 10, keep: 2}
  guards:
    question: How many?
    type: number
    at_least: 1
    at_most: 4
    default: 1
    terms: {"3": {requires: {arena.size: 12}, against: [G-1]}}
"""


def refused(tree: Tree, text: str, overrides: dict[str, object]) -> list[tuple[str, str]]:
    root = tree(text)
    flags = read_flags(root)
    with pytest.raises(ResolveError) as caught:
        choose_flags(flags, root, overrides)
    return [(each.code, each.message) for each in caught.value.diagnostics]


def test_choices_are_described_in_both_forms(tree: Tree) -> None:
    origin = read_flags(tree(FLAGS))["origin"]
    assert isinstance(origin, ChoiceFlag)
    assert origin.words == {"anywhere": "from any cell", "pond": "from the pond"}


@pytest.mark.parametrize(
    ("overrides", "faults"),
    [
        (
            {"origin": "pond"},
            [
                (
                    "resolve/flag-requires",
                    (
                        "flag 'origin' is set to 'pond' from outside, which needs 'arena.size' to "
                        "be 12; it is 10"
                    ),
                )
            ],
        ),
        (
            {"origin": "pond", "arena.size": 12, "pond": "deep"},
            [
                (
                    "resolve/flag-conflict",
                    (
                        "flag 'origin' is set to 'pond' from outside, which cannot go with 'pond' "
                        "being 'deep'"
                    ),
                )
            ],
        ),
        (
            {"guards": 3},
            [
                (
                    "resolve/flag-requires",
                    (
                        "flag 'guards' is set to '3' from outside, which needs 'arena.size' to "
                        "be 12; it is 10"
                    ),
                )
            ],
        ),
        (
            {"arena": {"keep": 4}},
            [
                (
                    "resolve/flag-requires",
                    (
                        "flag 'arena.keep' is set to '4' from outside, which needs 'arena.size' to "
                        "be 12; it is 10"
                    ),
                )
            ],
        ),
        (
            {"arena": {"size": 8}, "depth": False},
            [
                (
                    "resolve/flag-requires",
                    (
                        "flag 'depth' is set from outside, which needs 'arena.size' to be 10 or "
                        "12; it is 8"
                    ),
                )
            ],
        ),
    ],
)
def test_a_value_that_asks_for_what_is_not_so_is_refused(
    tree: Tree, overrides: dict[str, object], faults: list[tuple[str, str]]
) -> None:
    assert refused(tree, FLAGS, overrides) == faults


@pytest.mark.parametrize(
    "overrides",
    [
        {"origin": "anywhere", "pond": "deep"},
        {"origin": "pond", "arena.size": 12},
        {"arena": {"size": 12, "keep": 4}},
        {"arena": {"size": 8}},
        {"arena": {"size": 8}, "depth": True},
        {"guards": 4},
        {"arena": {"size": 12}, "guards": 3},
    ],
)
def test_other_values_ask_for_nothing(tree: Tree, overrides: dict[str, object]) -> None:
    root = tree(FLAGS)
    assert choose_flags(read_flags(root), root, overrides).explicit


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (
            "{arena.size: 12}}\n    default",
            "{arena.sise: 12}}\n    default",
            "resolve/wrong-flag-kind",
        ),
        ("{arena.size: 12}}\n    default", "{arena: 12}}\n    default", "resolve/wrong-flag-kind"),
        ("{arena.size: 12}}\n    default", "{area.size: 12}}\n    default", "resolve/unknown-flag"),
        (
            "{arena.size: 12}}\n    default",
            "{arena.size: 9}}\n    default",
            "resolve/bad-flag-value",
        ),
        (
            "{arena.size: 12}}\n    default",
            "{pond.size: 9}}\n    default",
            "resolve/wrong-flag-kind",
        ),
        ("{pond: [dry, deep]}", "{origin: anywhere}", "resolve/bad-flag-value"),
        ('"4": {requires', '"5": {requires', "resolve/bad-flag-value"),
        ('"3": {requires', '"5": {requires', "resolve/bad-flag-value"),
        ('"3": {requires: {arena.size', '"3": {requires: {area.size', "resolve/unknown-flag"),
        ('"4": {requires: {arena.size', '"4": {requires: {arena.keep', "resolve/bad-flag-value"),
    ],
)
def test_terms_have_to_be_about_what_there_is(tree: Tree, old: str, new: str, code: str) -> None:
    assert old in FLAGS
    with pytest.raises(RulesetError) as caught:
        read_flags(tree(FLAGS.replace(old, new)))
    assert code in {each.code for each in caught.value.diagnostics}


def test_the_settings_that_cover_a_tree_respect_terms(tree: Tree) -> None:
    text = FLAGS + "rules:\n  - {only: {origin: pond}, say: a}\n  - {only: {pond: deep}, say: b}\n"
    root = tree(text)
    flags = read_flags(root)
    base, *others = covering(root, flags, choose_flags(flags, root, {}))
    assert base.values["origin"] == "anywhere"
    pond = next(each for each in others if each.values["origin"] == "pond")
    deep = next(each for each in others if each.values["pond"] == "deep")
    assert setting_at(pond.values, "arena.size") == 12
    assert pond.values["pond"] == "shallow"
    assert deep.values["pond"] == "deep"


def test_a_choice_gives_way_to_a_part_it_conflicts_with(tree: Tree) -> None:
    root = tree(FLAGS + "rules:\n  - {only: {pond: deep}, say: b}\n")
    flags = read_flags(root)
    chosen = choose_flags(flags, root, {"origin": "pond", "arena.size": 12})
    other = next(each for each in covering(root, flags, chosen) if each.values["pond"] == "deep")
    assert (other.values["pond"], other.values["origin"]) == ("deep", "anywhere")


def test_a_part_that_terms_rule_out_is_never_selected(tree: Tree) -> None:
    text = FLAGS + "rules:\n  - {only: {origin: pond, pond: deep}, say: b}\n"
    root = tree(text)
    [warning] = never_selected(root, read_flags(root))
    assert warning.code == "resolve/never-selected"
