from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ruleengine.errors import ResolveError, RulesetError, SchemaError, SourceError
from ruleengine.resolve.files.overlay import MAX_CHAIN, read_tree

if TYPE_CHECKING:
    from ruleengine.errors import Diagnostic


Project = Callable[..., Path]


def body(name: str) -> dict[str, Any]:
    root = dict(read_tree(name).root)
    for key in ("schema", "name", "extends"):
        root.pop(key, None)
    return root


def faults(name: str) -> list[Diagnostic]:
    with pytest.raises(RulesetError) as caught:
        read_tree(name)
    return list(caught.value.diagnostics)


def codes(name: str) -> list[tuple[str, str]]:
    return [(fault.code, str(fault.span)) for fault in faults(name)]


def test_a_file_that_extends_nothing_is_its_own_tree(project: Project) -> None:
    project({"a": "board: {rows: 5}\nnothing: null\n"})
    merged = read_tree("a")
    assert merged.root == {"schema": 1, "name": "a", "board": {"rows": 5}, "nothing": None}
    assert merged.name == "a"
    assert merged.parents == {"a.yaml": ()}


def test_mappings_merge_and_everything_else_is_replaced(project: Project) -> None:
    project(
        {
            "a": "board: {rows: 5, columns: 5}\ncells: [1, 2]\n",
            "b": "extends: a\nboard: {rows: 7}\ncells: [3]\nnew: x\n",
        }
    )
    assert body("b") == {"board": {"rows": 7, "columns": 5}, "cells": [3], "new": "x"}


def test_every_value_keeps_the_place_it_was_written_at(project: Project) -> None:
    project({"a": "board: {rows: 5, columns: 5}\n", "b": "extends: a\nboard: {rows: 7}\n"})
    merged = read_tree("b")
    board: Any = merged.root["board"]
    assert str(board.value_spans["rows"]) == "b.yaml:4:15"
    assert str(board.value_spans["columns"]) == "a.yaml:3:27"
    assert set(merged.documents) == {"a.yaml", "b.yaml"}
    assert merged.parents == {"a.yaml": (), "b.yaml": ("a.yaml",)}


def test_what_a_file_says_of_itself_is_not_inherited(project: Project) -> None:
    project({"a": "title: A\nabout: words\nrows: 1\n", "b": "extends: a\n"})
    assert body("b") == {"rows": 1}


def test_null_removes_what_is_inherited(project: Project) -> None:
    project({"a": "x: {y: 1, z: 2}\n", "b": "extends: a\nx: {y: null}\n"})
    assert body("b") == {"x": {"z": 2}}


def test_what_was_removed_can_come_back_further_down(project: Project) -> None:
    project({"a": "x: 1\n", "b": "extends: a\nx: null\n", "c": "extends: b\nx: 2\n"})
    assert body("b") == {}
    assert body("c") == {"x": 2}


@pytest.mark.parametrize(
    ("written", "order"),
    [
        ("{d: 4, b: 5}", "adbc"),  # before the inherited key that it is written before
        ("{b: 5, d: 4}", "abcd"),  # nothing inherited after it
        ("{d: 4, e: 5, b: 5, f: 6, a: 1, g: 7}", "fadebcg"),
        ("{c: 1, a: 2}", "abc"),  # what is inherited keeps its order
        ("{d: 4, b: null}", "adc"),  # in the place of what is taken out
    ],
)
def test_new_keys_come_before_the_inherited_key_they_are_written_before(
    project: Project, written: str, order: str
) -> None:
    project({"a": "names: {a: 1, b: 2, c: 3}\n", "b": f"extends: a\nnames: {written}\n"})
    names: Any = read_tree("b").root["names"]
    assert "".join(names) == order


def test_a_key_that_a_parent_took_out_is_new(project: Project) -> None:
    project(
        {
            "a": "names: {a: 1, b: 2, c: 3}\n",
            "b": "extends: a\nnames: {a: null}\n",
            "c": "extends: b\nnames: {a: 4, c: 5}\n",
            "d": "extends: b\nnames: {d: 4, a: 5}\n",
        }
    )
    returned: Any = read_tree("c").root["names"]
    assert list(returned) == ["b", "a", "c"]
    last: Any = read_tree("d").root["names"]
    assert list(last) == ["b", "c", "d", "a"]


