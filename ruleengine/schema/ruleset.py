"""The whole ruleset, as it looks once flags are resolved."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from ruleengine.schema.board import Board, Zone
from ruleengine.schema.conditions import ConditionBody, ConditionPart, parts_of
from ruleengine.schema.expression import (
    Condition,
    NumberExpression,
    OwnerExpression,
    SideExpression,
)
from ruleengine.schema.fields import ClauseId, Name, OneOrMore, Truth
from ruleengine.schema.model import Model
from ruleengine.schema.pieces import UNOWNED, Counter, Die, Kind, Marker, SetupItem, Side
from ruleengine.schema.procedures import ProcedureBody, steps_of
from ruleengine.schema.reach import Operand
from ruleengine.schema.sentence import PlainSentence, Sentence
from ruleengine.schema.sheets import ReadySheet
from ruleengine.schema.step_lists import walk_steps
from ruleengine.schema.steps import Act, Step, Submit
from ruleengine.schema.tables import Table
from ruleengine.schema.validators import Validator
from ruleengine.schema.views import Hide

EventName = Literal[
    "moved",
    "captured",
    "removed",
    "sent",
    "placed",
    "given",
    "claimed",
    "became",
    "rolled",
]


_ON_BOARDS: Final = ("piece", "cell")
"""Of what boards show counters."""


class Use(Model):
    """A limited counter that an action uses up."""

    counter: Name = Field(description="The counter.")
    for_: OwnerExpression | None = Field(
        None,
        alias="for",
        description="Whose: a side, a seat, a piece or a cell, as the counter is kept; nobody's "
        "if it is nothing.",
    )
    by: NumberExpression | None = Field(
        None, description="How much of it one move takes, fixed before play; 1 if not said."
    )
    clauses: list[ClauseId] = Field(
        default=[],
        description="The clauses it comes from, which a refusal cites; those of the counter if "
        "there are none.",
    )
    says: PlainSentence | None = Field(
        None,
        description="The sentence a player reads when too little is left. It is told before those "
        "of the validators, except for what those with `before_way` say.",
    )


NamedUse: TypeAlias = Annotated[Name | Use, Field(union_mode="left_to_right")]


class Action(Model):
    """Something a player can do: operands to name, validators to pass, effects that happen."""

    title: str | None = Field(
        None,
        description="What players call it. A move may begin with it in place of the name, where "
        "it can mean nothing else. A title in one or two words for which that is so, or in the "
        "words of the name, stands in lists of moves, in the story, in refusals and in the "
        "rulebook; records and events have the name.",
    )
    operands: dict[Name, Operand] = Field(
        default={}, description="What the player names, in order."
    )
    uses: OneOrMore[NamedUse] = Field(
        default=[],
        description="Limited counters that the action uses up by one: by name, for the side or "
        "seat on turn, or with `for` whose they are and with `by` how much it takes. A move is "
        "refused if less than that is left, as `move/limit-reached`. Effects and rules under "
        "`afterwards` find it taken already, other rules do not.",
    )
    validators: list[Validator] = Field(default=[], description="What can refuse the action.")
    effects: list[Step] = Field(default=[], description="What happens, from top to bottom.")
    extra_values: Literal["refused", "ignored"] = Field(
        "refused",
        description="What becomes of a move that names more than the action takes: it is "
        "refused, or taken without what is too much.",
    )
    clauses: list[ClauseId] = Field(
        default=[],
        description="The clauses it comes from. A refusal by an operand or a rule that names none "
        "cites all of them.",
    )

    @property
    def used(self) -> list[Use]:
        """The counters used up, however they are written."""
        return [use if isinstance(use, Use) else Use(counter=use) for use in self.uses]


class Reaction(Model):
    """Steps that follow an event, once the action that caused it is done."""

    on: EventName = Field(description="The event.")
    by: list[Name] | None = Field(
        None, description="Only when one of these actions caused it; any action if not said."
    )
    when: Condition | None = Field(None, description="Only when this holds.")
    effects: list[Step] = Field(description="What happens, from top to bottom.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")


class Phase(Model):
    """A stretch of the game: steps that run once, turns that go round, or rounds.

    In a round no side is on turn: `mover` is the first side of the file, and `act` should say
    `who`; `validate` warns of steps that speak of the side on turn. Each round counts as a turn.

    When every side has twice been on turn without anything to decide or to throw, the game is
    a draw by the ending `deadlock`; fifty times where such turns change what lasts, or where an
    action, step, table or condition asks for `turn`, since a later turn may be another matter
    then. When the last phase is one of `steps` and they are done, it is a draw by the ending
    `last-phase`.
    """

    steps: list[Step] | None = Field(None, description="Steps that run once.")
    title: str | None = Field(
        None, description="What players call it; its name, as words, if not said."
    )
    opening: Truth = Field(
        False,
        description="Whether the phase only seats the players, so that an opening given "
        "from outside can stand in for it.",
    )
    turns: list[Name] | None = Field(
        None,
        description="The sides in the order of their turns, again and again; one that `only` "
        "leaves out has none. A side with several seats may stand there several times: its seats "
        "take its turns one after the other.",
    )
    turn: list[Step] | None = Field(None, description="What happens in each turn.")
    first: SideExpression | None = Field(
        None,
        description="The side whose turn comes first when the phase begins; the order goes on "
        "from there. The first of `turns` if not said.",
    )
    round: list[Step] | None = Field(
        None, description="What happens again and again, with no side on turn."
    )
    skip: Condition | None = Field(
        None, description="A side's turn is left out while this holds, `mover` being that side."
    )
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")

    @property
    def flow(self) -> list[Step]:
        """What runs in it: once, in each turn, or in each round."""
        return self.steps or self.turn or self.round or []

    @property
    def goes_round(self) -> bool:
        """Whether it has turns or rounds, and ends only when a step says so."""
        return self.turns is not None or self.round is not None


class Ending(Model):
    """How the game can end; the first in the list whose condition holds decides.

    Endings are looked at after every action with what follows it, when a turn is over, and where
    a step `check_endings` says so. `mover` is then the side that has acted, or whose turn is
    over: the next turn has not begun. Only an ending that asks for `repetitions` is looked at once
    more when a turn begins, and there `mover` is the side whose turn it is.
    """

    when: Condition = Field(description="The game ends when this holds.")
    each: Name | None = Field(
        None,
        description="A name for a side: `when` is asked for each side in the order of the file, "
        "and `winner` for the one that it holds for.",
    )
    several: Literal["draw", "first", "share"] | None = Field(
        None,
        description="With `each`: when it holds for several sides the game is drawn, the first "
        "of them counts, or each of them has its `winner`, and those win together. Each of them "
        "then has all that the win is worth. All sides together make a draw. Drawn if not said.",
    )
    during: list[Name] | None = Field(
        None, description="Only in these phases; in those with turns or rounds if not said."
    )
    at: Literal["once", "turn_end"] = Field(
        "once",
        description="At once: after every action, before anything reacts to it and again after "
        "that; or only when a turn has been played to its end.",
    )
    winner: SideExpression | None = Field(None, description="The side that wins.")
    worth: NumberExpression | None = Field(
        None,
        description="With `winner`: how many points the win counts, and the loss as many less; 1 "
        "if not said, or if it comes to less.",
    )
    draw: Literal[True] | None = Field(None, description="Nobody wins.")
    void: Literal[True] | None = Field(
        None, description="The game counts for nobody, as if it had not been played."
    )
    says: Sentence = Field(
        description="Why the game is over. An expression between braces is told as a value, a "
        "piece by its cell, as of the moment in which the game ends; the name under `each` is the "
        "first side that `when` holds for. Everybody reads it, so that it may tell a secret."
    )
    id: Name | None = Field(None, description="A name by which a variant can replace it.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")


class Note(Model):
    """A sentence that binds nobody: purpose, background, or what it asks of software."""

    note: str = Field(min_length=1, description="The sentence.")


class NoRule(Model):
    """A sentence that binds and needs no rule, since it says what does not happen.

    It holds as long as no rule does otherwise, which only a test case can show.
    """

    no_rule: str = Field(min_length=1, description="The sentence.")


# Left to right: a text would otherwise be tried as a note as well, and there are many.
ClauseText: TypeAlias = Annotated[str | Note | NoRule, Field(union_mode="left_to_right")]


def _sentence_in(said: Note | NoRule) -> str:
    return said.note if isinstance(said, Note) else said.no_rule


class Silence(Model):
    """A warning that the author has looked at and does not want to see again."""

    code: str = Field(description="The code of the warning.")
    about: str | None = Field(None, description="The name the warning speaks of; all if not said.")
    because: str = Field(min_length=1, description="Why it is no mistake.")


class Ruleset(Model):
    """A game."""

    schema_: Literal[1] = Field(alias="schema", description="The version of this language.")
    name: Name = Field(description="The name of the file, without its ending.")
    title: str = Field(description="What players call the game.")
    about: str | None = Field(None, description="What it is, in a few sentences.")
    clauses: dict[ClauseId, ClauseText] = Field(
        default={},
        description="The sentences of the rulebook, in the author's words. A plain sentence is "
        "binding: a rule or flag cites it, and a test case shows it. One under `note` is not. One "
        "under `no_rule` is, and no rule has to cite it.",
    )
    against: list[ClauseId] = Field(
        default=[],
        description="Clauses that this game goes against: a variant's, of what it extends. They "
        "can still be read, and rulebooks say that they do not hold.",
    )
    seats: list[Name] | None = Field(
        None, description="Who plays. Without it each side has one seat of the same name."
    )
    colors: list[Name] = Field(
        default=[], description="Colors that seats take; they mean nothing to the rules."
    )
    sides: dict[Name, Side] = Field(min_length=1, description="The parties of the game.")
    board: Board = Field(description="The grid.")
    zones: dict[Name, Zone] = Field(
        default={}, description="Named sets of cells, and places off the board."
    )
    kinds: dict[Name, Kind] = Field(
        description="The sorts of pieces; `{}` in a game that only counts, without any pieces."
    )
    dice: dict[Name, Die] = Field(default={}, description="The dice, by name.")
    counters: dict[Name, Counter] = Field(default={}, description="Numbers that the rules keep.")
    marks: dict[Name, Marker] = Field(
        default={},
        description="Cells, pieces, sides, seats, kinds and words that the rules remember.",
    )
    conditions: dict[Name, ConditionBody] = Field(
        default={},
        description="Named conditions for use in expressions; all their parts have to hold. One "
        "that players have a name for has a `title`, and its parts under `parts`.",
    )
    tables: dict[Name, Table] = Field(
        default={},
        description="Named functions for use in expressions, answered by the first row that fits.",
    )
    setup: list[SetupItem] = Field(
        default=[], description="The pieces that stand on the board at the start."
    )
    phases: dict[Name, Phase] = Field(
        min_length=1, description="The stretches of the game, in order."
    )
    actions: dict[Name, Action] = Field(
        default={},
        description="The sorts of moves that players have; none where they only answer choices.",
    )
    rules: dict[Name, list[Validator]] = Field(
        default={},
        description="Named lists of validators, for several actions: `rules: name` stands among "
        "the validators of each, and a variant changes them once.",
    )
    procedures: dict[Name, ProcedureBody] = Field(
        default={},
        description="Named lists of steps, for `run` and `after`; one that works on something it "
        "is given says what under `given`, and its steps under `steps`.",
    )
    reactions: dict[Name, Reaction] = Field(
        default={}, description="What follows when something has happened."
    )
    endings: list[Ending] = Field(
        default=[],
        description="How the game can end; the first that holds decides. Needed, unless a step "
        "`end` ends the game.",
    )
    views: list[Hide] = Field(
        default=[], description="What some sides may not know; everything else is public."
    )
    sheets: dict[Name, ReadySheet] = Field(
        default={}, description="Ready sets of moves for submissions."
    )
    silenced: list[Silence] = Field(
        default=[], description="Warnings that `validate` is not to give."
    )

    @property
    def condition_parts(self) -> dict[str, list[ConditionPart]]:
        """The parts of every condition."""
        return {name: parts_of(body) for name, body in self.conditions.items()}

    @property
    def procedure_steps(self) -> dict[str, list[Step]]:
        """The steps of every procedure."""
        return {name: steps_of(body) for name, body in self.procedures.items()}

    @property
    def step_lists(self) -> list[list[Step]]:
        """Every list of steps that no other list holds."""
        return [
            *(phase.flow for phase in self.phases.values()),
            *(action.effects for action in self.actions.values()),
            *(reaction.effects for reaction in self.reactions.values()),
            *self.procedure_steps.values(),
        ]

    @property
    def step_types(self) -> frozenset[type[Step]]:
        """What steps there are anywhere in the game."""
        return frozenset(type(step) for body in self.step_lists for step in walk_steps(body))

    @property
    def offered(self) -> frozenset[str]:
        """The actions that some step lets a side play; the rules only ask about the others."""
        found: set[str] = set()
        for step in (step for body in self.step_lists for step in walk_steps(body)):
            if isinstance(step, Act | Submit):
                found.update(step.act if isinstance(step, Act) else step.submit)
        return frozenset(found)

    @property
    def is_for_one_side(self) -> bool:
        """Whether one side plays against the game, so that what it does not win is lost."""
        return len(self.sides) == 1

    @property
    def has_neutral(self) -> bool:
        """Whether there can be pieces of nobody; their kind has a letter for them."""
        return any(UNOWNED in kind.letters for kind in self.kinds.values())

    @property
    def sentences(self) -> dict[str, str]:
        """The text of every clause, binding or not."""
        return {
            clause: said if isinstance(said, str) else _sentence_in(said)
            for clause, said in self.clauses.items()
        }

    def behind_letters(self, kept: Sequence[str]) -> tuple[str, ...]:
        """Return which of these counters boards draw behind letters: who say so, or the only one.

        The counters are those that pieces or cells have.
        """
        told = tuple(name for name in kept if self.counters[name].shown is True)
        alone = tuple(name for name in kept if self.counters[name].shown is None)
        return told or (alone if len(kept) == 1 else ())

    @property
    def drawn_counters(self) -> tuple[str, ...]:
        """The counters that boards draw behind letters, for whoever may know them all."""
        return self.behind_letters([n for n, c in self.counters.items() if c.per in _ON_BOARDS])

    def has_counter(self, kind: str | None, name: str) -> bool:
        """Return whether pieces of a kind have a counter; what is not known may have any."""
        return kind is None or self.counters[name].is_of(kind)

    def numbers_behind(self, kind: str | None) -> tuple[str, ...]:
        """Return the counters that boards draw behind a letter of a kind, or on an empty cell."""
        return tuple(name for name in self.drawn_counters if self.has_counter(kind, name))

    @property
    def digit_letters(self) -> dict[str, str]:
        """The digits that draw pieces, each with its kind: a number could be taken for them."""
        return {
            mark: name
            for name, kind in self.kinds.items()
            for mark in kind.letters.values()
            if mark.isdecimal()
        }

    @property
    def held_words(self) -> tuple[str, ...]:
        """The words that marks hold, each once; their order gives them their numbers."""
        return tuple(dict.fromkeys(word for mark in self.marks.values() for word in mark.words))

    @property
    def zone_symbols(self) -> dict[str, str]:
        """The symbols of zones and of their parts, each with the name of what it draws."""
        drawn = {name: zone.symbol for name, zone in self.zones.items()} | {
            f"{name}.{part}": each.symbol
            for name, zone in self.zones.items()
            for part, each in (zone.parts or {}).items()
        }
        return {symbol: name for name, symbol in drawn.items() if symbol is not None}
