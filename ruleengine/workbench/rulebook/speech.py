"""What things of a ruleset are called in sentences, and how expressions are said.

A `Speech` knows the names that are in force where it speaks: the operands of an action, what a
procedure is given, whether the reader is the one who moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import Any, Final

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema import reach
from ruleengine.schema.expression import Expression
from ruleengine.schema.wording import genitive
from ruleengine.workbench.rulebook.cell_words import cells_as_a_place
from ruleengine.workbench.rulebook.document import named
from ruleengine.workbench.rulebook.english import bare, joined, quoted, spaced

YOU: Final = "you"
IT: Final = "it"
MOVER: Final = "the side on turn"
ACTOR: Final = "the side that acts"
"""What a side is called that plays while none is on turn."""
MOVED: Final = "the side that moved"
"""What a side is called after it has acted, before the next turn begins."""
TURN_ENDED: Final = "the side whose turn ends"
"""What it is called where that may have been a turn without a move."""

_LOCALS: Final[Mapping[str, str]] = {
    "to": "the destination",
    "it": IT,
    "viewer": "the side that looks",
}
"""Local names that would not read well as nouns."""
_PRONOUNS: Final = frozenset(
    {"one", "other", "another", "us", "he", "she", "here", "there"}
    | {"what", "who", "which", "where"}
)
"""Local names that take no article."""
_NO_NOUN: Final = re.compile(
    r"(?:about|above|across|after|against|ahead|along|around|at|before|behind|below|beneath|beside"
    r"|between|beyond|by|far|for|from|in|inside|into|near|of|off|on|onto|opposite|outside|over|own"
    r"|past|round|through|towards?|under|upon|via|with|within|without|\w{3,}[^e]ed"
    r"|them|him|her|whom)$"
)
"""Local names that would run into the words around them: `shot at at`, `goes to the mirrored`.

Others are no subjects: `them throws the die`. All are told after what they are the name of, as in
`the cell *at*`.
"""
_PROPER: Final = frozenset(
    {"amber", "copper", "ember", "silver", "summer", "thunder", "umber", "water", "winter"}
)
"""Titles of sides that end as roles do, and are names."""
_PLURAL: Final = re.compile(
    r"(?:the|your|all) (?:\w+ )?\w+(?<![sui])s "
    r"(?:of|to|from|between|ahead|in|on|at|around|beside|behind|near|within|left|that)\b"
)
"""Several things of somebody's, as `the steps of Red to the flag`."""
_NAMED_BY: Final[Mapping[type, str]] = {
    reach.PieceOperand: "piece",
    reach.KindOperand: "kind",
    reach.NumberOperand: "number",
    reach.WordOperand: "word",
}
"""What is named by an operand; all others name cells."""
_CALLED: Final[Mapping[str, str]] = {"to": "destination"}
"""What something is called whose own name would not read as a noun."""
_DETERMINED: Final = re.compile(
    r"(?:whether|what|which|who|whom|whose|where|when|how|if"
    r"|its|his|her|their|your|our|my|this|that|each|every|any|all|no)\b"
)
"""How titles begin that take no article: questions, and what has another word in its place."""


