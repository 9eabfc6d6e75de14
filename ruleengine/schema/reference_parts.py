"""What the reference of the language is made of: its components and sections, and their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, get_args

from ruleengine.schema import board, pieces, reach, selectors, steps, validators
from ruleengine.schema.conditions import ConditionPart, NamedCondition
from ruleengine.schema.flags import (
    BooleanFlag,
    ChoiceFlag,
    ListFlag,
    MapFlag,
    NumberFlag,
    Question,
    Range,
    TableFlag,
    Terms,
)
from ruleengine.schema.model import Model
from ruleengine.schema.procedures import Procedure
from ruleengine.schema.refusals import OF_OPERANDS, Refusal
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
from ruleengine.schema.sheets import ReadySheet, SheetPut
from ruleengine.schema.tables import Table, TableRow
from ruleengine.schema.views import Hide


class Components(NamedTuple):
    """A union of models that are told apart by their own key."""

    title: str
    about: str
    union: object
    page: str
    """The file of their examples."""
    common: type[Model] | None = None
    """The model of the keys that all of them may have."""


SHAPES = Components(
    "Shapes", "Ways to say which cells a zone has; one key each.", board.Shape, "shapes"
)
SETUP = Components(
    "Setup", "Ways to put pieces on the board; one key each.", pieces.SetupItem, "setup"
)
OPERANDS = Components(
    "Operands",
    "What a player names, and what may be named; one key each.",
    reach.Operand,
    "operands",
    reach.OperandModel,
)
VALIDATORS = Components(
    "Validators",
    "Rules that refuse a move; one key each.",
    validators.Validator,
    "validators",
    validators.Rule,
)
REFUSALS: Final[Mapping[str, Sequence[str]]] = {
    **OF_OPERANDS,
    "path_clear": ("move/path-blocked",),
    "path_avoids": ("move/path-crosses-zone",),
    "path_length": ("move/path-length",),
    "path_cost": ("move/path-cost",),
    "corners_clear": ("move/corner-blocked",),
    "inside": ("move/not-in-zone",),
    "outside": ("move/in-zone",),
    "holds": (
        "move/target-empty",
        "move/target-friend",
        "move/target-enemy",
        "move/target-neutral",
    ),
    "require": ("move/requirement",),
    "afterwards": ("move/aftermath",),
    "rules": (),
}
"""The codes of what each operand and validator refuses by itself."""
STEPS = Components("Steps", "Effects and flow; one key each.", steps.Step, "steps", steps.StepModel)
UNIONS: Final = (SHAPES, SETUP, OPERANDS, VALIDATORS, STEPS)
STEP_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "pieces and zones": (
        "move",
        "capture",
        "remove",
        "send",
        "place",
        "give",
        "claim",
        "become",
    ),
    "what is kept": ("add", "set", "mark", "let"),
    "chance and choice": ("roll", "choose", "act", "submit"),
    "conditions and loops": ("if", "for_each", "repeat"),
    "flow": ("run", "again", "end_turn", "stop", "check_endings", "enter", "end"),
    "players": ("tell", "seat", "color"),
}
"""The steps, by what they are about."""
FLAGS: Final[tuple[type[Model], ...]] = (
    ChoiceFlag,
    BooleanFlag,
    NumberFlag,
    MapFlag,
    TableFlag,
    ListFlag,
)
FLAG_USES: Final = ("only", "pick", "value_of", "extends", "readings")
"""Words that flags are used with, and files are put together with; each has an example."""


class Titled(NamedTuple):
    """What a model is called, when not by its own name."""

    title: str
    where: str


TITLES: Final[Mapping[type[Model], Titled]] = {
    board.Board: Titled("Board", "under `board`"),
    board.Zone: Titled("Zone", "under `zones`, by name"),
    board.ZonePart: Titled("Part of a zone", "under `parts` of a zone, by name"),
    pieces.Side: Titled("Side", "under `sides`, by name"),
    pieces.Kind: Titled("Kind", "under `kinds`, by name"),
    pieces.Die: Titled("Die", "under `dice`, by name"),
    pieces.Counter: Titled("Counter", "under `counters`, by name"),
    pieces.Marker: Titled("Mark", "under `marks`, by name"),
    Phase: Titled("Phase", "under `phases`, by name and in order"),
    Action: Titled("Action", "under `actions`, by name"),
    Use: Titled("Counter that is used up", "under `uses` of an action"),
    Refusal: Titled("Refusal", "under `refusals` of an operand, by its code"),
    selectors.PieceFilter: Titled("Filter of pieces", "under `piece`, `among` and `of`"),
    selectors.CellFilter: Titled("Filter of cells", "under `cell`, `among_cells` and `through`"),
    Reaction: Titled("Reaction", "under `reactions`, by name"),
    Ending: Titled("Ending", "in the list `endings`"),
    NamedCondition: Titled("Condition", "under `conditions`, by name"),
    ConditionPart: Titled(
        "Part of a condition", "in a list under `conditions`, by name, or under `parts` there"
    ),
    Table: Titled("Table", "under `tables`, by name"),
    TableRow: Titled("Row of a table", "in the list `rows` of a table"),
    Hide: Titled("Hidden thing", "in the list `views`"),
    Procedure: Titled("Procedure", "under `procedures`, by name"),
    ReadySheet: Titled("Ready sheet", "under `sheets`, by name"),
    SheetPut: Titled("Moves of a sheet", "an item of `put` of a sheet"),
    Silence: Titled("Silenced warning", "in the list `silenced`"),
    Note: Titled("Note", "under `clauses`, by number"),
    NoRule: Titled("Clause without a rule", "under `clauses`, by number"),
    ChoiceFlag: Titled("Choice", "a flag with named readings; the default `type`"),
    BooleanFlag: Titled("Boolean", "a flag of `type: boolean`"),
    NumberFlag: Titled("Number", "a flag of `type: number`"),
    MapFlag: Titled("Map", "a flag of `type: map`"),
    TableFlag: Titled("Table of numbers", "a flag of `type: table`"),
    ListFlag: Titled("List", "a flag of `type: list`"),
    Range: Titled("Field of a map", "under `fields` of a map flag, by name"),
    Terms: Titled("Terms", "what single values of a flag ask of other flags"),
}
"""Headings of the sections, and where in a file they stand."""
MODELS: Final[tuple[type[Model], ...]] = (
    Ruleset,
    *(model for model in TITLES if not issubclass(model, Question | Terms | Range)),
)
"""The models that have a section and an example of their own, flags apart."""


def models_under(model: type[Model]) -> tuple[type[Model], ...]:
    """Return a model and every model that its fields lead to."""
    found: dict[type[Model], None] = {}
    pending = [model]
    while pending:
        current = pending.pop()
        if current not in found:
            found[current] = None
            current.model_rebuild()  # a step holds steps, known only once all are declared
            for field in current.model_fields.values():
                pending += _inside(field.annotation)
    return tuple(found)


def _inside(annotation: object) -> list[type[Model]]:
    """Return the models that an annotation speaks of."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return [annotation]
    return [model for argument in get_args(annotation) for model in _inside(argument)]


