"""One match at a terminal: asks for moves, explains refusals, tells what happened."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from ruleengine.agents.protocol import Agent
from ruleengine.cli.output import say
from ruleengine.cli.terminal import beside, board, console
from ruleengine.errors import PlayError, PositionError, Reason
from ruleengine.game.match import Match
from ruleengine.game.moves import Move
from ruleengine.game.views import View

_WIDTH: Final = 78
_MAX_LISTED: Final = 60
"""With more moves than this, long groups are only counted."""
_LONG_GROUP: Final = 8

_HELP: Final = """\
A move is played by its number or its text; the name of the action may be left
out where only one fits.
  moves [WORDS]  list your moves, or those that begin with the words
  board          draw the board again
  why MOVE       say everything that stands against a move
  sheet [NAME]   list the ready sheets, or hand one in
  save FILE      write the record of the game so far to a new file
  resign         give up
  quit           leave; so does the end of input"""


class Session:
    """A match between people at this terminal and programs."""

    def __init__(self, match: Match, agents: Mapping[str, Agent], seed: int) -> None:
        """Take a match; seats without an agent are asked."""
        self._match = match
        self._game = match.game
        self._agents = agents
        self._seed = seed
        self._told = 0  # plies of the transcript that were printed
        self._num_plies = 0  # plies of the match by then
        people = [seat for seat in self._game.seats if seat not in agents]
        # What several people read has to be what everybody may know.
        self._reader = people[0] if len(people) == 1 else None
        self._console = console()
        self._words: dict[str, Callable[[str, str], None]] = {
            "help": self._help,
            "moves": self._moves,
            "board": self._board,
            "why": self._why,
            "sheet": self._sheet,
            "save": self._save,
            "resign": self._resign,
        }

    def play(self) -> None:
        """Play until the match is over or somebody leaves."""
        say(f"{self._game.title}, seed {self._seed}. `help` says what you can type.")
        while not self._match.is_over:
            self._tell()
            seat = self._match.actors[0]
            agent = self._agents.get(seat)
            if agent is not None:
                view = self._match.view(seat)
                self._match.submit(seat, agent.choose(view, view.legal_moves))
            elif not self._ask(seat):
                return
        self._tell()
        self._finish()

    def _tell(self) -> None:
        """Print the plies since the last time."""
        plies = self._match.transcript(self._reader)
        for ply in plies[self._told :]:
            say(f"  {ply.seat}: {ply.text}" if ply.seat else f"  {ply.text}")
        self._told = len(plies)
        self._num_plies = self._match.num_plies

    def _ask(self, seat: str) -> bool:
        """Ask a seat until something has changed; False when it leaves."""
        self._show(seat)
        while True:
            try:
                text = input(f"{seat}> ").strip()
            except EOFError:
                say()
                return False
            word, _, rest = text.partition(" ")
            if word in ("quit", "exit"):
                return False
            if word in self._words:
                self._words[word](seat, rest.strip())
            elif text:
                self._submit(seat, text)
            if self._match.is_over or self._match.num_plies > self._num_plies:
                return True

    def _show(self, seat: str) -> None:
        say()
        self._board(seat)
        say()
        view = self._match.view(seat)
        say("\n".join(textwrap.wrap(_status(view), _WIDTH)))
        self._moves(seat)

    def _board(self, seat: str, _rest: str = "") -> None:
        view = self._match.view(seat)
        self._console.print(board(self._game, view.drawing))
        for line in beside(view):
            say("\n".join(textwrap.wrap(line, _WIDTH)))

    def _moves(self, seat: str, rest: str = "") -> None:
        moves = self._match.view(seat).legal_moves
        for line in _listing(moves, rest):
            say(line)

    def _help(self, _seat: str, _rest: str) -> None:
        say(_HELP)

    def _submit(self, seat: str, text: str) -> None:
        try:
            self._match.submit(seat, self._numbered(seat, text))
        except PlayError as error:
            self._refuse(text, error.reasons)

    def _sheet(self, seat: str, rest: str) -> None:
        if rest not in self._game.sheets:
            listed = ", ".join(f"{name} ({title})" for name, title in self._game.sheets.items())
            say(f"there is no sheet '{rest}'" if rest else f"sheets: {listed or 'none'}")
            return
        try:
            self._match.submit(seat, self._match.sheet(rest, seat))
        except PlayError as error:
            self._refuse(error.move, error.reasons)
        except PositionError as error:
            say(error.message)

    def _why(self, seat: str, rest: str) -> None:
        if not rest:
            say("say which move: `why MOVE`")
            return
        move = self._numbered(seat, rest)
        try:
            reasons = self._match.position.why(move, seat)
        except PlayError as error:
            reasons = error.reasons
        if reasons:
            self._refuse(str(move), reasons)
        else:
            say(f"nothing stands against {move}")

    def _numbered(self, seat: str, text: str) -> Move | str:
        """Return the move with a number, or the text if it is none."""
        moves = self._match.view(seat).legal_moves
        if text.isdecimal() and 1 <= int(text) <= len(moves):
            return moves[int(text) - 1]
        return text

    def _refuse(self, text: str, reasons: tuple[Reason, ...]) -> None:
        say(f"{text} is not possible:")
        for reason in reasons:
            say(f"  - {reason.message} [{reason.rule or reason.code}]")
            for clause in reason.clauses:
                words = f"{clause}: {self._game.clauses.get(clause, '')}"
                say(
                    textwrap.fill(
                        words, _WIDTH, initial_indent="      ", subsequent_indent="      "
                    )
                )
            if reason.span is not None:
                say(f"      {reason.span.file}:{reason.span.line}")
            if reason.hint:
                say(f"      hint: {reason.hint}")

    def _save(self, _seat: str, rest: str) -> None:
        if not rest:
            say("say where to: `save FILE`")
            return
        try:
            with Path(rest).open("x", encoding="utf-8") as file:
                file.write(self._match.record().to_json() + "\n")
        except (OSError, ValueError) as error:
            say(f"'{rest}' cannot be written: {getattr(error, 'strerror', None) or error}")
        else:
            say(f"saved to {rest}")

    def _resign(self, seat: str, _rest: str) -> None:
        self._match.resign(seat)

    def _finish(self) -> None:
        position, record = self._match.position, self._match.record()
        say()
        self._console.print(board(self._game, position.view(self._reader).drawing))
        say()
        outcome = position.outcome
        if outcome is None:
            say(f"{record.by} has resigned" if record.by else "the match stops here, unfinished")
            return
        seats = f" ({', '.join(outcome.winning_seats)})" if outcome.winning_seats else ""
        result = "a draw" if outcome.is_draw else f"{outcome.winner}{seats} wins"
        if outcome.void:
            result = "the game is void"
        say(f"{result}: {outcome.reason}")
        for clause in outcome.clauses:
            say(self._sentence(clause, "  "))

    def _sentence(self, clause: str, indent: str) -> str:
        words = f"{clause}: {self._game.clauses.get(clause, '')}"
        return textwrap.fill(words, _WIDTH, initial_indent=indent, subsequent_indent=indent)


def _status(view: View) -> str:
    """Return who is to move and why, with dice and counters that say something."""
    side = f" ({view.side})" if view.side else ""
    parts = [f"{view.seat}{side}: {view.question or 'to move'}"]
    parts += [f"{name} {face}" for name, face in view.dice.items() if face is not None]
    for name, value in view.counters.items():
        if isinstance(value, int):
            parts += [f"{name} {value}"] if value else []
        else:
            parts += [f"{name} of {owner} {number}" for owner, number in value.items() if number]
    for name, held in view.marks.items():
        if isinstance(held, dict):
            parts += [f"{name} of {owner} {what}" for owner, what in held.items() if what]
        else:
            parts += [f"{name} {held}"] if held else []
    return " | ".join(parts)


def _listing(moves: tuple[Move, ...], prefix: str) -> Iterator[str]:
    """Yield the moves with their numbers, one line or more for each piece."""
    groups: dict[str, list[tuple[int, str]]] = {}
    for number, move in enumerate(moves, start=1):
        if move.text.startswith(prefix):
            head, tail = _parts(move.text)
            groups.setdefault(head, []).append((number, tail))
    if not groups:
        yield f"  no move begins with '{prefix}'"
    for head, entries in groups.items():
        if not prefix and len(moves) > _MAX_LISTED and len(entries) > _LONG_GROUP:
            first, last = entries[0][0], entries[-1][0]
            yield f"  {head}: {len(entries)} moves, {first} to {last}; `moves {head}` lists them"
            continue
        # A number stays on the line of its move.
        words = [f"{number})\u00a0{tail}" if tail else f"{number})" for number, tail in entries]
        indent = " " * 6
        text = textwrap.fill(f"  {head}: {'  '.join(words)}", _WIDTH, subsequent_indent=indent)
        yield text.replace("\u00a0", " ")


def _parts(text: str) -> tuple[str, str]:
    """Return what moves of one piece have in common, and the rest.

    >>> _parts("step a3-a5"), _parts("choice d4"), _parts("pass")
    (('step a3', 'a5'), ('choice', 'd4'), ('pass', ''))
    """
    name, _, operands = text.partition(" ")
    first, dash, rest = operands.partition("-")
    return (f"{name} {first}", rest) if dash else (name, operands)
