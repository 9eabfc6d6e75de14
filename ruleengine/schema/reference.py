"""The reference of the ruleset language, made from the models that load rulesets.

`python -m ruleengine.schema.reference docs/reference` writes its pages: what each key means comes
from the models, and the examples are those of `schema/examples`, which tests load and play.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import cleandoc
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple, Union, get_args, get_origin

from ruleengine.schema import board, pieces, selectors
from ruleengine.schema.conditions import ConditionPart, NamedCondition
from ruleengine.schema.examples import examples, host
from ruleengine.schema.expression import Expects
from ruleengine.schema.fields import OneOfKeys, own_key
from ruleengine.schema.flags import (
    Question,
    Range,
    Terms,
)
from ruleengine.schema.model import Model
from ruleengine.schema.procedures import Procedure
from ruleengine.schema.reference_expressions import expression_lines
from ruleengine.schema.reference_parts import (
    FLAGS,
    OPERANDS,
    REFUSALS,
    SEE_ALSO,
    SETUP,
    SHAPES,
    STEP_GROUPS,
    STEPS,
    TITLES,
    VALIDATORS,
    Components,
    names_of_rules,
)
from ruleengine.schema.refusals import Refusal
from ruleengine.schema.ruleset import (
    Action,
    Ending,
    NoRule,
    Note,
    Phase,
    Reaction,
    Ruleset,
    Silence,
    Use,
)
from ruleengine.schema.sentence import ReadsSentence
from ruleengine.schema.sheets import ReadySheet, SheetPut
from ruleengine.schema.tables import Table, TableRow
from ruleengine.schema.views import Hide

Union_ = (Union, types.UnionType)


class Page(NamedTuple):
    """One page of the reference."""

    name: str
    title: str
    about: str
    parts: tuple[type[Model] | Components | Callable[[], Iterator[str]], ...]


def _common_flags() -> Iterator[str]:
    yield from ("## What every flag says", "")
    yield from ("Flags stand under `flags`, by name.", "")
    yield from _table(_rows(Question))


def _flag_uses() -> Iterator[str]:
    yield from ("## Using flags", "", "These are settled before anything else is read.", "")
    words = {
        "only": "`only: {flag: choice}` on an item of a list, or on a named entry, keeps it only "
        "under that choice. Several choices go in a list; several flags have to hold together; a "
        "list of such mappings means that one of them has to hold. On a side it takes the letters "
        "of that side and its place in `turns` along, and an action is no longer among those of "
        "`act` and `submit`. What else names it, such as `can(cap)`, needs an `only` or a `pick` "
        "of its own.",
        "pick": "`{pick: flag, one_choice: value, another: value}` stands for one value; "
        "`otherwise` covers the choices that are not named. Under `only`, choices that it leaves "
        "out need no branch.",
        "value_of": "`{value_of: flag}` stands for the whole value of a map, table or list flag.",
    }
    for word, about in words.items():
        yield from (f"### `{word}`", "", about, "", *_example("flags", word))
    yield "Number and boolean flags, and numbers of a map or table flag (`arena.rows`), are"
    yield "constants in expressions."
    yield ""


def _variants() -> Iterator[str]:
    yield from ("## Variants", "")
    yield "A file with `extends` says only what is different from its parents: mappings are merged,"
    yield "everything else is replaced, and `null` takes an entry away. A list is replaced as a"
    yield "whole, or edited: `append` and `prepend` add items, `insert` puts them beside another,"
    yield "`remove` takes items away by their `id`, `replace` puts others in their place, `change`"
    yield "lays keys over one of them, and `whole` says that the list below it is all there is."
    yield "[Variants](../variants.md) has all of it, and says"
    yield "[which files](../variants.md#where-extends-may-reach) can be extended."
    yield ""
    yield from _example("flags", "extends")
    yield from ("`readings` chooses values for flags of a parent:", "")
    yield from _example("flags", "readings")


PAGES: Final = (
    Page(
        "board",
        "Board and zones",
        "Where things can be.",
        (board.Board, board.Zone, board.ZonePart, SHAPES),
    ),
    Page(
        "pieces",
        "Sides, pieces and what is kept",
        "Who and what takes part: sides, kinds, dice, counters and marks, and the setup.",
        (pieces.Side, pieces.Kind, pieces.Die, pieces.Counter, pieces.Marker, SETUP),
    ),
    Page(
        "flow",
        "Phases, reactions and endings",
        "How a game goes on, and when it is over.",
        (Phase, Reaction, Ending, NamedCondition, ConditionPart, Table, TableRow, Procedure),
    ),
    Page(
        "actions",
        "Actions",
        "What a player can do: operands to name, validators to pass, effects that happen.",
        (
            Action,
            Use,
            OPERANDS,
            Refusal,
            VALIDATORS,
            names_of_rules,
            selectors.PieceFilter,
            selectors.CellFilter,
        ),
    ),
    Page(
        "steps",
        "Steps",
        "Effects of actions and the flow of turns are written with the same vocabulary. A list of "
        "steps runs from top to bottom.",
        (STEPS,),
    ),
    Page(
        "views",
        "Secrets, sheets and warnings",
        "What some sides may not know, moves that are handed in together, and what `validate` is "
        "not to say.",
        (Hide, ReadySheet, SheetPut, Silence, Note, NoRule),
    ),
    Page(
        "flags",
        "Flags and variants",
        "What a rulebook leaves open, and how other files build on a ruleset.",
        (_common_flags, *FLAGS, Range, Terms, _flag_uses, _variants),
    ),
    Page(
        "expressions",
        "Expressions",
        "Conditions and values, as short texts. Python never evaluates them.",
        (expression_lines,),
    ),
)

_NOTE: Final = (
    "This page is generated: `python -m ruleengine.schema.reference docs/reference` writes it."
)


def render_pages() -> dict[str, str]:
    """Return the pages in Markdown, by their path under `docs/reference`."""
    written = {"language.md": "\n".join(_index()) + "\n"}
    for page in PAGES:
        written[f"language/{page.name}.md"] = "\n".join(_page(page)).rstrip() + "\n"
    return written


def _index() -> Iterator[str]:
    yield from ("# The ruleset language", "", _NOTE, "")
    yield "A ruleset is a YAML file. Scalars follow YAML 1.2: only `true` and `false` are truth"
    yield "values. Cells are written as a column letter and a row number, row 1 at the bottom; in"
    yield "`rows` and `columns` of shapes they are counted from 0 at the top left."
    yield ""
    for page in PAGES:
        yield f"- [{page.title}](language/{page.name}.md): {page.about}"
        for title in _titles(page):
            yield f"  - [{title}](language/{page.name}.md#{_anchor(title)})"
    yield from ("", "## Keys of a file", "", "| Key | Value | |", "|---|---|---|")
    yield from _rows(Ruleset, prefix="language/")
    yield "| `flags` | mapping to [flag](language/flags.md) | Questions that are left open. |"
    yield "| `extends` | text or list of text | The files that this one builds on. |"
    yield "| `readings` | mapping to a value | Values of flags that a parent declares. |"
    yield ""
    yield "`clauses`, on nearly everything, lists the sentences of the rulebook that a rule comes"
    yield "from; messages, traces and rulebooks name them. `id` is a name by which a variant can"
    yield "replace or remove an item of a list; a rule has"
    yield "[other names too](language/actions.md#names-of-a-rule). `title` is what players read."
    yield from ("", "## An example", "")
    yield "A whole ruleset. The examples on the other pages are pieces of files that extend it;"
    yield "the tests load and play every one of them."
    yield from ("", "```yaml", host().rstrip(), "```")


def _titles(page: Page) -> Iterator[str]:
    for part in page.parts:
        if isinstance(part, Components):
            yield part.title
        elif isinstance(part, type):
            yield TITLES[part].title


def _page(page: Page) -> Iterator[str]:
    yield from (f"# {page.title}", "", _NOTE, "", page.about)
    yield from ("Part of [the ruleset language](../language.md).", "")
    for part in page.parts:
        if isinstance(part, Components):
            yield f"- [{part.title}](#{_anchor(part.title)})"
            for group, keys in _groups(part):
                links = ", ".join(f"[`{key}`](#{key})" for key in keys)
                yield f"  - {group}: {links}" if group else f"  - {links}"
        elif isinstance(part, type):
            title = TITLES[part].title
            yield f"- [{title}](#{_anchor(title)})"
    yield ""
    for part in page.parts:
        if isinstance(part, Components):
            yield from _components(part)
        elif isinstance(part, type):
            yield from _section(part)
        else:
            yield from part()


def _groups(part: Components) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the keys of components, by what they are about."""
    if part is STEPS:
        yield from STEP_GROUPS.items()
    else:
        yield "", tuple(own_key(model) for model in members(part.union))


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-").replace("`", "").replace(",", "")


def _section(model: type[Model]) -> Iterator[str]:
    titled = TITLES[model]
    model.model_rebuild()
    yield from (f"## {titled.title}", "", f"{titled.where[:1].upper()}{titled.where[1:]}.")
    yield from ("", cleandoc(model.__doc__ or ""), *_see_also(titled.title), "")
    left_out = Question if issubclass(model, Question) else None
    yield from _table(_rows(model, left_out=left_out))
    file = "flags" if issubclass(model, Question) else "sections"
    for name in examples(file):
        # A part of which much can be said has several: `Board`, `Board_lines`.
        if name.partition("_")[0] == model.__name__:
            yield from _example(file, name)


def _see_also(title: str) -> tuple[str, ...]:
    return (SEE_ALSO[title],) if title in SEE_ALSO else ()


def _components(part: Components) -> Iterator[str]:
    yield from (f"## {part.title}", "", part.about, *_see_also(part.title))
    if any(isinstance(m.model_fields[_field(m)].annotation, type) for m in members(part.union)):
        yield "`key.inner` in a table is the key `inner` of the mapping under `key`."
    yield ""
    if part.common is not None:
        noun = part.title.lower()
        yield from (f"Keys that all {noun} may have beside their own:", "")
        yield from _table(_rows(part.common))
        yield from _example("common", noun)
    for model in members(part.union):
        yield from _component(part, model)


def _component(part: Components, model: type[Model]) -> Iterator[str]:
    model.model_rebuild()
    key = own_key(model)
    yield from (f"### `{key}`", "", about(model), "")
    yield from _table(_component_rows(part, model))
    yield from _refusals(part, key)
    yield from _example(part.page, key)


def _refusals(part: Components, key: str) -> Iterator[str]:
    """Yield with which codes an operand or a validator refuses what does not fit it."""
    codes = REFUSALS[key] if part in (OPERANDS, VALIDATORS) else ()
    if codes:
        also = ", or as one of its ways does" if key == "any_of" else ""
        pages = ", ".join(f"[`{code}`](../errors/{code}.md)" for code in codes)
        yield from (f"Refuses with {pages}{also}.", "")


def about(model: type[Model]) -> str:
    """Return what a component is for: its own words, or those of its only field."""
    field = model.model_fields[_field(model)]
    inner = field.annotation
    if model.__doc__ and model.__doc__ not in {Model.__doc__, *_base_docs(model)}:
        return cleandoc(model.__doc__)
    if field.description:
        return field.description
    return cleandoc(inner.__doc__ or "") if isinstance(inner, type) else ""


def _base_docs(model: type[Model]) -> set[str | None]:
    return {base.__doc__ for base in model.__mro__[1:]}


def _field(model: type[Model]) -> str:
    """Return the name of the field that tells a component apart."""
    key = own_key(model)
    return key if key in model.model_fields else f"{key}_"


def _component_rows(part: Components, model: type[Model]) -> Iterator[str]:
    shared = part.common.model_fields if part.common is not None else {}
    own = _field(model)
    for name, field in model.model_fields.items():
        if name in shared:
            continue
        inner = field.annotation
        if name == own and isinstance(inner, type) and issubclass(inner, Model):
            yield from _rows(inner, under=f"{own_key(model)}.")
        else:
            key = own_key(model) if name == own else name
            yield _row(key, model, name, field.description or "")


def _table(rows: Iterable[str]) -> Iterator[str]:
    listed = list(rows)
    if listed:
        yield from ("| Key | Value | |", "|---|---|---|", *listed, "")


def _rows(
    model: type[Model], *, under: str = "", left_out: type[Model] | None = None, prefix: str = ""
) -> Iterator[str]:
    model.model_rebuild()
    for name, field in model.model_fields.items():
        if left_out is None or name not in left_out.model_fields:
            row = _row(f"{under}{field.alias or name}", model, name, field.description or "")
            yield row.replace("](", f"]({prefix}") if prefix else row


def _row(key: str, model: type[Model], name: str, description: str) -> str:
    field = model.model_fields[name]
    key = key.rstrip("_")
    if field.alias and not key.endswith(field.alias):
        key = field.alias
    needed = " (needed)" if field.is_required() else ""
    value = _words(field.annotation, field.metadata)
    return f"| `{key}` | {value}{needed} | {description} |"


def _example(file: str, key: str) -> Iterator[str]:
    yield from ("```yaml", examples(file)[key].rstrip(), "```", "")


def members(union: object) -> tuple[type[Model], ...]:
    """Return the models of a union, in order."""
    found: tuple[type[Model], ...] = get_args(get_args(union)[0])
    return found


_LINKS: Final[Mapping[str, str]] = {
    "shape": "board.md#shapes",
    "setup item": "pieces.md#setup",
    "operand": "actions.md#operands",
    "way to a cell": "actions.md#operands",
    "validator": "actions.md#validators",
    "step": "steps.md",
}


def _words(annotation: object, metadata: Iterable[object] = ()) -> str:
    """Return what may stand somewhere, in words."""
    for mark in metadata:
        if isinstance(mark, Expects | ReadsSentence):
            return mark.what
        if isinstance(mark, OneOfKeys):
            return f"[{mark.noun}]({_LINKS[mark.noun]})"
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
    """Return a model that has no section of its own by its keys, one that has by a link."""
    if model in TITLES:
        title = TITLES[model].title
        page = next(page.name for page in PAGES if model in page.parts)
        return f"[{title[:1].lower()}{title[1:]}]({page}.md#{_anchor(title)})"
    parts = [
        f"`{field.alias or name}`: {_words(field.annotation, field.metadata)}"
        for name, field in model.model_fields.items()
    ]
    return "{" + "; ".join(parts) + "}"


def write_pages(folder: Path) -> None:
    """Write the pages under a folder."""
    for path, text in render_pages().items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
