"""Tables: named functions of a ruleset, answered by the first row that fits."""

from __future__ import annotations

import re
from typing import Final, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from ruleengine.expressions.problems import closest
from ruleengine.schema.expression import Condition, ValueExpression
from ruleengine.schema.fields import ClauseId, Name, Truth
from ruleengine.schema.model import Model, complaint
from ruleengine.schema.sentence import PlainSentence

ValueType: TypeAlias = Literal["number", "truth", "piece", "cell", "side", "seat", "kind", "zone"]
Given: TypeAlias = dict[Name, ValueType | list[Name]]
"""What a table or a procedure is called with, in order: a type, or words of your own."""


OWN_NAMES: Final = (
    "Each name has to be one that nothing else has: no action, table, procedure, condition, "
    "side, seat, zone, phase, color, die or flag, no counter or mark that is read by its name "
    "alone, and no word of the language. Only a kind may be called so too."
)
"""What is said wherever local names are declared."""


class TableRow(Model):
    """One row; what stands in it may speak of what the table is given and of global names."""

    when: Condition | None = Field(
        None, description="The row answers when this holds; the last row has none."
    )
    value: ValueExpression = Field(
        description="The answer: an expression of what the table gives, or one of its words. It "
        "may be `nothing`, unless the table gives truth."
    )
    says: PlainSentence | None = Field(
        None,
        description="The row in a sentence. Where a `require` fails because this row answered, "
        "it follows the sentence of that rule, as far as the mover may know; the clauses of the "
        "row are cited as well. So it is where the row sets a limit: a distance, a number of "
        "steps, a cost, or a number that is named; there the clauses of the row stand for those "
        "of the operand.",
    )
    id: Name | None = Field(None, description="A name by which a variant can replace the row.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")


class Table(Model):
    """A function for use in expressions, `combat(unit, foe) == wins`.

    The first row that fits answers. A table may be called with nothing: in its rows that name is
    nothing then, which equals only nothing and is neither less nor more than anything.
    """

    given: Given = Field(
        default={},
        description="The names of what it is called with, in order, each with a type (number, "
        "truth, piece, cell, side, seat, kind, zone) or a list of words. " + OWN_NAMES,
    )
    gives: ValueType | list[Name] = Field(
        description="What it answers with: a type, or a list of words of your own."
    )
    rows: list[TableRow] = Field(
        min_length=1, description="The rows, asked from top to bottom; the last one always fits."
    )
    title: str | None = Field(
        None,
        description="What it answers, as players say it, with the names of what it is called with "
        "between braces: `the path of {side}`. Of a table that gives truth it is a plain clause, "
        "which rulebooks say as it is or deny: `{here} and {there} are joined`, not `whether ...`. "
        "Rulebooks and refusals use it.",
    )
    denied: str | None = Field(
        None,
        description="With `gives: truth`: what is said when the answer is no, `{here} and {there} "
        "are apart`; needed only where the title with `it is not so that` before it would read "
        "badly.",
    )
    explained: Truth = Field(
        True,
        description="Whether rulebooks say its rows. With `false` its title and the sentences of "
        "its clauses are all that players read, and what is kept for it alone is not told.",
    )
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")

    @model_validator(mode="after")
    def _name_what_is_given(self) -> Self:
        check_holes(self.given, "table", title=self.title, denied=self.denied)
        check_explained(self.title, "table", is_explained=self.explained)
        if self.denied is not None and self.gives != "truth":
            message = "only what a table of truth answers can be denied"
            hint = "leave it out, or write `gives: truth`"
            raise complaint("schema/bad-value", message, hint=hint, key="denied")
        return self


def check_holes(given: Given, noun: str, **said: str | None) -> None:
    """Refuse words that speak of what a table or a procedure is not given."""
    for key, words in said.items():
        for hole in re.findall(r"\{([^{}]*)\}", words or ""):
            if hole not in given:
                known = ", ".join(f"`{{{name}}}`" for name in given) or "none"
                what = "title" if key == "title" else f"words under `{key}`"
                verb = "speaks" if key == "title" else "speak"
                message = f"the {what} {verb} of '{hole}', which the {noun} is not given"
                hint = f"what it is given can stand there: {known}"
                if closest(hole, given) is None:
                    hint += f"; {_giving(noun, hole)}"
                raise complaint("schema/bad-value", message, hint=hint, key=key)


def _giving(noun: str, hole: str) -> str:
    """Return how a title can speak of something else, such as a number that a flag decides."""
    call = f"run: {{...: {{value: {hole}}}}}" if noun == "procedure" else f"...({hole})"
    return (
        f"to speak of '{hole}', give it to the {noun} under a name of its own, as with "
        f"`given: {{value: number}}` and `{call}`, and write `{{value}}`"
    )


def check_explained(title: str | None, noun: str, *, is_explained: bool) -> None:
    """Refuse what rulebooks could say nothing of, neither how it goes nor what it comes to."""
    if not is_explained and title is None:
        message = f"a {noun} that is not explained needs a title"
        hint = "add `title: ...`, by which players understand it, or take `explained` out"
        raise complaint("schema/bad-value", message, hint=hint, key="explained", marks_key=True)
