"""Play one game on both tiers side by side and compare them at every decision.

The kernel plays two programs: the one that is played everywhere, and the one that also tells
what happens. Both have to stand where the pipeline does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from ruleengine.compiler.context import NEW_PIECES
from ruleengine.compiler.flow import compile_ruleset
from ruleengine.errors import EndlessError, InternalError
from ruleengine.game.game import Game
from ruleengine.game.moves.moves import Move, leading_on
from ruleengine.game.moves.notation import COMMIT
from ruleengine.game.position import Position
from ruleengine.game.rows.counting import number_of, numbers_of
from ruleengine.kernel.rows import RowGame, Tables
from ruleengine.pipeline.flow import Decision
from ruleengine.workbench.both_tiers.comparison import StateComparison, ViewComparison

COMMIT_SHARE = 0.2
"""How often a side commits although it could still act; submissions would be long otherwise."""

ROOM = 4 * NEW_PIECES
"""New pieces for each cell: in drafts they come and go before anything is decided."""

MAX_STEPS = 4
"""Decisions for each ply that is allowed."""


class Programs:
    """The tables of a game: to be played, and to be played and told of."""

    def __init__(self, game: Game, plain: Tables | None = None) -> None:
        resolved = game.rules.resolved
        self.plain = plain or Tables(compile_ruleset(resolved, new_pieces=ROOM))
        self.telling = Tables(compile_ruleset(resolved, tells=True, new_pieces=ROOM))


class Lockstep:
    """A game of the pipeline and the same game in rows of the kernel."""

    def __init__(self, game: Game, seed: int, programs: Programs | None = None) -> None:
        self.game = game
        programs = programs or Programs(game)
        self.program = programs.plain.program
        self.random = random.Random(seed)  # noqa: S311 - a game, not a secret
        self.position: Position = game.start()
        self.row = RowGame(programs.plain)
        self.telling = RowGame(programs.telling)
        self.rows = (self.row, self.telling)
        for each in self.rows:
            each.run()
        self._states = [StateComparison(game, each) for each in self.rows]
        self._views = ViewComparison(game, self.telling)
        self._views.began()
        self.goes_round = False
        """Whether both tiers have found that no decision comes any more."""

    def play(self, max_plies: int) -> str:
        """Play until the end or the limit; return how it ended.

        What is done in a submission is no ply before it is over, so that steps have a limit too.

        Raises:
            AssertionError: the tiers differ.
            EndlessError: the rules go round in a circle; both tiers say so if `goes_round` is set.
        """
        for _ in range(MAX_STEPS * max_plies):
            if self.position.ply >= max_plies:
                break
            self.compare()
            result = self.position.state.result
            if result is not None:
                return result.ending
            self.step()
        return "limit"

    # -- comparing

    def same(self, what: str, pipeline: object, kernel: object) -> None:
        """Fail when the tiers differ, with the position."""
        if pipeline != kernel:
            message = f"{what}: the pipeline has {pipeline}, the kernel {kernel}"
            raise AssertionError(f"{self.game.name}: {message}\n{self.position.drawing}")

    def compare(self) -> None:
        """Compare everything that a position is made of, and what is seen and told of it."""
        state = self.position.state
        for states in self._states:
            for found in states.differences(state):
                self.same(*found)
        for found in self._views.differences(self.position):
            self.same(*found)

    # -- deciding

    def step(self) -> None:
        """Let both tiers make the same decision."""
        decision, site = self.position._decision, self.row.site  # noqa: SLF001 - compared as it is
        if decision is None or site is None:
            raise InternalError("a game that is not over has nothing to decide")
        self.same("what is decided", decision.kind, site.kind)
        self._views.before()
        if decision.kind == "submit":
            self.submit()
        elif decision.kind == "act":
            self.act()
        else:
            self.choose(decision, throws=site.faces > 0)

    def go_on(self, row: Callable[[RowGame], object], position: Callable[[], Position]) -> None:
        """Let both tiers go on to the next decision.

        Rules may go round in a circle, and then none comes; both tiers have to find that. The
        row that tells what happens is not asked: it has no room to tell so much.
        """
        in_circle = _goes_round(row, self.row)
        try:
            following = position()
        except EndlessError:
            self.same("whether the rules go round", pipeline=True, kernel=in_circle)
            self.goes_round = True
            raise
        self.same("whether the rules go round", pipeline=False, kernel=in_circle)
        row(self.telling)
        self.position = following

    def numbers(self, move: Move) -> tuple[int, tuple[int, ...]]:
        """Return a move as the kernel writes it."""
        return numbers_of(self.program, self.position, move)

    def number(self, value: int | str | None) -> int:
        """Return a value as the kernel writes it."""
        return number_of(self.program, value)

    def same_moves(self, moves: Sequence[Move]) -> None:
        """Compare the legal moves."""
        site = self.row.site
        own = sorted(self.numbers(move) for move in moves if self.program.acts(site, move.name))
        for kernel in self.rows:
            self.same("legal moves", own, sorted(kernel.moves()))

    def act(self) -> None:
        """Take one of the legal actions, or pass."""
        legal = self.position.legal_moves()
        self.same_moves(legal)
        # Of pieces that are written alike, both tiers have to take the same.
        move = self.position._desk(None).meant(self.random.choice(legal))  # noqa: SLF001

        def decide(kernel: RowGame) -> None:
            if self.program.acts(kernel.site, move.name):
                kernel.take(*self.numbers(move))
            else:
                kernel.decline()

        self.go_on(decide, lambda: self.position.play(move))
        self._views.openly()

    def choose(self, decision: Decision, *, throws: bool) -> None:
        """Answer a choice, or let chance fall."""
        options = [option for option in decision.options if isinstance(option, int | str)]
        if not throws:
            for kernel in self.rows:
                listed = [values[0] for _, values in kernel.moves()]
                self.same("options", [self.number(option) for option in options], listed)
        answer = self.random.choice([*options, *([None] if None in decision.options else [])])
        self.go_on(
            lambda kernel: kernel.decide(self.number(answer)),
            lambda: self.position._decided(answer),  # noqa: SLF001 - by value, as the kernel
        )
        self._views.openly()

    def submit(self) -> None:
        """Let any side that has not committed act or commit."""
        state, site = self.position.state, self.row.site
        if site is None:
            raise InternalError("a submission without a site")
        sides = [draft.side for draft in state.drafts]
        count = int(self.row.mem[site.sides])
        listed = self.row.mem[site.sides + 1 : site.sides + 1 + count]
        self.same("who submits", sides, [int(side) for side in listed])
        open_ = [number for number, draft in enumerate(state.drafts) if not draft.committed]
        number = self.random.choice(open_)
        seat = self.position.actors[open_.index(number)]
        # A seat is given moves that are written alike once; the rules have each of them.
        legal = self.position._desk(seat).legal  # noqa: SLF001
        commits = [move for move in legal if move.name == COMMIT]
        for kernel in self.rows:
            ready = kernel.list_for(number)
            self.same("whether it may commit", bool(commits), ready)
        self.same_moves(legal)
        # Where all moves are as likely, hardly any set-up would ever be complete.
        drawn = self.random.choice(legal if commits else leading_on(tuple(legal)))
        move = self.position._desk(seat).meant(drawn)  # noqa: SLF001
        if commits and self.random.random() < COMMIT_SHARE:
            move = commits[0]

        def decide(kernel: RowGame) -> None:
            if move.name == COMMIT:
                kernel.commit_for(number)
            else:
                kernel.take_for(number, *self.numbers(move))

        self.go_on(decide, lambda: self.position.play(move, seat))
        commits_now = self.position.has_committed
        self._views.submitted(sides[number], secret=site.secret, commits=commits_now)


def _goes_round(decide: Callable[[RowGame], object], kernel: RowGame) -> bool:
    """Decide in a row; return whether the rules then never come to another decision."""
    try:
        decide(kernel)
    except EndlessError:
        return True
    return False
