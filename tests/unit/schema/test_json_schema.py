from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ruleengine.resolve.files.overlay import NEVER_INHERITED
from ruleengine.resolve.flags.select import ABOUT_FLAGS
from ruleengine.resolve.flags.values import as_plain
from ruleengine.schema.flags import RESERVED
from ruleengine.schema.json_forms import edits, pick, selected
from ruleengine.schema.json_schema import OWN_KEYS, json_schema
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.wording import LIST_EDITS
from ruleengine.source.yaml_reader import read_file

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted([*(ROOT / "rulesets").rglob("*.yaml"), *(ROOT / "variants").rglob("*.yaml")])
SCHEMA = json_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

RULESET: dict[str, Any] = {
    "schema": 1,
    "name": "duel",
    "title": "Duel",
    "flags": {
        "ways": {"question": "Which ways?", "choices": {"some": "s", "all": "a"}, "default": "all"},
        "cells": {"question": "Which cells?", "type": "list", "default": ["a1"]},
        "size": {"question": "How large?", "type": "number", "default": 3, "at_least": 2},
    },
    "sides": {"north": {}, "south": {}},
    "board": {"rows": "size", "columns": {"pick": "ways", "some": 3, "otherwise": 4}},
    "zones": {"camp": {"shape": {"cells": {"value_of": "cells"}}}},
    "kinds": {"man": {"letters": {"north": "n", "south": "s"}}},
    "phases": {
        "play": {
            "turns": ["south", "north"],
            "turn": [{"act": ["step"], "else": ["end_turn"]}, {"end_turn": True}],
        }
    },
    "actions": {
        "step": {
            "operands": {
                "man": {"piece": {"owner": "mover"}},
                "to": {"line": {"from": "man", "directions": "all", "distance": 1}},
            },
            "validators": [
                {"only": {"ways": "some"}, "holds": {"cell": "to", "any_of": ["nothing"]}},
                {"only": [{"ways": ["some", "all"]}], "require": "true", "says": "no"},
            ],
            "effects": [{"move": {"piece": "man", "to": "to"}}],
        }
    },
    "endings": [{"id": "beaten", "when": "turn > 9", "draw": True, "says": "tired"}],
}
VARIANT: dict[str, Any] = {
    "schema": 1,
    "name": "long_duel",
    "title": "Long duel",
    "extends": "duel",
    "readings": {"ways": "some", "size": 4, "cells": ["a1"]},
    "flags": {"ways": {"choices": {"none": "nobody moves", "some": None}}, "size": None},
    "board": {"rows": 4},
    "zones": {"camp": None, "river": {"shape": {"rows": [1]}}},
    "actions": {
        "step": {
            "operands": {"to": {"line": {"distance": {"at_least": 1}}}},
            "validators": {"append": [{"require": "true"}]},
            "clauses": None,
        }
    },
    "endings": {
        "remove": ["beaten"],
        "replace": {"late": {"when": "true", "draw": True, "says": "late"}},
        "prepend": [],
    },
}