@dataclass(frozen=True)
class Speech:
    """How things are called in one place of a rulebook."""

    rules: ResolvedRuleset
    nouns: Mapping[type, Callable[[Speech, Any], str]]
    clauses: Mapping[type, Callable[[Speech, Any, bool], str]]
    is_to_mover: bool = False
    """Whether the side on turn is addressed."""
    mover_words: str = MOVER
    """What the side on turn is called when it is not addressed."""
    opponent_words: str = ""
    """What its opponent is called then, where that has words of its own."""
    locals: Mapping[str, str] = field(default_factory=dict)
    """Words for local names."""
    operands: frozenset[str] = frozenset()
    """Local names that a move names, or leaves out where there is nothing to name."""
    beside: frozenset[str] = frozenset()
    """Local names of pieces that are known to lie in places off the board."""
    there: frozenset[str] = frozenset()
    """Local names that are known not to stand for nothing."""
    idle: frozenset[str] = frozenset()
    """Counters and marks that no rule asks about, so that what becomes of them is not told."""
    directions: frozenset[tuple[str, str]] = frozenset()
    """Counters and local names that hold directions, each after what it is the name of."""
    is_exact: bool = False
    """Whether numbers are compared or reckoned with, so that 8 is another number than 0."""
    in_line: frozenset[frozenset[str]] = frozenset()
    """Pairs of local names that lie in line, so that steps between them can be meant one way."""
    leapt_to: frozenset[str] = frozenset()
    """Local names of cells that are reached by leaps as well as along lines or routes."""
    unsaid: frozenset[tuple[str, str]] = frozenset()
    """Tables, each with something given to it that is told beside its title."""
    remarks: set[str] = field(default_factory=set)
    """What has been said that needs a remark somewhere, such as that rows have numbers."""

    def knowing(self, words: Mapping[str, str]) -> Speech:
        """Return a speech that has words for more local names."""
        return replace(self, locals={**self.locals, **words})

    def calling(self, *names: str) -> Speech:
        """Return a speech in which local names are called by what they were introduced as."""
        speech = self
        for name in names:
            label = speech.label(name)
            is_bare = name in _PRONOUNS or is_no_noun(name)
            speech = speech.knowing({name: label if is_bare else f"the {label}"})
        gone = frozenset(names)
        return replace(
            speech,
            operands=self.operands - gone,
            there=self.there - gone,
            beside=self.beside - gone,
        )

    def label(self, name: str) -> str:
        """Return what something is introduced as, told from all else that is called so here."""
        others = " ".join(words for other, words in self.locals.items() if other != name)
        plain = spaced(_CALLED.get(name, name))
        numbered = (named(f"{plain} {number}") for number in count(2))
        return next(label for label in chain([called(name)], numbered) if label not in others)

    def naming(self, operands: Mapping[str, reach.Operand]) -> Speech:
        """Return a speech in which the operands of an action are called by their titles."""
        words = {
            name: _titled(operand.title)
            if operand.title
            else told_apart(local_words(name), name, _NAMED_BY.get(type(operand), "cell"))
            for name, operand in operands.items()
        }
        # What is found without being named is there or not.
        said = frozenset(name for name, each in operands.items() if each.named == "always")
        return replace(self.knowing(words), operands=said)

    def root(self, expression: Expression) -> tree.Resolved:
        """Return the checked tree of an expression."""
        return self.rules.checked[expression].root

    def noun(self, node: tree.Resolved) -> str:
        """Return the words for a value."""
        return self.nouns[type(node)](self, node)

    def spot(self, node: tree.Resolved) -> str:
        """Return the words for a cell on which something is; a piece may stand for its own."""
        words = self.noun(node)
        return self.possessive(words, "cell") if isinstance(node, tree.CellOf) else words

    def clause(self, node: tree.Resolved, *, negated: bool = False) -> str:
        """Return the words for a condition, or for that it does not hold."""
        return self.clauses[type(node)](self, node, negated)

    def say(self, expression: Expression) -> str:
        """Return the value of an expression in words."""
        return self.noun(self.root(expression))

    def claim(self, expression: Expression, *, negated: bool = False) -> str:
        """Return a condition in words."""
        return self.clause(self.root(expression), negated=negated)

    # Things that are declared

    def side(self, name: str) -> str:
        """Return what a side is called."""
        declared = self.rules.ruleset.sides.get(name)
        if declared is None:
            return "nobody" if name == "nobody" else spaced(name)
        if not declared.title:
            return f"the {spaced(name)} side"
        # A title that is a name stands alone; a role, as `Attacker`, takes an article.
        return declared.title if self._is_proper(declared.title) else f"the {declared.title}"

    @staticmethod
    def _is_proper(title: str) -> bool:
        """Tell whether a title is a name, as a color or `P1` is, and not a role."""
        word = title.lower()
        if word.startswith("the ") or word in _PROPER:
            return True
        return not word.removesuffix("s").endswith(("er", "or", "ist", "ian"))

    @property
    def mover(self) -> str:
        """What the side on turn is called."""
        return YOU if self.is_to_mover else self.mover_words

    @property
    def opponent(self) -> str:
        """What the other side is called."""
        if self.is_to_mover:
            return "your opponent"
        return self.opponent_words or f"the opponent of {self.mover_words}"

    def in_rounds(self) -> Speech:
        """Return a speech where no side is on turn: the first of the file stands for it."""
        first, *others = map(self.side, self.rules.ruleset.sides)
        other = others[0] if others else first
        return replace(self, is_to_mover=False, mover_words=first, opponent_words=other)

    def kind(self, name: str) -> str:
        """Return what a kind of piece is called, without an article."""
        return bare(self.rules.ruleset.kinds[name].title or spaced(name))

    def kinds(self, name: str) -> str:
        """Return what several pieces of a kind are called."""
        return self.rules.ruleset.kinds[name].several(self.kind(name))

    def zone(self, name: str) -> str:
        """Return what a zone, or a part of one, is called."""
        whole, _, part = name.partition(".")
        zone = self.rules.ruleset.zones[whole]
        if is_told_by_cells(self, name):
            grid = self.rules.grid
            where = cells_as_a_place(grid, grid.zones[grid.zone_id[name]].cells)
            if where:
                return where
        title = zone.title or f"the {spaced(whole)}"
        if bare(title) == title and "'s " not in title:
            # A name of one word stands alone, as `Atlantis`; any other title wants an article.
            is_name = title[:1].isupper()
            title = (quoted(title) if " " in title else title) if is_name else f"the {title}"
        if not part:
            return title
        declared = (zone.parts or {})[part]
        if declared.title:
            return declared.title
        if (
            declared.owner is not None
            and sum(each.owner == declared.owner for each in (zone.parts or {}).values()) == 1
        ):
            return self.part_of(self.side(declared.owner), title)
        if " " in bare(title):
            return f"the part {quoted(spaced(part))} of {title}"
        return f"the {spaced(part)} {bare(title)}"

    def part_of(self, owner: str, zone: str) -> str:
        """Return somebody's part of a zone, by what the zone is called."""
        if zone.startswith("\u201c"):
            return f"{self.possessive(owner, 'part')} of {zone}"
        return self.possessive(owner, bare(zone))

    def action(self, name: str) -> str:
        """Return what an action is called."""
        return quoted(self.rules.ruleset.actions[name].title or spaced(name))

    def phase(self, name: str) -> str:
        """Return what a phase is called."""
        return quoted(self.rules.ruleset.phases[name].title or spaced(name))

    def counter(self, name: str) -> str:
        """Return what a counter is called."""
        return quoted(self.rules.ruleset.counters[name].title or spaced(name))

    def mark(self, name: str) -> str:
        """Return what a mark is called."""
        title = self.rules.ruleset.marks[name].title or spaced(name)
        return title if title.startswith("the ") else quoted(title)

    def die(self, name: str) -> str:
        """Return what a die is called."""
        return "the die" if len(self.rules.ruleset.dice) == 1 else f"the die {quoted(spaced(name))}"

    def dice(self, names: Sequence[str]) -> str:
        """Return what several dice are called."""
        return f"the dice {joined(quoted(spaced(name)) for name in names)}"

    def local(self, name: str) -> str:
        """Return what a local name stands for."""
        return self.locals.get(name) or local_words(name)

    # Whose

    @staticmethod
    def possessive(owner: str, noun: str) -> str:
        """Return a noun as somebody's.

        >>> Speech.possessive("you", "row"), Speech.possessive("Red", "row")
        ('your row', "Red's row")
        """
        if owner == IT:
            return f"its {noun}"
        if len(owner.split()) <= 2:  # noqa: PLR2004 - a longer one would be hard to follow
            return f"{genitive(owner)} {noun}"
        return f"the {noun} of {owner}"

    def is_several(self, subject: str) -> bool:
        """Tell whether a subject takes the plural: the reader, and sides that are several."""
        if subject == YOU or _PLURAL.match(subject):
            return True
        # One without a title is called `the red side`, which is one.
        return any(
            side.title and self.side(name) == subject and side.is_several(side.title)
            for name, side in self.rules.ruleset.sides.items()
        )

    def be(self, subject: str) -> str:
        """Return the form of `to be` that goes with a subject."""
        return "are" if self.is_several(subject) else "is"

    def have(self, subject: str) -> str:
        """Return the form of `to have` that goes with a subject."""
        return "have" if self.is_several(subject) else "has"

    def verb(self, subject: str, verb: str) -> str:
        """Return a verb that goes with a subject."""
        if self.is_several(subject):
            return verb
        return f"{verb}es" if verb.endswith(("s", "sh", "ch", "o")) else f"{verb}s"


