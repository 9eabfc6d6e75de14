"""What players call actions: their titles, where these are short and mean nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ruleengine.pipeline.geometry import directions_of
from ruleengine.resolve.checks.submissions import COMMIT
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema import reach
from ruleengine.schema.ruleset import Action

_BETWEEN_PARTS: Final = re.compile(r"[\s_-]+")
_WORDS: Final = re.compile(r"[^\W\d_]+(?:[' -][^\W\d_]+)*")
_MAX_WORDS: Final = 2
"""Of a title by which an action is called; longer ones say what it is about, like a sentence."""
_OTHER_MOVES: Final = frozenset({"pass", COMMIT, "none"})


def plainly(called: str) -> str:
    """Return what something is called, however it is written: `U-turn` is `u_turn` as well."""
    return _BETWEEN_PARTS.sub(" ", called).lower()


def called_actions(resolved: ResolvedRuleset) -> Mapping[str, str]:
    """Return what players call each action: in lists, in the story, in refusals.

    That is its title if it has one or two words, or the words of its name; and if it can be
    typed, because it does not begin with something else that has a meaning in moves. An action
    with another title is called by its name.
    """
    actions = resolved.ruleset.actions
    known = _known(resolved)
    return {
        name: action.title if _is_called_so(resolved, name, action, known) else name  # type: ignore[misc]
        for name, action in actions.items()
    }


def _is_called_so(
    resolved: ResolvedRuleset, name: str, action: Action, known: frozenset[str]
) -> bool:
    if action.title is None or _WORDS.fullmatch(action.title) is None:
        return False
    words = plainly(action.title).split()
    if len(words) > _MAX_WORDS and words != plainly(name).split():
        return False
    if words[0] in known or resolved.grid.names.in_any_case(words[0]) is not None:
        return False
    others = _others(resolved.ruleset.actions, name)
    return not any(_are_confused(words, other, known) for other in others)


def _others(actions: Mapping[str, Action], name: str) -> Iterator[Sequence[str]]:
    """Yield the words of what else may stand in front of a move."""
    if (own := plainly(name).split()) != plainly(actions[name].title or "").split():
        yield own
    for other, action in actions.items():
        if other != name:
            yield plainly(other).split()
            yield plainly(action.title or other).split()


def _are_confused(one: Sequence[str], two: Sequence[str], known: frozenset[str]) -> bool:
    """Return whether a move that begins with one could be read as one that begins with the other.

    The longer one is read wherever it stands, unless its next word is a value of the shorter.
    """
    shorter, longer = sorted((one, two), key=len)
    if longer[: len(shorter)] != shorter:
        return False
    return len(shorter) == len(longer) or longer[len(shorter)] in known


def _known(resolved: ResolvedRuleset) -> frozenset[str]:
    """Return the words, written plainly, that have a meaning in moves besides."""
    ruleset = resolved.ruleset
    known = {*_OTHER_MOVES, *directions_of("up")}
    known |= {plainly(piece.name) for piece in resolved.setup if piece.name is not None}
    for name, kind in ruleset.kinds.items():
        known |= {plainly(name), plainly(kind.title or name)}
        known |= {letter.lower() for letter in kind.letters.values()}
    for action in ruleset.actions.values():
        for operand in action.operands.values():
            if isinstance(operand, reach.WordOperand):
                known |= {plainly(word) for word in operand.word}
    return frozenset(known)