@pytest.mark.parametrize(
    ("text", "place"),
    [("y: null", "b.yaml:4:1"), ("x: {y: null}", "b.yaml:4:5"), ("n: {m: null}", "b.yaml:4:5")],
)
def test_removing_what_is_not_inherited_is_reported(
    project: Project, text: str, place: str
) -> None:
    project({"a": "x: {z: 1}\n", "b": f"extends: a\n{text}\n"})
    assert codes("b") == [("resolve/nothing-to-remove", place)]


def test_removing_twice_down_a_chain_is_reported(project: Project) -> None:
    project({"a": "x: 1\n", "b": "extends: a\nx: null\n", "c": "extends: b\nx: null\n"})
    assert codes("c") == [("resolve/nothing-to-remove", "c.yaml:4:1")]


def test_a_pick_is_replaced_as_a_whole_and_its_nulls_stay(project: Project) -> None:
    project(
        {
            "a": "x: {pick: f, a: 1, b: 2}\ny: {k: 1}\nz: {pick: f, a: 1, b: 2}\n",
            "b": "extends: a\nx: {k: 3}\ny: {pick: g, c: null, d: 1}\nz: {pick: h, e: 1}\n",
        }
    )
    assert body("b") == {
        "x": {"k": 3},
        "y": {"pick": "g", "c": None, "d": 1},
        "z": {"pick": "h", "e": 1},
    }


LIST = "steps:\n  - {id: one, n: 1}\n  - {id: two, n: 2}\n  - {n: 3}\n"


def test_a_list_can_be_edited(project: Project) -> None:
    project(
        {
            "a": LIST,
            "b": """
                extends: a
                steps:
                  prepend: [{id: zero}]
                  append: [{id: four}]
                  remove: [one]
                  replace: {two: {n: 22}}
                """,
        }
    )
    assert body("b")["steps"] == [{"id": "zero"}, {"id": "two", "n": 22}, {"n": 3}, {"id": "four"}]


def test_a_whole_list_decides_between_parents(project: Project) -> None:
    project(
        {
            "a": LIST,
            "b": "extends: a\nsteps: {remove: [one]}\n",
            "c": "extends: a\nsteps: {remove: [two]}\n",
            "d": "extends: [b, c]\nsteps: {whole: [{n: 7}]}\n",
            "e": "extends: [b, c]\nsteps: {append: [{n: 7}]}\n",
        }
    )
    assert body("d")["steps"] == [{"n": 7}]
    assert [code for code, _ in codes("e")] == ["resolve/parents-disagree"]


def test_items_are_put_beside_those_they_name(project: Project) -> None:
    project(
        {
            "a": LIST,
            "b": "extends: a\nsteps: {insert: {before: one, items: [{id: zero}, {n: 0}]}}\n",
            "c": """
                extends: b
                steps:
                  insert:
                    - {after: zero, items: [{n: 10}]}
                    - {after: two, items: [{n: 20}]}
                    - {after: two, items: [{id: late}]}
                    - {before: two, items: [{n: 19}]}
                  replace: {two: {n: 22}}
                  append: [{n: 4}]
                """,
        }
    )
    one, two, three = body("a")["steps"]
    assert body("b")["steps"] == [{"id": "zero"}, {"n": 0}, one, two, three]
    assert body("c")["steps"] == [
        {"id": "zero"},
        {"n": 10},
        {"n": 0},
        one,
        {"n": 19},
        {"id": "two", "n": 22},
        {"n": 20},
        {"id": "late"},
        three,
        {"n": 4},
    ]


def test_the_items_of_an_edited_list_keep_their_places(project: Project) -> None:
    project({"a": LIST, "b": "extends: a\nsteps: {append: [{n: 4}]}\n"})
    steps: Any = read_tree("b").root["steps"]
    assert [span.file for span in steps.item_spans] == ["a.yaml"] * 3 + ["b.yaml"]


