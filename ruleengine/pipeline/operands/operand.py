"""What a player names: the form that all operands share.

Each kind of operand is one class whose methods read the same definition: `options` lists,
`refuse` explains, `ways` finds the ways to one value. `operand_table` has all of them.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

from ruleengine.codes import Code
from ruleengine.errors import Reason, Span
from ruleengine.expressions.resolved import CellOf, Reference
from ruleengine.pipeline.expressions import bind, symbols_read
from ruleengine.pipeline.filters.twins import TwinOf, has_none
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import CellId, Env, State
from ruleengine.pipeline.wording.claim_words import condition_words
from ruleengine.pipeline.wording.filter_words import bind_unmet
from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.resolve.telling import Telling
from ruleengine.schema.expression import Expression
from ruleengine.schema.model import Model
from ruleengine.schema.reach import OperandModel
from ruleengine.schema.refusals import Refusal

Path: TypeAlias = tuple[CellId, ...]
"""The cells between the start of a way and its end."""
OperandValue: TypeAlias = "int | str | None"
"""A piece by slot, a cell, a kind or a number; a word; nothing when the operand is not named."""
Option: TypeAlias = tuple[OperandValue, tuple[Path, ...]]
"""A value and the ways to it; several routes may lead to one cell."""
Candidate: TypeAlias = tuple[str | None, CellId | None]
"""How a value is written, nothing if it is not, and the cell it means, if that is known."""
What: TypeAlias = Literal["piece", "cell", "kind", "number", "word"]

_ARTICLE: Final = re.compile(r"^(the|an?|its|their|your)\s+")
_QUESTION: Final = re.compile(r"^(how|what|when|where|whether|which|who|whom|whose|why)\b")
NO_PATH: tuple[Path, ...] = ((),)
_ABOUT_NOTHING: Final[frozenset[Code]] = frozenset(
    {"reach/off-board", "move/no-piece", "move/missing-value", "move/extra-value"}
)
"""What is said of a value that is not there; the sentence of an operand is about those that are."""
_NONE_OWN: Final = Refusal()


def is_question(called: str) -> bool:
    """Return whether an operand is called by a question, such as `how it captures`."""
    return _QUESTION.match(called) is not None


def not_taken(operand: Operand) -> str:
    """Return that an operand is not to be named, as a part of a sentence."""
    return f"no {operand.name}" if operand.title == operand.name else f"not {operand.title}"


def with_article(called: str) -> str:
    """Return what an operand is called as a part of a sentence.

    >>> with_article("piece in hand"), with_article("how it captures")
    ('the piece in hand', 'how it captures')
    """
    return called if is_question(called) else f"the {called}"


class Miss(NamedTuple):
    """By what a way misses a cell: a sentence that ends with what it would have to be."""

    code: Code
    lead: str
    wanted: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """The whole sentence."""
        return self.lead + " or ".join(self.wanted)


class Operand(Protocol):
    """What a player names."""

    name: str
    title: str
    """What players call it, as the ruleset has it."""
    called: str
    """The same without an article, and without a word for whose it is."""
    what: What
    reads: frozenset[str]
    """The operands before it that it speaks of."""
    asks: frozenset[str]
    """Those on which it depends whether it is named at all."""
    when_text: str | None
    """The condition under which it is named, if there is one and it has words."""
    words: tuple[str, ...]
    """What can be named, when that is a word."""
    is_optional: bool
    """Whether it may be that nothing is named."""
    named: Literal["always", "never", "if_several"]
    slides: bool
    """Whether a cell may be written as direction and length."""
    only_length: int | None
    """How far it is in every direction, if that is one number whatever the position."""
    as_direction: str | None
    """A cell as direction and length, for an example; nothing where no direction is for all."""
    may_be_beside: bool
    """Whether it can be a piece that lies off the board."""
    telling: Telling
    """By what a piece is told from others in the same place."""
    twin_of: TwinOf
    """The first piece of which a piece is the twin; it stands for both."""
    span: Span | None

    def said(self, code: Code) -> str | None:
        """Return the sentence of a refusal under a code, if the ruleset has one."""

    def cited(self, code: Code) -> tuple[str, ...]:
        """Return the clauses that a refusal under a code cites."""

    def refused(self, code: Code, message: str) -> Reason:
        """Return a refusal, with a message for where the ruleset has no sentence of its own."""

    def applies(self, state: State, env: Env) -> bool:
        """Return whether the operand is named at all."""

    def not_now(self, state: State, env: Env) -> str:
        """Return why the operand is not named now, as far as there are words that may be told."""

    def options(self, state: State, env: Env) -> Iterator[Option]:
        """Yield what may be named, in order, each value once."""

    def ways(self, state: State, env: Env, value: OperandValue) -> tuple[Path, ...]:
        """Return the ways to a value; none when it may not be named."""

    def refuse(self, state: State, env: Env, value: OperandValue) -> Sequence[Reason]:
        """Say why a value may not be named; nothing when it may."""

    def slide(self, state: State, env: Env, direction: str, length: int) -> CellId | None:
        """Return the cell so far away in a direction, if there is one; it need not be allowed."""

    def meant(self, state: State, env: Env, number: int) -> int:
        """Return the number that is meant by a written one; it need not be allowed."""

    def forget_ways(self) -> None:
        """Do without the ways to cells: no rule of the action is about them."""

    def candidates(self, cells: Mapping[str, CellId | None]) -> Sequence[Candidate]:
        """Return what geometry allows to be named, whatever stands on the board.

        `cells` are those of the operands named before, as far as they are known.
        """


class Choice(ABC):
    """What all operands have in common."""

    what: What = "cell"
    words: tuple[str, ...] = ()
    asks: frozenset[str] = frozenset()
    when_text: str | None = None
    is_optional = False
    slides = False
    only_length: int | None = None
    as_direction: str | None = None
    may_be_beside = False
    telling = Telling()
    twin_of: TwinOf = staticmethod(has_none)

    def __init__(
        self, name: str, operand: OperandModel, rules: Rules, span: Span | None = None
    ) -> None:
        self.name = name
        self.title = operand.title or name
        self.called = _ARTICLE.sub("", self.title)
        self._says = operand.says
        self.reads = names_read(operand, rules)
        self._rules = rules
        self.named = operand.named
        self._clauses = tuple(operand.clauses)
        self._refusals = {str(code): each for code, each in operand.refusals.items()}
        self.span = span or operand.span

    def said(self, code: Code) -> str | None:
        """Return the sentence of a refusal under a code, if the ruleset has one."""
        own = self._refusals.get(code, _NONE_OWN).says
        if own is not None:
            return own
        if self.named == "always":
            return None if code in _ABOUT_NOTHING else self._says
        return self._says if code == "move/none-fits" else None

    def cited(self, code: Code) -> tuple[str, ...]:
        """Return the clauses that a refusal under a code cites."""
        return tuple(self._refusals.get(code, _NONE_OWN).clauses) or self._clauses

    def refused(self, code: Code, message: str) -> Reason:
        """Return a refusal, with a message for where the ruleset has no sentence of its own."""
        return Reason(code, self.said(code) or message, self.cited(code), self.span)

    def applies(self, state: State, env: Env) -> bool:
        """Return true: only `Sometimes` may leave its operand out."""
        del state, env
        return True

    def not_now(self, state: State, env: Env) -> str:
        """Return nothing: only `Sometimes` may leave its operand out."""
        del state, env
        return ""

    def miss(self, state: State, env: Env, value: OperandValue) -> Miss | None:
        """Return by what a cell is missed, where other ways could be named in one breath."""
        del state, env, value
        return None

    @abstractmethod
    def options(self, state: State, env: Env) -> Iterator[Option]:
        """Yield what may be named, in order, each value once."""

    def ways(self, state: State, env: Env, value: OperandValue) -> tuple[Path, ...]:
        """Return the ways to a value; none when it may not be named."""
        return next((ways for option, ways in self.options(state, env) if option == value), ())

    @abstractmethod
    def refuse(self, state: State, env: Env, value: OperandValue) -> Sequence[Reason]:
        """Say why a value may not be named; nothing when it may."""

    def slide(self, state: State, env: Env, direction: str, length: int) -> CellId | None:
        """Return nothing: only lines have directions."""
        del state, env, direction, length
        return None

    def meant(self, state: State, env: Env, number: int) -> int:
        """Return the number as it is: only numbers have a largest."""
        del state, env
        return number

    def forget_ways(self) -> None:  # noqa: B027 - that is all there is to it for most
        """Do nothing: only routes are many."""

    def candidates(self, cells: Mapping[str, CellId | None]) -> Sequence[Candidate]:
        """Return every cell of the board; where geometry allows less, the operand says so."""
        del cells
        return self._written(self._rules.grid.cells)

    def _written(self, cells: Sequence[CellId]) -> list[Candidate]:
        return [(self._rules.grid.places[cell], cell) for cell in cells]

    def _reason(self, code: Code, message: str) -> tuple[Reason]:
        return (self.refused(code, message),)


class Sometimes:
    """An operand that is named only when a condition holds, and is nothing otherwise."""

    is_optional = True

    def __init__(self, operand: Operand, when: Expression, rules: Rules) -> None:
        self.name = operand.name
        self.title = operand.title
        self.called = operand.called
        self.what = operand.what
        self.words = operand.words
        self.named = operand.named
        self.slides = operand.slides
        self.only_length = operand.only_length
        self.as_direction = operand.as_direction
        self.may_be_beside = operand.may_be_beside
        self.telling = operand.telling
        self.twin_of = operand.twin_of
        self.asks = _locals([when], rules)
        self.reads = operand.reads | self.asks
        self.span = operand.span
        self._operand = operand
        self.when_text: str | None = condition_words(when, rules)
        self._when = bind(when, rules)
        self._unmet = bind_unmet(when, rules)

    def said(self, code: Code) -> str | None:
        """Return the sentence of a refusal under a code, if the ruleset has one."""
        return self._operand.said(code)

    def cited(self, code: Code) -> tuple[str, ...]:
        """Return the clauses that a refusal under a code cites."""
        return self._operand.cited(code)

    def refused(self, code: Code, message: str) -> Reason:
        """Return a refusal, with a message for where the ruleset has no sentence of its own."""
        return self._operand.refused(code, message)

    def applies(self, state: State, env: Env) -> bool:
        """Return whether the operand is named."""
        return bool(self._when(state, env))

    def not_now(self, state: State, env: Env) -> str:
        """Return when the operand is named, or else which part of the condition does not hold."""
        if self.when_text is not None:
            return f"only when {self.when_text}"
        unmet = self._unmet(state, env) if self.asks <= env.keys() else None
        return "" if unmet is None else f"for {unmet}"

    def options(self, state: State, env: Env) -> Iterator[Option]:
        """Yield the options of the operand, or nothing as the only one."""
        if self._when(state, env):
            yield from self._operand.options(state, env)
        else:
            yield None, NO_PATH

    def ways(self, state: State, env: Env, value: OperandValue) -> tuple[Path, ...]:
        """Return the ways to a value."""
        if not self._when(state, env):
            return NO_PATH if value is None else ()
        return () if value is None else self._operand.ways(state, env, value)

    def refuse(self, state: State, env: Env, value: OperandValue) -> Sequence[Reason]:
        """Say why a value may not be named."""
        return self._operand.refuse(state, env, value)

    def slide(self, state: State, env: Env, direction: str, length: int) -> CellId | None:
        """Return the cell so far away in a direction."""
        return self._operand.slide(state, env, direction, length)

    def meant(self, state: State, env: Env, number: int) -> int:
        """Return the number that is meant by a written one."""
        return self._operand.meant(state, env, number)

    def forget_ways(self) -> None:
        """Do without the ways to cells."""
        self._operand.forget_ways()

    def candidates(self, cells: Mapping[str, CellId | None]) -> Sequence[Candidate]:
        """Return what may be named, and that it may be left out."""
        return [*self._operand.candidates(cells), (None, None)]


def names_read(model: Model, rules: Rules) -> frozenset[str]:
    """Return the operands that the expressions of a model speak of."""
    return _locals(list(expressions_in(model)), rules)


def _locals(expressions: Sequence[Expression], rules: Rules) -> frozenset[str]:
    return frozenset(
        symbol.name
        for expression in expressions
        for symbol in symbols_read(expression, rules)
        if symbol.role == "local" and symbol.name != "it"
    )


def start_operand(start: Expression, rules: Rules) -> str | None:
    """Return the operand whose cell an expression gives, when it is simply named."""
    node = rules.resolved.checked[start].root
    if isinstance(node, CellOf):
        node = node.piece
    if isinstance(node, Reference) and node.symbol.role == "local":
        return node.symbol.name
    return None


def zone_title(text: str, rules: Rules) -> str:
    """Return what players call a zone that an expression names, or the expression."""
    zone_id = rules.grid.zone_id.get(text)
    return rules.grid.zones[zone_id].title if zone_id is not None else text
