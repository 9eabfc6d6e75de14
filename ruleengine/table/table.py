"""One match at a table: who sits there, what has been told to whom, and what can be undone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from ruleengine.agents.arena import chosen_move
from ruleengine.agents.protocol import Agent
from ruleengine.errors import PositionError
from ruleengine.game.game import Game
from ruleengine.game.kept.record import Record
from ruleengine.game.match import Match
from ruleengine.game.moves.moves import Move
from ruleengine.game.moves.notation import COMMIT
from ruleengine.pipeline.state import SideId
from ruleengine.table.entries import Entry
from ruleengine.table.saves import Save
from ruleengine.table.story import story_of
from ruleengine.table.titles import seat_title
from ruleengine.table.undoing import why_not_undone, why_not_undone_in_draft

Moves: TypeAlias = "Move | str | Sequence[str]"


_MAX_TURNS: Final = 200  # each keeps a position, and all that was worked out about it


class _Turn(NamedTuple):
    """A submission: who handed it in, what, and the match as it stood before."""

    seat: str
    moves: Moves
    before: Match
    told: dict[str | None, int]
    """How long the story was for each seat."""


class Table:
    """A match with people and programs at its seats, kept in a file after every change."""

    def __init__(self, match: Match, agents: Mapping[str, Agent], save: Save | None) -> None:
        """Take a match; at seats without an agent there are people."""
        self._match = match
        self._agents = dict(agents)
        self._save = save
        self._turns: list[_Turn] = []
        self._story: dict[str | None, list[Entry]] = {seat: [] for seat in (*self.game.seats, None)}
        self.unsaved: str | None = None
        self._tell()

    @classmethod
    def resume(
        cls, game: Game, record: Record, agents: Mapping[str, Agent], save: Save | None
    ) -> Table:
        """Return the table of a record, with its story and all that can be undone."""
        table: Table | None = None
        before: Match | None = None
        for match in Match.retrace(game, record):
            if table is None:
                table = cls(match, agents, save)
            else:
                steps = match.recent
                ply = steps[0].ply
                if ply.seat is not None and before is not None:
                    table._remember(_Turn(ply.seat, ply.text, before, table._lengths()))
                table._tell()
            before = match.fork()
        if table is None:
            raise PositionError("position/bad-value", "the record is empty")
        return table

    @property
    def match(self) -> Match:
        """The match; whoever shows something of it shows a view."""
        return self._match

    @property
    def game(self) -> Game:
        """What is played."""
        return self._match.game

    @property
    def people(self) -> tuple[str, ...]:
        """The seats at which people sit."""
        return tuple(seat for seat in self.game.seats if seat not in self._agents)

    @property
    def keeps_secrets(self) -> bool:
        """Whether several people sit here who may not see the same."""
        return self.game.rules.hides and len(self.people) > 1

    @property
    def save(self) -> Save | None:
        """Where the game is kept."""
        return self._save

    def story(self, seat: str | None) -> Sequence[Entry]:
        """Return all that a seat has been told; without a seat, what everybody has."""
        return self._story[seat]

    def next_seat(self, holder: str | None) -> str:
        """Return who is to move: whoever has begun to, then programs, then people in order."""
        actors = self._match.actors
        if holder in actors:
            return str(holder)
        return next((seat for seat in actors if seat in self._agents), actors[0])

    def is_program(self, seat: str) -> bool:
        """Return whether a program sits there."""
        return seat in self._agents

    def let_program_move(self, seat: str) -> None:
        """Ask the program at a seat for a move, and play it."""
        self.submit(seat, chosen_move(self._match, seat, self._agents[seat]))

    def submit(self, seat: str, moves: Moves) -> None:
        """Play a move or a sheet, and keep the game; PlayError changes nothing."""
        before, lengths = self._match.fork(), self._lengths()
        self._match.submit(seat, moves)
        self._remember(_Turn(seat, moves, before, lengths))
        self._tell()
        self._keep()

    def _remember(self, turn: _Turn) -> None:
        """Keep what can be undone, as far as somebody could want it to be."""
        if self.people:
            self._turns.append(turn)
            del self._turns[:-_MAX_TURNS]

    def lay_out(self, seat: str, sheet: str, *, commits: bool) -> None:
        """Play a ready sheet, with or without the commit at its end."""
        moves = self._match.sheet(sheet, seat)
        self.submit(seat, moves if commits else [move for move in moves if move != COMMIT])

    def undo(self, seat: str) -> str:
        """Take back the last submission of a person, and return what was taken back.

        What others have done since in secret stays; what they have played on is taken back too.

        Raises:
            PositionError: it stays, because chance has decided or something has become known.
        """
        number = self._to_undo(seat)
        turn, later = self._turns[number], self._turns[number + 1 :]
        answers: list[str] = []
        own = self._own_words(turn)
        if later and not self._match.position.in_secret:
            answers = self._answers(seat, later[0].told[seat])
            later = []
        self._match = turn.before.fork()
        self._turns = self._turns[:number]
        for reader, length in turn.told.items():
            del self._story[reader][length:]
        for other in later:
            before, lengths = self._match.fork(), self._lengths()
            self._match.submit(other.seat, other.moves)
            self._remember(_Turn(other.seat, other.moves, before, lengths))
            self._tell()
        self._keep()
        return "; ".join((own, *answers))

    def _own_words(self, turn: _Turn) -> str:
        """Return what somebody has played, in the words of the story."""
        title = seat_title(self.game, turn.seat)
        if not isinstance(turn.moves, Move | str):
            return f"{title}: {len(turn.moves)} moves"
        told = self._story[turn.seat][turn.told[turn.seat] :]
        said = next((each.said for each in told if each.seat == turn.seat), None)
        return said or f"{title}: {self.game.rules.spoken(str(turn.moves))}"

    def _answers(self, seat: str, since: int) -> list[str]:
        """Return the moves that a seat was told of from a place in its story on."""
        told = self._story[seat][since:]
        return [each.said for each in told if each.seat is not None]

    def _to_undo(self, seat: str) -> int:
        """Return which submission is to be undone."""
        position = self._match.position
        if position.in_secret:
            side = self._side(seat)
            own = [n for n, turn in enumerate(self._turns) if self._side(turn.seat) == side]
            if own and self.drafted(seat):
                if reason := why_not_undone_in_draft(self._after(own[-1]), seat):
                    raise PositionError("position/no-undo", reason)
                return own[-1]
            message = "you have done nothing yet that the others do not know"
            raise PositionError("position/no-undo", message)
        people = [n for n, turn in enumerate(self._turns) if turn.seat not in self._agents]
        if not people:
            raise PositionError("position/no-undo", "there is nothing to take back")
        moments = [turn.before for turn in self._turns[people[-1] :]] + [self._match]
        told = self._story[seat][self._turns[people[-1]].told[seat] :]
        if reason := why_not_undone(moments, told):
            raise PositionError("position/no-undo", reason)
        return people[-1]

    def _after(self, number: int) -> Match:
        """Return the match as it stood after a submission."""
        later = self._turns[number + 1 :]
        return later[0].before if later else self._match

    def drafted(self, seat: str) -> list[str]:
        """Return the moves of a side in the submission that is going on."""
        side = self._side(seat)
        draft = next((d for d in self._match.position.state.drafts if d.side == side), None)
        number = 0 if draft is None else len(draft.moves)
        own = [
            ply.text
            for ply in self._match.transcript(seat)
            if ply.seat is not None and self._side(ply.seat) == side and ply.text != COMMIT
        ]
        return own[-number:] if number else []

    def _side(self, seat: str) -> SideId:
        return self._match.position.state.seat_side[self.game.seats.index(seat)]

    def resign(self, seat: str) -> None:
        """Give up."""
        self._match.resign(seat)
        self._keep()

    def offer_draw(self, seat: str) -> bool:
        """Offer a draw, or take the one that is offered; True when all have agreed."""
        programs = [other for other in self.game.seats if other in self._agents]
        if programs:
            listed = ", ".join(seat_title(self.game, seat) for seat in programs)
            message = f"a program plays {listed}, and programs agree to no draw"
            raise PositionError("position/bad-value", message)
        agreed = self._match.offer_draw(seat)
        self._keep()
        return agreed

    def decline_draw(self, seat: str) -> None:
        """Decline the draw that others have offered."""
        self._match.decline_draw(seat)
        self._keep()

    def keep(self) -> None:
        """Write the game to its file, also when nothing has changed."""
        self._keep()

    def _keep(self) -> None:
        if self._save is None or (not self.people and not self._match.is_over):
            return  # among programs the seed alone gives the same game again
        try:
            self._save.write(self._match.record())
        except (OSError, PositionError) as error:
            self.unsaved = getattr(error, "strerror", None) or str(error)
        else:
            self.unsaved = None

    def _lengths(self) -> dict[str | None, int]:
        return {seat: len(entries) for seat, entries in self._story.items()}

    def _tell(self) -> None:
        for seat, entries in self._story.items():
            entries.extend(story_of(self._match, seat))
