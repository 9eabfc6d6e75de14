"""Stratego written down once more, straight from its rulebook, and held against the ruleset.

The game here keeps the whole history of moves and looks at it anew for every question, where the
ruleset keeps counters and marks; the two share no code. Small crowded boards are played at random
under random flags, with many moves to and fro.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from ruleengine import Position, load

GAMES = 24

SIDES = ("red", "blue")
RANKS = {
    "marshal": 10, "general": 9, "colonel": 8, "major": 7, "captain": 6, "lieutenant": 5,
    "sergeant": 4, "miner": 3, "scout": 2, "spy": 1, "bomb": 0, "flag": 0,
}  # fmt: skip
LETTERS = {
    "marshal": "M", "captain": "P", "miner": "I", "scout": "S", "spy": "Y", "bomb": "B", "flag": "F"
}  # fmt: skip
FIXED = {"bomb", "flag"}
LAKES = {(row, column) for row in (4, 5) for column in (2, 3, 6, 7)}
QUESTIONS: dict[str, tuple[str | int | bool, ...]] = {
    "scout_attack": ("long_distance", "adjacent_only"),
    "scout_move_reveals": (False, True),
    "two_square_rule": (True, True, False),
    "two_square_limit": (2, 3, 4),
    "two_square_sequence": ("owner_turns", "piece_moves"),
    "two_square_scout": ("endpoints", "spans"),
    "two_square_attacks": ("exempt", "counted"),
    "shuttle_rule": ("off", "line_reversals"),
    "spy_vs_spy": ("both_removed", "attacker_loses"),
    "spy_vs_flag": ("attacker_wins", "spy_loses"),
    "bomb_persists": (True, False),
    "reveal_policy": ("permanent", "combat_only"),
    "no_moves_loss": ("no_legal_move", "no_movable_piece"),
    "no_moves_check": ("player_to_move", "both_after_each_move"),
    "both_immobile": ("draw", "mover_wins", "mover_loses"),
    "max_half_moves": (60, 60, 0),
    "max_half_moves_result": ("draw", "void", "more_material"),
}

Cell = tuple[int, int]
Flags = dict[str, str | int | bool]


@dataclass(eq=False)
class Man:
    side: int
    kind: str
    cell: Cell | None
    shown: bool = False


@dataclass(frozen=True)
class Turn:
    """One turn of a side: a move, or a turn left out if there is no man."""

    side: int
    man: Man | None = None
    start: Cell = (0, 0)
    end: Cell = (0, 0)
    is_attack: bool = False


@dataclass
class Table:
    flags: Flags
    men: list[Man]
    mover: int
    half_moves: int = 0
    turns: list[Turn] = field(default_factory=list)
    result: str | None = None
    """The side that has won, `draw` or `void`."""

    def at(self, cell: Cell) -> Man | None:
        return next((man for man in self.men if man.cell == cell), None)

    def legal(self, side: int) -> set[tuple[Cell, Cell]]:
        found = set()
        for man in self.men:
            if man.side != side or man.cell is None or man.kind in FIXED:
                continue
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                for length in range(1, 10 if man.kind == "scout" else 2):
                    to = (man.cell[0] + down * length, man.cell[1] + right * length)
                    there = self.at(to)
                    if not (0 <= to[0] < 10 and 0 <= to[1] < 10) or to in LAKES:
                        break
                    if there is not None and there.side == side:
                        break
                    if self._may(man, man.cell, to, is_attack=there is not None):
                        found.add((man.cell, to))
                    if there is not None:
                        break
        return found

    def _may(self, man: Man, start: Cell, to: Cell, *, is_attack: bool) -> bool:
        if is_attack:
            if self.flags["scout_attack"] == "adjacent_only" and length(start, to) > 1:
                return False
            if self.flags["two_square_attacks"] == "exempt":
                return True
        if self.flags["two_square_rule"] and self._swings(man, start, to):
            return False
        return self.flags["shuttle_rule"] == "off" or not self._paces(man, start, to)

    def _swings(self, man: Man, start: Cell, to: Cell) -> bool:
        in_a_row = self.flags["two_square_sequence"] == "owner_turns"
        last = self._last(man, in_a_row=in_a_row, skips_break=True)
        if len(last) < int(self.flags["two_square_limit"]):
            return False
        if self.flags["two_square_scout"] == "endpoints":
            return all({turn.start, turn.end} == {start, to} for turn in last)
        crossed = [borders(turn.start, turn.end) for turn in last]
        return bool(borders(start, to).intersection(*crossed))

    def _paces(self, man: Man, start: Cell, to: Cell) -> bool:
        last = self._last(man, in_a_row=False, skips_break=False)
        ways = [*(way(turn.start, turn.end) for turn in last), way(start, to)]
        return len(last) == self.flags["two_square_limit"] and all(
            (one[0] + two[0], one[1] + two[1]) == (0, 0) for one, two in pairwise(ways)
        )

    def _last(self, man: Man, *, in_a_row: bool, skips_break: bool) -> list[Turn]:
        """Return the last moves of a man that count, oldest first, no more than the limit."""
        found: list[Turn] = []
        for turn in reversed([turn for turn in self.turns if turn.side == man.side]):
            if len(found) == self.flags["two_square_limit"]:
                break
            if turn.man is man:
                if turn.is_attack and self.flags["two_square_attacks"] == "exempt":
                    break
                found.append(turn)
            elif skips_break if turn.man is None else in_a_row:
                break
        return found[::-1]

    def play(self, start: Cell, to: Cell) -> None:
        man, foe = self.at(start), self.at(to)
        assert man is not None
        if self.flags["reveal_policy"] == "combat_only":
            for each in self.men:
                each.shown = False
        self.turns.append(Turn(self.mover, man, start, to, is_attack=foe is not None))
        self.half_moves += 1
        if foe is None:
            man.cell = to
            man.shown |= bool(self.flags["scout_move_reveals"]) and length(start, to) > 1
        else:
            man.shown = foe.shown = True
            attacker_falls, defender_falls = self._fight(man.kind, foe.kind)
            man.cell = None if attacker_falls else to
            foe.cell = None if defender_falls else foe.cell
            if defender_falls and foe.kind == "flag":
                self.result = SIDES[self.mover]
                return
        both_looked_at = self.flags["no_moves_check"] == "both_after_each_move"
        if both_looked_at and self._stuck(self.mover) and not self._stuck(1 - self.mover):
            self.result = SIDES[1 - self.mover]
            return
        self.mover = 1 - self.mover
        self.begin()

    def begin(self) -> None:
        """Do what comes before a player is asked for a move."""
        last = 1 - self.mover
        if self._stuck(0) and self._stuck(1):
            self.result = self._both_stuck(last)
        elif self._stuck(self.mover):
            self.result = SIDES[last]
        elif not self.legal(self.mover) and not self.legal(last) and not self._stuck(last):
            self.result = self._both_stuck(last)
        elif not self.legal(self.mover):
            self.turns.append(Turn(self.mover))
            self.mover = last
            self.begin()
        elif 0 < int(self.flags["max_half_moves"]) <= self.half_moves:
            self.result = self._stopped()

    def _stopped(self) -> str:
        red, blue = (
            sum(RANKS[man.kind] for man in self.men if man.side == side and man.cell)
            for side in (0, 1)
        )
        how = str(self.flags["max_half_moves_result"])
        if how == "more_material":
            return "draw" if red == blue else SIDES[blue > red]
        return how

    def _both_stuck(self, last: int) -> str:
        how = str(self.flags["both_immobile"])
        return how if how == "draw" else SIDES[last if how == "mover_wins" else 1 - last]

    def _stuck(self, side: int) -> bool:
        if self.flags["no_moves_loss"] == "no_legal_move":
            return not self.legal(side)
        return not any(man.side == side and man.cell and man.kind not in FIXED for man in self.men)

    def _fight(self, attacker: str, defender: str) -> tuple[bool, bool]:
        """Return whether the attacker falls, and whether the defender does."""
        match attacker, defender:
            case "spy", "flag" if self.flags["spy_vs_flag"] == "spy_loses":
                return True, False
            case (_, "flag") | ("miner", "bomb") | ("spy", "marshal"):
                return False, True
            case _, "bomb":
                return True, not self.flags["bomb_persists"]
            case "spy", "spy" if self.flags["spy_vs_spy"] == "attacker_loses":
                return True, False
        return RANKS[attacker] <= RANKS[defender], RANKS[attacker] >= RANKS[defender]


def way(start: Cell, end: Cell) -> Cell:
    """Return the direction, as -1, 0 or 1 down and to the right."""
    down, right = end[0] - start[0], end[1] - start[1]
    return (down > 0) - (down < 0), (right > 0) - (right < 0)


def length(start: Cell, end: Cell) -> int:
    return abs(end[0] - start[0]) + abs(end[1] - start[1])


def borders(start: Cell, end: Cell) -> set[frozenset[Cell]]:
    """Return the pairs of neighbouring cells between which a move passes."""
    (row, column), (down, right) = start, way(start, end)
    steps = range(length(start, end) + 1)
    return {frozenset(p) for p in pairwise((row + down * n, column + right * n) for n in steps)}


def text(start: Cell, end: Cell) -> str:
    return f"advance {name(start)}-{name(end)}"


def name(cell: Cell) -> str:
    return f"{'abcdefghij'[cell[1]]}{10 - cell[0]}"


def some_flags(rng: random.Random) -> Flags:
    return {key: rng.choice(values) for key, values in QUESTIONS.items()}


def some_men(rng: random.Random) -> list[Man]:
    rows = range(5, 10) if rng.random() < 0.5 else range(10)
    columns = range(4) if len(rows) < 10 else range(10)
    cells = [(row, col) for row in rows for col in columns if (row, col) not in LAKES]
    rng.shuffle(cells)
    kinds = ("scout", "scout", "bomb", "bomb", "miner", "spy", "spy", "marshal", "captain")
    men = [Man(side, "flag", cells.pop()) for side in (0, 1)]
    for side in (0, 1):
        men += [Man(side, rng.choice(kinds), cells.pop()) for _ in range(rng.randint(1, 5))]
    return men


def drawn(men: list[Man]) -> str:
    rows = [["~" if (row, col) in LAKES else "." for col in range(10)] for row in range(10)]
    for man in men:
        assert man.cell is not None
        letter = LETTERS[man.kind]
        rows[man.cell[0]][man.cell[1]] = letter if man.side == 0 else letter.lower()
    return "\n".join(" ".join(row) for row in rows)


def some_move(table: Table, rng: random.Random) -> tuple[Cell, Cell]:
    """Return a legal move; often one that leads back, or one of the same piece."""
    legal = sorted(table.legal(table.mover))
    own = [turn for turn in table.turns if turn.side == table.mover and turn.man]
    if own and (own[-1].end, own[-1].start) in legal and rng.random() < 0.6:
        return own[-1].end, own[-1].start
    same = [move for move in legal if own and move[0] == own[-1].end]
    return rng.choice(same if same and rng.random() < 0.5 else legal)


def result_of(position: Position) -> str | None:
    outcome = position.outcome
    if outcome is None:
        return None
    return "void" if outcome.void else outcome.winner or "draw"


def compare(position: Position, table: Table) -> None:
    assert result_of(position) == table.result
    if table.result is None:
        assert position.mover == SIDES[table.mover]
        wanted = {text(*move) for move in table.legal(table.mover)}
        assert {move.text for move in position.legal_moves()} == wanted
    for side, seat in enumerate(SIDES):
        seen = {piece.place: piece.kind for piece in position.view(seat).pieces}
        for man in table.men:
            if man.cell is not None:
                known = man.side == side or man.shown
                assert seen[name(man.cell)] == (man.kind if known else None)


@pytest.mark.parametrize("seed", range(GAMES))
def test_ruleset_plays_as_the_rulebook_says(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a game, no secret
    flags, men, mover = some_flags(rng), some_men(rng), rng.randint(0, 1)
    position = load("stratego", flags=flags).position(board=drawn(men), mover=SIDES[mover])
    table = Table(flags, men, mover)
    table.begin()
    for _ in range(100):
        compare(position, table)
        if table.result is not None:
            break
        move = some_move(table, rng)
        position = position.play(text(*move))
        table.play(*move)
