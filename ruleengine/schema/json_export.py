"""From pydantic's JSON Schema of the models to that of files in which flags choose."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from pydantic import TypeAdapter

from ruleengine.errors import InternalError
from ruleengine.schema import fields
from ruleengine.schema.fields import own_key
from ruleengine.schema.json_forms import NOTHING, ONLY, definitions, edits, pick, selected
from ruleengine.schema.model import Model

Node: TypeAlias = dict[str, Any]

_NOTES: Final = frozenset({"title", "default", "description"})
_SHARED: Final[Mapping[str, Any]] = {
    "name": fields.Name,
    "part_name": fields.PartName,
    "cell_name": fields.CellName,
    "cell_label": fields.CellLabel,
    "place_name": fields.PlaceName,
    "clause_id": fields.ClauseId,
    "mark": fields.Mark,
}
"""Types of text that go by a name of their own in the schema."""
_WORDS: Final = {
    "string": "text",
    "integer": "whole_number",
    "boolean": "truth",
    "null": "nothing",
}


@dataclass(frozen=True, slots=True)
class Mode:
    """What may stand in a part of a file."""

    selects: bool
    """Flags may choose here."""
    overlays: bool
    """What is written here goes over something inherited."""


class Export:
    """Rewrites generated schemas; `definitions` collects what they refer to."""

    def __init__(self, generated: Mapping[str, Node], models: Mapping[str, type[Model]]) -> None:
        self.definitions: dict[str, Node] = definitions()
        self._generated = generated
        self._models = models
        self._names: dict[str, str] = {}
        for name, kind in _SHARED.items():
            self._names[_key(TypeAdapter(kind).json_schema())] = name

    def properties(self, model: str, mode: Mode) -> dict[str, Node]:
        """Return the properties of a model, each with its description."""
        return {
            key: self.property(model, key, mode) for key in self._generated[model]["properties"]
        }

    def property(self, model: str, key: str, mode: Mode) -> Node:
        """Return one property of a model, with its description."""
        node = self._generated[model]["properties"][key]
        return {"description": self._description(model, key), **self._value(node, mode)}

    def keys(self, model: str) -> tuple[str, ...]:
        """Return the keys of a model, in the order of its fields."""
        return tuple(self._generated[model]["properties"])

    def required(self, model: str) -> list[str]:
        """Return the keys that a model cannot do without."""
        return list(self._generated[model].get("required", []))

    def _value(self, node: Node, mode: Mode) -> Node:
        """Return the schema of a place where a value may stand, or something in its stead."""
        if not mode.selects:
            plain = self._plain(node, mode)
            return _nullable(plain) if mode.overlays else plain
        if _is_anything(node):
            return {}
        base = self._name_of(node)
        name = f"{base}_overlay" if mode.overlays else base
        if name not in self.definitions:
            self.definitions[name] = {}  # a value can contain values of the same sort
            whole = selected(
                self._plain(node, mode),
                _ref(self._pick(node, base)),
                holds_many=self._holds_many(node),
            )
            self.definitions[name] = _nullable(whole) if mode.overlays else whole
        return _ref(name)

    def _pick(self, node: Node, base: str) -> str:
        """Return the definition of a choice; its branches are never merged, so complete."""
        name = f"pick_{base}"
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = pick(self._value(node, Mode(selects=True, overlays=False)))
        return name

    def _plain(self, node: Node, mode: Mode) -> Node:
        """Return the schema of a value as the models know it."""
        if "$ref" in node:
            return _ref(self._model(_target(node), mode))
        if "oneOf" in node:
            return _ref(self._union(node, mode))
        if "anyOf" in node:
            return {"anyOf": [self._plain(part, mode) for part in node["anyOf"]]}
        if node.get("type") == "array":
            return self._list(node, mode)
        if node.get("type") == "object":
            return self._mapping(node, mode)
        return dict(_bare(node))

    def _list(self, node: Node, mode: Mode) -> Node:
        complete = replace(mode, overlays=False)
        limits: Node = {key: node[key] for key in ("minItems", "maxItems") if key in node}
        kinds: list[Node] = node.get("prefixItems") or [node.get("items", {})]
        if any(kind != kinds[0] for kind in kinds):
            raise InternalError("a tuple of different types has no form in the schema")
        items = self._value(kinds[0], complete)
        whole: Node = {"type": "array", "items": items, **limits}
        return {"anyOf": [whole, edits(items)]} if mode.overlays else whole

    def _mapping(self, node: Node, mode: Mode) -> Node:
        """Return the schema of a mapping from names to values."""
        patterns: dict[str, Node] = node.get("patternProperties", {})
        if len(patterns) > 1:
            raise InternalError("names of several patterns have no form in the schema")
        mapping: Node = {"type": "object"}
        entry = node.get("additionalProperties", {})
        for pattern, value in patterns.items():
            mapping["propertyNames"] = {"pattern": pattern}
            entry = value
        if mode.selects:
            mapping["properties"] = {"only": ONLY}
        mapping["additionalProperties"] = self._value(entry, mode) if entry is not True else True
        if "minProperties" in node and not mode.overlays:
            mapping["minProperties"] = node["minProperties"]
        return mapping

    def _model(self, model: str, mode: Mode) -> str:
        name = self._class_name(model) + ("_overlay" if mode.overlays else "") + "_keys"
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = self._object(model, mode)
        return name

    def _object(self, model: str, mode: Mode) -> Node:
        properties = self.properties(model, mode)
        if mode.selects:
            properties["only"] = ONLY
        described = {"title": _words(self._models[model].__name__)}
        if doc := self._generated[model].get("description"):
            described["description"] = _one_line(doc)
        required = [] if mode.overlays else self.required(model)
        return {
            **described,
            "type": "object",
            "properties": properties,
            "additionalProperties": False,
            **({"required": required} if required else {}),
        }

    def _union(self, node: Node, mode: Mode) -> str:
        """Return the definition of items of which a key tells what they are."""
        noun = str(node.get("x-noun", "flag"))
        name = noun.replace(" ", "_") + ("_overlay" if mode.overlays else "") + "_keys"
        if name in self.definitions:
            return name
        self.definitions[name] = {}
        targets = [_target(part) for part in node["oneOf"]]
        if mode.overlays:
            self.definitions[name] = self._merged(targets, mode, noun)
        elif "x-noun" in node:
            self.definitions[name] = self._by_key(targets, mode, noun)
        else:
            self.definitions[name] = self._by_type(targets, mode, noun)
        return name

    def _by_key(self, models: list[str], mode: Mode, noun: str) -> Node:
        """Tell items apart by the one key that only they have."""
        keys = {own_key(self._models[model]): model for model in models}
        described = {
            key: {"description": self._description(model, key)} for key, model in keys.items()
        }
        items = {
            "title": noun,
            "type": "object",
            "properties": described,
            # Not `anyOf`: a mistake in one item would be reported for every sort of item.
            "allOf": [
                {"if": {"required": [key]}, "then": _ref(self._model(model, mode))}
                for key, model in keys.items()
            ],
            "oneOf": [{"required": [key]} for key in keys],
        }
        words = [
            key
            for key, model in keys.items()
            if self._generated[model]["properties"][key].get("default") is True
        ]
        return {"title": noun, "anyOf": [{"enum": words}, items]} if words else items

    def _by_type(self, models: list[str], mode: Mode, noun: str) -> Node:
        """Tell items apart by what stands under `type`; one of them may leave it out."""
        types = {self._generated[model]["properties"]["type"]["const"]: model for model in models}
        implied = [m for m in models if "default" in self._generated[m]["properties"]["type"]]
        cases = [
            {
                "if": {"properties": {"type": {"const": kind}}, "required": ["type"]},
                "then": _ref(self._model(model, mode)),
            }
            for kind, model in types.items()
        ]
        cases += [
            {"if": {"not": {"required": ["type"]}}, "then": _ref(self._model(model, mode))}
            for model in implied
        ]
        described = {"enum": list(types), "description": self._description(models[0], "type")}
        return {
            "title": noun,
            "type": "object",
            "properties": {"type": described},
            "allOf": cases,
        }

    def _merged(self, models: list[str], mode: Mode, noun: str) -> Node:
        """Return one object with the keys of all: what is inherited may be of any sort."""
        found: dict[str, list[Node]] = {}
        for model in models:
            for key, node in self.properties(model, mode).items():
                if node not in found.setdefault(key, []):
                    found[key].append(node)
        properties = {
            key: nodes[0]
            if len(nodes) == 1
            else {"description": nodes[0]["description"], "anyOf": nodes}
            for key, nodes in found.items()
        }
        if mode.selects:
            properties["only"] = ONLY
        return {
            "title": noun,
            "type": "object",
            "properties": properties,
            "additionalProperties": False,
        }

    def _description(self, model: str, key: str) -> str:
        """Return what a key means: its own words, or those of the model it names or leads to."""
        generated = self._generated[model]
        node: Node = generated["properties"][key]
        words = node.get("description")
        if not words and key == own_key(self._models[model]):
            words = generated.get("description")
        if not words and "$ref" in node:
            words = self._generated[_target(node)].get("description")
        expressions = dict.fromkeys(_expressions(node))
        if expressions:
            words = f"{words or ''} An expression: {' or '.join(expressions)}."
        return _one_line(words or "")

    def _holds_many(self, node: Node) -> bool:
        """Tell whether a mapping or a list can stand here."""
        if "anyOf" in node:
            return any(self._holds_many(part) for part in node["anyOf"])
        return "$ref" in node or "oneOf" in node or node.get("type") in ("array", "object")

    def _name_of(self, node: Node) -> str:
        key = _key(node)
        if key not in self._names:
            name = base = self._structure(node)
            taken = set(self._names.values())
            number = 1
            while name in taken:
                number += 1
                name = f"{base}_{number}"
            self._names[key] = name
        return self._names[key]

    def _structure(self, node: Node) -> str:
        """Return a name that says what the value is made of."""
        if "$ref" in node:
            return self._class_name(_target(node))
        if "oneOf" in node:
            return str(node.get("x-noun", "flag")).replace(" ", "_")
        if "anyOf" in node:
            return "_or_".join(dict.fromkeys(self._name_of(part) for part in node["anyOf"]))
        if "enum" in node or "const" in node:
            words = node.get("enum", [node.get("const")])
            return "_".join(str(word).lower() for word in words[:3])
        if node.get("type") == "array":
            kinds = node.get("prefixItems") or [node.get("items", {})]
            return f"list_of_{self._name_of(kinds[0])}"
        if node.get("type") == "object":
            entries = [*node.get("patternProperties", {}).values()]
            entry = entries[0] if entries else node.get("additionalProperties", {})
            return f"map_of_{self._name_of(entry)}"
        kind = node.get("type")
        return _WORDS.get(kind, "value") if isinstance(kind, str) else "expression"

    def _class_name(self, model: str) -> str:
        """Return the name of a class, with its module where two go by one name."""
        kind = self._models[model]
        alike = sum(other.__name__ == kind.__name__ for other in self._models.values())
        module = kind.__module__.rpartition(".")[2]
        return kind.__name__ if alike == 1 else f"{module}_{kind.__name__}"


def _nullable(node: Node) -> Node:
    return {"anyOf": [node, NOTHING]}


def _ref(name: str) -> Node:
    return {"$ref": f"#/$defs/{name}"}


def _target(node: Node) -> str:
    return str(node["$ref"]).rpartition("/")[2]


def _is_anything(node: Node) -> bool:
    return not node.keys() - _NOTES


def _key(node: Node) -> str:
    """Return what tells a schema from others; words about it do not."""
    return json.dumps(_bare(node), sort_keys=True)


def _bare(node: Any) -> Any:  # noqa: ANN401 - any part of a schema
    if isinstance(node, dict):
        return {
            key: _bare(part)
            for key, part in node.items()
            if key not in _NOTES and not key.startswith("x-")
        }
    return [_bare(part) for part in node] if isinstance(node, list) else node


def _expressions(node: Node) -> Iterator[str]:
    if "x-expression" in node:
        yield str(node["x-expression"])
    for part in (*node.get("anyOf", ()), *node.get("prefixItems", ())):
        yield from _expressions(part)
    for key in ("items", "additionalProperties"):
        if isinstance(node.get(key), dict):
            yield from _expressions(node[key])
    for part in node.get("patternProperties", {}).values():
        yield from _expressions(part)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _words(name: str) -> str:
    """Return the name of a class as words.

    >>> _words("CornerShape")
    'corner shape'
    """
    return "".join(f" {char.lower()}" if char.isupper() else char for char in name).strip()
