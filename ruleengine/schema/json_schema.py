"""The JSON Schema of ruleset files, for editors.

Input: the schema that pydantic generates from the models, which know no flags and no parents.
Output: a schema of files as they are written. Flags and parents are resolved on the tree before
a model sees it, so they may be spoken of everywhere, and one transformation adds them everywhere:
`pick`, `only` and `value_of` wherever flags choose, and in a file that extends another one
partial sections, `null` to remove and edits of lists.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, get_args

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from ruleengine.schema.flags import FlagSection
from ruleengine.schema.json_export import Export, Mode, Node
from ruleengine.schema.model import Model
from ruleengine.schema.ruleset import Ruleset

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

OWN_KEYS: Final = ("schema", "name", "title")
"""What every file has to say for itself, whatever it extends."""

_FIXED: Final = frozenset({"schema", "name"})  # read before any flag has a value
_PLAIN: Final = Mode(selects=False, overlays=False)
_RULES: Final = Mode(selects=True, overlays=False)
_OVERLAY: Final = Mode(selects=True, overlays=True)


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of ruleset and variant files."""
    models = dict.fromkeys((*_models(Ruleset), *_models(FlagSection)))
    refs, generated = models_json_schema([(model, "validation") for model in models])
    by_definition = {
        str(refs[model, "validation"]["$ref"]).rpartition("/")[2]: model for model in models
    }
    export = Export(generated["$defs"], by_definition)
    whole, overlay = _file(export, _RULES), _file(export, _OVERLAY)
    export.definitions |= {"ruleset": whole, "variant": overlay}
    return {
        "$schema": DIALECT,
        "$comment": "Written by `ruleengine schema`.",
        "title": "Ruleset or variant",
        "description": "A game on a grid, or what is different in a variant of one.",
        "type": "object",
        "if": {"required": ["extends"]},
        "then": {"$ref": "#/$defs/variant"},
        "else": {"$ref": "#/$defs/ruleset"},
        "$defs": dict(sorted(export.definitions.items())),
    }


def json_schema_text() -> str:
    """Return the JSON Schema as text, the same for the same models."""
    return json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"


def _file(export: Export, mode: Mode) -> Node:
    """Return the schema of a whole file: the sections of a ruleset, and those about flags."""
    about_flags = Mode(selects=False, overlays=mode.overlays)
    rules = {
        key: export.property("Ruleset", key, _PLAIN if key in _FIXED else mode)
        for key in export.keys("Ruleset")
    }
    flags = export.property("FlagSection", "flags", about_flags)
    names = {"type": "string", "description": "The name or path of a ruleset or variant."}
    setting = {"type": ["string", "integer", "boolean", "object", "array"]}
    if mode.overlays:
        setting = {"type": [*setting["type"], "null"]}
    about: dict[str, Node] = {
        "extends": {
            "description": "The ruleset or variant, or several, that this file builds on.",
            "anyOf": [names, {"type": "array", "items": names}],
        },
        "flags": flags | {"description": "The questions that the rulebook leaves open, by name."},
        "readings": {
            "description": "The values that flags have here instead of their defaults.",
            "type": "object",
            "additionalProperties": setting,
        },
    }
    first = ("schema", "name", "extends", "title", "about", "clauses", "flags", "readings")
    properties = about | rules
    ordered = dict.fromkeys((*first, *properties))
    required = OWN_KEYS if mode.overlays else export.required("Ruleset")
    return {
        "title": "Variant" if mode.overlays else "Ruleset",
        "type": "object",
        "properties": {key: properties[key] for key in ordered},
        "additionalProperties": False,
        "required": list(required),
    }


def _models(model: type[Model]) -> Iterator[type[Model]]:
    """Yield a model and every one that its fields speak of."""
    seen: set[type[Model]] = set()
    pending: list[object] = [model]
    while pending:
        kind = pending.pop()
        if not (isinstance(kind, type) and issubclass(kind, BaseModel)):
            pending.extend(get_args(kind))
        elif issubclass(kind, Model) and kind not in seen:
            seen.add(kind)
            yield kind
            pending.extend(field.annotation for field in kind.model_fields.values())
