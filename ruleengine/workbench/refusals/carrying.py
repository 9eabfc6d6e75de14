"""A state of one game carried over into the same ruleset under other flag values.

Numbers of cells, pieces and counters mean the same in both as long as the flags change neither
the board nor what is set up or kept; what a zone covers or a kind can do may be another matter.
Where play stands is found again by the place of its step.
"""

from __future__ import annotations

from ruleengine.errors import Span
from ruleengine.pipeline.flow import Block
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.start import start_state
from ruleengine.pipeline.state import Draft, Frame, State

LAYOUT = "it changes the board, who plays, or where pieces begin"
KINDS = "it changes which kinds of pieces there are"
DICE = "it changes the dice"
KEPT = "it changes what is counted or noted, or for whom: the game, a side or a piece"
ELSEWHERE = "where the game stands now, it does not come to under it"

_LAID_OUT = ("cell", "owner", "kind", "home", "seat_no", "piece_counters", "zone_owner")


class NotCarriedError(Exception):
    """The same state does not exist under the other values; the text says why."""


class Carrier:
    """Carries states of one game over into another."""

    def __init__(self, here: Rules, there: Rules) -> None:
        """Compare the two; NotCarriedError when no state of the one is one of the other."""
        if _board(here) != _board(there):
            raise NotCarriedError(LAYOUT)
        if _kept(here) != _kept(there):  # first: what pieces begin with cannot be the same then
            raise NotCarriedError(KEPT)
        if here.names.kinds != there.names.kinds:
            raise NotCarriedError(KINDS)
        if (here.names.dice, here.faces) != (there.names.dice, there.faces):
            raise NotCarriedError(DICE)
        if _layout(here) != _layout(there):
            raise NotCarriedError(LAYOUT)
        self._blocks = here.blocks
        self._places = _places(there.blocks)
        self._plain = {block.name: number for number, block in enumerate(there.blocks)}
        self._phases = [
            there.names.phases.index(name) if name in there.names.phases else None
            for name in here.names.phases
        ]

    def carry(self, state: State) -> State:
        """Return the same state in the other game; NotCarriedError when it does not exist."""
        carried = state.copy()
        phase = self._phases[state.phase]
        if phase is None:
            raise NotCarriedError(ELSEWHERE)
        carried.phase = phase
        last = len(state.frames) - 1
        carried.frames = [
            self._frame(frame, waits=number == last) for number, frame in enumerate(state.frames)
        ]
        carried.drafts = tuple(
            draft if draft.state is None else self._draft(draft, draft.state)
            for draft in state.drafts
        )
        return carried

    def _draft(self, draft: Draft, state: State) -> Draft:
        return draft._replace(state=self.carry(state))

    def _frame(self, frame: Frame, *, waits: bool) -> Frame:
        """Return where a frame goes on: at the step that waits, or after the one that runs."""
        block = self._blocks[frame.block]
        before = 0 if waits or frame.step == 0 else 1
        index = frame.step - before
        span = block.steps[index].span if index < len(block.steps) else None
        if span is not None and span in self._places:
            number, step = self._places[span]
            return Frame(number, step + before, frame.env)
        if span is None and block.name in self._plain:
            return Frame(self._plain[block.name], frame.step, frame.env)
        raise NotCarriedError(ELSEWHERE)


def _board(rules: Rules) -> object:
    grid, names = rules.grid, rules.names
    zones = [(zone.name, zone.off_board and zone.cells) for zone in grid.zones]
    shape = grid.rows, grid.columns, grid.holes, grid.joined, grid.neighbors, grid.places
    return shape, zones, names.sides, names.seats, names.colors


def _layout(rules: Rules) -> object:
    start = start_state(rules)
    laid_out = [getattr(start, name) for name in _LAID_OUT]
    return rules.piece_names, laid_out


def _kept(rules: Rules) -> object:
    kept = [(i.name, i.per, i.holds, i.offset, i.count, i.keep, i.resets) for i in rules.kept]
    return rules.names.words, kept


def _places(blocks: list[Block]) -> dict[Span, tuple[int, int]]:
    return {
        step.span: (number, index)
        for number, block in enumerate(blocks)
        for index, step in enumerate(block.steps)
        if step.span is not None
    }
