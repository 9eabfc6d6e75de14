from __future__ import annotations

from collections.abc import Callable
from itertools import product
from textwrap import dedent, indent
from typing import Any

import hypothesis
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from ruleengine.resolve.flags.choosing import FlagValues, choose_flags, read_flags
from ruleengine.resolve.flags.covering import covering, never_selected
from ruleengine.resolve.flags.rules import breaches
from ruleengine.resolve.flags.select import check_selections, select
from ruleengine.resolve.flags.values import settings
from ruleengine.schema.flags import Flag
from ruleengine.source.document import Map
from ruleengine.source.yaml_reader import read_text

Tree = Callable[[str], Map]

FLAGS = """
flags:
  f: {question: q, choices: {a: x, b: y, c: z}, default: a}
  g: {question: q, type: boolean, default: false}
  n: {question: q, type: number, values: [1, 2], default: 1}
  m: {question: q, type: number, default: 5, samples: [7]}
  arena: {question: q, type: map, fields: {size: {values: [10, 12]}}, default: {size: 10}}
  start: {question: q, type: list, default: [{at: a1}]}
"""


def selected(tree: Tree, text: str, **overrides: object) -> Map:
    root = tree(FLAGS + dedent(text))
    flags = read_flags(root)
    assert check_selections(root, flags) == []
    return select(root, flags, choose_flags(flags, root, overrides))


def test_sections_about_flags_are_left_out(tree: Tree) -> None:
    assert selected(tree, "schema: 1\nreadings: {f: b}\nextends: x\n") == {"schema": 1}


def test_only_keeps_or_drops_items_and_entries(tree: Tree) -> None:
    text = """
    items: [{only: {f: a}, x: 1}, {only: {f: [a, b]}, x: 2}, {only: {f: c}, x: 3}, 4]
    entries: {p: {only: {f: a, g: true}, x: 1}, q: {only: {n: 1}, x: 2}}
    """
    chosen = selected(tree, text)
    assert chosen == {"items": [{"x": 1}, {"x": 2}, 4], "entries": {"q": {"x": 2}}}
    assert selected(tree, text, f="c", n=2) == {"items": [{"x": 3}, 4], "entries": {}}


def test_a_section_may_have_a_condition(tree: Tree) -> None:
    assert selected(tree, "dice: {only: {f: b}, d: 6}\n") == {}


def test_pick_stands_for_the_chosen_branch(tree: Tree) -> None:
    text = """
    x: {pick: f, a: 1, b: [2], c: {y: 3}}
    items: [{pick: g, true: on, false: off}, {pick: n, 1: one, otherwise: more}]
    """
    assert selected(tree, text) == {"x": 1, "items": ["off", "one"]}
    assert selected(tree, text, f="c", g=True, n=2) == {"x": {"y": 3}, "items": ["on", "more"]}


def test_picks_and_conditions_nest(tree: Tree) -> None:
    text = """
    items:
      - {only: {g: false}, pick: f, a: {only: {n: 2}, x: 1}, otherwise: {pick: n, 1: one, 2: two}}
    """
    assert selected(tree, text) == {"items": []}
    assert selected(tree, text, n=2) == {"items": [{"x": 1}]}
    assert selected(tree, text, f="b") == {"items": ["one"]}
    assert selected(tree, text, f="b", g=True) == {"items": []}


def test_value_of_stands_for_the_whole_value(tree: Tree) -> None:
    text = "setup: {value_of: start}\nboard: {value_of: arena}\nl: [{value_of: start}]\n"
    chosen = selected(tree, text, arena={"size": 12})
    assert chosen == {"setup": [{"at": "a1"}], "board": {"size": 12}, "l": [[{"at": "a1"}]]}
    setup: Any = chosen["setup"]
    assert str(setup.item_spans[0]) == "t.yaml:8:46"


def test_places_are_those_of_the_chosen_branch(tree: Tree) -> None:
    chosen = selected(
        tree, "x: {y: {pick: f, a: 1, b: 2, c: 3}, z: 1}\nl: [{only: {f: a}, k: 1}]\n"
    )
    inner: Any = chosen["x"]
    assert str(inner.value_spans["y"]) == "t.yaml:9:21"
    assert str(inner.key_spans["y"]) == "t.yaml:9:5"
    items: Any = chosen["l"]
    assert str(items[0].value_spans["k"]) == "t.yaml:10:23"


def test_unchanged_parts_are_shared_and_the_tree_is_not_changed(tree: Tree) -> None:
    root = tree(FLAGS + "x: {y: {z: [1, {w: 2}]}}\nl: [{only: {f: b}}, {k: [1]}]\n")
    before = repr(root)
    flags = read_flags(root)
    chosen = select(root, flags, choose_flags(flags, root, {}))
    assert chosen["x"] is root["x"]
    kept, original = chosen["l"], root["l"]
    assert isinstance(kept, list)
    assert isinstance(original, list)
    assert kept[0] is original[1]
    assert repr(root) == before


