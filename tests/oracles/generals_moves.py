"""Where units of Generals can go, written down once more, straight from the two rulebooks.

Cells are (row, column) from the top left, and nothing here knows of rulesets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

Cell = tuple[int, int]
FlagValue = str | int | bool
Flags = dict[str, FlagValue]

ATTACKER, DEFENDER = 0, 1
FACES = range(1, 7)
STRAIGHT = ((-1, 0), (1, 0), (0, -1), (0, 1))
SLANTED = ((-1, -1), (-1, 1), (1, -1), (1, 1))
SEATS = (("A", "C"), ("B", "D"))


@dataclass(eq=False)
class Unit:
    side: int
    cell: Cell
    seat: str = ""
    number: int = 0


@dataclass
class Garrison:
    cells: frozenset[Cell]
    owner: int


@dataclass
class Moves:
    """A board with units on it, and what each side could do with a throw."""

    flags: Flags
    units: list[Unit]
    garrisons: list[Garrison]
    size: int = 10
    keep: int = 2
    moat_width: int = 1
    offensives: int = 0
    garrisonings: dict[str, int] = field(default_factory=dict)
    """By seat; those of a side are all its seats' together."""

    def __post_init__(self) -> None:
        first = (self.size - self.keep) // 2
        last = first + self.keep - 1
        every = [(row, column) for row in range(self.size) for column in range(self.size)]
        self.general = frozenset(c for c in every if first <= min(c) and max(c) <= last)
        near, far = first - self.moat_width, last + self.moat_width
        self.moat = frozenset(c for c in every if near <= min(c) and max(c) <= far) - self.general
        self.empty_ground = every

    # -- looking

    def is_(self, flag: str, *values: FlagValue) -> bool:
        return self.flags[flag] in values

    def at(self, cell: Cell) -> Unit | None:
        return next((unit for unit in self.units if unit.cell == cell), None)

    def army(self, side: int) -> list[Unit]:
        return [unit for unit in self.units if unit.side == side]

    def guards(self) -> list[Unit]:
        return sorted(
            (unit for unit in self.army(DEFENDER) if unit.cell in self.moat), key=lambda u: u.cell
        )

    def garrison_of(self, cell: Cell) -> Garrison | None:
        return next((each for each in self.garrisons if cell in each.cells), None)

    def on_board(self, cell: Cell) -> bool:
        return min(cell) >= 0 and max(cell) < self.size

    def text(self, cell: Cell) -> str:
        return f"{'abcdefghijkl'[cell[1]]}{self.size - cell[0]}"

    # -- ways

    def ways(self, unit: Unit) -> Iterator[list[Cell]]:
        """Yield the ways of up to six steps from a unit, each without its start.

        They stay on the board and lead over no unit; over the General only where a straight
        line may, and never out of it again.
        """
        if self.is_("path_shape", "bent_orthogonal"):
            yield from self._bent(unit, [unit.cell])
            return
        slanted = self.is_("directions", "orthogonal_and_diagonal")
        for down, right in (*STRAIGHT, *(SLANTED if slanted else ())):
            way: list[Cell] = []
            here = unit.cell
            for _ in FACES:
                there = (here[0] + down, here[1] + right)
                if not self.on_board(there) or (way and self.at(way[-1]) is not None):
                    break
                if way and way[-1] in self.general and there not in self.general:
                    break
                if self.is_("diagonal_squeeze", "blocked") and self._squeezes(here, there):
                    break
                way.append(there)
                yield list(way)
                here = there

    def _bent(self, unit: Unit, visited: list[Cell]) -> Iterator[list[Cell]]:
        for down, right in STRAIGHT:
            there = (visited[-1][0] + down, visited[-1][1] + right)
            if not self.on_board(there) or there in visited:
                continue
            yield [*visited[1:], there]
            if len(visited) < 6 and there not in self.general and self.at(there) is None:
                yield from self._bent(unit, [*visited, there])

    def _squeezes(self, here: Cell, there: Cell) -> bool:
        if here[0] == there[0] or here[1] == there[1]:
            return False
        sides = ((here[0], there[1]), (there[0], here[1]))
        return all(cell in self.general or self.at(cell) is not None for cell in sides)

    # -- ordinary moves

    def movable(self, side: int, seat: str | None, die: int) -> list[Unit]:
        """Return the units a seat may choose from; those of the whole side without a seat."""
        found = self.army(side)
        if seat is not None and self.is_("team_turns", "own_garrison_units"):
            found = [unit for unit in found if unit.seat == seat]
        if self.is_("unit_selection", "numbered_unit"):
            found = [unit for unit in found if unit.number == die]
        return found

    def normal(self, side: int, seat: str | None, die: int) -> set[str]:
        """Return the marches and strikes with a throw."""
        found = set()
        for unit in self.movable(side, seat, die):
            for way in self.ways(unit):
                start, end = self.text(unit.cell), self.text(way[-1])
                if way[-1] in self.general:
                    if side == ATTACKER and self._strikes(unit, way, die):
                        found.add(f"strike {start}-{end}")
                elif self._marches(unit, way, die):
                    found.add(f"march {start}-{end}")
        return found

    def _marches(self, unit: Unit, way: list[Cell], die: int) -> bool:
        to, foe = way[-1], self.at(way[-1])
        if not self.is_("moat_terrain", "passable") and self.moat & set(way):
            return False
        if foe is not None and foe.side == unit.side:
            return False
        from_outside = to in self.moat and unit.cell not in self.moat
        if foe is not None and from_outside and self.is_("moat_combat_origin", "moat_only"):
            return False
        if self.is_("move_distance", "up_to") and foe is None:
            return len(way) <= die
        return len(way) == die

    def _strikes(self, unit: Unit, way: list[Cell], die: int) -> bool:
        is_nearest = not self.general & set(way[:-1])
        if self.is_("moat_terrain", "impassable") and self.moat & set(way):
            return False
        if self.is_("hit_origin", "moat_only") and unit.cell not in self.moat:
            return False
        if self.is_("defended_attempt", "illegal") and self.guards():
            return False
        if self.is_("hit_line", "any_cell"):
            return len(way) == die
        if self.is_("hit_line", "nearest_cell"):
            return is_nearest and len(way) == die
        return is_nearest and len(way) <= die

    # -- special moves

    def special(self, side: int, seat: str | None, die: int, *, repeated: bool) -> set[str]:
        """Return the special moves with a throw."""
        if repeated and not self.flags["specials_on_reroll"]:
            return set()
        if die == 6:
            return self._garrisonings(side, seat)
        if die == 1 and side == DEFENDER:
            return self.targets()
        return set()

    def targets(self) -> set[str]:
        """Return what the General may do on a 1."""
        if self.offensives or len(self.army(DEFENDER)) >= 3:
            return set()
        raiders = [unit for unit in self.army(ATTACKER) if unit.cell in self.moat]
        return {f"offensive {self.text(unit.cell)}" for unit in raiders}

    def has_garrisoned(self, side: int, seat: str | None) -> bool:
        if self.is_("special_quota_scope", "person") and seat is not None:
            return self.garrisonings.get(seat, 0) > 0
        return any(self.garrisonings.get(each, 0) > 0 for each in SEATS[side])

    def _garrisonings(self, side: int, seat: str | None) -> set[str]:
        if self.has_garrisoned(side, seat):
            return set()
        found = set()
        for unit in self.units:
            source = self.garrison_of(unit.cell)
            if source is None or not self._may_leave(unit, source, side, seat):
                continue
            for cell in self.empty_ground:
                if self.at(cell) is None and self._may_land(unit, source, cell):
                    found.add(f"garrisoning {self.text(unit.cell)}-{self.text(cell)}")
        return found

    def _may_leave(self, unit: Unit, source: Garrison, side: int, seat: str | None) -> bool:
        if self.is_("garrisoning_source", "any_unit_any_garrison"):
            return True
        if unit.side != side:
            return False
        is_own = seat is None or unit.seat == seat
        if self.is_("team_turns", "own_garrison_units") and not is_own:
            return False
        own_garrison = source.owner == unit.side
        return own_garrison or self.is_("garrisoning_source", "own_unit_any_garrison")

    def _may_land(self, unit: Unit, source: Garrison, cell: Cell) -> bool:
        target = self.garrison_of(cell)
        if cell in self.general:
            return False
        if cell in self.moat and not self.flags["garrisoning_into_moat"]:
            return False
        if cell in self.moat and not self.is_("moat_terrain", "passable"):
            return False
        match self.flags["garrisoning_destination"]:
            case "any_empty_non_garrison":
                return target is None
            case "any_garrison":
                return target is not None
            case "any_own_garrison":
                return target is not None and target.owner == unit.side
            case _:
                own = target is not None and target.owner == unit.side
                return own and target is not source

    # -- whether anything is possible at all

    def hopes(self, side: int, seat: str | None, *, repeated: bool = False) -> bool:
        """Return whether some throw allows something."""
        return any(
            self.normal(side, seat, die) or self.special(side, seat, die, repeated=repeated)
            for die in FACES
        )
