"""When the rules themselves let others know which of two games is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from ruleengine.game.game import Game
from ruleengine.game.position import Position
from ruleengine.pipeline.state import CellId, SideId, State
from ruleengine.resolve.checks.disclosing import disclosures
from ruleengine.workbench.leaks.hidden_facts import HiddenFacts
from ruleengine.workbench.leaks.transcripts import Told

_CHOSEN: Final = frozenset({"number", "word"})
_GOING: Final = frozenset({"moved", "captured", "removed", "sent", "placed"})


class Moment(NamedTuple):
    """A moment of a game: where it stands, and the open move that has just led there.

    `passed` are the positions on the way in which chance fell: what a viewer is told there, and
    sees there, comes with the move as well.
    """

    position: Position
    before: Position
    told: Told | None
    passed: tuple[Position, ...] = ()


class Disclosure:
    """What may become known of the secrets of one side in one game, which is `one` below."""

    def __init__(self, game: Game, hidden: HiddenFacts, side: SideId) -> None:
        self._actions = game.rules.actions
        self._telling = {
            name: [(each.operand, each.what) for each in disclosures(game.rules.resolved, action)]
            for name, action in game.rules.resolved.ruleset.actions.items()
        }
        self._hidden = hidden
        self._side = side
        self._known: dict[tuple[int, str | None], object] = {}

    def reason(
        self, one: Moment, other: Moment, viewer: str | None, *, remade: bool = False
    ) -> str | None:
        """Return why a viewer may tell two games apart from now on; nothing if it may not.

        Where a draft is only `remade`, as of the same moves in another order, less may tell of it:
        how a draft was made is secret.
        """
        hidden = self._hidden
        here, there = one.position, other.position
        happened = self._reason_to_see(one, other, viewer)
        if happened is not None:
            return happened
        if one.told != other.told and self._aloud(one, viewer) != self._aloud(other, viewer):
            return "moved differently"
        if self._known_first(here, viewer) == hidden.known(there, viewer):
            return None
        if hidden.never_hidden(here, viewer) == hidden.never_hidden(there, viewer):
            return "come to light"
        if one.told != other.told and not self._is_unseen(one, other, viewer):
            return "moved differently"
        before = hidden.with_draft(one.before.state, self._side)
        before_there = hidden.with_draft(other.before.state, self._side)
        if is_released(one):
            table = one.before.state if remade else None
            if self._tells(before, before_there, viewer, table):
                return "released"
            if hidden.board(here.state, viewer) != hidden.board(there.state, viewer):
                return "released"
        doubtful = hidden.doubtful_cells(before, before_there)
        moments = ((one, before), (other, before_there))
        # Where it shows the same on the board, a number of something else may give away the rest.
        if any(self._is_about(*each, doubtful, viewer) for each in moments) and hidden.shown_there(
            here, viewer
        ) != hidden.shown_there(there, viewer):
            return "touched"
        return "stuck" if self._is_stuck(one) != self._is_stuck(other) else None

    def _reason_to_see(self, one: Moment, other: Moment, viewer: str | None) -> str | None:
        """Return why a viewer has seen two games come to where they are in different ways."""
        if _said(one, viewer) != _said(other, viewer) or _end_in_other_words(one, other):
            return "told"
        if self._known_of_left(one, viewer) != self._known_of_left(other, viewer):
            return "come to light"
        # Orders are carried out on the board, for all to see, whoever may know the orders.
        if is_released(one) and self._carried_out(one, viewer) != self._carried_out(other, viewer):
            return "released"
        return None

    def _tells(self, one: State, other: State, viewer: str | None, table: State | None) -> bool:
        """Return whether two drafts differ in what the rules show to all when they are released.

        Counters, marks and owners of zones are shown if no rule hides them. Yet if the drafts
        differ in something that is hidden, one of these may be what gives it away; and if they
        come to the same in all else, then how they were made, unless nothing but these is changed
        in the drafts, compared with the `table` that they began from.
        """
        hidden = self._hidden
        if hidden.known_pieces(one, viewer) != hidden.known_pieces(other, viewer):
            return True
        kept_back = hidden.kept_back(one if table is None else table, viewer)
        if any(hidden.kept_back(draft, viewer) != kept_back for draft in (one, other)):
            return False
        return hidden.known_kept(one, viewer) != hidden.known_kept(other, viewer)

    def _carried_out(self, moment: Moment, viewer: str | None) -> list[tuple[object, ...]]:
        """Return how pieces that a viewer sees have gone after a release, step by step.

        What the actions of the drafts themselves did is no part of it: their order is secret.
        """
        after = moment.position.state
        unseen = self._hidden.unseen(after, viewer)
        return [
            (event.name, after.owner[slot], event.payload.get("from"), event.payload.get("to"))
            for position in (*moment.passed, moment.position)
            for event in position.happened
            if event.action is None
            and event.name in _GOING
            and isinstance(slot := event.payload["piece"], int)
            and slot not in unseen
        ]

    def _is_unseen(self, one: Moment, other: Moment, viewer: str | None) -> bool:
        """Return whether two moves are secret, and a viewer sees the same of what they led to.

        Counters, marks and owners of zones may differ: if everybody may know these, they tell what
        the move was. That somebody has won or moves again is told on purpose.
        """
        here, there = one.position.state, other.position.state
        return (
            all(self._is_covert(each) for each in (one, other))
            and self._hidden.known_pieces(here, viewer) == self._hidden.known_pieces(there, viewer)
            and self._hidden.standing(here) == self._hidden.standing(there)
        )

    def _is_covert(self, moment: Moment) -> bool:
        """Return whether a move names a piece that not everybody sees."""
        if moment.told is None:
            return False
        move = moment.before.parse_move(moment.told.text, moment.told.seat)
        action = self._actions.get(move.name)
        operands = () if action is None else action.operands
        unseen = [
            self._hidden.unseen(state, None)
            for state in (moment.before.state, moment.position.state)
        ]
        return any(
            operand.what == "piece"
            and operand.named != "never"
            and any(value in slots for slots in unseen)
            for operand, value in zip(operands, move.values, strict=False)
        )

    def _aloud(self, moment: Moment, viewer: str | None) -> tuple[object, ...]:
        """Return what a player says aloud by a move: what is chosen, and tells of no secret.

        That is the action, words and numbers, where a piece stands that everybody sees, and a
        cell that no unseen piece comes to or goes from. A value that decides what becomes of a
        secret of which the viewer may not know is compared.
        """
        if moment.told is None or moment.before.in_secret or self._is_covert(moment):
            return ()
        move = moment.before.parse_move(moment.told.text, moment.told.seat)
        action, state = self._actions.get(move.name), moment.before.state
        operands = () if action is None else action.operands
        side = self._hidden.side_of(state, viewer)
        telling = {
            operand
            for operand, what in self._telling.get(move.name, ())
            if self._hidden.could_hide(what, side)
        }
        secret_cells = self._passed_unseen(moment)
        said: list[object] = [move.name]
        for operand, value in zip(operands, move.values, strict=False):
            if operand.named == "never" or operand.name in telling:
                continue
            if operand.what in _CHOSEN:
                said.append(value)
            elif operand.what == "piece" and isinstance(value, int):
                said.append(state.cell[value])  # its kind may be a secret
            elif operand.what == "cell" and isinstance(value, int):
                said.append(None if value in secret_cells else value)
        return tuple(said)

    def _passed_unseen(self, moment: Moment) -> set[object]:
        """Return the cells that pieces come to or go from of which somebody does not know."""
        before, after = moment.before.state, moment.position.state
        unseen = self._hidden.unseen(before, None) | self._hidden.unseen(after, None)
        found: set[object] = set()
        for position in (*moment.passed, moment.position):
            for event in position.happened:
                if event.name in _GOING and event.payload["piece"] in unseen:
                    found |= {event.payload.get("from"), event.payload.get("to")}
        return found

    def _known_of_left(self, moment: Moment, viewer: str | None) -> object:
        return self._hidden.known_of_left(moment.before.state, moment.position.state, viewer)

    def _known_first(self, position: Position, viewer: str | None) -> object:
        """Return what is known of a position of the first game, which is asked for often."""
        key = id(position), viewer
        if key not in self._known:
            self._known[key] = self._hidden.known(position, viewer)
        return self._known[key]

    def _is_about(
        self, moment: Moment, before: State, doubtful: Sequence[CellId], viewer: str | None
    ) -> bool:
        """Return whether a move speaks of such a cell, or has changed what stands there."""
        after = moment.position.state
        return not self._named(moment).isdisjoint(doubtful) or any(
            self._hidden.is_changed(before, after, cell, viewer) for cell in doubtful
        )

    def _named(self, moment: Moment) -> set[CellId]:
        if moment.told is None:
            return set()
        state = moment.before.state
        move = moment.before.parse_move(moment.told.text, moment.told.seat)
        action = self._actions.get(move.name)
        if action is None:
            return set()
        return {
            state.cell[value] if operand.what == "piece" else value
            for operand, value in zip(action.operands, move.values, strict=True)
            if operand.what in ("piece", "cell") and isinstance(value, int)
        }

    def _is_stuck(self, moment: Moment) -> bool:
        """Return whether the side has no move of the sort that has just been made.

        That it passes, or has lost, tells others something, and cannot be kept secret.
        """
        action = None if moment.told is None else self._actions.get(moment.told.text.split(" ")[0])
        state = moment.position.state
        state.mover = self._side
        return action is not None and not action.is_possible(state)


def is_released(moment: Moment) -> bool:
    """Return whether a move has ended a secret submission, so that its drafts hold for all.

    As long as it has not, what drafts change has to stay unknown, pieces and counters alike.
    """
    # In secret plies are counted only then; another submission may have begun at once.
    before, after = moment.before.state, moment.position.state
    return moment.before.in_secret and before.ply != after.ply


def _end_in_other_words(one: Moment, other: Moment) -> bool:
    """Return whether two games end in the same way, with other values in what the ending says."""
    here, there = one.position.outcome, other.position.outcome
    if here is None or there is None or here.reason == there.reason:
        return False
    return replace(here, reason=there.reason) == there


def told_outright(position: Position, viewer: str | None) -> list[str]:
    """Return what the rules tell a viewer in so many words."""
    return [str(event) for event in position.events_for(viewer) if event.name == "told"]


def _said(moment: Moment, viewer: str | None) -> list[str]:
    positions = (*moment.passed, moment.position)
    return [said for position in positions for said in told_outright(position, viewer)]
