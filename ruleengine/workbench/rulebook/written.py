"""How moves are written: what a reader types who has only the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleengine.game.game import Game
from ruleengine.game.moves.notation import move_form
from ruleengine.schema import reach
from ruleengine.schema.ruleset import Action
from ruleengine.workbench.rulebook.document import Notation, Spelling, plain, typed
from ruleengine.workbench.rulebook.english import bare, spaced
from ruleengine.workbench.rulebook.phrases import settled
from ruleengine.workbench.rulebook.speech import Speech
from ruleengine.workbench.rulebook.whereabouts import places_beside


def how_moves_are_written(game: Game, speech: Speech, names: Sequence[str]) -> str:
    """Return what has to be known to write the moves of some actions."""
    actions = [speech.rules.ruleset.actions[name] for name in names]
    operands = [each for action in actions for each in written_operands(speech, action).values()]
    text = "At each action stands how its moves are written."
    if any(isinstance(operand, reach.PieceOperand) for operand in operands):
        piece = "its name or the cell it stands on" if game.rules.piece_names else "its cell"
        text += f" A piece is written as {piece}."
    bound = (each for name in names for each in game.rules.actions[name].operands)
    examples = (each.as_direction for each in bound if each.named != "never")
    example = next(filter(None, examples), None)
    if example is not None:
        text += f" A cell in line may be written as a direction, such as {typed(example)}."
    if any(_may_lack(speech, operand) for operand in operands):
        text += " What is in brackets is not a part of every move."
    return f"{text} The first word may be left out where only one action fits."


def written_operands(speech: Speech, action: Action) -> dict[str, reach.Operand]:
    """Return the operands of an action that its moves name."""
    return {
        key: operand
        for key, operand in action.operands.items()
        if operand.named != "never" and settled(speech, operand.when) is not False
    }


def say_notation(game: Game, speech: Speech, name: str, example: str = "") -> Notation:
    """Return how the moves of an action are written, with an example if there is one."""
    operands = written_operands(speech, speech.rules.ruleset.actions[name])
    parts = [(key, _may_lack(speech, operand)) for key, operand in operands.items()]
    spellings = tuple(
        spelling
        for key, operand in operands.items()
        for spelling in _spellings(game, speech, name, key, operand)
    )
    spelled = {each.part for each in spellings if not each.is_beside}
    titles = tuple(
        (key.upper(), plain(speech.local(key)) + _such_as(operand))
        for key, operand in operands.items()
        if operand.title is not None
        and bare(operand.title).lower() != spaced(key).lower()
        and key.upper() not in spelled
    )
    # What the action is called shows nothing alone.
    form = move_form(game.rules.called[name], parts)
    return Notation(form, game.rules.spoken(example) if parts else "", titles, spellings)


def _such_as(operand: reach.Operand) -> str:
    """Return an example of what is named by words of the ruleset, behind what it is called."""
    match operand:
        case reach.KindOperand() if reach.ANY_KIND not in operand.kind:
            return f", such as {operand.kind[0]}"
        case reach.WordOperand():
            return f", such as {operand.word[0]}"
    return ""


def _may_lack(speech: Speech, operand: reach.Operand) -> bool:
    """Tell whether a move may be complete without a value of this operand."""
    return operand.named == "if_several" or settled(speech, operand.when) is None


def _spellings(
    game: Game, speech: Speech, name: str, key: str, operand: reach.Operand
) -> Iterator[Spelling]:
    """Yield what is written for an operand, where that is not what it is called."""
    match operand:
        case reach.KindOperand():
            any_kind = reach.ANY_KIND in operand.kind
            kinds = [*speech.rules.ruleset.kinds] if any_kind else operand.kind
            if any(speech.kind(kind) != kind for kind in kinds):
                yield Spelling(key.upper(), tuple(kinds))
        case reach.WordOperand():
            if any(spaced(word) != word for word in operand.word):
                yield Spelling(key.upper(), tuple(operand.word))
        case reach.PieceOperand():
            places = places_beside(speech, [speech.root(zone) for zone in operand.piece.in_ or ()])
            bound = next(each for each in game.rules.actions[name].operands if each.name == key)
            is_told = game.rules.tells_kinds and bound.telling.by_kind
            if places:
                words = [f"{place}:KIND" if is_told else place for place in places]
                words += ["KIND"] if is_told else []  # where only one can be meant
                yield Spelling(key.upper(), tuple(words), is_beside=True)
