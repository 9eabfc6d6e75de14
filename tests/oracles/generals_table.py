"""A game of Generals written down once more, straight from the two rulebooks.

It is a coroutine: it yields what has to be decided, is sent the decision, and returns how it
ended.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from tests.oracles.generals_moves import ATTACKER, DEFENDER, FACES, SEATS, Cell, Moves, Unit

SIDES = ("attacker", "defender")
MAX_IDLE = 100
"""So many turns may pass in which nothing is decided."""


@dataclass(frozen=True)
class Decision:
    """What is decided: by chance if there is no seat, among texts that may have an order."""

    seat: str | None
    options: tuple[str, ...]
    in_order: bool = False


@dataclass(frozen=True)
class Result:
    winner: int | None
    ending: str


Play = Generator[Decision, str, None]


class GameOver(Exception):  # noqa: N818 - no error
    def __init__(self, winner: int | None, ending: str) -> None:
        super().__init__(ending)
        self.result = Result(winner, ending)


class EndOfTurn(Exception):  # noqa: N818 - no error
    pass


@dataclass
class Table(Moves):
    """A game from some position on."""

    hits: int = 0
    sieges: int = 0
    turns: int = 0
    side: int = ATTACKER
    seat: str = "A"
    die: int = 0
    throws: int = 0

    def may_repeat(self) -> bool:
        """Return whether a side that cannot move may throw again."""
        if self.is_("stalemate_reroll", "none"):
            return False
        if self.is_("stalemate_reroll", "once") and self.throws > 1:
            return False
        if self.is_("stalemate_cause", "blockade_or_large") and self.die < 5:
            alone = Moves(self.flags, self.army(self.side), self.garrisons, *self._measures())
            if not alone.normal(self.side, self.seat, self.die):
                return False
        if self.side == ATTACKER and self.flags["siege_counts_rerolls"] and self.siege_is_over():
            return False
        return self.hopes(self.side, self.seat, repeated=True)

    def _measures(self) -> tuple[int, int, int]:
        return self.size, self.keep, self.moat_width

    # -- the course of the game

    def play(self, side: int) -> Generator[Decision, str, Result]:
        """Play from the beginning of a side's turn to the end of the game."""
        begun, idle = [0, 0], 0
        try:
            self.check()
            while True:
                if idle > MAX_IDLE:
                    return Result(None, "deadlock")
                seats = SEATS[side][: int(self.flags["team_size"])]
                self.side, self.seat = side, seats[begun[side] % len(seats)]
                begun[side] += 1
                idle += 1
                if not self._is_left_out():
                    idle = yield from self._counted(idle)
                    self._check_at_end()
                side = 1 - side
        except GameOver as over:
            return over.result

    def _counted(self, idle: int) -> Generator[Decision, str, int]:
        """Play a turn; return how many turns in a row nothing has been decided."""
        self.throws, self.die = 0, 0
        turn, sent = self._turn(), ""
        try:
            decision = next(turn)
            while True:
                idle = 0
                sent = yield decision
                decision = turn.send(sent)
        except (StopIteration, EndOfTurn):
            return idle

    def _is_left_out(self) -> bool:
        if not self.is_("team_turns", "own_garrison_units"):
            return False
        army = self.army(self.side)
        return bool(army) and all(unit.seat != self.seat for unit in army)

    def _turn(self) -> Play:
        if not self.army(self.side):
            yield from self._unitless()
        if not any(self.hopes(side, None) for side in (ATTACKER, DEFENDER)):
            if self.is_("mutual_block", "draw"):
                raise GameOver(None, "mutual_block")
            self.turns += 1
            yield from self._throw()
            return
        if not self.hopes(self.side, self.seat):
            match self.flags["hopeless_roll"]:
                case "lose":
                    raise GameOver(1 - self.side, "hopeless")
                case "draw":
                    raise GameOver(None, "hopeless")
                case _:
                    return
        self.turns += 1
        yield from self._throw_and_move()
        if self.is_("siege_start", "current_throw") and self.side == ATTACKER:
            self.sieges = max(self.sieges, 0 if self.army(DEFENDER) else 1)

    def _unitless(self) -> Play:
        if self.is_("unitless_defender_turn", "reroll_as_stalemate"):
            return
        if self.is_("unitless_defender_turn", "skip") or self.offensives:
            raise EndOfTurn
        self.turns += 1
        yield from self._throw()
        if self.die == 1 and self.targets():
            yield from self._act(self.targets())
        raise EndOfTurn

    def _throw(self) -> Play:
        self.throws += 1
        answer = yield Decision(None, tuple(f"die {face}" for face in FACES), in_order=True)
        self.die = int(answer.split()[-1])
        if self.is_("no_defenders", "siege_draw") and self.side == ATTACKER:
            counts = self.flags["siege_counts_rerolls"] or self.throws == 1
            if not self.army(DEFENDER) and counts:
                self.sieges += 1
        if self.is_("offensive_throw", "any_throw") and self.side == ATTACKER and self.die == 1:
            is_barred = self.throws > 1 and not self.flags["specials_on_reroll"]
            if self.targets() and not is_barred:
                answer = yield Decision("defender", (*sorted(self.targets()), "pass"))
                if answer != "pass":
                    self._attack_from_keep(answer)

    def _throw_and_move(self) -> Play:
        while True:
            yield from self._throw()
            normal = self.normal(self.side, self.seat, self.die)
            special = self.special(self.side, self.seat, self.die, repeated=self.throws > 1)
            options = normal | special
            if not normal:
                if self.may_repeat():
                    if self.is_("reroll_choice", "optional"):
                        options |= {"reroll", "decline"}
                    elif special and not self.flags["specials_count_as_moves"]:
                        options |= {"reroll"}
                    elif not special:
                        continue
                elif special and not self.flags["specials_count_as_moves"]:
                    options |= {"decline"}
            if not options:
                return
            if (yield from self._act(options)) != "reroll":
                return

    def _act(self, options: set[str]) -> Generator[Decision, str, str]:
        text = yield Decision(self.seat, tuple(sorted(options)))
        match text.split()[0]:
            case "march":
                yield from self._march(text)
            case "strike":
                yield from self._strike(text)
            case "garrisoning":
                yield from self._garrison(text)
            case "offensive":
                self._attack_from_keep(text)
                if self.is_("offensive_turn_cost", "before_move"):
                    yield from self._normal_move()
        return text

    def _normal_move(self) -> Play:
        options = self.normal(self.side, self.seat, self.die)
        if options:
            yield from self._act(options)

    def _ends(self, text: str) -> tuple[Unit, Cell]:
        start, end = (self._cell(part) for part in text.split()[1].split("-"))
        unit = self.at(start)
        assert unit is not None
        return unit, end

    def _cell(self, text: str) -> Cell:
        return (self.size - int(text[1:]), "abcdefghijkl".index(text[0]))

    def _march(self, text: str) -> Play:
        unit, to = self._ends(text)
        start, foe = unit.cell, self.at(to)
        if foe is not None:
            self.units.remove(foe)
        unit.cell = to
        self.check()
        yield from self._convert(unit, start, took=foe is not None)
        self._change_garrisons()
        self.check()

    def _convert(self, unit: Unit, start: Cell, *, took: bool) -> Play:
        entered = self.garrison_of(unit.cell)
        if entered is None or entered.owner == unit.side or self.is_("conversion", "off"):
            return
        if unit.side == ATTACKER and self.is_("conversion", "defender_only"):
            return
        if start in entered.cells and not self.flags["conversion_internal_move"]:
            return
        if took and not self.flags["conversion_after_capture"]:
            return
        everywhere = self.is_("conversion_scope", "all_enemy_garrisons")
        same = [garrison for garrison in self.garrisons if garrison.owner == entered.owner]
        there = same if everywhere else [entered]
        men = [u for u in self.army(entered.owner) if any(u.cell in g.cells for g in there)]
        names = [f"convert {self.text(u.cell)}" for u in sorted(men, key=lambda u: u.cell)]
        is_optional = self.is_("conversion_duty", "optional")
        if not names:
            return
        answer = names[0]
        if is_optional or len(names) > 1:
            options = (*names, *(["convert none"] if is_optional else []))
            answer = yield Decision(self.seat, options, in_order=True)
        if answer != "convert none":
            won = self.at(self._cell(answer.split()[1]))
            assert won is not None
            won.side, won.seat = unit.side, self.seat

    def _change_garrisons(self) -> None:
        if not self.is_("garrison_capture", "ownership_transfer"):
            return
        for garrison in self.garrisons:
            sides = {unit.side for unit in self.units if unit.cell in garrison.cells}
            if sides == {1 - garrison.owner}:
                garrison.owner = 1 - garrison.owner

    def _strike(self, text: str) -> Play:
        unit, _ = self._ends(text)
        guards = self.guards()
        if guards:
            answer = f"guard {self.text(guards[0].cell)}"
            if len(guards) > 1:
                options = tuple(f"guard {self.text(guard.cell)}" for guard in guards)
                who = self.flags["interceptor_choice"]
                seat = None if who == "random" else self.seat if who == "attacker" else "defender"
                answer = yield Decision(seat, options, in_order=True)
            guard = self.at(self._cell(answer.split()[1]))
            assert guard is not None
            self.units.remove(guard)
        else:
            self.hits += 1
        self.units.remove(unit)
        self.check()
        self._change_garrisons()

    def _garrison(self, text: str) -> Play:
        unit, to = self._ends(text)
        unit.cell = to
        self.garrisonings[self.seat] = self.garrisonings.get(self.seat, 0) + 1
        self._change_garrisons()
        self.check()
        if self.is_("garrisoning_turn_cost", "before_move"):
            yield from self._normal_move()

    def _attack_from_keep(self, text: str) -> None:
        victim = self.at(self._cell(text.split()[1]))
        assert victim is not None
        self.units.remove(victim)
        self.offensives += 1
        self.check()
        self._change_garrisons()

    # -- endings

    def check(self) -> None:
        """Raise the end of the game if it has come."""
        missing = int(self.flags["hits_to_win"]) - self.hits
        if missing <= 0:
            raise GameOver(ATTACKER, "general_falls")
        if not self._draw_comes_first():
            attackers = len(self.army(ATTACKER))
            if self.is_("defender_win", "attackers_exhausted") and attackers == 0:
                raise GameOver(DEFENDER, "attackers_exhausted")
            if self.is_("defender_win", "fewer_than_remaining_hits") and attackers < missing:
                raise GameOver(DEFENDER, "too_few_attackers")
        if self.is_("no_defenders", "attacker_wins") and not self.army(DEFENDER):
            raise GameOver(ATTACKER, "no_defenders")

    def _draw_comes_first(self) -> bool:
        """Return whether this is the last throw of a siege, which is drawn then."""
        if not self.is_("no_defenders", "siege_draw") or self.army(DEFENDER):
            return False
        if self.is_("siege_precedence", "defense_win_first"):
            return False
        count = self.sieges
        if self.is_("siege_start", "current_throw"):
            count = max(count, 1)
        return count >= int(self.flags["siege_throws"])

    def siege_is_over(self) -> bool:
        limit = int(self.flags["siege_throws"])
        return self.is_("no_defenders", "siege_draw") and self.sieges >= limit

    def _check_at_end(self) -> None:
        self.check()
        if self.siege_is_over():
            raise GameOver(None, "siege_survived")
        if 0 < int(self.flags["max_turns"]) <= self.turns:
            raise GameOver(None, "turn_limit")
