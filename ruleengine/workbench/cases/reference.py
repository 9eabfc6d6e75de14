"""The reference of case files as a page, made from the models that read them.

`python -m ruleengine.workbench.cases.reference > docs/reference/case-files.md` writes the page.
Its examples are files beside this module; the page shows them whole, and tests run them.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator, Mapping
from inspect import cleandoc
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin

from ruleengine.schema.model import Model
from ruleengine.workbench.cases import expectation_model as expected
from ruleengine.workbench.cases import model as cases

EXAMPLES: Final = Path(__file__).parent / "examples"
"""Two small rulesets, and under `cases` the files that the page shows."""


class Section(NamedTuple):
    """A part of the page: what it is about, the models whose keys it lists, and its example."""

    title: str
    about: str
    models: tuple[type[Model], ...]
    example: str | None = None


SECTIONS: Final = (
    Section("The file", "The keys at the top.", (cases.ScenarioFile,), "file"),
    Section(
        "A case",
        "A case begins with a drawn board, with pieces by name, or with `start: true`.\n"
        "What it does not say it takes from `defaults`.\n"
        "What is given by names is put together from both, each name as the case has it: `flags`, "
        "`off_board`, `cells`, `counters`, `marks`, `zone_owners` and `commanders`.\n"
        "Of a counter or mark that has a value for each side, seat, piece or cell, each of those "
        "is as the case has it.\n"
        "What a case has as `null` is taken out of what `defaults` say: a place, a counter, or the "
        "value of one piece, as in `counters: {rests: {a1: null}}`, where `[]` does the same.\n"
        "Of the others these go together: `board` or `pieces` of a case stand in for both of "
        "`defaults`, `opening` for the whole opening, `after` for all that was played.\n"
        "A case that begins with `start: true` takes the flags and the opening, and nothing that "
        "describes a position.\n"
        "`after` of `defaults` is for cases that begin as `defaults` do, with `start: true` or "
        "without.\n\n"
        "What is given stands at the beginning of a phase, a round or a turn.\n"
        "`after` leads from there into the middle of one: dice that are thrown, moves that are "
        "made, a choice that is open, a capture that has to go on, a sheet that is handed in.\n"
        "So what has been thrown, and how many moves are left, is never said, and always fits "
        "the rules.",
        (cases.CaseSpec,),
        "situation",
    ),
    Section(
        "Steps",
        "A step has one key.\nA move is written as a player writes it, or as a mapping with the "
        "action and a value for each operand.",
        (
            cases.ChanceStep,
            cases.RollStep,
            cases.PlayStep,
            cases.SubmitStep,
            cases.RefusedStep,
            cases.ExpectStep,
            cases.SeatMoves,
            cases.Sheet,
        ),
        "steps",
    ),
    Section(
        "Refusals",
        "Under `refused`. `clause`, `rule` and `says` are about the reason that has the `code`.\n"
        "[Names of a rule](language/actions.md#names-of-a-rule) tells its `id` and `code` from "
        "these.",
        (cases.Refusal,),
        "refused",
    ),
    Section(
        "Expectations",
        "Under `expect`. What is not named may be anything.\n"
        "[Events](events.md) lists what can stand under `events`.",
        (expected.Expectation, expected.Among, expected.AmongMoves, expected.AmongOutcomes),
        "expect",
    ),
    Section(
        "Outcomes",
        "Under `outcome`. Of `winner`, `winners`, `draw` and `void` one at most may be there: who\n"
        "has won is not looked at in a case that leaves them all out. What is not named may be\n"
        "anything.",
        (expected.OutcomeExpectation,),
        "outcome",
    ),
    Section(
        "Views",
        "Under `view`: what one seat sees, or a list of such. What is not named may be anything.",
        (expected.ViewExpectation,),
        "view",
    ),
)
TITLES: Final[Mapping[type[Model], str]] = {
    cases.ChanceStep: "`chance`",
    cases.RollStep: "`roll`",
    cases.PlayStep: "`play`",
    cases.SubmitStep: "`submit`",
    cases.RefusedStep: "`refused`",
    cases.ExpectStep: "`expect`",
    cases.SeatMoves: "What a seat plays",
    cases.Sheet: "A sheet",
    expected.Expectation: "What is compared",
    expected.Among: "A part of several events",
    expected.AmongMoves: "A part of the legal moves",
    expected.AmongOutcomes: "Some ways in which chance can fall",
}
_NAMED: Final[Mapping[type[Model], str]] = {
    cases.Situation: "the keys of [a case](#a-case) but `id`, `clauses` and `steps`",
    cases.CaseSpec: "[a case](#a-case)",
    cases.SeatMoves: "[what a seat plays](#what-a-seat-plays)",
    cases.Sheet: "[a sheet](#a-sheet)",
    cases.Refusal: "[a refusal](#refusals)",
    expected.Expectation: "[expectations](#expectations)",
    expected.Among: "[a part of them](#a-part-of-several-events)",
    expected.AmongMoves: "[a part of them](#a-part-of-the-legal-moves)",
    expected.AmongOutcomes: "[some of them](#some-ways-in-which-chance-can-fall)",
    expected.OutcomeExpectation: "[an outcome](#outcomes)",
    expected.ViewExpectation: "[a view](#views)",
}
_PLAIN: Final[Mapping[object, str]] = {
    str: "text",
    int: "whole number",
    bool: "`true` or `false`",
    object: "value",
}


def render_reference() -> str:
    """Return the page, in Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Case files"
    yield ""
    yield "This page is generated: `python -m ruleengine.workbench.cases.reference` prints it."
    yield "[Test a ruleset](../how-to/test-a-ruleset.md) shows how cases are written and run."
    yield ""
    yield "A board is drawn as `ruleengine show` draws it, with or without spaces and coordinates:"
    yield "one letter for each piece, a dot or the symbol of a zone for an empty cell."
    yield "With spaces between cells, `3o` are three pieces, and `o2` is one with a counter at 2."
    yield "A letter alone has what the counter starts with."
    yield (
        "Where a digit is the letter of a kind, numbers have a sign of their own: `2*o` are two "
        "pieces, `o:2` is one with a counter at 2, and `o2` are an `o` and a `2`."
    )
    yield "Under `expect`, a board without a number compares letters, one with numbers all of it."
    yield (
        "There, too, a dot or the symbol of any zone is an empty cell; "
        "the cells that differ are listed."
    )
    yield "Where pieces have names, a drawn piece is the first of its side and kind that is left."
    yield (
        "One that `pieces` names for the same cell is of the side and the kind that are drawn, if "
        "pieces of the game can change them."
    )
    yield "A path under `ruleset` starts from the file of the cases."
    yield (
        "A plain name is looked for beside it, in the directory above it, from the current "
        "directory, and among what ships with the package."
    )
    yield ""
    for section in SECTIONS:
        yield from (f"## {section.title}", "", section.about, "")
        for model in section.models:
            yield from _model(model, headed=len(section.models) > 1)
        if section.example is not None:
            yield from _shown(f"tests/{section.example}.yaml")
    yield from _rulesets()


