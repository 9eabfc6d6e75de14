"""What can be typed at the table besides moves, and the help about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ruleengine.game.game import Game
from ruleengine.game.moves.notation import action_form
from ruleengine.pipeline.operands.operand import Operand
from ruleengine.table.lines import Line, line, wrapped


class Word(NamedTuple):
    """One word that can be typed."""

    takes: str
    about: str
    short: str | None = None


WORDS: Final[Mapping[str, Word]] = {
    "moves": Word("[WORDS]", "list your moves, or those about a piece, cell or action", "m"),
    "board": Word("", "show the board again", "b"),
    "pieces": Word(
        "[WORDS]",
        "list the pieces you see, or those of a kind, side or place, with the numbers that players "
        "are shown of them",
    ),
    "legend": Word(
        "", "say what the letters and numbers on the board mean, and what its cells are called"
    ),
    "why": Word("MOVE", "say all that stands against a move, with the rules behind it", "w"),
    "rule": Word("CLAUSE", "print a clause of the rulebook, or all of them"),
    "log": Word("", "tell what has happened so far", "l"),
    "undo": Word("", "take back the last move, unless that would show something", "u"),
    "sheet": Word("[NAME]", "list the ready sheets, or hand one in"),
    "lay": Word("NAME", "lay out a ready sheet, to change it before you commit"),
    "switch": Word("", "let another one move first, where several have to"),
    "draw": Word("", "offer a draw, or take the one that is offered"),
    "decline": Word("", "decline a draw"),
    "resign": Word("", "give up"),
    "save": Word("FILE", "write the record of the game so far to a new file"),
    "quit": Word("", "leave; the game is kept and can be gone on with", "q"),
    "help": Word("", "print this", "h"),
}
_SHORT: Final = {word.short: name for name, word in WORDS.items() if word.short} | {
    "?": "help",
    "exit": "quit",
    "legal": "moves",  # as files of cases call them
}
_COLUMN: Final = 18


def command_in(text: str, game: Game) -> tuple[str, str] | None:
    """Return the command that a text begins with and the rest, or nothing when it is a move.

    An action that is called like a command is what is meant, unless a slash comes first.
    """
    word, _, rest = text.strip().partition(" ")
    if word.startswith("/"):
        word = word[1:]
    elif any(f"{text.strip().lower()} ".startswith(f"{each} ") for each in _actions(game)):
        return None
    name = _SHORT.get(word, word)
    return (name, rest.strip()) if name in WORDS else None


def _actions(game: Game) -> set[str]:
    """Return what moves may begin with: the names of actions, and what players call them."""
    return {*game.rules.actions, *map(str.lower, game.rules.called.values())}


def typed(name: str, game: Game) -> str:
    """Return a command as it is typed in a game: with a slash where a move is called so."""
    return f"/{name}" if name in _actions(game) else name


def refused_sheet(game: Game, name: str, index: int | None, *, is_begun: bool) -> str:
    """Return which move of a ready sheet was refused, and what to do if some were made before."""
    which = "" if index is None else f"That is move {index + 1} of the sheet '{name}'. "
    stays = f"; what you did before stays, and `{typed('undo', game)}` takes back the last of it"
    return f"{which}Nothing of the sheet is played{stays if is_begun else ''}."


def hidden_commands(game: Game) -> list[str]:
    """Return the commands that moves of a game are called like."""
    without = () if game.sheets else ("sheet", "lay")
    moves = _actions(game)
    return [name for name in (*WORDS, *_SHORT) if name in moves and name not in without]


def help_lines(
    game: Game, width: int, actions: Sequence[str] = (), *, is_kept: bool = True
) -> Iterator[Line]:
    """Yield what can be typed; `actions` are those of which a move is legal now."""
    intro = (
        "A move is played by its number in the list, if that has numbers, or by its text; the "
        "name of the action may be left out where only one fits. A slash before a word always "
        "makes it a command."
    )
    yield from wrapped(intro, width)
    for name, word in WORDS.items():
        if name in ("sheet", "lay") and not game.sheets:
            continue
        head = f"  {name} {word.takes}".ljust(_COLUMN)
        short = f" ({word.short})" if word.short else ""
        about = word.about if is_kept or name != "quit" else "leave; the game is not kept"
        yield from wrapped(f"{head} {about}{short}", width, indent=" " * (_COLUMN + 1))
    for name in hidden_commands(game):
        yield line(f"`{name}` is a move here; the command is `/{name}`.")
    written = [form for name in actions if (form := _form(game, name)) is not None]
    if written:
        yield line("Moves that you can make now are written so:")
    for form in written:
        yield from wrapped(f"  {form}", width, indent="    ")
    asked = (each for name in actions for each in _operands(game, name) if each.named != "never")
    example = next(filter(None, (each.as_direction for each in asked)), None)
    if example is not None:
        yield from wrapped(f"A cell in line may be written as a direction: `{example}`.", width)


def _operands(game: Game, name: str) -> Sequence[Operand]:
    action = game.rules.actions.get(name)
    return () if action is None else action.operands


def _form(game: Game, name: str) -> str | None:
    """Return how the moves of an action are written: `step UNIT-TO`, and what it is called."""
    action = game.rules.actions.get(name)
    if action is None:
        return None
    words = [
        f"; {each.name.upper()} is {' or '.join(each.words)}"
        for each in action.operands
        if each.named != "never" and each.words
    ]
    is_other = action.title.lower() not in (action.called.lower(), name.lower().replace("_", " "))
    return action_form(action) + "".join(words) + (f"  ({action.title})" if is_other else "")
