"""The machine: steps run one after the other until somebody, or chance, has to decide.

What is running is a stack of frames in the state, so that a game can stop at any step, be
stored, and go on. Frames name a block (a list of bound steps), the next step in it, and the
local names it sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol, TypeAlias

from ruleengine.errors import EndlessError, InternalError, Reason, Span
from ruleengine.pipeline.expressions import AbsentError, Evaluate
from ruleengine.pipeline.kept import start_over
from ruleengine.pipeline.repetitions import note_position, times_with
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Env, Event, Frame, Result, State, Value
from ruleengine.pipeline.steps.endings import settle_endings, settle_repetitions
from ruleengine.resolve.telling import Telling
from ruleengine.schema.end_steps import DEADLOCK, LAST_PHASE

MAX_STEPS = 100_000
"""Steps between two decisions; a ruleset that needs more goes round in circles."""

DecisionKind: TypeAlias = Literal["act", "choice", "chance", "submit"]


class Decision(NamedTuple):
    """What has to be decided before play goes on."""

    kind: DecisionKind
    name: str
    title: str
    seats: tuple[int, ...]  # who decides; nobody at a chance point
    side: int | None
    options: tuple[Value, ...] = ()  # of a choice or chance point, None = decline
    what: str = ""  # the type of the options
    telling: Telling = Telling()  # of options that are pieces: how they are told apart
    secret: int | None = None  # the number of a choice that not everybody may hear of
    actions: tuple[str, ...] = ()  # of an act
    optional: bool = False  # of an act: passing is allowed
    commits: bool = False  # of an act: it is part of a submission, which `commit` ends
    unready: Reason | None = None  # why it is too early to commit
    clauses: tuple[str, ...] = ()
    says_who: bool = True  # the step names who decides; else it is whose turn it is in the phase
    span: Span | None = None


class BoundStep(Protocol):
    """A step that is ready to run."""

    clauses: tuple[str, ...]
    span: Span | None

    def run(self, game: Run, env: Env) -> bool:
        """Do the step; False when it waits for a decision."""


class Block(NamedTuple):
    """A list of steps; `of_turn` tells the flow of a turn from the effects of an action."""

    name: str
    steps: tuple[BoundStep, ...]
    of_turn: bool


class BoundPhase(NamedTuple):
    """A phase: a block that runs once, or one for each turn or round."""

    name: str
    block: int
    turns: tuple[int, ...]  # sides, in order; none for a phase that runs once, or in rounds
    skip: Evaluate | None
    opening: bool
    clauses: tuple[str, ...]
    is_round: bool = False
    first: Evaluate | None = None  # the side whose turn comes first
    patience: int = 0  # how often each side may be on turn without anything to decide

    @property
    def goes_round(self) -> bool:
        """Whether it has turns or rounds."""
        return bool(self.turns) or self.is_round


@dataclass(frozen=True, slots=True)
class Missed:
    """That a side could not act in a turn, or that its turn was skipped."""

    side: int
    turn: int
    skipped: bool = False
    optional: bool = False
    """Whether it need not have acted there: where the turn goes on, nothing was missed."""
    moment: State | None = field(default=None, compare=False, repr=False)
    """The state in which it was to act, for whoever asks what stood against a move."""


@dataclass(slots=True)
class Run:
    """A state being changed, with what happens on the way."""

    rules: Rules
    state: State
    events: list[Event] = field(default_factory=list)
    aside: bool = False  # only a question: no decision may come up
    missed: list[Missed] = field(default_factory=list)
    given: frozenset[str] = frozenset()  # what the first turn finds, although it starts anew
    seats_before: int = 0  # seats of the side on turn whose turn, in a given position, has been
    begun: State | None = None  # the last turn that has begun, before its steps; not to be changed

    def emit(self, name: str, **payload: Value) -> None:
        """Tell what happened; reactions hear of it once the action is done."""
        event = Event(name, payload, self.state.action)
        self.events.append(event)
        if not self.aside and name in self.rules.heard:
            self.state.queue.append(event)

    def push(self, block: int, env: int | None = None, names: Env | None = None) -> None:
        """Run a block next, with the local names of `env` or with names of its own."""
        if env is None:
            self.state.envs.append({} if names is None else names)
            env = len(self.state.envs) - 1
        self.state.frames.append(Frame(block, 0, env))

    @property
    def env_number(self) -> int:
        """Return which local names the running step sees."""
        return self.state.frames[-1].env

    def unwind(self, keep: int) -> None:
        """Drop all frames above the first `keep`, and local names that nobody sees any more."""
        frames, envs = self.state.frames, self.state.envs
        del frames[keep:]
        del envs[frames[-1].env + 1 if frames else 0 :]

    def end_turn(self) -> None:
        """Drop what is left of the turn; the effects that are running go on to their end."""
        blocks, state = self.rules.blocks, self.state
        kept = [frame for frame in state.frames if not blocks[frame.block].of_turn]
        state.frames[:] = kept
        if not kept:
            state.envs.clear()

    def finish(self, result: Result) -> None:
        """End the game."""
        self.state.result = result
        self.state.frames.clear()
        self.state.envs.clear()
        self.state.queue.clear()
        self.state.drafts = ()
        self.emit("ended", winner=result.winner)


def advance(game: Run) -> None:
    """Run steps until a decision is needed or the game is over."""
    state, blocks = game.state, game.rules.blocks
    for _ in range(MAX_STEPS):
        if state.result is not None:
            return
        if not state.frames:
            _next_turn(game)
            continue
        frame = state.frames[-1]
        steps = blocks[frame.block].steps
        if frame.step == len(steps):
            game.unwind(len(state.frames) - 1)
            continue
        state.frames[-1] = Frame(frame.block, frame.step + 1, frame.env)
        if not _carried_out(steps[frame.step], game, state.envs[frame.env]):
            state.frames[-1] = frame
            state.idle_turns = 0
            return
        # What a step of the turn itself does is heard at once; after an action, when it is done.
        if state.queue and blocks[frame.block].of_turn and state.result is None:
            game.push(game.rules.react_block)
    raise EndlessError(MAX_STEPS, _running(game))


def _next_turn(game: Run) -> None:
    """Begin the next turn or round, or the next phase when this one has none."""
    state, rules = game.state, game.rules
    state.action = None
    state.drafts = ()
    # Before the first turn none is over; a position may begin with a later one than the first.
    if settle_endings(game, turn_over=state.turn > 0 and any(state.side_turns)):
        return
    phase = rules.phases[state.phase]
    if not phase.goes_round:
        if state.turn_index == -1:
            state.turn_index = 0
            game.begun = state.copy()
            begin_steps(game)
            return
        enter_phase(game, state.phase + 1)
        return
    if state.idle_turns > phase.patience * (len(phase.turns) or len(rules.names.sides)):
        game.finish(Result(None, "nobody can act any more", DEADLOCK, phase.clauses))
        return
    _begin_turn(game)


def _begin_turn(game: Run) -> None:
    """Let the side on turn be the next one, and begin with the steps of its turn."""
    state = game.state
    phase = game.rules.phases[state.phase]
    state.idle_turns += 1
    if phase.is_round:
        state.mover = 0
        for side in range(len(state.side_turns)):  # a round is a turn of everybody's
            state.side_turns[side] += 1
    else:
        state.turn_index = _whose_turn(state, phase)
        state.mover = phase.turns[state.turn_index]
        # Also when skipped: it is the seat that is passed over.
        state.side_turns[state.mover] += 1 + game.seats_before
        game.seats_before = 0
        if phase.skip is not None and phase.skip(state, {}):
            game.missed.append(Missed(state.mover, state.turn, skipped=True))
            return
    _fresh_turn(game, phase)


def _fresh_turn(game: Run, phase: BoundPhase) -> None:
    """Let the dice and what starts anew be as a turn finds them, and begin with its steps."""
    state = game.state
    state.turn += 1
    _reset(game, "turn")
    game.given = frozenset()
    for die in range(len(state.dice)):
        state.dice[die] = 0
    if phase.is_round:
        game.emit("turn", number=state.turn)
    else:
        game.emit("turn", side=state.mover, number=state.turn)
    game.begun = state.copy()
    begin_steps(game)


def begin_steps(game: Run) -> None:
    """Begin with the steps of a turn that has begun, or of a phase that runs once."""
    rules, phase = game.rules, game.rules.phases[game.state.phase]
    if rules.repeats and phase.goes_round:
        note_position(rules, game.state)
        if settle_repetitions(game):
            return
    game.push(phase.block)


def _whose_turn(state: State, phase: BoundPhase) -> int:
    """Return the place in the order of turns that comes next."""
    if state.turn_index == -1 and phase.first is not None:
        side = phase.first(state, {})
        if side in phase.turns:
            return phase.turns.index(side)
    return (state.turn_index + 1) % len(phase.turns)


def _reset(game: Run, when: Literal["turn", "phase"]) -> None:
    """Let the counters and marks start anew that do so now."""
    kept = game.given if when == "turn" else frozenset()
    for info in game.rules.kept:
        if info.resets == when and info.name not in kept:
            start_over(info, game.state)


def enter_phase(game: Run, phase: int) -> None:
    """Begin a phase; after the last one the game has no way to go on."""
    state = game.state
    if phase >= len(game.rules.phases):
        game.finish(Result(None, "the last phase is over", LAST_PHASE, ()))
        return
    state.phase = phase
    state.turn_index = -1
    _reset(game, "phase")
    game.emit("phase", phase=phase)


def run_aside(rules: Rules, state: State, block: int, names: Env, *, counts: bool) -> State:
    """Run a block on a copy of a state, without endings, reactions or decisions.

    With `counts`, `repetitions` and `since_repetition` are about the position that the copy has
    come to.
    """
    copy = state.copy()
    copy.frames = []
    copy.envs = []
    run_block(Run(rules, copy, aside=True), block, names)
    if counts:
        copy.repetitions, copy.since = _times_ahead(rules, copy)
    return copy


def _times_ahead(rules: Rules, state: State) -> tuple[int, int | None]:
    """Return how often the position will have stood if the turn ends with it, and since when.

    Positions are counted as turns begin, so it is held against those with the next side on turn.
    """
    ahead, phase = state.copy(), rules.phases[state.phase]
    if phase.is_round:
        ahead.mover = 0
    elif phase.turns:
        place = ahead.turn_index
        if place >= 0 and phase.turns[place] != ahead.mover and ahead.mover in phase.turns:
            # Somebody else's move is asked about, or is made within the turn.
            ahead.turn_index = phase.turns.index(ahead.mover)
        for _ in phase.turns:
            ahead.turn_index = _whose_turn(ahead, phase)
            ahead.mover = phase.turns[ahead.turn_index]
            ahead.side_turns[ahead.mover] += 1
            if phase.skip is None or not phase.skip(ahead, {}):
                break
    return times_with(rules, ahead)


def run_block(game: Run, block: int, names: Env) -> None:
    """Run a block in which nothing waits to its end."""
    frames, envs, blocks = game.state.frames, game.state.envs, game.rules.blocks
    depth = len(frames)
    game.push(block, None, dict(names))
    for _ in range(MAX_STEPS):
        if len(frames) <= depth:
            return
        frame = frames[-1]
        steps: Sequence[BoundStep] = blocks[frame.block].steps
        if frame.step == len(steps):
            game.unwind(len(frames) - 1)
            continue
        frames[-1] = Frame(frame.block, frame.step + 1, frame.env)
        if not _carried_out(steps[frame.step], game, envs[frame.env]):
            raise InternalError("a question came to a decision")
    raise EndlessError(MAX_STEPS, _running(game))


def _carried_out(step: BoundStep, game: Run, env: Env) -> bool:
    """Do a step; one that is about something that is not there is over at once."""
    try:
        return step.run(game, env)
    except AbsentError:
        return True


def _running(game: Run) -> Span | None:
    """Return the place of the step that runs."""
    for frame in reversed(game.state.frames):
        steps = game.rules.blocks[frame.block].steps
        if frame.step < len(steps) and steps[frame.step].span is not None:
            return steps[frame.step].span
    return None
