"""Games between agents: one with its record, or many as fast as they can be played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TypeAlias

from ruleengine.agents.foreign import PASSED_ON, Failure, is_foreign
from ruleengine.agents.protocol import Agent
from ruleengine.agents.registry import make_agent, parse_spec
from ruleengine.errors import AgentError
from ruleengine.game.game import Game
from ruleengine.game.kept.record import Record
from ruleengine.game.match import Match
from ruleengine.game.moves.moves import Move
from ruleengine.program.winners import winners_of
from ruleengine.schema.wording import counted, shown
from ruleengine.schema.wording import found as found_value

Specs: TypeAlias = "str | Sequence[str] | Mapping[str, str]"
"""Who plays: one text for everybody, one for each seat in order, or texts by seat or by side."""

Noted: TypeAlias = "tuple[int, int, int, int, int, list[int]]"
"""What rows tell of a game: winner, ending, plies, turns, whether it is void, sides of seats."""
LOT = 250
"""Random games that one thread plays before it takes the next."""
MAX_PLIES = 10_000
"""Plies after which a game counts as unfinished, if nothing else is said."""


@dataclass(frozen=True)
class Played:
    """What came of one game."""

    number: int
    winner: str | None
    """The side that won alone; nothing for a draw, a void game and one that was not finished."""
    ending: str | None
    """The id of the ending; nothing when the game was not finished."""
    void: bool
    unfinished: bool
    plies: int
    turns: int
    by_seat: Mapping[str, int]
    """1 won, -1 lost, 0 neither."""
    sides: Mapping[str, str | None]
    """The side of every seat at the end."""
    agents: Mapping[str, str]
    """The agent of every seat, as it was named."""
    record: Record | None = field(default=None, compare=False, repr=False)


def play_game(  # noqa: PLR0913 - all but the first two are named
    game: Game,
    specs: Specs,
    *,
    seed: int = 0,
    number: int = 0,
    max_plies: int = MAX_PLIES,
    opening: Mapping[str, str] | None = None,
    keep_record: bool = False,
) -> Played:
    """Play one game; it depends on nothing but the seed and the number.

    Agents that are given by side need sides that have their seats from the start: then the
    opening is settled as `Game.start({})` does, unless one is given.
    """
    agents, opening = seating(game, specs, opening)
    table = _Table(game, agents, opening, seed, max_plies)
    if keep_record or not _is_compiled(agents.values()):
        return table.by_pipeline(number, keep_record=keep_record)
    return table.by_rows(number)


def play_games(  # noqa: PLR0913 - all but the first two are named
    game: Game,
    specs: Specs,
    *,
    seed: int = 0,
    first: int = 0,
    count: int = 1,
    max_plies: int = MAX_PLIES,
    opening: Mapping[str, str] | None = None,
    threads: int = 1,
) -> list[Played]:
    """Play the games `first` to `first + count - 1`, by the fastest way that there is for them.

    What comes of a game depends on the seed and its number only, never on the others.
    """
    agents, opening = seating(game, specs, opening)
    table = _Table(game, agents, opening, seed, max_plies)
    numbers = range(first, first + count)
    if set(agents.values()) == {"random"} and _is_compiled(agents.values()):
        return table.at_random(numbers, threads)
    play = table.by_rows if _is_compiled(agents.values()) else table.by_pipeline
    if threads == 1 or count == 1:
        return [play(number) for number in numbers]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(play, numbers))


def _is_compiled(specs: Iterable[str]) -> bool:
    """Return whether agents need no views, so that the compiled tier can play by itself."""
    return (
        all(parse_spec(spec).name is not None for spec in specs) and find_spec("numba") is not None
    )


@dataclass(frozen=True)
class _Table:
    """Where games of one lot are played."""

    game: Game
    agents: Mapping[str, str]
    opening: Mapping[str, str] | None
    seed: int
    max_plies: int

    def _seated(self, number: int) -> dict[str, Agent]:
        return {
            seat: make_agent(spec, self.game, seed=self.seed, number=number, seat=seat)
            for seat, spec in self.agents.items()
        }

    def by_pipeline(self, number: int, *, keep_record: bool = False) -> Played:
        """Let a match be played, as anybody could."""
        match = Match(self.game, self.seed, opening=self.opening, number=number)
        made = self._seated(number)
        while not match.is_over and match.position.ply < self.max_plies:
            seat = match.actors[0]
            match.submit(seat, chosen_move(match, seat, made[seat], self.agents[seat]))
        outcome = match.position.outcome
        return self._played(
            number,
            winners=() if outcome is None else outcome.winners,
            ending=None if outcome is None else outcome.ending,
            void=outcome is not None and outcome.void,
            plies=match.position.ply,
            turns=match.position.turn,
            sides=match.position.full_view().sides,
            record=match.record() if keep_record else None,
        )

    def by_rows(self, number: int) -> Played:
        """Let agents play on the compiled tier; move for move it is the same game."""
        from ruleengine.agents.row_table import play_rows  # noqa: PLC0415 - heavy, and optional

        agents = list(self._seated(number).values())
        played = play_rows(
            self.game,
            agents,
            seed=self.seed,
            number=number,
            opening=self.opening,
            max_plies=self.max_plies,
        )
        return self._of_row(number, played)

    def at_random(self, numbers: range, threads: int) -> list[Played]:
        """Let the kernel draw all moves, as likely as `random` does but from another stream."""
        from ruleengine.agents.row_table import play_at_random  # noqa: PLC0415 - heavy

        def lot(part: range) -> list[Played]:
            played = play_at_random(
                self.game,
                seed=self.seed,
                number=part.start,
                count=len(part),
                opening=self.opening,
                max_plies=self.max_plies,
            )
            return [self._of_row(number, each) for number, each in zip(part, played, strict=True)]

        if threads == 1 or len(numbers) <= LOT:
            return lot(numbers)
        parts = [numbers[start : start + LOT] for start in range(0, len(numbers), LOT)]
        with ThreadPoolExecutor(threads) as pool:
            return [played for part in pool.map(lot, parts) for played in part]

    def _of_row(self, number: int, noted: Noted) -> Played:
        winner, ending, plies, turns, void, sides = noted
        names, endings = self.game.sides, self.game.compiled.tables.program.endings
        return self._played(
            number,
            winners=tuple(names[side] for side in winners_of(winner)),
            ending=None if ending < 0 else endings[ending],
            void=bool(void),
            plies=plies,
            turns=turns,
            sides={
                seat: None if side < 0 else names[side]
                for seat, side in zip(self.game.seats, sides, strict=True)
            },
        )

    def _played(  # noqa: PLR0913 - all but the first are named
        self,
        number: int,
        *,
        winners: tuple[str, ...],
        ending: str | None,
        void: bool,
        plies: int,
        turns: int,
        sides: Mapping[str, str | None],
        record: Record | None = None,
    ) -> Played:
        return Played(
            number=number,
            winner=winners[0] if len(winners) == 1 else None,
            ending=ending,
            void=void,
            unfinished=ending is None,
            plies=plies,
            turns=turns,
            by_seat={
                seat: 0 if not winners or side is None else 1 if side in winners else -1
                for seat, side in sides.items()
            },
            sides=dict(sides),
            agents=self.agents,
            record=record,
        )


def _answer(answer: object) -> str:
    """Return what an agent answered; anything can come from one that users write."""
    return shown(answer.text) if isinstance(answer, Move) else found_value(answer)


def chosen_move(match: Match, seat: str, agent: Agent, spec: str | None = None) -> Move:
    """Return what an agent plays; AgentError when it may not, or when it fails.

    Without a text that names the agent it is called by its class.
    """
    view = match.view(seat)
    try:
        move = agent.choose(view, view.legal_moves)
    except PASSED_ON:
        raise
    except BaseException as error:
        if not is_foreign(agent):
            raise
        failed = Failure.of(error, agent.choose)
        message = (
            f"the agent '{spec or _named(agent)}' failed {_moment(match, seat)}: {failed.what}"
        )
        hint = "mend the agent; `play_game` with this seed and number plays the same game again"
        raise failed.as_error("agent/raised", message, hint) from error
    if move not in view.legal_moves:
        # Of other rules it is another move with the same text, and the text is what is meant.
        text = getattr(move, "text", None)
        for each in view.legal_moves:
            if each.text == text:
                return each
        message = (
            f"the agent '{spec or _named(agent)}' answered {_answer(move)}, which it may not play, "
            f"{_moment(match, seat)}"
        )
        hint = "return one of the moves that `choose` is given"
        raise AgentError("agent/bad-move", message, hint=hint)
    return move


def _named(agent: Agent) -> str:
    return f"{type(agent).__module__}:{type(agent).__qualname__}"


def _moment(match: Match, seat: str) -> str:
    """Return how the moment is found again: a game is known by its seed and number."""
    record = match.record()
    where = f"as {seat}, at ply {match.position.ply} of game {record.number}"
    return f"{where} with seed {record.seed}"


def seating(
    game: Game, specs: Specs, opening: Mapping[str, str] | None
) -> tuple[dict[str, str], Mapping[str, str] | None]:
    """Return the agent of every seat, and the opening that the match begins with.

    Raises:
        AgentError: an agent is not known, or a seat has none.
    """
    if isinstance(specs, str):
        found = dict.fromkeys(game.seats, specs)
    elif isinstance(specs, Mapping):
        found, opening = _by_name(game, specs, opening)
    else:
        if len(specs) != len(game.seats):
            message = f"there are {len(game.seats)} seats, but {counted(len(specs), 'agent')}"
            hint = f"name one for each of: {', '.join(game.seats)}"
            raise AgentError("agent/wrong-seats", message, hint=hint)
        found = dict(zip(game.seats, specs, strict=True))
    for spec in dict.fromkeys(found.values()):
        parse_spec(spec)
    return found, opening


def _by_name(
    game: Game, specs: Mapping[str, str], opening: Mapping[str, str] | None
) -> tuple[dict[str, str], Mapping[str, str] | None]:
    unknown = [name for name in specs if name not in game.seats and name not in game.sides]
    found = {seat: specs[seat] for seat in game.seats if seat in specs}
    if not unknown and len(found) < len(game.seats):
        sides = game.start(opening).view(None).sides
        if None in sides.values():
            opening = {} if opening is None else opening
            sides = game.start(opening).view(None).sides
        by_side = {seat: specs[side] for seat, side in sides.items() if side in specs and side}
        found = by_side | found
    if unknown or len(found) < len(game.seats):
        names = dict.fromkeys((*game.seats, *game.sides))
        what = (
            f"there is neither a seat nor a side '{unknown[0]}'"
            if unknown
            else f"nobody plays for {', '.join(seat for seat in game.seats if seat not in found)}"
        )
        hint = f"name an agent for each seat or side: {', '.join(names)}"
        raise AgentError("agent/wrong-seats", what, hint=hint)
    return {seat: found[seat] for seat in game.seats}, opening
