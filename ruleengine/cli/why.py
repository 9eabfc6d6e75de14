"""`ruleengine why`: why a move is refused, and under which readings it would be legal."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from ruleengine.cli.arguments import add_after, add_format, add_game, add_opening, add_position
from ruleengine.cli.output import complain, printable, say_json
from ruleengine.cli.situated import after_moves, game_at, position_clashes
from ruleengine.cli.terminal import board, console, hanging
from ruleengine.errors import Reason, said_once
from ruleengine.game.game import Game
from ruleengine.game.kept.board_text import name_lines, shown_board
from ruleengine.game.position import Position
from ruleengine.game.views import View
from ruleengine.pipeline.state import NOBODY
from ruleengine.resolve.flags.values import written
from ruleengine.schema.wording import counted
from ruleengine.table.lines import NBSP
from ruleengine.table.listing import listed_moves, move_lines
from ruleengine.table.screen import facts
from ruleengine.table.titles import seat_title
from ruleengine.workbench.refusals.why import (
    Counterfactual,
    Explanation,
    explain,
    is_about_turns,
    moments_missed,
)

_REFEREE = "referee"
_LISTED = f"`--as {_REFEREE}` without a move lists the ways in which chance can fall"
_USAGE = 2
_WIDTH = 80


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_game(parser)
    parser.add_argument(
        "written", metavar="MOVE", nargs="?", help="the move to be explained, as with `--move`"
    )
    parser.add_argument(
        "--move",
        metavar="MOVE",
        help="the move to be explained; without it, the moves that are legal are listed",
    )
    parser.add_argument(
        "--ask",
        metavar="EXPRESSION",
        help="the value of an expression in the position, and of its parts",
    )
    add_position(parser)
    add_after(parser)
    parser.add_argument(
        "--as",
        metavar="WHO",
        dest="who",
        help=f"the seat that would make the move and is told, or `{_REFEREE}`, who is told all; "
        "the first seat that has to decide if not said",
    )
    parser.add_argument(
        "--by",
        metavar="SEAT",
        help=f"with `--as {_REFEREE}`, the seat that would make the move; `--as SEAT` alone tells "
        "only what that seat may know",
    )
    add_opening(parser)
    add_format(parser, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Print the explanation; a refused move is no failure."""
    if _is_misused(args) or position_clashes(args, "why"):
        return _USAGE
    asked = args.written if args.move is None else args.move
    game, begun = game_at(args)
    position = after_moves(game.start(args.opening) if begun is None else begun, args.after)
    if position is None:
        return 1
    referee = args.who == _REFEREE
    seat = args.by if referee else args.who
    if seat is not None:
        game.check_seat(seat)
    if args.ask is not None:
        told = seat or next(iter(position.actors), None)
        return _ask(position, args.ask, told, referee=referee, as_json=args.format == "json")
    if asked is None:
        told = seat or next(iter(position.actors), None)
        return _list_moves(position, told, referee=referee, as_json=args.format == "json")
    explanation = explain(position, asked, seat, referee=referee)
    if args.format == "json":
        say_json(explanation.to_dict())
        return 0
    _say(position, explanation, referee=referee)
    return 0


def _is_misused(args: argparse.Namespace) -> bool:
    """Complain about arguments that do not go together."""
    if args.by is not None and args.who not in {_REFEREE, args.by}:
        complain(
            f"ruleengine why: --by goes with --as {_REFEREE}, who is told all; `--as {args.by}` "
            f"explains a move of {args.by} as far as {args.by} may know"
        )
        return True
    if args.written is not None and args.move is not None:
        complain("ruleengine why: name one move, behind the game or with --move")
        return True
    return False


def _say(position: Position, found: Explanation, *, referee: bool) -> None:
    """Print an explanation below the board that it is about."""
    out, game, missed = console(), position.game, moments_missed(position)
    if found.passed_over and found.seat is not None:
        position, missed = missed[found.seat], {}
    view = position.full_view() if referee else position.view(found.seat)
    _show(out, game, view)
    for line in (
        *_lines(game, found),
        *_to_whom(game, found),
        *_how_to_fall(position, view, found),
        *_others(missed),
    ):
        out.print(hanging(out, line))