@pytest.mark.parametrize(
    ("text", "code", "place", "hint"),
    [
        ("x: {pick: ff, a: 1}", "resolve/unknown-flag", "9:11", "did you mean `f`?"),
        ("x: [{only: {zz: a}}]", "resolve/unknown-flag", "9:13", None),
        ("x: {value_of: strat}", "resolve/unknown-flag", "9:15", "did you mean `start`?"),
        ("x: {pick: f, a: 1, b: 2}", "resolve/missing-branch", "9:11", None),
        ("x: {pick: g, true: 1}", "resolve/missing-branch", "9:11", None),
        ("x: {pick: n, 1: 1, 2: 2, 3: 3}", "resolve/unknown-choice", "9:26", None),
        ("x: {pick: f, a: 1, b: 2, c: 3, d: 4}", "resolve/unknown-choice", "9:32", None),
        ("x: [{only: {f: d}}]", "resolve/unknown-choice", "9:16", None),
        ("x: [{only: {f: [a, d]}}]", "resolve/unknown-choice", "9:20", None),
        ("x: [{only: {f: {}}}]", "resolve/unknown-choice", "9:16", None),
        ("x: [{only: {g: yes}}]", "resolve/unknown-choice", "9:16", None),
        ("x: {pick: m, 5: 1}", "resolve/wrong-flag-kind", "9:11", None),
        ("x: {pick: arena, 5: 1}", "resolve/wrong-flag-kind", "9:11", None),
        ("x: [{only: {start: a}}]", "resolve/wrong-flag-kind", "9:13", None),
        ("x: {value_of: f}", "resolve/wrong-flag-kind", "9:15", None),
        ("x: {value_of: start, y: 1}", "resolve/bad-selection", "9:22", None),
        ("x: {pick: {y: 1}}", "resolve/bad-selection", "9:11", None),
        ("x: [{only: f}]", "resolve/bad-selection", "9:12", None),
        ("x: [{only: {}}]", "resolve/bad-selection", "9:12", None),
        ("pick: f", "resolve/bad-selection", "9:1", None),
    ],
)
def test_a_wrong_selection_is_one_diagnostic(
    tree: Tree, text: str, code: str, place: str, hint: str | None
) -> None:
    root = tree(f"{FLAGS}{text}\n")
    [fault] = check_selections(root, read_flags(root))
    assert (fault.code, str(fault.span)) == (code, f"t.yaml:{place}")
    if hint is not None:
        assert fault.hint == hint


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x: [{only: {f: [a, b]}, y: {pick: f, a: 1, b: 2}}]", []),
        ("x: [{only: {f: [a, b]}, y: [{only: {f: b}, z: {pick: f, b: 2}}]}]", []),
        ("x: [{only: {f: [a, b]}, y: {pick: f, a: 1}}]", ["resolve/missing-branch"]),
        ("x: [{only: {f: a}, y: 1}, {y: {pick: f, a: 1}}]", ["resolve/missing-branch"]),
        ("x: [{only: [{f: a}, {g: true}], y: {pick: f, a: 1}}]", ["resolve/missing-branch"]),
    ],
)
def test_what_only_leaves_out_needs_no_branch(tree: Tree, text: str, found: list[str]) -> None:
    root = tree(f"{FLAGS}{text}\n")
    assert [fault.code for fault in check_selections(root, read_flags(root))] == found


def test_a_misspelled_branch_is_not_also_a_missing_one(tree: Tree) -> None:
    text = "flags: {w: {question: q, choices: {random: x, chosen: y}, default: random}}\n"
    root = tree(text + "x: {pick: w, randon: 1, chosen: 2}\n")
    [fault] = check_selections(root, read_flags(root))
    assert (fault.code, fault.hint) == ("resolve/unknown-choice", "did you mean `random`?")


def test_wrong_selections_are_found_at_any_depth_and_in_every_branch(tree: Tree) -> None:
    root = tree(
        FLAGS
        + dedent(
            """
            x: {pick: f, a: {deep: [{only: {zz: 1}}]}, otherwise: {pick: yy}}
            w: {v: [[{value_of: xx}]]}
            """
        )
    )
    faults = check_selections(root, read_flags(root))
    assert [fault.code for fault in faults] == ["resolve/unknown-flag"] * 3
    assert faults == sorted(faults, key=lambda fault: fault.sort_key())


RULES = """
flags:
  f: {question: q, choices: {a: x, b: y, c: z}, default: a}
  g: {question: q, type: boolean, default: false, requires: {f: [b, c]}}
  h: {question: q, choices: {s: x, t: y}, default: s, requires: {g: true}, conflicts: {f: c}}
  k: {question: q, choices: {u: x, v: y}, default: u, requires: {m: 9}}
  m: {question: q, type: number, default: 5}
"""