def is_told_by_cells(speech: Speech, zone: str) -> bool:
    """Tell whether a zone is told by its cells: it is neither explained nor has a title."""
    whole, _, part = zone.partition(".")
    declared = speech.rules.ruleset.zones[whole]
    if declared.explained or declared.title or declared.off_board:
        return False
    parts = declared.parts or {}
    # What has parts is called so that each of them can be.
    return parts[part].title is None if part else not parts


def local_name(node: tree.Resolved) -> str | None:
    """Return the local name that an expression is, also where it stands for a piece's cell."""
    if isinstance(node, tree.CellOf):
        node = node.piece
    is_local = isinstance(node, tree.Reference) and node.symbol.role == "local"
    return node.symbol.name if is_local and isinstance(node, tree.Reference) else None


def local_words(name: str) -> str:
    """Return the words for a local name that nobody has said more about."""
    if name in _PRONOUNS or is_no_noun(name):
        return named(spaced(name))
    return _LOCALS.get(name) or f"the {named(spaced(name))}"


def is_no_noun(name: str) -> bool:
    """Tell whether a local name can only be told after what it is the name of.

    >>> [is_no_noun(name) for name in ("at", "touched", "seed", "to", "unit")]
    [True, True, False, False, False]
    """
    return _NO_NOUN.match(name) is not None


def told_apart(words: str, name: str, type_: str) -> str:
    """Return the words for a local name, after what it is where they would not read as a noun."""
    is_alone = is_no_noun(name) and words.startswith(named(spaced(name))[:-1])
    return f"the {spaced(type_)} {words}" if is_alone else words


def called(name: str) -> str:
    """Return what something is introduced as that a rule makes a name for."""
    return named(spaced(_CALLED.get(name, name)))


def _titled(title: str) -> str:
    """Return what an operand with a title is called."""
    return named(title) if _DETERMINED.match(title) else f"the {named(bare(title))}"
