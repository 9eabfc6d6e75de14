"""The talk at the table: asks whoever is to move, hands the keyboard over, tells what happened.

All that is shown to a seat comes from its view. Where several people may not see the same, the
screen is wiped before the keyboard goes to somebody else, and stays so until that one is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from ruleengine.errors import PlayError, PositionError, Reason
from ruleengine.game.moves.moves import Move
from ruleengine.game.views import View
from ruleengine.table.closing import closing_sentence
from ruleengine.table.commands import command_in, help_lines, refused_sheet, typed
from ruleengine.table.entries import in_lines, last_thrown, spread
from ruleengine.table.lines import Line, line, wrapped
from ruleengine.table.listing import (
    Listed,
    are_numbers,
    fitting_lines,
    listed_moves,
    move_lines,
    pieces_about,
)
from ruleengine.table.news import news_lines
from ruleengine.table.saves import Save, why_not_kept
from ruleengine.table.screen import (
    cell_name_lines,
    clause_lines,
    legend_lines,
    piece_lines,
    reason_lines,
    table_lines,
)
from ruleengine.table.table import Table
from ruleengine.table.terminal import Terminal
from ruleengine.table.titles import seat_title, side_title

_MIN_TOLD: Final = 2  # lines of the story above the board that stay on the screen, at least
_MAX_DRAFTED: Final = 8  # moves of a submission that are listed before it is handed in
_MIN_LISTED: Final = 3  # lines that moves get at least
_MORE: Final = "-- Enter for more, q to stop -- "


class _Left(Exception):  # noqa: N818 - no error: somebody leaves
    """Whoever has the keyboard leaves the table."""


class Dialogue:
    """One sitting at a table."""

    def __init__(self, table: Table, terminal: Terminal) -> None:
        self._table = table
        self._game = table.game
        self._terminal = terminal
        self._holder: str | None = None
        self._told: dict[str | None, int] = {}
        self._has_names: set[str] = set()
        self._words: dict[str, Callable[[str, str], bool]] = {
            "moves": self._moves,
            "board": self._board,
            "pieces": self._pieces,
            "legend": self._legend,
            "why": self._why,
            "rule": self._rule,
            "log": self._log,
            "undo": self._undo,
            "sheet": self._sheet,
            "lay": self._lay,
            "switch": self._switch,
            "draw": self._draw,
            "decline": self._decline,
            "resign": self._resign,
            "save": self._save,
            "quit": self._quit,
            "help": self._help,
        }

    def play(self, sheets: dict[str, str] | None = None) -> None:
        """Play until the match is over or somebody leaves; `sheets` are handed in first."""
        table, ready = self._table, dict(sheets or {})
        try:
            while not table.match.is_over:
                seat = table.next_seat(self._holder)
                if seat in ready and table.match.position.drafting:
                    table.lay_out(seat, ready.pop(seat), commits=True)
                elif table.is_program(seat):
                    table.let_program_move(seat)
                    if not table.people:
                        self._terminal.show(self._news(None))
                else:
                    self._take_keyboard(seat)
                    self._ask(seat)
        except _Left:
            self._wipe_secrets()
        except KeyboardInterrupt:
            self._wipe_secrets()
            raise
        else:
            self._wipe_secrets()
            self._finish()

    # -- who has the keyboard

    def _take_keyboard(self, seat: str) -> None:
        """Let a seat have the keyboard, and see to it that nobody else reads on."""
        sides = self._table.match.view(None).sides
        holder = self._holder
        is_same = holder is not None and (sides[holder] or holder) == (sides[seat] or seat)
        self._holder = seat
        if not self._table.keeps_secrets or is_same:
            return
        self._terminal.wipe()
        self._say(f"Hand the keyboard to {self._called(seat, sides[seat])}.", "title")
        name = seat_title(self._game, seat)
        self._say(f"Enter shows what {name} may see, so nobody else should look.")
        while answer := self._typed("Enter when ready> "):
            if command_in(answer, self._game) == ("quit", ""):
                raise _Left
            self._say("Only Enter goes on; `quit` leaves.")

    def _called(self, seat: str, side: str | None) -> str:
        """Return what a seat is called, with its side if that is not the same."""
        about = f" ({side_title(self._game, side)})" if side not in (None, seat) else ""
        return f"{seat_title(self._game, seat)}{about}"

    def _typed(self, prompt: str, options: Sequence[str] = ()) -> str:
        answer = self._terminal.ask(prompt, options)
        if answer is None:
            raise _Left
        return answer.strip()

    def _wipe_secrets(self) -> None:
        if self._table.keeps_secrets:
            self._terminal.wipe()

    # -- asking

    def _ask(self, seat: str) -> None:
        """Ask a seat until something has changed."""
        self.look(seat)
        view = self._table.match.view(seat)
        names = [self._game.rules.spoken(move.text) for move in view.legal_moves]
        prompt = f"{self._called(seat, view.side)}> "
        while not self.answer(seat, self._typed(prompt, [*names, *self._words])):
            pass
        if self._table.unsaved is not None:
            self._say(f"The game could not be saved: {self._table.unsaved}", "warn")

    def answer(self, seat: str, text: str) -> bool:
        """Do what a seat has typed; return whether the table has to be shown anew."""
        found = command_in(text, self._game)
        # A choice may be called like a command: what is listed as a move is one.
        if found is not None and not self._is_listed(seat, text):
            return self._words[found[0]](seat, found[1])
        return (
            bool(text)
            and self._is_there(seat, text)
            and self._played(lambda: self._submit(seat, text))
        )

    def _is_there(self, seat: str, text: str) -> bool:
        """Return whether a number stands for something, and say so if it does not."""
        moves = self._table.match.view(seat).legal_moves
        if not text.isdecimal() or are_numbers(moves) or _listed(text, moves) is not None:
            return True
        try:  # a number may be what is chosen, or named
            self._table.match.position.parse_move(text, seat)
        except PlayError:
            last = f"1 to {len(moves)}" if len(moves) > 1 else "only 1"
            listed = f"`{typed('moves', self._game)}` lists yours, {last}"
            self._say(f"There is no move {text[:_SHOWN]}; {listed}.", "warn")
            return False
        return True

    def _is_listed(self, seat: str, text: str) -> bool:
        return any(move.text == text for move in self._table.match.view(seat).legal_moves)

    def _played(self, act: Callable[[], None]) -> bool:
        """Do something that may be refused, and say why if it is."""
        try:
            act()
        except PlayError as error:
            self._refuse(error.move, error.reasons)
            return False
        except PositionError as error:
            self._say(f"{error.message[:1].upper()}{error.message[1:]}.", "warn")
            return False
        return True

    def _submit(self, seat: str, text: str) -> None:
        self._table.submit(seat, self._meant(seat, text))

    def _meant(self, seat: str, text: str) -> Move | str:
        """Return the move with a number, or the text if it is none or lists have no numbers."""
        moves = self._table.match.view(seat).legal_moves
        is_number = text.isdecimal() and not are_numbers(moves)
        listed = _listed(text, moves) if is_number else None
        return text if listed is None else listed

    # -- showing

    def look(self, seat: str) -> None:
        """Show a seat what has happened, the board, and what it may do."""
        width, height = self._terminal.width, self._terminal.height
        view = self._table.match.view(seat)
        board = self._board_lines(seat)
        asked = list(wrapped(_asked(seat_title(self._game, seat), self._question(view)), width))
        asked += self._so_far(seat)
        asked += self._ready_sheets(view)
        asked += self._offered(seat)
        # What is new may be scrolled off, but is always told; a file or a pipe has room for all.
        # So whether all moves are listed does not depend on what the others have done.
        told = self._names(seat) + self._news(seat, height - 2 if self._terminal.is_paged else None)
        room = height - len(board) - len(asked) - 2  # a line to type in, and one above it all
        room = max(room - _MIN_TOLD, _MIN_LISTED)
        listing = fitting_lines(self._game, listed_moves(view), width, room, height // 3)
        self._terminal.show([*told, *board, *asked, *listing])

    def _question(self, view: View) -> str:
        """Return what a seat is asked; a choice without a title has only the name of its answer."""
        question = view.question or "your move"
        choices = {move.name.replace("_", " ") for move in view.legal_moves}
        choices -= {name.replace("_", " ") for name in self._game.rules.actions}
        return f"choose {question}" if question in choices else question

    def _names(self, seat: str) -> list[Line]:
        """Return what the cells are called, once for everybody who has a screen of their own."""
        if seat in self._has_names:
            return []
        self._has_names |= {seat} if self._table.keeps_secrets else {*self._game.seats}
        lines = list(cell_name_lines(self._game, self._terminal.width))
        return [*lines, line()] if lines else []

    def _so_far(self, seat: str) -> list[Line]:
        """Return what a seat has done in a submission, which the board may not show yet."""
        done = self._table.drafted(seat)
        if not 0 < len(done) <= _MAX_DRAFTED:
            return []
        told = "; ".join(map(self._game.rules.spoken, done))
        return list(wrapped(f"So far: {told}.", self._terminal.width, indent="  "))

    def _ready_sheets(self, view: View) -> list[Line]:
        """Return a word on the sheets that could be handed in now."""
        sheets = self._game.rules.resolved.ruleset.sheets
        actions = {move.name for move in view.legal_moves}
        fitting = [name for name, sheet in sheets.items() if sheet.action in actions]
        if not fitting or not view.drafting:
            return []
        hint = f"Ready sheets: {', '.join(fitting)}; `sheet NAME` hands one in."
        return list(wrapped(hint, self._terminal.width, role="dim"))

    def _offered(self, seat: str) -> list[Line]:
        offers = self._table.match.draw_offers
        others = [seat_title(self._game, other) for other in offers if other != seat]
        if not others:
            return []
        take, decline = typed("draw", self._game), typed("decline", self._game)
        offer = (
            f"{', '.join(others)} offers a draw: `{take}` takes it, `{decline}` or a move does not."
        )
        return list(wrapped(offer, self._terminal.width, role="warn"))

    def _news(self, seat: str | None, height: int | None = None) -> list[Line]:
        """Return what has happened since the last time, the end of it if there is no room."""
        story, first = self._table.story(seat), self._told.get(seat, 0)
        # What one has read, all have where nothing is secret; and at the end, which everybody
        # may read, nobody wants to hear the whole game again.
        readers = (seat, None) if self._table.keeps_secrets else (None, *self._game.seats)
        self._told |= {reader: len(self._table.story(reader)) for reader in readers}
        more = f"...; `{typed('log', self._game)}` tells all"
        # Nothing is new where something was undone.
        return news_lines(story[first:], self._terminal.width, height, more)

    def _board_lines(self, seat: str | None) -> list[Line]:
        match, story = self._table.match, self._table.story(seat)
        changed = story[-1].cells if story else frozenset()
        view = match.view(seat)
        return table_lines(
            self._game,
            # Whoever resigns leaves a position in which somebody would still have to move.
            replace(view, actors=()) if match.is_over else view,
            self._terminal.width,
            changed=changed,
            players=match.record().players,
            thrown=last_thrown(story, self._game.rules.names.dice),
        )

    def _say(self, text: str, role: str = "") -> None:
        self._terminal.show(wrapped(text, self._terminal.width, role=role))

    def _page(self, lines: Iterable[Line]) -> None:
        """Print lines, a screen at a time where somebody reads."""
        rest = list(lines)
        step = max(self._terminal.height - 2, 1)
        while rest:
            part, rest = (rest[:step], rest[step:]) if self._terminal.is_paged else (rest, [])
            self._terminal.show(part)
            if rest and self._typed(_MORE).lower() in ("q", "quit"):
                return

    def _refuse(self, text: str, reasons: tuple[Reason, ...]) -> None:
        self._terminal.show(reason_lines(self._game, text, reasons, self._terminal.width))

    # -- commands; each says whether something has changed that has to be shown anew

    def _moves(self, seat: str, rest: str) -> bool:
        view = self._table.match.view(seat)
        rules = self._game.rules
        titles = {name: rules.kind_title(kind) for kind, name in enumerate(rules.names.kinds)}
        words = rest.replace("-", " ").split()
        found: list[Listed] = listed_moves(view, words, titles, rules.called)
        if found:
            self._page(move_lines(self._game, found, self._terminal.width))
        else:
            self._say(f"No move of yours is about '{rest}'; `moves` lists all.")
        return False

    def _board(self, seat: str, _rest: str) -> bool:
        self._terminal.show(self._board_lines(seat))
        return False

    def _pieces(self, seat: str, rest: str) -> bool:
        view, width = self._table.match.view(seat), self._terminal.width
        found = replace(view, pieces=pieces_about(self._game, view, rest.split()))
        none = f"You see no piece that '{rest}' fits; `pieces` lists all."
        lines = wrapped(none if rest else "There are no pieces that you see.", width)
        self._page([*piece_lines(self._game, found, width)] or lines)
        return False

    def _legend(self, _seat: str, _rest: str) -> bool:
        self._page(legend_lines(self._game, self._terminal.width))
        return False

    def _why(self, seat: str, rest: str) -> bool:
        if not rest:
            self._say("Say which move: `why MOVE`.")
            return False
        move = self._meant(seat, rest)
        try:
            reasons = self._table.match.position.why(move, seat)
        except PlayError as error:
            reasons = error.reasons
        if reasons:
            self._refuse(str(move), reasons)
        else:
            self._say(f"Nothing stands against {self._game.rules.spoken(str(move))}.")
        return False

    def _rule(self, _seat: str, rest: str) -> bool:
        clauses = self._game.clauses
        wanted = [name for name in clauses if rest.lower() in ("", name.lower())]
        if wanted:
            width = self._terminal.width
            lines = (
                each for name in wanted for each in clause_lines(self._game, name, width, indent="")
            )
            self._page(lines)
        else:
            self._say(f"There is no clause '{rest}'; `rule` prints all of them.")
        return False

    def _log(self, seat: str, _rest: str) -> bool:
        lines: list[Line] = []
        for number, entry in enumerate(in_lines(self._table.story(seat)), start=1):
            for each in spread(entry):
                head, indent = ("", 10) if each.is_result else (str(number), 6)
                lines += wrapped(f"{head:>4}  {each}", self._terminal.width, indent=" " * indent)
        self._page(lines or [line("Nothing has happened yet.")])
        return False

    def _undo(self, seat: str, _rest: str) -> bool:
        try:
            said = self._table.undo(seat)
        except PositionError as error:
            self._say(f"That cannot be taken back: {error.message}.", "warn")
            return False
        self._say(f"Taken back: {said}")
        return True

    def _sheet(self, seat: str, rest: str) -> bool:
        return self._laid_out(seat, rest, commits=True)

    def _lay(self, seat: str, rest: str) -> bool:
        return self._laid_out(seat, rest, commits=False)

    def _laid_out(self, seat: str, name: str, *, commits: bool) -> bool:
        sheets = self._game.sheets
        if name not in sheets:
            listed = [f"  {each}: {title}" for each, title in sheets.items()]
            self._say(f"There is no sheet '{name}'." if name else "Ready sheets:")
            self._terminal.show(line(each) for each in listed or ["  none"])
            return False
        try:
            self._table.lay_out(seat, name, commits=commits)
        except PlayError as error:
            self._refuse(error.move, error.reasons)
            done = self._table.drafted(seat)
            self._say(refused_sheet(self._game, name, error.index, is_begun=bool(done)), "warn")
        except PositionError as error:
            self._say(error.message, "warn")
        else:
            return True
        return False

    def _switch(self, seat: str, _rest: str) -> bool:
        others = [
            other
            for other in self._table.match.actors
            if other != seat and other in self._table.people
        ]
        if not others:
            self._say("Nobody else has to move now.")
            return False
        self._take_keyboard(others[0])
        return True

    def _draw(self, seat: str, _rest: str) -> bool:
        if not self._played(lambda: self._offer(seat)):
            return False
        return self._table.match.is_over

    def _offer(self, seat: str) -> None:
        if not self._table.offer_draw(seat):
            self._say("You offer a draw; the others are asked when it is for them to move.")

    def _decline(self, seat: str, _rest: str) -> bool:
        if not self._table.match.draw_offers:
            self._say("Nobody offers a draw.")
        else:
            self._table.decline_draw(seat)
            self._say("The draw is declined.")
        return False

    def _resign(self, seat: str, _rest: str) -> bool:
        # Who has won then no rule says: the other side, if there is only one.
        ends = len(self._game.sides) > 2  # noqa: PLR2004
        note = "That ends the game for all, without a winner. " if ends else ""
        if self._typed(f"{note}Really give up? (yes/no) ").lower() not in ("y", "yes"):
            self._say("You play on.")
            return False
        self._table.resign(seat)
        return True

    def _save(self, _seat: str, rest: str) -> bool:
        if not rest:
            self._say("Say where to: `save FILE`.")
            return False
        try:
            Save(Path(rest)).write(self._table.match.record())
        except (OSError, ValueError) as error:
            reason = why_not_kept(Path(rest)) or getattr(error, "strerror", None) or str(error)
            self._say(f"'{rest}' cannot be written: {reason}.", "warn")
        else:
            self._say(f"Saved to {rest}.")
        return False

    def _quit(self, _seat: str, _rest: str) -> bool:
        raise _Left

    def _help(self, seat: str, _rest: str) -> bool:
        moves = self._table.match.view(seat).legal_moves
        actions = [*dict.fromkeys(move.name for move in moves)]
        is_kept = self._table.save is not None
        self._page(help_lines(self._game, self._terminal.width, actions, is_kept=is_kept))
        return False

    # -- the end

    def _finish(self) -> None:
        people = self._table.people
        reader = people[0] if len(people) == 1 else None
        self._terminal.show(self._news(reader))
        view: View = self._table.match.view(reader)
        self._terminal.show([*self._board_lines(reader), line()])
        sentence = closing_sentence(self._game, self._table.match.record(), view.sides)
        self._say(f"{sentence[:1].upper()}{sentence[1:]}.", "title")
        for clause in view.outcome.clauses if view.outcome is not None else ():
            self._terminal.show(clause_lines(self._game, clause, self._terminal.width, indent="  "))


def _listed(number: str, moves: Sequence[Move]) -> Move | None:
    """Return the move with a number in the list, whatever the length of the number."""
    if len(number) > len(str(len(moves))) or not 1 <= int(number) <= len(moves):
        return None
    return moves[int(number) - 1]


_SHOWN: Final = 20
"""Of a number that is no move, so many digits are said."""


def _asked(name: str, question: str) -> str:
    """Return what somebody is asked; a question that is a sentence of its own stays one."""
    end = "" if question.endswith((".", "?", "!")) else "."
    return f"{name}{':' if question[:1].isupper() else ','} {question}{end}"