def _others(missed: Iterable[str]) -> Iterator[Text]:
    """Yield how to ask about the moments of those who were passed over."""
    for seat in missed:
        said = f"`--as {seat} --move MOVE` says what stood against a move when {seat} had none"
        yield Text(said, style="dim")


def _show(out: Console, game: Game, view: View) -> None:
    """Print a board, and below it what play shows beside it, and names if it has none around it."""
    out.print(board(game, str(shown_board(game, view))))
    for fact in facts(game, view):
        out.print(hanging(out, Text(fact.replace(NBSP, " "), style="dim")))
    for text in name_lines(game.rules.grid):
        out.print(Text(text, style="dim"))


def _ask(position: Position, text: str, seat: str | None, *, referee: bool, as_json: bool) -> int:
    """Print what an expression comes to, from what a seat knows or for the referee."""
    out = console()
    found, game = position.ask(text, seat, referee=referee), position.game
    view = position.full_view() if referee else position.view(seat)
    told_to = _REFEREE if referee else seat
    if as_json:
        data = {"told_to": told_to, "answer": found.to_dict()}
        say_json({**data, "drawing": view.drawing.splitlines()})
        return 0
    _show(out, game, view)
    out.print()
    for number, line in enumerate(found.lines()):
        out.print(hanging(out, Text(printable(line), style="" if number else "bold")))
    if game.rules.hides and not referee:
        whom = "everybody" if seat is None else seat_title(game, seat)
        said = f"from what {whom} can see; `--as {_REFEREE}` is told all"
        out.print(Text(said, style="dim"))
    return 0


def _list_moves(position: Position, seat: str | None, *, referee: bool, as_json: bool) -> int:
    """Print what could be asked about: the legal moves of a seat, or why there are none."""
    moves = position.view(seat).legal_moves
    view = position.full_view() if referee else position.view(seat)
    if as_json:
        texts = [move.text for move in moves]
        data = {"seat": seat, "actors": list(position.actors), "legal_moves": texts}
        say_json({**data, "drawing": view.drawing.splitlines()})
        return 0
    out = console()
    _show(out, position.game, view)
    falls = referee and position.chance is not None
    standing = _falls(position) if falls else _standing(position, seat, len(moves))
    out.print(Text(f"\n{standing}", style="bold"))
    for line in move_lines(
        position.game, listed_moves(position.view(seat)), min(out.width, _WIDTH)
    ):
        out.print(Text("".join(bit.text for bit in line)))
    out.print(Text("`--move MOVE` says why a move is refused", style="dim"))
    for text in _others(moments_missed(position)):
        out.print(hanging(out, text))
    return 0


def _how_to_fall(position: Position, view: View, found: Explanation) -> Iterator[Text]:
    """Yield the next step where chance is due: which arguments go on from there."""
    if "move/needs-chance" not in {reason.code for reason in found.reasons}:
        return
    if not _may_be_told(position):
        yield Text(f"{_LISTED}, for `--after`", style="dim")
        return
    example = next((outcome.text for outcome in view.chance or ()), None)
    how = "--after" if example is None else f"--after {shlex.quote(example)}"
    said = f"`{how}` lets chance fall before the move is looked at"
    if NOBODY in position.state.seat_side:
        said += "; `--opening SIDE=SEAT` settles at once who plays what"
    yield Text(said, style="dim")


def _may_be_told(position: Position) -> bool:
    """Return whether everybody may know how chance can fall, which `--after` is told in full."""
    known = {outcome.text for outcome in position.chance or ()}
    return known.issuperset(outcome.text for outcome in position.view(None).chance or ())


def _falls(position: Position) -> str:
    """Return how chance can fall, with what only the referee may know."""
    texts = ", ".join(outcome.text for outcome in position.chance or ())
    return f"Chance has to fall first, as one of: {texts}. `--after` says how."


def _standing(position: Position, seat: str | None, num_moves: int) -> str:
    """Return whose decision it is, and how many moves there are."""
    if position.outcome is not None:
        return f"The game is over: {position.outcome.reason}."
    if position.chance is not None:
        first = position.why("")[0].message
        how = "`--after` says how" if _may_be_told(position) else f"{_LISTED}, for `--after`"
        return f"{first[:1].upper()}{first[1:]}. {how}."
    game = position.game
    if seat is None:
        deciding = ", ".join(seat_title(game, actor) for actor in position.actors)
        return f"It is not for anybody to decide, but for {deciding}."
    if seat not in position.actors:
        first = position.why("", seat)[0].message
        return f"{first[:1].upper()}{first[1:]}."
    question = position.question
    return f"{seat_title(game, seat)}, {question}: {counted(num_moves, 'legal move')}"


