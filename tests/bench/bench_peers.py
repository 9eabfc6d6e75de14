"""The compiled tier against hand-written C and OpenSpiel, all in one run.

`python tests/bench/bench_peers.py`: the best of five rounds each, by processor time on one core.
Ratios count; absolute figures say as much about the machine. Mean lengths and win rates stand
beside, so that a wrong game cannot look fast. `--quick` plays a twentieth of the games.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from ruleengine import load
from ruleengine.errors import InternalError, UncompiledError
from ruleengine.game.game import Game
from ruleengine.resolve.library import shipped_names
from ruleengine.workbench.benchmark import measure_playouts, measure_steps, measure_threads

HERE = Path(__file__).parent
ROUNDS = 5
CAP = 2_000


@dataclass(frozen=True)
class Figure:
    """What one player of a game came to."""

    who: str
    plies_per_second: float
    mean_plies: float
    first_wins: float


def own(game: Game, games: int) -> Figure:
    """Measure the compiled tier."""
    found = measure_playouts(game, games, rounds=ROUNDS, max_plies=CAP)
    first = next(iter(found.win_rates.values()))
    return Figure("ruleengine", found.plies_per_second, found.mean_plies, first)


def in_c(name: str, games: int) -> Figure | None:
    """Compile the game in C and measure it; None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        print("no C compiler was found: the comparison with C is left out")
        return None
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / name
        source = HERE / "c" / f"{name}.c"
        subprocess.run([compiler, "-O3", "-march=native", source, "-o", program], check=True)
        best, plies, wins = 0.0, 0, 0
        for number in range(ROUNDS):
            told = [str(program), str(games), str(number + 1), str(CAP)]
            done = subprocess.run(told, check=True, capture_output=True, text=True)
            _, played, won, seconds = done.stdout.split()[:4]
            best = max(best, int(played) / float(seconds))
            plies, wins = plies + int(played), wins + int(won)
    return Figure("straightforward C", best, plies / (games * ROUNDS), wins / (games * ROUNDS))


