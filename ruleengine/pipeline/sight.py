"""What a side may know of a state, by the views of its ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, cast

from ruleengine.pipeline.filters.selectors import bind_pieces
from ruleengine.pipeline.rules import CounterInfo, Rules
from ruleengine.pipeline.state import GONE, NOBODY, Env, SideId, Slot, State
from ruleengine.resolve.checks.choice_secrets import Secret
from ruleengine.resolve.checks.common_sight import doubtful_rules
from ruleengine.resolve.checks.told_checks import KIND, PIECE
from ruleengine.schema.selectors import PieceFilter
from ruleengine.schema.views import Hide

VIEWER: Final = "viewer"
"""The name by which the filter of a view speaks of the side that looks."""
_EYES: Final = "#eyes"


@dataclass(frozen=True)
class _Bound:
    """A rule that hides something."""

    what: frozenset[str]
    pieces: Callable[[State, Env], Iterator[Slot]]  # that are hidden from the viewer
    sides: frozenset[SideId] | None  # from whom; None means from all but the owner

    def is_from(self, viewer: SideId, owner: SideId) -> bool:
        return _is_from(self.sides, viewer, owner)


def _is_from(sides: frozenset[SideId] | None, viewer: SideId, owner: SideId) -> bool:
    return viewer != owner if sides is None else viewer in sides


class Sight:
    """The rules about who knows what, bound for play."""

    def __init__(self, rules: Rules) -> None:
        names = rules.names
        self._rules = rules
        self._everybody = tuple(range(len(names.sides)))
        self.hidden = [self._bind(rule, rule.of) for rule in rules.resolved.ruleset.views]
        # What it says of pieces of some owners not every side can tell.
        self.doubtful = [
            (self._bind(rule, of), frozenset(map(names.owner_id, owners)))
            for rule, of, owners in doubtful_rules(rules.resolved)
        ]
        self.hides_pieces = any("piece" in rule.what for rule in self.hidden)
        self.kept = {info.name: info for info in rules.kept}

    def _bind(self, rule: Hide, of: PieceFilter | None) -> _Bound:
        rules = self._rules
        sides: frozenset[SideId] | None = None
        if rule.from_ == "everybody":
            sides = frozenset(self._everybody)
        elif rule.from_ != "others":
            sides = frozenset(rules.names.sides.index(name) for name in rule.from_)

        def is_asked(state: State, env: Env, slot: Slot) -> bool:
            return _is_from(sides, cast("SideId", env[VIEWER]), state.owner[slot])

        pieces = bind_pieces(of or PieceFilter(), rules, with_gone=True, among=is_asked)
        return _Bound(frozenset(rule.hide), pieces, sides)

    def eyes(self, state: State, viewer: SideId | None) -> Eyes:
        """Return the eyes of a side on a state.

        Who has no side (NOBODY) knows what every side knows, and knows that the others do; None is
        the referee, who knows all.
        """
        if viewer is None:
            return Eyes(self, state, ())
        if viewer == NOBODY:
            return Eyes(self, state, self._everybody, for_all=True)
        return Eyes(self, state, (viewer,))


class Eyes:
    """What somebody may know of one state."""

    __slots__ = ("_for_all", "_pieces", "_sight", "_viewers", "state")

    def __init__(
        self, sight: Sight, state: State, viewers: tuple[SideId, ...], *, for_all: bool = False
    ) -> None:
        self.state = state
        self._for_all = for_all  # each of the viewers may look through these eyes
        self._sight = sight
        self._viewers = viewers  # what one of them may not know is not known; nobody: all is
        self._pieces: dict[str, frozenset[Slot]] = {}

    def on(self, state: State) -> Eyes:
        """Return the same eyes on another state."""
        return Eyes(self._sight, state, self._viewers, for_all=self._for_all)

    def sees(self, slot: Slot) -> bool:
        """Return whether it is known that the piece is there."""
        return slot not in self._hidden("piece")

    def knows(self, what: str, slot: Slot) -> bool:
        """Return whether the kind of a piece, or something that is kept of it, is known."""
        return self.sees(slot) and slot not in self._hidden(what)

    def knows_all(self, slot: Slot) -> bool:
        """Return whether nothing about a piece is hidden."""
        return all(
            slot not in self._hidden(what) for rule in self._sight.hidden for what in rule.what
        )

    def unseen(self) -> frozenset[Slot]:
        """Return the pieces of which it is not known that they are there."""
        return self._hidden("piece")

    def unknown(self, what: str) -> frozenset[Slot]:
        """Return the pieces of which the kind, or something that is kept of them, is not known."""
        return self._hidden("piece") | self._hidden(what)

    def known_in_part(self) -> frozenset[Slot]:
        """Return the pieces of which something is hidden."""
        things = {what for rule in self._sight.hidden for what in rule.what}
        return frozenset().union(*(self._hidden(what) for what in things))

    def hears(self, side: object) -> bool:
        """Return whether what a side is told is heard; what nobody is named for, all hear."""
        return side is None or all(viewer == side for viewer in self._viewers)

    def knows_part(self, info: CounterInfo, owner: int) -> bool:
        """Return whether a counter or mark is known that a side, a seat, a cell or the game has."""
        if info.per == "seat":
            side = self.state.seat_side[owner]
        else:
            side = owner if info.per == "side" else NOBODY
        return self.knows_of(info.name, side)

    def knows_of(self, what: str, side: SideId) -> bool:
        """Return whether a counter or mark of a side is known, or one of nobody."""
        return not any(
            what in rule.what and rule.is_from(viewer, side)
            for rule in self._sight.hidden
            for viewer in self._viewers
        )

    def may_hear(self, secrets: Iterable[Secret], mover: SideId) -> bool:
        """Return whether nothing is hidden here that tells how a choice was settled."""
        return all(self._may_know(secret, mover) for secret in secrets)

    def _may_know(self, secret: Secret, mover: SideId) -> bool:
        info = self._sight.kept.get(secret.what)
        if info is None or info.per == "piece":
            # Of which piece it is will only be known later.
            wanted = {KIND, PIECE} if secret.what == KIND else {secret.what}
            return not any(
                not wanted.isdisjoint(rule.what) and (rule.sides is None or viewer in rule.sides)
                for rule in self._sight.hidden
                for viewer in self._viewers
            )
        if secret.of_mover:
            return self.knows_of(secret.what, mover)
        owners = range(len(self.state.side_turns)) if info.per in ("side", "seat") else (NOBODY,)
        return all(self.knows_of(secret.what, owner) for owner in owners)

    def _hidden(self, what: str) -> frozenset[Slot]:
        if what not in self._pieces:
            found = frozenset(
                slot
                for rule in self._sight.hidden
                if what in rule.what
                for viewer in self._viewers
                for slot in rule.pieces(self.state, {VIEWER: viewer})
            )
            self._pieces[what] = found.union(self._in_doubt(what)) if self._for_all else found
        return self._pieces[what]

    def _in_doubt(self, what: str) -> Iterator[Slot]:
        """Yield the pieces of which one viewer could tell from here what another one knows."""
        for rule, owners in self._sight.doubtful:
            if what in rule.what:
                for viewer in self._viewers:
                    for slot in rule.pieces(self.state, {VIEWER: viewer}):
                        if self.state.owner[slot] in owners:
                            yield slot


def with_eyes(env: Env, eyes: Eyes | None) -> Env:
    """Let whoever words a refusal know for whom."""
    if eyes is not None:
        env[_EYES] = eyes  # type: ignore[assignment]
    return env


def eyes_in(env: Env) -> Eyes | None:
    """Return the eyes for which words are found; none are needed for the referee's."""
    return cast("Eyes | None", env.get(_EYES))


def sees(env: Env, slot: Slot) -> bool:
    """Return whether those to whom it is said know of a piece."""
    eyes = eyes_in(env)
    return eyes is None or eyes.sees(slot)


def knows_kind(env: Env, slot: Slot) -> bool:
    """Return whether those to whom it is said know the kind of a piece."""
    eyes = eyes_in(env)
    return eyes is None or eyes.knows("kind", slot)


def piece_title(rules: Rules, state: State, slot: Slot, env: Env) -> str:
    """Return how a piece is spoken of to those to whom it is said: "the man on a3"."""
    what = rules.kind_title(state.kind[slot]) if knows_kind(env, slot) else "piece"
    if slot < len(rules.piece_names):
        return f"the {what} {rules.piece_names[slot]}"
    place = state.cell[slot]
    return f"the {what}" if place == GONE else f"the {what} {rules.at_place(place)}"
