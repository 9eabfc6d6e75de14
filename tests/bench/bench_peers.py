"""The compiled tier against hand-written C and OpenSpiel, all in one run.

`python tests/bench/bench_peers.py`: the best of five rounds each, by processor time on one core.
Ratios count; absolute figures say as much about the machine. Mean lengths and win rates stand
beside, so that a wrong game cannot look fast. `--quick` plays a twentieth of the games, and names
of sections leave out the others.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from contenders import CAP, HERE, Contender, InC, Own, spiel_contenders
from race import race

from ruleengine import load
from ruleengine.errors import InternalError, NoRoomError, UncompiledError
from ruleengine.game.game import Game
from ruleengine.resolve.files.library import shipped_names
from ruleengine.workbench.benchmark import measure_playouts, measure_steps, measure_threads

ROUNDS = 5
SECTIONS = ("peers", "costs", "threads", "start", "full")
START = """
import time
from ruleengine import load
game = load("breakthrough")
import numba
began, used = time.perf_counter(), time.process_time()
game.batch(4).step([-1] * 4)
game.simulate(1)
print(time.perf_counter() - began, time.process_time() - used)
"""
MEMORY = """
import resource
import numpy as np
from ruleengine import load
size = 100_000
batch, random = load(sys.argv[1]).batch(size, seed=1), np.random.default_rng(1)
for _ in range(20):
    batch.step(batch.pick((random.random(size) * batch.counts).astype(np.int64)))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def table(title: str, contenders: list[Contender]) -> None:
    """Print the figures of one game, each with how many times as fast the engine is."""
    print(f"\n{title}")
    print(f"{'':<26}{'plies/s':>13}{'playouts/s':>12}{'mean plies':>12}{'first wins':>12}{'we':>8}")
    for each in contenders:
        tally = each.tally
        print(
            f"{each.who:<26}{tally.best:>13,.0f}{tally.best / tally.mean_plies:>12,.0f}"
            f"{tally.mean_plies:>12.1f}{tally.first_wins / tally.games:>12.3f}"
            f"{contenders[0].tally.best / tally.best:>7.2f}x",
            flush=True,
        )


def peers(games: int) -> None:
    """Play Breakthrough and the core of Generals against everybody, in turns."""
    for title, game, source in (
        ("Breakthrough 8x8", load("breakthrough"), "breakthrough"),
        ("The core of Generals", load(str(HERE / "raid.yaml")), "raid"),
    ):
        with tempfile.TemporaryDirectory() as folder:
            contenders: list[Contender] = [Own(game, games)]
            try:
                contenders.append(InC(source, games, Path(folder)))
            except FileNotFoundError as error:
                print(f"{error}: the comparison with C is left out")
            if source == "breakthrough":
                try:
                    contenders += spiel_contenders(source, games)
                except ModuleNotFoundError:
                    print("OpenSpiel is not installed (pip install open_spiel): left out")
            else:
                full = load("generals_10x10")
                contenders.append(Own(full, games // 10, "with the full rules"))
            for number in range(ROUNDS):
                for each in contenders:
                    each.play(number)
            table(title, contenders)
        steps = measure_steps(game, rounds=ROUNDS)
        print(
            f"  batch of 1,024 from Python, ids: {steps.steps_per_second:,.0f} steps/s,"
            f" {steps.moves:.1f} legal moves each",
            flush=True,
        )


def threads(games: int) -> None:
    """Print how many times as fast several threads are as one, by the clock."""
    print(f"\nThreads, by the clock, on {os.cpu_count()} cores with load {os.getloadavg()[0]:.1f}")
    for name in ("breakthrough", str(HERE / "raid.yaml")):
        game = load(name)
        for count in (2, 4):
            several = measure_threads(game, games, count, rounds=ROUNDS)
            one, more = (
                measure_steps(game, 4_096, 50, rounds=ROUNDS, threads=used) for used in (1, count)
            )
            # On a busy machine the clock says little. What work costs more with several threads
            # than with one is lost to them for good; the rest is a matter of free cores.
            work = more.steps_per_second / one.steps_per_second
            print(
                f"  {game.name:<20}{count} threads: playouts {several:.2f}x, steps of 4,096"
                f" {one.step_seconds / more.step_seconds:.2f}x; a step takes {1 / work:.2f} times"
                " the processor time",
                flush=True,
            )


def costs(games: int) -> None:
    """Print what a ply costs on larger boards, with more pieces and with more flags."""
    print("\nWhat a ply costs")
    for group in (
        [(f"board {size}x{size}", race(size)) for size in (6, 8, 10, 12, 16, 20)],
        [(f"8x8, {16 * rows} pieces", race(8, rows)) for rows in (1, 2, 3)],
        [(f"8x8, {flags} flags", race(8, 2, flags)) for flags in (0, 10, 40)],
    ):
        contenders = [Own(game, games, what) for what, game in group]
        for number in range(ROUNDS):
            for each in contenders:
                each.play(number)
        first = contenders[0].tally.best
        for each in contenders:
            print(
                f"  {each.who:<20}{1e9 / each.tally.best:>8.0f} ns{first / each.tally.best:>8.2f}x"
                f"{each.tally.mean_plies:>10.1f} plies a game",
                flush=True,
            )


def start() -> None:
    """Print how long the kernel takes to compile and to load, and what a large batch needs."""
    print("\nStarting")
    with tempfile.TemporaryDirectory() as folder:
        surroundings = {**os.environ, "RULEENGINE_CACHE": folder}
        for what in ("compiled for the first time", "from the cache"):
            done = _python(START, surroundings)
            wall, used = (float(each) for each in done.split())
            print(f"  {what:<28}{wall:>8.2f} s by the clock{used:>8.2f} s of processor time")
        # With what is kept there now: compiling takes memory of its own, and happens once.
        for _ in range(2):
            megabytes = float(_python(f"import sys\n{MEMORY}", surroundings, "generals_10x10"))
    print(f"  100,000 games of Generals   {megabytes:>8.0f} MB, everything included", flush=True)


def _python(program: str, surroundings: dict[str, str], *words: str) -> str:
    command = [sys.executable, "-c", program, *words]
    done = subprocess.run(command, env=surroundings, check=True, capture_output=True, text=True)
    return done.stdout


def full(games: int) -> None:
    """Print the figures of everything that ships, with its full rules."""
    print("\nFull rules")
    for name in sorted(shipped_names()):
        game: Game = load(name)
        try:
            found = measure_playouts(game, games, rounds=2, max_plies=CAP)
            steps = measure_steps(game, 256, 40, rounds=2)
        except (UncompiledError, InternalError, NoRoomError) as error:
            print(f"  {name:<28} {error}")
            continue
        wins = ", ".join(f"{side} {rate:.2f}" for side, rate in found.win_rates.items())
        print(
            f"  {name:<28}{found.plies_per_second:>11,.0f} plies/s{found.mean_plies:>8.1f}"
            f" plies a game,{steps.steps_per_second:>10,.0f} steps/s, wins {wins}",
            flush=True,
        )


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", choices=[*SECTIONS, []], help="all without any")
    parser.add_argument("--quick", action="store_true", help="play a twentieth of the games")
    args = parser.parse_args()
    games = 1_000 if args.quick else 20_000
    sections = args.sections or SECTIONS
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    if "peers" in sections:
        peers(games)
    if "costs" in sections:
        costs(games // 4)
    if "threads" in sections:
        threads(games)
    if "start" in sections:
        start()
    if "full" in sections:
        full(max(50, games // 40))
    print(f"load {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