def test_a_mapping_that_only_looks_like_an_edit_is_a_mapping(project: Project) -> None:
    project(
        {"a": "step: {remove: it}\n", "b": "extends: a\nstep: {remove: that}\nx: {append: 1}\n"}
    )
    assert body("b") == {"step": {"remove": "that"}, "x": {"append": 1}}


@pytest.mark.parametrize(
    ("edit", "code", "hint"),
    [
        ("{remove: [tow]}", "resolve/unknown-item", "did you mean `two`?"),
        ("{remove: [zzz]}", "resolve/unknown-item", "its ids are 'one' and 'two'"),
        ("{replace: {tow: {}}}", "resolve/unknown-item", "did you mean `two`?"),
        ("{remove: [two], replace: {two: {}}}", "resolve/bad-list-edit", "do one of the two"),
        (
            "{append: [{id: one}]}",
            "resolve/bad-list-edit",
            "put it under `replace`, or give it another id than 'one'",
        ),
        (
            "{remove: two}",
            "resolve/bad-list-edit",
            "to put something else in place of the list, write it under `whole`",
        ),
        (
            "{append: two}",
            "resolve/bad-list-edit",
            "to put something else in place of the list, write it under `whole`",
        ),
        (
            "{replace: [two]}",
            "resolve/bad-list-edit",
            "write the id before each new item: `replace: {some_id: {...}}`",
        ),
    ],
)
def test_an_edit_that_does_not_fit_is_reported(
    project: Project, edit: str, code: str, hint: str
) -> None:
    project({"a": LIST, "b": f"extends: a\nsteps: {edit}\n"})
    [fault] = faults("b")
    assert (fault.code, fault.hint) == (code, hint)


def test_items_without_ids_cannot_be_removed(project: Project) -> None:
    project({"a": "steps: [1, 2]\n", "b": "extends: a\nsteps: {remove: [x]}\n"})
    [fault] = faults("b")
    assert fault.hint == (
        "its items have no `id`: write all that there are, under `whole`, or only new ones, under "
        "`prepend` or `append`"
    )


def test_several_parents_are_joined(project: Project) -> None:
    project(
        {
            "a": "x: {p: 1}\nl: [1]\n",
            "b": "x: {q: 2}\nl: [1]\n",
            "c": "extends: [a, b]\nx: {r: 3}\n",
        }
    )
    assert body("c") == {"x": {"p": 1, "q": 2, "r": 3}, "l": [1]}


@pytest.mark.parametrize(
    ("one", "other"),
    [("1", "2"), ("[1]", "[2]"), ("1", "{y: 1}"), ("1", "true"), ("{pick: f}", "{y: 1}")],
)
def test_parents_that_disagree_are_reported_with_both_places(
    project: Project, one: str, other: str
) -> None:
    project({"a": f"x: {one}\n", "b": f"x: {other}\n", "c": "extends: [a, b]\n"})
    [fault] = faults("c")
    assert (fault.code, str(fault.span)) == ("resolve/parents-disagree", "c.yaml:3:10")
    assert [str(place) for place in fault.related] == ["a.yaml:3:4", "b.yaml:3:4"]


@pytest.mark.parametrize("decision", ["3", "[3]", "{pick: f, a: 1}"])
def test_a_child_may_decide_between_parents(project: Project, decision: str) -> None:
    project(
        {"a": "x: {y: 1}\n", "b": "x: {y: 2}\n", "c": f"extends: [a, b]\nx: {{y: {decision}}}\n"}
    )
    assert read_tree("c").root["x"]


def test_a_child_may_decide_by_removing(project: Project) -> None:
    project({"a": "x: {y: 1, z: 1}\n", "b": "x: {y: 2}\n", "c": "extends: [a, b]\nx: {y: null}\n"})
    assert body("c") == {"x": {"z": 1}}


