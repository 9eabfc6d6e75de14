"""The forms that a file has beyond the models: choices by flag, and edits of what is inherited."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Node: TypeAlias = dict[str, Any]

NOTHING: Final[Node] = {"type": "null", "description": "Removes what is inherited."}

_FLAG: Final[Node] = {"type": "string", "description": "The name of a flag."}
_SETTING: Final[Node] = {"type": ["string", "integer", "boolean"]}
# Once for all lists, so without what their items are: repeated for each it doubles the schema.
_INSERTION: Final[Node] = {
    "type": "object",
    "required": ["items"],
    "properties": {
        "after": {"description": "The id of the item before them.", "type": "string"},
        "before": {"description": "The id of the item after them.", "type": "string"},
        "items": {"description": "What is put there.", "type": "array"},
    },
    "oneOf": [{"required": ["after"]}, {"required": ["before"]}],
    "additionalProperties": False,
}


ONLY: Final[Node] = {
    "description": "The flags, and the choices they must have for this to be there at all.",
    "$ref": "#/$defs/only",
}


def definitions() -> dict[str, Node]:
    """Return what the forms below refer to."""
    condition: Node = {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": {
            "anyOf": [_SETTING, {"type": "array", "items": _SETTING, "minItems": 1}]
        },
    }
    return {
        "only": {"anyOf": [condition, {"type": "array", "items": condition, "minItems": 1}]},
        "insert": {
            "description": "Items to put beside an inherited one; several such go in a list.",
            "anyOf": [_INSERTION, {"type": "array", "items": _INSERTION}],
        },
        "value_of": {
            "type": "object",
            "properties": {
                "value_of": _FLAG | {"description": "The flag whose whole value stands here."},
                "only": ONLY,
            },
            "additionalProperties": False,
            "required": ["value_of"],
        },
    }


def pick(branch: Node) -> Node:
    """Return the schema of a `pick` with such branches."""
    return {
        "type": "object",
        "required": ["pick"],
        "minProperties": 2,
        "properties": {
            "pick": _FLAG | {"description": "The flag that chooses between the values beside it."},
            "only": ONLY,
            "otherwise": {"description": "The value for all choices not named.", **branch},
        },
        "additionalProperties": branch,
    }


def selected(plain: Node, picked: Node, *, holds_many: bool) -> Node:
    """Return the schema of a value that flags may choose.

    The keys are also listed on top: an editor completes them before any condition is true.
    """
    offered = {"pick": {"description": "A flag chooses between the values beside it."}}
    other = plain
    if holds_many:
        offered["value_of"] = {"description": "The whole value of a flag."}
        other = {"if": _has("value_of"), "then": {"$ref": "#/$defs/value_of"}, "else": plain}
    return {"properties": offered, "if": _has("pick"), "then": picked, "else": other}


def _has(key: str) -> Node:
    return {"type": "object", "required": [key]}


def edits(item: Node) -> Node:
    """Return the schema of edits of an inherited list."""
    items = {"type": "array", "items": item}
    return {
        "type": "object",
        "minProperties": 1,
        "properties": {
            "append": items | {"description": "Items to put after the inherited ones."},
            "prepend": items | {"description": "Items to put before the inherited ones."},
            "insert": {
                "description": "Items to put beside inherited ones.",
                "$ref": "#/$defs/insert",
            },
            "remove": {
                "description": "The ids of inherited items to take out.",
                "type": "array",
                "items": {"type": "string"},
            },
            "replace": {
                "description": "New items, by the id of the inherited one each stands for.",
                "type": "object",
                "additionalProperties": item,
            },
            "change": {
                "description": "What changes in inherited items, by their ids: keys to lay over.",
                "type": "object",
                "additionalProperties": {"type": "object"},
            },
            "whole": items | {"description": "All items there are: the inherited ones go."},
        },
        "additionalProperties": False,
    }