def in_open_spiel(games: int) -> list[Figure]:
    """Measure OpenSpiel's Breakthrough: rollouts in C++, and a loop in Python."""
    try:
        import pyspiel  # noqa: PLC0415 - not everybody has it
    except ModuleNotFoundError:
        print("OpenSpiel is not installed (pip install open_spiel): left out")
        return []
    game = pyspiel.load_game("breakthrough")
    best, plies, wins = 0.0, 0, 0
    choose = random.Random(1).choice  # noqa: S311 - a game, not a secret
    for _ in range(ROUNDS):
        began, played = time.process_time(), 0
        for _ in range(games // 10):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choose(state.legal_actions()))
                played += 1
            wins += state.returns()[0] > 0
        best = max(best, played / (time.process_time() - began))
        plies += played
    count = games // 10 * ROUNDS
    loop = Figure("OpenSpiel, Python loop", best, plies / count, wins / count)
    # One simulation expands the root and plays the rollouts from one child of it.
    fastest = float("inf")
    for number in range(ROUNDS):
        evaluator = pyspiel.RandomRolloutEvaluator(games, number + 1)
        bot = pyspiel.MCTSBot(
            game, evaluator, 2.0, 1, 1_000, solve=False, seed=number + 1, verbose=False
        )
        began = time.process_time()
        bot.mcts_search(game.new_initial_state())
        fastest = min(fastest, time.process_time() - began)
    mean = loop.mean_plies
    rollouts = Figure("OpenSpiel, C++ rollouts", games * mean / fastest, mean, loop.first_wins)
    return [rollouts, loop]


def table(title: str, figures: list[Figure]) -> None:
    """Print the figures of one game, each with how many times as fast the engine is."""
    print(f"\n{title}")
    print(f"{'':<26}{'plies/s':>13}{'playouts/s':>12}{'mean plies':>12}{'first wins':>12}{'we':>8}")
    for each in figures:
        playouts = each.plies_per_second / each.mean_plies
        ratio = figures[0].plies_per_second / each.plies_per_second
        print(
            f"{each.who:<26}{each.plies_per_second:>13,.0f}{playouts:>12,.0f}"
            f"{each.mean_plies:>12.1f}{each.first_wins:>12.3f}{ratio:>7.2f}x"
        )


def race(size: int, rows: int = 2, flags: int = 0) -> Game:
    """Return the same race on a board of another size, with more pieces, or with more flags."""
    switches = "".join(
        f"  switch_{n}: {{question: Which one?, choices: {{one: this, two: that}}, default: one}}\n"
        for n in range(flags)
    )
    # Each flag takes away one rule that would say nothing new.
    rules = "".join(
        f"      - {{only: {{switch_{n}: two}}, holds: {{cell: to, any_of: [nothing, enemy]}}}}\n"
        for n in range(flags)
    )
    near, far = list(range(size - rows, size)), list(range(rows))
    text = f"""schema: 1
name: race
title: Race
{"flags:" if flags else ""}
{switches}
sides:
  white: {{forward: up}}
  black: {{forward: down}}
board: {{rows: {size}, columns: {size}}}
zones:
  camp:
    parts:
      white: {{owner: white, shape: {{rows: {near}}}}}
      black: {{owner: black, shape: {{rows: {far}}}}}
  goal:
    parts:
      white: {{owner: white, shape: {{rows: [0]}}}}
      black: {{owner: black, shape: {{rows: [{size - 1}]}}}}
kinds:
  pawn: {{letters: {{white: w, black: b}}}}
setup:
  - fill: {{zone: camp, kind: pawn}}
phases:
  play:
    turns: [white, black]
    turn: [act: [step]]
actions:
  step:
    operands:
      pawn: {{piece: {{owner: mover}}}}
      to: {{line: {{from: pawn, directions: [forward, forward_diagonal], distance: 1}}}}
    validators:
      - holds: {{cell: to, any_of: [nothing, enemy]}}
      - when: same_column(pawn, to)
        holds: {{cell: to, any_of: [nothing]}}
        says: straight ahead is no capture
{rules}    effects:
      - capture: to
      - move: {{piece: pawn, to: to}}
endings:
  - {{each: us, when: "exists(owner=us, in=part(goal, us))", winner: us, says: through}}
  - {{each: us, when: not exists(owner=us), winner: us.opponent, says: nobody is left}}
"""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "race.yaml"
        path.write_text(text, encoding="utf-8")
        return load(str(path))


def costs(games: int) -> None:
    """Print what a ply costs on larger boards, with more pieces and with more flags."""
    print("\nWhat a ply costs")
    first = 0.0
    for what, game in (
        *((f"board {size}x{size}", race(size)) for size in (6, 8, 10, 12, 16, 20)),
        *((f"8x8, {16 * rows} pieces", race(8, rows)) for rows in (1, 2, 3)),
        *((f"8x8, {flags} flags", race(8, 2, flags)) for flags in (0, 10, 40)),
    ):
        found = measure_playouts(game, games, rounds=ROUNDS, max_plies=CAP)
        nanoseconds = 1e9 / found.plies_per_second
        first = first or nanoseconds
        print(
            f"  {what:<20}{nanoseconds:>8.0f} ns{nanoseconds / first:>8.2f}x"
            f"{found.mean_plies:>10.1f} plies a game"
        )


def shipped(games: int) -> None:
    """Print the figures of everything that ships, with its full rules."""
    print("\nFull rules")
    for name in sorted(shipped_names()):
        game = load(name)
        try:
            found = measure_playouts(game, games, rounds=2, max_plies=CAP)
        except (UncompiledError, InternalError) as error:
            print(f"  {name:<28} {error}")
            continue
        wins = ", ".join(f"{side} {rate:.2f}" for side, rate in found.win_rates.items())
        print(
            f"  {name:<28}{found.plies_per_second:>12,.0f} plies/s{found.mean_plies:>9.1f}"
            f" plies a game, wins {wins}"
        )


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="play a twentieth of the games")
    games = 1_000 if parser.parse_args().quick else 20_000
    for title, game, source in (
        ("Breakthrough 8x8", load("breakthrough"), "breakthrough"),
        ("The core of Generals", load(str(HERE / "raid.yaml")), "raid"),
    ):
        figures = [own(game, games)]
        peer = in_c(source, games)
        figures += [peer] if peer else []
        figures += in_open_spiel(games // 10) if source == "breakthrough" else []
        table(title, figures)
        steps = measure_steps(game, rounds=ROUNDS)
        print(f"  batch of 1,024 from Python: {steps.steps_per_second:,.0f} steps/s")
        print(f"  two threads: {measure_threads(game, games, 2):.2f} times one, by the clock")
    costs(games // 4)
    shipped(max(50, games // 40))


if __name__ == "__main__":
    main()
