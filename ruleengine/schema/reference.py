"""The reference of the ruleset language as a page, made from the models that load rulesets.

`python -m ruleengine.schema.reference > docs/reference/language.md` writes the page.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from typing import Annotated, Literal, Union, get_args, get_origin

from ruleengine.expressions.functions import FUNCTIONS
from ruleengine.expressions.types import ATTRIBUTES, BUILTINS
from ruleengine.schema import board, pieces, reach, selectors, steps, validators
from ruleengine.schema.expression import Expects
from ruleengine.schema.fields import OneOfKeys, own_key
from ruleengine.schema.flags import (
    BooleanFlag,
    ChoiceFlag,
    ListFlag,
    MapFlag,
    NumberFlag,
    TableFlag,
)
from ruleengine.schema.model import Model
from ruleengine.schema.procedures import Procedure
from ruleengine.schema.ruleset import (
    Action,
    ConditionPart,
    Ending,
    Phase,
    Reaction,
    Ruleset,
    Silence,
)
from ruleengine.schema.sheets import ReadySheet
from ruleengine.schema.tables import Table, TableRow
from ruleengine.schema.views import Hide

Union_ = (Union, types.UnionType)

SECTIONS: tuple[tuple[str, str, tuple[type[Model], ...]], ...] = (
    ("The file", "The keys at the top of a ruleset.", (Ruleset,)),
    ("Board and zones", "Where things can be.", (board.Board, board.Zone, board.ZonePart)),
    (
        "Who and what",
        "Sides, kinds, dice, counters and marks.",
        (pieces.Side, pieces.Kind, pieces.Die, pieces.Counter, pieces.Marker),
    ),
    ("Phases", "How a game goes on.", (Phase,)),
    ("Actions", "What a player can do.", (Action,)),
    ("Filters", "Which pieces or cells are meant.", (selectors.PieceFilter, selectors.CellFilter)),
    ("Reactions", "What follows an event.", (Reaction,)),
    ("Endings", "When the game is over.", (Ending,)),
    ("Conditions", "Named conditions.", (ConditionPart,)),
    ("Tables", "Functions of your own.", (Table, TableRow)),
    ("Views", "What some sides may not know.", (Hide,)),
    ("Procedures", "Lists of steps with a name.", (Procedure,)),
    ("Ready sheets", "Moves that a seat can hand in together.", (ReadySheet,)),
    ("Silenced warnings", "Warnings the author has looked at.", (Silence,)),
)
UNIONS: tuple[tuple[str, str, object], ...] = (
    ("Shapes", "Ways to say which cells a zone has; one key each.", board.Shape),
    ("Setup", "Ways to put pieces on the board; one key each.", pieces.SetupItem),
    ("Operands", "What a player names, and what may be named; one key each.", reach.Operand),
    ("Validators", "Rules that refuse a move; one key each.", validators.Validator),
    ("Steps", "Effects and flow; one key each.", steps.Step),
)
FLAGS = (ChoiceFlag, BooleanFlag, NumberFlag, MapFlag, TableFlag, ListFlag)


def render_reference() -> str:
    """Return the page, in Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The ruleset language"
    yield ""
    yield "This page is generated: `python -m ruleengine.schema.reference` prints it."
    yield ""
    yield "A ruleset is a YAML file. Scalars follow YAML 1.2: only `true` and `false` are truth"
    yield "values. Cells are written as a column letter and a row number, row 1 at the bottom."
    yield ""
    for title, about, models in SECTIONS:
        yield from (f"## {title}", "", about, "")
        for model in models:
            yield from _model(model, headed=len(models) > 1)
    for title, about, union in UNIONS:
        yield from (f"## {title}", "", about, "")
        for model in members(union):
            yield from _model(model, headed=True)
    yield from ("## Flags", "", "What a rulebook leaves open; in the section `flags`.", "")
    for model in FLAGS:
        yield from _model(model, headed=True)
    yield from _flag_use()
    yield from _expressions()


def _flag_use() -> Iterator[str]:
    yield "### Using flags"
    yield ""
    yield "- `only: {flag: choice}` on an item of a list, or on a named entry, keeps it only under"
    yield "  that choice. Several choices go in a list; several flags have to hold together; a list"
    yield "  of such mappings means that one of them has to hold."
    yield "- `{pick: flag, one_choice: value, another: value}` stands for one value;"
    yield "  `otherwise` covers the choices that are not named."
    yield "- `{value_of: flag}` stands for the whole value of a map, table or list flag."
    yield "- Number and boolean flags, and numbers of a map flag (`arena.size`), are constants in"
    yield "  expressions."
    yield ""