def test_a_child_decides_a_whole_section_by_replacing_it(project: Project) -> None:
    project({"a": "x: {y: 1}\n", "b": "x: {y: 2}\n", "c": "extends: [a, b]\nx: 5\n"})
    assert body("c") == {"x": 5}


def test_editing_a_list_does_not_decide_which_list(project: Project) -> None:
    project({"a": "l: [1]\n", "b": "l: [2]\n", "c": "extends: [a, b]\nl: {append: [3]}\n"})
    assert codes("c") == [("resolve/parents-disagree", "c.yaml:3:10")]


DIAMOND = {
    "base": "x: {y: 1, z: 1}\nl: [1]\n",
    "left": "extends: base\n",
    "right": "extends: base\n",
}


@pytest.mark.parametrize("order", ["left, right", "right, left"])
@pytest.mark.parametrize(
    ("change", "result"),
    [
        ("x: {y: 2}", {"x": {"y": 2, "z": 1}, "l": [1]}),
        ("x: {y: null}", {"x": {"z": 1}, "l": [1]}),
        ("x: null", {"l": [1]}),
        ("x: 5", {"x": 5, "l": [1]}),
        ("l: {append: [2]}", {"x": {"y": 1, "z": 1}, "l": [1, 2]}),
    ],
)
def test_the_descendant_wins_over_what_it_extends(
    project: Project, order: str, change: str, result: dict[str, object]
) -> None:
    project({**DIAMOND, "left": f"extends: base\n{change}\n", "c": f"extends: [{order}]\n"})
    assert body("c") == result


def test_a_parent_that_is_also_an_ancestor_gives_way(project: Project) -> None:
    project({"a": "x: 1\n", "b": "extends: a\nx: 2\n", "c": "extends: [b, a]\n"})
    assert body("c") == {"x": 2}


@pytest.mark.parametrize(
    ("left", "right"),
    [("x: {y: 2}", "x: {y: 3}"), ("x: {y: null}", "x: {y: 3}"), ("x: null", "x: {y: 3}")],
)
def test_two_descendants_that_both_change_a_value_disagree(
    project: Project, left: str, right: str
) -> None:
    project(
        {
            **DIAMOND,
            "left": f"extends: base\n{left}\n",
            "right": f"extends: base\n{right}\n",
            "c": "extends: [left, right]\n",
        }
    )
    assert codes("c") == [("resolve/parents-disagree", "c.yaml:3:10")]


def test_readings_merge_like_everything_else(project: Project) -> None:
    project(
        {
            "a": "readings: {f: x, g: y}\n",
            "b": "readings: {h: z}\n",
            "c": "extends: [a, b]\nreadings: {g: w}\n",
        }
    )
    assert body("c") == {"readings": {"f": "x", "g": "w", "h": "z"}}


def test_a_circle_is_shown(project: Project) -> None:
    project({"a": "extends: b\n", "b": "extends: c\n", "c": "extends: b\n"})
    [fault] = faults("a")
    assert (fault.code, str(fault.span)) == ("resolve/extends-cycle", "c.yaml:3:10")
    assert fault.message.endswith("b -> c -> b")


def test_a_file_that_extends_itself_is_a_circle(project: Project) -> None:
    project({"a": "extends: a\n"})
    assert codes("a") == [("resolve/extends-cycle", "a.yaml:3:10")]


def test_a_parent_named_twice_is_reported(project: Project) -> None:
    project({"a": "", "b": "extends: [a, ./a.yaml]\n"})
    assert codes("b") == [("resolve/duplicate-parent", "b.yaml:3:14")]


