"""Play one game on both tiers side by side and compare them at every decision."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ruleengine.compiler.flow import compile_ruleset
from ruleengine.errors import InternalError
from ruleengine.game.game import Game
from ruleengine.game.moves import Move
from ruleengine.game.notation import COMMIT, PASS
from ruleengine.game.position import Position
from ruleengine.kernel import machine
from ruleengine.kernel.rows import RowGame, Tables
from ruleengine.pipeline.flow import Decision
from ruleengine.pipeline.state import State
from ruleengine.program import layout as row
from ruleengine.program.layout import ABSENT_NUMBER

COMMIT_SHARE = 0.2
"""How often a side commits although it could still act; submissions would be long otherwise."""


class Lockstep:
    """A game of the pipeline and the same game in a row of the kernel."""

    def __init__(self, game: Game, seed: int, tables: Tables | None = None) -> None:
        self.game = game
        self.tables = tables or Tables(compile_ruleset(game.rules.resolved))
        self.program = self.tables.program
        self.random = random.Random(seed)  # noqa: S311 - a game, not a secret
        self.position: Position = game.start()
        self.row = RowGame(self.tables)
        self.row.run()
        self.actions = list(game.rules.actions)

    def play(self, max_plies: int) -> str:
        """Play until the end or the limit; return how it ended. Raises AssertionError."""
        for _ in range(max_plies):
            state = self.position.state
            self.compare(state)
            if state.result is not None:
                return state.result.ending
            self.step()
        return "limit"

    # -- comparing

    def same(self, what: str, pipeline: object, kernel: object) -> None:
        """Fail when the tiers differ, with the position."""
        if pipeline != kernel:
            message = f"{what}: the pipeline has {pipeline}, the kernel {kernel}"
            raise AssertionError(f"{self.game.name}: {message}\n{self.position.drawing}")

    def compare(self, state: State) -> None:
        """Compare everything that a position is made of."""
        pieces, kernel = len(state.cell), self.row
        for name in ("cell", "owner", "kind", "seat_no"):
            self.same(name, getattr(state, name), kernel.section(name)[:pieces])
        self.same("pieces", pieces, int(kernel.mem[row.NUM_PIECES]))
        for name in ("dice", "seat_side", "seat_color", "side_turns"):
            self.same(name, getattr(state, name), kernel.section(name))
        zones = len(state.zone_owner)
        self.same("zone owners", state.zone_owner, kernel.section("zone_owner")[:zones])
        for info in self.game.rules.kept:
            kind = "counter" if info.holds == "number" else "mark"
            values = kernel.section(f"{kind} {info.name}")
            if info.per != "piece":
                own = state.counters[info.offset : info.offset + info.count * info.keep]
                self.same(info.name, own, values)
                continue
            room = len(values) // info.keep
            for back in range(info.keep):
                own = state.piece_counters[info.offset + back]
                self.same(info.name, own, values[back * room : back * room + pieces])
        self.compare_head(state)

    def compare_head(self, state: State) -> None:
        """Compare phase, turn, and how the game ended."""
        mem = self.row.mem
        for name, own, place in (
            ("phase", state.phase, row.PHASE),
            ("turn", state.turn, row.TURN),
            ("ply", state.ply, row.PLY),
            ("repetitions", state.repetitions, row.REPETITIONS),
        ):
            self.same(name, own, int(mem[place]))
        over = state.result is not None
        self.same("whether it is over", over, self.row.status == machine.FINISHED)
        if state.result is not None:
            winner = -1 if state.result.winner is None else state.result.winner
            self.same("winner", winner, int(mem[row.WINNER]))
            ending = self.program.endings[int(mem[row.ENDING])]
            self.same("ending", state.result.ending, ending)
            self.same("void", state.result.void, bool(mem[row.IS_VOID]))
            return
        self.same("mover", state.mover, int(mem[row.MOVER]))
        self.same("place in the order", state.turn_index, int(mem[row.TURN_INDEX]))

    # -- deciding

    def step(self) -> None:
        """Let both tiers make the same decision."""
        decision, site = self.position._decision, self.row.site  # noqa: SLF001 - compared as it is
        if decision is None or site is None:
            raise InternalError("a game that is not over has nothing to decide")
        self.same("what is decided", decision.kind, site.kind)
        if decision.kind == "submit":
            self.submit()
        elif decision.kind == "act":
            self.act()
        else:
            self.choose(decision, throws=site.faces > 0)

    def numbers(self, move: Move) -> tuple[int, tuple[int, ...]]:
        """Return a move as the kernel writes it."""
        values = []
        for operand, value in zip(
            self.game.rules.actions[move.name].operands, move.values, strict=True
        ):
            if value is None:
                values.append(ABSENT_NUMBER if operand.what == "number" else -1)
            else:
                values.append(self.number(value))
        return self.actions.index(move.name), tuple(values)

    def number(self, value: int | str) -> int:
        """Return a value as the kernel writes it."""
        return self.program.words[value] if isinstance(value, str) else value

    def same_moves(self, moves: Sequence[Move]) -> None:
        """Compare the legal moves."""
        own = sorted(self.numbers(move) for move in moves if move.name not in (PASS, COMMIT))
        self.same("legal moves", own, sorted(self.row.moves()))

    def act(self) -> None:
        """Take one of the legal actions, or pass."""
        legal = self.position.legal_moves()
        self.same_moves(legal)
        # Of pieces that are written alike, both tiers have to take the same.
        move = self.position._desk(None).own(self.random.choice(legal))  # noqa: SLF001
        self.position = self.position.play(move)
        if move.name == PASS:
            self.row.decline()
        else:
            self.row.take(*self.numbers(move))

    def choose(self, decision: Decision, *, throws: bool) -> None:
        """Answer a choice, or let chance fall."""
        options = [option for option in decision.options if isinstance(option, int | str)]
        if not throws:
            listed = [values[0] for _, values in self.row.moves()]
            self.same("options", [self.number(option) for option in options], listed)
        answer = self.random.choice([*options, *([None] if None in decision.options else [])])
        self.position = self.position._decided(answer)  # noqa: SLF001 - by value, as the kernel
        self.row.decide(-1 if answer is None else self.number(answer))

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
        legal = self.position.legal_moves(seat)
        ready = self.row.list_for(number)
        self.same_moves(legal)
        commits = [move for move in legal if move.name == COMMIT]
        self.same("whether it may commit", bool(commits), ready)
        move = self.position._desk(seat).own(self.random.choice(legal))  # noqa: SLF001
        if commits and self.random.random() < COMMIT_SHARE:
            move = commits[0]
        self.position = self.position.play(move, seat)
        if move.name == COMMIT:
            self.row.commit_for(number)
        else:
            self.row.take_for(number, *self.numbers(move))
