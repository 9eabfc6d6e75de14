"""Submissions: sides act at the same time, in secret or in the open, until each has committed.

In secret every side works on a draft, a state of its own made from the one at the beginning of
the step. Nothing that a side does is in any other state before all have committed, so nothing
that is made from those states, be it a view, a list of moves or a refusal, can give it away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ruleengine.errors import InternalError, Reason
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.expressions import bind
from ruleengine.pipeline.flow import Decision, Run, run_block
from ruleengine.pipeline.moves_made import ANY_NUMBER, Limits, count_move, forget_moves, moves_of
from ruleengine.pipeline.operands.operand import OperandValue
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.seats import seat_on_turn
from ruleengine.pipeline.state import (
    GONE,
    NOBODY,
    Done,
    Draft,
    Env,
    Event,
    Frame,
    SideId,
    Slot,
    State,
    Value,
)
from ruleengine.pipeline.steps.decisions import ON_TURN, take_action
from ruleengine.pipeline.steps.effects import Effect
from ruleengine.schema import steps as schema


class Submit(Effect):
    """Sides act until each has committed."""

    def __init__(self, step: schema.Submit, rules: Rules) -> None:
        super().__init__(step)
        self._rules = rules
        self._actions = tuple(step.submit)
        self._who = None if step.who is None else [bind(side, rules) for side in step.who]
        self._num_sides = len(rules.names.sides)
        self.secret = step.secret
        self._limits = None if step.moves is None else Limits(step.moves, rules)
        self._ready = None if step.commit is None else bind(step.commit, rules)
        self._says = step.says

    @property
    def actions(self) -> tuple[str, ...]:
        """What can be done in a draft."""
        return self._actions

    @property
    def is_limited(self) -> bool:
        """Whether a side may make its last move, which commits by itself."""
        return self._limits is not None

    def run(self, game: Run, env: Env) -> bool:
        state = game.state
        if state.drafts:  # a move in the open is done, and play is back here
            self._commit_full(game, env)
            return not state.drafts
        if game.aside:
            raise InternalError("a submission came up in a question")
        sides = self._sides(state, env)
        if self._limits is not None:
            sides = [side for side in sides if self._limits.begin(state, env, side)]
        state.drafts = tuple(Draft(side) for side in sides)
        return not state.drafts

    def _commit_full(self, game: Run, env: Env) -> None:
        """Commit for a side that has made its last move in the open."""
        state = game.state
        for draft in state.drafts:
            if not draft.committed and moves_of(env, draft.side).is_over:
                _replace(state, draft._replace(committed=True))
                game.emit("committed", side=draft.side)
        if all(draft.committed for draft in state.drafts):
            forget_moves(env)
            state.drafts = ()

    def _sides(self, state: State, env: Env) -> list[SideId]:
        """Return the sides that act, once each: those that are there and have a seat."""
        if self._who is None:
            named: list[SideId | None] = [*range(self._num_sides)]
        else:
            named = [side(state, env) for side in self._who]
        return [
            side
            for side in dict.fromkeys(named)
            if side is not None and seat_on_turn(state, side) != NOBODY
        ]

    def decision(self, state: State, env: Env) -> Decision:
        """Return who has not committed yet; on the table of one side, what that side can do."""
        if state.drafts:
            waiting = [draft.side for draft in state.drafts if not draft.committed]
            return Decision(
                kind="submit",
                name="submit",
                title=ANY_NUMBER if self._limits is None else "your moves",
                seats=tuple(seat_on_turn(state, side) for side in waiting),
                side=None,
                actions=self._actions,
                clauses=self.clauses,
                span=self.span,
            )
        moves = moves_of(env, state.mover)
        early = moves.early
        if early is None and self._ready is not None and not self._ready(state, env):
            early = "it is too early to commit"
        unready: Reason | None = None
        # Who can do nothing more may commit in any case: nobody else could go on.
        if early is not None and any(
            self._rules.actions[name].is_possible(state) for name in self._actions
        ):
            unready = Reason("move/not-ready", self._says or early, self.clauses, self.span)
        return Decision(
            kind="act",
            name="submit",
            title=moves.title,
            seats=(seat_on_turn(state),),
            side=state.mover,
            actions=self._actions,
            commits=True,
            unready=unready,
            clauses=self.clauses,
            span=self.span,
        )

    def decide(self, game: Run, env: Env, value: Value) -> None:
        del game, env, value
        raise InternalError("a submission is no single decision")


Told: TypeAlias = dict[SideId, list[Event]]
"""What each side is told; under NOBODY what those are told who are not named."""


def draft_of(state: State, side: SideId) -> Draft | None:
    """Return the draft of a side, if it takes part in the submission."""
    return next((draft for draft in state.drafts if draft.side == side), None)


def table_of(state: State, side: SideId) -> State:
    """Return the state that a side of a submission works on and sees; it is not to be changed."""
    draft = draft_of(state, side)
    if not state.drafts:
        return state
    if draft is not None and draft.state is not None:
        return draft.state
    table = state.copy()
    table.drafts = ()
    if draft is not None:
        table.mover = side
    return table


def with_a_new_draft(state: State, side: SideId) -> State:
    """Return a state in which a side has done nothing yet in the submission."""
    fresh = state.copy()
    fresh.drafts = tuple(
        Draft(draft.side) if draft.side == side else draft for draft in state.drafts
    )
    return fresh


def take_secretly(game: Run, side: SideId, name: str, values: tuple[OperandValue, ...]) -> None:
    """Let the effects of an action happen in the draft of a side, and nowhere else."""
    state = game.state
    draft = draft_of(state, side)
    if draft is None:
        raise InternalError("a side without a draft submits")
    table = table_of(state, side).copy()
    frames, envs = table.frames, table.envs
    table.frames, table.envs = [], []
    aside = Run(game.rules, table, aside=True)
    before = len(table.cell)
    _carry_out(aside, name, values)
    table.frames, table.envs, table.action = frames, envs, state.action
    count_move(envs[frames[-1].env], side)
    done = Done(name, values, before, len(table.cell))
    _replace(state, draft._replace(state=table, moves=(*draft.moves, done)))
    game.events += aside.events


def take_openly(game: Run, side: SideId, name: str, values: tuple[OperandValue, ...]) -> None:
    """Let an action of a side happen for everybody to see; play comes back to the step."""
    state = game.state
    state.ply += 1
    count_move(state.envs[game.env_number], side)
    if side != state.mover:
        state.envs[game.env_number][ON_TURN] = state.mover
        state.mover = side
    take_action(game, name, values)


def has_no_moves_left(state: State, side: SideId) -> bool:
    """Return whether a side has made as many moves in secret as a submission lets it."""
    table = table_of(state, side)
    return moves_of(table.envs[table.frames[-1].env], side).is_over


def commit(game: Run, side: SideId, *, secret: bool) -> Told:
    """Let a side commit; with the last one what was done in secret happens.

    Return what is told of it. How many moves a side has made in secret is not to be seen, so
    the number of plies grows only with the last, by one for each side.
    """
    state = game.state
    draft = draft_of(state, side)
    if draft is None:
        raise InternalError("a side without a draft commits")
    _replace(state, draft._replace(committed=True))
    start = len(game.events)
    game.emit("committed", side=side)
    told: Told = {NOBODY: game.events[start:]}
    is_last = all(each.committed for each in state.drafts)
    if not secret:
        state.ply += 1
    elif is_last:
        state.ply += len(state.drafts)
    if is_last:
        _release(game, told)
    return told


def _replace(state: State, draft: Draft) -> None:
    state.drafts = tuple(draft if each.side == draft.side else each for each in state.drafts)


def _release(game: Run, told: Told) -> None:
    """Go on after the step, with the moves of all drafts carried out one after the other."""
    state = game.state
    drafts, state.drafts = state.drafts, ()
    frame = state.frames[-1]
    state.frames[-1] = Frame(frame.block, frame.step + 1, frame.env)
    forget_moves(state.envs[frame.env])
    if not any(draft.moves for draft in drafts):
        return
    before, on_turn, start = state.copy(), state.mover, len(game.events)
    dropped: Told = {}
    for draft in drafts:
        state.mover = draft.side
        dropped[draft.side] = _carry_out_draft(game, draft)
    state.mover = on_turn
    state.action = None
    # In which order and how often a side changed its mind is nobody else's business.
    told[NOBODY] += _changes(before, state, game.rules.num_cells)
    told[NOBODY] += [event for event in game.events[start:] if event.name == "told"]
    for side, events in dropped.items():
        told[side] = told[NOBODY] + events
    game.push(game.rules.after_action_block, None, {})


def _carry_out_draft(game: Run, draft: Draft) -> list[Event]:
    """Carry out the moves of a draft that are still possible; return what to tell of the others."""
    state = game.state
    dropped: list[Event] = []
    made: dict[Slot, Slot] = {}  # the pieces that the draft has made, as they are numbered now
    first_made = draft.moves[0].slots_before if draft.moves else 0
    for done in draft.moves:
        action = game.rules.actions[done.action]
        values = tuple(
            made.get(value, GONE)
            if operand.what == "piece" and isinstance(value, int) and value >= first_made
            else value
            for operand, value in zip(action.operands, done.values, strict=True)
        )
        if _is_gone(action, values) or not action.allows(state, values):
            event = Event("dropped", {"side": draft.side, "action": done.action}, done.action)
            game.events.append(event)
            dropped.append(event)
            continue
        values = action.complete(state, values)
        start = len(state.cell)
        aside = Run(game.rules, state, aside=True)
        _carry_out(aside, done.action, values)
        # Among other pieces the same move may have made more of them, or fewer.
        drafted, real = range(done.slots_before, done.slots_after), range(start, len(state.cell))
        made |= zip(drafted, real, strict=False)
        game.events += aside.events
        state.queue += [event for event in aside.events if event.name in game.rules.heard]
    return dropped


def _is_gone(action: BoundAction, values: Sequence[OperandValue]) -> bool:
    """Return whether one of the pieces of a move has never come about."""
    operands = zip(action.operands, values, strict=True)
    return any(operand.what == "piece" and value == GONE for operand, value in operands)


def _carry_out(game: Run, name: str, values: Sequence[OperandValue]) -> None:
    """Let the effects of an action happen, without anything that would follow them."""
    state, action = game.state, game.rules.actions[name]
    env = action.env_for(values)
    action.use_up(state, env)
    state.action = name
    run_block(game, action.effects, env)


def _changes(before: State, after: State, num_cells: int) -> list[Event]:
    """Return where pieces have come to, been put or gone from, in the order of cells."""
    found: list[tuple[int, int, Event]] = []
    for slot, cell in enumerate(after.cell):
        start = before.cell[slot] if slot < len(before.cell) else GONE
        if cell == start:
            continue
        if start == GONE:
            event = Event("placed", {"piece": slot, "to": cell}, None)
        elif cell == GONE:
            event = Event("removed", {"piece": slot, "from": start}, None)
        elif cell >= num_cells:
            event = Event("sent", {"piece": slot, "from": start, "to": cell}, None)
        else:
            event = Event("moved", {"piece": slot, "from": start, "to": cell}, None)
        found.append((cell, start, event))
    return [event for _, _, event in sorted(found, key=lambda each: each[:2])]
