from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ruleengine.errors import ResolveError, RulesetError, SchemaError
from ruleengine.resolve.flags.choosing import FlagValues, choose_flags, parse_override, read_flags
from ruleengine.schema.flags import ChoiceFlag, NumberFlag
from ruleengine.source.document import Map

Tree = Callable[[str], Map]

FLAGS = """
flags:
  directions:
    question: May units move diagonally?
    choices: {straight: along rows and columns, all: in all eight directions}
    default: straight
    clauses: [G-5.3, O-3.2]
    provenance: contradiction
  squeeze:
    question: May a unit slip between two others?
    choices: {allowed: it may, refused: it may not}
    default: allowed
    requires: {directions: all}
  team_size: {question: How many?, type: number, values: [1, 2], default: 1}
  hits: {question: How many?, type: number, at_least: 1, at_most: 99, default: 3, samples: [5]}
  chase: {question: Go on?, type: boolean, default: true, conflicts: {team_size: [2]}}
  arena:
    question: How large?
    type: map
    fields: {size: {values: [10, 12]}, keep: {values: [2, 4]}, edge: {values: [soft, hard]}}
    default: {size: 10, keep: 2, edge: soft}
    samples: [{size: 12, keep: 4, edge: hard}]
  costs: {question: What?, type: table, entries: {at_least: 1}, default: {}, samples: [{hill: 2}]}
  start: {question: Where?, type: list, default: [a1, b2], samples: [[]]}
"""


def one_flag(text: str) -> str:
    return f"flags:\n  f: {{question: What?, {text}}}\n"


def fault_of(run: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(RulesetError) as caught:
        run()
    [fault] = caught.value.diagnostics
    return fault.code, str(fault.span)


def test_flags_are_read(tree: Tree) -> None:
    flags = read_flags(tree(FLAGS))
    assert list(flags)[:2] == ["directions", "squeeze"]
    directions, hits = flags["directions"], flags["hits"]
    assert isinstance(directions, ChoiceFlag)
    assert list(directions.choices) == ["straight", "all"]
    assert directions.affects == "play"
    assert isinstance(hits, NumberFlag)
    assert (hits.at_least, hits.samples) == (1, [5])
    assert str(directions.span) == "t.yaml:4:5"


def test_a_tree_may_declare_no_flags(tree: Tree) -> None:
    root = tree("x: 1")
    assert read_flags(root) == {}
    assert choose_flags({}, root, {}).values == {}


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("flags: 5", "schema/wrong-type", "t.yaml:1:8"),
        ("flags: {f: 5}", "schema/wrong-type", "t.yaml:1:12"),
        ("flags: {f: {question: What?}}", "schema/missing-key", "t.yaml:1:9"),
        ("flags: {f: {question: What?, type: numbr}}", "schema/not-one-of", "t.yaml:1:36"),
        (
            "flags: {f-g: {type: boolean, question: q, default: true}}",
            "schema/bad-value",
            "t.yaml:1:9",
        ),
        ("flags: {f: {type: boolean, default: true}}", "schema/missing-key", "t.yaml:1:9"),
        (
            "flags: {f: {type: boolean, question: q, defualt: true}}",
            "schema/unknown-key",
            "t.yaml:1:41",
        ),
        (
            "flags: {f: {type: boolean, question: q, default: yes}}",
            "schema/wrong-type",
            "t.yaml:1:50",
        ),
        (
            "flags: {f: {type: number, question: q, default: '3'}}",
            "schema/wrong-type",
            "t.yaml:1:49",
        ),
        (
            "flags: {f: {type: number, question: q, default: true}}",
            "schema/wrong-type",
            "t.yaml:1:49",
        ),
        (
            "flags: {f: {question: q, choices: {only: x}, default: x}}",
            "schema/bad-value",
            "t.yaml:1:36",
        ),
        ("flags: {f: {question: q, choices: {}, default: x}}", "schema/bad-value", "t.yaml:1:35"),
        (
            "flags: {f: {type: boolean, question: q, default: true, provenance: silense}}",
            "schema/not-one-of",
            "t.yaml:1:68",
        ),
    ],
)
def test_a_misshapen_declaration_is_one_schema_error(
    tree: Tree, text: str, code: str, place: str
) -> None:
    root = tree(text)
    with pytest.raises(SchemaError):
        read_flags(root)
    assert fault_of(lambda: read_flags(root)) == (code, place)