def changed(document: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """Return the document with something else at a path; `...` takes it out."""
    document = copy.deepcopy(document)
    *parents, last = [int(part) if part.isdigit() else part for part in path.split("/")]
    here: Any = document
    for part in parents:
        here = here[part]
    if value is ...:
        del here[last]
    else:
        here[last] = value
    return document


def properties(node: object) -> Iterator[tuple[str, Any]]:
    """Yield every property that a part of the schema describes; conditions describe nothing."""
    if isinstance(node, dict):
        if isinstance(node.get("properties"), dict):
            yield from node["properties"].items()
        for key, part in node.items():
            if key != "if":
                yield from properties(part)
    elif isinstance(node, list):
        for part in node:
            yield from properties(part)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == jsonschema.Draft202012Validator.META_SCHEMA["$id"]


def test_it_is_the_same_every_time() -> None:
    assert json_schema() == SCHEMA


def test_there_are_files() -> None:
    assert FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shipped_files_fit(path: Path) -> None:
    tree = as_plain(read_file(path).root)
    assert [f"{error.json_path}: {error.message}" for error in VALIDATOR.iter_errors(tree)] == []


@pytest.mark.parametrize("document", [RULESET, VARIANT], ids=["ruleset", "variant"])
def test_the_documents_below_fit_before_anything_is_changed(document: dict[str, Any]) -> None:
    assert [
        f"{error.json_path}: {error.message}" for error in VALIDATOR.iter_errors(document)
    ] == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("title", ...),
        ("schema", 2),
        ("schema", "1"),
        ("name", "two words"),
        ("name", {"pick": "ways", "some": "a", "all": "b"}),
        ("turns", []),
        ("sides", ["north", "south"]),
        ("sides/north/forwards", "up"),
        ("sides/north/forward", "upp"),
        ("board", ...),
        ("board/rows", ...),
        ("board/rows", 2.5),
        ("board/rows", None),
        ("board/columns", {"pick": "ways"}),
        ("board/columns", {"pick": 3, "some": 1}),
        ("board/columns", {"pick": "ways", "some": [1]}),
        ("board/columns", {"some": 3, "all": 4}),
        ("board/columns", {"value_of": "size"}),
        ("zones/camp/shape", {"cels": ["a1"]}),
        ("zones/camp/shape", {"cells": ["a1"], "rows": [1]}),
        ("zones/camp/shape/cells", ["a-1"]),
        ("zones/camp/shape/cells", {"value_of": "cells", "some": 1}),
        ("kinds/man/letters", "n"),
        ("kinds/man/letters/north", "no"),
        ("phases/play/turn/1", "end_tur"),
        ("phases/play/turn/0", {"act": ["step"], "move": {"piece": "man", "to": "to"}}),
        ("phases/play/turn/0/else", "end_turn"),
        ("actions/step/operands/to/line/direction", "all"),
        ("actions/step/operands/to/line/directions", "al"),
        ("actions/step/operands/to/line/distance", {"upto": 2}),
        ("actions/step/validators/0/only", {}),
        ("actions/step/validators/0/only", "some"),
        ("actions/step/validators/0/holds/any_of", ["nobody"]),
        ("actions/step/validators/0", {"only": {"ways": "some"}}),
        ("actions/step/effects/0/move", "man"),
        ("actions/step/effects", {"append": []}),
        ("actions/step/clauses", ["one"]),
        ("endings/0/says", ...),
        ("endings/0/draw", False),
        ("flags/ways", {"choices": {"a": "b"}, "default": "a"}),
        ("flags/ways/type", "choise"),
        ("flags/ways/at_least", 3),
        ("flags/ways", {"question": "?", "default": 3}),
        ("flags/size/default", "3"),
        ("flags/size/default", {"pick": "ways", "some": 1, "all": 2}),
        ("readings", ["ways"]),
    ],
)
def test_mistakes_in_a_ruleset_do_not_fit(path: str, value: object) -> None:
    assert not VALIDATOR.is_valid(changed(RULESET, path, value))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("title", ...),
        ("schema", None),
        ("extends", 3),
        ("turns", None),
        ("board/row", 3),
        ("board/rows", [3]),
        ("zones/river/shape", {"rowss": [1]}),
        ("flags/ways/choises", {}),
        ("actions/step/operands/to/line/distances", 3),
        ("actions/step/validators", {"append": {"require": "true"}}),
        ("actions/step/validators", {"append": [{"requires": "true"}]}),
        ("endings/replace/late", {"when": "true"}),
        ("endings/removed", []),
        ("endings", [{"when": "true"}]),
        ("endings", {}),
    ],
)
def test_mistakes_in_a_variant_do_not_fit(path: str, value: object) -> None:
    assert not VALIDATOR.is_valid(changed(VARIANT, path, value))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (
            "board",
            {"pick": "ways", "some": {"rows": 3, "columns": 3}, "all": {"rows": 3, "columns": 4}},
        ),
        ("board/only", {"ways": "some"}),
        (
            "board/columns",
            {"pick": "ways", "some": {"pick": "deep", "true": 1, "false": 2}, "all": 1},
        ),
        ("phases/play/turn/1", {"pick": "ways", "some": "end_turn", "all": {"stop": True}}),
        ("phases/play/turn", {"pick": "ways", "some": ["stop"], "otherwise": ["end_turn"]}),
        (
            "actions/step/operands/to",
            {"pick": "ways", "some": {"cell": {}}, "all": {"cell": {"empty": True}}},
        ),
        ("actions/step/validators/0/only", {"ways": ["some", "all"], "size": 3, "deep": True}),
        (
            "endings/0/when",
            {"only": {"ways": "some"}, "pick": "ways", "some": "true", "all": "false"},
        ),
        ("kinds/man/only", {"ways": "some"}),
        ("setup", {"value_of": "cells"}),
    ],
)
def test_flags_may_choose_anywhere(path: str, value: object) -> None:
    document = changed(RULESET, path, value)
    assert [error.message for error in VALIDATOR.iter_errors(document)] == []


def test_every_key_is_described() -> None:
    nameless = sorted({key for key, node in properties(SCHEMA) if not node.get("description")})
    assert nameless == []


def test_no_tag_of_a_union_is_left() -> None:
    text = repr(SCHEMA)
    assert "'#" not in text.replace("'#/$defs/", "")
    assert "'x-" not in text


def test_every_definition_is_used() -> None:
    text = repr(SCHEMA)
    unused = [name for name in SCHEMA["$defs"] if f"'#/$defs/{name}'" not in text]
    assert unused == []


def test_the_words_are_those_of_the_language() -> None:
    assert edits({})["properties"].keys() == LIST_EDITS
    offered = selected({}, {}, holds_many=True)["properties"].keys()
    assert offered | {"only"} | {"otherwise"} == RESERVED
    assert pick({})["properties"].keys() <= RESERVED
    required = {key for key, field in Ruleset.model_fields.items() if field.is_required()}
    assert set(OWN_KEYS) == {"schema"} | (NEVER_INHERITED & required)
    assert set(ABOUT_FLAGS) <= SCHEMA["$defs"]["ruleset"]["properties"].keys()