def _expressions() -> Iterator[str]:
    yield "## Expressions"
    yield ""
    yield "Numbers, `true`, `false`, `nothing`, names, `and`, `or`, `not`, `== != < <= > >=`,"
    yield "`in` and `not in` (a zone or a list), `+ - * / %` (`/` rounds down), attributes with a"
    yield "dot, and these functions:"
    yield ""
    yield "| Function | What it gives | Example |"
    yield "|---|---|---|"
    for function in FUNCTIONS.values():
        yield f"| `{function.signature}` | {function.doc} | `{function.example}` |"
    yield ""
    names = ", ".join(f"`{symbol.name}` ({symbol.type})" for symbol in BUILTINS)
    yield f"Names that every ruleset has: {names}."
    yield "`nobody` is the owner of pieces that belong to no side; such an owner reads `nothing`."
    yield "`repetitions` is how often the position with which the turn began has stood at the"
    yield "beginning of a turn, that time included. Positions are the same when they have the same"
    yield "pieces in the same places, with the same values of marks and of counters that never"
    yield "reset, the same owners of zones, the same phase and the same side on turn. Endings that"
    yield "ask for it are also looked at when a turn begins."
    yield ""
    yield (
        "Attributes: "
        + "; ".join(
            f"of a {of}: " + ", ".join(f"`{name}`" for name in members)
            for of, members in ATTRIBUTES.items()
        )
        + ". A kind has the attributes it declares, a piece also those of its kind; a piece, side "
        "or seat has the counters and marks kept for each."
    )


def _model(model: type[Model], *, headed: bool) -> Iterator[str]:
    if headed:
        yield from (f"### {_key_of(model)}", "")
    model.model_rebuild()  # a step holds steps, which are known only once all are declared
    yield from (cleandoc(model.__doc__ or ""), "", "| Key | Value | |", "|---|---|---|")
    for name, field in model.model_fields.items():
        key = field.alias or name
        needed = " (needed)" if field.is_required() else ""
        value = _words(field.annotation, field.metadata)
        yield f"| `{key}` | {value}{needed} | {field.description or ''} |"
    yield ""


def _key_of(model: type[Model]) -> str:
    """Return the heading of a model: its own key where it has one, else its name in words."""
    owned = {m for _, _, union in UNIONS for m in members(union)}
    if model in owned:
        return f"`{own_key(model)}`"
    return "".join(f" {c.lower()}" if c.isupper() else c for c in model.__name__).strip()


def members(union: object) -> tuple[type[Model], ...]:
    """Return the models of a union, in order."""
    return get_args(get_args(union)[0])


def _words(annotation: object, metadata: Iterable[object] = ()) -> str:
    """Return what may stand somewhere, in words."""
    for mark in metadata:
        if isinstance(mark, Expects):
            return mark.what
        if isinstance(mark, OneOfKeys):
            return f"{mark.noun}"
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _words(args[0], args[1:])
    if origin is Literal:
        return " or ".join(f"`{str(arg).lower()}`" for arg in args)
    if origin in Union_:
        return " or ".join(dict.fromkeys(_words(a) for a in args if a is not type(None)))
    if origin in (list, tuple):
        return f"list of {_words(args[0])}"
    if origin is dict:
        return f"mapping to {_words(args[1])}"
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return _inline(annotation)
    plain = {str: "text", int: "whole number", bool: "`true` or `false`"}
    return plain.get(annotation, "value")  # type: ignore[call-overload, no-any-return]


def _inline(model: type[Model]) -> str:
    """Return a model that has no section of its own by its keys, one that has by its name."""
    sections = {m for _, _, models in SECTIONS for m in models}
    if model in sections:
        return _key_of(model)
    parts = [
        f"`{field.alias or name}`: {_words(field.annotation, field.metadata)}"
        for name, field in model.model_fields.items()
    ]
    return "{" + "; ".join(parts) + "}"


if __name__ == "__main__":
    sys.stdout.write(render_reference())