@pytest.mark.parametrize(
    "text",
    [
        "choices: {a: x, b: y}, default: c",
        "type: number, default: 0, at_least: 1",
        "type: number, default: 9, at_most: 8",
        "type: number, default: 3, values: [1, 2]",
        "type: number, default: 1, at_most: 8, samples: [9]",
        "type: number, default: 1, at_least: 1, values: [1]",
        "type: number, default: 1, at_least: 1, samples: [0]",
        "type: map, fields: {a: {values: [1]}, b: {}}, default: {a: 1}",
        "type: map, fields: {a: {values: [1]}}, default: {a: 2}",
        "type: map, fields: {a: {values: [1]}}, default: {a: 1, b: 1}",
        "type: map, fields: {a: {at_least: 1, values: [1]}}, default: {a: 1}",
        "type: table, entries: {at_least: 1}, default: {x: 0}",
        "choices: {a: x}, default: a, requires: {f: a}",
    ],
)
def test_a_declaration_that_contradicts_itself_is_reported(tree: Tree, text: str) -> None:
    code, place = fault_of(lambda: read_flags(tree(one_flag(text))))
    assert code == "resolve/bad-flag-value"
    assert place.startswith("t.yaml:2:")


def test_bounds_that_leave_no_number_are_reported(tree: Tree) -> None:
    with pytest.raises(ResolveError, match="no number is at least 5 and at most 2"):
        read_flags(tree(one_flag("type: number, default: 3, at_least: 5, at_most: 2")))


@pytest.mark.parametrize(
    ("wanted", "code", "hint"),
    [
        ("{chooses: x}", "resolve/unknown-flag", "did you mean `choose`?"),
        ("{choose: exx}", "resolve/bad-flag-value", "did you mean `ex`?"),
        ("{choose: [ex, 5]}", "resolve/bad-flag-value", "choose a value that the flag allows"),
        ("{table: 5}", "resolve/wrong-flag-kind", "ask for another flag, or leave it out"),
    ],
)
@pytest.mark.parametrize("kind", ["requires", "conflicts"])
def test_what_a_flag_requires_or_refuses_has_to_exist(
    tree: Tree, kind: str, wanted: str, code: str, hint: str
) -> None:
    root = tree(
        f"""
        flags:
          choose: {{question: q, choices: {{ex: x, wy: y}}, default: ex}}
          table: {{question: q, type: table, default: {{}}}}
          f: {{question: q, type: boolean, default: true, {kind}: {wanted}}}
        """
    )
    with pytest.raises(ResolveError) as caught:
        read_flags(root)
    [fault] = caught.value.diagnostics
    assert (fault.code, fault.hint) == (code, hint)


def test_all_wrong_declarations_are_reported_by_place(tree: Tree) -> None:
    root = tree(
        """
        flags:
          f: {question: q, type: number, default: 0, at_least: 1}
          g: {question: q, type: boolean, default: true, requires: {h: 1}}
        """
    )
    with pytest.raises(ResolveError) as caught:
        read_flags(root)
    assert [fault.span.line for fault in caught.value.diagnostics if fault.span] == [3, 4]


def chosen(tree: Tree, more: str = "", **overrides: object) -> FlagValues:
    root = tree(FLAGS + more)
    return choose_flags(read_flags(root), root, overrides)


def test_defaults_are_not_explicit(tree: Tree) -> None:
    values = chosen(tree)
    assert values.explicit == frozenset()
    assert values.values["directions"] == "straight"
    assert values.values["arena"] == {"size": 10, "keep": 2, "edge": "soft"}
    assert values.values["start"] == ["a1", "b2"]


