"""Moves that have to be legal or must not be: what their texts mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from ruleengine.errors import PlayError
from ruleengine.expressions.problems import did_you_mean
from ruleengine.game.moves.moves import Move
from ruleengine.game.moves.words import DIRECTIONS
from ruleengine.game.position import Position
from ruleengine.pipeline.actions import BoundAction
from ruleengine.workbench.cases.expectation_model import AmongMoves

_NEVER_A_MOVE: Final = ("move/malformed", "move/no-action", "move/extra-value")
_SEVERAL: Final = "move/ambiguous"


def as_listed(
    position: Position,
    legal: Sequence[Move],
    expected: Sequence[str] | AmongMoves,
    seat: str | None = None,
) -> Sequence[str] | AmongMoves:
    """Return what is expected to be there, each move written as the list of legal moves has it.

    A case may write a move in any way in which it can be played.
    """
    known = {move.text for move in legal}
    if isinstance(expected, AmongMoves):
        meant = [_text_listed(position, text, known, seat) for text in expected.includes]
        return expected.model_copy(update={"includes": meant})
    return [_text_listed(position, text, known, seat) for text in expected]


def _text_listed(position: Position, text: str, known: AbstractSet[str], seat: str | None) -> str:
    if text in known:
        return text
    try:
        meant = position.parse_move(text, seat).text
    except PlayError:
        return text
    return meant if meant in known else text


def still_there(
    position: Position,
    legal: Sequence[Move],
    expected: Sequence[str] | AmongMoves,
    seat: str | None = None,
) -> Iterator[str]:
    """Yield a sentence for each excluded text that is there after all, or that proves nothing.

    A text excludes the move that it would play. One that names only the first values of a move
    excludes every move that begins so, and one that could be several excludes them all. The
    absence of what could never be a move would prove nothing.
    """
    if not isinstance(expected, AmongMoves):
        return
    texts = {move.text for move in legal}
    for text in expected.excludes:
        if text in texts:  # which is told where the texts are compared
            continue
        try:
            move = position.parse_move(text, seat)
        except PlayError as error:
            found = _beginning(legal, text)
            if found is None and error.code == _SEVERAL:
                yield f"legal: '{text}' is there, and even means several moves: {error.message}"
            elif found is None and _is_never_a_move(position, text, error):
                yield f"legal: to exclude '{text}' says nothing: {error.message}"
        else:
            found = _meant(position, legal, move)
            if found is None and (word := _nowhere(position, move)) is not None:
                yield f"legal: to exclude '{text}' says nothing: {_no_such(position, word)}"
        if found is not None:
            yield f"legal: '{text}' is there, as '{found.text}', but not expected"


def _is_never_a_move(position: Position, text: str, error: PlayError) -> bool:
    """Return whether a text is refused for what it names, in whatever position."""
    if error.code in _NEVER_A_MOVE:
        return True
    # A way can lead off the board as well, which depends on where it begins.
    known = {*position.game.rules.grid.places, *DIRECTIONS}
    named = (word for word in _words(text) if f"'{word}'" in error.message)
    return error.code == "reach/off-board" and any(word not in known for word in named)


def _meant(position: Position, legal: Sequence[Move], move: Move) -> Move | None:
    """Return the legal move that a text stands for, or the first that it is the beginning of."""
    action = position.game.rules.actions.get(move.name)
    if action is not None and _is_beginning(action, move):
        return next((each for each in legal if _begins(action, each, move)), None)
    return next((each for each in legal if each.text == move.text), None)


def _beginning(legal: Sequence[Move], text: str) -> Move | None:
    """Return the first legal move whose words, with or without the action, begin like a text."""
    words = _words(text.lower())
    for each in legal:
        own = _words(each.text.lower())
        if words in (own[: len(words)], own[1 : 1 + len(words)]):
            return each
    return None


def _is_beginning(action: BoundAction, move: Move) -> bool:
    """Return whether something is not named that has to be."""
    return any(
        value is None and operand.named != "never" and not operand.is_optional
        for operand, value in zip(action.operands, move.values, strict=True)
    )


def _begins(action: BoundAction, whole: Move, beginning: Move) -> bool:
    if whole.name != action.name:
        return False
    given = zip(action.operands, whole.values, beginning.values, strict=True)
    return all(operand.named == "never" or part in (None, value) for operand, value, part in given)


def _words(text: str) -> list[str]:
    return text.replace("-", " ").split()


def _nowhere(position: Position, move: Move) -> str | None:
    """Return what a move names as a place or a piece although there is none of that name."""
    rules = position.game.rules
    action = rules.actions.get(move.name)
    if action is None:
        return None
    known = {*rules.grid.places, *rules.piece_names}
    for operand, value in zip(action.operands, move.values, strict=True):
        # What could be there but is not, such as a piece on an empty cell, stays a text too.
        if operand.what in ("piece", "cell") and isinstance(value, str):
            word = value.partition(":")[0]
            if " " not in word and word not in known:
                return word
    return None


def _no_such(position: Position, word: str) -> str:
    ends = position.game.rules.grid.names.ends
    hint = did_you_mean(word, position.game.rules.piece_names)
    return f"there is no '{word}'; {hint or f'the board goes from {ends[0]} to {ends[1]}'}"