def _lines(game: Game, found: Explanation) -> Iterator[Text]:
    who = f" for {seat_title(game, found.seat)}" if found.seat is not None else ""
    yield Text()
    if found.is_legal:
        yield Text(f"{printable(found.move)} is legal{who}", style="bold green")
        if found.read_as is not None:
            yield Text(f"it is read as `{game.rules.spoken(found.read_as)}`", style="dim")
        return
    if found.passed_over and found.seat is not None:
        title = seat_title(game, found.seat)
        said = f"{title} had no move at all here, and was passed over"
        yield Text(said, style="bold")
    written = printable(found.move) if found.move.strip() else "an empty move"
    yield Text(f"{written} is refused{who}", style="bold red")
    for alike in said_once(found.reasons):
        yield from _reason(alike, found)
    if found.counterfactuals:
        yield Text("\nIt would be legal with", style="bold")
        for each in found.counterfactuals:
            yield from _change(game, each, found)
    elif found.remark is None and not any(is_about_turns(each) for each in found.reasons):
        tried = "No change of a flag that was tried makes it legal."
        none = "The rules have no flags, so no other reading could make it legal."
        yield Text(f"\n{tried if game.flags else none}")
    if found.remark is not None:
        yield Text(f"\n{found.remark}")
    for why in dict.fromkeys(found.untried.values()):
        names = ", ".join(name for name, each in found.untried.items() if each == why)
        yield Text(f"not tried: {names} ({why})", style="dim")


def _to_whom(game: Game, found: Explanation) -> Iterator[Text]:
    """Yield who is told more or less, where what is hidden has a say in that."""
    if found.is_legal or not game.rules.hides or found.seat is None:
        return
    who = seat_title(game, found.seat)
    if found.told_to is None:
        said = f"told to the referee; `--as {found.seat}` tells it as far as {who} may know"
        yield Text(said, style="dim")
    elif found.remark is not None or any(each.code == "move/hidden" for each in found.reasons):
        yield Text(f"told as far as {who} may know; `--as {_REFEREE}` is told all", style="dim")


def _reason(alike: tuple[Reason, ...], found: Explanation) -> Iterator[Text]:
    """Yield a sentence, and all that stands behind it."""
    reason = alike[0]
    line = Text("- ")
    line.append(reason.message)
    line.append(f"  {reason.code}", style="dim")
    if reason.rule is not None:
        line.append(f" {reason.rule}", style="dim")
    yield line
    for clause in dict.fromkeys(clause for each in alike for clause in each.clauses):
        words = f": {found.clauses[clause]}" if clause in found.clauses else ""
        beside = f" ({found.doubts[clause]})" if clause in found.doubts else ""
        yield Text(f"    {clause}{words}{beside}")
    for file, number in dict.fromkeys(each.span[:2] for each in alike if each.span is not None):
        yield Text(f"    at {file}:{number}", style="dim")
    for answer in dict.fromkeys(answer for each in alike for answer in each.answers):
        row = f"row {answer.rule}" if answer.rule is not None else "a row"
        at = f", at {answer.span.file}:{answer.span.line}" if answer.span is not None else ""
        yield Text(f"    answered by {row} of {answer.table}{at}", style="dim")
    if reason.hint is not None:
        yield Text(f"    hint: {reason.hint}", style="dim")


def _change(game: Game, found: Counterfactual, whole: Explanation) -> Iterator[Text]:
    settings = " and ".join(f"{name}={written(value)}" for name, value in found.change.items())
    line = Text(f"- {settings}", style="green")
    if found.sureness == "unsure":
        who = "the player" if whole.seat is None else seat_title(game, whole.seat)
        line.append(f"  perhaps: it depends on what {who} cannot know", style="not bold")
    yield line
    for name in found.change:
        yield Text(f"    {game.flags[name].question}", style="dim")