def test_readings_and_overrides_are_explicit_and_overrides_win(tree: Tree) -> None:
    values = chosen(tree, "readings: {directions: all, hits: 4}\n", hits=7)
    assert values.explicit == {"directions", "hits"}
    assert (values.values["directions"], values.values["hits"]) == ("all", 7)


def test_a_map_may_be_set_in_part(tree: Tree) -> None:
    root = tree(FLAGS + "readings: {arena: {size: 12}}\n")
    values = choose_flags(read_flags(root), root, {"arena.edge": "hard", "costs.hill": 3})
    arena: Any = values.values["arena"]
    assert arena == {"size": 12, "keep": 2, "edge": "hard"}
    assert arena.value_spans["size"].line > arena.value_spans["keep"].line
    assert values.values["costs"] == {"hill": 3}


def test_what_a_map_from_outside_leaves_out_stays_as_the_files_read_it(tree: Tree) -> None:
    values = chosen(tree, "readings: {arena: {size: 12}}\n", arena={"edge": "hard"})
    assert values.values["arena"] == {"size": 12, "keep": 2, "edge": "hard"}


def test_fields_of_a_map_from_outside_may_be_in_capitals(tree: Tree) -> None:
    values = chosen(tree, arena={"SIZE": 12, "Keep": 4})
    assert values.values["arena"] == {"size": 12, "keep": 4, "edge": "soft"}
    root = tree(FLAGS)
    part = choose_flags(read_flags(root), root, {"arena.SIZE": 12})
    assert part.values["arena"] == {"size": 12, "keep": 2, "edge": "soft"}
    with pytest.raises(ResolveError, match="there is no field 'SIZE'"):
        chosen(tree, arena={"SIZE": 12, "size": 10})


def test_one_value_is_that_of_all_fields_of_a_map(tree: Tree) -> None:
    fields = "fields: {ann: {at_least: 0}, bob: {at_least: 0, at_most: 3}}"
    text = one_flag(f"type: map, {fields}, default: {{ann: 0, bob: 0}}")
    root = tree(text + "readings: {f: 2}\n")
    assert choose_flags(read_flags(root), root, {}).values["f"] == {"ann": 2, "bob": 2}
    later = choose_flags(read_flags(root), root, {"f.ann": 9})
    assert later.values["f"] == {"ann": 9, "bob": 2}
    assert choose_flags(read_flags(root), root, {"f": 1}).values["f"] == {"ann": 1, "bob": 1}
    with pytest.raises(ResolveError, match="expected a mapping, found the number 4"):
        choose_flags(read_flags(root), root, {"f": 4})  # bob cannot have so much


def test_plain_values_from_outside_become_trees_with_places(tree: Tree) -> None:
    values = chosen(tree, start=["c3", {"at": 1}], costs={"hill": 2})
    start: Any = values.values["start"]
    assert start == ["c3", {"at": 1}]
    assert {str(span) for span in start.item_spans} == {"t.yaml:24:3"}


@pytest.mark.parametrize(
    ("more", "code", "hint"),
    [
        ("readings: {direction: all}", "resolve/unknown-flag", "did you mean `directions`?"),
        ("readings: {directions: al}", "resolve/bad-flag-value", "did you mean `all`?"),
        (
            "readings: {directions: 5}",
            "resolve/bad-flag-value",
            "choose a value that the flag allows",
        ),
        ("readings: {chase: yes}", "resolve/bad-flag-value", "choose a value that the flag allows"),
        ("readings: {hits: 100}", "resolve/bad-flag-value", "choose a value that the flag allows"),
        ("readings: {hits: true}", "resolve/bad-flag-value", "choose a value that the flag allows"),
        (
            "readings: {team_size: 3}",
            "resolve/bad-flag-value",
            "choose a value that the flag allows",
        ),
        ("readings: {arena: {sise: 3}}", "resolve/bad-flag-value", "did you mean `size`?"),
        ("readings: {arena: 12}", "resolve/bad-flag-value", "choose a value that the flag allows"),
        (
            "readings: {costs: {hill: 0}}",
            "resolve/bad-flag-value",
            "choose a value that the flag allows",
        ),
        ("readings: {costs: []}", "resolve/bad-flag-value", "choose a value that the flag allows"),
        ("readings: {start: {}}", "resolve/bad-flag-value", "choose a value that the flag allows"),
    ],
)
def test_a_reading_that_does_not_fit_is_reported_at_its_place(
    tree: Tree, more: str, code: str, hint: str | None
) -> None:
    with pytest.raises(ResolveError) as caught:
        chosen(tree, more)
    [fault] = caught.value.diagnostics
    assert (fault.code, fault.hint) == (code, hint)
    assert fault.span is not None
    assert fault.span.line == 25


