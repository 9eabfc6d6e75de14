"""Moves and chance outcomes, their text, and the numbers that stand for them in learning code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, TypeAlias

from ruleengine.errors import InvalidMoveError
from ruleengine.resolve.checks.submissions import COMMIT
from ruleengine.schema.wording import found

ACTION: Final = "action"
"""The key of a mapping under which the action stands."""
Written: TypeAlias = "str | Mapping[str, object]"
"""A move as somebody writes it: a text, or the action and its values by name."""


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One decision of one seat: an action with its operands, or the answer to a choice.

    Two moves of one ruleset are equal when their texts are. Moves sort as `legal_moves` lists them.
    """

    order: tuple[int, ...] = field(compare=True, repr=False)
    """What moves are sorted by."""
    text: str
    """The move as a player writes it."""
    name: str = field(compare=False)
    """The action, or the name of the choice."""
    values: tuple[int | str | None, ...] = field(compare=False, repr=False)
    """Operands or option as numbers; None declines."""
    written: tuple[tuple[str, int | str], ...] = field(default=(), compare=False, repr=False)
    """The move as a mapping, in pairs."""

    @property
    def operands(self) -> dict[str, int | str]:
        """What the move names, by operand: cells, pieces and words as in its text, and numbers.

        Of the answer to a choice it is what was chosen, under the name of the choice.
        """
        return {name: value for name, value in self.written if name != ACTION}

    def to_dict(self) -> dict[str, int | str]:
        """Return the move as a mapping, which can be played like its text."""
        return dict(self.written)

    def __str__(self) -> str:
        return self.text


def leading_on(moves: tuple[Move, ...], opening: frozenset[str] = frozenset()) -> tuple[Move, ...]:
    """Return the moves of a submission as often as whoever plays at random should draw them.

    `opening` names the actions that could be played when the submission began; others may take
    back what these have done. If it is not known, only the first action counts as one. All moves
    of the others together are a quarter at most, so that every draft comes to an end; and where
    `commit` can be played it is a quarter, for it would else hardly ever come up where orders can
    be given anew.
    """
    acts = tuple(move for move in moves if move.name != COMMIT)
    names = opening if any(move.name in opening for move in acts) else {moves[0].name}
    onward = tuple(move for move in acts if move.name in names)
    back = tuple(move for move in acts if move.name not in names)
    if back:
        onward *= -(-3 * len(back) // len(onward))
    drawn = onward + back
    if moves[-1].name != COMMIT:
        return drawn
    return drawn + moves[-1:] * (1 + len(drawn) // 3)


@dataclass(frozen=True, slots=True)
class ChanceOutcome:
    """One way in which chance may fall."""

    text: str
    """The outcome as it is written, such as `die 3`."""
    name: str
    """The die, or the name of the choice that chance makes."""
    value: int | str
    """The face, or what is chosen."""
    probability: Fraction
    """How likely it is."""

    def __str__(self) -> str:
        return self.text


def listed_outcomes(outcomes: Iterable[ChanceOutcome]) -> str:
    """Return outcomes as a list to be read; of pieces alike in one place it is said how many.

    >>> half = Fraction(1, 2)
    >>> listed_outcomes(ChanceOutcome(f"draw {t}", "draw", 0, half) for t in ("bag:a", "bag:a#2"))
    'draw bag:a (2 alike)'
    """
    counts = Counter(outcome.text.partition("#")[0] for outcome in outcomes)
    return ", ".join(
        text if many == 1 else f"{text} ({many} alike)" for text, many in counts.items()
    )


def outcome_meant(
    outcomes: tuple[ChanceOutcome, ...], choice: Move | ChanceOutcome | Written
) -> ChanceOutcome | None:
    """Return the outcome that is given, or written in full, by its end or by its kind alone."""
    text = text_of(choice)
    for outcome in outcomes:
        if outcome == choice or text in (outcome.text, outcome.text.split()[-1]):
            return outcome
    by_kind = [each for each in outcomes if each.text.endswith(f":{text}")]
    return by_kind[0] if len(by_kind) == 1 else None


def text_of(move: Move | ChanceOutcome | Written) -> str:
    """Return a move as text, for messages; InvalidMoveError for what cannot be a move.

    >>> text_of({"action": "attack", "at": "c5", "target": None})
    'attack at=c5 target=none'
    """
    if isinstance(move, str | Move | ChanceOutcome):
        return str(move)
    if not isinstance(move, Mapping):
        message = f"a move is a text, a mapping or a Move, not {found(move)}"
        raise InvalidMoveError("move/malformed", message, move=str(move), position="")
    rest = {key: value for key, value in move.items() if key != "action"}
    values = [f"{key}={'none' if value is None else value}" for key, value in rest.items()]
    return " ".join([str(move.get("action", "")), *values]).strip()