SEE_ALSO: Final[Mapping[str, str]] = {
    "Reaction": "[Events](../events.md) says when each event happens and which names it brings.",
    "Operands": "What a filter leaves out cannot be named at all, what a validator refuses is "
    "refused in its\nown words: [which of them to "
    "write](../../how-to/say-what-is-meant.md#a-filter-or-a-validator).",
}
"""Where sections, by their titles, lead on to."""


def names_of_rules() -> Iterator[str]:
    """Yield the section about everything that a rule is called by."""
    yield from ("## Names of a rule", "")
    yield from ("A validator goes by up to three names, each for something else.", "")
    yield from ("| Name | Who gives it | Where it is used |", "|---|---|---|")
    yield (
        "| `id` | you, on any validator | `remove`, `replace`, `change` and `insert` in "
        "[variants](../variants.md#edits-of-a-list); `rule:`, where there is no `code` |"
    )
    yield (
        "| `code` | you, on `require` only | `rule:` of a "
        "[refusal in a case](../case-files.md#refusals), and `Reason.rule` in "
        "[Python](../api.md#reason); never in a variant |"
    )
    yield (
        "| code of the error | the engine, such as `move/requirement` or `move/target-enemy` | "
        "`code:` of a refusal in a case, `Reason.code` in Python, "
        "[its page among the errors](../errors.md) |"
    )
    yield ""
    yield "So `code` is your word for one rule in a ruleset, but the engine's word for a sort of"
    yield "reason in a case: a `require` is always refused as `move/requirement`. `rule:` in a case"
    yield "is the `code` of the rule if it has one, and its `id` if not; with both, the `id` does"
    yield "not fit there. Variants know the `id` alone: without it a rule can be neither removed"
    yield "nor replaced, whatever its `code`. Both may be the same word. Steps, endings, views,"
    yield "rows of tables and parts of conditions have only an `id`; that of an ending is also"
    yield "`ending:` under `outcome` in a case, and `Outcome.ending` in Python."
    yield ""
