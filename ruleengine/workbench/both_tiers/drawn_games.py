"""Games in which the kernel draws every move itself, as in playouts, and the pipeline follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ruleengine.errors import InternalError
from ruleengine.game.game import Game
from ruleengine.game.moves.moves import Move
from ruleengine.game.position import Position
from ruleengine.game.rows.counting import number_of, numbers_of
from ruleengine.kernel import machine
from ruleengine.kernel.random_bits import AGENT_BITS, CHANCE_KEY
from ruleengine.kernel.rows import RowGame, Tables
from ruleengine.program import layout as row
from ruleengine.program.program import Site
from ruleengine.workbench.both_tiers.comparison import StateComparison

FUEL = 1 << 24
DRAWS = 25
"""Draws for each legal move, where draws are counted."""
SIGMAS, SLACK = 3.8, 9.0
"""Of a chi-square with k degrees of freedom, one in ten thousand is above k + 3.8 sqrt(2k) + 9."""
_SEED = 0x5851F42D4C957F2D

Numbers = tuple[int, tuple[int, ...]]
"""An action with its operands, as the kernel writes them."""

UNLIKELY = 5.0
"""How many standard deviations away a sum of draws is that cannot be by chance."""
ENOUGH = 5.0
"""The variance from which on a sum is looked at."""


class DraftDraws:
    """Moves that were drawn in submissions, held against how often each should be drawn.

    A submission goes on after every draw, so that nothing is drawn twice from the same row. But
    what each draw is more or less than expected adds up to about nothing over many of them.
    """

    def __init__(self) -> None:
        self._sums: dict[str, list[float]] = {}

    def note(self, options: tuple[Move, ...], drawn: Move) -> None:
        """Note a move, and from what it was drawn, each as often as it should be."""
        for name in dict.fromkeys(move.name for move in options):
            share = sum(move.name == name for move in options) / len(options)
            self._add(name, (drawn.name == name) - share, share * (1 - share))
        alike = list(dict.fromkeys(move for move in options if move.name == drawn.name))
        place = alike.index(drawn) - (len(alike) - 1) / 2
        self._add(f"place of {drawn.name}", place, (len(alike) ** 2 - 1) / 12)

    def _add(self, name: str, more: float, variance: float) -> None:
        sums = self._sums.setdefault(name, [0.0, 0.0])
        sums[0] += more
        sums[1] += variance

    @property
    def counted(self) -> frozenset[str]:
        """What was drawn often enough to be looked at."""
        return frozenset(name for name, (_, square) in self._sums.items() if square >= ENOUGH)

    @property
    def unlikely(self) -> dict[str, float]:
        """What is drawn too often or too seldom, in standard deviations."""
        found = {name: self._sums[name][0] / self._sums[name][1] ** 0.5 for name in self.counted}
        return {name: value for name, value in found.items() if abs(value) > UNLIKELY}


class DrawnGame:
    """A game that the kernel plays out, looked at after every ply."""

    def __init__(
        self, game: Game, seed: int, tables: Tables, drafts: DraftDraws | None = None
    ) -> None:
        """Begin a game; what is drawn in secret submissions is noted in `drafts` as well."""
        self.game, self.tables, self._drafts = game, tables, drafts
        self.position: Position = game.start()
        self._lead = RowGame(tables)
        self._lead.rng[AGENT_BITS] = self._lead.rng[CHANCE_KEY] = (seed + 1) * _SEED % (1 << 64)
        self._waiting = self._twin()

    def play(self, max_plies: int, counted_every: int = 0) -> str:
        """Play until the end or the limit; return how it ended. Raises AssertionError.

        Every so many plies the draws are counted: each legal move has to be as likely.
        """
        plies = 0
        while self.position.ply < max_plies:
            for found in StateComparison(self.game, self._waiting).differences(self.position.state):
                self._same(*found)
            result = self.position.state.result
            if result is not None:
                return result.ending
            if counted_every and plies % counted_every == counted_every - 1:
                self._count_draws()
            self._draw_on(self._lead)
            self._follow()
            self._waiting = self._twin()
            plies += 1
        return "limit"

    def _same(self, what: str, pipeline: object, kernel: object) -> None:
        if pipeline != kernel:
            message = f"{what}: the pipeline has {pipeline}, the kernel {kernel}"
            raise AssertionError(f"{self.game.name}: {message}\n{self.position.drawing}")

    def _twin(self) -> RowGame:
        """Return the same game, waiting for what is decided next."""
        twin = self._lead.fork()
        twin.run()
        return twin

    def _draw_on(self, kernel: RowGame) -> None:
        """Let the kernel draw until one more ply has been decided."""
        limit = self.position.ply + 1
        tables = kernel.tables
        kernel.status = machine.run(
            kernel.mem,
            0,
            tables.code,
            tables.data,
            kernel.out,
            kernel.rng,
            machine.PLAYOUT,
            FUEL,
            limit,
        )
        self._same("whether a ply is drawn", machine.CAPPED, kernel.status)

    # -- what was drawn

    def _site(self) -> Site:
        site = self._waiting.site
        if site is None:
            raise InternalError("a game that is not over has nothing to decide")
        return site

    def _operands(self, kernel: RowGame, action: int) -> tuple[int, ...]:
        return tuple(
            int(kernel.mem[info.register]) for info in self.tables.program.operands[action]
        )

    def _drawn(self, kernel: RowGame) -> Numbers:
        action = int(kernel.mem[row.CHOSEN])
        is_action = action < len(self.tables.program.actions)
        return action, self._operands(kernel, action) if is_action else ()

    def _legal(self, seat: str | None = None) -> dict[Numbers, Move]:
        """Return the legal moves by their numbers; to pass and to commit come after all actions.

        A seat is given moves that are written alike once; the rules have each of them.
        """
        beyond = (len(self.tables.program.actions), ())
        return {
            numbers_of(self.tables.program, self.position, move)
            if self.tables.program.acts(self._waiting.site, move.name)
            else beyond: move
            for move in self.position._desk(seat).legal  # noqa: SLF001
        }

    def _follow(self) -> None:
        """Let the pipeline do what was drawn; it has to be legal."""
        site = self._site()
        if site.kind == "submit" and site.secret:
            for seat, numbers in self._submitted(site):
                self._take(numbers, seat, self._drafts)
        elif site.kind == "submit":
            side = int(self._lead.mem[site.sides + 1 + int(self._lead.mem[row.ACTOR])])
            self._take(self._drawn(self._lead), self._seat_of(side))
        elif site.kind == "act":
            self._take(self._drawn(self._lead), None)
        else:
            self._answer(site, int(self._lead.mem[site.register]))

    def _take(self, numbers: Numbers, seat: str | None, drafts: DraftDraws | None = None) -> None:
        legal = self._legal(seat)
        if numbers not in legal:
            self._same("legal moves", sorted(legal), numbers)
        if drafts is not None:
            drafts.note(self.position.sample_moves(), legal[numbers])
        self.position = self.position.play(legal[numbers], seat)

    def _answer(self, site: Site, drawn: int) -> None:
        decision = self.position._decision  # noqa: SLF001 - compared as it is
        if decision is None:
            raise InternalError("nothing is open")
        del site
        options = {
            number_of(self.tables.program, option): option
            for option in decision.options
            if not isinstance(option, list)
        }
        if drawn not in options:
            self._same("options", sorted(options), drawn)
        self.position = self.position._decided(options[drawn])  # noqa: SLF001

    def _seat_of(self, side: int) -> str:
        state = self.position.state
        waiting = [draft.side for draft in state.drafts if not draft.committed]
        return self.position.actors[waiting.index(side)]

    def _submitted(self, site: Site) -> Iterator[tuple[str, Numbers]]:
        """Yield the moves that the sides have made in secret, and that they have committed."""
        mem, layout = self._lead.mem, self.tables.program.layout
        number = self.tables.program.sites.index(site)
        sides = int(mem[site.sides])
        offset, length = layout.sections[f"log {number}"]
        room = length // layout.num_sides
        stride = 3 + max(len(infos) for infos in self.tables.program.operands)
        for index in range(sides):
            seat = self._seat_of(int(mem[site.sides + 1 + index]))
            made = int(mem[site.sides + 1 + 2 * layout.num_sides + index])
            for each in range(made):
                at = offset + index * room + each * stride
                action = int(mem[at])
                count = len(self.tables.program.operands[action])
                values = tuple(int(value) for value in mem[at + 3 : at + 3 + count])
                yield seat, (action, values)
            if not (made and self.position.has_committed):  # else the last move did so by itself
                yield seat, (len(self.tables.program.actions), ())

    # -- how likely each is

    def _count_draws(self) -> None:
        """Draw many times from the same row: every legal move is as likely as every other."""
        if self._site().kind != "act":
            return
        legal = self._legal()
        found: Counter[Numbers] = Counter()
        draws = DRAWS * len(legal)
        kernel = self._lead.fork()
        for number in range(draws):
            kernel.mem[:] = self._lead.mem
            kernel.rng[AGENT_BITS] = (number * _SEED + 17) % (1 << 64)
            self._draw_on(kernel)
            found[self._drawn(kernel)] += 1
        self._same("moves that are drawn", sorted(legal), sorted(found))
        square = sum((count - DRAWS) ** 2 / DRAWS for count in found.values())
        freedom = len(legal) - 1
        likely = square <= freedom + SIGMAS * (2 * freedom) ** 0.5 + SLACK
        self._same("whether all moves are as likely", True, likely)  # noqa: FBT003 - what is so