def covered(root: Map) -> tuple[FlagValues, ...]:
    flags = read_flags(root)
    return covering(root, flags, choose_flags(flags, root, {}))


def test_covering_uses_every_branch_and_respects_what_flags_require(tree: Tree) -> None:
    root = tree(
        RULES
        + dedent(
            """
            x: {pick: f, a: 1, b: {pick: g, true: 2, false: 3}, c: 4}
            y: [{only: {h: t}, z: 1}, {only: {k: v, f: b}, z: 2}]
            """
        )
    )
    flags = read_flags(root)
    assignments = covered(root)
    assert assignments[0].explicit == frozenset()
    seen = {repr(select(root, flags, each)["x"]) for each in assignments}
    assert seen == {"1", "2", "3", "4"}
    kept = {repr(item) for each in assignments for item in select(root, flags, each)["y"]}  # type: ignore[union-attr]
    assert len(kept) == 2
    assert len(assignments) == 4
    for each in assignments:
        assert list(breaches(flags, each.values, each.explicit)) == []


def test_covering_keeps_what_is_explicit_explicit(tree: Tree) -> None:
    root = tree(RULES + "readings: {f: b, g: true}\nx: {pick: f, a: 1, b: 2, c: 3}\n")
    assignments = covered(root)
    assert {each.values["f"] for each in assignments} == {"b", "c"}


def test_an_explicit_map_does_not_stand_in_the_way(tree: Tree) -> None:
    root = tree(FLAGS + "readings: {arena: {size: 12}}\nx: {pick: f, a: 1, b: 2, c: 3}\n")
    assert [each.values["f"] for each in covered(root)] == ["a", "b", "c"]


def test_values_that_select_nothing_are_covered_too(tree: Tree) -> None:
    root = tree(FLAGS)
    flags, found = read_flags(root), covered(root)
    for name, flag in flags.items():
        for value in settings(flag):
            assert any(each.values[name] == value for each in found), (name, value)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("x: {pick: f, a: 1, b: 2, c: 3, otherwise: 4}", ["8:32"]),
        ("x: [{only: {f: a}, y: {pick: f, a: 1, b: 2, c: 3}}]", ["8:39", "8:45"]),
        ("x: [{only: {h: t, f: c}, y: {only: {g: true}}}]", ["8:5"]),
        ("x: [{only: {g: true, f: a}}]", ["8:5"]),
        ("x: [{only: {g: true, f: b}}]", []),
    ],
)
def test_parts_that_nothing_leads_to_are_warned_of_once(
    tree: Tree, text: str, places: list[str]
) -> None:
    root = tree(f"{RULES}{text}\n")
    flags = read_flags(root)
    assert check_selections(root, flags) == []
    warnings = never_selected(root, flags)
    assert [str(each.span) for each in warnings] == [f"t.yaml:{place}" for place in places]
    assert {each.severity for each in warnings} <= {"warning"}


NAMES = ("p", "q", "r", "s")
CHOICES = ("a", "b", "c")
some_choices = st.lists(st.sampled_from(CHOICES), min_size=1, unique=True)
wanted = st.dictionaries(st.sampled_from(NAMES), some_choices, max_size=2)
conditions = st.dictionaries(st.sampled_from(NAMES), some_choices, min_size=1, max_size=2)


@st.composite
def rulesets(draw: st.DrawFn) -> str:
    lines = ["flags:"]
    for name in NAMES:
        others = {key: each for key, each in draw(wanted).items() if key != name}
        refused = {key: each for key, each in draw(wanted).items() if key != name}
        lines.append(
            f"  {name}: {{question: q, choices: {{a: x, b: y, c: z}}, default: a, "
            f"requires: {others}, conflicts: {refused}}}"
        )
    lines.append("items:")
    for index, condition in enumerate(draw(st.lists(conditions, max_size=6))):
        flag = draw(st.sampled_from(NAMES))
        pick = f"{{pick: {flag}, a: [{index}, a], b: [{index}, b], c: [{index}, c]}}"
        lines.append(f"  - {{only: {condition}, value: {pick}}}")
    return "\n".join(lines if len(lines) > len(NAMES) + 2 else [*lines[:-1], "items: []"])


def leaves(root: Map, flags: dict[str, Flag], values: FlagValues) -> set[str]:
    items: Any = select(root, flags, values)["items"]
    return {repr(item) for item in items}