def test_a_chain_may_not_go_on_for_ever(project: Project) -> None:
    files = {f"f{n}": f"extends: f{n + 1}\n" for n in range(MAX_CHAIN)}
    project({**files, f"f{MAX_CHAIN}": ""})
    assert [fault.code for fault in faults("f0")] == ["resolve/extends-too-deep"]
    assert read_tree("f1").name == "f1"


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("name: a\n", ("resolve/schema-version", "a.yaml:1:1")),
        ("schema: 2\nname: a\n", ("resolve/schema-version", "a.yaml:1:9")),
        ("schema: true\nname: a\n", ("resolve/schema-version", "a.yaml:1:9")),
        ("schema: '1'\nname: a\n", ("resolve/schema-version", "a.yaml:1:9")),
        ("schema: 1\nx: a\n", ("resolve/missing-name", "a.yaml:1:1")),
        ("schema: 1\nname: b\n", ("resolve/name-mismatch", "a.yaml:2:7")),
        ("schema: 1\nname: 7\n", ("resolve/name-mismatch", "a.yaml:2:7")),
    ],
)
def test_the_header_is_checked(project: Project, header: str, expected: tuple[str, str]) -> None:
    project({"a": header}, raw=True)
    assert codes("a") == [expected]


def test_a_newer_schema_is_named_and_so_is_the_one_supported(project: Project) -> None:
    project({"a": "schema: 2\nname: a\n"}, raw=True)
    [fault] = faults("a")
    assert fault.message == "schema 2 is newer than this ruleengine, which reads schema 1"


@pytest.mark.parametrize("value", ["5", "{a: b}", "[5]", "null"])
def test_extends_takes_names(project: Project, value: str) -> None:
    project({"a": f"extends: {value}\n"})
    with pytest.raises(SchemaError, match="schema/wrong-type"):
        read_tree("a")


def test_errors_in_several_files_are_all_reported(project: Project) -> None:
    project({"a": "x: [\n", "b": "extends: [nowhere, a]\n"})
    with pytest.raises(SourceError) as caught:
        read_tree("b")
    assert {fault.code for fault in caught.value.diagnostics} == {
        "source/syntax",
        "resolve/unknown-parent",
    }


def test_a_parent_outside_the_project_is_refused(project: Project) -> None:
    project({"out/a": "", "mine/b": "extends: ../out/a.yaml\n"})
    assert codes("mine/b.yaml") == [("source/outside-roots", "mine/b.yaml:3:10")]


def test_a_missing_top_level_path_is_not_found(project: Project) -> None:
    project({"a": ""})
    with pytest.raises(SourceError, match="source/not-found"):
        read_tree("./b.yaml")


def test_two_files_of_the_same_short_name_are_kept_apart(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = project(
        {
            "rulesets/a": "x: 1\n",
            "home/rulesets/a": "x: 1\ny: 2\n",
            "home/rulesets/z": "extends: a\n",
            "variants/b": "extends: [a, z]\n",
        }
    )
    monkeypatch.setattr("ruleengine.resolve.files.library._SHIPPED_HOMES", (root / "home",))
    merged = read_tree("b")
    assert len(merged.documents) == 4
    assert merged.root["y"] == 2


def test_a_wide_diamond_is_read_once_per_file(project: Project) -> None:
    files = {"f0": "x: 1\n", "g0": "extends: f0\n"}
    for n in range(1, 14):
        files[f"f{n}"] = f"extends: [f{n - 1}, g{n - 1}]\n"
        files[f"g{n}"] = f"extends: [g{n - 1}, f{n - 1}]\n"
    project(files)
    assert len(read_tree("f13").documents) == 27


def test_the_error_is_a_resolve_error_when_all_could_be_read(project: Project) -> None:
    project({"a": "extends: nowhere\n"})
    with pytest.raises(ResolveError):
        read_tree("a")


def test_an_item_of_a_list_is_changed_key_by_key(project: Project) -> None:
    project(
        {
            "a": "list:\n- {id: one, act: [x], label: l, in: {p: 1}}\n"
            "- {id: two, gone: 1, act: [y]}\n",
            "b": "extends: a\nlist:\n  change:\n    one: {act: {append: [z]}, in: {q: 2}}\n"
            "    two: {gone: null}\n",
        }
    )
    merged = read_tree("b").root["list"]
    assert merged == [
        {"id": "one", "act": ["x", "z"], "label": "l", "in": {"p": 1, "q": 2}},
        {"id": "two", "act": ["y"]},
    ]
    first: Any = merged[0]
    assert str(first.value_spans["label"]).startswith("a.yaml:")
