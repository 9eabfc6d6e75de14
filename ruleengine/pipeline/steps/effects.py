"""Effects: steps that change the position and never wait. Each class is one atomic change."""

from __future__ import annotations

from ruleengine.expressions.absence import is_nobody
from ruleengine.expressions.numbers import held
from ruleengine.pipeline.expressions import Evaluate, bind, bind_owner, bind_present
from ruleengine.pipeline.flow import Run
from ruleengine.pipeline.kept import append_piece, counter_place, turn_into, write
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.seats import seats_of, take
from ruleengine.pipeline.state import GONE, NOBODY, Env
from ruleengine.schema import steps as schema
from ruleengine.schema.expression import Expression


class Effect:
    """What all effects share: where the rule stands and which clauses it comes from."""

    def __init__(self, step: schema.StepModel) -> None:
        self.clauses = tuple(step.clauses)
        self.span = step.span


def _bind_owner(expression: Expression, rules: Rules) -> Evaluate:
    """Return the function that gives the new owner; `nobody` is one, unlike what is not there."""
    node = rules.resolved.checked[expression].root
    return bind_owner(node, rules) if is_nobody(node) else bind_present(expression, rules)


class Move(Effect):
    """A piece goes to a cell."""

    def __init__(self, step: schema.Move, rules: Rules) -> None:
        super().__init__(step)
        self._piece = bind_present(step.move.piece, rules)
        self._to = bind_present(step.move.to, rules)

    def run(self, game: Run, env: Env) -> bool:
        state = game.state
        slot, to = self._piece(state, env), self._to(state, env)
        start = state.cell[slot]
        state.put(slot, to)
        game.emit("moved", piece=slot, **{"from": start, "to": to})
        return True


class Capture(Effect):
    """Every enemy piece on a cell leaves the board."""

    def __init__(self, step: schema.Capture, rules: Rules) -> None:
        super().__init__(step)
        self._cell = bind_present(step.capture, rules)

    def run(self, game: Run, env: Env) -> bool:
        state = game.state
        cell = self._cell(state, env)
        for slot in state.at[cell]:
            if state.owner[slot] not in (state.mover, NOBODY):
                state.put(slot, GONE)
                game.emit("captured", piece=slot, **{"from": cell})
        return True


class Remove(Effect):
    """A piece leaves the board."""

    def __init__(self, step: schema.Remove, rules: Rules) -> None:
        super().__init__(step)
        self._piece = bind_present(step.remove, rules)

    def run(self, game: Run, env: Env) -> bool:
        slot = self._piece(game.state, env)
        start = game.state.cell[slot]
        game.state.put(slot, GONE)
        game.emit("removed", piece=slot, **{"from": start})
        return True


class Send(Effect):
    """A piece goes to a place off the board."""

    def __init__(self, step: schema.Send, rules: Rules) -> None:
        super().__init__(step)
        self._piece = bind_present(step.send.piece, rules)
        self._zone = bind_present(step.send.to, rules)
        self._place_of = [min(zone.cells, default=GONE) for zone in rules.grid.zones]

    def run(self, game: Run, env: Env) -> bool:
        state = game.state
        slot = self._piece(state, env)
        start = state.cell[slot]
        place = self._place_of[self._zone(state, env)]
        state.put(slot, place)
        game.emit("sent", piece=slot, **{"from": start}, to=place)
        return True


class Place(Effect):
    """A new piece appears."""

    def __init__(self, step: schema.Place, rules: Rules) -> None:
        super().__init__(step)
        self._kind = bind_present(step.place.kind, rules)
        self._owner = _bind_owner(step.place.owner, rules)
        self._at = bind_present(step.place.at, rules)
        self._per_piece = [info for info in rules.kept if info.per == "piece"]

    def run(self, game: Run, env: Env) -> bool:
        state = game.state
        kind, cell, owner = self._kind(state, env), self._at(state, env), self._owner(state, env)
        slot = len(state.cell)
        state.cell.append(GONE)
        state.owner.append(owner)
        state.kind.append(kind)
        state.home.append(cell)
        state.seat_no.append(0)
        for info in self._per_piece:
            append_piece(info, state, kind)
        state.put(slot, cell)
        game.emit("placed", piece=slot, to=cell)
        return True


class Give(Effect):
    """A piece changes sides."""

    def __init__(self, step: schema.Give, rules: Rules) -> None:
        super().__init__(step)
        self._piece = bind_present(step.give.piece, rules)
        self._side = _bind_owner(step.give.to, rules)
        self._seat = bind(step.give.seat, rules) if step.give.seat is not None else None

    def run(self, game: Run, env: Env) -> bool:
        state = game.state
        slot, side = self._piece(state, env), self._side(state, env)
        state.owner[slot] = side
        if self._seat is not None and side != NOBODY:
            seats = seats_of(state, side)
            seat = self._seat(state, env)
            state.seat_no[slot] = seats.index(seat) if seat in seats else 0
        game.emit("given", piece=slot, to_side=None if side == NOBODY else side)
        return True