def _rulesets() -> Iterator[str]:
    yield from ("## The rulesets of the examples", "")
    yield "The examples are about these games."
    yield ""
    for name in ("meadow.yaml", "ambush.yaml", "harvest.yaml"):
        yield from _shown(name)
    yield "All of them pass:"
    yield ""
    yield from ("```console", "$ ruleengine test tests", "```")


def _shown(name: str) -> Iterator[str]:
    text = (EXAMPLES / name).read_text(encoding="utf-8").rstrip()
    yield from ("```yaml", f"# file: {name}", text, "```", "")


def _model(model: type[Model], *, headed: bool) -> Iterator[str]:
    if headed:
        yield from (f"### {TITLES[model]}", "", cleandoc(model.__doc__ or ""), "")
    yield from ("| Key | Value | |", "|---|---|---|")
    first = model.model_fields.keys() - cases.Situation.model_fields.keys()
    order = sorted(model.model_fields, key=lambda name: name not in first)
    for name in order:
        field = model.model_fields[name]
        needed = " (needed)" if field.is_required() else ""
        # Pydantic takes the outer marks off an annotation; the union of `play` is among them.
        words = _words(field.annotation)
        yield f"| `{field.alias or name}` | {words}{needed} | {field.description or ''} |"
    yield ""


def _words(annotation: Any) -> str:  # noqa: ANN401 - whatever an annotation is
    """Return what may stand somewhere, in words."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _words(args[0])
    if origin is Literal:
        return " or ".join(f"`{str(arg).lower()}`" for arg in args)
    if origin in (Union, types.UnionType):
        members = [member for member in args if member is not type(None)]
        if all(_step(member) for member in members):
            return "[step](#steps)"
        return " or ".join(dict.fromkeys(map(_words, members)))
    if origin is list:
        return f"list of {_words(args[0])}"
    if origin is dict:
        return f"mapping to {_words(args[1])}"
    return _NAMED.get(annotation) or _PLAIN[annotation]


def _step(annotation: object) -> bool:
    return isinstance(annotation, type) and annotation.__name__.endswith("Step")


if __name__ == "__main__":
    sys.stdout.write(render_reference())