def test_readings_have_to_be_a_mapping(tree: Tree) -> None:
    with pytest.raises(SchemaError, match="expected a mapping from flags to values"):
        chosen(tree, "readings: [x]\n")


def test_a_wrong_value_from_outside_is_reported_at_the_declaration(tree: Tree) -> None:
    with pytest.raises(ResolveError) as caught:
        chosen(tree, directions="diagonal")
    [fault] = caught.value.diagnostics
    assert str(fault.span) == "t.yaml:3:3"
    assert "given from outside" in fault.message
    assert "'straight' or 'all'" in fault.message


def test_unknown_flags_and_parts_from_outside_are_reported(tree: Tree) -> None:
    root = tree(FLAGS)
    with pytest.raises(ResolveError) as caught:
        choose_flags(read_flags(root), root, {"nope": 1, "hits.x": 1})
    assert {fault.code for fault in caught.value.diagnostics} == {
        "resolve/unknown-flag",
        "resolve/bad-flag-value",
    }


def test_an_explicit_value_needs_what_its_flag_requires(tree: Tree) -> None:
    with pytest.raises(ResolveError) as caught:
        chosen(tree, "readings: {squeeze: refused}\n")
    [fault] = caught.value.diagnostics
    assert (fault.code, str(fault.span)) == ("resolve/flag-requires", "t.yaml:25:21")
    assert "needs 'directions' to be 'all'; it is 'straight'" in fault.message
    both = chosen(tree, "readings: {squeeze: refused, directions: all}\n")
    assert both.explicit == {"squeeze", "directions"}


def test_an_untouched_flag_asks_for_nothing(tree: Tree) -> None:
    assert chosen(tree, team_size=2).values["chase"] is True


def test_an_explicit_value_may_not_conflict(tree: Tree) -> None:
    with pytest.raises(ResolveError) as caught:
        chosen(tree, "readings: {team_size: 2}\n", chase=False)
    [fault] = caught.value.diagnostics
    assert (fault.code, str(fault.span)) == ("resolve/flag-conflict", "t.yaml:16:3")
    assert fault.message == (
        "flag 'chase' is set from outside, which cannot go with 'team_size' being 2"
    )
    assert [str(place) for place in fault.related] == ["t.yaml:25:23"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("directions=all", ("directions", "all")),
        ("hits = 5", ("hits", 5)),
        ("chase=false", ("chase", False)),
        ("arena.size=12", ("arena.size", 12)),
        ("arena={size: 12}", ("arena", {"size": 12})),
        ("start=[a1, c3]", ("start", ["a1", "c3"])),
        ("hits=many", ("hits", "many")),
    ],
)
def test_overrides_are_parsed(tree: Tree, text: str, expected: tuple[str, object]) -> None:
    name, value = parse_override(read_flags(tree(FLAGS)), text)
    assert (name, value) == expected
    assert type(value) is type(expected[1])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("directions", "resolve/bad-flag-value"),
        ("direction=all", "resolve/unknown-flag"),
        ("start=[a", "resolve/bad-flag-value"),
    ],
)
def test_an_override_that_cannot_be_parsed_is_refused(tree: Tree, text: str, code: str) -> None:
    flags = read_flags(tree(FLAGS))
    assert fault_of(lambda: parse_override(flags, text))[0] == code
