"""What somebody writes has words, a text for messages, and what the writer has before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import NamedTuple, Self

from ruleengine.errors import InvalidMoveError, Reason
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.operands.operand import Operand
from ruleengine.pipeline.sight import Eyes
from ruleengine.pipeline.state import Env, Slot, State


class Source(NamedTuple):
    """Where words come from: what is written, and what the writer has before it."""

    seen: State
    text: str
    operands: Mapping[str, Operand]
    unnamed: frozenset[str]
    """The operands of the action that nobody names, or that are left out."""
    by_kind: bool = True
    """Whether a piece may be named by its kind alone."""
    unseen: frozenset[Slot] = frozenset()
    """Pieces that the writer does not see: of one that is named nothing more is looked at."""

    @classmethod
    def of(cls, seen: State, action: BoundAction, text: str, eyes: Eyes) -> Self:
        """Return the source of the values of an action."""
        operands = {operand.name: operand for operand in action.operands}
        unnamed = frozenset(name for name, each in operands.items() if each.named == "never")
        return cls(seen, text, operands, unnamed, unseen=eyes.unseen())

    def without(self, names: Iterable[str]) -> Self:
        """Return the same source where some operands are left out."""
        return self._replace(unnamed=self.unnamed.union(names))

    def start(self, operand: Operand, direction: str, env: Env) -> Env:
        """Return the local names with what a direction starts from.

        Where that is not named, it has to be the only one that it could be.
        """
        missing = sorted(self.unnamed & operand.reads)
        if not missing:
            return env
        name = missing[0]
        start = self.operands[name]
        if len(missing) == 1 and start.reads <= env.keys():
            found = [value for value, _ in islice(start.options(self.seen, env), 2)]
            if len(found) == 1:
                return {**env, name: found[0]}
        if start.named == "never":
            message = f"'{direction}' from where is found only afterwards; name the cell"
        else:
            message = f"'{direction}' from where? Name the {name} before it, or name the cell"
        raise malformed(self.text, message)


def malformed(
    text: str, message: str, hint: str | None = None, clauses: tuple[str, ...] = ()
) -> InvalidMoveError:
    """Return the error for what is no move."""
    reasons = (Reason("move/malformed", message, clauses, hint=hint),)
    return InvalidMoveError("move/malformed", message, move=text, position="", reasons=reasons)
