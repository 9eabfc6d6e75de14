"""Steps that wait: a throw, a choice, an action. Each can say what there is to decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias

from ruleengine.errors import InternalError, Span
from ruleengine.pipeline.expressions import Evaluate, bind
from ruleengine.pipeline.filters.selectors import bind_cells, bind_pieces
from ruleengine.pipeline.flow import Decision, Missed, Run
from ruleengine.pipeline.operands.operand import OperandValue
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.seats import seat_on_turn
from ruleengine.pipeline.state import NOBODY, Env, State, Value
from ruleengine.pipeline.steps.control import leave_rounds
from ruleengine.pipeline.steps.effects import Effect
from ruleengine.program.events import CHOSEN_IN, NOT_FOR_ALL
from ruleengine.resolve.checks.operand_checks import offered_numbers
from ruleengine.resolve.telling import Telling, telling_of
from ruleengine.schema import steps as schema
from ruleengine.schema.step_sources import ChooseSpec, NumberRange

ON_TURN = "on_turn#"
"""The local name that keeps who is on turn while somebody else acts."""


Options: TypeAlias = Callable[[State, Env], Iterable[int | str]]
_NAMED = frozenset({"piece", "cell", "seat", "side", "color"})


class Waiting(Protocol):
    """A step at which play stops until something is decided."""

    def decision(self, state: State, env: Env) -> Decision:
        """Return what there is to decide."""

    def decide(self, game: Run, env: Env, value: Value) -> None:
        """Take the decision; the step itself is over with it."""


class Roll(Effect):
    """A die is thrown."""

    def __init__(self, step: schema.Roll, rules: Rules) -> None:
        super().__init__(step)
        self._name = step.roll
        self._die = rules.names.dice.index(step.roll)
        self._faces = rules.faces[self._die]
        self._who = bind(step.who, rules) if step.who is not None else None
        reactions = rules.resolved.ruleset.reactions.values()
        self._is_heard = any(reaction.on == "rolled" for reaction in reactions)

    def run(self, game: Run, env: Env) -> bool:
        if game.aside:
            raise InternalError("a die is thrown in a question")
        if self._faces > 1:
            return False
        self.decide(game, env, 1)
        return True

    def decision(self, state: State, env: Env) -> Decision:
        del state, env
        return Decision(
            kind="chance",
            name=self._name,
            title=self._name,
            seats=(),
            side=None,
            options=tuple(range(1, self._faces + 1)),
            what="number",
            clauses=self.clauses,
            span=self.span,
        )

    def decide(self, game: Run, env: Env, value: Value) -> None:
        if not isinstance(value, int):
            raise InternalError("a face of a die is a number")
        # Before the die shows anything: who throws it does not depend on that.
        thrower = None if self._who is None else self._who(game.state, env)
        game.state.dice[self._die] = value
        if self._who is None:
            game.emit("rolled", value=value)
        else:
            game.emit("rolled", side=thrower, value=value)
        # A throw is heard at once, also in an action, with all that has happened before it.
        if self._is_heard and game.state.queue:
            game.push(game.rules.react_block)


class Choose(Effect):
    """A piece, cell, seat, side, color, word or number is chosen, by somebody or by chance."""

    def __init__(self, step: schema.Choose, rules: Rules, otherwise: int) -> None:
        super().__init__(step)
        spec = step.choose
        self.name = spec.as_
        self._title = spec.title or spec.as_.replace("_", " ")
        self.optional = spec.optional
        self._otherwise = otherwise
        self._secret = rules.secret_choices.number_of(step)
        self._options, self.what = _bind_options(spec, rules)
        self.telling = (
            Telling()
            if spec.among is None
            else telling_of(rules.resolved, spec.among, spec.who.text)
        )
        if self.what == "piece" and spec.who.text != "chance":
            self._options = _once_alike(self._options, rules)
        self.words = tuple(spec.among_words) if isinstance(spec.among_words, list) else ()
        self.numbers = offered_numbers(spec.numbers, rules.resolved.checked)
        self._who: Evaluate | None = None
        self._by_seat = False
        self.by_chance = spec.who.text == "chance"
        if not self.by_chance:
            self._who = bind(spec.who, rules)
            self._by_seat = rules.resolved.checked[spec.who].type == "seat"

    def run(self, game: Run, env: Env) -> bool:
        options = list(self._options(game.state, env))
        if self._who is not None and self._who(game.state, env) is None:
            options = []  # nobody is there to choose
        if not options:
            self.decide(game, env, None)
            return True
        if len(options) == 1 and not self.optional:
            self.decide(game, env, options[0])
            return True
        if game.aside:
            raise InternalError("a choice came up in a question")
        return False

    def decision(self, state: State, env: Env) -> Decision:
        options: tuple[Value, ...] = tuple(self._options(state, env))
        side: int | None = None
        seats: tuple[int, ...] = ()
        if self._who is not None:
            who = self._who(state, env)
            seats = (who,) if self._by_seat else (seat_on_turn(state, who),)
            side = state.seat_side[who] if self._by_seat else who
            if self.optional:
                options = (*options, None)
        return Decision(
            kind="chance" if self._who is None else "choice",
            name=self.name,
            title=self._title,
            seats=seats,
            side=None if side == NOBODY else side,
            options=options,
            what=self.what,
            telling=self.telling,
            secret=self._secret,
            clauses=self.clauses,
            span=self.span,
        )

    def decide(self, game: Run, env: Env, value: Value) -> None:
        if value is not None:
            env[self.name] = value
            # Pieces have numbers that nobody is to see; what is chosen is told by its name.
            told: dict[str, Value] = {self.what if self.what in _NAMED else "value": value}
            if self._secret is not None:
                told |= {NOT_FOR_ALL: self._secret, CHOSEN_IN: game.state.mover}
            game.emit("chosen", **told)
            return
        # Nothing was chosen, so the steps after this one have nothing to work on.
        frames = game.state.frames
        top = frames[-1]
        frames[-1] = top._replace(step=len(game.rules.blocks[top.block].steps))
        game.push(self._otherwise, top.env)


class Act(Effect):
    """A side takes one of several actions."""

    def __init__(self, step: schema.Act, rules: Rules, otherwise: int) -> None:
        super().__init__(step)
        self._actions = tuple(step.act)
        self._who = bind(step.who, rules) if step.who is not None else None
        self._optional = step.optional
        self._otherwise = otherwise
        self._passes_if_stuck = step.passes_if_stuck

    def run(self, game: Run, env: Env) -> bool:
        state = game.state
        actor = state.mover if self._who is None else self._who(state, env)
        if actor is None:  # nobody is there to act
            self._miss(game, env)
            return True
        on_turn, state.mover = state.mover, actor
        actions = game.rules.actions
        if any(actions[name].is_possible(state) for name in self._actions):
            if game.aside:
                raise InternalError("an action came up in a question")
            if actor != on_turn:
                # The side on turn comes back once the action and what follows it are done.
                env[ON_TURN] = on_turn
            return False
        if not game.aside:
            moment = state.copy()
            moment.frames[-1] = moment.frames[-1]._replace(step=moment.frames[-1].step - 1)
            missed = Missed(actor, state.turn, optional=self._optional, moment=moment)
            game.missed.append(missed)
        state.mover = on_turn
        self._miss(game, env)
        return True

    def _miss(self, game: Run, env: Env) -> None:
        if self._passes_if_stuck:
            leave_rounds(game, env)
        else:
            game.push(self._otherwise, game.env_number)

    def decision(self, state: State, env: Env) -> Decision:
        del env
        return Decision(
            kind="act",
            name="act",
            title="your move",
            seats=(seat_on_turn(state),),
            side=state.mover,
            actions=self._actions,
            optional=self._optional,
            clauses=self.clauses,
            says_who=self._who is not None,
            span=self.span,
        )

    def decide(self, game: Run, env: Env, value: Value) -> None:
        """Pass: nothing happens, and `else` is for those who cannot act."""
        del value
        give_back_turn(game, env)
        leave_rounds(game, env)


class GiveBackTurn:
    """The side on turn is the mover again, after somebody else has acted."""

    clauses: tuple[str, ...] = ()
    span: Span | None = None

    def run(self, game: Run, env: Env) -> bool:
        give_back_turn(game, env)
        return True


def give_back_turn(game: Run, env: Env) -> None:
    """Make the side on turn the mover, if another one has acted out of turn."""
    on_turn = env.pop(ON_TURN, None)
    if isinstance(on_turn, int):
        game.state.mover = on_turn


def take_action(game: Run, name: str, values: tuple[OperandValue, ...]) -> None:
    """Let the effects of a legal action happen, then endings and reactions."""
    state, action = game.state, game.rules.actions[name]
    game.push(game.rules.give_back_block, game.env_number)
    env = action.env_for(values)
    action.use_up(state, env)
    state.action = name
    game.push(game.rules.after_action_block, None, {})
    game.push(action.effects, None, env)


def _once_alike(options: Options, rules: Rules) -> Options:
    """Return the options, but of pieces beside the board that are alike only the first."""

    def different(state: State, env: Env) -> Iterable[int | str]:
        found: dict[tuple[int, ...], int | str] = {}
        for slot in options(state, env):
            assert isinstance(slot, int)  # noqa: S101 - pieces have numbers
            is_told = slot < len(rules.piece_names) or state.cell[slot] < rules.num_cells
            looks = (state.cell[slot], state.owner[slot], state.kind[slot])
            found.setdefault((slot,) if is_told else looks, slot)
        return found.values()

    return different


def _bind_options(spec: ChooseSpec, rules: Rules) -> tuple[Options, str]:
    """Return the function that gives the options, in a stable order, and their type."""
    if spec.among is not None:
        pieces = bind_pieces(spec.among, rules)
        # By cell and not by slot: the order players see has to say nothing more.
        return (lambda state, env: sorted(pieces(state, env), key=state.cell.__getitem__)), "piece"
    if spec.among_cells is not None:
        return bind_cells(spec.among_cells, rules), "cell"
    if spec.numbers is not None:
        return _bind_numbers(spec.numbers, rules), "number"
    match spec.among_words:
        case list(words):
            return (lambda _state, _env: words), "word"
        case "seats":
            return (lambda _state, _env: range(len(rules.names.seats))), "seat"
        case "sides":
            return (lambda _state, _env: range(len(rules.names.sides))), "side"
        case _:
            return (lambda _state, _env: range(len(rules.names.colors))), "color"


def _bind_numbers(spec: NumberRange, rules: Rules) -> Options:
    first, last = bind(spec.from_, rules), bind(spec.to, rules)

    def numbers(state: State, env: Env) -> range:
        low, high = first(state, env), last(state, env)
        return range(0) if low is None or high is None else range(low, high + 1)

    return numbers