@hypothesis.settings(suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault
@given(rulesets())
def test_covering_reaches_exactly_what_can_be_reached(text: str) -> None:
    root = read_text(text, "t.yaml").root
    flags = read_flags(root)
    base = choose_flags(flags, root, {})
    reachable: set[str] = set()
    possible: set[tuple[str, object]] = set()
    for combination in product(*(settings(flags[name]) for name in NAMES)):
        values = dict(zip(NAMES, combination, strict=True))
        changed = frozenset(name for name in NAMES if values[name] != "a")
        candidate = FlagValues({**base.values, **values}, changed)
        if not list(breaches(flags, candidate.values, changed)):
            reachable |= leaves(root, flags, candidate)
            possible |= {*values.items()}
    assignments = covering(root, flags, base)
    for each in assignments:
        assert list(breaches(flags, each.values, each.explicit)) == []
    assert set().union(*(leaves(root, flags, each) for each in assignments)) == reachable
    assert {(name, each.values[name]) for each in assignments for name in NAMES} == possible


def test_selecting_in_a_large_tree_is_quick(tree: Tree) -> None:
    action = """
    a{n}:
      operands: {{unit: {{kind: unit, owner: mover}}, to: {{line: {{pick: f, a: 1, b: 2, c: 3}}}}}}
      validators:
        - {{path_clear: to, clauses: [G-1.1, G-1.2]}}
        - {{only: {{f: b}}, path_avoids: {{to: to, zone: keep}}}}
      effects:
        - {{capture: to}}
        - {{move: {{piece: unit, to: to}}}}
    """
    actions = "".join(indent(dedent(action).format(n=n), "  ") for n in range(200))
    root = tree(f"{FLAGS.strip()}\nactions:{actions}")
    flags = read_flags(root)
    assert len(select(root, flags, choose_flags(flags, root, {}))["actions"]) == 200  # type: ignore[arg-type]


SIDES = """
sides: {red: {}, green: {}, blue: {only: {f: b}}}
kinds: {man: {letters: {red: r, green: g, blue: b}}, tree: {letters: {nobody: t}}}
phases: {play: {turns: [red, blue, green], turn: []}, end: {steps: []}}
"""


def test_letters_and_turns_of_a_side_that_is_left_out_go_with_it(tree: Tree) -> None:
    two: Any = selected(tree, SIDES)
    assert two["kinds"]["man"]["letters"] == {"red": "r", "green": "g"}
    assert two["kinds"]["tree"]["letters"] == {"nobody": "t"}
    assert two["phases"]["play"]["turns"] == ["red", "green"]
    three: Any = selected(tree, SIDES, f="b")
    assert three["kinds"]["man"]["letters"] == {"red": "r", "green": "g", "blue": "b"}
    assert three["phases"]["play"]["turns"] == ["red", "blue", "green"]


def test_sides_of_another_branch_are_left_out_too(tree: Tree) -> None:
    text = SIDES.replace("{red: {}, green: {}, blue: {only: {f: b}}}", SEVERAL)
    few: Any = selected(tree, text)
    assert few["phases"]["play"]["turns"] == ["red", "green"]


SEVERAL = "{pick: f, b: {red: {}, green: {}, blue: {}}, otherwise: {red: {}, green: {}}}"


def test_a_side_that_is_nowhere_declared_stays_to_be_complained_about(tree: Tree) -> None:
    whole: Any = selected(tree, SIDES.replace("green: g", "grene: g"))
    assert "grene" in whole["kinds"]["man"]["letters"]


ACTIONS = """
actions:
  walk: {effects: [{act: [walk, jump]}]}
  jump: {only: {f: b}, effects: []}
phases: {play: {turn: [{if: x, then: [{act: [walk, jump], else: [{submit: [jump, walk]}]}]}]}}
procedures: {leaps: {steps: [{act: [jump]}]}, walks: {steps: [{act: [walk, jmup]}]}}
"""


def test_an_action_that_is_left_out_leaves_the_lists_from_which_one_is_chosen(tree: Tree) -> None:
    without: Any = selected(tree, ACTIONS)
    assert without["phases"]["play"]["turn"][0]["then"] == [
        {"act": ["walk"], "else": [{"submit": ["walk"]}]}
    ]
    assert without["actions"] == {"walk": {"effects": [{"act": ["walk"]}]}}
    whole: Any = selected(tree, ACTIONS, f="b")
    assert whole["actions"]["walk"]["effects"] == [{"act": ["walk", "jump"]}]
    assert whole["phases"]["play"]["turn"][0]["then"][0]["act"] == ["walk", "jump"]


def test_a_list_of_which_nothing_is_left_and_unknown_actions_stay_to_be_refused(tree: Tree) -> None:
    without: Any = selected(tree, ACTIONS)
    assert without["procedures"]["leaps"]["steps"] == [{"act": ["jump"]}]
    assert without["procedures"]["walks"]["steps"] == [{"act": ["walk", "jmup"]}]
