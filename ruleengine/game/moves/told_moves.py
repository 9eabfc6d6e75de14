"""Moves as those are told of them who may not know everything that they say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from ruleengine.game.moves.moves import Move
from ruleengine.game.moves.notation import COMMIT, DECLINE
from ruleengine.game.moves.onlooking import Onlooker, may_hear_choice, ways_of
from ruleengine.pipeline.operands.operand import Operand, OperandValue
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.start import UNKNOWN
from ruleengine.pipeline.state import NOBODY, Event, SideId, Slot, State, Value
from ruleengine.resolve.checks.disclosing import Disclosure, disclosures
from ruleengine.resolve.checks.told_checks import KIND
from ruleengine.resolve.telling import NUMBERED, Telling


class Moment(Protocol):
    """A position, as far as it matters here."""

    @property
    def state(self) -> State:
        """The numbers behind it."""

    @property
    def happened(self) -> tuple[Event, ...]:
        """What the last step did, as the rules see it."""

    @property
    def decides_on(self) -> str | None:
        """What is chosen, at a choice."""

    @property
    def secret_choice(self) -> int | None:
        """The number of the choice that is waited for, if not everybody may hear of it."""

    @property
    def in_secret(self) -> bool:
        """Whether what is played is seen by nobody else before all have committed."""


class Teller:
    """Writes the moves of one ruleset for onlookers."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._kept = [info.name for info in rules.kept if info.per == "piece"]
        self._disclosed: Mapping[str, tuple[Disclosure, ...]] = {
            name: disclosures(rules.resolved, action)
            for name, action in rules.resolved.ruleset.actions.items()
        }

    def is_covert(self, move: Move, before: Moment, after: Moment) -> bool:
        """Return whether a move is only for its own side to know of.

        That is one in secret, and one that speaks of a piece which not every side sees.
        """
        if before.in_secret:
            return move.name != COMMIT
        sides = range(len(self._rules.names.sides))
        return any(self._is_unseen(move, before, after, side) for side in sides)

    def is_for_seats(self, move: Move, before: Moment, after: Moment) -> bool:
        """Return whether a move is for seats only: some could learn from it what others see."""
        return self._is_unseen(move, before, after, NOBODY)

    def _is_unseen(self, move: Move, before: Moment, after: Moment, side: SideId) -> bool:
        """Return whether a move names a piece that somebody does not see."""
        sight, action = self._rules.sight, self._rules.actions.get(move.name)
        if action is None or not sight.hides_pieces:
            return False
        slots = [
            value
            for operand, value in zip(action.operands, move.values, strict=True)
            # What is never named is not spoken of: the rules find it by themselves.
            if operand.what == "piece" and operand.named != "never" and isinstance(value, int)
        ]
        both = [sight.eyes(state, side) for state in (before.state, after.state)]
        return any(not eyes.sees(slot) for eyes in both for slot in slots)

    def told_to_each(
        self, move: Move, mover: SideId, before: Moment, after: Moment
    ) -> dict[str | None, str]:
        """Return how each seat is told of a move that everybody sees, and how those without one.

        The side that moves is told all of it. Where nothing is hidden, there is nothing to say.
        """
        if not self._rules.hides:
            return {}
        sight, chosen = self._rules.sight, before.decides_on or None
        told: dict[str | None, str] = {}
        sides = before.state.seat_side
        for seat, side in ((None, NOBODY), *zip(self._rules.names.seats, sides, strict=True)):
            onlooker = Onlooker(sight.eyes(before.state, side), sight.eyes(after.state, side))
            if side == mover != NOBODY:
                told[seat] = move.text
            elif self._may_hear(before, move.values, onlooker, after):
                told[seat] = self.told(move, chosen, onlooker, after.happened)
            else:
                told[seat] = f"{move.name} {UNKNOWN}"
        return told

    def hears(self, before: Moment, value: Value, after: Moment, side: SideId) -> bool:
        """Return whether a side may hear how chance has settled a choice."""
        sight = self._rules.sight
        onlooker = Onlooker(sight.eyes(before.state, side), sight.eyes(after.state, side))
        return self._may_hear(before, (value,), onlooker, after)

    def _may_hear(
        self, before: Moment, values: Sequence[Value], onlooker: Onlooker, after: Moment
    ) -> bool:
        number = before.secret_choice
        if number is None:
            return True
        secrets = self._rules.secret_choices.secrets[number]
        cell = values[0] if before.decides_on == "cell" else None
        return may_hear_choice(secrets, before.state.mover, cell, onlooker, after.happened)

    def told(
        self, move: Move, chosen: str | None, onlooker: Onlooker, happened: Iterable[Event]
    ) -> str:
        """Return a move as an onlooker is told of it; what it tells of a secret is `?`.

        `chosen` is what is decided on, if the move answers a choice.
        """
        if chosen is not None:
            return self._told_option(move, chosen, onlooker)
        action = self._rules.actions.get(move.name)
        if action is None or len(action.operands) != len(move.values):  # a pass, or `commit`
            return move.text
        happened = tuple(happened)
        events = [event for event in happened if event.name in ("placed", "became")]
        made = [slot for event in events if isinstance(slot := event.payload["piece"], int)]
        values = dict(zip((operand.name for operand in action.operands), move.values, strict=True))
        hidden = {
            each.operand
            for each in self._disclosed[move.name]
            if not self._is_known(each, values, made, onlooker)
        }
        ways = [*ways_of(happened, onlooker)]
        named = {operand.name: (operand.what, values[operand.name]) for operand in action.operands}
        # Who sees a piece come or go there knows as much, whatever is kept of it besides.
        seen = {each for way in ways if way.is_seen for each in way.ends}
        hidden -= {name for name, value in named.items() if value in seen}
        # Such a piece need not be named by the move: the rules may find it by themselves.
        unseen = {each for way in ways if not way.is_seen for each in way.ends}
        hidden |= {name for name, value in named.items() if value in unseen}
        texts = [
            UNKNOWN if operand.name in hidden else self._value(operand, value, onlooker)
            for operand, value in zip(action.operands, move.values, strict=True)
            if operand.named != "never" and value is not None
        ]
        return f"{move.name} {'-'.join(texts)}" if texts else move.name

    def _is_known(
        self,
        each: Disclosure,
        values: Mapping[str, OperandValue],
        made: Sequence[Slot],
        onlooker: Onlooker,
    ) -> bool:
        """Return whether an onlooker knows what an operand tells."""
        if each.piece is not None:
            slot = values[each.piece]
            return not isinstance(slot, int) or onlooker.knows(each.what, slot)
        after = onlooker.after
        if each.what == KIND:
            # What they knew of a piece before says nothing of what it has become.
            return all(after.knows(KIND, slot) for slot in made)
        info = next(info for info in self._rules.kept if info.name == each.what)
        mover = onlooker.before.state.mover
        # Whose it is the rules find out by themselves; one's own is what is mostly kept secret.
        if info.per == "piece":
            return all(
                after.knows(each.what, slot)
                for slot, owner in enumerate(after.state.owner)
                if owner == mover
            )
        return after.knows_of(each.what, mover)

    def _told_option(self, move: Move, chosen: str, onlooker: Onlooker) -> str:
        value = move.values[0]
        if chosen != "piece" or not isinstance(value, int):
            return move.text
        if onlooker.may_be_told(value):
            return self._which(move.text, value, onlooker)
        return f"{move.name} {self._rules.piece_text(onlooker.before.state, value)}"

    def _value(self, operand: Operand, value: OperandValue, onlooker: Onlooker) -> str:
        if value is None:
            return DECLINE
        if isinstance(value, str):
            return value
        match operand.what:
            case "piece":
                return self._piece(value, operand.telling, onlooker)
            case "cell":
                return self._rules.place(value)
            case "kind":
                return self._rules.names.kinds[value]
            case _:
                return str(value)

    def _piece(self, slot: Slot, telling: Telling, onlooker: Onlooker) -> str:
        state = onlooker.before.state
        if not onlooker.may_be_told(slot):
            return self._rules.piece_text(state, slot)
        return self._which(self._rules.written(state, slot, telling), slot, onlooker)

    def _which(self, text: str, slot: Slot, onlooker: Onlooker) -> str:
        """Return how a piece is written, with its number only for those who know what it tells."""
        told, number, _ = text.partition(NUMBERED)
        return text if not number or onlooker.may_be_told_which(slot, self._kept) else told