class Claim(Effect):
    """A zone changes owner."""

    def __init__(self, step: schema.Claim, rules: Rules) -> None:
        super().__init__(step)
        self._zone = bind_present(step.claim.zone, rules)
        self._side = _bind_owner(step.claim.to, rules)

    def run(self, game: Run, env: Env) -> bool:
        zone, side = self._zone(game.state, env), self._side(game.state, env)
        game.state.zone_owner[zone] = side
        game.emit("claimed", zone=zone, to_side=None if side == NOBODY else side)
        return True


class Become(Effect):
    """A piece turns into another kind."""

    def __init__(self, step: schema.Become, rules: Rules) -> None:
        super().__init__(step)
        self._piece = bind_present(step.become.piece, rules)
        self._kind = bind_present(step.become.kind, rules)
        self._of_kinds = [info for info in rules.kept if info.kinds is not None]

    def run(self, game: Run, env: Env) -> bool:
        state = game.state
        slot, kind = self._piece(state, env), self._kind(state, env)
        for info in self._of_kinds:
            turn_into(info, state, slot, kind)
        state.kind[slot] = kind
        game.emit("became", piece=slot)
        return True


class Count(Effect):
    """`add` and `set`."""

    def __init__(self, step: schema.Add | schema.Set, rules: Rules) -> None:
        super().__init__(step)
        amounts = step.add if isinstance(step, schema.Add) else step.set
        self._adds = isinstance(step, schema.Add)
        self._amounts = [
            (rules.counters[name], bind_present(amount, rules)) for name, amount in amounts.items()
        ]
        self._whose = bind_present(step.for_, rules) if step.for_ is not None else None

    def run(self, game: Run, env: Env) -> bool:
        state = game.state
        whose = self._whose(state, env) if self._whose is not None else None
        amounts = [amount(state, env) for _, amount in self._amounts]
        for (info, _), amount in zip(self._amounts, amounts, strict=True):
            numbers, index = counter_place(info, state, whose)
            write(info, state, whose, held(amount + numbers[index]) if self._adds else amount)
        return True


class Remember(Effect):
    """`mark`: marks take a value, or nothing."""

    def __init__(self, step: schema.Mark, rules: Rules) -> None:
        super().__init__(step)
        self._values = [
            (rules.marks[name], bind(value, rules)) for name, value in step.mark.items()
        ]
        self._whose = bind_present(step.for_, rules) if step.for_ is not None else None
        self._words = {word: number for number, word in enumerate(rules.names.words)}

    def run(self, game: Run, env: Env) -> bool:
        state = game.state
        whose = self._whose(state, env) if self._whose is not None else None
        values = [value(state, env) for _, value in self._values]
        for (info, _), value in zip(self._values, values, strict=True):
            if info.holds == "word" and value is not None:
                write(info, state, whose, self._words[value])
            else:
                write(info, state, whose, NOBODY if value is None else value)
        return True


class TakeSide(Effect):
    """`seat`: a seat takes a side, changing places; the last one left takes what is left."""

    def __init__(self, step: schema.Seat, rules: Rules) -> None:
        super().__init__(step)
        self._seat = bind_present(step.seat.seat, rules)
        self._side = bind_present(step.seat.side, rules)
        self._num_sides = len(rules.names.sides)

    def run(self, game: Run, env: Env) -> bool:
        state = game.state
        take(state.seat_side, self._seat(state, env), self._side(state, env))
        _give_the_last(state.seat_side, self._num_sides)
        game.emit("seated")
        return True


class TakeColor(Effect):
    """`color`: a seat takes a color, as it takes a side."""

    def __init__(self, step: schema.Color, rules: Rules) -> None:
        super().__init__(step)
        self._seat = bind_present(step.color.seat, rules)
        self._color = bind_present(step.color.color, rules)
        self._num_colors = len(rules.names.colors)

    def run(self, game: Run, env: Env) -> bool:
        state = game.state
        take(state.seat_color, self._seat(state, env), self._color(state, env))
        _give_the_last(state.seat_color, self._num_colors)
        game.emit("colored")
        return True


def _give_the_last(taken: list[int], count: int) -> None:
    free = [number for number in range(count) if number not in taken]
    waiting = [seat for seat, number in enumerate(taken) if number == NOBODY]
    if len(free) == 1 and len(waiting) == 1:
        taken[waiting[0]] = free[0]
